// Code as it is shown everywhere: numbered lines, coloured once the colours are there, some of them marked.
import { useEffect, useState } from "preact/hooks";
import type { Word } from "./highlight";
import { visible } from "./parts";

export function useColours(path: string, lines: string[] | undefined): Word[][] | undefined {
  const [words, setWords] = useState<{ of: unknown; lines: Word[][] | undefined }>();
  useEffect(() => {
    let wanted = true;
    if (lines?.length) {
      void import("./highlight").then(({ colour }) => wanted && setWords({ of: lines, lines: colour(path, lines.join("\n")) }));
    }
    return () => {
      wanted = false;
    };
  }, [path, lines]);
  return words?.of === lines ? words?.lines : undefined;
}

export function Line({ text, words }: { text: string; words: Word[] | undefined }) {
  if (!words) return <>{visible(text)}</>;
  return <>{words.map((word) => (word.class ? <span class={word.class}>{visible(word.text)}</span> : visible(word.text)))}</>;
}

export function Code({ path, lines, first = 1, mark }: { path: string; lines: string[]; first?: number; mark?: (at: number) => string }) {
  const words = useColours(path, lines);
  return (
    <pre class="code" tabIndex={0}>
      {lines.map((line, at) => (
        <span class={`line ${mark?.(at) ?? ""}`}><span class="number">{first + at}</span><span class="text"><Line text={line} words={words?.[at]} />{"\n"}</span></span>
      ))}
    </pre>
  );
}
