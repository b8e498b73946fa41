// Review: what waits for a person, one key each, and a way back; conflicts side by side with what the code supports.
import { useEffect, useState } from "preact/hooks";
import { asRead, get, getWaiting, mayChange, mayTry, memoryPath, post, type Memory, type Sides, type Waiting } from "./api";
import { Edit } from "./dialogs";
import { Anchors } from "./memory";
import { Badge, Dialog, Empty, Head, Id, Prose, Section, Ticked, Trouble, When, attempt, count, headline, isDisproved, isStale, opponentOf, short, statusOf, undoLast, useKeys, useLoad, visible, who } from "./parts";
import { link, place, refine } from "./route";

const FILTERS: [string, string, (one: Waiting) => string][] = [
  ["why", "Waits because", statusOf],
  ["kind", "Kind", (one) => one.kind],
  ["from", "Said by", (one) => `${one.source.kind}:${one.source.name}`],
];

export function Review() {
  const { data, error, reload } = useLoad(() => getWaiting(500), []);
  const [later, setLater] = useState<string[]>([]);
  const [chosen, setChosen] = useState("");
  const [open, setOpen] = useState<"" | "edit" | "merge" | "bulk">("");
  const query = place.value.query;
  const waiting = data ?? [];
  const fitting = waiting.filter((one) => FILTERS.every(([name, , read]) => !query.get(name) || read(one) === query.get(name)));
  const queue = fitting.filter((one) => !later.includes(one.id)).concat(fitting.filter((one) => later.includes(one.id)));
  const at = Math.max(0, queue.findIndex((one) => one.id === chosen));
  const now = queue[at];
  useEffect(() => {
    document.querySelector(".queue [aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [now?.id]);
  const move = (by: number) => setChosen(queue[Math.max(0, Math.min(queue.length - 1, at + by))]?.id ?? "");
  const decide = async (verb: "approve" | "reject", done: string) => {
    if (!now) return;
    const next = queue[at + 1]?.id ?? queue[at - 1]?.id ?? "";
    if (await attempt(() => post(`/review/${verb}`, { ids: [asRead(now), ...(verb === "approve" && opponent ? [opponent] : [])] }), done)) setChosen(next);
  };
  const skip = () => {
    if (!now) return;
    const next = queue[at + 1]?.id ?? "";
    setLater((old) => [...old.filter((id) => id !== now.id), now.id]);
    setChosen(next);
  };
  const stale = !!now && isStale(now);
  const disproved = stale && isDisproved(now); // the code says otherwise: no single key says that it holds all the same
  const opponent = now ? opponentOf(now) : "";
  const approve = () => void decide("approve", opponent ? "Both are kept." : stale ? "Verified: it holds for the code as it is now." : "Approved.");
  const replace = async (old: string, by: string) => {
    if (await attempt(() => post(memoryPath(old, "/supersede"), { by }), "Replaced.")) setChosen(queue[at + 1]?.id ?? "");
  };
  const reject = () => opponent && now ? void replace(now.id, opponent) : void decide("reject", `${stale ? "Retracted" : "Rejected"}; it stays in the history.`);
  const may = mayChange();
  useKeys({
    j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1),
    ...(mayTry() ? { ...(disproved ? { v: approve } : { a: approve }), x: reject, e: () => setOpen(now ? "edit" : ""), m: () => setOpen(now ? "merge" : ""), l: skip, u: () => void undoLast() } : {}),
  });
  if (error && !data) return <Trouble error={error} retry={reload} />;
  if (!data) return null;
  return (
    <>
      <Head title="Review" more={may && queue.length > 1 && <button onClick={() => setOpen("bulk")}>Settle {query.size ? "these" : "all"} {queue.length}…</button>}>What waits for you: one key each, and <kbd>u</kbd> takes it back.</Head>
      {waiting.length > 1 && <Filters waiting={waiting} />}
      {!now ? (
        <Empty title={waiting.length ? "Nothing that waits fits." : "Nothing waits for you."}>
          {waiting.length ? "Remove a filter." : "What agents propose, what looks hostile, what two people said differently and what drifted is settled here."}
        </Empty>
      ) : (
        <div class="review">
          <nav class="card queue" aria-label="What waits">
            <p class="aside">{queue.length} waiting</p>
            {queue.map((one) => (
              <button class="row" aria-current={one === now ? "true" : undefined} onClick={() => setChosen(one.id)}>
                <span class={`dot is-${statusOf(one)}`} /><span class="row-words">{headline(one, 90)}</span>
                <span class="row-about"><Badge word={statusOf(one)} /> {one.kind}</span>
              </button>
            ))}
          </nav>
          <article class="memory card pad" aria-live="polite">
            <p class="row-about"><Badge word={statusOf(now)} /> {now.kind} · <Id id={now.id} /> · {who(now.source)} · <When at={now.at} /></p>
            {now.title && <h2 class="big">{visible(now.title)}</h2>}
            <Prose text={now.text} class={now.title ? "" : "lead"} />
            <p class="note"><Ticked text={now.reason} width={400} /></p>
            {may && (
              <div class="actions">
                {disproved && <button class="primary" onClick={() => setOpen("edit")}>Revise <kbd>e</kbd></button>}
                {!disproved && <button class="primary" onClick={approve}>{opponent ? "Keep both" : stale ? "Still holds" : "Approve"} <kbd>a</kbd></button>}
                <button onClick={reject}>{opponent ? "The other counts" : stale ? "Retract" : "Reject"} <kbd>x</kbd></button>
                {opponent && <button onClick={() => replace(opponent, now.id)}>This one counts</button>}
                {disproved ? <button onClick={approve}>Still holds <kbd>v</kbd></button> : <button onClick={() => setOpen("edit")}>Edit <kbd>e</kbd></button>}
                <button onClick={() => setOpen("merge")}>Merge <kbd>m</kbd></button>
                <button onClick={skip}>Later <kbd>l</kbd></button>
                <button onClick={undoLast}>Undo <kbd>u</kbd></button>
                <a class="button" href={link("memory", now.id)}>All about it</a>
              </div>
            )}
            <Beside key={now.id} id={now.id} />
          </article>
        </div>
      )}
      {now && open === "edit" && <Edit memory={now} close={() => setOpen("")} />}
      {now && open === "merge" && <Merge id={now.id} close={() => { setOpen(""); setChosen(""); }} />}
      {open === "bulk" && <Bulk queue={queue} close={() => setOpen("")} />}
    </>
  );
}

function Filters({ waiting }: { waiting: Waiting[] }) {
  const query = place.value.query;
  return (
    <div class="chips">
      {FILTERS.map(([name, label, read]) => {
        const values = [...new Set(waiting.map(read))].sort();
        return (
          <label class={query.get(name) ? "chip on" : "chip"}><span>{label}</span>
            <select value={query.get(name) ?? ""} onChange={(event) => refine(name, event.currentTarget.value)}>
              <option value="">any</option>
              {values.map((value) => <option value={value}>{short(value, 40)} ({waiting.filter((one) => read(one) === value).length})</option>)}
            </select>
          </label>
        );
      })}
    </div>
  );
}

const RELATION: Record<string, string> = { contradicts: "Both cannot be right", supersedes: "It would take the place of", near: "Says nearly the same" };

function Beside({ id }: { id: string }) {
  const { data } = useLoad(() => get<Sides>(`/review/${encodeURIComponent(id)}`), [id]);
  if (!data) return null;
  const { memory } = data;
  return (
    <>
      {memory.why && <div class="why"><h2>Why</h2><Prose text={memory.why} /></div>}
      {data.others.map(({ memory: other, relation, supported, because }) => (
        <Section title={RELATION[relation] ?? relation} plain>
          <div class="sides">
            <div class={supported === memory.id ? "side supported" : "side"}><p class="row-about">this one · {who(memory.source)} · <Badge word={memory.standing} told={memory.word} /></p><Prose text={memory.text} />{supported === memory.id && <p class="support">The code supports this one: {visible(because)}</p>}</div>
            <div class={supported === other.id ? "side supported" : "side"}><p class="row-about">the other · {who(other.source)} · <Badge word={other.standing} told={other.word} /></p><Prose text={other.text} />{supported === other.id && <p class="support">The code supports this one: {visible(because)}</p>}<a href={link("memory", other.id)}>{other.id}</a></div>
          </div>
          {relation === "contradicts" && !supported && <p class="aside">The code supports neither of them.</p>}
        </Section>
      ))}
      {!!memory.anchors.length && <Anchors memory={memory} />}
    </>
  );
}

function Merge({ id, close }: { id: string; close: () => void }) {
  const { data } = useLoad(async () => {
    const sides = await get<Sides>(`/review/${encodeURIComponent(id)}`);
    const { results } = await get<{ results: Memory[] }>("/recall", { query: sides.memory.text.slice(0, 300), limit: 8, preview: true });
    const known = new Map([...sides.others.map((one) => one.memory), ...results].filter((one) => one.id !== id).map((one) => [one.id, one]));
    return { memory: sides.memory, others: [...known.values()].slice(0, 8) };
  }, [id]);
  const [ids, setIds] = useState<string[]>([]);
  const [text, setText] = useState<string>();
  const words = text ?? data?.memory.text ?? "";
  const save = async (event: Event) => {
    event.preventDefault();
    if (await attempt(() => post("/review/merge", { keep: id, ids, text: words }), `Merged: one memory stands for ${ids.length + 1}.`, { undo: false })) close();
  };
  return (
    <Dialog title="Merge into this one" close={close} wide>
      <form onSubmit={save}>
        <fieldset><legend>These give way to it; their history stays</legend>
          {data && !data.others.length && <p class="dim">Nothing here says anything like it.</p>}
          {data?.others.map((other) => (
            <label class="check"><input type="checkbox" checked={ids.includes(other.id)} onChange={() => setIds(ids.includes(other.id) ? ids.filter((one) => one !== other.id) : [...ids, other.id])} /> <span>{headline(other, 120)} <span class="dim">{other.kind} · {other.word ?? other.standing}</span></span></label>
          ))}
        </fieldset>
        <label>Words of the one that stays <textarea rows={5} required value={words} onInput={(event) => setText(event.currentTarget.value)} /></label>
        <p class="buttons"><button class="primary" disabled={!ids.length}>Merge {count(ids.length + 1, "memory", "memories")}</button><button type="button" onClick={close}>Cancel</button></p>
      </form>
    </Dialog>
  );
}

function Bulk({ queue, close }: { queue: Waiting[]; close: () => void }) {
  const settle = async (verb: "approve" | "reject") => {
    const settled = queue.filter((one) => verb === "reject" || !isDisproved(one));
    const named = new Set(settled.map((one) => one.id));
    const others = verb === "approve" ? settled.map(opponentOf).filter((id) => id && !named.has(id)) : [];
    const ids = [...settled.map(asRead), ...new Set(others)];
    if (await attempt(() => post(`/review/${verb}`, { ids }), `${verb === "approve" ? "Approved" : "Rejected"} ${count(ids.length, "memory", "memories")}.`, { undo: false })) close();
  };
  return (
    <Dialog title={`Settle ${count(queue.length, "memory", "memories")} at once`} close={close}>
      <p class="dim">What drifted is retracted or left waiting, for conflicts both sides are kept or this one is retracted, everything else is approved or rejected. Each stays in the log and can be reverted.</p>
      <ul class="plain going">{queue.slice(0, 30).map((one) => <li><Badge word={statusOf(one)} /> {headline(one, 80)}</li>)}</ul>
      {queue.length > 30 && <p class="dim">and {queue.length - 30} more</p>}
      <p class="buttons"><button class="primary" onClick={() => settle("approve")}>Approve all</button><button onClick={() => settle("reject")}>Reject all</button><button onClick={close} autofocus>Cancel</button></p>
    </Dialog>
  );
}
