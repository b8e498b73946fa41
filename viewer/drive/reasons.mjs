// Someone new sees on the first screen which rule of AGENTS.md is false, and finds in three clicks why an agent did it.
import { words } from "./common.mjs";

export default async function (driver) {
  const page = await driver.open();
  await page.getByText("which is not there").first().waitFor();
  const rule = page.locator("main .row", { hasText: "AGENTS.md:3" }).first();
  const box = await rule.boundingBox();
  driver.expect("the false rule is not on the first screen", box && box.y + box.height < 900);
  driver.expect("the rule is not named", (await rule.innerText()).includes("make check") || (await rule.innerText()).includes("check"));
  await page.locator("main section", { hasText: "What agents were given" }).locator("a.row").first().click(); // one
  await page.getByText("What it was given").waitFor();
  await page.locator("main .row", { hasText: "payment lock" }).first().click(); // two
  await page.getByText("two refunds raced").waitFor();
  driver.expect("who said it is not shown", (await words(page)).includes("Said by"));
}
