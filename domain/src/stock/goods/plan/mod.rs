//! The effect of each line of a document: its pool, cost, place and account.
//!
//! - `goods` come, leave and change their place; `transit` is between the two steps of a transfer; `assembly` makes goods
//!   of goods; `sent_back` goes to the supplier, and `claims` is what they owe for it.
//! - `consigned` goods are their owner's until they are used.
//! - `invoice` and `landed_cost` add later costs to receipts, `credit` takes some off, `parts` finds the goods of those; `worth`: revaluations
//!   and write-downs; `valued`: method, standard cost, account.
//! - `provisional` estimates the cost of a receipt without a stated one.
//! - `pools` finds the pool of an item in a warehouse, `scope` handles changes of the costing scope; `specific_costing`
//!   gives each lot or piece a pool of its own, or takes it away.

mod assembly;
pub(crate) mod claims;
pub(crate) mod consigned;
mod credit;
mod goods;
mod invoice;
mod landed_cost;
mod parts;
pub(crate) mod pools;
mod provisional;
mod scope;
pub(crate) mod sent_back;
mod specific_costing;
mod transit;
pub(crate) mod unit_costs;
mod valued;
pub(crate) mod worth;

use std::collections::{BTreeMap, BTreeSet};

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::{Kind, Movement, Place, PoolKey};
use crate::ledger::subledger::{self, StockAmount};
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::PoolName;
use crate::rows::{MovementLine, StockMovement};
use crate::stock::goods::document::sources::Sources;
use crate::stock::goods::posting::accounts::Accounts;
use crate::stock::goods::posting::turnover::{Turnover, turn_over};
use crate::value::id::PartyId;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date, Instant, Rate};

/// A document as costing and stock know it.
pub(crate) struct Plan {
    pub lines: Vec<MovementLine>,
    pub movements: Vec<Movement>,
    pub turnover: Turnover,
    /// Postings of lines to their other side in another currency, by line number.
    pub foreign: BTreeMap<u32, Foreign>,
    /// Whose the other side of a line is, where it is not the document's party, by line number.
    pub owners: BTreeMap<u32, PartyId>,
    /// Amounts of the entry other than the cost of goods: payables, taxes, allowances.
    pub beside: Vec<StockAmount>,
    /// How many lines were planned before each line of the request, where it may become several.
    pub before: Vec<usize>,
}

/// An amount in another currency than the base currency, a debit above 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Foreign {
    pub currency: Currency,
    pub rate: Rate,
    pub amount: i64,
}

/// The context in which a document is planned.
pub(super) struct Planner<'a> {
    pub ctx: &'a Context,
    pub movement: &'a StockMovement,
    pub accounts: Accounts,
    pub seq: i64,
    /// Where it stands in the order of costs.
    pub at: Instant,
    pub occurred_at: Instant,
    pub posting_date: Date,
    pub sources: Sources,
    /// The rate at which its costs become base currency.
    pub rate: Option<Rate>,
}

/// A line of the document with its item, and its place in the request.
#[derive(Clone, Copy)]
pub(super) struct ItemLine<'a> {
    pub index: usize,
    pub item: &'a Item,
    pub draft: &'a DraftLine,
}

/// An amount in the document's currency, and the same in base currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Converted {
    pub amount: i64,
    pub base_amount: i64,
}

impl Plan {
    /// The number of the line that is planned next.
    fn number(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// A refusal of a planned line, as one of the line of the request that it is of.
    pub(crate) fn as_written(&self, stop: Stop) -> Stop {
        let Stop::Rejected(mut rejection) = stop else { return stop };
        for error in &mut rejection.errors {
            let of_line = error.pointer.strip_prefix("/lines/").and_then(|rest| rest.split_once('/'));
            let Some((planned, field)) = of_line else { continue };
            let Ok(planned) = planned.parse::<usize>() else { continue };
            let upto = self.before.partition_point(|before| *before <= planned);
            if let Some(index) = upto.checked_sub(1) {
                error.pointer = at(index, field);
            }
        }
        Stop::Rejected(rejection)
    }
}

impl Planner<'_> {
    /// All that planning and costing look at, each kind in one load.
    pub(crate) fn load(&self, book: &Book, drafts: &[DraftLine]) -> Result<(), Stop> {
        require_all(book, drafts.iter().map(|draft| Key::Item(draft.item_id)).collect())?;
        let changes_item = self.movement.kind.changes_valuation();
        if changes_item && !self.changes_scope(drafts) {
            require_all(book, drafts.iter().map(|draft| Key::PoolsOfItem(draft.item_id)).collect())?;
            return Ok(());
        }
        let mut names = BTreeSet::new();
        for draft in drafts {
            let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?;
            for place in [Some(draft.warehouse_id), draft.to_warehouse_id].into_iter().flatten() {
                let warehouse = self.accounts.warehouse(place)?;
                names.insert(self.name(item, warehouse, draft)?);
                if self.movement.kind == MovementKind::CostingChange {
                    names.insert(self.names_of_change(item, warehouse, draft).0);
                }
            }
        }
        let key = |(item, scope, tracked): PoolName| Key::PoolByName(item, scope, tracked);
        let of_names = names.iter().copied().map(key);
        require_all(book, of_names.chain(consigned::keys(drafts, &self.accounts)?).collect())?;
        let mut pools = Vec::with_capacity(names.len());
        for name in names {
            pools.extend(book.pool_by_name(name)?.map(Key::PoolLayers));
        }
        require_all(book, pools)
    }

    /// Plans all lines. Rows that they need for the first time are written: pools, and goods received or in transit.
    pub(crate) fn plan(&self, book: &mut Book, drafts: &[DraftLine]) -> Result<Plan, Stop> {
        let mut plan = Plan {
            lines: Vec::with_capacity(drafts.len()),
            movements: Vec::with_capacity(drafts.len()),
            turnover: BTreeMap::new(),
            foreign: BTreeMap::new(),
            owners: BTreeMap::new(),
            beside: Vec::new(),
            before: Vec::new(),
        };
        match self.movement.kind {
            MovementKind::SupplierInvoice => self.invoice(book, drafts, &mut plan)?,
            MovementKind::LandedCost => self.landed_cost(book, drafts, &mut plan)?,
            MovementKind::SupplierCredit => self.credit(book, drafts, &mut plan)?,
            MovementKind::Assembly | MovementKind::Disassembly => self.assembly(book, drafts, &mut plan)?,
            MovementKind::Opening
            | MovementKind::Receipt
            | MovementKind::Issue
            | MovementKind::Transfer
            | MovementKind::Adjustment
            | MovementKind::CountAdjustment
            | MovementKind::Scrap
            | MovementKind::InternalUse
            | MovementKind::Return
            | MovementKind::SupplierReturn
            | MovementKind::Revaluation
            | MovementKind::WriteDown
            | MovementKind::Reclassification
            | MovementKind::CostingChange
            | MovementKind::StandardCostChange => {
                for (index, draft) in drafts.iter().enumerate() {
                    plan.before.push(plan.lines.len());
                    self.line(book, index, draft, &mut plan)?;
                }
            }
        }
        for line in &plan.lines {
            turn_over(&mut plan.turnover, line, 1);
        }
        Ok(plan)
    }

    /// Whether a warehouse shares its costs with others from here on, or stops to. Only its own command makes such a document.
    fn changes_scope(&self, drafts: &[DraftLine]) -> bool {
        self.movement.kind == MovementKind::CostingChange && drafts.iter().all(|draft| draft.to_method.is_none())
    }

    fn line(&self, book: &mut Book, index: usize, draft: &DraftLine, plan: &mut Plan) -> Result<(), Stop> {
        match self.movement.kind {
            MovementKind::SupplierReturn => self.sent_back(book, index, draft, plan),
            MovementKind::Revaluation => self.revaluation(book, index, draft, plan),
            MovementKind::WriteDown => self.write_down(book, index, draft, plan),
            MovementKind::StandardCostChange => self.standard_cost(book, index, draft, plan),
            MovementKind::CostingChange if draft.to_method.is_none() => self.scope(book, draft, plan),
            MovementKind::CostingChange => self.method(book, index, draft, plan),
            MovementKind::Reclassification => self.reclassification(book, draft, plan),
            MovementKind::Transfer => self.transfer(book, index, draft, plan),
            MovementKind::Opening
            | MovementKind::Receipt
            | MovementKind::Issue
            | MovementKind::Adjustment
            | MovementKind::CountAdjustment
            | MovementKind::Scrap
            | MovementKind::InternalUse
            | MovementKind::Return => self.goods(book, index, draft, plan),
            // Planned as a whole, above.
            MovementKind::SupplierInvoice
            | MovementKind::SupplierCredit
            | MovementKind::LandedCost
            | MovementKind::Assembly
            | MovementKind::Disassembly => Ok(()),
        }
    }

    /// A line of which no goods move yet, as its draft says it.
    fn blank(&self, plan: &Plan, draft: &DraftLine) -> MovementLine {
        MovementLine {
            movement_seq: self.seq,
            line_number: i64::from(plan.number()),
            movement_id: self.movement.id,
            item_id: draft.item_id,
            quantity: 0,
            entered: draft.entered.clone(),
            warehouse_id: draft.warehouse_id,
            location_id: draft.location_id,
            to_warehouse_id: None,
            to_location_id: None,
            lot_id: draft.lot_id,
            serial_id: draft.serial_id,
            amount: draft.amount,
            base_amount: None,
            is_provisional: false,
            of_seq: None,
            of_line: None,
            of_quantity: None,
            cleared_amount: None,
            cleared_base: None,
            claimable_amount: None,
            claimable_base: None,
            claimable_cost: None,
            pool_id: None,
            to_pool_id: None,
            counter_account_id: None,
            variance_account_id: None,
            reservation_id: draft.reservation_id,
            weight: draft.weight,
            standard_cost: draft.standard_cost,
            to_method: draft.to_method,
            description: draft.description.clone(),
            added_at: None,
        }
    }

    /// Adds the next line's effect on a pool where goods come, or whose value changes.
    fn add_in(&self, plan: &mut Plan, pool: PoolKey, kind: Kind) {
        let place = Place::into(self.at, self.seq, plan.number());
        plan.movements.push(self.movement(place, pool, kind));
    }

    /// Adds the next line's effect on a pool that goods leave; returns its place.
    fn add_out(&self, plan: &mut Plan, pool: PoolKey, kind: Kind) -> Place {
        let place = Place::out(self.at, self.seq, plan.number());
        plan.movements.push(self.movement(place, pool, kind));
        place
    }

    fn movement(&self, place: Place, pool: PoolKey, kind: Kind) -> Movement {
        Movement { place, occurred_at: self.occurred_at, pool, posting_date: self.posting_date, kind }
    }

    /// An amount of the document in base currency, rounded once; below 0 as above.
    fn in_base(&self, book: &Book, amount: i64, pointer: impl FnOnce() -> String) -> Result<i64, Stop> {
        let base = book.organization()?.base_currency;
        let Some(rate) = self.rate else { return Ok(amount) };
        let magnitude = amount.checked_abs();
        let found = magnitude.and_then(|much| subledger::in_base(much, self.movement.currency, rate, base));
        let found = found.ok_or_else(|| {
            let message = format!("at the rate {rate} the amount is out of range in {base}");
            Rejection::new(Code::AmountOutOfRange, message).at(pointer())
        })?;
        Ok(if amount < 0 { -found } else { found })
    }

    /// An amount of the document in its own currency, where that is another one.
    fn foreign(&self, amount: i64) -> Option<Foreign> {
        self.rate.map(|rate| Foreign { currency: self.movement.currency, rate, amount })
    }
}

/// Where a field of a line of the document is.
fn at(index: usize, field: &str) -> String {
    format!("/lines/{index}/{field}")
}
