// The shell: navigation, the question for the token, shortcuts, and one page at a time.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get, locked, token, useToken, type Status } from "./api";
import { Log } from "./log";
import { Memories } from "./memories";
import { MemoryPage } from "./memory";
import { Dialog, Empty, Messages, isFree, step, useKeys, useLoad, visible } from "./parts";
import { Review } from "./review";
import { go, link, place } from "./route";
import { SessionPage, Sessions } from "./sessions";
import { Today } from "./today";
import "./viewer.css";

const PAGES: Record<string, [string, string, () => preact.JSX.Element | null]> = {
  today: ["Today", "t", Today],
  memories: ["Memories", "m", Memories],
  review: ["Review", "r", Review],
  sessions: ["Sessions", "s", Sessions],
  log: ["Log", "l", Log],
};
const UNDER: Record<string, [string, () => preact.JSX.Element | null]> = { memory: ["memories", MemoryPage], session: ["sessions", SessionPage] };

function App() {
  const page = place.value.page;
  const [help, setHelp] = useState(false);
  const section = UNDER[page]?.[0] ?? page;
  const Page = PAGES[page]?.[2] ?? UNDER[page]?.[1];
  useEffect(() => {
    if (!UNDER[page]) document.title = `${PAGES[page]?.[0] ?? "Standfast"} · Standfast`;
    document.querySelector("main")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [page, place.value.id]);
  useEffect(() => {
    let led = false;
    const press = (event: KeyboardEvent) => {
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
    "?": () => setHelp(true),
    "/": () => {
      if (page !== "memories") go("memories");
      setTimeout(() => document.getElementById("search")?.focus(), 30);
    },
    ...(page === "review" ? {} : { j: () => step(1), k: () => step(-1) }),
  });
  if (locked.value) return <Ask />;
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.querySelector("main")?.focus(); }}>Skip to the page</a>
      <header class="top">
        <a class="brand" href={link("today")}><span aria-hidden="true" class="mark" />Standfast</a>
        <nav aria-label="Pages">
          {Object.entries(PAGES).map(([name, [title]]) => <a href={link(name)} aria-current={name === section ? "page" : undefined}>{title}</a>)}
        </nav>
        <Here />
        <button class="link keys" onClick={() => setHelp(true)} aria-label="Keyboard shortcuts"><kbd>?</kbd></button>
      </header>
      <main id="main" tabIndex={-1}>
        {PAGES[page] && <h1 class="hidden">{PAGES[page]?.[0]}</h1>}
        {Page ? <Page key={page + place.value.id} /> : <Empty title="There is no such page."><a href={link("today")}>Today</a></Empty>}
      </main>
      <Messages />
      {help && <Help close={() => setHelp(false)} />}
    </>
  );
}

function Here() {
  const { data } = useLoad(() => get<Status>("/status"), []);
  return <p class="here">{data && <>{visible(data.name || "no project")}{data.branch && <span class="dim"> {visible(data.branch)}</span>}</>}</p>;
}

function Ask() {
  const [text, setText] = useState("");
  return (
    <main class="ask">
      <h1>Standfast</h1>
      <p>{token.value ? "That token is not this server's." : "This page needs the token of your server."} Open it with <code>standfast up</code>, which hands the token over, or paste it: <code>standfast serve</code> says which file has it.</p>
      <form onSubmit={(event) => { event.preventDefault(); useToken(text.trim()); }}>
        <label for="token">Token</label>
        <input id="token" type="password" required autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <button class="primary">Open</button>
      </form>
    </main>
  );
}

const KEYS: [string, string][] = [
  ["g t", "Today"], ["g m", "Memories"], ["g r", "Review"], ["g s", "Sessions"], ["g l", "Log"], ["/", "search"],
  ["j  k", "next, previous"], ["Enter", "open"], ["a  x", "approve, reject"], ["e", "edit"], ["l", "later (in Review)"],
  ["v", "still holds (on a memory)"], ["u", "undo (in Review and Log)"], ["?", "this help"],
];

function Help({ close }: { close: () => void }) {
  return (
    <Dialog title="Keyboard" close={close}>
      <dl class="facts">{KEYS.map(([keys, words]) => <><dt><kbd>{keys}</kbd></dt><dd>{words}</dd></>)}</dl>
      <p class="buttons"><button onClick={close} autofocus>Close</button></p>
    </Dialog>
  );
}

const root = document.getElementById("app");
if (root) render(<App />, root);
