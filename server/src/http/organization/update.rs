//! `PUT /organization`: a merge (RFC 7396 rules).

use axum::response::Response;
use domain::Code;
use domain::commands::organization::update::UpdateOrganization;

use super::get;
use super::view::OrganizationView;
use super::wire::OrganizationPatch;
use crate::http::control_changes::proposal;
use crate::http::control_changes::view::ControlChangeView;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateOrganization>()
    .rejects(&[
        Code::NotFound,
        Code::UnknownReference,
        Code::LimitReached,
        Code::AmountOutOfRange,
        Code::AmountPrecision,
        Code::SecondPersonNeeded,
        Code::AccountNotUsable,
        Code::FieldsConflict,
        Code::StockIsNegative,
        Code::ValuationAccountInUse,
    ])
    .conditional()
    .preferable();

/// Update the organization's settings
///
/// A merge: absent fields stay, null clears, metadata merges by key. The base currency never changes. With
/// `controlChanges: secondPerson`, a change of `separationOfDuties` or of `controlChanges` is proposed (202); send it
/// without other changes.
#[utoipa::path(put, path = "/api/v1/organization", operation_id = "OrganizationController_update", tag = "Organization",
    request_body = OrganizationPatch,
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = OrganizationView), (status = 202,
        description = "Proposed: a second person must approve it", body = ControlChangeView)))]
pub async fn update(writing: Writing) -> Result<Response, Problem> {
    let input: OrganizationPatch = writing.body().await?;
    let command = UpdateOrganization { if_match: writing.if_match.clone(), ..input.command() };
    writing
        .keep(OrganizationPatch::KEPT, async |snapshot| {
            Ok(OrganizationView::of(
                writing.caller.organization,
                get::find(snapshot, writing.caller.organization).await?,
            ))
        })
        .await?;
    let done = match proposal::or_made(writing.run(command).await?)? {
        Ok(done) => done,
        Err(proposed) => return Ok(*proposed),
    };
    writing
        .changed(done, async |snapshot| {
            let settings = get::find(snapshot, writing.caller.organization).await?;
            Ok(OrganizationView::of(writing.caller.organization, settings))
        })
        .await
}
