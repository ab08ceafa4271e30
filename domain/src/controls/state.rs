//! Controls as JSON: what a change keeps of before and after, and the command that leads from one to the other.

use super::{ControlAction, ControlChange, ControlSubject};
use crate::access::{Membership, Permission, Role};
use crate::approvals::create_policy::CreateApprovalPolicy;
use crate::approvals::delete_policy::DeleteApprovalPolicy;
use crate::approvals::update_policy::UpdateApprovalPolicy;
use crate::approvals::{ApprovalPolicy, ApprovalSubject};
use crate::book::Book;
use crate::command::Decide;
use crate::context::Context;
use crate::inventory::movement_kind::MovementKind;
use crate::reply::Reply;
use crate::settings::update_organization::UpdateOrganization;
use crate::settings::{ControlChanges, Organization};
use crate::stop::Stop;
use crate::value::id::{ApprovalPolicyId, JournalId};
use crate::value::{BadCell, Currency, Decimal, Json, Patch, TypedId};

use super::Consent;

/// An approval policy in books of this currency.
pub(crate) fn of_policy(policy: &ApprovalPolicy, base: Currency) -> Json {
    object([
        ("name", text(&policy.name)),
        ("appliesTo", text(policy.applies_to.name())),
        ("journalId", maybe(policy.journal_id.map(|id| id.to_string()))),
        ("movementKind", maybe(policy.movement_kind.map(|kind| kind.name().to_owned()))),
        ("minAmount", text(&Decimal::from_units(policy.min_amount, base.decimals()).to_string())),
        ("isActive", Json::Bool(policy.is_active)),
    ])
}

/// What of the settings is a control.
pub(crate) fn of_settings(settings: &Organization) -> Json {
    let duties = object([
        ("approverNotPreparer", Json::Bool(settings.approver_not_preparer)),
        ("voiderNotPoster", Json::Bool(settings.voider_not_poster)),
    ]);
    object([("separationOfDuties", duties), ("controlChanges", text(settings.control_changes.name()))])
}

/// A custom role.
pub(crate) fn of_role(role: &Role) -> Json {
    object([("name", text(&role.name)), ("permissions", words(&role.permissions))])
}

/// Somebody's place; names of people are not in it.
pub(crate) fn of_membership(membership: &Membership) -> Json {
    object([
        ("kind", text(membership.kind.name())),
        ("roles", words(&membership.roles)),
        ("isActive", Json::Bool(membership.is_active)),
        ("warehouseIds", membership.warehouse_ids.as_deref().map_or(Json::Null, words)),
    ])
}

/// The state of somebody's place with the service accounts that lose their active owner by it, where there are any.
pub(crate) fn leaving(mut place: Json, accounts: Vec<String>) -> Json {
    if let Json::Object(members) = &mut place
        && !accounts.is_empty()
    {
        let accounts = accounts.into_iter().map(Json::Text).collect();
        members.insert("ownerlessServiceAccounts".to_owned(), Json::List(accounts));
    }
    place
}

/// What two persons may do: the change of a policy or of settings.
pub(super) enum Intent {
    Create(CreateApprovalPolicy),
    Update(UpdateApprovalPolicy),
    Delete(DeleteApprovalPolicy),
    Settings(Box<UpdateOrganization>),
}

impl Intent {
    /// What a change proposes.
    ///
    /// # Errors
    /// Where what is stored cannot be read.
    pub(super) fn of(change: &ControlChange) -> Result<Self, Stop> {
        read(change).map_err(|bad| Stop::unreadable("control_changes", change.id, &bad))
    }

    /// What its proposer must be allowed to do.
    pub(super) fn permission(&self) -> Permission {
        match self {
            Self::Create(command) => command.permission(),
            Self::Update(command) => command.permission(),
            Self::Delete(command) => command.permission(),
            Self::Settings(command) => command.permission(),
        }
    }

    /// Makes the change.
    ///
    /// # Errors
    /// As the command itself.
    pub(super) fn carry_out(&self, book: &mut Book, ctx: &Context, consent: Consent<'_>) -> Result<Reply, Stop> {
        match self {
            Self::Create(command) => command.carry_out(book, ctx, consent),
            Self::Update(command) => command.carry_out(book, ctx, consent),
            Self::Delete(command) => command.carry_out(book, ctx, consent),
            Self::Settings(command) => command.carry_out(book, ctx, consent),
        }
    }
}

/// The state of what a change is about, as the books have it now; `None` where it is not there.
pub(super) fn now(book: &Book, change: &ControlChange) -> Result<Option<String>, Stop> {
    let settings = book.organization()?;
    let state = match change.subject_type {
        ControlSubject::Organization => Some(of_settings(settings)),
        ControlSubject::ApprovalPolicy => match ApprovalPolicyId::parse(&change.subject_id) {
            Some(id) => book.approval_policy(id)?.map(|policy| of_policy(policy, settings.base_currency)),
            None => None,
        },
        ControlSubject::Role | ControlSubject::Membership => None,
    };
    Ok(state.map(|state| state.to_string()))
}

/// The policy that a change keeps, as far as it says what is asked for; `None` where there is none.
pub(super) fn policy(
    change: &ControlChange,
    state: Option<&str>,
    base: Currency,
) -> Result<Option<ApprovalPolicy>, BadCell> {
    let Some(text) = state else { return Ok(None) };
    let state = Json::parse(text).map_err(|_| bad())?;
    Ok(Some(ApprovalPolicy {
        id: ApprovalPolicyId::parse(&change.subject_id).ok_or_else(bad)?,
        name: said(&state, "name")?,
        applies_to: ApprovalSubject::parse(&said(&state, "appliesTo")?).ok_or_else(bad)?,
        journal_id: match perhaps(&state, "journalId")? {
            Some(id) => Some(JournalId::parse(&id).ok_or_else(bad)?),
            None => None,
        },
        movement_kind: kind(&state)?,
        min_amount: amount(&state)?.to_units(base.decimals()).map_err(|_| bad())?,
        is_active: flag(&state, "isActive")?,
        version: 1,
        created_at: change.proposed_at,
        created_by: change.proposed_by,
        updated_at: change.proposed_at,
        updated_by: change.proposed_by,
    }))
}

/// Which of the settings that are controls are on: approver and preparer apart, voider and poster apart, a second person.
pub(super) fn duties(state: Option<&str>) -> Result<(bool, bool, bool), BadCell> {
    let state = Json::parse(state.ok_or_else(bad)?).map_err(|_| bad())?;
    let duties = state.get("separationOfDuties").ok_or_else(bad)?;
    let takes_two = said(&state, "controlChanges")? == ControlChanges::SecondPerson.name();
    Ok((flag(duties, "approverNotPreparer")?, flag(duties, "voiderNotPoster")?, takes_two))
}

fn read(change: &ControlChange) -> Result<Intent, BadCell> {
    let after = match &change.after_state {
        Some(text) => Json::parse(text).map_err(|_| bad())?,
        None => Json::Null,
    };
    Ok(match (change.subject_type, change.action) {
        (ControlSubject::ApprovalPolicy, ControlAction::Create) => Intent::Create(CreateApprovalPolicy {
            name: said(&after, "name")?,
            applies_to: ApprovalSubject::parse(&said(&after, "appliesTo")?).ok_or_else(bad)?,
            journal: perhaps(&after, "journalId")?,
            movement_kind: kind(&after)?,
            min_amount: amount(&after)?,
            is_active: flag(&after, "isActive")?,
        }),
        (ControlSubject::ApprovalPolicy, ControlAction::Update) => Intent::Update(UpdateApprovalPolicy {
            policy: change.subject_id.clone(),
            if_match: None,
            name: Some(said(&after, "name")?),
            journal: perhaps(&after, "journalId")?.map_or(Patch::Null, Patch::Set),
            movement_kind: kind(&after)?.map_or(Patch::Null, Patch::Set),
            min_amount: Some(amount(&after)?),
            is_active: Some(flag(&after, "isActive")?),
        }),
        (ControlSubject::ApprovalPolicy, ControlAction::Delete) => {
            Intent::Delete(DeleteApprovalPolicy { policy: change.subject_id.clone(), if_match: None })
        }
        (ControlSubject::Organization, ControlAction::Update) => {
            let duties = after.get("separationOfDuties").ok_or_else(bad)?;
            Intent::Settings(Box::new(UpdateOrganization {
                approver_not_preparer: Some(flag(duties, "approverNotPreparer")?),
                voider_not_poster: Some(flag(duties, "voiderNotPoster")?),
                control_changes: Some(ControlChanges::parse(&said(&after, "controlChanges")?).ok_or_else(bad)?),
                ..UpdateOrganization::default()
            }))
        }
        _ => return Err(bad()),
    })
}

fn bad() -> BadCell {
    BadCell { wanted: "a change of controls", found: "another content".to_owned() }
}

fn said(state: &Json, name: &str) -> Result<String, BadCell> {
    perhaps(state, name)?.ok_or_else(bad)
}

fn perhaps(state: &Json, name: &str) -> Result<Option<String>, BadCell> {
    match state.get(name) {
        Some(Json::Text(text)) => Ok(Some(text.clone())),
        Some(Json::Null) => Ok(None),
        _ => Err(bad()),
    }
}

fn flag(state: &Json, name: &str) -> Result<bool, BadCell> {
    match state.get(name) {
        Some(Json::Bool(yes)) => Ok(*yes),
        _ => Err(bad()),
    }
}

fn amount(state: &Json) -> Result<Decimal, BadCell> {
    Decimal::parse(&said(state, "minAmount")?).map_err(|_| bad())
}

fn kind(state: &Json) -> Result<Option<MovementKind>, BadCell> {
    perhaps(state, "movementKind")?.map(|name| MovementKind::parse(&name).ok_or_else(bad)).transpose()
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(name, member)| (name.to_owned(), member)).collect())
}

fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

fn maybe(text: Option<String>) -> Json {
    text.map_or(Json::Null, Json::Text)
}

fn words(text: &str) -> Json {
    Json::List(text.split_whitespace().map(|word| Json::Text(word.to_owned())).collect())
}
