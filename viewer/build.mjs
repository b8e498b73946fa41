// Builds the pages into src/standfast/serve/viewer; with --check, says whether what is there is what the source gives.
import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.env.VIEWER_OUT ?? join(here, "..", "src", "standfast", "serve", "viewer");
const made = await build({
  absWorkingDir: here,
  preserveSymlinks: true, // where node_modules really lies must not change the names of the chunks
  entryPoints: { viewer: "src/main.tsx" },
  bundle: true,
  splitting: true, // what draws graphs and what colours code is asked for when it is needed
  chunkNames: "[name]-[hash]",
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  metafile: true,
  outdir: "out",
  write: false,
});
const files = new Map(made.outputFiles.map((file) => [file.path.split(/[\\/]/).pop(), Buffer.from(file.contents)]));
for (const name of ["index.html", "viewer.svg"]) files.set(name, await readFile(join(here, "src", name)));
files.set("licenses.txt", Buffer.from(await licenses(Object.keys(made.metafile.inputs))));

async function licenses(inputs) {
  const packages = [...new Set(inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean))].sort();
  const texts = packages.map(async (name) => {
    const folder = join(here, "node_modules", name);
    const found = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    return `${name} ${version} (${license})\n\n${found ? await readFile(join(folder, found), "utf8") : ""}`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(72)}\n\n`);
}

const there = await readdir(target).catch(() => []);
if (process.argv.includes("--check")) {
  const wrong = there.filter((name) => !files.has(name));
  for (const [name, data] of files) if (!(await readFile(join(target, name)).catch(() => Buffer.alloc(0))).equals(data)) wrong.push(name);
  for (const name of wrong) console.error(`${name} is not what the source gives: run \`make viewer\``);
  process.exit(wrong.length ? 1 : 0);
}
await mkdir(target, { recursive: true });
for (const name of there) if (!files.has(name)) await rm(join(target, name));
let first = 0;
const later = new Set(Object.values(made.metafile.outputs).flatMap((output) => output.imports.filter((one) => one.kind === "dynamic-import").map((one) => one.path.split("/").pop())));
for (const [name, data] of files) {
  const compressed = gzipSync(data).length;
  await writeFile(join(target, name), data);
  if (name.endsWith(".js") && !later.has(name)) first += compressed;
  console.log(`${name}  ${data.length} bytes, ${compressed} compressed${later.has(name) ? ", when it is needed" : ""}`);
}
console.log(`script that every page loads: ${first} bytes compressed`);
