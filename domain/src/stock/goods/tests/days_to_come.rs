//! What happened is never posted on a day that is still to come, though its own period is closed.

use super::*;
use crate::commands::fiscal_years::create::{CreateFiscalYear, Cut};

/// The stage on 1 December 2010 with a receipt of January, and a next year. All of 2010 is closed, December by force.
fn closed_early() -> (Stage, String) {
    let mut stage = stage();
    let receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "9", Some("90.00"))]);
    let receipt = run(&mut stage, receipt).expect("received");
    stage
        .run(CreateFiscalYear {
            name: "2011".to_owned(),
            start_date: date(2011, 1, 1),
            end_date: date(2011, 12, 31),
            cut: Cut::Monthly,
            adjustment_period: false,
        })
        .expect("2011");
    stage.close_periods();
    (stage, receipt)
}

#[test]
fn a_movement_and_its_void_wait_for_the_first_open_day_and_the_refusal_says_which_period_to_reopen() {
    let (mut stage, receipt) = closed_early();
    let mut issue = movement(MovementKind::Issue, 5, vec![line("FIFO", "1", None)]);
    let january = stage.run(issue.clone()).expect_err("no day up to today is open");
    assert_eq!(january.code, Code::PeriodClosed);
    assert!(january.context.contains(&("firstOpenDate", None::<Date>.into())), "{:?}", january.context);
    let december = format!("/accounting/periods/{}/reopen", stage.period(12));
    assert_eq!((january.resolutions[0].rel, &january.resolutions[0].path), ("reopen-period", &december));
    assert_eq!(void(&mut stage, &receipt).expect_err("nor for its void").code, Code::PeriodClosed);
    issue.new.occurred_at = None;
    let now = stage.run(issue.clone()).expect_err("today is closed");
    assert_eq!((now.resolutions[0].rel, &now.resolutions[0].path), ("reopen-period", &december));
    assert!(now.detail.contains("reopen period 2010-12"), "{}", now.detail);

    stage.wait_until(date(2011, 1, 3));
    issue.new.occurred_at = Some(When::On(date(2010, 1, 5)));
    let issue = run(&mut stage, issue).expect("a day that has come is open");
    let posted = stage.rows::<crate::rows::StockMovement>().into_iter().find(|row| row.id.to_string() == issue);
    assert_eq!(posted.and_then(|row| row.posting_date), Some(date(2011, 1, 1)));
}
