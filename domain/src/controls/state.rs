//! Controls as JSON: the states before and after a change, and the command that leads from one to the other.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{
    ApprovalPolicy, ApprovalSubject, ControlChange, ControlChanges, ControlSubject, Membership, Organization, Role,
};
use crate::value::id::{ApprovalPolicyId, JournalId};
use crate::value::movement_kind::MovementKind;
use crate::value::{BadCell, Currency, Decimal, Json, TypedId};

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

/// The part of the settings that is a control.
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

/// The present state of a change's subject; `None` if it does not exist.
pub(crate) fn now(book: &Book, change: &ControlChange) -> Result<Option<String>, Stop> {
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

/// The policy in a change, with the fields that decide on approval; `None` if there is none.
pub(crate) fn policy(
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
pub(crate) fn duties(state: Option<&str>) -> Result<(bool, bool, bool), BadCell> {
    let state = Json::parse(state.ok_or_else(bad)?).map_err(|_| bad())?;
    let duties = state.get("separationOfDuties").ok_or_else(bad)?;
    let takes_two = said(&state, "controlChanges")? == ControlChanges::SecondPerson.name();
    Ok((flag(duties, "approverNotPreparer")?, flag(duties, "voiderNotPoster")?, takes_two))
}

pub(crate) fn bad() -> BadCell {
    BadCell { wanted: "a change of controls", found: "another content".to_owned() }
}

pub(crate) fn said(state: &Json, name: &str) -> Result<String, BadCell> {
    perhaps(state, name)?.ok_or_else(bad)
}

pub(crate) fn perhaps(state: &Json, name: &str) -> Result<Option<String>, BadCell> {
    match state.get(name) {
        Some(Json::Text(text)) => Ok(Some(text.clone())),
        Some(Json::Null) => Ok(None),
        _ => Err(bad()),
    }
}

pub(crate) fn flag(state: &Json, name: &str) -> Result<bool, BadCell> {
    match state.get(name) {
        Some(Json::Bool(yes)) => Ok(*yes),
        _ => Err(bad()),
    }
}

pub(crate) fn amount(state: &Json) -> Result<Decimal, BadCell> {
    Decimal::parse(&said(state, "minAmount")?).map_err(|_| bad())
}

pub(crate) fn kind(state: &Json) -> Result<Option<MovementKind>, BadCell> {
    perhaps(state, "movementKind")?.map(|name| MovementKind::parse(&name).ok_or_else(bad)).transpose()
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(name, member)| (name.to_owned(), member)).collect())
}

pub(crate) fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

fn maybe(text: Option<String>) -> Json {
    text.map_or(Json::Null, Json::Text)
}

fn words(text: &str) -> Json {
    Json::List(text.split_whitespace().map(|word| Json::Text(word.to_owned())).collect())
}
