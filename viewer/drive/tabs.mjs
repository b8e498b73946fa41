// Two tabs on one memory: the second edit started from an old revision, so both versions stand until one is chosen.
export default async function (driver, memory) {
  const [one, two] = [await driver.open(`memory/${memory}`), await driver.open(`memory/${memory}`)];
  const edit = async (page, text) => {
    await page.getByRole("button", { name: /^Edit/ }).click();
    await page.getByLabel("Words").fill(text);
  };
  for (const page of [one, two]) await page.getByText("History").waitFor();
  await edit(one, "Keyed by payment_id, says the first tab");
  await edit(two, "Keyed by payment_id, says the second tab");
  await one.getByText("Write a new revision").click();
  await one.getByText("revision 2", { exact: false }).first().waitFor();
  await two.getByText("Write a new revision").click();
  await two.getByText("Two versions are in dispute").waitFor();
  await two.locator(".side", { hasText: "says the first tab" }).getByRole("button", { name: "This one counts" }).click();
  await two.getByText("Two versions are in dispute").waitFor({ state: "detached" });
  const now = await driver.api("GET", `/memories/${memory}`);
  driver.expect(`the chosen version does not count: ${now.text}`, now.text.includes("first tab") && now.status === "active");
}
