//! `mapping`: the statement mapping in which a report is laid out, as it was at the point of the report.

use domain::rows::{Account, MappingKind, StatementMapping};
use domain::value::Sought;
use domain::value::id::StatementMappingId;
use store::Snapshot;

use super::books::Books;
use crate::http::output::Id;
use crate::http::problem::Problem;
use crate::http::statement_mappings::view::UnmappedAccount;

/// The mapping that a report asks for; `None` where it asks for none.
///
/// # Errors
/// 400 where there is none with this id at this point, or it is of another statement.
pub async fn asked(
    books: &Books,
    snapshot: &mut Snapshot,
    wanted: Option<Sought<StatementMappingId>>,
    kind: MappingKind,
) -> Result<Option<StatementMapping>, Problem> {
    let Some(wanted) = wanted else { return Ok(None) };
    let all: Vec<StatementMapping> = books.rows(snapshot).await?;
    let Some(found) = all.into_iter().find(|mapping| wanted.id() == Some(mapping.id)) else {
        let message = "there is no statement mapping with this id at that time: list them under \
             /accounting/statement-mappings";
        return Err(Problem::violation("mapping", "unknown_reference", message));
    };
    if found.kind != kind {
        let message =
            format!("{} is the mapping of a {}: choose one of kind {}", found.name, found.kind.title(), kind.name());
        return Err(Problem::violation("mapping", "wrong_kind", message));
    }
    Ok(Some(found))
}

/// A statement's data about its mapping: the id, the title with its name, and the accounts that no section names.
#[must_use]
pub fn told(
    mapping: Option<&StatementMapping>,
    title: &str,
    unmapped: &[usize],
    chart: &[Account],
) -> (Option<Id<StatementMappingId>>, String, Vec<UnmappedAccount>) {
    let title = mapping.map_or_else(|| title.to_owned(), |mapping| format!("{title}: {}", mapping.name));
    let unmapped = unmapped.iter().filter_map(|place| chart.get(*place)).map(UnmappedAccount::of).collect();
    (mapping.map(|mapping| Id(mapping.id)), title, unmapped)
}
