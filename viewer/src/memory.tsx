// Memory: one of them with everything there is to it, and every action on it.
import { useEffect, useState } from "preact/hooks";
import { get, memoryPath, patch, post, type Changed, type Detail, type Memory, type Operation, type Purged, type Receipt } from "./api";
import { Badge, Dialog, Empty, Id, Prose, Section, Stand, Ticked, Trouble, When, attempt, headline, short, useKeys, useLoad, visible, who } from "./parts";
import { go, link, place } from "./route";

type Graph = { root: string; nodes: { id: string; type: string; label: string; status?: string; standing?: string }[]; edges: { from: string; to: string; kind: string }[] };

export function MemoryPage() {
  const id = place.value.id;
  const { data: memory, error, reload } = useLoad(() => get<Memory>(memoryPath(id)), [id]);
  const [open, setOpen] = useState<"" | "edit" | "purge" | "supersede">("");
  useEffect(() => {
    if (memory) document.title = `${headline(memory, 60)} · Standfast`;
  }, [memory]);
  const act = (verb: string, done: string, body: unknown = {}) => attempt(() => post<Changed>(memoryPath(id, `/${verb}`), body), done);
  const decide = (verb: "approve" | "reject", done: string) => attempt(() => post(`/review/${verb}`, { ids: [id] }), done);
  const waits = !!memory && ["proposed", "disputed", "quarantined"].includes(memory.status);
  const gone = !!memory && ["retracted", "superseded", "expired"].includes(memory.status);
  useKeys({
    e: () => setOpen("edit"),
    v: () => void act("verify", "Verified: it holds for the code as it is now."),
    a: () => waits && void decide("approve", "Approved."),
    x: () => waits && void decide("reject", "Rejected; it stays in the history."),
  });
  if (error && !memory) return <Trouble error={error} retry={reload} />;
  if (!memory) return null;
  return (
    <article class="memory">
      <header>
        <p class="row-about"><Stand memory={memory} /> {memory.status !== "active" && memory.standing !== "unanchored" && <Badge word={memory.standing} />} {memory.kind} · <Id id={memory.id} /> · revision {memory.revision}</p>
        {memory.title && <h1>{visible(memory.title)}</h1>}
        <Prose text={memory.text} class={memory.title ? "" : "lead"} />
        {memory.why && <div class="why"><h2>Why</h2><Prose text={memory.why} /></div>}
        {memory.reason && <p class="note">{visible(memory.reason)}</p>}
        {memory.superseded_by && <p class="note">Replaced by <a href={link("memory", memory.superseded_by)}>{memory.superseded_by}</a></p>}
      </header>
      <div class="actions">
        {waits && <button class="primary" onClick={() => decide("approve", "Approved.")}>Approve <kbd>a</kbd></button>}
        {waits && <button onClick={() => decide("reject", "Rejected; it stays in the history.")}>Reject <kbd>x</kbd></button>}
        <button onClick={() => setOpen("edit")}>Edit <kbd>e</kbd></button>
        {!gone && !waits && <button onClick={() => act("verify", "Verified: it holds for the code as it is now.")}>Still holds <kbd>v</kbd></button>}
        {!gone && <button onClick={() => setOpen("supersede")}>Replace</button>}
        {gone ? <button onClick={() => act("restore", "Restored.")}>Restore</button> : !waits && <button onClick={() => act("retract", "Retracted; it stays in the history.")}>Retract</button>}
        <button onClick={() => act("feedback", "Noted: helpful.", { verdict: "helpful" })}>Helpful</button>
        <button onClick={() => act("feedback", "Noted: wrong.", { verdict: "wrong" })}>Wrong</button>
        <button class="danger" onClick={() => setOpen("purge")}>Purge…</button>
      </div>
      {memory.versions && <Versions memory={memory} />}
      <dl class="facts">
        <dt>Said by</dt><dd>{memory.sources.map((source) => <a href={link("memories", "", { source: `${source.kind}:${source.name}` })}>{who(source)}</a>)}{memory.source.session && <a href={link("session", memory.source.session)}>its session</a>}</dd>
        <dt>Authority</dt><dd>{memory.authority}, confidence {Math.round(memory.confidence * 100)}%</dd>
        <dt>Scope</dt><dd>{visible(memory.scope)}</dd>
        <dt>Learned</dt><dd><When at={memory.at} />{memory.verified_at && <>, verified <When at={memory.verified_at} /></>}{memory.expires_at && <>, ends {memory.expires_at.slice(0, 10)}</>}</dd>
        {!!memory.tags.length && <><dt>Tags</dt><dd>{memory.tags.map((tag) => <a href={link("memories", "", { tag })}>{visible(tag)}</a>)}</dd></>}
        {!!memory.evidence.length && <><dt>Evidence</dt><dd>{memory.evidence.map((one) => <span>{one.kind}: {short(one.ref, 80)} {short(one.note, 80)}</span>)}</dd></>}
        {memory.guard && <><dt>Guard</dt><dd>It stops the mistake it is about: <code>standfast guard list</code></dd></>}
        <dt>Feedback</dt><dd>{memory.feedback.helpful} helpful, {memory.feedback.wrong} wrong, {memory.feedback.stale} stale</dd>
      </dl>
      <Anchors memory={memory} />
      <Revisions memory={memory} />
      <Related id={memory.id} />
      <Receivers id={memory.id} />
      {open === "edit" && <Edit memory={memory} close={() => setOpen("")} />}
      {open === "supersede" && <Replace memory={memory} close={() => setOpen("")} />}
      {open === "purge" && <Purge memory={memory} close={() => setOpen("")} />}
    </article>
  );
}

function Versions({ memory }: { memory: Memory }) {
  return (
    <Section title="Two versions stand side by side">
      <div class="sides">
        {memory.versions?.map((version) => (
          <div class="side">
            <p class="row-about">revision {version.revision} · {who(version.source)}</p>
            <Prose text={version.text} />
            <button onClick={() => attempt(() => post("/review/approve", { ids: [memory.id], revision: version.revision }), `Revision ${version.revision} counts.`)}>This one counts</button>
          </div>
        ))}
      </div>
    </Section>
  );
}

export function Anchors({ memory }: { memory: Memory }) {
  const details = new Map(memory.standing_detail.map((detail) => [detail.anchor, detail]));
  return (
    <Section title="What it is about">
      {!memory.anchors.length && (
        <Empty title="It is not anchored to code, so nothing can say whether it still holds.">
          <code>standfast revise {memory.id} --anchor PATH::SYMBOL</code>
        </Empty>
      )}
      {memory.anchors.map((anchor) => <Anchor anchor={anchor} detail={details.get(anchor)} />)}
      {memory.rests_on.map((other) => <p class="note">It rests on <a href={link("memory", other.id)}>{other.id}</a>, which <Badge word={other.standing} /></p>)}
    </Section>
  );
}

type Lines = { path: string; first: number; lines: string[] };

function Anchor({ anchor, detail }: { anchor: string; detail: Detail | undefined }) {
  const commit = detail?.commit as { sha: string; author: string; at: string; subject: string } | undefined;
  const before = detail?.before as Lines | undefined;
  const after = detail?.after as Lines | undefined;
  return (
    <div class="anchor">
      <p><code>{visible(anchor)}</code> {detail?.standing && <Badge word={detail.standing} />} <span class="dim"><Ticked text={String(detail?.reason ?? "")} /></span></p>
      {commit && <p class="dim">changed in <code>{commit.sha.slice(0, 10)}</code> by {visible(commit.author)}, {commit.at.slice(0, 10)}: {short(commit.subject, 100)}</p>}
      {(before || after) && (
        <div class="sides">
          <Code title="then" lines={before} />
          <Code title="now" lines={after} />
        </div>
      )}
    </div>
  );
}

function Code({ title, lines }: { title: string; lines: Lines | undefined }) {
  return (
    <figure class="side">
      <figcaption>{title}{lines && <> · {visible(lines.path)}</>}</figcaption>
      {lines ? <pre tabIndex={0}>{lines.lines.map((line, at) => <><span class="number">{lines.first + at}</span>{visible(line)}{"\n"}</>)}</pre> : <p class="dim">It is not there.</p>}
    </figure>
  );
}

function Revisions({ memory }: { memory: Memory }) {
  const { data } = useLoad(() => get<{ operations: Operation[] }>(memoryPath(memory.id, "/log"), { limit: 50 }), [memory.id]);
  const [shown, setShown] = useState(memory.revision > 1 ? memory.revision : 0);
  return (
    <Section title="History" count={data?.operations.length}>
      {data?.operations.map((operation) => (
        <div class={operation.reverted ? "step gone" : "step"}>
          <span class={`act is-${operation.act}`}>{operation.act}</span>
          <span class="row-about">{who(operation.source)} · <When at={operation.recorded_at} /></span>
          {operation.revision !== null && operation.revision > 1 && (
            <button class="link" aria-expanded={shown === operation.revision} onClick={() => setShown(shown === operation.revision ? 0 : operation.revision ?? 0)}>
              what revision {operation.revision} changed
            </button>
          )}
          {shown === operation.revision && <Diff id={memory.id} revision={shown} />}
        </div>
      ))}
    </Section>
  );
}

function Diff({ id, revision }: { id: string; revision: number }) {
  const { data, error } = useLoad(() => get<{ lines: string[] }>(memoryPath(id, "/diff"), { revision }), [id, revision]);
  if (error) return <p class="dim">{error.message}</p>;
  const kind = (line: string) => (line.startsWith("+") ? "added" : line.startsWith("-") ? "taken" : "same");
  return (
    <pre class="diff" tabIndex={0}>
      {data?.lines.filter((line) => !/^(---|\+\+\+|@@)/.test(line)).map((line) => <span class={kind(line)}>{visible(line)}{"\n"}</span>)}
    </pre>
  );
}

const SHOWN = new Set(["said-by", "session", "given-to", "read-at", "tagged", "anchored-at", "scoped-to", "in"]);

function Related({ id }: { id: string }) {
  const { data } = useLoad(() => get<Graph>(memoryPath(id, "/graph"), { limit: 40 }), [id]);
  if (!data || data.edges.length === 0) return null;
  const nodes = new Map(data.nodes.map((node) => [node.id, node]));
  const rows = data.edges.filter((edge) => (edge.from === data.root || edge.to === data.root) && !SHOWN.has(edge.kind));
  if (!rows.length) return null;
  return (
    <Section title="Related" count={rows.length}>
      <ul class="plain">
        {rows.map((edge) => {
          const other = nodes.get(edge.from === data.root ? edge.to : edge.from);
          const label = short(other?.label ?? "", 100);
          return (
            <li>
              <span class="dim">{edge.from === data.root ? edge.kind : `← ${edge.kind}`}</span>{" "}
              {other?.type === "memory" ? <a href={link("memory", other.id)}>{label}</a>
                : other?.type === "session" ? <a href={link("session", label)}>{label}</a>
                : other?.type === "file" || other?.type === "path" ? <a href={link("memories", "", { file: label })}>{label}</a> : <code>{label}</code>}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Receivers({ id }: { id: string }) {
  const { data } = useLoad(() => get<{ receipts: Receipt[] }>(memoryPath(id, "/why")), [id]);
  const receipts = data?.receipts.filter((receipt) => !receipt.to.startsWith("person:"));
  return (
    <Section title="Who was given it" count={receipts?.length}>
      {receipts && !receipts.length && <Empty title="No agent was given it yet." />}
      <ul class="plain">
        {receipts?.map((receipt) => {
          const given = receipt.given.find((one) => one.id === id);
          return (
            <li>
              {receipt.session ? <a href={link("session", receipt.session)}>{receipt.to}</a> : receipt.to} · {receipt.verb} · <When at={receipt.at} />
              {given && <span class="dim"> · rank {given.rank}, revision {given.revision}, it {given.standing === "holds" ? "held" : `was ${given.standing}`}</span>}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

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

function Replace({ memory, close }: { memory: Memory; close: () => void }) {
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

function Purge({ memory, close }: { memory: Memory; close: () => void }) {
  const { data, error } = useLoad(() => post<Purged>("/purge", { ids: [memory.id], dry_run: true }), [memory.id]);
  const [done, setDone] = useState<Purged>();
  const purge = () => attempt(async () => setDone(await post<Purged>("/purge", { ids: [memory.id], confirm: data?.confirm })), "Purged.", { undo: false });
  return (
    <Dialog title="Delete for good" close={() => (done ? go("memories") : close())}>
      {error && <p role="alert">{error.message} {error.hint}</p>}
      {done ? (
        <>
          <p>Searched {done.proof.files_scanned.toLocaleString()} files and {done.proof.bytes.toLocaleString()} bytes: {done.proof.found ? `still found in ${done.proof.found} places` : "nothing of it is left"}.</p>
          {!!done.commits.length && <p>Git commits that still carry it: {done.commits.join(", ")}</p>}
          <p class="buttons"><button class="primary" onClick={() => go("memories")}>Done</button></p>
        </>
      ) : (
        <>
          <p>This goes from every table, log, index and backup. Nothing brings it back: not undo, not a revert, not an import.</p>
          <ul class="plain">{data?.preview?.map((one) => <li><code>{one.id}</code> {short(one.words)}</li>)}</ul>
          <p class="buttons"><button class="danger" disabled={!data} onClick={purge}>Delete for good</button><button onClick={close} autofocus>Cancel</button></p>
        </>
      )}
    </Dialog>
  );
}
