// Log: every operation, like git log, with a preview before anything is taken back.
import { useState } from "preact/hooks";
import { get, post, type Operation, type Reverted } from "./api";
import { Dialog, Empty, Trouble, When, attempt, short, undoLast, useKeys, useLoad, who } from "./parts";
import { link } from "./route";

export function Log() {
  const [limit, setLimit] = useState(100);
  const [chosen, setChosen] = useState<Operation>();
  const { data, error, reload } = useLoad(() => get<{ operations: Operation[] }>("/log", { limit }), [limit]);
  useKeys({ u: () => void undoLast() });
  if (error) return <Trouble error={error} retry={reload} />;
  if (data && !data.operations.length) return <Empty title="Nothing has happened here yet."><code>standfast remember "…"</code> is the first line of this page.</Empty>;
  return (
    <>
      <p class="buttons"><button onClick={undoLast}>Undo my last operation <kbd>u</kbd></button></p>
      <div class="rows">
        {data?.operations.map((operation) => (
          <div class={operation.reverted ? "step gone" : "step"}>
            <span class={`act is-${operation.act}`}>{operation.act}</span>
            {operation.memory ? <a class="words" href={link("memory", operation.memory)} data-row>{short(operation.words) || operation.memory}</a> : <span class="words">{short(operation.words) || "–"}</span>}
            <span class="row-about">{who(operation.source)} · <When at={operation.recorded_at} /> · <code>{operation.operation}</code></span>
            {!operation.reverted && operation.act !== "purge" && <button class="link" onClick={() => setChosen(operation)}>Revert…</button>}
          </div>
        ))}
        {data && data.operations.length === limit && limit < 1000 && <button class="more" onClick={() => setLimit(1000)}>Show more</button>}
      </div>
      {chosen && <Preview operation={chosen} close={() => setChosen(undefined)} />}
    </>
  );
}

function Preview({ operation, close }: { operation: Operation; close: () => void }) {
  const { data, error } = useLoad(() => post<Reverted>("/revert", { operations: [operation.operation], dry_run: true }), [operation.operation]);
  const revert = async () => {
    if (await attempt(() => post("/revert", { operations: [operation.operation] }), "Reverted.")) close();
  };
  return (
    <Dialog title={`Take back “${operation.act}”`} close={close}>
      {error && <p role="alert">{error.message} {error.hint}</p>}
      {data && (
        <>
          <ul class="plain">{data.memories.map((memory) => <li>{short(data.words[memory] ?? memory)}</li>)}</ul>
          <p>{data.sessions.length ? `${data.sessions.length} had been given it: ${data.sessions.map((one) => short(one.session, 40)).join(", ")}.` : "No session had been given any of it."}</p>
          {!!data.derived.length && <p>{data.derived.length} memories are built on it.</p>}
        </>
      )}
      <p class="buttons"><button class="primary" disabled={!data} onClick={revert}>Revert</button><button onClick={close}>Cancel</button></p>
    </Dialog>
  );
}
