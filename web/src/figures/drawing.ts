/**
 * What a figure draws, as data: the build writes it as markup, and the page makes the document equal
 * to it. Both come from one description, so the first frame of the build is that of the page.
 */

/** An element with what is in it. */
export interface Drawing {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Drawing | string)[];
}

/** Values that an attribute may be given; those that are absent or false are left out. */
type Value = string | number | boolean | undefined;

/** Describes an element. */
export function draw(
  tag: string,
  attributes: Readonly<Record<string, Value>> = {},
  children: readonly (Drawing | string)[] = [],
): Drawing {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [[name, textOf(value)] as const],
  );
  return { tag, attributes: Object.fromEntries(written), children };
}

/** A tenth of a unit is less than can be seen, and keeps the markup short. */
function textOf(value: Exclude<Value, undefined | false>): string {
  if (value === true) return "";
  return typeof value === "number" ? String(Math.round(value * 10) / 10) : value;
}

const escaped = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** Elements of HTML that have no end tag. */
const VOID = ["input"];

/** The same as markup. */
export function markupOf(one: Drawing | string): string {
  if (typeof one === "string") return escaped(one);
  const { tag, attributes, children } = one;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const open = `<${tag}${written.join("")}>`;
  return VOID.includes(tag) ? open : `${open}${children.map(markupOf).join("")}</${tag}>`;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes what is in an element equal to what is described. Elements that are there already are kept,
 * so that a control keeps the focus and a shape moves from where it was.
 */
export function apply(parent: Element, children: readonly (Drawing | string)[]): void {
  const nodes = [...parent.childNodes];
  for (const [at, child] of children.entries()) {
    const made = updated(parent, nodes[at], child);
    if (made === nodes[at]) continue;
    if (nodes[at]) parent.replaceChild(made, nodes[at]);
    else parent.append(made);
  }
  for (const left of nodes.slice(children.length)) left.remove();
}

/** The node if it can become what is described, or a new one. */
function updated(parent: Element, node: ChildNode | undefined, child: Drawing | string): ChildNode {
  if (typeof child === "string") {
    if (!(node instanceof Text)) return new Text(child);
    if (node.data !== child) node.data = child;
    return node;
  }
  const same = node instanceof Element && node.localName === child.tag ? node : undefined;
  const element = same ?? created(parent, child.tag);
  for (const { name } of [...element.attributes]) {
    if (!(name in child.attributes)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(child.attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  if (element instanceof HTMLInputElement) control(element, child.attributes);
  apply(element, child.children);
  return element;
}

function created(parent: Element, tag: string): Element {
  const svg = tag === "svg" || parent.namespaceURI === SVG;
  return svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
}

/** A control that a person has used no longer follows its attributes. */
function control(input: HTMLInputElement, attributes: Drawing["attributes"]): void {
  const { value = "" } = attributes;
  if (input.value !== value) input.value = value;
  if (input.type === "radio") input.checked = "checked" in attributes;
}
