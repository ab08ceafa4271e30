//! `dimension[costCenter]=D10` in queries: values by code become the filter that the store reads with.

use domain::ledger::dimensions::{Dimension, DimensionValue};
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
    (wanted, with_descendants): (Option<DimensionValues>, Option<bool>),
) -> Result<DimensionFilter, Problem> {
    let mut filter = DimensionFilter { values: Vec::new(), with_descendants: with_descendants != Some(false) };
    let Some(StringMap(wanted)) = wanted.filter(|wanted| !wanted.0.is_empty()) else { return Ok(filter) };
    let own = Cell::Id(organization.0);
    let dimensions: Vec<Dimension> =
        snapshot.rows("where organization_id = $1 order by code", std::slice::from_ref(&own)).await?;
    let mut errors = Vec::new();
    for (code, value) in wanted {
        let pointer = format!("dimension[{code}]");
        let Some(dimension) = dimensions.iter().find(|dimension| dimension.code == code) else {
            let codes: Vec<&str> = dimensions.iter().map(|dimension| dimension.code.as_str()).collect();
            let there =
                if codes.is_empty() { "there is none".to_owned() } else { format!("there are {}", codes.join(", ")) };
            let message = format!("no dimension has the code {code}: {there}");
            errors.push(Violation { pointer, code: "unknown_parameter", message });
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
