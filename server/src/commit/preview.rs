//! Dry runs: the same decision on a read snapshot.

use std::collections::{BTreeMap, BTreeSet};

use domain::batch::{self, Envelope, Outcome};
use domain::book::{Book, Changes};
use domain::rows::items::Item;
use domain::rows::{Row, StockLevel};
use domain::value::id::{ItemId, OrganizationId};
use store::read::by_id;
use store::{Database, Fault, Snapshot};

use super::before::Before;
use super::{CommitFault, Submitted, desk};

/// The effect of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// The answer that it would get.
    pub submitted: Submitted,
    /// The rows that it would write.
    pub changes: Changes,
    /// Decimals of the items of which it would change the stock.
    pub decimals: BTreeMap<ItemId, u8>,
    /// What stands before.
    pub before: Before,
    /// As of which fact this holds.
    pub seq: i64,
}

/// Decides on a snapshot and writes nothing.
pub async fn decide(
    database: &Database,
    organization: OrganizationId,
    envelope: Envelope,
) -> Result<Preview, CommitFault> {
    let mut snapshot = database.snapshot().await?;
    let head = snapshot.head(organization).await?;
    let seq = head.as_ref().map_or(0, |head| head.seq);
    let mut book = Book::new(organization, head);
    let envelopes = [envelope];
    let mut wanted = batch::hints(&book, &envelopes);
    let outcome = loop {
        while !wanted.is_empty() {
            let answers = snapshot.load(organization, &desk::queries(&wanted)).await?;
            wanted = desk::fill(&mut book, &wanted, &answers)?;
        }
        match batch::run(&mut book, &envelopes) {
            Ok(mut outcomes) => break outcomes.pop().unwrap_or(Outcome::Broken("no outcome".to_owned())),
            Err(missing) => wanted = missing,
        }
    };
    let changes = book.changes();
    let decimals = decimals(&mut snapshot, organization, &changes).await?;
    let before = Before::read(&mut snapshot, organization, &changes).await?;
    drop(snapshot);
    Ok(Preview { submitted: Submitted::of(database, organization, outcome).await?, changes, decimals, before, seq })
}

async fn decimals(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    changes: &Changes,
) -> Result<BTreeMap<ItemId, u8>, Fault> {
    let levels = changes.tables.iter().filter(|table| table.table == StockLevel::table());
    let mut items = BTreeSet::new();
    for cells in levels.flat_map(|table| table.inserts.iter().chain(&table.updates)) {
        items.insert(StockLevel::from_cells(cells)?.item_id);
    }
    let rows: Vec<Item> = by_id::rows(snapshot, organization, items.into_iter()).await?;
    Ok(rows.into_iter().map(|item| (item.id, u8::try_from(item.quantity_decimals).unwrap_or(0))).collect())
}
