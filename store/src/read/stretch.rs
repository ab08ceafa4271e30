//! A stretch of a series that is read in order: events of the log, or numbers of entries.

/// What stands behind one place of a series, up to another and with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The last place that is not looked at.
    pub after: i64,
    /// The last place that is.
    pub until: i64,
}
