//! The result of moving the goods of a file, for people and for machines.

use domain::value::counted;
use serde_json::{Value, json};

use super::catalogue::Catalogue;
use super::moves::{Move, MoveKind};
use super::supply::Supply;
use crate::import::amount::readable;
use crate::import::posting::Refusal;
use crate::import::retail::{CURRENCY, CURRENCY_DECIMALS};

/// The kind of a movement in an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moved {
    Opening,
    Transfer,
    Issue,
    /// Of an issue that the import knows.
    KnownReturn,
    OtherReturn,
    Adjustment,
    Scrap,
}

impl Moved {
    /// Of a document.
    #[must_use]
    pub fn by(one: &Move<'_>) -> Self {
        match &one.kind {
            MoveKind::Issue => Self::Issue,
            MoveKind::Return(Some(_)) => Self::KnownReturn,
            MoveKind::Return(None) => Self::OtherReturn,
            MoveKind::SetRight(reason) if reason.kind() == "scrap" => Self::Scrap,
            MoveKind::SetRight(_) => Self::Adjustment,
        }
    }
}

/// The result for the goods; in a dry run, the expected one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoodsTally {
    /// The rows created for them.
    pub created: Vec<String>,
    /// Items that the opening has.
    pub opening_items: usize,
    /// Its cost, in minor units.
    pub opening_minor: i64,
    /// Transfers to the web warehouse.
    pub transfers: usize,
    /// Invoices whose goods left.
    pub issues: usize,
    /// Returns of issues that the import knows.
    pub known_returns: usize,
    /// Returns without a known issue.
    pub other_returns: usize,
    /// Found or written off goods.
    pub adjustments: usize,
    /// Damaged goods.
    pub scraps: usize,
    /// Movements of documents that are in the books already, voided ones included.
    pub already_there: usize,
    /// The refusals of the books.
    pub refused: Vec<Refusal>,
}

impl GoodsTally {
    /// Counts a movement.
    pub fn add(&mut self, moved: Moved) {
        match moved {
            Moved::Opening => {}
            Moved::Transfer => self.transfers += 1,
            Moved::Issue => self.issues += 1,
            Moved::KnownReturn => self.known_returns += 1,
            Moved::OtherReturn => self.other_returns += 1,
            Moved::Adjustment => self.adjustments += 1,
            Moved::Scrap => self.scraps += 1,
        }
    }

    /// Counts the movements that would be posted.
    pub fn count(&mut self, moves: &[&Move<'_>], supply: &Supply, catalogue: &Catalogue) {
        self.open(supply, catalogue);
        self.transfers += supply.transfers.len();
        for one in moves {
            self.add(Moved::by(one));
        }
    }

    /// Counts the opening.
    pub fn open(&mut self, supply: &Supply, catalogue: &Catalogue) {
        self.opening_items = supply.opening.len();
        let costs = supply.opening.iter().filter_map(|(sku, quantity)| catalogue.total_cost_minor(sku, *quantity));
        self.opening_minor = costs.fold(0, i64::saturating_add);
    }

    /// How many movements of documents were posted.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.issues + self.known_returns + self.other_returns + self.adjustments + self.scraps
    }

    /// The tally for machines; refusals are listed with those of the entries.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "openingItems": self.opening_items,
            "openingCost": domain::value::Decimal::from_units(self.opening_minor, CURRENCY_DECIMALS).to_string(),
            "transfers": self.transfers,
            "issues": self.issues,
            "knownReturns": self.known_returns,
            "otherReturns": self.other_returns,
            "adjustments": self.adjustments,
            "scraps": self.scraps,
            "alreadyThere": self.already_there,
        })
    }

    /// The tally for people.
    pub fn write(&self, f: &mut std::fmt::Formatter<'_>, dry_run: bool) -> std::fmt::Result {
        let would = if dry_run { "would be " } else { "" };
        for created in &self.created {
            writeln!(f, "{would}created: {created}")?;
        }
        if self.opening_items > 0 {
            let cost = readable(i128::from(self.opening_minor), CURRENCY_DECIMALS);
            writeln!(
                f,
                "opening stock{}: {} for {cost} {CURRENCY}",
                if dry_run { " needed" } else { "" },
                counted(self.opening_items, "item", "items")
            )?;
        }
        writeln!(
            f,
            "goods {would}moved: {}, {}, {}, {}, {} scrapped, {}; already there: {}",
            counted(self.issues, "issue", "issues"),
            counted(self.known_returns, "return of a known issue", "returns of known issues"),
            counted(self.other_returns, "other return", "other returns"),
            counted(self.adjustments, "adjustment", "adjustments"),
            self.scraps,
            counted(self.transfers, "transfer", "transfers"),
            self.already_there
        )
    }
}
