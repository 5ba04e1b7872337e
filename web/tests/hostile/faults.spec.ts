/** What breaks around the page: its worker, its files, the browser's storage. The text stays. */
import { expect, type Page } from "@playwright/test";
import { editor, inWorker, leaveAsked, open, settled, test, write } from "../browser/page.js";
import { done, paste, stillAnswers, textOf } from "./sight.js";

// The browser complains of what these tests break.
test.use({ broken: true });

const HERE = "CREATE TABLE Here (Id STRING(36) NOT NULL) PRIMARY KEY (Id);";

declare global {
  interface Window {
    /** Workers that the page has started. */
    started: Worker[];
  }
}

/** Keeps the workers that the page starts. */
async function keepWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.started = [];
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        window.started.push(this);
      }
    };
  });
}

test("a worker that is killed in the midst of a question is replaced @sample", async ({ page }) => {
  await keepWorkers(page);
  await open(page);
  await write(page, HERE);
  await settled(page);
  await page.evaluate(() => {
    const last = window.started.at(-1);
    if (!last) throw new Error("no worker");
    const post = last.postMessage.bind(last);
    last.postMessage = (message: unknown, how?: unknown) => {
      post(message, how as StructuredSerializeOptions);
      // The question about the new text reaches it, and it never gets to answer. One in the
      // background is asked again by the next worker, and nobody needs to be told.
      if (JSON.stringify(message).includes("killed")) last.terminate();
    };
  });
  await write(page, `${HERE} -- killed`);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("took too long");
  expect(await textOf(page)).toContain("killed");
  await alert.getByRole("button", { name: "Run it anyway" }).click();
  await settled(page);
  await stillAnswers(page);
  expect(page.workers()).toHaveLength(1);
});

test("a worker that breaks while nobody asks it is replaced @sample", async ({ page }) => {
  await open(page);
  await settled(page);
  for (let times = 0; times < 3; times++) {
    await page.workers()[0]?.evaluate(() => {
      setTimeout(() => {
        throw new Error("broke by itself");
      });
    });
    await page.waitForTimeout(200);
    await stillAnswers(page);
    await write(page, `${HERE} -- ${times}`);
    await done(page);
    expect(page.workers()).toHaveLength(1);
  }
});

test("a worker that answers nonsense leaves the page", async ({ page }) => {
  await inWorker(
    page,
    `addEventListener("message", ({ data }) => {
      for (const one of [null, 5, "x", {}, { id: data.id + 1, ok: true }, { id: -1, ok: false }]) {
        postMessage(one);
      }
    });`,
  );
  await page.goto("./");
  await settled(page);
  await stillAnswers(page);
});

/** Makes of an engine what a broken host makes of it. */
const DAMAGES: readonly (readonly [what: string, make: (file: Buffer) => Buffer])[] = [
  ["nothing", () => Buffer.alloc(0)],
  ["its first byte", (file) => file.subarray(0, 1)],
  ["its first half", (file) => file.subarray(0, file.length / 2)],
  ["all but its last byte", (file) => file.subarray(0, file.length - 1)],
  ["a page of errors", () => Buffer.from("<!doctype html><h1>Not here</h1>")],
  ["a module that is empty", () => Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])],
  [
    "noise",
    (file) => Buffer.from(file.map((byte, at) => (at < 8 ? byte : (byte * 31 + at) & 255))),
  ],
];

for (const [what, make] of DAMAGES) {
  const tag = what === "its first half" || what === "noise" ? "@sample" : "";
  test(`of the engine comes ${what} ${tag}`, async ({ page }) => {
    await page.route(/\.wasm$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: make(await response.body()) });
    });
    await page.goto("./");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText(/engine/i);
    await write(page, HERE);
    await expect.poll(() => textOf(page)).toBe(HERE);
    await page.unroute(/\.wasm$/);
    await alert.getByRole("button", { name: "Start the engine again" }).click();
    await settled(page);
    await stillAnswers(page);
  });
}

for (const status of [404, 500] as const) {
  test(`a host that answers ${status} for the engine`, async ({ page }) => {
    await page.route(/\.wasm$/, (route) => route.fulfill({ status, body: "no" }));
    await page.goto("./");
    await expect(page.getByRole("alert")).toContainText("could not be loaded");
    await write(page, HERE);
    await page.unroute(/\.wasm$/);
    await page.getByRole("button", { name: "Start the engine again" }).click();
    await settled(page);
    await stillAnswers(page);
  });
}

test("an engine that comes after twelve seconds finds what was typed meanwhile", async ({
  page,
}) => {
  await page.route(/\.wasm$/, async (route) => {
    await new Promise((go) => setTimeout(go, 12_000));
    await route.continue();
  });
  await page.goto("./");
  await write(page, HERE);
  await done(page);
  await settled(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await textOf(page)).toBe(HERE);
});

/** Storage in all its ways of being none. Each runs in the page before it starts. */
const STORAGES: readonly (readonly [what: string, how: () => void])[] = [
  [
    "everything throws at the very mention",
    () => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException("refused", "SecurityError");
          },
        });
      }
    },
  ],
  [
    "there is none",
    () => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
        Object.defineProperty(globalThis, name, { value: undefined });
      }
    },
  ],
  [
    "it is full, and the large one aborts",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...given) {
        const asked = put.apply(this, given);
        this.transaction.abort();
        return asked;
      };
    },
  ],
  [
    "it is full, and the large one never answers",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
      // Nothing is ever heard of such a request.
      indexedDB.open = () =>
        Object.create(IDBOpenDBRequest.prototype, {
          onsuccess: { writable: true },
          onerror: { writable: true },
          onblocked: { writable: true },
          onupgradeneeded: { writable: true },
        });
    },
  ],
];

for (const [what, how] of STORAGES) {
  test(`no storage, as ${what}: the page says so before one leaves @sample`, async ({ page }) => {
    await page.addInitScript(how);
    await page.goto("./");
    await settled(page);
    await write(page, HERE);
    await settled(page);
    await expect(page.getByRole("alert")).toContainText("can't save a draft of this schema", {
      timeout: 20_000,
    });
    await leaveAsked(page);
  });
}

test("storage that fills up under the hand is told of, and room again takes it back", async ({
  page,
}) => {
  await open(page);
  await write(page, HERE);
  const draft = () => page.evaluate(() => localStorage.getItem("hotsplit.draft") ?? "");
  await expect.poll(draft).toContain("Here");
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    const { open } = indexedDB;
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Storage.prototype.setItem = full;
    indexedDB.open = full;
    Object.assign(window, {
      room: () => {
        Storage.prototype.setItem = setItem;
        indexedDB.open = open;
      },
    });
  });
  await write(page, `${HERE} -- more`);
  await expect(page.getByRole("alert")).toContainText("can't save a draft");
  await page.evaluate(() => (window as unknown as { room: () => void }).room());
  await write(page, `${HERE} -- again`);
  await expect.poll(draft).toContain("again");
  await page.reload();
  await expect(editor(page)).toContainText("again");
});

/** A text of so many MiB that says which it is at both ends. */
const large = (name: string, mebibytes: number) => {
  const fill = "-- A long comment, a line of it.\n".repeat((mebibytes * 1024 * 1024) / 33 - 10);
  return `CREATE TABLE ${name} (Id INT64 NOT NULL) PRIMARY KEY (Id);\n${fill}-- end of ${name}`;
};

test("a draft of 10 MiB survives a reload @sample", async ({ page }) => {
  await open(page);
  const text = large("Ten", 9.9);
  await paste(page, text);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("hotsplit.draft")))
    .toBe("large");
  await page.goto("about:blank");
  await page.goto("./");
  await expect.poll(() => textOf(page)).toBe(text);
  await stillAnswers(page);
});

test("of two tabs the newest version is there, and whole", async ({ page, context }) => {
  await open(page);
  const other = await context.newPage();
  await other.goto("./");
  await settled(other);
  const texts: string[] = [];
  // Large and small in turn, from both tabs at once.
  for (let times = 0; times < 6; times++) {
    const [one, two] = [page, other].map((tab, at) => {
      const text =
        (times + at) % 2 === 0 ? large(`Large${times}${at}`, 7) : `${HERE} -- ${times}${at}`;
      texts.push(text);
      return paste(tab, text);
    });
    await Promise.all([one, two]);
  }
  await other.waitForTimeout(3_000);
  const last = large("Last", 6);
  await paste(other, last);
  await expect
    .poll(() => other.evaluate(() => localStorage.getItem("hotsplit.draft")))
    .toBe("large");
  await done(other, 60_000);
  await other.waitForTimeout(1_000);
  const third = await context.newPage();
  await third.goto("./");
  await expect.poll(() => textOf(third)).toBe(last);
});
