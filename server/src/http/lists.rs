//! Lists of records: a page as JSON, or the whole list as a file with a row per record.
//!
//! ```text
//! crate::list_columns! { LotView {
//!     number: String => "Number",
//!     item_id: Id<ItemId> => "SKU" (code of items),
//!     id: Id<LotId> => "Id",
//! } }
//!
//! impl Listed for LotQuery {
//!     type Row = LotView;
//!     const TITLE: &'static str = "Lots";
//!     crate::paging!();
//!
//!     async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<LotView>, Problem> { … }
//! }
//! ```
//!
//! The handler decodes the query and answers with [`answer`]; it declares `Operation::report`, and its query a parameter
//! `format`. A file is read page by page in one snapshot, by the same function as the pages of JSON.

use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde::Serialize;
use store::Snapshot;

use super::called::{self, Wanted};
use super::caller::Caller;
use super::formats::{self, ListFormat};
use super::page::{Cursor, Page, PageLimit};
use super::problem::Problem;
use super::query::RawQuery;
use super::reports::frame::{self, Frame};
use super::reports::listing::ROWS_AT_ONCE;
use super::reports::row::{Columns, Measures, ReportRow};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::Cell;

/// A row of a list. `list_columns!` writes it.
pub trait ListRow: ReportRow + Serialize + Send + Sync {
    /// Notes the rows whose codes and names stand in its columns.
    const NAMED: &'static [fn(&Self, &mut Wanted)];
}

/// The parameters of a list that say in which form and how much of it is answered.
pub struct Paging<'q> {
    pub format: &'q mut Option<ListFormat>,
    pub limit: &'q mut PageLimit,
    pub cursor: &'q mut Option<Cursor>,
}

/// A query of records.
pub trait Listed: Clone + Send + Sync {
    /// The record as it is answered.
    type Row: ListRow;
    /// The title of its file.
    const TITLE: &'static str;

    /// Its parameters that every list has.
    fn paging(&mut self) -> Paging<'_>;

    /// The page that is asked for. A page of a file has its `format`, and more rows than one of JSON.
    fn page(
        self,
        app: &App,
        caller: &Caller,
        snapshot: &mut Snapshot,
    ) -> impl Future<Output = Result<Page<Self::Row>, Problem>> + Send;
}

/// Who asks, and in which words.
pub struct Asked<'r> {
    pub app: &'r App,
    pub caller: &'r Caller,
    pub headers: &'r HeaderMap,
    pub uri: &'r Uri,
}

/// Answers with a page of the list, or with all of it as a file.
///
/// # Errors
/// 400 where a page of a file is asked for, and whatever reading refuses; 422 and 503 as for reports.
pub async fn answer<L: Listed>(asked: Asked<'_>, mut snapshot: Snapshot, mut list: L) -> Result<Response, Problem> {
    let paging = list.paging();
    let Some(format) = formats::wanted_of_list(*paging.format, asked.headers) else {
        let page = list.page(asked.app, asked.caller, &mut snapshot).await?;
        return Ok(formats::varying(page.respond(asked.uri)));
    };
    frame::whole(paging.cursor.as_ref())?;
    let of_list = if format == DocumentFormat::Xlsx { ListFormat::Xlsx } else { ListFormat::Csv };
    (*paging.format, *paging.limit) = (Some(of_list), PageLimit(ROWS_AT_ONCE));
    file(asked, snapshot, list, format).await
}

async fn file<L: Listed>(
    asked: Asked<'_>,
    mut snapshot: Snapshot,
    mut list: L,
    format: DocumentFormat,
) -> Result<Response, Problem> {
    let Asked { app, caller, uri, .. } = asked;
    let frame = Frame::open(&mut snapshot, caller.organization, None, None).await?;
    let mut columns = Columns::<L::Row>::of(&frame);
    let heading = frame.heading(RawQuery::of(uri).list(), L::TITLE, None, columns.headings());
    let mut draft = formats::begin(app, format, heading).await?;
    loop {
        let page = list.clone().page(app, caller, &mut snapshot).await?;
        let mut wanted = Wanted::default();
        for row in &page.data {
            L::Row::NAMED.iter().for_each(|note| note(row, &mut wanted));
        }
        columns.call(called::names(&mut snapshot, caller, wanted).await?);
        for row in &page.data {
            draft.push(columns.line(row)).await?;
        }
        if page.next.is_none() {
            return formats::finish(draft).await;
        }
        *list.paging().cursor = page.next;
    }
}

/// The base currency, beside the amounts of a row that does not name it.
pub fn base_currency<R>(_: &R, measures: &Measures) -> Cell {
    Cell::maybe(measures.base.map(|base| base.code().to_owned()))
}

/// The columns of a list's rows in files, as `report_output!` has them. Of a row with `code of` or `name of`, the code or
/// the name is read.
#[macro_export]
macro_rules! list_columns {
    ($row:ident { $($field:ident: $type:ty => $header:literal $(($($how:tt)*))?),* $(,)? }) => {
        impl $crate::http::reports::row::ReportRow for $row {
            const COLUMNS: &'static [$crate::http::reports::row::RowColumn<Self>] =
                &[$($crate::report_column!($field: $type, $header, $($($how)*)?)),*];
        }

        impl $crate::http::lists::ListRow for $row {
            const NAMED: &'static [fn(&Self, &mut $crate::http::called::Wanted)] =
                &[$($crate::list_named!($field $($($how)*)?)),*];
        }
    };
}

/// What a column wants to be named, for `list_columns!`.
#[macro_export]
macro_rules! list_named {
    ($field:ident code of $table:ident) => {
        |row, wanted| $crate::http::called::want(&mut wanted.$table, row.$field)
    };
    ($field:ident name of $table:ident) => {
        |row, wanted| $crate::http::called::want(&mut wanted.$table, row.$field)
    };
    ($field:ident by $cell:path, with $note:path) => {
        $note
    };
    ($field:ident $($how:tt)*) => {
        |_, _| {}
    };
}

/// `Listed::paging` of a query with these parameters.
#[macro_export]
macro_rules! paging {
    () => {
        fn paging(&mut self) -> $crate::http::lists::Paging<'_> {
            $crate::http::lists::Paging { format: &mut self.format, limit: &mut self.limit, cursor: &mut self.cursor }
        }
    };
}
