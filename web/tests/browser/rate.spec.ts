/** A schema whose rate nobody stated: what is assumed, how it is stated, and what is said meanwhile. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { copiedLink, editor, example, open, settled, test, write } from "./page.js";

/** 22 tables without a rate. */
const TELECOM = readFileSync(
  join(import.meta.dirname, "../../../crate/wire/tests/headroom/telecom.sql"),
  "utf8",
);

const panel = (page: Page) => page.locator("hotsplit-workload");
const writes = (page: Page) => page.getByRole("spinbutton", { name: "Writes/s" });
const slider = (page: Page) => page.getByRole("slider", { name: "Writes/s, slider" });
const headline = (page: Page) => page.locator("hotsplit-results .headline p");
const takeBack = (page: Page) =>
  panel(page).getByRole("button", { name: "As much as 10 nodes should take" });
const list = (page: Page) => page.locator("hotsplit-problems");

/** Pastes it and waits for its run. */
async function telecom(page: Page): Promise<void> {
  await write(page, TELECOM);
  await expect(headline(page)).toContainText("First to fill up: payment_by_time");
  await settled(page);
}

/** What was simulated, as the page says it, without its commas. */
async function simulated(page: Page): Promise<string> {
  const told = (await headline(page).textContent()) ?? "";
  return /Simulated at ([\d,]+) writes/.exec(told)?.[1]?.replaceAll(",", "") ?? "none";
}

test("an example's rate goes with it, and what the nodes should take runs instead", async ({
  page,
}) => {
  await open(page);
  await expect(writes(page)).toHaveValue("12000");
  await expect(panel(page)).not.toContainText("assumed");
  await write(page, TELECOM);
  await expect(panel(page)).toContainText("assumed");
  await settled(page);
  await expect(headline(page)).toContainText(/^\s*Tops out at about [\d,]+ writes\/s/);
  await expect(writes(page)).toHaveValue(await simulated(page));
  await expect(slider(page)).toHaveAttribute("aria-valuetext", /writes\/s, assumed$/);
  await expect(takeBack(page)).toHaveCount(0);

  // No link says that somebody stated it.
  const there = await page.context().newPage();
  await there.goto(await copiedLink(page));
  await settled(there);
  await expect(panel(there)).toContainText("assumed");
  await there.close();

  // Undo leads back to the example, and to its rate.
  await page.keyboard.press("Escape");
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  await expect(editor(page)).toContainText("Transactions");
  await expect(writes(page)).toHaveValue("12000");
  await expect(panel(page)).not.toContainText("assumed");
});

test("a rate is stated by the slider or the field, taken back by a button, and fixed by the schema", async ({
  page,
}) => {
  await open(page);
  await telecom(page);
  const assumed = await writes(page).inputValue();
  await slider(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(panel(page)).not.toContainText("assumed");
  await expect(writes(page)).not.toHaveValue(assumed);
  await takeBack(page).click();
  await expect(panel(page)).toContainText("assumed");
  await settled(page);
  await expect(writes(page)).toHaveValue(assumed);

  await writes(page).fill("3000");
  await writes(page).press("Enter");
  await settled(page);
  await expect(headline(page)).not.toContainText("Tops out");
  await expect(takeBack(page)).toBeVisible();
  // It is the person's own: another schema does not take it back.
  await write(page, TELECOM.replaceAll("subscriber", "customer"));
  await settled(page);
  await expect(writes(page)).toHaveValue("3000");

  const table = "CREATE TABLE T (\n  At TIMESTAMP NOT NULL,\n) PRIMARY KEY (At);\n";
  await write(page, `-- hotsplit: writes=5k/s\n${table}`);
  await expect(writes(page)).toBeDisabled();
  await expect(writes(page)).toHaveValue("5000");
  await expect(panel(page)).toContainText("set in the schema");
});

test("the slider marks where the first keys are full, at places that agree with the scale", async ({
  page,
}) => {
  await open(page);
  await telecom(page);
  const marks = panel(page).getByRole("img");
  await expect(marks).toHaveCount(4);
  const named = await marks.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  for (const name of named.slice(0, 3))
    expect(name).toMatch(/ is full at about [\d.]+k writes\/s$/);
  expect(named[3]).toMatch(/^10 nodes would be full at about [\d.]+k writes\/s if every key were/);
  const [first] = /^`?(\w+)/.exec(named[0] ?? "")?.slice(1) ?? [];
  await expect(headline(page)).toContainText(`First to fill up: ${first}`);
  // Each mark stands where the thumb would be with that rate.
  const places = await panel(page).evaluate((host) => {
    const root = host.shadowRoot;
    const range = root?.querySelector<HTMLInputElement>('input[type="range"]');
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

test("a harmless finding is listed by itself and never as accepted", async ({ page }) => {
  await open(page);
  await telecom(page);
  const harmless = page.getByRole("region", { name: "Harmless at the assumed load" });
  await expect(harmless.locator(".row")).not.toHaveCount(0);
  await expect(harmless.locator(".because")).toHaveCount(await harmless.locator(".row").count());
  await expect(page.getByRole("region", { name: "Accepted" })).toHaveCount(0);
  const state = page.getByRole("combobox", { name: "State" });
  await state.selectOption("Accepted");
  await expect(list(page).locator(".row")).toHaveCount(0);
  await state.selectOption("Harmless");
  await expect(list(page).locator(".row")).toHaveCount(await harmless.locator(".row").count());

  // At a stated rate that is low, findings are harmless at that.
  await state.selectOption("All");
  await writes(page).fill("10");
  await writes(page).press("Enter");
  const stated = page.getByRole("region", { name: "Harmless at the stated load" });
  await expect(stated.locator(".row")).not.toHaveCount(0);
  await expect(stated.locator(".because").first()).toContainText("of what a split can take");
});

test("a finding says what it holds the schema at, and takes the real rate of its table", async ({
  page,
}) => {
  await open(page);
  await telecom(page);
  await list(page)
    .getByRole("button", { name: /call_detail.*line/ })
    .first()
    .click();
  const region = page.getByRole("region", { name: /^call_detail\.started_at/ });
  await expect(region).toContainText(
    /holds the schema at about [\d,]+ writes\/s \([\d,]+ to [\d,]+\)/,
  );
  await expect(region).toContainText(/harmless up to \d+ nodes/);
  await expect(region).toContainText(/assumed share: \d+ %/);
  const field = region.getByRole("textbox", { name: "Real inserts/s of call_detail" });
  await field.fill("40");
  await field.press("Enter");
  await expect(editor(page)).toContainText("writes=40/s");
  await settled(page);
  // At 40 rows/s it is no hotspot any more, and nothing asks for its rate again.
  const stated = page.getByRole("region", { name: "Harmless at the stated load" });
  await expect(stated).toContainText("call_detail.started_at");
  await expect(page.getByRole("textbox", { name: "Real inserts/s of call_detail" })).toHaveCount(0);
});

test("what more nodes buy stands first, with the line of even load and the knee", async ({
  page,
}) => {
  await open(page);
  await telecom(page);
  const answers = page.locator("hotsplit-answers");
  await expect(answers.locator("h3").first()).toHaveText("What more nodes buy");
  const chart = answers.getByRole("img", { name: /^Sustained writes\/s by nodes/ });
  await expect(chart).toHaveAccessibleName(/from \d+ nodes on more of them do not help/);
  await expect(chart).toHaveAccessibleName(/if every key were spread: [\d.]+k\/s/);
  await expect(answers.locator("path.even")).toHaveCount(1);
  await expect(answers.locator(".plot b")).toHaveCount(1);
  await expect(answers.locator(".key")).toContainText("assumed load");

  // A key that is full before there is a second node says so.
  await example(page, "ULID ledger");
  await settled(page);
  await expect(chart).toHaveAccessibleName(/a second node does not help/);
  await expect(answers.locator(".key")).toContainText("asked for");
});
