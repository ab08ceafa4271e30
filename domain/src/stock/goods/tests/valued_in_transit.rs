//! Goods in transit hold the accounts by which they are valued, and leave the account to which they were posted,
//! whatever the settings say by then.

use super::*;
use crate::command::Command;
use crate::commands::accounts::delete::DeleteAccount;
use crate::commands::accounts::update::UpdateAccount;
use crate::commands::item_categories::create::CreateItemCategory;
use crate::commands::item_categories::update::UpdateItemCategory;
use crate::commands::warehouses::delete::DeleteWarehouse;
use crate::commands::warehouses::update::UpdateWarehouse;
use crate::rows::{ControlFor, Warehouse, WarehouseKind, WarehouseStatus};
use crate::stock::goods::tests::steps::{close, dispatched, receive, stage};
use crate::stock::item_categories::change::ItemCategoryChange;
use crate::testing::{warehouse, warehouse_id};
use crate::value::id::WarehouseId;
use crate::value::rejection::Value;
use crate::value::{CurrencyRef, Sought};

fn stock_account(stage: &mut Stage, code: &str) {
    stage.run(account(code, AccountType::Asset, Some(ControlFor::Stock))).expect("account");
}

fn of_account(stage: &Stage, code: &str) -> UpdateAccount {
    UpdateAccount { account: Sought::of(&account_id(stage, code)), ..UpdateAccount::default() }
}

fn deactivated(stage: &Stage, code: &str) -> UpdateAccount {
    UpdateAccount { is_active: Some(false), ..of_account(stage, code) }
}

fn of_warehouse(stage: &Stage, code: &str, fields: WarehouseChange) -> Command {
    UpdateWarehouse { warehouse: Sought::of(&warehouse_id(stage, code)), if_match: None, fields }.into()
}

fn received_goods(stage: &mut Stage, sku: &str) {
    run(stage, movement(MovementKind::Receipt, 2, vec![line(sku, "4", Some("10.01"))])).expect("received");
}

/// Code, pointers, the transfers that are named, and the path of the way out.
fn told(refused: &Rejection) -> (Code, Vec<&str>, Option<&Value>, &str) {
    let listed = refused.context.iter().find(|(name, _)| *name == "movementIds").map(|(_, value)| value);
    let pointers = refused.errors.iter().map(|error| error.pointer.as_str()).collect();
    (refused.code, pointers, listed, &refused.resolutions[0].path)
}

#[test]
fn an_account_on_which_goods_are_in_transit_stays_until_they_came_or_were_lost() {
    for ends in [true, false] {
        let mut stage = stage();
        received_goods(&mut stage, "FIFO");
        let transfer = dispatched(&mut stage, "FIFO", "3");
        let named = Value::List(vec![transfer.clone().into()]);
        let path = format!("/inventory/movements/{transfer}");
        let uncontrolled = UpdateAccount { control_for: Patch::Null, ..of_account(&stage, "1210") };
        for (command, pointer) in [(deactivated(&stage, "1210"), "/isActive"), (uncontrolled, "/controlFor")] {
            let refused = stage.run(command).expect_err(pointer);
            assert_eq!(
                told(&refused),
                (Code::ValuationAccountInUse, vec![pointer], Some(&named), path.as_str()),
                "{}",
                refused.detail
            );
            assert!(refused.detail.contains("1210: first receive the transfers, or close them"), "{}", refused.detail);
        }
        receive(&mut stage, &transfer, 4, Some("1")).expect("one came");
        let command = deactivated(&stage, "1210");
        assert_eq!(stage.run(command).expect_err("two did not").code, Code::ValuationAccountInUse);
        if ends {
            receive(&mut stage, &transfer, 5, None).expect("the rest came");
        } else {
            close(&mut stage, &transfer, 5).expect("the rest is lost");
        }
        let command = deactivated(&stage, "1210");
        stage.run(command).expect("nothing is on it");
    }
    let mut stage = stage();
    received_goods(&mut stage, "FIFO");
    let transfer = dispatched(&mut stage, "FIFO", "3");
    void(&mut stage, &transfer).expect("voided");
    let command = deactivated(&stage, "1210");
    stage.run(command).expect("nothing left");
}

#[test]
fn an_account_to_which_goods_in_transit_come_stays_also_where_nothing_is_on_it_yet() {
    let mut stage = stage();
    for code in ["1220", "1230", "1240"] {
        stock_account(&mut stage, code);
    }
    let named = |stage: &Stage, code: &str| Patch::Set(Sought::of(&account_id(stage, code)));
    let fields = WarehouseChange { valuation_account_id: named(&stage, "1220"), ..WarehouseChange::default() };
    let command = of_warehouse(&stage, "SHOP", fields);
    stage.run(command).expect("valued elsewhere");
    // One names its category's account, of which there are none on their way.
    let yard = warehouse(&mut stage, "YARD", None);
    let fields = ItemCategoryChange {
        code: Some("CAKES".to_owned()),
        name: Some("Cakes".to_owned()),
        valuation_account_id: named(&stage, "1230"),
        ..ItemCategoryChange::default()
    };
    stage.run(CreateItemCategory { fields }).expect("category");
    received_goods(&mut stage, "FIFO");
    let to_shop = dispatched(&mut stage, "FIFO", "2");
    let mut to_yard = movement(MovementKind::Transfer, 3, vec![line("FIFO", "2", None)]);
    to_yard.new.mode = Some(crate::value::movement_kind::TransferMode::TwoStep);
    to_yard.new.to_warehouse = Some(IdOrCode::Id(Sought::of(&yard)));
    let to_yard = run(&mut stage, to_yard).expect("dispatched");
    for (code, transfer) in [("1220", &to_shop), ("1200", &to_yard)] {
        let command = deactivated(&stage, code);
        let refused = stage.run(command).expect_err("goods come to it");
        let path = format!("/inventory/movements/{transfer}");
        let named = Value::List(vec![transfer.clone().into()]);
        assert_eq!(told(&refused), (Code::ValuationAccountInUse, vec!["/isActive"], Some(&named), path.as_str()));
        assert!(refused.detail.contains(code), "{}", refused.detail);
    }
    for code in ["1230", "1240"] {
        let command = deactivated(&stage, code);
        stage.run(command).expect("no goods come to it");
    }
    close(&mut stage, &to_shop, 5).expect("lost");
    let command = deactivated(&stage, "1220");
    stage.run(command).expect("nothing comes to it");
    receive(&mut stage, &to_yard, 5, None).expect("came");
    let command = deactivated(&stage, "1200");
    let refused = stage.run(command).expect_err("they are on it");
    assert_eq!((refused.code, refused.resolutions[0].rel), (Code::ValuationAccountInUse, "accounts"));
}

/// Commands that name another account of goods in transit for the next transfers, or none.
fn changes(stage: &mut Stage) -> Vec<Vec<Command>> {
    let other = Patch::Set(Sought::of(&account_id(stage, "1250")));
    let category = stage.rows::<crate::rows::ItemCategory>().remove(0).id.to_string();
    let of_organization = |account: Patch<Sought<AccountId>>| {
        UpdateOrganization { in_transit_account_id: account, ..UpdateOrganization::default() }.into()
    };
    let of_category = |account: Patch<Sought<AccountId>>| {
        let fields = ItemCategoryChange { in_transit_account_id: account, ..ItemCategoryChange::default() };
        UpdateItemCategory { category: Sought::of(&category), if_match: None, fields }.into()
    };
    let account_of = |stage: &Stage, code: &str, account: Patch<Sought<AccountId>>| {
        let fields = WarehouseChange { in_transit_account_id: account, ..WarehouseChange::default() };
        of_warehouse(stage, code, fields)
    };
    let by_way = |stage: &Stage, way: Patch<Sought<WarehouseId>>| {
        let fields = WarehouseChange { in_transit_warehouse_id: way, ..WarehouseChange::default() };
        of_warehouse(stage, "MAIN", fields)
    };
    let way_with = |stage: &Stage, account: Patch<Sought<AccountId>>| {
        let fields = WarehouseChange { valuation_account_id: account, ..WarehouseChange::default() };
        of_warehouse(stage, "SHIP", fields)
    };
    let status = Some(WarehouseStatus::Inactive);
    let kind = Some(WarehouseKind::Storage);
    vec![
        vec![of_organization(other.clone())],
        vec![of_organization(Patch::Null)],
        vec![of_category(other.clone())],
        vec![of_category(Patch::Null)],
        vec![account_of(stage, "GROUP", other.clone())],
        vec![account_of(stage, "GROUP", Patch::Null)],
        vec![account_of(stage, "MAIN", other.clone())],
        vec![account_of(stage, "MAIN", Patch::Null)],
        vec![way_with(stage, other)],
        vec![way_with(stage, Patch::Null)],
        vec![
            by_way(stage, Patch::Null),
            of_warehouse(stage, "SHIP", WarehouseChange { status, ..WarehouseChange::default() }),
        ],
        vec![
            by_way(stage, Patch::Null),
            of_warehouse(stage, "SHIP", WarehouseChange { kind, ..WarehouseChange::default() }),
        ],
        vec![
            by_way(stage, Patch::Null),
            DeleteWarehouse { warehouse: Sought::of(&warehouse_id(stage, "SHIP")), if_match: None }.into(),
        ],
    ]
}

/// Who names the account of goods in transit when they leave, from the first that is asked to the last.
const NAMED_BY: [&str; 5] = ["MAIN", "SHIP", "GROUP", "CAKES", "organization"];

/// A stage where one of these names 1210, and nobody else any.
fn named_by(who: &str) -> Stage {
    let mut stage = stage();
    stock_account(&mut stage, "1250");
    let named = Patch::Set(Sought::of(&account_id(&stage, "1210")));
    let account = |name: &str| if name == who { named.clone() } else { Patch::Null };
    let in_transit_account = account("organization");
    stage
        .run(UpdateOrganization { in_transit_account_id: in_transit_account, ..UpdateOrganization::default() })
        .expect("set");
    let fields = ItemCategoryChange {
        code: Some("CAKES".to_owned()),
        name: Some("Cakes".to_owned()),
        in_transit_account_id: account("CAKES"),
        ..ItemCategoryChange::default()
    };
    let category = stage.run(CreateItemCategory { fields }).expect("category").subject;
    let item = stage.rows::<Item>().into_iter().find(|item| item.sku == "FIFO").expect("item").id.to_string();
    let fields = ItemChange { category_id: Patch::Set(Sought::of(&category)), ..ItemChange::default() };
    stage
        .run(crate::commands::items::update::UpdateItem { item: Sought::of(&item), if_match: None, fields })
        .expect("put into it");
    let group = warehouse(&mut stage, "GROUP", None);
    let ship = warehouse(&mut stage, "SHIP", None);
    for (code, fields) in [
        ("GROUP", WarehouseChange { in_transit_account_id: account("GROUP"), ..WarehouseChange::default() }),
        (
            "SHIP",
            WarehouseChange {
                kind: Some(WarehouseKind::InTransit),
                valuation_account_id: account("SHIP"),
                ..WarehouseChange::default()
            },
        ),
        (
            "MAIN",
            WarehouseChange {
                parent_id: Patch::Set(Sought::of(&group)),
                in_transit_account_id: account("MAIN"),
                in_transit_warehouse_id: Patch::Set(Sought::of(&ship)),
                ..WarehouseChange::default()
            },
        ),
    ] {
        let command = of_warehouse(&stage, code, fields);
        stage.run(command).expect(code);
    }
    stage
}

#[test]
fn what_comes_or_is_lost_leaves_the_account_that_took_it_whatever_settings_name_by_then() {
    for who in NAMED_BY {
        let count = changes(&mut named_by(who)).len();
        for which in 0..count {
            let mut stage = named_by(who);
            received_goods(&mut stage, "FIFO");
            let transfer = dispatched(&mut stage, "FIFO", "3");
            assert_eq!(balances(&stage), at(&[("1200", 250), ("1210", 751), ("2100", -1001)]), "{who}");
            for command in changes(&mut stage).remove(which) {
                let name = command.name();
                stage.run(command).unwrap_or_else(|why| panic!("{who} {which} {name}: {why:?}"));
            }
            let command = deactivated(&stage, "1210");
            assert_eq!(stage.run(command).expect_err("held").code, Code::ValuationAccountInUse, "{who} {which}");
            receive(&mut stage, &transfer, 4, Some("1")).expect("one came");
            close(&mut stage, &transfer, 5).expect("the rest is lost");
            assert_eq!(balances(&stage), at(&[("1200", 500), ("2100", -1001), ("5100", 501)]), "{who} {which}");
            // Changes of their cost post to the same accounts.
            let late = movement(MovementKind::Receipt, 1, vec![line("FIFO", "4", Some("2.00"))]);
            run(&mut stage, late).expect("received late");
            assert_eq!(balances(&stage).get("1250"), None, "{who} {which}");
            let command = deactivated(&stage, "1210");
            stage.run(command).expect("free");
        }
    }
}

#[test]
fn goods_in_transit_that_cost_nothing_hold_their_account_too() {
    let mut stage = stage();
    stock_account(&mut stage, "1250");
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "4", Some("0.00"))])).expect("received");
    let transfer = dispatched(&mut stage, "FIFO", "4");
    let in_transit_account = Patch::Set(Sought::of(&account_id(&stage, "1250")));
    stage
        .run(UpdateOrganization { in_transit_account_id: in_transit_account, ..UpdateOrganization::default() })
        .expect("the next ones");
    let foreign = Patch::Set(CurrencyRef::parse("EUR").expect("currency"));
    let foreign = UpdateAccount { currency: foreign, ..of_account(&stage, "1210") };
    let refused = stage.run(foreign).expect_err("they may cost something yet");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::ValuationAccountInUse, "/currency"));
    let delete = DeleteAccount { account: Sought::of(&account_id(&stage, "1210")), if_match: None };
    let refused = stage.run(delete.clone()).expect_err("they may cost something yet");
    assert_eq!((refused.code, refused.resolutions[0].rel), (Code::ValuationAccountInUse, "transfer"));
    receive(&mut stage, &transfer, 4, None).expect("came");
    stage.run(delete).expect("never used");
}

#[test]
fn the_way_by_which_goods_of_others_go_stays_one_and_stays_in_use() {
    let mut stage = named_by("SHIP");
    let main = stage.rows::<Warehouse>().into_iter().find(|row| row.code == "MAIN").expect("warehouse").id.to_string();
    let kind = WarehouseChange { kind: Some(WarehouseKind::Storage), ..WarehouseChange::default() };
    let status = WarehouseChange { status: Some(WarehouseStatus::Inactive), ..WarehouseChange::default() };
    let delete = DeleteWarehouse { warehouse: Sought::of(&warehouse_id(&stage, "SHIP")), if_match: None };
    for command in [of_warehouse(&stage, "SHIP", kind), of_warehouse(&stage, "SHIP", status), delete.into()] {
        let name = command.name();
        let refused = stage.run(command).expect_err(name);
        assert_eq!(refused.code, Code::WarehouseInUse, "{name}");
        assert_eq!(refused.resolutions[0].path, format!("/warehouses/{main}"), "{name}");
    }
}
