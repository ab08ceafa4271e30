//! Deletes a dimension that has no values and that no account names.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::dimensions::rules::require_dimension;
use crate::ledger::dimensions::usage;
use crate::rows::Reply;
use crate::value::Sought;
use crate::value::counted;
use crate::value::id::DimensionId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection, Value};

/// Deletes an unused dimension.
#[derive(Clone, Debug)]
pub struct DeleteDimension {
    pub dimension: Sought<DimensionId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteDimension {
    const PERMISSION: Permission = Permission::DimensionsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Dimensions, Key::AccountsWithRequiredDimensions, Key::AccountsWithDefaultDimensions]);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let dimension = require_dimension(book, &self.dimension)?;
        require_version(self.if_match.as_deref(), dimension.version)?;
        // A value on a posted line cannot go, so that without values there are no lines either.
        let values = book.values_of_dimension(dimension.id)?;
        let accounts = usage::accounts_naming(book, &dimension.code)?;
        if values > 0 || !accounts.is_empty() {
            let what = if values > 0 {
                format!("it has {}", counted(values, "value", "values"))
            } else {
                usage::name_it(&accounts)
            };
            let message = format!("dimension {} is in use: {what}; deactivate it instead", dimension.code);
            return Err(Rejection::new(Code::DimensionInUse, message)
                .with("values", values)
                .with("accounts", usage::listed(&accounts))
                .offer("deactivate", "Deactivate it", "PUT", format!("/accounting/dimensions/{}", dimension.id))
                .body(vec![("isActive", Value::Bool(false))])
                .into());
        }
        book.dimensions.set((dimension.id,), None);
        let recorded = book.record(ctx, FactKind::DimensionDeleted, dimension.id);
        Ok(Reply::new(dimension.id, dimension.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::accounts::update::UpdateAccount;
    use crate::commands::dimension_values::create::tests::value;
    use crate::commands::dimension_values::delete::DeleteDimensionValue;
    use crate::commands::dimensions::create::tests::dimension;
    use crate::testing::{Stage, account_id};

    fn delete(dimension: &str) -> DeleteDimension {
        DeleteDimension { dimension: Sought::of(dimension), if_match: None }
    }

    #[test]
    fn values_and_accounts_hold_a_dimension_and_then_it_goes() {
        let mut stage = Stage::new();
        let id = stage.run(dimension("dept")).expect("created").subject;
        let first = stage.run(value(&id, "D10", None)).expect("a value").subject;
        let rejection = stage.run(delete(&id)).expect_err("has a value");
        assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::DimensionInUse, "deactivate"));
        let gone = DeleteDimensionValue { dimension: Sought::of(&id), value: Sought::of(&first), if_match: None };
        stage.run(gone).expect("the value first");
        let require =
            |codes: Vec<String>| UpdateAccount { required_dimensions: Some(codes), ..UpdateAccount::default() };
        let cash = account_id(&stage, "1000");
        stage.run(UpdateAccount { account: Sought::of(&cash), ..require(vec!["dept".to_owned()]) }).expect("required");
        assert_eq!(stage.run(delete(&id)).expect_err("required").code, Code::DimensionInUse);
        stage.run(UpdateAccount { account: Sought::of(&cash), ..require(Vec::new()) }).expect("not any more");
        let stale = DeleteDimension { if_match: Some(vec![7]), ..delete(&id) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(&id)).expect("then the dimension");
        assert_eq!(stage.run(delete(&id)).expect_err("gone").code, Code::NotFound);
        stage.run(dimension("dept")).expect("the code is free");
    }
}
