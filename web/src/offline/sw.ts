/**
 * The service worker: keeps one whole build for use without a network.
 *
 * `FILES` and `BUILD` are written by the build (`vite.config.ts`). A build is installed only if
 * every file came and is the one the build made, so that pieces of two builds never mix, also on a
 * host that changes its files one by one. It answers for those files and for nothing else.
 */
/// <reference lib="WebWorker" />

/** Address of each file, relative to this one, and the start of its SHA-256. */
declare const FILES: readonly (readonly [string, string])[];
/** Name of the build: a hash over `FILES`. */
declare const BUILD: string;

const worker = self as unknown as ServiceWorkerGlobalScope;

/** What our caches begin with. Other pages of the same origin may have caches of their own. */
const OURS = `hotsplit ${worker.registration.scope} `;
const NAME = OURS + BUILD;
const HOME = new URL("./", worker.registration.scope).href;

/** Hexadecimal start of a SHA-256, as long as those in `FILES`. */
async function digest(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetches one file and makes sure of it. */
async function take([path, expected]: readonly [string, string]): Promise<[string, Response]> {
  const url = new URL(path, worker.registration.scope).href;
  const named = path.startsWith("assets/");
  // Names of assets carry their hash; the others may be older in the browser's own cache.
  const response = await fetch(url, { cache: named ? "default" : "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  if ((await digest(bytes)) !== expected) throw new Error(`${path} is of another build`);
  // A new answer: one that was redirected may not answer a navigation.
  const type = response.headers.get("content-type") ?? "";
  return [url, new Response(bytes, { headers: { "content-type": type } })];
}

/** All files first, then the cache: it is whole or not there. */
async function install(): Promise<void> {
  const taken = await Promise.all(FILES.map(take));
  const cache = await caches.open(NAME);
  try {
    for (const [url, response] of taken) await cache.put(url, response);
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

/** Old builds go once this one is in charge. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The file of this build, or the network's. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const home = request.mode === "navigate";
  const found = await cache.match(home ? HOME : request, { ignoreSearch: true });
  return found ?? fetch(request);
}

/** Says whether a request is for a file of ours: of the page itself, in whatever way it is named. */
function ours({ method, mode, url }: Request): boolean {
  if (method !== "GET") return false;
  const { origin, pathname } = new URL(url);
  const bare = origin + pathname;
  if (mode === "navigate") return bare === HOME || bare === `${HOME}index.html`;
  return FILES.some(([path]) => bare === new URL(path, HOME).href);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  if (ours(event.request)) event.respondWith(answer(event.request));
});
worker.addEventListener("message", (event) => {
  if (event.data === "renew") void worker.skipWaiting();
});
