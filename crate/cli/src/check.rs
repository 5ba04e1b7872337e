//! `hotsplit check`: a schema of Spanner, or one of another database as it is.
//!
//! The audit of another database's schema judges its literal port. Findings are then shown at their
//! places in the source, beside the losses of the port.

use hotsplit_port::port::{Options, Places, Target};
use hotsplit_port::source::INPUT_BYTES_MAX;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::rules::Severity;

use crate::args::{Check, FailOn, Format};
use crate::checked::{Audit, Checked};
use crate::literal::Literal;
use crate::port::CONDENSE_FIRST;
use crate::{FOUND, json, load_at_most, read, sarif, stdout, text};

/// Checks a file; the exit status.
pub(crate) fn run(args: &Check) -> Result<u8, String> {
    let Some(database) = args.dialect.source() else {
        let reading = read(&args.file, args.dialect.spanner(), &Settings::default())?;
        return print(&Checked { file: &args.file, reading: &reading, audit: None }, args);
    };
    let text = load_at_most(&args.file, INPUT_BYTES_MAX as u64, CONDENSE_FIRST)?;
    let mut options = Options::to(Target::GoogleSql);
    options.read_directives_of(&args.file, &text)?;
    let source = hotsplit_port::source::read(&text, database);
    options.check_names(&args.file, &source)?;
    let literal = Literal::of(&source, options);
    let places = Places::new(&source, &literal.port);
    let audit = Audit { database, text: &text, places: &places, losses: &literal.port.losses };
    print(&Checked { file: &args.file, reading: &literal.reading, audit: Some(audit) }, args)
}

fn print(checked: &Checked<'_>, args: &Check) -> Result<u8, String> {
    match args.format {
        Format::Text => text::check(checked),
        Format::Json => stdout::json(&json::check(checked))?,
        Format::Sarif => stdout::json(&sarif::log(checked))?,
    }
    let least = match args.fail_on {
        FailOn::High => Some(Severity::High),
        FailOn::Warn => Some(Severity::Warn),
        FailOn::Never => None,
    };
    Ok(if least.is_some_and(|least| checked.has_at_least(least)) { FOUND } else { 0 })
}
