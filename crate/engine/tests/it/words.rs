//! Identifiers use the words of the glossary: the words that its third column rules out in
//! backticks appear in no name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tree_sitter::{Node, Parser};

/// A word that identifiers do not use, and the term of the glossary that replaces it.
type Forbidden = BTreeMap<String, String>;

/// An identifier in a file.
#[derive(Debug, PartialEq)]
struct Identifier {
    line: usize,
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Language {
    Rust,
    TypeScript,
}

impl Language {
    fn grammar(self) -> tree_sitter::Language {
        match self {
            Self::Rust => tree_sitter_rust::LANGUAGE.into(),
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        }
    }
}

#[test]
fn identifiers_use_the_words_of_the_glossary() {
    let forbidden = read_glossary(&read("CONTRIBUTING.md"));
    let mut message = String::new();
    for (word, places) in find_offenders(&forbidden) {
        let _ = writeln!(message, "`{word}`: use the words for \"{}\":", forbidden[&word]);
        for place in places {
            let _ = writeln!(message, "  {place}");
        }
    }
    assert!(
        message.is_empty(),
        "the glossary of CONTRIBUTING.md rules out these words:\n{message}"
    );
}

#[test]
fn no_term_of_the_glossary_is_ruled_out_by_another() {
    let glossary = read("CONTRIBUTING.md");
    let forbidden = read_glossary(&glossary);
    let terms: BTreeSet<String> = rows_of(&glossary)
        .flat_map(|cells| {
            cells[0].to_lowercase().split(", ").map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let both: Vec<&String> = forbidden.keys().filter(|word| terms.contains(*word)).collect();
    assert!(both.is_empty(), "terms of the glossary that it also rules out: {both:?}");
}

#[test]
fn a_name_is_split_into_its_words() {
    assert_eq!(words_of("toldAbove_MAX"), ["told", "above", "max"]);
    assert_eq!(words_of("MAP_DEED"), ["map", "deed"]);
    assert_eq!(words_of("HTMLElement2Text"), ["html", "element", "text"]);
    assert_eq!(words_of("handle"), ["handle"]);
}

#[test]
fn comments_and_texts_are_no_identifiers() {
    let rust = "/* told /* given */ */ let a = \"told \\\" {told}\"; // told\n\
                let b = r#\"told \" told\"#; let c = '\\''; let d: &'told str;\n\
                #[test]\nfn it_is_told() { e }";
    assert_eq!(names_of(rust, Language::Rust), ["a", "b", "c", "d", "told", "test", "e"]);
    let script = "/** told */ const a = `told ${b ? `told ${c}` : { d: 1 }} told`; // told\n\
                  const e = f / 2; g(/[/]told\\//u); h = 'told' + \"told\";";
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    assert_eq!(names_of(script, Language::TypeScript), names);
}

fn names_of(text: &str, language: Language) -> Vec<String> {
    identifiers_of(text, language).into_iter().map(|identifier| identifier.name).collect()
}

/// The rows of the table under "Glossary", each with its three cells.
fn rows_of(contributing: &str) -> impl Iterator<Item = Vec<String>> {
    let (_, section) =
        contributing.split_once("\n## Glossary\n").expect("CONTRIBUTING.md has a glossary");
    let section = section.split("\n## ").next().expect("a split gives a part");
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let cells: Vec<String> =
            row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        assert_eq!(cells.len(), 3, "a row of the glossary has three cells: {row}");
        cells
    })
}

/// The words in backticks of the third column, each with the term of its row.
fn read_glossary(contributing: &str) -> Forbidden {
    let mut forbidden = Forbidden::new();
    for cells in rows_of(contributing) {
        // Every second part stands between backticks.
        for word in cells[2].split('`').skip(1).step_by(2) {
            let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
            assert!(is_word, "one word in small letters between backticks, not `{word}`");
            let before = forbidden.insert(word.to_owned(), cells[0].clone());
            assert_eq!(before, None, "the glossary rules out `{word}` in two rows");
        }
    }
    forbidden
}

/// By word, the places `file:line: identifier` that use it.
fn find_offenders(forbidden: &Forbidden) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, language) in source_files() {
        let stem = file.file_stem().expect("a source file has a name").display().to_string();
        let shown = file.strip_prefix(root()).expect("it is below the root").display().to_string();
        // The name of a file is a name as well.
        let own = Identifier { line: 1, name: stem.replace('-', "_") };
        let text = fs::read_to_string(&file).expect("a source file can be read");
        for Identifier { line, name } in [own].into_iter().chain(identifiers_of(&text, language)) {
            for word in words_of(&name) {
                if forbidden.contains_key(&word) {
                    found.entry(word).or_default().push(format!("{shown}:{line}: {name}"));
                }
            }
        }
    }
    found
}

/// The words of an identifier, in small letters: it is split at `_`, digits and new capitals.
fn words_of(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let is_after_small = at > 0 && letters[at - 1].is_lowercase();
        let is_before_small = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins = letter.is_uppercase() && (is_after_small || is_before_small);
        if (begins || !letter.is_alphabetic()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphabetic() {
            word.extend(letter.to_lowercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// All identifiers of a source text. The names of tests are left out: they are sentences.
fn identifiers_of(text: &str, language: Language) -> Vec<Identifier> {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar()).expect("the grammar is of this version");
    let tree = parser.parse(text, None).expect("it has a language and no time limit");
    let mut found = Vec::new();
    let mut nodes = vec![tree.root_node()];
    while let Some(node) = nodes.pop() {
        if node.child_count() == 0 && node.kind().ends_with("identifier") {
            let name = text[node.byte_range()].to_owned();
            found.push(Identifier { line: node.start_position().row + 1, name });
        }
        nodes.extend(children_of(node, text).into_iter().rev());
    }
    found
}

/// The children of a node, but for the name of each function behind `#[test]`.
fn children_of<'t>(node: Node<'t>, text: &str) -> Vec<Node<'t>> {
    let mut children = Vec::new();
    let mut is_test = false;
    for child in node.children(&mut node.walk()) {
        if is_test && child.kind() == "function_item" {
            children.extend(child.child_by_field_name("body"));
        } else {
            children.push(child);
        }
        is_test = child.kind() == "attribute_item" && &text[child.byte_range()] == "#[test]";
    }
    children
}

/// The Rust files below `crate/*/src` and the TypeScript files below `web/src`, sorted.
fn source_files() -> Vec<(PathBuf, Language)> {
    let mut files = Vec::new();
    let packages = fs::read_dir(root().join("crate")).expect("there are packages");
    for package in packages {
        let sources = package.expect("an entry can be read").path().join("src");
        add_files(&sources, "rs", Language::Rust, &mut files);
    }
    add_files(&root().join("web/src"), "ts", Language::TypeScript, &mut files);
    files.sort_by(|one, other| one.0.cmp(&other.0));
    files
}

/// Adds all files below a folder with this extension. No folder, no files.
fn add_files(
    folder: &Path,
    extension: &str,
    language: Language,
    files: &mut Vec<(PathBuf, Language)>,
) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            add_files(&path, extension, language, files);
        } else if path.extension().is_some_and(|its| its == extension) {
            files.push((path, language));
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}
