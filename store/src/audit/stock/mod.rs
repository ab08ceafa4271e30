//! Stock, its cost and the books, proved from the rows of one moment: all movements are costed from the beginning and
//! compared with the stored state and the postings.
//!
//! [`in_order`] sorts the movements of all pools on the disk, [`costs`] costs them in their order, [`rules`] compares
//! sums of rows, one statement each; [`faulty`] names their goods. So memory is needed for the pools and for values
//! that later movements need, but not for the movements.

mod costs;
mod faulty;
mod in_order;
mod rules;

use std::collections::BTreeMap;
use std::time::Duration;

use domain::rows::{Head, Organization};
use domain::value::cell::IsoDate;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellKind, CellValue, Date, Instant};

use super::invariant::Invariant;
use super::reading::Reading;
use super::rules::{check_all, total};
use crate::database::Database;
use crate::fault::Fault;

pub use costs::LateItem;
pub use faulty::FaultyGoods;

/// Late items that a proof spells out; the others are only counted and summed.
pub const LATE_SHOWN: usize = 100;

/// Before the first fact.
const NO_HEAD: Head = Head { seq: 0, at: Instant(0), hash: [0; 32], entry_sequence: 0 };

/// The scope of a proof; by default everything as it is now.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Proved {
    /// All that occurred up to the end of this day; all of it where absent.
    pub as_of: Option<Date>,
    /// As the books knew it at an earlier event; now where absent.
    pub known: Option<KnownThen>,
}

/// An earlier point of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownThen {
    /// The end of the log then.
    pub head: Head,
    /// Where the organization was, as IANA names the zone.
    pub timezone: String,
}

/// The result of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StockProof {
    /// The end of the log at the moment of the proof.
    pub head: Head,
    /// Up to the end of which day; `None` for everything.
    pub as_of: Option<Date>,
    /// Whether it is of the end of the log, and no earlier event.
    pub is_of_now: bool,
    /// By account.
    pub accounts: BTreeMap<AccountId, ProvedAccount>,
    /// How many pools there are.
    pub pools: i64,
    /// How many movements of pools were costed.
    pub movements: i64,
    /// The first late items, by pool and in the order of occurrence.
    pub late: Vec<LateItem>,
    /// How many late items there are.
    pub late_count: i64,
    /// Every invariant, in the order in which they were checked; for an earlier event, only those that do not need the
    /// stored state of stock.
    pub invariants: Vec<Invariant>,
    /// The goods with which something is wrong; none where everything holds.
    pub faulty: Vec<FaultyGoods>,
}

/// Stock on one account: amounts in minor units of the base currency, a debit above 0.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ProvedAccount {
    /// The value of everything that occurred by the day, costed from the beginning.
    pub replayed: i128,
    /// The value of goods in the books by the day.
    pub books: i128,
    /// The part of it that was posted after the day.
    pub late: i128,
    /// The balance of the account by the day, with lines that are not for goods.
    pub balance: i128,
}

impl ProvedAccount {
    /// The part that neither the books nor late postings explain: 0, or something is wrong.
    #[must_use]
    pub fn difference(&self) -> i128 {
        self.replayed - self.books - self.late
    }
}

/// Invariants of the log, the movements and the books alone: they can be proved for an earlier event, too, with the
/// same outcome for ever. The others compare the present state of stock.
pub const OF_EVERY_EVENT: [&str; 2] = ["stock.costs", "stock.accounts"];

impl StockProof {
    /// The invariants that were checked: for an earlier event, without those of the present state.
    pub fn checked(&self) -> impl Iterator<Item = &Invariant> {
        self.invariants.iter().filter(|one| self.is_of_now || OF_EVERY_EVENT.contains(&one.name.as_str()))
    }

    /// Whether everything holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.invariants.iter().all(Invariant::holds)
    }
}

/// Proves the stock of an organization in one moment of the database, while its writers go on, off the runtime's
/// threads.
///
/// # Errors
/// `TooSlow` where it takes longer than `most`; otherwise if the database fails. Contradictions are in the proof.
pub async fn prove_within(
    database: &Database,
    organization: OrganizationId,
    what: Proved,
    most: Duration,
) -> Result<StockProof, Fault> {
    let (looked_at, runtime) = (database.clone(), tokio::runtime::Handle::current());
    let proving = tokio::task::spawn_blocking(move || {
        runtime.block_on(async {
            let work = async {
                let mut reading = Reading::begin_within(&looked_at, most).await?;
                prove(&mut reading, organization, &what).await
            };
            let too_slow = |_| Err(Fault::TooSlow(format!("a proof may take {} seconds", most.as_secs())));
            tokio::time::timeout(most, work).await.unwrap_or_else(too_slow)
        })
    });
    let proved = proving.await.map_err(|error| Fault::Other(format!("a proof panicked: {error}")))?;
    // As every other read: nobody writes on top of what it could not read.
    proved.inspect_err(|fault| database.damage().note(Some(organization), fault))
}

/// Proves the stock of an organization as one reading has it.
pub async fn prove(reading: &mut Reading, organization: OrganizationId, what: &Proved) -> Result<StockProof, Fault> {
    let whose = [Cell::Id(organization.0)];
    let (head, timezone) = match &what.known {
        Some(known) => (known.head.clone(), known.timezone.clone()),
        None => {
            let head = reading.rows::<Head>("where organization_id = $1", &whose).await?.pop();
            let settings = reading.rows::<Organization>("where organization_id = $1", &whose).await?.pop();
            (head.unwrap_or(NO_HEAD), settings.map_or_else(String::new, |settings| settings.timezone))
        }
    };
    let mut found = costs::check(reading, organization, what, &timezone).await?;
    add_books(reading, organization, what, &mut found.accounts).await?;
    let accounts = tie_out(&found.accounts);
    let mut invariants = vec![found.costs, found.kept, accounts];
    if what.known.is_none() {
        invariants.extend(check_all(reading, organization, rules::RULES).await?);
    }
    let faulty = faulty::goods(reading, organization, &invariants).await?;
    Ok(StockProof {
        head,
        as_of: what.as_of,
        is_of_now: what.known.is_none(),
        accounts: found.accounts,
        pools: found.pools,
        movements: found.movements,
        late: found.late,
        late_count: found.late_count,
        invariants,
        faulty,
    })
}

/// I2 and I5 by account: the books have everything that occurred, except for late postings.
fn tie_out(accounts: &BTreeMap<AccountId, ProvedAccount>) -> Invariant {
    let mut tied = Invariant::new("stock.accounts");
    for (id, account) in accounts {
        tied.checked += 1;
        if account.difference() != 0 {
            tied.differs(|| {
                format!(
                    "account {id}: the value of goods is {}, but the books have {}, and {} was posted late",
                    account.replayed, account.books, account.late
                )
            });
        }
    }
    tied
}

/// The balances by the day, by account: for goods, and in all.
async fn add_books(
    reading: &mut Reading,
    organization: OrganizationId,
    what: &Proved,
    accounts: &mut BTreeMap<AccountId, ProvedAccount>,
) -> Result<(), Fault> {
    const LINES: &str = concat!(
        "select l.account_id, cast(",
        total!("(l.base_debit - l.base_credit)"),
        " as bigint) from lines as l \
           join entries as e on e.organization_id = l.organization_id and e.sequence = l.entry_sequence \
         where l.organization_id = $1 and l.pool_id is not null and e.date <= $2 and e.sequence <= $3 \
         group by l.account_id"
    );
    const BALANCE: &str = concat!(
        "select cast(coalesce(",
        total!("(base_debit - base_credit)"),
        ", 0) as bigint) from balances where organization_id = $1 and date <= $2 and account_id = $3"
    );
    // Without later postings.
    const SINCE: &str = concat!(
        "select cast(coalesce(",
        total!("(l.base_debit - l.base_credit)"),
        ", 0) as bigint) from lines as l \
           join entries as e on e.organization_id = l.organization_id and e.sequence = l.entry_sequence \
         where l.organization_id = $1 and e.date <= $2 and l.account_id = $3 and e.sequence > $4"
    );
    let whose = Cell::Id(organization.0);
    let until = Cell::Text(IsoDate(what.as_of.unwrap_or(Date::MAX)).to_string());
    let last = what.known.as_ref().map(|known| Cell::Int(known.head.entry_sequence));
    let of_goods = [whose.clone(), until.clone(), last.clone().unwrap_or(Cell::Int(i64::MAX))];
    for row in reading.query(LINES, &of_goods, &[CellKind::Id, CellKind::Int]).await? {
        let [account, sum] = row.as_slice() else { continue };
        accounts.entry(AccountId::from_cell(account)?).or_default().books += i128::from(i64::from_cell(sum)?);
    }
    for (id, account) in accounts {
        let mut params = vec![whose.clone(), until.clone(), Cell::Id(id.0)];
        account.balance = sum_of(reading, BALANCE, &params).await?;
        if let Some(last) = &last {
            params.push(last.clone());
            account.balance -= sum_of(reading, SINCE, &params).await?;
        }
    }
    Ok(())
}

async fn sum_of(reading: &mut Reading, sql: &str, params: &[Cell]) -> Result<i128, Fault> {
    let found = reading.query(sql, params, &[CellKind::Int]).await?;
    Ok(i128::from(i64::from_cell(found.first().and_then(|row| row.first()).unwrap_or(&Cell::Null))?))
}
