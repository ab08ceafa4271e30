//! Where goods lie: default locations, the work at a bin, bins that are given up, groups, and pools that were empty.

use super::*;
use crate::commands::items::update::UpdateItem;
use crate::commands::locations::create::CreateLocation;
use crate::commands::locations::update::UpdateLocation;
use crate::commands::lots::create::tests::tracked;
use crate::commands::movements::delete::DeleteMovement;
use crate::commands::warehouses::delete::DeleteWarehouse;
use crate::commands::warehouses::update::UpdateWarehouse;
use crate::rows::{
    ActiveState, BinsMode, Brought, ControlFor, FactRow, Location, LocationKind, LotChange, StockMovement, StockStatus,
    Tracking, WarehouseKind,
};
use crate::stock::locations::change::LocationChange;
use crate::testing::warehouse_id;
use crate::value::movement_kind::TransferMode;
use crate::value::place_use::LocationActivity;
use crate::value::{Json, Sought};

pub(super) fn change(stage: &mut Stage, code: &str, fields: WarehouseChange) -> Result<(), (Code, String)> {
    let warehouse = warehouse_id(stage, code);
    let done = stage.run(UpdateWarehouse { warehouse: Sought::of(&warehouse), if_match: None, fields });
    refusal(done)
}

/// The code of a refusal, and where it points.
pub(super) fn refusal<T>(done: Result<T, Rejection>) -> Result<(), (Code, String)> {
    done.map(drop).map_err(|why| (why.code, why.errors.first().map_or_else(String::new, |fault| fault.pointer.clone())))
}

pub(super) fn bin(stage: &mut Stage, warehouse: &str, code: &str, activities: Option<Vec<LocationActivity>>) -> String {
    let fields = LocationChange {
        code: Some(code.to_owned()),
        kind: Some(LocationKind::Bin),
        activities,
        ..LocationChange::default()
    };
    let optional = WarehouseChange { bins_mode: Some(BinsMode::Optional), ..WarehouseChange::default() };
    change(stage, warehouse, optional).expect("bins");
    let warehouse = warehouse_id(stage, warehouse);
    stage.run(CreateLocation { warehouse: Sought::of(&warehouse), fields }).expect("location").subject
}

/// The stock in the bins of all warehouses, by code; goods in no bin have none.
pub(super) fn lying(stage: &Stage) -> BTreeMap<String, i64> {
    let locations = stage.rows::<Location>().into_iter();
    let codes: BTreeMap<[u8; 16], String> = locations.map(|location| (location.id.0, location.code)).collect();
    let mut sums = BTreeMap::new();
    for level in stage.rows::<StockLevel>() {
        *sums.entry(codes.get(&level.location_id).cloned().unwrap_or_default()).or_default() += level.quantity;
    }
    sums.retain(|_, sum| *sum != 0);
    sums
}

fn places(pairs: &[(&str, i64)]) -> BTreeMap<String, i64> {
    pairs.iter().map(|(code, sum)| ((*code).to_owned(), *sum)).collect()
}

fn receipt(quantity: &str) -> CreateMovement {
    movement(MovementKind::Receipt, 2, vec![line("FIFO", quantity, Some("10.00"))])
}

#[test]
fn goods_come_to_the_default_location_for_their_use_and_leave_from_one_where_all_lie_in_bins() {
    let mut stage = stage();
    let named: Vec<(&str, String)> =
        [("receiving", "IN"), ("returns", "BACK"), ("quarantine", "QC"), ("shipping", "OUT")]
            .into_iter()
            .map(|(used_for, code)| (used_for, bin(&mut stage, "MAIN", code, None)))
            .collect();
    let listed: Vec<String> = named.iter().map(|(used_for, id)| format!("\"{used_for}\":\"{id}\"")).collect();
    let defaults = Json::parse(&format!("{{{}}}", listed.join(","))).expect("json");
    let fields = WarehouseChange { default_locations: Patch::Set(defaults), ..WarehouseChange::default() };
    change(&mut stage, "MAIN", fields).expect("set");
    run(&mut stage, receipt("5")).expect("received");
    run(&mut stage, movement(MovementKind::Return, 3, vec![line("FIFO", "1", Some("2.00"))])).expect("came back");
    assert_eq!(lying(&stage), places(&[("IN", 5), ("BACK", 1)]));
    // A lot that is not free goes where such goods are set apart.
    tracked(&mut stage, "LOT", Tracking::Lot);
    let lot = LotChange { number: Some("L".to_owned()), status: Some(StockStatus::Hold), ..LotChange::default() };
    let brought = NewMovementLine { brought: Some(Brought::Lot(lot)), ..line("LOT", "2", Some("2.00")) };
    run(&mut stage, movement(MovementKind::Receipt, 3, vec![brought])).expect("received");
    assert_eq!(lying(&stage)["QC"], 2);
    // While bins are optional, goods outside of them are meant.
    let issue = |day| movement(MovementKind::Issue, day, vec![line("FIFO", "1", None)]);
    let missed = refusal(run(&mut stage, issue(4)));
    assert_eq!(missed, Err((Code::InsufficientStock, "/lines/0/quantity".to_owned())));
    let fields = WarehouseChange { bins_mode: Some(BinsMode::Required), ..WarehouseChange::default() };
    change(&mut stage, "MAIN", fields).expect("all lie in bins");
    let missed = run(&mut stage, issue(4)).expect_err("nothing is ready to be shipped");
    assert_eq!(missed.code, Code::InsufficientStock);
    let named_bin = |code: &str| Some(IdOrCode::Code(code.to_owned()));
    let put = NewMovementLine { location: named_bin("IN"), to_location: named_bin("OUT"), ..line("FIFO", "2", None) };
    let mut inside = movement(MovementKind::Transfer, 4, vec![put]);
    inside.new.to_warehouse = None;
    run(&mut stage, inside).expect("picked");
    run(&mut stage, issue(5)).expect("shipped");
    assert_eq!(lying(&stage), places(&[("IN", 3), ("BACK", 1), ("QC", 2), ("OUT", 1)]));
}

#[test]
fn what_is_done_at_a_bin_is_what_may_be_and_one_that_is_given_up_only_lets_goods_out() {
    use LocationActivity::{Picking, Receiving};
    let mut stage = stage();
    bin(&mut stage, "MAIN", "DOCK", Some(vec![Receiving]));
    let shelf = bin(&mut stage, "MAIN", "SHELF", Some(vec![Picking]));
    let at_bin = |mut command: CreateMovement, code: &str| {
        command.new.lines[0].location = Some(IdOrCode::Code(code.to_owned()));
        command
    };
    let issue = |day| movement(MovementKind::Issue, day, vec![line("FIFO", "1", None)]);
    let not_there = Err((Code::LocationNotUsable, "/lines/0/locationCode".to_owned()));
    assert_eq!(refusal(run(&mut stage, at_bin(receipt("5"), "SHELF"))), not_there);
    run(&mut stage, at_bin(receipt("5"), "DOCK")).expect("received");
    assert_eq!(refusal(run(&mut stage, at_bin(issue(3), "DOCK"))), not_there);
    let put = NewMovementLine { to_location: Some(IdOrCode::Code("SHELF".to_owned())), ..line("FIFO", "4", None) };
    let mut inside = at_bin(movement(MovementKind::Transfer, 3, vec![put]), "DOCK");
    inside.new.to_warehouse = None;
    run(&mut stage, inside.clone()).expect("put away");
    run(&mut stage, at_bin(issue(4), "SHELF")).expect("picked");
    let warehouse = warehouse_id(&stage, "MAIN");
    let fields = LocationChange { status: Some(ActiveState::Inactive), ..LocationChange::default() };
    stage
        .run(UpdateLocation { warehouse: Sought::of(&warehouse), location: Sought::of(&shelf), if_match: None, fields })
        .expect("given up");
    inside.new.lines[0].quantity = Some(decimal("1"));
    let refused = refusal(run(&mut stage, inside));
    assert_eq!(refused, Err((Code::LocationNotUsable, "/lines/0/toLocationCode".to_owned())));
    run(&mut stage, at_bin(issue(5), "SHELF")).expect("it is emptied");
}

#[test]
fn bins_are_given_up_or_asked_for_only_where_goods_lie_accordingly() {
    let mut stage = stage();
    bin(&mut stage, "MAIN", "A", None);
    let mode = |mode| WarehouseChange { bins_mode: Some(mode), ..WarehouseChange::default() };
    let mut there = receipt("2");
    there.new.lines[0].location = Some(IdOrCode::Code("A".to_owned()));
    run(&mut stage, there).expect("in a bin");
    let refused = Err((Code::WarehouseNotEmpty, "/binsMode".to_owned()));
    assert_eq!(change(&mut stage, "MAIN", mode(BinsMode::None)), refused);
    change(&mut stage, "MAIN", mode(BinsMode::Required)).expect("all are");
    change(&mut stage, "MAIN", mode(BinsMode::Optional)).expect("as before");
    run(&mut stage, receipt("1")).expect("in no bin");
    assert_eq!(change(&mut stage, "MAIN", mode(BinsMode::Required)), refused);
}

#[test]
fn a_warehouse_that_groups_others_holds_no_goods_itself() {
    let mut stage = stage();
    let below = |stage: &Stage, parent: &str| WarehouseChange {
        parent_id: Patch::Set(Sought::of(&warehouse_id(stage, parent))),
        ..WarehouseChange::default()
    };
    run(&mut stage, receipt("1")).expect("received");
    let fields = below(&stage, "MAIN");
    assert_eq!(change(&mut stage, "SHOP", fields), Err((Code::WarehouseNotEmpty, "/parentId".to_owned())));
    run(&mut stage, movement(MovementKind::Issue, 3, vec![line("FIFO", "1", None)])).expect("emptied");
    let fields = below(&stage, "MAIN");
    change(&mut stage, "SHOP", fields).expect("it is empty");
    let refused = refusal(run(&mut stage, receipt("1")));
    assert_eq!(refused, Err((Code::WarehouseNotUsable, "/warehouseCode".to_owned())));
}

#[test]
fn goods_of_a_lot_are_sold_up_to_its_last_day() {
    let mut stage = stage();
    tracked(&mut stage, "LOT", Tracking::Lot);
    let expires_on = Patch::Set(date(2010, 1, 10));
    let lot = LotChange { number: Some("L".to_owned()), expires_on, ..LotChange::default() };
    let brought = NewMovementLine { brought: Some(Brought::Lot(lot)), ..line("LOT", "3", Some("3.00")) };
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![brought])).expect("received");
    let of = |kind, day| {
        let lot = Some(IdOrCode::Code("L".to_owned()));
        movement(kind, day, vec![NewMovementLine { lot, ..line("LOT", "1", None) }])
    };
    run(&mut stage, of(MovementKind::Issue, 10)).expect("its last day");
    let refused = refusal(run(&mut stage, of(MovementKind::Issue, 11)));
    assert_eq!(refused, Err((Code::StockNotAvailable, "/lines/0/lotNumber".to_owned())));
    run(&mut stage, of(MovementKind::Scrap, 11)).expect("thrown away");
}

#[test]
fn what_comes_to_a_pool_that_was_emptied_is_valued_on_the_account_that_settings_name_now() {
    let valued = |stage: &Stage, code: &str| {
        let valuation_account = Patch::Set(Sought::of(&account_id(stage, code)));
        WarehouseChange { valuation_account_id: valuation_account, ..WarehouseChange::default() }
    };
    for sku in ["FIFO", "AVG", "STD"] {
        let mut stage = stage();
        stage.run(account("1250", AccountType::Asset, Some(ControlFor::Stock))).ok();
        let cost = Some("5.00");
        let receipt = |day| movement(MovementKind::Receipt, day, vec![line(sku, "2", cost)]);
        run(&mut stage, receipt(2)).expect("received");
        let sold = movement(MovementKind::Issue, 3, vec![line(sku, "2", None)]);
        let sold = run(&mut stage, sold).expect("sold out");
        let fields = valued(&stage, "1250");
        change(&mut stage, "MAIN", fields).expect("nothing is there");
        let facts = stage.rows::<FactRow>().len();
        run(&mut stage, receipt(5)).expect("received on the other account");
        assert_eq!(stage.rows::<FactRow>().len(), facts + 2, "its reclassification came along");
        assert_eq!((balances(&stage)["1250"], balances(&stage).get("1200")), (500, None), "{sku}");
        let made = stage.rows::<StockMovement>();
        assert_eq!(made.iter().filter(|one| one.kind == MovementKind::Reclassification).count(), 1);
        // Only once; later documents, and voids of earlier ones, find it so.
        run(&mut stage, receipt(6)).expect("once more");
        void(&mut stage, &sold).expect("voided in the past");
        assert_eq!((balances(&stage)["1250"], balances(&stage).get("1200")), (1500, None), "{sku}");
        assert_eq!(stage.rows::<FactRow>().len(), facts + 4);
    }
}

#[test]
fn nothing_is_valued_elsewhere_while_goods_of_it_are_in_transit() {
    let mut stage = stage();
    for code in ["1210", "1250"] {
        stage.run(account(code, AccountType::Asset, Some(ControlFor::Stock))).ok();
    }
    let in_transit = Patch::Set(Sought::of(&account_id(&stage, "1210")));
    stage.run(UpdateOrganization { in_transit_account_id: in_transit, ..UpdateOrganization::default() }).expect("set");
    run(&mut stage, receipt("2")).expect("received");
    let mut transfer = movement(MovementKind::Transfer, 3, vec![line("FIFO", "2", None)]);
    transfer.new.mode = Some(TransferMode::TwoStep);
    run(&mut stage, transfer).expect("all of it left");
    for code in ["MAIN", "SHOP"] {
        let valuation_account = Patch::Set(Sought::of(&account_id(&stage, "1250")));
        let fields = WarehouseChange { valuation_account_id: valuation_account, ..WarehouseChange::default() };
        let refused = Err((Code::ValuationAccountInUse, "/valuationAccountId".to_owned()));
        assert_eq!(change(&mut stage, code, fields), refused, "{code}");
    }
    // A warehouse to which goods are on their way is one that is used, though nothing ever lay in it.
    let warehouse = warehouse_id(&stage, "SHOP");
    let refused = stage.run(DeleteWarehouse { warehouse: Sought::of(&warehouse), if_match: None });
    assert_eq!(refused.expect_err("it is named").code, Code::WarehouseInUse);
}

#[test]
fn what_a_draft_names_stays_as_it_is_until_the_draft_is_deleted() {
    let mut stage = stage();
    let mut draft = receipt("1");
    draft.new.warehouse = Some(IdOrCode::Code("SHOP".to_owned()));
    draft.new.post = false;
    let draft = stage.run(draft).expect("a draft").subject;
    let item = stage.rows::<Item>().into_iter().find(|item| item.sku == "FIFO").expect("item").id.to_string();
    let finer = || {
        let fields = ItemChange { quantity_decimals: Some(2), ..ItemChange::default() };
        UpdateItem { item: Sought::of(&item), if_match: None, fields }
    };
    let refused = stage.run(finer()).expect_err("its quantities are in the smallest unit");
    assert_eq!((refused.code, refused.resolutions[0].path.ends_with(&draft)), (Code::ItemInUse, true));
    let delete =
        |stage: &Stage| DeleteWarehouse { warehouse: Sought::of(&warehouse_id(stage, "SHOP")), if_match: None };
    let command = delete(&stage);
    assert_eq!(stage.run(command).expect_err("a draft names it").code, Code::WarehouseInUse);
    let scrap = WarehouseChange { kind: Some(WarehouseKind::Scrap), ..WarehouseChange::default() };
    let refused = Err((Code::WarehouseInUse, "/kind".to_owned()));
    assert_eq!(change(&mut stage, "SHOP", scrap.clone()), refused);
    stage.run(DeleteMovement { movement: Sought::of(&draft), if_match: None }).expect("deleted");
    stage.run(finer()).expect("free again");
    change(&mut stage, "SHOP", scrap).expect("free again");
    let command = delete(&stage);
    stage.run(command).expect("free again");
}
