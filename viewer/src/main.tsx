// The shell: navigation, the question for the token, shortcuts, the palette, and one page at a time.
import { render, type JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { asking, get, getWaiting, locked, server, token, useToken, type Server, type Status } from "./api";
import { FilesPage } from "./files";
import { GraphPage } from "./graph";
import { Guards } from "./guards";
import { Log } from "./log";
import { Memories } from "./memories";
import { MemoryPage } from "./memory";
import { Palette } from "./palette";
import { Dialog, Empty, Messages, isFree, step, useKeys, useLoad, visible } from "./parts";
import { Review } from "./review";
import { go, link, place } from "./route";
import { SessionPage, Sessions } from "./sessions";
import { TimePage } from "./time";
import { Today } from "./today";
import { YouPage } from "./you";
import "./viewer.css";

type View = () => JSX.Element | null;
const PAGES: Record<string, [string, string, View]> = {
  today: ["Today", "t", Today],
  review: ["Review", "r", Review],
  memories: ["Memories", "m", Memories],
  files: ["Files", "f", FilesPage],
  graph: ["Graph", "h", GraphPage],
  time: ["Time", "i", TimePage],
  sessions: ["Sessions", "s", Sessions],
  guards: ["Guards", "d", Guards],
  log: ["Log", "l", Log],
  you: ["You", "y", YouPage],
};
const GROUPS: [string, string[]][] = [["", ["today", "review"]], ["Known", ["memories", "files", "graph", "time"]], ["Happened", ["sessions", "guards", "log"]], ["", ["you"]]];
const UNDER: Record<string, [string, View]> = { memory: ["memories", MemoryPage], session: ["sessions", SessionPage] };

function App() {
  const page = place.value.page;
  const [over, setOver] = useState<"" | "help" | "palette">("");
  const section = UNDER[page]?.[0] ?? page;
  const Page = PAGES[page]?.[2] ?? UNDER[page]?.[1];
  useLoad(async () => (server.value = await get<Server>("/server")), [token.value]);
  useLayoutEffect(() => { // before anybody can type: the focus is not taken away later
    if (!UNDER[page]) document.title = `${PAGES[page]?.[0] ?? "Standfast"} · Standfast`;
    document.querySelector("main")?.focus({ preventScroll: true });
    document.querySelector(".sidebar [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    scrollTo(0, 0);
  }, [page, place.value.id]);
  useEffect(() => {
    let led = false;
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" && !document.querySelector("dialog[open]")) {
        event.preventDefault();
        setOver("palette");
        return;
      }
      if (!isFree(event)) return;
      const page = led && Object.keys(PAGES).find((name) => PAGES[name]?.[1] === event.key);
      led = !led && event.key === "g";
      if (!page) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      go(page);
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, []);
  useKeys({
    "?": () => setOver("help"),
    "/": () => {
      if (page !== "memories") go("memories");
      setTimeout(() => document.getElementById("search")?.focus(), 30);
    },
    ...(page === "review" ? {} : { j: () => step(1), k: () => step(-1) }),
  });
  if (locked.value) return <Ask />;
  return (
    <>
      <div class={asking.value ? "asking on" : "asking"} aria-hidden="true" />
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.querySelector("main")?.focus(); }}>Skip to the page</a>
      <header class="sidebar">
        <a class="brand" href={link("today")}><span aria-hidden="true" class="mark" />Standfast</a>
        <button class="finder" onClick={() => setOver("palette")}><span>Search or run…</span><kbd>Ctrl K</kbd></button>
        <nav aria-label="Pages">
          {GROUPS.map(([title, names]) => (
            <div class="nav-group">
              {title && <p class="nav-title">{title}</p>}
              {names.map((name) => (
                <a href={link(name)} aria-current={name === section ? "page" : undefined}>{PAGES[name]?.[0]}{name === "review" && <Count />}</a>
              ))}
            </div>
          ))}
        </nav>
        <Here help={() => setOver("help")} />
      </header>
      <main id="main" tabIndex={-1} class={`page-${page}`}>
        {Page ? <Page key={page + place.value.id} /> : <Empty title="There is no such page."><a href={link("today")}>Today</a></Empty>}
      </main>
      <Messages />
      {over === "help" && <Help close={() => setOver("")} />}
      {over === "palette" && <Palette pages={Object.entries(PAGES).map(([name, [title, key]]) => [name, title, key])} close={() => setOver("")} help={() => setOver("help")} />}
    </>
  );
}

function Count() {
  const { data } = useLoad(() => getWaiting(100), []);
  const waiting = data?.length ?? 0;
  return waiting ? <span class="nav-count" aria-label={`${waiting} waiting`}>{waiting >= 100 ? "99+" : waiting}</span> : null;
}

function Here({ help }: { help: () => void }) {
  const { data } = useLoad(() => get<Status>("/status"), []);
  return (
    <div class="here">
      {data && <p title={data.root}>{visible(data.name || "no project")}{data.branch && <span class="dim"> {visible(data.branch)}</span>}</p>}
      {server.value?.read_only && <p class="badge is-touched">read-only</p>}
      <button class="link keys" onClick={help}>Keys <kbd>?</kbd></button>
    </div>
  );
}

function Ask() {
  const [text, setText] = useState("");
  return (
    <main class="ask">
      <h1>Standfast</h1>
      <p>{token.value ? "That token is not valid here." : "This page needs the token of your server."} Open it with <code>standfast up</code>, which hands the token over, or paste it: <code>standfast serve</code> says which file has it.</p>
      <form onSubmit={(event) => { event.preventDefault(); useToken(text.trim()); }}>
        <label for="token">Token</label>
        <input id="token" type="password" required autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <button class="primary">Open</button>
      </form>
    </main>
  );
}

const KEYS: [string, string][] = [
  ["Ctrl K", "find or do anything"], ...Object.values(PAGES).map(([title, key]): [string, string] => [`g ${key}`, title]), ["/", "search"],
  ["j  k", "next, previous"], ["Enter", "open"], ["a  x", "approve, reject"], ["e", "edit"], ["m", "merge (in Review)"], ["l", "later (in Review)"],
  ["v", "still holds (on a memory)"], ["u", "undo (in Review and Log)"], ["Space", "play (in Time)"], ["?", "this help"],
];

function Help({ close }: { close: () => void }) {
  return (
    <Dialog title="Keyboard" close={close}>
      <dl class="facts two">{KEYS.map(([keys, words]) => <div><dt><kbd>{keys}</kbd></dt><dd>{words}</dd></div>)}</dl>
      <p class="buttons"><button onClick={close} autofocus>Close</button></p>
    </Dialog>
  );
}

const root = document.getElementById("app");
if (root) render(<App />, root);
