/** SCORM packages: what they hold, and a lesson played in a course system. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { cleanInSchemes } from "../browser/axe.js";
import { file, inPlayground, panel, playThrough, sitThrough } from "../browser/learner.js";
import { Lms } from "./lms.js";
import { unzipped } from "./unzipped.js";

const FOLDER = join(import.meta.dirname, "../../../target/scorm");
const NAMES = readdirSync(FOLDER);
const SLUG = "ranges-and-splits";
const FIRST = file("01-ranges-and-splits");

const fileOf = (name: string) =>
  join(FOLDER, NAMES.find((one) => one.endsWith(`-scorm-${name}.zip`)) ?? name);

/** Errors in the console, and what the page's policy refuses. */
const test = base.extend<{ quiet: string[] }>({
  quiet: [
    async ({ context }, use) => {
      const said: string[] = [];
      context.on("console", (message) => {
        if (message.type() === "error") said.push(message.text());
      });
      context.on("weberror", (error) => said.push(error.error().message));
      await use(said);
      expect(said, "errors in the console").toEqual([]);
    },
    { auto: true },
  ],
});

const pages = (page: Page) =>
  page.frameLocator("iframe").getByRole("navigation", { name: "Pages of the lesson" });

/** What a manifest says, read as XML by the browser. */
async function read(page: Page, xml: string) {
  return page.evaluate((text) => {
    const doc = new DOMParser().parseFromString(text, "application/xml");
    const adl = "http://www.adlnet.org/xsd/adlcp_rootv1p2";
    const all = (name: string) => [...doc.getElementsByTagName(name)];
    return {
      errors: all("parsererror").map((one) => one.textContent),
      root: [doc.documentElement.localName, doc.documentElement.namespaceURI],
      identifiers: all("*").flatMap((one) => one.getAttribute("identifier") ?? []),
      schema: all("schema").map((one) => one.textContent),
      version: all("schemaversion").map((one) => one.textContent),
      standard: all("organizations").map((one) => one.getAttribute("default")),
      organizations: all("organization").map((one) => one.getAttribute("identifier")),
      titles: all("title").map((one) => one.textContent ?? ""),
      items: all("item").map((one) => one.getAttribute("identifierref") ?? ""),
      resources: all("resource").map((one) => ({
        id: one.getAttribute("identifier") ?? "",
        type: one.getAttribute("type"),
        scorm: one.getAttributeNS(adl, "scormtype"),
        href: one.getAttribute("href"),
        files: [...one.getElementsByTagName("file")].map((it) => it.getAttribute("href") ?? ""),
        needs: [...one.getElementsByTagName("dependency")].map((it) =>
          it.getAttribute("identifierref"),
        ),
      })),
    };
  }, xml);
}

test("there is a package for each lesson, one for the course and one for the exams, each whole by its manifest", async ({
  page,
}) => {
  const sources = readdirSync(join(import.meta.dirname, "../../lessons"));
  const slugs = (of: RegExp) =>
    sources.filter((name) => of.test(name)).map((name) => name.replace(/^\d+-|\.md$/g, ""));
  const [lessons, exams] = [slugs(/^\d.*\.md$/), slugs(/^exam-.*\.md$/)];
  expect(exams).toHaveLength(5);
  expect(NAMES).toHaveLength(lessons.length + 2);
  for (const name of ["course", "exams", ...lessons]) {
    const files = unzipped(fileOf(name));
    const found = await read(page, files.get("imsmanifest.xml")?.toString() ?? "");
    expect(found.errors, name).toEqual([]);
    expect(found.root).toEqual(["manifest", "http://www.imsproject.org/xsd/imscp_rootv1p1p2"]);
    expect(found.schema).toEqual(["ADL SCORM"]);
    expect(found.version).toEqual(["1.2"]);
    expect(found.standard).toEqual(found.organizations);
    expect(new Set(found.identifiers).size).toBe(found.identifiers.length);
    for (const id of found.identifiers) expect(id).toMatch(/^[A-Za-z_][\w.-]*$/);
    for (const title of found.titles) expect(title).toMatch(/\S/);
    const own = name === "course" ? lessons : name === "exams" ? exams : [name];
    expect(found.items).toEqual(own.map((slug) => `resource-${slug}`));
    const scos = found.resources.filter(({ scorm }) => scorm === "sco");
    expect(scos.map(({ id, href }) => [id, href])).toEqual(
      own.map((slug) => [`resource-${slug}`, `${slug}.html`]),
    );
    for (const { type, href, files: listed, needs } of scos) {
      expect(type).toBe("webcontent");
      expect(listed).toContain(href);
      expect(needs).toEqual(["shared"]);
    }
    const listed = found.resources.flatMap((one) => one.files);
    expect(listed.sort()).toEqual(
      [...files.keys()].filter((one) => one !== "imsmanifest.xml").sort(),
    );
  }
});

test("a lesson is played to its end by keyboard in a frame, and the system knows score and completion", async ({
  page,
}) => {
  const lms = new Lms(page, unzipped(fileOf(SLUG)), SLUG);
  await lms.serve("frame in frames");
  const inside = page.frameLocator("iframe").frameLocator("iframe").frameLocator("iframe");
  await expect(panel(inside)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => lms.last?.core.lesson_status).toBe("incomplete");
  expect(lms.last?.core.score).toMatchObject({ raw: "0", min: "0", max: "100" });
  await playThrough(inPlayground(page, inside), FIRST);
  await expect.poll(() => lms.last?.core.lesson_status).toBe("completed");
  expect(lms.last?.core.score.raw).toBe("100");
  await expect(inside.locator("#status")).toBeHidden();
  // The page that leaves ends the visit.
  await page.evaluate(() => document.querySelector("iframe")?.remove());
  await expect.poll(() => page.evaluate(() => window.API?.isTerminated())).toBe(true);
  await expect.poll(() => lms.last?.core.session_time).toMatch(/^\d{2,4}:\d\d:\d\d/);
  expect(lms.missing).toEqual([]);
});

test("an exam is sat by keyboard in a frame, shows nothing that was found, and is passed in the system", async ({
  page,
}) => {
  test.slow();
  const lms = new Lms(page, unzipped(fileOf("exams")), "exam-1-taxi");
  await lms.serve("frame");
  const inside = page.frameLocator("iframe");
  const exam = {
    ...inPlayground(page, inside),
    lesson: inside.getByRole("group", { name: "Exam" }),
  };
  await expect(exam.lesson).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => lms.last?.core.lesson_status).toBe("incomplete");
  await sitThrough(exam, file("exam-1-taxi"), async (title) => {
    if (title === "Takeaways") return;
    await expect(inside.locator("hotsplit-problems"), title).toHaveCount(0);
    await expect(inside.locator("hotsplit-map-notes"), title).toHaveCount(0);
    await expect(inside.locator(".cm-lintRange, .code [title]"), title).toHaveCount(0);
    await expect(inside.getByText(/Hottest|MOVING_HOT_SPOT/), title).toHaveCount(0);
    expect(lms.last?.core.score.raw, title).toBe("0");
  });
  await expect.poll(() => lms.last?.core.lesson_status).toBe("passed");
  expect(lms.last?.core.score.raw).toBe("100");
  expect(lms.last?.suspend_data.length).toBeLessThanOrEqual(4096);
  expect(lms.missing).toEqual([]);
});

test("a lesson that was left goes on where it was, on another machine too", async ({ page }) => {
  const lms = new Lms(page, unzipped(fileOf("course")), SLUG);
  await lms.serve("frame");
  const inside = page.frameLocator("iframe");
  await panel(inside).getByRole("button", { name: "Next", exact: true }).click();
  await panel(inside).getByRole("button", { name: "Show me" }).click();
  await panel(inside).getByRole("button", { name: "Next", exact: true }).click();
  // What was done last is packed before it is kept.
  let kept = "";
  const isKept = () => {
    const before = kept;
    kept = lms.last?.suspend_data ?? "";
    return kept !== "" && kept === before;
  };
  await expect.poll(isKept, { intervals: [500] }).toBe(true);
  expect(kept).toMatch(/^1\.[\w-]+$/);
  await page.evaluate(() => document.querySelector("iframe")?.remove());
  await expect.poll(() => lms.last?.core.exit).toBe("suspend");
  const saved = lms.last;
  expect(saved?.core.lesson_status).toBe("incomplete");
  // What was revealed is not right.
  expect(saved?.core.score.raw).toBe("0");
  expect(saved?.suspend_data.length).toBeLessThanOrEqual(4096);
  await page.evaluate(() => localStorage.clear());
  await lms.serve("frame", saved);
  await expect(pages(page).getByRole("button", { name: /^2 of .*, done/ })).toBeVisible({
    timeout: 30_000,
  });
  await expect(pages(page).locator("[aria-current=step]")).toHaveAttribute("aria-label", /^3 of/);
});

test("the API is found above the window that opened the lesson", async ({ page }) => {
  const lms = new Lms(page, unzipped(fileOf(SLUG)), SLUG);
  await lms.serve("window");
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Start" }).click();
  const lesson = await popup;
  await expect(panel(lesson)).toBeVisible({ timeout: 30_000 });
  await expect(lesson.locator("#status")).toBeHidden();
  await expect.poll(() => lms.last?.core.lesson_status).toBe("incomplete");
});

for (const width of [1440, 390]) {
  test(`without a course system it says so and works all the same, ${width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const lms = new Lms(page, unzipped(fileOf(SLUG)), SLUG);
    await lms.serve("alone");
    await expect(page.locator("#status")).toContainText("No course system was found");
    await expect(panel(page)).toBeVisible({ timeout: 30_000 });
    await panel(page).getByRole("button", { name: "Next", exact: true }).click();
    await panel(page).getByRole("button", { name: "Show me" }).click();
    await expect(page.locator("hotsplit-maps")).toBeVisible({ timeout: 30_000 });
    const scrolls = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(scrolls).toBe(0);
    await cleanInSchemes(page, `a package, ${width} wide`);
    await page.reload();
    await expect(
      page.getByRole("navigation", { name: "Pages of the lesson" }).getByRole("button").nth(1),
    ).toBeEnabled({ timeout: 30_000 });
    expect(lms.missing).toEqual([]);
  });
}

declare global {
  interface Window {
    API?: { isTerminated(): boolean };
  }
}
