//! The lines of a draft as the bytes that its header keeps.

use crate::rows::{Entry, codec};
use crate::value::id::{AccountId, PartyId};
use crate::value::{BadCell, Cell, CellValue, Currency, Date, Rate};

/// The canonical bytes of a draft's lines.
#[must_use]
pub fn encode_drafts(drafts: &[DraftLine]) -> Vec<u8> {
    let cells: Vec<Cell> = drafts
        .iter()
        .map(|draft| {
            Cell::Bytes(codec::encode_cells(&[
                draft.account_id.to_cell(),
                draft.debit.to_cell(),
                draft.credit.to_cell(),
                draft.currency.to_cell(),
                draft.exchange_rate.to_cell(),
                draft.base.to_cell(),
                draft.description.to_cell(),
                draft.party_id.to_cell(),
                draft.due_date.to_cell(),
                draft.dimensions.to_cell(),
            ]))
        })
        .collect();
    codec::encode_cells(&cells)
}

/// The accounts that a draft names, for hints.
pub(crate) fn accounts(entry: &Entry) -> impl Iterator<Item = AccountId> {
    accounts_of(&entry.draft_lines)
}

/// The accounts that encoded lines name, of a draft or of a template.
pub(crate) fn accounts_of(encoded: &[u8]) -> impl Iterator<Item = AccountId> + use<> {
    decode_drafts(encoded).unwrap_or_default().into_iter().filter_map(|line| line.account_id)
}

/// The parties that a draft names, for hints.
pub(crate) fn parties(entry: &Entry) -> impl Iterator<Item = PartyId> + use<> {
    decode_drafts(&entry.draft_lines).unwrap_or_default().into_iter().filter_map(|line| line.party_id)
}

/// Reads the bytes of `encode_drafts`.
pub fn decode_drafts(bytes: &[u8]) -> Result<Vec<DraftLine>, BadCell> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let decode = |cell: &Cell| {
        let cells = codec::decode_cells(&Vec::<u8>::from_cell(cell)?)?;
        let [account, debit, credit, currency, rate, base, description, party, due, dimensions] = cells.as_slice()
        else {
            return Err(BadCell { wanted: "a draft line", found: format!("{} cells", cells.len()) });
        };
        Ok(DraftLine {
            account_id: Option::from_cell(account)?,
            debit: i64::from_cell(debit)?,
            credit: i64::from_cell(credit)?,
            currency: Currency::from_cell(currency)?,
            exchange_rate: Option::from_cell(rate)?,
            base: Option::from_cell(base)?,
            description: Option::from_cell(description)?,
            party_id: Option::from_cell(party)?,
            due_date: Option::from_cell(due)?,
            dimensions: String::from_cell(dimensions)?,
        })
    };
    codec::decode_cells(bytes)?.iter().map(decode).collect()
}

/// A line of a draft with its references resolved and its amounts in minor units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftLine {
    pub account_id: Option<AccountId>,
    pub debit: i64,
    pub credit: i64,
    pub currency: Currency,
    /// As it was written; `None` takes the entry's, else the one in effect when it is posted.
    pub exchange_rate: Option<Rate>,
    /// In base currency, as the caller gave it; `None` converts, and is all that a line in base currency has. Where the
    /// line has no amount of its own, it moves the base balance alone: above 0 a debit, below 0 a credit.
    pub base: Option<i64>,
    pub description: Option<String>,
    pub party_id: Option<PartyId>,
    pub due_date: Option<Date>,
    pub dimensions: String,
}

impl DraftLine {
    /// Base debit and base credit of a line that moves the base balance alone.
    #[must_use]
    pub fn base_only(&self) -> Option<(i64, i64)> {
        let base = self.base.filter(|base| *base != 0 && self.debit == 0 && self.credit == 0)?;
        Some((base.max(0), base.saturating_neg().max(0)))
    }
}
