//! Changes of roles, of memberships and of approval policies, as controls keep them.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::controls::proposing::Intended;
use crate::controls::state;
use crate::rows::{ApprovalPolicy, ControlSubject, Membership, Role};

/// A change of a custom role, as controls keep it.
pub(crate) fn intended_role(before: Option<&Role>, after: Option<&Role>) -> Intended {
    let has = |role: Option<&Role>, right: &str| {
        role.is_some_and(|role| role.permissions.split_whitespace().any(|one| one == right))
    };
    let after_rights = after.map_or("", |role| role.permissions.as_str());
    Intended {
        subject: ControlSubject::Role,
        id: before.or(after).map(|role| role.id.to_string()).unwrap_or_default(),
        before: before.map(state::of_role),
        after: after.map(state::of_role),
        loosens: after_rights.split_whitespace().any(|right| !has(before, right)),
    }
}

/// A change of somebody's membership, as controls keep it; `None` if their rights stay the same.
pub(crate) fn intended_place(before: Option<&Membership>, after: &Membership) -> Option<Intended> {
    let (was, is) = (before.map(state::of_membership), state::of_membership(after));
    if was.as_ref() == Some(&is) {
        return None;
    }
    let held = before.filter(|before| before.is_active);
    let had = |role: &str| held.is_some_and(|held| held.roles.split_whitespace().any(|one| one == role));
    let acted = |place: &str| match held.map(|held| &held.warehouse_ids) {
        Some(Some(ids)) => ids.split_whitespace().any(|one| one == place),
        Some(None) => true,
        None => false,
    };
    let reaches_further = match &after.warehouse_ids {
        Some(ids) => ids.split_whitespace().any(|place| !acted(place)),
        None => held.is_none_or(|held| held.warehouse_ids.is_some()),
    };
    Some(Intended {
        subject: ControlSubject::Membership,
        id: after.principal_id.to_string(),
        before: was,
        after: Some(is),
        loosens: after.is_active && (after.roles.split_whitespace().any(|role| !had(role)) || reaches_further),
    })
}

/// A change of a policy, as controls keep it.
pub(crate) fn intended(
    book: &Book,
    before: Option<&ApprovalPolicy>,
    after: Option<&ApprovalPolicy>,
) -> Result<Intended, Stop> {
    let base = book.organization()?.base_currency;
    let state = |policy: &ApprovalPolicy| state::of_policy(policy, base);
    Ok(Intended {
        subject: ControlSubject::ApprovalPolicy,
        id: before.or(after).map(|policy| policy.id.to_string()).unwrap_or_default(),
        before: before.map(state),
        after: after.map(state),
        loosens: before.is_some_and(|before| match after {
            Some(after) => !after.covers(before),
            None => before.is_active,
        }),
    })
}
