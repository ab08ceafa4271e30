//! The frame of every listing report: the point of the log at which it holds, its days, and the title of its table.
//!
//! A listing is read page by page, or as a whole into a document, while the books go on. Its point is fixed when it
//! begins, and goes with the cursor, so that all pages are of one report.

use std::collections::BTreeMap;

use axum::http::HeaderMap;
use domain::rows::{Account, Journal, Organization};
use domain::value::cell::IsoDate;
use domain::value::id::{AccountId, JournalId, OrganizationId};
pub use domain::value::limits::LAST_DAY;
use domain::value::{Cell, CellKind, Date, Decimal, Instant};
use store::Snapshot;
use store::read::availability::Moment;
use store::read::statement;

use super::books::{Books, KnownAt, year_start};
use crate::documents::DocumentFormat;
use crate::documents::table::{Column, Heading};
use crate::http::formats::{self, ReportFormat};
use crate::http::output::DecimalText;
use crate::http::page::Cursor;
use crate::http::problem::Problem;
use crate::today;

/// The books at the point of the report.
pub struct Frame {
    /// Whose.
    pub organization: OrganizationId,
    /// Its settings then.
    pub settings: Organization,
    /// The last event that counts.
    pub seq: i64,
    /// The last entry of the series that counts.
    pub until: i64,
    /// Master data then.
    pub books: Books,
}

impl Frame {
    /// The books now, at the point that is asked for, or at the one at which a cursor's report began.
    ///
    /// # Errors
    /// 400 where the log has not come so far.
    pub async fn open(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        known_at: Option<KnownAt>,
        cursor: Option<&Cursor>,
    ) -> Result<Self, Problem> {
        let head = snapshot.head(organization).await?.ok_or_else(|| Problem::lost("heads", organization))?;
        let begun = match cursor.and_then(|cursor| cursor.0.first()) {
            Some(Cell::Int(seq)) if *seq == head.seq && known_at.is_none() => None,
            Some(Cell::Int(seq)) => Some(KnownAt::Seq(*seq)),
            Some(_) => return Err(Cursor::of_another_list()),
            None => known_at,
        };
        let books = Books::open(snapshot, organization, begun).await?;
        let books = match known_at {
            Some(known_at) => books.asked_at(known_at),
            None => books,
        };
        let settings = books.settings(snapshot).await?;
        let until = books.entries().map_or(head.entry_sequence, |entries| entries.then);
        Ok(Self { organization, settings, seq: books.seq, until, books })
    }

    /// The days of the report: from the beginning of the last day's fiscal year to today, where nobody says.
    ///
    /// # Errors
    /// 400 where the first is later than the last.
    pub async fn days(
        &self,
        snapshot: &mut Snapshot,
        from: Option<Date>,
        to: Option<Date>,
    ) -> Result<(Date, Date), Problem> {
        let to = to.unwrap_or_else(|| self.books.today(&self.settings).max(from.unwrap_or(Date::MIN))).min(LAST_DAY);
        let from = match from {
            Some(from) => from,
            None => year_start(&self.books.years(snapshot).await?, to),
        };
        if from > to {
            return Err(Problem::violation("dateFrom", "out_of_range", "must not be later than dateTo"));
        }
        Ok((from, to))
    }

    /// The place in the series behind which a page begins, of a cursor that is one.
    ///
    /// # Errors
    /// 400 where the cursor is of another list.
    pub fn place(cursor: Option<&Cursor>) -> Result<Option<i64>, Problem> {
        let Some(cursor) = cursor else { return Ok(None) };
        match cursor.require(&[CellKind::Int, CellKind::Int])? {
            [_, Cell::Int(place)] => Ok(Some(*place)),
            _ => Err(Cursor::of_another_list()),
        }
    }

    /// The cursor of a page that begins after a place in the series, at the point of this report.
    #[must_use]
    pub fn cursor(&self, place: i64) -> Cursor {
        Cursor(vec![Cell::Int(self.seq), Cell::Int(place)])
    }

    /// The day of an instant in the organization's zone.
    #[must_use]
    pub fn day(&self, instant: Instant) -> Date {
        today::on(instant, &self.settings.timezone)
    }

    /// An amount in base currency.
    #[must_use]
    pub fn amount(&self, units: impl Into<i128>) -> DecimalText {
        DecimalText(Decimal { unscaled: units.into(), scale: self.decimals() })
    }

    /// Now, and the day that it is; of an earlier point the instant and the day that it was then.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment { at: self.books.instant(), day: self.books.today(&self.settings) }
    }

    /// Decimals of the base currency.
    #[must_use]
    pub fn decimals(&self) -> u8 {
        self.settings.base_currency.decimals()
    }

    /// The codes of all journals.
    pub async fn journals(&self, snapshot: &mut Snapshot) -> Result<BTreeMap<JournalId, String>, Problem> {
        let journals: Vec<Journal> = self.books.rows(snapshot).await?;
        Ok(journals.into_iter().map(|journal| (journal.id, journal.code)).collect())
    }

    /// Code and name of all accounts.
    pub async fn accounts(&self, snapshot: &mut Snapshot) -> Result<BTreeMap<AccountId, (String, String)>, Problem> {
        let accounts: Vec<Account> = self.books.rows(snapshot).await?;
        Ok(accounts.into_iter().map(|account| (account.id, (account.code, account.name))).collect())
    }

    /// Whether any line of the books was in a foreign currency by then.
    pub async fn has_foreign_lines(&self, snapshot: &mut Snapshot) -> Result<bool, Problem> {
        let base = self.settings.base_currency;
        Ok(statement::has_other_currency(snapshot, self.organization, base, self.until).await?)
    }

    /// The heading of a document of the report. `days` are in its title and its file's name.
    #[must_use]
    pub fn heading(&self, file: &str, title: &str, days: Option<(Date, Date)>, columns: Vec<Column>) -> Heading {
        let currency = self.settings.base_currency.code();
        let mut subtitle = vec![self.settings.name.clone()];
        let mut file_name = file.to_owned();
        if let Some((from, to)) = days {
            let (from, to) = (IsoDate(from), IsoDate(to));
            subtitle.push(format!("{from} to {to}"));
            file_name = format!("{file}-{from}-{to}");
        }
        subtitle.push(format!("Amounts in {currency}, as of event {} of the log", self.seq));
        Heading { file_name, title: title.to_owned(), subtitle, columns, is_tree: false, paper: None }
    }
}

/// An amount that a cursor carries, in minor units.
///
/// # Errors
/// 400 where it is none, or more than all lines of any books come to.
pub fn carried_amount(text: &str) -> Result<i128, Problem> {
    text.parse().ok().filter(|amount: &i128| amount.unsigned_abs() < 1 << 100).ok_or_else(Cursor::of_another_list)
}

/// The document that is asked for, instead of a page as JSON.
///
/// # Errors
/// 400 where a page is asked for, too.
pub fn document(
    format: Option<ReportFormat>,
    headers: &HeaderMap,
    cursor: Option<&Cursor>,
) -> Result<Option<DocumentFormat>, Problem> {
    let document = formats::wanted(format, headers);
    if document.is_some() {
        whole(cursor)?;
    }
    Ok(document)
}

/// A document is whole: it has no pages.
///
/// # Errors
/// 400 where a cursor is asked for, too.
pub fn whole(cursor: Option<&Cursor>) -> Result<(), Problem> {
    match cursor {
        None => Ok(()),
        Some(_) => {
            let message = "a document has no pages: leave the cursor out, or use format=json";
            Err(Problem::violation("cursor", "not_with_a_document", message))
        }
    }
}
