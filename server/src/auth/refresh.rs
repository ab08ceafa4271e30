//! Refresh tokens: each is used once and replaced; an old one that comes again ends its whole family.
//!
//! The store keeps one row per family and changes it only where `current` is still what was read, so that
//! of two requests with one token a single one rotates and the other decides anew.

use domain::access::PermissionSet;
use domain::value::Instant;
use domain::value::id::{OrganizationId, PrincipalId};

use super::opaque_token::{self, SecretHash};
use super::session_id::SessionId;

/// What a refresh token begins with.
pub const PREFIX: &str = "chr_";
/// How long an unused refresh token lasts: 14 days.
pub const LIFETIME_US: i64 = 14 * 86_400 * 1_000_000;
/// How long a family lasts at most, however often it is used: 90 days.
pub const FAMILY_LIFETIME_US: i64 = 90 * 86_400 * 1_000_000;
/// How long the immediate predecessor is accepted once more, for a client that missed the answer: 30 seconds.
pub const PREDECESSOR_US: i64 = 30 * 1_000_000;

/// One sign-in and the refresh tokens that followed from it, as the store keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefreshFamily {
    /// Its id, which access tokens carry as `sid`.
    pub id: SessionId,
    /// Who signed in.
    pub principal: PrincipalId,
    /// For which organization.
    pub organization: Option<OrganizationId>,
    /// Narrowed to these rights.
    pub scope: Option<PermissionSet>,
    /// The hash of the token that is to come next.
    pub current: SecretHash,
    /// The hash of the one before it.
    pub previous: Option<SecretHash>,
    /// Until when that one is accepted once more.
    pub previous_valid_until: Instant,
    /// When the current token ends.
    pub expires_at: Instant,
    /// Ended by sign-out, reuse or an administrator.
    pub revoked: bool,
    /// When the sign-in was.
    pub created_at: Instant,
    /// When a token was last used.
    pub last_used_at: Instant,
}

/// What to do with a presented token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It is the current one: replace it.
    Rotate,
    /// It is the predecessor, within its 30 seconds: replace the current one; this one is then too old.
    AcceptPredecessor,
    /// It was used before: somebody has a copy. Revoke the family.
    ReuseDetected,
    /// The family was revoked.
    Revoked,
    /// The family has expired.
    Expired,
    /// There is no such family.
    Unknown,
}

impl Decision {
    /// Whether a new pair of tokens is handed out.
    #[must_use]
    pub fn grants(self) -> bool {
        matches!(self, Self::Rotate | Self::AcceptPredecessor)
    }
}

/// The text of a refresh token, from 32 fresh random bytes.
#[must_use]
pub fn write(family: SessionId, secret: [u8; 32]) -> String {
    opaque_token::write(PREFIX, family, secret)
}

/// The family and the hash of a presented refresh token; `None` for a text that is none.
#[must_use]
pub fn read(text: &str) -> Option<(SessionId, SecretHash)> {
    opaque_token::read(PREFIX, text)
}

/// Decides about a presented token and the row of its family.
#[must_use]
pub fn decide(presented: SecretHash, family: Option<&RefreshFamily>, now: Instant) -> Decision {
    let Some(family) = family else { return Decision::Unknown };
    if family.revoked {
        return Decision::Revoked;
    }
    if now >= family.expires_at {
        return Decision::Expired;
    }
    if presented == family.current {
        return Decision::Rotate;
    }
    if family.previous == Some(presented) && now < family.previous_valid_until {
        return Decision::AcceptPredecessor;
    }
    Decision::ReuseDetected
}

impl RefreshFamily {
    /// A new family with its first token.
    #[must_use]
    pub fn begin(
        id: SessionId,
        principal: PrincipalId,
        organization: Option<OrganizationId>,
        scope: Option<PermissionSet>,
        first: SecretHash,
        now: Instant,
    ) -> Self {
        Self {
            id,
            principal,
            organization,
            scope,
            current: first,
            previous: None,
            previous_valid_until: now,
            expires_at: Instant(now.0.saturating_add(LIFETIME_US)),
            revoked: false,
            created_at: now,
            last_used_at: now,
        }
    }

    /// The family after a granting decision, with its next token.
    #[must_use]
    pub fn rotated(&self, next: SecretHash, now: Instant) -> Self {
        let latest = self.created_at.0.saturating_add(FAMILY_LIFETIME_US);
        Self {
            current: next,
            previous: Some(self.current),
            previous_valid_until: Instant(now.0.saturating_add(PREDECESSOR_US)),
            expires_at: Instant(now.0.saturating_add(LIFETIME_US).min(latest)),
            last_used_at: now,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;
    const DAY: i64 = 86_400 * SECOND;

    fn hash(number: u8) -> SecretHash {
        SecretHash([number; 32])
    }

    fn family() -> RefreshFamily {
        RefreshFamily::begin(SessionId([7; 16]), PrincipalId([1; 16]), None, None, hash(1), Instant(0))
    }

    #[test]
    fn a_token_is_current_predecessor_or_stolen() {
        use Decision as D;
        let once = family().rotated(hash(2), Instant(DAY));
        let twice = once.rotated(hash(3), Instant(DAY + SECOND));
        let revoked = RefreshFamily { revoked: true, ..once.clone() };
        for (given, row, presented, at, then) in [
            ("no family", None, 1, 0, D::Unknown),
            ("new", Some(family()), 1, 0, D::Rotate),
            ("new", Some(family()), 9, 0, D::ReuseDetected),
            ("new", Some(family()), 1, 14 * DAY - 1, D::Rotate),
            ("new", Some(family()), 1, 14 * DAY, D::Expired),
            ("new", Some(family()), 9, 14 * DAY, D::Expired),
            ("rotated", Some(once.clone()), 2, DAY, D::Rotate),
            ("rotated", Some(once.clone()), 1, DAY + 30 * SECOND - 1, D::AcceptPredecessor),
            ("rotated", Some(once.clone()), 1, DAY + 30 * SECOND, D::ReuseDetected),
            ("rotated", Some(once.clone()), 2, 15 * DAY - 1, D::Rotate),
            ("rotated", Some(once), 2, 15 * DAY, D::Expired),
            ("rotated twice", Some(twice.clone()), 3, DAY + SECOND, D::Rotate),
            ("rotated twice", Some(twice.clone()), 2, DAY + SECOND, D::AcceptPredecessor),
            ("rotated twice", Some(twice), 1, DAY + SECOND, D::ReuseDetected),
            ("revoked", Some(revoked.clone()), 2, DAY, D::Revoked),
            ("revoked", Some(revoked), 1, DAY, D::Revoked),
        ] {
            assert_eq!(decide(hash(presented), row.as_ref(), Instant(at)), then, "{given}, token {presented} at {at}");
        }
    }

    #[test]
    fn a_missed_answer_is_forgiven_once() {
        let row = family().rotated(hash(2), Instant(0));
        assert_eq!(decide(hash(1), Some(&row), Instant(SECOND)), Decision::AcceptPredecessor);
        let row = row.rotated(hash(3), Instant(SECOND));
        assert_eq!(decide(hash(1), Some(&row), Instant(2 * SECOND)), Decision::ReuseDetected);
        assert_eq!(decide(hash(3), Some(&row), Instant(2 * SECOND)), Decision::Rotate);
    }

    #[test]
    fn a_family_ends_after_ninety_days_of_use() {
        let mut row = family();
        for day in (10..=80).step_by(10) {
            row = row.rotated(hash(2), Instant(day * DAY));
        }
        assert_eq!(row.expires_at, Instant(90 * DAY));
        assert_eq!(read(&write(SessionId([7; 16]), [5; 32])).map(|(id, _)| id), Some(SessionId([7; 16])));
    }
}
