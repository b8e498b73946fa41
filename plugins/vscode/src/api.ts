// The server of this machine, asked with the person's token. Other machines are never asked: the token stays here.
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

export type Known = {
  id: string; kind: string; title: string; text: string; why: string; status: string; standing: string; at: string;
  source: { kind: string; name: string }; standing_detail: { standing?: string; reason?: string; commit?: { sha: string; subject: string } }[];
  first: number; last: number;
};
export type FilePage = { path: string; memories: Known[] };

const LOCAL = new Set(["127.0.0.1", "localhost", "[::1]"]);
const PATIENCE_MS = 10_000;

export class Server {
  constructor(readonly url: string, private readonly tokenFile: string) {
    if (!LOCAL.has(new URL(url).hostname)) throw new Error("Standfast is asked on this machine only.");
  }

  async file(folder: string, path: string): Promise<FilePage> {
    return this.call("GET", `/file?${new URLSearchParams({ path, directory: folder })}`);
  }

  async verify(folder: string, id: string): Promise<void> {
    await this.call("POST", `/memories/${encodeURIComponent(id)}/verify?${new URLSearchParams({ directory: folder })}`, {});
  }

  page(id: string): string {
    return `${this.url}/#/memory/${encodeURIComponent(id)}`;
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const token = (await readFile(this.tokenFile || usualTokenFile(), "utf8")).trim();
    const headers: Record<string, string> = { Authorization: `Bearer ${token}`, ...(body ? { "Content-Type": "application/json" } : {}) };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`${this.url}/api/v1${path}`, { method, headers, signal, redirect: "error", ...(body ? { body: JSON.stringify(body) } : {}) });
    const record = (await answer.json()) as T & { error?: { message: string; code: string } };
    if (!answer.ok) throw new Failure(record.error?.message ?? `The server answered ${answer.status}.`, record.error?.code ?? "");
    return record;
  }
}

export class Failure extends Error {
  constructor(message: string, readonly code: string) {
    super(message);
  }
}

function usualTokenFile(): string {
  const home = process.env.STANDFAST_HOME;
  if (home) return join(home, "token");
  if (process.platform === "win32") return join(process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "standfast", "token");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "standfast", "token");
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), ".local", "share"), "standfast", "token");
}
