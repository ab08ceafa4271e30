//! How often a document asks the database: not more often because it has more lines.

use super::*;
use crate::batch::{self, Outcome, Work};
use crate::book::context::Actor;
use crate::book::{Book, Key};
use crate::command::Command;
use crate::costing::replay::work;
use crate::rows::PrincipalKind;
use crate::testing::ADMIN;
use crate::value::Sought;

/// Loads until the command is decided, behind those that hints tell of beforehand.
fn rounds(stage: &mut Stage, command: impl Into<Command>) -> usize {
    let admin = Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
    let envelopes = [stage.envelope(admin, Work::One(Box::new(command.into())))];
    let mut book = stage.model.book().expect("a book");
    let fill = |book: &mut Book, keys: Vec<Key>| {
        stage.model.fill(book, &keys).expect("readable");
    };
    for _ in 0..4 {
        let hinted = batch::hints(&book, &envelopes);
        fill(&mut book, hinted);
    }
    let mut rounds = 0;
    while let Err(missing) = batch::run(&mut book, &envelopes) {
        rounds += 1;
        fill(&mut book, missing);
    }
    rounds
}

fn sku(number: i32) -> String {
    format!("ITEM-{number}")
}

/// Items that were received in one month and left often enough in that and the next ones: each pool has checkpoints.
fn stage_of(items: i32) -> Stage {
    let mut stage = stage();
    for number in 0..items {
        let fields = ItemChange { sku: Some(sku(number)), name: Some(sku(number)), ..ItemChange::default() };
        stage.run(CreateItem { fields }).expect("item");
        stage.run(movement(MovementKind::Receipt, 5, vec![line(&sku(number), "40", Some("400"))])).expect("received");
        let in_january = (6..=22).map(|day| (1, day));
        for (month, day) in in_january.chain([(2, 3), (3, 3), (3, 9)]) {
            let mut issue = movement(MovementKind::Issue, day, vec![line(&sku(number), "1", None)]);
            issue.new.occurred_at = Some(When::On(date(2010, month, day)));
            stage.run(issue).expect("issued");
        }
    }
    stage
}

#[test]
fn a_back_dated_receipt_of_many_items_asks_no_more_often_than_one_of_two() {
    let mut stage = stage_of(16);
    let before = |numbers: std::ops::Range<i32>| {
        movement(MovementKind::Receipt, 3, numbers.map(|number| line(&sku(number), "4", Some("20"))).collect())
    };
    let of_two = rounds(&mut stage, before(0..2));
    let of_sixteen = rounds(&mut stage, before(0..16));
    assert_eq!(of_sixteen, of_two, "rounds of 16 items beside those of 2");
}

#[test]
fn a_void_of_many_lines_asks_no_more_often_than_one_of_two() {
    let mut stage = stage_of(16);
    let mut rounds_of = |numbers: std::ops::Range<i32>| {
        let lines = numbers.map(|number| line(&sku(number), "4", Some("20"))).collect();
        let posted = stage.run(movement(MovementKind::Receipt, 3, lines)).expect("received").subject;
        rounds(
            &mut stage,
            VoidMovement {
                movement: Sought::of(&posted),
                reason: "a mistake".to_owned(),
                reservations: Default::default(),
                if_match: None,
            },
        )
    };
    let of_two = rounds_of(0..2);
    assert_eq!(rounds_of(0..16), of_two, "rounds of 16 items beside those of 2");
}

/// One item with this many issues behind its receipt, posted together.
fn stage_of_issues(issues: i16) -> Stage {
    let mut stage = stage();
    let fields = ItemChange { sku: Some(sku(0)), name: Some(sku(0)), ..ItemChange::default() };
    stage.run(CreateItem { fields }).expect("item");
    stage.run(movement(MovementKind::Receipt, 5, vec![line(&sku(0), "10000", Some("20000"))])).expect("received");
    let commands = (0..issues).map(|number| {
        let mut issue = movement(MovementKind::Issue, 6, vec![line(&sku(0), "1", None)]);
        let month = i8::try_from(1 + number / 600).expect("a month");
        issue.new.occurred_at = Some(When::On(date(2010, month, 7 + i8::try_from(number % 20).expect("a day"))));
        Command::from(issue)
    });
    let work = Work::Many { atomic: true, commands: commands.collect() };
    let admin = Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
    let envelope = stage.envelope(admin, work);
    let outcomes = stage.model.commit(&[envelope], true).expect("readable");
    assert!(matches!(outcomes[..], [Outcome::Done { .. }]), "{outcomes:?}");
    stage
}

#[test]
fn a_receipt_before_many_movements_costs_each_of_them_little_more_than_once() {
    const ISSUES: i16 = 700;
    let mut stage = stage_of_issues(ISSUES);
    let before = movement(MovementKind::Receipt, 3, vec![line(&sku(0), "4000", Some("20"))]);
    work::begin();
    assert!(rounds(&mut stage, before.clone()) < 10);
    let costed = work::done();
    assert!((700..1_000).contains(&costed), "{costed} movements were costed for one receipt before {ISSUES}");
    // The decision succeeded, with the same result as a decision that has everything at hand.
    stage.run(before).expect("received");
}

/// A pool at average with so many receipts, each of which cost more later than was known.
fn stage_of_costs(receipts: i8) -> Stage {
    let mut stage = stage();
    let subtype = Some(AccountSubtype::LandedCostClearing);
    stage.run(CreateAccount { subtype, ..account("2015", AccountType::Liability, None) }).expect("account");
    for day in 4..4 + receipts {
        let received = movement(MovementKind::Receipt, day, vec![line("AVG", "3", Some("3.00"))]);
        let received = stage.run(received).expect("received").subject;
        stage.run(movement(MovementKind::Issue, day, vec![line("AVG", "2", None)])).expect("issued");
        let mut freight = movement(MovementKind::LandedCost, day, Vec::new());
        (freight.new.warehouse, freight.new.of_movement) = (None, Some(Sought::of(&received)));
        freight.new.amount = Some(decimal("0.07"));
        stage.run(freight).expect("freight");
    }
    stage
}

#[test]
fn a_receipt_before_many_later_costs_asks_no_more_often_than_one_before_two() {
    let before = || movement(MovementKind::Receipt, 3, vec![line("AVG", "4", Some("20"))]);
    let of_two = rounds(&mut stage_of_costs(2), before());
    assert_eq!(rounds(&mut stage_of_costs(16), before()), of_two, "rounds of 16 costs beside those of 2");
}
