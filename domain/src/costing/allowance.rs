//! The allowance against the goods of a pool: by how much they are written down.
//!
//! The goods keep their cost, and the allowance is a part of it that was expensed before. Goods that leave take their
//! share with them: so large a part of the allowance as their cost is of the pool's value. What leaves for good expenses
//! the rest of its cost alone (IAS 2.34); what goes to another pool brings its share there.

use crate::costing::amount::{MINOR, posted, product_divided};
use crate::costing::value::require_amount;
use crate::costing::{Leg, Legs, Movement, Place, PoolState, Refusal};

impl PoolState {
    /// By how much the goods are written down in the books, in minor units: 0 or more.
    #[must_use]
    pub fn written_down(&self) -> i64 {
        posted(self.allowance)
    }

    /// The same as it is kept, in minor units × 10^6.
    #[must_use]
    pub fn allowance(&self) -> i128 {
        self.allowance
    }

    /// Goods are written down, or with an amount below 0 a write-down is taken back: never below nothing, and never beyond
    /// what the goods are worth.
    pub(super) fn write_down(&mut self, amount: i64, place: Place) -> Result<(), Refusal> {
        require_amount(amount, place)?;
        self.allowance = match amount.checked_neg() == Some(self.written_down()) {
            true => 0,
            false => (self.allowance + i128::from(amount) * MINOR).max(0),
        };
        Ok(())
    }

    /// The allowance follows goods that came or left, of a pool that was worth so much and written down by so much before.
    /// Returns by how much those goods are written down.
    ///
    /// What comes with goods and has nothing to be set against, as they settle owed ones, goes to variance.
    pub(super) fn follow_goods(
        &mut self,
        movement: &Movement,
        carried: i64,
        worth: i128,
        written_down: i64,
        legs: &mut Legs,
    ) -> i64 {
        let came = if movement.brings() { carried } else { 0 };
        self.allowance += i128::from(came) * MINOR;
        if movement.takes() {
            self.use_up(worth);
        }
        self.allowance = self.allowance.min(self.x.max(0));
        let less = written_down - self.written_down();
        legs.add(Leg::Allowance, less);
        if movement.brings() {
            legs.add(Leg::Counter, came);
            legs.add(Leg::Variance, -(came + less));
        }
        if movement.takes() { less } else { carried }
    }

    /// Goods have left a pool that was worth so much: they took their share.
    fn use_up(&mut self, worth: i128) {
        let (Ok(left), Ok(worth)) = (u128::try_from(self.x), u128::try_from(worth)) else {
            self.allowance = 0;
            return;
        };
        let kept = match worth {
            0 => 0,
            _ => product_divided(self.allowance.unsigned_abs(), left, worth).0,
        };
        self.allowance = i128::try_from(kept).unwrap_or(self.allowance);
    }
}
