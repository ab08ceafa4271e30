//! Why a decision did not end in a reply.

use std::fmt;

use crate::book::Key;
use crate::value::BadCell;
use crate::value::rejection::{Code, Rejection, Value};

/// A decision that stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Something is not loaded yet: load it and decide again.
    Missing(Key),
    /// These are not loaded yet: one load for all of them.
    MissingAll(Vec<Key>),
    /// An expected "no".
    Rejected(Box<Rejection>),
    /// A stored row cannot be read, or lacks a row that it names: nothing may be decided upon it. The rejection names the
    /// table and the row.
    Damaged(Box<Rejection>),
}

impl Stop {
    /// A row that another stored row names, or that our own rules put there, is not there or contradicts them.
    #[must_use]
    pub fn lost(table: &'static str, id: impl fmt::Display) -> Self {
        Self::damaged(table, &id, "is missing or contradicts other rows")
    }

    /// As [`Stop::lost`], for a row whose key is not one id.
    #[must_use]
    pub fn lost_at(table: &'static str, key: impl fmt::Debug) -> Self {
        Self::lost(table, format_args!("{key:?}"))
    }

    /// A stored row whose content cannot be read.
    #[must_use]
    pub fn unreadable(table: &'static str, id: impl fmt::Display, bad: &BadCell) -> Self {
        Self::damaged(table, &id, &format!("cannot be read as {}", bad.wanted))
    }

    /// The same; ways out of a refusal that say why say it with the words of the caller.
    #[must_use]
    pub fn because(self, reason: &str) -> Self {
        let Self::Rejected(mut rejection) = self else { return self };
        for way in &mut rejection.resolutions {
            let Some(Value::Object(fields)) = &mut way.body else { continue };
            for (name, value) in fields {
                if *name == "reason" && !reason.is_empty() {
                    *value = reason.into();
                }
            }
        }
        Self::Rejected(rejection)
    }

    fn damaged(table: &'static str, id: &dyn fmt::Display, why: &str) -> Self {
        let detail = format!("the stored row {id} of {table} {why}: nothing was written, run `countinghouse verify`");
        let rejection = Rejection::new(Code::StoredDataDamaged, detail);
        Self::Damaged(Box::new(rejection.with("table", table).with("row", id.to_string())))
    }

    /// The stops of one decision that went on where it could, the first one first: all missing keys, in one load. A
    /// refusal before the first missing key counts; a later one is decided again.
    #[must_use]
    pub fn together(stops: Vec<Self>) -> Self {
        let mut missing = Vec::new();
        for stop in stops {
            match stop {
                Self::Missing(key) => missing.push(key),
                Self::MissingAll(keys) => missing.extend(keys),
                certain @ (Self::Rejected(_) | Self::Damaged(_)) if missing.is_empty() => return certain,
                // It may rest on rows that are not loaded yet.
                Self::Rejected(_) | Self::Damaged(_) => {}
            }
        }
        Self::MissingAll(missing)
    }
}

impl From<Rejection> for Stop {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(Box::new(rejection))
    }
}
