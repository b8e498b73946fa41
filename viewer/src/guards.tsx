// Guards: what is enforced here, what blocked what, and each guard replayed over the repository's own history.
import { useState } from "preact/hooks";
import { get, type Backtest, type Blocked, type Flagged, type Guard } from "./api";
import { Lanes, day } from "./chart";
import { Badge, Empty, Head, Section, Trouble, When, count, short, useLoad, visible } from "./parts";
import { link, place, refine } from "./route";

export function Guards() {
  const { data, error, reload } = useLoad(async () => {
    const [{ guards }, { blocked }] = await Promise.all([get<{ guards: Guard[] }>("/guards"), get<{ blocked: Blocked[] }>("/blocked", { limit: 100 })]);
    return { guards, blocked };
  }, []);
  const chosen = place.value.query.get("guard") ?? "";
  if (error && !data) return <Trouble error={error} retry={reload} />;
  if (!data) return null;
  if (!data.guards.length) {
    return (
      <>
        <Head title="Guards">Rules that came out of memories, enforced when an agent edits, when anyone commits, and in CI.</Head>
        <Empty title="Nothing is enforced here yet.">
          A memory is advice; a guard keeps the mistake from coming back. <code>standfast guard draft FIX_COMMIT</code> proposes one from a fix, <code>standfast guard pack list</code> shows ready ones.
        </Empty>
      </>
    );
  }
  const times = (guard: Guard) => data.blocked.filter((one) => one.guard === guard.guard).length;
  return (
    <>
      <Head title="Guards">Rules that came out of memories, enforced when an agent edits, when anyone commits, and in CI.</Head>
      <Section title="Enforced here" count={data.guards.filter((guard) => guard.status === "active" && !guard.problem).length}>
        {data.guards.map((guard) => (
          <div class="guard">
            <button class="row" aria-expanded={chosen === guard.guard} onClick={() => refine("guard", chosen === guard.guard ? "" : guard.guard)} data-row>
              <span class={`dot is-${guard.problem ? "broken" : guard.status === "active" ? "holds" : guard.status}`} />
              <span class="row-words"><code>{visible(guard.guard)}</code> {short(guard.message || guard.words, 140)}</span>
              <span class="row-about">
                <Badge word={guard.problem ? "broken" : guard.status !== "active" ? guard.status : guard.severity === "block" ? "blocks" : "warns"} /> {guard.paths.length ? guard.paths.map((path) => short(path, 40)).join(", ") : "every file"}
                {" · "}{count(times(guard), "call")} stopped{guard.waivers.length > 0 && <> · {count(guard.waivers.length, "waiver")}</>}{guard.problem && <> · {short(guard.problem, 100)}</>}
              </span>
            </button>
            {chosen === guard.guard && <Replayed guard={guard} />}
          </div>
        ))}
      </Section>
      <Section title="What was stopped" count={data.blocked.length}>
        {!data.blocked.length && <Empty title="No agent ran into a guard yet.">Commits that the Git hook stopped are not kept: whoever was stopped has read why.</Empty>}
        {data.blocked.map((one) => (
          <a class="row" href={link("session", one.session)} data-row>
            <span class="dot is-broken" />
            <span class="row-words"><b>{one.tool}</b>{one.files.length > 0 && ` ${one.files.map((file) => short(file, 60)).join(", ")}`}: {short(one.words, 150)}</span>
            <span class="row-about">{one.guard && <code>{one.guard}</code>} · session {short(one.session, 24)} · <When at={one.at} /></span>
          </a>
        ))}
      </Section>
    </>
  );
}

const seconds = (date: string) => Date.parse(date) || 0;
const DAY = 86_400_000;

// Commits carry their day: those of one day stand beside each other in it.
function spread(flagged: Flagged[]): Map<string, number> {
  const days = new Map<string, Flagged[]>();
  for (const one of flagged) days.set(one.date, [...(days.get(one.date) ?? []), one]);
  return new Map([...days].flatMap(([date, ones]) => ones.map((one, at): [string, number] => [one.commit, seconds(date) + ((at + 0.5) * DAY) / ones.length])));
}

function Replayed({ guard }: { guard: Guard }) {
  const [commits, setCommits] = useState(500);
  const { data, error } = useLoad(() => get<{ backtests: Backtest[] }>(`/guards/${encodeURIComponent(guard.guard)}/backtest`, { limit: commits }), [guard.guard, commits]);
  const test = data?.backtests[0];
  const caught = new Set(test?.caught);
  const times = spread(test?.flagged ?? []);
  const marks = (test?.flagged ?? []).map((one) => ({
    at: times.get(one.commit) ?? 0, lane: caught.has(one.commit) ? 0 : 1, class: caught.has(one.commit) ? "is-caught" : "is-alarm",
    title: `${one.commit.slice(0, 10)} ${one.subject}`, go: () => document.getElementById(`flag-${one.commit}`)?.scrollIntoView({ block: "center" }),
  }));
  return (
    <div class="replayed">
      <p><a href={link("memory", guard.memory)}>{short(guard.words, 160)}</a></p>
      {guard.waivers.map((waiver) => <p class="note">Waived until {waiver.until}: {short(waiver.reason, 120)}</p>)}
      {error && <p role="alert">{error.message} {error.hint}</p>}
      {!data && !error && <p class="dim late">Replaying the last {commits} commits…</p>}
      {test && (
        <>
          <p class="dim">
            Over {count(test.commits, "commit")}{test.first && <>, {day(test.first)} to {day(test.last)}</>}: it would have stopped {count(test.flagged.length, "commit")}, {test.caught.length} of them later undone as {test.caught.length === 1 ? "a fault" : "faults"}{test.false_alarms.length > 0 && <>, {test.false_alarms.length} not ({test.alarms_per_year.toFixed(1)} a year)</>}. {test.problem || (test.agrees ? "History supports it." : "History argues against blocking with it.")}
          </p>
          <Lanes marks={marks} lanes={["caught", "alarms"]} first={seconds(test.first)} last={seconds(test.last) + DAY} />
          <ul class="plain">
            {test.flagged.slice(0, 30).map((one) => (
              <li id={`flag-${one.commit}`}><span class={`dot ${caught.has(one.commit) ? "is-holds" : "is-drifted"}`} /> <code>{one.commit.slice(0, 10)}</code> {day(one.date)} {short(one.subject, 90)} <span class="dim">{one.places.slice(0, 2).map((at) => short(at, 50)).join(", ")}{one.undone_by && <> · undone by {one.undone_by.slice(0, 10)} {short(one.undone_subject, 60)}</>}</span></li>
            ))}
          </ul>
          {commits < 1000 && test.commits === commits && <button onClick={() => setCommits(1000)}>Go back 1,000 commits</button>}
        </>
      )}
    </div>
  );
}
