/**
 * Where the API of a course system is: SCORM 1.2 has it on a window above the lesson, or on one above
 * the window that opened it, under the name `API`.
 */

/** What SCORM 1.2 calls the API adapter. Answers are text, or what a system makes of it. */
export interface Api {
  LMSInitialize(none: ""): unknown;
  LMSFinish(none: ""): unknown;
  LMSGetValue(element: string): unknown;
  LMSSetValue(element: string, value: string): unknown;
  LMSCommit(none: ""): unknown;
  LMSGetLastError(): unknown;
  LMSGetErrorString(code: string): unknown;
}

/** What this takes of a window; tests bring their own. */
export interface Frame {
  readonly API?: unknown;
  readonly parent: Frame | null;
  readonly opener: Frame | null;
}

/** Most windows above one that are looked at, as in the examples of the specification. */
const LEVELS_MAX = 7;

/** The API, of the windows above this one first; absent where there is none. */
export function findApi(from: Frame): Api | undefined {
  const own = chainOf(from);
  const opened = own.flatMap((one) => chainOf(openerOf(one)));
  for (const one of [...own, ...opened]) {
    const api = apiOf(one);
    if (api) return api;
  }
  return undefined;
}

/** A window and those above it. */
function chainOf(from: Frame | null): readonly Frame[] {
  const chain: Frame[] = [];
  for (let one = from; one && chain.length <= LEVELS_MAX; ) {
    chain.push(one);
    const above: Frame | null = one.parent;
    one = above === one ? null : above;
  }
  return chain;
}

/** What a window has; one of another origin lets nobody look. */
function apiOf(one: Frame): Api | undefined {
  try {
    return isApi(one.API) ? one.API : undefined;
  } catch {
    return undefined;
  }
}

function openerOf(one: Frame): Frame | null {
  try {
    return one.opener;
  } catch {
    return null;
  }
}

/** Says whether it has what is called. Applets and proxies are no plain objects. */
function isApi(value: unknown): value is Api {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  return ["LMSInitialize", "LMSFinish", "LMSGetValue", "LMSSetValue", "LMSCommit"].every(
    (name) => typeof Reflect.get(value, name) === "function",
  );
}
