// A store of many memories and sessions: every page answers, pages its lists, and stays usable.
export default async function (driver, many) {
  const page = await driver.open("", { motion: "no-preference" });
  const took = {};
  const timed = async (name, act) => {
    const began = Date.now();
    await act();
    took[name] = Date.now() - began;
  };
  const see = (name, hash, locator) => timed(name, async () => { await driver.go(page, hash); await locator().first().waitFor({ timeout: 120000 }); });
  await see("today", "today", () => page.getByText("known here"));
  driver.expect("Today does not count them", (await page.locator(".figure").first().innerText()).match(/[\d,.]+/g).reduce((sum, count) => sum + Number(count.replace(/\D/g, "")), 0) === Number(many));
  await see("memories", "memories", () => page.locator("a.row"));
  driver.expect("the list is not paged", (await page.locator("a.row").count()) <= 50);
  await timed("next page", async () => { await page.getByRole("button", { name: "Show more" }).click(); await page.locator("a.row").nth(60).waitFor(); });
  await timed("search", async () => { await page.locator("#search").fill("worker retries of queue 77"); await page.getByText(/score/).first().waitFor(); });
  await see("sessions", "sessions", () => page.locator("a.row"));
  await timed("more sessions", async () => { await page.getByRole("button", { name: "Show more" }).click(); await page.locator("a.row").nth(60).waitFor(); });
  await see("log", "log", () => page.getByText("Revert…"));
  await see("files", "files", () => page.locator(".leaf"));
  await see("graph", "graph?limit=5000", () => page.locator(".panel .follow"));
  await page.locator(".canvas canvas").first().waitFor();
  await timed("choose a node while it settles", async () => { await page.locator(".panel .follow").nth(1).click(); await page.getByText("Related").waitFor(); });
  await see("time", "time", () => page.getByText("Known then"));
  await see("review", "review", () => page.locator("main h1"));
  await see("you", "you", () => page.getByText("About you"));
  console.log(JSON.stringify(took));
  const slow = Object.entries(took).filter(([, ms]) => ms > 60000);
  driver.expect(`too slow: ${JSON.stringify(slow)}`, !slow.length);
}
