//! Deletes a value that no posted line has; one with a history is deactivated instead.
//!
//! Drafts do not hold it: a draft with a deleted value is refused at posting as `unknown_reference`.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::dimensions::rules::require_dimension;
use crate::ledger::dimensions::usage;
use crate::ledger::dimensions::values::require_value;
use crate::rows::Reply;
use crate::value::Sought;
use crate::value::counted;
use crate::value::id::{DimensionId, DimensionValueId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection, Value};

/// Deletes an unused value.
#[derive(Clone, Debug)]
pub struct DeleteDimensionValue {
    pub dimension: Sought<DimensionId>,
    pub value: Sought<DimensionValueId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteDimensionValue {
    const PERMISSION: Permission = Permission::DimensionsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Dimensions, Key::AccountsWithDefaultDimensions]);
        if let Some(value) = self.value.id() {
            keys.extend([Key::DimensionValue(value), Key::DimensionValueChildren(value)]);
            keys.extend(self.dimension.id().map(|id| Key::SetsOfDimensionValue(id, value)));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let dimension = require_dimension(book, &self.dimension)?;
        let value = require_value(book, &dimension, &self.value)?;
        require_version(self.if_match.as_deref(), value.version)?;
        let children = book.dimension_value_children(value.id)?.count();
        let has_lines = book.sets_of_dimension_value(dimension.id, value.id)? > 0;
        let accounts = usage::accounts_giving(book, &dimension.code, &value.code)?;
        let mut uses = Vec::new();
        if has_lines {
            uses.push("posted lines have it".to_owned());
        }
        if children > 0 {
            uses.push(counted(children, "value is below it", "values are below it"));
        }
        if !accounts.is_empty() {
            uses.push(usage::name_it(&accounts));
        }
        if !uses.is_empty() {
            let message = format!("value {} is in use: {}; deactivate it instead", value.code, uses.join(", "));
            let path = format!("/accounting/dimensions/{}/values/{}", dimension.id, value.id);
            return Err(Rejection::new(Code::DimensionInUse, message)
                .with("hasPostings", has_lines)
                .with("children", i64::try_from(children).unwrap_or(i64::MAX))
                .with("accounts", usage::listed(&accounts))
                .offer("deactivate", "Deactivate it", "PUT", path)
                .body(vec![("isActive", Value::Bool(false))])
                .into());
        }
        book.dimension_value_by_code(dimension.id, &value.code)?;
        book.dimension_value_codes.set((dimension.id, value.code.clone()), None);
        book.dimension_values.set((value.id,), None);
        let recorded = book.record(ctx, FactKind::DimensionValueDeleted, value.id);
        Ok(Reply::new(value.id, value.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::accounts::update::UpdateAccount;
    use crate::commands::dimension_values::create::tests::value;
    use crate::commands::journal_entries::post::PostEntry;
    use crate::commands::journal_entries::void::VoidEntry;
    use crate::ledger::dimensions::lines::tests::{departments, sale_for, value_id};
    use crate::testing::{Stage, account_id};
    use crate::value::{Json, Patch};

    fn delete(stage: &Stage, dimension: &str, code: &str) -> DeleteDimensionValue {
        DeleteDimensionValue {
            dimension: Sought::of(dimension),
            value: Sought::of(&value_id(stage, code)),
            if_match: None,
        }
    }

    #[test]
    fn lines_children_and_accounts_hold_a_value_even_after_a_void() {
        let mut stage = Stage::new();
        let id = departments(&mut stage);
        let refused = |stage: &mut Stage, code: &str| {
            let rejection = stage.run(delete(stage, &id, code)).expect_err("in use");
            assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::DimensionInUse, "deactivate"));
            rejection.detail
        };
        assert!(refused(&mut stage, "D1").contains("1 value is below it"));
        let entry = stage.run(sale_for(&stage, r#"{"dept":"D10"}"#, true)).expect("posted").subject;
        stage.run(VoidEntry { entry: Sought::of(&entry), reason: "wrong".to_owned(), if_match: None }).expect("voided");
        assert!(refused(&mut stage, "D10").contains("posted lines have it"));
        let give = |value: Patch<Json>, stage: &Stage| UpdateAccount {
            account: Sought::of(&account_id(stage, "5000")),
            default_dimensions: value,
            ..UpdateAccount::default()
        };
        let default = Patch::Set(Json::parse(r#"{"dept":"D20"}"#).expect("JSON"));
        stage.run(give(default, &stage)).expect("a default");
        assert!(refused(&mut stage, "D20").contains("account 5000 refers to it"));
        stage.run(give(Patch::Null, &stage)).expect("no default");
        let gone = delete(&stage, &id, "D20");
        let stale = DeleteDimensionValue { if_match: Some(vec![7]), ..gone.clone() };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        stage.run(gone.clone()).expect("deleted");
        assert_eq!(stage.run(gone).expect_err("gone").code, Code::NotFound);
        stage.run(value(&id, "D20", None)).expect("the code is free");
    }

    #[test]
    fn a_draft_with_a_deleted_value_is_refused_at_posting_with_its_pointer() {
        let mut stage = Stage::new();
        let id = departments(&mut stage);
        let entry = stage.run(sale_for(&stage, r#"{"dept":"D20"}"#, false)).expect("draft").subject;
        stage.run(delete(&stage, &id, "D20")).expect("deleted");
        let rejection = stage.run(PostEntry { entry: Sought::of(&entry), if_match: None }).expect_err("refused");
        assert_eq!(rejection.code, Code::UnknownReference);
        assert_eq!(rejection.errors[0].pointer, "/lines/0/dimensions/dept");
    }
}
