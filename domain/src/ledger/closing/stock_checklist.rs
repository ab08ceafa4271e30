//! Obstacles in stock to closing a period: unposted work, which nobody could post into it any more.

use std::collections::BTreeMap;

use crate::book::days::day_of;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::closing::checklist::{Check, CheckItem, CheckStatus, item};
use crate::rows::{Count, MovementStatus, Period, PeriodType, StockMovement};
use crate::value::Date;
use crate::value::cell::IsoDate;
use crate::value::counted;
use crate::value::id::AccountId;

/// The keys that it needs, as far as they are known.
pub(super) fn hint(book: &Book, keys: &mut Vec<Key>) {
    keys.extend([Key::Organization, Key::MovementDrafts, Key::Warehouses]);
    if let Ok(warehouses) = book.warehouses() {
        keys.extend(warehouses.map(|warehouse| Key::OpenCounts(warehouse.id)));
    }
}

/// Drafts of movements that occurred in one of these periods, those among them that wait for approval, and counts of
/// that time. A draft without a time of its movement gets the day on which it is posted.
pub(super) fn items(book: &Book, periods: &[Period]) -> Result<[CheckItem; 3], Stop> {
    let drafts = unposted(book, periods, MovementStatus::Draft)?;
    let pending = unposted(book, periods, MovementStatus::PendingApproval)?;
    let counts = open_counts(book, periods)?;
    let listed = |status: MovementStatus| ("GET", format!("/inventory/movements?status={}", status.name()));
    Ok([
        item(Check::StockDrafts, drafts.len(), || {
            let told = counted(drafts.len(), "draft of a movement", "drafts of movements");
            let what = format!("{told} that occurred in it: post or delete them");
            (what, Some(listed(MovementStatus::Draft)))
        }),
        item(Check::StockPendingApproval, pending.len(), || {
            let told = counted(pending.len(), "movement is", "movements are");
            let what = format!("{told} waiting for approval: approve, withdraw or reject them");
            (what, Some(listed(MovementStatus::PendingApproval)))
        }),
        item(Check::StockCounts, counts.len(), || {
            let first = counts.first().map(|count| IsoDate(count.snapshot_date).to_string()).unwrap_or_default();
            let told = counted(counts.len(), "count with a snapshot in it is", "counts with a snapshot in it are");
            let what = format!("{told} open, the first of {first}: post or cancel them");
            (what, Some(("GET", "/inventory/counts".to_owned())))
        }),
    ])
}

/// Whether the accounts of the allowance have nothing but what goods are written down by. Entries by hand stay there when the
/// goods leave, so somebody should know; they do not stand in the way.
pub(super) fn allowance(book: &Book, until: Date) -> Result<CheckItem, Stop> {
    let of_goods = book.allowance_sums(until)?;
    let mut wrong = Vec::new();
    if !of_goods.is_empty() {
        let mut balances: BTreeMap<AccountId, i128> = BTreeMap::new();
        for ((account, _), [_, _, debit, credit]) in book.balance_sums(Date::MIN, until)? {
            *balances.entry(account).or_default() += debit - credit;
        }
        let is_other = |(account, amount): &(&AccountId, &i128)| balances.get(account).unwrap_or(&0) != *amount;
        wrong.extend(of_goods.iter().filter(is_other).map(|(account, _)| *account));
    }
    let status = if wrong.is_empty() { CheckStatus::Ok } else { CheckStatus::Warning };
    let found = item(Check::StockAllowance, wrong.len(), || {
        let told = counted(wrong.len(), "account of the allowance has", "accounts of the allowance have");
        let what = format!(
            "{told} entries that are no write-downs of goods: compare the valuation with the account's statement, and \
             write goods down with a movement"
        );
        let way =
            wrong.first().map(|id| ("GET", format!("/accounting/accounts/{id}/statement?dateTo={}", IsoDate(until))));
        (what, way)
    });
    Ok(CheckItem { status, ..found })
}

fn unposted<'a>(book: &'a Book, periods: &[Period], status: MovementStatus) -> Result<Vec<&'a StockMovement>, Stop> {
    let mut found = Vec::new();
    for draft in book.movement_drafts()?.filter(|draft| draft.status == status) {
        let Some(at) = draft.occurred_at else { continue };
        if is_in(periods, day_of(book, at)?) {
            found.push(draft);
        }
    }
    Ok(found)
}

fn open_counts<'a>(book: &'a Book, periods: &[Period]) -> Result<Vec<&'a Count>, Stop> {
    require_all(book, book.warehouses()?.map(|warehouse| Key::OpenCounts(warehouse.id)).collect())?;
    let mut found = Vec::new();
    for warehouse in book.warehouses()? {
        found.extend(book.open_counts(warehouse.id)?.filter(|count| is_in(periods, count.snapshot_date)));
    }
    found.sort_unstable_by_key(|count| (count.snapshot_date, count.id));
    Ok(found)
}

/// Whether a day is in one of these periods. Goods move in standard periods alone.
fn is_in(periods: &[Period], day: Date) -> bool {
    let is_of = |period: &Period| {
        period.period_type == PeriodType::Standard && (period.start_date..=period.end_date).contains(&day)
    };
    periods.iter().any(is_of)
}

#[cfg(test)]
mod tests {
    use crate::commands::counts::cancel::CancelCount;
    use crate::commands::counts::open::OpenCount;
    use crate::commands::movements::delete::DeleteMovement;
    use crate::commands::periods::close::ClosePeriod;
    use crate::stock::counts::tests::new;
    use crate::stock::goods::tests::{line, movement, stage};
    use crate::value::Sought;
    use crate::value::movement_kind::MovementKind;
    use crate::value::rejection::Code;

    #[test]
    fn drafts_of_movements_and_open_counts_stand_in_the_way_of_closing_their_own_period_alone() {
        let mut stage = stage();
        let mut draft = movement(MovementKind::Receipt, 15, vec![line("FIFO", "1", Some("2.00"))]);
        draft.new.post = false;
        let draft = stage.run(draft).expect("draft").subject;
        let closing = |stage: &crate::testing::Stage, number| ClosePeriod {
            period: Sought::of(&stage.period(number)),
            reason: Some("a test".to_owned()),
            force: true,
            if_match: None,
        };
        let close = closing(&stage, 1);
        let refused = stage.run(close.clone()).expect_err("a draft");
        assert_eq!((refused.code, refused.resolutions[0].rel), (Code::PeriodNotReady, "stockDrafts"));
        assert_eq!(refused.resolutions[0].path, "/inventory/movements?status=draft");
        stage.run(DeleteMovement { movement: Sought::of(&draft), if_match: None }).expect("deleted");
        stage.run(close).expect("nothing is left");
        // A count is of today, in December, and of no month before it.
        let count = stage.run(OpenCount { new: new() }).expect("count").subject;
        for number in 2..=11 {
            let close = closing(&stage, number);
            stage.run(close).expect("a month before");
        }
        let close = closing(&stage, 12);
        let refused = stage.run(close.clone()).expect_err("a count");
        assert_eq!(refused.resolutions[0].rel, "stockCounts");
        stage
            .run(CancelCount { count: Sought::of(&count), reason: "not now".to_owned(), if_match: None })
            .expect("cancelled");
        stage.run(close).expect("nothing is left");
    }
}
