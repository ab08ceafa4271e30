//! Locations, lots, serial numbers and reason codes that come and go.

use domain::command::Command;
use domain::commands::item_categories::create::CreateItemCategory;
use domain::commands::items::create::CreateItem;
use domain::commands::locations::create::CreateLocation;
use domain::commands::locations::delete::DeleteLocation;
use domain::commands::locations::update::UpdateLocation;
use domain::commands::lots::create::CreateLot;
use domain::commands::lots::delete::DeleteLot;
use domain::commands::lots::update::UpdateLot;
use domain::commands::reason_codes::create::CreateReasonCode;
use domain::commands::reason_codes::delete::DeleteReasonCode;
use domain::commands::reason_codes::update::UpdateReasonCode;
use domain::commands::serials::create::CreateSerial;
use domain::commands::serials::delete::DeleteSerial;
use domain::commands::serials::update::UpdateSerial;
use domain::rows::items::Item;
use domain::rows::{ActiveState, LocationKind, LotChange, SerialChange, StockStatus, Tracking};
use domain::stock::item_categories::change::ItemCategoryChange;
use domain::stock::items::change::ItemChange;
use domain::stock::locations::change::LocationChange;
use domain::stock::reason_codes::change::ReasonCodeChange;
use domain::value::id::{ItemId, LocationId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::place_use::LocationActivity;
use domain::value::{Date, Patch, Sought};

use super::{id, if_match, object, patch};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Rows of each noun that are kept at most.
const KEPT: usize = 50;

/// Steps of the opening.
pub const OPENING: usize = 9;

/// The beginning of every run: a lot, a piece, a zone, a reason and a category, so that each read has something to
/// show. Only the zone may be deleted. `None` when that is over.
pub fn opening(step: usize, world: &World) -> Option<Command> {
    let tracked = |sku: &str, tracking| {
        let (sku, name) = (Some(sku.to_owned()), Some(sku.to_owned()));
        CreateItem { fields: ItemChange { sku, name, tracking: Some(tracking), ..ItemChange::default() } }
    };
    let number = Some("N-1".to_owned());
    Some(match step {
        0 => tracked("by-lot", Tracking::Lot).into(),
        1 => tracked("by-piece", Tracking::Serial).into(),
        2 => CreateLot { item: Sought::of(world.items.first()?), fields: LotChange { number, ..LotChange::default() } }
            .into(),
        3 => {
            let fields = SerialChange { number, ..SerialChange::default() };
            CreateSerial { item: Sought::of(world.items.get(1)?), fields }.into()
        }
        4 => {
            let (code, kind) = (Some("first".to_owned()), Some(LocationKind::Zone));
            let fields = LocationChange { code, kind, ..LocationChange::default() };
            CreateLocation { warehouse: Sought::of(world.warehouses.first()?), fields }.into()
        }
        5 => {
            let (code, name) = (Some("first".to_owned()), Some("First".to_owned()));
            CreateReasonCode { fields: ReasonCodeChange { code, name, ..ReasonCodeChange::default() } }.into()
        }
        6 => {
            let (code, name) = (Some("first".to_owned()), Some("First".to_owned()));
            CreateItemCategory { fields: ItemCategoryChange { code, name, ..ItemCategoryChange::default() } }.into()
        }
        // A zone with something in it stays, which chance would hardly ever try.
        7 => {
            let (warehouse, zone) = world.locations.first()?.clone();
            let (code, parent) = (Some("inside".to_owned()), Patch::Set(Sought::of(&zone)));
            CreateLocation {
                warehouse: Sought::of(&warehouse),
                fields: LocationChange { code, parent_id: parent, ..LocationChange::default() },
            }
            .into()
        }
        8 => {
            let (warehouse, location) = world.locations.first()?.clone();
            DeleteLocation { warehouse: Sought::of(&warehouse), location: Sought::of(&location), if_match: None }.into()
        }
        _ => return None,
    })
}

/// Creates, updates or deletes one of them.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    match random.weighed(&[40, 25, 20, 15]) {
        0 => location(random, world),
        1 => lot(random, world),
        2 => serial(random, world),
        _ => reason(random, world),
    }
}

/// The verb: create, update or delete.
fn verb(random: &mut Random, kept: usize) -> usize {
    random.weighed(&[if kept < KEPT { 45 } else { 5 }, 40, 15])
}

fn location(random: &mut Random, world: &mut World) -> Command {
    let number = world.number();
    match verb(random, world.locations.len()) {
        0 => {
            let warehouse = id(random, &world.warehouses, &world.foreign);
            let fields = location_fields(random, world, &warehouse, Some(number));
            CreateLocation { warehouse, fields }.into()
        }
        1 => {
            let (warehouse, location) = any_location(random, world);
            let renamed = random.maybe(20, |_| number);
            let fields = location_fields(random, world, &warehouse, renamed);
            UpdateLocation { warehouse, location, if_match: if_match(random), fields }.into()
        }
        _ => {
            let (warehouse, location) = any_location(random, world);
            DeleteLocation { warehouse, location, if_match: if_match(random) }.into()
        }
    }
}

/// A location with its warehouse, or now and then with another one.
fn any_location(random: &mut Random, world: &World) -> (Sought<WarehouseId>, Sought<LocationId>) {
    match random.pick(&world.locations) {
        Some((warehouse, location)) if !random.chance(6) => (Sought::of(warehouse), Sought::of(location)),
        _ => (id(random, &world.warehouses, &world.foreign), id(random, &[], &world.foreign)),
    }
}

fn location_fields(
    random: &mut Random,
    world: &World,
    warehouse: &Sought<WarehouseId>,
    code: Option<usize>,
) -> LocationChange {
    let warehouse = warehouse.to_string();
    let own: Vec<String> = world
        .locations
        .iter()
        .filter(|(of, _)| *of == warehouse || random.chance(3))
        .map(|(_, location)| location.clone())
        .collect();
    // Often the last one made, so that trees grow deep and cycles are tried.
    let parent = |random: &mut Random| match own.last() {
        Some(last) if random.chance(50) => Sought::of(last),
        _ => id(random, &own, &world.foreign),
    };
    LocationChange {
        code: code.map(|number| if random.chance(8) { "loc1".to_owned() } else { format!("loc{number}") }),
        name: patch(random, 20, |random| format!("Place {}", random.below(50))),
        kind: random.maybe(60, |random| if random.chance(75) { LocationKind::Zone } else { LocationKind::Bin }),
        parent_id: patch(random, 60, parent),
        activities: random
            .maybe(15, |random| (0..random.below(4)).map(|_| random.one(LocationActivity::ALL)).collect()),
        status: random.maybe(10, |random| random.one(ActiveState::ALL)),
    }
}

/// An item that is mostly tracked so.
fn item(random: &mut Random, world: &World, tracking: Tracking) -> Sought<ItemId> {
    let tracked: Vec<String> = world
        .rows::<Item>()
        .into_iter()
        .filter(|item| item.tracking == tracking || random.chance(2))
        .map(|item| item.id.to_string())
        .collect();
    id(random, &tracked, &world.foreign)
}

/// A number that is mostly new.
fn numbered(random: &mut Random, world: &mut World) -> String {
    let number = world.number();
    if random.chance(15) { "N-1".to_owned() } else { format!("N-{number}") }
}

fn lot(random: &mut Random, world: &mut World) -> Command {
    let number = numbered(random, world);
    let is_new = matches!(verb(random, world.lots.len()), 0);
    let fields = LotChange {
        number: random.maybe(if is_new { 100 } else { 20 }, |_| number),
        produced_on: patch(random, 20, day),
        best_before: patch(random, 20, day),
        expires_on: patch(random, 30, day),
        status: random.maybe(20, |random| random.one(StockStatus::ALL)),
        attributes: patch(random, 10, object),
    };
    if is_new {
        return CreateLot { item: item(random, world, Tracking::Lot), fields }.into();
    }
    if random.chance(75) {
        let lot = id(random, &world.lots, &world.foreign);
        UpdateLot { lot, if_match: if_match(random), fields }.into()
    } else {
        let lot = id(random, world.lots.get(1..).unwrap_or_default(), &world.foreign);
        DeleteLot { lot, if_match: if_match(random) }.into()
    }
}

fn serial(random: &mut Random, world: &mut World) -> Command {
    let number = numbered(random, world);
    let is_new = matches!(verb(random, world.serials.len()), 0);
    let fields = SerialChange {
        number: random.maybe(if is_new { 100 } else { 20 }, |_| number),
        status: random.maybe(20, |random| random.one(StockStatus::ALL)),
        attributes: patch(random, 10, object),
    };
    if is_new {
        return CreateSerial { item: item(random, world, Tracking::Serial), fields }.into();
    }
    if random.chance(75) {
        let serial = id(random, &world.serials, &world.foreign);
        UpdateSerial { serial, if_match: if_match(random), fields }.into()
    } else {
        let serial = id(random, world.serials.get(1..).unwrap_or_default(), &world.foreign);
        DeleteSerial { serial, if_match: if_match(random) }.into()
    }
}

fn reason(random: &mut Random, world: &mut World) -> Command {
    let number = world.number();
    let verb = verb(random, world.reason_codes.len());
    let accounts: Vec<String> = world.accounts.iter().map(|account| account.id.clone()).collect();
    let code = if random.chance(10) { "reason1".to_owned() } else { format!("reason{number}") };
    let fields = ReasonCodeChange {
        code: random.maybe(if verb == 0 { 100 } else { 15 }, |_| code),
        name: random.maybe(if verb == 0 { 100 } else { 30 }, |random| format!("Reason {}", random.below(50))),
        account_id: patch(random, 25, |random| id(random, &accounts, &world.foreign)),
        kinds: patch(random, 25, |random| (0..random.below(4)).map(|_| random.one(MovementKind::ALL)).collect()),
        status: random.maybe(10, |random| random.one(ActiveState::ALL)),
    };
    let spared = usize::from(verb == 2);
    let reason = id(random, world.reason_codes.get(spared..).unwrap_or_default(), &world.foreign);
    match verb {
        0 => CreateReasonCode { fields }.into(),
        1 => UpdateReasonCode { reason, if_match: if_match(random), fields }.into(),
        _ => DeleteReasonCode { reason, if_match: if_match(random) }.into(),
    }
}

fn day(random: &mut Random) -> Date {
    let month = i8::try_from(1 + random.below(12)).unwrap_or(1);
    jiff::civil::date(2010, month, 15)
}
