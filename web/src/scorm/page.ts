/**
 * The page of a SCORM package: one lesson in a playground, and the course system told of it. Without
 * one it works all the same, and what is done stays in the browser.
 */
import "./page.css";
import "../embed/playground.js";
import { type Api, findApi } from "./api.js";
import type { Visit } from "./lms.js";
import type { Key } from "./record.js";

/** Said where there is no course system. */
const ALONE =
  "No course system was found: no result is reported. The lesson works, and its progress is stored in this browser.";

const here = document.querySelector<HTMLElement>("#here");
const status = document.querySelector<HTMLElement>("#status");
if (!here || !status) throw new Error("scorm.html has no #here and no #status");

const say = (message: string): void => {
  status.textContent = message;
  status.hidden = message === "";
};

void play(here.dataset.lesson ?? "", keyOf(here.dataset.key ?? ""));

/** Plays a lesson. */
async function play(slug: string, key: Key): Promise<void> {
  if (slug === "") {
    say("This page is the template of a SCORM package, which names a lesson here.");
    return;
  }
  const api = findApi(window);
  if (!api) say(ALONE);
  const visit = api && (await visitOf(api, slug, key));
  const started = (await visit?.begin()) ?? false;
  const playground = document.createElement("hotsplit-playground");
  playground.setAttribute("lesson", slug);
  playground.setAttribute("level", "1");
  playground.setAttribute("hide", "open");
  Object.assign(playground, { exams: key.exam ?? false });
  if (visit && started) {
    Object.assign(playground, { keeper: visit.keeper });
    // `pagehide` comes where `unload` does not; a page that comes back from there begins anew.
    addEventListener("pagehide", () => visit.end());
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) location.reload();
    });
  }
  here?.replaceChildren(playground);
  await playground.start();
}

/** A visit that the course system is told of; none where what plays lessons cannot be loaded. */
async function visitOf(api: Api, slug: string, key: Key): Promise<Visit | undefined> {
  const loaded = await import("../embed/lesson.js").catch(() => undefined);
  // The playground says then what is missing, and offers to try again.
  return loaded && new loaded.Visit(api, slug, key, say, () => performance.now());
}

/** What the lesson asks for, as the package says. */
function keyOf(json: string): Key {
  // Written by `scorm/pack.ts`, beside this page.
  return json === "" ? { predictions: {}, goals: [] } : (JSON.parse(json) as Key);
}
