//! Costing's own types as cells and canonical bytes.

use crate::costing::{
    Assembly, Beyond, Cost, Kind, Layer, Layers, Method, Movement, Phase, Place, PoolKey, PoolState, Quantity, Ratio,
    Source, Split, StandardCost, Tie,
};
use crate::rows::pool_names::{name_of, named_by};
use crate::rows::{CostingMethod, PoolMovement, codec};
use crate::value::id::AccountId;
use crate::value::{BadCell, Cell, CellKind, CellValue, Instant};

/// Bytes of a place.
const PLACE_BYTES: usize = 21;

/// Flips the sign, so that bytes are in the order of numbers.
const SIGN: u64 = 1 << 63;

/// In bytes whose order is the order of places, in every database.
impl CellValue for Place {
    const KIND: CellKind = CellKind::Bytes;

    fn to_cell(&self) -> Cell {
        let mut bytes = Vec::with_capacity(PLACE_BYTES);
        bytes.extend((self.at.0.cast_unsigned() ^ SIGN).to_be_bytes());
        bytes.extend((self.seq.cast_unsigned() ^ SIGN).to_be_bytes());
        bytes.extend(self.line.to_be_bytes());
        bytes.push(match self.phase {
            Phase::Out => 0,
            Phase::In => 1,
        });
        Cell::Bytes(bytes)
    }

    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let bad = || BadCell::new("a place", cell);
        let Cell::Bytes(bytes) = cell else { return Err(bad()) };
        let bytes: &[u8; PLACE_BYTES] = bytes.as_slice().try_into().map_err(|_| bad())?;
        let number = |from: usize| {
            let mut eight = [0; 8];
            eight.copy_from_slice(&bytes[from..from + 8]);
            (u64::from_be_bytes(eight) ^ SIGN).cast_signed()
        };
        let line = u32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]);
        let phase = match bytes[20] {
            0 => Phase::Out,
            1 => Phase::In,
            _ => return Err(bad()),
        };
        Ok(Self { at: Instant(number(0)), seq: number(8), line, phase })
    }
}

impl Tie {
    /// Its name in the database, and its quantity.
    #[must_use]
    pub fn stored(self) -> (&'static str, i64) {
        match self {
            Self::Value => ("value", 0),
            Self::Share(quantity) => ("share", quantity),
            Self::Layer => ("layer", 0),
            Self::Part => ("part", 0),
            Self::PartInTransit => ("partInTransit", 0),
            Self::InTransit => ("inTransit", 0),
        }
    }

    /// The tie that `stored` answered; `None` where no tie has that name.
    #[must_use]
    pub fn of_stored(name: &str, quantity: i64) -> Option<Self> {
        match name {
            "value" => Some(Self::Value),
            "share" => Some(Self::Share(quantity)),
            "layer" => Some(Self::Layer),
            "part" => Some(Self::Part),
            "partInTransit" => Some(Self::PartInTransit),
            "inTransit" => Some(Self::InTransit),
            _ => None,
        }
    }
}

/// The method of costing by its name in master data, and back.
impl From<CostingMethod> for Method {
    fn from(method: CostingMethod) -> Self {
        match method {
            CostingMethod::Fifo => Self::Fifo,
            CostingMethod::Average => Self::Average,
            CostingMethod::Standard => Self::Standard,
            CostingMethod::Specific => Self::Specific,
        }
    }
}

impl From<Method> for CostingMethod {
    fn from(method: Method) -> Self {
        match method {
            Method::Fifo => Self::Fifo,
            Method::Average => Self::Average,
            Method::Standard => Self::Standard,
            Method::Specific => Self::Specific,
        }
    }
}

/// An extended value as whole minor units and millionths.
#[must_use]
pub fn halves(x: i128) -> (i64, i64) {
    let (whole, millionths) = (x.div_euclid(MILLION), x.rem_euclid(MILLION));
    // Values are within 10^15 minor units, and millionths within a million.
    (i64::try_from(whole).unwrap_or(i64::MAX), i64::try_from(millionths).unwrap_or(0))
}

/// The extended value of `halves`.
#[must_use]
pub fn whole(x_whole: i64, x_millionths: i64) -> i128 {
    i128::from(x_whole) * MILLION + i128::from(x_millionths)
}

const MILLION: i128 = 1_000_000;

/// A standard cost as it is stored; costs that enter are within 64 bits.
#[must_use]
pub fn standard_pair(standard: StandardCost) -> (i64, i64) {
    let (extended, per_unit) = standard.pair();
    (i64::try_from(extended).unwrap_or(i64::MAX), per_unit)
}

/// The effect of a movement, in canonical bytes.
#[must_use]
pub fn encode_kind(kind: &Kind) -> Vec<u8> {
    let mut cells = Vec::with_capacity(8);
    let mut int = |number: i64| cells.push(Cell::Int(number));
    match kind {
        Kind::In { quantity, cost } => {
            int(1);
            int(quantity.get());
            put_cost(cost, &mut cells);
        }
        Kind::InAll { from, of } => {
            int(2);
            cells.push(from.to_cell());
            put_pool(*of, &mut cells);
        }
        Kind::Out { quantity, beyond } => {
            int(3);
            int(quantity.get());
            match beyond {
                Beyond::Refused => int(0),
                Beyond::InTransit => int(2),
                Beyond::Owed { fallback } => {
                    int(1);
                    put_ratio(*fallback, &mut cells);
                }
            }
        }
        Kind::SupplierReturn { quantity, receipt, received, claim } => {
            int(if claim.is_some() { 15 } else { 4 });
            int(quantity.get());
            int(received.get());
            cells.push(receipt.to_cell());
            cells.extend(claim.map(Cell::Int));
        }
        Kind::OutAll => int(5),
        Kind::OutPart { quantity } => {
            int(12);
            int(quantity.get());
        }
        Kind::Lost { quantity, source } => {
            int(6);
            int(quantity.get());
            put_source(source, &mut cells);
        }
        Kind::Value { receipt, received, amount, split } => {
            int(match split {
                Split::AsPosted => 7,
                Split::ByGoods => 14,
            });
            int(received.get());
            int(*amount);
            cells.push(receipt.to_cell());
        }
        Kind::ValuePart { of, receipt, dispatch } => {
            int(13);
            cells.extend([of.to_cell(), receipt.to_cell(), dispatch.to_cell()]);
        }
        Kind::Revalue { amount } => {
            int(8);
            int(*amount);
        }
        Kind::WriteDown { amount } => {
            int(16);
            int(*amount);
        }
        Kind::Reclassify { to } => {
            int(9);
            cells.push(to.to_cell());
        }
        Kind::ChangeMethod { to, standard } => {
            int(10);
            cells.push(CostingMethod::from(*to).to_cell());
            put_standard(*standard, &mut cells);
        }
        Kind::ChangeStandard { to } => {
            int(11);
            put_standard(Some(*to), &mut cells);
        }
    }
    codec::encode_cells(&cells)
}

fn put_cost(cost: &Cost, cells: &mut Vec<Cell>) {
    match cost {
        Cost::Given(amount) => cells.extend([Cell::Int(0), Cell::Int(*amount)]),
        Cost::Present { fallback } => {
            cells.push(Cell::Int(1));
            put_ratio(*fallback, cells);
        }
        Cost::From(source) => {
            cells.push(Cell::Int(2));
            put_source(source, cells);
        }
    }
}

fn put_pool(pool: PoolKey, cells: &mut Vec<Cell>) {
    let (item, scope, tracked) = name_of(pool);
    cells.extend([item.0, scope, tracked].map(Cell::Id));
}

fn put_ratio(ratio: Option<Ratio>, cells: &mut Vec<Cell>) {
    let (value, quantity) = ratio.map(Ratio::pair).unzip();
    cells.extend([value.to_cell(), quantity.to_cell()]);
}

fn put_standard(standard: Option<StandardCost>, cells: &mut Vec<Cell>) {
    let (extended, per_unit) = standard.map(standard_pair).unzip();
    cells.extend([extended.to_cell(), per_unit.to_cell()]);
}

fn put_source(source: &Source, cells: &mut Vec<Cell>) {
    match source {
        Source::Whole(of) => cells.extend([Cell::Int(0), of.to_cell()]),
        Source::Share { of, total } => cells.extend([Cell::Int(1), of.to_cell(), Cell::Int(total.get())]),
        Source::Output { assembly, number } => {
            let count = |length: usize| Cell::Int(i64::try_from(length).unwrap_or(i64::MAX));
            cells.extend([Cell::Int(2), count(*number), Cell::Int(assembly.absorbed())]);
            cells.push(count(assembly.components().len()));
            cells.extend(assembly.components().iter().map(CellValue::to_cell));
            cells.extend(assembly.weights().iter().map(|weight| Cell::Int(*weight)));
        }
    }
}

/// A movement of a pool as costing has it.
///
/// # Errors
/// Where its bytes are damaged.
pub(crate) fn movement(row: &PoolMovement, pool: PoolKey) -> Result<Movement, BadCell> {
    let (place, occurred_at, posting_date) = (row.place, row.moved_at(), row.posting_date);
    Ok(Movement { place, occurred_at, pool, posting_date, kind: decode_kind(&row.kind)? })
}

/// Whether it only changes the valuation of its pool; `false` for unreadable bytes.
#[must_use]
pub fn changes_valuation(row: &PoolMovement) -> bool {
    matches!(decode_kind(&row.kind), Ok(Kind::ChangeMethod { .. } | Kind::ChangeStandard { .. }))
}

/// Reads the bytes of `encode_kind`.
pub fn decode_kind(bytes: &[u8]) -> Result<Kind, BadCell> {
    let cells = codec::decode_cells(bytes)?;
    let mut cells = Cells { cells: cells.iter() };
    let kind = match cells.int()? {
        1 => Kind::In { quantity: cells.quantity()?, cost: cells.cost()? },
        2 => Kind::InAll { from: cells.next()?, of: cells.pool()? },
        3 => {
            let quantity = cells.quantity()?;
            let beyond = match cells.int()? {
                0 => Beyond::Refused,
                1 => Beyond::Owed { fallback: cells.ratio()? },
                2 => Beyond::InTransit,
                _ => return Err(damaged()),
            };
            Kind::Out { quantity, beyond }
        }
        rule @ (4 | 15) => {
            let (quantity, received, receipt) = (cells.quantity()?, cells.quantity()?, cells.next()?);
            let claim = if rule == 15 { Some(cells.int()?) } else { None };
            Kind::SupplierReturn { quantity, received, receipt, claim }
        }
        5 => Kind::OutAll,
        12 => Kind::OutPart { quantity: cells.quantity()? },
        6 => Kind::Lost { quantity: cells.quantity()?, source: cells.source()? },
        rule @ (7 | 14) => {
            let split = if rule == 7 { Split::AsPosted } else { Split::ByGoods };
            let (received, amount) = (cells.quantity()?, cells.int()?);
            Kind::Value { received, amount, receipt: cells.next()?, split }
        }
        13 => Kind::ValuePart { of: cells.next()?, receipt: cells.next()?, dispatch: cells.next()? },
        8 => Kind::Revalue { amount: cells.int()? },
        16 => Kind::WriteDown { amount: cells.int()? },
        9 => Kind::Reclassify { to: cells.next()? },
        10 => Kind::ChangeMethod { to: cells.next::<CostingMethod>()?.into(), standard: cells.standard()? },
        11 => Kind::ChangeStandard { to: cells.standard()?.ok_or_else(damaged)? },
        _ => return Err(damaged()),
    };
    Ok(kind)
}

fn damaged() -> BadCell {
    BadCell { wanted: "a movement of a pool", found: "damaged bytes".to_owned() }
}

/// Cells from front to back.
struct Cells<'a> {
    cells: std::slice::Iter<'a, Cell>,
}

impl Cells<'_> {
    fn next<T: CellValue>(&mut self) -> Result<T, BadCell> {
        T::from_cell(self.cells.next().ok_or_else(damaged)?)
    }

    fn int(&mut self) -> Result<i64, BadCell> {
        self.next()
    }

    fn count(&mut self) -> Result<usize, BadCell> {
        usize::try_from(self.int()?).map_err(|_| damaged())
    }

    fn quantity(&mut self) -> Result<Quantity, BadCell> {
        Quantity::new(self.int()?).ok_or_else(damaged)
    }

    fn pool(&mut self) -> Result<PoolKey, BadCell> {
        Ok(named_by((self.next()?, self.next()?, self.next()?)))
    }

    fn ratio(&mut self) -> Result<Option<Ratio>, BadCell> {
        let pair: (Option<i64>, Option<i64>) = (self.next()?, self.next()?);
        Ok(pair.0.zip(pair.1).and_then(|(value, quantity)| Ratio::new(value, quantity)))
    }

    fn standard(&mut self) -> Result<Option<StandardCost>, BadCell> {
        let pair: (Option<i64>, Option<i64>) = (self.next()?, self.next()?);
        Ok(pair.0.zip(pair.1).and_then(|(extended, per_unit)| StandardCost::new(i128::from(extended), per_unit)))
    }

    fn cost(&mut self) -> Result<Cost, BadCell> {
        Ok(match self.int()? {
            0 => Cost::Given(self.int()?),
            1 => Cost::Present { fallback: self.ratio()? },
            2 => Cost::From(self.source()?),
            _ => return Err(damaged()),
        })
    }

    fn source(&mut self) -> Result<Source, BadCell> {
        Ok(match self.int()? {
            0 => Source::Whole(self.next()?),
            1 => Source::Share { of: self.next()?, total: self.quantity()? },
            2 => {
                let (number, absorbed, count) = (self.count()?, self.int()?, self.count()?);
                let components = (0..count).map(|_| self.next()).collect::<Result<Vec<Place>, _>>()?;
                let weights = self.cells.by_ref().map(i64::from_cell).collect::<Result<Vec<i64>, _>>()?;
                let assembly = Assembly::new(components, absorbed, weights).ok_or_else(damaged)?;
                Source::Output { assembly: assembly.into(), number }
            }
            _ => return Err(damaged()),
        })
    }
}

/// What falls to each layer of a cost that came later, in canonical bytes; `None` for nothing.
#[must_use]
pub fn encode_shares(shares: &Layers) -> Option<Vec<u8>> {
    let mut cells = Vec::with_capacity(3 * shares.len());
    for (place, share) in shares.iter() {
        let (whole, millionths) = halves(share.x);
        cells.extend([place.to_cell(), Cell::Int(whole), Cell::Int(millionths)]);
    }
    (!cells.is_empty()).then(|| codec::encode_cells(&cells))
}

/// Reads what `encode_shares` wrote.
pub fn decode_shares(bytes: Option<&[u8]>) -> Result<Layers, BadCell> {
    let Some(bytes) = bytes else { return Ok(Layers::default()) };
    let all = codec::decode_cells(bytes)?;
    let mut cells = Cells { cells: all.iter() };
    let mut shares = Layers::default();
    for _ in 0..all.len() / 3 {
        shares.insert(cells.next()?, Layer { quantity: 0, x: whole(cells.int()?, cells.int()?) });
    }
    Ok(shares)
}

/// A pool's state in canonical bytes.
#[must_use]
pub fn encode_state(state: &PoolState) -> Vec<u8> {
    let (whole, millionths) = halves(state.x());
    let mut cells = vec![CostingMethod::from(state.method()).to_cell(), state.account().to_cell()];
    put_standard(state.standard(), &mut cells);
    cells.extend([Cell::Int(state.quantity()), Cell::Int(whole), Cell::Int(millionths)]);
    put_ratio(state.last_cost(), &mut cells);
    for layers in [state.layers(), state.deficits()] {
        cells.push(Cell::Int(i64::try_from(layers.len()).unwrap_or(i64::MAX)));
        for (place, layer) in layers.iter() {
            let (whole, millionths) = halves(layer.x);
            cells.extend([place.to_cell(), Cell::Int(layer.quantity), Cell::Int(whole), Cell::Int(millionths)]);
        }
    }
    let (whole, millionths) = halves(state.allowance());
    cells.extend([Cell::Int(whole), Cell::Int(millionths)]);
    codec::encode_cells(&cells)
}

/// Reads the bytes of `encode_state`.
pub fn decode_state(bytes: &[u8]) -> Result<PoolState, BadCell> {
    let cells = codec::decode_cells(bytes)?;
    let mut cells = Cells { cells: cells.iter() };
    let (method, account): (CostingMethod, AccountId) = (cells.next()?, cells.next()?);
    let standard = cells.standard()?;
    let (quantity, x) = (cells.int()?, whole(cells.int()?, cells.int()?));
    let last_cost = cells.ratio()?;
    let mut both = [Layers::default(), Layers::default()];
    for layers in &mut both {
        for _ in 0..cells.count()? {
            let (place, quantity) = (cells.next()?, cells.int()?);
            layers.insert(place, Layer { quantity, x: whole(cells.int()?, cells.int()?) });
        }
    }
    let [layers, deficits] = both;
    let empty = PoolState::new(method.into(), account, standard);
    let allowance = whole(cells.int()?, cells.int()?);
    Ok(empty.kept(Layer { quantity, x }, layers, deficits, last_cost).less(allowance))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(at: i64, seq: i64, line: u32, phase: Phase) -> Place {
        Place { at: Instant(at), seq, line, phase }
    }

    #[test]
    fn bytes_of_places_are_in_the_order_of_places_and_read_back() {
        let ordered = [
            place(-5, 9, 0, Phase::In),
            place(0, 1, 0, Phase::Out),
            place(0, 1, 0, Phase::In),
            place(0, 1, 1, Phase::Out),
            place(0, 300, 0, Phase::Out),
            place(256, 1, 0, Phase::Out),
        ];
        let cells: Vec<Cell> = ordered.iter().map(CellValue::to_cell).collect();
        assert!(cells.is_sorted());
        assert!(cells.iter().zip(ordered).all(|(cell, place)| Place::from_cell(cell) == Ok(place)));
        assert!(
            Place::from_cell(&Cell::Bytes(vec![0; 20])).is_err()
                && Place::from_cell(&Cell::Bytes(vec![9; 21])).is_err()
        );
    }

    #[test]
    fn every_kind_and_state_is_read_back_as_it_was_written() {
        let quantity = Quantity::new(7).expect("a quantity");
        let of = place(1, 2, 3, Phase::Out);
        let ratio = Ratio::new(10, 3);
        let standard = StandardCost::new(12_345_678, 10).expect("a cost");
        let assembly = std::sync::Arc::new(Assembly::new(vec![of, of], 5, vec![1, 2]).expect("an assembly"));
        let sources =
            [Source::Whole(of), Source::Share { of, total: quantity }, Source::Output { assembly, number: 1 }];
        let mut kinds = vec![
            Kind::In { quantity, cost: Cost::Given(12) },
            Kind::In { quantity, cost: Cost::Present { fallback: ratio } },
            Kind::In { quantity, cost: Cost::Present { fallback: None } },
            Kind::InAll { from: of, of: named_by((crate::value::id::ItemId([1; 16]), [0; 16], [2; 16])) },
            Kind::OutPart { quantity },
            Kind::Out { quantity, beyond: Beyond::Refused },
            Kind::Out { quantity, beyond: Beyond::InTransit },
            Kind::Out { quantity, beyond: Beyond::Owed { fallback: ratio } },
            Kind::SupplierReturn { quantity, receipt: of, received: quantity, claim: None },
            Kind::SupplierReturn { quantity, receipt: of, received: quantity, claim: Some(12) },
            Kind::OutAll,
            Kind::Value { receipt: of, received: quantity, amount: -4, split: Split::ByGoods },
            Kind::Value { receipt: of, received: quantity, amount: -4, split: Split::AsPosted },
            Kind::ValuePart { of, receipt: of, dispatch: None },
            Kind::ValuePart { of, receipt: of, dispatch: Some(of) },
            Kind::Revalue { amount: -9 },
            Kind::WriteDown { amount: 9 },
            Kind::Reclassify { to: AccountId([3; 16]) },
            Kind::ChangeMethod { to: Method::Average, standard: None },
            Kind::ChangeMethod { to: Method::Standard, standard: Some(standard) },
            Kind::ChangeStandard { to: standard },
        ];
        for source in sources {
            kinds.push(Kind::In { quantity, cost: Cost::From(source.clone()) });
            kinds.push(Kind::Lost { quantity, source });
        }
        for kind in kinds {
            assert_eq!(decode_kind(&encode_kind(&kind)), Ok(kind));
        }
        let layers: Layers =
            (1..4).map(|at| (place(at, at, 0, Phase::In), Layer { quantity: at, x: -1_500_001 })).collect();
        let shares: Layers = layers.iter().map(|(place, one)| (*place, Layer { quantity: 0, ..*one })).collect();
        assert_eq!(decode_shares(encode_shares(&shares).as_deref()), Ok(shares));
        assert_eq!((encode_shares(&Layers::default()), decode_shares(None)), (None, Ok(Layers::default())));
        let one = Layer { quantity: 0, x: 0 };
        let state = PoolState::new(Method::Fifo, AccountId([1; 16]), Some(standard)).kept(
            one,
            layers,
            Layers::default(),
            ratio,
        );
        assert_eq!(decode_state(&encode_state(&state)), Ok(state));
        let one = Layer { quantity: -3, x: -7 };
        let state = PoolState::new(Method::Average, AccountId([1; 16]), None).kept(
            one,
            Layers::default(),
            Layers::default(),
            None,
        );
        assert_eq!(decode_state(&encode_state(&state)), Ok(state));
        assert_eq!((halves(-1), whole(-1, 999_999)), ((-1, 999_999), -1));
        assert!(decode_kind(&[]).is_err() && decode_state(&[1, 2]).is_err());
    }
}
