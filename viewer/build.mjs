// Builds the pages into src/standfast/serve/viewer; with --check, says whether what is there is what the source gives.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "src", "standfast", "serve", "viewer");
const made = await build({
  absWorkingDir: here,
  entryPoints: { viewer: "src/main.tsx" },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  outdir: "out",
  write: false,
});
const files = new Map(made.outputFiles.map((file) => [file.path.split(/[\\/]/).pop(), Buffer.from(file.contents)]));
for (const name of ["index.html", "viewer.svg"]) files.set(name, await readFile(join(here, "src", name)));
let same = true;
for (const [name, data] of files) {
  const path = join(target, name);
  if (process.argv.includes("--check")) {
    const found = await readFile(path).catch(() => Buffer.alloc(0));
    if (!found.equals(data)) {
      same = false;
      console.error(`${name} is not what the source gives: run \`make viewer\``);
    }
  } else {
    await mkdir(target, { recursive: true });
    await writeFile(path, data);
    console.log(`${name}  ${data.length} bytes, ${gzipSync(data).length} compressed`);
  }
}
process.exit(same ? 0 : 1);
