//! Marked-down text (rule pages, fix pages, examples, lessons) to named blocks.
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
    let mut paragraph: Vec<&str> = Vec::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            flush(&mut page, &mut paragraph);
            let code: Vec<&str> = lines.by_ref().take_while(|l| l.trim() != "```").collect();
            page.blocks.push(Block::Code(info.trim().to_owned(), code.join("\n")));
        } else if let Some(heading) = line.strip_prefix("# ").filter(|_| page.title.is_empty()) {
            heading.trim().clone_into(&mut page.title);
        } else if line.starts_with('#') {
            flush(&mut page, &mut paragraph);
            let heading = line.trim_start_matches('#').trim().to_owned();
            page.blocks.push(Block::Heading(heading));
        } else if let Some(item) = line.strip_prefix("- ") {
            flush(&mut page, &mut paragraph);
            page.blocks.push(Block::Item(item.trim().to_owned()));
        } else if line.trim().is_empty() {
            flush(&mut page, &mut paragraph);
        } else if let Some(field) = field(&page, &paragraph, line) {
            page.fields.push(field);
        } else {
            paragraph.push(line.trim());
        }
    }
    flush(&mut page, &mut paragraph);
    page
}

fn flush(page: &mut Page, paragraph: &mut Vec<&str>) {
    if !paragraph.is_empty() {
        page.blocks.push(Block::Text(paragraph.join(" ")));
        paragraph.clear();
    }
}

/// A field is `name: value` with a lower-case name, before any other block.
fn field(page: &Page, paragraph: &[&str], line: &str) -> Option<(String, String)> {
    if page.title.is_empty() || !page.blocks.is_empty() || !paragraph.is_empty() {
        return None;
    }
    let (name, value) = line.split_once(": ")?;
    let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    plain.then(|| (name.to_owned(), value.trim().to_owned()))
}
