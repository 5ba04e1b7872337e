//! Prints to standard output. A reader that has enough, such as `head`, ends the program without a
//! message, as it ends others.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use serde_json::Value;

/// A line of what may have styles.
macro_rules! styled_line {
    () => {
        $crate::stdout::styled("\n")
    };
    ($($said:tt)*) => {
        $crate::stdout::styled(format_args!("{}\n", format_args!($($said)*)))
    };
}

/// A line of text as it is.
macro_rules! exact_line {
    () => {
        $crate::stdout::exact("\n")
    };
    ($($said:tt)*) => {
        $crate::stdout::exact(format_args!("{}\n", format_args!($($said)*)))
    };
}

/// What a shell reports for a program that ended because nobody read its output: 128 and SIGPIPE.
const READER_GONE: i32 = 141;

/// Prints what may have styles, which are left out where they are not shown.
pub(crate) fn styled(said: impl Display) {
    end_without_reader(write!(anstream::stdout(), "{said}"));
}

/// Prints a text as it is.
pub(crate) fn exact(said: impl Display) {
    end_without_reader(write!(io::stdout(), "{said}"));
}

/// Prints a value, indented.
pub(crate) fn json(value: &Value) -> Result<(), String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    exact_line!("{text}");
    Ok(())
}

fn end_without_reader(written: io::Result<()>) {
    let Err(error) = written else { return };
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(READER_GONE);
    }
    anstream::eprintln!("hotsplit: standard output: {error}");
    std::process::exit(i32::from(crate::USAGE));
}

pub(crate) use {exact_line, styled_line};
