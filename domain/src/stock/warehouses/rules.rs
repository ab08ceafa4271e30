//! The rules for every warehouse, new or changed.

use crate::access::reach::{require_assigned, require_everywhere};
use crate::book::Book;
use crate::book::context::Context;
use crate::book::findings::Findings;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::rows::{CostingScope, NegativeStock, Warehouse, WarehouseKind, WarehouseStatus};
use crate::stock::goods::document::uses::Uses;
use crate::stock::owed::require_nothing_owed;
use crate::stock::valued::{Revalued, Valuing, require_warehouses_unmoved};
use crate::stock::warehouses::account_role::{Role, check_account};
use crate::stock::warehouses::change::stored;
use crate::stock::warehouses::effective::Others;
use crate::stock::warehouses::shared_costs::require_shared_account;
use crate::stock::warehouses::{contents, deactivation, default_locations};
use crate::value::change::unknown;
use crate::value::id::WarehouseId;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Instant, Json, TypedId, counted, tree};

/// Checks a warehouse after a change at this instant; `before` is its old state. First all 422, then all 409.
pub(crate) fn check(
    book: &Book,
    at: Instant,
    before: Option<&Warehouse>,
    after: &Warehouse,
    mut faults: Vec<Fault>,
) -> Result<(), Stop> {
    let others: Others =
        book.warehouses()?.filter(|other| other.id != after.id).map(|other| (other.id, other.clone())).collect();
    check_parent(&others, before, after, &mut faults);
    check_accounts(book, before, after, &mut faults)?;
    check_references(book, &others, before, after, &mut faults)?;
    default_locations::check(book, before, after, &mut faults)?;
    check_costing_scope(after, &mut faults);
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    check_conflicts(book, at, &others, before, after)
}

/// All 409 in one answer. Shared costs on two accounts are 422, unless a conflict concerns the same field: that one
/// offers the better way out.
fn check_conflicts(
    book: &Book,
    at: Instant,
    others: &Others,
    before: Option<&Warehouse>,
    after: &Warehouse,
) -> Result<(), Stop> {
    let mut conflicts = Findings::default();
    conflicts.note(check_code(others, after).map_err(Stop::from))?;
    check_use(book, before, after, &mut conflicts)?;
    conflicts.note(contents::check_group(book, others, before, after))?;
    if let Some(before) = before {
        check_stock(book, before, after, &mut conflicts)?;
    }
    if let Some(pointer) = field_of_account(before, after).filter(|pointer| !conflicts.names(pointer)) {
        require_shared_account(book, after, pointer)?;
    }
    conflicts.note(check_default(others, before, after).map_err(Stop::from))?;
    let active = before.filter(|old| old.status != WarehouseStatus::Inactive);
    if let Some(old) = active.filter(|_| after.status == WarehouseStatus::Inactive) {
        // By the name that it has yet.
        let retired = Warehouse { code: old.code.clone(), ..after.clone() };
        for blocked in deactivation::blockers(book, at, others, &retired)? {
            conflicts.note(Err::<(), Stop>(blocked.at("/status").into()))?;
        }
    }
    conflicts.verdict()
}

fn check_parent(others: &Others, before: Option<&Warehouse>, after: &Warehouse, faults: &mut Vec<Fault>) {
    let Some(parent) = after.parent_id else { return };
    if let Some(other) = others.get(&parent).filter(|_| before.and_then(|old| old.parent_id) != Some(parent)) {
        faults.extend(inactive(other, "/parentId", Code::ParentNotUsable));
    }
    let parents = others.iter().map(|(id, other)| (*id, other.parent_id)).collect();
    faults.extend(tree::check_parent(&parents, after.id, parent, "a warehouse"));
}

/// A warehouse that is out of use is named for nothing new.
fn inactive(other: &Warehouse, pointer: &str, code: Code) -> Option<Fault> {
    (other.status == WarehouseStatus::Inactive).then(|| {
        let message = format!("warehouse {} is inactive: activate it or choose another", other.code);
        Fault::new(pointer, code, message)
    })
}

/// Goods bought of others cost the agreed price, independent of the cost of our own.
fn check_costing_scope(after: &Warehouse, faults: &mut Vec<Fault>) {
    if after.kind == WarehouseKind::ConsignmentIn && after.costing_scope == CostingScope::Organization {
        let message =
            "goods of others have prices of their own: a warehouse of the kind consignmentIn cannot share costs";
        faults.push(Fault::new("/costingScope", Code::FieldsConflict, message));
    }
}

fn check_accounts(
    book: &Book,
    before: Option<&Warehouse>,
    after: &Warehouse,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let base = book.organization()?.base_currency;
    for (pointer, role, now, old) in [
        (
            "/valuationAccountId",
            Role::Valuation,
            after.valuation_account_id,
            before.map(|old| old.valuation_account_id),
        ),
        ("/cogsAccountId", Role::Expense, after.cogs_account_id, before.map(|old| old.cogs_account_id)),
        (
            "/adjustmentAccountId",
            Role::Expense,
            after.adjustment_account_id,
            before.map(|old| old.adjustment_account_id),
        ),
        (
            "/inTransitAccountId",
            Role::Valuation,
            after.in_transit_account_id,
            before.map(|old| old.in_transit_account_id),
        ),
        ("/scrapAccountId", Role::Expense, after.scrap_account_id, before.map(|old| old.scrap_account_id)),
    ] {
        // Unchanged fields are not checked again: an account that was retired since does not block other edits.
        if let Some(id) = now.filter(|_| old != Some(now)) {
            faults.extend(check_account(book, base, pointer, role, id)?);
        }
    }
    Ok(())
}

fn check_references(
    book: &Book,
    others: &Others,
    before: Option<&Warehouse>,
    after: &Warehouse,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    if let Some(id) = after.in_transit_warehouse_id
        && before.and_then(|old| old.in_transit_warehouse_id) != Some(id)
    {
        match others.get(&id) {
            None if id == after.id => {
                let message = "a warehouse cannot be its own transit warehouse: choose another";
                faults.push(Fault::new("/inTransitWarehouseId", Code::UnknownReference, message));
            }
            None => faults.push(unknown("/inTransitWarehouseId", &id.to_string())),
            Some(other) if other.kind != WarehouseKind::InTransit => {
                let message =
                    format!("warehouse {} is of kind {}: choose one of kind inTransit", other.code, other.kind.name());
                faults.push(Fault::new("/inTransitWarehouseId", Code::ParentNotUsable, message));
            }
            Some(other) => faults.extend(inactive(other, "/inTransitWarehouseId", Code::ParentNotUsable)),
        }
    }
    if before.is_none_or(|old| old.resupply_from != after.resupply_from) {
        let named = before.map(|old| listed_ids(&old.resupply_from)).unwrap_or_default();
        for (index, text) in listed_ids(&after.resupply_from).into_iter().enumerate() {
            let pointer = format!("/resupplyFrom/{index}");
            match WarehouseId::parse(&text) {
                Some(id) if id == after.id => {
                    let message = "a warehouse cannot resupply itself: choose another";
                    faults.push(Fault::new(pointer, Code::UnknownReference, message));
                }
                id => match id.and_then(|id| others.get(&id)) {
                    Some(_) if named.contains(&text) => {}
                    Some(other) => faults.extend(inactive(other, &pointer, Code::WarehouseNotUsable)),
                    None => faults.push(unknown(&pointer, &text)),
                },
            }
        }
    }
    if let Some(id) = after.manager_user_id
        && before.and_then(|old| old.manager_user_id) != Some(id)
        && book.membership(id)?.is_none()
    {
        faults.push(unknown("/managerUserId", &id.to_string()));
    }
    Ok(())
}

fn check_code(others: &Others, after: &Warehouse) -> Result<(), Rejection> {
    match others.values().find(|other| other.code == after.code) {
        Some(other) => {
            let message = format!("the code {} is taken by warehouse {}: choose another", after.code, other.name);
            Err(Rejection::new(Code::CodeTaken, message).at("/code").with("id", other.id.to_string()).offer(
                "existing",
                "See the warehouse that has it",
                "GET",
                format!("/warehouses/{}", other.id),
            ))
        }
        None => Ok(()),
    }
}

/// The basis on which goods were valued stays.
fn check_use(book: &Book, before: Option<&Warehouse>, after: &Warehouse, conflicts: &mut Findings) -> Result<(), Stop> {
    let Some(old) = before else { return Ok(()) };
    let fields = [
        (old.kind != after.kind, "/kind", "kind"),
        (old.costing_scope != after.costing_scope, "/costingScope", "costing scope"),
    ];
    if old.kind != after.kind {
        conflicts.note(require_no_way(book, old))?;
    }
    for (_, pointer, field) in fields.into_iter().filter(|(differs, _, _)| *differs) {
        conflicts.note(require_unused(book, old, after, pointer, field))?;
    }
    Ok(())
}

fn require_unused(book: &Book, old: &Warehouse, after: &Warehouse, pointer: &str, field: &str) -> Result<(), Stop> {
    let uses = Uses::of(book, Named::Warehouse(after.id))?;
    let Some(by) = uses.told().filter(|_| uses.by_movements || pointer == "/kind") else { return Ok(()) };
    let refuse = |way_out: &str| {
        let why = if uses.by_movements { "goods have moved in".to_owned() } else { format!("{by} use") };
        let message = format!("{why} warehouse {}, so its {field} cannot change: {way_out}", old.code);
        Rejection::new(Code::WarehouseInUse, message).at(pointer)
    };
    if uses.is_by_drafts_alone() {
        return Err(uses.with_drafts(refuse("remove it from them, or delete them first")).into());
    }
    if pointer == "/costingScope" {
        let path = format!("/warehouses/{}/costing-scope", old.id);
        let rejection = refuse("post a change of costing scope, which moves its goods from pool to pool");
        let body = vec![("costingScope", after.costing_scope.name().into())];
        return Err(rejection
            .offer("costing-scope", "Change the costing scope and move its goods", "POST", path)
            .body(body)
            .into());
    }
    Err(refuse("create another warehouse instead").into())
}

/// The way by which goods of other warehouses go stays one, as long as they name it.
fn require_no_way(book: &Book, before: &Warehouse) -> Result<(), Stop> {
    let sends_by_it = book.warehouses()?.filter(|other| other.in_transit_warehouse_id == Some(before.id));
    let senders: Vec<String> = sends_by_it.map(|other| other.id.to_string()).collect();
    if senders.is_empty() {
        return Ok(());
    }
    let message = format!(
        "{} warehouse {} for goods in transit, so it must stay of kind {}: change their inTransitWarehouseId first",
        counted(senders.len(), "warehouse uses", "warehouses use"),
        before.code,
        before.kind.name()
    );
    let rejection = Rejection::new(Code::WarehouseInUse, message).at("/kind");
    Err(deactivation::with_users(rejection, senders).into())
}

/// Goods there stay valued on their account, and nothing may be below zero where that becomes forbidden.
fn check_stock(book: &Book, before: &Warehouse, after: &Warehouse, conflicts: &mut Findings) -> Result<(), Stop> {
    let organization = book.organization()?;
    let may_be_negative = |warehouse: &Warehouse| match warehouse.negative_stock {
        NegativeStock::Inherit => organization.negative_stock,
        NegativeStock::Deny => false,
        NegativeStock::Allow => true,
    };
    if may_be_negative(before) && !may_be_negative(after) {
        conflicts.note(require_nothing_owed(book, &[after.id], "/negativeStock"))?;
    }
    conflicts.note(contents::check_bins(book, before, after))?;
    let pointer = match () {
        () if before.valuation_account_id != after.valuation_account_id => "/valuationAccountId",
        () if before.parent_id != after.parent_id => "/parentId",
        () => return Ok(()),
    };
    let now = Valuing::now(book)?;
    let mut then = now.clone();
    // A scope that it cannot have says nothing about where its goods are.
    let is_refused = conflicts.names("/costingScope");
    let costing_scope = if is_refused { before.costing_scope } else { after.costing_scope };
    then.warehouses.insert(after.id, Warehouse { costing_scope, ..after.clone() });
    conflicts.note(require_warehouses_unmoved(book, Revalued { before: &now, after: &then }, pointer))?;
    Ok(())
}

/// The field by which a warehouse comes to share costs, or to value its goods on another account.
fn field_of_account(before: Option<&Warehouse>, after: &Warehouse) -> Option<&'static str> {
    match before {
        None => Some("/costingScope"),
        Some(old) if old.costing_scope != after.costing_scope => Some("/costingScope"),
        Some(old) if old.valuation_account_id != after.valuation_account_id => Some("/valuationAccountId"),
        Some(old) if old.parent_id != after.parent_id => Some("/parentId"),
        Some(_) => None,
    }
}

fn check_default(others: &Others, before: Option<&Warehouse>, after: &Warehouse) -> Result<(), Rejection> {
    if before.is_some_and(|old| old.is_default) && !after.is_default {
        let message = "this is the default warehouse: make another one the default instead";
        let rejection = Rejection::new(Code::WarehouseIsDefault, message).at("/isDefault");
        return Err(deactivation::with_heirs(rejection, others, Some(after.id)));
    }
    if after.is_default && after.status == WarehouseStatus::Inactive {
        return Err(deactivation::is_default(others).at("/status"));
    }
    Ok(())
}

/// The warehouses that refer to this one.
pub(crate) fn users_of(others: &Others, id: WarehouseId, counts: impl Fn(&Warehouse) -> bool) -> Vec<String> {
    others
        .values()
        .filter(|other| other.id != id && counts(other))
        .filter(|other| {
            other.parent_id == Some(id)
                || other.in_transit_warehouse_id == Some(id)
                || listed_ids(&other.resupply_from).contains(&id.to_string())
        })
        .map(|other| other.id.to_string())
        .collect()
}

/// The texts of a stored list.
fn listed_ids(list: &str) -> Vec<String> {
    let Json::List(items) = stored(list) else { return Vec::new() };
    items.into_iter().filter_map(|item| if let Json::Text(text) = item { Some(text) } else { None }).collect()
}

/// The actor acts in the warehouse below which one is put, or in all if it is below no other: everybody who acts there
/// will act in it, too.
pub(crate) fn require_above(book: &Book, ctx: &Context, parent: Option<WarehouseId>) -> Result<(), Stop> {
    match parent {
        Some(parent) => require_assigned(book, ctx, parent, "/parentId"),
        None => require_everywhere(book, ctx, "a warehouse below no other"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::warehouses::update::UpdateWarehouse;
    use crate::rows::{AccountType, BinsMode, ControlFor};
    use crate::stock::goods::tests::{line, movement, stage};
    use crate::stock::warehouses::change::WarehouseChange;
    use crate::testing::{account, account_id};
    use crate::value::Patch;
    use crate::value::movement_kind::MovementKind;
    use crate::value::{IdOrCode, Sought};

    #[test]
    fn all_conflicts_come_in_one_answer_behind_all_faults_with_their_values_and_ways_out() {
        let mut stage = stage();
        let mut receipt = movement(MovementKind::Receipt, 5, vec![line("FIFO", "2", Some("2.00"))]);
        receipt.new.warehouse = Some(IdOrCode::Code("SHOP".to_owned()));
        stage.run(receipt).expect("received");
        stage.run(account("1250", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
        let before = stage.rows::<Warehouse>();
        let shop = before.iter().find(|row| row.code == "SHOP").expect("shop").id.to_string();
        let update = |fields| UpdateWarehouse { warehouse: Sought::of(&shop), if_match: None, fields };
        let fields = WarehouseChange {
            code: Some("MAIN".to_owned()),
            kind: Some(WarehouseKind::Quarantine),
            costing_scope: Some(CostingScope::Organization),
            bins_mode: Some(BinsMode::Required),
            valuation_account_id: Patch::Set(Sought::of(&account_id(&stage, "1250"))),
            status: Some(WarehouseStatus::Inactive),
            ..WarehouseChange::default()
        };
        let refused = stage.run(update(fields.clone())).expect_err("all of it is in the way");
        let told: Vec<(&str, &str)> = refused.errors.iter().map(|one| (one.pointer.as_str(), one.code)).collect();
        let expected = [
            ("/code", "code_taken"),
            ("/kind", "warehouse_in_use"),
            ("/costingScope", "warehouse_in_use"),
            ("/binsMode", "warehouse_not_empty"),
            ("/valuationAccountId", "valuation_account_in_use"),
            ("/status", "warehouse_not_empty"),
        ];
        assert_eq!((refused.code, told), (Code::CodeTaken, expected.to_vec()));
        assert!(refused.detail.ends_with("(and 5 more: see errors)"), "{}", refused.detail);
        assert!(
            refused.errors.iter().skip(1).all(|one| one.message.contains("SHOP") || one.pointer.starts_with("/val"))
        );
        let ways: Vec<&str> = refused.resolutions.iter().map(|way| way.rel).collect();
        assert_eq!(ways, ["existing", "costing-scope", "stock", "reclassify", "transfer"]);
        let values: Vec<&str> = refused.context.iter().map(|(name, _)| *name).collect();
        assert_eq!(values, ["id", "stock", "accounts", "pools", "items", "places"]);
        // Faults of the input come first, and alone.
        let faulty = WarehouseChange { cogs_account_id: Patch::Set(Sought::of("acc_x")), ..fields };
        let refused = stage.run(update(faulty)).expect_err("an unknown account");
        assert_eq!((refused.code, refused.errors.len()), (Code::UnknownReference, 1));
        assert_eq!(stage.rows::<Warehouse>(), before);
    }
}
