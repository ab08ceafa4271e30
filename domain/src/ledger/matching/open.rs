//! The open amount of a line, and the base value of a part of it.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::Line;
use crate::value::rejection::{Code, Rejection};
use crate::value::round_half_up;

/// Amounts of one line, whichever its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Amounts {
    /// In minor units of the line's currency.
    pub amount: i64,
    /// In minor units of the base currency.
    pub base: i64,
}

impl Amounts {
    /// The whole line.
    pub(super) fn of(line: &Line) -> Self {
        // A line has one side, so that one of each pair is 0.
        Self { amount: line.debit.max(line.credit), base: line.base_debit.max(line.base_credit) }
    }

    /// Whether there is nothing in either currency.
    pub(super) fn is_nothing(self) -> bool {
        self.amount == 0 && self.base == 0
    }
}

/// Whether the line stands on the debit side.
pub(crate) fn is_debit(line: &Line) -> bool {
    line.debit > 0 || line.base_debit > 0
}

/// The amounts that active matches left of a line.
pub(super) fn of(book: &Book, line: &Line) -> Result<Amounts, Stop> {
    let whole = Amounts::of(line);
    Ok(match book.matched_line(line)? {
        Some(row) => Amounts { amount: whole.amount - row.matched, base: whole.base - row.base_matched },
        None => whole,
    })
}

/// A part of a line with its share of the base amount: all that remains where the part is all that is open, so that
/// nothing is lost.
pub(super) fn part(line: &Line, open: Amounts, amount: i64) -> Result<Amounts, Stop> {
    if amount == open.amount {
        return Ok(open);
    }
    let whole = Amounts::of(line);
    let share = round_half_up(i128::from(whole.base) * i128::from(amount), i128::from(whole.amount));
    let share = share.and_then(|share| i64::try_from(share).ok()).ok_or_else(|| {
        let message = "a part of a line would be out of range: nothing was matched";
        Rejection::new(Code::AmountOutOfRange, message)
    })?;
    Ok(Amounts { amount, base: share.min(open.base) })
}
