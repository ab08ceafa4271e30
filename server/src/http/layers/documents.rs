//! A principal takes one document after the other: a client that opens many and reads them slowly holds places meant
//! for everybody.

use axum::extract::Request;
use axum::response::{IntoResponse, Response};

use super::super::problem::{Problem, ServerCode};
use super::super::shares::Shares;
use super::super::watched_body;
use super::access::PrincipalLabel;

/// Documents that are on their way to one principal at a time.
pub const DOCUMENTS_PER_PRINCIPAL: u32 = 8;
/// When the next may be there.
const RETRY_AFTER_S: u64 = 5;

/// The mark of an answer that is a document.
#[derive(Clone, Copy, Debug)]
pub struct IsDocument;

/// Refuses a document to a caller with too many on their way already.
pub(super) async fn share<F: Future<Output = Response>>(
    shares: &Shares<String>,
    request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let label = request.extensions().get::<PrincipalLabel>().cloned();
    let response = inner(request).await;
    let principal = response.extensions().get::<IsDocument>().and_then(|_| label.as_ref()?.get());
    let Some(principal) = principal else { return response };
    match shares.enter(principal.to_owned()) {
        Some(share) => watched_body::watch(response, share, |_| ()),
        None => refused(shares.most()).into_response(),
    }
}

fn refused(most: u32) -> Problem {
    let detail = format!(
        "this principal is downloading {most} documents, which is the limit: finish them and try again in \
         {RETRY_AFTER_S} s"
    );
    let problem = Problem::new(ServerCode::TooManyDocuments, detail);
    problem.with("limit", i64::from(most)).retry_after(RETRY_AFTER_S)
}
