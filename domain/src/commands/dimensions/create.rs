//! Creates a dimension, without values.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::dimensions::rules::require_free_code;
use crate::rows::{Dimension, Reply};
use crate::value::dimension_code::DimensionCode;
use crate::value::id::DimensionId;
use crate::value::limits;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// A new dimension.
#[derive(Clone, Debug)]
pub struct CreateDimension {
    /// Unique per organization.
    pub code: DimensionCode,
    pub name: String,
    pub description: Option<String>,
}

impl Decide for CreateDimension {
    const PERMISSION: Permission = Permission::DimensionsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Dimensions);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        if book.dimensions()?.count() >= limits::DIMENSIONS {
            let message = format!("an organization has at most {} dimensions: delete one first", limits::DIMENSIONS);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        require_free_code(book, self.code.as_str(), None)?;
        let id: DimensionId = ctx.ids.next();
        book.dimensions.put(Dimension {
            id,
            code: self.code.as_str().to_owned(),
            name: self.name.clone(),
            description: self.description.clone(),
            is_active: true,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        });
        let recorded = book.record(ctx, FactKind::DimensionCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::Stage;

    pub(crate) fn dimension(code: &str) -> CreateDimension {
        let code = DimensionCode::parse(code).expect("a code");
        CreateDimension { name: code.as_str().to_owned(), code, description: None }
    }

    #[test]
    fn codes_are_unique_and_the_number_of_dimensions_is_bounded() {
        let mut stage = Stage::new();
        let first = stage.run(dimension("country")).expect("created").subject;
        let rejection = stage.run(dimension("country")).expect_err("taken");
        assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::CodeTaken, "/code"));
        assert!(rejection.resolutions[0].path.ends_with(&first));
        for number in 1..limits::DIMENSIONS {
            stage.run(dimension(&format!("d{number}"))).expect("created");
        }
        assert_eq!(stage.run(dimension("more")).expect_err("full").code, Code::LimitReached);
    }
}
