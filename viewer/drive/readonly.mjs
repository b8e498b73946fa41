// A server that only shows: no page has a button that would change anything.
export default async function (driver, memory) {
  const page = await driver.open();
  await page.getByText("read-only").waitFor();
  for (const name of ["today", "review", `memory/${memory}`, "log", "you"]) {
    await driver.go(page, name);
    await page.locator("main h1").first().waitFor();
    await page.waitForLoadState("networkidle");
    const buttons = await page.locator("main button").allInnerTexts();
    driver.expect(`${name} offers ${buttons}`, !buttons.some((text) => /Approve|Reject|Edit|Retract|Purge|Revert|Undo|Delete|Settle|Merge/.test(text)));
  }
  await page.keyboard.press("e");
  driver.expect("a key opens what cannot be done", (await page.locator("dialog[open]").count()) === 0);
}
