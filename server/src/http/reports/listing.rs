//! How listings are answered: a page as JSON with its link to the next, or all of it as a document.

use axum::http::Uri;
use axum::response::Response;
use serde::Serialize;

use crate::http::formats;
use crate::http::page::{Cursor, linked};

/// Rows that are read in one snapshot where a whole report is made.
pub const ROWS_AT_ONCE: usize = 2_000;

/// A page as JSON, with the link to the next one.
#[must_use]
pub fn json(view: impl Serialize, next: Option<&Cursor>, uri: &Uri) -> Response {
    let next = next.map(|cursor| cursor.text(uri));
    linked(formats::json(view), next.as_deref(), uri)
}
