//! `hotsplit condense`: prints a dump without its rows. Decides nothing itself.

use std::io::{Read, Write};

use hotsplit_port::condense::{Condensed, Condenser, Refusal};
use hotsplit_port::source::Database;

use crate::args::{self, PortSource};

/// Bytes that are read at a time.
const PART_BYTES: usize = 1 << 20;

/// Condenses a file; the exit status.
pub(crate) fn run(args: &args::Condense) -> Result<u8, String> {
    let condenser = match args.from {
        PortSource::Auto => Condenser::new(),
        PortSource::SourceMysql => Condenser::of(Database::MySql),
        PortSource::SourcePostgresql => Condenser::of(Database::PostgreSql),
    };
    let file = args.file.as_str();
    let condensed = if file == "-" {
        condense(condenser, std::io::stdin().lock())
    } else {
        let opened = std::fs::File::open(file).map_err(|error| error.to_string());
        opened.and_then(|opened| condense(condenser, opened))
    };
    let condensed = condensed.map_err(|error| format!("{file}: {error}"))?;
    let written = std::io::stdout().lock().write_all(condensed.text.as_bytes());
    written.map_err(|error| format!("standard output: {error}"))?;
    if !condensed.replaced.is_empty() {
        let lines: Vec<String> = condensed.replaced.iter().map(u32::to_string).collect();
        anstream::eprintln!(
            "hotsplit: {file}: bytes that are not UTF-8 were replaced in lines {} of what is printed",
            lines.join(", ")
        );
    }
    Ok(0)
}

fn condense(mut condenser: Condenser, mut dump: impl Read) -> Result<Condensed, String> {
    let mut part = vec![0; PART_BYTES];
    loop {
        let len = match dump.read(&mut part) {
            Ok(len) => len,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.to_string()),
        };
        if len == 0 {
            return condenser.finish().map_err(said);
        }
        condenser.push(&part[..len]).map_err(said)?;
    }
}

fn said(refusal: Refusal) -> String {
    let more = match refusal {
        Refusal::UnknownDatabase => "; add --from source-mysql or --from source-postgresql",
        _ => "",
    };
    format!("{refusal}{more}")
}
