//! What JavaScript calls, and the types of what it gets.

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A database that dumps are from. */
export type SourceDatabase = "mysql" | "postgresql";

/** A range in UTF-16 code units. */
export interface PortSpan {
  start: number;
  end: number;
}

/** A choice that a person has, written as `-- hotsplit: file NAME=CHOICE`; `pk` and `key` are of a table, `as` of a column. */
export interface PortDecision {
  name: string;
  chosen: string;
  choices: string[];
}

/** A difference between the dump and the port. */
export interface PortLoss {
  /** The rule, as in `migrate-index-kind`. */
  rule: string;
  severity: "error" | "high" | "warn" | "ask" | "info";
  /** The table, index or other object. */
  object: string;
  column: string | null;
  message: string;
  what: "dropped" | "narrowed" | "widened" | "renamed" | "changed";
  /** Its place in the dump. */
  source: PortSpan;
  /** What replaces it in the port. */
  target: PortSpan | null;
  decision: PortDecision | null;
}

/** How many statements had which outcome. */
export interface PortCounts {
  kept: number;
  converted: number;
  dropped: number;
  asked: number;
  rows: number;
  session: number;
}

/** A table, and what its rows show of rates: averages, never the peak. */
export interface PortTable {
  /** Its name in the dump. */
  source: string;
  /** Its name in the port. */
  target: string;
  rows: number;
  /** How fast rows came on average, as in `57 a day`, by the times of a column. */
  average?: { rate: string; column: string; from: string; to: string } | null;
  /** How many of its rows name a row of a parent, and how many rows that has. */
  children?: { parent: string; rows: number; parents: number }[];
}

/** A statement of the dump that defines something, or has no counterpart. */
export interface PortStatement {
  /** What it is, as in `CREATE TABLE`. */
  kind: string;
  /** What it is about; empty where that is not known. */
  object: string;
  /** It has no counterpart. */
  dropped: boolean;
  /** Its place in the dump. */
  source: PortSpan;
}

/** What `port` returns as JSON. */
export interface PortReport {
  from: "source-mysql" | "source-postgresql";
  to: "googlesql" | "postgresql";
  level: "proven" | "current";
  statements: PortCounts;
  /** Bytes of statements that hold rows. */
  rowBytes: number;
  tables: PortTable[];
  /** In the order of the dump. */
  losses: PortLoss[];
  /** The schema for Spanner. */
  text: string;
  /** Start and end in the dump, start and end in the port, in the order of the dump. */
  map: [number, number, number, number][];
  /** The schema without generators of keys: what it would be if nothing was decided. */
  literal: string;
  /** Statements in the order of the dump, without those that hold rows or set up a session. */
  definitions: PortStatement[];
  /** What is wrong with directives of the dump. */
  wrong: string[];
}
"#;

/// Which database a text is from: `mysql`, `postgresql`, `spanner`, or nothing where it is not known.
#[wasm_bindgen]
#[must_use]
pub fn detect(text: &str) -> String {
    crate::detect(text).to_owned()
}

/// Ports a dump, to the dialect that it asks for itself, else to GoogleSQL. `from` is a
/// `SourceDatabase`, or empty to tell it from the text. Returns a `PortReport` as JSON.
///
/// # Errors
///
/// If it is not known which database the dump is from, or it is too long.
#[wasm_bindgen]
pub fn port(text: &str, from: &str) -> Result<String, JsError> {
    crate::port(text, from).map_err(|error| JsError::new(&error))
}

/// Leaves the rows out of a dump of any size, which comes in parts.
#[wasm_bindgen]
pub struct Condenser {
    inner: Option<hotsplit_port::condense::Condenser>,
    replaced: Vec<u32>,
}

#[wasm_bindgen]
impl Condenser {
    /// For a dump that says itself which database it is from.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self { inner: Some(hotsplit_port::condense::Condenser::new()), replaced: Vec::new() }
    }

    /// Takes the next part of the dump.
    ///
    /// # Errors
    ///
    /// If it is no dump, or longer than is read.
    pub fn push(&mut self, part: &[u8]) -> Result<(), JsError> {
        let Some(inner) = &mut self.inner else { return Ok(()) };
        inner.push(part).map_err(|refusal| JsError::new(&refusal.to_string()))
    }

    /// Tables that were created so far.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn tables(&self) -> f64 {
        self.inner.as_ref().map_or(0.0, |inner| inner.progress().tables as f64)
    }

    /// Rows that were set aside so far.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn rows(&self) -> f64 {
        self.inner.as_ref().map_or(0.0, |inner| inner.progress().rows as f64)
    }

    /// The dump without its rows; to be called once.
    ///
    /// # Errors
    ///
    /// As of `push`.
    pub fn finish(&mut self) -> Result<String, JsError> {
        let Some(inner) = self.inner.take() else { return Ok(String::new()) };
        let condensed = inner.finish().map_err(|refusal| JsError::new(&refusal.to_string()))?;
        self.replaced = condensed.replaced;
        Ok(condensed.text)
    }

    /// The first few lines of it that held bytes which are no UTF-8 and were replaced.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn replaced(&self) -> Vec<u32> {
        self.replaced.clone()
    }
}

impl Default for Condenser {
    fn default() -> Self {
        Self::new()
    }
}
