//! A pool: goods that are valued together, and its contents.

use crate::costing::amount::{self, MINOR};
use crate::costing::{Layer, Layers, Place, Ratio, Refusal, StandardCost};
use crate::value::id::{AccountId, WarehouseId};
use crate::value::limits;

/// How far goods of an item are valued together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// In all warehouses that share costs.
    Organization,
    /// In one warehouse.
    Warehouse(WarehouseId),
}

/// Which pool: an item in a scope; for specific costs one lot or serial of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PoolKey {
    /// The item's id.
    pub item: [u8; 16],
    /// Where.
    pub scope: Scope,
    /// The lot's or serial's id, where each has its own cost.
    pub tracked: Option<[u8; 16]>,
}

/// The order in which goods leave, and so their cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The oldest goods first.
    Fifo,
    /// A part of all there is.
    Average,
    /// Each at a cost set beforehand.
    Standard,
    /// The lot or serial itself: a pool of its own, in it as by `Fifo`, and never below 0.
    Specific,
}

/// The contents of a pool after a place of the order.
///
/// Invariants: quantity and x are the sums of its goods less those owed; layers and deficits are never there both; a
/// quantity of 0 has an x of 0; the allowance is between 0 and x, or 0 where x is below 0. Average and standard keep no layers: quantity and x are the one layer that they have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoolState {
    pub(super) method: Method,
    pub(super) account: AccountId,
    pub(super) standard: Option<StandardCost>,
    pub(super) quantity: i64,
    pub(super) x: i128,
    pub(super) layers: Layers,
    pub(super) deficits: Layers,
    pub(super) last_cost: Option<Ratio>,
    pub(super) allowance: i128,
}

impl PoolState {
    /// An empty pool. Method `Standard` needs its cost before the first goods come.
    #[must_use]
    pub fn new(method: Method, account: AccountId, standard: Option<StandardCost>) -> Self {
        Self {
            method,
            account,
            standard,
            quantity: 0,
            x: 0,
            layers: Layers::default(),
            deficits: Layers::default(),
            last_cost: None,
            allowance: 0,
        }
    }

    /// A stored pool: `one` is for a pool with neither layers nor deficits, whose sums say the same.
    #[must_use]
    pub fn kept(self, one: Layer, layers: Layers, deficits: Layers, last_cost: Option<Ratio>) -> Self {
        let ((held, held_x), (owed, owed_x)) = (layers.sums(), deficits.sums());
        let is_one = layers.is_empty() && deficits.is_empty();
        let (quantity, x) = if is_one { (one.quantity, one.x) } else { (held - owed, held_x - owed_x) };
        Self { quantity, x, layers, deficits, last_cost, ..self }
    }

    /// A stored pool that is written down, in minor units × 10^6.
    #[must_use]
    pub fn less(self, allowance: i128) -> Self {
        Self { allowance, ..self }
    }

    /// How the goods are valued.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// The account on which they are valued.
    #[must_use]
    pub fn account(&self) -> AccountId {
        self.account
    }

    /// The standard cost, if there is one.
    #[must_use]
    pub fn standard(&self) -> Option<StandardCost> {
        self.standard
    }

    /// The stock on hand, less the goods owed, in the item's smallest unit.
    #[must_use]
    pub fn quantity(&self) -> i64 {
        self.quantity
    }

    /// Its extended value, in minor units × 10^6.
    #[must_use]
    pub fn x(&self) -> i128 {
        self.x
    }

    /// Its value in the books, in minor units.
    #[must_use]
    pub fn value(&self) -> i64 {
        amount::posted(self.x)
    }

    /// The goods on hand of each receipt, in the order of the receipts (FIFO and specific).
    #[must_use]
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The quantity that each issue took beyond the stock, with its assumed value, both above 0.
    #[must_use]
    pub fn deficits(&self) -> &Layers {
        &self.deficits
    }

    /// Value and quantity of the latest movement that brought goods with a cost of their own.
    #[must_use]
    pub fn last_cost(&self) -> Option<Ratio> {
        self.last_cost
    }

    /// Whether receipts keep layers of their own.
    pub(crate) fn has_layers(&self) -> bool {
        matches!(self.method, Method::Fifo | Method::Specific)
    }

    /// Values a pool at standard by its quantity.
    pub(super) fn value_at_standard(&mut self, place: Place) -> Result<(), Refusal> {
        let standard = self.standard.ok_or(Refusal::NoKnownCost { place })?;
        self.x = standard.whole(self.quantity) * MINOR;
        Ok(())
    }

    /// Refuses contents that would not fit the arithmetic.
    pub(super) fn require_within_limits(&self, place: Place) -> Result<(), Refusal> {
        let most_x = i128::from(limits::POOL_VALUE_MINOR) * MINOR;
        let has_room = (-most_x..=most_x).contains(&self.x);
        let fits = self.quantity.abs() <= limits::POOL_QUANTITY && has_room;
        if fits { Ok(()) } else { Err(Refusal::PoolTooLarge { place, is_value: !has_room }) }
    }
}
