/** The editor as a person uses it: from problem to problem, fixes, offers, files, long texts. */
import { expect, type Locator, type Page } from "@playwright/test";
import { editor, findings, open, openKey, settled, test, write } from "./page.js";
import { WHOLE } from "./sample.js";

/** Two tables with problems, a question, and a directive, in GoogleSQL. */
const GOOGLE = `CREATE TABLE Orders (
  OrderId STRING(26) NOT NULL, -- ULID
  PlacedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (OrderId);

CREATE TABLE Visits (
  SeenAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  VisitId INT64 NOT NULL,
) PRIMARY KEY (SeenAt, VisitId);

CREATE TABLE Bills (
  BillId INT64 NOT NULL,
) PRIMARY KEY (BillId);
`;

/** The same in PostgreSQL. */
const POSTGRES = `CREATE TABLE orders (
  order_id varchar(26) NOT NULL, -- ULID
  placed_at timestamptz NOT NULL,
  PRIMARY KEY (order_id)
);

CREATE TABLE bills (
  bill_id bigint NOT NULL,
  PRIMARY KEY (bill_id)
);
`;

const status = (page: Page) => page.locator("hotsplit-editor [role=status]");
const after = (page: Page) =>
  page.getByRole("region", { name: "Numbers after" }).getByRole("heading");
const offers = (page: Page) => page.getByRole("listbox", { name: "Completions" });
const chosen = (page: Page) => editor(page).evaluate(() => getSelection()?.toString() ?? "");
const value = (page: Page) =>
  editor(page).evaluate((content) =>
    [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
  );

/** Writes a text and puts the cursor at its beginning. */
async function begin(page: Page, text: string): Promise<void> {
  await open(page);
  await write(page, text);
  await settled(page);
  await page.keyboard.press("Control+Home");
}

/** Chooses a fix for the first hot key, so that its own run is shown. */
async function fix(page: Page, object: string): Promise<void> {
  const key = await openKey(page, object);
  const others = key.getByRole("radio");
  await others.nth(1).check();
  await others.nth(0).check();
  await settled(page);
}

/** Hovers over a piece of a line as the mouse does: there from somewhere else. */
async function hover(page: Page, piece: Locator): Promise<void> {
  await page.mouse.move(700, 10);
  const box = await piece.boundingBox();
  if (!box) throw new Error("not in sight");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
}

test("F8 walks the problems over both ends and says which it is", async ({ page }) => {
  await begin(page, GOOGLE);
  await expect(page.locator(".cm-lintRange").first()).toBeVisible();
  await page.keyboard.press("F8");
  await expect(status(page)).toHaveText(
    /^Problem 1 of \d+: Orders.OrderId is the first key column/,
  );
  const of = Number(/of (\d+)/.exec((await status(page).textContent()) ?? "")?.[1]);
  expect(of).toBeGreaterThanOrEqual(3);
  expect(await chosen(page)).toBe("OrderId");
  for (let at = 2; at <= of; at++) {
    await page.keyboard.press("F8");
    await expect(status(page)).toHaveText(new RegExp(`^Problem ${at} of ${of}: `));
  }
  await page.keyboard.press("F8");
  await expect(status(page)).toHaveText(new RegExp(`^Problem 1 of ${of}: `));
  await page.keyboard.press("Shift+F8");
  await expect(status(page)).toHaveText(new RegExp(`^Problem ${of} of ${of}: `));
  // What stands at the cursor is said below, with what can be done; elsewhere nothing is offered.
  const foot = page.locator("#yours .foot");
  await expect(foot.getByRole("button")).toHaveText(["Fixes", "Open"]);
  await page.keyboard.press("Control+Home");
  await expect(foot.getByRole("button")).toHaveCount(0);
});

test("a text without problems says so", async ({ page }) => {
  await begin(
    page,
    "CREATE TABLE T (\n  Id UUID NOT NULL DEFAULT (NEW_UUID()),\n) PRIMARY KEY (Id);\n",
  );
  await expect(page.locator("hotsplit-verdict h2")).toContainText(/No hot key/);
  await page.keyboard.press("F8");
  await expect(status(page)).toHaveText("No problems in this schema.");
});

test("a mark beside the line tells how bad it is, and a click opens the problem", async ({
  page,
}) => {
  const [orders, , bills] = GOOGLE.split("\n\n");
  await begin(page, `${orders}\n${bills}\nCREATE TABLE Oops (Id INT64 PRIMARY;\n`);
  const mark = (level: string) => page.locator(`.cm-gutter-lint .hs-at-${level} .cm-lint-marker`);
  await expect(mark("high").first()).toBeVisible();
  await expect(mark("ask").first()).toBeVisible();
  await expect(mark("error").first()).toBeVisible();
  await mark("high").first().click();
  await expect(page.locator("hotsplit-key h2")).toContainText("Orders");
  // What the mark tells lies over the next one until the mouse moves elsewhere.
  await expect(async () => {
    await page.mouse.move(300, 2);
    await page.mouse.move(310, 2);
    await expect(page.locator(".cm-tooltip")).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await mark("ask").first().click();
  await expect(page.locator(".ask-box.open")).toContainText("Bills.BillId");
});

test("a hover tells the finding and leads to its rule", async ({ page }) => {
  await begin(page, GOOGLE);
  await hover(page, editor(page).locator(".cm-lintRange", { hasText: "OrderId" }).first());
  const tip = page.locator(".cm-tooltip");
  await expect(tip).toContainText("Orders.OrderId is the first key column of Orders");
  await tip.getByRole("link", { name: "key-time-ordered-id" }).click();
  await expect(page.locator("hotsplit-guide")).toContainText("key-time-ordered-id");
});

test("no hover box opens over what was pasted under a resting mouse", async ({ page }) => {
  await begin(page, GOOGLE);
  await hover(page, editor(page).locator(".cm-lintRange", { hasText: "OrderId" }).first());
  const tip = page.locator(".cm-tooltip-hover");
  await expect(tip).toBeVisible();
  // The same text at the same place: the mouse rests on a problem all the while.
  await paste(page, GOOGLE);
  await settled(page);
  await page.waitForTimeout(800);
  expect(await tip.filter({ visible: true }).count()).toBe(0);
  await hover(page, editor(page).locator(".cm-lintRange", { hasText: "OrderId" }).first());
  await expect(tip).toBeVisible();
});

test("the schema is named with its dialect, and all else stands in one menu", async ({ page }) => {
  await open(page);
  const bar = page.locator("hotsplit-editor .bar");
  await expect(bar.getByRole("heading", { name: "Schema" })).toBeVisible();
  await expect(bar.getByRole("button")).toHaveText([/GoogleSQL \(detected\)/, /Open…/]);
  await expect(page.locator("#yours .foot")).toHaveText(
    /Paste your own DDL here\. It stays in this browser\./,
  );
  await expect(page.locator("#yours .foot").getByRole("button")).toHaveCount(0);
  await bar.getByRole("button", { name: "Open…" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    /Open a \.sql file…/,
    /Download schema\.sql/,
    /Find in the schema/,
  ]);
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download schema.sql" }).click();
  expect((await coming).suggestedFilename()).toBe("schema.sql");
  await bar.getByRole("button", { name: "Open…" }).click();
  await page.getByRole("menuitem", { name: /^Find/ }).click();
  await expect(page.locator(".cm-search")).toBeVisible();
});

test("a hover over a word of a directive gives its help; so does the cursor", async ({ page }) => {
  await begin(page, `-- hotsplit: file nodes=4\n${GOOGLE}`);
  const line = editor(page).locator(".cm-line").first();
  const box = await line.locator("span").first().boundingBox();
  if (!box) throw new Error("no directive in sight");
  // Over `nodes`: the last word but its number.
  await page.mouse.move(700, 10);
  await page.mouse.move(box.x + box.width * 0.82, box.y + box.height / 2, { steps: 4 });
  await expect(page.locator(".cm-help")).toContainText("Nodes of the instance.");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("#yours .foot")).toContainText("Nodes of the instance.");
});

test("the help of an accepted rule leads to its page", async ({ page }) => {
  await begin(
    page,
    `-- hotsplit: table Orders accept(key-time-ordered-id) reason="few"\n${GOOGLE}`,
  );
  const box = await editor(page).locator(".cm-line span").first().boundingBox();
  if (!box) throw new Error("no directive in sight");
  await page.mouse.move(700, 10);
  await page.mouse.move(box.x + 330, box.y + 8, { steps: 4 });
  await page.locator(".cm-help").getByRole("link", { name: "About this rule" }).click();
  await expect(page.locator("hotsplit-guide")).toContainText("key-time-ordered-id");
});

test("Ctrl-. offers the fixes under the names of their problems, by keyboard alone", async ({
  page,
}) => {
  await begin(page, GOOGLE);
  await page.keyboard.press("F8");
  await page.keyboard.press("Control+.");
  const menu = page.getByRole("menu", { name: "Quick fixes" });
  await expect(menu.getByRole("group", { name: /^Orders.OrderId is the first key/ })).toBeVisible();
  await expect(menu.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(menu.getByRole("menuitem").last()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(editor(page)).toBeFocused();
  const before = await value(page);
  await page.keyboard.press("Control+.");
  await page.keyboard.press("Enter");
  await expect(editor(page)).toContainText("ShardId");
  await expect(editor(page)).toContainText("-- ULID");
  await page.keyboard.press("Control+z");
  expect(await value(page)).toBe(before);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+.");
  await expect(status(page)).toHaveText("No fix for this line.");
});

for (const [dialect, text, cases] of [
  [
    "GoogleSQL",
    GOOGLE,
    [
      ["INTERL", "INTERLEAVE"],
      ["STRI", "STRING"],
      ["Orde", "Orders"],
      ["BillI", "BillId"],
    ],
  ],
  [
    "PostgreSQL",
    POSTGRES,
    [
      ["interl", "interleave"],
      ["timestampt", "timestamptz"],
      ["orde", "orders"],
      ["bill_", "bill_id"],
    ],
  ],
] as const) {
  for (const broken of [false, true]) {
    const when = broken ? "after a syntax error" : "in a sound text";
    test(
      `keywords, types, tables and columns are offered ${when}: ${dialect}`,
      broken ? WHOLE : {},
      async ({ page }) => {
        await open(page);
        await page.getByRole("button", { name: /^Dialect: / }).click();
        await page.getByRole("menuitemradio", { name: dialect, exact: true }).click();
        await write(page, broken ? `${text}\nCREATE TABLE oops (id PRIMARY;\n\n` : `${text}\n`);
        await settled(page);
        const line = page.locator("details.findings > summary");
        if (broken) await expect(line).toContainText(/\d+ syntax errors?/);
        else await expect(line).not.toContainText("syntax error");
        for (const [typed, offered] of cases) {
          await page.keyboard.type(typed);
          await page.keyboard.press("Control+Space");
          await expect(offers(page).getByRole("option", { selected: true })).toContainText(offered);
          await page.keyboard.press("Escape");
          await expect(offers(page)).toHaveCount(0);
          await page.keyboard.press("Control+Backspace");
        }
        // Types of the other dialect are none here.
        await page.keyboard.type(dialect === "GoogleSQL" ? "bigser" : "tokenli");
        await page.keyboard.press("Control+Space");
        await expect(offers(page)).toHaveCount(0);
        await page.keyboard.press("Control+Backspace");
        await page.keyboard.type("-- hotsplit: appe");
        await expect(offers(page).getByRole("option", { selected: true })).toContainText(
          "append-only",
        );
      },
    );
  }
}

/** Lets go of files over the editor, as the desktop does. */
async function drop(page: Page, files: { name: string; bytes: number[] | number }[]) {
  const over = page.locator("hotsplit-editor");
  const data = await page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const { name, bytes } of files) {
      const content = typeof bytes === "number" ? new Uint8Array(bytes).fill(32) : bytes;
      data.items.add(new File([new Uint8Array(content)], name));
    }
    return data;
  }, files);
  await over.locator(".cm-content").first().dispatchEvent("dragover", { dataTransfer: data });
  await expect(over.getByText("Drop a .sql file to open it")).toBeVisible();
  await over.locator(".cm-content").first().dispatchEvent("drop", { dataTransfer: data });
  await expect(over.getByText("Drop a .sql file to open it")).toHaveCount(0);
}

const utf8 = (text: string) => [...new TextEncoder().encode(text)];

test("a dropped file takes the place of the text, and one undo takes it back", async ({ page }) => {
  await open(page);
  const before = await value(page);
  await fix(page, "Transactions");
  await drop(page, [{ name: "shop.sql", bytes: utf8(`\r\n${GOOGLE.replaceAll("\n", "\r\n")}`) }]);
  await expect(editor(page)).toContainText("CREATE TABLE Bills");
  await expect(editor(page)).not.toContainText("Transactions");
  await expect(status(page)).toHaveText(
    /^Opened shop.sql, \d+ B. Undo restores the previous schema.$/,
  );
  await settled(page);
  await expect(after(page)).toContainText("preview");
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  await expect(editor(page)).toContainText("Transactions");
  expect(await value(page)).toBe(before);
  // What was chosen for that text comes back with it, as something that was chosen.
  await settled(page);
  await expect(after(page)).not.toContainText("preview");
});

for (const [what, files, said] of [
  ["several files", [1, 2].map((n) => ({ name: `${n}.sql`, bytes: [32] })), /One file at a time/],
  [
    "a binary file",
    [{ name: "a.png", bytes: [0x89, 0x50, 0, 1, 0xff] }],
    /a.png is not a text file/,
  ],
  ["an empty file", [{ name: "a.sql", bytes: [] }], /a.sql is empty/],
  [
    "a file that is too big",
    [{ name: "dump.sql", bytes: 10 * 1024 * 1024 + 1 }],
    /dump.sql has 10.0 MiB; above 10.0 MiB a file is read as a dump: nothing tells MySQL from/,
  ],
] as const) {
  test(`${what} is refused in words, and the text is kept`, async ({ page }) => {
    await open(page);
    const before = await value(page);
    await drop(
      page,
      [...files].map(({ name, bytes }) => ({ name, bytes: copy(bytes) })),
    );
    await expect(page.getByRole("alert")).toContainText(said);
    expect(await value(page)).toBe(before);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}

const copy = (bytes: number | readonly number[]) =>
  typeof bytes === "number" ? bytes : [...bytes];

test("a file is opened with the keyboard", async ({ page }) => {
  // Listened for early: the browser takes a moment to hand the dialog to the test.
  const picking = page.waitForEvent("filechooser");
  await open(page);
  await page.getByRole("button", { name: "Open…" }).press("Enter");
  await page.keyboard.press("Enter");
  const picker = await picking;
  await picker.setFiles({ name: "shop.sql", mimeType: "", buffer: Buffer.from(GOOGLE) });
  await expect(editor(page)).toContainText("CREATE TABLE Visits");
});

/** A schema of about this many letters. */
function long(letters: number): string {
  const table = (n: number) => `CREATE TABLE Table${n} (
  Id STRING(36) NOT NULL, -- UUID v4
  Name STRING(MAX), -- ${"a remark that makes the line long ".repeat(50)}
) PRIMARY KEY (Id);

`;
  let text = "";
  for (let n = 0; text.length < letters; n++) text += table(n);
  return text;
}

/** Pastes as a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
}

test("a megabyte is pasted, typed behind at once, read, and taken back with one undo", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await open(page);
  const before = await value(page);
  await paste(page, long(1_000_000));
  // At one stroke: letters that a busy machine takes slowly are several steps to undo.
  await page.keyboard.insertText("-- typed");
  // What was typed stands there before the engine has read any of it.
  await expect(editor(page).locator(".cm-line").last()).toHaveText("-- typed");
  await expect(page.getByRole("button", { name: "Cancel run" })).toHaveCount(0, {
    timeout: 120_000,
  });
  await findings(page);
  await expect(page.getByText(/more tables keep UUIDs/).first()).toBeVisible({
    timeout: 120_000,
  });
  await expect(page.getByRole("alert")).toHaveCount(0);
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(editor(page)).toContainText("Transactions");
  expect(await value(page)).toBe(before);
});

test("beyond the limit the text is kept, told of, and not run", async ({ page }) => {
  test.setTimeout(180_000);
  await open(page);
  await paste(page, `-- ${"x".repeat(99)}\n`.repeat(108_000));
  await expect(page.getByRole("alert")).toHaveText(
    /The schema has 10\.6 MiB, but the limit is 10\.0 MiB/,
  );
  await page.keyboard.press("Control+End");
  await page.keyboard.type("still here");
  await expect(editor(page).locator(".cm-line").last()).toHaveText("still here");
  await expect(page.locator("hotsplit-verdict h2")).toContainText(
    /not (been )?run|too long|too large|not analysed/i,
  );
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(GOOGLE);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await settled(page);
  await expect(page.locator("hotsplit-hot-keys")).toContainText("Orders");
});

test("the fixes are applied to the text as one step, and undo brings back what was chosen", async ({
  page,
}) => {
  await begin(page, GOOGLE.replace("STRING(26) NOT NULL,", "STRING( 26 )   NOT NULL,"));
  const before = await value(page);
  await fix(page, "Orders");
  await expect(after(page)).not.toContainText("preview");
  await page.getByRole("button", { name: "Apply to schema" }).click();
  await expect(editor(page)).toContainText("ShardId");
  // What no fix touches is as the person wrote it.
  await expect(editor(page)).toContainText("OrderId STRING( 26 )   NOT NULL, -- ULID");
  await expect(editor(page)).toContainText("allow_commit_timestamp = true");
  await settled(page);
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  expect(await value(page)).toBe(before);
  await settled(page);
  await expect(after(page)).not.toContainText("preview");
  await page.keyboard.press("Control+y");
  await expect(editor(page)).toContainText("ShardId");
});

test("what is typed before the fixes are applied stays", async ({ page }) => {
  await begin(page, GOOGLE);
  await fix(page, "Orders");
  await editor(page).focus();
  await page.keyboard.press("Control+Home");
  // As one edit: after a single `-` the table cannot be read, and its key gives way to the list, which
  // has a button of its own.
  await page.keyboard.insertText("-- mine\n");
  // At once: the rewrite that is shown is still that of the previous schema.
  await page.getByRole("button", { name: "Apply to schema" }).click();
  await expect(editor(page)).toContainText("ShardId");
  await expect(editor(page).locator(".cm-line").first()).toHaveText("-- mine");
});

test("an answer taken in the list is undone from there", async ({ page }) => {
  await begin(page, GOOGLE);
  const before = await value(page);
  await findings(page);
  await page
    .locator("hotsplit-problems")
    .getByRole("button", { name: "A counter or sequence, in order" })
    .click();
  await expect(editor(page)).toContainText("sequential");
  await expect(editor(page)).not.toBeFocused();
  await page.keyboard.press("Control+z");
  expect(await value(page)).toBe(before);
});

test("each change of the rewritten text names its fix and leads to its key", async ({ page }) => {
  await open(page);
  await fix(page, "Transactions");
  await page.getByRole("tab", { name: "Diff" }).click();
  const names = page.locator("#diff .cm-fix-name");
  await expect(names).toHaveText(["T5", "T5"]);
  await page.getByRole("textbox", { name: "Rewritten schema" }).focus();
  await page.keyboard.press("F8");
  await expect(status(page)).toHaveText(
    /^Change 1 of 2, line \d+: Add a hash shard as the first key column \(T5\)/,
  );
  await page.keyboard.press("F8");
  await expect(status(page)).toHaveText(/^Change 2 of 2/);
  await page.keyboard.press("F8");
  await expect(status(page)).toHaveText(/^Change 1 of 2/);
  await page.keyboard.press("Shift+F7");
  await expect(status(page)).toHaveText(/^Change 2 of 2/);
  await page.locator("hotsplit-key .back").click();
  await names.first().click();
  await expect(page.locator("hotsplit-key h2")).toContainText("Transactions");
});

test("the rewritten text is copied and downloaded", async ({ page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await openKey(page, "Transactions");
  await page.getByRole("tab", { name: "Diff" }).click();
  const bar = page.locator("hotsplit-editor .bar");
  await bar.getByRole("button", { name: "Copy" }).click();
  await expect(bar.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("PRIMARY KEY (ShardId, TxnId)");
  const coming = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Download" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("schema.sql");
  const stream = await download.createReadStream();
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  expect(Buffer.concat(pieces).toString()).toBe(copied);
});
