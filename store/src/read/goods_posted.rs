//! Movements of goods as the books have them: each amount on the day on which it was posted.
//!
//! A movement is on its posting date with its own document's posting; if it was voided as of a later day, again on that
//! day with the other sign; and changes of its cost by other documents are on the days on which those were posted. So a
//! running total over these rows is, at the end of every day, that of stock and books.

use std::collections::{BTreeMap, BTreeSet};

use domain::costing::Phase;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellKind, CellValue, Date, Instant};

use super::amounts_posted::{self, Amount, cause_cell, line_and_phase};
use super::goods_moved::{self, DAY, Moved, MovedFilter, RECORDED_AT};
use super::known_goods::GoodsThen;
use crate::{Fault, Snapshot};

pub use super::amounts_posted::Cause;

domain::named_enum! {
    /// The content of a row.
    PostedKind {
        /// Goods moved, at the cost that their document posted.
        Movement = "movement",
        /// That was taken back as of a later day.
        Void = "void",
        /// No goods moved: another document's change of a movement's cost.
        CostChange = "costChange",
    }
}

/// A row of postings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostedRow {
    /// Of which movement; where its cost changed, without a quantity.
    pub moved: Moved,
    pub tells: PostedKind,
    /// The document that changed the cost, if it is another one and kept apart.
    pub cause: Option<Cause>,
    /// For amounts by account.
    pub account: Option<AccountId>,
    /// `None` where goods have no value, or stay in one pool.
    pub value: Option<i128>,
    /// Whether goods come there, in the last of the pools that it is about.
    is_in: bool,
}

/// Kinds of the cells that say where a page of [`ledger`] begins: day, when it was recorded, whether it is a change of cost, the
/// movement's place in the log, line, leg, whether goods come there, and the cause of a change.
pub const LEDGER_KINDS: [CellKind; 8] = {
    use CellKind::{Id, Int, Text};
    [Text, Int, Int, Int, Int, Int, Int, Id]
};

/// Kinds of the cells that say where a page of [`late`] begins: day, the movement's place in the log, line, leg, whether goods
/// come there, and the account.
pub const LATE_KINDS: [CellKind; 6] = {
    use CellKind::{Id, Int, Text};
    [Text, Int, Int, Int, Int, Id]
};

impl PostedRow {
    /// A movement with its value, as its order tells it.
    #[must_use]
    pub fn of(moved: Moved, value: Option<i128>) -> Self {
        let tells = if moved.is_taken_back { PostedKind::Void } else { PostedKind::Movement };
        let is_in = moved.leg == 1 || moved.of_pools().any(|(_, place)| place.phase == Phase::In);
        Self { moved, tells, cause: None, account: None, value, is_in }
    }

    /// Where the next page of a ledger begins behind this row.
    #[must_use]
    pub fn ledger_cells(&self) -> Vec<Cell> {
        let moved = &self.moved;
        let is_change = Cell::Int(i64::from(self.tells == PostedKind::CostChange));
        let mut cells = vec![moved.posting_date.to_cell(), moved.posted_at.to_cell(), is_change];
        cells.extend(self.line_cells());
        cells.push(cause_cell(self.cause.as_ref()));
        cells
    }

    /// The place of this row for the next page of late rows.
    #[must_use]
    pub fn late_cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.moved.posting_date.to_cell()];
        cells.extend(self.line_cells());
        cells.push(Cell::Id(self.account.map_or([0; 16], |account| account.0)));
        cells
    }

    fn line_cells(&self) -> [Cell; 4] {
        let moved = &self.moved;
        [moved.sequence, moved.line_number, moved.leg, i64::from(self.is_in)].map(Cell::Int)
    }
}

/// The next rows of a ledger after a place: all postings, by day. `has_costs` is false for readers who may not see
/// costs: no row shows them that a cost changed.
pub async fn ledger(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovedFilter,
    has_costs: bool,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<PostedRow>, Fault> {
    let order = format!("{DAY}, {RECORDED_AT}, cast(0 as bigint), m.seq, x.line_number, g.leg");
    let moved = after.and_then(|after| after.get(..6));
    let moved = goods_moved::posted(snapshot, organization, filter, None, &order, moved, most).await?;
    let filter = &within(filter, after, &moved, most);
    let mut rows = Rows::of(moved, |moved| moved.pool.map(|_| 0));
    if has_costs {
        let mut behind = after.and_then(|after| {
            let mut cells = behind(after, 3)?;
            cells.extend(after.last().cloned());
            Some(cells)
        });
        // A row has at most two amounts: of the pool that goods leave, and of that to which they go.
        let at_once = 2 * most + 2;
        let mut found = 0;
        loop {
            let amounts = amounts_posted::by_cause(snapshot, organization, filter, behind.as_deref(), at_once).await?;
            let is_last = amounts.len() < at_once;
            behind = amounts.last().map(|last| {
                let is_change = Cell::Int(i64::from(last.is_change));
                let line = line_and_phase(i64::from(last.place.line), last.place.phase == Phase::In);
                let cause = cause_cell(last.cause.as_ref());
                vec![last.date.to_cell(), last.at.to_cell(), is_change, Cell::Int(last.seq), line, cause]
            });
            found += rows.add(snapshot, organization, filter, amounts, Told::ByCause).await?;
            if is_last || found >= at_once {
                break;
            }
        }
    }
    Ok(rows.first(most, PostedRow::ledger_cells))
}

/// The next rows after a place of movements that occurred before an instant and were posted on later days than this.
/// With their costs they are the late items of a proof, with the same amounts; those without an amount there have goods
/// without value, or goods that are costed later.
pub async fn late(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovedFilter,
    late: (Instant, Date),
    has_costs: bool,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<PostedRow>, Fault> {
    let order = format!("{DAY}, m.seq, x.line_number, g.leg");
    let moved = after.and_then(|after| after.get(..4));
    let moved = goods_moved::posted(snapshot, organization, filter, Some(late), &order, moved, most).await?;
    let filter = &within(filter, after, &moved, most);
    let mut rows = Rows::of(moved, |moved| moved.pool.filter(|_| moved.costed_at < late.0).map(|_| 0));
    if has_costs {
        let mut behind = after.and_then(|after| {
            let mut cells = behind(after, 1)?;
            cells.extend(after.last().cloned());
            Some(cells)
        });
        let mut found = 0;
        loop {
            let amounts = amounts_posted::late(snapshot, organization, filter, late, behind.as_deref(), most).await?;
            let is_last = amounts.len() < most;
            behind = amounts.last().map(|last| {
                let line = line_and_phase(i64::from(last.place.line), last.place.phase == Phase::In);
                let account = Cell::Id(last.account.map_or([0; 16], |account| account.0));
                vec![last.date.to_cell(), Cell::Int(last.seq), line, account]
            });
            found += rows.add(snapshot, organization, filter, amounts, Told::ByAccount).await?;
            if is_last || found >= most {
                break;
            }
        }
    }
    Ok(rows.first(most, PostedRow::late_cells))
}

/// The days of a page: amounts of earlier days are already shown, and those after its last movement are on the next
/// one.
fn within(filter: &MovedFilter, after: Option<&[Cell]>, moved: &[Moved], most: usize) -> MovedFilter {
    let from = after.and_then(|after| after.first().cloned());
    let last = moved.last().filter(|_| moved.len() == most);
    let before = last.and_then(|last| last.posting_date.tomorrow().ok()).map(|day| day.to_cell());
    MovedFilter { from: from.or(filter.from.clone()), before: before.or(filter.before.clone()), ..filter.clone() }
}

/// The same rows with the names of goods and places at a point of the log.
pub fn as_called(rows: Vec<PostedRow>, then: &GoodsThen) -> Result<Vec<PostedRow>, Fault> {
    let one = |row: PostedRow| Ok(PostedRow { moved: goods_moved::called(row.moved, then)?, ..row });
    rows.into_iter().map(one).collect()
}

/// The place behind which amounts are asked for: the first cells of a row's place and the movement's event are theirs, too, then
/// line and phase.
fn behind(after: &[Cell], first: usize) -> Option<Vec<Cell>> {
    let mut cells = after.get(..=first)?.to_vec();
    let [Cell::Int(line), _, Cell::Int(is_in)] = after.get(first + 1..first + 4)? else { return None };
    cells.push(line_and_phase(*line, *is_in == 1));
    Some(cells)
}

/// How amounts are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    ByCause,
    ByAccount,
}

/// The position of a movement's row: day, time of recording if that matters, its place in the log, line and leg.
type Where = (Date, Option<Instant>, i64, i64, i64);

/// Rows in the making.
struct Rows {
    all: Vec<PostedRow>,
}

impl Rows {
    fn of(moved: Vec<Moved>, value: impl Fn(&Moved) -> Option<i128>) -> Self {
        let row = |moved: Moved| {
            let value = value(&moved);
            PostedRow::of(moved, value)
        };
        Self { all: moved.into_iter().map(row).collect() }
    }

    /// Adds amounts: to the rows of the movements that posted them, or as rows of their own. Returns how many are of lines that
    /// the filter lets in.
    async fn add(
        &mut self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        filter: &MovedFilter,
        amounts: Vec<Amount>,
        told: Told,
    ) -> Result<usize, Fault> {
        let lines: BTreeSet<(i64, i64)> = amounts.iter().map(|one| (one.seq, i64::from(one.place.line))).collect();
        let mut of_line: BTreeMap<(i64, i64), Vec<Moved>> = BTreeMap::new();
        for moved in goods_moved::of_lines(snapshot, organization, filter, &lines).await? {
            of_line.entry((moved.sequence, moved.line_number)).or_default().push(moved);
        }
        let when = |at: Instant| Some(at).filter(|_| told == Told::ByCause);
        let place =
            |moved: &Moved| (moved.posting_date, when(moved.posted_at), moved.sequence, moved.line_number, moved.leg);
        // The first of a place is the one that goods moved with.
        let mut own: BTreeMap<Where, usize> = BTreeMap::new();
        for (number, row) in self.all.iter().enumerate().filter(|(_, row)| row.tells != PostedKind::CostChange) {
            own.entry(place(&row.moved)).or_insert(number);
        }
        let mut found = 0;
        for amount in amounts {
            let legs = of_line.get(&(amount.seq, i64::from(amount.place.line)));
            let of_pool = |moved: &&Moved| [moved.pool, moved.passes_to].contains(&Some(amount.pool));
            let Some(moved) = legs.and_then(|legs| legs.iter().find(of_pool)) else { continue };
            found += 1;
            let row = change(moved, &amount);
            let own = own.get(&place(&row.moved)).filter(|_| !amount.is_change).copied();
            match own.and_then(|number| self.all.get_mut(number)) {
                Some(own) if told == Told::ByCause => {
                    own.value = Some(own.value.unwrap_or(0) + i128::from(amount.amount));
                }
                Some(own) if own.account.is_none() => {
                    (own.value, own.account, own.is_in) = (row.value, row.account, row.is_in);
                }
                // The document's postings to another account are its own, too.
                _ => self.all.push(row),
            }
        }
        Ok(found)
    }

    /// The first rows in the order of their cells.
    fn first(self, most: usize, cells: impl Fn(&PostedRow) -> Vec<Cell>) -> Vec<PostedRow> {
        let mut rows = self.all;
        rows.sort_by_cached_key(cells);
        rows.truncate(most);
        rows
    }
}

/// A posting for a movement without moved goods.
fn change(moved: &Moved, amount: &Amount) -> PostedRow {
    PostedRow {
        moved: Moved {
            posted_at: amount.at,
            posting_date: amount.date,
            entry: amount.entry,
            quantity: 0,
            ..moved.clone()
        },
        tells: amount.tells,
        cause: amount.cause.clone(),
        account: amount.account,
        value: Some(i128::from(amount.amount)),
        is_in: amount.place.phase == Phase::In,
    }
}
