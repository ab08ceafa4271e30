//! Deletes a reason code that was never used.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::goods::document::uses::require_unused;
use crate::stock::reason_codes::rules::require_reason;
use crate::value::Sought;
use crate::value::id::ReasonCodeId;
use crate::value::permission::Permission;
use crate::value::rejection::Code;

/// Deletes an unused reason.
#[derive(Clone, Debug)]
pub struct DeleteReasonCode {
    pub reason: Sought<ReasonCodeId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteReasonCode {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::ReasonCodes);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let reason = require_reason(book, &self.reason)?;
        require_version(self.if_match.as_deref(), reason.version)?;
        let path = format!("/inventory/reason-codes/{}", reason.id);
        let (what, retirement) = (format!("reason {}", reason.code), Some(("status", "inactive", path)));
        require_unused(book, Named::Reason(reason.id), Code::ReasonCodeInUse, &what, retirement)?;
        book.reason_codes.set((reason.id,), None);
        let recorded = book.record(ctx, FactKind::ReasonCodeDeleted, reason.id);
        Ok(Reply::new(reason.id, reason.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::reason_codes::create::tests::reason;
    use crate::testing::Stage;

    #[test]
    fn an_unused_reason_goes_and_leaves_its_code_free() {
        let mut stage = Stage::new();
        let id = stage.run(reason("broken")).expect("created").subject;
        let delete = |if_match| DeleteReasonCode { reason: Sought::of(&id), if_match };
        assert_eq!(stage.run(delete(Some(vec![2]))).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(Some(vec![1]))).expect("deleted");
        assert_eq!(stage.run(delete(None)).expect_err("gone").code, Code::NotFound);
        stage.run(reason("broken")).expect("free");
    }
}
