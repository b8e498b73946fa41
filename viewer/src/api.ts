// The API and nothing else: every page reads and changes memory through these calls.
import { signal } from "@preact/signals";

export type Side = { id: string; told: string; supported: string; reason: string };
export type Source = { kind: string; name: string; session: string; untrusted?: boolean };
export type Detail = { anchor?: string; standing?: string; [name: string]: unknown };
export type Memory = {
  id: string; revision: number; kind: string; title: string; text: string; why: string; scope: string; tags: string[];
  status: string; standing: string; word?: string; standing_detail: Detail[]; rests_on: { id: string; standing: string }[]; against?: string[]; sides?: Side[]; earlier?: string; revised_on?: string; breach?: string;
  authority: string; confidence: number; source: Source; sources: Source[]; anchors: string[];
  evidence: { kind: string; ref: string; note: string }[]; links: { kind: string; target: string }[];
  at: string; recorded_at: string; guard: string | null; reason: string; superseded_by?: string;
  feedback: { helpful: number; wrong: number; stale: number };
  verified_at?: string; expires_at?: string; versions?: { revision: number; text: string; source: Source }[];
};
export type Page = { memories: Memory[]; cursor: string | null };
export type Result = Memory & { score: number; scores: Record<string, number> };
export type Waiting = {
  id: string; revision: number; kind: string; title: string; text: string; status: string; reason: string;
  authority: string; source: Source; scope: string; anchors: string[]; at: string; against?: string;
};
export type Sides = { memory: Memory; others: { memory: Memory; relation: string; supported: string | null; because: string }[] };
export type Operation = {
  operation: string; act: string; memory: string | null; revision: number | null; source: Source; at: string;
  recorded_at: string; reverted: boolean; words: string;
};
export type Given = { id: string; words: string; revision: number; rank: number; standing: string; word?: string; tokens: number };
export type Receipt = { receipt: string; verb: string; session: string; to: string; at: string; tokens: number; withheld: number; given: Given[] };
export type Session = {
  session: string; agent: string; started_at: string; last_at: string; ended_at: string | null; outcome: string;
  branch: string; events: number; tokens: number;
};
export type Event = { kind: string; at: string; tool: string; body: string; files: string[] };
export type Hit = { session: string; agent: string; kind: string; tool: string; at: string; text: string };
export type Stale = { file: string; line: number; kind: string; name: string; nearest: string; since: string };
export type Status = {
  project: string | null; name: string; root: string; branch: string; memories: Record<string, number>; known: number; episodes: number;
  waiting: number; instructions: Stale[]; standings: Record<string, number>; unchecked: number; unsure: number;
};
export type Reverted = {
  operations: string[]; reverts: string[]; memories: string[]; words: Record<string, string>;
  sessions: { session: string; given: string[] }[]; derived: string[]; dry_run: boolean;
};
export type Changed = { id: string; revision: number; operation: string | null; status: string; reasons?: string[] };
export type Drift = { memories: Memory[]; instructions: Stale[]; pages: Stale[]; standings: Record<string, number>; unchecked: number; unsure: number };
export type Purged = {
  purged: string[]; confirm?: string; preview?: { id: string; where: string; words: string }[];
  proof: { files_scanned: number; bytes: number; found: number }; commits: string[]; unreached: string[];
};
export type Place = { path: string; folder: boolean; files: number; known: number; stale: number };
export type FilePage = { path: string; lines: string[]; cut: boolean; memories: (Memory & { first: number; last: number })[]; people: { name: string; commits: number }[] };
export type Node = { id: string; type: string; label: string; kind?: string; status?: string; standing?: string | null; at?: string };
export type Edge = { from: string; to: string; kind: string };
export type Atlas = { nodes: Node[]; edges: Edge[]; withheld: number };
export type Point = { at: string; known: number; stale: number };
export type Past = { at: string; commit: string | null; known: number; memories: Memory[]; cursor: string | null };
export type You = { name: string; memories: Memory[]; total: number; said: number; sessions: number };
export type Guard = {
  guard: string; memory: string; words: string; status: string; severity: string | null; kind: string | null; problem: string;
  languages: string[]; paths: string[]; since: string; message: string; waivers: { reason: string; until: string; person?: string }[];
};
export type Blocked = { guard: string; memory: string | null; session: string; at: string; tool: string; files: string[]; words: string };
export type Flagged = { commit: string; date: string; subject: string; places: string[]; undone_by: string; undone_subject: string };
export type Backtest = {
  guard: string; commits: number; first: string; last: string; flagged: Flagged[]; caught: string[]; false_alarms: string[];
  alarms_per_year: number; agrees: boolean; complete: boolean; problem: string;
};
export type Server = { version: string; person: boolean; profile: string; read_only: boolean; name: string };

export class Failure extends Error {
  constructor(readonly code: string, message: string, readonly hint: string, readonly status: number) {
    super(message);
  }
}

function takeToken(): string {
  const given = new URLSearchParams(location.hash.replace(/^#\/?/, "")).get("token");
  if (given) {
    if (!given.includes(".")) sessionStorage.setItem("token", given); // what a login gave stays in memory
    history.replaceState(null, "", location.pathname + "#/");
  }
  return given ?? sessionStorage.getItem("token") ?? "";
}

export const token = signal(takeToken());
export const locked = signal(false);
export const server = signal<Server | undefined>(undefined);
export const asking = signal(0);
export const mayChange = () => !!server.value && !server.value.read_only;
// Keys count before the server has said what it allows: one that only shows refuses by itself.
export const mayTry = () => !server.value?.read_only;

export function useToken(text: string): void {
  sessionStorage.setItem("token", text);
  token.value = text;
  locked.value = false;
}

type Query = Record<string, string | number | boolean | undefined>;

const OFFLINE = () => new Failure("offline", "The server does not answer.", "Start it again with `standfast up`. This page goes on by itself.", 0);

function request(method: string, path: string, query: Query, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") words.set(name, String(value));
  const headers: Record<string, string> = token.value ? { Authorization: `Bearer ${token.value}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const sent = body === undefined ? null : JSON.stringify(body);
  const options: RequestInit = { method, headers, body: sent, ...(signal ? { signal } : {}) };
  return fetch(`/api/v1${path}${words.size ? `?${words}` : ""}`, options).catch(() => { throw OFFLINE(); });
}

async function call<T>(method: string, path: string, query: Query, body?: unknown): Promise<T> {
  asking.value++;
  try {
    const answer = await request(method, path, query, body);
    const record = await answer.json().catch(() => ({}));
    if (answer.status === 401) locked.value = true;
    if (!answer.ok) {
      const error = record.error ?? { code: "unknown", message: `The server answered ${answer.status}.`, hint: "" };
      throw new Failure(error.code, error.message, error.hint, answer.status);
    }
    return record as T;
  } finally {
    asking.value--;
  }
}

export const get = <T>(path: string, query: Query = {}) => call<T>("GET", path, query);
export const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, {}, body);
export const patch = <T>(path: string, body: unknown) => call<T>("PATCH", path, {}, body);
export const memoryPath = (id: string, rest = "") => `/memories/${encodeURIComponent(id)}${rest}`;
// What a decision names: the words that were on the screen, not those of the moment it arrives.
export const asRead = (one: { id: string; revision: number }) => `${one.id}@${one.revision}`;
export const sessionPath = (id: string, rest = "") => `/sessions/${encodeURIComponent(id)}${rest}`;

// What waits, each memory once: one that stands against several is told for each of them.
export async function getWaiting(limit: number): Promise<Waiting[]> {
  const { waiting } = await get<{ waiting: Waiting[] }>("/review", { limit });
  return [...new Map(waiting.map((one) => [one.id, one])).values()];
}

// A stream of the server, read with the token (an EventSource cannot send one): each message as it comes, until it ends.
export async function listen(path: string, query: Query, tell: (name: string, record: unknown) => void, signal: AbortSignal): Promise<void> {
  const answer = await request("GET", path, query, undefined, signal);
  if (!answer.ok || !answer.body) throw new Failure("stream", "The stream did not begin.", "", answer.status);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const name = /^event: (.*)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (name && data) tell(name, JSON.parse(data));
    }
  }
}
