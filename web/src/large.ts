/**
 * Drafts that the browser's small storage has no room for: kept in IndexedDB, each as a whole or not
 * at all. A chunk of its own, which is loaded where one is written or read.
 */

import { browser } from "./storage.js";

const STORE = "drafts";

/**
 * How long the storage may take to open, ms. Ours: it takes a few, but in Safari 14.1 it never
 * answered a first visit (WebKit bug 226547).
 */
const PATIENCE = 5_000;

/** The database, with its one store. */
function opened(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("hotsplit", 1);
    setTimeout(() => failed(new Error("the storage does not answer")), PATIENCE);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
    asked.onblocked = () => failed(asked.error);
  });
}

/** Does one thing to the store and waits until it is done for good. */
async function done<T>(
  mode: IDBTransactionMode,
  what: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened();
  try {
    return await new Promise((told, failed) => {
      const transaction = database.transaction(STORE, mode);
      const asked = what(transaction.objectStore(STORE));
      transaction.oncomplete = () => told(asked.result);
      transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    database.close();
  }
}

/**
 * Keeps a draft under a name; says whether there is room for it. The small storage then has `large`
 * in its place, unless a newer one was written there meanwhile.
 */
export async function put(name: string, json: string): Promise<boolean> {
  const before = browser.read(name);
  try {
    await done("readwrite", (store) => store.put(json, name));
  } catch {
    return false;
  }
  return browser.read(name) !== before || browser.write(name, "large");
}

/** The draft under a name; none where it cannot be read. */
export async function get(name: string): Promise<string | undefined> {
  try {
    const found: unknown = await done("readonly", (store) => store.get(name));
    return typeof found === "string" ? found : undefined;
  } catch {
    return undefined;
  }
}
