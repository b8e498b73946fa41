// Review: what waits for a person, one key each, and a way back.
import { useEffect, useState } from "preact/hooks";
import { get, memoryPath, post, type Memory, type Waiting } from "./api";
import { Badge, Empty, Id, Prose, Section, Ticked, Trouble, When, attempt, headline, isStale, opponentOf, statusOf, undoLast, useKeys, useLoad, visible, who } from "./parts";
import { link } from "./route";
import { Anchors, Edit } from "./memory";

export function Review() {
  const { data, error, reload } = useLoad(() => get<{ waiting: Waiting[] }>("/review", { limit: 200 }), []);
  const [later, setLater] = useState<string[]>([]);
  const [chosen, setChosen] = useState("");
  const [editing, setEditing] = useState(false);
  const queue = (data?.waiting ?? []).filter((one) => !later.includes(one.id)).concat((data?.waiting ?? []).filter((one) => later.includes(one.id)));
  const at = Math.max(0, queue.findIndex((one) => one.id === chosen));
  const now = queue[at];
  useEffect(() => {
    document.querySelector(".queue [aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [now?.id]);
  const move = (by: number) => setChosen(queue[Math.max(0, Math.min(queue.length - 1, at + by))]?.id ?? "");
  const decide = async (verb: "approve" | "reject", done: string) => {
    if (!now) return;
    const next = queue[at + 1]?.id ?? queue[at - 1]?.id ?? "";
    if (await attempt(() => post(`/review/${verb}`, { ids: [now.id] }), done)) setChosen(next);
  };
  const skip = () => {
    if (!now) return;
    const next = queue[at + 1]?.id ?? "";
    setLater((old) => [...old.filter((id) => id !== now.id), now.id]);
    setChosen(next);
  };
  const stale = !!now && isStale(now);
  const opponent = now ? opponentOf(now) : "";
  const approve = () => void decide("approve", opponent ? "Both are kept." : stale ? "Verified: it holds for the code as it is now." : "Approved.");
  const replace = async (old: string, by: string) => {
    if (await attempt(() => post(memoryPath(old, "/supersede"), { by }), "Replaced.")) setChosen(queue[at + 1]?.id ?? "");
  };
  const reject = () => opponent && now ? void replace(now.id, opponent) : void decide("reject", `${stale ? "Retracted" : "Rejected"}; it stays in the history.`);
  useKeys({
    a: approve, x: reject,
    e: () => setEditing(!!now), l: skip, j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1),
    u: () => void undoLast(),
  });
  if (error) return <Trouble error={error} retry={reload} />;
  if (!data) return null;
  if (!now) {
    return (
      <Empty title="Nothing waits for you.">
        What agents propose, what looks hostile, what two people said differently and what drifted is settled here.
      </Empty>
    );
  }
  return (
    <div class="review">
      <nav class="queue" aria-label="What waits">
        <p class="aside">{queue.length} waiting</p>
        {queue.map((one) => (
          <button class="row" aria-current={one === now ? "true" : undefined} onClick={() => setChosen(one.id)}>
            <span class="row-words">{headline(one, 90)}</span>
            <span class="row-about"><Badge word={statusOf(one)} /> {one.kind}</span>
          </button>
        ))}
      </nav>
      <article class="memory" aria-live="polite">
        <p class="row-about"><Badge word={statusOf(now)} /> {now.kind} · <Id id={now.id} /> · {who(now.source)} · <When at={now.at} /></p>
        {now.title && <h1>{visible(now.title)}</h1>}
        <Prose text={now.text} class={now.title ? "" : "lead"} />
        <p class="note"><Ticked text={now.reason} width={400} /></p>
        <div class="actions">
          <button class="primary" onClick={approve}>{opponent ? "Keep both" : stale ? "Still holds" : "Approve"} <kbd>a</kbd></button>
          <button onClick={reject}>{opponent ? "The other counts" : stale ? "Retract" : "Reject"} <kbd>x</kbd></button>
          {opponent && <button onClick={() => replace(opponent, now.id)}>This one counts</button>}
          <button onClick={() => setEditing(true)}>Edit <kbd>e</kbd></button>
          <button onClick={skip}>Later <kbd>l</kbd></button>
          <button onClick={undoLast}>Undo <kbd>u</kbd></button>
          <a class="button" href={link("memory", now.id)}>All about it</a>
        </div>
        <Beside key={now.id} id={now.id} opponent={opponent} />
        {editing && <Edit memory={now} close={() => setEditing(false)} />}
      </article>
    </div>
  );
}

function Beside({ id, opponent }: { id: string; opponent: string }) {
  const { data } = useLoad(async () => {
    const memory = await get<Memory>(memoryPath(id));
    const links = memory.links.filter((one) => one.kind === "supersedes" || one.kind === "contradicts");
    const wanted = [...new Set([...links.map((one) => one.target), opponent].filter(Boolean))];
    const others = await Promise.all(wanted.map((other) => get<Memory>(memoryPath(other)).catch(() => undefined)));
    return { memory, others: others.filter((one) => one !== undefined) };
  }, [id]);
  if (!data) return null;
  return (
    <>
      {data.memory.why && <div class="why"><h2>Why</h2><Prose text={data.memory.why} /></div>}
      {data.others.map((other) => (
        <Section title={opponent ? "Both cannot be right" : "It would take the place of"}>
          <div class="sides">
            <div class="side"><p class="row-about">{opponent ? "the other" : "now"} · {who(other.source)} · <Badge word={other.standing} /></p><Prose text={other.text} /><a href={link("memory", other.id)}>{other.id}</a></div>
            <div class="side"><p class="row-about">{opponent ? "this one" : "proposed"} · {who(data.memory.source)} · <Badge word={data.memory.standing} /></p><Prose text={data.memory.text} /></div>
          </div>
        </Section>
      ))}
      {!!data.memory.anchors.length && <Anchors memory={data.memory} />}
    </>
  );
}
