//! On which account goods are valued does not change under them: with goods there, only a reclassification moves it.

use std::collections::BTreeMap;

use crate::book::in_transit::InTransit;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::{Account, CostingScope, ItemCategory, Organization, Pool, Warehouse};
use crate::stock::effective::{Categories, category_accounts, stock_accounts};
use crate::stock::goods::posting::refusals::quantity as quantity_text;
use crate::stock::valued_in_transit::{require_arrived, require_none_in_transit};
use crate::stock::warehouses::effective::{Others, of_warehouse};
use crate::value::id::{AccountId, ItemCategoryId, WarehouseId};
use crate::value::limits;
use crate::value::rejection::{Code, Rejection, Value};

/// The scope of pools that all warehouses share.
const SHARED: [u8; 16] = [0; 16];

/// The settings from which the valuation account of goods follows.
#[derive(Clone)]
pub(crate) struct Valuing {
    pub organization: Organization,
    pub warehouses: Others,
    pub categories: Categories,
}

impl Valuing {
    /// As it is.
    pub(crate) fn now(book: &Book) -> Result<Self, Stop> {
        Ok(Self {
            organization: book.organization()?.clone(),
            warehouses: book.warehouses()?.map(|row| (row.id, row.clone())).collect(),
            categories: book.item_categories()?.map(|row: &ItemCategory| (row.id, row.clone())).collect(),
        })
    }

    /// The account of goods of a category in a warehouse.
    pub(crate) fn account(&self, category: Option<ItemCategoryId>, warehouse: &Warehouse) -> Option<AccountId> {
        let category = category.and_then(|id| self.categories.get(&id));
        stock_accounts(&self.organization, &self.warehouses, warehouse, &self.categories, category).valuation
    }

    /// Whether goods of some category in a warehouse may be valued on an account.
    pub(crate) fn may_value_on(&self, account: AccountId, warehouse: WarehouseId) -> bool {
        match self.own(warehouse) {
            Some(own) => own == account,
            None => {
                let mut of_categories = self.categories.keys().filter_map(|id| self.of_category(*id));
                self.organization.valuation_account_id == Some(account) || of_categories.any(|id| id == account)
            }
        }
    }

    /// The account that a warehouse names itself, for all goods in it.
    fn own(&self, warehouse: WarehouseId) -> Option<AccountId> {
        self.warehouses.get(&warehouse).and_then(|row| of_warehouse(&self.warehouses, row).valuation)
    }

    /// The account of goods of a category where the warehouse says nothing.
    fn of_category(&self, id: ItemCategoryId) -> Option<AccountId> {
        category_accounts(&self.organization, &self.categories, self.categories.get(&id)).valuation
    }
}

/// How the account follows before a change of settings, and after it.
#[derive(Clone, Copy)]
pub(crate) struct Revalued<'a> {
    pub before: &'a Valuing,
    pub after: &'a Valuing,
}

/// Refuses a change of the organization or of warehouses that would value goods elsewhere.
pub(crate) fn require_warehouses_unmoved(book: &Book, revalued: Revalued<'_>, pointer: &str) -> Result<(), Stop> {
    let Revalued { before, after } = revalued;
    let by_default = before.organization.valuation_account_id != after.organization.valuation_account_id;
    let mut scopes: Vec<[u8; 16]> = Vec::new();
    let mut on_its_way = Vec::new();
    for (id, warehouse) in &after.warehouses {
        let (was, is) = (before.own(*id), after.own(*id));
        if was != is || (is.is_none() && by_default) {
            scopes.push(if warehouse.costing_scope == CostingScope::Organization { SHARED } else { id.0 });
            on_its_way.extend([InTransit::To(*id), InTransit::From(*id)]);
        }
    }
    scopes.sort_unstable();
    scopes.dedup();
    let keys = scopes.into_iter().map(Key::HeldInScope).collect();
    require_unmoved(book, revalued, keys, |item| item.category_id, pointer)?;
    require_arrived(book, revalued, &on_its_way, |item| item.category_id, pointer)
}

/// Refuses a change of a category that would value goods of it, or of those below it, elsewhere.
pub(crate) fn require_categories_unmoved(book: &Book, revalued: Revalued<'_>, pointer: &str) -> Result<(), Stop> {
    let Revalued { before, after } = revalued;
    let ids = after.categories.keys().copied();
    let changed: Vec<ItemCategoryId> = ids.filter(|id| before.of_category(*id) != after.of_category(*id)).collect();
    require_all(book, changed.iter().copied().map(Key::ItemsInCategory).collect())?;
    let mut items = Vec::new();
    for category in changed {
        items.extend(book.items_in_category(category)?.ok_or_else(|| too_many(pointer))?);
    }
    let held = items.iter().copied().map(Key::HeldOfItem).collect();
    require_unmoved(book, revalued, held, |item| item.category_id, pointer)?;
    let on_its_way: Vec<InTransit> = items.into_iter().map(InTransit::Of).collect();
    require_arrived(book, revalued, &on_its_way, |item| item.category_id, pointer)
}

/// Refuses to put an item into a category whose goods are valued elsewhere, while there are any of it.
pub(crate) fn require_item_unmoved(book: &Book, before: &Item, after: &Item) -> Result<(), Stop> {
    if before.category_id == after.category_id {
        return Ok(());
    }
    let now = Valuing::now(book)?;
    let as_it_is = Revalued { before: &now, after: &now };
    let keys = vec![Key::HeldOfItem(before.id)];
    require_unmoved(book, as_it_is, keys, |_| after.category_id, "/categoryId")?;
    require_arrived(book, as_it_is, &[InTransit::Of(before.id)], |_| after.category_id, "/categoryId")
}

/// Refuses a change of an account that is impossible while goods are valued on it, or are in transit on it or to it.
pub(crate) fn require_values_nothing(book: &Book, account: &Account, pointer: &str) -> Result<(), Stop> {
    let Some(pools) = book.pools_held(Key::HeldOnAccount(account.id))? else { return Err(too_many(pointer).into()) };
    if pools.is_empty() {
        require_none_in_transit(book, account, pointer)
    } else {
        Err(in_use(book, &pools, None, pointer)?.into())
    }
}

/// Of these pools, none that holds goods would be valued on another account.
fn require_unmoved(
    book: &Book,
    revalued: Revalued<'_>,
    keys: Vec<Key>,
    category_after: impl Fn(&Item) -> Option<ItemCategoryId>,
    pointer: &str,
) -> Result<(), Stop> {
    let Revalued { before, after } = revalued;
    require_all(book, keys.clone())?;
    let (mut pools, mut is_cut) = (Vec::new(), false);
    for key in keys {
        match book.pools_held(key)? {
            Some(held) => pools.extend(held),
            None => is_cut = true,
        }
    }
    let mut moved: Vec<Pool> = Vec::new();
    let mut to = None;
    for some in pools.chunks(limits::LISTED * 25) {
        require_all(book, some.iter().map(|pool| Key::Item(pool.item_id)).collect())?;
        for pool in some {
            let item = book.item(pool.item_id)?.ok_or_else(|| Stop::lost("items", pool.item_id))?;
            let places = after.warehouses.values().filter(|warehouse| match pool.scope_id {
                SHARED => warehouse.costing_scope == CostingScope::Organization,
                scope => warehouse.id.0 == scope,
            });
            let mut places = places.filter_map(|warehouse| Some((before.warehouses.get(&warehouse.id)?, warehouse)));
            let is_moved = places.find(|(old, now)| {
                before.account(item.category_id, old) == Some(pool.account_id)
                    && after.account(category_after(item), now) != Some(pool.account_id)
            });
            if let Some((_, now)) = is_moved {
                to = to.or(after.account(category_after(item), now));
                moved.push(pool.clone());
            }
        }
        if moved.len() >= limits::LISTED {
            break;
        }
    }
    match (moved.is_empty(), is_cut) {
        (false, _) => Err(in_use(book, &moved, to, pointer)?.into()),
        (true, true) => Err(too_many(pointer).into()),
        (true, false) => Ok(()),
    }
}

/// The refusal, with the first pools and the way out, which leads to the account that was asked for.
fn in_use(book: &Book, pools: &[Pool], to: Option<AccountId>, pointer: &str) -> Result<Rejection, Stop> {
    let first = &pools[..pools.len().min(limits::LISTED)];
    require_all(book, first.iter().map(|pool| Key::Item(pool.item_id)).collect())?;
    require_all(book, first.iter().map(|pool| Key::Account(pool.account_id)).collect())?;
    let mut accounts: BTreeMap<AccountId, String> = BTreeMap::new();
    let mut listed = Vec::with_capacity(first.len());
    for pool in first {
        let item = book.item(pool.item_id)?.ok_or_else(|| Stop::lost("items", pool.item_id))?;
        let account = book.account(pool.account_id)?.map_or_else(String::new, |account| account.code.clone());
        let warehouse = Some(WarehouseId(pool.scope_id)).filter(|id| id.0 != SHARED);
        listed.push(Value::Object(vec![
            ("poolId", pool.id.to_string().into()),
            ("itemId", item.id.to_string().into()),
            ("sku", item.sku.clone().into()),
            ("warehouseId", warehouse.map(|id| id.to_string()).into()),
            ("quantity", quantity_text(item, pool.quantity).into()),
            ("accountId", pool.account_id.to_string().into()),
        ]));
        accounts.insert(pool.account_id, account);
    }
    let codes: Vec<&str> = accounts.values().map(String::as_str).collect();
    let message = format!(
        "goods are valued on {} {}: reclassify them first, which posts and switches in one step",
        if codes.len() == 1 { "account" } else { "accounts" },
        codes.join(", ")
    );
    let accounts = accounts
        .iter()
        .map(|(id, code)| Value::Object(vec![("accountId", id.to_string().into()), ("code", code.clone().into())]));
    let rejection = Rejection::new(Code::ValuationAccountInUse, message)
        .at(pointer)
        .with("accounts", Value::List(accounts.collect()))
        .with("pools", Value::List(listed));
    let all = book.warehouses()?.find(|warehouse| {
        first.iter().any(|pool| warehouse.id.0 == pool.scope_id)
            || (first.iter().all(|pool| pool.scope_id == SHARED)
                && warehouse.costing_scope == CostingScope::Organization)
    });
    Ok(match all {
        Some(warehouse) => {
            let path = format!("/warehouses/{}/reclassify", warehouse.id);
            match to {
                Some(to) => rejection
                    .offer("reclassify", "Reclassify the goods to the other account", "POST", path)
                    .body(vec![("toAccountId", to.to_string().into())]),
                // To which account they go, only the caller can say.
                None => rejection.offer(
                    "accounts",
                    "See the accounts, to reclassify the goods to another",
                    "GET",
                    "/accounting/accounts?type=asset",
                ),
            }
        }
        None => rejection,
    })
}

pub(super) fn too_many(pointer: &str) -> Rejection {
    let message = "too many goods may be valued by it to check here: reclassify them by warehouse first";
    Rejection::new(Code::ValuationAccountInUse, message).at(pointer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::commands::accounts::update::UpdateAccount;
    use crate::commands::item_categories::create::CreateItemCategory;
    use crate::commands::item_categories::update::UpdateItemCategory;
    use crate::commands::items::update::UpdateItem;
    use crate::commands::organization::update::UpdateOrganization;
    use crate::commands::warehouses::update::UpdateWarehouse;
    use crate::rows::{AccountType, ControlFor};
    use crate::stock::goods::tests::{line, movement, stage};
    use crate::stock::item_categories::change::ItemCategoryChange;
    use crate::stock::items::change::ItemChange;
    use crate::stock::warehouses::change::WarehouseChange;
    use crate::testing::{Stage, account, account_id};
    use crate::value::Patch;
    use crate::value::Sought;
    use crate::value::movement_kind::MovementKind;

    /// Another account of stock, a category that names it, and a warehouse above the main one.
    fn set_up() -> Stage {
        let mut stage = stage();
        stage.run(account("1250", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
        for (code, named) in [("OTHER", Some("1250")), ("PLAIN", None)] {
            let valuation_account =
                named.map_or(Patch::Absent, |code| Patch::Set(Sought::of(&account_id(&stage, code))));
            let (code, name) = (Some(code.to_owned()), Some(code.to_owned()));
            let fields = ItemCategoryChange {
                code,
                name,
                valuation_account_id: valuation_account,
                ..ItemCategoryChange::default()
            };
            stage.run(CreateItemCategory { fields }).expect("category");
        }
        stage
    }

    fn warehouse(stage: &Stage, code: &str) -> String {
        let found = stage.rows::<Warehouse>().into_iter().find(|row| row.code == code);
        found.expect("warehouse").id.to_string()
    }

    fn of_warehouse(stage: &Stage, code: &str, fields: WarehouseChange) -> Command {
        let warehouse = warehouse(stage, code);
        UpdateWarehouse { warehouse: Sought::of(&warehouse), if_match: None, fields }.into()
    }

    fn category(stage: &Stage, code: &str) -> String {
        let found = stage.rows::<ItemCategory>().into_iter().find(|row| row.code == code);
        found.expect("category").id.to_string()
    }

    fn put_into(stage: &Stage, sku: &str, code: &str) -> Command {
        let found = stage.rows::<Item>().into_iter().find(|row| row.sku == sku).expect("item");
        let fields =
            ItemChange { category_id: Patch::Set(Sought::of(&category(stage, code))), ..ItemChange::default() };
        UpdateItem { item: Sought::Id(found.id), if_match: None, fields }.into()
    }

    fn other_account(stage: &Stage) -> Patch<Sought<AccountId>> {
        Patch::Set(Sought::of(&account_id(stage, "1250")))
    }

    /// Every change that would value the goods in the main warehouse elsewhere, with the field that the refusal names.
    fn changes(stage: &Stage) -> Vec<(Command, &'static str)> {
        let valued = WarehouseChange { valuation_account_id: other_account(stage), ..WarehouseChange::default() };
        let organization =
            UpdateOrganization { valuation_account_id: other_account(stage), ..UpdateOrganization::default() };
        let retired = UpdateAccount {
            account: Sought::of(&account_id(stage, "1200")),
            is_active: Some(false),
            ..UpdateAccount::default()
        };
        vec![
            (of_warehouse(stage, "MAIN", valued), "/valuationAccountId"),
            (organization.into(), "/valuationAccountId"),
            (put_into(stage, "FIFO", "OTHER"), "/categoryId"),
            (retired.into(), "/isActive"),
        ]
    }

    #[test]
    fn with_goods_nothing_changes_on_which_account_they_are_valued_and_the_refusal_names_them() {
        let mut stage = set_up();
        let receipt = movement(MovementKind::Receipt, 5, vec![line("FIFO", "2", Some("2.00"))]);
        stage.run(receipt).expect("received");
        for (command, pointer) in changes(&stage) {
            let name = command.name();
            let refused = stage.run(command).expect_err(name);
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::ValuationAccountInUse, pointer));
            let context: Vec<&str> = refused.context.iter().map(|(name, _)| *name).collect();
            let rel = if pointer == "/isActive" { "accounts" } else { "reclassify" };
            assert_eq!((context, refused.resolutions[0].rel), (vec!["accounts", "pools"], rel), "{name}");
            // The suggested way out makes the requested change; an account that is given up suggests none.
            let to = Value::Object(vec![("toAccountId", account_id(&stage, "1250").into())]);
            let wanted = Some(to).filter(|_| pointer != "/isActive");
            assert_eq!(refused.resolutions[0].body, wanted, "{name}");
        }
        // Changes that do not touch these goods are free.
        let shop = WarehouseChange { valuation_account_id: other_account(&stage), ..WarehouseChange::default() };
        let free =
            [of_warehouse(&stage, "SHOP", shop), put_into(&stage, "AVG", "OTHER"), put_into(&stage, "FIFO", "PLAIN")];
        for command in free {
            let name = command.name();
            stage.run(command).expect(name);
        }
        // By now the goods are in a category, and the warehouse could stand below the shop.
        let fields =
            ItemCategoryChange { valuation_account_id: other_account(&stage), ..ItemCategoryChange::default() };
        let valued = UpdateItemCategory { category: Sought::of(&category(&stage, "PLAIN")), if_match: None, fields };
        assert_eq!(stage.run(valued).expect_err("goods are in it").code, Code::ValuationAccountInUse);
        let below = WarehouseChange {
            parent_id: Patch::Set(Sought::of(&warehouse(&stage, "SHOP"))),
            ..WarehouseChange::default()
        };
        let below = of_warehouse(&stage, "MAIN", below);
        let refused = stage.run(below).expect_err("the shop names another account");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::ValuationAccountInUse, "/parentId"));
    }

    #[test]
    fn without_goods_accounts_change_freely() {
        for index in 0..4 {
            let mut stage = set_up();
            let receipt = movement(MovementKind::Receipt, 5, vec![line("FIFO", "2", Some("2.00"))]);
            let receipt = stage.run(receipt).expect("received").subject;
            let reason = "a mistake".to_owned();
            let void = crate::commands::movements::void::VoidMovement {
                movement: Sought::of(&receipt),
                reason,
                reservations: Default::default(),
                if_match: None,
            };
            stage.run(void).expect("voided");
            let (command, _) = changes(&stage).remove(index);
            let name = command.name();
            stage.run(command).expect(name);
        }
    }
}
