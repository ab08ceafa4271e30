//! Rules of movements, on the model: the moved goods, their cost, and the books that follow.

mod approval;
mod bound;
mod claims;
mod consigned;
mod credits;
mod days_to_come;
mod held;
mod invoice_numbers;
mod later_days;
mod load_rounds;
mod named;
mod new_lots;
mod places;
mod prospective;
mod scope;
mod specific_costing;
mod steps;
mod strict;
mod suppliers;
mod valued_in_transit;
mod valued_then;
mod worth;

use jiff::civil::date;
use std::collections::BTreeMap;

use crate::commands::accounts::create::CreateAccount;
use crate::commands::items::create::CreateItem;
use crate::commands::movements::create::CreateMovement;
use crate::commands::movements::void::VoidMovement;
use crate::commands::organization::update::UpdateOrganization;
use crate::commands::warehouses::create::CreateWarehouse;
use crate::costing::{Kind, Moved, Place};
use crate::rows::items::Item;
use crate::rows::valuations::Valuations;
use crate::rows::{
    AccountSubtype, AccountType, ConsignedLine, CostingMethod, Entry, LegKind, Line, Pool, PoolDay, PoolLayer,
    PoolMovement, StockDay, StockLevel, ValueEntry, costing_cells,
};
use crate::stock::goods::document::new::{NewMovement, NewMovementLine, When};
use crate::stock::goods::posting::history;
use crate::stock::goods::proof::proving::Prover;
use crate::stock::items::change::ItemChange;
use crate::stock::warehouses::change::WarehouseChange;
use crate::testing::{Stage, account, account_id};
use crate::value::id::{AccountId, PoolId};
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, Decimal, IdOrCode, Patch, Sought};

/// A stage with two warehouses, and items that are named after their method.
pub(crate) fn stage() -> Stage {
    let mut stage = Stage::new();
    for (code, kind, subtype) in [
        ("2100", AccountType::Liability, AccountSubtype::GoodsReceivedNotInvoiced),
        ("3900", AccountType::Equity, AccountSubtype::OpeningBalance),
        ("5900", AccountType::Expense, AccountSubtype::CostVariance),
        ("5100", AccountType::Expense, AccountSubtype::Other),
    ] {
        stage.run(CreateAccount { subtype: Some(subtype), ..account(code, kind, None) }).expect("account");
    }
    let named = |code: &str| Patch::Set(Sought::of(&account_id(&stage, code)));
    let accounts = UpdateOrganization {
        valuation_account_id: named("1200"),
        cogs_account_id: named("5000"),
        adjustment_account_id: named("5100"),
        ..UpdateOrganization::default()
    };
    stage.run(accounts).expect("accounts");
    for code in ["MAIN", "SHOP"] {
        let fields = WarehouseChange { code: Some(code.to_owned()), name: Some(code.to_owned()), ..Default::default() };
        stage.run(CreateWarehouse { fields }).expect("warehouse");
    }
    for (sku, method) in
        [("FIFO", CostingMethod::Fifo), ("AVG", CostingMethod::Average), ("STD", CostingMethod::Standard)]
    {
        let fields = ItemChange {
            sku: Some(sku.to_owned()),
            name: Some(sku.to_owned()),
            costing_method: Some(method),
            fallback_cost: if method == CostingMethod::Standard { Patch::Set(decimal("2.5")) } else { Patch::Absent },
            ..ItemChange::default()
        };
        stage.run(CreateItem { fields }).expect("item");
    }
    stage
}

pub(crate) fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).expect("a number")
}

/// A line: item, quantity, and the cost if it is stated.
pub(crate) fn line(sku: &str, quantity: &str, cost: Option<&str>) -> NewMovementLine {
    NewMovementLine {
        item: Some(IdOrCode::Code(sku.to_owned())),
        quantity: Some(decimal(quantity)),
        total_cost: cost.map(decimal),
        ..NewMovementLine::default()
    }
}

/// A posted movement on a day of January 2010.
pub(crate) fn movement(kind: MovementKind, day: i8, lines: Vec<NewMovementLine>) -> CreateMovement {
    let new = NewMovement {
        occurred_at: Some(When::On(date(2010, 1, day))),
        warehouse: Some(IdOrCode::Code("MAIN".to_owned())),
        to_warehouse: (kind == MovementKind::Transfer).then(|| IdOrCode::Code("SHOP".to_owned())),
        lines,
        ..NewMovement::of(kind)
    };
    CreateMovement { new }
}

fn run(stage: &mut Stage, command: CreateMovement) -> Result<String, Rejection> {
    let done = stage.run(command).map(|reply| reply.subject);
    assert_books_follow(stage);
    done
}

pub(crate) fn void(stage: &mut Stage, movement: &str) -> Result<(), Rejection> {
    let reason = "a mistake".to_owned();
    let done = stage
        .run(VoidMovement { movement: Sought::of(movement), reason, reservations: Default::default(), if_match: None })
        .map(drop);
    assert_books_follow(stage);
    done
}

/// The balances of the accounts, by code.
pub(crate) fn balances(stage: &Stage) -> BTreeMap<String, i64> {
    let codes: BTreeMap<AccountId, String> =
        stage.rows::<crate::rows::Account>().into_iter().map(|account| (account.id, account.code)).collect();
    let mut sums = BTreeMap::new();
    for line in stage.rows::<Line>() {
        *sums.entry(codes[&line.account_id].clone()).or_default() += line.base_debit - line.base_credit;
    }
    sums.retain(|_, sum| *sum != 0);
    sums
}

fn at(pairs: &[(&str, i64)]) -> BTreeMap<String, i64> {
    pairs.iter().map(|(code, sum)| ((*code).to_owned(), *sum)).collect()
}

/// I1 to I4 and the whole replay: the stored stock, costs and books agree, to the cent and to the day.
pub(crate) fn assert_books_follow(stage: &Stage) {
    let pools: BTreeMap<PoolId, Pool> = stage.rows::<Pool>().into_iter().map(|pool| (pool.id, pool)).collect();
    let beside = stage.rows::<PoolMovement>().into_iter().filter_map(|row| row.own_entry());
    let entries: Vec<ValueEntry> = beside.chain(stage.rows::<ValueEntry>()).collect();
    prove(stage, &pools, &entries);
    let mut by_day: BTreeMap<(PoolId, AccountId, Date), i64> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.leg == LegKind::Stock) {
        *by_day.entry((entry.pool_id, entry.account_id, entry.date)).or_default() += entry.amount;
    }
    let kept = stage.rows::<PoolDay>().into_iter().map(|day| ((day.pool_id, day.account_id, day.date), day.value));
    assert_eq!(by_day, kept.collect(), "days of pools are the sums of value entries");
    for entry in entries.iter().filter(|entry| entry.leg == LegKind::Allowance) {
        *by_day.entry((entry.pool_id, entry.account_id, entry.date)).or_default() += entry.amount;
    }
    by_day.retain(|_, sum| *sum != 0);
    let dates: BTreeMap<i64, Date> =
        stage.rows::<Entry>().into_iter().filter_map(|entry| Some((entry.sequence?, entry.date))).collect();
    let mut in_books: BTreeMap<(PoolId, AccountId, Date), i64> = BTreeMap::new();
    for line in stage.rows::<Line>() {
        if let Some(pool) = line.pool_id {
            let of_day = in_books.entry((pool, line.account_id, dates[&line.entry_sequence])).or_default();
            *of_day += line.base_debit - line.base_credit;
        }
    }
    in_books.retain(|_, sum| *sum != 0);
    assert_eq!(by_day, in_books, "the books have what was posted for each pool, day by day");
    let mut moved: BTreeMap<_, i64> = BTreeMap::new();
    for day in stage.rows::<StockDay>() {
        let key = (day.item_id, day.warehouse_id, day.location_id, day.lot_id, day.serial_id);
        *moved.entry(key).or_default() += day.quantity;
    }
    let levels = stage.rows::<StockLevel>().into_iter();
    let levels: BTreeMap<_, i64> = levels
        .map(|level| {
            ((level.item_id, level.warehouse_id, level.location_id, level.lot_id, level.serial_id), level.quantity)
        })
        .collect();
    assert_eq!(moved, levels, "levels are the sums of days");
    let scope_of = |row: crate::rows::Warehouse| match row.costing_scope {
        crate::rows::CostingScope::Warehouse => (row.id, row.id.0),
        crate::rows::CostingScope::Organization => (row.id, [0; 16]),
    };
    let scopes: BTreeMap<_, _> = stage.rows().into_iter().map(scope_of).collect();
    let of_others: Vec<_> = stage.rows::<crate::rows::Warehouse>();
    let of_others = of_others
        .into_iter()
        .filter(crate::stock::warehouses::contents::is_of_others)
        .map(|row| row.id)
        .collect::<Vec<_>>();
    let mut consigned: BTreeMap<_, i64> = BTreeMap::new();
    for line in stage.rows::<ConsignedLine>() {
        *consigned.entry((line.item_id, line.warehouse_id)).or_default() += line.left();
    }
    let mut there: BTreeMap<_, i64> = BTreeMap::new();
    for (key, quantity) in levels.iter().filter(|(key, _)| of_others.contains(&key.1)) {
        *there.entry((key.0, key.1)).or_default() += quantity;
    }
    consigned.retain(|_, left| *left != 0);
    there.retain(|_, left| *left != 0);
    assert_eq!(consigned, there, "what is consigned is what is in its places");
    let levels: BTreeMap<_, i64> = levels.into_iter().filter(|(key, _)| !of_others.contains(&key.1)).collect();
    let mut held: BTreeMap<_, i64> = BTreeMap::new();
    for pool in pools.values() {
        *held.entry((pool.item_id, pool.scope_id)).or_default() += pool.quantity;
        let of_it = |key: &(_, _, _, [u8; 16], [u8; 16])| pool.tracked_id == key.3 || pool.tracked_id == key.4;
        let there = levels.iter().filter(|(key, _)| key.0 == pool.item_id && scopes[&key.1] == pool.scope_id);
        let there = there.filter(|(key, _)| of_it(key)).map(|(_, quantity)| quantity).sum::<i64>();
        let is_of_one = pool.tracked_id != [0; 16] && pool.quantity != 0;
        assert!(!is_of_one || pool.quantity == there, "the pool of a lot is what is there of it");
    }
    for ((item, scope), quantity) in held {
        let there = levels.iter().filter(|(key, _)| key.0 == item && scopes[&key.1] == scope);
        assert_eq!(quantity, there.map(|(_, quantity)| quantity).sum::<i64>(), "pools are what is in their places");
    }
    suppliers::assert_open_is_in_books(stage);
    assert_valued_as_then(stage, &pools);
}

/// Goods are valued in each pool as their item was on their day, and all pools alike in the end.
fn assert_valued_as_then(stage: &Stage, pools: &BTreeMap<PoolId, Pool>) {
    let items: BTreeMap<_, _> = stage.rows().into_iter().map(|item: Item| (item.id, item)).collect();
    let first = |pool: &Pool| (pool.first_method, pool.first_standard);
    let mut now: BTreeMap<PoolId, _> = pools.iter().map(|(id, pool)| (*id, first(pool))).collect();
    let extended = |standard: Option<i64>| standard.map(|cost| cost * 100);
    let mut rows = stage.rows::<PoolMovement>();
    rows.sort_by_key(|row| row.place);
    for row in rows.iter().filter(|row| !row.is_voided) {
        let pool = &pools[&row.pool_id];
        let movement = costing_cells::movement(row, history::key_of(pool)).expect("readable");
        let valued = now.get_mut(&row.pool_id).expect("a pool");
        let as_stored = |standard| costing_cells::standard_pair(standard).0;
        match movement.kind {
            Kind::ChangeStandard { to } => valued.1 = Some(as_stored(to)),
            Kind::ChangeMethod { to, standard } => *valued = (to.into(), standard.map(as_stored).or(valued.1)),
            _ if row.quantity != 0 && !Moved::of(&movement, row.quantity).changes_scope => {
                let then = Valuations::of(&items[&pool.item_id]).expect("readable").at(row.place);
                let standard = valued.1.filter(|_| valued.0 == CostingMethod::Standard);
                assert_eq!((valued.0, standard), (then.method, extended(then.standard)), "{:?}", row.place);
            }
            _ => {}
        }
    }
    for (id, pool) in pools {
        let item = &items[&pool.item_id];
        if (pool.tracked_id != [0; 16]) == (item.costing_method == CostingMethod::Specific) {
            let is_standard = |method| method == CostingMethod::Standard;
            let standard = now[id].1.filter(|_| is_standard(now[id].0));
            let of_item = extended(item.fallback_cost).filter(|_| is_standard(item.costing_method));
            assert_eq!((pool.method, standard), (item.costing_method, of_item), "{} in the end", item.sku);
        }
    }
}

/// Costs everything from the beginning and compares.
fn prove(stage: &Stage, pools: &BTreeMap<PoolId, Pool>, entries: &[ValueEntry]) {
    let mut by_place: BTreeMap<Place, Vec<ValueEntry>> = BTreeMap::new();
    for entry in entries {
        by_place.entry(entry.place).or_default().push(entry.clone());
    }
    let mut prover = Prover::new(None);
    pools.values().for_each(|pool| prover.open(pool));
    let mut rows = stage.rows::<PoolMovement>();
    rows.sort_by_key(|row| row.place);
    for row in rows {
        prover.follow(&row);
        prover.add(&row, &by_place.remove(&row.place).unwrap_or_default()).expect("readable");
    }
    assert!(by_place.is_empty(), "value entries of no movement");
    let layers = stage.rows::<PoolLayer>();
    for pool in pools.values() {
        let own: Vec<PoolLayer> = layers.iter().filter(|layer| layer.pool_id == pool.id).cloned().collect();
        prover.compare(pool, &own);
    }
    for (id, pool) in prover.finish() {
        assert!(pool.holds(), "{id}: {:?}", pool.broken);
    }
}

#[test]
fn goods_come_and_go_at_their_cost_and_the_books_follow_in_the_same_commit() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "3", Some("10.00"))])).expect("received");
    run(&mut stage, movement(MovementKind::Receipt, 3, vec![line("FIFO", "1", Some("5.00"))])).expect("received");
    let first = run(&mut stage, movement(MovementKind::Issue, 4, vec![line("FIFO", "1", None)])).expect("issued");
    assert_eq!(balances(&stage), at(&[("1200", 1167), ("2100", -1500), ("5000", 333)]));
    run(&mut stage, movement(MovementKind::Issue, 5, vec![line("FIFO", "2", None)])).expect("issued");
    run(&mut stage, movement(MovementKind::Issue, 6, vec![line("FIFO", "1", None)])).expect("issued");
    assert_eq!(balances(&stage), at(&[("2100", -1500), ("5000", 1500)]));
    let entry = stage.rows::<Entry>().into_iter().find(|entry| entry.owner_id.as_deref() == Some(&first));
    assert_eq!(entry.map(|entry| (entry.date, entry.total_debit)), Some((date(2010, 1, 4), 333)));
}

#[test]
fn a_receipt_in_the_past_changes_what_came_after_it_by_one_adjusting_entry_a_day() {
    for sku in ["FIFO", "AVG", "STD"] {
        let mut stage = stage();
        run(&mut stage, movement(MovementKind::Receipt, 5, vec![line(sku, "10", Some("20.00"))])).expect("received");
        run(&mut stage, movement(MovementKind::Issue, 6, vec![line(sku, "5", None)])).expect("issued");
        run(&mut stage, movement(MovementKind::Transfer, 7, vec![line(sku, "2", None)])).expect("moved");
        let before = stage.rows::<Entry>().len();
        let late = movement(MovementKind::Receipt, 3, vec![line(sku, "10", Some("100.00"))]);
        let late = run(&mut stage, late).expect("received late");
        let adjusting = stage.rows::<Entry>().len() - before - 1;
        let cost_of_goods = balances(&stage).get("5000").copied();
        match sku {
            "FIFO" => assert_eq!((adjusting, cost_of_goods), (2, Some(5000)), "issue and transfer"),
            "AVG" => assert_eq!((adjusting, cost_of_goods), (2, Some(3000))),
            _ => assert_eq!((adjusting, cost_of_goods), (0, Some(1250))),
        }
        void(&mut stage, &late).expect("voided");
        let cost = if sku == "STD" { 1250 } else { 1000 };
        assert_eq!(balances(&stage).get("5000"), Some(&cost), "{sku}: as if it had never come");
    }
}

#[test]
fn what_is_voided_never_happened_and_what_others_need_stays() {
    let mut stage = stage();
    let came = run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "5", Some("10.00"))])).unwrap();
    let went = run(&mut stage, movement(MovementKind::Issue, 3, vec![line("FIFO", "4", None)])).unwrap();
    let refused = void(&mut stage, &came).expect_err("the issue needs it");
    assert_eq!(refused.code, Code::WouldGoNegative);
    let mut back = movement(MovementKind::Return, 4, vec![line("FIFO", "1", None)]);
    back.new.of_movement = Some(Sought::of(&went));
    let back = run(&mut stage, back).expect("came back");
    assert_eq!(balances(&stage), at(&[("1200", 400), ("2100", -1000), ("5000", 600)]));
    assert_eq!(void(&mut stage, &went).expect_err("the return needs it").code, Code::MovementHasDependents);
    void(&mut stage, &back).expect("voided");
    void(&mut stage, &went).expect("voided");
    assert_eq!(void(&mut stage, &went).expect_err("twice").code, Code::MovementAlreadyVoided);
    void(&mut stage, &came).expect("voided");
    assert_eq!(balances(&stage), BTreeMap::new());
}

#[test]
fn goods_move_between_warehouses_at_their_cost_and_between_places_of_one_pool_without_an_entry() {
    let mut stage = stage();
    let opening = movement(MovementKind::Opening, 1, vec![line("AVG", "3", Some("10.00"))]);
    run(&mut stage, opening).expect("opened");
    let entries = stage.rows::<Entry>().len();
    run(&mut stage, movement(MovementKind::Transfer, 2, vec![line("AVG", "1", None)])).expect("moved");
    assert_eq!(stage.rows::<Entry>().len(), entries + 1, "two pools of one account: both lines are there");
    let values: Vec<(i64, i64)> = stage.rows::<Pool>().iter().map(|pool| (pool.quantity, pool.value)).collect();
    assert!(values.contains(&(2, 667)) && values.contains(&(1, 333)), "{values:?}");
    assert_eq!(balances(&stage), at(&[("1200", 1000), ("3900", -1000)]));
}

#[test]
fn what_is_out_of_use_takes_no_goods_and_what_moved_stays() {
    use crate::commands::items::update::UpdateItem;
    use crate::commands::locations::create::CreateLocation;
    use crate::commands::reason_codes::create::CreateReasonCode;
    use crate::commands::reason_codes::delete::DeleteReasonCode;
    use crate::commands::serials::create::CreateSerial;
    use crate::commands::serials::delete::DeleteSerial;
    use crate::commands::serials::update::UpdateSerial;
    use crate::rows::{SerialChange, StockStatus, Tracking};
    use crate::stock::locations::change::LocationChange;
    use crate::stock::reason_codes::change::ReasonCodeChange;
    let mut stage = stage();
    let named = |code: &str| (Some(code.to_owned()), Some(code.to_owned()));
    let (code, name) = named("FOUND");
    let kinds = Patch::Set(vec![MovementKind::Adjustment]);
    let fields = ReasonCodeChange { code, name, kinds, ..ReasonCodeChange::default() };
    let reason = stage.run(CreateReasonCode { fields }).expect("reason").subject;
    let (sku, name) = named("DRILL");
    let fields = ItemChange { sku, name, tracking: Some(Tracking::Serial), ..ItemChange::default() };
    let drill = stage.run(CreateItem { fields }).expect("item").subject;
    let fields = SerialChange { number: Some("P-1".to_owned()), ..SerialChange::default() };
    let piece = stage.run(CreateSerial { item: Sought::of(&drill), fields }).expect("piece").subject;
    let main = stage.rows::<crate::rows::Warehouse>().into_iter().find(|house| house.code == "MAIN");
    let main = main.expect("warehouse").id.to_string();
    let fields = LocationChange { code: Some("ZONE".to_owned()), ..LocationChange::default() };
    stage.run(CreateLocation { warehouse: Sought::of(&main), fields }).expect("a place");

    let mut drilled = movement(MovementKind::Receipt, 2, vec![line("DRILL", "1", Some("9.00"))]);
    drilled.new.lines[0].serial = Some(IdOrCode::Code("P-1".to_owned()));
    run(&mut stage, drilled).expect("received");
    let mut found = movement(MovementKind::Adjustment, 2, vec![line("FIFO", "2", Some("2.00"))]);
    found.new.reason = Some(IdOrCode::Id(Sought::of(&reason)));
    run(&mut stage, found).expect("found");
    let gone = stage.run(DeleteSerial { serial: Sought::of(&piece), if_match: None }).expect_err("moved");
    assert_eq!(gone.code, Code::SerialInUse);
    let gone = stage.run(DeleteReasonCode { reason: Sought::of(&reason), if_match: None }).expect_err("named");
    assert_eq!(gone.code, Code::ReasonCodeInUse);

    let fields = SerialChange { status: Some(StockStatus::Hold), ..SerialChange::default() };
    stage.run(UpdateSerial { serial: Sought::of(&piece), if_match: None, fields }).expect("held");
    let mut held = movement(MovementKind::Issue, 3, vec![line("DRILL", "1", None)]);
    held.new.lines[0].serial = Some(IdOrCode::Code("P-1".to_owned()));
    assert_eq!(run(&mut stage, held).expect_err("held").code, Code::StockNotAvailable);
    let mut wrong = movement(MovementKind::Issue, 3, vec![line("FIFO", "1", None)]);
    wrong.new.reason = Some(IdOrCode::Id(Sought::of(&reason)));
    assert_eq!(run(&mut stage, wrong).expect_err("another kind").code, Code::ReasonNotUsable);
    let mut placed = movement(MovementKind::Issue, 3, vec![line("FIFO", "1", None)]);
    placed.new.lines[0].location = Some(IdOrCode::Code("ZONE".to_owned()));
    assert_eq!(run(&mut stage, placed).expect_err("no bins here").code, Code::LocationNotUsable);

    let out = run(&mut stage, movement(MovementKind::Issue, 5, vec![line("FIFO", "1", None)])).expect("issued");
    let mut early = movement(MovementKind::Return, 4, vec![line("FIFO", "1", None)]);
    early.new.of_movement = Some(Sought::of(&out));
    assert_eq!(run(&mut stage, early).expect_err("before it left").code, Code::BeforeItsSource);

    let fields = ItemChange { status: Some(crate::rows::ActiveState::Inactive), ..ItemChange::default() };
    let average = stage.rows::<crate::rows::items::Item>().into_iter().find(|item| item.sku == "AVG");
    let item = average.expect("item").id.to_string();
    stage.run(UpdateItem { item: Sought::of(&item), if_match: None, fields }).expect("retired");
    let retired = movement(MovementKind::Receipt, 3, vec![line("AVG", "1", Some("1.00"))]);
    assert_eq!(run(&mut stage, retired).expect_err("retired").code, Code::ItemNotUsable);
    let mut house = stage.rows::<crate::rows::Warehouse>().into_iter().find(|house| house.code == "SHOP");
    let mut frozen = house.take().expect("warehouse");
    frozen.status = crate::rows::WarehouseStatus::Frozen;
    stage.model.put(&frozen);
    let moved = movement(MovementKind::Transfer, 6, vec![line("FIFO", "1", None)]);
    assert_eq!(run(&mut stage, moved).expect_err("frozen").code, Code::WarehouseNotUsable);
    stage.run(account("1250", AccountType::Asset, Some(crate::rows::ControlFor::Stock))).expect("another account");
    // Settings that were changed under stock before that was refused.
    let mut settings = stage.rows::<crate::rows::Organization>().remove(0);
    let back = settings.clone();
    settings.valuation_account_id = crate::value::TypedId::parse(&account_id(&stage, "1250"));
    stage.model.put(&settings);
    let valued = movement(MovementKind::Issue, 6, vec![line("FIFO", "1", None)]);
    assert_eq!(run(&mut stage, valued).expect_err("valued elsewhere").code, Code::ValuationAccountInUse);
    stage.model.put(&back);
    stage
        .run(UpdateOrganization { cogs_account_id: Patch::Null, ..UpdateOrganization::default() })
        .expect("no account");
    let nowhere = movement(MovementKind::Issue, 6, vec![line("FIFO", "1", None)]);
    assert_eq!(run(&mut stage, nowhere).expect_err("no account").code, Code::StockAccountNeeded);
}

#[test]
fn nothing_is_decided_upon_damaged_rows_and_a_replay_that_is_too_long_says_so() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 5, vec![line("FIFO", "2", Some("2.00"))])).expect("received");
    let damaged = PoolMovement { kind: vec![9], ..stage.rows::<PoolMovement>().remove(0) };
    stage.model.put(&damaged);
    let late = movement(MovementKind::Receipt, 3, vec![line("FIFO", "1", Some("1.00"))]);
    assert_eq!(stage.run(late).expect_err("damaged").code, Code::StoredDataDamaged);
    let book = stage.model.book().expect("a book");
    let refusal = crate::costing::Refusal::ReplayTooLarge { most: 7 };
    let told = crate::stock::goods::posting::refusals::told(&book, &refusal, &[], 1).expect("told");
    assert_eq!((told.code, told.errors[0].pointer.as_str()), (Code::ReplayTooLarge, "/occurredAt"));
}
