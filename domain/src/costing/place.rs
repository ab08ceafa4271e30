//! The order of all movements, everywhere the same.

use crate::value::Instant;

/// The order within a line: at one place goods leave before they come, so that a transfer never makes stock of itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Goods leave a pool.
    Out,
    /// Everything else.
    In,
}

/// Where one pool movement stands: by when it occurred, then as it was recorded, by line, out before in.
///
/// No two pool movements of an organization have the same place, so a place names one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// When it occurred. A prospectively costed movement stands where it is costed, and is posted no earlier than that
    /// day: otherwise the books of the days between would differ from replay.
    pub at: Instant,
    /// The document's place in the log.
    pub seq: i64,
    /// Which line of the document.
    pub line: u32,
    /// Out or in.
    pub phase: Phase,
}

/// 30 days.
const MONTH_US: i64 = 30 * 86_400_000_000;

impl Place {
    /// Before all others.
    pub const FIRST: Self = Self { at: Instant(i64::MIN), seq: i64::MIN, line: 0, phase: Phase::Out };
    /// After all others.
    pub const LAST: Self = Self { at: Instant(i64::MAX), seq: i64::MAX, line: u32::MAX, phase: Phase::In };

    /// Where the goods of a line leave.
    #[must_use]
    pub fn out(at: Instant, seq: i64, line: u32) -> Self {
        Self { at, seq, line, phase: Phase::Out }
    }

    /// Where the goods of a line come, or its value changes.
    #[must_use]
    pub fn into(at: Instant, seq: i64, line: u32) -> Self {
        Self { at, seq, line, phase: Phase::In }
    }

    /// A place right after this one, for ranges: nothing stands between them.
    #[must_use]
    pub fn after(&self) -> Self {
        match self.phase {
            Phase::Out => Self { phase: Phase::In, ..*self },
            Phase::In => match self.line.checked_add(1) {
                Some(line) => Self { line, phase: Phase::Out, ..*self },
                None => Self { seq: self.seq.saturating_add(1), line: 0, phase: Phase::Out, ..*self },
            },
        }
    }

    /// About which month it is, for checkpoints: spans of 30 days, which need no calendar.
    #[must_use]
    pub(super) fn month(&self) -> i64 {
        self.at.0.div_euclid(MONTH_US)
    }

    /// Before all others of that month.
    #[must_use]
    pub fn month_begin(&self) -> Self {
        Self { at: Instant(self.month().saturating_mul(MONTH_US)), seq: i64::MIN, line: 0, phase: Phase::Out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_time_then_record_then_line_then_out_before_in() {
        let at = Instant;
        let ordered = [
            Place::into(at(1), 9, 0),
            Place::out(at(2), 3, 0),
            Place::into(at(2), 3, 0),
            Place::out(at(2), 3, 1),
            Place::out(at(2), 4, 0),
        ];
        assert!(ordered.is_sorted());
    }

    #[test]
    fn a_month_begins_before_all_that_stands_in_it() {
        for at in [0, 1, -1, MONTH_US, 5 * MONTH_US - 1, i64::MIN] {
            let place = Place::into(Instant(at), i64::MIN, 0);
            let begin = place.month_begin();
            assert!(begin <= place && (at == i64::MIN || begin.month() == place.month()), "{at}");
        }
    }
}
