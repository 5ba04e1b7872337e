/**
 * Drafts that the browser's small storage has no room for: kept in IndexedDB, each as a whole or not
 * at all. A chunk of its own, which is loaded where one is written or read.
 */

import { browser } from "./storage.js";

const STORE = "drafts";

/** The database, with its one store. */
function opened(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("hotsplit", 1);
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
    return await new Promise((resolve, failed) => {
      const transaction = database.transaction(STORE, mode);
      const asked = what(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    database.close();
  }
}

/**
 * How long is waited until it is said that there is no room, ms. Ours: 10 MiB take less than a second,
 * but in Safari 14.1 the storage never answered a first visit (WebKit bug 226547).
 */
const PATIENCE = 10_000;

/** Keeps a draft under a name; says whether there is room for it. It may be kept later than that. */
export function put(name: string, draft: object): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE));
  return Promise.race([kept(name, draft), late]);
}

/**
 * Keeps it, however long that takes. The small storage then has `large` in its place, unless a newer
 * one was written there meanwhile.
 */
async function kept(name: string, draft: object): Promise<boolean> {
  const before = browser.read(name);
  try {
    await done("readwrite", (store) => store.put(draft, name));
  } catch {
    return false;
  }
  return browser.read(name) !== before || browser.write(name, "large");
}

/** The draft under a name, as JSON where an older build put it there; none where it cannot be read. */
export async function get(name: string): Promise<unknown> {
  try {
    return await done("readonly", (store) => store.get(name));
  } catch {
    return undefined;
  }
}
