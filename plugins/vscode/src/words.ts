// What is said of a memory, as plain text: nothing remembered becomes a link, a command or markup.
import type { Known } from "./api";

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const STALE = new Set(["drifted", "broken"]);
const LONGEST = 600;

export type Mark = "stands" | "stale" | "said";

export const visible = (text: string) => text.replace(HIDDEN, "\ufffd").slice(0, LONGEST);
export const markOf = (known: Known): Mark => (STALE.has(known.standing) ? "stale" : known.standing === "unanchored" ? "said" : "stands");

// The lines of one hover: the words, why, how it stands and what changed, who said it and when.
export function tell(known: Known): string[] {
  const stale = known.standing_detail.find((detail) => detail.standing && STALE.has(detail.standing));
  const standing = known.standing === "unanchored" ? "not anchored to code" : known.standing;
  return [
    visible(known.title || known.text),
    ...(known.title ? [visible(known.text)] : []),
    ...(known.why ? [`Why: ${visible(known.why)}`] : []),
    `${standing}${stale?.reason ? `: ${visible(stale.reason)}` : ""}`,
    ...(stale?.commit ? [`changed in ${stale.commit.sha.slice(0, 10)}: ${visible(stale.commit.subject)}`] : []),
    `${known.kind}, said by ${visible(known.source.name)} on ${known.at.slice(0, 10)} (${known.id})`,
  ];
}

// The memories at a line: those about its lines first, then those about the whole file, which stand at its top.
export function at(memories: readonly Known[], line: number): Known[] {
  return memories.filter((known) => (known.first ? known.first <= line && line <= known.last : line === 1));
}
