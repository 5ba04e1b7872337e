//! The corpus of third-party DDL that stands beside the project on some machines: its cases and the
//! exceptions to them.

use std::collections::BTreeMap;
use std::path::Path;

/// One line of a MANIFEST.tsv.
pub struct Case {
    /// `pg/docs/a.sql`, below the corpus.
    pub file: String,
    /// `pg/docs`.
    pub folder: String,
    /// The grammar must take it.
    pub accept: bool,
    /// Where it is rejected, if it is.
    pub stage: String,
    /// The reference's message.
    pub detail: String,
}

/// Every case of the corpus.
#[must_use]
pub fn cases(corpus: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    for source in ["memefish", "emulator", "pg", "real", "docs_googlesql"] {
        let manifest = std::fs::read_to_string(corpus.join(source).join("MANIFEST.tsv")).unwrap();
        for line in manifest.lines().skip(1) {
            let cells: Vec<&str> = line.split('\t').collect();
            let cell = |at: usize| cells.get(at).copied().unwrap_or_default().to_owned();
            let file = format!("{source}/{}", cell(0));
            let folder = file.rsplit_once('/').unwrap().0.to_owned();
            let accept = cell(5) == "accept";
            cases.push(Case { file, folder, accept, stage: cell(7), detail: cell(8) });
        }
    }
    cases
}

/// Exceptions and the statements that the corpus itself lists as broken, by file.
#[must_use]
pub fn exceptions(corpus: &Path) -> BTreeMap<String, String> {
    let listed = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus-exceptions.txt");
    let listed = std::fs::read_to_string(listed).unwrap();
    let mut out = BTreeMap::new();
    for line in listed.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (file, reason) = line.split_once(": ").expect("a file, a colon and the reason");
        out.insert(file.to_owned(), reason.to_owned());
    }
    let broken = std::fs::read_to_string(corpus.join("docs_googlesql/KNOWN_BAD.tsv")).unwrap();
    for line in broken.lines().skip(1) {
        let file = line.split('\t').next().unwrap_or_default();
        out.entry(format!("docs_googlesql/{file}")).or_insert_with(|| "KNOWN_BAD".to_owned());
    }
    out
}
