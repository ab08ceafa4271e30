//! Deletes a fiscal year that was made by mistake: the first or the last one, with nothing in it, and never closed.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::closing::fiscal_years;
use crate::rows::{EntryStatus, FiscalYear, Period, PeriodStatus, Reply};
use crate::value::Sought;
use crate::value::id::FiscalYearId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// What is not posted may name a period or none.
const UNPOSTED: [EntryStatus; 2] = [EntryStatus::Draft, EntryStatus::PendingApproval];

/// What is posted has its period.
const POSTED: [EntryStatus; 2] = [EntryStatus::Posted, EntryStatus::Voided];

/// Deletes an empty year with its periods.
#[derive(Clone, Debug)]
pub struct DeleteFiscalYear {
    pub year: Sought<FiscalYearId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteFiscalYear {
    const PERMISSION: Permission = Permission::PeriodsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::FiscalYears, Key::Periods]);
        let Some(Ok(Some(year))) = self.year.id().map(|id| book.fiscal_year(id)) else { return };
        let Ok(periods) = fiscal_years::periods_of(book, year.id) else { return };
        let (from, to) = (year.start_date, year.end_date);
        keys.extend(UNPOSTED.map(|status| Key::Unposted(status, None, from, to)));
        for period in &periods {
            let named = UNPOSTED.into_iter().chain(POSTED);
            keys.extend(named.map(|status| Key::Unposted(status, Some(period.id), from, to)));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let year = fiscal_years::require_year(book, &self.year)?;
        version::require_version(self.if_match.as_deref(), year.version)?;
        if year.status == PeriodStatus::Closed {
            return Err(fiscal_years::closed(&year).into());
        }
        let refused = |why: String| Err(stays(&year, &why).into());
        let periods = fiscal_years::periods_of(book, year.id)?;
        if let Some(shut) = periods.iter().rfind(|period| period.status != PeriodStatus::Open) {
            return Err(reopen_first(&year, shut).into());
        }
        if year.version > 1 || periods.iter().any(|period| period.version > 1) {
            return refused("it or a period of it was closed once, which its history keeps".to_owned());
        }
        let is_inner = book.fiscal_years()?.any(|other| other.start_date > year.end_date)
            && book.fiscal_years()?.any(|other| other.end_date < year.start_date);
        if is_inner {
            return refused(
                "years lie before and behind it, and none may be missing: only the first or the last goes".to_owned(),
            );
        }
        let (from, to) = (year.start_date, year.end_date);
        let (mut posted, mut drafts) = (0, 0);
        for status in UNPOSTED {
            drafts += book.unposted(status, None, from, to)?;
        }
        for period in &periods {
            for status in UNPOSTED {
                drafts += book.unposted(status, Some(period.id), from, to)?;
            }
            for status in POSTED {
                posted += book.unposted(status, Some(period.id), from, to)?;
            }
        }
        if posted > 0 {
            return refused(format!("entries posted in it: {posted}; what is posted stays, and so does its year"));
        }
        if drafts > 0 {
            return refused(format!("drafts dated in it: {drafts}; delete them or give them other dates first"));
        }
        for period in &periods {
            book.periods.set((period.id,), None);
        }
        book.years.set((year.id,), None);
        let recorded = book.record(ctx, FactKind::FiscalYearDeleted, year.id);
        Ok(Reply::new(year.id, year.version, recorded))
    }
}

/// The refusal to delete a year, with why.
fn stays(year: &FiscalYear, why: &str) -> Rejection {
    Rejection::new(Code::FiscalYearState, format!("fiscal year {} cannot be deleted: {why}", year.name))
        .with("fiscalYearId", year.id.to_string())
        .with("status", year.status.name())
}

fn reopen_first(year: &FiscalYear, period: &Period) -> Rejection {
    stays(year, &format!("period {} is {}", period.name, period.status.name()))
        .offer(
            "reopen-period",
            format!("Reopen period {}", period.name),
            "POST",
            format!("/accounting/periods/{}/reopen", period.id),
        )
        .with_reason("Reopened for a change in this year")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::fiscal_years::create::{CreateFiscalYear, Cut};
    use crate::commands::periods::close::ClosePeriod;
    use crate::commands::periods::reopen::ReopenPeriod;
    use crate::testing::Stage;

    fn delete(id: &str) -> DeleteFiscalYear {
        DeleteFiscalYear { year: Sought::of(id), if_match: None }
    }

    fn year(number: i16) -> CreateFiscalYear {
        CreateFiscalYear {
            name: number.to_string(),
            start_date: date(number, 1, 1),
            end_date: date(number, 12, 31),
            cut: Cut::Monthly,
            adjustment_period: true,
        }
    }

    fn why(stage: &mut Stage, id: &str) -> String {
        let rejection = stage.run(delete(id)).expect_err("stays");
        assert_eq!(rejection.code, Code::FiscalYearState);
        rejection.detail
    }

    #[test]
    fn an_empty_year_at_either_end_goes_with_its_periods_and_comes_back() {
        let mut stage = Stage::new();
        let first = stage.run(year(2009)).expect("before").subject;
        let last = stage.run(year(2011)).expect("behind").subject;
        let between = stage.year.clone();
        assert!(why(&mut stage, &between).contains("none may be missing"));
        let stale = DeleteFiscalYear { if_match: Some(vec![7]), ..delete(&last) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(&first)).expect("the first");
        stage.run(delete(&last)).expect("the last");
        assert_eq!(stage.run(delete(&last)).expect_err("gone").code, Code::NotFound);
        assert!(stage.rows::<Period>().iter().all(|period| period.start_date.year() == 2010));
        stage.run(year(2011)).expect("again");
        crate::replay::tests::assert_replays(&stage.model);
    }

    #[test]
    fn what_holds_a_draft_or_an_entry_or_was_closed_stays() {
        let mut stage = Stage::new();
        let next = stage.run(year(2011)).expect("behind").subject;
        let mut draft = stage.sale("1", false);
        draft.date = date(2011, 3, 1);
        stage.run(draft).expect("a draft");
        assert!(why(&mut stage, &next).contains("drafts dated in it: 1"));
        let own = stage.year.clone();
        stage.run(stage.sale("1", true)).expect("posted");
        assert!(why(&mut stage, &own).contains("entries posted in it: 1"));

        let mut stage = Stage::new();
        let own = stage.year.clone();
        let close = ClosePeriod { period: Sought::of(&stage.period(1)), reason: None, force: false, if_match: None };
        stage.run(close).expect("closed");
        let rejection = stage.run(delete(&own)).expect_err("closed");
        assert_eq!(rejection.resolutions[0].rel, "reopen-period");
        let reason = "a mistake".to_owned();
        stage.run(ReopenPeriod { period: Sought::of(&stage.period(1)), reason, if_match: None }).expect("open");
        assert!(why(&mut stage, &own).contains("was closed once"));
    }
}
