//! Lots and pieces that lines bring, and drafts that are edited.

use super::*;
use crate::commands::movements::post::PostMovement;
use crate::commands::movements::update::UpdateMovement;
use crate::rows::movement_drafts::{DraftLine, decode_drafts, encode_drafts};
use crate::rows::{Brought, FactRow, Lot, LotChange, SerialChange, StockMovement, Tracking};
use crate::value::id::{ItemId, WarehouseId};
use crate::value::{Json, Sought};

fn with_lots() -> Stage {
    let mut stage = stage();
    for (sku, tracking) in [("LOT", Tracking::Lot), ("PIECE", Tracking::Serial)] {
        let fields = ItemChange {
            sku: Some(sku.to_owned()),
            name: Some(sku.to_owned()),
            tracking: Some(tracking),
            ..ItemChange::default()
        };
        stage.run(CreateItem { fields }).expect("item");
    }
    stage
}

fn lot(number: &str, expires_on: Option<Date>) -> Brought {
    let expires_on = Patch::from(expires_on);
    Brought::Lot(LotChange { number: Some(number.to_owned()), expires_on, ..LotChange::default() })
}

fn brings(quantity: &str, brought: Brought) -> NewMovementLine {
    let sku = if matches!(brought, Brought::Lot(_)) { "LOT" } else { "PIECE" };
    NewMovementLine { brought: Some(brought), ..line(sku, quantity, Some("2.00")) }
}

fn receipt(post: bool, lines: Vec<NewMovementLine>) -> CreateMovement {
    let mut command = movement(MovementKind::Receipt, 5, lines);
    command.new.post = post;
    command
}

#[test]
fn what_a_line_brings_survives_its_bytes() {
    let full = LotChange {
        number: Some("L-1".to_owned()),
        produced_on: Patch::Set(date(2010, 1, 1)),
        best_before: Patch::Absent,
        expires_on: Patch::Set(date(2010, 12, 31)),
        status: Some(crate::rows::StockStatus::Quarantine),
        attributes: Patch::Set(Json::parse(r#"{"farm":"Hill"}"#).expect("json")),
    };
    let piece = SerialChange { number: Some("P".to_owned()), ..SerialChange::default() };
    for brought in [Brought::Lot(full), lot("L-2", None), Brought::Serial(piece)] {
        let of = DraftLine::of(ItemId([1; 16]), 3, WarehouseId([2; 16]));
        let lines = vec![DraftLine { brought: Some(brought), ..of.clone() }, of];
        assert_eq!(decode_drafts(&encode_drafts(&lines)).expect("decoded"), lines);
    }
}

#[test]
fn a_new_lot_has_its_own_fact_and_a_refused_movement_leaves_none() {
    let mut stage = with_lots();
    let facts = stage.rows::<FactRow>().len();
    let mut command = receipt(true, vec![brings("1", lot("L", None)), brings("2", lot("L", None))]);
    command.new.party = Some(IdOrCode::Code("Dairy".to_owned()));
    stage.run(command).expect("received");
    let kinds: Vec<String> = stage.rows::<FactRow>()[facts..].iter().map(|fact| fact.kind.clone()).collect();
    assert_eq!(kinds, ["lot.created", "movement.posted"]);
    assert_eq!(stage.rows::<Lot>().len(), 1);

    let facts = stage.rows::<FactRow>().len();
    let wrong = vec![brings("1", lot("M", None)), line("FIFO", "1", None)];
    assert_eq!(stage.run(receipt(true, wrong)).expect_err("no cost").code, Code::CostRequired);
    let twice = vec![brings("1", lot("M", None)), brings("1", lot("M", Some(date(2010, 5, 5))))];
    let refused = stage.run(receipt(true, twice)).expect_err("says two things");
    assert_eq!(refused.errors[0].pointer, "/lines/1/lot/expiresOn");
    assert_eq!((stage.rows::<Lot>().len(), stage.rows::<FactRow>().len()), (1, facts));
}

#[test]
fn a_piece_comes_once() {
    let mut stage = with_lots();
    let piece = |number: &str| Brought::Serial(SerialChange { number: Some(number.to_owned()), ..Default::default() });
    let twice = vec![brings("1", piece("P")), brings("1", piece("P"))];
    let refused = stage.run(receipt(true, twice.clone())).expect_err("twice");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/lines/1/serial"));
    let two = stage.run(receipt(true, vec![brings("2", piece("P"))])).expect_err("two of one");
    assert_eq!((two.code, two.errors[0].pointer.as_str()), (Code::QuantityNotUsable, "/lines/0/quantity"));
    // A draft cannot know yet; posting it does.
    let draft = stage.run(receipt(false, twice)).expect("draft").subject;
    let refused = stage.run(PostMovement { movement: Sought::of(&draft), if_match: None }).expect_err("twice");
    assert_eq!(refused.code, Code::FieldsConflict);
    stage.run(receipt(true, vec![brings("1", piece("P"))])).expect("once");
    let there = stage.run(receipt(true, vec![brings("1", piece("P"))])).expect_err("there");
    assert_eq!((there.code, there.errors[0].pointer.as_str()), (Code::SerialInStock, "/lines/0/serial"));
    assert!(there.context.contains(&("warehouseCode", "MAIN".into())), "{there:?}");
    assert!(there.detail.contains("piece P is already in warehouse MAIN"), "{}", there.detail);
}

#[test]
fn an_edit_of_a_draft_keeps_lines_and_what_is_not_sent() {
    let mut stage = with_lots();
    let mut command = receipt(false, vec![brings("3", lot("L", Some(date(2010, 5, 5))))]);
    command.new.currency = Some("USD".to_owned());
    command.new.exchange_rate = Some(crate::value::Rate::parse("0.8").expect("a rate"));
    command.new.reference = Some("4711".to_owned());
    let id = stage.run(command).expect("draft").subject;
    let edit = |change: UpdateMovement| UpdateMovement { movement: Sought::of(&id), ..change };
    let before = stage.rows::<StockMovement>()[0].clone();
    let described = UpdateMovement { description: Some("milk".to_owned()), ..UpdateMovement::default() };
    assert_eq!(stage.run(edit(described.clone())).expect("edited").version, 2);
    let after = stage.rows::<StockMovement>()[0].clone();
    let as_it_was = StockMovement {
        description: before.description.clone(),
        version: before.version,
        updated_at: before.updated_at,
        ..after
    };
    assert_eq!(as_it_was, before);
    assert_eq!(stage.run(edit(described)).expect("the same").facts, None);
    // The costs of its line are in the currency that it has.
    let other = UpdateMovement { currency: Some("EUR".to_owned()), ..UpdateMovement::default() };
    let refused = stage.run(edit(other)).expect_err("lines say amounts");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/currency"));
    let lines = Some(vec![brings("1", lot("L", None)).into()]);
    let warehouse = Some(IdOrCode::Code("SHOP".to_owned()));
    let anew = UpdateMovement { lines, warehouse, reference: Patch::Null, ..UpdateMovement::default() };
    assert_eq!(stage.run(edit(anew)).expect("anew").version, 3);
    let after = stage.rows::<StockMovement>()[0].clone();
    assert_eq!((after.reference, after.exchange_rate, after.line_count), (None, before.exchange_rate, 1));
}
