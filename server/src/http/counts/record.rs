//! `POST /inventory/counts/{id}/lines`: the counted quantities.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::counts::record::RecordCount;
use domain::rows::{Count, CountLine};
use domain::value::id::CountId;

use super::line_view::{BesideLines, CountLineView};
use super::wire::RecordInput;
use crate::http::called;
use crate::http::operations::{Operation, rejections};
use crate::http::output::Id;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::output! {
    /// A count after a recording.
    pub struct RecordedView {
        pub id: Id<CountId>,
        pub version: i64,
        pub line_count: i64,
        /// Lines with a recorded quantity.
        pub counted_count: i64,
        /// The lines that this request recorded.
        pub data: Vec<CountLineView>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<RecordCount>()
    .rejects(rejections::QUANTITIES)
    .rejects(&[
        Code::LimitReached,
        Code::AmountPrecision,
        Code::LocationNotUsable,
        Code::ReasonNotUsable,
        Code::CountState,
        Code::NotInCount,
        Code::FieldsConflict,
    ])
    .conditional();

/// Record counted quantities
///
/// By line number, or by goods and place, as a scanner gives them. Goods that were not expected become new lines. All
/// recordings of a line are kept, and the last one counts, with those before it if it was added.
#[utoipa::path(post, path = "/api/v1/inventory/counts/{id}/lines", operation_id = "CountsController_record",
    tag = "Counts", request_body = RecordInput, params(("id" = String, Path, description = "The count")),
    responses((status = 200, description = "Recorded", body = RecordedView)))]
pub async fn record(Path(PathId(id)): Path<PathId<CountId>>, writing: Writing) -> Result<Response, Problem> {
    let input: RecordInput = writing.body().await?;
    let lines = writing.caller.admit(&writing.app, input.lines()).await?;
    let done = writing.run(RecordCount { count: id, lines, if_match: writing.if_match.clone() }).await?;
    let count: Count = done.row().ok_or_else(|| Problem::internal(&"a count without its row"))?;
    let lines: Vec<CountLine> = done.rows();
    let organization = writing.caller.organization;
    let mut snapshot = writing.app.database.snapshot().await?;
    let rights = writing.caller.rights(&mut snapshot).await?;
    let beside = BesideLines::read(&mut snapshot, organization, rights, &count, &lines).await?;
    let mut data = lines.into_iter().map(|line| beside.view(line)).collect::<Result<Vec<_>, _>>()?;
    called::fill(&mut snapshot, &writing.caller, &mut data).await?;
    let view = RecordedView {
        id: Id(count.id),
        version: count.version,
        line_count: count.line_count,
        counted_count: count.counted_count,
        data,
    };
    done.answered(view)
}
