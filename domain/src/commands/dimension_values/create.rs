//! Creates a value of a dimension, at the top or below another value.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::dimensions::rules::require_dimension;
use crate::ledger::dimensions::values::{require_days_in_order, require_parent, value_code_taken};
use crate::rows::{DimensionValue, Reply};
use crate::value::id::{DimensionId, DimensionValueId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, Sought, limits};

/// A new value.
#[derive(Clone, Debug)]
pub struct CreateDimensionValue {
    pub dimension: Sought<DimensionId>,
    /// Unique within the dimension.
    pub code: String,
    pub name: String,
    /// The value above.
    pub parent_id: Option<Sought<DimensionValueId>>,
    /// A group is on no line.
    pub is_group: bool,
    /// First day of entries that may have it.
    pub active_from: Option<Date>,
    /// Last day of entries that may have it.
    pub active_to: Option<Date>,
}

impl Decide for CreateDimensionValue {
    const PERMISSION: Permission = Permission::DimensionsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Dimensions);
        if let Some(id) = self.dimension.id() {
            keys.extend([Key::ValuesOfDimension(id), Key::DimensionValueByCode(id, self.code.clone())]);
        }
        keys.extend(self.parent_id.as_ref().and_then(Sought::id).map(Key::DimensionValue));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let dimension = require_dimension(book, &self.dimension)?;
        let mut findings = Findings::default();
        let parent_id = match &self.parent_id {
            Some(text) => findings.note(require_parent(book, &dimension, text, 1))?,
            None => None,
        };
        findings.note(require_days_in_order(self.active_from, self.active_to))?;
        findings.verdict()?;
        let most = i64::try_from(limits::DIMENSION_VALUES).unwrap_or(i64::MAX);
        if book.values_of_dimension(dimension.id)? >= most {
            let message = format!("a dimension can have at most {most} values: delete unused ones");
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        if let Some(other) = book.dimension_value_by_code(dimension.id, &self.code)? {
            return Err(value_code_taken(&dimension, &self.code, other).into());
        }
        let id: DimensionValueId = ctx.ids.next();
        book.dimension_value_codes.set((dimension.id, self.code.clone()), Some(id));
        book.dimension_values.put(DimensionValue {
            id,
            dimension_id: dimension.id,
            code: self.code.clone(),
            name: self.name.clone(),
            parent_id,
            is_group: self.is_group,
            active_from: self.active_from,
            active_to: self.active_to,
            is_active: true,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        });
        let recorded = book.record(ctx, FactKind::DimensionValueCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::dimensions::create::tests::dimension;
    use crate::testing::Stage;

    pub(crate) fn value(dimension: &str, code: &str, parent: Option<&str>) -> CreateDimensionValue {
        CreateDimensionValue {
            dimension: Sought::of(dimension),
            code: code.to_owned(),
            name: format!("Value {code}"),
            parent_id: parent.map(Sought::of),
            is_group: false,
            active_from: None,
            active_to: None,
        }
    }

    #[test]
    fn codes_are_unique_within_their_dimension_alone() {
        let mut stage = Stage::new();
        let (one, other) = (stage.run(dimension("a")).unwrap().subject, stage.run(dimension("b")).unwrap().subject);
        let first = stage.run(value(&one, "X", None)).expect("created").subject;
        stage.run(value(&other, "X", None)).expect("another dimension");
        let rejection = stage.run(value(&one, "X", None)).expect_err("taken");
        assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::CodeTaken, "/code"));
        assert!(rejection.resolutions[0].path.ends_with(&first));
        stage.run(value(&one, "x", None)).expect("another case is another code");
        assert_eq!(stage.run(value("dim_x", "X", None)).expect_err("no dimension").code, Code::NotFound);
    }

    #[test]
    fn a_parent_is_a_value_of_the_same_dimension_and_the_tree_is_bounded() {
        let mut stage = Stage::new();
        let (one, other) = (stage.run(dimension("a")).unwrap().subject, stage.run(dimension("b")).unwrap().subject);
        let foreign = stage.run(value(&other, "F", None)).unwrap().subject;
        for parent in ["dv_x", foreign.as_str()] {
            let rejection = stage.run(value(&one, "C", Some(parent))).expect_err("no parent");
            assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::UnknownReference, "/parentId"));
        }
        let mut parent = stage.run(value(&one, "L1", None)).unwrap().subject;
        for level in 2..=limits::TREE_DEPTH {
            parent = stage.run(value(&one, &format!("L{level}"), Some(&parent))).expect("a level").subject;
        }
        let rejection = stage.run(value(&one, "L9", Some(&parent))).expect_err("too deep");
        assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::ParentTooDeep, "/parentId"));
    }

    #[test]
    fn a_dimension_has_a_bounded_number_of_values() {
        let mut stage = Stage::new();
        let id = stage.run(dimension("a")).unwrap().subject;
        stage.run(value(&id, "V", None)).expect("created");
        let row = stage.rows::<DimensionValue>().remove(0);
        for number in 1..limits::DIMENSION_VALUES {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&number.to_be_bytes());
            let code = format!("V{number}");
            stage.model.put(&DimensionValue { id: DimensionValueId(bytes), code, ..row.clone() });
        }
        let rejection = stage.run(value(&id, "more", None)).expect_err("full");
        assert_eq!(rejection.code, Code::LimitReached);
    }

    #[test]
    fn all_faults_of_a_value_come_in_one_answer() {
        let mut stage = Stage::new();
        let id = stage.run(dimension("a")).unwrap().subject;
        let days = (Some(date(2010, 12, 2)), Some(date(2010, 12, 1)));
        let wrong = CreateDimensionValue { active_from: days.0, active_to: days.1, ..value(&id, "X", Some("dv_x")) };
        let rejection = stage.run(wrong.clone()).expect_err("refused");
        let pointers: Vec<&str> = rejection.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers, ["/parentId", "/activeTo"]);
        stage.run(CreateDimensionValue { parent_id: None, active_to: days.0, ..wrong }).expect("one day is enough");
    }
}
