// The API and nothing else: every page reads and changes memory through these calls.
import { signal } from "@preact/signals";

export type Source = { kind: string; name: string; session: string; untrusted?: boolean };
export type Detail = { anchor?: string; standing?: string; [name: string]: unknown };
export type Memory = {
  id: string; revision: number; kind: string; title: string; text: string; why: string; scope: string; tags: string[];
  status: string; standing: string; standing_detail: Detail[]; rests_on: { id: string; standing: string }[];
  authority: string; confidence: number; source: Source; sources: Source[]; anchors: string[];
  evidence: { kind: string; ref: string; note: string }[]; links: { kind: string; target: string }[];
  at: string; recorded_at: string; guard: string | null; reason: string; superseded_by?: string;
  feedback: { helpful: number; wrong: number; stale: number };
  verified_at?: string; expires_at?: string; versions?: { revision: number; text: string; source: Source }[];
};
export type Result = Memory & { score: number; scores: Record<string, number> };
export type Waiting = {
  id: string; revision: number; kind: string; title: string; text: string; status: string; reason: string;
  authority: string; source: Source; scope: string; anchors: string[]; at: string;
};
export type Operation = {
  operation: string; act: string; memory: string | null; revision: number | null; source: Source; at: string;
  recorded_at: string; reverted: boolean; words: string;
};
export type Receipt = {
  receipt: string; verb: string; session: string; to: string; at: string; tokens: number; withheld: number;
  given: { id: string; words: string; revision: number; rank: number; standing: string; tokens: number }[];
};
export type Session = {
  session: string; agent: string; started_at: string; last_at: string; ended_at: string | null; outcome: string;
  branch: string; events: number; tokens: number;
};
export type Event = { kind: string; at: string; tool: string; body: string; files: string[] };
export type Stale = { file: string; line: number; kind: string; name: string; nearest: string; since: string };
export type Status = {
  project: string | null; name: string; root: string; branch: string; memories: Record<string, number>;
  waiting: number; instructions: Stale[]; standings: Record<string, number>;
};
export type Reverted = {
  operations: string[]; reverts: string[]; memories: string[]; words: Record<string, string>;
  sessions: { session: string; given: string[] }[]; derived: string[]; dry_run: boolean;
};
export type Changed = { id: string; revision: number; operation: string | null; status: string; reasons?: string[] };
export type Drift = { memories: Memory[]; instructions: Stale[]; standings: Record<string, number> };
export type Purged = {
  purged: string[]; confirm?: string; preview?: { id: string; where: string; words: string }[];
  proof: { files_scanned: number; bytes: number; found: number }; commits: string[];
};

export class Failure extends Error {
  constructor(readonly code: string, message: string, readonly hint: string, readonly status: number) {
    super(message);
  }
}

function takeToken(): string {
  const given = new URLSearchParams(location.hash.replace(/^#\/?/, "")).get("token");
  if (given) {
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname + "#/");
  }
  return given ?? sessionStorage.getItem("token") ?? "";
}

export const token = signal(takeToken());
export const locked = signal(false);

export function useToken(text: string): void {
  sessionStorage.setItem("token", text);
  token.value = text;
  locked.value = false;
}

type Query = Record<string, string | number | boolean | undefined>;

async function call<T>(method: string, path: string, query: Query, body?: unknown): Promise<T> {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") words.set(name, String(value));
  const headers: Record<string, string> = token.value ? { Authorization: `Bearer ${token.value}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    const sent = body === undefined ? null : JSON.stringify(body);
    answer = await fetch(`/api/v1${path}${words.size ? `?${words}` : ""}`, { method, headers, body: sent });
  } catch {
    throw new Failure("offline", "The server does not answer.", "Start it again with `standfast up`, then try again.", 0);
  }
  const record = await answer.json().catch(() => ({}));
  if (answer.status === 401) locked.value = true;
  if (!answer.ok) {
    const error = record.error ?? { code: "unknown", message: `The server answered ${answer.status}.`, hint: "" };
    throw new Failure(error.code, error.message, error.hint, answer.status);
  }
  return record as T;
}

export const get = <T>(path: string, query: Query = {}) => call<T>("GET", path, query);
export const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, {}, body);
export const patch = <T>(path: string, body: unknown) => call<T>("PATCH", path, {}, body);
export const memoryPath = (id: string, rest = "") => `/memories/${encodeURIComponent(id)}${rest}`;
