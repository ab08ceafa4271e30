//! `organization control-changes`: the way back where changes of controls take two persons and nobody is left to approve one.

use domain::batch::Work;
use domain::commands::organization::update::UpdateOrganization;
use domain::rows::ControlChanges;
use domain::rows::replies::Item;
use domain::value::id::{OrganizationId, PrincipalId};
use serde_json::json;

use super::args::ControlChangesArgs;
use super::failure::Failure;
use super::output::Output;
use super::who;
use crate::commit::{Request, Submitted};
use crate::config::Config;
use crate::engine::Engine;

/// The operator, who is no principal of the organization.
const OPERATOR: PrincipalId = PrincipalId([0; 16]);

/// Lets one person change controls again. A fact of its own says that the operator did it.
///
/// # Errors
/// Where there is no such organization, or a server holds the data folder.
pub async fn run(config: &Config, args: &ControlChangesArgs, output: Output) -> Result<(), Failure> {
    let engine = Engine::open(config).await?;
    let done = lift(&engine, &args.organization).await;
    engine.database.close().await?;
    let (organization, was_on) = done?;
    let text = match was_on {
        true => format!(
            "one person can change policies and duties of {organization} again; its log shows that you did this"
        ),
        false => format!("one person can already change policies and duties of {organization}: nothing was done"),
    };
    output.say(&text, &json!({"organizationId": organization.to_string(), "changed": was_on}))
}

async fn lift(engine: &Engine, wanted: &str) -> Result<(OrganizationId, bool), Failure> {
    let organization = who::organization(&mut engine.database.snapshot().await?, Some(wanted)).await?;
    let command = UpdateOrganization { control_changes: Some(ControlChanges::Alone), ..UpdateOrganization::default() };
    let work = Work::One(Box::new(command.into()));
    let request = Request::of_system(organization, OPERATOR, "organization control-changes", work);
    let submitted = engine.committer.submit(request).await.map_err(|fault| Failure::failed(fault.to_string()))?;
    match submitted {
        Submitted::Done { mut items, .. } => match items.pop() {
            Some(Item::Done(reply)) => Ok((organization, reply.facts.is_some())),
            Some(Item::Rejected(rejection)) => Err(Failure::failed(rejection.detail)),
            Some(Item::RejectedBefore(_)) | None => Err(Failure::failed("no decision was made: try again")),
        },
        Submitted::Rejected(rejection) => Err(Failure::failed(rejection.detail)),
    }
}
