// Log: every operation, like git log, with a preview before anything is taken back.
import { useState } from "preact/hooks";
import { get, mayChange, mayTry, type Operation } from "./api";
import { Revert } from "./dialogs";
import { Empty, Head, More, Trouble, When, short, undoLast, useKeys, usePages, who } from "./parts";
import { link } from "./route";

const PAGE = 100;

export function Log() {
  const [chosen, setChosen] = useState<Operation>();
  const { rows, cursor, next, error, reload } = usePages(async (from) => {
    const skip = Number(from) || 0;
    const { operations } = await get<{ operations: Operation[] }>("/log", { limit: PAGE, skip });
    return { rows: operations, cursor: operations.length === PAGE ? String(skip + PAGE) : "" };
  }, []);
  const may = mayChange();
  useKeys(mayTry() ? { u: () => void undoLast() } : {});
  if (error && !rows) return <Trouble error={error} retry={reload} />;
  if (!rows) return null;
  return (
    <>
      <Head title="Log" more={may && rows.length > 0 && <button onClick={undoLast}>Undo my last operation <kbd>u</kbd></button>}>Every change to memory, hash-linked and never rewritten. Anything but a purge can be undone.</Head>
      {!rows.length && <Empty title="Nothing has happened here yet."><code>standfast remember "…"</code> is the first line of this page.</Empty>}
      {!!rows.length && (
        <div class="card rows">
          {rows.map((operation) => (
            <div class={operation.reverted ? "step gone" : "step"}>
              <span class={`act is-${operation.act}`}>{operation.act}</span>
              {operation.memory ? <a class="words" href={link("memory", operation.memory)} data-row>{short(operation.words) || operation.memory}</a> : <span class="words">{short(operation.words) || "–"}</span>}
              <span class="row-about">{who(operation.source)} · <When at={operation.recorded_at} /> · <code>{operation.operation}</code></span>
              {may && !operation.reverted && operation.act !== "purge" && <button class="link" onClick={() => setChosen(operation)} aria-label={`Revert ${operation.act} ${short(operation.words, 40)}`}>Revert…</button>}
            </div>
          ))}
          <More cursor={cursor} next={next} />
        </div>
      )}
      {chosen && <Revert operation={chosen} close={() => setChosen(undefined)} />}
    </>
  );
}
