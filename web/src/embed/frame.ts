/**
 * The page for an iframe, `embed.html`: one playground, set up by the fragment.
 *
 * It never touches the host's history, keeps nothing, and talks to its host in two messages: it
 * tells its height, and is told a theme.
 */
import "./embed.css";
import { fieldsOf } from "../share/fields.js";
import { ATTRIBUTES } from "../share/options.js";
import "./playground.js";

/** What the host is told when the height changes. */
const HEIGHT = "hotsplit-playground:height";
/** What the host may tell. */
const THEME = "hotsplit-playground:theme";

const here = document.querySelector("#here");
if (!here) throw new Error("embed.html has no #here");

/** The one there is. */
let playground = made();

/** Makes a playground of what the fragment says. */
function made(): HTMLElement {
  const fields = fieldsOf(location.hash);
  const one = document.createElement("hotsplit-playground");
  for (const name of ATTRIBUTES) {
    const value = fields.get(name);
    // A link must not bring an engine or a page of its own into this origin.
    if (value !== undefined && !name.endsWith("-url")) one.setAttribute(name, value);
  }
  const pre = document.createElement("pre");
  pre.textContent = fields.get("text") ?? "";
  one.append(pre);
  here?.replaceChildren(one);
  shade(fields.get("theme"));
  void one.start();
  return one;
}

/** Takes a theme over, here and in the playground; `auto` is what the system says. */
function shade(theme: unknown): void {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

addEventListener("hashchange", () => {
  playground = made();
});

addEventListener("message", (event: MessageEvent<unknown>) => {
  const { data } = event;
  // A height goes to anyone, a theme comes from the host alone.
  if (event.source !== parent || typeof data !== "object" || data === null) return;
  if (!("type" in data) || data.type !== THEME || !("theme" in data)) return;
  const theme = data.theme === "light" || data.theme === "dark" ? data.theme : "auto";
  shade(theme);
  playground.setAttribute("theme", theme);
});

let reported = 0;
new ResizeObserver(() => {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (height === reported || parent === window) return;
  reported = height;
  parent.postMessage({ type: HEIGHT, height }, "*");
}).observe(document.documentElement);
