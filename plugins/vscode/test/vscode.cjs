// As much of VS Code's API as the extension uses, in Node: it keeps what it is told, so that a test can look at it.
const listeners = { active: [], save: [], close: [] };
const told = { messages: [], opened: [], decorations: [], status: {}, hover: undefined, commands: {} };
const settings = {};

class Range { constructor(...at) { [this.line] = at; } }
class Hover { constructor(contents) { this.contents = contents; } }
class MarkdownString {
  constructor() { this.value = ""; this.isTrusted = undefined; this.supportHtml = undefined; }
  // As VS Code does it: what would be markup is escaped.
  appendText(text) { this.value += text.replace(/[\\`*_{}[\]()#+\-!~<>|]/g, "\\$&").replace(/\n/g, "\n\n"); return this; }
}
const Uri = { parse: (text) => ({ text }), joinPath: (base, ...parts) => [base, ...parts].join("/") };
const listen = (name) => (act) => { listeners[name].push(act); return { dispose() {} }; };

module.exports = {
  Range, Hover, MarkdownString, Uri, StatusBarAlignment: { Left: 1 }, OverviewRulerLane: { Left: 1 },
  window: {
    activeTextEditor: undefined,
    createStatusBarItem: () => Object.assign(told.status, { show() { told.status.shown = true; }, hide() { told.status.shown = false; }, dispose() {} }),
    createTextEditorDecorationType: (options) => ({ options, dispose() {} }),
    onDidChangeActiveTextEditor: listen("active"),
    showInformationMessage: (text) => told.messages.push(text),
    showErrorMessage: (text) => told.messages.push(text),
  },
  workspace: {
    folder: undefined,
    getWorkspaceFolder(uri) { return uri.fsPath.startsWith(this.folder) ? { uri: { fsPath: this.folder } } : undefined; },
    getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }),
    onDidSaveTextDocument: listen("save"), onDidCloseTextDocument: listen("close"),
  },
  languages: { registerHoverProvider: (_, provider) => { told.hover = provider; return { dispose() {} }; } },
  commands: { registerCommand: (name, act) => { told.commands[name] = act; return { dispose() {} }; } },
  env: { openExternal: async (uri) => told.opened.push(uri.text) },
  told, listeners, settings,
};
