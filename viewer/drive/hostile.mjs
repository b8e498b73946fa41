// A corpus of what tries to run: nothing of it becomes markup on any page, and where markup gets in, the policy stops it.
import { words } from "./common.mjs";

export default async function (driver, memory, session) {
  const context = await driver.browser.newContext();
  await context.addInitScript(() => { window.ran = 0; window.alert = () => { window.ran++; }; });
  const page = await context.newPage();
  await page.goto(`${driver.url}/#token=${driver.token}`);
  for (const name of ["today", "review", "memories", "memories?q=alert", `memory/${memory}`, "graph", "time", "sessions", `session/${session}`, "sessions?q=alert", "log", "you", "files?path=evil.py"]) {
    await driver.go(page, name);
    await page.locator("main h1").first().waitFor();
    await page.waitForTimeout(400);
    driver.expect(`${name}: something ran`, (await page.evaluate(() => window.ran)) === 0);
    const made = await page.locator("main").evaluate((main) => [...main.querySelectorAll("*")].filter((one) => /^(script|img|iframe|object|embed|link|meta|base|form|style|video|audio|math)$/i.test(one.tagName) && !one.closest(".chip") || [...one.attributes].some((attribute) => /^on/i.test(attribute.name) || /^\s*javascript:/i.test(attribute.value))).map((one) => one.outerHTML.slice(0, 120)));
    driver.expect(`${name}: made ${made}`, !made.length);
    const shown = await words(page);
    driver.expect(`${name}: shows a hidden character`, !/[\u202a-\u202e\u2066-\u2069\u001b\u200b]/.test(shown));
  }
  // The second line of defence: even markup that got in does not run, nor load, nor post anything anywhere.
  const attempt = (target) => target.evaluate(async () => {
    const box = document.createElement("div");
    box.innerHTML = "<img src='https://example.org/x.png' onerror='alert(1)'><svg onload='alert(2)'></svg><iframe srcdoc='<script>parent.alert(3)</script>'></iframe>";
    document.body.append(box);
    const script = document.createElement("script");
    script.textContent = "alert(4)";
    document.body.append(script);
    const sent = await fetch("https://example.org/").then(() => true, () => false);
    await new Promise((done) => setTimeout(done, 300));
    return { ran: window.ran, sent };
  });
  const kept = await attempt(page);
  driver.expect(`the policy let something run: ${JSON.stringify(kept)}`, kept.ran === 0 && !kept.sent);
  // And that this would be noticed: without the policy it does run.
  const open = await context.newPage();
  await open.route(`${driver.url}/`, async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    delete headers["content-security-policy"];
    await route.fulfill({ response: answer, headers });
  });
  await open.goto(`${driver.url}/#token=${driver.token}`);
  driver.expect("without the policy nothing would be noticed", (await attempt(open)).ran > 0);
}
