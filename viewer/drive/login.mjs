// A person logs in with the team's identity provider, and nothing of it stays behind: no cookie, no stored token.
export default async function login(driver, provider, words) {
  const context = await driver.browser.newContext();
  const page = await context.newPage();
  const asked = [];
  page.on("pageerror", (error) => driver.problems.push(String(error)));
  page.on("request", (request) => asked.push(request.url()));
  page.setDefaultTimeout(60000);

  await page.goto(`${driver.url}/login`);
  await page.locator("#no").click();
  await page.locator("#said", { hasText: "access_denied" }).waitFor();

  await page.goto(`${driver.url}/login`);
  await page.locator("#ana").click();
  await page.waitForURL(`${driver.url}/#/**`);
  await driver.go(page, "memories");
  await page.locator("main", { hasText: words }).waitFor();
  driver.expect("the token stands in the address", !page.url().includes("token"));
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  driver.expect(`something of the login is kept: ${kept}`, !/eyJ|verifier|token/.test(kept));
  driver.expect("there is a cookie", (await context.cookies()).length === 0);
  driver.expect("another host was asked", asked.every((url) => url.startsWith(driver.url) || url.startsWith(provider)));

  // A code that somebody else slips in is not answered: the state is not of this tab.
  await page.goto(`${driver.url}/login?code=stolen&state=other`);
  await page.locator("#said", { hasText: "Begin again" }).waitFor();
  // And after a reload the pages ask again: what was in memory is gone.
  await page.goto(`${driver.url}/`);
  await page.locator("#token").waitFor();
}
