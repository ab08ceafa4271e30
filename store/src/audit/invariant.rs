//! One named invariant: how many rows were checked, the contradictions, and their goods.

use std::collections::BTreeMap;

use domain::value::id::{MovementId, PoolId};

/// Differences that a report spells out; the others are only counted.
pub const SPELT_OUT: usize = 20;
/// Goods that are listed; beyond that, it may be any.
pub const GOODS_TOLD: usize = 1_000;

/// Which goods a difference is about, as far as the row that shows it tells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goods {
    /// Those of a pool.
    Pool(PoolId),
    /// Those with this sku in the warehouse with this code, or in all that share costs.
    Named(String, Option<String>),
    /// Those of a line of a movement.
    Line(MovementId, i64),
    /// It does not tell.
    Untold,
}

/// The outcome of one check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Its stable name, as `log.chain` or `rows.accounts`.
    pub name: String,
    /// Things looked at: facts, rows, or the places, days and documents of which sums are compared.
    pub checked: i64,
    /// How many of them do not hold.
    pub found: i64,
    /// The first of those, each a sentence.
    pub differences: Vec<String>,
    /// Of invariants of stock, the goods that they are about, each with the first sentence about it.
    pub goods: BTreeMap<Goods, String>,
}

impl Invariant {
    /// Nothing looked at yet.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), checked: 0, found: 0, differences: Vec::new(), goods: BTreeMap::new() }
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.found == 0
    }

    /// Notes something that does not hold.
    pub(crate) fn differs(&mut self, sentence: impl FnOnce() -> String) {
        self.found += 1;
        if self.differences.len() < SPELT_OUT {
            self.differences.push(sentence());
        }
    }

    /// Notes something that does not hold of these goods.
    pub(crate) fn differs_of(&mut self, goods: Goods, sentence: impl Fn() -> String) {
        self.differs(&sentence);
        let goods = if self.goods.len() < GOODS_TOLD { goods } else { Goods::Untold };
        self.goods.entry(goods).or_insert_with(sentence);
    }
}
