//! The obstacles to a warehouse's deactivation; the same for the update and for the check in advance.

use std::collections::BTreeMap;

use crate::book::in_transit::InTransit;
use crate::book::loading::require_all;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{StockLevel, Warehouse, WarehouseKind, WarehouseStatus};
use crate::stock::goods::document::uses::drafts_naming;
use crate::stock::goods::posting::refusals::quantity as quantity_text;
use crate::stock::warehouses::effective::Others;
use crate::stock::warehouses::rules::users_of;
use crate::value::id::{ItemId, LocationId, LotId, SerialId, WarehouseId};
use crate::value::rejection::{Code, Rejection, Value};
use crate::value::{Instant, counted, enumerated, limits};

/// All that would refuse the deactivation of a warehouse at this instant; nothing where it is inactive already.
///
/// # Errors
/// `Missing` where something must be loaded first.
pub fn deactivation_check(book: &Book, at: Instant, warehouse: &Warehouse) -> Result<Vec<Rejection>, Stop> {
    if warehouse.status == WarehouseStatus::Inactive {
        return Ok(Vec::new());
    }
    let others: Others =
        book.warehouses()?.filter(|other| other.id != warehouse.id).map(|other| (other.id, other.clone())).collect();
    let mut found: Vec<Rejection> = warehouse.is_default.then(|| is_default(&others)).into_iter().collect();
    found.extend(blockers(book, at, &others, warehouse)?);
    Ok(found)
}

/// The default stays active; names who could take its place.
pub(super) fn is_default(others: &Others) -> Rejection {
    let message = "the default warehouse must be active: make another one the default first";
    let this = others.values().find(|other| other.is_default).map(|other| other.id);
    with_heirs(Rejection::new(Code::WarehouseIsDefault, message), others, this)
}

/// Who could become the default instead of this one: our own, in use, and no group of others.
pub(crate) fn with_heirs(rejection: Rejection, others: &Others, this: Option<WarehouseId>) -> Rejection {
    let is_group = |id| others.values().any(|other| other.parent_id == Some(id));
    let heirs = others.values().filter(|other| {
        Some(other.id) != this
            && other.status == WarehouseStatus::Active
            && other.kind == WarehouseKind::Storage
            && !is_group(other.id)
    });
    let heirs: Vec<&Warehouse> = heirs.take(limits::LISTED).collect();
    let rejection = rejection.with("candidates", heirs.iter().map(|other| other.id.to_string()).collect::<Vec<_>>());
    let Some(first) = heirs.first() else { return rejection };
    let title = format!("Make warehouse {} the default", first.code);
    let offered = rejection.offer("default", title, "PUT", format!("/warehouses/{}", first.id));
    offered.body(vec![("isDefault", true.into())])
}

/// Leads to the first of the warehouses that name another.
pub(crate) fn with_users(rejection: Rejection, users: Vec<String>) -> Rejection {
    let first = users.first().map(|id| format!("/warehouses/{id}"));
    let rejection = rejection.with("warehouses", users.into_iter().take(limits::LISTED).collect::<Vec<_>>());
    match first {
        Some(path) => rejection.offer("warehouse", "See the first of them", "GET", path),
        None => rejection,
    }
}

/// The last active one stays, one that active others refer to, one with goods, and one with open work.
pub(super) fn blockers(
    book: &Book,
    at: Instant,
    others: &Others,
    warehouse: &Warehouse,
) -> Result<Vec<Rejection>, Stop> {
    require_all(
        book,
        vec![
            Key::StockAt(warehouse.id, None, None),
            Key::MovementDrafts,
            Key::OpenCounts(warehouse.id),
            Key::ReservationsIn(warehouse.id),
            book.transit_key(InTransit::To(warehouse.id), limits::LISTED),
            book.transit_key(InTransit::From(warehouse.id), limits::LISTED),
        ],
    )?;
    let mut found = Vec::new();
    if !others.values().any(|other| other.status == WarehouseStatus::Active) {
        let message = "this is the last active warehouse: activate or create another first";
        found.push(Rejection::new(Code::WarehouseIsLastActive, message));
    }
    let users = users_of(others, warehouse.id, |other| other.status != WarehouseStatus::Inactive);
    if !users.is_empty() {
        let count = users.len();
        let warehouses = counted(count, "warehouse refers", "warehouses refer");
        let message = format!("{warehouses} to it as parent, transit warehouse or supplier: change them first");
        found.push(with_users(Rejection::new(Code::WarehouseInUse, message).with("count", number(count)), users));
    }
    found.extend(goods(book, others, warehouse)?);
    found.extend(open_work(book, at, warehouse)?);
    Ok(found)
}

/// Goods that are there, with a transfer that would take the first of them elsewhere.
fn goods(book: &Book, others: &Others, warehouse: &Warehouse) -> Result<Option<Rejection>, Stop> {
    let code = &warehouse.code;
    let Some(levels) = book.stock_at(warehouse.id, None, None)? else {
        let message =
            format!("warehouse {code} has goods in more than {} places: move them first", limits::LINES_PER_COUNT);
        return Ok(Some(Rejection::new(Code::WarehouseNotEmpty, message)));
    };
    if levels.is_empty() {
        return Ok(None);
    }
    let mut items: BTreeMap<ItemId, i64> = BTreeMap::new();
    for level in &levels {
        let sum = items.entry(level.item_id).or_default();
        *sum = sum.saturating_add(level.quantity);
    }
    require_all(book, items.keys().take(limits::LISTED).copied().map(Key::Item).collect())?;
    let mut listed = Vec::new();
    for (id, quantity) in items.iter().take(limits::LISTED) {
        let item = book.item(*id)?.ok_or_else(|| Stop::lost("items", *id))?;
        listed.push(Value::Object(vec![
            ("itemId", id.to_string().into()),
            ("sku", item.sku.clone().into()),
            ("quantity", quantity_text(item, *quantity).into()),
        ]));
    }
    let held = counted(items.len(), "item", "items");
    let message = format!("warehouse {code} holds goods of {held}: move them or write them off first");
    let rejection = Rejection::new(Code::WarehouseNotEmpty, message)
        .with("items", number(items.len()))
        .with("places", number(levels.len()))
        .with("stock", Value::List(listed));
    let elsewhere = others.values().filter(|other| other.status == WarehouseStatus::Active);
    let Some(heir) = elsewhere.max_by_key(|other| (other.is_default, other.id)) else { return Ok(Some(rejection)) };
    let mut lines = Vec::new();
    for level in levels.iter().filter(|level| level.quantity > 0 && items.contains_key(&level.item_id)) {
        if lines.len() == limits::LISTED {
            break;
        }
        require_all(book, vec![Key::Item(level.item_id)])?;
        let item = book.item(level.item_id)?.ok_or_else(|| Stop::lost("items", level.item_id))?;
        lines.push(line(level, quantity_text(item, level.quantity)));
    }
    if lines.is_empty() {
        return Ok(Some(rejection));
    }
    let title = format!("Transfer the first {} to {}", lines.len(), heir.code);
    Ok(Some(rejection.offer("transfer", title, "POST", "/inventory/movements").body(vec![
        ("kind", "transfer".into()),
        ("warehouseId", warehouse.id.to_string().into()),
        ("toWarehouseId", heir.id.to_string().into()),
        ("lines", Value::List(lines)),
    ])))
}

/// The line of a transfer of all that lies in one place.
fn line(level: &StockLevel, quantity: String) -> Value {
    let mut members = vec![("itemId", Value::from(level.item_id.to_string())), ("quantity", Value::from(quantity))];
    let named = |id: [u8; 16]| Some(id).filter(|id| *id != [0; 16]);
    members.extend(named(level.location_id).map(|id| ("locationId", LocationId(id).to_string().into())));
    members.extend(named(level.lot_id).map(|id| ("lotId", LotId(id).to_string().into())));
    members.extend(named(level.serial_id).map(|id| ("serialId", SerialId(id).to_string().into())));
    Value::Object(members)
}

/// Drafts of movements that name it, including those that wait for approval; its open counts; goods in transit to it
/// and from it; and its reservations.
fn open_work(book: &Book, at: Instant, warehouse: &Warehouse) -> Result<Option<Rejection>, Stop> {
    let counts: Vec<String> = book.open_counts(warehouse.id)?.map(|count| count.id.to_string()).collect();
    let named = drafts_naming(book, Named::Warehouse(warehouse.id))?;
    let drafts: Vec<String> = named.iter().map(ToString::to_string).collect();
    let coming = book.in_transit(InTransit::To(warehouse.id), limits::LISTED)?;
    let moving = coming.chain(book.in_transit(InTransit::From(warehouse.id), limits::LISTED)?);
    let mut transfers: Vec<String> = moving.map(|line| line.movement_id.to_string()).collect();
    transfers.sort_unstable();
    transfers.dedup();
    let promised = book.reservations_in(warehouse.id)?.filter(|reservation| !reservation.is_over(at));
    let reservations: Vec<String> = promised.map(|reservation| reservation.id.to_string()).collect();
    if [&counts, &drafts, &transfers, &reservations].iter().all(|ids| ids.is_empty()) {
        return Ok(None);
    }
    let work = [
        (drafts.len(), "draft of a movement", "drafts of movements"),
        (counts.len(), "open count", "open counts"),
        (transfers.len(), "transfer in transit", "transfers in transit"),
        (reservations.len(), "active reservation", "active reservations"),
    ];
    let there = work.iter().filter(|(number, _, _)| *number > 0);
    let there: Vec<String> = there.map(|(number, one, many)| counted(*number, one, many)).collect();
    let message = format!("warehouse {} has {}: end what is open first", warehouse.code, enumerated(&there));
    let first = |ids: Vec<String>| ids.into_iter().take(limits::LISTED).collect::<Vec<_>>();
    let rejection = Rejection::new(Code::WarehouseHasOpenWork, message)
        .with("drafts", number(drafts.len()))
        .with("counts", number(counts.len()))
        .with("transfers", number(transfers.len()))
        .with("reservations", number(reservations.len()));
    let (movement, count) = (drafts.first().or(transfers.first()), counts.first());
    let path = match (movement, count, reservations.first()) {
        (Some(id), _, _) => format!("/inventory/movements/{id}"),
        (None, Some(id), _) => format!("/inventory/counts/{id}"),
        (None, None, Some(id)) => format!("/inventory/reservations/{id}"),
        (None, None, None) => String::new(),
    };
    let rejection = rejection
        .with("movementIds", first(drafts))
        .with("countIds", first(counts))
        .with("transferIds", first(transfers))
        .with("reservationIds", first(reservations));
    Ok(Some(rejection.offer("open-work", "See the first", "GET", path)))
}

fn number(many: usize) -> i64 {
    i64::try_from(many).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::counts::open::OpenCount;
    use crate::commands::reservations::create::CreateReservation;
    use crate::commands::reservations::release::ReleaseReservation;
    use crate::commands::warehouses::create::CreateWarehouse;
    use crate::commands::warehouses::update::UpdateWarehouse;
    use crate::stock::counts::new::{NewCount, NewTolerance};
    use crate::stock::goods::tests::{decimal, line, movement, stage};
    use crate::stock::reservations::new::NewReservation;
    use crate::stock::warehouses::change::WarehouseChange;
    use crate::testing::Stage;
    use crate::value::Patch;
    use crate::value::movement_kind::MovementKind;
    use crate::value::{IdOrCode, Sought};

    fn named(stage: &Stage, code: &str) -> Warehouse {
        stage.rows::<Warehouse>().into_iter().find(|row| row.code == code).expect("warehouse")
    }

    fn update(stage: &mut Stage, code: &str, fields: WarehouseChange) -> Result<(), Rejection> {
        let warehouse = named(stage, code).id.to_string();
        stage.run(UpdateWarehouse { warehouse: Sought::of(&warehouse), if_match: None, fields }).map(drop)
    }

    fn deactivate(stage: &mut Stage, code: &str) -> Result<(), Rejection> {
        let status = Some(WarehouseStatus::Inactive);
        update(stage, code, WarehouseChange { status, ..WarehouseChange::default() })
    }

    /// The answer of the check before anything is finished.
    fn asked(stage: &Stage, code: &str) -> Vec<Code> {
        asked_at(stage, code, Instant(0))
    }

    fn asked_at(stage: &Stage, code: &str, at: Instant) -> Vec<Code> {
        let warehouse = named(stage, code);
        let mut book = stage.model.book().expect("a book");
        loop {
            let missing = match deactivation_check(&book, at, &warehouse) {
                Ok(found) => return found.into_iter().map(|why| why.code).collect(),
                Err(Stop::Missing(key)) => vec![key],
                Err(Stop::MissingAll(keys)) => keys,
                Err(Stop::Rejected(why) | Stop::Damaged(why)) => panic!("{why:?}"),
            };
            for key in missing {
                book.fill(&key, &stage.model.load(&key.query())).expect("rows");
            }
        }
    }

    #[test]
    fn the_check_lists_all_that_the_update_would_meet_one_after_the_other() {
        let mut stage = stage();
        assert_eq!(asked(&stage, "MAIN"), [Code::WarehouseIsDefault]);
        assert_eq!(asked(&stage, "SHOP"), []);
        let parent = Patch::Set(named(&stage, "MAIN").id.to_string());
        update(
            &mut stage,
            "SHOP",
            WarehouseChange { parent_id: parent.map(|id| Sought::of(&id)), ..WarehouseChange::default() },
        )
        .expect("below");
        let status = Some(WarehouseStatus::Frozen);
        update(&mut stage, "SHOP", WarehouseChange { status, ..WarehouseChange::default() }).expect("frozen");
        let wanted = [Code::WarehouseIsDefault, Code::WarehouseIsLastActive, Code::WarehouseInUse];
        assert_eq!(asked(&stage, "MAIN"), wanted);
        deactivate(&mut stage, "SHOP").expect("deactivated");
        assert_eq!(asked(&stage, "SHOP"), []);
    }

    #[test]
    fn a_refusal_leads_to_the_next_default_and_to_the_warehouse_that_names_this_one() {
        let mut stage = stage();
        let shop = named(&stage, "SHOP");
        stage.model.put(&Warehouse { kind: WarehouseKind::Quarantine, ..shop.clone() });
        let refused = deactivate(&mut stage, "MAIN").expect_err("default");
        assert_eq!((refused.code, refused.resolutions), (Code::WarehouseIsDefault, Vec::new()), "goods are kept apart");
        stage.model.put(&shop);
        let refused = deactivate(&mut stage, "MAIN").expect_err("default");
        let way = &refused.resolutions[0];
        assert_eq!((way.method, way.path.clone()), ("PUT", format!("/warehouses/{}", shop.id)));
        assert_eq!(way.body, Some(Value::Object(vec![("isDefault", true.into())])));
        update(&mut stage, "SHOP", WarehouseChange { is_default: Some(true), ..WarehouseChange::default() })
            .expect("done");
        let parent = Patch::Set(named(&stage, "MAIN").id.to_string());
        update(
            &mut stage,
            "SHOP",
            WarehouseChange { parent_id: parent.map(|id| Sought::of(&id)), ..WarehouseChange::default() },
        )
        .expect("below");
        let refused = deactivate(&mut stage, "MAIN").expect_err("it groups the shop");
        assert_eq!(refused.code, Code::WarehouseInUse);
        assert_eq!(refused.resolutions[0].path, format!("/warehouses/{}", shop.id));
    }

    #[test]
    fn goods_and_open_work_keep_a_warehouse_and_the_refusal_has_the_way_out() {
        let mut stage = stage();
        let fields =
            WarehouseChange { code: Some("THIRD".to_owned()), name: Some("Third".to_owned()), ..Default::default() };
        stage.run(CreateWarehouse { fields }).expect("warehouse");
        let mut receipt = movement(MovementKind::Receipt, 5, vec![line("FIFO", "2", Some("2.00"))]);
        receipt.new.warehouse = Some(IdOrCode::Code("SHOP".to_owned()));
        stage.run(receipt.clone()).expect("received");
        let refused = deactivate(&mut stage, "SHOP").expect_err("goods are there");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::WarehouseNotEmpty, "/status"));
        let way = &refused.resolutions[0];
        assert_eq!((way.rel, way.path.as_str()), ("transfer", "/inventory/movements"));
        let body = way.body.as_ref().expect("prepared").to_json().to_string();
        let main = named(&stage, "MAIN").id;
        assert!(
            body.contains(&format!("\"toWarehouseId\":\"{main}\"")) && body.contains("\"quantity\":\"2\""),
            "{body}"
        );

        receipt.new.post = false;
        let draft = stage.run(receipt).expect("drafted").subject;
        let new = NewCount {
            warehouse: Some(IdOrCode::Code("SHOP".to_owned())),
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
        };
        let count = stage.run(OpenCount { new }).expect("opened").subject;
        assert_eq!(asked(&stage, "SHOP"), [Code::WarehouseNotEmpty, Code::WarehouseHasOpenWork]);
        stage.run(movement(MovementKind::Transfer, 6, vec![])).expect_err("nothing moves");
        let mut away = movement(MovementKind::Transfer, 6, vec![line("FIFO", "2", None)]);
        away.new.warehouse = Some(IdOrCode::Code("SHOP".to_owned()));
        away.new.to_warehouse = Some(IdOrCode::Code("MAIN".to_owned()));
        stage.run(away).expect("moved");
        let refused = deactivate(&mut stage, "SHOP").expect_err("open work");
        assert_eq!(refused.code, Code::WarehouseHasOpenWork);
        let told = "warehouse SHOP has 1 draft of a movement and 1 open count: end what is open first";
        assert_eq!(refused.detail, told, "what is not there is not named");
        let told = refused.context.iter().map(|(_, value)| value.to_json().to_string()).collect::<String>();
        assert!(told.contains(&draft) && told.contains(&count), "{told}");
        assert_eq!(asked(&stage, "THIRD"), []);
    }

    #[test]
    fn what_is_reserved_keeps_a_warehouse_until_its_time_is_over() {
        let mut stage = stage();
        let mut receipt = movement(MovementKind::Receipt, 5, vec![line("FIFO", "2", Some("2.00"))]);
        receipt.new.warehouse = Some(IdOrCode::Code("SHOP".to_owned()));
        stage.run(receipt).expect("received");
        let end = Instant(4_000_000_000_000_000);
        let new = NewReservation {
            item: IdOrCode::Code("FIFO".to_owned()),
            quantity: decimal("1"),
            unit: None,
            warehouse: Some(IdOrCode::Code("SHOP".to_owned())),
            lot: None,
            serial: None,
            expires_at: Some(end),
            reference: None,
            source: String::new(),
            external_id: None,
            metadata: "{}".to_owned(),
        };
        let reservation = stage.run(CreateReservation { new }).expect("reserved").subject;
        assert_eq!(asked(&stage, "SHOP"), [Code::WarehouseNotEmpty, Code::WarehouseHasOpenWork]);
        assert_eq!(asked(&stage, "MAIN"), [Code::WarehouseIsDefault]);
        assert_eq!(asked_at(&stage, "SHOP", end), [Code::WarehouseNotEmpty]);
        let release = ReleaseReservation { reservation: Sought::of(&reservation), reason: None, if_match: None };
        stage.run(release).expect("released");
        assert_eq!(asked(&stage, "SHOP"), [Code::WarehouseNotEmpty]);
    }
}
