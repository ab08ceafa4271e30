//! `dimension[costCenter]=D10` in queries, or `dimension=costCenter:D10`: values by code become the filter that the store
//! reads with.

use std::collections::BTreeMap;

use domain::rows::{Dimension, DimensionValue};
use domain::value::Cell;
use domain::value::dimension_code::DimensionCode;
use domain::value::id::{DimensionValueId, OrganizationId};
use domain::value::limits::DIMENSIONS_PER_LINE;
use domain::value::rejection::Violation;
use serde_json::json;
use store::Snapshot;
use store::read::dimensions::DimensionFilter;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{OneOfBuilder, Schema, Type};

use crate::http::input::{Decode, Pointer, Schemas, StringMap, Violations, scalar_schema};
use crate::http::json::Node;
use crate::http::problem::Problem;

/// Values by the codes of their dimensions, as a query names them. The form without brackets takes one, for clients that
/// cannot write brackets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DimensionValues(pub BTreeMap<String, String>);

impl Decode for DimensionValues {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let pair = match node {
            Node::Untyped(text) => text.split_once(':'),
            _ => None,
        };
        let pair = pair.map(|(code, value)| Node::Object(vec![(code.to_owned(), Node::Untyped(value.to_owned()))]));
        let map = StringMap::<DIMENSIONS_PER_LINE>::decode(pair.as_ref().unwrap_or(node), at, errors)?;
        Some(Self(map.0))
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        let text = scalar_schema(Type::String).pattern(Some("^[^:]+:.+$")).examples([json!("costCenter:D10")]);
        let map = StringMap::<DIMENSIONS_PER_LINE>::field_schema(schemas);
        OneOfBuilder::new().item(map).item(text).into()
    }
}

/// The filter of a query: values, whether they stand for those below them, and the dimension that lines must lack.
pub type Wanted = (Option<DimensionValues>, Option<bool>, Option<DimensionCode>);

/// The filter of a query. A value stands for all that is below it unless `with_descendants` says no.
///
/// # Errors
/// 400 where a dimension or value is unknown: a report is never answered with zeros in the place of a typing error.
pub async fn resolve(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    wanted: Wanted,
) -> Result<DimensionFilter, Problem> {
    if takes_all(&wanted) {
        return Ok(DimensionFilter::default());
    }
    let own = Cell::Id(organization.0);
    let dimensions: Vec<Dimension> =
        snapshot.rows("where organization_id = $1 order by code", std::slice::from_ref(&own)).await?;
    let mut values: Vec<DimensionValue> = Vec::new();
    for (code, value) in wanted.0.iter().flat_map(|wanted| &wanted.0) {
        let Some(dimension) = dimensions.iter().find(|dimension| dimension.code == *code) else { continue };
        let rest = "where organization_id = $1 and dimension_id = $2 and code = $3";
        let params = [own.clone(), Cell::Id(dimension.id.0), Cell::Text(value.clone())];
        values.extend(snapshot.rows::<DimensionValue>(rest, &params).await?);
    }
    // The present tree is walked by the database.
    Ok(DimensionFilter { branches: None, ..resolve_among(&dimensions, &values, wanted)? })
}

/// The same among dimensions, by code, and values of an earlier point.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_among(
    dimensions: &[Dimension],
    values: &[DimensionValue],
    wanted: Wanted,
) -> Result<DimensionFilter, Problem> {
    if takes_all(&wanted) {
        return Ok(DimensionFilter::default());
    }
    let (wanted, with_descendants, without) = wanted;
    let mut filter =
        DimensionFilter { with_descendants: with_descendants != Some(false), ..DimensionFilter::default() };
    let mut errors = Vec::new();
    let mut branches = Vec::new();
    let named = |code: &str| dimensions.iter().find(|dimension| dimension.code == code);
    let unknown = |pointer: String, code: &str| {
        let codes: Vec<&str> = dimensions.iter().map(|dimension| dimension.code.as_str()).collect();
        let there =
            if codes.is_empty() { "there is none".to_owned() } else { format!("there are {}", codes.join(", ")) };
        let message = format!("there is no dimension {code}: {there}");
        Violation { pointer, code: "unknown_dimension", message }
    };
    if let Some(code) = without {
        match named(code.as_str()) {
            Some(dimension) => filter.without = Some(dimension.id),
            None => errors.push(unknown("withoutDimension".to_owned(), code.as_str())),
        }
    }
    for (code, value) in wanted.unwrap_or_default().0 {
        let pointer = format!("dimension[{code}]");
        let Some(dimension) = named(&code) else {
            errors.push(unknown(pointer, &code));
            continue;
        };
        match values.iter().find(|known| known.dimension_id == dimension.id && known.code == value) {
            Some(found) => {
                filter.values.push((dimension.id, found.id));
                branches.push(branch(values, found.id));
            }
            None => {
                let message = format!(
                    "dimension {code} has no value {value}: see /accounting/dimensions/{}/values",
                    dimension.id
                );
                errors.push(Violation { pointer, code: "unknown_value", message });
            }
        }
    }
    filter.branches = Some(branches);
    if errors.is_empty() { Ok(filter) } else { Err(Problem::validation(errors)) }
}

fn takes_all((wanted, _, without): &Wanted) -> bool {
    wanted.as_ref().is_none_or(|wanted| wanted.0.is_empty()) && without.is_none()
}

/// A value and all below it.
fn branch(values: &[DimensionValue], root: DimensionValueId) -> Vec<DimensionValueId> {
    let mut branch = vec![root];
    let mut next = 0;
    while let Some(parent) = branch.get(next).copied() {
        let below = values.iter().filter(|value| value.parent_id == Some(parent)).map(|value| value.id);
        // A tree that were damaged to a cycle would end all the same.
        let fresh: Vec<DimensionValueId> = below.filter(|id| !branch.contains(id)).collect();
        branch.extend(fresh);
        next += 1;
    }
    branch
}
