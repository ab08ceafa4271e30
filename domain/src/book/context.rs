//! The context of one command: the only clock, the only source of ids, and the actor.

use std::cell::Cell;

use crate::book::Book;
use crate::book::reach::Reach;
use crate::book::stop::Stop;
use crate::rows::PrincipalKind;
use crate::value::id::{PrincipalId, RoleId, encode};
use crate::value::permission::{BuiltInRole, Permission, PermissionSet};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Instant, TypedId, limits};

/// Who acts, as the caller's token says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    /// The principal.
    pub principal: PrincipalId,
    /// Its kind.
    pub kind: PrincipalKind,
    /// Roles that a trusted issuer's token claims; `None` where stored memberships decide.
    pub claimed_roles: Option<Vec<BuiltInRole>>,
    /// The limit of the token; `None` is no limit.
    pub scope: Option<PermissionSet>,
}

impl Actor {
    /// The actor's rights in this organization: the union of their roles, cut to the token's scope, without rights that
    /// need another one ([`PermissionSet::effective`]). A stored membership outranks what a foreign token claims.
    ///
    /// # Errors
    /// `Missing` where membership or roles are not loaded.
    pub fn rights(&self, book: &Book) -> Result<PermissionSet, Stop> {
        if self.kind == PrincipalKind::System {
            return Ok(PermissionSet::ALL);
        }
        let granted = match (book.membership(self.principal)?, &self.claimed_roles) {
            (Some(membership), _) if membership.is_active => rights_of_roles(book, &membership.roles)?,
            (Some(_), _) | (None, None) => PermissionSet::NONE,
            (None, Some(roles)) => roles.iter().fold(PermissionSet::NONE, |set, role| set.union(role.permissions())),
        };
        Ok(granted.intersection(self.scope.unwrap_or(PermissionSet::ALL)).effective())
    }

    /// The warehouses in which the actor acts: those of their stored membership, otherwise all.
    ///
    /// # Errors
    /// `Missing` where the membership is not loaded, or the warehouses to which it is bound are not.
    pub fn reach(&self, book: &Book) -> Result<Reach, Stop> {
        if self.kind == PrincipalKind::System {
            return Ok(Reach::Everywhere);
        }
        match book.membership(self.principal)? {
            Some(membership) => Reach::of(book, membership),
            None => Ok(Reach::Everywhere),
        }
    }

    /// Requires a permission.
    ///
    /// # Errors
    /// `forbidden` with the permission's name.
    pub fn require(&self, book: &Book, permission: Permission) -> Result<(), Stop> {
        if self.rights(book)?.has(permission) {
            return Ok(());
        }
        Err(Rejection::new(
            Code::Forbidden,
            format!(
                "you do not have the permission {}: ask an administrator for a role that has it",
                permission.needed()
            ),
        )
        .with("permission", permission.name())
        .into())
    }
}

/// Everything that a decision may know besides the book.
#[derive(Debug)]
pub struct Context {
    /// When it happens: later than everything before it in this organization.
    pub at: Instant,
    /// The time of the clock.
    pub clock: Instant,
    /// Who does it.
    pub actor: Actor,
    /// The request that asked for it.
    pub request_id: String,
    /// Where new ids come from.
    pub ids: IdSource,
}

impl Context {
    /// The time: the instant of the command, unless a wrong clock once wrote the log ahead of time. Later facts then
    /// follow that log and carry the true day.
    #[must_use]
    pub fn now(&self) -> Instant {
        if self.at.0.saturating_sub(self.clock.0) > limits::CLOCK_BEHIND_US { self.clock } else { self.at }
    }

    /// The actor's rights here.
    ///
    /// # Errors
    /// As [`Actor::rights`].
    pub fn rights(&self, book: &Book) -> Result<PermissionSet, Stop> {
        self.actor.rights(book)
    }

    /// In which warehouses the actor acts.
    ///
    /// # Errors
    /// As [`Actor::reach`].
    pub fn reach(&self, book: &Book) -> Result<Reach, Stop> {
        self.actor.reach(book)
    }

    /// The same command, decided as somebody else: the person who proposed the change that is approved now.
    #[must_use]
    pub(crate) fn as_another(&self, actor: Actor) -> Self {
        let (request_id, ids) = (self.request_id.clone(), IdSource::new(self.at, self.ids.seed));
        Self { at: self.at, clock: self.clock, actor, request_id, ids }
    }

    /// Requires a permission of the actor.
    ///
    /// # Errors
    /// As [`Actor::require`].
    pub fn require(&self, book: &Book, permission: Permission) -> Result<(), Stop> {
        self.actor.require(book, permission)
    }
}

/// The union of the permissions of these roles: names of built-in ones and ids of custom ones.
///
/// # Errors
/// `Missing` where custom roles are not loaded.
pub fn rights_of_roles(book: &Book, roles: &str) -> Result<PermissionSet, Stop> {
    let mut set = PermissionSet::NONE;
    for name in roles.split_whitespace() {
        if let Some(role) = BuiltInRole::parse(name) {
            set = set.union(role.permissions());
        } else if let Some(id) = RoleId::parse(name)
            && let Some(role) = book.role(id)?
        {
            // A role with one that this program does not know is not loaded: it is damaged, or of a newer program.
            let known = role.permissions.split_whitespace().filter_map(Permission::parse);
            set = set.union(PermissionSet::of(&known.collect::<Vec<_>>()));
        }
    }
    Ok(set)
}

/// New ids of one command: UUIDv7 of its instant (RFC 9562, with the sub-millisecond part in `rand_a`),
/// so that keys are appended in the order in which things happen.
#[derive(Debug)]
pub struct IdSource {
    at: Instant,
    seed: u64,
    given: Cell<u64>,
    made: Option<MadeId>,
    /// Whether that one is still to be given.
    is_owed: Cell<bool>,
}

/// The id of something that a command will make, chosen before: others of the same request refer to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MadeId {
    /// The prefix of its type.
    pub prefix: &'static str,
    /// A UUIDv7 that nothing has yet.
    pub bytes: [u8; 16],
}

impl MadeId {
    /// Its text on the wire.
    #[must_use]
    pub fn text(self) -> String {
        format!("{}_{}", self.prefix, encode(self.bytes))
    }
}

impl IdSource {
    /// A source for a command at this instant; the seed is random from outside.
    #[must_use]
    pub fn new(at: Instant, seed: u64) -> Self {
        Self { at, seed, given: Cell::new(0), made: None, is_owed: Cell::new(false) }
    }

    /// The same source, which gives this id to the first thing of its type.
    #[must_use]
    pub(crate) fn giving(self, made: Option<MadeId>) -> Self {
        Self { made, is_owed: Cell::new(made.is_some()), ..self }
    }

    /// Whether an id was chosen before, and the subject of the reply has another.
    pub(crate) fn is_owing(&self, subject: &str) -> bool {
        self.made.is_some_and(|made| made.text() != subject)
    }

    /// The next id.
    pub fn next<T: TypedId>(&self) -> T {
        if let Some(made) = self.made.filter(|made| self.is_owed.get() && made.prefix == T::PREFIX) {
            self.is_owed.set(false);
            return T::from_bytes(made.bytes);
        }
        let turn = self.given.get();
        self.given.set(turn + 1);
        let micros = self.at.0.unsigned_abs();
        let millis = u128::from(micros / 1000) & 0xffff_ffff_ffff;
        let fraction = u128::from((micros % 1000) << 2 | turn.min(3));
        let random = u128::from(mix(self.seed, turn)) & 0x3fff_ffff_ffff_ffff;
        // Two bits of the fraction tell the first three ids apart; later ones count in the random part.
        let random = if turn < 3 { random } else { random & 0x3ff_ffff_ffff | u128::from(turn & 0xf_ffff) << 42 };
        let bits = (millis << 80) | (7 << 76) | (fraction << 64) | (0b10 << 62) | random;
        T::from_bytes(bits.to_be_bytes())
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014) of a seed at one of its steps.
fn mix(seed: u64, step: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(step + 1));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::id::EntryId;

    #[test]
    fn a_thousand_ids_of_one_command_come_in_order() {
        let source = IdSource::new(Instant(1_700_000_000_000_999), 7);
        let ids: Vec<EntryId> = (0..1_000).map(|_| source.next()).collect();
        assert!(ids.is_sorted_by(|earlier, later| earlier < later));
        assert!(ids.iter().all(|id| (id.0[6] >> 4, id.0[8] >> 6) == (7, 2)));
    }

    #[test]
    fn ids_of_one_command_differ_and_follow_the_clock() {
        let early = IdSource::new(Instant(1_700_000_000_000_123), 7);
        let late = IdSource::new(Instant(1_700_000_000_000_124), 7);
        let ids: Vec<EntryId> = vec![early.next(), early.next(), early.next(), late.next()];
        let mut sorted = ids.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted, ids);
        assert_eq!(ids[0].0[6] >> 4, 7, "version");
        assert_eq!(ids[0].0[8] >> 6, 2, "variant");
    }
}
