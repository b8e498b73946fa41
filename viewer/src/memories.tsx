// Memories: search as you type, filters that stand in the address, a page at a time.
import { get, type Page, type Result } from "./api";
import { Empty, Head, MemoryLine, More, Trouble, short, useLoad, usePages, useQuestion } from "./parts";
import { place, refine } from "./route";

const KINDS = ["decision", "convention", "fact", "gotcha", "requirement", "episode", "attempt", "thread", "procedure", "preference"];
const CHOICES: [string, string, [string, string][]][] = [
  ["kind", "Kind", KINDS.map((kind) => [kind, kind])],
  ["status", "Status", [["waiting", "waiting"], ["superseded", "superseded"], ["retracted", "retracted"], ["expired", "expired"], ["all", "all"]]],
  ["standing", "Standing", [["holds", "holds"], ["stale", "drifted or broken"], ["moved,touched", "moved or touched"], ["unanchored", "not anchored"]]],
  ["since", "Changed", [["1d", "since yesterday"], ["7d", "this week"], ["30d", "this month"]]],
  ["sort", "Order", [["oldest", "oldest"], ["title", "title"], ["standing", "worst first"], ["ending", "ending first"]]],
];
const DEFAULTS: Record<string, string> = { status: "active", sort: "newest", since: "any time" };
const TYPED = ["tag", "source", "file", "path", "scope", "branch", "ending"];

export function Memories() {
  const query = place.value.query;
  const [asked, typed, setTyped] = useQuestion();
  const filters = Object.fromEntries([...query].filter(([name]) => name !== "q"));
  return (
    <>
      <Head title="Memories">What this project knows, and whether it still holds.</Head>
      <div class="stack">
        <div class="search">
          <label class="hidden" for="search">Search memories</label>
          <input id="search" type="search" placeholder="What does this project know about …?" autocomplete="off" value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)} />
          <kbd>/</kbd>
        </div>
        <Chips />
      </div>
      {asked.trim() ? <Found question={asked} filters={filters} /> : <Listed key={query.toString()} filters={filters} />}
    </>
  );
}

function Chips() {
  const query = place.value.query;
  return (
    <div class="chips">
      {CHOICES.map(([name, label, options]) => (
        <label class={query.get(name) ? "chip on" : "chip"}>
          <span>{label}</span>
          <select value={query.get(name) ?? ""} onChange={(event) => refine(name, event.currentTarget.value)}>
            <option value="">{DEFAULTS[name] ?? "any"}</option>
            {options.map(([value, words]) => <option value={value}>{words}</option>)}
            {query.get(name) && !options.some(([value]) => value === query.get(name)) && <option value={query.get(name) ?? ""}>{query.get(name)}</option>}
          </select>
        </label>
      ))}
      {TYPED.filter((name) => query.get(name)).map((name) => (
        <button class="chip on" onClick={() => refine(name, "")} aria-label={`Remove the filter ${name}`}>
          {name}: {short(query.get(name) ?? "", 40)} ×
        </button>
      ))}
    </div>
  );
}

function Found({ question, filters }: { question: string; filters: Record<string, string> }) {
  const { kind, tag, scope, status } = filters;
  const include = status && !["active", "all", "waiting"].includes(status) ? status : undefined;
  const { data, error, reload } = useLoad(
    () => get<{ results: Result[]; withheld: number }>("/recall", { query: question, limit: 30, kinds: kind, tags: tag, scope, include, preview: true }),
    [question, JSON.stringify(filters)],
  );
  if (error && !data) return <Trouble error={error} retry={reload} />;
  if (data && !data.results.length) {
    return <Empty title="Nothing here answers that.">Try other words, leave a filter out, or look in <a href={`#/sessions?q=${encodeURIComponent(question)}`}>past sessions</a>.</Empty>;
  }
  if (!data) return null;
  return (
    <div class="card" aria-live="polite">
      {data.results.map((memory) => <MemoryLine key={memory.id} memory={memory} note={<Why scores={memory.scores} score={memory.score} />} />)}
      {!!data.withheld && <p class="aside">{data.withheld.toLocaleString()} more are far behind an answer and left out.</p>}
    </div>
  );
}

function Why({ score, scores }: { score: number; scores: Record<string, number> }) {
  const parts = Object.entries(scores).filter(([, value]) => value).sort((one, other) => other[1] - one[1]);
  return <span title={parts.map(([name, value]) => `${name} ${value.toFixed(3)}`).join("\n")}>score {score.toFixed(2)}{parts[0] && <> by {parts.slice(0, 2).map(([name]) => name).join(", ")}</>}</span>;
}

function Listed({ filters }: { filters: Record<string, string> }) {
  const { rows, cursor, next, error, reload } = usePages(async (from) => {
    const page = await get<Page>("/memories", { ...filters, limit: 50, cursor: from });
    return { rows: page.memories, cursor: page.cursor ?? "" };
  }, [JSON.stringify(filters)]);
  if (error && !rows) return <Trouble error={error} retry={reload} />;
  if (!rows) return null;
  if (!rows.length) {
    return Object.keys(filters).length
      ? <Empty title="Nothing here matches.">Remove a filter.</Empty>
      : <Empty title="Nothing is remembered here yet."><code>standfast remember "…"</code> says one thing, <code>standfast init</code> reads what the repository already says.</Empty>;
  }
  return (
    <div class="card rows">
      {rows.map((memory) => <MemoryLine key={memory.id} memory={memory} note={memory.expires_at && `ends ${memory.expires_at.slice(0, 10)}`} />)}
      <More cursor={cursor} next={next} />
    </div>
  );
}
