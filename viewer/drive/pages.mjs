// Every page, light and dark, wide and at 375 pixels: it shows what it is for, fits, and axe finds nothing serious.
export default async function (driver, memory, session, shots) {
  const pages = {
    today: "No longer true", review: "waiting", memories: "script", [`memory/${memory}`]: "History", files: "locks.py", "files?path=locks.py": "About the whole file",
    graph: "Most connected", time: "Known then", sessions: "claude-code", [`session/${session}`]: "What happened", guards: "Enforced here", log: "Revert", you: "About you",
  };
  for (const [width, scheme] of [[1280, "light"], [1280, "dark"], [375, "light"], [375, "dark"]]) {
    const page = await driver.open("", { width, scheme });
    for (const [name, seen] of Object.entries(pages)) {
      await driver.go(page, name);
      await page.locator("main").getByText(seen).first().waitFor();
      await page.waitForLoadState("networkidle").catch(() => undefined); // a session that runs keeps its stream
      await driver.judge(page, `${name} ${width} ${scheme}`);
      if (shots) await page.screenshot({ path: `${shots}/${name.split("/")[0].replace(/\W+/g, "-")}-${width}-${scheme}.png` });
    }
    await page.context().close();
  }
}
