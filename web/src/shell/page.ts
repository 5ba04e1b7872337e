/** The full site as templates: where its parts stand, and what each is given. */
import { html, nothing, type TemplateResult } from "lit";
import type { Analysis } from "../../../pkg/hotsplit.js";
import { saysNotice, verdictOf } from "../results/shown-verdict.js";
import { mapsOf } from "../session/maps-of.js";
import { changeOf } from "../session/presets.js";
import type { MapQueries } from "../session/queries.js";
import type { Action } from "../state/actions.js";
import { appliedOf, hotKeysOf, isOver, withoutPicked } from "../state/selectors.js";
import { isPreview, type Part, type State } from "../state/state.js";
import { summaryOf } from "../ui/order.js";
import { spread } from "../ui/spread.js";
import { count } from "../ui/words.js";
import { chosenOf, editorOf, isExam, problemsOf, resultsOf, workloadOf } from "./bindings.js";
import type { FirstVisit } from "./first-visit.js";
import { pasteButton, schemaToggle } from "./narrow.js";
import { isPresented, isReading } from "./reading.js";
import "../results/verdict.js";
import "./header.js";

const PARTS: readonly (readonly [Part, string])[] = [
  ["author", "Author"],
  ["lesson", "Lesson"],
  ["editor", "Editor"],
  ["problems", "Problems"],
  ["results", "Results"],
];

/** What the page is drawn with beside the state. */
export interface Around {
  /** Does what a person asks for. */
  readonly act: (action: Action) => void;
  /** What the maps ask. */
  readonly queries: MapQueries;
  /** What the build wrote of the first example, while it stands. */
  readonly first: FirstVisit;
}

/** What rule pages show their examples in. */
const playground = () => import("../embed/playground.js");
/** What makes one picture of both maps. */
const still = () => import("../map/still.js");

/** The page for a state. Elements that are not loaded yet take their properties when they are. */
export function page(state: State, around: Around): TemplateResult {
  const { act } = around;
  const { kept, analysis } = state;
  const inLesson = isInLesson(state);
  return html`
    <header>
      <hotsplit-header
        .examples=${state.examples}
        .presets=${state.presets}
        .theme=${state.theme}
        .earlier=${state.earlier && state.earlier.text !== kept.text ? state.earlier : undefined}
        .shared=${state.shared !== undefined && !isExam(state)}
        .sharing=${!isExam(state)}
        .version=${state.version}
      >
        ${state.shared === undefined || isExam(state) ? nothing : share(state, state.shared, around)}
      </hotsplit-header>
      ${state.notice && (inLesson || !saysNotice(verdictOf(state))) ? notice(state.notice, act) : nothing}
      ${state.fresh ? fresh(act) : nothing}
    </header>
    ${inLesson ? lesson(state, around) : workspace(state, around)}
    ${state.play ? nothing : toast(state, act)}
    <hotsplit-guide
      .playground=${playground}
      ?hidden=${!state.guide || state.guide.kind === "trust"}
      .route=${state.guide?.kind === "trust" ? undefined : state.guide}
      .reference=${state.reference}
      .analysis=${analysis}
      .failed=${state.engine === "failed"}
    ></hotsplit-guide>
    ${state.play?.over ? html`<hotsplit-lessons .state=${state}></hotsplit-lessons>` : nothing}
    ${
      isPresented(state)
        ? html`<hotsplit-presenter .state=${state} .queries=${around.queries}></hotsplit-presenter>`
        : nothing
    }
    <hotsplit-trust
      ?hidden=${state.guide?.kind !== "trust"}
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

/** Whether a lesson is played or written beside the text. */
export function isInLesson({ play }: State): boolean {
  return /on|author/.test(play?.shape ?? "");
}

/** The schema on one side, what it comes to on the other. */
function workspace(state: State, around: Around): TemplateResult {
  const { kept } = state;
  return html`<main
    class="workspace"
    ?inert=${isReading(state)}
    data-tab=${state.tab}
    data-part=${state.part}
  >
    <section
      class="schema"
      id="schema"
      aria-label="Schema"
      ?data-open=${state.schemaOpen || state.tab === "rewritten"}
      ?inert=${isOver(state)}
    >
      <hotsplit-editor
        paged
        ?comparing=${state.open !== undefined || kept.chosen.length > 0}
        .dialect=${kept.dialect}
        ${spread(editorOf(state))}
      ></hotsplit-editor>
    </section>
    ${around.first.written ?? nothing}
    ${around.first.isAll(state) ? nothing : story(state, around)}
    ${state.tab === "plan" ? plan(state) : nothing} ${state.tab === "port" ? port(state) : nothing}
    ${state.play ? html`<hotsplit-lesson .state=${state}></hotsplit-lesson>` : nothing}
  </main>`;
}

/** What the schema comes to, and what fixes buy. Of a dump it is the way to its port. */
function story(state: State, { act, queries }: Around): TemplateResult {
  const { kept, analysis, results, open } = state;
  const isDump = state.port !== undefined;
  const isPort = state.portedFrom !== undefined && state.portedFrom === state.earlier;
  const current = results && state.ran === kept.text ? results.answer : undefined;
  const headroom = current && !appliedOf(state) ? current.before.headroom : analysis?.headroom;
  const verdict = verdictOf(state);
  const keys = isDump || verdict.kind === "foreign" ? [] : hotKeysOf(headroom);
  const finding =
    isDump || saysNotice(verdict) ? undefined : analysis?.findings.find(({ key }) => key === open);
  // Beside fixes that were applied, what is still hot has its row, even where it is one key.
  const isListed = keys.length > (appliedOf(state)?.fixes ? 0 : 1);
  const single = keys.length === 1 && !isListed ? keys[0]?.finding : undefined;
  const options = analysis?.findings.find(({ key }) => key === single)?.fixes ?? [];
  return html`<section class="story" aria-label="What happens" ?inert=${isOver(state)}>
      ${
        isDump || isPort
          ? html`<hotsplit-port-offer .port=${state.port} .back=${isPort}></hotsplit-port-offer>`
          : nothing
      }
      <hotsplit-verdict
        tabindex="-1"
        ?hidden=${isDump || finding !== undefined}
        .verdict=${verdict}
        .analysis=${analysis}
        .busy=${state.busy}
        .progress=${results?.answer.progress}
        .loadOpen=${state.over === "load"}
      ></hotsplit-verdict>
      ${
        state.over === "load"
          ? html`<hotsplit-workload panel ${spread(workloadOf(state))}></hotsplit-workload>`
          : nothing
      }
      ${
        headroom && analysis && isListed
          ? html`<hotsplit-hot-keys
              ?hidden=${finding !== undefined}
              .headroom=${headroom}
              .analysis=${analysis}
              .recommended=${state.recommended?.keys ?? []}
              .open=${open}
            ></hotsplit-hot-keys>`
          : nothing
      }
      ${
        finding
          ? html`<hotsplit-key
              .finding=${finding}
              .hotKey=${headroom?.keys.find((one) => one.finding === finding.key)}
              .cards=${state.cards.get(finding.key)}
              .shown=${state.shown}
              .chosen=${kept.chosen}
              .tuned=${state.tuned}
              .analysis=${analysis}
              .rewrite=${state.rewrite}
              .copied=${state.copied}
              .several=${isListed}
            ></hotsplit-key>`
          : nothing
      }
      ${analysis && !finding && isListed ? findings(state, analysis, act) : nothing}
      <hotsplit-outcome
        ?hidden=${isDump}
        .maps=${mapsOf(state, queries)}
        .answers=${state.answers}
        .rewrite=${state.rewrite}
        .applied=${appliedOf(state)}
        .preview=${isPreview(state)}
        .picked=${finding !== undefined && state.picked === open}
        .recommended=${state.recommended?.keys ?? []}
        .change=${changeOf(state)?.title}
        .options=${options.length}
        .single=${finding ? undefined : single}
        .engine=${state.engine}
        .busy=${state.busy}
      >
        ${
          finding
            ? html`<hotsplit-key-acts
                slot="acts"
                .finding=${finding}
                .shown=${withoutPicked(state.shown, state)}
                .chosen=${kept.chosen}
                .rewrite=${state.rewrite}
              ></hotsplit-key-acts>`
            : nothing
        }
        ${finding ? nothing : pasteButton(act)}
      </hotsplit-outcome>
      ${analysis && !isDump && !finding && !isListed ? findings(state, analysis, act) : nothing}
      ${schemaToggle(state, act)}
    </section>`;
}

/** Everything that was found, in a list that is opened. */
function findings(
  state: State,
  analysis: Analysis,
  act: (action: Action) => void,
): TemplateResult | typeof nothing {
  const summary = summaryOf(analysis);
  if (summary === "") return nothing;
  const open = state.part === "problems";
  return html`<details
    class="findings"
    .open=${open}
    @toggle=${({ currentTarget }: Event) => {
      if (!(currentTarget instanceof HTMLDetailsElement) || currentTarget.open === open) return;
      act({ do: "part", part: currentTarget.open ? "problems" : "results" });
    }}
  >
    <summary>${summary}</summary>
    ${open ? html`<hotsplit-problems index ${spread(problemsOf(state))}></hotsplit-problems>` : nothing}
  </details>`;
}

/** How a live database gets there, on a page of its own. */
function plan(state: State): TemplateResult {
  const applied = appliedOf(state)?.fixes;
  return html`<section class="plan" aria-label="Migration plan">
    <hotsplit-plan
      paged
      .level=${state.level}
      .rollout=${state.rollout}
      .rewrite=${state.rewrite ?? applied?.rewrite}
      .analysis=${applied?.analysis ?? state.analysis}
      .deployed=${state.kept.deployed}
      .copied=${state.copied}
    ></hotsplit-plan>
  </section>`;
}

/** A dump and its port, on a page of their own. */
function port({ port, kept }: State): TemplateResult {
  return html`<section class="port" aria-label="Source and port">
    <hotsplit-port .port=${port} .text=${kept.text}></hotsplit-port>
  </section>`;
}

/** What was put into the text last, as long as it stands as it was then. */
function toast(state: State, act: (action: Action) => void): TemplateResult | typeof nothing {
  const { applied, pasted, kept } = state;
  const fixes = applied?.text === kept.text ? applied.fixes : undefined;
  if (!fixes && pasted !== kept.text) return nothing;
  return html`<div class="toast" role="status" ?hidden=${isOver(state)}>
    <p>${fixes ? `Applied ${count(fixes.count, "fix", "fixes")}.` : "Your schema was replaced."}</p>
    ${
      fixes
        ? html`<button class="plain" @click=${() => act({ do: "tab", tab: "plan" })}>
            Migration plan
          </button>`
        : nothing
    }
    <button @click=${() => act({ do: "unapply" })}>Undo</button>
  </div>`;
}

/** A lesson beside the text, the problems and the runs. */
function lesson(state: State, { act, queries }: Around): TemplateResult {
  const { kept, play } = state;
  const shape = play?.shape ?? "";
  // The parts of lessons stand first.
  const own = PARTS.slice(/author/.test(shape) ? 0 : /on/.test(shape) ? 1 : 2);
  const exam = isExam(state);
  const parts = exam ? own.filter(([part]) => part !== "problems") : own;
  return html`<nav class="part-tabs" ?inert=${isReading(state)} aria-label="Parts of the page">
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
    <main class="parts" ?inert=${isReading(state)} data-part=${state.part} data-tab=${state.tab} data-lesson=${shape || nothing}>
      <hotsplit-lesson .state=${state}></hotsplit-lesson>
      ${
        kept.chosen.length > 0 && !exam
          ? html`<hotsplit-chosen ${spread(chosenOf(state))}></hotsplit-chosen>`
          : nothing
      }
      <hotsplit-editor ${spread(editorOf(state))}></hotsplit-editor>
      ${exam ? nothing : html`<hotsplit-problems ${spread(problemsOf(state))}></hotsplit-problems>`}
      <hotsplit-workload ${spread(workloadOf(state))}></hotsplit-workload>
      <hotsplit-results ${spread(resultsOf(state, queries))}></hotsplit-results>
    </main>`;
}

/** The share menu stands in the header, and is filled here. */
function share(state: State, link: string, { queries }: Around): TemplateResult {
  return html`<hotsplit-share
    .still=${still}
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
    ?embed=${state.over === "embed"}
    .queries=${queries}
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
    <p>A new version is ready. Your schema is kept.</p>
    <button @click=${() => act({ do: "renew", now: true })}>Reload</button>
    <button @click=${() => act({ do: "renew", now: false })}>Later</button>
  </div>`;
}
