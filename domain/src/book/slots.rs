//! Slots: the loaded rows of a table, the keys known to be absent, and the changes since.

use std::collections::BTreeMap;

use crate::book::TableChanges;
use crate::rows::writes::Gathered;
use crate::rows::{Class, Row, RowWrite};
use crate::value::{BadCell, Cell};

/// The loaded part of a table (or of an index), with changes on top and an undo log for one command.
#[derive(Clone, Debug)]
pub struct Slots<K, V> {
    slots: BTreeMap<K, Slot<V>>,
    /// Keys whose slot differs, or once differed, from the loaded state; each once, in the order of their first change.
    changed: Vec<K>,
    /// The old value of each change since the savepoint, oldest first. Most rows that a large command writes are new:
    /// an old value takes room only if there was one.
    undo: Vec<(K, Option<Box<V>>)>,
    /// How many changes of `undo` are in a fact already.
    recorded: usize,
}

#[derive(Clone, Debug)]
struct Slot<V> {
    current: Option<V>,
    /// The loaded value, once `current` was changed.
    before: Option<Option<Box<V>>>,
}

impl<K: Ord + Clone, V: Clone + PartialEq> Default for Slots<K, V> {
    fn default() -> Self {
        Self { slots: BTreeMap::new(), changed: Vec::new(), undo: Vec::new(), recorded: 0 }
    }
}

impl<K: Ord + Clone, V: Clone + PartialEq> Slots<K, V> {
    /// `None`: not loaded. `Some(None)`: known to be absent.
    pub fn get(&self, key: &K) -> Option<Option<&V>> {
        self.slots.get(key).map(|slot| slot.current.as_ref())
    }

    /// Notes the stored value. A slot that is loaded already keeps its own.
    pub fn fill(&mut self, key: K, value: Option<V>) {
        self.slots.entry(key).or_insert(Slot { current: value, before: None });
    }

    /// Whether the slot was absent in the database and written since.
    pub fn is_new(&self, key: &K) -> bool {
        self.slots.get(key).is_some_and(|slot| matches!(slot.before, Some(None)) && slot.current.is_some())
    }

    /// All present values in key order.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.slots.values().filter_map(|slot| slot.current.as_ref())
    }

    /// Present values with keys in a range, in key order.
    pub fn range(&self, keys: std::ops::RangeInclusive<K>) -> impl DoubleEndedIterator<Item = &V> {
        self.slots.range(keys).filter_map(|(_, slot)| slot.current.as_ref())
    }

    /// Changed slots in no certain order: the loaded and the present value.
    pub fn changed(&self) -> impl Iterator<Item = (&K, Option<&V>, Option<&V>)> {
        self.changed.iter().filter_map(|key| {
            let slot = self.slots.get(key)?;
            let before = slot.before.as_ref()?.as_deref();
            let now = slot.current.as_ref();
            (before != now).then_some((key, before, now))
        })
    }

    /// Writes or removes a value. The slot must have been looked at, or be new for certain (a fresh id).
    pub fn set(&mut self, key: K, value: Option<V>) {
        debug_assert!(value.is_some() || self.slots.contains_key(&key), "removed what was never looked at");
        let slot = self.slots.entry(key.clone()).or_insert(Slot { current: None, before: None });
        if slot.current == value {
            return;
        }
        let previous = std::mem::replace(&mut slot.current, value).map(Box::new);
        if slot.before.is_none() {
            slot.before = Some(previous.clone());
            self.changed.push(key.clone());
        }
        self.undo.push((key, previous));
    }

    /// Forgets how to undo earlier changes.
    pub fn savepoint(&mut self) {
        self.undo.clear();
        self.recorded = 0;
    }

    /// Takes back all since the savepoint.
    pub fn rollback(&mut self) {
        for (key, previous) in self.undo.drain(..).rev() {
            if let Some(slot) = self.slots.get_mut(&key) {
                slot.current = previous.map(|row| *row);
            }
        }
        self.recorded = 0;
    }

    /// Takes back all changes; loaded rows stay loaded.
    pub fn reset(&mut self) {
        self.undo.clear();
        self.recorded = 0;
        for key in std::mem::take(&mut self.changed) {
            if let Some(slot) = self.slots.get_mut(&key)
                && let Some(before) = slot.before.take()
            {
                slot.current = before.map(|row| *row);
            }
        }
    }

    /// The changes are stored: the present values count as loaded.
    pub fn settle(&mut self) {
        self.undo.clear();
        self.recorded = 0;
        for key in std::mem::take(&mut self.changed) {
            if let Some(slot) = self.slots.get_mut(&key) {
                slot.before = None;
            }
        }
    }

    /// Forgets everything that is loaded.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// How many slots are held.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether no slot is held.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}

impl<R: Row> Slots<R::Key, R> {
    /// Writes a row under its own key.
    pub fn put(&mut self, row: R) {
        self.set(row.key(), Some(row));
    }

    /// Notes a row that the database holds.
    pub fn fill_row(&mut self, cells: &[Cell]) -> Result<(), BadCell> {
        let row = R::from_cells(cells)?;
        self.fill(row.key(), Some(row));
        Ok(())
    }

    /// Notes rows that the database holds.
    pub fn fill_rows(&mut self, rows: &[Vec<Cell>]) -> Result<(), BadCell> {
        rows.iter().try_for_each(|row| self.fill_row(row))
    }

    /// The changes that `save` must write, or `None`.
    pub fn changes(&self) -> Option<TableChanges> {
        let mut changes = TableChanges::none(R::table());
        let mut changed: Vec<_> = self.changed().collect();
        changed.sort_unstable_by(|one, other| one.0.cmp(other.0));
        for (key, before, now) in changed {
            match (before, now) {
                (None, Some(row)) => changes.inserts.push(row.cells()),
                (Some(old), Some(row)) => {
                    changes.updated = changes.updated.and(row.differing(old));
                    changes.updates.push(row.cells());
                }
                (Some(_), None) => changes.deletes.push(R::key_cells(key)),
                (None, None) => {}
            }
        }
        let any = !(changes.inserts.is_empty() && changes.updates.is_empty() && changes.deletes.is_empty());
        any.then_some(changes)
    }

    /// Moves the writes since the last fact into `writes`, each row once, in key order.
    pub(crate) fn take_writes(&mut self, writes: &mut Gathered) {
        if R::table().class != Class::Books || self.recorded == self.undo.len() {
            return;
        }
        // A stable sort: of several changes of a row the first, which has the old value, stays in front.
        let mut first: Vec<_> = self.undo[self.recorded..].iter().collect();
        first.sort_by(|one, other| one.0.cmp(&other.0));
        first.dedup_by(|later, first| later.0 == first.0);
        for (key, previous) in first {
            let previous = previous.as_deref();
            let now = self.slots.get(key).and_then(|slot| slot.current.as_ref());
            match now {
                Some(row) if previous != Some(row) => {
                    writes.push(RowWrite { table: R::table(), cells: row.cells(), deleted: false });
                }
                None if previous.is_some() => {
                    writes.push(RowWrite { table: R::table(), cells: R::key_cells(key), deleted: true });
                }
                _ => {}
            }
        }
        self.recorded = self.undo.len();
    }

    /// Whether rows of the books were written that no fact holds yet.
    pub fn unrecorded(&self) -> bool {
        R::table().class == Class::Books && self.recorded != self.undo.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::StockLevel;
    use crate::value::id::{ItemId, WarehouseId};

    #[test]
    fn a_rollback_takes_back_one_command_and_a_reset_the_whole_batch() {
        let mut slots: Slots<i64, &str> = Slots::default();
        slots.fill(1, Some("loaded"));
        slots.fill(2, None);
        slots.set(1, Some("first"));
        slots.savepoint();
        slots.set(1, Some("second"));
        slots.set(2, Some("new"));
        assert!(slots.is_new(&2));
        slots.rollback();
        assert_eq!(slots.get(&1), Some(Some(&"first")));
        assert_eq!(slots.get(&2), Some(None));
        assert_eq!(slots.get(&3), None);
        assert_eq!(slots.changed().count(), 1);
        slots.reset();
        assert_eq!(slots.get(&1), Some(Some(&"loaded")));
        assert_eq!(slots.changed().count(), 0);
    }

    #[test]
    fn what_is_saved_and_told_comes_in_the_order_of_its_keys_and_each_row_once() {
        let level = |item: u8, quantity| StockLevel {
            item_id: ItemId([item; 16]),
            warehouse_id: WarehouseId([0; 16]),
            location_id: [0; 16],
            lot_id: [0; 16],
            serial_id: [0; 16],
            quantity,
        };
        let mut slots: Slots<<StockLevel as Row>::Key, StockLevel> = Slots::default();
        for (item, quantity) in [(3, 1), (1, 2), (2, 3), (3, 4), (1, 5), (4, 6)] {
            slots.put(level(item, quantity));
        }
        slots.set(level(4, 0).key(), None);
        let in_order = [level(1, 5), level(2, 3), level(3, 4)].map(|row| row.cells());
        assert_eq!(slots.changes().expect("changes").inserts, in_order);
        let mut told = Gathered::default();
        slots.take_writes(&mut told);
        assert_eq!(told.finish().1.rows::<StockLevel>().iter().map(Row::cells).collect::<Vec<_>>(), in_order);
    }

    #[test]
    fn what_is_put_back_as_it_was_is_no_change() {
        let mut slots: Slots<i64, &str> = Slots::default();
        slots.fill(1, Some("loaded"));
        slots.set(1, None);
        slots.set(1, Some("loaded"));
        assert_eq!(slots.changed().count(), 0);
    }
}
