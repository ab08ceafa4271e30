//! Import of files from outside: read and checked as a whole, then posted through the API like anybody's entries.
//!
//! Invariant: the import has no way into the books of its own. The API would take its postings from anyone.

pub mod amount;
mod api;
pub mod books;
pub mod chart;
mod countries;
pub mod digest;
pub mod fields;
pub mod goods;
pub mod items;
pub mod ledger_files;
pub mod mapping;
pub mod plain;
pub mod posting;
pub mod progress;
pub mod rates;
pub mod report;
pub mod retail;
pub mod trial_balance;

pub use api::{Accounting, WholeApi, text};

use domain::value::counted;
use sha2::{Digest, Sha256};

use self::books::Books;
use self::countries::Countries;
use self::mapping::Mapping;
use self::posting::{Pass, Refusal, Tally};
use self::progress::Progress;
use self::report::ImportReport;
use self::retail::{Document, RetailFile};
use crate::cli::client::{ApiClient, ClientError};

/// Why an import did not take place.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The API said no, or nothing.
    #[error(transparent)]
    Api(#[from] ClientError),
    /// The organization lacks rows that the mapping names.
    #[error("{}", .0.join("\n"))]
    Unmapped(Vec<String>),
    /// The books refuse documents; nothing was posted.
    #[error("the books refuse {}, nothing was posted:\n{}", counted(.0.len(), "document", "documents"), told(.0))]
    Refused(Vec<Refusal>),
    /// The books refuse movements that all others need.
    #[error("the books refuse the opening stock or a transfer, no goods were moved after it:\n{}", told(.0))]
    GoodsRefused(Vec<Refusal>),
}

/// How a file is imported.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether nothing is written.
    pub dry_run: bool,
    /// Whether the goods of the documents move, too.
    pub goods: bool,
    /// Accounts and journals.
    pub mapping: Mapping,
}

/// Imports a file that was read: posts each document that has a value and is not in the books yet. All are checked
/// before the first is posted. Then goods move, on request.
///
/// # Errors
/// If the organization lacks rows that the mapping names, the books refuse a document, or the API fails. Documents that
/// were posted before a failure stay; running it again posts the rest.
pub async fn retail(
    client: &ApiClient,
    bytes: &[u8],
    file: &RetailFile,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<ImportReport, ImportError> {
    let api = Accounting(client);
    let hash = Sha256::digest(bytes);
    let worth: Vec<&Document> = file.documents.iter().filter(|document| document.total_minor != 0).collect();
    let mut report = ImportReport::of(file, options.dry_run);
    let mut books = Books::look(api, &worth).await?;
    let mut countries = Countries::look(api, &worth).await?;
    report.created = books.lacks();
    let has_books = report.created.is_empty();
    report.created.extend(countries.lacks());
    if options.dry_run && !has_books {
        // Without books there is nothing to check the documents against, nor accounts for goods.
        report.tally.taken = worth.len();
        return Ok(report);
    }
    if !options.dry_run {
        books.complete(api, progress).await?;
        countries.complete(api, progress).await?;
    }
    let checkable: Vec<Document> = worth.iter().map(|document| countries.checkable(document)).collect();
    let worth: Vec<&Document> = checkable.iter().collect();
    let journals = books.journals(&options.mapping)?;
    let there = posting::already_there(api, &worth, &journals).await?;
    let (known, new): (Vec<&Document>, Vec<&Document>) =
        worth.iter().partition(|document| there.contains(&document.number));
    let checked = posting::send(api, &new, &hash[..], &options.mapping, &journals, Pass::Check, progress).await?;
    if !checked.refused.is_empty() && !options.dry_run {
        return Err(ImportError::Refused(checked.refused));
    }
    let tally = if options.dry_run {
        checked
    } else {
        posting::send(api, &new, &hash[..], &options.mapping, &journals, Pass::Post, progress).await?
    };
    report.tally = Tally { already_there: tally.already_there + known.len(), ..tally };
    if options.goods {
        let documents: Vec<&Document> = file.documents.iter().collect();
        let goods = goods::import(WholeApi(client), &documents, &hash[..], options.dry_run, progress).await?;
        report.goods = Some(goods);
    }
    Ok(report)
}

/// Refusals one below the other, at most a hundred.
fn told(refusals: &[Refusal]) -> String {
    let mut lines: Vec<String> = refusals.iter().take(retail::PROBLEMS_TOLD).map(ToString::to_string).collect();
    if refusals.len() > lines.len() {
        lines.push(format!("… and {} more", refusals.len() - lines.len()));
    }
    lines.join("\n")
}

#[cfg(test)]
pub(crate) mod tests;
