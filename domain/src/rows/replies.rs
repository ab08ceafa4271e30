//! Replies: the answer of a command, small enough to be kept as a receipt.

use crate::rows::{Recorded, Writes, codec};
use crate::value::id::{AccountId, ItemId, JournalId, PartyId};
use crate::value::permission::PermissionSet;
use crate::value::rejection::Rejection;
use crate::value::{BadCell, Cell, CellValue, Currency};

/// The result of a command. Its answer is rendered from the rows in its facts, now or when it is replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// Wire id of its subject.
    pub subject: String,
    /// The subject's version now, for the `ETag`.
    pub version: i64,
    /// First and last fact of the command; `None` where nothing changed.
    pub facts: Option<(i64, i64)>,
    /// Wire id of an accompanying row: the mirror of a void.
    pub related: Option<String>,
    /// The rows that it wrote; `None` in a replay, which reads them from the facts.
    pub writes: Option<Writes>,
    /// Values of its answer that are in none of those rows, if the decision knew them; `None` in a replay and on
    /// reading.
    pub shown: Option<Box<Shown>>,
    /// The codes and names of what an entry names by ids, if the decision knew them; `None` in a replay and on reading.
    pub names: Option<Box<EntryNames>>,
}

/// What the rows are called that an entry names by their ids: reading them again would cost as much as posting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryNames {
    /// The rights of the caller, which decide what they see.
    pub rights: PermissionSet,
    pub journals: Vec<RowName<JournalId>>,
    pub accounts: Vec<RowName<AccountId>>,
    pub parties: Vec<RowName<PartyId>>,
}

/// What a row is called, as far as it has a code and a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowName<I> {
    pub id: I,
    pub code: Option<String>,
    pub name: Option<String>,
}

/// Values of the answer to a movement of goods that are not in its rows: reading them again would take as long as the
/// decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The rights of the caller, which decide what they see.
    pub rights: PermissionSet,
    /// The currency of amounts.
    pub base: Currency,
    /// The items of the lines.
    pub items: Vec<ItemShown>,
}

/// How an item is called and counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemShown {
    pub id: ItemId,
    pub sku: String,
    /// Digits after the point of its quantities, 0 to 6.
    pub quantity_decimals: i64,
}

impl Reply {
    /// The reply of a command that left this in the log.
    #[must_use]
    pub fn new(subject: impl ToString, version: i64, recorded: Recorded) -> Self {
        Self {
            subject: subject.to_string(),
            version,
            facts: recorded.facts,
            related: None,
            writes: Some(recorded.writes),
            shown: None,
            names: None,
        }
    }

    /// With values of its answer that are not in its rows.
    #[must_use]
    pub fn showing(mut self, shown: Shown) -> Self {
        self.shown = Some(Box::new(shown));
        self
    }

    /// With an accompanying row.
    #[must_use]
    pub fn with_related(mut self, related: impl ToString) -> Self {
        self.related = Some(related.to_string());
        self
    }

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.subject.to_cell(),
            self.version.to_cell(),
            self.facts.map(|(first, _)| first).to_cell(),
            self.facts.map(|(_, last)| last).to_cell(),
            self.related.to_cell(),
        ]
    }

    fn from_cells(cells: &[Cell]) -> Result<Self, BadCell> {
        let [subject, version, first, last, related] = cells else {
            return Err(BadCell { wanted: "a reply", found: format!("{} cells", cells.len()) });
        };
        let (first, last) = (Option::<i64>::from_cell(first)?, Option::<i64>::from_cell(last)?);
        Ok(Self {
            subject: String::from_cell(subject)?,
            version: i64::from_cell(version)?,
            facts: first.zip(last),
            related: Option::<String>::from_cell(related)?,
            writes: None,
            shown: None,
            names: None,
        })
    }
}

/// How one command of a request ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// It was carried out, now or when the request came first.
    Done(Reply),
    /// It was refused now.
    Rejected(Box<Rejection>),
    /// It was refused when the request came first: the rejection as JSON.
    RejectedBefore(String),
}

/// Encodes the items of an answered request for its receipt.
#[must_use]
pub fn encode_items(items: &[Item]) -> Vec<u8> {
    let mut cells = Vec::with_capacity(items.len());
    for item in items {
        cells.push(match item {
            Item::Done(reply) => Cell::Bytes(codec::encode_cells(&reply.cells())),
            Item::Rejected(rejection) => Cell::Text(rejection.to_json().to_string()),
            Item::RejectedBefore(text) => Cell::Text(text.clone()),
        });
    }
    codec::encode_cells(&cells)
}

/// Reads the bytes of `encode_items`.
pub fn decode_items(bytes: &[u8]) -> Result<Vec<Item>, BadCell> {
    codec::decode_cells(bytes)?
        .into_iter()
        .map(|cell| match cell {
            Cell::Bytes(reply) => Reply::from_cells(&codec::decode_cells(&reply)?).map(Item::Done),
            Cell::Text(rejection) => Ok(Item::RejectedBefore(rejection)),
            other @ (Cell::Null | Cell::Int(_) | Cell::Id(_)) => Err(BadCell::new("an item", &other)),
        })
        .collect()
}
