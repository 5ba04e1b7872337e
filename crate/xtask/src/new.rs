//! `cargo xtask new`: the files of a new rule, fix or lesson, and their lines in the list.
//!
//! What it writes compiles: the templates are part of the engine's tests as they are. Every passage left to the author begins with `To write:`, and a test
//! of the engine names those that are left.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};

use crate::shell::{cargo, root, run};

/// What is written.
#[derive(Args)]
pub(crate) struct Options {
    /// What it is
    kind: Kind,
    /// Its name in words joined by hyphens, as in `hot-key`: a rule is named for the pattern it
    /// finds, a fix for what it does
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Rule,
    Fix,
    Lesson,
}

/// A file to write: its path and its template. In both, the words of `new-rule` stand for the name.
type File = (String, &'static str);

/// Where a new entry is listed: modules and entries may stand in different files.
struct Listed {
    /// The file with the modules, and the package to format after it.
    modules: String,
    package: &'static str,
    /// The file with the list, the list's name, and what an entry is called from there.
    file: &'static str,
    list: &'static str,
    entry: String,
}

/// Folders of rules, by the first words of a rule's name.
const FAMILIES: &[(&str, &str)] = &[
    ("key-shard-", "shard"),
    ("key-", "key"),
    ("index-", "index"),
    ("interleave-", "interleave"),
    ("fk-", "fk"),
    ("type-", "types"),
    ("limit-", "limit"),
    ("seq-", "sequence"),
    ("ttl-", "ttl"),
    ("stream-", "stream"),
    ("graph-", "graph"),
    ("meta-", "meta"),
];

/// The folder of a rule.
fn family(id: &str) -> Result<&'static str> {
    let found = FAMILIES.iter().find(|(start, _)| id.starts_with(start));
    found.map(|(_, folder)| *folder).with_context(|| {
        let known: Vec<&str> = FAMILIES.iter().map(|(start, _)| *start).collect();
        format!(
            "`{id}` belongs to no family of rules\n\
             What to do: begin its name with one of {}",
            known.join(", ")
        )
    })
}

impl Kind {
    fn files(self, id: &str) -> Result<Vec<File>> {
        Ok(match self {
            Kind::Rule => {
                let folder = format!("crate/rules/src/{}", family(id)?);
                vec![
                    (format!("{folder}/new_rule.rs"), include_str!("../templates/new_rule.rs")),
                    (format!("{folder}/new_rule.md"), include_str!("../templates/new_rule.md")),
                ]
            }
            Kind::Fix => vec![
                (format!("{FIXES}/new_fix.rs"), include_str!("../templates/new_fix.rs")),
                (format!("{FIXES}/new_fix.md"), include_str!("../templates/new_fix.md")),
            ],
            Kind::Lesson => vec![(
                "web/lessons/00-new-lesson.md".to_owned(),
                include_str!("../templates/new_lesson.md"),
            )],
        })
    }

    /// The name that stands in the templates, and what stands there for the number.
    fn placeholders(self) -> (&'static str, &'static str) {
        match self {
            Kind::Rule => ("new-rule", ""),
            Kind::Fix => ("new-fix", "T0"),
            Kind::Lesson => ("new-lesson", "00"),
        }
    }

    /// The number of the next one, where they are numbered.
    fn next_number(self, root: &Path) -> Result<String> {
        Ok(match self {
            Kind::Rule => String::new(),
            Kind::Fix => format!("T{}", one_more(&root.join(FIXES), fix_number)?),
            Kind::Lesson => format!("{:02}", one_more(&root.join("web/lessons"), lesson_number)?),
        })
    }

    /// Where it is listed.
    fn listed(self, id: &str) -> Result<Option<Listed>> {
        let module = snake(id);
        Ok(match self {
            Kind::Rule => {
                let folder = family(id)?;
                Some(Listed {
                    modules: format!("crate/rules/src/{folder}/mod.rs"),
                    package: "hotsplit-rules",
                    file: "crate/rules/src/list.rs",
                    list: "RULES",
                    entry: format!("&{folder}::{module}::RULE"),
                })
            }
            Kind::Fix => Some(Listed {
                modules: format!("{FIXES}/mod.rs"),
                package: "hotsplit-fixes",
                file: "crate/fixes/src/list.rs",
                list: "FIXES",
                entry: format!("&catalog::{module}::FIX"),
            }),
            // The build lists the folder.
            Kind::Lesson => None,
        })
    }
}

/// The folder of all fixes.
const FIXES: &str = "crate/fixes/src/catalog";

/// Writes the files and the lines, and says what is left to do.
pub(crate) fn new(options: &Options) -> Result<()> {
    let written = write(&root(), options.kind, &options.name)?;
    if let Some(listed) = options.kind.listed(&id_of(&options.name))? {
        run(cargo().args(["fmt", "--package", listed.package]), "run `cargo fmt` by hand")?;
    }
    for file in written {
        println!("wrote {file}");
    }
    println!("Fill in what begins with `To write:`; `cargo test tidy` names what is left.");
    Ok(())
}

/// Writes below `root` and returns the paths written, as they read from there.
fn write(root: &Path, kind: Kind, name: &str) -> Result<Vec<String>> {
    let id = id_of(name);
    if !is_name(&id) {
        bail!(
            "`{name}` is no name for a file and an id\n\
             What to do: use small letters, digits and hyphens, starting with a letter: hot-key"
        );
    }
    let (placeholder, zero) = kind.placeholders();
    let number = kind.next_number(root)?;
    let fill = |template: &str| {
        let named = template
            .replace(placeholder, &id)
            .replace(&snake(placeholder), &snake(&id))
            .replace(&title(placeholder), &title(&id));
        if zero.is_empty() { named } else { named.replace(zero, &number) }
    };
    let files: Vec<(String, String)> =
        kind.files(&id)?.iter().map(|(path, text)| (fill(path), fill(text))).collect();
    // Everything that can go wrong is looked at before anything is written.
    if let Some((path, _)) = files.iter().find(|(path, _)| root.join(path).exists()) {
        bail!("{path} is there already\nWhat to do: choose another name, or take it away first");
    }
    let mut lists = Vec::new();
    if let Some(Listed { modules, file, list, entry, .. }) = kind.listed(&id)? {
        let read =
            |path: &str| fs::read_to_string(root.join(path)).with_context(|| format!("no {path}"));
        let listed = add_entry(&read(file)?, list, &entry).with_context(|| {
            format!("{file} has no list that begins with `pub static {list}: ` and ends with `];`")
        })?;
        lists.push((modules.clone(), add_mod(&read(&modules)?, &snake(&id))));
        lists.push((file.to_owned(), listed));
    }
    let files = files.into_iter().chain(lists);
    let mut written = Vec::new();
    for (path, text) in files {
        let target = root.join(&path);
        fs::create_dir_all(target.parent().expect("every path has a folder"))?;
        fs::write(&target, text).with_context(|| format!("{path} cannot be written"))?;
        written.push(path);
    }
    Ok(written)
}

/// The id of a name that was typed.
fn id_of(name: &str) -> String {
    name.replace('_', "-")
}

fn is_name(id: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    id.starts_with(|c: char| c.is_ascii_lowercase()) && id.split('-').all(word)
}

/// `hot-key` as a file and module: `hot_key`.
fn snake(id: &str) -> String {
    id.replace('-', "_")
}

/// `hot-key` as a heading: `Hot key`.
fn title(id: &str) -> String {
    let (first, rest) = id.split_at(1);
    first.to_ascii_uppercase() + &rest.replace('-', " ")
}

/// One more than the highest number in the folder.
fn one_more(folder: &Path, number: fn(&Path) -> Option<u32>) -> Result<u32> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(1) };
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    Ok(paths.iter().filter_map(|path| number(path)).max().unwrap_or(0) + 1)
}

/// The number in `id: "T5"`.
fn fix_number(path: &Path) -> Option<u32> {
    let text = fs::read_to_string(path).ok()?;
    let (_, after) = text.split_once("short: \"T")?;
    after.split('"').next()?.parse().ok()
}

/// The number in `05-hot-key.md`.
fn lesson_number(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.split('-').next()?.parse().ok()
}

/// Adds `pub mod name;` where the formatter would put it.
fn add_mod(text: &str, name: &str) -> String {
    let module = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.strip_prefix("mod ").and_then(|line| line.strip_suffix(';')).map(str::to_owned)
    };
    let lines: Vec<&str> = text.lines().collect();
    // One with an attribute stands apart from the list.
    let alone = |at: usize| at == 0 || !lines[at - 1].starts_with("#[");
    let listed = || lines.iter().enumerate().filter(|(at, _)| alone(*at));
    let modules = || listed().filter_map(|(at, line)| Some((at, module(line)?)));
    let first = modules().next().map(|(at, _)| at);
    let before = modules().filter(|(_, its)| **its < *name).map(|(at, _)| at).max();
    // Without any, behind the opening comment.
    let opening = lines.iter().take_while(|line| line.starts_with("//!")).count();
    let at = before.map(|at| at + 1).or(first).unwrap_or(opening);
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    if first.is_none() {
        lines.insert(at, String::new());
    }
    lines.insert(at + usize::from(first.is_none()), format!("pub mod {name};"));
    lines.join("\n") + "\n"
}

/// Adds an entry at the end of `pub static LIST: ... = &[ ... ];`.
fn add_entry(text: &str, list: &str, entry: &str) -> Option<String> {
    let start = text.find(&format!("pub static {list}: "))?;
    let open = start + text[start..].find("= &[")? + "= &[".len();
    let close = open + text[open..].find("];")?;
    let entries = text[open..close].trim_end().trim_end_matches(',');
    let entries = if entries.is_empty() { String::new() } else { format!("{entries},") };
    Some(format!("{}{entries}\n    {entry},\n{}", &text[..open], &text[close..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::{Scratch, command};

    /// A copy of what the lists stand in, and a folder of lessons.
    fn copy(test: &str) -> Scratch {
        let copy = Scratch::new(test);
        for folder in ["crate/rules/src", "crate/fixes/src"] {
            copy_folder(&root().join(folder), &copy.0.join(folder));
        }
        fs::create_dir_all(copy.0.join("web/lessons")).unwrap();
        fs::write(copy.0.join("web/lessons/07-tenants.md"), "# Tenants\n").unwrap();
        copy
    }

    fn copy_folder(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let from = entry.unwrap().path();
            let to = to.join(from.file_name().unwrap());
            if from.is_dir() {
                copy_folder(&from, &to);
            } else {
                fs::copy(from, to).unwrap();
            }
        }
    }

    fn read(copy: &Scratch, path: &str) -> String {
        fs::read_to_string(copy.0.join(path)).unwrap()
    }

    /// Whether the formatter reads it and has nothing to change.
    fn assert_formatted(copy: &Scratch, path: &str) {
        let config = root().join(".rustfmt.toml");
        let mut rustfmt = command("rustfmt");
        rustfmt.args(["--check", "--config", "skip_children=false", "--config-path"]);
        let status = rustfmt.arg(config).arg(copy.0.join(path)).output().unwrap();
        assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stdout));
    }

    #[test]
    fn a_rule_is_written_and_listed() {
        let copy = copy("a_rule_is_written_and_listed");
        let written = write(&copy.0, Kind::Rule, "key-aa-new-rule").unwrap();
        assert_eq!(
            written,
            [
                "crate/rules/src/key/key_aa_new_rule.rs",
                "crate/rules/src/key/key_aa_new_rule.md",
                "crate/rules/src/key/mod.rs",
                "crate/rules/src/list.rs"
            ]
        );
        let rule = read(&copy, &written[0]);
        assert!(rule.contains("id: \"key-aa-new-rule\""), "found {rule}");
        assert!(rule.contains("page!(\"key_aa_new_rule.md\")"), "found {rule}");
        let modules = read(&copy, &written[2]);
        let expected = "\npub mod key_aa_new_rule;\npub mod key_bit_reversed_json_precision;\n";
        assert!(modules.contains(expected), "found {modules}");
        let list = read(&copy, &written[3]);
        assert!(list.contains("\n    &key::key_aa_new_rule::RULE,\n];"), "found {list}");
        for path in [&written[0], &written[2], &written[3]] {
            assert_formatted(&copy, path);
        }
    }

    #[test]
    fn what_is_there_is_not_written_over() {
        let copy = copy("what_is_there_is_not_written_over");
        write(&copy.0, Kind::Rule, "key-new-rule").unwrap();
        let before = read(&copy, "crate/rules/src/list.rs");
        let error = write(&copy.0, Kind::Rule, "key_new_rule").unwrap_err().to_string();
        let expected = "crate/rules/src/key/key_new_rule.rs is there already";
        assert!(error.starts_with(expected), "found {error}");
        assert_eq!(read(&copy, "crate/rules/src/list.rs"), before);
    }

    #[test]
    fn a_rule_of_no_family_is_refused_with_the_families() {
        let copy = copy("a_rule_of_no_family_is_refused_with_the_families");
        let error = write(&copy.0, Kind::Rule, "hot-end").unwrap_err().to_string();
        assert!(error.contains("key-shard-, key-, index-"), "found {error}");
        assert!(!copy.0.join("crate/rules/src/hot").exists());
    }

    #[test]
    fn without_a_list_nothing_is_written() {
        let copy = copy("without_a_list_nothing_is_written");
        fs::write(copy.0.join("crate/rules/src/list.rs"), "//! Empty.\n").unwrap();
        assert!(write(&copy.0, Kind::Rule, "key-new-rule").is_err());
        assert!(!copy.0.join("crate/rules/src/key/key_new_rule.rs").exists());
    }

    #[test]
    fn a_lesson_gets_the_next_number() {
        let copy = copy("a_lesson_gets_the_next_number");
        let written = write(&copy.0, Kind::Lesson, "hot-key").unwrap();
        assert_eq!(written, ["web/lessons/08-hot-key.md"]);
        assert!(read(&copy, &written[0]).starts_with("# Hot key\n"));
    }

    #[test]
    fn a_fix_gets_the_next_number() {
        let copy = copy("a_fix_gets_the_next_number");
        write(&copy.0, Kind::Fix, "first-new").unwrap();
        write(&copy.0, Kind::Fix, "second-new").unwrap();
        let number = |path: &str| fix_number(&copy.0.join(path)).unwrap();
        let first = number("crate/fixes/src/catalog/first_new.rs");
        assert!(first > number("crate/fixes/src/catalog/hash_shard_prefix.rs"));
        assert_eq!(number("crate/fixes/src/catalog/second_new.rs"), first + 1);
        assert_formatted(&copy, "crate/fixes/src/catalog/second_new.rs");
    }

    #[test]
    fn what_is_left_to_the_author_is_marked_and_the_name_is_not_left() {
        for kind in [Kind::Rule, Kind::Fix, Kind::Lesson] {
            let copy = copy(&format!("marked-{kind:?}"));
            for path in write(&copy.0, kind, "key-hot-end").unwrap() {
                let text = read(&copy, &path);
                let marked = text.contains("To write:");
                let is_list = path.ends_with("mod.rs") || path.ends_with("list.rs");
                assert_eq!(marked, !is_list, "{path}:\n{text}");
                for left in ["new-", "new_", "New ", "T0", "00-"] {
                    let left = left.to_owned() + &format!("{kind:?}").to_lowercase();
                    assert!(!text.contains(&left), "{path} still says {left}:\n{text}");
                }
            }
        }
    }

    #[test]
    fn names_are_words_joined_by_hyphens() {
        for good in ["hot-key", "t5", "key-desc-no-cure"] {
            assert!(is_name(good), "{good} is a name");
        }
        for bad in ["", "Hot", "-hot", "hot-", "hot--key", "5t", "../x", "hot key"] {
            assert!(!is_name(bad), "{bad} is no name");
        }
    }

    #[test]
    fn lists_of_any_shape_grow_at_the_end() {
        let add = |text| add_entry(text, "XS", "&b::X").unwrap();
        assert_eq!(add("pub static XS: &[&X] = &[];\n"), {
            "pub static XS: &[&X] = &[\n    &b::X,\n];\n"
        });
        assert_eq!(add("pub static XS: &[&X] = &[&a::X];\n"), {
            "pub static XS: &[&X] = &[&a::X,\n    &b::X,\n];\n"
        });
        assert_eq!(add("pub static XS: &[&X] = &[\n    &a::X,\n];\n"), {
            "pub static XS: &[&X] = &[\n    &a::X,\n    &b::X,\n];\n"
        });
        assert_eq!(add_entry("pub static YS: &[&Y] = &[];", "XS", "&b::X"), None);
    }

    #[test]
    fn a_module_line_goes_where_the_formatter_puts_it() {
        let text = "//! A.\n\npub mod a;\nmod c;\n\nuse x;\n";
        assert_eq!(add_mod(text, "b"), "//! A.\n\npub mod a;\npub mod b;\nmod c;\n\nuse x;\n");
        assert_eq!(add_mod(text, "d"), "//! A.\n\npub mod a;\nmod c;\npub mod d;\n\nuse x;\n");
        let apart = "//! A.\n\n#[macro_use]\nmod m;\n\nmod c;\n";
        assert_eq!(add_mod(apart, "b"), "//! A.\n\n#[macro_use]\nmod m;\n\npub mod b;\nmod c;\n");
        assert_eq!(add_mod("//! A.\n\nuse x;\n", "b"), "//! A.\n\npub mod b;\n\nuse x;\n");
    }
}
