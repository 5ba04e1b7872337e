//! The literal port of another database's schema: the source as it is, in words of Spanner.

use hotsplit_port::port::{Options, Port, Target, port};
use hotsplit_port::source::Source;
use hotsplit_wire::engine::Reading;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::syntax::tree::Dialect;

/// A source as it is, in words of Spanner.
pub(crate) struct Literal {
    pub(crate) port: Port,
    pub(crate) reading: Reading,
}

impl Literal {
    /// Ports a source without any change, and reads what comes out.
    pub(crate) fn of(source: &Source<'_>, options: Options) -> Self {
        // Facts are directives, which are comments.
        let options = Options { literal: true, comments: true, ..options };
        let dialect = match options.target {
            Target::GoogleSql => Dialect::GoogleSql,
            Target::PostgreSql => Dialect::PostgreSql,
        };
        let port = port(source, &options);
        let reading = hotsplit_wire::engine::read(&port.text, Some(dialect), &Settings::default());
        Self { port, reading }
    }
}
