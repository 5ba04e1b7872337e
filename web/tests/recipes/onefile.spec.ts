/** The page that is one file: opened from disk it does the main job and loads nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, type Page } from "@playwright/test";
import { editor, openRules, picture, settled, test, write } from "../browser/page.js";

const FILE = join(import.meta.dirname, "../../../target/one-file/hotsplit.html");
const HOME = pathToFileURL(FILE).href;

/** Most that the file may hold, MB. Measured 4.23: the engine, the port of dumps, lessons with their figures. */
const BUDGET = 4.3;

/** What is watched is the file: a request for anything else fails the test. */
test.use({ baseURL: HOME });

/** Opens the file as a double click does. */
async function open(page: Page): Promise<void> {
  await page.goto(HOME);
  await settled(page);
}

test("opened from disk, it reads, simulates and paints", async ({ page }) => {
  await open(page);
  expect((await picture(page, "Before")).width).toBeGreaterThan(0);
  // The recommended fix is previewed; its options and its changes are a click away.
  expect((await picture(page, "After")).width).toBeGreaterThan(0);
  await page.getByRole("button", { name: /other options/ }).click();
  await page.getByRole("tab", { name: "Diff" }).click();
  await expect(page.locator("#diff .cm-changedLine").first()).toBeVisible();
});

test("a schema of one's own is judged, the rules are inside, and a draft survives", async ({
  page,
}) => {
  await open(page);
  await write(page, "CREATE TABLE Mine (At TIMESTAMP NOT NULL) PRIMARY KEY (At)");
  await expect(page.locator("hotsplit-verdict")).toContainText("Mine");
  await openRules(page);
  await expect(page.getByRole("main", { name: "Rules" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(HOME);
  // Chromium forgets at times what a page of the disk kept: after 4 of 96 reloads, where a page of
  // a server lost nothing in 48. So what is ours is looked at: the draft is kept, and is read.
  const draft = () => page.evaluate(() => localStorage.getItem("hotsplit.draft"));
  await expect.poll(draft).toContain("CREATE TABLE Mine");
  await page.addInitScript(
    (kept) => location.protocol === "file:" && localStorage.setItem("hotsplit.draft", kept),
    (await draft()) ?? "",
  );
  await page.goto("about:blank");
  await open(page);
  await expect(editor(page)).toContainText("CREATE TABLE Mine");
});

test("examples of rule pages run, with the engine that is inside", async ({ page }) => {
  await page.goto(`${HOME}#rule/key-timestamp-first`);
  const example = page.getByRole("main", { name: "Rules" }).locator("hotsplit-playground").first();
  await example.scrollIntoViewIfNeeded();
  await expect(example.locator("hotsplit-problems")).toContainText("The key starts with");
  const link = example.getByRole("link", { name: "Open in playground" });
  await expect(link).toHaveAttribute("href", new RegExp(`^${HOME}#v1`));
});

test("lessons are inside, and no page is named that is not", async ({ page }) => {
  await page.goto(`${HOME}#lessons`);
  const list = page.getByRole("main", { name: "Lessons" });
  await expect(list.getByRole("link", { name: /Ranges and splits/ })).toBeVisible();
  await expect(list.locator('a:not([href^="#"])')).toHaveCount(0);
  await list.getByRole("link", { name: /Ranges and splits/ }).click();
  await expect(page.getByRole("region", { name: "Lesson", exact: true })).toContainText(
    "Spanner keeps the rows of a table in order",
  );
});

test("a link made there opens there", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await write(page, "CREATE TABLE Sent (At TIMESTAMP NOT NULL) PRIMARY KEY (At)");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await expect(page.getByRole("button", { name: "Link copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.startsWith(`${HOME}#v1.`), link.slice(0, 80)).toBe(true);
  await page.goto("about:blank");
  await page.goto(link);
  await settled(page);
  await expect(editor(page)).toContainText("CREATE TABLE Sent");
});

test.describe("its policy", () => {
  // What is rejected is told on the console.
  test.use({ broken: true });

  test("lets neither page nor worker load anything, and makes no script of a string", async ({
    page,
  }) => {
    await open(page);
    const asked = async () => {
      const refused = new Promise<string>((told) => {
        addEventListener("securitypolicyviolation", (event) => told(event.effectiveDirective));
      });
      const answered = fetch("data:,x").then(
        () => "answered",
        () => refused,
      );
      return await answered;
    };
    expect(await page.evaluate(asked)).toBe("connect-src");
    const [worker] = page.workers();
    expect(await worker?.evaluate(asked)).toBe("connect-src");
    const written = () => {
      try {
        document.createElement("div").innerHTML = "<b>";
        return "allowed";
      } catch (error) {
        return String(error);
      }
    };
    expect(await page.evaluate(written)).toContain("TrustedHTML");
    const html = readFileSync(FILE, "utf8");
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? "";
    const directives = policy.split("; ").map((one) => one.replaceAll(/'sha256-[^']+'/g, "HASH"));
    expect(directives).toEqual([
      "default-src 'none'",
      "script-src HASH HASH 'wasm-unsafe-eval'",
      "style-src HASH",
      "img-src data:",
      "worker-src blob:",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types lit-html hotsplit",
    ]);
  });
});

test("it is one file of bearable size that names no other", () => {
  const html = readFileSync(FILE, "utf8");
  expect(html.length / 1e6).toBeLessThanOrEqual(BUDGET);
  // Outside of scripts and styles nothing is loaded by its address.
  const bare = html.replace(/(<(script|style)\b[^>]*>)[\s\S]*?(?=<\/\2>)/g, "$1");
  expect(bare).not.toMatch(/\bsrc=/);
  expect([...bare.matchAll(/href="([^"]{0,5})/g)].map(([, start]) => start)).toEqual(["data:"]);
  expect(html).not.toContain("sourceMappingURL");
});
