//! `GET /accounting/export`

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody};
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::value::Date;
use domain::value::permission::Permission;
use hyper::body::Frame;
use store::{Database, Fault};
use tokio::sync::mpsc;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::trial_balance::ClosingEntries;
use crate::plaintext::PlainFormat;
use crate::plaintext::export::PlainExport;

crate::wire_enum! {
    PlainFormat = "PlainFormat",
}

crate::input! {
    /// Which journal.
    pub struct ExportQuery {
        /// The target format.
        pub format: PlainFormat = "hledger",
        /// Only entries from this accounting date on; earlier balances are not carried over.
        pub date_from: Option<Date>,
        /// Only entries up to this accounting date.
        pub date_to: Option<Date>,
        /// `exclude` leaves closing entries out.
        pub closing: Option<ClosingEntries>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead);

/// Export the books as a journal of hledger, ledger or beancount
///
/// All posted entries in order of posting, with both halves of voids; what the format cannot express becomes tags.
/// Foreign lines have their exact total in base currency (`@@`). The last line gives the number of entries: a journal
/// without it is incomplete. Also needs the permissions to read accounts and parties.
#[utoipa::path(get, path = "/api/v1/accounting/export", operation_id = "PlainTextController_export", tag = "Plain text",
    params(ExportQuery), responses((status = 200, description = "The journal", content_type = "text/plain", body = String)))]
pub async fn export(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let rights = caller.rights(&mut snapshot).await?;
    for also in [Permission::AccountsRead, Permission::PartiesRead] {
        if !rights.has(also) {
            return Err(Problem::forbidden(also));
        }
    }
    let query: ExportQuery = query.decode()?;
    if query.date_from.zip(query.date_to).is_some_and(|(from, to)| from > to) {
        return Err(Problem::violation("dateFrom", "out_of_range", "must not be later than dateTo"));
    }
    let (from, to) = (query.date_from, query.date_to);
    let has_closing = query.closing != Some(ClosingEntries::Exclude);
    let export = PlainExport::begin(&mut snapshot, caller.organization, query.format, from, to, has_closing).await?;
    let export = export.ok_or_else(|| Problem::lost("organizations", caller.organization))?;
    drop(snapshot);
    let (pieces, body) = mpsc::channel(1);
    tokio::spawn(write(export, app.database.clone(), pieces));
    let file = match query.format {
        PlainFormat::Hledger => "attachment; filename=\"books.journal\"",
        PlainFormat::Ledger => "attachment; filename=\"books.ledger\"",
        PlainFormat::Beancount => "attachment; filename=\"books.beancount\"",
    };
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8")),
        (CONTENT_DISPOSITION, HeaderValue::from_static(file)),
    ];
    Ok((headers, Body::new(Pieces(body))).into_response())
}

/// Hands over one piece after the other, at the reader's pace; ends where nobody reads any more.
async fn write(mut export: PlainExport, database: Database, pieces: mpsc::Sender<Result<Bytes, Fault>>) {
    if pieces.send(Ok(Bytes::from(export.header()))).await.is_err() {
        return;
    }
    loop {
        let piece = match export.next(&database).await {
            Ok(Some(text)) => Ok(Bytes::from(text)),
            Ok(None) => return,
            Err(fault) => {
                tracing::warn!(%fault, "an export was cut short");
                Err(fault)
            }
        };
        let is_last = piece.is_err();
        if pieces.send(piece).await.is_err() || is_last {
            return;
        }
    }
}

/// The body: pages of entries, each on its way before the next is made. A fault ends the connection, so that nobody
/// takes the part for the whole.
struct Pieces(mpsc::Receiver<Result<Bytes, Fault>>);

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = Fault;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Fault>>> {
        self.0.poll_recv(cx).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}
