/**
 * Sets custom properties of an element through the CSS object model.
 *
 * A `style` attribute is rejected by the page's policy, and `styleMap` writes one the first time.
 */
import { nothing } from "lit";
import { Directive, directive, type ElementPart, type PartInfo, PartType } from "lit/directive.js";

class CssVariables extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("`cssVariables` stands in the tag itself");
  }

  override render(_properties: Readonly<Record<string, string | number>>): typeof nothing {
    return nothing;
  }

  override update(part: ElementPart, [properties]: Parameters<this["render"]>): typeof nothing {
    const { element } = part;
    if (element instanceof HTMLElement || element instanceof SVGElement) {
      for (const [name, value] of Object.entries(properties)) {
        element.style.setProperty(name, String(value));
      }
    }
    return nothing;
  }
}

/** `<div ${cssVariables({ "--at": 0.5 })}>`. */
export const cssVariables = directive(CssVariables);
