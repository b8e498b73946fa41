// Today: what is no longer true here, what waits, and what agents were given.
import { get, type Drift, type Memory, type Receipt, type Session, type Status, type Waiting } from "./api";
import { Badge, Empty, MemoryLine, Section, Ticked, Trouble, When, short, statusOf, useLoad } from "./parts";
import { link } from "./route";

const ORDER = ["holds", "moved", "touched", "drifted", "broken", "unanchored"];

export function Today() {
  const status = useLoad(() => get<Status>("/status"), []);
  const drift = useLoad(() => get<Drift>("/drift"), []);
  const waiting = useLoad(() => get<{ waiting: Waiting[] }>("/review", { limit: 50 }), []);
  const ending = useLoad(() => get<{ memories: Memory[] }>("/memories", { ending: "14d", limit: 10 }), []);
  if (status.error) return <Trouble error={status.error} retry={status.reload} />;
  const stale = drift.data?.memories.filter((memory) => memory.standing === "drifted" || memory.standing === "broken");
  const files = drift.data?.instructions ?? [];
  const active = status.data?.memories.active ?? 0;
  if (status.data && !active && !status.data.waiting) return <First name={status.data.name} />;
  return (
    <>
      <Shares status={status.data} waiting={waiting.data?.waiting.length} />
      <Section title="No longer true" count={stale && stale.length + files.length}>
        {stale && !stale.length && !files.length && (
          <Empty title="Everything that can be checked still stands.">
            What is anchored to code is held against it each time this page opens.
          </Empty>
        )}
        {files.map((line) => (
          <div class="row static">
            <span class="row-words"><code>{line.file}:{line.line}</code> names <code>{line.name}</code>, which is not there</span>
            <span class="row-about">
              <Badge word="broken" /> {line.kind}{line.nearest && <> · nearest: <code>{line.nearest}</code></>}
              {line.since && <> · since {line.since.slice(0, 12)}</>}
            </span>
          </div>
        ))}
        {stale?.map((memory) => (
          <MemoryLine memory={{ ...memory, status: "active" }} note={<Ticked text={String(memory.standing_detail[0]?.reason ?? "")} width={90} />} />
        ))}
      </Section>
      <Section title="Waits for you" count={waiting.data?.waiting.length}
        more={!!waiting.data?.waiting.length && <a class="button primary" href={link("review")}>Settle them <kbd>g r</kbd></a>}>
        {waiting.data && !waiting.data.waiting.length && <Empty title="Nothing waits for you." />}
        {waiting.data?.waiting.slice(0, 5).map((memory) => <MemoryLine memory={{ ...memory, status: statusOf(memory) }} note={<Ticked text={memory.reason} width={90} />} />)}
      </Section>
      {!!ending.data?.memories.length && (
        <Section title="Ends within two weeks" count={ending.data.memories.length}>
          {ending.data.memories.map((memory) => <MemoryLine memory={memory} note={`ends ${memory.expires_at?.slice(0, 10)}`} />)}
        </Section>
      )}
      <Given />
    </>
  );
}

function Shares({ status, waiting }: { status: Status | undefined; waiting: number | undefined }) {
  const parts = ORDER.map((word) => [word, status?.standings[word] ?? 0] as const).filter(([, count]) => count);
  const anchored = parts.reduce((sum, [, count]) => sum + count, 0);
  const stands = parts.filter(([word]) => ["holds", "moved", "touched"].includes(word)).reduce((sum, [, count]) => sum + count, 0);
  return (
    <div class="shares">
      <div class="figures">
        <a class="figure" href={link("memories")}><b>{(status?.memories.active ?? 0).toLocaleString()}</b> known here</a>
        <a class="figure" href={link("memories", "", { standing: "holds,moved,touched" })}>
          <b>{anchored ? `${Math.round((100 * stands) / anchored)}%` : "–"}</b> of {anchored.toLocaleString()} anchored still stand
        </a>
        <a class="figure" href={link("review")}><b>{(waiting ?? status?.waiting ?? 0).toLocaleString()}</b> waiting</a>
      </div>
      <div class="bar" role="img" aria-label={parts.map(([word, count]) => `${count} ${word}`).join(", ") || "nothing anchored"}>
        {parts.map(([word, count]) => <span class={`is-${word}`} style={{ flexGrow: String(count) }} title={`${count} ${word}`} />)}
      </div>
    </div>
  );
}

function Given() {
  const { data } = useLoad(async () => {
    const { sessions } = await get<{ sessions: Session[] }>("/sessions", { limit: 5 });
    return Promise.all(sessions.map(async (session) => {
      const { receipts } = await get<{ receipts: Receipt[] }>(`/sessions/${encodeURIComponent(session.session)}/why`);
      return { session, receipts };
    }));
  }, []);
  return (
    <Section title="What agents were given" more={!!data?.length && <a href={link("sessions")}>All sessions</a>}>
      {data && !data.length && (
        <Empty title="No agent has worked here yet."><code>standfast setup</code> connects the agents on this machine.</Empty>
      )}
      {data?.map(({ session, receipts }) => {
        const given = new Map(receipts.flatMap((receipt) => receipt.given.map((one) => [one.id, one.words])));
        const tokens = receipts.reduce((sum, receipt) => sum + receipt.tokens, 0);
        return (
          <a class="row" href={link("session", session.session)} data-row>
            <span class="row-words">{[...given.values()].filter(Boolean).slice(0, 2).map((words) => short(words, 70)).join(" · ") || "Nothing"}</span>
            <span class="row-about">
              {session.agent} · <When at={session.last_at} /> · {given.size} memories, {tokens.toLocaleString()} tokens
              {" · "}{session.outcome || (session.ended_at ? "ended" : "open")}
            </span>
          </a>
        );
      })}
    </Section>
  );
}

function First({ name }: { name: string }) {
  return (
    <Empty title={`Nothing is known about ${name || "this folder"} yet.`}>
      Run <code>standfast init</code> to read what the repository already says, <code>standfast setup</code> to connect your
      agents, or say something yourself: <code>standfast remember "…"</code>.
    </Empty>
  );
}
