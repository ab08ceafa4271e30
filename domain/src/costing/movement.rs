//! The effect of a movement on one pool. Its quantities are whole and never change; costing computes its value.

use std::sync::Arc;

use crate::costing::{Method, Place, PoolKey, Ratio, StandardCost, Tie, amount};
use crate::value::id::AccountId;
use crate::value::{Date, Instant, limits};

/// A quantity that moves: above 0, at most 10^15 of the item's smallest unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Quantity(i64);

impl Quantity {
    /// `None` where it is not above 0, or beyond the limit.
    #[must_use]
    pub fn new(quantity: i64) -> Option<Self> {
        (1..=limits::POOL_QUANTITY).contains(&quantity).then_some(Self(quantity))
    }

    /// The number, in the item's smallest unit.
    #[must_use]
    pub fn get(self) -> i64 {
        self.0
    }
}

/// One line of a document, as far as one pool knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Movement {
    /// Where it stands in the order; names it.
    pub place: Place,
    /// When goods moved: where it stands, or before that where it was costed prospectively.
    pub occurred_at: Instant,
    /// Whose goods or value it moves.
    pub pool: PoolKey,
    /// Its entry's date.
    pub posting_date: Date,
    /// The kind of effect.
    pub kind: Kind,
}

/// The kind of a movement's effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Goods come: opening, receipt, the second half of a transfer, return, count gain, output of an assembly. They
    /// settle owed goods first, and are a layer of their own where layers are kept.
    In {
        /// How much.
        quantity: Quantity,
        /// The source of its cost.
        cost: Cost,
    },
    /// All that left another pool at `from` comes, layer by layer, each in the order of its receipt: the second half of a
    /// change of scope or method.
    InAll {
        /// The movement `OutAll` or `OutPart` of the other pool.
        from: Place,
        /// The other pool.
        of: PoolKey,
    },
    /// Goods leave at their cost: issue, scrap, adjustment, the first half of a transfer, component of an assembly.
    Out {
        /// How much.
        quantity: Quantity,
        /// The rule for more goods than there are.
        beyond: Beyond,
    },
    /// Goods go back to the supplier: first the rest of their own receipt, then in the method's order. The counter
    /// account gets the receipt's price, exact shares of it, or what is claimed of the supplier; the gap is variance.
    SupplierReturn {
        /// How much.
        quantity: Quantity,
        /// The receipt, in the same pool.
        receipt: Place,
        /// How much that was.
        received: Quantity,
        /// What the goods bear of the supplier's invoices, where they were invoiced: a fact of the document, whatever is
        /// known of the receipt later.
        claim: Option<i64>,
    },
    /// All that is there leaves: the first half of a change of scope or method.
    OutAll,
    /// A part of all goods leaves, of each layer in proportion (largest remainder): the first half of a change of scope
    /// that splits a pool.
    OutPart {
        /// How much.
        quantity: Quantity,
    },
    /// Goods in transit are lost: their value goes from the counter account to variance, and the pool keeps its
    /// contents.
    Lost {
        /// The dispatch, and how much of it.
        quantity: Quantity,
        /// A share of a dispatch.
        source: Source,
    },
    /// A later cost of a receipt (landed cost, difference of price). The remaining goods of the receipt in its own pool
    /// keep their part of it; the rest goes to variance, and from there to the other places of the receipt's goods.
    Value {
        /// The receipt, in the same pool.
        receipt: Place,
        /// How much that was.
        received: Quantity,
        /// In minor units, of either sign.
        amount: i64,
        /// The rule of its split.
        split: Split,
    },
    /// The part of such a cost that goods of the receipt keep in another pool, or on their way to one. It comes from variance.
    /// Replay makes it, for each pool that had goods of the receipt by then.
    ValuePart {
        /// The movement `Value`.
        of: Place,
        /// Its receipt.
        receipt: Place,
        /// The dispatch that left this pool, if its goods are in transit: then the pool's own value does not change.
        dispatch: Option<Place>,
    },
    /// The pool's value rises or falls, spread by value. The value cannot go below 0, and an empty pool cannot be
    /// revalued: that part is not posted.
    Revalue {
        /// In minor units, of either sign.
        amount: i64,
    },
    /// The goods are written down, and keep their cost: an allowance is set against it. It cannot exceed the pool's value,
    /// nor fall below 0: that part is not posted.
    WriteDown {
        /// In minor units, below 0 to take a write-down back.
        amount: i64,
    },
    /// The pool is valued on another account: its posted value moves there.
    Reclassify {
        /// The account from here on.
        to: AccountId,
    },
    /// The pool is valued by another method. The goods on hand are one layer with the posted value.
    ChangeMethod {
        /// The method from here on.
        to: Method,
        /// The standard cost from here on; as it was where there is none.
        standard: Option<StandardCost>,
    },
    /// The standard cost changes: the value of the goods on hand changes by the difference.
    ChangeStandard {
        /// The cost from here on.
        to: StandardCost,
    },
}

/// How a later cost is split between goods and the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// The goods of the receipt keep their part, wherever they are.
    ByGoods,
    /// As it was posted by the rule of an earlier version: the goods in the pool of the receipt keep what they were given,
    /// as long as any are there.
    AsPosted,
}

/// The cost of incoming goods. Always whole minor units in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cost {
    /// So many minor units in all, 0 or more.
    Given(i64),
    /// The cost of such goods in the pool at that place, else of the last ones that came, else this.
    Present {
        /// From the item's master data when the movement was recorded.
        fallback: Option<Ratio>,
    },
    /// The value that another movement hands on.
    From(Source),
}

/// The movement whose value it is, and how much of it. The source always stands before the movement that it feeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// All of it: a direct transfer.
    Whole(Place),
    /// Shares by quantity, in the order of the takers: `floor(value · q / Q)` of the amount that the others left, the
    /// last one the rest. For receiving dispatched goods, and returning issued ones.
    Share {
        /// Whose.
        of: Place,
        /// How much that was.
        total: Quantity,
    },
    /// One of the outputs of an assembly.
    Output {
        /// The assembly.
        assembly: Arc<Assembly>,
        /// Which output.
        number: usize,
    },
}

/// The result of an assembly: the cost of its components and the absorbed amount, over its outputs by weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembly {
    pub(super) components: Vec<Place>,
    pub(super) absorbed: i64,
    pub(super) weights: Vec<i64>,
}

impl Assembly {
    /// One or more components, which stand before all outputs; labour and the like in minor units; one weight per output.
    /// `None` where a number is below 0 or beyond 10^15, or there is no component or no output.
    #[must_use]
    pub fn new(components: Vec<Place>, absorbed: i64, weights: Vec<i64>) -> Option<Self> {
        let is_amount = |number: &i64| (0..=limits::POOL_VALUE_MINOR).contains(number);
        let is_good =
            !components.is_empty() && !weights.is_empty() && is_amount(&absorbed) && weights.iter().all(is_amount);
        is_good.then_some(Self { components, absorbed, weights })
    }

    /// The value of each output, if the components have this total cost.
    pub(super) fn outputs(&self, cost: i128) -> Vec<i64> {
        let weights: Vec<i128> = self.weights.iter().map(|weight| i128::from(*weight)).collect();
        amount::spread(cost + i128::from(self.absorbed), &weights).into_iter().map(amount::saturated).collect()
    }

    /// Where its components left their pools.
    #[must_use]
    pub fn components(&self) -> &[Place] {
        &self.components
    }

    /// The absorbed amount, in minor units.
    #[must_use]
    pub fn absorbed(&self) -> i64 {
        self.absorbed
    }

    /// The weight of each output.
    #[must_use]
    pub fn weights(&self) -> &[i64] {
        &self.weights
    }
}

/// The rule for goods that leave beyond the stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beyond {
    /// It is refused.
    Refused,
    /// It is refused, too; and what leaves stays ours: it is in transit until it comes to another pool.
    InTransit,
    /// It is owed: valued at the latest cost, else at this, until goods come.
    Owed {
        /// From the item's master data when the movement was recorded.
        fallback: Option<Ratio>,
    },
}

impl Movement {
    /// Whether it stands where it was recorded and not where it occurred.
    #[must_use]
    pub fn is_prospective(&self) -> bool {
        self.occurred_at < self.place.at
    }

    /// Whether it is a later cost whose split is what was posted.
    pub(super) fn keeps_its_split(&self) -> bool {
        matches!(self.kind, Kind::Value { split: Split::AsPosted, .. })
    }

    /// The movement that its value is from, if any, and how much it takes of a shared one.
    pub(super) fn source(&self) -> Option<(Source, i64)> {
        match &self.kind {
            Kind::In { quantity, cost: Cost::From(source) } | Kind::Lost { quantity, source } => {
                Some((source.clone(), quantity.get()))
            }
            Kind::InAll { from, .. } => Some((Source::Whole(*from), 0)),
            Kind::SupplierReturn { quantity, receipt, received, .. } => {
                Some((Source::Share { of: *receipt, total: *received }, quantity.get()))
            }
            Kind::In { .. }
            | Kind::Out { .. }
            | Kind::OutAll
            | Kind::OutPart { .. }
            | Kind::Value { .. }
            | Kind::ValuePart { .. }
            | Kind::Revalue { .. }
            | Kind::WriteDown { .. }
            | Kind::Reclassify { .. }
            | Kind::ChangeMethod { .. }
            | Kind::ChangeStandard { .. } => None,
        }
    }

    /// Whether goods come by it.
    pub(super) fn brings(&self) -> bool {
        matches!(self.kind, Kind::In { .. } | Kind::InAll { .. })
    }

    /// Whether goods leave by it.
    pub(super) fn takes(&self) -> bool {
        matches!(self.kind, Kind::Out { .. } | Kind::OutAll | Kind::OutPart { .. } | Kind::SupplierReturn { .. })
    }

    /// Whether it changes where goods are, or which of them leave next.
    pub(super) fn moves_goods(&self) -> bool {
        match self.kind {
            Kind::In { .. }
            | Kind::InAll { .. }
            | Kind::Out { .. }
            | Kind::SupplierReturn { .. }
            | Kind::OutAll
            | Kind::OutPart { .. }
            | Kind::Lost { .. }
            | Kind::ChangeMethod { .. } => true,
            Kind::Value { .. }
            | Kind::ValuePart { .. }
            | Kind::Revalue { .. }
            | Kind::WriteDown { .. }
            | Kind::Reclassify { .. }
            | Kind::ChangeStandard { .. } => false,
        }
    }

    /// Whether goods only go from one pool to another by it, and stay where they are.
    pub(super) fn changes_scope(&self) -> bool {
        matches!(self.kind, Kind::OutAll | Kind::OutPart { .. } | Kind::InAll { .. })
    }

    /// Every movement that must be there for this one to be: its sources, and the receipt whose layer it changes. The
    /// caller that stores movements also stores these ties, to answer `History::dependents`.
    #[must_use]
    pub fn depends_on(&self) -> Vec<(Place, Tie)> {
        match (&self.kind, self.source()) {
            (Kind::Value { receipt, .. }, _) => vec![(*receipt, Tie::Layer)],
            (Kind::ValuePart { of, receipt, dispatch }, _) => {
                let part = if dispatch.is_some() { Tie::PartInTransit } else { Tie::Part };
                let of_both = [(*receipt, Tie::Layer), (*of, part)];
                of_both.into_iter().chain(dispatch.map(|dispatch| (dispatch, Tie::InTransit))).collect()
            }
            (_, Some((Source::Whole(of), _))) => vec![(of, Tie::Value)],
            (_, Some((Source::Share { of, .. }, quantity))) => vec![(of, Tie::Share(quantity))],
            (_, Some((Source::Output { assembly, .. }, _))) => {
                assembly.components.iter().map(|component| (*component, Tie::Value)).collect()
            }
            (_, None) => Vec::new(),
        }
    }
}
