// You: everything kept about the person, where it came from, and one action that deletes it with proof.
import { useState } from "preact/hooks";
import { get, mayChange, post, type Purged, type You } from "./api";
import { Dialog, Empty, Head, MemoryLine, Section, Trouble, asFailure, changed, count, short, useLoad } from "./parts";
import { link } from "./route";

export function YouPage() {
  const { data, error, reload } = useLoad(() => get<You>("/you"), []);
  const [open, setOpen] = useState(false);
  if (error && !data) return <Trouble error={error} retry={reload} />;
  if (!data) return null;
  return (
    <>
      <Head title={data.name} more={mayChange() && <button class="danger" onClick={() => setOpen(true)}>Delete it all…</button>}>Everything Standfast keeps about you, on this machine and in your files only.</Head>
      <div class="card shares"><div class="figures">
        <p class="figure"><b>{data.total.toLocaleString()}</b> about you, in every project</p>
        <a class="figure" href={link("memories", "", { source: `person:${data.name}`, status: "all" })}><b>{data.said.toLocaleString()}</b> you said about this project</a>
        <a class="figure" href={link("sessions")}><b>{data.sessions.toLocaleString()}</b> {data.sessions === 1 ? "session" : "sessions"} with what you asked</a>
      </div></div>
      <Section title="About you" count={data.total}>
        {!data.memories.length && <Empty title="Nothing is kept about you.">What you prefer everywhere is kept in user scope: <code>standfast remember "Short commit messages" --kind preference --scope user</code>. Agents can only propose it.</Empty>}
        {data.memories.map((memory) => <MemoryLine memory={memory} note={memory.source.session ? <>from a session</> : undefined} />)}
      </Section>
      {open && <Delete close={() => { setOpen(false); changed.value++; }} />}
    </>
  );
}

function Delete({ close }: { close: () => void }) {
  const [said, setSaid] = useState(false);
  const { data, error } = useLoad(() => post<Purged>("/you/purge", { dry_run: true, said }), [said]);
  const [done, setDone] = useState<Purged>();
  const [failed, setFailed] = useState("");
  const purge = () => post<Purged>("/you/purge", { said, confirm: data?.confirm }).then(setDone, (problem: unknown) => setFailed(`${asFailure(problem).message} ${asFailure(problem).hint}`));
  return (
    <Dialog title="Delete everything about you" close={close}>
      {(error || failed) && <p role="alert">{failed || error?.message}</p>}
      {done ? <Proof done={done} close={close} /> : (
        <>
          <p>This goes from every table, log, index and backup. Nothing brings it back: not undo, not a revert, not an import.</p>
          <label class="check"><input type="checkbox" checked={said} onChange={(event) => setSaid(event.currentTarget.checked)} /> Also what I said about projects</label>
          <ul class="plain going">{data?.preview?.slice(0, 50).map((one) => <li>{short(one.words) || one.id}</li>)}</ul>
          {data && <p class="dim">{count(data.purged.length, "memory", "memories")} would go.</p>}
          <p class="buttons"><button class="danger" disabled={!data?.purged.length} onClick={purge}>Delete for good</button><button onClick={close} autofocus>Cancel</button></p>
        </>
      )}
    </Dialog>
  );
}

export function Proof({ done, close }: { done: Purged; close: () => void }) {
  return (
    <>
      <p>{count(done.purged.length, "memory", "memories")} deleted. Searched {count(done.proof.files_scanned, "file")} and {count(done.proof.bytes, "byte")}: {done.proof.found ? `still found in ${done.proof.found} places` : "nothing of it is left"}.</p>
      {!!done.unreached.length && <p>Not reached: {done.unreached.map((place) => short(place, 80)).join(", ")}</p>}
      {!!done.commits.length && <p>Git commits that still carry it: {done.commits.map((commit) => short(commit, 60)).join(", ")}</p>}
      <p class="buttons"><button class="primary" onClick={close}>Done</button></p>
    </>
  );
}
