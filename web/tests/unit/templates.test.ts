/** Templates lose what no browser reads, and nothing else. */
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { templates } from "../../vite.templates.js";

/** A script as the build leaves it. */
function built(code: string): unknown {
  const { transform } = templates;
  if (typeof transform !== "function") throw new Error("the plugin transforms by a function");
  const made: unknown = Reflect.apply(transform, { parse: parseAst }, [code, "/web/src/one.ts"]);
  return made === null ? code : Reflect.get(Object(made), "code");
}

test("comments and blanks of styles go, and what means something stays", () => {
  const before = `export const style = css\`
    /* A bar. */
    :host([compact]) .bar > li:not(.all) :hover,
    .bar::after {
      padding: calc(1px + 2px) 0;
      content: " ▾";
      margin: \${gap} auto; /* Room. */
    }
  \`;`;
  const after = `export const style = css\`
:host([compact]) .bar > li:not(.all) :hover,.bar::after{padding: calc(1px + 2px) 0;content: " ▾";margin: \${gap} auto}\`;`;
  expect(built(before)).toBe(after);
});

test("words of markup stay apart, and other texts stay as they are", () => {
  const before = `const a = html\`<p>
      one
      <b>\${two}</b>
      three
    </p>\`;
const b = \`as
  it is\`;`;
  expect(built(before)).toBe(`const a = html\`<p>
one
<b>\${two}</b>
three
</p>\`;
const b = \`as
  it is\`;`);
});
