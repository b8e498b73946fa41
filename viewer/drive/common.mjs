// What every scenario uses: a browser, pages that report what goes wrong, and the check of accessibility.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const flags = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export class Driver {
  constructor(url, token) {
    Object.assign(this, { url, token, problems: [] });
  }

  static async start(url, token) {
    const driver = new Driver(url, token);
    driver.browser = await chromium.launch({ executablePath: program, args: flags });
    return driver;
  }

  expect(what, holds) {
    if (!holds) this.problems.push(what);
  }

  // A page of its own, opened with the token; whatever it asks elsewhere, throws or pops up is a problem.
  async open(hash = "", { width = 1280, height = 900, scheme = "light", token = this.token, motion = "reduce" } = {}) {
    const context = await this.browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: motion });
    const page = await context.newPage();
    page.on("pageerror", (error) => this.problems.push(`${hash}: ${error}`));
    page.on("dialog", (dialog) => { this.problems.push("a script of a memory ran"); void dialog.dismiss(); });
    page.on("request", (request) => request.url().startsWith(this.url) || /^(data|blob):/.test(request.url()) || this.problems.push(`asked ${request.url()}`));
    page.setDefaultTimeout(30000);
    await page.goto(`${this.url}/${token ? `#token=${token}` : ""}`);
    if (hash) await this.go(page, hash);
    return page;
  }

  async go(page, hash) {
    await page.evaluate((to) => { location.hash = to; }, `#/${hash}`);
  }

  async api(method, path, body) {
    const answer = await fetch(`${this.url}/api/v1${path}`, {
      method, headers: { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" }, body: body && JSON.stringify(body),
    });
    const record = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(record)}`);
    return record;
  }

  // Nothing overflows, nothing remembered became markup, axe finds nothing serious.
  async judge(page, name) {
    this.expect(`${name} overflows`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    this.expect(`${name} made markup of what is remembered`, (await page.locator("main script, main img, main iframe, main object, main svg script").count()) === 0);
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: axe });
    const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    for (const one of found.violations) if (["serious", "critical"].includes(one.impact)) this.problems.push(`${name}: ${one.id}: ${one.nodes[0]?.html.slice(0, 300)}`);
  }

  async end() {
    await this.browser.close();
    console.log(this.problems.join("\n") || "nothing is wrong");
    process.exit(this.problems.length ? 1 : 0);
  }
}

export const words = (page) => page.locator("main").innerText();
