// Time: travel to a date and see what was known then and how it stood, or play it forward.
import { useEffect, useRef, useState } from "preact/hooks";
import { get, type Past, type Point } from "./api";
import { Known, day } from "./chart";
import { Empty, Head, MemoryLine, More, Trouble, count, useKeys, useLoad, usePages, useSettled } from "./parts";
import { place, refine } from "./route";

const POINTS = 120;
const FRAME_MS = 350;

export function TimePage() {
  const { data, error, reload } = useLoad(() => get<{ points: Point[] }>("/history", { points: POINTS }), []);
  const points = data?.points ?? [];
  const asked = place.value.query.get("at") ?? "";
  const start = asked ? points.findIndex((point) => point.at >= asked) : -1;
  const [at, setAt] = useState<number>();
  const now = at ?? (start >= 0 ? start : points.length - 1);
  const [playing, setPlaying] = useState(false);
  const timer = useRef(0);
  useEffect(() => {
    clearTimeout(timer.current);
    if (playing && now < points.length - 1) timer.current = window.setTimeout(() => setAt(now + Math.max(1, Math.round(points.length / 60))), FRAME_MS);
    else if (playing) setPlaying(false);
    return () => clearTimeout(timer.current);
  }, [playing, now, points.length]);
  const play = () => {
    if (!playing && now >= points.length - 1) setAt(0);
    setPlaying(!playing);
  };
  useKeys({ " ": play });
  const here = points[Math.max(0, Math.min(now, points.length - 1))];
  const settled = useSettled(here?.at ?? "", playing ? 0 : 150);
  useEffect(() => {
    if (settled && !playing && at !== undefined) refine("at", settled);
  }, [settled, playing]);
  if (error && !data) return <Trouble error={error} retry={reload} />;
  if (!data) return null;
  if (!points.length || !here) return <><Head title="Time">What was known when.</Head><Empty title="Nothing has been learned here yet.">As soon as something is, you can travel back to any date and see what was known then.</Empty></>;
  const moment = (text: string) => (points.length && day(points[0]?.at) === day(points.at(-1)?.at) ? `${day(text)} ${text.slice(11, 16)}` : day(text));
  return (
    <>
      <Head title="Time">Travel to a date and see what was known then, and how it compared with the code of that day.</Head>
      <div class="card shares">
        <div class="figures">
          <p class="figure"><b>{moment(here.at)}</b></p>
          <p class="figure"><b>{here.known.toLocaleString()}</b> known</p>
          <p class="figure"><b class={here.stale ? "bad" : ""}>{here.stale.toLocaleString()}</b> no longer true</p>
        </div>
        <Known points={points} at={now} label={`From ${day(points[0]?.at)} to ${day(points.at(-1)?.at)}`} />
        <div class="player">
          <button onClick={play} aria-pressed={playing}>{playing ? "Pause" : "Play"} <kbd>Space</kbd></button>
          <input type="range" aria-label="Date" aria-valuetext={moment(here.at)} min={0} max={points.length - 1} value={now} onInput={(event) => { setPlaying(false); setAt(Number(event.currentTarget.value)); }} />
          <button disabled={now >= points.length - 1} onClick={() => { setPlaying(false); setAt(points.length - 1); }}>Today</button>
        </div>
      </div>
      {settled && <Then key="then" at={settled} />}
    </>
  );
}

function Then({ at }: { at: string }) {
  const [commit, setCommit] = useState<string | null>(null);
  const { rows, cursor, next, error, reload } = usePages(async (from) => {
    const past = await get<Past>("/past", { at, limit: 40, cursor: from });
    setCommit(past.commit);
    return { rows: past.memories, cursor: past.cursor ?? "" };
  }, [at]);
  if (error && !rows) return <Trouble error={error} retry={reload} />;
  if (!rows) return null;
  return (
    <section>
      <header class="section-head"><h2>Known then</h2>{commit && <span class="dim">checked against <code>{commit.slice(0, 10)}</code></span>}</header>
      {rows.length ? <div class="card rows">{rows.map((memory) => <MemoryLine key={memory.id} memory={memory} query={{ as_of: at }} />)}<More cursor={cursor} next={next} /></div>
        : <Empty title="Nothing was known then.">{count(0, "memory", "memories")} had been learned by that date.</Empty>}
    </section>
  );
}
