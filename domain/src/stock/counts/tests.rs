//! Rules of counts, on the model: the expected and the counted quantities, and the posting of the difference.

use crate::book::context::Actor;
use crate::commands::counts::approve::ApproveCount;
use crate::commands::counts::cancel::CancelCount;
use crate::commands::counts::open::OpenCount;
use crate::commands::counts::post::PostCount;
use crate::commands::counts::record::RecordCount;
use crate::commands::counts::send_back::SendBackCount;
use crate::commands::counts::submit::SubmitCount;
use crate::commands::memberships::set::SetMembership;
use crate::commands::organization::update::UpdateOrganization;
use crate::commands::reason_codes::create::CreateReasonCode;
use crate::commands::reason_codes::delete::DeleteReasonCode;
use crate::commands::warehouses::update::UpdateWarehouse;
use crate::rows::recordings::decode_recordings;
use crate::rows::{
    Count, CountLine, CountStatus, MovementStatus, PrincipalKind, StockLevel, StockMovement, Warehouse, WarehouseStatus,
};
use crate::stock::counts::new::{CountMode, Found, NewCount, NewTolerance};
use crate::stock::goods::tests::{balances, decimal, line, movement, stage, void};
use crate::stock::reason_codes::change::ReasonCodeChange;
use crate::stock::warehouses::change::WarehouseChange;
use crate::testing::{ADMIN, Stage, account_id};
use crate::value::id::PrincipalId;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Rejection, Value};
use crate::value::{IdOrCode, Patch, Sought};

const ANN: PrincipalId = PrincipalId([2; 16]);

/// 100 apples for 250.00 of first in, first out in the main warehouse, and 10 on average.
pub(crate) fn stocked() -> Stage {
    let mut stage = stage();
    let lines = vec![line("FIFO", "100", Some("250.00")), line("AVG", "10", Some("33.30"))];
    stage.run(movement(MovementKind::Receipt, 5, lines)).expect("received");
    stage
}

pub(crate) fn new() -> NewCount {
    NewCount {
        warehouse: Some(IdOrCode::Code("main".to_owned())),
        occurred_at: None,
        locations: Vec::new(),
        items: Vec::new(),
        categories: Vec::new(),
        is_blind: false,
        tolerance: NewTolerance::default(),
        reason: None,
        description: String::new(),
        reference: None,
        metadata: "{}".to_owned(),
    }
}

pub(crate) fn opened(stage: &mut Stage, new: NewCount) -> String {
    stage.run(OpenCount { new }).expect("opened").subject
}

pub(crate) fn found(sku: &str, quantity: &str) -> Found {
    Found { line_number: None, goods: line(sku, quantity, None), reason: None, mode: CountMode::Replace }
}

fn record(count: &str, lines: Vec<Found>) -> RecordCount {
    RecordCount { count: Sought::of(count), lines, if_match: None }
}

pub(crate) fn submit(count: &str, uncounted_as_zero: bool) -> SubmitCount {
    SubmitCount { count: Sought::of(count), uncounted_as_zero, if_match: None }
}

fn approve(count: &str) -> ApproveCount {
    ApproveCount { count: Sought::of(count), if_match: None }
}

fn send_back(count: &str) -> SendBackCount {
    SendBackCount { count: Sought::of(count), reason: "look again".to_owned(), if_match: None }
}

pub(super) fn cancel(count: &str) -> CancelCount {
    CancelCount { count: Sought::of(count), reason: "another day".to_owned(), if_match: None }
}

pub(super) fn post(count: &str) -> PostCount {
    PostCount { count: Sought::of(count), if_match: None }
}

pub(crate) fn stored(stage: &Stage, id: &str) -> Count {
    stage.rows::<Count>().into_iter().find(|count| count.id.to_string() == id).expect("stored")
}

fn lines_of(stage: &Stage, id: &str) -> Vec<CountLine> {
    stage.rows::<CountLine>().into_iter().filter(|line| line.count_id.to_string() == id).collect()
}

fn on_hand(stage: &Stage) -> Vec<i64> {
    stage.rows::<StockLevel>().into_iter().map(|level| level.quantity).collect()
}

fn item_id(stage: &Stage, sku: &str) -> String {
    let items = stage.rows::<crate::rows::items::Item>();
    items.into_iter().find(|item| item.sku == sku).expect("item").id.to_string()
}

/// Counts, submits, approves and posts.
pub(crate) fn counted(stage: &mut Stage, new: NewCount, lines: Vec<Found>) -> Result<String, Rejection> {
    let count = opened(stage, new);
    stage.run(record(&count, lines))?;
    stage.run(submit(&count, true))?;
    if stored(stage, &count).status == CountStatus::Submitted {
        stage.run(approve(&count))?;
    }
    stage.run(post(&count))?;
    Ok(count)
}

#[test]
fn the_difference_is_posted_as_of_the_snapshot_and_what_moved_meanwhile_is_not_lost() {
    let mut stage = stocked();
    let count = opened(&mut stage, new());
    let row = stored(&stage, &count);
    assert_eq!((row.line_count, row.counted_count, row.is_open), (2, 0, true));
    let mut expected: Vec<i64> = lines_of(&stage, &count).iter().map(|line| line.expected).collect();
    expected.sort_unstable();
    assert_eq!(expected, [10, 100]);
    let mut out = movement(MovementKind::Issue, 5, vec![line("FIFO", "30", None)]);
    out.new.occurred_at = None;
    stage.run(out).expect("issued while it is counted");
    stage.run(record(&count, vec![found("FIFO", "96"), found("AVG", "11")])).expect("recorded");
    stage.run(submit(&count, false)).expect("submitted");
    stage.run(approve(&count)).expect("approved");
    let reply = stage.run(post(&count)).expect("posted");
    let movement = stage.rows::<StockMovement>().into_iter().find(|one| Some(one.id.to_string()) == reply.related);
    let movement = movement.expect("one movement of both differences");
    assert_eq!((movement.kind, movement.status), (MovementKind::CountAdjustment, MovementStatus::Posted));
    assert_eq!((movement.occurred_at, movement.line_count), (Some(row.snapshot_at), 2));
    let mut there = on_hand(&stage);
    there.sort_unstable();
    assert_eq!(there, [11, 66], "100 - 4 - 30, and 10 + 1");
    // 4 of 2.50 are lost, and 1 of 3.33 was found.
    assert_eq!(balances(&stage)["5100"], 1000 - 333);
    let posted = stored(&stage, &count);
    assert_eq!((posted.status, posted.is_open, posted.movement_id), (CountStatus::Posted, false, Some(movement.id)));
    void(&mut stage, &movement.id.to_string()).expect("voided");
    assert_eq!((stored(&stage, &count).status, balances(&stage).get("5100")), (CountStatus::Posted, None));
}

#[test]
fn a_count_without_a_difference_posts_nothing() {
    let mut stage = stocked();
    let count = counted(&mut stage, new(), vec![found("FIFO", "100"), found("AVG", "10")]).expect("counted");
    let row = stored(&stage, &count);
    assert_eq!((row.status, row.movement_id, row.approved_by), (CountStatus::Posted, None, None));
    assert_eq!(stage.rows::<StockMovement>().len(), 1);
}

#[test]
fn only_what_is_beyond_the_tolerance_waits_for_approval() {
    let tolerance = |quantity: &str, percent: &str, value: &str| NewTolerance {
        quantity: (!quantity.is_empty()).then(|| decimal(quantity)),
        percent: (!percent.is_empty()).then(|| decimal(percent)),
        value: (!value.is_empty()).then(|| decimal(value)),
    };
    // 100 are expected, of 2.50 each.
    for (quantity, percent, value, was_found, waits) in [
        ("", "", "", "100", false),
        ("", "", "", "99", true),
        ("2", "", "", "98", false),
        ("2", "", "", "102", false),
        ("2", "", "", "97", true),
        ("", "1.5", "", "99", false),
        ("", "1.5", "", "98", true),
        ("", "", "5.00", "98", false),
        ("", "", "5.00", "103", true),
        ("5", "1", "", "98", true),
        ("5", "9", "5.00", "98", false),
        ("5", "9", "4.99", "98", true),
        ("0", "", "", "101", true),
    ] {
        let mut stage = stocked();
        let count = opened(&mut stage, NewCount { tolerance: tolerance(quantity, percent, value), ..new() });
        stage.run(record(&count, vec![found("FIFO", was_found), found("AVG", "10")])).expect("recorded");
        stage.run(submit(&count, false)).expect("submitted");
        let row = stored(&stage, &count);
        let status = if waits { CountStatus::Submitted } else { CountStatus::Approved };
        let case = format!("{quantity}|{percent}|{value}: {was_found}");
        assert_eq!((row.status, row.needs_approval), (status, waits), "{case}");
        assert_eq!(lines_of(&stage, &count).iter().filter(|line| line.is_beyond).count(), usize::from(waits), "{case}");
    }
    let bad = OpenCount { new: NewCount { tolerance: tolerance("-1", "0.0000001", "0.001"), ..new() } };
    let pointers: Vec<String> =
        stocked().run(bad).expect_err("refused").errors.into_iter().map(|error| error.pointer).collect();
    assert_eq!(pointers, ["/tolerance/quantity", "/tolerance/percent", "/tolerance/value"]);
}

#[test]
fn what_was_not_counted_is_listed_until_somebody_says_that_nothing_is_there() {
    let mut stage = stocked();
    let count = opened(&mut stage, new());
    stage.run(record(&count, vec![found("AVG", "10")])).expect("recorded");
    let refused = stage.run(submit(&count, false)).expect_err("apples are missing");
    assert_eq!((refused.code, refused.resolutions[0].rel), (Code::CountIncomplete, "submit"));
    let listed =
        refused.context.iter().find(|(name, _)| *name == "lines").map(|(_, value)| value.to_json().to_string());
    assert!(listed.expect("lines").contains("\"sku\":\"FIFO\""));
    stage.run(submit(&count, true)).expect("submitted");
    let line = lines_of(&stage, &count).into_iter().find(|line| line.expected == 100).expect("line");
    assert_eq!((line.counted, line.counted_by, line.is_beyond), (Some(0), Some(ADMIN), true));
    assert_eq!(stored(&stage, &count).counted_count, 2);
}

#[test]
fn each_status_allows_its_own_steps_and_says_which() {
    let mut stage = stocked();
    let count = opened(&mut stage, NewCount { is_blind: true, ..new() });
    let refused = |stage: &mut Stage, commands: Vec<crate::command::Command>| -> Vec<Code> {
        commands.into_iter().map(|command| stage.run(command).expect_err("refused").code).collect()
    };
    let state = Code::CountState;
    assert_eq!(
        refused(&mut stage, vec![approve(&count).into(), send_back(&count).into(), post(&count).into()]),
        [state, state, state]
    );
    stage.run(submit(&count, true)).expect("submitted");
    let recount = || record(&count, vec![found("FIFO", "1")]);
    let early = vec![recount().into(), submit(&count, true).into(), post(&count).into()];
    assert_eq!(refused(&mut stage, early), [state, state, state]);
    let stale = ApproveCount { if_match: Some(vec![1]), ..approve(&count) };
    assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
    stage.run(send_back(&count)).expect("sent back");
    let row = stored(&stage, &count);
    assert_eq!((row.status, row.submitted_by, row.sent_back_by), (CountStatus::Open, None, Some(ADMIN)));
    stage.run(recount()).expect("counted again");
    stage.run(submit(&count, false)).expect("submitted again");
    stage.run(approve(&count)).expect("approved");
    assert_eq!(refused(&mut stage, vec![recount().into(), approve(&count).into()]), [state, state]);
    stage.run(post(&count)).expect("posted");
    let late = vec![recount().into(), cancel(&count).into(), send_back(&count).into(), post(&count).into()];
    assert_eq!(refused(&mut stage, late), [state; 4]);
    let other = opened(&mut stage, new());
    stage.run(cancel(&other)).expect("cancelled");
    assert_eq!(refused(&mut stage, vec![record(&other, vec![found("FIFO", "1")]).into()]), [state]);
    assert_eq!(stage.run(approve("cnt_x")).expect_err("unknown").code, Code::NotFound);
}

#[test]
fn a_recount_keeps_all_that_was_recorded_and_the_last_one_counts() {
    let mut stage = stocked();
    let count = opened(&mut stage, new());
    for quantity in ["90", "95", "97"] {
        stage.run(record(&count, vec![found("FIFO", quantity)])).expect("recorded");
    }
    let line = lines_of(&stage, &count).into_iter().find(|line| line.expected == 100).expect("line");
    let by_number = Found { line_number: Some(line.line_number), ..found("anything", "98") };
    stage.run(record(&count, vec![by_number])).expect("recorded by its number");
    let line = lines_of(&stage, &count).into_iter().find(|line| line.expected == 100).expect("line");
    let kept: Vec<i64> = decode_recordings(&line.recordings).expect("bytes").iter().map(|one| one.quantity).collect();
    assert_eq!((kept, line.counted), (vec![90, 95, 97, 98], Some(98)));
    assert_eq!(stored(&stage, &count).counted_count, 1);
}

#[test]
fn two_open_counts_never_have_the_same_goods_in_the_same_place() {
    let mut stage = stocked();
    let of = |stage: &Stage, sku: &str| NewCount { items: vec![Sought::of(&item_id(stage, sku))], ..new() };
    let apples = of(&stage, "FIFO");
    let first = opened(&mut stage, apples.clone());
    for (scope, overlaps) in [(new(), true), (apples, true), (of(&stage, "AVG"), false)] {
        match stage.run(OpenCount { new: scope }) {
            Ok(_) => assert!(!overlaps),
            Err(rejection) => {
                assert!(overlaps);
                assert_eq!(rejection.code, Code::CountOverlaps);
                assert!(rejection.context.contains(&("id", Value::from(first.clone()))));
            }
        }
    }
    let elsewhere = NewCount { warehouse: Some(IdOrCode::Code("SHOP".to_owned())), ..new() };
    opened(&mut stage, elsewhere);
    // Goods outside a count's scope cannot be recorded in it.
    let refused = stage.run(record(&first, vec![found("AVG", "1")])).expect_err("not apples");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::NotInCount, "/lines/0"));
    stage.run(cancel(&first)).expect("cancelled");
    let again = of(&stage, "FIFO");
    opened(&mut stage, again);
}

#[test]
fn goods_that_were_not_expected_are_found_and_need_a_cost_where_nothing_tells_it() {
    let mut stage = stage();
    let count = opened(&mut stage, new());
    assert_eq!(stored(&stage, &count).line_count, 0);
    stage.run(record(&count, vec![found("FIFO", "3")])).expect("recorded");
    stage.run(submit(&count, false)).expect("submitted");
    stage.run(approve(&count)).expect("approved");
    let refused = stage.run(post(&count)).expect_err("nothing says what it costs");
    assert_eq!((refused.code, refused.errors.len()), (Code::CostRequired, 0));
    assert!(refused.context.contains(&("countLines", Value::List(vec![Value::Int(1)]))));
    stage.run(send_back(&count)).expect("sent back");
    let with_cost = Found { goods: line("FIFO", "3", Some("9.00")), ..found("FIFO", "3") };
    stage.run(record(&count, vec![with_cost])).expect("recorded");
    stage.run(submit(&count, false)).expect("submitted");
    stage.run(approve(&count)).expect("approved");
    stage.run(post(&count)).expect("posted");
    assert_eq!((on_hand(&stage), balances(&stage)["1200"]), (vec![3], 900));
}

#[test]
fn what_cannot_have_been_found_is_refused_with_its_field() {
    let mut stage = stocked();
    let count = opened(&mut stage, new());
    for (lines, code, pointer) in [
        (vec![found("FIFO", "-1")], Code::QuantityNotUsable, "/lines/0/quantity"),
        (vec![found("FIFO", "1"), found("FIFO", "0.5")], Code::QuantityPrecision, "/lines/1/quantity"),
        (vec![found("nothing", "1")], Code::UnknownReference, "/lines/0/sku"),
        (vec![Found { line_number: Some(9), ..found("FIFO", "1") }], Code::UnknownReference, "/lines/0/lineNumber"),
        (
            vec![Found { reason: Some(IdOrCode::Code("none".to_owned())), ..found("FIFO", "1") }],
            Code::UnknownReference,
            "/lines/0/reasonCode",
        ),
    ] {
        let refused = stage.run(record(&count, lines)).expect_err("refused");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, pointer));
    }
    stage.run(record(&count, vec![found("FIFO", "0")])).expect("nothing is there");
}

#[test]
fn a_reason_of_a_line_takes_its_difference_and_stays_while_a_count_names_it() {
    let mut stage = stocked();
    let reason = |stage: &mut Stage, code: &str, account: &str| {
        let fields = ReasonCodeChange {
            code: Some(code.to_owned()),
            name: Some(code.to_owned()),
            account_id: Patch::Set(Sought::of(&account_id(stage, account))),
            ..ReasonCodeChange::default()
        };
        stage.run(CreateReasonCode { fields }).expect("reason").subject
    };
    let (theft, other) = (reason(&mut stage, "THEFT", "5000"), reason(&mut stage, "OTHER", "5900"));
    let scope = NewCount { reason: Some(IdOrCode::Id(Sought::of(&other))), ..new() };
    let stolen = Found { reason: Some(IdOrCode::Id(Sought::of(&theft))), ..found("FIFO", "96") };
    counted(&mut stage, scope, vec![stolen, found("AVG", "9")]).expect("counted");
    assert_eq!((balances(&stage)["5000"], balances(&stage)["5900"]), (1000, 333));
    for id in [theft, other] {
        let refused = stage.run(DeleteReasonCode { reason: Sought::of(&id), if_match: None }).expect_err("in use");
        assert_eq!(refused.code, Code::ReasonCodeInUse);
    }
}

#[test]
fn a_frozen_warehouse_takes_its_count_and_no_other_movement() {
    let mut stage = stocked();
    let main = stage.rows::<Warehouse>().into_iter().find(|row| row.code == "MAIN").expect("main").id.to_string();
    let status = |status| {
        let fields = WarehouseChange { status: Some(status), ..WarehouseChange::default() };
        UpdateWarehouse { warehouse: Sought::of(&main), if_match: None, fields }
    };
    stage.run(status(WarehouseStatus::Frozen)).expect("frozen");
    let out = movement(MovementKind::Issue, 6, vec![line("FIFO", "1", None)]);
    assert_eq!(stage.run(out).expect_err("frozen").code, Code::WarehouseNotUsable);
    counted(&mut stage, new(), vec![found("FIFO", "99"), found("AVG", "10")]).expect("counted");
    assert_eq!(on_hand(&stage).iter().sum::<i64>(), 109);
}

#[test]
fn where_the_organization_wants_it_who_counted_does_not_approve() {
    let mut stage = stocked();
    let member = SetMembership {
        principal: Sought::Id(ANN),
        kind: PrincipalKind::User,
        roles: vec!["warehouseManager".to_owned()],
        is_active: true,
        owner: None,
        warehouses: crate::value::Patch::Absent,
        name: None,
        if_match: None,
    };
    stage.run(member).expect("member");
    let ann = Actor { principal: ANN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
    let wanted = UpdateOrganization { approver_not_preparer: Some(true), ..Default::default() };
    stage.run(wanted).expect("settings");
    let count = opened(&mut stage, new());
    stage.run_as(ann.clone(), record(&count, vec![found("FIFO", "1"), found("AVG", "1")])).expect("recorded");
    stage.run(submit(&count, false)).expect("submitted");
    for (actor, may) in [(Some(ann), false), (None, false)] {
        let tried = match actor {
            Some(actor) => stage.run_as(actor, approve(&count)),
            None => stage.run(approve(&count)),
        };
        assert_eq!(tried.map(drop).map_err(|why| why.code), if may { Ok(()) } else { Err(Code::SeparationOfDuties) });
    }
    let robot = Actor { principal: ADMIN, kind: PrincipalKind::System, claimed_roles: None, scope: None };
    assert_eq!(stage.run_as(robot, approve(&count)).expect_err("no person").code, Code::PersonRequired);
}
