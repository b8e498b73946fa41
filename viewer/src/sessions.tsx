// Sessions: what agents did here, and one of them replayed with what it was given.
import { useEffect, useState } from "preact/hooks";
import { get, type Event, type Receipt, type Session } from "./api";
import { Badge, Empty, Section, Trouble, When, short, useLoad, visible } from "./parts";
import { link, place } from "./route";

export function Sessions() {
  const [limit, setLimit] = useState(50);
  const { data, error, reload } = useLoad(() => get<{ sessions: Session[] }>("/sessions", { limit }), [limit]);
  if (error) return <Trouble error={error} retry={reload} />;
  if (data && !data.sessions.length) {
    return <Empty title="No agent has worked here yet."><code>standfast setup</code> connects the agents on this machine; their sessions are then replayed here.</Empty>;
  }
  return (
    <div class="rows">
      {data?.sessions.map((session) => (
        <a class="row" href={link("session", session.session)} data-row>
          <span class="row-words">{visible(session.agent)} <span class="dim">{visible(session.branch)}</span></span>
          <span class="row-about">
            {session.outcome || (session.ended_at ? "ended" : "open")} · <When at={session.last_at} /> · {session.events.toLocaleString()} events
            {!!session.tokens && <> · {session.tokens.toLocaleString()} tokens given</>} · <code>{short(session.session, 40)}</code>
          </span>
        </a>
      ))}
      {data && data.sessions.length === limit && limit < 500 && <button class="more" onClick={() => setLimit(500)} data-row>Show more</button>}
    </div>
  );
}

type Replay = Session & { journal: Event[] };
const WORDS: Record<string, string> = {
  start: "started", prompt: "was asked", tool: "did", result: "got", answer: "answered", compact: "compacted its context",
  subagent: "sub-agent", given: "was given", note: "noted", end: "ended",
};

export function SessionPage() {
  const id = place.value.id;
  const path = `/sessions/${encodeURIComponent(id)}`;
  const [shown, setShown] = useState(300);
  const { data, error, reload } = useLoad(() => get<Replay>(path, { limit: 10000 }), [id]);
  const why = useLoad(() => get<{ receipts: Receipt[] }>(`${path}/why`), [id]);
  const open = !!data && !data.ended_at;
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(reload, 5000);
    return () => clearInterval(timer);
  }, [open]);
  if (error && !data) return <Trouble error={error} retry={reload} />;
  if (!data) return null;
  const given = new Map((why.data?.receipts ?? []).flatMap((receipt) => receipt.given.map((one) => [one.id, one])));
  return (
    <article>
      <header>
        <h1>{visible(data.agent)}</h1>
        <p class="row-about">
          {open ? <Badge word="open" /> : data.outcome || "ended"} · started <When at={data.started_at} /> · {data.events.toLocaleString()} events
          {data.branch && <> · on <code>{visible(data.branch)}</code></>} · <code>{visible(data.session)}</code>
        </p>
      </header>
      <Section title="What it was given" count={given.size}>
        {why.data && !given.size && <Empty title="Nothing of what is known here reached it." />}
        {[...given.values()].map((one) => (
          <a class="row" href={link("memory", one.id)} data-row>
            <span class="row-words">{short(one.words) || one.id}</span>
            <span class="row-about"><Badge word={one.standing} /> revision {one.revision} · {one.tokens} tokens</span>
          </a>
        ))}
      </Section>
      <Section title="What happened" count={data.journal.length}>
        <ol class="timeline">
          {data.journal.slice(0, shown).map((event) => (
            <li class={`event on-${event.kind}`}>
              <p class="row-about"><b>{WORDS[event.kind] ?? event.kind}</b>{event.tool && <> <code>{visible(event.tool)}</code></>} · {event.at.slice(11, 19)}{event.files.map((file) => <> · <a href={link("memories", "", { file })}>{short(file, 60)}</a></>)}</p>
              <Body text={told(event)} />
            </li>
          ))}
        </ol>
        {data.journal.length > shown && <button class="more" onClick={() => setShown(shown + 500)}>Show more</button>}
      </Section>
    </article>
  );
}

function told(event: Event): string {
  if (event.kind !== "given" && event.kind !== "tool" && event.kind !== "result") return event.body;
  try {
    const said = JSON.parse(event.body);
    if (event.kind === "given") return said.given ? `${said.given} memories, ${said.tokens} tokens` : `nothing: ${said.cause ?? ""}`;
    const input = said.input?.command ?? (said.input ? JSON.stringify(said.input) : "");
    const response = typeof said.response === "string" ? said.response : said.response ? JSON.stringify(said.response) : "";
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
