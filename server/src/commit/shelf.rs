//! Books that stay loaded between commits, so that master data and hot balances are read once.

use std::collections::HashMap;

use domain::book::{Book, Row};
use domain::settings::Head;
use domain::value::Cell;
use domain::value::id::OrganizationId;
use store::Fault;

/// Slots that all kept books may hold together, each of 200 to 300 bytes: the goods of ten thousand items that move.
/// Those that were not used for longest are dropped and read anew.
const SLOTS_KEPT: usize = 200_000;
/// Books that are kept.
const BOOKS_KEPT: usize = 256;

/// The kept books of one shard.
#[derive(Debug, Default)]
pub struct Shelf {
    books: HashMap<OrganizationId, Kept>,
    /// Slots of all of them.
    slots: usize,
    /// Grows with each book that is kept.
    turn: u64,
}

#[derive(Debug)]
struct Kept {
    book: Book,
    slots: usize,
    turn: u64,
}

impl Shelf {
    /// The book of an organization whose stored head is this one. A kept book is used only where nobody
    /// else committed since: another node's commit shows in the head, which is locked by now.
    ///
    /// # Errors
    /// Where the head cannot be read.
    pub fn take(&mut self, organization: OrganizationId, head: Option<Vec<Cell>>) -> Result<Book, Fault> {
        let head = head.map(|cells| Head::from_cells(&cells)).transpose()?;
        match self.remove(organization) {
            Some(book) if book.stored_head() == head.as_ref() => Ok(book),
            _ => Ok(Book::new(organization, head)),
        }
    }

    /// The kept book, which may be of the past: good for guessing what will be asked of it.
    #[must_use]
    pub fn peek(&self, organization: OrganizationId) -> Option<&Book> {
        self.books.get(&organization).map(|kept| &kept.book)
    }

    /// The kept book, whatever is stored meanwhile: for what is written only if its head still is the stored one.
    pub fn take_unread(&mut self, organization: OrganizationId) -> Option<(Book, Head)> {
        let book = self.remove(organization)?;
        let head = book.stored_head()?.clone();
        Some((book, head))
    }

    /// Keeps a book whose changes are stored.
    pub fn keep(&mut self, mut book: Book) {
        book.settle();
        drop(self.remove(book.id));
        let slots = book.held();
        self.slots += slots;
        self.turn += 1;
        self.books.insert(book.id, Kept { book, slots, turn: self.turn });
        while self.slots > SLOTS_KEPT || self.books.len() > BOOKS_KEPT {
            let oldest = self.books.iter().min_by_key(|(_, kept)| kept.turn).map(|(organization, _)| *organization);
            drop(oldest.and_then(|organization| self.remove(organization)));
        }
    }

    /// Keeps a book of which nothing was stored.
    pub fn put_back(&mut self, mut book: Book) {
        book.reset();
        self.keep(book);
    }

    /// Forgets all books, after a commit that failed.
    pub fn clear(&mut self) {
        self.books.clear();
        self.slots = 0;
    }

    fn remove(&mut self, organization: OrganizationId) -> Option<Book> {
        let kept = self.books.remove(&organization)?;
        self.slots -= kept.slots;
        Some(kept.book)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_books_that_were_not_used_for_longest_make_room() {
        let mut shelf = Shelf::default();
        let id = |number: usize| OrganizationId(u128::try_from(number).expect("small").to_be_bytes());
        (0..BOOKS_KEPT).for_each(|number| shelf.keep(Book::new(id(number), None)));
        let used = shelf.take(id(0), None).expect("a book");
        shelf.keep(used);
        shelf.keep(Book::new(id(BOOKS_KEPT), None));
        let kept = |shelf: &Shelf, number| shelf.peek(id(number)).is_some();
        assert!(kept(&shelf, 0) && !kept(&shelf, 1) && kept(&shelf, 2) && kept(&shelf, BOOKS_KEPT));
        shelf.clear();
        assert!(!kept(&shelf, 0) && shelf.slots == 0);
    }
}
