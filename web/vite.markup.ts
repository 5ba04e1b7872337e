/** Pages of their own that the build writes: HTML whose parts are escaped, and what their heads have. */
import type { Rolldown } from "vite";

/** What a page has in its head. */
export interface Head {
  /** The way from the page to the folder of the site. */
  readonly root: string;
  /** Its sheet, from there. */
  readonly style: string;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

/** HTML: what is put into it is escaped, unless it is HTML itself. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may be put into it. */
export type Part = Html | string | number | undefined | readonly Part[];

/** Writes HTML. */
export function markup(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(written)));
}

function written(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(written).join("");
  return String(part)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A page around what it is for. */
export function page(head: Head, title: string, description: string, body: Html): string {
  const { root, policy, style } = head;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<meta name="description" content="${description}" />
<title>${title}</title>
<link rel="icon" href="${root}icon.svg" type="image/svg+xml" />
<script src="${root}theme.js"></script>
<link rel="stylesheet" href="${root}${style}" />
</head>
<body>
${body}</body>
</html>
`.text;
}

/** The file that a sheet was built to. */
export function sheetOf(bundle: Rolldown.OutputBundle, sheet: string): string {
  const built = Object.values(bundle).find(
    (one) => one.type === "asset" && one.originalFileNames.includes(sheet),
  );
  if (!built) throw new Error(`${sheet} was not built`);
  return built.fileName;
}

/** The file that a script was built to. */
export function scriptOf(bundle: Rolldown.OutputBundle, script: string): string {
  const built = Object.values(bundle).find(
    (one) => one.type === "chunk" && one.facadeModuleId?.endsWith(`/${script}`),
  );
  if (!built) throw new Error(`${script} was not built`);
  return built.fileName;
}
