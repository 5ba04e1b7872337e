//! The project keeps its own shape: layers look one way, files say what they are for, lists are
//! whole, and the top stays quiet.

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer and what it may name: a layer, or a path inside one.
const LAYERS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("syntax", &["text"]),
    ("schema", &["syntax", "text"]),
    ("facts", &["schema", "syntax", "text"]),
    ("rules", &["facts", "schema", "syntax", "text"]),
    ("fixes", &["rules", "facts", "schema", "syntax", "text"]),
    ("workload", &["facts", "schema", "syntax", "text"]),
    ("sim", &["workload::load", "schema::limits"]),
    ("heat", &["sim", "workload"]),
    // Ties the model's arithmetic to tables and indexes; rules judge by the outcome as a fact.
    ("headroom", &["facts", "schema", "sim", "workload"]),
    ("page", &["text"]),
    // Asks the whole pipeline of `lib.rs`, time after time.
    (
        "answers",
        &[
            "Choice",
            "Reading",
            "Scenario",
            "Side",
            "Simulated",
            "prepared",
            "rewrite",
            "fixes",
            "schema::limits",
            "sim",
            "workload",
        ],
    ),
    // Judges by what the whole pipeline of `lib.rs` gives.
    (
        "lesson",
        &[
            "Reading",
            "Scenario",
            "Side",
            "Simulated",
            "read",
            "simulate",
            "fixes",
            "rules",
            "facts",
            "schema",
            "syntax",
            "text",
            "page",
            "workload::load",
            "sim",
            "heat",
        ],
    ),
    // Stands beside the pipeline of `lib.rs` and gives what it gives.
    ("editor", &["Reading", "headroom", "learn", "rules", "facts", "schema", "syntax", "text"]),
];

/// May name everything: the two that know JavaScript.
const DOORS: &[&str] = &["wire", "wasm"];

/// May speak of JavaScript, and nothing else may.
const KNOW_JAVASCRIPT: &[&str] = &["wire", "wasm", "heat::canvas"];

const JAVASCRIPT: &[&str] =
    &["wasm_bindgen", "serde_wasm_bindgen", "web_sys", "js_sys", "tsify", "serde"];

/// What may stand at the top. The second row is what tools and editors leave there untracked.
const TOP: &[&str] = &[
    ".cargo",
    ".ci",
    ".clippy.toml",
    ".editorconfig",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".rustfmt.toml",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "crate",
    "deny.toml",
    "pkg",
    "rust-toolchain.toml",
    "web",
    ".DS_Store",
    ".direnv",
    ".git",
    ".idea",
    ".vscode",
    "target",
];

#[test]
fn layers_look_one_way() {
    let mut wrong = Vec::new();
    for (file, module) in engine_files() {
        let code = code_of(&read(&file));
        let layer = module.first().map_or("", String::as_str);
        if module.is_empty() || DOORS.contains(&layer) {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
            wrong.push(format!("{}: {layer} is no layer; see LAYERS", file.display()));
            continue;
        };
        for path in named_paths(&code, module.len()) {
            let may = |allowed: &str| path == allowed || path.starts_with(&format!("{allowed}::"));
            if !may(layer) && !allowed.iter().any(|allowed| may(allowed)) {
                wrong.push(format!("{}: names crate::{path}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "a layer may name only what is upstream:\n{}", wrong.join("\n"));
}

#[test]
fn only_the_doors_know_javascript() {
    let mut wrong = Vec::new();
    for (file, module) in engine_files() {
        let module = module.join("::");
        let knows = |name: &&&str| module == **name || module.starts_with(&format!("{name}::"));
        if KNOW_JAVASCRIPT.iter().find(knows).is_some() {
            continue;
        }
        let code = code_of(&read(&file));
        let named = words(&code).find(|word| JAVASCRIPT.contains(word));
        wrong.extend(named.map(|word| format!("{}: names {word}", file.display())));
    }
    assert!(wrong.is_empty(), "only wire, wasm and heat::canvas may:\n{}", wrong.join("\n"));
}

#[test]
fn every_file_says_what_it_is_for() {
    let root = root();
    let rust = files(&root.join("crate"), "rs").into_iter().map(|file| (file, "//!"));
    let script = files(&root.join("web/src"), "ts").into_iter().map(|file| (file, "/**"));
    let wrong: Vec<String> = rust
        .chain(script)
        .filter(|(file, opening)| !read(file).starts_with(opening))
        .map(|(file, opening)| format!("{}: opens without {opening}", file.display()))
        .collect();
    assert!(wrong.is_empty(), "open with what the file is for:\n{}", wrong.join("\n"));
}

#[test]
fn every_rule_is_listed_and_has_its_page() {
    assert_listed("rules", "RULE", "id");
}

#[test]
fn every_fix_is_listed_and_has_its_page() {
    assert_listed("fixes", "FIX", "name");
}

/// `cargo xtask new` marks what the author has to write.
#[test]
fn nothing_is_left_to_write() {
    let (engine, lessons) = (root().join("crate/src"), root().join("web/lessons"));
    let scenarios = files(&root().join("crate/tests/sim"), "txt");
    let pages = files(&engine, "md").into_iter().chain(files(&lessons, "md")).chain(scenarios);
    let mut left = Vec::new();
    for file in files(&engine, "rs").into_iter().chain(pages) {
        let mut section = String::new();
        for (line, number) in read(&file).lines().zip(1..) {
            if let Some(heading) = line.strip_prefix("## ") {
                section = format!(" under \"{heading}\"");
            }
            if let Some((_, what)) = line.split_once("To write: ") {
                left.push(format!("{}:{number}{section}: {what}", file.display()));
            }
        }
    }
    assert!(left.is_empty(), "still to write:\n{}", left.join("\n"));
}

#[test]
fn the_top_stays_quiet() {
    let entries = fs::read_dir(root()).expect("the root can be read");
    let wrong: Vec<String> = entries
        .map(|entry| entry.expect("an entry can be read").file_name().display().to_string())
        .filter(|name| !TOP.contains(&name.as_str()))
        .collect();
    assert!(wrong.is_empty(), "move it into a folder, or list it in TOP: {wrong:?}");
}

#[test]
fn paths_are_read_from_code() {
    let paths = |code: &str, depth| named_paths(&code_of(code), depth);
    assert_eq!(paths("use crate::text::Span;", 1), ["text::Span"]);
    assert_eq!(
        paths("use crate::{facts::{Facts, walk::*}, rules as r, text::{self, Span}};", 1),
        ["facts::Facts", "facts::walk", "rules", "text::self", "text::Span"]
    );
    assert_eq!(
        paths("fn f() -> crate::sim::Run { super::super::heat::paint() }", 2),
        ["sim::Run", "heat::paint"]
    );
    assert_eq!(
        paths("use crate::{ text::{Span,}, };\nmod tests { use super::*; }", 1),
        ["text::Span"]
    );
    // Within the layer.
    assert_eq!(paths("use super::walk::Step;", 2), Vec::<String>::new());
    // Comments and text are not code.
    assert_eq!(paths("/* crate::a */ // crate::sim\nlet s = \"crate::\\\"b\"; 'x'", 1), [""; 0]);
    assert_eq!(
        paths("let r = r#\"crate::a \" \"#; let q = '\"'; crate::text::f()", 1),
        ["text::f"]
    );
}

/// A folder of one file and one page for each: every file with `pub static STATIC` has its page,
/// stands in the list of `mod.rs`, and says its file's name in `field`; no page and no entry
/// stands alone.
fn assert_listed(folder: &str, name: &str, field: &str) {
    let folder = root().join("crate/src").join(folder);
    let list = code_of(&read(&folder.join("mod.rs")));
    let mut listed: Vec<&str> = list
        .match_indices(&format!("::{name}"))
        .filter_map(|(at, _)| words(&list[..at]).last())
        .collect();
    listed.sort_unstable();
    let (mut declared, mut wrong) = (Vec::new(), Vec::new());
    for file in files(&folder, "rs") {
        let source = read(&file);
        if !source.contains(&format!("pub static {name}: ")) {
            continue;
        }
        let stem = stem(&file);
        let id = format!("{field}: \"{}\"", stem.replace('_', "-"));
        if !source.contains(&id) {
            wrong.push(format!("{}: lacks `{id}`", file.display()));
        }
        if !file.with_extension("md").is_file() {
            wrong.push(format!("{}: has no page {stem}.md", file.display()));
        }
        declared.push(stem);
    }
    for page in files(&folder, "md") {
        if !declared.contains(&stem(&page)) {
            wrong.push(format!("{}: has no file with `pub static {name}`", page.display()));
        }
    }
    declared.sort_unstable();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(declared, listed, "files (left) and the list in mod.rs (right) differ");
}

fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package lies in the workspace").to_path_buf()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn stem(file: &Path) -> String {
    file.file_stem().expect("a listed file has a name").display().to_string()
}

/// All files below a folder with this extension, sorted. No folder, no files.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            // What the fuzzer builds is nobody's source.
            if !path.ends_with("fuzz/target") {
                found.extend(files(&path, extension));
            }
        } else if path.extension().is_some_and(|its| its == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every file of the engine with its module path; `lib.rs` has an empty one.
fn engine_files() -> Vec<(PathBuf, Vec<String>)> {
    let source = root().join("crate/src");
    let module = |file: &PathBuf| {
        let inside = file.strip_prefix(&source).expect("listed below it").with_extension("");
        let parts = inside.iter().map(|part| part.display().to_string());
        parts.filter(|part| part != "mod" && part != "lib").collect()
    };
    files(&source, "rs").into_iter().map(|file| (file.clone(), module(&file))).collect()
}

/// The code without its comments and without what stands in strings.
fn code_of(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' => string_length(rest),
            'r' if raw_string_length(rest).is_some() => raw_string_length(rest).unwrap_or(1),
            // A quote as a character would open a string that never ends.
            '\'' if rest.starts_with("'\"'") => 3,
            '\'' if rest.starts_with("'\\\"'") => 4,
            _ => {
                code.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
        };
        code.push(' ');
        rest = &rest[length..];
    }
    code
}

fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Length of a raw string that starts here; `None` if none does.
fn raw_string_length(rest: &str) -> Option<usize> {
    let hashes = rest[1..].bytes().take_while(|byte| *byte == b'#').count();
    let body = 1 + hashes + 1;
    (rest.as_bytes().get(body - 1) == Some(&b'"')).then_some(())?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(rest[body..].find(&end).map_or(rest.len(), |at| body + at + end.len()))
}

/// Every identifier in the code.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
}

/// Paths from the crate's root that the code names, each cut to its first two parts. `depth` is
/// how many `super::` lead from the file's module to the root.
fn named_paths(code: &str, depth: usize) -> Vec<String> {
    let mut paths = Vec::new();
    for start in starts(code, "crate::") {
        tree(&code[start..], "", &mut paths);
    }
    let mut above = Vec::new();
    for start in starts(code, &"super::".repeat(depth)) {
        tree(&code[start..], "", &mut above);
    }
    // In a module within the file the same words stay within the layer; only a layer's name counts.
    let is_layer = |name: &str| LAYERS.iter().any(|(layer, _)| *layer == name);
    above.retain(|path| words(path).next().is_some_and(is_layer));
    paths.extend(above);
    paths.iter().map(|path| path.splitn(3, "::").take(2).collect::<Vec<_>>().join("::")).collect()
}

/// Where a path that begins with `prefix` goes on.
fn starts<'a>(code: &'a str, prefix: &'a str) -> impl Iterator<Item = usize> + 'a {
    let in_word = |at: usize| code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    code.match_indices(prefix).filter(move |(at, _)| !in_word(*at)).map(|(at, it)| at + it.len())
}

/// Reads `a::b`, `a as b` or `{a, b::{c, d}}` into whole paths and returns how far it read.
fn tree(code: &str, before: &str, paths: &mut Vec<String>) -> usize {
    let skip = |at: usize| at + code[at..].len() - code[at..].trim_start().len();
    let at = skip(0);
    if code[at..].starts_with('{') {
        let mut at = skip(at + 1);
        while !code[at..].is_empty() && !code[at..].starts_with('}') {
            at = skip(at + tree(&code[at..], before, paths).max(1));
            at = skip(at + usize::from(code[at..].starts_with(',')));
        }
        return (at + 1).min(code.len());
    }
    let star = if code[at..].starts_with('*') { "*" } else { "" };
    let name = words(&code[at..]).next().filter(|name| code[at..].starts_with(name));
    let name = name.unwrap_or(star);
    let path = if before.is_empty() { name.to_owned() } else { format!("{before}::{name}") };
    let at = at + name.len();
    if code[at..].starts_with("::") && !code[at + 2..].starts_with('<') {
        return at + 2 + tree(&code[at + 2..], &path, paths);
    }
    paths.push(path);
    // `rules as r`: the other name says nothing.
    let alias = code[skip(at)..].strip_prefix("as ").and_then(|alias| words(alias).next());
    alias.map_or(at, |alias| skip(at) + "as ".len() + alias.len())
}
