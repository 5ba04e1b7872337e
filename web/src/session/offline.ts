/**
 * The page's side of the service worker (`offline/sw.ts`): after the first visit everything is here.
 *
 * A build is taken over as a whole or not at all. A newer one waits until it is asked for, so that
 * a page never meets an engine of another build.
 */

import { trusted } from "../ui/trusted.js";
import { tab } from "./storage.js";

/** How long a newer worker may take to come into charge, ms; ours. It waits for the requests of this
 * page, which end with it. */
const PATIENCE = 3_000;

/** Says, over a reload, that the newer build was asked for. */
const ASKED = "hotsplit.renew";

/** The newer worker that waits, if one does. */
let waiting: ServiceWorker | undefined;

/** This tab asked for the newer build. */
let asked = false;

/** Registers the worker and tells when a newer build is ready. Where there is none, all works on. */
export async function watch(fresh: () => void): Promise<void> {
  try {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    // The first worker takes over the page that brought it; that is no newer build.
    let first = serviceWorker.controller === null;
    let renewing = false;
    const registration = await serviceWorker.register(trusted("./sw.js"));
    const ready = (worker: ServiceWorker | null) => {
      if (!worker || !serviceWorker.controller) return;
      waiting = worker;
      fresh();
    };
    // The newer worker waits still, or comes into charge while this page is opened.
    const coming = registration.waiting ?? registration.active;
    asked = tab.read(ASKED) !== undefined && coming !== serviceWorker.controller;
    if (!asked) tab.write(ASKED, undefined);
    ready(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed") ready(worker);
      });
    });
    serviceWorker.addEventListener("controllerchange", () => {
      if (first) {
        first = false;
        return;
      }
      if (renewing) return;
      renewing = true;
      // This tab asked, or another one did: then what this tab has not loaded yet is gone.
      if (asked) {
        tab.write(ASKED, undefined);
        location.reload();
      } else fresh();
    });
    // The page before this one asked, and went before the newer worker was in charge.
    if (asked) registration.waiting?.postMessage("renew");
  } catch {
    // A sandboxed frame, a private window, a host without TLS: the page works with the network.
  }
}

/** Reloads into the newer build. */
export function renew(): void {
  asked = true;
  if (waiting?.state !== "installed") {
    location.reload();
    return;
  }
  waiting.postMessage("renew");
  setTimeout(() => {
    // Where that is not kept, the offer is made again.
    tab.write(ASKED, "yes");
    location.reload();
  }, PATIENCE);
}
