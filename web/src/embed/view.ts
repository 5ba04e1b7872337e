/**
 * What a playground shows once it is near: the page's own elements, around a session of its own.
 *
 * The `<pre>` stays in sight until there is an answer to put in its place.
 */
import { html, nothing, render, type TemplateResult } from "lit";
import type { SimulationAnswer, TextEdit } from "../../../pkg/hotsplit.js";
import type { Keeper } from "../lessons/kept.js";
import { MAP_ACTION } from "../map/actions.js";
import { verdictOf } from "../results/shown-verdict.js";
import { mapsOf } from "../session/maps-of.js";
import { Session } from "../session/session.js";
import type { Hideable, Options, Showable } from "../share/options.js";
import {
  chosenOf,
  editorOf,
  isExam,
  problemsOf,
  resultsOf,
  workloadOf,
} from "../shell/bindings.js";
import { ACTION, type Action, type ActionName } from "../state/actions.js";
import {
  coverText,
  isCovered,
  LESSON_ACTION,
  type LessonAction,
  type Stage,
} from "../state/play.js";
import { here } from "../state/route.js";
import { dialect, EMPTY, type Kept, type Knobs, type State, Store } from "../state/state.js";
import { cssVariables } from "../ui/css-variables.js";
import { headlineOf, rangesOf } from "../ui/ranges.js";
import { ranked } from "../ui/ranked.js";
import { spread } from "../ui/spread.js";
import { controls } from "../ui/style/controls.js";
import { words } from "../ui/words.js";
import { helpedBy } from "./helped.js";
import { join, type SharedEngine } from "./hub.js";
import { knobsOf } from "./knobs.js";
import { looks } from "./looks.js";
import { shadeAround, watchShade } from "./shade.js";
import { summary } from "./summary.js";
import { drawn, type Mark, marks } from "./text.js";
import "../shell/all-parts.js";

/** Tells the page around one of the events that `pkg/element.d.ts` names. */
export type Tell = <N extends "hotsplit-ready" | "hotsplit-result" | "hotsplit-error">(
  name: N,
  detail: HTMLElementEventMap[N]["detail"],
) => void;

/** What the element gives its view. */
export interface Setup {
  readonly root: ShadowRoot;
  /** Where the page is. */
  readonly home: string;
  readonly text: string;
  readonly options: Options;
  /** Keeps the progress of lessons, in place of the browser. */
  readonly keeper: Keeper | undefined;
  /** Exams may be played too. */
  readonly exams: boolean;
  /** There is something to show in place of the `<pre>`. */
  readonly ready: () => void;
  /** Something does not work, and why; if it is shown, it is told already. */
  readonly failed: (message: string, shown: boolean) => void;
  /** Tells the page around. */
  readonly tell: Tell;
}

/** What the element may do with it. */
export interface Shown {
  text: string;
  readonly href: string;
  apply(options: Options): void;
  stop(): void;
}

/** What changes the text, and so is not done where it is only to be read. */
const WRITES: ReadonlySet<ActionName> = new Set<ActionName>([
  ...(["type", "accept", "fix-here", "edits", "adopt", "file"] as const),
  ...(["state", "example", "preset"] as const),
]);

/**
 * Ways to a link: it is shown to lead where it does, and then it does. None that tells where one
 * came from: those end at the shadow root that both places are in.
 */
const WAYS = ["pointermove", "pointerdown", "keyup", "click", "auxclick"] as const;

/** Where the caret goes when the text is touched. */
interface Touch {
  readonly x: number;
  readonly y: number;
}

/** What plays lessons is a chunk of its own. */
type Lessons = typeof import("./lesson.js");

/** Shows a playground. */
export function show(setup: Setup): Shown {
  return new View(setup);
}

class View implements Shown {
  readonly #setup: Setup;
  readonly #frame = document.createElement("div");
  readonly #store: Store;
  readonly #session: Session;
  readonly #unwatch: () => void;
  #options: Options;
  #engine: SharedEngine | undefined;
  #stopped = false;
  /** The `<pre>` has given way. */
  #up = false;
  /** The editor is there, or on its way. */
  #editing: "no" | "loading" | "yes" = "no";
  #touch: Touch | undefined;
  /** Height of the text before the editor takes its place. */
  #tall = 0;
  #marks: { readonly of: State["analysis"]; readonly marks: readonly Mark[] } | undefined;
  #reported: State["results"] | State["analysis"];
  #href = "";
  /** What `#href` carries. */
  #linked: Kept | undefined;
  /** The text as the author wrote it. */
  #first: string;
  /** The fixes that the author chose. */
  #chosenFirst: Kept["chosen"] = [];
  /** Those of them that wait for the first reading of the text. */
  #due: readonly string[];
  #busy = true;
  #warned: State["notice"];
  /** The place that was shown last. */
  #place: State["place"];
  #lessons: Lessons | undefined;
  #lesson: InstanceType<Lessons["Lesson"]> | undefined;
  /** What was done of the lesson when the page around was told last. */
  #entry: Stage["entry"] | undefined;
  /** The part beside the lesson that was shown last. */
  #part: State["part"];

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#options = setup.options;
    this.#first = setup.text;
    this.#due = setup.options.lesson === undefined ? setup.options.fix : [];
    this.#part = EMPTY.part;
    this.#href = this.#page;
    const { level } = setup.options;
    this.#store = new Store({ ...EMPTY, level, kept: { ...EMPTY.kept, text: setup.text } });
    this.#session = new Session(this.#store, undefined, {
      engine: (listener) => {
        this.#engine = join(setup.options.engineUrl, listener);
        return this.#engine;
      },
      wants: (what) => {
        if (what === "preview")
          return this.#options.view !== "map" && this.#options.lesson === undefined;
        return what === "answers" ? this.#options.view === "results" : this.#editing !== "no";
      },
    });
    this.#frame.className = "frame";
    this.#frame.part.add("frame");
    this.#frame.hidden = true;
    setup.root.adoptedStyleSheets = [...setup.root.adoptedStyleSheets, ...looks(controls)];
    setup.root.append(this.#frame);
    this.#frame.addEventListener(ACTION, this.#heard);
    this.#frame.addEventListener(LESSON_ACTION, this.#learnt);
    // What the maps tell one another is nobody else's business.
    this.#frame.addEventListener(MAP_ACTION, (event) => event.stopPropagation());
    for (const way of WAYS) this.#frame.addEventListener(way, this.#leads, { capture: true });
    this.#shade();
    this.#unwatch = watchShade(() => this.#shade());
    this.#store.listen((state) => this.#changed(state));
    void this.#begin();
  }

  get text(): string {
    return this.#store.state.kept.text;
  }

  set text(text: string) {
    if (text === this.text) return;
    this.#first = text;
    this.#session.act({ do: "type", text });
  }

  get href(): string {
    return this.#href;
  }

  /** Takes over attributes that changed. */
  apply(options: Options): void {
    const before = this.#options;
    this.#options = options;
    this.#shade();
    // A lesson says itself what runs.
    if (this.#lesson) {
      this.#store.change({ level: options.level });
      return;
    }
    const knob = (knob: keyof Knobs, now: number | undefined, then: number | undefined) => {
      if (now === then) return;
      const value = now ?? EMPTY.kept.knobs[knob];
      this.#session.act({ do: "knob", knob, value });
    };
    knob("nodes", options.nodes, before.nodes);
    knob("writesPerSecond", options.writes, before.writes);
    knob("seed", options.seed, before.seed);
    if (options.dialect !== before.dialect) {
      this.#session.act({ do: "dialect", dialect: dialect(options.dialect) });
    }
    this.#store.change({ level: options.level });
  }

  stop(): void {
    this.#stopped = true;
    this.#lesson?.stop();
    this.#unwatch();
    this.#engine?.close();
    render(nothing, this.#frame);
    this.#frame.remove();
    const { root } = this.#setup;
    root.adoptedStyleSheets = root.adoptedStyleSheets.slice(0, 1);
  }

  /** Starts the engine with what the author wrote, or with a lesson. */
  async #begin(): Promise<void> {
    const { lesson } = this.#options;
    if (lesson === undefined) await this.#read();
    else await this.#learn(lesson);
  }

  /** Starts the engine and lays a lesson over the text. */
  async #learn(slug: string): Promise<void> {
    try {
      this.#lessons = await import("./lesson.js");
    } catch {
      this.#fail("The lesson could not be loaded. Reload the page to try again.");
      return;
    }
    if (this.#stopped) return;
    const listed = this.#lessons.listedOf(slug, this.#setup.exams);
    if (!listed) {
      const message = `There is no lesson named "${slug}".`;
      this.#session.act({ do: "tell", message });
      this.#setup.failed(message, true);
      await this.#read();
      return;
    }
    const lesson = new this.#lessons.Lesson(this.#session, this.#setup.keeper);
    this.#lesson = lesson;
    await Promise.all([this.#session.engine.open(), lesson.open(listed, this.#options.seed)]);
  }

  /** Reads the link and starts the engine. */
  async #read(): Promise<void> {
    const { link, writes } = this.#options;
    let kept: Kept = { ...EMPTY.kept, text: this.#first };
    if (link !== undefined) {
      try {
        const { fromFragment } = await import("../session/links.js");
        const found = await fromFragment(`#${link}`);
        // What stands in the page is what its author means to show.
        if (found) kept = { ...found.kept, text: this.#first || found.kept.text };
        this.#first = kept.text;
      } catch (error) {
        this.#fail(error instanceof Error ? error.message : String(error));
        return;
      }
    }
    this.#chosenFirst = kept.chosen;
    const knobs = knobsOf(this.#options, kept.knobs);
    const read =
      this.#options.dialect === undefined ? kept.dialect : dialect(this.#options.dialect);
    const exampleRate = writes === undefined && kept.exampleRate;
    if (exampleRate) this.#session.rate = (await import("../session/rate.js")).rateAfter;
    this.#store.change({ kept: { ...kept, knobs, exampleRate, dialect: read } });
    await this.#session.engine.open();
  }

  #fail(message: string): void {
    if (!this.#stopped) this.#setup.failed(message, this.#up);
  }

  readonly #heard = (event: CustomEvent<Action>): void => {
    // A page of ours around this one must not take it for its own.
    event.stopPropagation();
    this.#act(event.detail);
  };

  readonly #learnt = (event: CustomEvent<LessonAction>): void => {
    event.stopPropagation();
    this.#lesson?.do(event.detail);
  };

  #act(action: Action): void {
    if (this.#fixed && WRITES.has(action.do)) return;
    this.#session.act(action);
  }

  #shade(): void {
    const { theme } = this.#options;
    this.#frame.dataset.shade = theme === "auto" ? shadeAround(this.#setup.root.host) : theme;
  }

  #changed(state: State): void {
    if (this.#stopped) return;
    const starter = this.#lesson && state.play?.stage?.file.starter;
    if (starter !== undefined) this.#first = starter;
    else if (!this.#up) this.#first ||= state.kept.text;
    this.#warn(state);
    if (!this.#up && (state.analysis || state.held !== undefined)) {
      this.#up = true;
      this.#frame.hidden = false;
      this.#setup.ready();
      const worker = this.#engine?.slow === undefined;
      this.#setup.tell("hotsplit-ready", { version: state.version, worker });
    }
    if (state.tab === "plan") import("../fixes/plan.js").catch(() => this.#session.missing());
    this.#take(state);
    this.#tell(state);
    void this.#link(state.kept, state.version);
    const asked = state.task ?? state.place;
    if (this.#editing === "no" && !this.#fixed && (asked || state.tab !== "yours")) {
      void this.#edit();
    }
    if (!this.#up) return;
    render(this.#draw(state), this.#frame);
    this.#follow(state.part);
    if (state.place !== this.#place) {
      this.#place = state.place;
      // Within the text alone: the page around stays where it is.
      const text = this.#frame.querySelector(".code");
      const here = text?.querySelector(".here");
      if (text && here) {
        const by = here.getBoundingClientRect().top - text.getBoundingClientRect().top;
        text.scrollTop += by - text.clientHeight / 3;
      }
    }
  }

  /** Whoever goes from the lesson to a part goes there with the focus. */
  #follow(part: State["part"]): void {
    const before = this.#part;
    this.#part = part;
    const { activeElement } = this.#setup.root;
    if (part === before || part === "lesson" || activeElement?.localName !== "hotsplit-lesson")
      return;
    this.#frame.querySelector<HTMLElement>(`.tabs [data-part="${part}"]`)?.focus();
  }

  /** Chooses the fixes that the author named, each for the worst finding it may help. */
  #take({ analysis, analysed, kept }: State): void {
    if (this.#due.length === 0 || !analysis || analysed !== kept.text) return;
    const due = this.#due;
    this.#due = [];
    const taken = new Set<string>();
    for (const name of due) {
      const helped = helpedBy(name, analysis.findings, taken);
      if (!helped) continue;
      taken.add(helped.finding);
      this.#session.act({ do: "choose", ...helped });
    }
    this.#chosenFirst = this.#store.state.kept.chosen;
  }

  /** Tells the page around once that the engine is not there, or stopped. */
  #warn({ notice, engine }: State): void {
    const bad = notice && (notice.again || engine === "failed") ? notice : undefined;
    if (bad && bad !== this.#warned) this.#fail(bad.message);
    this.#warned = bad;
  }

  /** Tells the page around of each answer once. */
  #tell(state: State): void {
    const { results, ran, analysis, analysed, kept, busy } = state;
    const done = this.#busy && !busy;
    this.#busy = busy;
    const whole = results && results.answer.progress >= 1 ? results : undefined;
    const reported = whole ?? analysis;
    const entry = state.play?.stage?.entry;
    // What was done before is no news.
    this.#entry ??= entry;
    const learnt = entry !== this.#entry;
    if (!analysis || analysed !== kept.text || busy) return;
    // A run of the text before may end when this one is read already: its own follows.
    if (results && ran !== kept.text) return;
    if (!learnt && (!done || reported === this.#reported)) return;
    this.#reported = reported;
    this.#entry = entry;
    this.#setup.tell("hotsplit-result", summary(state, kept.text !== this.#first));
  }

  /** Where the page is. */
  get #page(): string {
    return new URL(this.#options.pageUrl ?? this.#setup.home, document.baseURI).href;
  }

  /** Works the link out anew; the newest text wins. */
  async #link(kept: Kept, version: string): Promise<void> {
    if (kept === this.#linked) return;
    this.#linked = kept;
    const fragment = await this.#fragment(kept, version);
    if (kept !== this.#linked || this.#stopped) return;
    this.#href = this.#page + fragment;
    if (this.#up) render(this.#draw(this.#store.state), this.#frame);
  }

  /** What of the page's address says what is shown: a lesson has one of its own. */
  async #fragment(kept: Kept, version: string): Promise<string> {
    const { lesson: slug = "", seed } = this.#options;
    if (this.#lesson && this.#lessons) return this.#lessons.addressOf({ slug, seed });
    const { toFragment } = await import("../session/links.js");
    return (await toFragment(kept, version)) ?? "";
  }

  /** Links to rules are links of the page, which may be this one. */
  readonly #leads = (event: Event): void => {
    const [at] = event.composedPath();
    const link = at instanceof Element ? at.closest("a") : null;
    const address = link?.getAttribute("href");
    const page = this.#page;
    if (!link || !address?.startsWith("#") || page === here()) return;
    link.href = page + address;
    link.target = "_blank";
    link.rel = "noopener";
  };

  /** Puts the editor in the place of the text. */
  async #edit(touch?: Touch): Promise<void> {
    this.#touch = touch;
    if (this.#editing !== "no") return;
    this.#editing = "loading";
    try {
      await import("../editor/editor.js");
      const text = this.#frame.querySelector(".text");
      this.#tall = Math.max(140, text?.getBoundingClientRect().height ?? 0);
      const focused = text?.contains(this.#setup.root.activeElement) ?? false;
      this.#editing = "yes";
      render(this.#draw(this.#store.state), this.#frame);
      const editor = this.#frame.querySelector("hotsplit-editor");
      await editor?.updateComplete;
      if (focused) editor?.take(this.#touch);
    } catch {
      this.#editing = "no";
      const message = "The editor could not be loaded. Reload the page to try again.";
      this.#session.act({ do: "tell", message });
    }
  }

  /** Nothing is offered that would change the text, or it would change unseen. */
  get #fixed(): boolean {
    // A lesson is there for its schema to be changed.
    return !this.#lesson && (this.#options.readonly || this.#hides("text"));
  }

  #hides(one: Hideable): boolean {
    return this.#options.hide.has(one);
  }

  /** Whether something is there that an author has to ask for. A lesson speaks of all of it. */
  #shows(one: Showable): boolean {
    const hidden = one !== "fixes" && this.#hides(one);
    return !hidden && (this.#lesson !== undefined || this.#options.show.has(one));
  }

  #draw(state: State): TemplateResult {
    const { notice, play } = state;
    return html`
      ${this.#hides("bar") ? nothing : this.#bar(state)}
      ${notice ? this.#notice(notice) : nothing} ${this.#slow()}
      ${play?.stage && this.#lessons ? this.#played(state, play.stage, this.#lessons) : this.#parts(state)}
    `;
  }

  /** The lesson, and the part of the playground that is gone to beside it. */
  #played(state: State, stage: Stage, { partOf, partTabs }: Lessons): TemplateResult {
    const part = partOf(state);
    const covered = isCovered(stage) ? html`<p class="calm">${coverText(stage)}</p>` : undefined;
    const exam = isExam(state);
    // In an exam the maps stand alone.
    const results =
      exam || this.#options.view === "results" ? this.#results(state) : this.#maps(state, false);
    return html`<div class="parts played">
      <hotsplit-lesson part="lesson" compact .level=${state.level} .state=${state}></hotsplit-lesson>
      <div class="beside">
        ${partTabs(state, (action) => this.#act(action))}
        <div class="one" ?hidden=${part !== "editor"}>${this.#text(state)}</div>
        ${
          exam
            ? nothing
            : html`<div class="one" ?hidden=${part !== "problems"}>${covered ?? this.#problems(state)}</div>`
        }
        <div class="shown" ?hidden=${part !== "results"}>${covered ?? results}</div>
      </div>
    </div>`;
  }

  #parts(state: State): TemplateResult {
    const { view } = this.#options;
    return html`<div class="parts" data-view=${view}>
        ${this.#hides("text") ? nothing : this.#text(state)}
        ${view === "results" && !this.#hides("workload") ? this.#workload(state) : nothing}
        ${view === "editor" ? nothing : html`<div class="shown">${this.#shown(state)}</div>`}
      </div>`;
  }

  #bar(state: State): TemplateResult {
    const { tab, rewrite, kept } = state;
    const other = tab === "yours" ? "rewritten" : "yours";
    const edited = kept.text !== this.#first || kept.chosen !== this.#chosenFirst;
    return html`<div class="bar" part="bar">
      <span class="name">${state.analysis?.dialect === "postgresql" ? "PostgreSQL" : "GoogleSQL"}</span>
      ${
        rewrite && !this.#hides("text")
          ? html`<button
              aria-pressed=${tab === "yours" ? "false" : "true"}
              @click=${() => this.#act({ do: "tab", tab: other })}
            >
              Rewritten
            </button>`
          : nothing
      }
      ${edited && !this.#lesson ? html`<button @click=${() => this.#reset()}>Reset</button>` : nothing}
      ${
        this.#hides("open")
          ? nothing
          : html`<a class="open" part="open" href=${this.#href} target="_blank" rel="noopener"
              >${this.#lesson ? "Open the lesson" : "Open in playground"}</a
            >`
      }
    </div>`;
  }

  /** Back to what the author wrote. */
  #reset(): void {
    const { kept } = this.#store.state;
    const edits: TextEdit[] = [{ from: 0, to: kept.text.length, insert: this.#first }];
    this.#session.act({ do: "tab", tab: "yours" });
    if (kept.chosen !== this.#chosenFirst) {
      this.#store.keep({ chosen: this.#chosenFirst });
      // As they are: with other fixes everything runs anew.
      this.#session.act({ do: "run-knobs", run: kept.run });
    }
    if (kept.text === this.#first) return;
    if (this.#editing === "yes") this.#session.act({ do: "edits", edits });
    else this.#session.act({ do: "type", text: this.#first });
  }

  #notice(notice: NonNullable<State["notice"]>): TemplateResult {
    const act = (action: Action) => () => this.#act(action);
    return html`<div class="notice" part="notice" role="alert">
      <p>${notice.message}</p>
      ${notice.again ? html`<button @click=${act({ do: "run" })}>Run it anyway</button>` : nothing}
      ${
        notice.restart
          ? html`<button @click=${act({ do: "restart" })}>Start the engine again</button>`
          : nothing
      }
      <button @click=${act({ do: "dismiss" })}>Dismiss</button>
    </div>`;
  }

  /** Why it is slower here than elsewhere. */
  #slow(): TemplateResult | typeof nothing {
    const why = this.#engine?.slow;
    return why === undefined ? nothing : html`<p class="slow" part="slow">${why}</p>`;
  }

  #text(state: State): TemplateResult {
    const { kept } = state;
    const readonly = this.#options.readonly && !this.#lesson;
    if (this.#editing === "yes" && !readonly) {
      return html`<hotsplit-editor
        part="text"
        class="text"
        compact
        ${cssVariables({ "--tall": `${this.#tall}px` })}
        ${spread(editorOf(state))}
      ></hotsplit-editor>`;
    }
    const other = state.tab !== "yours" && state.rewrite ? state.rewrite.text : undefined;
    const found = other === undefined && state.analysed === kept.text ? this.#found(state) : [];
    return html`<pre
      part="text"
      class="text code"
      tabindex="0"
      role=${readonly ? "group" : "textbox"}
      aria-multiline=${readonly ? nothing : "true"}
      aria-readonly=${readonly ? nothing : "true"}
      aria-label=${other === undefined ? "Schema" : "Rewritten schema"}
      @focus=${() => !readonly && void this.#edit(this.#touch)}
      @pointerdown=${({ clientX, clientY }: PointerEvent) => {
        this.#touch = { x: clientX, y: clientY };
      }}
    >${drawn(other ?? kept.text, found)}</pre>`;
  }

  #workload(state: State): TemplateResult {
    return html`<hotsplit-workload part="workload" ${spread(workloadOf(state))}></hotsplit-workload>`;
  }

  /** Marks of the analysis, worked out once. */
  #found(state: State): readonly Mark[] {
    const { analysis, place, play } = state;
    if (!analysis || isExam(state) || (play?.stage && isCovered(play.stage))) return [];
    if (this.#marks?.of !== analysis) this.#marks = { of: analysis, marks: marks(analysis) };
    const here = place?.tab === "yours" ? place.range : undefined;
    if (!here) return this.#marks.marks;
    return [...this.#marks.marks, { ...here, severity: "here", title: "Shown from the map" }];
  }

  #shown(state: State): unknown {
    const { view } = this.#options;
    if (view === "problems") return this.#problems(state);
    if (view === "results") return this.#results(state);
    return this.#maps(state, view === "map");
  }

  #problems(state: State): TemplateResult {
    return html`<hotsplit-problems
      part="problems"
      compact
      ?fixed=${this.#fixed}
      ${spread(problemsOf(state))}
    ></hotsplit-problems>`;
  }

  #chosen(state: State): unknown {
    if (state.kept.chosen.length === 0) return nothing;
    return html`<hotsplit-chosen ?fixed=${this.#fixed} ${spread(chosenOf(state))}></hotsplit-chosen>`;
  }

  #results(state: State): TemplateResult {
    return html`${isExam(state) ? nothing : this.#chosen(state)}
      <hotsplit-results
        part="results"
        ?fixed=${this.#fixed}
        ${spread(resultsOf(state, this.#session.queries))}
      ></hotsplit-results>`;
  }

  /** What the schema comes to; in a lesson what its runs show. */
  #headline(state: State, answer: SimulationAnswer): TemplateResult {
    if (this.#lesson) {
      const said = answer.progress >= 1 ? words(headlineOf(answer, state.answers)) : "Running…";
      return html`<p class="headline" part="headline" role="status">${said}</p>`;
    }
    const { title, detail } = verdictOf(state);
    return html`<div class="headline" part="headline" role="status">
      <p>${words(title)}</p>
      ${detail === "" ? nothing : html`<p class="detail">${words(detail)}</p>`}
    </div>`;
  }

  #maps(state: State, alone: boolean): unknown {
    const { results, analysis, busy } = state;
    if (!results) {
      const none =
        analysis?.objects.length === 0 ? "The schema has no table to simulate." : "Running…";
      return html`<p class="calm" role="status">${busy || analysis ? none : "Reading…"}</p>`;
    }
    const { answer } = results;
    const whole = answer.progress >= 1;
    return html`<h2 class="unseen" ${ranked(state.level)}>What runs show</h2>
      ${!alone && this.#shows("fixes") ? this.#chosen(state) : nothing}
      ${this.#hides("headline") ? nothing : this.#headline(state, answer)}
      ${
        !this.#shows("numbers")
          ? nothing
          : html`<hotsplit-numbers
              part="numbers"
              .level=${state.level}
              ?hidden=${!whole}
              .first=${answer.before}
              .second=${alone ? undefined : answer.after}
              .ranges=${rangesOf(state.answers)}
            ></hotsplit-numbers>`
      }
      <hotsplit-maps
        part="map"
        compact
        named
        ?fixed=${this.#fixed}
        .first=${alone ? "As written" : "Before"}
        ?alone=${alone}
        ?toolless=${!this.#shows("tools")}
        ?keyless=${this.#hides("legend")}
        ${spread(mapsOf(state, this.#session.queries))}
      ></hotsplit-maps>`;
  }
}
