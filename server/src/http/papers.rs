//! Papers: one document of the books as a page to print, with the head and the style of printed reports.
//!
//! A paper is made of what the JSON of the same call shows, so that nobody reads on paper what they may not read there.

use axum::response::Response;
use domain::rows::Organization;
use domain::value::Instant;
use domain::value::cell::IsoDate;
use domain::value::id::{OrganizationId, PrincipalId};
use store::Snapshot;

use super::formats;
use super::input::NamedEnum;
use super::organization;
use super::output::{At, Day, DecimalText, Id, Named};
use super::problem::{Problem, ServerCode};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell, Column, Heading, Paper, Row, Table};
use crate::today;

/// The additional faults of an operation that answers with a paper.
pub const FAULTS: &[ServerCode] = &[ServerCode::TooManyDocuments, ServerCode::Overloaded, ServerCode::StorageFull];

domain::named_enum! {
    /// The form of one document.
    PaperFormat {
        Json = "json",
        Print = "print",
    }
}

crate::wire_enum! {
    PaperFormat = "PaperFormat",
}

crate::input! {
    /// In which form.
    pub struct PaperQuery {
        /// `print` answers with a page to print; JSON if absent.
        pub format: Option<PaperFormat>,
    }
}

impl PaperQuery {
    /// Whether a page to print is wanted.
    pub fn is_print(&self) -> bool {
        self.format == Some(PaperFormat::Print)
    }
}

/// What the head of every paper is made of.
pub struct Papers {
    settings: Organization,
    /// The last event of the log that it knows.
    pub seq: i64,
}

/// What a paper says above its rows.
#[derive(Default)]
pub struct Facts(Vec<(&'static str, String)>);

impl Papers {
    /// Reads it.
    pub async fn open(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Self, Problem> {
        let settings = organization::find(snapshot, organization).await?;
        Ok(Self { settings, seq: snapshot.seq(organization).await? })
    }

    /// The heading of a paper on which amounts in base currency may stand.
    pub fn heading(&self, file: String, title: String, has_amounts: bool, columns: Vec<Column>) -> Heading {
        let known = format!("s of event {} of the log", self.seq);
        let known = match has_amounts {
            true => format!("Amounts in {}, a{known}", self.settings.base_currency.code()),
            false => format!("A{known}"),
        };
        let subtitle = vec![self.settings.name.clone(), known];
        Heading { file_name: file, title, subtitle, columns, is_tree: false, paper: None }
    }

    /// An instant on the organization's clock.
    pub fn at(&self, at: Instant) -> String {
        today::clock(at, &self.settings.timezone)
    }

    /// When something was done, and by whom; people whose name was erased by their id.
    pub fn done(&self, at: Option<At>, name: Option<&String>, id: Option<Id<PrincipalId>>) -> Option<String> {
        let by = name.cloned().or_else(|| id.map(|id| id.0.to_string()));
        match (at.map(|at| self.at(at.0)), by) {
            (Some(at), Some(by)) => Some(format!("{at} by {by}")),
            (Some(at), None) => Some(at),
            (None, by) => by,
        }
    }
}

impl Facts {
    /// With this one, if it is said.
    #[must_use]
    pub fn with(mut self, name: &'static str, said: Option<impl Into<String>>) -> Self {
        let said = said.map(Into::into).filter(|said| !said.is_empty());
        self.0.extend(said.map(|said| (name, said)));
        self
    }

    /// The paper around the rows.
    #[must_use]
    pub fn signed_by(self, signatures: &[&'static str]) -> Paper {
        Paper { facts: self.0, signatures: signatures.to_vec(), is_written_on: false }
    }
}

/// Answers with a paper.
///
/// # Errors
/// 503 where it cannot be written now.
pub async fn page(app: &App, heading: Heading, rows: Vec<Row>) -> Result<Response, Problem> {
    formats::document(app, DocumentFormat::Print, Table { heading, rows }).await
}

/// A column of quantities, each with the decimals of its item.
pub fn quantities(header: &str) -> Column {
    Column::integer(header)
}

/// A quantity.
pub fn quantity(quantity: &DecimalText) -> Cell {
    Cell::text(quantity.0.to_string())
}

/// A name of the wire as people read it: `pending approval` of `pendingApproval`.
pub fn words<T: NamedEnum>(named: &Named<T>) -> String {
    let mut out = String::new();
    for letter in named.0.wire_name().chars() {
        if letter.is_ascii_uppercase() {
            out.push(' ');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// A day as reports print it.
pub fn day(day: &Day) -> String {
    IsoDate(day.0).to_string()
}

/// Dimensions in one line: `costCenter D10, project P1`.
pub fn dimensions(of: &std::collections::BTreeMap<String, String>) -> Option<String> {
    let pairs: Vec<String> = of.iter().map(|(code, value)| format!("{code} {value}")).collect();
    (!pairs.is_empty()).then(|| pairs.join(", "))
}

/// A code with the name beside it, as far as the reader may see them.
pub fn called(code: Option<&String>, name: Option<&String>) -> Option<String> {
    match (code, name) {
        (Some(code), Some(name)) => Some(format!("{code} {name}")),
        (code, name) => code.or(name).cloned(),
    }
}
