//! How an item was valued before: its methods and standard costs, each from its place on.

use crate::costing::Place;
use crate::rows::items::Item;
use crate::rows::{CostingMethod, codec};
use crate::value::{BadCell, CellValue};

/// How an item is valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Valuation {
    pub method: CostingMethod,
    /// The cost of a base unit, in base currency with 6 decimals; `None` for methods other than `Standard`.
    pub standard: Option<i64>,
}

/// One line of a document that changes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ValuationChange {
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
pub(crate) struct Valuations {
    pub(crate) first: Valuation,
    pub(crate) changes: Vec<ValuationChange>,
}

impl Valuations {
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

pub(crate) fn decode(bytes: &[u8]) -> Result<Valuations, BadCell> {
    let cells = codec::decode_cells(bytes)?;
    let bad = || BadCell { wanted: "valuations of an item", found: format!("{} cells", cells.len()) };
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
