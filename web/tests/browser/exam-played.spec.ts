/** Exams sat to their end by keyboard alone and by touch alone: written ones, and those of a seed. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import * as engine from "../../../pkg/hotsplit.js";
import { file, type Learner, lesson, press, sitThrough, tabTo, titleOf, WAYS } from "./learner.js";
import { test } from "./page.js";
import { WHOLE } from "./sample.js";
import { fits } from "./targets.js";

engine.initSync({
  module: readFileSync(new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url)),
});

/** The seed of the exam that is sat. */
const SEED = 7;

const list = (page: Page) => page.getByRole("main", { name: "Lessons" });

/** Opens the exam of the seed from the list. */
async function openSeeded(one: Learner): Promise<void> {
  const { page } = one;
  await page.goto("./#lessons");
  await expect(list(page).getByRole("link").first()).toBeVisible();
  await fits(page, "the list");
  const number = list(page).getByRole("spinbutton", { name: "Number" });
  if (one.touches) await number.tap();
  else await tabTo(page, number);
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(String(SEED));
  await press(one, list(page).getByRole("link", { name: `Open exam no. ${SEED}` }));
}

/** Takes the certificate, and opens it. */
async function certified(one: Learner, title: string): Promise<void> {
  const { page } = one;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const name = lesson(page).getByLabel("Name on the certificate");
  if (one.touches) await name.tap();
  else await tabTo(page, name);
  await page.keyboard.insertText("Ada");
  const copy = lesson(page).getByRole("button", { name: /^(Copy certificate as a link|Copied)$/ });
  await press(one, copy);
  await expect(copy).toHaveText("Copied");
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  const certificate = page.getByRole("main", { name: "Certificate" });
  await expect(certificate).toContainText("Passed, by Ada", { timeout: 60_000 });
  await expect(certificate).toContainText(title);
  await fits(page, "the certificate");
  const schema = certificate.getByText("The schema that was handed in");
  await press(one, schema);
  await expect(certificate.getByLabel("DDL that was handed in")).toBeVisible();
  await fits(page, "the certificate, opened");
}

/** Sits the exam of the seed, from the list to the certificate. */
async function sitSeeded(one: Learner): Promise<void> {
  const markdown = engine.examOf(SEED);
  await openSeeded(one);
  await sitThrough(one, markdown, (title) => fits(one.page, title));
  await certified(one, titleOf(markdown));
}

/** Sits the first written exam, and looks at how it went. */
async function sitWritten(one: Learner): Promise<void> {
  const markdown = file("exam-1-taxi");
  await one.page.goto("./#lesson/exam-1-taxi");
  await sitThrough(one, markdown, (title) => fits(one.page, title));
  await press(one, lesson(one.page).getByRole("link", { name: "How the exam went" }));
  const went = one.page.getByRole("main", { name: "Exam" });
  await expect(went.getByRole("heading", { name: "Exam", exact: true })).toBeFocused();
  await expect(went).toContainText("1 of 5 handed in");
  await fits(one.page, "how it went");
}

for (const way of WAYS) {
  test.describe(way.name, () => {
    // Hundreds of presses, and runs on a machine that may be busy.
    test.slow();
    test.use(way.use);

    test(
      "the exam of a seed is sat to its certificate",
      way.usual ? {} : WHOLE,
      async ({ page }) => {
        await sitSeeded(way.learner(page));
      },
    );

    test("a written exam is sat to its end", WHOLE, async ({ page }) => {
      await sitWritten(way.learner(page));
    });
  });
}
