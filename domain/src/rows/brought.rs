//! The lot or the piece that a line brings by its number.

use crate::rows::{LotChange, SerialChange, codec};
use crate::value::{BadCell, Cell, CellValue, Date, Json, Patch};

/// The fields of a line for the lot or piece that it brings. The number is among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Brought {
    Lot(LotChange),
    Serial(SerialChange),
}

impl Brought {
    pub(crate) fn number(&self) -> &str {
        match self {
            Self::Lot(said) => said.number.as_deref().unwrap_or_default(),
            Self::Serial(said) => said.number.as_deref().unwrap_or_default(),
        }
    }

    /// The canonical bytes in which a draft keeps it.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let json = |attributes: &Patch<Json>| attributes.value().map(ToString::to_string).to_cell();
        let cells: Vec<Cell> = match self {
            Self::Lot(said) => vec![
                said.number.to_cell(),
                said.status.to_cell(),
                json(&said.attributes),
                said.produced_on.value().copied().to_cell(),
                said.best_before.value().copied().to_cell(),
                said.expires_on.value().copied().to_cell(),
            ],
            Self::Serial(said) => vec![said.number.to_cell(), said.status.to_cell(), json(&said.attributes)],
        };
        codec::encode_cells(&cells)
    }

    /// Reads the bytes of `encode`.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, BadCell> {
        let day = |cell: &Cell| Ok::<_, BadCell>(Patch::from(Option::<Date>::from_cell(cell)?));
        let json = |cell: &Cell| {
            let text = Option::<String>::from_cell(cell)?;
            let bad = |text: String| BadCell { wanted: "JSON", found: text };
            let read = text.map(|text| Json::parse(&text).map_err(|_| bad(text))).transpose()?;
            Ok::<_, BadCell>(Patch::from(read))
        };
        match codec::decode_cells(bytes)?.as_slice() {
            [number, status, attributes, produced_on, best_before, expires_on] => Ok(Self::Lot(LotChange {
                number: Option::from_cell(number)?,
                status: Option::from_cell(status)?,
                attributes: json(attributes)?,
                produced_on: day(produced_on)?,
                best_before: day(best_before)?,
                expires_on: day(expires_on)?,
            })),
            [number, status, attributes] => Ok(Self::Serial(SerialChange {
                number: Option::from_cell(number)?,
                status: Option::from_cell(status)?,
                attributes: json(attributes)?,
            })),
            cells => {
                Err(BadCell { wanted: "a lot or piece that a line brings", found: format!("{} cells", cells.len()) })
            }
        }
    }
}
