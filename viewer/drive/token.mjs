// Without a token the page asks for it, says when it is wrong, and takes the right one; it never stays in the address.
export default async function (driver) {
  const stranger = await driver.open("", { token: "" });
  await stranger.getByLabel("Token").fill("wrong");
  await stranger.keyboard.press("Enter");
  await stranger.getByText("not valid here").waitFor();
  await stranger.getByLabel("Token").fill(driver.token);
  await stranger.keyboard.press("Enter");
  await stranger.getByRole("heading", { name: /Waits for you/ }).waitFor();
  const page = await driver.open();
  await page.getByRole("heading", { name: /Waits for you/ }).waitFor();
  driver.expect("the token stays in the address", !page.url().includes(driver.token));
}
