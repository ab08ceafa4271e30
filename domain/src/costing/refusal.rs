//! Why a movement cannot be where it is asked for, or a change of the past cannot be.

use crate::costing::Place;

/// An expected "no". Its place names the impossible movement: the new one, or a later one that would lack goods or its
/// source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// More would leave than there is.
    WouldGoNegative {
        /// Which movement.
        place: Place,
        /// How much is lacking, in the item's smallest unit.
        lacks: i64,
        /// The next movements of the pool that would lack something, too, with how much; the first of them.
        later: Vec<(Place, i64)>,
    },
    /// Goods come without a cost, and no cost of such goods is known.
    CostRequired {
        /// Which movement.
        place: Place,
    },
    /// Goods leave that are not there, or a pool changes to standard, and no cost of them is known.
    NoKnownCost {
        /// Which movement.
        place: Place,
    },
    /// The pool would hold more than 10^15 of quantity or minor units.
    PoolTooLarge {
        /// Which movement.
        place: Place,
        /// Of minor units, and not of quantity.
        is_value: bool,
    },
    /// An amount below 0 where only goods of some worth can come, or beyond 10^15 minor units.
    AmountOutOfRange {
        /// Which movement.
        place: Place,
    },
    /// More movements would have to be costed again than one change may.
    ReplayTooLarge {
        /// How many one change may.
        most: usize,
    },
    /// More is returned, received or taken back than the movement moved.
    TakesTooMuch {
        /// Whose goods.
        of: Place,
        /// Which movement takes too much.
        place: Place,
        /// How much was left for it.
        left: i64,
    },
    /// A movement cannot be before the one that its value is from.
    BeforeItsSource {
        /// Whose value.
        of: Place,
        /// Which movement.
        place: Place,
    },
    /// Other movements get their value from the one that is to go.
    HasDependents {
        /// The one to go.
        of: Place,
        /// Those that depend on it, in order.
        by: Vec<Place>,
    },
}

impl Refusal {
    /// More would leave than there is.
    pub(super) fn would_go_negative(place: Place, lacks: i64) -> Self {
        Self::WouldGoNegative { place, lacks, later: Vec::new() }
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::WouldGoNegative { .. } => "would_go_negative_at",
            Self::CostRequired { .. } => "cost_required",
            Self::NoKnownCost { .. } => "no_known_cost",
            Self::PoolTooLarge { .. } => "pool_too_large",
            Self::AmountOutOfRange { .. } => "amount_out_of_range",
            Self::ReplayTooLarge { .. } => "replay_too_large",
            Self::TakesTooMuch { .. } => "takes_too_much",
            Self::BeforeItsSource { .. } => "before_its_source",
            Self::HasDependents { .. } => "has_dependents",
        }
    }
}
