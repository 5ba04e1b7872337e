/** The page of a class: many certificates, each marked by the page that opens it. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { toFragment } from "../../src/lessons/certificate.js";
import { pack } from "../../src/session/links.js";
import { cleanInSchemes } from "./axe.js";
import { file, sqlOf, tabTo } from "./learner.js";
import { test } from "./page.js";
import { WHOLE } from "./sample.js";

const EXAM = "exam-1-taxi";
const HOME = "https://example.com/hotsplit/";

/** Answers to the predictions of the exam, all right. */
function answers(): Map<number, number[]> {
  const steps = file(EXAM).split("\n## Step: ").slice(1);
  const right = steps.flatMap((step, at): [number, number[]][] => {
    const marks = [...step.matchAll(/^- \[([ x])\]/gm)].map(([, mark]) => mark === "x");
    return marks.length === 0 ? [] : [[at, marks.flatMap((one, choice) => (one ? [choice] : []))]];
  });
  return new Map(right);
}

/** The link of a certificate of the exam. */
async function link(name: string, section: "Schema" | "Solution"): Promise<string> {
  const text = sqlOf(file(EXAM), section);
  return HOME + (await toFragment({ slug: EXAM, name, text, answers: answers() }));
}

const room = (page: Page) => page.getByRole("main", { name: "Class" });
const said = (page: Page) => page.locator("hotsplit-class [role=status]");
const rows = (page: Page) => page.getByRole("table", { name: "The class" }).locator("tbody tr");

test("marks what is pasted by keyboard, names the lines that are wrong, and gives the table as CSV", async ({
  page,
}) => {
  test.slow();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#lessons");
  const way = page.getByRole("link", { name: "For a class" });
  await expect(way).toBeVisible();
  await tabTo(page, way);
  await page.keyboard.press("Enter");
  await expect(room(page).getByRole("heading", { name: "Class" })).toBeFocused();
  const field = room(page).getByLabel("Certificate links");
  await tabTo(page, field);
  const ada = await link("Ada", "Solution");
  const whole = [ada, await link("Bob", "Schema"), `${ada.slice(0, -6)}AAAAAA`, "not a link"];
  await page.keyboard.insertText(whole.join("\n"));
  await tabTo(page, room(page).getByRole("button", { name: "Mark", exact: true }));
  await page.keyboard.press("Enter");
  await expect(said(page)).toHaveText("1 of 2 certificates passed. Lines 3, 4 could not be read.", {
    timeout: 60_000,
  });
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(0)).toContainText(/Ada.*Passed/s);
  await expect(rows(page).nth(1)).toContainText(/Bob.*Not passed/s);
  await expect(rows(page).nth(2)).toContainText(/Not read.*damaged/s);
  await expect(rows(page).nth(3)).toContainText(/Not read.*no link/s);
  await tabTo(page, room(page).getByRole("button", { name: "Copy as CSV" }));
  await page.keyboard.press("Enter");
  await expect(room(page).getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split(/\r?\n/)[1]).toMatch(/^1,,Ada,"?Exam.*,Passed,(\d+),\1,(\d+),\2,$/);
  const download = page.waitForEvent("download");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const path = await (await download).path();
  expect(readFileSync(path, "utf8").replaceAll("\r", "")).toBe(copied.replaceAll("\r", ""));
  // What was marked stays while another page is looked at.
  await page.getByRole("link", { name: "All lessons" }).click();
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);
  await room(page).getByRole("button", { name: "Clear" }).click();
  await expect(rows(page)).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
});

test("marks an exam of a number, and refuses a link that was altered after it was made", async ({
  page,
}) => {
  await page.goto("./#class");
  const own = { slug: "exam-7", name: "Cy", text: sqlOf(file(EXAM), "Schema"), answers: [] };
  const numbered = HOME + (await toFragment({ ...own, answers: new Map() }));
  const altered = `${HOME}#certificate/${await pack(JSON.stringify({ ...own, sum: 1 }))}`;
  const other = `${HOME}#certificate/${await pack(JSON.stringify({ ...own, slug: "ulid-ledger" }))}`;
  await room(page).getByLabel("Certificate links").fill([numbered, altered, other].join("\n"));
  await room(page).getByRole("button", { name: "Mark", exact: true }).click();
  await expect(said(page)).toHaveText("0 of 1 certificate passed. Lines 2, 3 could not be read.", {
    timeout: 60_000,
  });
  await expect(rows(page).nth(0)).toContainText(/Cy.*Exam no\. 7.*Not passed/s);
  await expect(rows(page).nth(1)).toContainText("altered after it was made");
  await expect(rows(page).nth(2)).toContainText("names no exam of this page");
});

test("opens a CSV file that is dropped on it, with the names of its list", async ({ page }) => {
  await page.goto("./#class");
  await expect(room(page).getByLabel("Certificate links")).toBeVisible();
  const csv = `Student,Link\nLovelace,${await link("Ada", "Solution")}\n`;
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "class.csv", { type: "text/csv" }));
    return data;
  }, csv);
  await page.locator("hotsplit-class .drop").dispatchEvent("drop", { dataTransfer: transfer });
  await expect(said(page)).toHaveText("1 of 1 certificate passed.", { timeout: 60_000 });
  await expect(rows(page)).toHaveText(/2\s+Lovelace\s+Ada\s+.*Passed/s);
});

for (const width of [1440, 390]) {
  test(`is clean at ${width}`, width === 1440 ? {} : WHOLE, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./#class");
    const field = room(page).getByLabel("Certificate links");
    await field.fill(`Lovelace,${await link("Ada Lovelace", "Solution")}\nnothing`);
    await room(page).getByRole("button", { name: "Mark", exact: true }).click();
    await expect(said(page)).toHaveText(/Line 2 could not be read/, { timeout: 60_000 });
    const scrolls = await room(page).evaluate((main) => {
      const read = main.querySelector(".read");
      return read ? read.scrollWidth - read.clientWidth : -1;
    });
    expect(scrolls).toBe(0);
    // Links within the page lead to lessons, and skip nothing.
    await cleanInSchemes(page, `the class, ${width} wide`, { off: ["skip-link"] });
  });
}
