//! Books that stay loaded between commits, so that master data and hot balances are read once.

use std::collections::HashMap;

use domain::book::{Book, Row};
use domain::settings::Head;
use domain::value::Cell;
use domain::value::id::OrganizationId;
use store::Fault;

/// Slots that one kept book may hold; a larger one is dropped and read anew.
const SLOTS_KEPT: usize = 20_000;
/// Books that are kept.
const BOOKS_KEPT: usize = 256;

/// The kept books of one shard.
#[derive(Debug, Default)]
pub struct Shelf {
    books: HashMap<OrganizationId, Book>,
}

impl Shelf {
    /// The book of an organization whose stored head is this one. A kept book is used only where nobody
    /// else committed since: another node's commit shows in the head, which is locked by now.
    ///
    /// # Errors
    /// Where the head cannot be read.
    pub fn take(&mut self, organization: OrganizationId, head: Option<Vec<Cell>>) -> Result<Book, Fault> {
        let head = head.map(|cells| Head::from_cells(&cells)).transpose()?;
        match self.books.remove(&organization) {
            Some(book) if book.stored_head() == head.as_ref() => Ok(book),
            _ => Ok(Book::new(organization, head)),
        }
    }

    /// The kept book, which may be of the past: good for guessing what will be asked of it.
    #[must_use]
    pub fn peek(&self, organization: OrganizationId) -> Option<&Book> {
        self.books.get(&organization)
    }

    /// The kept book, whatever is stored meanwhile: for what is written only if its head still is the stored one.
    pub fn take_unread(&mut self, organization: OrganizationId) -> Option<(Book, Head)> {
        let book = self.books.remove(&organization)?;
        let head = book.stored_head()?.clone();
        Some((book, head))
    }

    /// Keeps a book whose changes are stored.
    pub fn keep(&mut self, mut book: Book) {
        book.settle();
        if book.held() > SLOTS_KEPT {
            return;
        }
        if self.books.len() >= BOOKS_KEPT {
            self.books.clear();
        }
        self.books.insert(book.id, book);
    }

    /// Keeps a book of which nothing was stored.
    pub fn put_back(&mut self, mut book: Book) {
        book.reset();
        self.keep(book);
    }

    /// Forgets all books, after a commit that failed.
    pub fn clear(&mut self) {
        self.books.clear();
    }
}
