//! Documents become movements of goods: sales leave, credited goods come back, found or written off ones are adjusted.

use std::collections::HashMap;

use super::codes::Reason;
use super::row::GoodsRow;
use crate::import::retail::Document;

/// Where goods move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    /// The warehouse that customers with a number are served from.
    Main,
    /// The warehouse of counter and web sales.
    Web,
}

/// The kind of a movement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Sold.
    Issue,
    /// Comes back: of the issue with this external id, or of one that nobody knows.
    Return(Option<String>),
    /// Found or written off.
    SetRight(Reason),
}

/// A movement of goods.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move<'a> {
    pub kind: MoveKind,
    pub document: &'a Document,
    /// Its identity, together with the source of the import.
    pub external_id: String,
    pub site: Site,
    pub lines: Vec<MoveLine<'a>>,
}

/// A line of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveLine<'a> {
    pub row: &'a GoodsRow,
    /// Its addition to stock, or below 0 its reduction.
    pub change_millionths: i128,
    /// The line of the issue that it takes back, counted from 1.
    pub of_line: Option<usize>,
}

/// The movements of documents in the order in which they happened: by day, then as in the file.
#[must_use]
pub fn of<'a>(documents: &[&'a Document]) -> Vec<Move<'a>> {
    let mut in_order: Vec<&Document> = documents.to_vec();
    in_order.sort_by_key(|document| document.date);
    let mut sold = Sold::default();
    let mut moves = Vec::new();
    for document in in_order {
        let mut own: Vec<Move<'a>> = Vec::new();
        for row in document.goods.iter().filter(|row| row.quantity_millionths != 0) {
            enter(&mut own, document, row, &mut sold);
        }
        for issue in own.iter().filter(|one| one.kind == MoveKind::Issue) {
            sold.remember(issue);
        }
        moves.append(&mut own);
    }
    moves
}

/// Adds a row to the movement of its document that it belongs to.
fn enter<'a>(own: &mut Vec<Move<'a>>, document: &'a Document, row: &'a GoodsRow, sold: &mut Sold<'a>) {
    let is_free = row.price.unscaled == 0;
    let quantity = row.quantity_millionths;
    // Goods without a price or a customer were not sold, and nobody brings back their own goods without a credit note.
    let is_set_right = is_free && !document.is_credit_note() && (quantity < 0 || document.customer.is_none());
    let mut of_line = None;
    let (kind, suffix) = if is_set_right {
        let reason = Reason::of(quantity, &row.description);
        (MoveKind::SetRight(reason), format!("/{}", reason.code()))
    } else if quantity > 0 {
        (MoveKind::Issue, String::new())
    } else {
        match sold.take_back(document, row) {
            Some((issue, line)) => {
                of_line = Some(line);
                (MoveKind::Return(Some(issue.clone())), format!("/return-of-{issue}"))
            }
            None => (MoveKind::Return(None), "/return".to_owned()),
        }
    };
    let change_millionths = if kind == MoveKind::Issue { -quantity } else { change(&kind, quantity) };
    let line = MoveLine { row, change_millionths, of_line };
    match own.iter_mut().find(|one| one.kind == kind) {
        Some(one) => one.lines.push(line),
        None => {
            let is_web = document.customer.is_none() && !is_set_right;
            let site = if is_web { Site::Web } else { Site::Main };
            let external_id = format!("{}{suffix}", document.number);
            own.push(Move { kind, document, external_id, site, lines: vec![line] });
        }
    }
}

/// The change of stock by a quantity of the file: returns are written below 0, adjustments as they are.
fn change(kind: &MoveKind, quantity: i128) -> i128 {
    if matches!(kind, MoveKind::Return(_)) { -quantity } else { quantity }
}

/// The goods of an item that customers have, by the issue that they came from.
#[derive(Default)]
struct Sold<'a> {
    lines: HashMap<(&'a str, &'a str), Vec<SoldLine>>,
}

struct SoldLine {
    external_id: String,
    number: usize,
    left_millionths: i128,
}

impl<'a> Sold<'a> {
    fn remember(&mut self, issue: &Move<'a>) {
        let Some(customer) = issue.document.customer.as_deref() else { return };
        for (number, line) in (1..).zip(&issue.lines) {
            let external_id = issue.external_id.clone();
            let left_millionths = line.row.quantity_millionths;
            let lines = self.lines.entry((customer, line.row.sku.as_str())).or_default();
            lines.push(SoldLine { external_id, number, left_millionths });
        }
    }

    /// The latest line that the customer has enough of the item from, which has that much less now.
    fn take_back(&mut self, document: &'a Document, row: &'a GoodsRow) -> Option<(String, usize)> {
        let customer = document.customer.as_deref()?;
        let wanted = -row.quantity_millionths;
        let lines = self.lines.get_mut(&(customer, row.sku.as_str()))?;
        let found = lines.iter_mut().rev().find(|line| line.left_millionths >= wanted)?;
        found.left_millionths -= wanted;
        Some((found.external_id.clone(), found.number))
    }
}

#[cfg(test)]
#[path = "moves_tests.rs"]
mod tests;
