// An empty store: every page teaches the next step.
export default async function (driver) {
  const page = await driver.open();
  const taught = {
    today: "standfast init", review: "Nothing waits for you.", memories: "standfast remember", files: "Choose a file.", graph: "nothing to draw",
    time: "Nothing has been learned", sessions: "standfast setup", guards: "standfast guard", log: "first line of this page", you: "Nothing is kept about you.", nowhere: "no such page",
    "memory/m0000000-0000000": "Try again", "session/none": "Try again", "files?path=none.py": "Try again",
  };
  for (const [name, seen] of Object.entries(taught)) {
    await driver.go(page, name);
    await page.locator("main").getByText(seen).first().waitFor();
    await driver.judge(page, `empty ${name}`);
  }
}
