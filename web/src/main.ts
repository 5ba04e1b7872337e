/** The full site: starts the session, draws the page for each state, and loads what comes later. */
import { render } from "lit";
import "./ui/style/page.css";
import { Session } from "./session/session.js";
import { FirstVisit } from "./shell/first-visit.js";
import { followSchemas } from "./shell/narrow.js";
import { isInLesson, page } from "./shell/page.js";
import { Reading } from "./shell/reading.js";
import { ACTION, type Action } from "./state/actions.js";
import { isOver } from "./state/selectors.js";
import { EMPTY, type State, Store } from "./state/state.js";
import { focused } from "./ui/focus.js";
import { typing } from "./ui/typing.js";

const root = document.querySelector<HTMLElement>("#page");
if (!root) throw new Error("index.html has no #page");
const first = new FirstVisit(root, () => draw(store.state));
const store = new Store(EMPTY);
const session = new Session(store, undefined, undefined, {
  guide: () => import("./guide/guide.js"),
  trust: () => import("./trust/trust.js"),
  keys: () => import("./guide/keys.js"),
  share: (embed) =>
    Promise.all([import("./share/share.js"), embed ? import("./share/copy-embed.js") : undefined]),
  print: (store) => import("./share/report.js").then(({ toPaper }) => toPaper(store)),
  desk: (own) => import("./lessons/desk.js").then(({ Desk }) => new Desk(own)),
});
const act = (action: Action) => session.act(action);
const around = { act, queries: session.queries, first };
const reading = new Reading(root);
/** What had the focus before the plan or the port was opened. */
let below: HTMLElement | undefined;
session.painted.add(first.count);
const draw = (state: State) => {
  first.giveWay(state);
  const { theme } = state;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const over = isOver(state) && !isInLesson(state);
  if (isOver(state)) {
    const part = state.tab === "plan" ? import("./fixes/plan.js") : import("./port/view.js");
    part.catch(() => {
      session.missing();
      if (over) act({ do: "tab", tab: "yours" });
    });
  }
  if (over) {
    // What lies below loses the focus, and has it again when that is left.
    below ??= focused();
  }
  reading.draw(state, () => render(page(state, around), root));
  if (over || !below) return;
  const back = below;
  below = undefined;
  requestAnimationFrame(() => back.focus());
};
root.addEventListener(ACTION, (event) => act(event.detail));
followSchemas(root, () => store.state);
addEventListener("hashchange", () => session.relink());
addEventListener("pagehide", () => session.leave());
addEventListener("beforeunload", (event) => {
  if (session.lost) event.preventDefault();
});
store.listen(draw);
draw(store.state);
void session.begin();

addEventListener("keydown", (event) => {
  // Also before the page that was opened has the focus.
  const { guide, over } = store.state;
  if (event.key === "Escape" && guide && !over && !event.defaultPrevented && !typing(event)) {
    act({ do: "guide-close" });
  }
  if (event.key !== "?" || event.defaultPrevented || typing(event)) return;
  event.preventDefault();
  act({ do: "over", over: "keys" });
});

// Nothing of these is needed before the first paint.
const field = import("./editor/initial-field.js").then(({ stand }) => stand(session));
for (const part of [field, import("./shell/parts.js")]) part.catch(() => session.missing());

/** Loads what answers are worked with: once there is a verdict, or as soon as it is wanted. */
const parts = () => import("./shell/all-parts.js").catch(() => session.missing());
const wantsParts = ({ answers, open, over, part, play, held, engine }: State) =>
  answers !== undefined ||
  open !== undefined ||
  over === "load" ||
  part === "problems" ||
  play !== undefined ||
  held !== undefined ||
  engine === "failed";
let asked = false;
store.listen((state) => {
  // A layer that lay over the verdict before a reload is shown again at once.
  if (asked || !(wantsParts(state) || history.state)) return;
  asked = true;
  void parts();
  const layers = import("./session/layers.js").then(({ Layers }) => new Layers(session));
  layers.catch(() => session.missing());
});

/** Ports dumps of other databases: loaded with the first. */
let ported = false;
store.listen(({ analysis }) => {
  if (ported || !analysis?.source) return;
  ported = true;
  import("./shell/porting.js").then(
    ({ Porting }) => {
      session.porting = new Porting(session);
    },
    () => session.missing(),
  );
});

// After the page itself, so that the first visit does not wait for them.
addEventListener("load", () => {
  void import("./share/report.js").then(({ listen }) => listen(() => store.state));
  if (!import.meta.env.PROD) return;
  const tell = () => store.change({ fresh: true });
  void import("./session/offline.js").then(({ watch }) => watch(tell));
});
