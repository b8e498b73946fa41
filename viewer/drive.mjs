// Drives the pages in a real Chromium: node drive.mjs SCENARIO URL TOKEN [MORE]. Prints what is wrong and ends with 1.
import { Driver } from "./drive/common.mjs";

const [scenario, url, token, ...more] = process.argv.slice(2);
const { default: run } = await import(`./drive/${scenario}.mjs`);
const driver = await Driver.start(url, token);
try {
  await run(driver, ...more);
} catch (error) {
  driver.problems.push(String(error?.stack ?? error));
  for (const page of driver.browser.contexts().flatMap((context) => context.pages()))
    driver.problems.push(`it stood at ${page.url()}: ${(await page.locator("body").innerText()).slice(0, 1500)}`);
}
await driver.end();
