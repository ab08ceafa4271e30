//! The costs of all movements, from the beginning, compared with the stored state and the postings (I1 to I3, I5).

use std::collections::{BTreeMap, BTreeSet};

use domain::book::days::end_of_day;
use domain::costing::{Broken, Late, Place, PoolProof};
use domain::rows::{Pool, PoolLayer, Row, costing_cells};
use domain::stock::goods::proof::proving::{Prover, unsound};
use domain::value::cell::IsoDate;
use domain::value::id::{AccountId, OrganizationId, PoolId};
use domain::value::{Cell, Date};

use super::in_order::InOrder;
use super::{LATE_SHOWN, Proved, ProvedAccount};
use crate::audit::invariant::{Goods, Invariant};
use crate::audit::reading::{PAGE, Reading};
use crate::fault::Fault;

/// A part of the movements up to the day that was posted after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LateItem {
    /// Of which pool.
    pub pool: PoolId,
    /// Its movement, its time of posting, and its amount.
    pub late: Late,
}

/// The findings.
pub(super) struct Costs {
    pub costs: Invariant,
    pub kept: Invariant,
    pub accounts: BTreeMap<AccountId, ProvedAccount>,
    pub pools: i64,
    pub movements: i64,
    pub late: Vec<LateItem>,
    pub late_count: i64,
}

/// Costs everything that occurred by the end of a day, or everything.
pub(super) async fn check(
    reading: &mut Reading,
    organization: OrganizationId,
    what: &Proved,
    timezone: &str,
) -> Result<Costs, Fault> {
    let as_of = what.as_of;
    let mut found = Costs {
        costs: Invariant::new("stock.costs"),
        kept: Invariant::new("stock.pools"),
        accounts: BTreeMap::new(),
        pools: 0,
        movements: 0,
        late: Vec::new(),
        late_count: 0,
    };
    let mut prover = if what.known.is_some() { Prover::then(as_of) } else { Prover::new(as_of) };
    let mut pools = Pools::default();
    let mut is_empty = true;
    while let Some(page) = pools.next(reading, organization).await? {
        page.iter().for_each(|pool| prover.open(pool));
        is_empty = false;
    }
    let mut moved: BTreeSet<PoolId> = BTreeSet::new();
    if !is_empty {
        let mut movements = InOrder::of(reading, organization, what.known.as_ref()).await?;
        let end = as_of.map(|day| end_of_day(timezone, day));
        'all: loop {
            let steps = movements.next()?;
            if steps.is_empty() {
                break;
            }
            for step in steps {
                let place = step.movement.place;
                if end.is_some_and(|end| place.at >= end) {
                    break 'all;
                }
                // The valuation of a pool before its first goods may be recorded later, and does not affect this proof.
                if moved.contains(&step.movement.pool_id) || !costing_cells::changes_valuation(&step.movement) {
                    moved.insert(step.movement.pool_id);
                    found.movements += 1;
                }
                if step.is_source {
                    prover.follow(&step.movement);
                }
                if let Err(bad) = prover.add(&step.movement, &step.entries) {
                    let pool = Goods::Pool(step.movement.pool_id);
                    found.costs.differs_of(pool, || format!("{} cannot be costed: {bad}", named(&place)));
                }
                if !step.is_source {
                    prover.forget(place);
                }
            }
        }
    }
    if what.known.is_none() {
        compare(reading, organization, as_of, &mut prover, &mut found.kept).await?;
    }
    found.pools = i64::try_from(moved.len()).unwrap_or(i64::MAX);
    found.costs.checked = found.movements;
    for (pool, proof) in prover.finish() {
        take(&mut found, pool, &proof);
    }
    Ok(found)
}

/// Stored pools: sound by themselves, and equal to the result of their movements.
async fn compare(
    reading: &mut Reading,
    organization: OrganizationId,
    as_of: Option<Date>,
    prover: &mut Prover,
    kept: &mut Invariant,
) -> Result<(), Fault> {
    let mut pools = Pools::default();
    while let Some(page) = pools.next(reading, organization).await? {
        let (Some(first), Some(last)) = (page.first(), page.last()) else { break };
        let params = [organization.0, first.id.0, last.id.0].map(Cell::Id);
        let rest = "where organization_id = $1 and pool_id >= $2 and pool_id <= $3 order by pool_id, is_owed, place";
        let mut layers: BTreeMap<PoolId, Vec<PoolLayer>> = BTreeMap::new();
        for layer in reading.rows::<PoolLayer>(rest, &params).await? {
            layers.entry(layer.pool_id).or_default().push(layer);
        }
        for pool in &page {
            kept.checked += 1;
            let own = layers.remove(&pool.id).unwrap_or_default();
            if let Some(wrong) = unsound(pool, &own) {
                kept.differs_of(Goods::Pool(pool.id), || format!("pool {}: {wrong}", pool.id));
            }
            if as_of.is_none() {
                prover.compare(pool, &own);
            }
        }
        for orphan in layers.keys() {
            kept.differs_of(Goods::Pool(*orphan), || {
                format!("there are layers of pool {orphan}, which does not exist")
            });
        }
    }
    Ok(())
}

/// Adds the findings of one pool.
fn take(found: &mut Costs, pool: PoolId, proof: &PoolProof) {
    for (account, amount) in &proof.replayed {
        found.accounts.entry(*account).or_default().replayed += i128::from(*amount);
    }
    for account in proof.booked.keys() {
        found.accounts.entry(*account).or_default();
    }
    for late in &proof.late {
        found.accounts.entry(late.account).or_default().late += i128::from(late.amount);
        found.late_count += 1;
        if found.late.len() < LATE_SHOWN {
            found.late.push(LateItem { pool, late: *late });
        }
    }
    for broken in &proof.broken {
        found.costs.differs_of(Goods::Pool(pool), || format!("pool {pool}: {}", sentence(broken, proof)));
    }
}

fn sentence(broken: &Broken, proof: &PoolProof) -> String {
    match broken {
        Broken::Effect { place, replayed, booked } => format!(
            "{} moves {} and changes its value by {}, but {} and {} were posted",
            named(place),
            replayed.quantity,
            replayed.legs.stock(),
            booked.quantity,
            booked.legs.stock()
        ),
        Broken::Unbalanced { place, date, sum } => {
            format!("the amounts that {} posted on {} add up to {sum} instead of 0", named(place), IsoDate(*date))
        }
        Broken::Refused(refusal) => format!("a movement is impossible at its place ({}): {refusal:?}", refusal.code()),
        Broken::Untaken { place } => {
            format!("a part of the later cost of {} belongs to goods here, and no line has it", named(place))
        }
        Broken::WorthWithoutGoods => "there were no goods, but they had a value".to_owned(),
        Broken::Books(account) => format!(
            "on account {account}, its movements up to the day add up to {}, but {} was posted",
            proof.replayed.get(account).unwrap_or(&0),
            proof.booked.get(account).unwrap_or(&0)
        ),
        Broken::Kept(kept) => format!(
            "its movements give a quantity of {}, a value of {} and {} layers, but {}, {} and {} are stored, or another method, account or latest cost",
            proof.state.quantity(),
            proof.state.value(),
            proof.state.layers().iter().count() + proof.state.deficits().iter().count(),
            kept.quantity(),
            kept.value(),
            kept.layers().iter().count() + kept.deficits().iter().count()
        ),
    }
}

fn named(place: &Place) -> String {
    format!("line {} of the movement with event {}, of {},", place.line, place.seq, place.at)
}

/// A walk through all pools, a page at a time.
#[derive(Default)]
struct Pools {
    last: Option<PoolId>,
    is_over: bool,
}

impl Pools {
    async fn next(&mut self, reading: &mut Reading, organization: OrganizationId) -> Result<Option<Vec<Pool>>, Fault> {
        if self.is_over {
            return Ok(None);
        }
        let after = self.last.map(|id| vec![Cell::Id(id.0)]);
        let page = reading.page(Pool::table(), organization, after.as_deref()).await?;
        let page: Vec<Pool> = page.iter().map(|cells| Pool::from_cells(cells)).collect::<Result<_, _>>()?;
        self.is_over = page.len() < PAGE;
        self.last = page.last().map(|pool| pool.id);
        Ok(Some(page).filter(|page| !page.is_empty()))
    }
}
