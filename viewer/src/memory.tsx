// Memory: one of them with everything there is to it, and every action on it.
import { diffWordsWithSpace } from "diff";
import { useEffect, useMemo, useState } from "preact/hooks";
import { asRead, get, mayChange, mayTry, memoryPath, post, type Changed, type Detail, type Guard, type Memory, type Operation, type Receipt } from "./api";
import { Code } from "./code";
import { Edit, Purge, Replace, Revert } from "./dialogs";
import { Badge, Empty, Id, Prose, Section, Stand, Ticked, Trouble, When, attempt, count, headline, short, useKeys, useLoad, visible, who } from "./parts";
import { link, place } from "./route";

type Graph = { root: string; nodes: { id: string; type: string; label: string }[]; edges: { from: string; to: string; kind: string }[] };
const WAITS = ["proposed", "disputed", "quarantined"];
const GONE = ["retracted", "superseded", "expired"];

export function MemoryPage() {
  const id = place.value.id;
  const then = place.value.query.get("as_of") ?? "";
  const { data: memory, error, reload } = useLoad(() => get<Memory>(memoryPath(id), { as_of: then }), [id, then]);
  const [open, setOpen] = useState<"" | "edit" | "purge" | "supersede" | "revert">("");
  useEffect(() => {
    if (memory) document.title = `${headline(memory, 60)} · Standfast`;
  }, [memory]);
  const act = (verb: string, done: string, body: unknown = {}) => attempt(() => post<Changed>(memoryPath(id, `/${verb}`), body), done);
  const verify = () => attempt(() => post<Changed>(memoryPath(memory ? asRead(memory) : id, "/verify"), {}), "Verified: it holds for the code as it is now.");
  const decide = (verb: "approve" | "reject", done: string) => attempt(() => post(`/review/${verb}`, { ids: [memory ? asRead(memory) : id] }), done);
  const waits = !!memory && WAITS.includes(memory.status);
  const gone = !!memory && GONE.includes(memory.status);
  const may = mayChange() && !then;
  useKeys(mayTry() && !then ? {
    e: () => setOpen("edit"),
    v: () => void verify(),
    a: () => waits && void decide("approve", "Approved."),
    x: () => waits && void decide("reject", "Rejected; it stays in the history."),
  } : {});
  if (error && !memory) return <Trouble error={error} retry={reload} />;
  if (!memory) return null;
  return (
    <article class="memory">
      {then && <p class="note">As it was on {then.slice(0, 16).replace("T", " ")}. <a href={link("memory", id)}>See it now</a></p>}
      <header>
        <p class="row-about"><Stand memory={memory} /> {memory.status !== "active" && memory.standing !== "unanchored" && <Badge word={memory.standing} told={memory.word} />} {memory.kind} · <Id id={memory.id} /> · revision {memory.revision}</p>
        {memory.title ? <><h1>{visible(memory.title)}</h1><Prose text={memory.text} /></> : <h1 class="lead"><Ticked text={memory.text} width={600} /></h1>}
        {!memory.title && memory.text.length > 600 && <Prose text={memory.text} />}
        {memory.why && <div class="why"><h2>Why</h2><Prose text={memory.why} /></div>}
        {memory.reason && <p class="note">{visible(memory.reason)}</p>}
        {memory.superseded_by && <p class="note">Replaced by <a href={link("memory", memory.superseded_by)}>{memory.superseded_by}</a></p>}
        {memory.earlier && <p class="note">Here its earlier words hold: “{memory.earlier}”{memory.revised_on && <>, revised on branch <code>{memory.revised_on}</code></>}</p>}
        {memory.sides?.map((side) => (
          <p class="note">
            It stands against <a href={link("memory", side.id)}>{side.id}</a> ({side.told})
            {side.supported && <>; the code supports {side.supported === side.id ? "that one" : "this one"}, because {side.reason}</>}: <a href={link("review")}>settle it</a>
          </p>
        ))}
      </header>
      {may && (
        <div class="actions">
          {waits && <button class="primary" onClick={() => decide("approve", "Approved.")}>Approve <kbd>a</kbd></button>}
          {waits && <button onClick={() => decide("reject", "Rejected; it stays in the history.")}>Reject <kbd>x</kbd></button>}
          <button onClick={() => setOpen("edit")}>Edit <kbd>e</kbd></button>
          {!gone && !waits && <button onClick={() => verify()}>Still holds <kbd>v</kbd></button>}
          {!gone && <button onClick={() => setOpen("supersede")}>Replace</button>}
          {gone ? <button onClick={() => act("restore", "Restored.")}>Restore</button> : !waits && <button onClick={() => act("retract", "Retracted; it stays in the history.")}>Retract</button>}
          <button onClick={() => act("feedback", "Noted: helpful.", { verdict: "helpful" })}>Helpful</button>
          <button onClick={() => act("feedback", "Noted: wrong.", { verdict: "wrong" })}>Wrong</button>
          <button onClick={() => setOpen("revert")}>Revert…</button>
          <button class="danger" onClick={() => setOpen("purge")}>Purge…</button>
        </div>
      )}
      {memory.versions && <Versions memory={memory} may={may} />}
      <Anchors memory={memory} />
      <Facts memory={memory} />
      {!then && <Revisions memory={memory} />}
      <Related id={memory.id} />
      <Receivers id={memory.id} />
      {open === "edit" && <Edit memory={memory} close={() => setOpen("")} />}
      {open === "supersede" && <Replace memory={memory} close={() => setOpen("")} />}
      {open === "revert" && <Revert memory={memory} close={() => setOpen("")} />}
      {open === "purge" && <Purge memory={memory} close={() => setOpen("")} />}
    </article>
  );
}

function Facts({ memory }: { memory: Memory }) {
  return (
    <Section title="Where it comes from">
      <dl class="facts pad">
        <dt>Said by</dt><dd>{memory.sources.map((source) => <a href={link("memories", "", { source: `${source.kind}:${source.name}` })}>{who(source)}</a>)}{memory.source.session && <a href={link("session", memory.source.session)}>its session</a>}</dd>
        <dt>Authority</dt><dd>{memory.authority}, confidence {Math.round(memory.confidence * 100)}%</dd>
        <dt>Scope</dt><dd>{visible(memory.scope).replace(/^project:\S+?(?=,|$)/, "this project")}</dd>
        <dt>Learned</dt><dd><When at={memory.at} />{memory.verified_at && <>, verified <When at={memory.verified_at} /></>}{memory.expires_at && <>, ends {memory.expires_at.slice(0, 10)}</>}</dd>
        {!!memory.tags.length && <><dt>Tags</dt><dd>{memory.tags.map((tag) => <a href={link("memories", "", { tag })}>{visible(tag)}</a>)}</dd></>}
        {!!memory.evidence.length && <><dt>Evidence</dt><dd class="lines">{memory.evidence.map((one) => <span><Evidence one={one} /></span>)}</dd></>}
        {memory.guard && <><dt>Guard</dt><dd><GuardLink id={memory.id} /></dd></>}
        <dt>Feedback</dt><dd>{memory.feedback.helpful} helpful, {memory.feedback.wrong} wrong, {memory.feedback.stale} stale</dd>
      </dl>
    </Section>
  );
}

function Evidence({ one }: { one: { kind: string; ref: string; note: string } }) {
  const [path, line] = one.kind === "file" ? [one.ref.replace(/:\d+$/, ""), /:(\d+)$/.exec(one.ref)?.[1] ?? ""] : ["", ""];
  const target = one.kind === "memory" ? link("memory", one.ref) : one.kind === "session" ? link("session", one.ref) : path ? link("files", "", { path, line }) : "";
  const words = `${one.kind === "commit" ? one.ref.slice(0, 10) : short(one.ref, 80)}`;
  return <>{one.kind}: {target ? <a href={target}>{words}</a> : <code>{words}</code>} <span class="dim">{short(one.note, 80)}</span></>;
}

function GuardLink({ id }: { id: string }) {
  const { data } = useLoad(() => get<{ guards: Guard[] }>("/guards"), [id]);
  const guard = data?.guards.find((one) => one.memory === id);
  return guard ? <a href={link("guards", "", { guard: guard.guard })}><code>{guard.guard}</code> stops the mistake it is about</a> : <>It stops the mistake it is about</>;
}

function Versions({ memory, may }: { memory: Memory; may: boolean }) {
  return (
    <Section title="Two versions are in dispute" plain>
      <div class="sides">
        {memory.versions?.map((version) => (
          <div class="side">
            <p class="row-about">revision {version.revision} · {who(version.source)}</p>
            <Prose text={version.text} />
            {may && <button onClick={() => attempt(() => post("/review/approve", { ids: [memory.id], revision: version.revision }), `Revision ${version.revision} counts.`)}>This one counts</button>}
          </div>
        ))}
      </div>
    </Section>
  );
}

export function Anchors({ memory }: { memory: Memory }) {
  const details = new Map(memory.standing_detail.map((detail) => [detail.anchor, detail]));
  return (
    <Section title="What it is about" plain>
      {!memory.anchors.length && (
        <Empty title="It is not anchored to code, so nothing can say whether it still holds.">
          <code>standfast revise {memory.id} --anchor PATH::SYMBOL</code>
        </Empty>
      )}
      {memory.anchors.slice(0, 12).map((anchor) => <Anchor anchor={anchor} detail={details.get(anchor)} />)}
      {memory.anchors.length > 12 && <p class="aside">and {memory.anchors.length - 12} more places</p>}
      {memory.rests_on.map((other) => <p class="note">It rests on <a href={link("memory", other.id)}>{other.id}</a>, which <Badge word={other.standing} /></p>)}
    </Section>
  );
}

const wordOf = (detail: Detail) => (typeof detail.word === "string" ? detail.word : detail.standing === "unanchored" ? "not checked" : undefined);

type Lines = { path: string; first: number; lines: string[] };

function Anchor({ anchor, detail }: { anchor: string; detail: Detail | undefined }) {
  const commit = detail?.commit as { sha: string; author: string; at: string; subject: string } | undefined;
  const before = detail?.before as Lines | undefined;
  const after = detail?.after as Lines | undefined;
  const path = /^(dep|cmd|conf|commit):/.test(anchor) ? "" : anchor.split("::")[0]?.replace(/:\d+-\d+$/, "").replace(/@[0-9a-f]{7,64}$/, "") ?? "";
  const taken = useMemo(() => new Set(after?.lines.map((line) => line.trim())), [after]);
  const had = useMemo(() => new Set(before?.lines.map((line) => line.trim())), [before]);
  return (
    <div class="anchor">
      <p>{path ? <a href={link("files", "", { path })}><code>{visible(anchor)}</code></a> : <code>{visible(anchor)}</code>} {detail?.standing && <Badge word={detail.standing} told={wordOf(detail)} />} <span class="dim"><Ticked text={String(detail?.reason ?? "")} /></span></p>
      {commit && <p class="dim">changed in <code>{commit.sha.slice(0, 10)}</code> by {visible(commit.author)}, {commit.at.slice(0, 10)}: {short(commit.subject, 100)}</p>}
      {(before || after) && (
        <div class="sides">
          <Side title="then" lines={before} changed={(line) => (before && after && !taken.has(line.trim()) ? "taken" : "")} />
          <Side title="now" lines={after} changed={(line) => (before && after && !had.has(line.trim()) ? "added" : "")} />
        </div>
      )}
    </div>
  );
}

function Side({ title, lines, changed }: { title: string; lines: Lines | undefined; changed: (line: string) => string }) {
  return (
    <figure class="side">
      <figcaption>{title}{lines && <> · {visible(lines.path)}</>}</figcaption>
      {lines ? <Code path={lines.path} lines={lines.lines} first={lines.first} mark={(at) => changed(lines.lines[at] ?? "")} /> : <p class="dim">It is not there.</p>}
    </figure>
  );
}

function Revisions({ memory }: { memory: Memory }) {
  const { data } = useLoad(() => get<{ operations: Operation[] }>(memoryPath(memory.id, "/log"), { limit: 50 }), [memory.id]);
  const [shown, setShown] = useState(0);
  useEffect(() => setShown(memory.revision > 1 ? memory.revision : 0), [memory.revision]);
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
          {shown !== 0 && shown === operation.revision && <Diff id={memory.id} revision={shown} />}
        </div>
      ))}
    </Section>
  );
}

// What a revision changed, in words: what was taken is struck out beside what was added.
function Diff({ id, revision }: { id: string; revision: number }) {
  const { data, error } = useLoad(() => get<{ lines: string[] }>(memoryPath(id, "/diff"), { revision }), [id, revision]);
  if (error) return <p class="dim">{error.message}</p>;
  const lines = data?.lines.filter((line) => !/^(---|\+\+\+|@@)/.test(line)) ?? [];
  const side = (sign: string) => lines.filter((line) => line.startsWith(sign) || line.startsWith(" ")).map((line) => line.slice(1)).join("\n");
  const [old, fresh] = [side("-"), side("+")];
  const parts = old.length + fresh.length > 20000 ? [{ value: old, removed: true, added: false }, { value: fresh, added: true, removed: false }] : diffWordsWithSpace(old, fresh);
  return <p class="diff" tabIndex={0}>{parts.map((part) => (part.added ? <ins>{visible(part.value)}</ins> : part.removed ? <del>{visible(part.value)}</del> : visible(part.value)))}</p>;
}

const SHOWN = new Set(["said-by", "session", "given-to", "read-at", "tagged", "anchored-at", "scoped-to", "in"]);

function Related({ id }: { id: string }) {
  const { data } = useLoad(() => get<Graph>(memoryPath(id, "/graph"), { limit: 40 }), [id]);
  if (!data || data.edges.length === 0) return null;
  const nodes = new Map(data.nodes.map((node) => [node.id, node]));
  const rows = data.edges.filter((edge) => (edge.from === data.root || edge.to === data.root) && !SHOWN.has(edge.kind));
  return (
    <Section title="Related" count={rows.length} more={<a href={link("graph", "", { at: id })}>In the graph</a>}>
      {!rows.length && <p class="aside">Nothing is linked to it.</p>}
      {!!rows.length && (
        <ul class="plain pad">
          {rows.map((edge) => {
            const other = nodes.get(edge.from === data.root ? edge.to : edge.from);
            const label = short(other?.label ?? "", 100);
            return (
              <li>
                <span class="dim">{edge.from === data.root ? edge.kind : `← ${edge.kind}`}</span>{" "}
                {other?.type === "memory" ? <a href={link("memory", other.id)}>{label}</a>
                  : other?.type === "session" ? <a href={link("session", label)}>{label}</a>
                  : other?.type === "file" || other?.type === "path" ? <a href={link("files", "", { path: label })}>{label}</a> : <code>{label}</code>}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

function Receivers({ id }: { id: string }) {
  const { data } = useLoad(() => get<{ receipts: Receipt[] }>(memoryPath(id, "/why")), [id]);
  const receipts = data?.receipts.filter((receipt) => !receipt.to.startsWith("person:"));
  return (
    <Section title="Who was given it" count={receipts?.length}>
      {receipts && !receipts.length && <p class="aside">No agent was given it yet.</p>}
      {!!receipts?.length && (
        <ul class="plain pad">
          {receipts.slice(0, 40).map((receipt) => {
            const given = receipt.given.find((one) => one.id === id);
            return (
              <li>
                {receipt.session ? <a href={link("session", receipt.session)}>{receipt.to.replace("agent:", "")}</a> : receipt.to} · {receipt.verb} · <When at={receipt.at} />
                {given && <span class="dim"> · rank {given.rank}, revision {given.revision}, it {given.word ? `was ${given.word}` : given.standing === "holds" ? "held" : `was ${given.standing}`}, {count(given.tokens, "token")}</span>}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
