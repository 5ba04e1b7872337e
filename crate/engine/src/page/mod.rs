//! Marked-down text (rule pages, fix pages, lessons, files of `web/content`) to named blocks.
//!
//! A small part of Markdown on purpose: a heading, `name: value` lines right below it,
//! paragraphs, headings, list items and fenced code. Everything comes out as text; nothing is
//! ever turned into HTML.

/// A page in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The first heading.
    pub title: String,
    /// `name: value` lines between the heading and the first empty line after them.
    pub fields: Vec<(String, String)>,
    /// Everything else in order.
    pub blocks: Vec<Block>,
    /// Where its parts stand.
    pub lines: Lines,
}

/// Where the parts of a page stand, for those who tell an author what to mend. Lines count from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The first heading.
    pub title: Option<u32>,
    /// Each field.
    pub fields: Vec<u32>,
    /// Where each block begins; of code that is the fence.
    pub blocks: Vec<u32>,
    /// Hashes before each block that is a heading; 0 for any other.
    pub levels: Vec<u32>,
    /// The last block is code that no fence ends.
    pub open: bool,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading below the first.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// A list item.
    Item(String),
    /// Fenced code: what stands after the fence, and the lines.
    Code(String, String),
}

impl Page {
    /// The value of a field.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The values of a field that may be given more than once.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Code blocks: what stands after the fence, and the lines.
    pub fn code(&self) -> impl Iterator<Item = (&str, &str)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Code(info, text) => Some((info.as_str(), text.as_str())),
            _ => None,
        })
    }
}

/// A line of a block of code whose first line names the columns, as in `figure | of | within`.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    cells: Vec<(&'a str, &'a str)>,
}

impl<'a> Row<'a> {
    /// The cell of a column.
    #[must_use]
    pub fn cell(&self, column: &str) -> Option<&'a str> {
        self.cells.iter().find(|(name, _)| *name == column).map(|&(_, cell)| cell)
    }
}

/// The lines of such a block below its first. A line that has not a cell for each column is left out.
#[must_use]
pub fn rows(block: &str) -> Vec<Row<'_>> {
    let mut lines = block.lines().map(cells);
    let columns = lines.next().unwrap_or_default();
    let rows = lines.filter(|cells| cells.len() == columns.len());
    rows.map(|cells| Row { cells: columns.iter().copied().zip(cells).collect() }).collect()
}

fn cells(line: &str) -> Vec<&str> {
    line.split('|').map(str::trim).collect()
}

/// A block of code written out: where `lines=n` stands after the fence, each line with `{n}` in it
/// stands there n times, numbered from 1. Pages on limits show what is too long for a page.
#[must_use]
pub fn written_out(info: &str, code: &str) -> String {
    let times = info.split_whitespace().find_map(|word| word.strip_prefix("lines="));
    let Some(times) = times.and_then(|times| times.parse::<u32>().ok()) else {
        return code.to_owned();
    };
    let mut out = String::with_capacity(code.len());
    for line in code.lines() {
        let repeated = if line.contains("{n}") { times } else { 1 };
        for n in 1..=repeated {
            out.push_str(&line.replace("{n}", &n.to_string()));
            out.push('\n');
        }
    }
    out
}

/// A block of code for people, who need no more than the first lines of many (see
/// [`written_out`]).
#[must_use]
pub fn shortened(info: &str, code: &str) -> String {
    const SHOWN: u32 = 2;
    let times = info.split_whitespace().find_map(|word| word.strip_prefix("lines="));
    let Some(times) = times.and_then(|times| times.parse::<u32>().ok()).filter(|&n| n > SHOWN)
    else {
        return code.to_owned();
    };
    let mut out = String::with_capacity(code.len());
    for line in code.lines() {
        if !line.contains("{n}") {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        for n in 1..=SHOWN {
            out.push_str(&line.replace("{n}", &n.to_string()));
            out.push('\n');
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        out.push_str(&format!("{indent}-- and so on: {times} such lines\n"));
    }
    out
}

/// Reads a page.
#[must_use]
pub fn read(markdown: &str) -> Page {
    let mut page = Page::default();
    let mut waiting = Waiting::default();
    let mut lines = markdown.lines().zip(1_u32..);
    while let Some((line, at)) = lines.next() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            flush(&mut page, &mut waiting);
            let mut open = true;
            let mut code: Vec<&str> = Vec::new();
            for (line, _) in lines.by_ref() {
                if line.trim() == "```" {
                    open = false;
                    break;
                }
                code.push(line);
            }
            page.lines.open = open;
            page.push(Block::Code(info.trim().to_owned(), code.join("\n")), at);
        } else if let Some(heading) = line.strip_prefix("# ").filter(|_| page.title.is_empty()) {
            heading.trim().clone_into(&mut page.title);
            page.lines.title = Some(at);
        } else if line.starts_with('#') {
            flush(&mut page, &mut waiting);
            let heading = line.trim_start_matches('#');
            page.push(Block::Heading(heading.trim().to_owned()), at);
            let level = page.lines.levels.last_mut().expect("a heading was just put there");
            *level = u32::try_from(line.len() - heading.len()).unwrap_or(u32::MAX);
        } else if let Some(item) = line.strip_prefix("- ") {
            flush(&mut page, &mut waiting);
            waiting = Waiting { lines: vec![item.trim()], from: at, item: true };
        } else if line.trim().is_empty() {
            flush(&mut page, &mut waiting);
        } else if let Some(field) = field(&page, &waiting, line) {
            page.fields.push(field);
            page.lines.fields.push(at);
        } else {
            // What is not indented is no longer the item.
            if waiting.item && !line.starts_with(' ') {
                flush(&mut page, &mut waiting);
            }
            if waiting.lines.is_empty() {
                waiting.from = at;
            }
            waiting.lines.push(line.trim());
        }
    }
    flush(&mut page, &mut waiting);
    page
}

/// Lines that are one block together.
#[derive(Default)]
struct Waiting<'a> {
    lines: Vec<&'a str>,
    /// The first of them.
    from: u32,
    /// They are a list item, not a paragraph.
    item: bool,
}

impl Page {
    fn push(&mut self, block: Block, line: u32) {
        self.blocks.push(block);
        self.lines.blocks.push(line);
        self.lines.levels.push(0);
    }
}

fn flush(page: &mut Page, waiting: &mut Waiting<'_>) {
    let Waiting { lines, from, item } = std::mem::take(waiting);
    if !lines.is_empty() {
        let text = lines.join(" ");
        page.push(if item { Block::Item(text) } else { Block::Text(text) }, from);
    }
}

/// A field is `name: value` with a lower-case name, before any other block.
fn field(page: &Page, waiting: &Waiting<'_>, line: &str) -> Option<(String, String)> {
    if page.title.is_empty() || !page.blocks.is_empty() || !waiting.lines.is_empty() {
        return None;
    }
    let (name, value) = line.split_once(": ")?;
    let is_name = name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    is_name.then(|| (name.to_owned(), value.trim().to_owned()))
}
