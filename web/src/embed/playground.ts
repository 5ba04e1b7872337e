/**
 * `<hotsplit-playground>`: a playground around a `<pre>`, for pages of others.
 *
 * This file is all that a page loads until a playground is near the viewport or is used. The
 * `<pre>` stays where it is and is what readers see without a script, while all else loads, and
 * when something is missing.
 *
 * Several versions may be on a page: the first defines the tag and is in charge, and a later one
 * does nothing.
 */
import type { HotsplitPlayground } from "../../../pkg/element.js";
import { version } from "../../package.json";
import type { Keeper } from "../lessons/kept.js";
import { ATTRIBUTES, type Options, optionsOf } from "../share/options.js";
import type { Shown, Tell } from "./view.js";

/** The tag. */
const TAG = "hotsplit-playground";

/** How far from the viewport loading begins. Ours: a screen of a phone. */
const NEAR = "600px";

/** Where the page is that "Open in playground" leads to: beside this file. */
const HOME = import.meta.url.replace(/[^/]*(?:[?#].*)?$/, "");

/** Looks before the view is there. Nothing here may depend on what the host sets. */
const LOOKS = `
:host { display: block; }
:host([hidden]), [hidden] { display: none !important; }
.status { all: initial; display: block; font: 13px/1.5 system-ui, sans-serif; color: CanvasText;
  background: Canvas; border-left: 3px solid currentcolor; padding: 4px 10px; margin: 4px 0;
  color-scheme: inherit; }
`;

/** Attributes that say what to begin with. */
const FROM_THE_START: readonly string[] = ["link", "fix", "lesson", "engine-url"];

/** What went wrong, in words. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

class Playground extends HTMLElement implements HotsplitPlayground {
  static readonly observedAttributes = ATTRIBUTES;
  /** The version in charge. */
  static readonly version = version;

  readonly #slot = document.createElement("slot");
  readonly #status = document.createElement("p");
  readonly #root = this.attachShadow({ mode: "open" });
  #shown: Shown | undefined;
  #text: string | undefined;
  #started = false;
  /** Counts beginnings. */
  #turn = 0;
  /** Keeps the progress of lessons, in place of the browser: the page of a SCORM package sets it. */
  keeper: Keeper | undefined;
  /** Exams may be played: their order is for the course system to see to. The same page sets it. */
  exams = false;

  constructor() {
    super();
    const looks = new CSSStyleSheet();
    looks.replaceSync(LOOKS);
    this.#root.adoptedStyleSheets = [looks];
    this.#status.className = "status";
    this.#status.part.add("status");
    this.#status.setAttribute("role", "status");
    this.#status.hidden = true;
    this.#root.append(this.#slot, this.#status);
    // Frameworks may have set it before the script came.
    const early: unknown = Object.getOwnPropertyDescriptor(this, "text")?.value;
    if (typeof early !== "string") return;
    Reflect.deleteProperty(this, "text");
    this.#text = early;
  }

  /** The version in charge. */
  get version(): string {
    return version;
  }

  /** The schema: what was typed, or what the author wrote. */
  get text(): string {
    return this.#shown?.text ?? this.#text ?? written(this);
  }

  set text(text: string) {
    this.#text = text;
    if (this.#shown) this.#shown.text = text;
  }

  /** A link of the page with what is shown now. */
  get href(): string {
    return this.#shown?.href ?? HOME;
  }

  connectedCallback(): void {
    if (this.#started) return;
    near.observe(this);
    for (const use of USES) this.addEventListener(use, this.#used);
  }

  disconnectedCallback(): void {
    near.unobserve(this);
    // One that is only moved to another place is back by then.
    setTimeout(() => {
      if (!this.isConnected) this.#stop();
    });
  }

  attributeChangedCallback(name: string): void {
    const played = name === "seed" && this.hasAttribute("lesson");
    if (played || FROM_THE_START.includes(name)) this.#restart();
    else this.#shown?.apply(this.#options());
  }

  #stop(): void {
    this.#shown?.stop();
    this.#shown = undefined;
    this.#started = false;
    this.#turn++;
    this.#slot.hidden = false;
    this.#say("");
  }

  /** Begins again, once for all that is changed in one go. */
  #restart(): void {
    if (!this.#started) return;
    this.#stop();
    queueMicrotask(() => {
      if (this.isConnected) void this.start();
    });
  }

  /** Loads and runs it now, wherever it is. */
  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    near.unobserve(this);
    for (const use of USES) this.removeEventListener(use, this.#used);
    this.#say("Loading the playground…");
    this.#text ??= written(this);
    const turn = this.#turn;
    try {
      const { show } = await import("./view.js");
      // Meanwhile it may have been taken away, or begun again.
      if (turn !== this.#turn || !this.isConnected) return;
      this.#shown = show({
        root: this.#root,
        home: HOME,
        text: this.#text,
        options: this.#options(),
        keeper: this.keeper,
        exams: this.exams,
        ready: () => {
          this.#slot.hidden = true;
          this.#say("");
        },
        failed: (message, shown) => {
          if (!shown) this.#failed(message);
          else this.#tell("hotsplit-error", { message });
        },
        tell: this.#tell,
      });
    } catch (error) {
      this.#started = false;
      this.#failed(`A part of the playground could not be loaded: ${wordsOf(error)}`);
    }
  }

  readonly #used = (): void => {
    void this.start();
  };

  #options(): Options {
    return optionsOf((name) => this.getAttribute(name));
  }

  /** There is nothing but the text: says why, and offers to try again. */
  #failed(message: string): void {
    this.#say(`${message} `);
    const again = document.createElement("button");
    again.textContent = "Try again";
    again.addEventListener("click", () => {
      this.#started = true;
      this.#restart();
    });
    this.#status.append(again);
    this.#tell("hotsplit-error", { message });
  }

  #say(message: string): void {
    this.#status.textContent = message;
    this.#status.hidden = message === "";
  }

  readonly #tell: Tell = (name, detail) => {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  };
}

/** What counts as using one. */
const USES = ["focusin", "pointerdown"] as const;

/** The text an author wrote: of the code in the `<pre>`, not of what hosts put around it. */
function written(element: HTMLElement): string {
  const source = element.querySelector("pre code") ?? element.querySelector("pre") ?? element;
  return (source.textContent ?? "").replace(/^\s*\n/, "").trimEnd();
}

/** Starts playgrounds that come near. */
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting && target instanceof Playground) void target.start();
    }
  },
  { rootMargin: NEAR },
);

if (!customElements.get(TAG)) customElements.define(TAG, Playground);
