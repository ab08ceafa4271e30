//! A period from open to closed and back.

use jiff::civil::date;

use super::close::ClosePeriod;
use super::reopen::ReopenPeriod;
use super::soft_close::SoftClosePeriod;
use crate::book::context::Actor;
use crate::commands::fiscal_years::create::{CreateFiscalYear, Cut};
use crate::rows::{Period, PeriodChange, PeriodStatus, PrincipalKind};
use crate::testing::Stage;
use crate::value::Sought;
use crate::value::id::PrincipalId;
use crate::value::permission::BuiltInRole;
use crate::value::rejection::Code;

fn soft_close(period: &Period) -> SoftClosePeriod {
    SoftClosePeriod { period: Sought::Id(period.id), reason: None, if_match: None }
}

fn close(period: &Period) -> ClosePeriod {
    ClosePeriod { period: Sought::Id(period.id), reason: Some("a test".to_owned()), force: true, if_match: None }
}

fn reopen(period: &Period) -> ReopenPeriod {
    ReopenPeriod { period: Sought::Id(period.id), reason: "a late invoice".to_owned(), if_match: None }
}

/// The periods of 2010 by number: twelve months and the adjustments.
fn periods_of_2010(stage: &Stage) -> Vec<Period> {
    let mut periods = stage.rows::<Period>();
    periods.sort_by_key(|period| (period.start_date.year(), period.number));
    periods
}

fn controller() -> Actor {
    let claimed_roles = Some(vec![BuiltInRole::Controller]);
    Actor { principal: PrincipalId([5; 16]), kind: PrincipalKind::Foreign, claimed_roles, scope: None }
}

#[test]
fn a_period_goes_from_open_to_soft_closed_to_closed_and_back_with_its_history() {
    let mut stage = Stage::new();
    let january = &periods_of_2010(&stage)[0];
    stage.run(soft_close(january)).expect("soft-closed");
    stage.run(close(january)).expect("closed");
    let reply = stage.run(reopen(january)).expect("reopened");
    assert_eq!(reply.version, 4);
    let history: Vec<_> = stage
        .rows::<PeriodChange>()
        .into_iter()
        .map(|change| (change.from_status, change.to_status, change.reason))
        .collect();
    assert_eq!(
        history,
        [
            (PeriodStatus::Open, PeriodStatus::SoftClosed, None),
            (PeriodStatus::SoftClosed, PeriodStatus::Closed, Some("a test".to_owned())),
            (PeriodStatus::Closed, PeriodStatus::Open, Some("a late invoice".to_owned())),
        ]
    );
}

#[test]
fn states_without_a_way_are_refused() {
    let mut stage = Stage::new();
    let january = &periods_of_2010(&stage)[0];
    let refused = |stage: &mut Stage, command: crate::command::Command| stage.run(command).expect_err("refused").code;
    assert_eq!(refused(&mut stage, reopen(january).into()), Code::PeriodState);
    stage.run(soft_close(january)).expect("soft-closed");
    assert_eq!(refused(&mut stage, soft_close(january).into()), Code::PeriodState);
    stage.run(close(january)).expect("closed");
    assert_eq!(refused(&mut stage, close(january).into()), Code::PeriodState);
    assert_eq!(refused(&mut stage, soft_close(january).into()), Code::PeriodState);
    let stale = ClosePeriod { if_match: Some(vec![1]), ..close(january) };
    assert_eq!(refused(&mut stage, stale.into()), Code::VersionMismatch);
    let unknown = ClosePeriod { period: Sought::of("per_x"), ..close(january) };
    assert_eq!(refused(&mut stage, unknown.into()), Code::NotFound);
}

#[test]
fn the_checklist_names_drafts_and_earlier_periods_together() {
    let mut stage = Stage::new();
    let all = periods_of_2010(&stage);
    let draft = stage.entry(date(2010, 3, 31), &[("1000", "1", "0")], false);
    stage.run(draft).expect("draft");
    let rejection = stage.run(close(&all[2])).expect_err("not ready");
    assert_eq!(rejection.code, Code::PeriodNotReady);
    let ways: Vec<_> = rejection.resolutions.iter().map(|way| way.path.clone()).collect();
    assert_eq!(
        ways,
        [
            "/accounting/journal-entries?status=draft&dateFrom=2010-03-01&dateTo=2010-03-31".to_owned(),
            format!("/accounting/periods/{}/close", all[0].id),
        ]
    );
    stage.run(close(&all[0])).expect("january");
    stage.run(close(&all[1])).expect("february");
    let rejection = stage.run(close(&all[2])).expect_err("the draft is left");
    assert_eq!(rejection.resolutions.len(), 1);
}

#[test]
fn adjustments_close_after_the_months_and_only_the_last_closed_period_opens_again() {
    let mut stage = Stage::new();
    let all = periods_of_2010(&stage);
    assert_eq!(stage.run(close(&all[12])).expect_err("months are open").code, Code::PeriodNotReady);
    for period in &all {
        stage.run(close(period)).expect("closed in order");
    }
    let rejection = stage.run(reopen(&all[11])).expect_err("adjustments are closed");
    assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::PeriodState, "reopen-later"));
    stage.run(reopen(&all[12])).expect("the last one");
    stage.run(reopen(&all[11])).expect("then december");
}

#[test]
fn the_next_years_first_month_waits_for_this_years_months_but_not_for_its_adjustments() {
    let mut stage = Stage::new();
    stage
        .run(CreateFiscalYear {
            name: "2011".to_owned(),
            start_date: date(2011, 1, 1),
            end_date: date(2011, 12, 31),
            cut: Cut::Monthly,
            adjustment_period: false,
        })
        .expect("2011");
    let all = periods_of_2010(&stage);
    let next = all.iter().find(|period| period.start_date == date(2011, 1, 1)).expect("2011-01").clone();
    assert_eq!(stage.run(close(&next)).expect_err("2010 is open").code, Code::PeriodNotReady);
    for period in &all[..12] {
        stage.run(close(period)).expect("2010");
    }
    stage.run(close(&next)).expect("adjustments of 2010 may stay open");
}

#[test]
fn a_controller_reopens_what_is_soft_closed_but_not_what_is_closed() {
    let mut stage = Stage::new();
    let january = &periods_of_2010(&stage)[0];
    stage.run_as(controller(), soft_close(january)).expect("soft-closed");
    stage.run_as(controller(), reopen(january)).expect("reopened");
    assert_eq!(stage.run_as(controller(), close(january)).expect_err("close").code, Code::Forbidden);
    stage.run(close(january)).expect("by the administrator");
    assert_eq!(stage.run_as(controller(), reopen(january)).expect_err("reopen").code, Code::Forbidden);
}

#[test]
fn a_period_closes_when_its_last_day_has_passed_or_by_force_with_a_reason() {
    let mut stage = Stage::new();
    let all = periods_of_2010(&stage);
    let plain =
        |place: usize| ClosePeriod { period: Sought::Id(all[place].id), reason: None, force: false, if_match: None };
    // It is the first of December.
    for month in 0..11 {
        stage.run(plain(month)).expect("it is over");
    }
    let refused = |stage: &mut Stage| {
        let rejection = stage.run(plain(11)).expect_err("december has begun");
        assert_eq!((rejection.code, rejection.context[0].0), (Code::PeriodNotReady, "blocking"));
        assert!(rejection.detail.contains("its last day is 2010-12-31"), "{}", rejection.detail);
    };
    refused(&mut stage);
    let forced = ClosePeriod { force: true, ..plain(11) };
    let rejection = stage.run(forced.clone()).expect_err("why?");
    assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::ValidationFailed, "/reason"));
    let given_up = ClosePeriod { reason: Some("the shop is given up".to_owned()), ..forced };
    stage.run(given_up).expect("it is meant");
    stage.run(reopen(&all[11])).expect("and was a mistake");
    stage.wait_until(date(2010, 12, 31));
    refused(&mut stage);
    stage.wait_until(date(2011, 1, 1));
    stage.run(plain(11)).expect("it is over");
}
