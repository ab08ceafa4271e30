//! Late entries: entries that came into the books after the time to which they belong.

use crate::named_enum;
use crate::rows::{Period, PeriodChange, PeriodStatus};
use crate::value::{Date, Instant};

/// Days that an entry may be dated back where nobody says how many.
pub const USUAL_DAYS: i64 = 30;

named_enum! {
    /// Why an entry counts as late.
    LateReason {
        /// It was posted after the last day of its period.
        AfterPeriodEnd = "afterPeriodEnd",
        /// Its period was soft-closed already.
        AfterSoftClose = "afterSoftClose",
        /// Its date lies further back than the days that were asked for.
        Backdated = "backdated",
        /// It reverses or corrects an entry of a closed period.
        PriorPeriodAdjustment = "priorPeriodAdjustment",
    }
}

/// When an entry was posted, and for when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posted {
    /// The accounting date.
    pub date: Date,
    /// When it was posted.
    pub at: Instant,
    /// On which day that was in the organization's zone.
    pub on: Date,
    /// Whether it is flagged as one of a prior period.
    pub prior_period_adjustment: bool,
}

/// Why an entry is late, in the order of the reasons; empty where it is not. `changes` are those of its period.
#[must_use]
pub fn reasons<'a>(
    posted: Posted,
    period: Option<&Period>,
    changes: impl Iterator<Item = &'a PeriodChange>,
    days: i64,
) -> Vec<LateReason> {
    let mut reasons = Vec::new();
    if period.is_some_and(|period| posted.on > period.end_date) {
        reasons.push(LateReason::AfterPeriodEnd);
    }
    let status = changes.filter(|change| change.at < posted.at).max_by_key(|change| change.period_version);
    if status.is_some_and(|change| change.to_status != PeriodStatus::Open) {
        reasons.push(LateReason::AfterSoftClose);
    }
    if posted.date.duration_until(posted.on).as_secs() / 86_400 > days {
        reasons.push(LateReason::Backdated);
    }
    if posted.prior_period_adjustment {
        reasons.push(LateReason::PriorPeriodAdjustment);
    }
    reasons
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::rows::PeriodType;
    use crate::value::id::{FiscalYearId, PeriodId, PrincipalId};

    const JUNE: PeriodId = PeriodId([6; 16]);

    const NOBODY: PrincipalId = PrincipalId([0; 16]);

    fn june() -> Period {
        Period {
            id: JUNE,
            fiscal_year_id: FiscalYearId([1; 16]),
            number: 6,
            name: "2010-06".to_owned(),
            start_date: date(2010, 6, 1),
            end_date: date(2010, 6, 30),
            period_type: PeriodType::Standard,
            status: PeriodStatus::Open,
            version: 3,
            created_at: Instant(0),
            created_by: NOBODY,
            updated_at: Instant(0),
            updated_by: NOBODY,
        }
    }

    /// A change of June at this instant.
    fn change(version: i64, at: i64, from_status: PeriodStatus, to_status: PeriodStatus) -> PeriodChange {
        let at = Instant(at);
        PeriodChange {
            period_id: JUNE,
            period_version: version,
            at,
            by_principal: NOBODY,
            from_status,
            to_status,
            reason: None,
        }
    }

    #[test]
    fn an_entry_is_late_for_each_of_its_reasons() {
        use LateReason::{AfterPeriodEnd, AfterSoftClose, Backdated, PriorPeriodAdjustment};
        // Soft-closed at 100, opened again at 200.
        let changes = [
            change(2, 100, PeriodStatus::Open, PeriodStatus::SoftClosed),
            change(3, 200, PeriodStatus::SoftClosed, PeriodStatus::Open),
        ];
        type Case<'a> = (&'a str, Date, i64, bool, i64, &'a [LateReason]);
        let cases: &[Case<'_>] = &[
            ("in time", date(2010, 6, 15), 50, false, 30, &[]),
            ("on the last day", date(2010, 6, 30), 50, false, 30, &[]),
            ("a day after", date(2010, 7, 1), 50, false, 30, &[AfterPeriodEnd]),
            ("soft-closed by then", date(2010, 6, 30), 150, false, 30, &[AfterSoftClose]),
            ("opened again", date(2010, 6, 30), 250, false, 30, &[]),
            ("just far enough back", date(2010, 7, 15), 50, false, 30, &[AfterPeriodEnd]),
            ("too far back", date(2010, 7, 16), 50, false, 30, &[AfterPeriodEnd, Backdated]),
            ("before its date", date(2010, 6, 1), 50, false, 0, &[]),
            ("flagged", date(2010, 6, 15), 50, true, 30, &[PriorPeriodAdjustment]),
        ];
        for (name, on, at, prior_period_adjustment, days, late) in cases {
            let posted = Posted {
                date: date(2010, 6, 15),
                at: Instant(*at),
                on: *on,
                prior_period_adjustment: *prior_period_adjustment,
            };
            assert_eq!(reasons(posted, Some(&june()), changes.iter(), *days), *late, "{name}");
        }
    }
}
