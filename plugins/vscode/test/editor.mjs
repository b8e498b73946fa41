// Drives a real VS Code in a real Chromium: node editor.mjs EDITOR_URL REPOSITORY SHOT. Ends with 1 where it is wrong.
import assert from "node:assert";
import { Driver } from "../../../viewer/drive/common.mjs";

const [url, repository, shot] = process.argv.slice(2);
const driver = await Driver.start(url, "");
try {
  const context = await driver.browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/?folder=${encodeURIComponent(repository)}`);
  await page.getByText("Yes, I trust the authors").click();
  await page.getByRole("treeitem", { name: "locks.py" }).dblclick();
  const counted = page.locator(".statusbar-item", { hasText: "known" });
  await counted.waitFor();
  assert.match(await counted.innerText(), /2 known, 2 no longer true/);
  await page.locator(".cgmr").nth(1).waitFor(); // two marks in the gutter

  const hover = page.locator(".monaco-hover:visible");
  await page.locator(".view-line span", { hasText: "acquire" }).last().hover();
  await hover.getByText("The lock is keyed by payment_id").waitFor();
  const words = (await hover.innerText()).replaceAll("\u00a0", " ");
  for (const part of ["Why: two refunds raced", "drifted", "is no longer there", "Lock by order"]) assert.ok(words.includes(part), `the hover does not say ${part}: ${words}`);
  await page.waitForTimeout(500); // the hover fades in
  await page.screenshot({ path: shot });
  await page.keyboard.press("Escape");

  await page.locator(".view-line span", { hasText: "Locks." }).last().hover();
  await hover.getByText("onerror").waitFor();
  assert.equal(await hover.locator("img, a[href^=command]").count(), 0, "what is remembered became markup");

  const ask = async (key, words) => {
    await page.keyboard.press(key);
    await page.locator(".quick-input-widget input:visible").fill(words);
    await page.getByRole("option", { name: /Still holds|line 5/i }).first().click();
  };
  await page.keyboard.press("Escape");
  await ask("Control+g", ":5");
  await ask("F1", ">Standfast: Still holds");
  await page.locator(".statusbar-item", { hasText: "2 known, 1 no longer true" }).waitFor();
} catch (error) {
  for (const page of driver.browser.contexts().flatMap((context) => context.pages())) await page.screenshot({ path: shot });
  driver.problems.push(String(error?.stack ?? error));
}
await driver.end();
