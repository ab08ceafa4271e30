//! Updates a dimension by merge. Its code is frozen once a posted line has it or an account names it.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::dimensions::rules::{require_dimension, require_free_code};
use crate::ledger::dimensions::usage;
use crate::rows::{Dimension, Reply};
use crate::value::dimension_code::DimensionCode;
use crate::value::id::DimensionId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Patch, Sought};

/// Changes the fields of a dimension that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateDimension {
    pub dimension: Sought<DimensionId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub code: Option<DimensionCode>,
    pub name: Option<String>,
    pub description: Patch<String>,
    /// An inactive dimension is on no new line; it cannot be one that an account requires.
    pub is_active: Option<bool>,
}

impl Decide for UpdateDimension {
    const PERMISSION: Permission = Permission::DimensionsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Dimensions);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_dimension(book, &self.dimension)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        if let Some(code) = &self.code {
            code.as_str().clone_into(&mut after.code);
        }
        after.name = self.name.clone().unwrap_or(after.name);
        self.description.clone().apply(&mut after.description);
        after.is_active = self.is_active.unwrap_or(after.is_active);
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        if after.code != before.code {
            require_free_code(book, &after.code, Some(before.id))?;
            require_code_unused(book, &before)?;
        }
        if before.is_active && !after.is_active {
            require_not_required(book, &before)?;
        }
        Ok(book.update(ctx, FactKind::DimensionUpdated, after))
    }
}

/// Lines and accounts know a dimension by its code.
fn require_code_unused(book: &Book, dimension: &Dimension) -> Result<(), Stop> {
    let sets = book.sets_of_dimension(dimension.id)?;
    let accounts = usage::accounts_naming(book, &dimension.code)?;
    if sets == 0 && accounts.is_empty() {
        return Ok(());
    }
    let what = if sets > 0 { "posted lines have it".to_owned() } else { usage::name_it(&accounts) };
    let message =
        format!("the code {} cannot change: {what}; change the name, or create another dimension", dimension.code);
    Err(Rejection::new(Code::DimensionInUse, message).at("/code").with("accounts", usage::listed(&accounts)).into())
}

/// An account that requires an inactive dimension would take no line at all.
fn require_not_required(book: &Book, dimension: &Dimension) -> Result<(), Stop> {
    let accounts = usage::accounts_requiring(book, &dimension.code)?;
    if accounts.is_empty() {
        return Ok(());
    }
    let message = format!(
        "dimension {} is required on {}: remove it from requiredDimensions first",
        dimension.code,
        usage::counted(&accounts)
    );
    Err(Rejection::new(Code::DimensionInUse, message).at("/isActive").with("accounts", usage::listed(&accounts)).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::accounts::update::UpdateAccount;
    use crate::ledger::dimensions::lines::tests::{departments, sale_for};
    use crate::testing::{Stage, account_id};

    fn update(dimension: &str) -> UpdateDimension {
        UpdateDimension { dimension: Sought::of(dimension), ..UpdateDimension::default() }
    }

    fn code(text: &str) -> Option<DimensionCode> {
        DimensionCode::parse(text)
    }

    #[test]
    fn a_dimension_changes_by_merge_and_what_is_the_same_writes_nothing() {
        let mut stage = Stage::new();
        let id = departments(&mut stage);
        let reply = stage
            .run(UpdateDimension {
                code: code("team"),
                name: Some("Team".to_owned()),
                description: Patch::Set("who".to_owned()),
                ..update(&id)
            })
            .expect("changed");
        assert_eq!((reply.version, stage.rows::<Dimension>()[0].code.as_str()), (2, "team"));
        let same = stage.run(UpdateDimension { code: code("team"), ..update(&id) }).expect("the same");
        assert_eq!((same.version, same.facts), (2, None));
        let stale = UpdateDimension { if_match: Some(vec![1]), ..update(&id) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        assert_eq!(stage.run(update("dim_x")).expect_err("unknown").code, Code::NotFound);
        stage.run(crate::commands::dimensions::create::tests::dimension("site")).expect("another");
        let taken = UpdateDimension { code: code("site"), ..update(&id) };
        assert_eq!(stage.run(taken).expect_err("taken").code, Code::CodeTaken);
    }

    #[test]
    fn a_code_on_a_posted_line_or_in_an_account_stays() {
        let mut stage = Stage::new();
        let id = departments(&mut stage);
        let rename = UpdateDimension { code: code("team"), ..update(&id) };
        let cash = UpdateAccount { account: Sought::of(&account_id(&stage, "1000")), ..UpdateAccount::default() };
        let require = |codes: &[&str]| UpdateAccount {
            required_dimensions: Some(codes.iter().map(|&code| code.to_owned()).collect()),
            ..cash.clone()
        };
        stage.run(require(&["dept"])).expect("required");
        let rejection = stage.run(rename.clone()).expect_err("an account names it");
        assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::DimensionInUse, "/code"));
        stage.run(require(&[])).expect("not any more");
        stage.run(sale_for(&stage, r#"{"dept":"D10"}"#, false)).expect("a draft does not hold it");
        stage.run(sale_for(&stage, r#"{"dept":"D10"}"#, true)).expect("posted");
        assert_eq!(stage.run(rename).expect_err("posted").code, Code::DimensionInUse);
        stage.run(UpdateDimension { name: Some("Department".to_owned()), ..update(&id) }).expect("the name may change");
    }

    #[test]
    fn a_dimension_that_an_account_requires_stays_active() {
        let mut stage = Stage::new();
        let id = departments(&mut stage);
        let cash = account_id(&stage, "1000");
        let require = UpdateAccount {
            account: Sought::of(&cash),
            required_dimensions: Some(vec!["dept".to_owned()]),
            ..UpdateAccount::default()
        };
        stage.run(require.clone()).expect("required");
        let stop = UpdateDimension { is_active: Some(false), ..update(&id) };
        let rejection = stage.run(stop.clone()).expect_err("required");
        assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::DimensionInUse, "/isActive"));
        stage.run(UpdateAccount { required_dimensions: Some(Vec::new()), ..require }).expect("not any more");
        stage.run(stop).expect("inactive");
    }
}
