//! Exams from a seed: a schema of the same kind with other names, columns, rates and decoys, and
//! other keys that are hot.
//!
//! An exam is a lesson file, so it is read, played and judged as any other, and its wrong answers
//! prove its checks.

mod chance;
mod piece;
mod theme;

use chance::Chance;
use piece::Piece;
use theme::THEMES;

/// Nodes of an exam: enough for all of its load once the load is spread.
const NODES: u32 = 12;

/// Parts that are hot.
const HOT: usize = 2;

/// The lesson file of a seed.
#[must_use]
pub fn exam(seed: u32) -> String {
    let mut chance = Chance::new(seed);
    let theme = chance.pick(THEMES);
    let mut makers = [piece::hot_key, piece::hot_index, piece::hot_row];
    chance.shuffle(&mut makers);
    let mut pieces: Vec<Piece> =
        makers.iter().take(HOT).map(|make| make(&theme, &mut chance)).collect();
    pieces.push(piece::seldom(&theme, &mut chance));
    pieces.push(piece::users(&theme, &mut chance));
    pieces.push(piece::history(&theme, &mut chance));
    chance.shuffle(&mut pieces);
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    chance.shuffle(&mut order);
    Sheet { seed, title: theme.title, story: theme.story, pieces, order }.markdown()
}

/// What an exam is written from.
struct Sheet {
    seed: u32,
    title: &'static str,
    story: &'static str,
    /// In the order of the schema.
    pieces: Vec<Piece>,
    /// In the order of the answers.
    order: Vec<usize>,
}

impl Sheet {
    fn markdown(&self) -> String {
        let writes: f64 = self.pieces.iter().map(|piece| piece.writes).sum();
        let served = (0.98 * writes).floor();
        let mut out = format!(
            "# Exam {}: {}\nexam: yes\nminutes: 10\ntopic: closing exam\nteaches: S3.12\n\
             dialect: googlesql\nnodes: {NODES}\nwrites: {writes}\nfor: 60\nseed: 1\n\n{}\n\n",
            self.seed, self.title, self.story
        );
        for piece in &self.pieces {
            out.push_str(&format!("- {}\n", piece.need));
        }
        out.push_str(
            "\nNames of tables and columns stay, and so does the load.\nWhere everything changes a \
             few rows, the application can divide each of them and draw the part at random: say \
             so with `-- hotsplit: shard(16)` behind a new column.\n\n## Schema\n```sql\n",
        );
        out.push_str(&self.schema(|piece| &piece.starter));
        out.push_str(&format!(
            "```\n\n## Step: Predict\nRead the keys and the load, and look at the map.\n\n\
             ### Predict: Where do all writes go to one place, and are too many for it? Choose \
             {HOT}.\n{}\n{}\n\n### Look: map\n\n## Step: Rewrite\n\
             Change the schema so that everything is served and the readers keep what they need.\n\n\
             ### Check\n",
            self.answers(),
            self.whys().join("\n")
        ));
        for asked in self.pieces.iter().flat_map(|piece| &piece.checks) {
            out.push_str(&format!("- `{}` {}\n", asked.check, asked.message));
        }
        out.push_str(&format!(
            "- `served >= {served}/s` Writes still wait for a split.\n\n## Solution\n{}\n\n\
             ```sql\n{}```\n",
            self.whys().join("\n"),
            self.schema(|piece| &piece.solution)
        ));
        self.wrong(&mut out);
        out.push_str(
            "\n## On a real database\nHot splits, their tables and why they cannot be divided:\n\
             ```sql\nSELECT INTERVAL_END, SPLIT_START, AFFECTED_TABLES, UNSPLITTABLE_REASONS\n\
             FROM SPANNER_SYS.SPLIT_STATS_TOP_10MINUTE\nORDER BY INTERVAL_END DESC;\n```\n",
        );
        out
    }

    /// The whole schema, each part as `ddl` gives it.
    fn schema<'a>(&'a self, ddl: impl Fn(&'a Piece) -> &'a str) -> String {
        let parts: Vec<&str> = self.pieces.iter().map(ddl).collect();
        format!("-- hotsplit: file reads-per-write=0\n{}", parts.join("\n"))
    }

    /// The answers to the prediction, with a reply for each that is wrong.
    fn answers(&self) -> String {
        let line = |&at: &usize| {
            let piece = &self.pieces[at];
            match piece.checks.is_empty() {
                true => format!("- [ ] `{}`\n  Reply: {}\n", piece.object, piece.why),
                false => format!("- [x] `{}`\n", piece.object),
            }
        };
        self.order.iter().map(line).collect()
    }

    /// What is true of each part, those that are hot first.
    fn whys(&self) -> Vec<&str> {
        let all = || self.pieces.iter();
        let hot = all().filter(|piece| !piece.checks.is_empty());
        let calm = all().filter(|piece| piece.checks.is_empty());
        hot.chain(calm).map(|piece| piece.why.as_str()).collect()
    }

    /// The solution with one part changed in a way that is wrong, and each part alone cured.
    fn wrong(&self, out: &mut String) {
        for (at, piece) in self.pieces.iter().enumerate() {
            for wrong in &piece.wrong {
                let parts = self.pieces.iter().enumerate();
                let parts: Vec<&str> = parts
                    .map(|(other, piece)| if other == at { &wrong.ddl } else { &piece.solution })
                    .map(String::as_str)
                    .collect();
                out.push_str(&format!(
                    "\n## Wrong: {}\nfails: `{}`\n\n{}\n```sql\n-- hotsplit: file \
                     reads-per-write=0\n{}```\n",
                    wrong.name,
                    wrong.fails,
                    wrong.why,
                    parts.join("\n")
                ));
            }
        }
    }
}
