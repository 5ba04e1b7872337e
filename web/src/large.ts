/**
 * Drafts that the browser's small storage has no room for: kept in IndexedDB, each as a whole or not
 * at all. A chunk of its own, which is loaded where one is written or read.
 */

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

/** Keeps a draft under a name; fails where there is no room. */
export async function put(name: string, json: string): Promise<void> {
  await done("readwrite", (store) => store.put(json, name));
}

/** The draft under a name. */
export async function get(name: string): Promise<string | undefined> {
  const found: unknown = await done("readonly", (store) => store.get(name));
  return typeof found === "string" ? found : undefined;
}
