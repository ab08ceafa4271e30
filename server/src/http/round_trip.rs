//! Resources that are read, changed and sent back: the row of a path, and the id and version in the body.

use std::fmt::Display;

use domain::rows::Row;
use domain::value::id::OrganizationId;
use domain::value::rejection::Violation;
use domain::value::{Cell, Sought, TypedId};
use store::Snapshot;

use super::input::{Text, Whole};
use super::problem::Problem;

/// The id that a body may repeat.
pub type BodyId = Text<1, 100>;
/// The version that a body may repeat; it acts as `If-Match`.
pub type BodyVersion = Whole<1, { i64::MAX }>;

/// The row with this wire id.
///
/// # Errors
/// 404 for an unknown, malformed or foreign id.
pub async fn find<R: Row, I: TypedId>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<I>,
) -> Result<R, Problem> {
    let id = id.require()?;
    let rest = "where organization_id = $1 and id = $2";
    let mut found: Vec<R> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(id.bytes())]).await?;
    found.pop().ok_or_else(Problem::not_found)
}

/// The id in the body, if any, is that of the path.
///
/// # Errors
/// 400 where it is another.
pub fn require_same_id(body: Option<&BodyId>, path: &impl Display) -> Result<(), Problem> {
    match body {
        Some(Text(id)) if *id != path.to_string() => {
            let message = format!("is not the id in the path, {path}: leave it out or send the same");
            Err(Problem::validation(vec![Violation { pointer: "/id".to_owned(), code: "id_mismatch", message }]))
        }
        _ => Ok(()),
    }
}

/// The versions that the change expects: those of `If-Match`, and of them only the body's where it has one.
#[must_use]
pub fn expected(if_match: Option<&[i64]>, body: Option<BodyVersion>) -> Option<Vec<i64>> {
    match (if_match, body) {
        (None, None) => None,
        (Some(versions), None) => Some(versions.to_vec()),
        (None, Some(Whole(version))) => Some(vec![version]),
        (Some(versions), Some(Whole(version))) => {
            Some(versions.iter().copied().filter(|known| *known == version).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_in_the_body_and_one_in_the_header_must_agree() {
        assert_eq!(expected(None, None), None);
        assert_eq!(expected(Some(&[3]), None), Some(vec![3]));
        assert_eq!(expected(None, Some(Whole(4))), Some(vec![4]));
        assert_eq!(expected(Some(&[3, 4]), Some(Whole(4))), Some(vec![4]));
        assert_eq!(expected(Some(&[3]), Some(Whole(4))), Some(vec![]));
    }
}
