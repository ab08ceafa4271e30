//! The input of a reason code: one set of fields for create and update, with merge rules.

use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{ActiveState, ReasonCode};
use crate::stock::warehouses::account_role::{Role, check_account};
use crate::stock::warehouses::change::refer;
use crate::value::id::AccountId;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Patch, Sought};

/// The fields that a caller sends. `Option` fields cannot be cleared; `Patch` fields can.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReasonCodeChange {
    pub code: Option<String>,
    pub name: Option<String>,
    /// An account that is no control account.
    pub account: Patch<Sought<AccountId>>,
    /// None is all kinds.
    pub kinds: Patch<Vec<MovementKind>>,
    pub status: Option<ActiveState>,
}

impl ReasonCodeChange {
    /// The keys that the checks need.
    pub(crate) fn hint(&self, keys: &mut Vec<Key>) {
        keys.push(Key::ReasonCodes);
        keys.extend(self.account.value().and_then(Sought::id).map(Key::Account));
    }

    /// The reason with the change applied; a malformed reference becomes a fault.
    pub(crate) fn apply(&self, reason: &mut ReasonCode, faults: &mut Vec<Fault>) {
        if let Some(code) = &self.code {
            reason.code = code.to_ascii_uppercase();
        }
        if let Some(name) = &self.name {
            reason.name.clone_from(name);
        }
        refer(&self.account, &mut reason.account_id, "/accountId", faults);
        match &self.kinds {
            Patch::Absent => {}
            Patch::Null => reason.kinds = String::new(),
            Patch::Set(kinds) => {
                let named = MovementKind::ALL.iter().filter(|one| kinds.contains(one)).map(|one| one.name());
                reason.kinds = named.collect::<Vec<_>>().join(" ");
            }
        }
        reason.status = self.status.unwrap_or(reason.status);
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
