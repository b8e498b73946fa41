// Drives the pages in a real Chromium: node drive.mjs URL TOKEN [SHOTS]. Prints what is wrong and ends with 1.
// It expects five memories that wait, then one that stands against another, and one that says <script>.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const [url, token, shots] = process.argv.slice(2);
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const browser = await chromium.launch({ executablePath: program, args: flags });
const problems = [];
const expect = (what, holds) => holds || problems.push(what);

process.on("exit", () => console.log(problems.join("\n") || "nothing else is wrong"));

async function open(width, scheme, address) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, bypassCSP: false });
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("dialog", (dialog) => { problems.push("a script of a memory ran"); dialog.dismiss(); });
  page.on("request", (request) => request.url().startsWith(url) || request.url().startsWith("data:") || problems.push(`asked ${request.url()}`));
  await page.goto(address);
  return page;
}
const words = (page) => page.locator("main").innerText();

// Without a token the page asks for it, and takes it.
const stranger = await open(1280, "light", `${url}/`);
await stranger.getByLabel("Token").fill("wrong");
await stranger.keyboard.press("Enter");
await stranger.getByText("not this server's").waitFor();
await stranger.getByLabel("Token").fill(token);
await stranger.keyboard.press("Enter");
await stranger.getByText("Waits for you").waitFor();
await stranger.context().close();

const page = await open(1280, "light", `${url}/#token=${token}`);
await page.getByText("Waits for you").waitFor();
expect("the token stays in the address", !page.url().includes(token));

// Every page, in both schemes and widths: nothing overflows, axe finds nothing serious.
const memory = await page.evaluate(async (given) => {
  const answer = await fetch("/api/v1/memories?text=script", { headers: { Authorization: `Bearer ${given}` } });
  return (await answer.json()).memories[0].id;
}, token);
const pages = { today: "No longer true", memories: "script", [`memory/${memory}`]: "History", review: "waiting", sessions: "", log: "Revert" };
for (const [width, scheme] of [[1280, "light"], [1280, "dark"], [375, "light"], [375, "dark"]]) {
  const reader = await open(width, scheme, `${url}/#token=${token}`);
  for (const [name, seen] of Object.entries(pages)) {
    await reader.evaluate((hash) => { location.hash = hash; }, `#/${name}`);
    await reader.locator("main").getByText(seen || /./).first().waitFor();
    await reader.waitForLoadState("networkidle");
    expect(`${name} overflows at ${width}`, await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    expect(`${name} made markup of a memory`, (await reader.locator("main script, main img").count()) === 0);
    const found = await reader.context().newCDPSession(reader).then(async (session) => {
      const { readFile } = await import("node:fs/promises");
      await session.send("Runtime.evaluate", { expression: await readFile(axe, "utf8") });
      return reader.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    });
    for (const one of found.violations) if (["serious", "critical"].includes(one.impact)) problems.push(`${name} ${width} ${scheme}: ${one.id}: ${one.nodes[0]?.html}`);
    if (shots) await reader.screenshot({ path: `${shots}/${name.split("/")[0]}-${width}-${scheme}.png`, fullPage: true });
  }
  await reader.context().close();
}

// Search as you type, with the question in the address.
await page.keyboard.press("/");
await page.locator("#search").waitFor();
await page.locator("#search").pressSequentially("payment lock");
await page.getByText(/score/).first().waitFor();
expect("the question is not in the address", page.url().includes("q=payment+lock"));

// Five waiting items are settled by keyboard, and the last decision is taken back.
await page.locator("#search").blur();
await page.keyboard.press("g");
await page.keyboard.press("r");
await page.getByText("6 waiting").waitFor();
for (const [place, key] of [..."aaxax"].entries()) {
  await page.keyboard.press(key);
  await page.getByText(`${5 - place} waiting`).waitFor();
}
await page.getByText("Both cannot be right").waitFor();
await page.getByRole("button", { name: "This one counts" }).click();
await page.getByText("Nothing waits for you.").waitFor();
await page.keyboard.press("g");
await page.keyboard.press("l");
await page.getByText("Undo my last operation").waitFor();
await page.keyboard.press("u");
await page.getByText("Taken back").waitFor();
await page.keyboard.press("g");
await page.keyboard.press("r");
await page.getByText("1 waiting").waitFor();

// A memory is edited and purged with its proof.
await page.evaluate((hash) => { location.hash = hash; }, `#/memory/${memory}`);
await page.getByText("History").waitFor();
await page.keyboard.press("e");
await page.getByLabel("Words").fill("Changed in the page");
await page.getByText("Write a new revision").click();
await page.getByText("revision 2", { exact: false }).first().waitFor();
expect("the edit is not shown", (await words(page)).includes("Changed in the page"));
await page.getByText("Purge…").click();
await page.getByRole("button", { name: "Delete for good" }).click();
await page.getByText("nothing of it is left").waitFor();

await browser.close();
process.exit(problems.length ? 1 : 0);
