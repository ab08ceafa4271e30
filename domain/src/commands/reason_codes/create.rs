//! Creates a reason code.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::reason_codes::change::{ReasonCodeChange, check};
use crate::value::limits;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// A new reason; code and name must be among the fields.
#[derive(Clone, Debug)]
pub struct CreateReasonCode {
    pub fields: ReasonCodeChange,
}

impl Decide for CreateReasonCode {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        self.fields.hint(keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        if book.reason_codes()?.count() >= limits::REASON_CODES {
            let message = format!("an organization has at most {} reason codes", limits::REASON_CODES);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        let mut reason = ReasonCodeChange::blank(ctx);
        let mut faults = Vec::new();
        self.fields.merge(&mut reason, &mut faults);
        check(book, None, &reason, faults)?;
        let id = reason.id;
        book.reason_codes.put(reason);
        let recorded = book.record(ctx, FactKind::ReasonCodeCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::rows::ReasonCode;
    use crate::testing::{Stage, account_id};
    use crate::value::Patch;
    use crate::value::Sought;
    use crate::value::id::ReasonCodeId;
    use crate::value::movement_kind::MovementKind;

    pub(crate) fn reason(code: &str) -> CreateReasonCode {
        let fields = ReasonCodeChange {
            code: Some(code.to_owned()),
            name: Some(format!("Reason {code}")),
            ..ReasonCodeChange::default()
        };
        CreateReasonCode { fields }
    }

    #[test]
    fn a_reason_has_an_account_that_is_no_control_account_and_kinds_in_their_order() {
        let mut stage = Stage::new();
        for (account, code) in
            [(account_id(&stage, "1200"), Code::AccountNotUsable), ("acc_x".to_owned(), Code::UnknownReference)]
        {
            let mut wrong = reason("broken");
            wrong.fields.account_id = Patch::Set(Sought::of(&account));
            let refused = stage.run(wrong).expect_err("refused");
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, "/accountId"));
        }
        let mut right = reason("broken");
        right.fields.account_id = Patch::Set(Sought::of(&account_id(&stage, "5000")));
        right.fields.kinds = Patch::Set(vec![MovementKind::Scrap, MovementKind::Issue, MovementKind::Scrap]);
        stage.run(right).expect("created");
        let stored = stage.rows::<ReasonCode>().remove(0);
        assert_eq!((stored.code.as_str(), stored.kinds.as_str()), ("BROKEN", "issue scrap"));
    }

    #[test]
    fn codes_are_unique_in_any_case_and_bounded() {
        let mut stage = Stage::new();
        let first = stage.run(reason("a")).expect("created").subject;
        let refused = stage.run(reason("A")).expect_err("taken");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CodeTaken, "/code"));
        assert!(refused.resolutions[0].path.ends_with(&first));
        let row = stage.rows::<ReasonCode>().remove(0);
        for number in 1..limits::REASON_CODES {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&number.to_be_bytes());
            stage.model.put(&ReasonCode { id: ReasonCodeId(bytes), code: format!("R{number}"), ..row.clone() });
        }
        assert_eq!(stage.run(reason("more")).expect_err("full").code, Code::LimitReached);
    }
}
