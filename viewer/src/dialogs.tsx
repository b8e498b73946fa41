// What asks before it acts: edit, replace, revert with its blast radius, purge with its proof.
import { useState } from "preact/hooks";
import { get, memoryPath, patch, post, type Changed, type Memory, type Operation, type Purged, type Reverted } from "./api";
import { Dialog, attempt, count, headline, short, useLoad } from "./parts";
import { go, link } from "./route";
import { Proof } from "./you";

export function Edit({ memory, close }: { memory: Pick<Memory, "id" | "revision" | "title" | "text"> & { why?: string }; close: () => void }) {
  const [draft, setDraft] = useState({ title: memory.title, text: memory.text, why: memory.why ?? "" });
  const set = (name: keyof typeof draft) => (event: { currentTarget: { value: string } }) => setDraft({ ...draft, [name]: event.currentTarget.value });
  const save = async (event: Event) => {
    event.preventDefault();
    const changes: Record<string, unknown> = { text: draft.text, title: draft.title, based_on: memory.revision };
    if (memory.why !== undefined) changes.why = draft.why;
    if (await attempt(() => patch(memoryPath(memory.id), changes), "Written as a new revision.")) close();
  };
  return (
    <Dialog title="Edit" close={close}>
      <form onSubmit={save}>
        <label>Title <input value={draft.title} onInput={set("title")} /></label>
        <label>Words <textarea rows={8} required value={draft.text} onInput={set("text")} /></label>
        {memory.why !== undefined && <label>Why <textarea rows={3} value={draft.why} onInput={set("why")} /></label>}
        <p class="buttons"><button class="primary">Write a new revision</button><button type="button" onClick={close}>Cancel</button></p>
      </form>
    </Dialog>
  );
}

export function Replace({ memory, close }: { memory: Memory; close: () => void }) {
  const [words, setWords] = useState("");
  const save = async (event: Event) => {
    event.preventDefault();
    let fresh = "";
    const done = await attempt(async () => {
      fresh = (await post<Changed>("/memories", { text: words, kind: memory.kind, supersedes: [memory.id], anchors: memory.anchors, tags: memory.tags })).id;
    }, "Replaced.");
    if (done) {
      close();
      go("memory", fresh);
    }
  };
  return (
    <Dialog title="Replace it by another" close={close}>
      <form onSubmit={save}>
        <p class="dim">{headline(memory)}</p>
        <label>What holds instead <textarea rows={6} required value={words} onInput={(event) => setWords(event.currentTarget.value)} /></label>
        <p class="buttons"><button class="primary">Replace</button><button type="button" onClick={close}>Cancel</button></p>
      </form>
    </Dialog>
  );
}

// Reverting the last operation on a memory, or one that was chosen in the log.
export function Revert({ memory, operation, close }: { memory?: Memory; operation?: Operation; close: () => void }) {
  const { data, error } = useLoad(async () => {
    const last = operation ?? (await get<{ operations: Operation[] }>(memoryPath(memory?.id ?? "", "/log"), { limit: 20 })).operations.find((one) => !one.reverted && one.act !== "purge");
    return last && { last, blast: await post<Reverted>("/revert", { operations: [last.operation], dry_run: true }) };
  }, []);
  const revert = async () => {
    if (data && await attempt(() => post("/revert", { operations: [data.last.operation] }), "Reverted.")) {
      close();
      if (memory && data.last.act === "remember") go("log");
    }
  };
  return (
    <Dialog title={`Take back “${data?.last.act ?? operation?.act ?? "the last change"}”`} close={close}>
      {error && <p role="alert">{error.message} {error.hint}</p>}
      {data && (
        <>
          <ul class="plain">{data.blast.memories.map((one) => <li>{short(data.blast.words[one] ?? one)}</li>)}</ul>
          <p><b>What it reached.</b> {data.blast.sessions.length ? <>{count(data.blast.sessions.length, "session")} had been given it: {data.blast.sessions.slice(0, 8).map((one, at) => <>{at > 0 && ", "}<a href={link("session", one.session)}>{short(one.session, 40)}</a></>)}.</> : "No session had been given any of it."}</p>
          <p>{data.blast.derived.length ? <>{count(data.blast.derived.length, "memory is", "memories are")} built on it.</> : "Nothing is built on it."} Recall will answer as if it had never happened; the log keeps both.</p>
        </>
      )}
      <p class="buttons"><button class="primary" disabled={!data} onClick={revert}>Revert</button><button onClick={close}>Cancel</button></p>
    </Dialog>
  );
}

export function Purge({ memory, close }: { memory: Memory; close: () => void }) {
  const { data, error } = useLoad(() => post<Purged>("/purge", { ids: [memory.id], dry_run: true }), [memory.id]);
  const [done, setDone] = useState<Purged>();
  const purge = () => attempt(async () => setDone(await post<Purged>("/purge", { ids: [memory.id], confirm: data?.confirm })), "Purged.", { undo: false });
  return (
    <Dialog title="Delete for good" close={() => (done ? go("memories") : close())}>
      {error && !done && <p role="alert">{error.message} {error.hint}</p>}
      {done ? <Proof done={done} close={() => go("memories")} /> : (
        <>
          <p>This goes from every table, log, index and backup. Nothing brings it back: not undo, not a revert, not an import.</p>
          <ul class="plain going">{data?.preview?.map((one) => <li><code>{one.id}</code> {short(one.words)}</li>)}</ul>
          <p class="buttons"><button class="danger" disabled={!data} onClick={purge}>Delete for good</button><button onClick={close} autofocus>Cancel</button></p>
        </>
      )}
    </Dialog>
  );
}
