/**
 * Light or dark as the page around it is, which may say so in any way it likes.
 *
 * What counts is what a reader sees: the colour behind the playground. Where there is none, what
 * the page told the browser, or what the system says.
 */

/** How bright a colour is, 0 to 1, roughly; nothing where one can see through it. */
export function brightness(colour: string): number | undefined {
  // As browsers compute them: `rgb(1, 2, 3)`, `oklch(0.2 0 0 / 0.5)`, `color(srgb 0 0 0)`.
  const [, space = "", rest = ""] = /^(\w+)\((.*)\)$/.exec(colour) ?? [];
  const [a = Number.NaN, b = 0, c = 0, alpha = 1] = (rest.match(/-?[\d.]+%?/g) ?? []).map((one) =>
    one.endsWith("%") ? Number.parseFloat(one) / 100 : Number.parseFloat(one),
  );
  if (alpha < 0.5 || Number.isNaN(a)) return undefined;
  if (space === "oklch" || space === "oklab") return a;
  if (space === "lch" || space === "lab") return a / 100;
  const mixed = 0.2126 * a + 0.7152 * b + 0.0722 * c;
  if (space === "color") return mixed;
  return space.startsWith("rgb") ? mixed / 255 : undefined;
}

/** What the page around an element looks like. */
export function shadeAround(element: Element): "light" | "dark" {
  let at: Element | null = element;
  while (at) {
    const found = brightness(getComputedStyle(at).backgroundColor);
    if (found !== undefined) return found < 0.5 ? "dark" : "light";
    at = outside(at);
  }
  const meta = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content;
  const said = getComputedStyle(element).colorScheme;
  const scheme = said === "normal" ? (meta ?? said) : said;
  if (scheme === "dark" || scheme === "light") return scheme;
  // A page that says nothing is drawn on white whatever the system wants.
  const system = scheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
  return system ? "dark" : "light";
}

/** The element around, out of shadow roots too. */
function outside(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Calls whenever the page may have changed its looks; the answer ends it. */
export function watchShade(changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(changed);
  for (const one of [document.documentElement, document.body]) {
    observer.observe(one, { attributes: true });
  }
  // Hosts fade from one to the other: what counts is where it ends.
  document.addEventListener("transitionend", changed);
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    document.removeEventListener("transitionend", changed);
    system.removeEventListener("change", changed);
  };
}
