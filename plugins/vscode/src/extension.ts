// The editor's corner: a mark in the gutter where something is known, the words on hover, and whether it still stands.
// One request for each file that is opened or saved; nothing while typing, nothing outside the workspace.
import { relative, sep } from "node:path";
import * as vscode from "vscode";
import { Failure, Server, type Known } from "./api";
import { at, markOf, tell, type Mark } from "./words";

const MARKS: Record<Mark, [string, string]> = { stands: ["stands.svg", "#17694a"], stale: ["stale.svg", "#a3271d"], said: ["said.svg", "#5a645e"] };

class Corner implements vscode.HoverProvider {
  private readonly known = new Map<string, Known[]>();
  private readonly marks: Record<Mark, vscode.TextEditorDecorationType>;
  private readonly status = vscode.window.createStatusBarItem("standfast", vscode.StatusBarAlignment.Left, 0);

  constructor(context: vscode.ExtensionContext) {
    const made = (Object.keys(MARKS) as Mark[]).map((mark) => [mark, vscode.window.createTextEditorDecorationType({
      gutterIconPath: vscode.Uri.joinPath(context.extensionUri, "media", MARKS[mark][0]), gutterIconSize: "60%",
      overviewRulerColor: MARKS[mark][1], overviewRulerLane: vscode.OverviewRulerLane.Left,
    })] as const);
    this.marks = Object.fromEntries(made) as Record<Mark, vscode.TextEditorDecorationType>;
    this.status.command = "standfast.refresh";
    context.subscriptions.push(this.status, ...Object.values(this.marks));
  }

  private server(): Server {
    const settings = vscode.workspace.getConfiguration("standfast");
    return new Server(settings.get("url", "http://127.0.0.1:8765").replace(/\/$/, ""), settings.get("tokenFile", ""));
  }

  private place(document: vscode.TextDocument): { folder: string; path: string } | undefined {
    const folder = document.uri.scheme === "file" ? vscode.workspace.getWorkspaceFolder(document.uri) : undefined;
    if (!folder) return undefined;
    return { folder: folder.uri.fsPath, path: relative(folder.uri.fsPath, document.uri.fsPath).split(sep).join("/") };
  }

  async look(editor: vscode.TextEditor | undefined, again = false): Promise<void> {
    const place = editor && this.place(editor.document);
    if (!editor || !place) return this.status.hide();
    const key = editor.document.uri.toString();
    try {
      if (again || !this.known.has(key)) this.known.set(key, (await this.server().file(place.folder, place.path)).memories);
    } catch (error) {
      if (!(error instanceof Failure && error.code === "no-file")) return this.show("$(circle-slash) Standfast", error instanceof Failure ? error.message : "No server answers: `standfast serve` starts one.");
      this.known.set(key, []);
    }
    this.paint(editor);
  }

  private paint(editor: vscode.TextEditor): void {
    const memories = this.known.get(editor.document.uri.toString()) ?? [];
    for (const mark of Object.keys(MARKS) as Mark[]) {
      const lines = memories.filter((known) => markOf(known) === mark).map((known) => Math.min(Math.max(known.first, 1), editor.document.lineCount) - 1);
      editor.setDecorations(this.marks[mark], [...new Set(lines)].map((line) => new vscode.Range(line, 0, line, 0)));
    }
    const stale = memories.filter((known) => markOf(known) === "stale").length;
    this.show(`$(bookmark) ${memories.length} known${stale ? `, ${stale} no longer true` : ""}`, "What Standfast knows about this file");
  }

  private show(text: string, tooltip: string): void {
    this.status.text = text;
    this.status.tooltip = tooltip;
    this.status.show();
  }

  here(editor: vscode.TextEditor | undefined): Known | undefined {
    return editor && at(this.known.get(editor.document.uri.toString()) ?? [], editor.selection.active.line + 1)[0];
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const found = at(this.known.get(document.uri.toString()) ?? [], position.line + 1);
    if (!found.length) return undefined;
    return new vscode.Hover(found.slice(0, 5).map((known) => {
      const words = new vscode.MarkdownString(); // untrusted, and every line is appended as text
      tell(known).forEach((line, place) => words.appendText(place ? `\n${line}` : line));
      return words;
    }));
  }

  async verify(editor: vscode.TextEditor | undefined): Promise<void> {
    const known = this.here(editor);
    const place = editor && this.place(editor.document);
    if (!known || !place) return void vscode.window.showInformationMessage("Nothing is known at this line.");
    await this.server().verify(place.folder, known.id);
    await this.look(editor, true);
  }

  async open(editor: vscode.TextEditor | undefined): Promise<void> {
    const known = this.here(editor);
    if (known) await vscode.env.openExternal(vscode.Uri.parse(this.server().page(known.id)));
  }

  forget(document: vscode.TextDocument): void {
    this.known.delete(document.uri.toString());
  }
}

export function activate(context: vscode.ExtensionContext): void {
  const corner = new Corner(context);
  const now = () => vscode.window.activeTextEditor;
  const told = (act: () => Promise<void>) => () => act().catch((error: unknown) => void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error)));
  context.subscriptions.push(
    vscode.languages.registerHoverProvider({ scheme: "file" }, corner),
    vscode.window.onDidChangeActiveTextEditor((editor) => void corner.look(editor)),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document === now()?.document) void corner.look(now(), true);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => corner.forget(document)),
    vscode.commands.registerCommand("standfast.refresh", told(() => corner.look(now(), true))),
    vscode.commands.registerCommand("standfast.verify", told(() => corner.verify(now()))),
    vscode.commands.registerCommand("standfast.open", told(() => corner.open(now()))),
  );
  void corner.look(now());
}
