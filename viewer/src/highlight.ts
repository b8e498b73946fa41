// Colours code. Loaded when code is shown; gives words with classes, never markup.
import { common, createLowlight } from "lowlight";
import type { ElementContent, RootContent } from "hast";

const low = createLowlight(common);
const NAMES: Record<string, string> = {
  py: "python", pyi: "python", js: "javascript", mjs: "javascript", cjs: "javascript", jsx: "javascript", ts: "typescript", tsx: "typescript",
  rs: "rust", go: "go", java: "java", kt: "kotlin", rb: "ruby", php: "php", c: "c", h: "c", cc: "cpp", cpp: "cpp", hpp: "cpp", cs: "csharp",
  swift: "swift", sh: "bash", bash: "bash", json: "json", yml: "yaml", yaml: "yaml", toml: "ini", ini: "ini", md: "markdown", css: "css",
  html: "xml", xml: "xml", sql: "sql", lua: "lua", diff: "diff", Makefile: "makefile", mk: "makefile",
};

export type Word = { text: string; class: string };

// Return the lines of a text, each in words of one colour; nothing where the language is not known.
export function colour(path: string, text: string): Word[][] | undefined {
  const name = path.split("/").pop() ?? "";
  const language = NAMES[name] ?? NAMES[name.split(".").pop() ?? ""];
  if (!language || text.length > 400_000) return undefined;
  const lines: Word[][] = [[]];
  const walk = (nodes: (RootContent | ElementContent)[], kind: string) => {
    for (const node of nodes) {
      if (node.type === "element") walk(node.children, String((node.properties.className as string[] | undefined)?.[0] ?? kind));
      else if (node.type === "text") {
        node.value.split("\n").forEach((part, at) => {
          if (at) lines.push([]);
          if (part) lines.at(-1)?.push({ text: part, class: kind });
        });
      }
    }
  };
  walk(low.highlight(language, text).children, "");
  return lines;
}
