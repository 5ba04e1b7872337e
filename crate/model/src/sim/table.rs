//! The form of the table of constants: what a row says, and the macro that makes constants, fields,
//! lists and ranges of it. The rows themselves stand in `model.rs`.

/// A constant of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// Its name in [`model`](super::model) or [`limits`](hotsplit_base::limits).
    pub name: &'static str,
    /// What it is.
    pub value: Value,
    /// The unit.
    pub unit: &'static str,
    /// How it is known.
    pub kind: Kind,
    /// Where it is from and when that was read, or why it was taken.
    pub source: &'static str,
    /// The field of `Knobs` or `Constants` that changes it; empty if none does.
    pub knob: &'static str,
}

/// A number or a table of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// One number.
    One(f64),
    /// A function given at points.
    Table(&'static [(f64, f64)]),
}

/// How a constant is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Spanner's documentation gives it.
    Documented,
    /// Somebody measured it and published that.
    Measured,
    /// Set so that a published figure comes out; the source says which.
    Calibrated,
    /// Taken from the open code of a similar database.
    Analogue,
    /// Ours, for want of a published figure.
    Assumption,
    /// A bound of this program, not of Spanner.
    Limit,
}

impl Kind {
    /// For the reader.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::Measured => "measured",
            Self::Calibrated => "calibrated",
            Self::Analogue => "as in a similar database",
            Self::Assumption => "our assumption",
            Self::Limit => "limit of this program",
        }
    }
}

/// A constant that is not known, with the range that it is assumed to lie in.
#[derive(Clone, Copy, Debug)]
pub struct Uncertain {
    /// The field of `Constants` or `Knobs` that holds it.
    pub name: &'static str,
    /// Least value that is plausible.
    pub low: f64,
    /// Greatest.
    pub high: f64,
    /// Why these; what no source bears out is our assumption.
    pub why: &'static str,
}

/// The field that holds a constant which can be changed.
pub(super) enum Place<'a> {
    /// Any number.
    Number(&'a mut f64),
    /// A whole number.
    Whole(&'a mut u32),
    /// A number that the region decides unless it is set.
    OfRegion(&'a mut Option<f64>),
}

/// Uncertain constants in the order in which they are drawn.
pub(super) const fn in_order<const N: usize>(rows: &[(usize, Uncertain)]) -> [Uncertain; N] {
    let mut sorted = [rows[0].1; N];
    let mut at = 0;
    while at < N {
        let (place, row) = rows[at];
        sorted[place] = row;
        at += 1;
    }
    sorted
}

/// Makes all that is said of constants from a table of them. Constants of `limits` are defined there
/// and only listed here. A row of any other has these lines, the first two always:
///
/// ```text
/// pub const NAME: TYPE = VALUE;
/// UNIT, KIND: SOURCE;
/// knob NAME, draw NUMBER: LOW, HIGH, WHY;           the knob that changes it, perhaps with a range
/// field NAME: PLACE, draw NUMBER: LOW, HIGH, WHY;   a field of `Constants` that is its value in a run
/// set on STORY;                                     the story of `web/content/validation` it was set on
/// not drawn: WHY;                                   why it has no range though it is not known
/// ```
///
/// `draw` numbers the ranges: random numbers are drawn in this order, so another order gives other
/// ranges of all results.
macro_rules! constants {
    (
        $(
            limits::$limit:ident, $limit_unit:literal, $limit_kind:ident: $limit_source:literal;
            $(knob $limit_knob:literal;)?
        )*
        $(
            $(#[$doc:meta])+
            pub const $name:ident: $type:tt = $value:expr;
            $unit:literal, $kind:ident: $source:literal;
            $(
                knob $knob:literal
                $(, draw $knob_draw:literal: $knob_low:expr, $knob_high:expr, $knob_why:literal)?;
            )?
            $(field $field:ident: $place:ident, draw $draw:literal: $low:expr, $high:expr, $why:literal;)?
            $(set on $story:literal;)?
            $(not drawn: $reason:literal;)?
        )*
    ) => {
        $(
            $(#[$doc])+
            #[doc = concat!("\n\n", $unit, " (", stringify!($kind), ": ", $source, ")")]
            pub const $name: $type = $value;
        )*

        /// The constants that a run can be tried with other values of.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Constants {
            $($(
                #[doc = concat!("See [`", stringify!($name), "`].")]
                pub $field: $crate::sim::table::field_type!($place),
            )?)*
        }

        impl Default for Constants {
            fn default() -> Self {
                Self { $($($field: $crate::sim::table::field_value!($place $name),)?)* }
            }
        }

        impl Constants {
            /// The field of a name, if there is one.
            pub(super) fn place(&mut self, name: &str) -> Option<Place<'_>> {
                $($(
                    if name == stringify!($field) {
                        return Some(Place::$place(&mut self.$field));
                    }
                )?)*
                None
            }
        }

        /// Every constant of the model, in the order of the table.
        pub const CONSTANTS: &[Constant] = &[
            $(Constant {
                name: stringify!($limit),
                value: Value::One(limits::$limit as f64),
                unit: $limit_unit,
                kind: Kind::$limit_kind,
                source: $limit_source,
                knob: concat!($($limit_knob)?),
            },)*
            $(Constant {
                name: stringify!($name),
                value: $crate::sim::table::listed_value!($type, $name),
                unit: $unit,
                kind: Kind::$kind,
                source: $source,
                knob: concat!($($knob)? $("constants.", stringify!($field))?),
            },)*
        ];

        /// Constants that were set on a published figure, or measured by it, each with the story of
        /// `web/content/validation` that has the figure: the story says nothing more of the model then.
        pub const SET_ON: &[(&str, &str)] = &[$($((stringify!($name), $story),)?)*];

        /// Constants that are known too little as well and stay as they are in every draw, with the
        /// reason.
        pub const NOT_DRAWN: &[(&str, &str)] = &[$($((stringify!($name), $reason),)?)*];

        /// The ranges in the order of the table, each with its number among the draws.
        const DRAWN: &[(usize, Uncertain)] = &[
            $(
                $($((
                    $knob_draw,
                    Uncertain { name: $knob, low: $knob_low, high: $knob_high, why: $knob_why },
                ),)?)?
                $((
                    $draw,
                    Uncertain { name: stringify!($field), low: $low, high: $high, why: $why },
                ),)?
            )*
        ];

        /// Every constant that is not known and changes a number of a run, in the order in which they
        /// are drawn.
        pub const UNCERTAIN: &[Uncertain] = &$crate::sim::table::in_order::<{ DRAWN.len() }>(DRAWN);
    };
}

/// The type of a field of `Constants`.
macro_rules! field_type {
    (Number) => { f64 };
    (Whole) => { u32 };
    (OfRegion) => { Option<f64> };
}

/// The value of a field of `Constants` that nobody has set.
macro_rules! field_value {
    (Number $name:ident) => {
        $name
    };
    (Whole $name:ident) => {
        $name
    };
    (OfRegion $name:ident) => {
        None
    };
}

/// A value as it is listed.
macro_rules! listed_value {
    ([$($type:tt)*], $name:ident) => {
        Value::Table(&$name)
    };
    ($type:tt, $name:ident) => {
        Value::One($name as f64)
    };
}

pub(super) use {constants, field_type, field_value, listed_value};
