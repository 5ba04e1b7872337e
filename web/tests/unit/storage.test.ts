/** The browser's storage: kept where it is open, forgotten in silence where it is closed. */
import { afterEach, expect, test, vi } from "vitest";
import { browser, tab } from "../../src/session/storage.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

const SHELVES = [
  ["localStorage", browser],
  ["sessionStorage", tab],
] as const;

/** A storage that works, over a map. */
const open = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
};

const refused = () => {
  throw new DOMException("Access is denied", "SecurityError");
};

test.each(SHELVES)("%s: what is written is read back, until it is forgotten", (name, shelf) => {
  vi.stubGlobal(name, open());
  expect(shelf.read("draft")).toBeUndefined();
  expect(shelf.write("draft", "")).toBe(true);
  expect(shelf.read("draft")).toBe("");
  expect(shelf.write("draft", undefined)).toBe(true);
  expect(shelf.read("draft")).toBeUndefined();
});

test.each(SHELVES)("%s: one that refuses each use", (name, shelf) => {
  vi.stubGlobal(name, { getItem: refused, setItem: refused, removeItem: refused });
  expect(shelf.read("draft")).toBeUndefined();
  expect(shelf.write("draft", "text")).toBe(false);
  expect(shelf.write("draft", undefined)).toBe(false);
});

test.each(SHELVES)("%s: one whose very mention is rejected", (name, shelf) => {
  Object.defineProperty(globalThis, name, { configurable: true, get: refused });
  try {
    expect(shelf.read("draft")).toBeUndefined();
    expect(shelf.write("draft", "text")).toBe(false);
  } finally {
    Reflect.deleteProperty(globalThis, name);
  }
});
