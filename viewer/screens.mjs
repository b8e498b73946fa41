// Takes a picture of every page: node screens.mjs URL TOKEN FOLDER PAGES.json. PAGES names a file for each address.
import { readFile } from "node:fs/promises";
import { Driver } from "./drive/common.mjs";

const [url, token, folder, list] = process.argv.slice(2);
const driver = await Driver.start(url, token);
const pages = JSON.parse(await readFile(list, "utf8"));
for (const { name, hash, seen, scheme = "light", width = 1280, height = 800 } of pages) {
  const page = await driver.open(hash, { scheme, width, height });
  await page.locator("main, dialog").getByText(seen).first().waitFor();
  await page.waitForLoadState("networkidle", { timeout: 8000 }).catch(() => undefined);
  if (hash.startsWith("graph")) await page.locator(".canvas[data-settled]").waitFor({ timeout: 120000 });
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.context().close();
}
await driver.end();
