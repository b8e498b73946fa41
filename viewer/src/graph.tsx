// Graph: memories, files, symbols, people, sessions and commits as one picture; filter by path and time, zoom, follow.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { get, type Atlas, type Node } from "./api";
import type { Drawing } from "./graph-view";
import { Badge, Empty, Head, Trouble, count, say, short, useLoad, visible } from "./parts";
import { link, place, refine } from "./route";

const TYPES: [string, string[]][] = [
  ["memories", ["memory"]], ["files", ["file"]], ["symbols", ["symbol", "lines", "setting"]], ["people", ["person", "agent"]], ["sessions", ["session"]],
  ["commits", ["commit"]], ["documents", ["document", "dependency", "command", "import", "url", "issue", "turn", "entity", "missing"]],
];
const SPANS: [string, string][] = [["", "any time"], ["1d", "since yesterday"], ["7d", "this week"], ["30d", "this month"], ["365d", "this year"]];
const SIZES = ["300", "1000", "5000"];
const CROWDED = 300; // above that, what has a single relation is left out until it is asked for

export function GraphPage() {
  const query = place.value.query;
  const [path, since, limit] = [query.get("path") ?? "", query.get("since") ?? "", query.get("limit") ?? "1000"];
  const [typed, setTyped] = useState(path);
  const { data, error, reload } = useLoad(() => get<Atlas>("/atlas", { path, since, limit }), [path, since, limit]);
  const [hidden, setHidden] = useState<string[]>(["commits"]);
  const [leaves, setLeaves] = useState<boolean>(); // whether a person wants to see them
  const bare = !(leaves ?? (data?.nodes.length ?? 0) <= CROWDED);
  const [chosen, setChosen] = useState(query.get("at") ?? "");
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    if (data?.nodes.length && box.current) {
      const target = box.current;
      void import("./graph-view").then(({ draw }) => {
        if (!wanted) return;
        try {
          drawing.current = draw(target, data, setChosen);
          drawing.current.hide(typesOf(hidden), bare);
          if (chosen) drawing.current.focus(chosen);
        } catch {
          say("This browser cannot draw the graph (it needs WebGL). The list beside it says the same.", { bad: true });
        }
      });
    }
    return () => {
      wanted = false;
      drawing.current?.close();
      drawing.current = undefined;
    };
  }, [data]);
  useEffect(() => drawing.current?.hide(typesOf(hidden), bare), [hidden, bare]);
  const toggle = (name: string) => setHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]);
  const follow = (id: string) => (drawing.current ? drawing.current.focus(id) : setChosen(id));
  return (
    <>
      <Head title="Graph">What is known, what it is about, who said it, and who was given it.</Head>
      <div class="chips">
        <form class="chip" onSubmit={(event) => { event.preventDefault(); refine("path", typed.trim()); }}>
          <label for="graph-path">Path</label><input id="graph-path" placeholder="src/**" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} onBlur={() => typed.trim() !== path && refine("path", typed.trim())} />
        </form>
        <label class={since ? "chip on" : "chip"}><span>Learned</span><select value={since} onChange={(event) => refine("since", event.currentTarget.value)}>{SPANS.map(([value, words]) => <option value={value}>{words}</option>)}</select></label>
        <label class="chip"><span>At most</span><select value={limit} onChange={(event) => refine("limit", event.currentTarget.value)}>{SIZES.map((size) => <option value={size}>{Number(size).toLocaleString()}</option>)}</select></label>
        {TYPES.map(([name]) => <button class={hidden.includes(name) ? "chip" : "chip on"} aria-pressed={!hidden.includes(name)} onClick={() => toggle(name)}><span class={`dot type-${name}`} />{name}</button>)}
        <button class={bare ? "chip" : "chip on"} aria-pressed={!bare} onClick={() => setLeaves(bare)} title="Things that only one memory is about">single relations</button>
      </div>
      {error && !data ? <Trouble error={error} retry={reload} /> : data && !data.nodes.length ? (
        <Empty title="There is nothing to draw.">{path || since ? "Remove a filter." : <>Once something is remembered here, its relations are drawn. <code>standfast init</code> reads what the repository says.</>}</Empty>
      ) : (
        <div class="graph">
          <div class="card canvas" ref={box} role="img" aria-label={data ? `A graph of ${data.nodes.length} things; the list beside it says what is chosen` : "A graph"} />
          <aside class="card pad panel" aria-live="polite">{data && <Panel atlas={data} chosen={chosen} follow={follow} />}</aside>
        </div>
      )}
    </>
  );
}

const typesOf = (names: string[]) => new Set(TYPES.filter(([name]) => names.includes(name)).flatMap(([, types]) => types));

function Panel({ atlas, chosen, follow }: { atlas: Atlas; chosen: string; follow: (id: string) => void }) {
  const { nodes, degrees } = useMemo(() => {
    const degrees = new Map<string, number>();
    for (const edge of atlas.edges) for (const id of [edge.from, edge.to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
    return { nodes: new Map(atlas.nodes.map((node) => [node.id, node])), degrees };
  }, [atlas]);
  const node = nodes.get(chosen);
  if (!node) {
    const top = [...atlas.nodes].filter((one) => one.type !== "document").sort((one, other) => (degrees.get(other.id) ?? 0) - (degrees.get(one.id) ?? 0)).slice(0, 14);
    return (
      <>
        <p class="dim">{count(atlas.nodes.length, "thing")}, {count(atlas.edges.length, "relation")}{atlas.withheld > 0 && <>; {count(atlas.withheld, "memory", "memories")} did not fit</>}. Choose one to follow what it is related to.</p>
        <h2>Most connected</h2>
        <Neighbours rows={top.map((one) => ["", one])} follow={follow} degrees={degrees} />
      </>
    );
  }
  const related = atlas.edges.filter((edge) => edge.from === chosen || edge.to === chosen).map((edge): [string, Node | undefined] => [edge.from === chosen ? edge.kind : `← ${edge.kind}`, nodes.get(edge.from === chosen ? edge.to : edge.from)]);
  return (
    <>
      <p class="row-about">{node.standing ? <Badge word={node.standing} /> : null} {node.kind ?? node.type}</p>
      <p><b>{short(node.label, 200)}</b></p>
      <p><Open node={node} /></p>
      <h2>Related <span class="count">{related.length}</span></h2>
      <Neighbours rows={related.slice(0, 60).filter((row): row is [string, Node] => !!row[1])} follow={follow} degrees={degrees} />
    </>
  );
}

function Neighbours({ rows, follow, degrees }: { rows: [string, Node][]; follow: (id: string) => void; degrees: Map<string, number> }) {
  return (
    <ul class="plain">
      {rows.map(([kind, node]) => (
        <li><button class="follow" onClick={() => follow(node.id)} data-row><span class={`dot ${node.standing ? `is-${node.standing}` : `of-${node.type}`}`} /><span>{kind && <span class="dim">{kind} </span>}{short(visible(node.label), 80)}</span><span class="dim">{degrees.get(node.id)}</span></button></li>
      ))}
    </ul>
  );
}

function Open({ node }: { node: Node }) {
  const name = node.label;
  if (node.type === "memory") return <a class="button" href={link("memory", node.id)}>Open the memory</a>;
  if (node.type === "session") return <a class="button" href={link("session", name)}>Replay the session</a>;
  if (["file", "symbol", "lines"].includes(node.type)) return <a class="button" href={link("files", "", { path: node.id.split("::")[0]?.replace(/:\d+-\d+$/, "") ?? "" })}>Open the file</a>;
  if (["person", "agent", "document", "commit"].includes(node.type)) return <a class="button" href={link("memories", "", { source: node.id, status: "all" })}>What it said</a>;
  return null;
}
