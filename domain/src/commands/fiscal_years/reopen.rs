//! Reopens the last closed fiscal year: its closing entries are voided, and every balance is as it was before.
//!
//! Its periods stay as they are; they open one by one, from the last.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::closing::{fiscal_years, periods};
use crate::ledger::entries::voiding;
use crate::ledger::posting;
use crate::rows::{BalanceClass, FiscalYear, PeriodStatus, Reply};
use crate::value::Sought;
use crate::value::id::{EntryId, FiscalYearId};
use crate::value::permission::Permission;

/// Opens a closed year again.
#[derive(Clone, Debug)]
pub struct ReopenFiscalYear {
    pub year: Sought<FiscalYearId>,
    /// Why, trimmed; kept in the history and with the voided entries.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for ReopenFiscalYear {
    const PERMISSION: Permission = Permission::PeriodsClose;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::FiscalYears, Key::Periods]);
        let Some(Ok(Some(year))) = self.year.id().map(|id| book.fiscal_year(id)) else { return };
        for id in fiscal_years::closing_entries(year) {
            hint_closing(book, id, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let year = fiscal_years::require_year(book, &self.year)?;
        version::require_version(self.if_match.as_deref(), year.version)?;
        if year.status != PeriodStatus::Closed {
            return Err(fiscal_years::wrong_state(&year, "nothing is left to do").into());
        }
        require_last_closed(book, &year)?;

        let (id, closing) = (year.id, fiscal_years::closing_entries(&year));
        let mut mirrors = Vec::with_capacity(closing.len());
        for entry in &closing {
            mirrors.push(self.void_closing(book, ctx, *entry)?);
        }
        let version = fiscal_years::change(book, ctx, year, PeriodStatus::Open, Some(self.reason.clone()), &closing);
        let recorded = book.record(ctx, FactKind::FiscalYearReopened, id);
        let reply = Reply::new(id, version, recorded);
        Ok(match mirrors.first() {
            Some(mirror) => reply.with_related(*mirror),
            None => reply,
        })
    }
}

impl ReopenFiscalYear {
    /// Takes a closing entry back by its mirror, though their period is closed.
    fn void_closing(&self, book: &mut Book, ctx: &Context, closing: EntryId) -> Result<EntryId, Stop> {
        let original = book.entry(closing)?.ok_or_else(|| Stop::lost("entries", closing))?.clone();
        let period = periods::period_for(book, original.date, original.period_id)?;
        let lines = book.lines(&original)?.into_iter().map(voiding::swapped).collect();
        let entry = voiding::mirror_of(&original, ctx, &self.reason);
        let posting = posting::Posting { entry, lines, class: BalanceClass::Closing, voids: true };
        let mirror = posting.post_at_year_end(book, ctx, &period)?.id;
        voiding::write(book, ctx, voiding::voided(original, mirror, &self.reason, ctx));
        Ok(mirror)
    }
}

/// The keys that the mirror of a closing entry certainly needs.
fn hint_closing(book: &Book, id: EntryId, keys: &mut Vec<Key>) {
    keys.push(Key::Entry(id));
    let Ok(Some(entry)) = book.entry(id) else { return };
    keys.extend(entry.sequence.map(Key::Lines));
    if let Ok(Some(journal)) = book.journal(entry.journal_id) {
        keys.push(Key::Series(journal.id, posting::bucket(journal.reset_per, entry.date)));
    }
    for line in book.lines(entry).unwrap_or_default() {
        keys.push(Key::Account(line.account_id));
        keys.push(Key::Balance(line.account_id, entry.date, line.currency, BalanceClass::Closing));
    }
}

/// No later year is closed: its opening balances rest on this one's closing entry.
fn require_last_closed(book: &Book, year: &FiscalYear) -> Result<(), Stop> {
    let later = book
        .fiscal_years()?
        .filter(|other| other.status == PeriodStatus::Closed && other.start_date > year.start_date)
        .max_by_key(|other| other.start_date);
    let Some(last) = later else { return Ok(()) };
    let way = format!("only the last closed year can be reopened: reopen {} first", last.name);
    Err(fiscal_years::wrong_state(year, &way)
        .offer(
            "reopen-later",
            format!("Reopen fiscal year {}", last.name),
            "POST",
            format!("/accounting/fiscal-years/{}/reopen", last.id),
        )
        .with_reason("Reopened before an earlier one")
        .into())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::accounts::create::CreateAccount;
    use crate::commands::fiscal_years::close::CloseFiscalYear;
    use crate::commands::journal_entries::void::VoidEntry;
    use crate::commands::periods::reopen::ReopenPeriod;
    use crate::rows::{AccountSubtype, AccountType, Balance, Entry, EntryStatus, EntryType, FiscalYearChange, Period};
    use crate::testing::{Stage, account};
    use crate::value::rejection::Code;

    /// A closed year with a profit of 100.00.
    fn closed() -> (Stage, String) {
        let mut stage = Stage::new();
        let subtype = Some(AccountSubtype::RetainedEarnings);
        stage.run(CreateAccount { subtype, ..account("3100", AccountType::Equity, None) }).expect("account");
        stage.run(stage.sale("100.00", true)).expect("posted");
        stage.close_periods();
        let closing = stage.run(close(&stage.year)).expect("closed").related.expect("a closing entry");
        (stage, closing)
    }

    fn close(year: &str) -> CloseFiscalYear {
        CloseFiscalYear {
            year: Sought::of(year),
            reason: Some("a test".to_owned()),
            force: true,
            ..CloseFiscalYear::default()
        }
    }

    fn reopen(year: &str) -> ReopenFiscalYear {
        ReopenFiscalYear { year: Sought::of(year), reason: "a late invoice".to_owned(), if_match: None }
    }

    /// The balance of each account, by its code.
    fn nets(stage: &Stage) -> Vec<(String, i64)> {
        let mut nets = std::collections::BTreeMap::new();
        let accounts = stage.rows::<crate::rows::Account>();
        for row in stage.rows::<Balance>() {
            let code = &accounts.iter().find(|account| account.id == row.account_id).expect("account").code;
            *nets.entry(code.clone()).or_default() += row.base_debit - row.base_credit;
        }
        nets.into_iter().collect()
    }

    #[test]
    fn reopening_voids_the_closing_entry_and_every_balance_is_what_it_was() {
        let (mut stage, closing) = closed();
        let named = |nets: &[(&str, i64)]| -> Vec<(String, i64)> {
            nets.iter().map(|(code, net)| ((*code).to_owned(), *net)).collect()
        };
        assert_eq!(nets(&stage), named(&[("1000", 10_000), ("3100", -10_000), ("4000", 0)]));
        let reply = stage.run(reopen(&stage.year)).expect("reopened");
        assert_eq!(nets(&stage), named(&[("1000", 10_000), ("3100", 0), ("4000", -10_000)]));
        let entries = stage.rows::<Entry>();
        let of = |id: &str| entries.iter().find(|entry| entry.id.to_string() == id).expect("entry");
        let mirror = of(reply.related.as_deref().expect("a mirror"));
        assert_eq!(
            (of(&closing).status, of(&closing).voided_by_entry_id, of(&closing).void_reason.as_deref()),
            (EntryStatus::Voided, Some(mirror.id), Some("a late invoice"))
        );
        assert_eq!((mirror.entry_type, mirror.date), (EntryType::Void, date(2010, 12, 31)));
        for row in stage.rows::<Balance>().iter().filter(|row| row.class == BalanceClass::Closing) {
            assert_eq!((row.base_debit, row.base_credit), (row.voided_debit, row.voided_credit), "a void pair");
        }
        let open = stage.rows::<Period>().into_iter().filter(|period| period.status == PeriodStatus::Open);
        assert_eq!(open.filter(|period| period.start_date.year() == 2010).count(), 0, "periods open one by one");
        let history: Vec<_> = stage
            .rows::<FiscalYearChange>()
            .into_iter()
            .map(|change| (change.to_status, change.reason, change.closing_entry_id.map(|id| id.to_string())))
            .collect();
        assert_eq!(
            history,
            [
                (PeriodStatus::Closed, Some("a test".to_owned()), Some(closing.clone())),
                (PeriodStatus::Open, Some("a late invoice".to_owned()), Some(closing)),
            ]
        );
    }

    #[test]
    fn a_year_that_was_reopened_closes_anew_with_what_came_late() {
        let (mut stage, _) = closed();
        stage.run(reopen(&stage.year)).expect("reopened");
        let thirteenth = stage.period(13);
        let reason = "adjustment".to_owned();
        stage.run(ReopenPeriod { period: Sought::of(&thirteenth), reason, if_match: None }).expect("period 13");
        let mut late = stage.entry(date(2010, 12, 31), &[("5000", "30", "0"), ("1000", "0", "30")], true);
        late.period = Some(Sought::of(&thirteenth));
        stage.run(late).expect("posted into period 13");
        stage.close_periods();
        stage.run(close(&stage.year)).expect("closed again");
        let equity: Vec<i64> =
            nets(&stage).into_iter().filter(|(code, _)| code == "3100").map(|(_, net)| net).collect();
        assert_eq!(equity, [-7_000]);
        let living = stage
            .rows::<Entry>()
            .into_iter()
            .filter(|entry| entry.entry_type == EntryType::Closing && entry.status == EntryStatus::Posted);
        assert_eq!(living.count(), 1);
    }

    #[test]
    fn nobody_voids_a_closing_entry_by_hand() {
        let (mut stage, closing) = closed();
        let rejection = stage
            .run(VoidEntry { entry: Sought::of(&closing), reason: "wrong".to_owned(), if_match: None })
            .expect_err("by the year only");
        assert_eq!(rejection.code, Code::EntrySystemGenerated);
        let way = &rejection.resolutions[0];
        assert_eq!(way.path, format!("/accounting/fiscal-years/{}/reopen", stage.year));
    }

    #[test]
    fn years_reopen_from_the_last_and_an_open_one_does_not() {
        let (mut stage, _) = closed();
        let first = stage.year.clone();
        stage.year =
            stage.rows::<FiscalYear>().into_iter().find(|year| year.name == "2011").expect("2011").id.to_string();
        assert_eq!(stage.run(reopen(&stage.year)).expect_err("open").code, Code::FiscalYearState);
        stage.close_periods();
        stage.run(close(&stage.year)).expect("2011 without movement");
        let rejection = stage.run(reopen(&first)).expect_err("2011 is closed");
        assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::FiscalYearState, "reopen-later"));
        assert_eq!(stage.run(reopen(&stage.year)).expect("without a closing entry").related, None);
        stage.run(reopen(&first)).expect("then 2010");
        let stale = ReopenFiscalYear { if_match: Some(vec![1]), ..reopen(&first) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        assert_eq!(stage.run(reopen("fy_x")).expect_err("unknown").code, Code::NotFound);
    }
}
