//! Walks through the books and writes them as a journal, a piece at a time.
//!
//! The books are read once; entries up to the last one of that moment are then read page by page, each page in a
//! snapshot of its own, so that a slow reader holds no read open. Posted entries and lines never change; links that a
//! later void or reversal writes into an older header are left out, because its entry is beyond the end.

use domain::rows::{Entry, EntryType};
use domain::value::Date;
use domain::value::counted;
use domain::value::id::OrganizationId;
use store::read::posted_pages::{self, PostedPage, PostedRange};
use store::{Database, Fault, Snapshot};

use super::books::Books;
use super::tags::Names;
use super::{PlainFormat, beancount, hledger};

/// An export on its way.
#[derive(Debug)]
pub struct PlainExport {
    organization: OrganizationId,
    format: PlainFormat,
    books: Books,
    range: PostedRange,
    /// Whether entries that move a year's result into equity are among them.
    has_closing: bool,
    entries: i64,
    is_over: bool,
}

impl PlainExport {
    /// Reads the beginning of the journal; `None` if there is no such organization. Without dates it has all entries.
    pub async fn begin(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        format: PlainFormat,
        from: Option<Date>,
        to: Option<Date>,
        has_closing: bool,
    ) -> Result<Option<Self>, Fault> {
        let Some(books) = Books::of(snapshot, organization, format).await? else { return Ok(None) };
        let range = PostedRange { after: 0, until: books.entry_sequence, from, to };
        Ok(Some(Self { organization, format, books, range, has_closing, entries: 0, is_over: false }))
    }

    /// The text before the first entry.
    #[must_use]
    pub fn header(&self) -> String {
        match self.format {
            PlainFormat::Beancount => beancount::header(&self.books),
            PlainFormat::Hledger | PlainFormat::Ledger => hledger::header(&self.books, self.format),
        }
    }

    /// The next entries, and at the end a line that says that it is the end; `None` after it.
    pub async fn next(&mut self, database: &Database) -> Result<Option<String>, Fault> {
        if self.is_over {
            return Ok(None);
        }
        let page = posted_pages::page(&mut database.snapshot().await?, self.organization, &self.range).await?;
        let Some(last) = page.entries.last() else {
            self.is_over = true;
            return Ok(Some(format!("; The end: {}\n", counted(self.entries, "entry", "entries"))));
        };
        self.range.after = last.0.sequence.unwrap_or(self.range.until);
        Ok(Some(self.text(&page)))
    }

    fn text(&mut self, page: &PostedPage) -> String {
        let names = Names {
            journals: &self.books.journals,
            adjustments: &self.books.adjustments,
            parties: &page.parties,
            numbers: &page.numbers,
        };
        let is_closing = |entry: &Entry| entry.entry_type == EntryType::Closing || page.closings.contains(&entry.id);
        let chosen: Vec<_> = page.entries.iter().filter(|(entry, _)| self.has_closing || !is_closing(entry)).collect();
        self.entries += i64::try_from(chosen.len()).unwrap_or(0);
        let written = chosen.into_iter().map(|(entry, lines)| match self.format {
            PlainFormat::Beancount => beancount::entry(&self.books, entry, lines, &names),
            PlainFormat::Hledger | PlainFormat::Ledger => {
                hledger::entry(&self.books, entry, lines, &names, self.format)
            }
        });
        written.collect()
    }
}
