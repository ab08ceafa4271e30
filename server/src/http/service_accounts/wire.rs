//! The input of a service account.

use domain::value::Sought;
use domain::value::id::PrincipalId;

use crate::http::input::{Name, Whole};
use crate::http::problem::Problem;
use crate::http::users::wire::{Roles, Warehouses};

crate::fields! {
    /// A new service account.
    pub struct ServiceAccountInput;

    /// A change of a service account: absent fields stay.
    pub struct ServiceAccountPatch
        keeping ["id", "clientId"]
        ignoring ["clientSecret", "previousExpiresAt", "secrets", "heldBy", "ownerActive", "version", "createdAt", "updatedAt"];

    {
        pub name: Required<Name<120>> = "Web shop" => "Web shop",
        /// Names of built-in roles, and ids or names of custom ones.
        #[patch = "All roles, to replace the present ones."]
        pub roles: Required<Roles> = ["clerk"] => ["clerk"],
        /// The warehouses assigned to it, including all below; all if absent or null, none if empty.
        #[patch = "The warehouses assigned to it, including all below, to replace the present ones; null is all."]
        pub warehouse_ids: Clearable<Warehouses>,
        /// The person responsible for it, who can never approve what it prepared; you if absent.
        #[patch = "The person responsible for it. Earlier owners still cannot approve what it prepares."]
        pub owner_id: Optional<Sought<PrincipalId>>,
        /// Whether it is active; false disables it at once.
        pub is_active: Later<bool>,
    }
}

crate::input! {
    /// How a secret is replaced.
    pub struct RotateSecret {
        /// How many hours the earlier secrets stay valid, so that running clients can change over; 24 if absent.
        pub previous_expires_in_hours: Option<Whole<1, 720>> = 24,
        /// Ends the earlier secrets and all tokens of the account now.
        pub end_previous: Option<bool>,
        /// Keeps the earlier secrets valid until they are revoked one by one; false is as `endPrevious`.
        pub keep_previous: Option<bool>,
    }
}

/// How long the earlier secrets work on where the caller names no time: a day, so that nobody is cut off who rotates.
const GRACE_HOURS: i64 = 24;

/// What becomes of the earlier secrets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Earlier {
    /// They work until each is revoked.
    Stay,
    /// They end now, and all tokens of the account with them.
    End,
    /// They work for so many hours.
    ExpireIn(i64),
}

impl RotateSecret {
    /// What becomes of the earlier secrets; two wishes at once are a violation.
    pub fn earlier(&self) -> Result<Earlier, Problem> {
        let hours = self.previous_expires_in_hours.as_ref().map(|hours| Earlier::ExpireIn(hours.0));
        let end = self.end_previous.filter(|end| *end).map(|_| Earlier::End);
        let keep = self.keep_previous.map(|keep| if keep { Earlier::Stay } else { Earlier::End });
        let mut wishes = [hours, end, keep].into_iter().flatten();
        let first = wishes.next().unwrap_or(Earlier::ExpireIn(GRACE_HOURS));
        if wishes.all(|wish| wish == first) {
            return Ok(first);
        }
        let message = "give one of previousExpiresInHours, endPrevious and keepPrevious";
        Err(Problem::violation("", "ambiguous", message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_secrets_get_a_day_unless_one_wish_says_otherwise() {
        let of = |hours: Option<i64>, end_previous, keep_previous| {
            let previous_expires_in_hours = hours.map(Whole);
            RotateSecret { previous_expires_in_hours, end_previous, keep_previous }.earlier().ok()
        };
        for (hours, end, keep, wanted) in [
            (None, None, None, Some(Earlier::ExpireIn(24))),
            (None, Some(false), None, Some(Earlier::ExpireIn(24))),
            (Some(72), None, None, Some(Earlier::ExpireIn(72))),
            (None, Some(true), None, Some(Earlier::End)),
            (None, None, Some(true), Some(Earlier::Stay)),
            (None, None, Some(false), Some(Earlier::End)),
            (None, Some(true), Some(false), Some(Earlier::End)),
            (None, Some(true), Some(true), None),
            (Some(1), Some(true), None, None),
            (Some(1), None, Some(true), None),
        ] {
            assert_eq!(of(hours, end, keep), wanted, "{hours:?} {end:?} {keep:?}");
        }
    }
}
