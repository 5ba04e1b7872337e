/**
 * The page's side of the service worker (`offline/sw.ts`): after the first visit everything is here.
 *
 * A build is taken over as a whole or not at all. A newer one waits until it is asked for, so that
 * a page never meets an engine of another build.
 */

/** The newer worker that waits, if one does. */
let waiting: ServiceWorker | undefined;

/** Registers the worker and tells when a newer build is ready. Where there is none, all works on. */
export async function watch(fresh: () => void): Promise<void> {
  try {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    // The first worker takes over the page that brought it; that is no newer build.
    let first = serviceWorker.controller === null;
    let renewing = false;
    const registration = await serviceWorker.register("./sw.js");
    const ready = (worker: ServiceWorker | null) => {
      if (!worker || !serviceWorker.controller) return;
      waiting = worker;
      fresh();
    };
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
      if (asked) location.reload();
      else fresh();
    });
  } catch {
    // A sandboxed frame, a private window, a host without TLS: the page works with the network.
  }
}

let asked = false;

/** Reloads into the newer build. */
export function renew(): void {
  asked = true;
  if (waiting && waiting.state === "installed") waiting.postMessage("renew");
  else location.reload();
}
