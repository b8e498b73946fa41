// Files: the tree of the repository with what is known where, and a file with its memories beside the code.
import { useEffect, useState } from "preact/hooks";
import { get, type FilePage, type Place } from "./api";
import { Line, useColours } from "./code";
import { Badge, Empty, Head, MemoryLine, Prose, Section, Stand, Trouble, When, count, headline, reasonOf, short, Ticked, useLoad, visible, who } from "./parts";
import { link, place, refine } from "./route";

export function FilesPage() {
  const path = place.value.query.get("path") ?? "";
  return (
    <>
      <Head title="Files">What is known where: the more, the longer the bar; red is what no longer stands.</Head>
      <div class="files">
        <nav class="card tree" aria-label="Files of the repository"><Folder under="" open={path} depth={0} /></nav>
        {path ? <File key={path} path={path} /> : <Empty title="Choose a file.">Its code is shown with everything known about it, at the lines it is about.</Empty>}
      </div>
    </>
  );
}

function Folder({ under, open, depth }: { under: string; open: string; depth: number }) {
  const { data, error, reload } = useLoad(() => get<{ places: Place[] }>("/files", { under }), [under]);
  if (error && !data) return <Trouble error={error} retry={reload} />;
  if (data && !data.places.length) return <p class="aside">There are no files here.</p>;
  const most = Math.max(1, ...(data?.places ?? []).map((one) => one.known));
  return <ul class="plain-tree">{data?.places.map((one) => <Entry place={one} open={open} most={most} depth={depth} />)}</ul>;
}

function Entry({ place: one, open, most, depth }: { place: Place; open: string; most: number; depth: number }) {
  const [shown, setShown] = useState(open.startsWith(`${one.path}/`));
  useEffect(() => {
    if (open.startsWith(`${one.path}/`)) setShown(true);
  }, [open]);
  const name = visible(one.path.split("/").pop() ?? "");
  const about = one.known ? `${count(one.known, "memory", "memories")}${one.stale ? `, ${one.stale} no longer true` : ""}` : "nothing known";
  const density = (
    <span class="density" title={about} aria-hidden="true">
      <span class="density-known" style={{ width: `${(100 * (one.known - one.stale)) / most}%` }} /><span class="density-stale" style={{ width: `${(100 * one.stale) / most}%` }} />
    </span>
  );
  const inside = <><span class="tree-name">{name}</span>{density}<span class="tree-count" aria-hidden="true">{one.known || ""}</span><span class="hidden">{about}</span></>;
  return (
    <li>
      {one.folder
        ? <button class="leaf folder" aria-expanded={shown} data-row onClick={() => setShown(!shown)}><span class="twist" aria-hidden="true" />{inside}</button>
        : <a class="leaf" href={link("files", "", { path: one.path })} aria-current={one.path === open ? "true" : undefined} data-row><span class="twist none" aria-hidden="true" />{inside}</a>}
      {shown && <Folder under={one.path} open={open} depth={depth + 1} />}
    </li>
  );
}

const STALE = new Set(["drifted", "broken"]);

function File({ path }: { path: string }) {
  const { data, error, reload } = useLoad(() => get<FilePage>("/file", { path }), [path]);
  const words = useColours(path, data?.lines);
  const wanted = Number(place.value.query.get("line") ?? 0);
  useEffect(() => {
    if (data && wanted) document.getElementById(`L${wanted}`)?.scrollIntoView({ block: "center" });
  }, [data, wanted]);
  if (error && !data) return <Trouble error={error} retry={reload} />;
  if (!data) return <div />;
  const placed = data.memories.filter((memory) => memory.first);
  const whole = data.memories.filter((memory) => !memory.first);
  const at = (line: number) => placed.filter((memory) => memory.first <= line && line <= memory.last);
  return (
    <article class="file">
      <header>
        <h2 class="file-name"><code>{visible(path)}</code></h2>
        <p class="dim">
          {count(data.memories.length, "memory", "memories")} here{data.people.length > 0 && <> · changed most by {data.people.map((one) => `${visible(one.name)} (${one.commits})`).join(", ")}</>}
          {" · "}<a href={link("memories", "", { file: path })}>list</a> · <a href={link("graph", "", { path })}>graph</a>
        </p>
      </header>
      {!!whole.length && (
        <Section title="About the whole file" count={whole.length}>
          {whole.slice(0, 8).map((memory) => <MemoryLine memory={memory} note={reasonOf(memory) && short(reasonOf(memory), 80)} />)}
          {whole.length > 8 && <a class="aside" href={link("memories", "", { file: path })}>{whole.length - 8} more</a>}
        </Section>
      )}
      {data.lines.length ? (
        <div class="card source" tabIndex={0} aria-label={`The code of ${path}`}>
          {data.lines.map((line, number) => {
            const here = at(number + 1);
            const starting = here.filter((memory) => memory.first === number + 1);
            const bad = here.some((memory) => STALE.has(memory.standing));
            return (
              <>
                {starting.map((memory) => (
                  <aside class={STALE.has(memory.standing) ? "beside bad" : "beside"}>
                    <a href={link("memory", memory.id)} data-row><b>{headline(memory, 200)}</b></a>
                    {memory.why && <Prose text={short(memory.why, 240)} class="dim" />}
                    <p class="row-about"><Stand memory={memory} /> {memory.kind} · {who(memory.source)} · <When at={memory.at} />{reasonOf(memory) && <> · <Ticked text={reasonOf(memory)} width={160} /></>}</p>
                  </aside>
                ))}
                <div id={`L${number + 1}`} class={`line${here.length ? (bad ? " known stale" : " known") : ""}${number + 1 === wanted ? " wanted" : ""}`}>
                  <button class="number" tabIndex={-1} onClick={() => refine("line", String(number + 1))}>{number + 1}</button><span class="text"><Line text={line} words={words?.[number]} /></span>
                </div>
              </>
            );
          })}
          {data.cut && <p class="aside">The rest of this file is not shown.</p>}
        </div>
      ) : <Empty title={data.memories.some((memory) => memory.standing === "broken") ? "This file is gone." : "There is no text to show."}>What is known about it stays until you retract it.</Empty>}
      {placed.some((memory) => STALE.has(memory.standing)) && <p class="aside"><Badge word="drifted" /> marks code that changed under what is known about it.</p>}
    </article>
  );
}
