/** Coming into a newer build: the page's side of the service worker, with a browser made for it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A worker of a build, as the page sees it. */
class Build extends EventTarget {
  state = "installed";
  readonly postMessage = vi.fn();
}

/** What the page has of the browser. */
function browser() {
  const registration = Object.assign(new EventTarget(), {
    waiting: null as Build | null,
    active: null as Build | null,
    installing: null as Build | null,
  });
  const page = (controller: Build | null) =>
    Object.assign(new EventTarget(), {
      controller,
      register: () => Promise.resolve(registration),
    });
  const kept = new Map<string, string>();
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  const old = new Build();
  old.state = "activated";
  registration.active = old;
  const container = page(old);
  vi.stubGlobal("navigator", { serviceWorker: container });
  /** The worker in charge is another one. */
  const charge = (build: Build) => {
    build.state = "activated";
    Object.assign(registration, { active: build, waiting: null });
    const { serviceWorker } = navigator as unknown as { serviceWorker: typeof container };
    serviceWorker.controller = build;
    serviceWorker.dispatchEvent(new Event("controllerchange"));
  };
  /** The page before went; nothing of it listens any more. */
  const gone = () => vi.stubGlobal("navigator", { serviceWorker: page(old) });
  return { registration, container, kept, reload, charge, gone };
}

/** The module as a page that was just opened has it. */
async function opened() {
  vi.resetModules();
  const { watch, renew } = await import("../../src/session/offline.js");
  const fresh = vi.fn();
  await watch(fresh);
  return { renew, fresh };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the first worker is no newer build", async () => {
  const { container, charge, reload } = browser();
  container.controller = null;
  const { fresh } = await opened();
  charge(new Build());
  expect(fresh).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

test("a newer build is offered once it is whole, and is come into when asked for", async () => {
  const { registration, charge, reload, kept } = browser();
  const { renew, fresh } = await opened();
  const next = new Build();
  next.state = "installing";
  registration.installing = next;
  registration.dispatchEvent(new Event("updatefound"));
  expect(fresh).not.toHaveBeenCalled();
  next.state = "installed";
  registration.waiting = next;
  next.dispatchEvent(new Event("statechange"));
  expect(fresh).toHaveBeenCalledOnce();
  renew();
  expect(next.postMessage).toHaveBeenCalledWith("renew");
  expect(reload).not.toHaveBeenCalled();
  charge(next);
  expect(reload).toHaveBeenCalledOnce();
  expect(kept.size).toBe(0);
});

test("one that waits for this page's requests is come into by two reloads", async () => {
  const { registration, charge, reload, kept, gone } = browser();
  const next = new Build();
  registration.waiting = next;
  const { renew } = await opened();
  renew();
  vi.advanceTimersByTime(2_999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
  // The page anew: it asks by itself, and forgets that it did once the build is in charge.
  next.postMessage.mockClear();
  gone();
  await opened();
  expect(next.postMessage).toHaveBeenCalledWith("renew");
  charge(next);
  expect(reload).toHaveBeenCalledTimes(2);
  expect(kept.size).toBe(0);
});

test("one that comes into charge while the page is opened anew is come into, too", async () => {
  const { registration, container, charge, kept, reload } = browser();
  kept.set("hotsplit.renew", "yes");
  const next = new Build();
  next.state = "activating";
  registration.active = next;
  expect(container.controller).not.toBe(next);
  const { fresh } = await opened();
  charge(next);
  expect(reload).toHaveBeenCalledOnce();
  expect(fresh).not.toHaveBeenCalled();
  expect(kept.size).toBe(0);
});

test("what was asked of a build that is in charge by now is forgotten", async () => {
  const { kept, charge, reload } = browser();
  kept.set("hotsplit.renew", "yes");
  const { fresh } = await opened();
  expect(kept.size).toBe(0);
  // A build that comes later was not asked for here.
  charge(new Build());
  expect(reload).not.toHaveBeenCalled();
  expect(fresh).toHaveBeenCalledOnce();
});

test("another tab asked: this one offers to follow, and following is a reload", async () => {
  const { registration, charge, reload } = browser();
  const next = new Build();
  registration.waiting = next;
  const { renew, fresh } = await opened();
  charge(next);
  expect(fresh).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
  renew();
  expect(reload).toHaveBeenCalledOnce();
});

test("without storage the offer is made again after the reload", async () => {
  const { registration, reload, gone } = browser();
  const refused = () => {
    throw new DOMException("Access is denied", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: refused, setItem: refused, removeItem: refused });
  const next = new Build();
  registration.waiting = next;
  const { renew } = await opened();
  renew();
  vi.advanceTimersByTime(3_000);
  expect(reload).toHaveBeenCalledOnce();
  next.postMessage.mockClear();
  gone();
  const { fresh } = await opened();
  expect(fresh).toHaveBeenCalledOnce();
  expect(next.postMessage).not.toHaveBeenCalled();
});

test("a frame that may have no worker works on", async () => {
  browser();
  vi.stubGlobal("navigator", {
    get serviceWorker() {
      throw new DOMException("The operation is insecure", "SecurityError");
    },
  });
  const { fresh } = await opened();
  expect(fresh).not.toHaveBeenCalled();
});
