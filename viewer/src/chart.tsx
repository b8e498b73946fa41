// Small pictures of numbers over time, drawn as SVG: how much is known, and where in history something happened.
import type { Point } from "./api";

const WIDE = 1000;
const HIGH = 120;

export function Known({ points, at, label }: { points: Point[]; at?: number; label: string }) {
  const most = Math.max(1, ...points.map((point) => point.known));
  const x = (place: number) => (points.length < 2 ? WIDE : (place / (points.length - 1)) * WIDE);
  const y = (value: number) => HIGH - (value / most) * (HIGH - 8);
  const path = (value: (point: Point) => number) => points.map((point, place) => `${place ? "L" : "M"}${x(place).toFixed(1)},${y(value(point)).toFixed(1)}`).join(" ");
  const layer = (name: string, value: (point: Point) => number) => <><path class={`area is-${name}`} d={`${path(value)} L${WIDE},${HIGH} L0,${HIGH} Z`} /><path class={`edge is-${name}`} d={path(value)} /></>;
  const stale = points.some((point) => point.stale);
  const [first, last] = [points[0]?.at, points.at(-1)?.at];
  const say = day(first) === day(last) ? minute : day;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {layer("known", (point) => point.known)}
        {stale && layer("stale", (point) => Math.min(point.stale, point.known))}
        {at !== undefined && <line class="cursor" x1={x(at)} x2={x(at)} y1={0} y2={HIGH} />}
      </svg>
      <figcaption><span>{say(first)}</span><span>{say(last)}</span></figcaption>
    </figure>
  );
}

const minute = (at: string | undefined) => (at ? at.slice(0, 16).replace("T", " ") : "");
export const day = (at: string | undefined) => (at ? at.slice(0, 10) : "");

// Where on a line of time things happened: each is a mark that can be chosen.
export type Mark = { at: number; lane: number; class: string; title: string; go: () => void };

export function Lanes({ marks, lanes, first, last }: { marks: Mark[]; lanes: string[]; first: number; last: number }) {
  const span = Math.max(1, last - first);
  return (
    <div class="lanes">
      {lanes.map((name, lane) => (
        <div class="lane">
          <span class="lane-name">{name}</span>
          <span class="lane-line">
            {marks.filter((mark) => mark.lane === lane).map((mark) => (
              <button class={`tick ${mark.class}`} style={{ left: `${(100 * (mark.at - first)) / span}%` }} title={mark.title} aria-label={mark.title} tabIndex={-1} onClick={mark.go} />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
