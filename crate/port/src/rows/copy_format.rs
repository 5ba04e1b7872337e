//! How the rows behind COPY are written: the options of the statement. Both of PostgreSQL's forms
//! are read, `WITH (FORMAT csv, DELIMITER ';')` and `CSV DELIMITER AS ';'`.

/// Bytes of the text for NULL that are kept at most; a longer one is never found in a row.
const NULL_BYTES_MAX: usize = 14;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CopyFormat {
    /// Values in quotes, and no backslashes.
    pub(crate) csv: bool,
    /// The first line has names and no values.
    pub(crate) header: bool,
    /// What stands between values.
    pub(crate) delimiter: u8,
    /// CSV: the quote.
    pub(crate) quote: u8,
    /// CSV: what stands before a quote in quotes.
    pub(crate) escape: u8,
    null: Null,
}

/// The text that stands for NULL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Null {
    bytes: [u8; NULL_BYTES_MAX],
    len: Option<u8>,
}

impl Null {
    fn of(said: &[u8]) -> Self {
        let mut bytes = [0; NULL_BYTES_MAX];
        let len = u8::try_from(said.len()).ok().filter(|&len| usize::from(len) <= bytes.len());
        if len.is_some() {
            bytes[..said.len()].copy_from_slice(said);
        }
        Self { bytes, len }
    }
}

/// A word of the options, or what a quoted text says.
enum Word<'a> {
    Bare(&'a [u8]),
    Quoted(Vec<u8>),
}

impl CopyFormat {
    /// That of COPY without options, as `pg_dump` writes it.
    pub(crate) fn text() -> Self {
        Self {
            csv: false,
            header: false,
            delimiter: b'\t',
            quote: b'"',
            escape: b'"',
            null: Null::of(b"\\N"),
        }
    }

    /// The format that a statement asks for behind STDIN.
    pub(crate) fn of(statement: &[u8]) -> Self {
        let words = words(statement);
        let stdin = words.iter().position(|word| word.is("stdin"));
        let options = stdin.map_or(&[][..], |at| &words[at + 1..]);
        let mut format = Self::text();
        let (mut delimiter, mut quote, mut escape, mut null) = (None, None, None, None);
        for (at, word) in options.iter().enumerate() {
            let behind = &options[at + 1..];
            let value = match behind {
                [word, value, ..] if word.is("as") => Some(value),
                [value, ..] => Some(value),
                [] => None,
            };
            let quoted = value.and_then(Word::quoted);
            let byte = quoted.and_then(|said| said.first().copied());
            let off = value.is_some_and(|it| ["false", "off", "0"].iter().any(|no| it.is(no)));
            if word.is("csv") {
                format.csv = true;
            } else if word.is("header") {
                format.header = !off;
            } else if word.is("delimiter") || word.is("delimiters") {
                delimiter = byte.or(delimiter);
            } else if word.is("quote") {
                quote = byte.or(quote);
            } else if word.is("escape") {
                escape = byte.or(escape);
            } else if word.is("null") {
                null = quoted.or(null);
            }
        }
        format.delimiter = delimiter.unwrap_or(if format.csv { b',' } else { b'\t' });
        format.quote = quote.unwrap_or(b'"');
        format.escape = escape.unwrap_or(format.quote);
        format.null = Null::of(null.unwrap_or(if format.csv { b"" } else { b"\\N" }));
        format
    }

    /// Whether a cell as it is written is NULL.
    pub(crate) fn is_null(&self, said: &[u8]) -> bool {
        self.null.len.is_some_and(|len| said == &self.null.bytes[..usize::from(len)])
    }
}

impl Word<'_> {
    /// Whether it is this word; `FORMAT 'csv'` is allowed too.
    fn is(&self, other: &str) -> bool {
        let said = match self {
            Self::Bare(said) => said,
            Self::Quoted(said) => said.as_slice(),
        };
        said.eq_ignore_ascii_case(other.as_bytes())
    }

    fn quoted(&self) -> Option<&[u8]> {
        match self {
            Self::Bare(_) => None,
            Self::Quoted(said) => Some(said),
        }
    }
}

/// The words and quoted texts of a statement. Comments do not stand between options.
fn words(statement: &[u8]) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(&byte) = statement.get(at) {
        let rest = &statement[at..];
        if byte == b'\'' || matches!(rest, [b'e' | b'E', b'\'', ..]) {
            let escapes = byte != b'\'';
            let (said, len) = quoted(&rest[1 + usize::from(escapes)..], escapes);
            words.push(Word::Quoted(said));
            at += len + 1 + usize::from(escapes);
        } else if byte.is_ascii_alphanumeric() || byte == b'_' {
            let len = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
            words.push(Word::Bare(&rest[..len]));
            at += len;
        } else {
            at += 1;
        }
    }
    words
}

/// What a text says up to its quote, and how many bytes it has with it.
fn quoted(bytes: &[u8], escapes: bool) -> (Vec<u8>, usize) {
    let (mut said, mut at) = (Vec::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match (byte, bytes.get(at)) {
            (b'\'', Some(b'\'')) => {
                said.push(b'\'');
                at += 1;
            }
            (b'\'', _) => return (said, at),
            (b'\\', Some(&next)) if escapes => {
                said.push(match next {
                    b't' => b'\t',
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b'b' => 8,
                    b'f' => 12,
                    other => other,
                });
                at += 1;
            }
            _ => said.push(byte),
        }
    }
    (said, at)
}
