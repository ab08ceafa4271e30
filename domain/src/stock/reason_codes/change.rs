//! The input of a reason code: one set of fields for create and update, with merge rules.

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{ActiveState, ReasonCode};
use crate::stock::warehouses::account_role::{Role, check_account};
use crate::value::change::upper_case;
use crate::value::id::AccountId;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Patch, Sought};

crate::change! {
    /// The fields that a caller sends.
    pub struct ReasonCodeChange of ReasonCode {
        pub code: Option<String> => upper_case,
        pub name: Option<String>,
        /// An account that is no control account.
        pub account_id: Patch<Sought<AccountId>>,
        /// None is all kinds.
        pub kinds: Patch<Vec<MovementKind>> => names,
        pub status: Option<ActiveState> = ActiveState::Active,
    }
    new(ctx: &Context) {
        id: ctx.ids.next(),
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
}

impl ReasonCodeChange {
    /// The keys that the checks need.
    pub(crate) fn hint(&self, keys: &mut Vec<Key>) {
        keys.push(Key::ReasonCodes);
        keys.extend(self.account_id.value().and_then(Sought::id).map(Key::Account));
    }
}

/// Sets the names of the kinds in their order, each once.
fn names(sent: &Patch<Vec<MovementKind>>, stored: &mut String, _: &str, _: &mut Vec<Fault>) {
    match sent {
        Patch::Absent => {}
        Patch::Null => stored.clear(),
        Patch::Set(kinds) => {
            let named = MovementKind::ALL.iter().filter(|one| kinds.contains(one)).map(|one| one.name());
            *stored = named.collect::<Vec<_>>().join(" ");
        }
    }
}

/// The rules for a reason, new or changed: first all 422, then the 409.
pub(crate) fn check(
    book: &Book,
    before: Option<&ReasonCode>,
    after: &ReasonCode,
    mut faults: Vec<Fault>,
) -> Result<(), Stop> {
    if let Some(account) = after.account_id
        && before.and_then(|old| old.account_id) != Some(account)
    {
        let base = book.organization()?.base_currency;
        faults.extend(check_account(book, base, "/accountId", Role::OwnLines, account)?);
    }
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    let taken = book.reason_codes()?.find(|other| other.id != after.id && other.code == after.code);
    let Some(other) = taken else { return Ok(()) };
    let message = format!("the code {} is taken by {}: choose another", after.code, other.name);
    let path = format!("/inventory/reason-codes/{}", other.id);
    let rejection = Rejection::new(Code::CodeTaken, message).at("/code").with("id", other.id.to_string());
    Err(rejection.offer("existing", "See the reason that has it", "GET", path).into())
}
