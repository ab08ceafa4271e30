//! Plain-text accounting: the books as journals of hledger, ledger and beancount, and such journals into the books.
//!
//! Out: [`books`] is the beginning of a journal, [`names`] gives every account a path that the tool takes, [`hledger`]
//! (for ledger, too) and [`beancount`] write, [`export`] walks through the entries. In: [`read`] has a reader per tool,
//! which makes the same [`read::PlainJournal`] of either; `import/plaintext` posts it.
//!
//! Values that a tool has no word for are in tags (metadata), and values that no tool needs, but the way back does, are
//! in comments that begin with [`DECLARATION`]: JSON of currencies, journals, years, dimensions and accounts, as the
//! API takes them.

pub mod beancount;
pub mod books;
pub mod commodities;
pub mod export;
pub mod hledger;
pub mod names;
pub mod read;
pub mod tags;

domain::named_enum! {
    /// Whose journal it is.
    PlainFormat {
        Hledger = "hledger",
        Beancount = "beancount",
        Ledger = "ledger",
    }
}

/// How a comment begins whose JSON the import reads.
pub const DECLARATION: &str = "; countinghouse: ";
