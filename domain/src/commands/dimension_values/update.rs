//! Updates a value of a dimension by merge.
//!
//! Its code is frozen once a posted line has it or an account gives it. The limits of its use (active, days, group)
//! concern new lines alone.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::dimensions::rules::require_dimension;
use crate::ledger::dimensions::usage;
use crate::ledger::dimensions::values::{require_days_in_order, require_parent, require_value, value_code_taken};
use crate::rows::{Dimension, DimensionValue, Reply};
use crate::value::id::{DimensionId, DimensionValueId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, Patch, Sought, limits};

/// Changes the fields of a value that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateDimensionValue {
    pub dimension: Sought<DimensionId>,
    pub value: Sought<DimensionValueId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub code: Option<String>,
    pub name: Option<String>,
    /// The value above; null puts it at the top.
    pub parent_id: Patch<Sought<DimensionValueId>>,
    pub is_group: Option<bool>,
    pub active_from: Patch<Date>,
    pub active_to: Patch<Date>,
    pub is_active: Option<bool>,
}

impl Decide for UpdateDimensionValue {
    const PERMISSION: Permission = Permission::DimensionsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Dimensions);
        keys.extend(self.value.id().map(Key::DimensionValue));
        keys.extend(self.parent_id.value().and_then(Sought::id).map(Key::DimensionValue));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let dimension = require_dimension(book, &self.dimension)?;
        let before = require_value(book, &dimension, &self.value)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        let mut findings = Findings::default();
        after.code = self.code.clone().unwrap_or(after.code);
        after.name = self.name.clone().unwrap_or(after.name);
        after.is_group = self.is_group.unwrap_or(after.is_group);
        self.active_from.clone().apply(&mut after.active_from);
        self.active_to.clone().apply(&mut after.active_to);
        after.is_active = self.is_active.unwrap_or(after.is_active);
        match &self.parent_id {
            Patch::Absent => {}
            Patch::Null => after.parent_id = None,
            Patch::Set(text) => {
                if let Some(parent) = findings.note(new_parent(book, &dimension, &before, text))? {
                    after.parent_id = Some(parent);
                }
            }
        }
        findings.note(require_days_in_order(after.active_from, after.active_to))?;
        findings.verdict()?;
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        move_code(book, &dimension, &before, &after)?;
        Ok(book.update(ctx, FactKind::DimensionValueUpdated, after))
    }
}

/// The value above: known, not below the value itself, and not too deep with all that is below it.
fn new_parent(
    book: &Book,
    dimension: &Dimension,
    value: &DimensionValue,
    sought: &Sought<DimensionValueId>,
) -> Result<DimensionValueId, Stop> {
    let mut next = sought.id();
    // The bound holds for stored trees; it keeps damage from looping.
    for _ in 0..=limits::TREE_DEPTH {
        let Some(id) = next else { break };
        if id == value.id {
            let message = format!("value {} cannot be below itself: choose one outside its own tree", value.code);
            return Err(Rejection::new(Code::ParentCycle, message).at("/parentId").into());
        }
        next = book.dimension_value(id)?.and_then(|above| above.parent_id);
    }
    require_parent(book, dimension, sought, height(book, value.id)?)
}

/// The number of levels of a value and everything below it.
fn height(book: &Book, id: DimensionValueId) -> Result<usize, Stop> {
    let mut levels = 0;
    let mut level = vec![id];
    while !level.is_empty() && levels <= limits::TREE_DEPTH {
        levels += 1;
        let mut below = Vec::new();
        for id in level {
            below.extend(book.dimension_value_children(id)?.map(|child| child.id));
        }
        level = below;
    }
    Ok(levels)
}

/// The new code must be free and the old one unused: lines and accounts know a value by it.
fn move_code(
    book: &mut Book,
    dimension: &Dimension,
    before: &DimensionValue,
    after: &DimensionValue,
) -> Result<(), Stop> {
    if before.code == after.code {
        return Ok(());
    }
    if let Some(other) = book.dimension_value_by_code(dimension.id, &after.code)? {
        return Err(value_code_taken(dimension, &after.code, other).into());
    }
    let sets = book.sets_of_dimension_value(dimension.id, before.id)?;
    let accounts = usage::accounts_giving(book, &dimension.code, &before.code)?;
    if sets > 0 || !accounts.is_empty() {
        let what = if sets > 0 { "posted lines have it".to_owned() } else { usage::name_it(&accounts) };
        let message =
            format!("the code {} cannot change: {what}; change the name, or create another value", before.code);
        let rejection = Rejection::new(Code::DimensionInUse, message).at("/code");
        return Err(rejection.with("accounts", usage::listed(&accounts)).into());
    }
    book.dimension_value_by_code(dimension.id, &before.code)?;
    book.dimension_value_codes.set((dimension.id, before.code.clone()), None);
    book.dimension_value_codes.set((dimension.id, after.code.clone()), Some(after.id));
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::dimension_values::create::tests::value;
    use crate::ledger::dimensions::lines::tests::{departments, sale_for, value_id};
    use crate::testing::Stage;

    fn update(stage: &Stage, dimension: &str, code: &str) -> UpdateDimensionValue {
        UpdateDimensionValue {
            dimension: Sought::of(dimension),
            value: Sought::of(&value_id(stage, code)),
            ..UpdateDimensionValue::default()
        }
    }

    #[test]
    fn a_value_changes_by_merge_and_what_is_the_same_writes_nothing() {
        let mut stage = Stage::new();
        let id = departments(&mut stage);
        let reply = stage
            .run(UpdateDimensionValue {
                code: Some("D11".to_owned()),
                name: Some("Sales".to_owned()),
                parent_id: Patch::Null,
                active_from: Patch::Set(date(2010, 1, 1)),
                active_to: Patch::Set(date(2010, 12, 31)),
                is_active: Some(false),
                is_group: Some(true),
                ..update(&stage, &id, "D10")
            })
            .expect("changed");
        assert_eq!(reply.version, 2);
        let same = stage.run(UpdateDimensionValue { parent_id: Patch::Null, ..update(&stage, &id, "D11") });
        assert_eq!(same.expect("the same").facts, None);
        let open = UpdateDimensionValue { active_to: Patch::Null, ..update(&stage, &id, "D11") };
        assert_eq!(stage.run(open).expect("open again").version, 3);
        stage.run(value(&id, "D10", None)).expect("the old code is free");
        let taken = UpdateDimensionValue { code: Some("D10".to_owned()), ..update(&stage, &id, "D11") };
        assert_eq!(stage.run(taken).expect_err("taken").code, Code::CodeTaken);
        let stale = UpdateDimensionValue { if_match: Some(vec![9]), ..update(&stage, &id, "D11") };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        let wrong = UpdateDimensionValue { value: Sought::of("dv_x"), ..update(&stage, &id, "D11") };
        assert_eq!(stage.run(wrong).expect_err("unknown").code, Code::NotFound);
        let days = UpdateDimensionValue { active_to: Patch::Set(date(2009, 12, 31)), ..update(&stage, &id, "D11") };
        assert_eq!(stage.run(days).expect_err("never active").code, Code::DimensionNotUsable);
    }

    #[test]
    fn a_tree_of_values_has_no_cycles_and_a_branch_moves_only_where_it_fits() {
        let mut stage = Stage::new();
        let id = departments(&mut stage);
        let below = |parent: &str| Patch::Set(Sought::of(parent));
        let own = value_id(&stage, "D10");
        let company = value_id(&stage, "D1");
        for (code, parent) in [("D1", company.as_str()), ("D1", own.as_str())] {
            let cycle = UpdateDimensionValue { parent_id: below(parent), ..update(&stage, &id, code) };
            let rejection = stage.run(cycle).expect_err("a cycle");
            assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::ParentCycle, "/parentId"));
        }
        let mut deepest = stage.run(value(&id, "T1", None)).unwrap().subject;
        for level in 2..limits::TREE_DEPTH {
            deepest = stage.run(value(&id, &format!("T{level}"), Some(&deepest))).unwrap().subject;
        }
        let one = UpdateDimensionValue { parent_id: below(&deepest), ..update(&stage, &id, "D20") };
        stage.run(one).expect("a leaf fits below the seventh level");
        let two = UpdateDimensionValue { parent_id: below(&deepest), ..update(&stage, &id, "D1") };
        assert_eq!(stage.run(two).expect_err("two levels do not").code, Code::ParentTooDeep);
    }

    #[test]
    fn a_code_on_a_posted_line_stays() {
        let mut stage = Stage::new();
        let id = departments(&mut stage);
        stage.run(sale_for(&stage, r#"{"dept":"D10"}"#, true)).expect("posted");
        let rename = UpdateDimensionValue { code: Some("X".to_owned()), ..update(&stage, &id, "D10") };
        let rejection = stage.run(rename).expect_err("posted");
        assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::DimensionInUse, "/code"));
        stage
            .run(UpdateDimensionValue { code: Some("X".to_owned()), ..update(&stage, &id, "D20") })
            .expect("another is free to change");
    }
}
