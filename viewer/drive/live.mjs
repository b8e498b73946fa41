// A session is watched while it runs: what happens next appears by itself.
import { createInterface } from "node:readline";

export default async function (driver, session) {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const page = await driver.open(`session/${session}`);
  await page.getByText("What happened").waitFor();
  await page.locator(".badge", { hasText: "open" }).first().waitFor();
  console.log("ready");
  await lines.next();
  await page.getByText("Does the refund take the lock?").first().waitFor();
  console.log("seen");
  await lines.next();
  await page.getByText("ended", { exact: true }).first().waitFor();
}
