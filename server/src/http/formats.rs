//! In which form a report is answered: JSON, or a document to hand on, by `format` or `Accept`.

use axum::http::header::{ACCEPT, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};

use super::layers::IsDocument;
use super::problem::{Problem, ServerCode};
use crate::app::App;
use crate::documents::table::{Heading, Table};
use crate::documents::{self, DocumentFormat, Draft, SpoolFault, Spooled};

/// The additional faults of an operation that answers with documents: `Operation::report` declares it.
pub const FAULTS: &[ServerCode] =
    &[ServerCode::ReportTooLong, ServerCode::TooManyDocuments, ServerCode::Overloaded, ServerCode::StorageFull];

domain::named_enum! {
    /// The form of a report.
    ReportFormat {
        Json = "json",
        Csv = "csv",
        Xlsx = "xlsx",
        Print = "print",
    }
}

domain::named_enum! {
    /// The form of a list.
    ListFormat {
        Json = "json",
        Csv = "csv",
        Xlsx = "xlsx",
    }
}

crate::wire_enum! {
    ReportFormat = "ReportFormat",
    ListFormat = "ListFormat",
}

/// The document that is wanted; `None` for JSON. `format` wins over `Accept`; where that takes several equally, JSON.
#[must_use]
pub fn wanted(format: Option<ReportFormat>, headers: &HeaderMap) -> Option<DocumentFormat> {
    match format {
        Some(ReportFormat::Json) => None,
        Some(ReportFormat::Csv) => Some(DocumentFormat::Csv),
        Some(ReportFormat::Xlsx) => Some(DocumentFormat::Xlsx),
        Some(ReportFormat::Print) => Some(DocumentFormat::Print),
        None => accepted(headers),
    }
}

/// As [`wanted`], of a list, which is not printed.
#[must_use]
pub fn wanted_of_list(format: Option<ListFormat>, headers: &HeaderMap) -> Option<DocumentFormat> {
    match format {
        Some(ListFormat::Json) => None,
        Some(ListFormat::Csv) => Some(DocumentFormat::Csv),
        Some(ListFormat::Xlsx) => Some(DocumentFormat::Xlsx),
        None => accepted(headers).filter(|format| *format != DocumentFormat::Print),
    }
}

/// The client's favourite among the available formats.
fn accepted(headers: &HeaderMap) -> Option<DocumentFormat> {
    let text = headers.get(ACCEPT)?.to_str().ok()?;
    let mut best = (quality(text, "application/json"), None);
    for format in DocumentFormat::ALL {
        let essence = format.media_type().split(';').next().unwrap_or_default();
        let liked = quality(text, essence);
        if liked > best.0 {
            best = (liked, Some(*format));
        }
    }
    best.1
}

/// How much this `Accept` likes a media type, in thousandths; the most exact range counts (RFC 9110, 12.5.1).
fn quality(accept: &str, essence: &str) -> u32 {
    let whole_kind = essence.split('/').next().map(|kind| format!("{kind}/*")).unwrap_or_default();
    let mut found = (0, 0);
    for part in accept.split(',') {
        let mut parameters = part.split(';').map(str::trim);
        let range = parameters.next().unwrap_or_default();
        let exactness = match range {
            _ if range.eq_ignore_ascii_case(essence) => 3,
            _ if range.eq_ignore_ascii_case(&whole_kind) => 2,
            "*/*" => 1,
            _ => continue,
        };
        let liked = parameters.find_map(|one| one.strip_prefix("q=")).map_or(1_000, thousandths);
        if exactness > found.0 {
            found = (exactness, liked);
        }
    }
    found.1
}

/// `0.85` as 850; any other text counts as 0.
fn thousandths(text: &str) -> u32 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{fraction:0<3}");
    match (whole, digits.get(..3).and_then(|digits| digits.parse::<u32>().ok())) {
        ("0", Some(part)) => part,
        ("1", _) => 1_000,
        _ => 0,
    }
}

/// Answers with a table as a document.
///
/// # Errors
/// 422 where it has too many rows, 503 where it cannot be written now.
pub async fn document(app: &App, format: DocumentFormat, table: Table) -> Result<Response, Problem> {
    Ok(send(app.documents.write(format, table).await?))
}

/// Begins a document whose rows come one by one.
///
/// # Errors
/// As [`document`].
pub async fn begin(app: &App, format: DocumentFormat, heading: Heading) -> Result<Draft, Problem> {
    Ok(app.documents.begin(format, heading).await?)
}

/// Ends such a document and answers with it.
///
/// # Errors
/// As [`document`].
pub async fn finish(draft: Draft) -> Result<Response, Problem> {
    Ok(send(draft.finish().await?))
}

/// The same answer as JSON says that it might have been another.
#[must_use]
pub fn json(view: impl serde::Serialize) -> Response {
    varying(axum::Json(view).into_response())
}

/// An answer that says that it might have been another.
#[must_use]
pub fn varying(mut response: Response) -> Response {
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept"));
    response
}

fn send(spooled: Spooled) -> Response {
    let format = spooled.format;
    // A page is shown, a file is saved.
    let way = if format == DocumentFormat::Print { "inline" } else { "attachment" };
    let disposition = format!("{way}; filename=\"{}\"", ascii(&spooled.file_name));
    let mut response = spooled.body().into_response();
    response.extensions_mut().insert(IsDocument);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(format.media_type()));
    headers.insert(VARY, HeaderValue::from_static("accept"));
    if let Ok(value) = HeaderValue::from_str(&disposition) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    if format == DocumentFormat::Print
        && let Ok(policy) = HeaderValue::from_str(&documents::content_policy())
    {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// A file name that every system takes: an account's code may be any text.
fn ascii(name: &str) -> String {
    let keep = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    name.chars().map(|letter| if keep(letter) { letter } else { '-' }).collect()
}

impl From<SpoolFault> for Problem {
    fn from(fault: SpoolFault) -> Self {
        match fault {
            SpoolFault::Busy => Self::overloaded(5),
            SpoolFault::TooLong(format) => {
                let most = format.most_rows();
                let detail = format!(
                    "the report has more than {most} rows, the limit of the format {}: ask for fewer days, or \
                     narrow it by a filter",
                    format.name()
                );
                Self::new(ServerCode::ReportTooLong, detail)
                    .with("maxRows", i64::from(most))
                    .with("format", format.name())
            }
            SpoolFault::Io(error) if error.kind() == std::io::ErrorKind::StorageFull => {
                tracing::error!(%error, "no room for a document");
                Self::new(ServerCode::StorageFull, "there is no disk space for the document: try again later")
            }
            other => Self::internal(&other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_wins_over_accept_and_json_is_what_nobody_chose() {
        let liked = |accept: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, accept.parse().unwrap());
            wanted(None, &headers)
        };
        assert_eq!(wanted(None, &HeaderMap::new()), None);
        for (accept, format) in [
            ("*/*", None),
            ("application/json", None),
            ("application/pdf", None),
            ("text/csv", Some(DocumentFormat::Csv)),
            ("Text/CSV; charset=utf-8", Some(DocumentFormat::Csv)),
            ("text/csv;q=0.5, application/json;q=0.4", Some(DocumentFormat::Csv)),
            ("text/csv;q=0.5, */*;q=0.8", None),
            ("text/csv;q=0", None),
            ("text/csv;q=x", None),
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Some(DocumentFormat::Xlsx)),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", Some(DocumentFormat::Print)),
        ] {
            assert_eq!(liked(accept), format, "{accept}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("text/csv"));
        assert_eq!(wanted(Some(ReportFormat::Json), &headers), None);
        assert_eq!(wanted(Some(ReportFormat::Xlsx), &headers), Some(DocumentFormat::Xlsx));
    }

    #[test]
    fn a_file_name_has_no_letter_that_a_header_or_a_system_would_mind() {
        assert_eq!(ascii("statement-4000/ö\"x\r.csv"), "statement-4000---x-.csv");
    }
}
