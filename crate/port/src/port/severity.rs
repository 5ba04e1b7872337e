//! How bad what a port loses is.

/// How much a loss matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The same meaning in another form.
    Info,
    /// A person has to decide.
    Ask,
    /// The meaning changes.
    Warn,
    /// It gets hot as it is.
    High,
    /// It would lose or refuse data.
    Error,
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Self; 5] = [Self::Error, Self::High, Self::Warn, Self::Ask, Self::Info];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Ask => "ask",
            Self::Warn => "warn",
            Self::High => "high",
            Self::Error => "error",
        }
    }
}
