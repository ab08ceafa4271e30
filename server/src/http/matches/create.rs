//! `POST /accounting/matches`

use axum::response::Response;
use domain::Code;
use domain::commands::matches::create::MatchLines;
use domain::rows::{Match, MatchItem, MatchSource};
use domain::value::id::MatchId;

use super::view::MatchView;
use super::wire::MatchInput;
use crate::http::accounts::statement::base_currency;
use crate::http::called;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<MatchLines>()
    .makes::<MatchId>()
    .rejects(rejections::POSTS)
    .rejects(rejections::ACCOUNTS)
    .rejects(rejections::DIMENSIONS)
    .rejects(&[
        Code::NotFound,
        Code::UnknownReference,
        Code::LimitReached,
        Code::AmountPrecision,
        Code::DateBeforeEntry,
        Code::LinesNotMatchable,
        Code::MatchUnbalanced,
        Code::LineNotOpen,
        Code::AmountExceedsOpen,
        Code::WriteOffExceedsTolerance,
        Code::ApprovalRequired,
        Code::FxGainLossAccountNeeded,
        Code::ControlAccount,
        Code::PartyRequired,
    ]);

/// Match lines that settle one another
///
/// Posted debits and credits of one account, party and currency. Without amounts, the smaller side is matched in full,
/// and the other side by oldest due date first (then by sequence and line); a line for which nothing is left is not
/// part of the match. A difference in base currency is posted as a realised exchange gain or loss, and a small
/// difference can be written off: both on the day of the latest line, or the first open day after it, as entries that
/// the match owns.
#[utoipa::path(post, path = "/api/v1/accounting/matches", operation_id = "MatchesController_create",
    tag = "Open items", request_body = MatchInput,
    responses((status = 201, description = "The match", body = MatchView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: MatchInput = writing.body().await?;
    let command = writing.caller.admit(&writing.app, input.command()).await?;
    let done = writing.run(command).await?;
    let made = done.rows::<Match>().into_iter().find(|made| made.source == MatchSource::Manual);
    let made = made.ok_or_else(|| Problem::internal(&"a match without its row"))?;
    let mut items = done.rows::<MatchItem>();
    items.retain(|item| item.match_id == made.id);
    let mut snapshot = writing.app.database.snapshot().await?;
    let base = base_currency(&mut snapshot, writing.caller.organization).await?;
    drop(snapshot);
    let view = called::answered(&writing, &done, MatchView::of(made, &items, base)).await?;
    done.created("/accounting/matches", view)
}
