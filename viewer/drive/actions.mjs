// Every action of every page, once.
import { words } from "./common.mjs";

export default async function (driver, agent) {
  const { api, expect } = { api: driver.api.bind(driver), expect: driver.expect.bind(driver) };
  const fresh = async (text, more = {}) => (await api("POST", "/memories", { text, ...more })).id;
  const first = await fresh("The ledger is written before the gateway is asked", { kind: "decision", why: "a crash lost a charge" });
  const page = await driver.open(`memory/${first}`);
  await page.getByText("History").waitFor();
  const click = (name) => page.getByRole("button", { name }).first().click();
  const said = (text) => page.getByRole("status").getByText(text).first().waitFor();

  await click("Edit");
  await page.getByLabel("Words").fill("The ledger is written first, then the gateway is asked");
  await click("Write a new revision");
  await page.getByText("revision 2", { exact: false }).first().waitFor();
  await page.locator(".diff ins").first().waitFor();
  await click("Still holds");
  await said("Verified");
  await click("Helpful");
  await said("Noted");
  await page.getByText("1 helpful").waitFor();
  await click("Wrong");
  await page.getByText("1 wrong").waitFor();
  await click("Reject"); // what a person called wrong waits for them
  await page.locator(".badge", { hasText: "retracted" }).first().waitFor();
  await click("Restore");
  await page.getByRole("button", { name: "Retract" }).waitFor();
  await click("Revert…");
  await page.getByText("What it reached").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Revert", exact: true }).click();
  await page.locator(".badge", { hasText: "retracted" }).first().waitFor();
  await click("Restore");
  await click("Replace");
  await page.getByLabel("What holds instead").fill("The ledger and the gateway share one transaction");
  await page.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
  await page.getByRole("heading", { name: "The ledger and the gateway share" }).waitFor();
  await click("Purge…");
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("nothing of it is left").waitFor();
  await click("Done");
  await page.getByPlaceholder(/What does this project know/).waitFor();

  // Review: merge, then all that is left at once.
  const keep = await fresh("Refunds are idempotent by refund_id");
  const twin = await fresh("Refunds are idempotent by their refund_id everywhere");
  const note = (text) => fetch(`${driver.url}/api/v1/memories`, { method: "POST", headers: { Authorization: `Bearer ${agent}`, "Content-Type": "application/json" }, body: JSON.stringify({ text, kind: "preference", scope: "user" }) });
  for (const text of ["Always merge on green", "Always squash", "Always rebase first"]) await note(text);
  await driver.go(page, "review");
  const waiting = (await api("GET", "/review")).waiting;
  expect(`waits: ${waiting.map((one) => one.text)}`, waiting.length >= 3);
  await page.getByText(/\d+ waiting/).first().waitFor();
  await page.getByLabel("Kind").selectOption("preference");
  expect("the filter is not in the address", page.url().includes("kind=preference"));
  await page.keyboard.press("m");
  await page.getByText("Merge into this one").waitFor();
  await page.keyboard.press("Escape");
  await click(/Settle these 3/);
  await click("Reject all");
  await page.getByText(/Nothing (that )?waits/).waitFor();
  const merged = await api("POST", "/review/merge", { keep, ids: [twin], text: "Refunds are idempotent by refund_id, everywhere" });
  expect("merging changed nothing", merged.revision === 2);

  // Files: open the tree, a file, and the memory beside its lines.
  await driver.go(page, "files");
  await page.getByRole("link", { name: /^locks.py/ }).click();
  await page.locator(".source .line").first().waitFor();
  await page.getByRole("link", { name: /payment lock/ }).first().click();
  await page.getByText("Where it comes from").waitFor();

  // Graph: it comes to rest, a node can be followed from the list, types can be hidden.
  await driver.go(page, "graph");
  await page.locator(".canvas[data-settled]").waitFor({ timeout: 60000 });
  await page.locator(".panel .follow").first().click();
  await page.getByText("Related").waitFor();
  await click("files");
  await page.getByLabel("Path").fill("locks.py");
  await page.keyboard.press("Enter");
  await page.waitForURL(/path=locks.py/);

  // Time: the slider goes to the first day, play leads forward.
  await driver.go(page, "time");
  await page.getByLabel("Date").fill("0");
  await page.waitForURL(/at=/);
  await page.locator("main").getByText(/Known then|Nothing was known/).first().waitFor();
  await page.keyboard.press("Escape");
  await click(/Play/);
  await page.getByRole("button", { name: /Pause/ }).waitFor();
  await page.getByRole("button", { name: /Play/ }).waitFor({ timeout: 60000 });

  // Guards: replayed over history.
  await driver.go(page, "guards");
  await page.getByRole("button", { name: /lock-key/ }).click();
  await page.getByText(/Over \d+ commit/).waitFor();

  // Log: revert with its blast radius.
  await driver.go(page, "log");
  await page.getByRole("button", { name: /^Revert/ }).first().click();
  await page.getByText("What it reached").waitFor();
  await page.keyboard.press("Escape");

  // Sessions: search in them.
  await driver.go(page, "sessions");
  await page.locator("#search-sessions").fill("which key");
  await page.getByText(/Which key does the payment lock use/).first().waitFor();

  // You: everything about the person goes, with proof.
  await fresh("Ada likes short lines", { kind: "preference", scope: "user" });
  await driver.go(page, "you");
  await page.getByText("Ada likes short lines").waitFor();
  await click(/Delete it all/);
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("nothing of it is left").waitFor();
  await click("Done");
  await page.getByText("Nothing is kept about you.").waitFor();
  expect("words of the person are left", !(await words(page)).includes("short lines"));
}
