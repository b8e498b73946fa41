// By keyboard alone: settle five waiting items in a minute, take one back, find, open, go anywhere, use the palette.
import { words } from "./common.mjs";

export default async function (driver) {
  const page = await driver.open();
  await page.getByRole("heading", { name: /Waits for you/ }).waitFor();
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

  const arrive = (name) => page.getByRole("heading", { name, exact: true }).waitFor(); // other pages count what waits, too
  await press("g", "r");
  await arrive("Review");
  await page.getByText("6 waiting").waitFor();
  const began = Date.now();
  for (const [place, key] of [..."aaxax"].entries()) {
    await press(key);
    await page.getByText(`${5 - place} waiting`).waitFor();
  }
  driver.expect("five took longer than a minute", Date.now() - began < 60_000);
  await page.getByText("Both cannot be right").waitFor();
  await press("l", "x"); // later brings it round again; x lets the other one count
  await page.getByText("Nothing waits for you.").waitFor();
  await press("g", "l");
  await page.getByText("Undo my last operation").waitFor();
  await press("u");
  await page.getByText("Undone:").waitFor();
  await press("g", "r");
  await arrive("Review");
  await page.getByText("1 waiting").waitFor();

  // Search as you type; the question stands in the address and leaves no receipt.
  await press("/");
  await page.locator("#search").pressSequentially("payment lock");
  await page.getByText(/score/).first().waitFor();
  await page.waitForURL(/q=payment\+lock/);
  await page.locator("#search").blur();
  await press("j", "Enter");
  await page.getByText("Where it comes from").waitFor();
  driver.expect("opening a row does not open its memory", page.url().includes("#/memory/"));

  for (const [key, seen] of Object.entries({ t: "known here", m: "What this project knows", f: "What is known where", h: "Most connected", i: "Travel to a date", s: "What agents did", d: "Guards", y: "About you" })) {
    await press("g", key);
    await page.locator("main").getByText(seen).first().waitFor();
  }

  await press("Control+k");
  await page.getByRole("combobox").pressSequentially("payment");
  await page.getByRole("option", { name: /payment lock/ }).first().waitFor();
  await press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await press("Control+k");
  await page.getByRole("combobox").pressSequentially("guar");
  await press("Enter");
  await page.getByRole("heading", { name: "Guards" }).waitFor();
  await press("?");
  await page.getByRole("dialog").getByText("find or do anything").waitFor();
  await press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  for (let at = 0; at < 30; at++) await press("Tab");
  driver.expect("Tab leads nowhere", await page.evaluate(() => document.activeElement !== document.body));
  driver.expect("nothing is shown after all that", (await words(page)).length > 20);
}
