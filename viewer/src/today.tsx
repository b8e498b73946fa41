// Today: what is no longer true here, what waits, and what agents were given and what came of it.
import { get, getWaiting, sessionPath, type Drift, type Memory, type Point, type Receipt, type Session, type Status } from "./api";
import { Known } from "./chart";
import { Badge, Empty, Head, MemoryLine, Section, Ticked, Trouble, When, count, reasonOf, short, statusOf, useLoad } from "./parts";
import { link } from "./route";

const ORDER = ["holds", "moved", "touched", "drifted", "broken"];
const STANDS = new Set(["holds", "moved", "touched"]);
const SHOWN = 6;

export function Today() {
  const { data, error, reload } = useLoad(async () => {
    const [status, waiting, ending] = await Promise.all([
      get<Status>("/status"),
      getWaiting(100),
      get<{ memories: Memory[] }>("/memories", { ending: "14d", limit: 10 }),
    ]);
    return { status, waiting, ending: ending.memories };
  }, []);
  const checked = useLoad(() => get<Drift>("/drift"), []); // the first time, with many memories, this takes longest
  if (error && !data) return <Trouble error={error} retry={reload} />;
  if (!data) return null;
  const { status, waiting, ending } = data;
  const drift = checked.data;
  const lines = drift ? [...drift.instructions, ...drift.pages] : status.instructions;
  if (!status.memories.active && !waiting.length) return <First name={status.name} />;
  const wrong = (drift?.memories ?? []).filter((memory) => memory.standing === "drifted" || memory.standing === "broken");
  const broken = wrong.filter((memory) => memory.breach); // rules: the code is to be mended, or else the rule revised
  const lost = wrong.filter((memory) => !memory.breach && memory.standing_detail.some((item) => item.nowhere)); // it never was true of code
  const stale = wrong.filter((memory) => !memory.breach && !lost.includes(memory));
  const unsure = (drift?.memories ?? []).filter((memory) => memory.standing === "touched" && memory.standing_detail.some((item) => item.check));
  return (
    <>
      <Head title={status.name || "Today"}>What still stands here, as of this moment{status.branch && <> on <code>{status.branch}</code></>}.</Head>
      <Shares status={status} standings={(drift ?? status).standings} unchecked={(drift ?? status).unchecked} unsure={(drift ?? status).unsure} waiting={waiting.length} wrong={wrong.length - lost.length + lines.length} />
      {!!broken.length && (
        <Section title="Rules that the code breaks" count={broken.length}>
          {broken.slice(0, SHOWN).map((memory) => (
            <MemoryLine memory={{ ...memory, status: "active" }} note={<>broken at <code>{memory.breach}</code>: fix the code, or revise the rule</>} />
          ))}
        </Section>
      )}
      <Section title="No longer true" count={stale.length + lines.length}
        more={stale.length > SHOWN && <a href={link("memories", "", { standing: "stale" })}>All {stale.length}</a>}>
        {!drift && <p class="aside late">Checking anchored memories against the code…</p>}
        {drift && wrong.length === lost.length && !lines.length && (
          <Empty title={unsure.length + lost.length ? "Nothing that was checked is untrue." : "Everything that can be checked still stands."}>Anchored memories are checked against the code each time this page opens.</Empty>
        )}
        {lines.map((line) => (
          <a class="row" href={link("files", "", { path: line.file, line: String(line.line) })} data-row>
            <span class="dot is-broken" />
            <span class="row-words"><code>{line.file}:{line.line}</code> {line.kind === "version" ? <>says <code>{line.name}</code></> : <>names <code>{line.name}</code>, which is not there</>}</span>
            <span class="row-about">
              <Badge word="broken" /> instruction · {line.kind}{line.nearest && <> · nearest: <code>{line.nearest}</code></>}
              {line.since && <> · since {line.since.slice(0, 12)}</>}
            </span>
          </a>
        ))}
        {stale.slice(0, SHOWN).map((memory) => (
          <MemoryLine memory={{ ...memory, status: "active" }} note={<Ticked text={reasonOf(memory)} width={90} />} />
        ))}
      </Section>
      {!!lost.length && (
        <Section title="Anchored to what was never there" count={lost.length}>
          {lost.slice(0, SHOWN).map((memory) => <MemoryLine memory={{ ...memory, status: "active" }} note={<Ticked text={reasonOf(memory)} width={90} />} />)}
        </Section>
      )}
      {!!unsure.length && (
        <Section title="To look at" count={unsure.length}
          more={unsure.length > SHOWN && <a href={link("memories", "", { standing: "touched" })}>All that was touched</a>}>
          {unsure.slice(0, SHOWN).map((memory) => (
            <MemoryLine memory={{ ...memory, status: "active" }} note="the code it is about changed, and nobody can tell whether it still holds" />
          ))}
        </Section>
      )}
      <Section title="Waits for you" count={waiting.length}
        more={!!waiting.length && <a class="button primary" href={link("review")}>Settle them <kbd>g r</kbd></a>}>
        {!waiting.length && <Empty title="Nothing waits for you.">What agents propose and what drifts is settled in Review, one key each.</Empty>}
        {waiting.slice(0, SHOWN).map((memory) => <MemoryLine memory={{ ...memory, status: statusOf(memory) }} note={<Ticked text={memory.reason} width={90} />} />)}
      </Section>
      {!!ending.length && (
        <Section title="Ends within two weeks" count={ending.length}>
          {ending.map((memory) => <MemoryLine memory={memory} note={`ends ${memory.expires_at?.slice(0, 10)}`} />)}
        </Section>
      )}
      <Given />
    </>
  );
}

function Shares({ status, standings, unchecked, unsure, waiting, wrong }: {
  status: Status; standings: Record<string, number>; unchecked: number; unsure: number; waiting: number; wrong: number;
}) {
  const counts: Record<string, number> = { ...standings, holds: (standings.holds ?? 0) - unchecked, touched: (standings.touched ?? 0) - unsure };
  const parts = ORDER.map((word) => [word, counts[word] ?? 0] as const).filter(([, number]) => number);
  const checked = parts.reduce((sum, [, number]) => sum + number, 0);
  const unknown = unchecked + (standings.unanchored ?? 0); // nothing of the claim can be held against its place
  const stands = parts.filter(([word]) => STANDS.has(word)).reduce((sum, [, number]) => sum + number, 0);
  return (
    <div class="card shares">
      <div class="figures">
        <a class="figure" href={link("memories")}><b>{status.known.toLocaleString()}</b> known here{status.episodes ? `, ${status.episodes.toLocaleString()} commits and sessions besides` : ""}</a>
        <a class="figure" href={link("memories", "", { standing: "holds,moved,touched" })}>
          <b class="good">{checked ? `${Math.round((100 * stands) / checked)}%` : "–"}</b> of {checked.toLocaleString()} checked against code still stand{unknown ? `, ${unknown.toLocaleString()} not checked` : ""}
        </a>
        <a class="figure" href={link("memories", "", { standing: "stale" })}><b class={wrong ? "bad" : ""}>{wrong.toLocaleString()}</b> no longer true</a>
        {!!unsure && <a class="figure" href={link("memories", "", { standing: "touched" })}><b class="doubt">{unsure.toLocaleString()}</b> to look at</a>}
        <a class="figure" href={link("review")}><b class={waiting ? "doubt" : ""}>{waiting.toLocaleString()}</b> waiting</a>
      </div>
      <div class="bar" role="img" aria-label={parts.map(([word, number]) => `${number} ${word}`).join(", ") || "nothing anchored"}>
        {parts.map(([word, number]) => <span class={`is-${word}`} style={{ flexGrow: String(number) }} title={`${number} ${word}`} />)}
      </div>
      <p class="legend">{parts.map(([word, number]) => <span><span class={`dot is-${word}`} />{number.toLocaleString()} {word}</span>)}</p>
      <Over />
    </div>
  );
}

// With many memories this takes a moment the first time; its place is kept, so nothing jumps.
function Over() {
  const { data } = useLoad(() => get<{ points: Point[] }>("/history", { points: 90 }), []);
  const points = data?.points ?? [];
  return <a class="plain-link chart-place" href={link("time")} aria-label={points.length ? undefined : "Time"}>{points.length > 1 && <Known points={points} label="How much was known over time, and how much of it no longer stood" />}</a>;
}

const CAME: Record<string, string> = { exit: "ended", abandoned: "left open" };

function Given() {
  const { data } = useLoad(async () => {
    const { sessions } = await get<{ sessions: Session[] }>("/sessions", { limit: 5 });
    return Promise.all(sessions.map(async (session) => {
      const { receipts } = await get<{ receipts: Receipt[] }>(sessionPath(session.session, "/why")).catch(() => ({ receipts: [] }));
      return { session, receipts };
    }));
  }, []);
  if (!data) return null;
  return (
    <Section title="What agents were given" more={!!data.length && <a href={link("sessions")}>All sessions</a>}>
      {!data.length && <Empty title="No agent has worked here yet."><code>standfast setup</code> connects the agents on this machine.</Empty>}
      {data.map(({ session, receipts }) => {
        const given = new Map(receipts.flatMap((receipt) => receipt.given.map((one) => [one.id, one.words])));
        const tokens = receipts.reduce((sum, receipt) => sum + receipt.tokens, 0);
        return (
          <a class="row" href={link("session", session.session)} data-row>
            <span class={`dot ${session.ended_at ? "" : "is-open"}`} />
            <span class="row-words">{[...given.values()].filter(Boolean).slice(0, 2).map((words) => short(words, 70)).join(" · ") || "Nothing"}</span>
            <span class="row-about">
              {session.ended_at ? CAME[session.outcome] ?? (session.outcome || "ended") : <Badge word="open" />} · {session.agent} · <When at={session.last_at} /> · {count(given.size, "memory", "memories")}, {count(tokens, "token")}
            </span>
          </a>
        );
      })}
    </Section>
  );
}

function First({ name }: { name: string }) {
  return (
    <>
      <Head title={name || "Today"}>Nothing is known about this folder yet. Three ways to begin:</Head>
      <div class="cards">
        <div class="card pad"><h2>Read what is there</h2><p><code>standfast init</code></p><p class="dim">Reads instruction files, decision records, manifests and history: most projects know more than they tell.</p></div>
        <div class="card pad"><h2>Connect your agents</h2><p><code>standfast setup</code></p><p class="dim">From then on each session begins with what matters, and what it learns comes back here.</p></div>
        <div class="card pad"><h2>Say something yourself</h2><p><code>standfast remember "…"</code></p><p class="dim">A decision and why. Anchor it to a file and you are told when it stops being true.</p></div>
      </div>
    </>
  );
}
