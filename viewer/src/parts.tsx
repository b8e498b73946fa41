// What every page is made of: loading, words, badges, times, empty states, messages, dialogs. No page of its own.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Failure, post, type Memory, type Reverted, type Source } from "./api";
import { link, place, refine } from "./route";

export type Loaded<T> = { data: T | undefined; error: Failure | undefined; reload: () => void };

export const changed = signal(0);

export function useLoad<T>(load: () => Promise<T>, keys: unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: Failure }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let wanted = true;
    let again = 0;
    load().then(
      (data) => wanted && setState({ data }),
      (error: unknown) => {
        if (!wanted) return;
        const failure = asFailure(error);
        setState((old) => ({ ...old, error: failure }));
        if (failure.code === "offline") again = window.setTimeout(() => setRound((old) => old + 1), 2000);
      },
    );
    return () => {
      wanted = false;
      clearTimeout(again);
    };
  }, [...keys, round, changed.value]);
  return { data: state.data, error: state.error, reload: () => setRound((old) => old + 1) };
}

export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure("bug", String(error), "Reload the page.", 0);
}

// A list that comes in pages: what is there so far, and how to get more.
export function usePages<T>(load: (cursor: string) => Promise<{ rows: T[]; cursor: string }>, keys: unknown[]) {
  const first = useLoad(() => load(""), keys);
  const [more, setMore] = useState<{ of: unknown; rows: T[]; cursor: string }>();
  const mine = more && more.of === first.data ? more : undefined;
  const cursor = mine ? mine.cursor : first.data?.cursor ?? "";
  const next = async () => {
    const page = await load(cursor).catch((error: unknown) => void say(asFailure(error).message, { bad: true }));
    if (page) setMore({ of: first.data, rows: [...(mine?.rows ?? []), ...page.rows], cursor: page.cursor });
  };
  return { rows: first.data && [...first.data.rows, ...(mine?.rows ?? [])], cursor, next, error: first.error, reload: first.reload };
}

export function More({ cursor, next }: { cursor: string; next: () => void }) {
  return cursor ? <button class="more" onClick={next} data-row>Show more</button> : null;
}

// The question in the address and the one being typed: what is typed goes there once it rests, and only a question that
// came from elsewhere (a link, the way back) takes its place, so that no letter typed meanwhile is lost.
export function useQuestion(): [string, string, (text: string) => void] {
  const asked = place.value.query.get("q") ?? "";
  const [typed, setTyped] = useState(asked);
  const known = useRef(asked);
  useLayoutEffect(() => {
    if (asked !== known.current) setTyped(asked);
    known.current = asked;
  }, [asked]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed === known.current) return;
      known.current = typed;
      refine("q", typed);
    }, 200);
    return () => clearTimeout(timer);
  }, [typed]);
  return [asked, typed, setTyped];
}

export function useSettled<T>(value: T, wait = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

// -- messages, with undo

type Message = { text: string; undo: boolean; bad: boolean };
export const message = signal<Message | undefined>(undefined);
let fading = 0;

export function say(text: string, { undo = false, bad = false } = {}): void {
  clearTimeout(fading);
  message.value = { text, undo, bad };
  if (!bad) fading = window.setTimeout(() => (message.value = undefined), 8000);
}

export async function attempt(act: () => Promise<unknown>, done: string, { undo = true } = {}): Promise<boolean> {
  try {
    await act();
    say(done, { undo });
    changed.value++;
    return true;
  } catch (error) {
    const failure = asFailure(error);
    say(`${failure.message} ${failure.hint}`.trim(), { bad: true });
    if (failure.code === "changed") changed.value++; // shown again, as it is now
    return false;
  }
}

export async function undoLast(): Promise<void> {
  let words = "";
  const done = await attempt(async () => {
    const taken = await post<Reverted>("/undo");
    words = Object.values(taken.words)[0] ?? "";
  }, "", { undo: false });
  if (done) say(words ? `Undone: ${short(words, 80)}` : "Undone.");
}

export function Messages() {
  const now = message.value;
  return (
    <div class="messages" role="status" aria-live="polite">
      {now && (
        <div class={now.bad ? "message bad" : "message"}>
          <span>{now.text}</span>
          {now.undo && <button class="link" onClick={undoLast}>Undo <kbd>u</kbd></button>}
          <button class="link" aria-label="Dismiss" onClick={() => (message.value = undefined)}>×</button>
        </div>
      )}
    </div>
  );
}

// -- words

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

export function visible(text: string): string {
  return text.replace(HIDDEN, "\ufffd");
}

export function short(text: string, width = 140): string {
  const line = visible(text.slice(0, 4 * width + 200)).split(/\s+/).join(" ").trim();
  return line.length > width ? `${line.slice(0, width - 1).trimEnd()}…` : line;
}

export function Ticked({ text, width = 200 }: { text: string; width?: number }) {
  const parts = short(text, width).split("`");
  return <>{parts.map((part, at) => (at % 2 && at < parts.length - 1 ? <code>{part}</code> : at % 2 ? `\`${part}` : part))}</>;
}

// A heading of a document says little, and stands over several memories: its text follows.
const told = (memory: { title: string; text: string; source?: { kind: string } | undefined }) =>
  memory.title && memory.source?.kind === "document" ? `${memory.title}: ${memory.text}` : memory.title || memory.text;
export const headline = (memory: Parameters<typeof told>[0], width = 160) => short(told(memory), width);
export const count = (number: number, one: string, many = `${one}s`) => `${number.toLocaleString()} ${number === 1 ? one : many}`;

export function Prose({ text, class: name = "" }: { text: string; class?: string }) {
  const [whole, setWhole] = useState(false);
  const shown = whole || text.length <= 6000 ? text : `${text.slice(0, 6000)}…`;
  return (
    <>
      <p class={`prose ${name}`}><Spans text={visible(shown)} /></p>
      {shown !== text && <button class="link" onClick={() => setWhole(true)}>Show all {text.length.toLocaleString()} characters</button>}
    </>
  );
}

function Spans({ text }: { text: string }) {
  const parts = text.length > 20000 ? [text] : text.split(/(`[^`\n]{1,200}`)/);
  return <>{parts.map((part, at) => (at % 2 ? <code>{part.slice(1, -1)}</code> : part))}</>;
}

const QUIET = new Set(["unanchored", "active"]);

// `told` is what people read of a standing where that is another word; a commit is not broken by what came after it.
const isQuiet = (told?: string) => !!told && told !== "points at nothing";

export function Badge({ word, told }: { word: string; told?: string | undefined }) {
  return <span class={QUIET.has(word) || isQuiet(told) ? "badge quiet" : `badge is-${word}`}>{told ?? (word === "unanchored" ? "not anchored" : word)}</span>;
}

type Stands = { status: string; standing?: string | null; word?: string | undefined };

export function Stand({ memory }: { memory: Stands }) {
  return memory.status !== "active" || !memory.standing ? <Badge word={memory.status} /> : <Badge word={memory.standing} told={memory.word} />;
}

// The colour of a standing says that something is right or wrong: none of it is known of what has a word of its own.
export const dotOf = (memory: Stands) => (memory.status !== "active" || !memory.standing ? memory.status : isQuiet(memory.word) ? "quiet" : memory.standing);

export const who = (source: Source) => `${source.kind === "person" ? "" : `${source.kind} `}${visible(source.kind === "commit" ? source.name.slice(0, 10) : source.name)}${source.untrusted ? " (untrusted)" : ""}`;

export function When({ at }: { at: string }) {
  return <time dateTime={at} title={at.replace("T", " ").replace(/\.\d+Z$/, "Z")}>{ago(at)}</time>;
}

function ago(at: string): string {
  const seconds = (Date.now() - Date.parse(at)) / 1000;
  if (seconds < 0) return at.slice(0, 10);
  const units: [number, string][] = [[31536000, "y"], [2592000, "mo"], [86400, "d"], [3600, "h"], [60, "min"]];
  for (const [size, unit] of units) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit} ago`;
  return "just now";
}

export function Id({ id }: { id: string }) {
  const copy = () => navigator.clipboard?.writeText(id).then(() => say(`Copied ${id}`));
  return <button class="id" title="Copy this id" onClick={copy}>{id}</button>;
}

export function MemoryLine({ memory, note, chosen, query = {} }: {
  memory: { id: string; kind: string; title: string; text: string; status: string; standing?: string | null; word?: string | undefined; at: string; source?: Source };
  note?: ComponentChildren; chosen?: boolean; query?: Record<string, string>;
}) {
  return (
    <a class="row" href={link("memory", memory.id, query)} aria-current={chosen ? "true" : undefined} data-row>
      <span class={`dot is-${dotOf(memory)}`} />
      <span class="row-words"><Ticked text={told(memory)} width={170} /></span>
      <span class="row-about">
        {(memory.status !== "active" || memory.standing !== "unanchored" || memory.word) && <><Stand memory={memory} />{" "}</>}{memory.kind}
        {memory.source && <> · {who(memory.source)}</>} · <When at={memory.at} />
        {note && <> · {note}</>}
      </span>
    </a>
  );
}

// What a memory that waits waits for: `review` says it in words.
type Waits = { status: string; reason: string; against?: string };

export const opponentOf = (waiting: Waits) => (waiting.status === "active" && waiting.against) || "";
export const isStale = (waiting: Waits) => waiting.status === "active" && !waiting.against; // it drifted, or its time is over
export const isDisproved = (waiting: Waits) => isStale(waiting) && /^(drifted|broken)/.test(waiting.reason);
export const statusOf = (waiting: Waits) => (opponentOf(waiting) ? "disputed" : /^(drifted|broken)/.exec(waiting.reason)?.[0] ?? waiting.status);
export const reasonOf = (memory: Pick<Memory, "standing_detail">) =>
  String(memory.standing_detail.find((detail) => detail.standing === "broken" || detail.standing === "drifted")?.reason ?? "");

// -- states

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return <div class="empty"><p class="empty-title">{title}</p>{children && <p>{children}</p>}</div>;
}

export function Trouble({ error, retry }: { error: Failure; retry: () => void }) {
  return (
    <div class="empty" role="alert">
      <p class="empty-title">{error.message}</p>
      <p><Ticked text={error.hint} width={300} /></p>
      <button onClick={retry}>Try again</button>
    </div>
  );
}

export function Head({ title, children, more }: { title: string; children?: ComponentChildren; more?: ComponentChildren }) {
  return <header class="head"><div><h1>{title}</h1>{children && <p class="dim">{children}</p>}</div>{more}</header>;
}

export function Section({ title, count: number, more, children, plain }: {
  title: string; count?: number | undefined; more?: ComponentChildren; children: ComponentChildren; plain?: boolean;
}) {
  return (
    <section>
      <header class="section-head">
        <h2>{title}{number !== undefined && <span class="count">{number.toLocaleString()}</span>}</h2>
        {more}
      </header>
      <div class={plain ? "" : "card"}>{children}</div>
    </section>
  );
}

export function Dialog({ title, close, children, wide }: { title: string; close: () => void; children: ComponentChildren; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog ref={box} onClose={close} aria-label={title} class={wide ? "wide" : ""}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

// -- keys

type Keys = Record<string, (event: KeyboardEvent) => void>;

export function isFree(event: KeyboardEvent): boolean {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName);
  return !event.ctrlKey && !event.metaKey && !event.altKey && !typing && !document.querySelector("dialog[open]");
}

export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isFree(event)) return;
      const act = latest.current[event.key];
      if (act) {
        event.preventDefault();
        act(event);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

export function step(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by))]?.focus();
}
