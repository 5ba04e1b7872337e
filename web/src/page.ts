/** The full site: lays out the elements, nothing else. */
import { html, nothing, render, type TemplateResult } from "lit";
import "./style/page.css";
import { ACTION, type Action } from "./actions.js";
import "./elements/header.js";
import "./elements/chosen.js";
import { Flow } from "./flow.js";
import { EMPTY, type Part, type State, Store } from "./state.js";

const PARTS: readonly (readonly [Part, string])[] = [
  ["editor", "Editor"],
  ["problems", "Problems"],
  ["results", "Results"],
];

/** The page for a state. Elements that are not loaded yet take their properties when they are. */
function page(state: State, act: (action: Action) => void): TemplateResult {
  const { kept, analysis } = state;
  return html`
    <header>
      <hotsplit-header
        .dialect=${kept.dialect}
        .read=${analysis?.dialect}
        .examples=${state.examples}
        .presets=${state.presets}
        .theme=${state.theme}
        .shared=${state.shared}
        .version=${state.version}
      ></hotsplit-header>
      ${state.notice ? notice(state.notice, act) : nothing}
    </header>
    <nav class="part-tabs" aria-label="Parts of the page">
      ${PARTS.map(
        ([part, name]) =>
          html`<button
            aria-pressed=${state.part === part ? "true" : "false"}
            @click=${() => act({ do: "part", part })}
          >
            ${name}
          </button>`,
      )}
    </nav>
    <main class="parts" data-part=${state.part} data-tab=${state.tab}>
      ${
        kept.chosen.length > 0
          ? html`<hotsplit-chosen
              .chosen=${kept.chosen}
              .rewrite=${state.rewrite}
              .analysis=${analysis}
            ></hotsplit-chosen>`
          : nothing
      }
      <hotsplit-editor
        .text=${kept.text}
        .analysis=${analysis}
        .analysed=${state.analysed}
        .rewrite=${state.rewrite}
        .tab=${state.tab}
        .rollout=${state.rollout}
        .deployed=${kept.deployed}
        .copied=${state.copied}
        .task=${state.task}
        .place=${state.place}
        .reference=${state.reference}
      ></hotsplit-editor>
      <hotsplit-problems
        .analysis=${analysis}
        .open=${state.open}
        .cards=${state.cards}
        .chosen=${kept.chosen}
        .rewrite=${state.rewrite}
        .tuned=${state.tuned}
      ></hotsplit-problems>
      <hotsplit-workload
        .knobs=${kept.knobs}
        .run=${kept.run}
        .stated=${analysis?.stated}
        .tables=${analysis?.tables}
      ></hotsplit-workload>
      <hotsplit-results
        .results=${state.results}
        .analysis=${analysis}
        .cards=${state.cards}
        .chosen=${kept.chosen}
        .busy=${state.busy}
        .engine=${state.engine}
        .generation=${state.generation}
        .palette=${kept.palette}
        .log=${kept.log}
        .rowsBy=${kept.rowsBy}
        .frames=${state.frames}
        .cursor=${state.cursor}
        .probe=${state.probe}
        .answers=${state.answers}
        .open=${state.open}
      ></hotsplit-results>
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
      .run=${kept.run}
      .failed=${state.engine === "failed"}
    ></hotsplit-trust>
  `;
}

function notice(one: NonNullable<State["notice"]>, act: (action: Action) => void): TemplateResult {
  return html`<div class="notice" role="alert">
    <p>${one.message}</p>
    ${one.again ? html`<button @click=${() => act({ do: "run" })}>Run again</button>` : nothing}
    <button @click=${() => act({ do: "dismiss" })}>Dismiss</button>
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
store.listen(draw);
draw(store.state);
void flow.begin();

// Nothing of these is needed before the engine's first answer.
void import("./elements/editor.js");
void import("./elements/parts.js");
