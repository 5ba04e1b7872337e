/**
 * Gives an element a record of properties, as `.name=${value}` does one by one.
 *
 * Who shows an element names the record alone, so none of its properties can be left out in one
 * place and not in another.
 */
import { nothing } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";

type Properties = Readonly<Record<string, unknown>>;

class Given extends Directive {
  #before: Properties = {};

  override render(_properties: Properties): typeof nothing {
    return nothing;
  }

  override update({ element }: ElementPart, [next]: [Properties]): typeof nothing {
    for (const [name, value] of Object.entries(next)) {
      // What is as it was is not set again: the element may have changed it itself meanwhile.
      if (value !== this.#before[name] || !(name in this.#before)) {
        Object.assign(element, { [name]: value });
      }
    }
    this.#before = next;
    return nothing;
  }
}

/** `<hotsplit-maps ${given(mapsOf(state))}>`. */
export const given = directive(Given);
