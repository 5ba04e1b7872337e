/** A schema whose rate nobody stated: what is assumed, how it is stated, and what is said meanwhile. */
import { expect, type Page } from "@playwright/test";
import { copiedLink, editor, findings, open, settled, TELECOM, test, write } from "./page.js";

const panel = (page: Page) => page.locator("hotsplit-workload");
const writes = (page: Page) => page.getByRole("spinbutton", { name: "Writes/s" });
const slider = (page: Page) => page.getByRole("slider", { name: "Writes/s, slider" });
const verdict = (page: Page) => page.locator("hotsplit-verdict");
/** Where the rate is from, if not from the slider. */
const about = (page: Page) => panel(page).locator("#about");
const takeBack = (page: Page) =>
  panel(page).getByRole("button", { name: "The recommended load of 10 nodes" });

/** Opens the load where it is closed. */
async function openLoad(page: Page): Promise<void> {
  if ((await panel(page).count()) === 0) await page.getByRole("button", { name: "Change" }).click();
  await expect(writes(page)).toBeVisible();
}

/** Pastes it, opens the load and waits for the run. */
async function telecom(page: Page): Promise<void> {
  await write(page, TELECOM);
  await settled(page);
  await expect(verdict(page)).toContainText("keys and indexes");
  await openLoad(page);
}

/** Writes/s that the verdict rests on, without its commas. */
async function simulated(page: Page): Promise<string> {
  const told = (await verdict(page).locator(".assumed").textContent()) ?? "";
  return /(?:Assumed|Given): ([\d,]+) writes/.exec(told)?.[1]?.replaceAll(",", "") ?? "none";
}

test("an example's rate goes with it, and what the nodes should take runs instead", async ({
  page,
}) => {
  await open(page);
  await openLoad(page);
  await expect(writes(page)).toHaveValue("12000");
  await expect(about(page)).toHaveCount(0);
  await write(page, TELECOM);
  await expect(about(page)).toHaveText("assumed");
  await settled(page);
  await expect(verdict(page)).toContainText(/Assumed: [\d,]+ writes\/s over \d+ tables, 10 nodes/);
  const shown = Number(await writes(page).inputValue());
  // The sentence says it in two digits.
  expect(Math.abs(shown / Number(await simulated(page)) - 1)).toBeLessThan(0.05);
  await expect(slider(page)).toHaveAttribute("aria-valuetext", /writes\/s, assumed$/);
  await expect(takeBack(page)).toHaveCount(0);

  // No link says that somebody stated it.
  const there = await page.context().newPage();
  await there.goto(await copiedLink(page));
  await settled(there);
  await expect(verdict(there)).toContainText("Assumed:");
  await there.close();

  // Undo leads back to the example, and to its rate.
  await page.keyboard.press("Escape");
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  await expect(editor(page)).toContainText("Transactions");
  await expect(writes(page)).toHaveValue("12000");
  await expect(about(page)).toHaveCount(0);
});

test("a rate is stated by the slider or the field, taken back by a button, and fixed by the schema", async ({
  page,
}) => {
  await open(page);
  await telecom(page);
  const assumed = await writes(page).inputValue();
  await slider(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(about(page)).toHaveCount(0);
  await expect(writes(page)).not.toHaveValue(assumed);
  await takeBack(page).click();
  await expect(about(page)).toHaveText("assumed");
  await settled(page);
  await expect(writes(page)).toHaveValue(assumed);

  await writes(page).fill("3000");
  await writes(page).press("Enter");
  await settled(page);
  await expect(verdict(page)).toContainText("Given: 3,000 writes/s");
  await expect(takeBack(page)).toBeVisible();
  // It is the person's own: another schema does not take it back.
  await write(page, TELECOM.replaceAll("subscriber", "customer"));
  await settled(page);
  await expect(writes(page)).toHaveValue("3000");

  const table = "CREATE TABLE T (\n  At TIMESTAMP NOT NULL,\n) PRIMARY KEY (At);\n";
  await write(page, `-- hotsplit: writes=5k/s\n${table}`);
  await expect(writes(page)).toBeDisabled();
  await expect(writes(page)).toHaveValue("5000");
  await expect(about(page)).toHaveText("set in the schema");
});

test("the slider marks where the first keys are full, at places that agree with the scale", async ({
  page,
}) => {
  await open(page);
  await telecom(page);
  const marks = panel(page)
    .getByRole("list", { name: "Marks on the slider" })
    .getByRole("listitem");
  await expect(marks).toHaveCount(4);
  const named = await marks.allTextContents();
  for (const name of named.slice(0, 3))
    expect(name).toMatch(/ is full at about [\d.]+k writes\/s$/);
  expect(named[3]).toMatch(/^10 nodes would be full at about [\d.]+k writes\/s if every key were/);
  // The first to be full is the first of the hot keys.
  const [first] = /^(\w+)/.exec(named[0] ?? "")?.slice(1) ?? [];
  await expect(page.locator("hotsplit-hot-keys").getByRole("listitem").first()).toContainText(
    first ?? "none",
  );
  // Each mark stands where the thumb would be with that rate.
  const places = await panel(page).evaluate((host) => {
    const root = host.shadowRoot;
    const range = root?.querySelector<HTMLInputElement>('input[list="marks"]');
    const box = range?.getBoundingClientRect();
    if (!root || !range || !box) return [];
    const options = [...root.querySelectorAll("option")].filter((one) => one.label !== "");
    return [...root.querySelectorAll(".mark")].map((mark, at) => {
      const { left, width } = mark.getBoundingClientRect();
      const share = Number(options[at]?.value) / Number(range.max);
      return left + width / 2 - (box.left + 8 + (box.width - 16) * share);
    });
  });
  expect(places).toHaveLength(4);
  for (const off of places) expect(Math.abs(off)).toBeLessThan(1.5);
});

test("nodes have a slider and a field, and the verdict follows", async ({ page }) => {
  await open(page);
  await openLoad(page);
  const nodes = page.getByRole("spinbutton", { name: "Nodes" });
  await expect(nodes).toHaveValue("10");
  await page.getByRole("slider", { name: "Nodes, slider" }).focus();
  await page.keyboard.press("End");
  await expect(nodes).toHaveValue("200");
  await nodes.fill("20");
  await nodes.press("Enter");
  await settled(page);
  await expect(verdict(page)).toContainText("20 nodes");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(panel(page)).toHaveCount(0);
});

test("nodes that the schema states are told and cannot be set", async ({ page }) => {
  await open(page);
  await openLoad(page);
  const nodes = page.getByRole("spinbutton", { name: "Nodes" });
  const nodesSlider = page.getByRole("slider", { name: "Nodes, slider" });
  await expect(nodes).toBeEnabled();
  await expect(nodesSlider).toBeEnabled();
  const where = panel(page).locator("#about-nodes");
  await expect(where).toHaveCount(0);
  await write(page, `-- hotsplit: nodes=7\n${TELECOM}`);
  await expect(nodes).toBeDisabled();
  await expect(nodes).toHaveValue("7");
  await expect(nodesSlider).toBeDisabled();
  await expect(where).toHaveText("set in the schema");
  await expect(nodes).toHaveAccessibleDescription("set in the schema");
  await settled(page);
  await expect(verdict(page)).toContainText("7 nodes");
  // Without it the field is the person's again, with what was there.
  await write(page, TELECOM);
  await expect(nodes).toBeEnabled();
  await expect(nodes).toHaveValue("10");
  await expect(where).toHaveCount(0);
});

test("how clients send is one of three, by the arrows, and a table's role and rate go into the schema", async ({
  page,
}) => {
  await open(page);
  await openLoad(page);
  await panel(page).locator("summary", { hasText: "Simulation settings" }).click();
  const sending = panel(page).getByRole("group", { name: "Clients send" });
  await expect(sending.getByRole("radio", { name: "Partly open" })).toBeChecked();
  await sending.getByRole("radio", { name: "Partly open" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(sending.getByRole("radio", { name: "Closed" })).toBeChecked();
  await expect(panel(page).getByLabel("Users")).toHaveValue("1400");
  await expect(panel(page).locator("summary", { hasText: "closed" })).toBeVisible();
  await panel(page).locator("summary", { hasText: "Rates of each table" }).click();
  await panel(page).getByRole("button", { name: "Role of Transactions" }).click();
  await page.getByRole("menuitemradio", { name: "event" }).click();
  await expect(editor(page)).toContainText("role=event");
  const inserts = panel(page).getByRole("textbox", { name: "Inserts of Transactions per second" });
  await inserts.fill("40");
  await inserts.press("Enter");
  await expect(editor(page)).toContainText("writes=40/s");
  await expect(page.locator("select")).toHaveCount(0);
});

test("a low rate makes findings harmless, which is said of each and never called accepted", async ({
  page,
}) => {
  await open(page);
  await telecom(page);
  await writes(page).fill("10");
  await writes(page).press("Enter");
  await settled(page);
  const list = await findings(page);
  await expect(list).toContainText("of what a split can take");
  await expect(page.getByRole("region", { name: "Accepted" })).toHaveCount(0);
});
