/**
 * Makes a playground of every code block whose language is `hotsplit`, for hosts that turn Markdown
 * into pages: mdBook, MkDocs and their like. Without a script the block stays what it is.
 *
 * A host loads this as a plain script. Words such as `view=compare` behind the language, or
 * attributes of the block, become attributes of the playground.
 */
(() => {
  /** What an author may set. */
  const NAMES = [
    ...["view", "readonly", "theme", "seed", "nodes", "writes", "fix", "lesson", "dialect", "hide"],
    "link",
  ];

  /** Where this file is. */
  const here = new URL("./", document.currentScript?.src || document.baseURI);

  /**
   * Where the playground's files are: beside this one, but for mdBook, which copies a script that
   * it is told of to `src/…` of the book, and what lies in `src` to the book itself.
   */
  const root = typeof path_to_root === "string" && new URL(path_to_root || "./", document.baseURI);
  const home =
    root && here.href.startsWith(root.href)
      ? new URL(here.href.slice(root.href.length).replace(/^[^/]+\/(?=.)/, ""), root)
      : here;

  /** What stands in a class list as `name=value`, or alone. */
  function options(block, code) {
    const found = [];
    for (const word of [...block.classList, ...code.classList]) {
      const [name, value = ""] = word.split(/=(.*)/s);
      if (NAMES.includes(name)) found.push([name, value]);
    }
    for (const name of NAMES) {
      const value = block.getAttribute(name) ?? code.getAttribute(name);
      if (value !== null) found.push([name, value]);
    }
    return found;
  }

  /** Puts playgrounds around blocks that have none yet; says whether there is any on the page. */
  function wrap() {
    const marked = ".language-hotsplit, .hotsplit";
    for (const one of document.querySelectorAll(
      `pre:has(code:is(${marked})), pre:is(${marked}), :is(${marked}) > pre`,
    )) {
      if (one.closest("hotsplit-playground")) continue;
      const playground = document.createElement("hotsplit-playground");
      const code = one.querySelector("code") ?? one;
      for (const [name, value] of options(one, code)) playground.setAttribute(name, value);
      one.before(playground);
      playground.append(one);
    }
    return document.querySelector("hotsplit-playground") !== null;
  }

  /** Loads the element once it is needed. */
  function start() {
    if (!wrap()) return;
    // Whoever has just built a book and opens it from disk would wonder.
    if (location.protocol === "file:") say();
    else void import(new URL("hotsplit-playground.js", home).href);
  }

  /** Says at each block why it stays one. */
  function say() {
    for (const one of document.querySelectorAll("hotsplit-playground")) {
      const note = document.createElement("p");
      note.textContent =
        "A page that is opened from disk can load no playground. Have it served: mdbook serve, mkdocs serve, or any web server.";
      one.append(note);
    }
  }

  // Material for MkDocs changes pages without loading them, and tells of each.
  if (typeof document$ === "object") document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
