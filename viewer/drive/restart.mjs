// The server stops and comes back: the page says so, keeps what it showed, and goes on by itself.
import { createInterface } from "node:readline";

export default async function (driver, session) {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const page = await driver.open("memories");
  await page.getByText("payment lock").first().waitFor();
  const live = await driver.open(`session/${session}`);
  await live.getByText("What happened").waitFor();
  console.log("ready");
  await lines.next(); // the server is gone now
  await driver.go(page, "log");
  await page.getByText("The server does not answer.").first().waitFor();
  await live.getByText("The server does not answer.").first().waitFor();
  console.log("seen");
  await lines.next(); // and back
  await page.getByText("Revert…").first().waitFor();
  await live.getByText("The server does not answer.").first().waitFor({ state: "detached" });
}
