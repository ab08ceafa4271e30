//! The lines of a draft as the bytes that its header keeps.

use super::DraftLine;
use crate::book::codec;
use crate::ledger::Entry;
use crate::value::id::AccountId;
use crate::value::{BadCell, Cell, CellValue, Currency};

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
pub(in crate::ledger) fn accounts(entry: &Entry) -> impl Iterator<Item = AccountId> {
    accounts_of(&entry.draft_lines)
}

/// The accounts that encoded lines name, of a draft or of a template.
pub(in crate::ledger) fn accounts_of(encoded: &[u8]) -> impl Iterator<Item = AccountId> + use<> {
    decode_drafts(encoded).unwrap_or_default().into_iter().filter_map(|line| line.account_id)
}

/// Reads what `encode_drafts` wrote.
///
/// # Errors
/// Where the bytes are damaged.
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
