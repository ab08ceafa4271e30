//! Amounts of a template that are spread over all its days: deferred income and cost, prepaid and accrued.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::entry_drafts::DraftLine;
use crate::rows::{OccurrenceStatus, RecurringEntry};
use crate::value::rejection::{Code, Rejection, Value};
use crate::value::{Date, limits};

/// The lines can be spread over so many days: all in one currency, and each with an amount on each day.
pub(crate) fn require_spreadable(drafts: &[DraftLine], days: usize) -> Result<(), Stop> {
    let refused = |message: String| Err(Rejection::new(Code::NotSpreadable, message).at("/lines").into());
    if drafts.windows(2).any(|pair| pair[0].currency != pair[1].currency) {
        return refused("amounts that are spread are in one currency: make one recurring entry for each".to_owned());
    }
    if drafts.iter().any(|line| line.base.is_some()) {
        return refused("amounts that are spread have no base amount: leave baseDebit and baseCredit out".to_owned());
    }
    if !(2..=limits::OCCURRENCES).contains(&days) {
        return refused(format!("amounts are spread over 2 days or more, and the rule gives {days}"));
    }
    let (first, last) = (shares(drafts, 0, days), shares(drafts, days - 1, days));
    let is_nothing = |line: &DraftLine| line.debit <= 0 && line.credit <= 0;
    if first.iter().chain(&last).any(is_nothing) {
        return refused(format!("an amount is too small to be spread over {days} days"));
    }
    Ok(())
}

/// The lines of one of the days, from 0, whose amounts add up to those of the template over all days.
///
/// Each day takes an equal part, cut to the minor unit, and the last one what is left. A side is cut as a whole, so that each day
/// balances as the template does: what its lines lose more than that stays with the largest.
#[must_use]
pub fn shares(drafts: &[DraftLine], place: usize, days: usize) -> Vec<DraftLine> {
    let count = i64::try_from(days).unwrap_or(i64::MAX).max(1);
    let (debits, credits) = (side(drafts, |line| line.debit, count), side(drafts, |line| line.credit, count));
    let is_last = place + 1 == days;
    let part = |whole: i64, part: i64| if is_last { whole - part * (count - 1) } else { part };
    let lines = drafts.iter().zip(debits.iter().zip(&credits));
    lines
        .map(|(line, (debit, credit))| DraftLine {
            debit: part(line.debit, *debit),
            credit: part(line.credit, *credit),
            ..line.clone()
        })
        .collect()
}

/// The equal part of each line of a side. An amount is far below the bounds of its type, and so is the sum of an entry's lines.
fn side(drafts: &[DraftLine], amount: impl Fn(&DraftLine) -> i64, count: i64) -> Vec<i64> {
    let whole: i64 = drafts.iter().map(&amount).sum();
    let mut parts: Vec<i64> = drafts.iter().map(|line| amount(line) / count).collect();
    let lost = whole / count - parts.iter().sum::<i64>();
    let largest = (0..drafts.len()).max_by_key(|place| (drafts.get(*place).map(&amount), std::cmp::Reverse(*place)));
    if let Some(part) = largest.and_then(|place| parts.get_mut(place)) {
        *part += lost;
    }
    parts
}

/// The place of a day among all days of its recurring entry, and their number.
pub(crate) fn place_of(book: &Book, recurring: &RecurringEntry, date: Date) -> Result<(usize, usize), Stop> {
    let days: Vec<Date> = book.occurrences(recurring.id)?.map(|occurrence| occurrence.date).collect();
    Ok((days.iter().filter(|day| **day < date).count(), days.len()))
}

/// None of its days was made or left out: afterwards a share that changes would not add up any more.
pub(crate) fn require_not_begun(book: &Book, recurring: &RecurringEntry) -> Result<(), Stop> {
    if book.occurrences(recurring.id)?.all(|occurrence| occurrence.status == OccurrenceStatus::Due) {
        return Ok(());
    }
    let message = format!(
        "{} has begun, and its amounts would not add up any more: pause it, and make another for what is left",
        recurring.name
    );
    let here = format!("/accounting/recurring-entries/{}", recurring.id);
    let refused = Rejection::new(Code::SpreadHasBegun, message).offer("pause", "Pause it", "PUT", here);
    Err(refused.body(vec![("isActive", Value::Bool(false))]).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Currency;

    fn lines(amounts: &[(i64, i64)]) -> Vec<DraftLine> {
        let line = |(debit, credit): &(i64, i64)| DraftLine {
            account_id: None,
            debit: *debit,
            credit: *credit,
            currency: Currency::parse("GBP").expect("a currency"),
            exchange_rate: None,
            base: None,
            description: None,
            party_id: None,
            due_date: None,
            dimensions: String::new(),
        };
        amounts.iter().map(line).collect()
    }

    /// The figures of each day, debit positive.
    fn schedule(amounts: &[(i64, i64)], days: usize) -> Vec<Vec<i64>> {
        let drafts = lines(amounts);
        let of = |place| shares(&drafts, place, days).iter().map(|line| line.debit - line.credit).collect();
        (0..days).map(of).collect()
    }

    #[test]
    fn an_insurance_of_a_year_is_a_twelfth_each_month() {
        assert_eq!(schedule(&[(120_000, 0), (0, 120_000)], 12), vec![vec![10_000, -10_000]; 12]);
    }

    #[test]
    fn the_last_day_takes_the_cents() {
        assert_eq!(
            schedule(&[(100_000, 0), (0, 100_000)], 3),
            [[33_333, -33_333], [33_333, -33_333], [33_334, -33_334]]
        );
        let of_year = schedule(&[(100_000, 0), (0, 100_000)], 12);
        assert_eq!((of_year[0][0], of_year[11][0]), (8_333, 8_337));
    }

    #[test]
    fn each_day_balances_and_each_line_adds_up_however_many_there_are() {
        for (amounts, days) in [
            (&[(10_000, 0), (0, 3_333), (0, 3_333), (0, 3_334)][..], 7),
            (&[(5_001, 0), (4_999, 0), (0, 10_000)], 3),
            (&[(100, 0), (100, 0), (100, 0), (0, 300)], 7),
        ] {
            let drafts = lines(amounts);
            assert!(require_spreadable(&drafts, days).is_ok());
            let schedule = schedule(amounts, days);
            for day in &schedule {
                assert_eq!(day.iter().sum::<i64>(), 0, "{schedule:?}");
            }
            for (place, (debit, credit)) in amounts.iter().enumerate() {
                assert_eq!(schedule.iter().map(|day| day[place]).sum::<i64>(), debit - credit);
            }
        }
    }

    #[test]
    fn what_cannot_be_spread_is_refused() {
        let refused = |drafts: &[DraftLine], days| require_spreadable(drafts, days).is_err();
        assert!(refused(&lines(&[(11, 0), (0, 11)]), 12), "less than a cent a month");
        assert!(refused(&lines(&[(100, 0), (0, 100)]), 1));
        let mut foreign = lines(&[(100, 0), (0, 100)]);
        foreign[0].currency = Currency::parse("EUR").expect("a currency");
        assert!(refused(&foreign, 2));
        let mut given = lines(&[(100, 0), (0, 100)]);
        given[0].base = Some(90);
        assert!(refused(&given, 2));
    }
}
