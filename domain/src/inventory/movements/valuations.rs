//! How an item is valued at a place of the order: its method and standard cost change, and what comes late stands where they were
//! others.
//!
//! An item has one method and one standard cost in all warehouses. What they were first and every change since are in its row:
//! whoever asks folds them up to a place.

use crate::book::codec;
use crate::inventory::costing::Place;
use crate::inventory::items::{CostingMethod, Item};
use crate::stop::Stop;
use crate::value::{BadCell, CellValue};

/// How an item is valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Valuation {
    pub method: CostingMethod,
    /// What a base unit costs, in base currency with 6 decimals; `None` by another method than `Standard`.
    pub standard: Option<i64>,
}

/// One line of a document that changes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ValuationChange {
    /// Where the document stands, before all of its lines.
    pub place: Place,
    /// The first line of it that says so: there is one for each pool.
    pub line: i64,
    /// The method from there on; `None` where it stays.
    pub method: Option<CostingMethod>,
    /// The standard cost from there on; `None` where it stays.
    pub standard: Option<i64>,
}

/// How an item was valued before all changes, and these in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Valuations {
    first: Valuation,
    changes: Vec<ValuationChange>,
}

impl Valuation {
    /// The item's present one, by another method than `Standard` with what it would cost where nothing better is known.
    fn of(item: &Item) -> Self {
        Self { method: item.costing_method, standard: item.fallback_cost }
    }

    fn told(self) -> Self {
        Self { standard: self.standard.filter(|_| self.method == CostingMethod::Standard), ..self }
    }

    fn changed(self, change: &ValuationChange) -> Self {
        Self { method: change.method.unwrap_or(self.method), standard: change.standard.or(self.standard) }
    }
}

impl Valuations {
    pub fn of(item: &Item) -> Result<Self, Stop> {
        if item.valuations.is_empty() {
            return Ok(Self { first: Valuation::of(item), changes: Vec::new() });
        }
        decode(&item.valuations).map_err(|bad| Stop::unreadable("items", item.id, &bad))
    }

    /// How it was valued at a place.
    pub fn at(&self, place: Place) -> Valuation {
        self.folded(place).told()
    }

    fn folded(&self, place: Place) -> Valuation {
        let before = self.changes.iter().take_while(|change| change.place <= place);
        before.fold(self.first, Valuation::changed)
    }

    /// The item's fallback cost at a place: the present one, where no change came after that.
    pub fn fallback_at(&self, item: &Item, place: Place) -> Option<i64> {
        let is_present = self.changes.last().is_none_or(|last| last.place <= place);
        if is_present { item.fallback_cost } else { self.folded(place).standard }
    }

    /// The changes after a place and before another one.
    pub fn between(&self, after: Place, before: Place) -> Vec<ValuationChange> {
        self.changes.iter().filter(|change| after < change.place && change.place < before).copied().collect()
    }

    /// Those of a document, by its place in the log.
    pub fn of_document(&self, seq: i64) -> Option<Place> {
        self.changes.iter().find(|change| change.place.seq == seq).map(|change| change.place)
    }

    /// The places at which each lot or piece got its own cost, or lost it, in turn.
    pub fn told_apart(&self) -> Vec<Place> {
        let mut now = self.first;
        let mut found = Vec::new();
        for change in &self.changes {
            let before = now;
            now = before.changed(change);
            if (before.method == CostingMethod::Specific) != (now.method == CostingMethod::Specific) {
                found.push(change.place);
            }
        }
        found
    }

    /// With another change; after those that stand at the same place.
    pub fn with(mut self, change: ValuationChange) -> Self {
        let at = self.changes.partition_point(|known| known.place <= change.place);
        self.changes.insert(at, change);
        self
    }

    /// Without those of a document, by its place in the log.
    pub fn without(mut self, seq: i64) -> Self {
        self.changes.retain(|change| change.place.seq != seq);
        self
    }

    /// The item as it is valued after all of them. One that is at standard no more has the fallback cost that it had last.
    pub fn written(&self, item: Item) -> Item {
        let now = self.folded(Place::LAST);
        let valuations = if self.changes.is_empty() { Vec::new() } else { encode(self) };
        let is_its_own = item.costing_method != CostingMethod::Standard && now.method != CostingMethod::Standard;
        let fallback_cost = if is_its_own { item.fallback_cost } else { now.standard };
        Item { costing_method: now.method, fallback_cost, valuations, ..item }
    }
}

fn encode(all: &Valuations) -> Vec<u8> {
    let mut cells = vec![all.first.method.to_cell(), all.first.standard.to_cell()];
    for change in &all.changes {
        let ValuationChange { place, line, method, standard } = change;
        cells.extend([place.to_cell(), line.to_cell(), method.to_cell(), standard.to_cell()]);
    }
    codec::encode_cells(&cells)
}

/// Whether these bytes can be read as the ways in which an item was valued.
pub(crate) fn are_valuations(bytes: &[u8]) -> bool {
    bytes.is_empty() || decode(bytes).is_ok()
}

fn decode(bytes: &[u8]) -> Result<Valuations, BadCell> {
    let cells = codec::decode_cells(bytes)?;
    let bad = || BadCell { wanted: "how an item was valued", found: format!("{} cells", cells.len()) };
    let (first, rest) = cells.split_first_chunk::<2>().ok_or_else(bad)?;
    let (changes, rest) = rest.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(bad());
    }
    let [method, standard] = first;
    let first = Valuation { method: CellValue::from_cell(method)?, standard: CellValue::from_cell(standard)? };
    let read = |[place, line, method, standard]: &[_; 4]| {
        Ok(ValuationChange {
            place: CellValue::from_cell(place)?,
            line: CellValue::from_cell(line)?,
            method: CellValue::from_cell(method)?,
            standard: CellValue::from_cell(standard)?,
        })
    };
    Ok(Valuations { first, changes: changes.iter().map(read).collect::<Result<_, BadCell>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Instant;

    #[test]
    fn an_item_is_valued_by_all_changes_up_to_a_place_in_whatever_order_they_were_entered() {
        let item = crate::inventory::movements::tests::stage().rows::<Item>().remove(0);
        let item = Item { costing_method: CostingMethod::Standard, fallback_cost: Some(2), ..item };
        let place = |second: i64, seq: i64| Place::out(Instant(second), seq, 0);
        let change =
            |second, seq, method, standard| ValuationChange { place: place(second, seq), line: 1, method, standard };
        let all = Valuations::of(&item)
            .expect("readable")
            .with(change(30, 5, None, Some(4)))
            .with(change(20, 6, Some(CostingMethod::Fifo), None))
            .with(change(10, 7, None, Some(3)));
        let valued = |method, standard| Valuation { method, standard };
        for (second, expected) in [
            (9, valued(CostingMethod::Standard, Some(2))),
            (10, valued(CostingMethod::Standard, Some(3))),
            (20, valued(CostingMethod::Fifo, None)),
            (30, valued(CostingMethod::Fifo, None)),
        ] {
            assert_eq!(all.at(place(second, 9)), expected, "{second}");
        }
        let written = all.written(item.clone());
        assert_eq!((written.costing_method, written.fallback_cost), (CostingMethod::Fifo, Some(4)));
        for (second, expected) in [(9, Some(2)), (10, Some(3)), (29, Some(3)), (30, Some(4))] {
            assert_eq!(all.fallback_at(&written, place(second, 9)), expected, "{second}");
        }
        assert_eq!(Valuations::of(&written).expect("readable"), all);
        let without = all.without(6).written(written);
        assert_eq!((without.costing_method, without.fallback_cost), (CostingMethod::Standard, Some(4)));
        let none = Valuations::of(&without).expect("readable").without(5).without(7).written(without);
        assert_eq!(none, item, "as it was before all of them");
        assert!(Valuations::of(&Item { valuations: vec![9], ..item }).is_err());
    }
}
