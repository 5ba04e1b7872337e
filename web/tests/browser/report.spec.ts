/** What is printed: a report of two pages, and nothing of the page itself. */
import { expect, type Page } from "@playwright/test";
import { figure, open, picture, settled, test, write } from "./page.js";

/** Pages of the PDF that the browser prints. */
async function pagesOf(page: Page, format: "A4" | "Letter"): Promise<number> {
  const pdf = await page.pdf({ format, printBackground: true });
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** The report as it is laid out for printing. */
async function printed(page: Page) {
  // As printing does.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const report = page.getByRole("article").filter({ hasText: "Made with hotsplit" });
  await expect(report).toBeVisible();
  await expect(page.locator("#page")).toBeHidden();
  return report;
}

/** Twenty tables: hot ones with long names, indexes, and an interleaved one. */
const TWENTY = Array.from(
  { length: 20 },
  (_, at) => `CREATE TABLE MeasurementConsumerCertificates${at} (
  CertificateId STRING(26) NOT NULL, -- ULID
  CreateTime TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (CertificateId);
CREATE INDEX MeasurementConsumerCertificates${at}ByCreateTime
  ON MeasurementConsumerCertificates${at} (CreateTime);`,
).join("\n");

test("the report has two pages: what it comes to, and what it rests on", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page);
  await expect(figure(page, "after", "p99")).toHaveText(/–/);
  await picture(page, "After");
  const report = await printed(page);
  const [first, second] = [report.locator(".sheet").first(), report.locator(".sheet").last()];
  await expect(first.getByRole("heading", { level: 1 })).toHaveText("1 table will get hot.");
  await expect(first).toContainText(/2\.\d–3\.\dk writes\/s/);
  await expect(first).toContainText("Hottest key range: 3.5× the limit.");
  await expect(first.getByRole("table")).toContainText("Add a hash shard to Transactions");
  await expect(first.locator("canvas")).toHaveCount(4);
  await expect(second.getByRole("heading", { name: "What it costs" })).toBeVisible();
  await expect(second).toContainText("16 scans and a merge");
  await expect(second.getByRole("heading", { name: "What is assumed" })).toBeVisible();
  await expect(second).toContainText(/engine \d+\.\d+\.\d+/);
  await expect(report.getByRole("button")).toHaveCount(0);
  const seen = await report.evaluate((root) => {
    const blank = [...root.querySelectorAll("canvas")].filter((canvas) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
      return !data?.some((value, at) => at % 4 < 3 && value > 60);
    });
    const { backgroundColor } = getComputedStyle(document.body);
    return { blank: blank.length, backgroundColor };
  });
  expect(seen).toEqual({ blank: 0, backgroundColor: "rgb(255, 255, 255)" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator("#page")).toBeVisible();
  for (const format of ["A4", "Letter"] as const) expect(await pagesOf(page, format)).toBe(2);
});

test("twenty tables fit the same two pages, with the plan in short", async ({ page }) => {
  await open(page);
  await write(page, TWENTY);
  await settled(page);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("button", { name: /^Plan/ })).toBeVisible();
  await page.keyboard.press("Escape");
  for (const format of ["A4", "Letter"] as const) expect(await pagesOf(page, format)).toBe(2);
  const report = await printed(page);
  await expect(report.getByRole("heading", { name: /^Plan for a new database/ })).toBeVisible();
  await expect(report).toContainText(/\d+ more keys\./);
});
