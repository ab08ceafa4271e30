//! Master data of stock: categories and items that come and go, some of which contradict themselves.

use domain::command::Command;
use domain::commands::item_categories::create::CreateItemCategory;
use domain::commands::item_categories::delete::DeleteItemCategory;
use domain::commands::item_categories::update::UpdateItemCategory;
use domain::commands::items::create::CreateItem;
use domain::commands::items::delete::DeleteItem;
use domain::commands::items::import::{ImportItems, OnExisting};
use domain::commands::items::update::UpdateItem;
use domain::rows::{ActiveState, CostingMethod, Tracking};
use domain::stock::item_categories::change::ItemCategoryChange;
use domain::stock::items::change::{ItemChange, NewGtin};
use domain::stock::labels::Gtin;
use domain::stock::labels::check_digit::check_digit;
use domain::value::id::AccountId;
use domain::value::units::{UnitCode, UnitConversion};
use domain::value::{Decimal, IdOrCode, Patch, Sought};

use super::{id, if_match, object, oversized, patch, places};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Categories that are kept at most.
const CATEGORIES: usize = 30;
/// Items that are kept at most.
const ITEMS: usize = 80;

/// Something of the master data of stock.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    match random.weighed(&[60, 40]) {
        0 => item_or_category(random, world),
        _ => places::any(random, world),
    }
}

/// Creates, updates or deletes a category or an item.
fn item_or_category(random: &mut Random, world: &mut World) -> Command {
    let (categories, items) = (world.item_categories.len() < CATEGORIES, world.items.len() < ITEMS);
    match random.weighed(&[if categories { 14 } else { 2 }, 12, 6, if items { 30 } else { 4 }, 30, 6, 8]) {
        0 => CreateItemCategory { fields: category_fields(random, world, true) }.into(),
        1 => UpdateItemCategory {
            category: id(random, &world.item_categories, &world.foreign),
            if_match: if_match(random),
            fields: category_fields(random, world, false),
        }
        .into(),
        2 => {
            // The first one stays, so that each read has something to show.
            let category = id(random, world.item_categories.get(1..).unwrap_or_default(), &world.foreign);
            DeleteItemCategory { category, if_match: if_match(random) }.into()
        }
        3 => CreateItem { fields: item_fields(random, world, true) }.into(),
        4 => UpdateItem {
            item: id(random, &world.items, &world.foreign),
            if_match: if_match(random),
            fields: item_fields(random, world, false),
        }
        .into(),
        5 => {
            let items = (0..1 + random.below(3)).map(|_| item_fields(random, world, true)).collect();
            ImportItems { items, on_existing: random.one(OnExisting::ALL) }.into()
        }
        _ => DeleteItem { item: id(random, &world.items, &world.foreign), if_match: if_match(random) }.into(),
    }
}

/// Ids of accounts that stock is valued on, or of any.
fn account(random: &mut Random, world: &World, code: &str) -> Patch<Sought<AccountId>> {
    let right: Vec<String> =
        world.accounts.iter().filter(|account| account.code == code).map(|account| account.id.clone()).collect();
    let any: Vec<String> = world.accounts.iter().map(|account| account.id.clone()).collect();
    patch(random, 20, |random| {
        let known = if random.chance(85) { &right } else { &any };
        id(random, known, &world.foreign)
    })
}

fn category_fields(random: &mut Random, world: &mut World, is_new: bool) -> ItemCategoryChange {
    let number = world.number();
    let code = if random.chance(10) { format!("cat{}", random.below(20)) } else { format!("cat{number}") };
    let parent = |random: &mut Random| match world.item_categories.last() {
        Some(last) if random.chance(50) => Sought::of(last),
        _ => id(random, &world.item_categories, &world.foreign),
    };
    ItemCategoryChange {
        code: random.maybe(if is_new { 100 } else { 15 }, |_| code),
        name: random.maybe(if is_new { 100 } else { 30 }, |random| format!("Category {}", random.below(50))),
        description: patch(random, 10, |_| "described".to_owned()),
        parent_id: patch(random, 40, parent),
        valuation_account_id: account(random, world, "1200"),
        cogs_account_id: account(random, world, "5000"),
        adjustment_account_id: account(random, world, "5000"),
        in_transit_account_id: account(random, world, "1200"),
        scrap_account_id: account(random, world, "6000"),
        metadata: patch(random, 10, |random| if random.chance(5) { oversized() } else { object(random) }),
    }
}

fn item_fields(random: &mut Random, world: &mut World, is_new: bool) -> ItemChange {
    let number = world.number();
    let taken = random.chance(8);
    let sku = if taken { format!("SKU-{}", random.below(60)) } else { format!("sku-{number}") };
    let category = |random: &mut Random| match random.below(12) {
        0 => IdOrCode::Code("cat1".to_owned()),
        1 => IdOrCode::Code("none".to_owned()),
        _ => IdOrCode::Id(id(random, &world.item_categories, &world.foreign)),
    };
    let sku = random.maybe(if is_new { 100 } else { 12 }, |_| sku);
    let name = random.maybe(if is_new { 100 } else { 30 }, |random| format!("Item {}", random.below(500)));
    let description = patch(random, 10, |_| "described".to_owned());
    let (category_id, category_code) = match patch(random, 40, category) {
        Patch::Absent => (Patch::Absent, None),
        Patch::Null => (Patch::Null, None),
        Patch::Set(IdOrCode::Id(id)) => (Patch::Set(id), None),
        Patch::Set(IdOrCode::Code(code)) => (Patch::Absent, Some(code)),
    };
    ItemChange {
        sku,
        name,
        description,
        category_id,
        category_code,
        unit_code: random.maybe(15, unit),
        quantity_decimals: random.maybe(20, |random| random.one(&[0, 1, 3, 6])),
        units: patch(random, 20, |random| (0..random.below(3)).filter_map(|_| conversion(random)).collect()),
        tracking: random
            .maybe(20, |random| random.one(&[Tracking::None, Tracking::Lot, Tracking::Lot, Tracking::Serial])),
        costing_method: random.maybe(20, |random| random.one(CostingMethod::ALL)),
        fallback_cost: patch(random, 10, measure),
        gtins: patch(random, 20, |random| (0..random.below(3)).filter_map(|_| gtin(random)).collect()),
        reorder_point: patch(random, 15, measure),
        min_quantity: patch(random, 10, measure),
        max_quantity: patch(random, 10, measure),
        lead_time_days: patch(random, 10, |random| random.between(0, 30)),
        weight_kg: patch(random, 8, measure),
        volume_m3: patch(random, 8, measure),
        status: random.maybe(15, |random| random.one(ActiveState::ALL)),
        metadata: patch(random, 10, |random| if random.chance(5) { oversized() } else { object(random) }),
    }
}

fn unit(random: &mut Random) -> UnitCode {
    let code = random.one(&["C62", "C62", "KGM", "XBX", "XCS"]);
    UnitCode::parse(code).unwrap_or_else(|why| panic!("{why}"))
}

fn conversion(random: &mut Random) -> Option<UnitConversion> {
    UnitConversion::new(unit(random), random.between(1, 24), random.one(&[1, 1, 1, 3]))
}

/// One of a few hundred, so that they meet now and then.
fn gtin(random: &mut Random) -> Option<NewGtin> {
    let digits = format!("{:0>12}", 629_104_150_000 + random.below(400));
    let gtin = Gtin::parse(&format!("{digits}{}", check_digit(&digits)?)).ok()?;
    Some(NewGtin { gtin, unit: random.maybe(25, unit) })
}

fn measure(random: &mut Random) -> Decimal {
    let text = random.one(&["0", "1", "2", "12", "0.5", "1.250", "0.000001", "0.0000001", "1000000000000"]);
    Decimal::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}
