//! `POST /accounting/parties`

use axum::response::Response;
use domain::Code;
use domain::commands::parties::create::CreateParty;
use domain::rows::{Party, PartyName};
use domain::value::id::PartyId;

use super::view::PartyView;
use super::wire::PartyInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<CreateParty>().makes::<PartyId>().rejects(rejections::NEW).rejects(&[Code::CurrencyNotUsable]);

/// Create a party
///
/// A customer, a supplier or another party, whom lines name by `partyId`, or by `partyName`.
#[utoipa::path(post, path = "/api/v1/accounting/parties", operation_id = "PartiesController_create", tag = "Parties",
    request_body = PartyInput, responses((status = 201, description = "The party", body = PartyView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: PartyInput = writing.body().await?;
    let command = input.command();
    // The log never holds personal text: a replayed answer has it from the request, which is the same.
    let (name, contact) = (command.name.clone(), command.contact.clone());
    let done = writing.run(command).await?;
    let party: Party = done.row().ok_or_else(|| Problem::internal(&"a party without its row"))?;
    let personal = PartyName::new(party.id, name, contact);
    done.created("/accounting/parties", PartyView::of(party, Some(personal)))
}
