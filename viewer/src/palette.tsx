// The palette: go anywhere, find a memory or file, or do something, from the keyboard.
import { useState } from "preact/hooks";
import { get, mayChange, type Result } from "./api";
import { Dialog, headline, short, undoLast, useLoad, useSettled } from "./parts";
import { go } from "./route";

type Choice = { title: string; about: string; act: () => void };

export function Palette({ pages, close, help }: { pages: [string, string, string][]; close: () => void; help: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const settled = useSettled(text.trim(), 150);
  const { data } = useLoad(
    async () => (settled.length < 2 ? [] : (await get<{ results: Result[] }>("/recall", { query: settled, limit: 7, preview: true })).results),
    [settled],
  );
  const fits = (words: string) => words.toLowerCase().includes(text.trim().toLowerCase());
  const acts: Choice[] = [
    ...pages.map(([name, title, key]) => ({ title, about: `go · g ${key}`, act: () => go(name) })),
    ...(mayChange() ? [{ title: "Undo my last operation", about: "act", act: () => void undoLast() }] : []),
    { title: "What is no longer true", about: "go", act: () => go("memories", "", { standing: "stale" }) },
    { title: "Keyboard shortcuts", about: "act · ?", act: () => setTimeout(help, 0) },
  ].filter((choice) => fits(choice.title));
  const found: Choice[] = text.trim().length < 2 ? [] : (data ?? []).map((memory) => ({ title: headline(memory, 110), about: `${memory.kind} · ${memory.word ?? memory.standing}`, act: () => go("memory", memory.id) }));
  const searched: Choice[] = text.trim()
    ? [
      { title: `Search memories for “${short(text, 40)}”`, about: "search", act: () => go("memories", "", { q: text.trim() }) },
      { title: `Search past sessions for “${short(text, 40)}”`, about: "search", act: () => go("sessions", "", { q: text.trim() }) },
      ...(/[/.]/.test(text) ? [{ title: `Open the file ${short(text, 60)}`, about: "file", act: () => go("files", "", { path: text.trim() }) }] : []),
    ]
    : [];
  const choices = [...acts, ...found, ...searched].slice(0, 16);
  const chosen = Math.min(at, choices.length - 1);
  const take = (choice: Choice | undefined) => {
    close();
    choice?.act();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setAt(Math.max(0, Math.min(choices.length - 1, chosen + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Enter") {
      event.preventDefault();
      take(choices[chosen]);
    }
  };
  return (
    <Dialog title="Command palette" close={close}>
      <div class="palette" onKeyDown={press}>
        <input autofocus type="text" role="combobox" list={undefined} aria-label="Command palette" aria-expanded="true" aria-controls="choices" aria-activedescendant={`choice-${chosen}`}
          placeholder="A page, a memory, a file, a question…" value={text} onInput={(event) => { setText(event.currentTarget.value); setAt(0); }} />
        <ul id="choices" role="listbox" aria-label="Choices">
          {choices.map((choice, place) => (
            <li id={`choice-${place}`} role="option" aria-selected={place === chosen} onClick={() => take(choice)} onMouseMove={() => setAt(place)}>
              <span>{choice.title}</span><span class="dim">{choice.about}</span>
            </li>
          ))}
        </ul>
        {!choices.length && <p class="dim">Nothing fits. Enter searches.</p>}
      </div>
    </Dialog>
  );
}
