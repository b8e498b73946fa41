// Sessions: what agents did here, search in what was said, and one session replayed on a timeline, live while it runs.
import { useEffect, useRef, useState } from "preact/hooks";
import { Failure, get, listen, sessionPath, type Event, type Hit, type Memory, type Receipt, type Session } from "./api";
import { Lanes, type Mark } from "./chart";
import { Badge, Empty, Head, MemoryLine, More, Section, Trouble, When, asFailure, count, short, useLoad, usePages, useQuestion, visible } from "./parts";
import { link, place } from "./route";

const PAGE = 50;

export function Sessions() {
  const [asked, typed, setTyped] = useQuestion();
  return (
    <>
      <Head title="Sessions">What agents did here, what they were given, and what came of it.</Head>
      <div class="search">
        <label class="hidden" for="search-sessions">Search past sessions</label>
        <input id="search-sessions" type="search" placeholder="What was asked, run or answered in a past session?" autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </div>
      {asked.trim() ? <Found question={asked} /> : <Listed />}
    </>
  );
}

function Found({ question }: { question: string }) {
  const { data, error, reload } = useLoad(() => get<{ sessions: Hit[] }>("/sessions/search", { query: question, limit: 40, preview: true }), [question]);
  if (error && !data) return <Trouble error={error} retry={reload} />;
  if (!data) return null;
  if (!data.sessions.length) return <Empty title="No session says anything about that.">Try fewer or other words.</Empty>;
  return (
    <div class="card rows" aria-live="polite">
      {data.sessions.map((hit) => (
        <a class="row" href={link("session", hit.session, { at: hit.at })} data-row>
          <span class="dot" /><span class="row-words">{short(hit.text, 200)}</span>
          <span class="row-about">{hit.agent} {WORDS[hit.kind] ?? hit.kind}{hit.tool && <> <code>{hit.tool}</code></>} · <When at={hit.at} /> · {short(hit.session, 30)}</span>
        </a>
      ))}
    </div>
  );
}

function Listed() {
  const { rows, cursor, next, error, reload } = usePages(async (from) => {
    const skip = Number(from) || 0;
    const { sessions } = await get<{ sessions: Session[] }>("/sessions", { limit: PAGE, skip });
    return { rows: sessions, cursor: sessions.length === PAGE ? String(skip + PAGE) : "" };
  }, []);
  if (error && !rows) return <Trouble error={error} retry={reload} />;
  if (!rows) return null;
  if (!rows.length) return <Empty title="No agent has worked here yet."><code>standfast setup</code> connects the agents on this machine; their sessions are then replayed here.</Empty>;
  return (
    <div class="card rows">
      {rows.map((session) => (
        <a class="row" href={link("session", session.session)} data-row>
          <span class={`dot ${session.ended_at ? "" : "is-open"}`} />
          <span class="row-words">{visible(session.agent)} <span class="dim">{visible(session.branch)}</span></span>
          <span class="row-about">
            {session.ended_at ? session.outcome || "ended" : <Badge word="open" />} · <When at={session.last_at} /> · {count(session.events, "event")}
            {!!session.tokens && <> · {count(session.tokens, "token")} given</>} · <code>{short(session.session, 40)}</code>
          </span>
        </a>
      ))}
      <More cursor={cursor} next={next} />
    </div>
  );
}

const WORDS: Record<string, string> = {
  start: "started", prompt: "was asked", tool: "did", result: "got", answer: "answered", compact: "compacted its context",
  subagent: "sub-agent", given: "was given", note: "noted", end: "ended",
};
const LANES = ["asked", "given", "did", "failed", "learned"];
const laneOf = (event: Event) =>
  event.kind === "prompt" || event.kind === "answer" ? 0 : event.kind === "given" ? 1 : failed(event) ? 3 : event.kind === "note" ? 4 : 2;
const failed = (event: Event) => (event.kind === "tool" || event.kind === "result" || event.kind === "note") && /"failed":\s*true/.test(event.body);

// A session's events as they come: those that are there, then each as it happens, again after the server came back.
function useEvents(id: string): { session: Session | undefined; events: Event[]; error: Failure | undefined } {
  const [session, setSession] = useState<Session>();
  const [events, setEvents] = useState<Event[]>([]);
  const [error, setError] = useState<Failure>();
  useEffect(() => {
    const stop = new AbortController();
    let seen: Event[] = [];
    let ended = false;
    let drawing = 0;
    const show = () => { drawing = 0; setEvents(seen); };
    const run = async () => {
      while (!stop.signal.aborted && !ended) {
        try {
          await listen(sessionPath(id, "/events"), { after: seen.length }, (name, record) => {
            setError(undefined);
            if (name === "event") seen = [...seen, record as Event];
            else if (name === "session") setSession(record as Session);
            else if (name === "end") ended = (record as { ended: boolean }).ended;
            if (!drawing) drawing = window.setTimeout(show, 30);
          }, stop.signal);
          setError(undefined);
        } catch (problem) {
          if (stop.signal.aborted) return;
          const failure = asFailure(problem);
          setError(failure);
          if (failure.status) return;
        }
        if (!ended) await new Promise((done) => setTimeout(done, 1500));
      }
    };
    void run();
    return () => stop.abort();
  }, [id]);
  return { session, events, error };
}

export function SessionPage() {
  const id = place.value.id;
  const { session, events, error } = useEvents(id);
  const why = useLoad(() => get<{ receipts: Receipt[] }>(sessionPath(id, "/why")), [id, events.length]);
  const learned = useLoad(() => get<{ memories: Memory[] }>("/memories", { source: `session:${id}`, status: "all", limit: 50 }).catch(() => ({ memories: [] })), [id, session?.ended_at]);
  const [off, setOff] = useState<number[]>([]);
  const [shown, setShown] = useState(300);
  const wanted = place.value.query.get("at") ?? "";
  const jumped = useRef(false);
  useEffect(() => {
    if (!wanted || jumped.current || !events.length) return;
    const at = events.findIndex((event) => event.at >= wanted);
    if (at >= shown) setShown(at + 50);
    const found = document.getElementById(`event-${at}`);
    if (found) {
      jumped.current = true;
      found.scrollIntoView({ block: "center" });
    }
  }, [events.length, shown]);
  if (error && !session) return <Trouble error={error} retry={() => location.reload()} />;
  if (!session) return null;
  const receipts = why.data?.receipts ?? [];
  const given = new Map(receipts.flatMap((receipt) => receipt.given.map((one) => [one.id, one])));
  const tokens = receipts.reduce((sum, receipt) => sum + receipt.tokens, 0);
  const show = (at: number) => {
    if (at >= shown) setShown(at + 50);
    setTimeout(() => document.getElementById(`event-${at}`)?.scrollIntoView({ block: "center" }), 50);
  };
  const marks: Mark[] = thin(events).map(([event, at]) => ({
    at: Date.parse(event.at), lane: laneOf(event), class: `on-${LANES[laneOf(event)]}`, title: `${event.at.slice(11, 19)} ${WORDS[event.kind] ?? event.kind} ${event.tool}`, go: () => show(at),
  }));
  const prompt = events.find((event) => event.kind === "prompt");
  return (
    <article>
      <header class="head"><div>
        <h1>{prompt ? short(prompt.body, 120) : visible(session.agent)}</h1>
        <p class="dim">
          {session.ended_at ? session.outcome || "ended" : <Badge word="open" />} {visible(session.agent)} · started <When at={session.started_at} /> · {count(session.events, "event")}
          {session.branch && <> · on <code>{visible(session.branch)}</code></>} · <code>{visible(session.session)}</code>
        </p>
      </div></header>
      {error && <p class="note" role="status">{error.message} {error.hint}</p>}
      <div class="card pad">
        <Lanes marks={marks} lanes={LANES} first={Date.parse(session.started_at)} last={Date.parse(session.last_at)} />
        <p class="legend"><span>{session.started_at.slice(0, 19).replace("T", " ")}</span><span class="right">{session.last_at.slice(11, 19)}</span></p>
      </div>
      <Section title="What it was given" count={given.size} more={<span class="dim">{count(tokens, "token")}</span>}>
        {why.data && !given.size && <p class="aside">Nothing of what is known here reached it.</p>}
        {[...given.values()].map((one) => (
          <a class="row" href={link("memory", one.id)} data-row>
            <span class={`dot is-${one.word ? "quiet" : one.standing}`} /><span class="row-words">{short(one.words) || one.id}</span>
            <span class="row-about">{(one.standing !== "unanchored" || one.word) && <><Badge word={one.standing} told={one.word} />{" "}</>}revision {one.revision} · {count(one.tokens, "token")}</span>
          </a>
        ))}
      </Section>
      {!!learned.data?.memories.length && (
        <Section title="What was learned from it" count={learned.data.memories.length}>{learned.data.memories.map((memory) => <MemoryLine memory={memory} />)}</Section>
      )}
      <Section title="What happened" count={events.length} more={
        <span class="chips">{LANES.map((name, lane) => <button class={off.includes(lane) ? "chip" : "chip on"} aria-pressed={!off.includes(lane)} onClick={() => setOff(off.includes(lane) ? off.filter((one) => one !== lane) : [...off, lane])}>{name}</button>)}</span>
      }>
        <ol class="timeline">
          {events.slice(0, shown).map((event, at) => !off.includes(laneOf(event)) && (
            <li id={`event-${at}`} class={`event on-${LANES[laneOf(event)]}`}>
              <p class="row-about"><b>{WORDS[event.kind] ?? event.kind}</b>{event.tool && <> <code>{visible(event.tool)}</code></>} · {event.at.slice(11, 19)}{event.files.slice(0, 6).map((file) => <> · <a href={link("files", "", { path: file })}>{short(file, 60)}</a></>)}</p>
              <Body text={told(event)} />
              {event.kind === "given" && <Reached event={event} receipts={receipts} />}
            </li>
          ))}
        </ol>
        {events.length > shown && <button class="more" onClick={() => setShown(shown + 500)}>Show more</button>}
      </Section>
    </article>
  );
}

// No more marks than can be told apart.
function thin(events: Event[]): [Event, number][] {
  const all = events.map((event, at): [Event, number] => [event, at]);
  const every = Math.ceil(all.length / 600);
  return every < 2 ? all : all.filter(([event, at]) => at % every === 0 || laneOf(event) === 3 || laneOf(event) === 0);
}

function Reached({ event, receipts }: { event: Event; receipts: Receipt[] }) {
  const at = Date.parse(event.at);
  const receipt = receipts.filter((one) => one.given.length && Math.abs(Date.parse(one.at) - at) < 3000).sort((one, other) => Math.abs(Date.parse(one.at) - at) - Math.abs(Date.parse(other.at) - at))[0];
  if (!receipt || /^nothing/.test(told(event))) return null;
  return <ul class="plain reached">{receipt.given.map((one) => <li><span class={`dot is-${one.word ? "quiet" : one.standing}`} /> <a href={link("memory", one.id)}>{short(one.words, 100) || one.id}</a> <span class="dim">{count(one.tokens, "token")}</span></li>)}</ul>;
}

function told(event: Event): string {
  if (!["given", "tool", "result", "note"].includes(event.kind)) return event.body;
  try {
    const said = JSON.parse(event.body);
    if (event.kind === "given") return said.given ? `${count(said.given, "memory", "memories")}, ${count(said.tokens, "token")}` : `nothing: ${said.cause ?? ""}`;
    if (said.refused) return `stopped by a guard: ${said.refused}`;
    const input = said.input?.command ?? (said.input ? JSON.stringify(said.input) : "");
    const answer = said.response;
    const response = typeof answer === "string" ? answer : answer && typeof answer === "object" && ("stdout" in answer || "stderr" in answer) ? [answer.stdout, answer.stderr].filter(Boolean).join("\n") : answer ? JSON.stringify(answer) : "";
    return [input && `${said.input?.command ? "$ " : ""}${input}`, said.failed ? `failed: ${response}` : response].filter(Boolean).join("\n") || event.body;
  } catch {
    return event.body;
  }
}

function Body({ text }: { text: string }) {
  if (!text.trim()) return null;
  if (text.length <= 400) return <p class="prose body">{visible(text)}</p>;
  return <details><summary>{short(text, 160)}</summary><p class="prose body">{visible(text.slice(0, 20000))}</p></details>;
}
