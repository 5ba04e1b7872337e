/**
 * Gives an element a record of properties, as `.name=${value}` does one by one.
 *
 * Who shows an element names the record alone, so none of its properties can be left out in one
 * place and not in another. Elements do not change themselves what they are given.
 */
import { nothing } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";

class Spread extends Directive {
  override render(_properties: object): typeof nothing {
    return nothing;
  }

  override update({ element }: ElementPart, [properties]: [object]): typeof nothing {
    Object.assign(element, properties);
    return nothing;
  }
}

/** `<hotsplit-maps ${spread(mapsOf(state))}>`. */
export const spread = directive(Spread);
