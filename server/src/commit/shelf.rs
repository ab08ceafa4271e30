//! Books that stay loaded between commits, so that master data and hot balances are read once.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::book::Book;
use domain::rows::{Head, Row};
use domain::value::Cell;
use domain::value::id::OrganizationId;
use store::Fault;

/// Bytes of one slot of a book, at most.
pub const SLOT_BYTES: usize = 300;
/// Slots that all kept books may hold together where nobody says: the goods of ten thousand items that move.
pub const SLOTS_KEPT: usize = 200_000;
/// Books that a shard keeps.
const BOOKS_KEPT: usize = 256;

/// Room for the kept books of all shards: half of it is shared out among them, the other half is for the next ones that
/// need it.
#[derive(Clone, Debug)]
pub struct Room {
    /// Slots that each shard has for itself.
    own: usize,
    /// Slots that they have together beyond these.
    shared: usize,
    /// The part of them that is taken.
    beyond: Arc<AtomicUsize>,
}

impl Room {
    /// Room for this many slots of this many shards.
    #[must_use]
    pub fn new(slots: usize, shards: usize) -> Self {
        let shards = shards.max(1);
        let own = slots / (2 * shards);
        Self { own, shared: slots - own * shards, beyond: Arc::default() }
    }
}

impl Default for Room {
    fn default() -> Self {
        Self::new(SLOTS_KEPT, 1)
    }
}

/// The kept books of one shard. Those that were not used for longest make room, and are read anew.
#[derive(Debug, Default)]
pub struct Shelf {
    room: Room,
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
    /// A shelf in this room.
    #[must_use]
    pub fn new(room: Room) -> Self {
        Self { room, books: HashMap::new(), slots: 0, turn: 0 }
    }

    /// The book of an organization whose stored head is this one. A kept book is used only where nobody
    /// else committed since: another node's commit shows in the head, which is locked by now.
    pub fn take(&mut self, organization: OrganizationId, head: Option<Vec<Cell>>) -> Result<Book, Fault> {
        let head = head.map(|cells| Head::from_cells(&cells)).transpose()?;
        match self.remove(organization) {
            Some(book) if book.stored_head() == head.as_ref() => Ok(book),
            _ => Ok(Book::new(organization, head)),
        }
    }

    /// The kept book, which may be out of date: good for guessing the next keys.
    #[must_use]
    pub fn peek(&self, organization: OrganizationId) -> Option<&Book> {
        self.books.get(&organization).map(|kept| &kept.book)
    }

    /// The kept book, regardless of later commits: for writes that count only if its head is still the stored one.
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
        self.holds(self.slots + slots);
        self.turn += 1;
        self.books.insert(book.id, Kept { book, slots, turn: self.turn });
        while self.is_too_full() {
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
        self.holds(0);
    }

    fn remove(&mut self, organization: OrganizationId) -> Option<Book> {
        let kept = self.books.remove(&organization)?;
        self.holds(self.slots - kept.slots);
        Some(kept.book)
    }

    fn is_too_full(&self) -> bool {
        let has_beyond = self.slots > self.room.own;
        self.books.len() > BOOKS_KEPT || has_beyond && self.room.beyond.load(Ordering::Relaxed) > self.room.shared
    }

    /// Notes how many slots there are from now on, for the other shards, too.
    fn holds(&mut self, slots: usize) {
        let beyond = |slots: usize| slots.saturating_sub(self.room.own);
        let (before, after) = (beyond(self.slots), beyond(slots));
        self.room.beyond.fetch_add(after, Ordering::Relaxed);
        self.room.beyond.fetch_sub(before, Ordering::Relaxed);
        self.slots = slots;
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        self.holds(0);
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

    #[test]
    fn shards_share_a_room_and_each_has_some_of_it_for_itself() {
        let room = Room::new(80, 4);
        let mut shelves: Vec<Shelf> = (0..4).map(|_| Shelf::new(room.clone())).collect();
        let all = |shelves: &[Shelf]| shelves.iter().map(|shelf| shelf.slots).sum::<usize>();
        shelves[0].holds(50);
        assert!(!shelves[0].is_too_full(), "10 of its own, and all that are shared");
        shelves[0].holds(51);
        assert!(shelves[0].is_too_full());
        shelves[0].holds(50);
        shelves[1].holds(10);
        assert!(!shelves[1].is_too_full() && all(&shelves) == 60);
        shelves[1].holds(11);
        assert!(shelves[1].is_too_full());
        drop(shelves.remove(0));
        assert!(!shelves[0].is_too_full(), "what went makes room");
        shelves[0].clear();
        assert_eq!(room.beyond.load(Ordering::Relaxed), 0);
    }
}
