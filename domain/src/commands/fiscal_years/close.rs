//! Closes a fiscal year: an entry moves its profit or loss into equity, and the next year is there.
//!
//! The closing entry is dated on the year's last day and reverses the balance of every profit and loss account in every
//! currency, against retained earnings. If that has more lines than an entry takes, it becomes several entries. They
//! are the only ones that come into a closed period. From then on nothing is posted into the year, whatever the status
//! of its periods, until it is reopened.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::closing::new_year::{Cut, NewFiscalYear};
use crate::ledger::closing::{checklist, closing_entry, fiscal_years};
use crate::ledger::journals::require_journal;
use crate::ledger::posting;
use crate::rows::{
    Account, AccountSubtype, BalanceClass, FiscalYear, Journal, JournalType, PeriodStatus, PeriodType, Reply,
};
use crate::value::cell::IsoDate;
use crate::value::id::{AccountId, FiscalYearId, JournalId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, IdOrCode, Sought};

/// Moves a year's profit or loss into equity and lets nobody post into the year any more.
#[derive(Clone, Debug, Default)]
pub struct CloseFiscalYear {
    pub year: Sought<FiscalYearId>,
    /// The equity account that takes the result; `None` takes the only one of subtype
    /// `retainedEarnings`.
    pub retained_earnings_account: Option<Sought<AccountId>>,
    /// The journal of closing entries, of type `closing` or `general`; `None` takes the only closing
    /// journal, else the only general one.
    pub journal: Option<IdOrCode<JournalId>>,
    /// Why, trimmed; kept in the history.
    pub reason: Option<String>,
    /// Whether it closes although its last day has not passed, which needs a reason.
    pub force: bool,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for CloseFiscalYear {
    const PERMISSION: Permission = Permission::PeriodsClose;

    fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let id = self.year.id();
        checklist::hint_year(book, id, keys);
        keys.extend([Key::Journals, Key::AccountsOfSubtype(AccountSubtype::RetainedEarnings)]);
        keys.extend(closing_entry::RESULT.map(Key::AccountsOfType));
        keys.extend(self.retained_earnings_account.as_ref().and_then(Sought::id).map(Key::Account));
        let Some(Ok(Some(year))) = id.map(|id| book.fiscal_year(id)) else { return };
        let (Ok(moved), Ok(organization)) = (closing_entry::moved(book, year), book.organization()) else { return };
        let day = |account, currency| Key::Balance(account, year.end_date, currency, BalanceClass::Closing);
        keys.extend(moved.iter().map(|moved| day(moved.account.id, moved.currency)));
        if let Ok(Some(account)) =
            self.named_account(book).or_else(|_| closing_entry::only_retained_earnings(book).map(Some))
        {
            keys.push(day(account.id, organization.base_currency));
        }
        let journal =
            self.named_journal(book).and_then(|named| named.map_or_else(|| closing_entry::only_journal(book), Ok));
        keys.extend(journal.map(|journal| Key::Series(journal.id, posting::bucket(journal.reset_per, year.end_date))));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let year = fiscal_years::require_year(book, &self.year)?;
        version::require_version(self.if_match.as_deref(), year.version)?;
        let mut findings = Findings::default();
        let account = findings.note(self.named_account(book))?.flatten();
        let journal = findings.note(self.named_journal(book))?.flatten();
        findings.verdict()?;
        if year.status == PeriodStatus::Closed {
            return Err(already_closed(&year).into());
        }
        let items = checklist::of_year(book, &year, ctx.now())?;
        let items = if self.force { checklist::forced(items, self.reason.as_deref())? } else { items };
        checklist::require_ready(Code::FiscalYearNotReady, &format!("fiscal year {}", year.name), &items)?;

        let closing = closing_entry::post(book, ctx, &year, account, journal)?;
        open_next(book, ctx, &year)?;
        let id = year.id;
        let version = fiscal_years::change(book, ctx, year, PeriodStatus::Closed, self.reason.clone(), &closing);
        let recorded = book.record(ctx, FactKind::FiscalYearClosed, id);
        let reply = Reply::new(id, version, recorded);
        Ok(match closing.first() {
            Some(entry) => reply.with_related(*entry),
            None => reply,
        })
    }
}

impl CloseFiscalYear {
    /// The account that the caller names, if any: an equity account that takes postings.
    fn named_account(&self, book: &Book) -> Result<Option<Account>, Stop> {
        let Some(sought) = &self.retained_earnings_account else { return Ok(None) };
        let at = |code, message: String| Rejection::new(code, message).at("/retainedEarningsAccountId");
        let unknown = || at(Code::UnknownReference, format!("there is no account with the id {sought}"));
        let id = sought.id().ok_or_else(unknown)?;
        let account = book.account(id)?.ok_or_else(unknown)?.clone();
        if closing_entry::takes_results(&account, book.organization()?.base_currency) {
            return Ok(Some(account));
        }
        let message = format!(
            "account {} cannot receive the result: choose an active equity account in base currency that is not a \
             group",
            account.code
        );
        Err(at(Code::AccountNotUsable, message).with("accountId", account.id.to_string()).into())
    }

    /// The journal that the caller names, if any.
    fn named_journal(&self, book: &Book) -> Result<Option<Journal>, Stop> {
        let Some(text) = &self.journal else { return Ok(None) };
        let journal = require_journal(book, text)?;
        if matches!(journal.journal_type, JournalType::Closing | JournalType::General) {
            return Ok(Some(journal));
        }
        let message = format!(
            "journal {} is of type {}: choose a closing or a general journal",
            journal.code,
            journal.journal_type.name()
        );
        Err(Rejection::new(Code::JournalNotUsable, message).at("/journalId").into())
    }
}

/// A year that is closed stays as it is; a retry may treat this as done.
fn already_closed(year: &FiscalYear) -> Rejection {
    fiscal_years::wrong_state(year, "nothing is left to do")
        .with("closingEntryId", year.closing_entry_id.map(|id| id.to_string()))
        .with("closedAt", year.updated_at)
        .with("closedBy", year.updated_by.to_string())
}

/// Makes the next year where there is none: twelve months, cut into periods as this one is.
fn open_next(book: &mut Book, ctx: &Context, year: &FiscalYear) -> Result<(), Stop> {
    // Years touch: a later one is the next one, or comes behind it.
    if book.fiscal_years()?.any(|other| other.start_date > year.end_date) {
        return Ok(());
    }
    let periods = fiscal_years::periods_of(book, year.id)?;
    let standard = periods.iter().filter(|period| period.period_type == PeriodType::Standard);
    let cut = Cut::of(&standard.map(|period| (period.start_date, period.end_date)).collect::<Vec<_>>());
    let next = year.end_date.tomorrow().ok().and_then(|start| Some((start, cut.year_end(start)?)));
    let Some((start_date, end_date)) = next else {
        // The calendar ends here.
        return Ok(());
    };
    let next = NewFiscalYear {
        name: next_name(book, year, start_date, end_date)?,
        start_date,
        end_date,
        cut,
        adjustment_period: periods.iter().any(|period| period.period_type == PeriodType::Adjustment),
    };
    next.open(book, ctx)?;
    Ok(())
}

/// The year's name with its numbers moved on (`2010` → `2011`, `2010/2011` → `2011/2012`); else the dates of the next one.
fn next_name(book: &Book, year: &FiscalYear, start: Date, end: Date) -> Result<String, Stop> {
    let moved_on = |text: &str| match text.parse::<i16>() {
        Ok(number) if text.len() == 4 && number == year.end_date.year() => format!("{:04}", end.year()),
        Ok(number) if text.len() == 4 && number == year.start_date.year() => format!("{:04}", start.year()),
        _ => text.to_owned(),
    };
    let mut name = String::new();
    let mut digits = String::new();
    for letter in year.name.chars() {
        if letter.is_ascii_digit() {
            digits.push(letter);
        } else {
            name.push_str(&moved_on(&std::mem::take(&mut digits)));
            name.push(letter);
        }
    }
    name.push_str(&moved_on(&digits));
    let is_taken = name == year.name || book.fiscal_years()?.any(|other| other.name == name);
    let dates = format!("{} to {}", IsoDate(start), IsoDate(end));
    Ok(if is_taken { dates } else { name })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::accounts::create;
    use crate::commands::fiscal_years::reopen::ReopenFiscalYear;
    use crate::commands::journals::create::CreateJournal;
    use crate::rows::{AccountType, Balance, Entry, EntryType, FiscalYearChange, Line, Period, ResetPer};
    use crate::testing::{Stage, account, day, line};
    use crate::value::limits;

    fn retained_earnings(code: &str) -> create::CreateAccount {
        let subtype = Some(AccountSubtype::RetainedEarnings);
        create::CreateAccount { subtype, ..account(code, AccountType::Equity, None) }
    }

    fn close(stage: &Stage) -> CloseFiscalYear {
        CloseFiscalYear {
            year: Sought::of(&stage.year),
            reason: Some("a test".to_owned()),
            force: true,
            ..CloseFiscalYear::default()
        }
    }

    /// The year's lines of closing: code, debit, credit.
    fn closing_lines(stage: &Stage) -> Vec<(String, i64, i64)> {
        let entries = stage.rows::<Entry>();
        let closing = entries.iter().find(|entry| entry.entry_type == EntryType::Closing).expect("a closing entry");
        let code = |id| stage.rows::<Account>().into_iter().find(|account| account.id == id).expect("account").code;
        let lines = stage.rows::<Line>().into_iter().filter(|line| Some(line.entry_sequence) == closing.sequence);
        lines.map(|line| (code(line.account_id), line.base_debit, line.base_credit)).collect()
    }

    #[test]
    fn the_result_moves_into_retained_earnings_on_the_last_day_and_the_next_year_is_there() {
        let mut stage = Stage::new();
        let equity = stage.run(retained_earnings("3100")).expect("account").subject;
        stage.run(stage.sale("100.00", true)).expect("revenue");
        stage.run(stage.entry(date(2010, 3, 1), &[("5000", "30", "0"), ("1000", "0", "30")], true)).expect("expense");
        let wrong = stage.run(stage.sale("7.00", true)).expect("to be voided").subject;
        let reason = "entered twice".to_owned();
        stage
            .run(crate::commands::journal_entries::void::VoidEntry {
                entry: Sought::of(&wrong),
                reason,
                if_match: None,
            })
            .expect("voided: nothing of it moves");
        stage.close_periods();
        let reply = stage.run(CloseFiscalYear { reason: Some("audited".to_owned()), ..close(&stage) }).expect("closed");
        assert_eq!(
            closing_lines(&stage),
            [("4000".to_owned(), 10_000, 0), ("5000".to_owned(), 0, 3_000), ("3100".to_owned(), 0, 7_000)]
        );
        let entries = stage.rows::<Entry>();
        let closing = entries.iter().find(|entry| entry.entry_type == EntryType::Closing).expect("a closing entry");
        assert_eq!((closing.date, closing.number.as_deref()), (date(2010, 12, 31), Some("GJ-2010-000005")));
        assert_eq!(
            (closing.owner_type.as_deref(), closing.owner_id.as_ref(), reply.related),
            (Some("fiscalYear"), Some(&stage.year), Some(closing.id.to_string()))
        );
        let class: Vec<BalanceClass> = stage
            .rows::<Balance>()
            .into_iter()
            .filter(|row| row.account_id.to_string() == equity)
            .map(|row| row.class)
            .collect();
        assert_eq!(class, [BalanceClass::Closing]);
        let years: Vec<_> = stage
            .rows::<FiscalYear>()
            .into_iter()
            .map(|year| (year.name, year.status, year.closing_entry_id, year.start_date, year.end_date))
            .collect();
        assert_eq!(
            years,
            [
                ("2010".to_owned(), PeriodStatus::Closed, Some(closing.id), date(2010, 1, 1), date(2010, 12, 31)),
                ("2011".to_owned(), PeriodStatus::Open, None, date(2011, 1, 1), date(2011, 12, 31)),
            ]
        );
        let next = stage.rows::<Period>().into_iter().filter(|period| period.start_date.year() == 2011);
        assert_eq!(next.map(|period| period.period_type).filter(|kind| *kind == PeriodType::Standard).count(), 12);
        let history = &stage.rows::<FiscalYearChange>()[0];
        assert_eq!(
            (history.from_status, history.to_status, history.reason.as_deref(), history.closing_entry_id),
            (PeriodStatus::Open, PeriodStatus::Closed, Some("audited"), Some(closing.id))
        );
    }

    #[test]
    fn a_loss_and_a_result_of_nothing_are_moved_too_and_a_year_without_movement_needs_no_account() {
        for (entries, expected) in [
            (
                vec![[("5000", "5", "0"), ("1000", "0", "5")]],
                vec![("5000".to_owned(), 0, 500), ("3100".to_owned(), 500, 0)],
            ),
            (
                vec![[("5000", "5", "0"), ("4000", "0", "5")]],
                vec![("4000".to_owned(), 500, 0), ("5000".to_owned(), 0, 500)],
            ),
        ] {
            let mut stage = Stage::new();
            stage.run(retained_earnings("3100")).expect("account");
            for lines in entries {
                stage.run(stage.entry(day(), &lines, true)).expect("posted");
            }
            stage.close_periods();
            stage.run(close(&stage)).expect("closed");
            assert_eq!(closing_lines(&stage), expected);
        }
        let mut stage = Stage::new();
        stage.run(stage.entry(day(), &[("1000", "5", "0"), ("1000", "0", "5")], true)).expect("no result");
        stage.close_periods();
        assert_eq!(stage.run(close(&stage)).expect("closed").related, None);
        assert_eq!(stage.rows::<FiscalYear>()[0].status, PeriodStatus::Closed);
    }

    #[test]
    fn open_periods_and_drafts_of_soft_closed_ones_block_together() {
        let mut stage = Stage::new();
        stage.run(stage.sale("1.00", false)).expect("draft");
        let december = stage.period(12);
        let command = crate::commands::periods::soft_close::SoftClosePeriod {
            period: Sought::of(&december),
            reason: None,
            if_match: None,
        };
        stage.run(command).expect("soft-closed");
        let rejection = stage.run(close(&stage)).expect_err("not ready");
        assert_eq!(rejection.code, Code::FiscalYearNotReady);
        assert_eq!(rejection.resolutions.iter().map(|way| way.rel).collect::<Vec<_>>(), ["openPeriods", "drafts"]);
        assert!(rejection.detail.contains("12 periods are open"), "{}", rejection.detail);
    }

    #[test]
    fn what_is_done_is_refused_with_all_that_a_retry_needs() {
        let mut stage = Stage::new();
        stage.run(retained_earnings("3100")).expect("account");
        stage.run(stage.sale("1.00", true)).expect("posted");
        stage.close_periods();
        let closing = stage.run(close(&stage)).expect("closed").related.expect("an entry");
        let rejection = stage.run(close(&stage)).expect_err("closed already");
        assert_eq!(rejection.code, Code::FiscalYearState);
        assert!(rejection.context.contains(&("closingEntryId", closing.as_str().into())), "{rejection:?}");
        let stale = CloseFiscalYear { if_match: Some(vec![1]), ..close(&stage) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        let unknown = CloseFiscalYear { year: Sought::of("fy_x"), ..close(&stage) };
        assert_eq!(stage.run(unknown).expect_err("unknown").code, Code::NotFound);
    }

    #[test]
    fn the_account_that_takes_the_result_is_the_only_one_or_named() {
        let mut stage = Stage::new();
        stage.run(stage.sale("1.00", true)).expect("posted");
        stage.close_periods();
        assert_eq!(stage.run(close(&stage)).expect_err("none").code, Code::RetainedEarningsNeeded);
        let first = stage.run(retained_earnings("3100")).expect("account").subject;
        stage.run(retained_earnings("3110")).expect("account");
        assert_eq!(stage.run(close(&stage)).expect_err("two").code, Code::RetainedEarningsNeeded);
        let cash = stage.rows::<Account>().into_iter().find(|account| account.code == "1000").expect("cash").id;
        let named = |account: &str, journal: &str| CloseFiscalYear {
            retained_earnings_account: Some(Sought::of(account)),
            journal: Some(IdOrCode::Id(Sought::of(journal))),
            ..close(&stage)
        };
        let both = named(&cash.to_string(), "jnl_x");
        let sound = named(&first, &stage.journal);
        let rejection = stage.run(both).expect_err("no equity, no journal");
        let pointers: Vec<&str> = rejection.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers, ["/retainedEarningsAccountId", "/journalId"]);
        assert_eq!(rejection.code, Code::AccountNotUsable);
        stage.run(sound).expect("named");
    }

    #[test]
    fn the_journal_is_the_only_closing_one_and_no_sales_journal_may_be_named() {
        let mut stage = Stage::new();
        stage.run(retained_earnings("3100")).expect("account");
        stage.run(stage.sale("1.00", true)).expect("posted");
        let journal = |code: &str, journal_type| CreateJournal {
            code: code.to_owned(),
            name: code.to_owned(),
            journal_type,
            number_pattern: None,
            reset_per: ResetPer::Year,
        };
        let sales = stage.run(journal("SJ", JournalType::Sales)).expect("sales").subject;
        stage.run(journal("G2", JournalType::General)).expect("second general");
        stage.close_periods();
        assert_eq!(stage.run(close(&stage)).expect_err("two general ones").code, Code::JournalNotUsable);
        let named = CloseFiscalYear { journal: Some(IdOrCode::Id(Sought::of(&sales))), ..close(&stage) };
        assert_eq!(stage.run(named).expect_err("sales").code, Code::JournalNotUsable);
        let closing = stage.run(journal("CJ", JournalType::Closing)).expect("closing").subject;
        stage.run(close(&stage)).expect("closed");
        let entries = stage.rows::<Entry>();
        assert_eq!(entries.last().map(|entry| entry.journal_id.to_string()), Some(closing));
    }

    #[test]
    fn more_lines_than_an_entry_takes_close_in_several_entries_which_reopening_voids_together() {
        let mut stage = Stage::new();
        let equity = stage.run(retained_earnings("3100")).expect("account").subject;
        let pattern = stage.rows::<Account>().into_iter().find(|account| account.code == "5000").expect("expense");
        let codes: Vec<String> = (0..limits::LINES_PER_ENTRY).map(|number| format!("6{number:05}")).collect();
        for (number, code) in (0_u16..).zip(&codes) {
            let mut id = [7; 16];
            id[..2].copy_from_slice(&number.to_be_bytes());
            stage.model.put(&Account { id: AccountId(id), code: code.clone(), ..pattern.clone() });
        }
        for half in codes.chunks(limits::LINES_PER_ENTRY / 2) {
            let mut entry = stage.sale("1", true);
            entry.lines = half.iter().map(|code| line(code, "1", "0")).collect();
            entry.lines.push(line("1000", "0", &half.len().to_string()));
            stage.run(entry).expect("posted");
        }
        stage.close_periods();
        let reply = stage.run(close(&stage)).expect("10,000 lines and those of equity");
        let closings = |stage: &Stage| -> Vec<Entry> {
            stage.rows::<Entry>().into_iter().filter(|entry| entry.entry_type == EntryType::Closing).collect()
        };
        let told: Vec<_> = closings(&stage)
            .into_iter()
            .map(|entry| (entry.description, entry.line_count, entry.total_debit))
            .collect();
        assert_eq!(
            told,
            [
                ("Closing of fiscal year 2010, part 1 of 2".to_owned(), 5_001, 500_000),
                ("Closing of fiscal year 2010, part 2 of 2".to_owned(), 5_001, 500_000),
            ]
        );
        let year = stage.rows::<FiscalYear>()[0].clone();
        let ids: Vec<_> = closings(&stage).iter().map(|entry| entry.id).collect();
        assert_eq!(fiscal_years::closing_entries(&year), ids);
        assert_eq!(reply.related, Some(ids[0].to_string()));
        let net = |stage: &Stage, account: &str| -> i64 {
            let own = stage.rows::<Balance>().into_iter().filter(|row| row.account_id.to_string() == account);
            own.map(|row| row.base_debit - row.base_credit).sum()
        };
        let expense = stage.rows::<Account>().into_iter().find(|account| account.code == "600000").expect("expense").id;
        assert_eq!((net(&stage, &equity), net(&stage, &expense.to_string())), (1_000_000, 0));

        let reopen = ReopenFiscalYear { year: Sought::of(&stage.year), reason: "late".to_owned(), if_match: None };
        let reply = stage.run(reopen).expect("reopened");
        assert_eq!((net(&stage, &equity), net(&stage, &expense.to_string())), (0, 100));
        let mirrors: Vec<_> =
            closings(&stage).into_iter().map(|entry| entry.voided_by_entry_id.expect("void")).collect();
        assert_eq!((mirrors.len(), reply.related), (2, Some(mirrors[0].to_string())));
        let year = stage.rows::<FiscalYear>()[0].clone();
        assert_eq!((year.closing_entry_id, year.further_closing_entries.as_str()), (None, ""));
        let history: Vec<_> =
            stage.rows::<FiscalYearChange>().into_iter().map(|change| change.further_closing_entries).collect();
        assert_eq!(history, [ids[1].to_string(), ids[1].to_string()], "posted, and voided");
        crate::replay::tests::assert_replays(&stage.model);
    }

    #[test]
    fn the_next_year_is_twelve_months_and_carries_on_the_name() {
        let stage = Stage::new();
        let book = {
            let mut book = stage.model.book().expect("book");
            book.fill(&Key::FiscalYears, &[]).expect("no other year");
            book
        };
        let year = |name: &str| FiscalYear { name: name.to_owned(), ..stage.rows::<FiscalYear>()[0].clone() };
        let (start, end) = (date(2011, 1, 1), date(2011, 12, 31));
        for (name, next) in [
            ("2010", "2011"),
            ("FY 2010", "FY 2011"),
            ("2010/11", "2011/11"),
            ("12010", "2011-01-01 to 2011-12-31"),
            ("first", "2011-01-01 to 2011-12-31"),
        ] {
            assert_eq!(next_name(&book, &year(name), start, end).as_deref(), Ok(next), "{name}");
        }
    }
}
