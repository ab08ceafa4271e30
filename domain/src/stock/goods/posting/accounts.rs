//! Which accounts value goods and take the other side, for the lines of one document.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::ledger::accounts::usual;
use crate::ledger::subledger::StockAccount;
use crate::rows::items::Item;
use crate::rows::pool_names::NONE;
use crate::rows::{
    Account, AccountSubtype, CostingScope, ItemCategory, Organization, Pool, StockMovement, Warehouse, WarehouseKind,
};
use crate::stock::effective::{Categories, stock_accounts};
use crate::stock::warehouses::account_role::{Role, does};
use crate::stock::warehouses::effective::{EffectiveAccounts, Others};
use crate::value::id::{AccountId, ReasonCodeId, WarehouseId};
use crate::value::movement_kind::UsualCounter;
use crate::value::rejection::{Code, Rejection, Value};

/// The rows from which accounts are resolved, read once for a document.
pub(crate) struct Accounts {
    organization: Organization,
    warehouses: Others,
    categories: Categories,
}

impl Accounts {
    pub(crate) fn new(book: &Book) -> Result<Self, Stop> {
        let warehouses = book.warehouses()?.map(|row| (row.id, row.clone())).collect();
        let categories = book.item_categories()?.map(|row: &ItemCategory| (row.id, row.clone())).collect();
        Ok(Self { organization: book.organization()?.clone(), warehouses, categories })
    }

    /// The same with a warehouse as it would be.
    pub(crate) fn with(mut self, warehouse: &Warehouse) -> Self {
        self.warehouses.insert(warehouse.id, warehouse.clone());
        self
    }

    /// The warehouses that share their costs, as far as goods have value in them.
    pub(crate) fn sharing(&self) -> impl Iterator<Item = &Warehouse> {
        let is_one =
            |row: &&Warehouse| row.costing_scope == CostingScope::Organization && row.kind != WarehouseKind::Scrap;
        self.warehouses.values().filter(is_one)
    }

    /// A warehouse that a line names.
    pub(crate) fn warehouse(&self, id: WarehouseId) -> Result<&Warehouse, Stop> {
        self.warehouses.get(&id).ok_or_else(|| Stop::lost("warehouses", id))
    }

    /// Whether stock may go below zero in a warehouse.
    pub(crate) fn may_be_negative(&self, warehouse: &Warehouse) -> bool {
        use crate::rows::NegativeStock;
        // Goods of others cannot be owed to them before they came.
        if warehouse.kind == WarehouseKind::ConsignmentIn {
            return false;
        }
        match warehouse.negative_stock {
            NegativeStock::Inherit => self.organization.negative_stock,
            NegativeStock::Deny => false,
            NegativeStock::Allow => true,
        }
    }

    /// The accounts of an item in a warehouse, as settings name them now.
    pub(crate) fn effective(&self, item: &Item, warehouse: &Warehouse) -> EffectiveAccounts {
        let category = item.category_id.and_then(|id| self.categories.get(&id));
        stock_accounts(&self.organization, &self.warehouses, warehouse, &self.categories, category)
    }

    /// The account on which goods of an item are valued in a warehouse.
    pub(crate) fn valuation(&self, item: &Item, warehouse: &Warehouse) -> Result<AccountId, Stop> {
        let found = self.effective(item, warehouse).valuation;
        found.ok_or_else(|| needed(item, warehouse, "for its value", "valuationAccountId"))
    }

    /// The warehouse of a pool; of one that several share the first of those, if there is any.
    pub(crate) fn warehouse_of(&self, pool: &Pool) -> Option<WarehouseId> {
        if pool.scope_id != NONE {
            return Some(WarehouseId(pool.scope_id));
        }
        let shares = |warehouse: &&Warehouse| warehouse.costing_scope == CostingScope::Organization;
        self.warehouses.values().find(shares).map(|warehouse| warehouse.id)
    }

    /// The account of the other side that the document names itself, or its reason does.
    pub(crate) fn named(&self, book: &Book, movement: &StockMovement) -> Result<Option<AccountId>, Stop> {
        match movement.offset_account_id {
            Some(named) => Ok(Some(named)),
            None => self.of_reason(book, movement.reason_code_id),
        }
    }

    /// The account that a reason names.
    pub(crate) fn of_reason(&self, book: &Book, reason: Option<ReasonCodeId>) -> Result<Option<AccountId>, Stop> {
        let Some(reason) = reason else { return Ok(None) };
        Ok(book.reason_code(reason)?.and_then(|reason| reason.account_id))
    }

    /// The account of the other side: the document's own, else its reason's, else the usual one of the kind. Goods that
    /// go to a warehouse of the kind scrap are scrapped.
    pub(crate) fn counter(
        &self,
        book: &Book,
        movement: &StockMovement,
        item: &Item,
        warehouse: &Warehouse,
    ) -> Result<AccountId, Stop> {
        if let Some(named) = self.named(book, movement)? {
            return Ok(named);
        }
        let effective = self.effective(item, warehouse);
        let scrap = (effective.scrap.or(effective.adjustment), "for scrapped goods", "scrapAccountId");
        let (found, does, field) = match movement.kind.rules().counter {
            UsualCounter::OpeningBalance => return StockAccount::OpeningBalance.find(book),
            UsualCounter::GoodsReceived => return StockAccount::GoodsReceived.find(book),
            UsualCounter::CostOfSales => return self.cost_of_sales(item, warehouse),
            UsualCounter::Scrap => scrap,
            UsualCounter::Adjustment if warehouse.kind == WarehouseKind::Scrap => scrap,
            UsualCounter::Adjustment => (effective.adjustment, "for adjustments", "adjustmentAccountId"),
        };
        found.ok_or_else(|| needed(item, warehouse, does, field))
    }

    /// The account for the cost of goods that were sold.
    pub(crate) fn cost_of_sales(&self, item: &Item, warehouse: &Warehouse) -> Result<AccountId, Stop> {
        let found = self.effective(item, warehouse).cogs;
        found.ok_or_else(|| needed(item, warehouse, "for the cost of goods sold", "cogsAccountId"))
    }

    /// The account of goods that left one warehouse for another and did not come yet.
    pub(crate) fn in_transit(&self, item: &Item, warehouse: &Warehouse) -> Result<AccountId, Stop> {
        let found = self.effective(item, warehouse).in_transit;
        found.ok_or_else(|| needed(item, warehouse, "for goods in transit", "inTransitAccountId"))
    }

    /// The account between both halves of a transfer, on which nothing stays.
    pub(crate) fn passage(&self, item: &Item, warehouse: &Warehouse) -> Result<AccountId, Stop> {
        let effective = self.effective(item, warehouse);
        match effective.in_transit.or(effective.adjustment) {
            Some(account) => Ok(account),
            None => self.valuation(item, warehouse),
        }
    }
}

/// A refusal for want of an account, with the accounts that could be named, or with the creation of one.
pub(crate) fn leading_out(book: &Book, stop: Stop) -> Stop {
    let Stop::Rejected(rejection) = stop else { return stop };
    let is_it = |name: &str| rejection.context.iter().any(|(key, value)| *key == "field" && *value == name.into());
    let fields = ["valuationAccountId", "cogsAccountId", "adjustmentAccountId", "inTransitAccountId", "scrapAccountId"];
    let Some(field) = fields.into_iter().find(|field| rejection.code == Code::StockAccountNeeded && is_it(field))
    else {
        return Stop::Rejected(rejection);
    };
    match with_account(book, *rejection, field) {
        Ok(led) => Stop::Rejected(Box::new(led)),
        Err(stop) => stop,
    }
}

/// The account of the usual subtype that does: the first one by its code, of goods in transit the last.
fn with_account(book: &Book, mut rejection: Rejection, field: &'static str) -> Result<Rejection, Stop> {
    let base = book.organization()?.base_currency;
    let (subtype, role) = match field {
        "valuationAccountId" | "inTransitAccountId" => (AccountSubtype::Inventory, Role::Valuation),
        _ => (AccountSubtype::Cogs, Role::Expense),
    };
    let mut found: Vec<&Account> =
        book.accounts_of_subtype(subtype)?.filter(|account| does(account, base, role)).collect();
    found.sort_by(|one, other| one.code.cmp(&other.code));
    let chosen = if field == "inTransitAccountId" { found.last() } else { found.first() };
    let Some(account) = chosen else {
        // Without an account there is nothing yet to name.
        rejection.resolutions.clear();
        return usual::offer_new(book, rejection, subtype);
    };
    for way in &mut rejection.resolutions {
        way.title = format!("{}: account {}", way.title, account.code);
        way.body = Some(Value::Object(vec![(field, account.id.to_string().into())]));
    }
    Ok(rejection)
}

fn needed(item: &Item, warehouse: &Warehouse, does: &str, field: &str) -> Stop {
    let message = format!(
        "there is no account {does}: set {field} on warehouse {}, on the category of item {}, or on the organization",
        warehouse.code, item.sku
    );
    Rejection::new(Code::StockAccountNeeded, message)
        .with("field", field)
        .offer("warehouse", "Set it on the warehouse", "PUT", format!("/warehouses/{}", warehouse.id))
        .offer("organization", "Set it for the whole organization", "PUT", "/organization")
        .into()
}
