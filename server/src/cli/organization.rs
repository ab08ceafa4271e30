//! `organization add`: another organization, by the operator's own right.

use serde_json::json;
use store::operational::login_memberships::Origin;

use super::args::OrganizationAddArgs;
use super::failure::Failure;
use super::init;
use super::output::Output;
use super::who;
use crate::config::Config;
use crate::engine::Engine;
use crate::identity::fresh_id;
use crate::identity::organizations::{self, Founding, NewOrganization};

/// Makes an organization and lets a user of the instance administer it.
///
/// # Errors
/// Where an argument does not do, there is no such user, or a server holds the data folder.
pub async fn add(config: &Config, args: OrganizationAddArgs, output: Output) -> Result<(), Failure> {
    let name = init::named(&args.name).map_err(Failure::usage)?;
    let base_currency = init::currency(&args.currency).map_err(Failure::usage)?;
    let timezone = init::zone(&args.timezone).map_err(Failure::usage)?;
    let asked = init::Asked { chart: args.chart, fiscal_year: args.fiscal_year, warehouse: args.warehouse };
    let beginnings = init::given(asked)?;
    let engine = Engine::open(config).await?;
    let made = async {
        let login = who::user(&mut engine.database.snapshot().await?, &args.administrator).await?;
        let new = NewOrganization {
            id: fresh_id::new(),
            name,
            base_currency,
            timezone,
            admin: login.principal_id,
            admin_name: login.display_name,
            origin: Origin::Joined,
            founded_by: None,
            beginnings,
        };
        organizations::create(&engine.database, &engine.committer, Founding::default(), &new, "organization add", None)
            .await?;
        Ok::<_, Failure>(new.id)
    }
    .await;
    engine.database.close().await?;
    let organization = made?;
    let text = format!(
        "the organization {organization} has been created, and {0} administers it\n\nnext:\n  countinghouse token \
         --user {0} --organization {organization}",
        args.administrator
    );
    output.say(&text, &json!({"organizationId": organization.to_string(), "username": args.administrator}))?;
    Ok(())
}
