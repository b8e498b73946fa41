// Drives the built extension against a real server: node drive.cjs URL TOKEN_FILE REPOSITORY. Ends with 1 where it is wrong.
const assert = require("node:assert");
const Module = require("node:module");
const { join } = require("node:path");

const stub = require("./vscode.cjs");
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? stub : load(name, ...rest));
const { activate } = require("../dist/extension.js");
const [url, tokenFile, repository] = process.argv.slice(2);

const wait = async (what, holds) => {
  for (let round = 0; round < 200; round++) {
    if (holds()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`${what}: ${JSON.stringify(stub.told.status)} ${JSON.stringify(stub.told.messages)} ${JSON.stringify([...(stub.window.activeTextEditor?.painted ?? [])])}`);
};
const editorOf = (path) => ({
  document: { uri: { scheme: "file", fsPath: path, toString: () => `file://${path}` }, lineCount: 40 },
  selection: { active: { line: 0 } }, painted: new Map(),
  setDecorations(type, ranges) { this.painted.set(type.options.gutterIconPath.split("/").pop(), ranges.map((range) => range.line)); },
});

(async () => {
  Object.assign(stub.settings, { url, tokenFile });
  stub.workspace.folder = repository;
  activate({ subscriptions: [], extensionUri: "ext" });
  const show = (editor) => { stub.window.activeTextEditor = editor; stub.listeners.active.forEach((act) => act(editor)); };

  const editor = editorOf(join(repository, "locks.py"));
  show(editor);
  await wait("the file is not marked", () => editor.painted.get("stale.svg")?.length === 2);
  assert.deepEqual(editor.painted.get("stale.svg").sort(), [0, 3], "the marks are not at the top and where the function is");
  assert.match(stub.told.status.text, /2 known, 2 no longer true/);

  const hover = stub.told.hover.provideHover(editor.document, { line: 5 });
  const [words] = hover.contents;
  assert.match(words.value, /payment\\?_id/);
  assert.match(words.value, /drifted/);
  assert.match(words.value, /Why: two refunds raced/);
  assert.ok(!words.isTrusted && !words.supportHtml, "what is remembered is trusted");
  const top = stub.told.hover.provideHover(editor.document, { line: 0 }).contents[0].value;
  assert.ok(!/(^|[^\\])(\]\(|<img)/.test(top), `markup got through: ${top}`);
  assert.equal(stub.told.hover.provideHover(editor.document, { line: 30 }), undefined);

  editor.selection.active.line = 4;
  await stub.told.commands["standfast.open"]();
  assert.match(stub.told.opened[0], /#\/memory\/m/);
  assert.ok(!stub.told.opened[0].includes("token"), "the token is handed over");
  await stub.told.commands["standfast.verify"]();
  await wait("verifying changes nothing", () => editor.painted.get("stands.svg")?.length === 1 && editor.painted.get("stale.svg").length === 1);

  const other = editorOf("/elsewhere/file.py");
  show(other);
  assert.equal(stub.told.status.shown, false, "a file outside the workspace is asked about");
  stub.settings.url = "http://example.org";
  stub.listeners.close.forEach((act) => act(editor.document));
  show(editor);
  await wait("another machine is asked", () => /circle-slash/.test(stub.told.status.text));
  stub.settings.url = "http://127.0.0.1:9";
  await stub.told.commands["standfast.refresh"]();
  assert.match(stub.told.status.tooltip, /standfast serve/);
  console.log("nothing is wrong");
})().catch((error) => { console.error(error); process.exit(1); });
