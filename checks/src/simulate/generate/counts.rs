//! Counts that are opened, recorded, submitted, approved, sent back, cancelled and posted; mostly of goods that are there, so
//! that differences are posted, now and then with something wrong.

use domain::command::Command;
use domain::commands::counts::acknowledge_overruns::AcknowledgeOverruns;
use domain::commands::counts::approve::ApproveCount;
use domain::commands::counts::cancel::CancelCount;
use domain::commands::counts::open::OpenCount;
use domain::commands::counts::post::PostCount;
use domain::commands::counts::record::RecordCount;
use domain::commands::counts::send_back::SendBackCount;
use domain::commands::counts::submit::SubmitCount;
use domain::commands::organization::update::UpdateOrganization;
use domain::commands::warehouses::update::UpdateWarehouse;
use domain::rows::items::Item;
use domain::rows::{Count, CountLine, CountStatus, NegativeStock, WarehouseStatus};
use domain::stock::counts::new::{CountMode, Found, NewCount, NewTolerance};
use domain::stock::goods::document::new::{NewMovementLine, When};
use domain::stock::warehouses::change::WarehouseChange;
use domain::value::id::{CountId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Decimal, IdOrCode, Instant, Patch, Sought, TypedId};

use super::goods::coming;
use super::movements::{accounts, decimal, goods_line, main_warehouse, of_main};
use super::shelves::{goods, lying, main_house};
use super::{id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Steps of the opening.
pub const OPENING: usize = 14;

/// Requests that stock and counts forbid, in a warehouse of its own: scenes that chance would hardly ever play. `None`
/// when that is over.
pub fn opening(step: usize, world: &World) -> Option<Command> {
    let last = world.warehouses.last()?.clone();
    let update = |fields: WarehouseChange| -> Command {
        UpdateWarehouse { warehouse: Sought::of(&last), if_match: None, fields }.into()
    };
    let status = || update(WarehouseChange { status: Some(WarehouseStatus::Inactive), ..WarehouseChange::default() });
    let negative =
        |negative_stock| update(WarehouseChange { negative_stock: Some(negative_stock), ..WarehouseChange::default() });
    let moved = |kind, quantity, cost| -> Command {
        let mut made = of_main(world, kind, goods_line(0, quantity, cost));
        made.new.warehouse = Some(IdOrCode::Id(Sought::of(&last)));
        made.into()
    };
    let count = || OpenCount { new: of_all(Some(IdOrCode::Id(Sought::of(&last)))) }.into();
    Some(match step {
        0 => moved(MovementKind::Receipt, "2", Some("2.00")),
        1 => status(),
        2 => negative(NegativeStock::Allow),
        3 => moved(MovementKind::Issue, "5", None),
        // Goods that never came and have no fallback cost.
        4 => {
            let mut made = of_main(world, MovementKind::Issue, goods_line(5, "1", None));
            made.new.warehouse = Some(IdOrCode::Id(Sought::of(&last)));
            made.into()
        }
        5 => negative(NegativeStock::Deny),
        6 | 7 => count(),
        8 => moved(MovementKind::Receipt, "3", Some("3.00")),
        9 => status(),
        10 => UpdateOrganization { valuation_account_id: Patch::Null, ..UpdateOrganization::default() }.into(),
        // Sales have no account for a moment.
        11 => UpdateOrganization { cogs_account_id: Patch::Null, ..UpdateOrganization::default() }.into(),
        12 => of_main(world, MovementKind::Issue, goods_line(0, "1", None)).into(),
        13 => accounts(world),
        _ => return None,
    })
}

/// A count of all that lies in a warehouse.
fn of_all(warehouse: Option<IdOrCode<WarehouseId>>) -> NewCount {
    NewCount {
        warehouse,
        occurred_at: None,
        locations: Vec::new(),
        items: Vec::new(),
        categories: Vec::new(),
        is_blind: false,
        tolerance: NewTolerance::default(),
        reason: None,
        description: "simulated".to_owned(),
        reference: None,
        metadata: "{}".to_owned(),
    }
}

/// Any step of a count.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    let step = random.weighed(&[16, 30, 18, 10, 6, 4, 16, 6]);
    let needed = match step {
        1 | 2 | 5 => CountStatus::Open,
        3 | 4 => CountStatus::Submitted,
        7 => CountStatus::Posted,
        _ => CountStatus::Approved,
    };
    // Where no count is that far, the one before it is taken a step further, or one is opened.
    let has = |status: CountStatus| world.rows::<Count>().iter().any(|count| count.status == status);
    let step = match (step, has(needed) || random.chance(6)) {
        (0, _) => 0,
        (step, true) => step,
        (_, false) if needed == CountStatus::Posted && has(CountStatus::Approved) => 6,
        (_, false) if needed == CountStatus::Approved && has(CountStatus::Submitted) => 3,
        (_, false) if needed != CountStatus::Open && has(CountStatus::Open) => 1 + random.below(2),
        (_, false) => 0,
    };
    match step {
        0 => open(random, world).into(),
        1 => record(random, world),
        2 => {
            let count = of_status(random, world, CountStatus::Open);
            SubmitCount { count, uncounted_as_zero: random.chance(40), if_match: if_match(random) }.into()
        }
        3 => {
            let count = of_status(random, world, CountStatus::Submitted);
            ApproveCount { count, if_match: if_match(random) }.into()
        }
        4 => {
            let count = of_status(random, world, CountStatus::Submitted);
            SendBackCount { count, reason: "simulated".to_owned(), if_match: if_match(random) }.into()
        }
        5 => {
            let count = of_status(random, world, CountStatus::Open);
            CancelCount { count, reason: "simulated".to_owned(), if_match: if_match(random) }.into()
        }
        7 => {
            let count = of_status(random, world, CountStatus::Posted);
            AcknowledgeOverruns { count, if_match: if_match(random) }.into()
        }
        _ => {
            let count = of_status(random, world, CountStatus::Approved);
            PostCount { count, if_match: if_match(random) }.into()
        }
    }
}

/// A count of all that lies in a warehouse, or of some items, locations or categories.
pub fn open(random: &mut Random, world: &World) -> OpenCount {
    let warehouse = match random.below(8) {
        0 => None,
        1 => Some(IdOrCode::Id(id(random, &world.warehouses, &world.foreign))),
        _ => main_warehouse(world).map(IdOrCode::Id),
    };
    let main = main_house(world).map(|house| house.id);
    let there = lying(world).into_iter().filter(|lying| Some(lying.level.warehouse_id) == main);
    let mut items: Vec<String> = there.map(|lying| lying.item.id.to_string()).collect();
    if items.is_empty() || random.chance(10) {
        items = world.items.clone();
    }
    let locations: Vec<String> = world.locations.iter().map(|(_, location)| location.clone()).collect();
    let amount = |random: &mut Random, texts: &[&str]| {
        let text = random.one(texts).to_owned();
        random.maybe(40, |_| decimal(&text))
    };
    let new = NewCount {
        locations: some(random, world, (10, &locations)),
        items: some(random, world, (70, &items)),
        categories: some(random, world, (6, &world.item_categories)),
        is_blind: random.chance(50),
        tolerance: NewTolerance {
            quantity: amount(random, &["0", "1", "1000000", "0.5", "-1"]),
            percent: amount(random, &["0", "1.5", "100", "33.333333"]),
            value: amount(random, &["0.00", "10.00", "100000.00", "0.001"]),
        },
        occurred_at: random.maybe(25, |random| past(random, world)),
        reason: random.maybe(15, |random| IdOrCode::Id(id(random, &world.reason_codes, &world.foreign))),
        ..of_all(warehouse)
    };
    OpenCount { new }
}

/// Mostly an instant or a day that has passed, not long ago; now and then one in the future.
fn past(random: &mut Random, world: &World) -> When {
    match random.below(12) {
        0 => When::At(Instant(world.clock + 90_000_000_000)),
        1..=5 => When::On(jiff::civil::date(2010, 11, i8::try_from(random.between(1, 30)).unwrap_or(1))),
        _ => When::At(Instant(world.clock - random.between(1, 1_000_000_000_000))),
    }
}

/// Up to three of these, or none; how often one more is in percent.
fn some<I: TypedId>(random: &mut Random, world: &World, (percent, known): (usize, &[String])) -> Vec<Sought<I>> {
    let mut ids = Vec::new();
    while random.chance(percent) && ids.len() < 3 {
        ids.push(id(random, known, &world.foreign));
    }
    ids
}

/// Mostly the expected quantity or a little more or less, by line number; at times goods that were not expected.
fn record(random: &mut Random, world: &World) -> Command {
    let count = of_status(random, world, CountStatus::Open);
    let lines = world.rows::<CountLine>();
    let own: Vec<&CountLine> = lines.iter().filter(|line| Some(line.count_id) == count.id()).collect();
    let mut found = Vec::new();
    for _ in 0..1 + random.below(4) {
        let mut goods = match random.pick(&goods(world)) {
            Some(item) => coming(random, world, item),
            None => NewMovementLine::default(),
        };
        let known = random.pick(&own).filter(|_| !random.chance(20));
        let line_number = known.map(|line| line.line_number);
        if let Some(line) = known {
            let item = world.rows::<Item>().into_iter().find(|item| item.id == line.item_id);
            let decimals = item.map_or(0, |item| u8::try_from(item.quantity_decimals).unwrap_or(0));
            let more = random.one(&[0, 0, 0, 1, -1, 5, -4]);
            let units = (line.expected + more * 10_i64.pow(u32::from(decimals))).max(0);
            (goods.quantity, goods.unit) = (Some(Decimal::from_units(units, decimals)), None);
        }
        let reason = random.maybe(10, |random| IdOrCode::Id(id(random, &world.reason_codes, &world.foreign)));
        let mode = if random.chance(25) { CountMode::Add } else { CountMode::Replace };
        found.push(Found { line_number: line_number.or_else(|| random.maybe(3, |_| 99)), goods, reason, mode });
    }
    RecordCount { count, lines: found, if_match: if_match(random) }.into()
}

/// Mostly a count in this status, at times any other.
fn of_status(random: &mut Random, world: &World, status: CountStatus) -> Sought<CountId> {
    let all = world.rows::<Count>();
    let is_any = random.chance(8);
    let fits = |count: &&Count| is_any || count.status == status;
    let known: Vec<String> = all.iter().filter(fits).map(|count| count.id.to_string()).collect();
    id(random, &known, &world.foreign)
}
