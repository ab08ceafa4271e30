//! Gives a principal their place in the organization, or changes it.
//!
//! Nobody grants rights that they lack, and the last administrator who is active and acts in all warehouses stays one.

use crate::access::duties;
use crate::access::reach::{self, kept};
use crate::access::role_rules::require_own;
use crate::book::context::{Context, rights_of_roles};
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::revised::Revised;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::controls::{proposing, state};
use crate::rows::{Membership, PrincipalKind, PrincipalName, Reply};
use crate::value::id::{PrincipalId, RoleId, WarehouseId};
use crate::value::permission::{BuiltInRole, Permission, PermissionSet};
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Patch, Sought, TypedId};

/// Creates a membership, or replaces its roles and state.
#[derive(Clone, Debug)]
pub struct SetMembership {
    pub principal: Sought<PrincipalId>,
    /// Must equal the membership's, if there is one.
    pub kind: PrincipalKind,
    /// Names of built-in roles, and ids or names of custom ones.
    pub roles: Vec<String>,
    /// A membership that is not active grants nothing.
    pub is_active: bool,
    /// The person who answers for a service account; `None` leaves it, or is the one who makes it.
    pub owner: Option<Sought<PrincipalId>>,
    /// The warehouses to which it is bound; null is all of them, and absent leaves it, which is all for a new one.
    pub warehouses: Patch<Vec<Sought<WarehouseId>>>,
    /// Display name; `None` leaves it.
    pub name: Option<String>,
    /// Versions of which one must be the present one (`If-Match`); 0 is a membership that does not exist yet.
    pub if_match: Option<Vec<i64>>,
}

impl SetMembership {
    /// The permission that it needs for a service account.
    pub const OF_SERVICE_ACCOUNTS: Permission = Permission::ServiceAccountsManage;
}

impl Decide for SetMembership {
    const PERMISSION: Permission = Permission::UsersManage;

    fn permission(&self) -> Permission {
        match self.kind {
            PrincipalKind::ServiceAccount => Self::OF_SERVICE_ACCOUNTS,
            PrincipalKind::User | PrincipalKind::Foreign | PrincipalKind::System => Self::PERMISSION,
        }
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Roles, Key::Memberships]);
        if let Some(id) = self.principal.id() {
            keys.extend([Key::Membership(id), Key::PrincipalName(id)]);
        }
        keys.extend(self.owner.as_ref().and_then(Sought::id).map(Key::Membership));
        keys.extend(self.warehouses.value().map(|_| Key::Warehouses));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let id = self.principal.require()?;
        let before = book.membership(id)?.cloned();
        // Who manages service accounts does not reach users by calling them so.
        if before.as_ref().is_some_and(|before| before.kind != self.kind) {
            return Err(Rejection::not_found().into());
        }
        let (roles, mut faults) = self.resolve_roles(book)?;
        let owner = self.resolve_owner(book, ctx, before.as_ref(), &mut faults)?;
        let warehouse_ids = self.resolve_warehouses(book, before.as_ref(), &mut faults)?;
        require_grantable(book, ctx, kept(before.as_ref(), self.is_active), &roles)?;
        require_version(self.if_match.as_deref(), before.as_ref().map_or(0, |before| before.version))?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }

        let mut after = before.clone().unwrap_or(Membership {
            principal_id: id,
            kind: self.kind,
            roles: String::new(),
            is_active: true,
            owner_id: None,
            held_by: String::new(),
            warehouse_ids: None,
            version: 0,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        });
        after.roles = roles;
        after.is_active = self.is_active;
        after.owner_id = owner;
        if self.kind == PrincipalKind::ServiceAccount {
            if before.is_none() {
                // Who makes it is shown its secret.
                duties::note_holders(book, ctx, &mut after)?;
            }
            owner.into_iter().for_each(|owner| duties::add(&mut after.held_by, owner));
        }
        after.warehouse_ids = warehouse_ids;
        reach::require_within_own(book, ctx, before.as_ref(), &after)?;
        require_an_admin(book, before.as_ref(), &after)?;
        let renamed = self.rename(book, id)?;
        if before.as_ref() == Some(&after) && !renamed {
            return Ok(Reply::new(id, after.version, Default::default()));
        }
        after.revise(ctx);
        let version = after.version;
        if let Some(mut change) = crate::controls::intended::intended_place(before.as_ref(), &after) {
            let left = accounts_left(book, before.as_ref(), &after)?;
            change.after = change.after.map(|after| state::leaving(after, left));
            proposing::note(book, ctx, &change);
        }
        book.memberships.put(after);
        let recorded = book.record(ctx, FactKind::MembershipChanged, id);
        Ok(Reply::new(id, version, recorded))
    }
}

impl SetMembership {
    /// The roles in stored form; a value that names no role becomes a fault.
    fn resolve_roles(&self, book: &Book) -> Result<(String, Vec<Fault>), Stop> {
        let mut faults = Vec::new();
        let mut resolved = Vec::with_capacity(self.roles.len());
        for (index, text) in self.roles.iter().enumerate() {
            if let Some(role) = BuiltInRole::parse(text) {
                resolved.push(role.name().to_owned());
                continue;
            }
            let by_id = match RoleId::parse(text) {
                Some(id) => book.role(id)?.map(|role| role.id),
                None => None,
            };
            let found = match by_id {
                Some(id) => Some(id),
                None => book.roles()?.find(|role| role.name == *text).map(|role| role.id),
            };
            match found {
                Some(id) => resolved.push(id.to_string()),
                None => {
                    let known: Vec<&str> = BuiltInRole::ALL.iter().map(|role| role.name()).collect();
                    let message = format!(
                        "there is no role {text}: use a built-in one ({}), or create the role first",
                        known.join(", ")
                    );
                    faults.push(Fault::new(format!("/roles/{index}"), Code::UnknownReference, message));
                }
            }
        }
        resolved.sort();
        resolved.dedup();
        Ok((resolved.join(" "), faults))
    }

    /// Who answers for the service account: the member that is named, who answered before, or the person who makes it.
    fn resolve_owner(
        &self,
        book: &Book,
        ctx: &Context,
        before: Option<&Membership>,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<PrincipalId>, Stop> {
        if self.kind != PrincipalKind::ServiceAccount {
            return Ok(None);
        }
        let Some(sought) = &self.owner else {
            return match before {
                Some(before) => Ok(before.owner_id),
                None => maker(book, ctx),
            };
        };
        let named = sought.find(|id| book.membership(id))?;
        let person = named.filter(|member| matches!(member.kind, PrincipalKind::User | PrincipalKind::Foreign));
        if person.is_none() {
            let message = format!(
                "the organization has no person with the id {sought}: a service account needs one as \
                 its owner"
            );
            faults.push(Fault::new("/ownerId", Code::UnknownReference, message));
        }
        Ok(person.map(|person| person.principal_id))
    }

    /// The warehouses to which it is bound, in stored form; a value that names none becomes a fault.
    fn resolve_warehouses(
        &self,
        book: &Book,
        before: Option<&Membership>,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<String>, Stop> {
        let sent = match &self.warehouses {
            Patch::Absent => return Ok(before.and_then(|before| before.warehouse_ids.clone())),
            Patch::Null => return Ok(None),
            Patch::Set(sent) => sent,
        };
        let mut resolved = Vec::with_capacity(sent.len());
        for (index, sought) in sent.iter().enumerate() {
            let found = match sought.id() {
                Some(id) => book.warehouses()?.find(|warehouse| warehouse.id == id),
                None => None,
            };
            match found {
                Some(warehouse) => resolved.push(warehouse.id.to_string()),
                None => {
                    let message = format!("there is no warehouse with the id {sought} here");
                    faults.push(Fault::new(format!("/warehouseIds/{index}"), Code::UnknownReference, message));
                }
            }
        }
        resolved.sort();
        resolved.dedup();
        Ok(Some(resolved.join(" ")))
    }

    /// Sets the display name, and says whether it changed.
    fn rename(&self, book: &mut Book, id: PrincipalId) -> Result<bool, Stop> {
        let Some(name) = &self.name else { return Ok(false) };
        let stored = book.principal_names.get(&(id,)).ok_or(Stop::Missing(Key::PrincipalName(id)))?;
        if stored.is_some_and(|stored| stored.name == *name) {
            return Ok(false);
        }
        book.principal_names.put(PrincipalName { principal_id: id, name: name.clone() });
        Ok(true)
    }
}

/// The person who acts, also through a service account; nobody where it is the service itself.
fn maker(book: &Book, ctx: &Context) -> Result<Option<PrincipalId>, Stop> {
    Ok(match ctx.actor.kind {
        PrincipalKind::User | PrincipalKind::Foreign => Some(ctx.actor.principal),
        PrincipalKind::ServiceAccount => book.membership(ctx.actor.principal)?.and_then(|own| own.owner_id),
        PrincipalKind::System => None,
    })
}

/// New rights of the membership must be the actor's own, also while it is inactive: the person who activates it looks
/// at the member, not at each role.
fn require_grantable(book: &Book, ctx: &Context, kept: Option<&Membership>, roles: &str) -> Result<(), Stop> {
    let had = match kept {
        Some(before) => rights_of_roles(book, &before.roles)?,
        None => PermissionSet::NONE,
    };
    require_own(ctx.rights(book)?, had, rights_of_roles(book, roles)?)
}

/// The active service accounts whose owner stops being active by the change: they go on, and somebody must know.
fn accounts_left(book: &Book, before: Option<&Membership>, after: &Membership) -> Result<Vec<String>, Stop> {
    if after.is_active || !before.is_some_and(|before| before.is_active) {
        return Ok(Vec::new());
    }
    let own = |other: &&Membership| other.is_active && other.owner_id == Some(after.principal_id);
    Ok(book.memberships()?.filter(own).map(|account| account.principal_id.to_string()).collect())
}

/// Every change that takes away the last administrator is refused: of the role, of being active, or of acting in all
/// warehouses.
fn require_an_admin(book: &Book, before: Option<&Membership>, after: &Membership) -> Result<(), Stop> {
    if after.administers() || !before.is_some_and(Membership::administers) {
        return Ok(());
    }
    if book.memberships()?.any(|other| other.principal_id != after.principal_id && other.administers()) {
        return Ok(());
    }
    let message = "this is the last active administrator with access to all warehouses: make somebody else one first";
    Err(Rejection::new(Code::LastAdmin, message).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::context::Actor;
    use crate::commands::roles::create::CreateRole;
    use crate::rows::FactRow;
    use crate::testing::{ADMIN, Stage};

    const ANN: PrincipalId = PrincipalId([2; 16]);

    fn set(principal: PrincipalId, roles: &[&str]) -> SetMembership {
        SetMembership {
            principal: Sought::Id(principal),
            kind: PrincipalKind::User,
            roles: roles.iter().map(|&role| role.to_owned()).collect(),
            is_active: true,
            owner: None,
            warehouses: Patch::Absent,
            name: None,
            if_match: None,
        }
    }

    fn acting(principal: PrincipalId) -> Actor {
        Actor { principal, kind: PrincipalKind::User, claimed_roles: None, scope: None }
    }

    #[test]
    fn a_membership_is_made_changed_and_left_alone_where_nothing_changes() {
        let mut stage = Stage::new();
        let ann = SetMembership { name: Some("Ann Ash".to_owned()), ..set(ANN, &["clerk", "auditor", "clerk"]) };
        assert_eq!(stage.run(ann.clone()).expect("made").version, 1);
        assert_eq!(stage.rows::<Membership>()[1].roles, "auditor clerk");
        for same in [ann.clone(), set(ANN, &["auditor", "clerk"])] {
            assert_eq!(stage.run(same).expect("no change").facts, None);
        }
        let renamed = SetMembership { name: Some("Ann Oak".to_owned()), ..ann.clone() };
        assert_eq!(stage.run(renamed).expect("renamed").version, 2);
        let logged = stage.rows::<FactRow>().iter().any(|fact| fact.payload.windows(3).any(|bytes| bytes == b"Ann"));
        assert!(!logged, "a name is in a fact");
        let stale = SetMembership { if_match: Some(vec![1]), ..ann };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
    }

    #[test]
    fn unknown_roles_are_named_with_their_place() {
        let mut stage = Stage::new();
        let rejection = stage.run(set(ANN, &["clerk", "king", "role_x"])).expect_err("refused");
        let pointers: Vec<&str> = rejection.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!((rejection.code, pointers), (Code::UnknownReference, vec!["/roles/1", "/roles/2"]));
        let malformed = SetMembership { principal: Sought::of("prn_x"), ..set(ANN, &[]) };
        assert_eq!(stage.run(malformed).expect_err("malformed").code, Code::NotFound);
    }

    #[test]
    fn nobody_grants_what_he_lacks_by_role_reactivation_or_another_kind() {
        let mut stage = Stage::new();
        let manager = CreateRole {
            name: "user manager".to_owned(),
            description: None,
            permissions: vec!["users:manage".to_owned(), "accounts:read".to_owned()],
        };
        stage.run(manager).expect("role");
        stage.run(set(ANN, &["user manager"])).expect("by name");
        let other = PrincipalId([3; 16]);
        let refused = |stage: &mut Stage, command| stage.run_as(acting(ANN), command).expect_err("refused").code;
        assert_eq!(refused(&mut stage, set(other, &["clerk"])), Code::GrantExceedsRights);
        assert_eq!(refused(&mut stage, set(ANN, &["admin"])), Code::GrantExceedsRights);
        let asleep = |roles: &[&str]| SetMembership { is_active: false, ..set(other, roles) };
        assert_eq!(refused(&mut stage, asleep(&["clerk"])), Code::GrantExceedsRights);
        stage.run(asleep(&["clerk"])).expect("the administrator may");
        assert_eq!(refused(&mut stage, set(other, &["clerk"])), Code::GrantExceedsRights);
        let service = SetMembership { kind: PrincipalKind::ServiceAccount, ..set(ADMIN, &["admin"]) };
        assert_eq!(stage.run(service).expect_err("a user is no service account").code, Code::NotFound);
        stage.run(set(other, &["clerk"])).expect("the administrator may");
        let kept = SetMembership { name: Some("Bob".to_owned()), ..set(other, &["clerk"]) };
        stage.run_as(acting(ANN), kept).expect("what he had is no grant");
    }

    #[test]
    fn nobody_gives_to_who_is_inactive_what_comes_to_life_with_them() {
        let mut stage = Stage::new();
        let manager = CreateRole {
            name: "user manager".to_owned(),
            description: None,
            permissions: vec!["users:manage".to_owned()],
        };
        stage.run(manager).expect("role");
        stage.run(set(ANN, &["user manager"])).expect("manager");
        let pal = PrincipalId([3; 16]);
        stage.run(set(pal, &["clerk"])).expect("pal");
        let asleep = |roles: &[&str]| SetMembership { is_active: false, ..set(pal, roles) };
        let refused = |stage: &mut Stage, command| stage.run_as(acting(ANN), command).expect_err("refused").code;
        assert_eq!(refused(&mut stage, asleep(&["admin"])), Code::GrantExceedsRights, "while it becomes inactive");
        stage.run_as(acting(ANN), asleep(&["clerk"])).expect("shuts out, and leaves the roles");
        assert_eq!(refused(&mut stage, asleep(&["admin"])), Code::GrantExceedsRights, "while it is inactive");
        stage.run_as(acting(ANN), asleep(&["user manager"])).expect("less, and of his own");
        stage.run_as(acting(ANN), set(pal, &["user manager"])).expect("his own");
    }

    #[test]
    fn a_service_account_has_a_person_who_answers_for_it() {
        let mut stage = Stage::new();
        let (shop, robot) = (PrincipalId([4; 16]), PrincipalId([5; 16]));
        let account = |id: PrincipalId, owner: Option<PrincipalId>| SetMembership {
            kind: PrincipalKind::ServiceAccount,
            owner: owner.map(Sought::Id),
            ..set(id, &["admin"])
        };
        let owner_of = |stage: &Stage, id| {
            stage.rows::<Membership>().into_iter().find(|row| row.principal_id == id).expect("member").owner_id
        };
        stage.run(set(ANN, &["clerk"])).expect("ann");
        stage.run(account(shop, None)).expect("made");
        assert_eq!((owner_of(&stage, shop), owner_of(&stage, ANN)), (Some(ADMIN), None));
        let by_shop = Actor { kind: PrincipalKind::ServiceAccount, ..acting(shop) };
        stage.run_as(by_shop, account(robot, None)).expect("made");
        assert_eq!(owner_of(&stage, robot), Some(ADMIN), "the person behind the one that made it");
        stage.run(account(shop, Some(ANN))).expect("handed over");
        stage.run(account(shop, None)).expect("left");
        assert_eq!(owner_of(&stage, shop), Some(ANN));
        for nobody in [robot, PrincipalId([9; 16])] {
            let rejection = stage.run(account(shop, Some(nobody))).expect_err("no person");
            assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::UnknownReference, "/ownerId"));
        }
    }

    #[test]
    fn the_last_administrator_stays_active_and_in_all_warehouses() {
        let mut stage = Stage::new();
        let demoted = set(ADMIN, &["clerk"]);
        let asleep = SetMembership { is_active: false, ..set(ADMIN, &["admin"]) };
        let bound = SetMembership { warehouses: Patch::Set(Vec::new()), ..set(ADMIN, &["admin"]) };
        for command in [demoted.clone(), asleep.clone(), bound.clone()] {
            assert_eq!(stage.run(command).expect_err("last").code, Code::LastAdmin);
        }
        stage.run(SetMembership { is_active: false, ..set(ANN, &["admin"]) }).expect("an inactive one");
        let robot = SetMembership { kind: PrincipalKind::ServiceAccount, ..set(PrincipalId([8; 16]), &["admin"]) };
        stage.run(robot).expect("a program");
        let elsewhere = SetMembership { warehouses: Patch::Set(Vec::new()), ..set(PrincipalId([7; 16]), &["admin"]) };
        stage.run(elsewhere).expect("one who acts in some warehouses");
        for command in [demoted.clone(), bound] {
            assert_eq!(stage.run(command).expect_err("still the last").code, Code::LastAdmin);
        }
        stage.run(set(ANN, &["admin"])).expect("a second one");
        stage.run(demoted).expect("not the last");
        let back = set(ADMIN, &["admin"]);
        assert_eq!(stage.run(back).expect_err("a clerk manages nobody").code, Code::Forbidden);
    }
}
