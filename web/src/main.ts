/** The full site: lays out the elements, nothing else. */
import { html, nothing, render, type TemplateResult } from "lit";
import "./ui/style/page.css";
import { chosenOf, editorOf, problemsOf, resultsOf, workloadOf } from "./session/bindings.js";
import { ACTION, type Action } from "./state/actions.js";
import { given } from "./ui/given.js";
import "./shell/header.js";
import { Flow } from "./session/flow.js";
import { EMPTY, type Part, type State, Store } from "./state/state.js";
import { typing } from "./ui/typing.js";

const PARTS: readonly (readonly [Part, string])[] = [
  ["author", "Author"],
  ["lesson", "Lesson"],
  ["editor", "Editor"],
  ["problems", "Problems"],
  ["results", "Results"],
];

/** The page for a state. Elements that are not loaded yet take their properties when they are. */
function page(state: State, act: (action: Action) => void): TemplateResult {
  const { kept, analysis, play } = state;
  const shape = play?.shape ?? "";
  // The parts of lessons stand first.
  const parts = PARTS.slice(/author/.test(shape) ? 0 : /on/.test(shape) ? 1 : 2);
  return html`
    <header>
      <hotsplit-header
        .dialect=${kept.dialect}
        .read=${analysis?.dialect}
        .examples=${state.examples}
        .presets=${state.presets}
        .theme=${state.theme}
        .earlier=${state.earlier && state.earlier.text !== kept.text ? state.earlier : undefined}
        .shared=${state.shared !== undefined}
        .version=${state.version}
      >
        ${state.shared === undefined ? nothing : share(state, state.shared)}
      </hotsplit-header>
      ${state.notice ? notice(state.notice, act) : nothing}
      ${state.fresh ? fresh(act) : nothing}
      ${
        state.tour === undefined
          ? nothing
          : html`<hotsplit-tour .step=${state.tour} .chosen=${kept.chosen.length > 0}></hotsplit-tour>`
      }
    </header>
    <nav class="part-tabs" aria-label="Parts of the page">
      ${parts.map(
        ([part, name]) =>
          html`<button
            aria-pressed=${state.part === part ? "true" : "false"}
            @click=${() => act({ do: "part", part })}
          >
            ${name}
          </button>`,
      )}
    </nav>
    <main class="parts" data-part=${state.part} data-tab=${state.tab} data-tour=${state.tour ?? nothing} data-lesson=${shape || nothing}>
      ${play ? html`<hotsplit-lesson .state=${state}></hotsplit-lesson>` : nothing}
      ${
        kept.chosen.length > 0
          ? html`<hotsplit-chosen ${given(chosenOf(state))}></hotsplit-chosen>`
          : nothing
      }
      <hotsplit-editor ${given(editorOf(state))}></hotsplit-editor>
      <hotsplit-problems ${given(problemsOf(state))}></hotsplit-problems>
      <hotsplit-workload ${given(workloadOf(state))}></hotsplit-workload>
      <hotsplit-results ${given(resultsOf(state))}></hotsplit-results>
    </main>
    <hotsplit-guide
      .route=${state.guide?.kind === "trust" ? undefined : state.guide}
      .reference=${state.reference}
      .analysis=${analysis}
      .failed=${state.engine === "failed"}
    ></hotsplit-guide>
    <hotsplit-trust
      .open=${state.guide?.kind === "trust"}
      .trust=${state.trust}
      .messages=${state.measured}
      .run=${kept.run}
      .failed=${state.engine === "failed"}
    ></hotsplit-trust>
    <hotsplit-keys .open=${state.over === "keys"}></hotsplit-keys>
    <hotsplit-shapes .open=${state.over === "shapes"}></hotsplit-shapes>
  `;
}

/** The share menu stands in the header, and is filled here. */
function share(state: State, link: string): TemplateResult {
  return html`<hotsplit-share
    slot="share"
    .link=${link}
    .kept=${state.kept}
    .analysis=${state.analysis}
    .analysed=${state.analysed}
    .results=${state.results}
    .answers=${state.answers}
    .rewrite=${state.rewrite}
    .rollout=${state.rollout}
    .version=${state.version}
    .copied=${state.copied}
    .uncopied=${state.uncopied}
    .stage=${state.play?.stage}
  ></hotsplit-share>`;
}

function notice(one: NonNullable<State["notice"]>, act: (action: Action) => void): TemplateResult {
  return html`<div class="notice" role="alert">
    <p>${one.message}</p>
    ${one.again ? html`<button @click=${() => act({ do: "run" })}>Run it anyway</button>` : nothing}
    ${
      one.restart
        ? html`<button @click=${() => act({ do: "restart" })}>Start the engine again</button>`
        : nothing
    }
    <button @click=${() => act({ do: "dismiss" })}>
      ${one.again ? "Keep editing" : "Dismiss"}
    </button>
  </div>`;
}

function fresh(act: (action: Action) => void): TemplateResult {
  return html`<div class="notice calm" role="status">
    <p>A new version is ready. Your text stays.</p>
    <button @click=${() => act({ do: "renew", now: true })}>Reload</button>
    <button @click=${() => act({ do: "renew", now: false })}>Later</button>
  </div>`;
}

const root = document.querySelector<HTMLElement>("#page");
if (!root) throw new Error("index.html has no #page");
const store = new Store(EMPTY);
const flow = new Flow(store);
const act = (action: Action) => flow.act(action);
const draw = (state: State) => {
  const { theme } = state;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  render(page(state, act), root);
};
root.addEventListener(ACTION, (event) => act(event.detail));
addEventListener("hashchange", () => flow.relink());
addEventListener("pagehide", () => flow.leave());
addEventListener("beforeunload", (event) => {
  if (flow.lost) event.preventDefault();
});
store.listen(draw);
draw(store.state);
void flow.begin();

addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.defaultPrevented || typing(event)) return;
  event.preventDefault();
  act({ do: "over", over: "keys" });
});

// Nothing of these is needed before the first paint.
const plain = import("./editor/plain.js").then(({ stand }) => stand(flow));
for (const part of [plain, import("./shell/parts.js")]) part.catch(() => flow.missing());

// After the page itself, so that the first visit does not wait for them.
addEventListener("load", () => {
  void import("./share/report.js").then(({ listen }) => listen(() => store.state));
  if (!import.meta.env.PROD) return;
  const tell = () => store.change({ fresh: true });
  void import("./session/offline.js").then(({ watch }) => watch(tell));
});
