// Where the reader is: the page and its filters stand in the fragment, so every view has an address.
import { signal } from "@preact/signals";

export type Place = { page: string; id: string; query: URLSearchParams };

function read(): Place {
  const [path = "", words = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [page = "", id = ""] = path.split("/");
  return { page: page || "today", id: decode(id), query: new URLSearchParams(words) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const place = signal(read());
addEventListener("hashchange", () => {
  place.value = read();
});

export function link(page: string, id = "", query: Record<string, string> = {}): string {
  const words = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ""}${words.size ? `?${words}` : ""}`;
}

export function go(page: string, id = "", query: Record<string, string> = {}): void {
  location.hash = link(page, id, query);
}

export function refine(name: string, value: string): void {
  const words = new URLSearchParams(place.value.query);
  if (value) words.set(name, value);
  else words.delete(name);
  const { page, id } = place.value;
  history.replaceState(null, "", link(page, id, Object.fromEntries(words)));
  place.value = read();
}
