/** The page for an iframe, as hosts frame it: sandboxed, without storage, on another origin. */
import { expect, type FrameLocator, type Page } from "@playwright/test";
import { article, HOT, test } from "./author.js";
import { cleanInSchemes } from "./axe.js";
import { linkOf } from "./page.js";
import { resize } from "./pulse.js";

/** A host that keeps the messages it gets. */
const LISTENS = `<script>
  window.heights = [];
  addEventListener("message", (event) => {
    if (event.data?.type === "hotsplit-playground:height") {
      heights.push(event.data.height);
      document.querySelector("iframe").style.height = event.data.height + "px";
    }
  });
</script>`;

function iframe(fragment: string, attributes = ""): string {
  return article(
    `<iframe src="%HOME%embed.html${fragment}" title="hotsplit playground" width="900" height="300" ${attributes}></iframe>`,
    LISTENS,
  );
}

const TEXT = `text=${encodeURIComponent(HOT)}`;
const inside = (page: Page): FrameLocator => page.frameLocator("iframe");
const frame = (page: Page) => inside(page).locator(".frame");
const heights = (page: Page) =>
  page.evaluate(() => ("heights" in window ? (window.heights as number[]) : []));

async function shown(page: Page): Promise<void> {
  await expect(frame(page)).toBeVisible({ timeout: 30_000 });
}

test("the fragment says what is shown, and how", async ({ page, site }) => {
  await site.open(
    page,
    iframe(`#view=compare&theme=dark&nodes=7&seed=3&show=numbers&hide=numbers&${TEXT}`),
  );
  await shown(page);
  await expect(inside(page).locator("pre.code")).toHaveText(HOT);
  await expect(inside(page).locator("section.run")).toHaveCount(2, { timeout: 30_000 });
  await expect(frame(page)).toHaveCSS("color-scheme", "dark");
  await expect(inside(page).locator('[part="numbers"]')).toHaveCount(0);
  const [there] = await Promise.all([
    page.context().waitForEvent("page"),
    inside(page).getByRole("link", { name: "Open in playground" }).click(),
  ]);
  await there.getByRole("button", { name: "Change", exact: true }).click();
  await expect(there.getByRole("spinbutton", { name: "Nodes" })).toHaveValue("7");
  await there.locator("hotsplit-workload summary", { hasText: "Simulation settings" }).click();
  await expect(there.getByRole("spinbutton", { name: "Seed" })).toHaveValue("3");
  await there.close();
});

for (const view of ["editor", "problems", "compare", "results"]) {
  test(`the first heading is of the first level, and no other is: ${view}`, async ({
    page,
    site,
  }) => {
    await site.open(page, iframe(`#view=${view}&${TEXT}`));
    await shown(page);
    const first = inside(page).getByRole("heading").first();
    await expect(first).toHaveText("hotsplit playground");
    await expect(inside(page).getByRole("heading", { level: 1 })).toHaveCount(1);
  });
}

test("a share link is one, too: with its fixes, and what is set beside it", async ({
  page,
  site,
}) => {
  const finding = "key-time-ordered-id Transactions.TxnId";
  const shared = linkOf({ text: HOT, chosen: [{ finding, fix: "T5" }], knobs: { nodes: 12 } });
  await site.open(page, iframe(`${shared}&view=compare&show=fixes&readonly`));
  await shown(page);
  await expect(inside(page).getByRole("list", { name: "Fixes in use" })).toContainText("T5", {
    timeout: 30_000,
  });
  await expect(inside(page).getByRole("group", { name: "Schema" })).toBeVisible();
  await inside(page).getByRole("button", { name: "Rewritten" }).click();
  await expect(inside(page).getByRole("group", { name: "Rewritten schema" })).toContainText(
    "ShardId",
  );
});

test("a link brings no engine and no page of its own", async ({ page, site }) => {
  const elsewhere = encodeURIComponent("https://elsewhere.example/");
  await site.open(page, iframe(`#engine-url=${elsewhere}&page-url=${elsewhere}&${TEXT}`));
  await shown(page);
  await expect(inside(page).getByRole("link", { name: "Open in playground" })).toHaveAttribute(
    "href",
    new RegExp(`^${site.hotsplit.home}#v1\\.`),
  );
});

test("the host is told the height, and it comes to rest", async ({ page, site }) => {
  await site.open(page, iframe(`#view=map&${TEXT}`));
  await shown(page);
  await expect(inside(page).locator("hotsplit-maps")).toBeVisible({ timeout: 30_000 });
  const fits = async () => {
    const [last] = (await heights(page)).slice(-1);
    const high = await inside(page)
      .locator("html")
      .evaluate((root) => [root.scrollHeight, root.clientHeight]);
    return [last, high[1]].every((one) => Math.abs((one ?? 0) - (high[0] ?? 0)) <= 1);
  };
  await expect.poll(fits).toBe(true);
  const many = (await heights(page)).length;
  // Told no more while nothing changes: a height that grew by what it caused would never end.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500))),
  );
  expect((await heights(page)).length).toBe(many);
  expect(many).toBeLessThan(12);
});

test("the theme is the system's until the host says another", async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await site.open(page, iframe(`#view=problems&${TEXT}`));
  await shown(page);
  await expect(frame(page)).toHaveCSS("color-scheme", "dark");
  const say = (theme: string) =>
    page.evaluate((theme) => {
      const frame = document.querySelector("iframe");
      frame?.contentWindow?.postMessage({ type: "hotsplit-playground:theme", theme }, "*");
    }, theme);
  await say("light");
  await expect(frame(page)).toHaveCSS("color-scheme", "light");
  await say("dark");
  await expect(frame(page)).toHaveCSS("color-scheme", "dark");
  await say("auto");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(frame(page)).toHaveCSS("color-scheme", "light");
});

test("the link carries what was typed, and the host's history stays as it is", async ({
  page,
  site,
}) => {
  await site.open(page, iframe(`#view=problems&${TEXT}`));
  await shown(page);
  const before = await page.evaluate(() => history.length);
  await inside(page).getByRole("textbox", { name: "Schema" }).click();
  await expect(inside(page).getByRole("textbox", { name: "Your schema" })).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("CREATE TABLE Typed (Id INT64) PRIMARY KEY (Id);");
  await expect(inside(page).locator("hotsplit-problems")).toContainText("Typed");
  const [there] = await Promise.all([
    page.context().waitForEvent("page"),
    inside(page).getByRole("link", { name: "Open in playground" }).click(),
  ]);
  await expect(there.getByRole("textbox", { name: "Your schema" })).toContainText("Typed", {
    timeout: 30_000,
  });
  await there.close();
  expect(await page.evaluate(() => history.length)).toBe(before);
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

test("another fragment, set by the host, is another playground", async ({ page, site }) => {
  await site.open(page, iframe(`#view=problems&${TEXT}`));
  await shown(page);
  await page.evaluate(
    (src) => {
      const frame = document.querySelector("iframe");
      if (frame) frame.src = src;
    },
    `${site.hotsplit.home}embed.html#view=problems&text=${encodeURIComponent(HOT.replace("Transactions", "Others"))}`,
  );
  await expect(inside(page).locator("pre.code")).toContainText("Others");
});

test.describe("in a sandbox", () => {
  // The browser itself complains of storage that is rejected.
  test.use({ broken: true });

  test("without an origin it runs, keeps nothing, and opens the page", async ({ page, site }) => {
    const sandbox = 'sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"';
    await site.open(page, iframe(`#view=compare&${TEXT}`, sandbox));
    await shown(page);
    await expect(inside(page).locator("hotsplit-maps")).toBeVisible({ timeout: 30_000 });
    await expect(inside(page).getByRole("alert")).toHaveCount(0);
    const origin = await inside(page)
      .locator("html")
      .evaluate(() => self.origin);
    expect(origin).toBe("null");
    await inside(page).getByRole("textbox", { name: "Schema" }).click();
    await expect(inside(page).getByRole("textbox", { name: "Your schema" })).toBeFocused();
    const [there] = await Promise.all([
      page.context().waitForEvent("page"),
      inside(page).getByRole("link", { name: "Open in playground" }).click(),
    ]);
    await expect(there.getByRole("textbox", { name: "Your schema" })).toContainText(
      "Transactions",
      {
        timeout: 30_000,
      },
    );
    await there.close();
  });

  test("without scripts it says what it needs, with a way to the page", async ({ page, site }) => {
    await site.open(page, iframe(`#${TEXT}`, 'sandbox="allow-popups"'));
    await expect(inside(page).getByText("It needs JavaScript")).toBeVisible();
    await expect(inside(page).getByRole("link", { name: /separate tab/ })).toBeVisible();
  });
});

test("axe finds nothing", async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${site.hotsplit.home}embed.html#view=compare&${TEXT}`);
  await expect(page.locator("hotsplit-maps")).toBeVisible({ timeout: 30_000 });
  for (const width of [900, 390]) {
    await resize(page, width, 844);
    await cleanInSchemes(page, `${width} wide`);
  }
});
