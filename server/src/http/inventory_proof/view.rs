//! A proof of stock as it is answered.

use std::collections::BTreeMap;

use domain::rows::MovementLine;
use domain::value::id::{AccountId, MovementId, OrganizationId, PoolId};
use domain::value::{Cell, Currency, Decimal};
use store::Snapshot;
use store::audit::Invariant;
use store::audit::stock::{LateItem, OF_EVERY_EVENT, ProvedAccount, StockProof};

use crate::http::journal_entries::view::hex;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;

/// Failures that are spelt out.
const FAILURES_SHOWN: usize = 100;

crate::output! {
    /// Stock on one account, a debit above 0.
    pub struct ProvedAccountView {
        pub account_id: Id<AccountId>,
        pub code: Option<String>,
        /// The value of all movements that occurred by the day, costed from the beginning.
        pub replayed: DecimalText,
        /// The amount in the books for goods on the day.
        pub books: DecimalText,
        /// The part that was posted after the day because its period was closed.
        pub late: DecimalText,
        /// `replayed` less `books` less `late`: 0, or something is wrong.
        pub difference: DecimalText,
        /// The account's balance on the day; it differs from `books` by lines that are not for goods.
        pub balance: DecimalText,
    }

    /// A part of the movements that occurred by the day and were posted after it.
    pub struct LateItemView {
        /// Null if the line is no longer stored.
        pub movement_id: Option<Id<MovementId>>,
        /// The movement's event of the log.
        pub seq: i64,
        pub line_number: i64,
        pub occurred_at: At,
        pub pool_id: Id<PoolId>,
        pub account_id: Id<AccountId>,
        /// When it was posted.
        pub date: Day,
        pub amount: DecimalText,
    }

    /// A broken invariant.
    pub struct ProofFailureView {
        /// The invariant, as `countinghouse verify` names it.
        pub invariant: String,
        /// What is wrong and where, with the expected and the found value.
        pub detail: String,
    }

    /// An invariant that was checked.
    pub struct ProofInvariantView {
        /// As `countinghouse verify` names it.
        pub name: String,
        /// The number of checks: movements, pools, accounts, or the rows or sums that the invariant compares (places,
        /// days of a pool on an account, lines). 0 if there are none.
        pub checked: i64,
        /// Whether the invariant holds.
        pub holds: bool,
    }

    /// A summary of the stock on one account.
    pub struct ProofAccountView {
        pub account_id: Id<AccountId>,
        /// The value of its goods, costed from the beginning: `replayed` of the proof.
        pub stock_value: DecimalText,
        /// Its balance in the books: `balance` of the proof.
        pub ledger_balance: DecimalText,
        /// `difference` of the proof: 0, or something is wrong. It excludes late items and lines that are not for
        /// goods.
        pub difference: DecimalText,
    }

    /// The result of a proof of stock.
    pub struct ProofView {
        pub organization_id: Id<OrganizationId>,
        /// Null for everything.
        pub as_of: Option<Day>,
        /// The currency of all amounts.
        pub currency: CurrencyCode,
        /// The last event of the log at the time of the proof, or the last known one with `knownAt`.
        pub seq: i64,
        /// The time of that event.
        pub at: At,
        /// SHA-256 in hex over that event and all before it.
        pub hash: String,
        /// Whether everything holds.
        pub holds: bool,
        /// The number of pools that were proved.
        pub pools: i64,
        /// The number of movements of pools that were costed.
        pub movements: i64,
        /// By code.
        pub accounts: Vec<ProvedAccountView>,
        /// The checks of movements and books, whose result never changes. Without `knownAt`, the current stock is
        /// compared as well; its result is in `holds`, in `failures` and next to the proof.
        pub invariants: Vec<ProofInvariantView>,
        pub late_count: i64,
        /// The first 100; those of an account sum to its `late`.
        pub late_items: Vec<LateItemView>,
        pub failure_count: i64,
        /// The first 100, at most 20 per invariant.
        pub failures: Vec<ProofFailureView>,
    }

    /// The signature of a document.
    pub struct SignatureView {
        /// The `kid` of the key in `/.well-known/jwks.json`.
        pub key_id: String,
        /// Always `Ed25519`.
        pub algorithm: String = "Ed25519",
        /// In base64url, over the canonical text of `proof`.
        pub value: String,
    }

    /// A signed proof. Only `proof` is signed; the members besides `proof` and `signature` are for reading.
    pub struct SignedProofView {
        pub proof: ProofView,
        pub signature: SignatureView,
        /// Null for everything.
        pub as_of: Option<Day>,
        /// The last event of the log at the time of the proof, or the last known one with `knownAt`.
        pub seq: i64,
        /// SHA-256 in hex over that event and all before it.
        pub head_hash: String,
        /// By code.
        pub accounts: Vec<ProofAccountView>,
        /// Every invariant that was checked; with `knownAt`, without those of the current stock.
        pub invariants: Vec<ProofInvariantView>,
    }

    /// The summary next to a signed proof.
    pub struct ProofSummaryView {
        pub as_of: Option<Day>,
        pub seq: i64,
        pub head_hash: String,
        pub accounts: Vec<ProofAccountView>,
        pub invariants: Vec<ProofInvariantView>,
    }
}

impl ProofSummaryView {
    /// A proof in short.
    pub fn of(view: &ProofView, proof: &StockProof) -> Self {
        let account = |one: &ProvedAccountView| ProofAccountView {
            account_id: one.account_id,
            stock_value: one.replayed,
            ledger_balance: one.balance,
            difference: one.difference,
        };
        Self {
            as_of: proof.as_of.map(Day),
            seq: view.seq,
            head_hash: view.hash.clone(),
            accounts: view.accounts.iter().map(account).collect(),
            invariants: proof.checked().map(told).collect(),
        }
    }
}

fn told(invariant: &Invariant) -> ProofInvariantView {
    ProofInvariantView { name: invariant.name.clone(), checked: invariant.checked, holds: invariant.holds() }
}

impl ProofView {
    /// The view of a proof, with the names of its goods and accounts.
    pub async fn of(snapshot: &mut Snapshot, frame: &Frame, proof: &StockProof) -> Result<Self, Problem> {
        let (organization, currency) = (frame.organization, frame.settings.base_currency);
        let late = late_items(snapshot, organization, currency, &proof.late).await?;
        let broken = || proof.invariants.iter().filter(|one| !one.holds());
        let failures = broken().flat_map(|one| {
            let failure = |detail: &String| ProofFailureView { invariant: one.name.clone(), detail: detail.clone() };
            one.differences.iter().map(failure)
        });
        let is_told = |one: &&Invariant| OF_EVERY_EVENT.contains(&one.name.as_str());
        let of_every_event = proof.invariants.iter().filter(is_told);
        Ok(Self {
            organization_id: Id(organization),
            as_of: proof.as_of.map(Day),
            currency: CurrencyCode(currency),
            seq: proof.head.seq,
            at: At(proof.head.at),
            hash: hex(&proof.head.hash),
            holds: proof.holds(),
            pools: proof.pools,
            movements: proof.movements,
            accounts: accounts(snapshot, frame, proof).await?,
            invariants: of_every_event.map(told).collect(),
            late_count: proof.late_count,
            late_items: late,
            failure_count: broken().map(|one| one.found).sum(),
            failures: failures.take(FAILURES_SHOWN).collect(),
        })
    }
}

fn money(currency: Currency, units: i128) -> DecimalText {
    DecimalText(Decimal { unscaled: units, scale: currency.decimals() })
}

async fn accounts(
    snapshot: &mut Snapshot,
    frame: &Frame,
    proof: &StockProof,
) -> Result<Vec<ProvedAccountView>, Problem> {
    let codes = frame.accounts(snapshot).await?;
    let view = |(id, account): (&AccountId, &ProvedAccount)| ProvedAccountView {
        account_id: Id(*id),
        code: codes.get(id).map(|(code, _)| code.clone()),
        replayed: frame.amount(account.replayed),
        books: frame.amount(account.books),
        late: frame.amount(account.late),
        difference: frame.amount(account.difference()),
        balance: frame.amount(account.balance),
    };
    let mut views: Vec<ProvedAccountView> = proof.accounts.iter().map(view).collect();
    views.sort_by(|one, other| one.code.cmp(&other.code));
    Ok(views)
}

async fn late_items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    currency: Currency,
    items: &[LateItem],
) -> Result<Vec<LateItemView>, Problem> {
    let mut movements: BTreeMap<i64, Option<MovementId>> = BTreeMap::new();
    let mut views = Vec::with_capacity(items.len());
    for LateItem { pool, late } in items {
        let seq = late.place.seq;
        let movement = match movements.get(&seq) {
            Some(known) => *known,
            None => {
                let whose = [Cell::Id(organization.0), Cell::Int(seq)];
                let rest = "where organization_id = $1 and movement_seq = $2 order by line_number limit 1";
                let line = snapshot.rows::<MovementLine>(rest, &whose).await?.pop();
                let found = line.map(|line| line.movement_id);
                movements.insert(seq, found);
                found
            }
        };
        views.push(LateItemView {
            movement_id: movement.map(Id),
            seq,
            line_number: i64::from(late.place.line),
            occurred_at: At(late.place.at),
            pool_id: Id(*pool),
            account_id: Id(late.account),
            date: Day(late.date),
            amount: money(currency, i128::from(late.amount)),
        });
    }
    Ok(views)
}
