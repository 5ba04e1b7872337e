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
type File = (&'static str, &'static str);

impl Kind {
    fn files(self) -> &'static [File] {
        match self {
            Kind::Rule => &[
                ("crate/src/rules/new_rule.rs", include_str!("../templates/new_rule.rs")),
                ("crate/src/rules/new_rule.md", include_str!("../templates/new_rule.md")),
            ],
            Kind::Fix => &[
                ("crate/src/fixes/new_fix.rs", include_str!("../templates/new_fix.rs")),
                ("crate/src/fixes/new_fix.md", include_str!("../templates/new_fix.md")),
            ],
            Kind::Lesson => {
                &[("web/lessons/00-new-lesson.md", include_str!("../templates/new_lesson.md"))]
            }
        }
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
            Kind::Fix => format!("T{}", one_more(&root.join("crate/src/fixes"), fix_number)?),
            Kind::Lesson => format!("{:02}", one_more(&root.join("web/lessons"), lesson_number)?),
        })
    }

    /// The file with the list, the list's name, and the name of one entry.
    fn list(self) -> Option<(&'static str, &'static str, &'static str)> {
        match self {
            Kind::Rule => Some(("crate/src/rules/mod.rs", "RULES", "RULE")),
            Kind::Fix => Some(("crate/src/fixes/mod.rs", "FIXES", "FIX")),
            // The build lists the folder.
            Kind::Lesson => None,
        }
    }
}

/// Writes the files and the lines, and says what is left to do.
pub(crate) fn new(options: &Options) -> Result<()> {
    let written = write(&root(), options.kind, &options.name)?;
    if options.kind.list().is_some() {
        run(cargo().args(["fmt", "--package", "hotsplit"]), "run `cargo fmt` by hand")?;
    }
    for file in written {
        println!("wrote {file}");
    }
    println!("Fill in what begins with `To write:`; `cargo test tidy` names what is left.");
    Ok(())
}

/// Writes below `root` and returns the paths written, as they read from there.
fn write(root: &Path, kind: Kind, name: &str) -> Result<Vec<String>> {
    let id = name.replace('_', "-");
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
        kind.files().iter().map(|(path, text)| (fill(path), fill(text))).collect();
    // Everything that can go wrong is looked at before anything is written.
    if let Some((path, _)) = files.iter().find(|(path, _)| root.join(path).exists()) {
        bail!("{path} is there already\nWhat to do: choose another name, or take it away first");
    }
    let list = kind.list().map(|(path, list, entry)| -> Result<(&str, String)> {
        let text = fs::read_to_string(root.join(path)).with_context(|| format!("no {path}"))?;
        let module = snake(&id);
        let listed = add_entry(&add_mod(&text, &module), list, &format!("&{module}::{entry}"))
            .with_context(|| {
                format!(
                    "{path} has no list that begins with `pub static {list}: ` and ends with `];`"
                )
            })?;
        Ok((path, listed))
    });
    let files = files.into_iter().chain(list.transpose()?.map(|(path, text)| (path.into(), text)));
    let mut written = Vec::new();
    for (path, text) in files {
        let target = root.join(&path);
        fs::create_dir_all(target.parent().expect("every path has a folder"))?;
        fs::write(&target, text).with_context(|| format!("{path} cannot be written"))?;
        written.push(path);
    }
    Ok(written)
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
    let (_, after) = text.split_once("id: \"T")?;
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
        for folder in ["crate/src/rules", "crate/src/fixes"] {
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
        let written = write(&copy.0, Kind::Rule, "aa-new-rule").unwrap();
        assert_eq!(
            written,
            [
                "crate/src/rules/aa_new_rule.rs",
                "crate/src/rules/aa_new_rule.md",
                "crate/src/rules/mod.rs"
            ]
        );
        let rule = read(&copy, "crate/src/rules/aa_new_rule.rs");
        assert!(rule.contains("id: \"aa-new-rule\""), "found {rule}");
        assert!(rule.contains("page!(\"aa_new_rule.md\")"), "found {rule}");
        let list = read(&copy, "crate/src/rules/mod.rs");
        assert!(list.contains("\npub mod aa_new_rule;\nmod alike;\n"), "found {list}");
        assert!(list.contains("\n    &aa_new_rule::RULE,\n];"), "found {list}");
        assert_formatted(&copy, "crate/src/rules/aa_new_rule.rs");
        assert_formatted(&copy, "crate/src/rules/mod.rs");
    }

    #[test]
    fn what_is_there_is_not_written_over() {
        let copy = copy("what_is_there_is_not_written_over");
        write(&copy.0, Kind::Rule, "new-rule").unwrap();
        let before = read(&copy, "crate/src/rules/mod.rs");
        let error = write(&copy.0, Kind::Rule, "new_rule").unwrap_err().to_string();
        assert!(error.starts_with("crate/src/rules/new_rule.rs is there already"), "found {error}");
        assert_eq!(read(&copy, "crate/src/rules/mod.rs"), before);
    }

    #[test]
    fn without_a_list_nothing_is_written() {
        let copy = copy("without_a_list_nothing_is_written");
        fs::write(copy.0.join("crate/src/rules/mod.rs"), "//! Empty.\n").unwrap();
        assert!(write(&copy.0, Kind::Rule, "new-rule").is_err());
        assert!(!copy.0.join("crate/src/rules/new_rule.rs").exists());
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
        let first = number("crate/src/fixes/first_new.rs");
        assert!(first > number("crate/src/fixes/hash_shard_prefix.rs"));
        assert_eq!(number("crate/src/fixes/second_new.rs"), first + 1);
        assert_formatted(&copy, "crate/src/fixes/second_new.rs");
    }

    #[test]
    fn what_is_left_to_the_author_is_marked_and_the_name_is_not_left() {
        for kind in [Kind::Rule, Kind::Fix, Kind::Lesson] {
            let copy = copy(&format!("marked-{kind:?}"));
            for path in write(&copy.0, kind, "hot-end").unwrap() {
                let text = read(&copy, &path);
                let marked = text.contains("To write:");
                assert_eq!(marked, !path.ends_with("mod.rs"), "{path}:\n{text}");
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
