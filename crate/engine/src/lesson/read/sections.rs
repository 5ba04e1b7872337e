//! The sections of a lesson: the schema, the steps with their parts, the solution, wrong answers.

use crate::lesson::parts::{Choice, Code, Lesson, Look, Prediction, Step, Wrong};
use crate::lesson::read::grammar;
use crate::lesson::read::limits::{
    CHECKS_MAX, CHOICES_MAX, HINTS_MAX, HINTS_MIN, STEPS_MAX, WRONG_MAX,
};
use crate::lesson::read::reader::{Reader, nearest};
use crate::page::{Block, Page};

/// Sections of a lesson, as they are written.
const SECTIONS: &[&str] =
    &["Schema", "Hidden", "Step: …", "Solution", "Wrong: …", "On a real database"];

/// Parts of a step, as they are written.
const PARTS: &[&str] = &["Predict: …", "Look: …", "Check", "Hint", "After"];

/// Blocks that follow one another, each with its line and the level of its heading.
#[derive(Clone, Copy)]
struct Blocks<'a> {
    blocks: &'a [Block],
    lines: &'a [u32],
    levels: &'a [u32],
}

/// A heading with what stands below it.
struct Part<'a> {
    /// What stands before a colon in the heading, or the whole of it.
    word: &'a str,
    /// What stands behind the colon.
    rest: &'a str,
    /// The line of the heading.
    line: u32,
    /// What follows.
    body: Blocks<'a>,
}

impl<'a> Blocks<'a> {
    fn each(self) -> impl Iterator<Item = (&'a Block, u32)> {
        self.blocks.iter().zip(self.lines.iter().copied())
    }

    fn slice(self, from: usize, to: usize) -> Self {
        Self {
            blocks: &self.blocks[from..to],
            lines: &self.lines[from..to],
            levels: &self.levels[from..to],
        }
    }

    /// What stands before the first heading of a level, and each such heading with what follows.
    fn split(self, level: u32) -> (Self, Vec<Part<'a>>) {
        let starts: Vec<usize> =
            (0..self.levels.len()).filter(|&at| self.levels[at] == level).collect();
        let before = self.slice(0, starts.first().copied().unwrap_or(self.levels.len()));
        let mut parts = Vec::new();
        for (n, &at) in starts.iter().enumerate() {
            let Block::Heading(heading) = &self.blocks[at] else { continue };
            let end = starts.get(n + 1).copied().unwrap_or(self.levels.len());
            let (word, rest) = heading.split_once(':').unwrap_or((heading, ""));
            parts.push(Part {
                word: word.trim(),
                rest: rest.trim(),
                line: self.lines[at],
                body: self.slice(at + 1, end),
            });
        }
        (before, parts)
    }

    fn cloned(self) -> Vec<Block> {
        self.blocks.to_vec()
    }
}

impl Reader {
    /// Everything below the fields.
    pub(super) fn body(&mut self, page: &Page, lesson: &mut Lesson) {
        let lines = &page.lines;
        let all = Blocks { blocks: &page.blocks, lines: &lines.blocks, levels: &lines.levels };
        self.levels(all);
        if lines.open {
            let line = lines.blocks.last().copied().unwrap_or(1);
            self.complain(line, "expected a line ``` that ends this code, found the end");
        }
        let top = lines.title.unwrap_or(1);
        let (introduction, sections) = all.split(2);
        lesson.introduction = introduction.cloned();
        if !lesson.introduction.iter().any(|block| matches!(block, Block::Text(_))) {
            self.complain(top, "expected an introduction between the fields and `## Schema`");
        }
        let mut seen: Vec<&str> = Vec::new();
        for section in &sections {
            let once = !matches!(section.word, "Step" | "Wrong");
            if once && seen.contains(&section.word) {
                let message = format!("expected `## {}` once, found it again", section.word);
                self.complain(section.line, message);
                continue;
            }
            seen.push(section.word);
            self.section(section, lesson);
        }
        for needed in ["Schema", "Step", "Solution", "On a real database"] {
            if !seen.contains(&needed) {
                let colon = if needed == "Step" { ": …" } else { "" };
                self.complain(top, format!("expected a section `## {needed}{colon}`, found none"));
            }
        }
        let last = lesson.steps.iter().rfind(|step| !step.checks.is_empty());
        if let Some(after) = last.and_then(|step| step.after.as_ref()) {
            let message = "expected no `### After` in the last step with checks: the schema is the \
                           solution";
            self.complain(after.line, message);
        }
        if !lesson.steps.is_empty() && lesson.steps.iter().all(|step| step.checks.is_empty()) {
            let line = lesson.steps[0].line;
            self.complain(line, "expected at least one step with a `### Check`, found none");
        }
        self.fails(lesson);
    }

    /// Headings are of two levels below the title.
    fn levels(&mut self, all: Blocks<'_>) {
        for (at, &level) in all.levels.iter().enumerate() {
            let Block::Heading(heading) = &all.blocks[at] else { continue };
            let found = "#".repeat(usize::try_from(level).unwrap_or(1).min(7));
            if !(2..=3).contains(&level) {
                self.complain(
                    all.lines[at],
                    format!(
                        "expected `##` for a section or `###` for a part of a step, found `{found} \
                         {heading}`"
                    ),
                );
            } else if heading.is_empty() {
                let message = format!("expected a name after `{found}`, found none");
                self.complain(all.lines[at], message);
            }
        }
    }

    fn section(&mut self, section: &Part<'_>, lesson: &mut Lesson) {
        if section.word != "Step" {
            for part in section.body.split(3).1 {
                self.complain(
                    part.line,
                    format!(
                        "expected `### {}` within a step, found it under `## {}`",
                        part.word, section.word
                    ),
                );
            }
        }
        match section.word {
            "Schema" => lesson.starter = self.only_code("##", section),
            "Hidden" => lesson.hidden = self.only_code("##", section),
            "Step" => {
                if lesson.steps.len() == STEPS_MAX {
                    self.too_many(section.line, STEPS_MAX, "steps");
                } else {
                    let step = self.step(section, lesson.exam);
                    lesson.steps.push(step);
                }
            }
            "Solution" => {
                (lesson.solution, lesson.solution_code) = self.text_and_code(section);
            }
            "Wrong" => {
                if lesson.wrong.len() == WRONG_MAX {
                    self.too_many(section.line, WRONG_MAX, "wrong answers");
                } else {
                    let wrong = self.wrong(section);
                    lesson.wrong.push(wrong);
                }
            }
            "On a real database" => lesson.real = self.real(section),
            word => {
                let like = nearest(word, SECTIONS.iter().copied());
                self.complain(
                    section.line,
                    format!("expected a section such as `## {like}`, found `## {word}`"),
                );
            }
        }
    }

    /// One block of SQL and nothing else, under a heading that `hashes` begin.
    fn only_code(&mut self, hashes: &str, section: &Part<'_>) -> Code {
        for (block, line) in section.body.each() {
            if matches!(block, Block::Text(_) | Block::Item(_)) {
                self.complain(
                    line,
                    format!(
                        "expected only a block of `sql` under `{hashes} {}`, found text",
                        section.word
                    ),
                );
            }
        }
        self.code(hashes, section)
    }

    /// The block of SQL of a section, or of a part of a step.
    fn code(&mut self, hashes: &str, section: &Part<'_>) -> Code {
        let mut found: Option<Code> = None;
        for (block, line) in section.body.each() {
            let Block::Code(info, text) = block else { continue };
            if info != "sql" {
                self.complain(line, format!("expected a block of `sql`, found ```{info}"));
            } else if found.is_some() {
                let message = format!(
                    "expected one block of `sql` under `{hashes} {}`, found more",
                    section.word
                );
                self.complain(line, message);
            } else if text.trim().is_empty() {
                self.complain(line, "expected statements in this block, found none");
            } else {
                found = Some(Code { text: text.clone(), line: line + 1 });
            }
        }
        if found.is_none() {
            let message = format!("expected a block of `sql` under `{hashes} {}`", section.word);
            self.complain(section.line, message);
        }
        found.unwrap_or_default()
    }

    /// What is said in a section, and its block of SQL.
    fn text_and_code(&mut self, section: &Part<'_>) -> (Vec<Block>, Code) {
        let is_said = |block: &&Block| !matches!(block, Block::Code(..));
        let said: Vec<Block> = section.body.blocks.iter().filter(is_said).cloned().collect();
        if !said.iter().any(|block| matches!(block, Block::Text(_))) {
            let message = format!("expected a paragraph under `## {}`, found none", section.word);
            self.complain(section.line, message);
        }
        (said, self.code("##", section))
    }

    fn step(&mut self, section: &Part<'_>, exam: bool) -> Step {
        if section.rest.is_empty() {
            self.complain(section.line, "expected a title after `## Step:`, found none");
        }
        let (text, parts) = section.body.split(3);
        let mut step = Step {
            title: section.rest.to_owned(),
            line: section.line,
            blocks: text.cloned(),
            ..Step::default()
        };
        let mut seen: Vec<&str> = Vec::new();
        for part in &parts {
            if part.word != "Hint" && seen.contains(&part.word) {
                let message = format!("expected one `### {}` in a step, found more", part.word);
                self.complain(part.line, message);
                continue;
            }
            seen.push(part.word);
            self.part(part, &mut step);
        }
        if exam && !step.hints.is_empty() {
            self.complain(section.line, "expected no `### Hint` in an exam, found some");
        }
        if !exam && !step.checks.is_empty() && step.hints.len() < HINTS_MIN {
            self.complain(
                section.line,
                format!(
                    "expected at least {HINTS_MIN} `### Hint` in a step with checks, found {}",
                    step.hints.len()
                ),
            );
        }
        if step.after.is_some() && step.checks.is_empty() {
            let message = "expected `### After` in a step with checks, found it in one without";
            self.complain(section.line, message);
        }
        if step.blocks.is_empty() && parts.is_empty() {
            self.complain(section.line, "expected text or parts in this step, found none");
        }
        step
    }

    fn part(&mut self, part: &Part<'_>, step: &mut Step) {
        match part.word {
            "Predict" => step.predict = Some(self.predict(part)),
            "Look" => step.look = self.look(part),
            "Check" => self.checks(part, step),
            "After" => step.after = Some(self.only_code("###", part)),
            "Hint" => {
                if part.body.blocks.is_empty() {
                    self.complain(part.line, "expected text under `### Hint`, found none");
                } else if step.hints.len() == HINTS_MAX {
                    self.too_many(part.line, HINTS_MAX, "hints in a step");
                } else {
                    step.hints.push(part.body.cloned());
                }
            }
            word => {
                let like = nearest(word, PARTS.iter().copied());
                self.complain(
                    part.line,
                    format!("expected a part such as `### {like}`, found `### {word}`"),
                );
            }
        }
    }

    fn look(&mut self, part: &Part<'_>) -> Option<Look> {
        let found = Look::ALL.iter().find(|(_, word)| *word == part.rest).map(|(look, _)| *look);
        if found.is_none() {
            let words: Vec<&str> = Look::ALL.iter().map(|(_, word)| *word).collect();
            self.complain(
                part.line,
                format!(
                    "expected one of {} after `### Look:`, found `{}`",
                    words.join(", "),
                    part.rest
                ),
            );
        }
        if let Some((_, line)) = part.body.each().next() {
            let message = "expected nothing under `### Look`; put text above the parts";
            self.complain(line, message);
        }
        found
    }

    fn predict(&mut self, part: &Part<'_>) -> Prediction {
        let mut out = Prediction { question: part.rest.to_owned(), ..Prediction::default() };
        if part.rest.is_empty() {
            self.complain(part.line, "expected a question after `### Predict:`, found none");
        }
        for (block, line) in part.body.each() {
            match block {
                Block::Item(item) if out.why.is_empty() => match choice(item) {
                    Some(choice) if out.choices.len() < CHOICES_MAX => {
                        self.reply(&choice, line);
                        out.choices.push(choice);
                    }
                    Some(_) => self.too_many(line, CHOICES_MAX, "answers to a prediction"),
                    None => self.complain(
                        line,
                        format!("expected `- [ ] answer` or `- [x] answer`, found `- {item}`"),
                    ),
                },
                _ if out.choices.is_empty() => {
                    let message = "expected answers such as `- [ ] The first`, directly below the \
                                   question; put the reason below them";
                    self.complain(line, message);
                }
                other => out.why.push(other.clone()),
            }
        }
        if out.choices.len() < 2 {
            let message = format!("expected at least 2 answers, found {}", out.choices.len());
            self.complain(part.line, message);
        }
        if !out.choices.iter().any(|choice| choice.right) {
            self.complain(part.line, "expected an answer that is right, `- [x] …`, found none");
        } else if out.choices.iter().all(|choice| choice.right) {
            self.complain(part.line, "expected an answer that is not right, `- [ ] …`, found none");
        }
        if out.why.is_empty() {
            self.complain(part.line, "expected a paragraph below the answers that says why");
        }
        out
    }

    /// A wrong answer names the misconception behind it, and a right one has none.
    fn reply(&mut self, choice: &Choice, line: u32) {
        match (choice.right, &choice.reply) {
            (false, None) => self.complain(
                line,
                format!(
                    "expected a line `  {REPLY} …` below this answer that names the misconception \
                     behind it, found none below `{}`",
                    choice.text
                ),
            ),
            (true, Some(_)) => {
                let message = "expected no reply to an answer that is right; put the reason below \
                               the answers";
                self.complain(line, message);
            }
            _ => {}
        }
    }

    fn checks(&mut self, part: &Part<'_>, step: &mut Step) {
        for (block, line) in part.body.each() {
            let Block::Item(item) = block else {
                self.complain(line, "expected an item, as in - `p99 < 20ms` Message, found text");
                continue;
            };
            if step.checks.len() == CHECKS_MAX {
                self.too_many(line, CHECKS_MAX, "checks in a step");
                return;
            }
            match grammar::check(item, line) {
                Ok(check) => step.checks.push(check),
                Err(message) => self.complain(line, message),
            }
        }
        if part.body.blocks.is_empty() {
            self.complain(part.line, "expected an item, as in - `p99 < 20ms` Message, found none");
        }
    }

    fn wrong(&mut self, section: &Part<'_>) -> Wrong {
        if section.rest.is_empty() {
            self.complain(section.line, "expected a name after `## Wrong:`, found none");
        }
        let mut out = Wrong {
            name: section.rest.to_owned(),
            line: section.line,
            code: self.code("##", section),
            ..Wrong::default()
        };
        let said = section.body.blocks.iter().filter(|it| !matches!(it, Block::Code(..)));
        out.blocks = said.cloned().collect();
        let first = match out.blocks.first() {
            Some(Block::Text(text)) => text.strip_prefix("fails:").map(str::trim),
            _ => None,
        };
        match first.and_then(|it| it.strip_prefix('`')).and_then(|it| it.split_once('`')) {
            Some((check, rest)) => {
                out.fails = grammar::one_blank(check);
                let rest = rest.trim().to_owned();
                if rest.is_empty() {
                    out.blocks.remove(0);
                } else {
                    out.blocks[0] = Block::Text(rest);
                }
            }
            None => self.complain(
                section.line,
                "expected fails: `check` as the first paragraph under `## Wrong`",
            ),
        }
        out
    }

    /// Text, and something to run there.
    fn real(&mut self, section: &Part<'_>) -> Vec<Block> {
        let blocks = section.body.blocks;
        if !blocks.iter().any(|block| matches!(block, Block::Text(_))) {
            let message = "expected a paragraph under `## On a real database`, found none";
            self.complain(section.line, message);
        }
        let runs = |block: &Block| match block {
            Block::Code(..) => true,
            Block::Text(text) | Block::Item(text) => text.contains('`'),
            Block::Heading(_) => false,
        };
        if !blocks.iter().any(runs) {
            let message = "expected a query or a command to check it with, found none";
            self.complain(section.line, message);
        }
        blocks.to_vec()
    }

    /// A wrong answer names a check of the lesson.
    fn fails(&mut self, lesson: &Lesson) {
        let texts: Vec<&str> =
            lesson.steps.iter().flat_map(|s| &s.checks).map(|c| c.text.as_str()).collect();
        for wrong in lesson.wrong.iter().filter(|wrong| !wrong.fails.is_empty()) {
            if !texts.contains(&wrong.fails.as_str()) {
                let like = nearest(&wrong.fails, texts.iter().copied());
                self.complain(
                    wrong.line,
                    format!(
                        "expected a check of this lesson after `fails:`, such as `{like}`, found \
                         `{}`",
                        wrong.fails
                    ),
                );
            }
        }
    }
}

/// What a reply to an answer begins with, on an indented line below the answer.
const REPLY: &str = "Reply:";

/// `[ ] answer Reply: misconception` or `[x] answer`.
fn choice(item: &str) -> Option<Choice> {
    let (right, rest) = match item.strip_prefix("[ ]") {
        Some(rest) => (false, rest),
        None => (true, item.strip_prefix("[x]").or_else(|| item.strip_prefix("[X]"))?),
    };
    let (text, reply) = match rest.split_once(REPLY) {
        Some((text, reply)) => (text, Some(reply.trim().to_owned())),
        None => (rest, None),
    };
    let (text, reply) = (text.trim().to_owned(), reply.filter(|reply| !reply.is_empty()));
    (!text.is_empty()).then_some(Choice { text, right, reply })
}
