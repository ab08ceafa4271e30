//! `dimension[costCenter]=D10` in queries: values by code become the filter that the store reads with.

use domain::ledger::dimensions::{Dimension, DimensionCode, DimensionValue};
use domain::limits::DIMENSIONS_PER_LINE;
use domain::rejection::Violation;
use domain::value::Cell;
use domain::value::id::OrganizationId;
use store::Snapshot;
use store::read::dimensions::DimensionFilter;

use crate::http::input::StringMap;
use crate::http::problem::Problem;

/// Values by the codes of their dimensions, as a query names them.
pub type DimensionValues = StringMap<DIMENSIONS_PER_LINE>;

/// The filter of a query. A value stands for all that is below it unless `with_descendants` says no.
///
/// # Errors
/// 400 where a dimension or value is unknown: a report is never answered with zeros in the place of a typing error.
pub async fn resolve(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    (wanted, with_descendants, without): (Option<DimensionValues>, Option<bool>, Option<DimensionCode>),
) -> Result<DimensionFilter, Problem> {
    let mut filter =
        DimensionFilter { with_descendants: with_descendants != Some(false), ..DimensionFilter::default() };
    let wanted = wanted.unwrap_or_default().0;
    if wanted.is_empty() && without.is_none() {
        return Ok(filter);
    }
    let own = Cell::Id(organization.0);
    let dimensions: Vec<Dimension> =
        snapshot.rows("where organization_id = $1 order by code", std::slice::from_ref(&own)).await?;
    let mut errors = Vec::new();
    let named = |code: &str| dimensions.iter().find(|dimension| dimension.code == code);
    let unknown = |pointer: String, code: &str| {
        let codes: Vec<&str> = dimensions.iter().map(|dimension| dimension.code.as_str()).collect();
        let there =
            if codes.is_empty() { "there is none".to_owned() } else { format!("there are {}", codes.join(", ")) };
        let message = format!("no dimension has the code {code}: {there}");
        Violation { pointer, code: "unknown_dimension", message }
    };
    if let Some(code) = without {
        match named(code.as_str()) {
            Some(dimension) => filter.without = Some(dimension.id),
            None => errors.push(unknown("withoutDimension".to_owned(), code.as_str())),
        }
    }
    for (code, value) in wanted {
        let pointer = format!("dimension[{code}]");
        let Some(dimension) = named(&code) else {
            errors.push(unknown(pointer, &code));
            continue;
        };
        let rest = "where organization_id = $1 and dimension_id = $2 and code = $3";
        let params = [own.clone(), Cell::Id(dimension.id.0), Cell::Text(value.clone())];
        match snapshot.rows::<DimensionValue>(rest, &params).await?.first() {
            Some(found) => filter.values.push((dimension.id, found.id)),
            None => {
                let message = format!(
                    "dimension {code} has no value {value}: see /accounting/dimensions/{}/values",
                    dimension.id
                );
                errors.push(Violation { pointer, code: "unknown_value", message });
            }
        }
    }
    if errors.is_empty() { Ok(filter) } else { Err(Problem::validation(errors)) }
}
