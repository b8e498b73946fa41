// Draws the graph. Loaded when the graph page opens; knows nodes and edges, nothing of the API.
import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import Sigma from "sigma";
import type { Atlas } from "./api";

export type Drawing = { focus: (id: string) => void; hide: (types: Set<string>, leaves: boolean) => void; close: () => void };
type Chosen = (id: string) => void;

const ROUNDS = 260;
const PATIENCE_MS = 12; // of each frame, so that the page stays answering

export function draw(box: HTMLElement, atlas: Atlas, choose: Chosen): Drawing {
  const style = getComputedStyle(document.documentElement);
  const paint = (name: string) => style.getPropertyValue(name).trim();
  const colours: Record<string, string> = {
    memory: paint("--green"), drifted: paint("--red"), broken: paint("--red"), file: paint("--blue"), symbol: paint("--blue"), lines: paint("--blue"),
    person: paint("--violet"), agent: paint("--violet"), session: paint("--teal"), commit: paint("--dim"), document: paint("--dim"),
  };
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const faint = dark ? "#3c4741" : "#c3c9c0";
  const graph = new Graph({ multi: true });
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const folders = new Map<string, number>(); // neighbours in the tree begin as neighbours in the picture
  const begin = (id: string) => {
    const folder = id.split("/").slice(0, -1).slice(0, 3).join("/");
    const turn = (folders.get(folder) ?? folders.set(folder, folders.size * 2.4).get(folder)!);
    const far = folder ? 0.6 + 0.4 * random() : random();
    return { x: far * Math.cos(turn) + 0.1 * random(), y: far * Math.sin(turn) + 0.1 * random() };
  };
  for (const node of atlas.nodes) {
    const colour = (node.standing && colours[node.standing]) || colours[node.type] || paint("--dim");
    graph.addNode(node.id, { label: node.label.length > 34 ? `${node.label.slice(0, 33)}…` : node.label, ...begin(node.id), size: 3, color: colour, kind: node.type });
  }
  for (const edge of atlas.edges) {
    if (graph.hasNode(edge.from) && graph.hasNode(edge.to)) graph.addEdge(edge.from, edge.to, { color: faint, size: 0.7, label: edge.kind });
  }
  graph.forEachNode((id, attributes) => {
    const base = attributes.kind === "memory" ? 4 : 3;
    graph.setNodeAttribute(id, "size", Math.min(16, base + Math.sqrt(graph.degree(id)) * 0.9));
  });
  let near = new Set<string>();
  let chosen = "";
  let hidden = new Set<string>();
  let bare = false; // whether things with a single relation are left out
  const beside = (context: CanvasRenderingContext2D, data: { label: string | null; x: number; y: number; size: number }, gap: number) => {
    const width = context.measureText(data.label ?? "").width;
    const right = data.x + data.size + gap;
    return right + width > box.clientWidth && data.x - data.size - gap > width ? data.x - data.size - gap - width : right;
  };
  const isLeaf = (id: string, kind: unknown) => kind !== "memory" && graph.degree(id) < 2;
  const sigma = new Sigma(graph, box, {
    labelColor: { color: paint("--ink") }, labelFont: "system-ui, sans-serif", labelSize: 12, labelDensity: 0.5, labelGridCellSize: 190, labelRenderedSizeThreshold: graph.order < 60 ? 0 : graph.order < 600 ? 6 : 9,
    defaultEdgeColor: faint, hideEdgesOnMove: graph.size > 4000, allowInvalidContainer: true, stagePadding: 50,
    defaultDrawNodeLabel: (context, data, settings) => {
      if (!data.label) return;
      context.font = `${settings.labelSize}px ${settings.labelFont}`;
      context.lineWidth = 4;
      context.lineJoin = "round";
      context.strokeStyle = paint("--sheet");
      const left = beside(context, data, 4);
      context.strokeText(data.label, left, data.y + 4);
      context.fillStyle = paint("--ink");
      context.fillText(data.label, left, data.y + 4);
    },
    defaultDrawNodeHover: (context, data, settings) => {
      if (!data.label) return;
      context.font = `${settings.labelSize}px ${settings.labelFont}`;
      const width = context.measureText(data.label).width + 12;
      const left = beside(context, data, 8);
      context.fillStyle = paint("--sheet");
      context.strokeStyle = paint("--dim");
      context.beginPath();
      context.roundRect(left - 6, data.y - 11, width, 22, 5);
      context.fill();
      context.stroke();
      context.fillStyle = paint("--ink");
      context.fillText(data.label, left, data.y + 4);
    },
    nodeReducer: (id, data) => {
      if (hidden.has(String(data.kind)) || (bare && isLeaf(id, data.kind) && !near.has(id) && id !== chosen)) return { ...data, hidden: true };
      if (!chosen) return data;
      if (id === chosen || near.has(id)) return { ...data, zIndex: 1, forceLabel: id === chosen || near.size < 16 };
      return { ...data, color: paint("--line"), label: "" };
    },
    edgeReducer: (id, data) => {
      if (!chosen) return data;
      const [from, to] = graph.extremities(id);
      return from === chosen || to === chosen ? { ...data, color: paint("--dim"), size: 1.2 } : { ...data, hidden: true };
    },
  });
  const pick = (id: string) => {
    chosen = id;
    near = new Set(id ? graph.neighbors(id) : []);
    sigma.refresh({ skipIndexation: true });
    choose(id);
  };
  sigma.on("clickNode", ({ node }) => pick(node));
  sigma.on("clickStage", () => pick(""));

  // The layout comes to rest while you look: a few rounds a frame.
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: graph.order > 800, gravity: 0.4, scalingRatio: 10, linLogMode: graph.order > 150, outboundAttractionDistribution: true, slowDown: 2 + Math.log(graph.order + 1) };
  let rounds = 0;
  let frame = 0;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const settle = () => {
    const until = performance.now() + PATIENCE_MS;
    do {
      forceAtlas2.assign(graph, { iterations: 1, settings });
      rounds++;
    } while (rounds < ROUNDS && (still || performance.now() < until));
    box.dataset.rounds = String(rounds);
    if (rounds < ROUNDS && graph.order > 1) frame = requestAnimationFrame(settle);
    else box.dataset.settled = "true";
  };
  frame = requestAnimationFrame(settle);
  return {
    focus: (id) => {
      if (!graph.hasNode(id)) return;
      pick(id);
      const at = sigma.getNodeDisplayData(id);
      if (at) void sigma.getCamera().animate({ x: at.x, y: at.y, ratio: 0.35 }, { duration: still ? 0 : 300 });
    },
    hide: (types, leaves) => {
      [hidden, bare] = [types, leaves];
      sigma.refresh({ skipIndexation: true });
    },
    close: () => {
      cancelAnimationFrame(frame);
      sigma.kill();
    },
  };
}
