//! Rules that commands on values of dimensions share: finding one, its code, its place in the tree and its days.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{Dimension, DimensionValue};
use crate::value::cell::IsoDate;
use crate::value::id::DimensionValueId;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, Sought, limits};

/// The value, or `not_found` for an unknown or malformed id, or one of another dimension.
pub(crate) fn require_value(
    book: &Book,
    dimension: &Dimension,
    sought: &Sought<DimensionValueId>,
) -> Result<DimensionValue, Stop> {
    let id = sought.require()?;
    let value = book.dimension_value(id)?.filter(|value| value.dimension_id == dimension.id);
    Ok(value.ok_or_else(Rejection::not_found)?.clone())
}

/// The rejection of a second value with one code.
pub(crate) fn value_code_taken(dimension: &Dimension, code: &str, other: DimensionValueId) -> Rejection {
    let message = format!("dimension {} already has a value {code}: choose another code", dimension.code);
    let path = format!("/accounting/dimensions/{}/values/{other}", dimension.id);
    Rejection::new(Code::CodeTaken, message).at("/code").with("id", other.to_string()).offer(
        "existing",
        "See the value that has it",
        "GET",
        path,
    )
}

/// The value above is one of the same dimension, and the tree stays within its depth with a branch of this height.
pub(crate) fn require_parent(
    book: &Book,
    dimension: &Dimension,
    sought: &Sought<DimensionValueId>,
    height: usize,
) -> Result<DimensionValueId, Stop> {
    let unknown = || {
        let message = format!("dimension {} has no value with the id {sought}: choose an existing one", dimension.code);
        Rejection::new(Code::UnknownReference, message).at("/parentId")
    };
    let id = sought.id().ok_or_else(unknown)?;
    let parent = book.dimension_value(id)?.filter(|value| value.dimension_id == dimension.id).ok_or_else(unknown)?;
    let mut depth = height + 1;
    let mut above = parent.parent_id;
    while let Some(next) = above.filter(|_| depth <= limits::TREE_DEPTH) {
        depth += 1;
        above = book.dimension_value(next)?.and_then(|value| value.parent_id);
    }
    if depth > limits::TREE_DEPTH {
        let message = format!("the values of {} would have more than {} levels", dimension.code, limits::TREE_DEPTH);
        return Err(Rejection::new(Code::ParentTooDeep, message).at("/parentId").into());
    }
    Ok(id)
}

/// The last day is not before the first.
pub(crate) fn require_days_in_order(from: Option<Date>, to: Option<Date>) -> Result<(), Stop> {
    match (from, to) {
        (Some(from), Some(to)) if from > to => {
            let message = format!(
                "from {} to {} it would never be active: activeTo must not be before activeFrom",
                IsoDate(from),
                IsoDate(to)
            );
            Err(Rejection::new(Code::DimensionNotUsable, message).at("/activeTo").into())
        }
        _ => Ok(()),
    }
}
