//! Views of the console's screens that members saved for themselves, or for all members of their organization.

use domain::value::id::{OrganizationId, PrincipalId, ViewId};
use domain::value::{Cell, CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

record! {
    /// A view.
    SavedView in "saved_views" key 2 {
        organization_id: OrganizationId,
        id: ViewId,
        owner_id: PrincipalId,
        /// No two of one owner and screen have the same.
        name: String,
        screen: String,
        /// Filters and order, as in the address of the screen.
        query: String,
        /// A JSON list of names; `None` for the usual columns.
        columns: Option<String>,
        /// Whether all members see it.
        is_shared: bool,
        version: i64,
        created_at: Instant,
        updated_at: Instant,
    }
}

/// Stores a new view; `false` where its owner has one of this name for the screen.
pub async fn add(database: &Database, view: &SavedView) -> Result<bool, Fault> {
    let sql = format!(
        "insert into saved_views ({}) {} on conflict do nothing returning id",
        SavedView::columns(),
        SavedView::values()
    );
    Ok(!database.operational(&sql, &view.cells(), &[CellKind::Id]).await?.is_empty())
}

/// Stores a view in place of its version before; `false` where another one is stored by now, or none.
///
/// # Errors
/// `Constraint` where its owner has another view of this name for the screen.
pub async fn change(database: &Database, view: &SavedView) -> Result<bool, Fault> {
    let sql = "update saved_views set name = $3, screen = $4, query = $5, columns = $6, is_shared = $7, version = $8, \
         updated_at = $9 where organization_id = $1 and id = $2 and version = $10 returning id";
    let params = [
        view.organization_id.to_cell(),
        view.id.to_cell(),
        view.name.to_cell(),
        view.screen.to_cell(),
        view.query.to_cell(),
        view.columns.to_cell(),
        view.is_shared.to_cell(),
        view.version.to_cell(),
        view.updated_at.to_cell(),
        (view.version - 1).to_cell(),
    ];
    Ok(!database.operational(sql, &params, &[CellKind::Id]).await?.is_empty())
}

/// Removes a view; `false` where there is none.
pub async fn remove(database: &Database, organization: OrganizationId, id: ViewId) -> Result<bool, Fault> {
    let sql = "delete from saved_views where organization_id = $1 and id = $2 returning id";
    let params = [organization.to_cell(), id.to_cell()];
    Ok(!database.operational(sql, &params, &[CellKind::Id]).await?.is_empty())
}

/// Removes the views of who left the organization, but those that others see.
pub async fn forget(database: &Database, organization: OrganizationId, owner: PrincipalId) -> Result<(), Fault> {
    let sql = "delete from saved_views where organization_id = $1 and owner_id = $2 and is_shared = 0";
    database.operational(sql, &[organization.to_cell(), owner.to_cell()], &[]).await.map(drop)
}

/// The view of this id.
pub async fn get(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: ViewId,
) -> Result<Option<SavedView>, Fault> {
    let sql = format!("select {} from saved_views where organization_id = $1 and id = $2", SavedView::columns());
    let params = [organization.to_cell(), id.to_cell()];
    SavedView::read_one(&snapshot.query(&sql, &params, SavedView::KINDS).await?)
}

/// All views of a member, which are few.
pub async fn of_owner(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    owner: PrincipalId,
) -> Result<Vec<SavedView>, Fault> {
    let sql = format!("select {} from saved_views where organization_id = $1 and owner_id = $2", SavedView::columns());
    let params = [organization.to_cell(), owner.to_cell()];
    SavedView::read_all(&snapshot.query(&sql, &params, SavedView::KINDS).await?)
}

/// Whose views are read, and which.
#[derive(Clone, Debug)]
pub struct Seen {
    /// In which organization.
    pub organization: OrganizationId,
    /// Whose own views, besides those that all see.
    pub principal: PrincipalId,
    /// Only those of this screen.
    pub screen: Option<String>,
    /// Only those behind this name and id.
    pub after: Option<(String, ViewId)>,
}

/// The views that a member sees, by name.
pub async fn seen(snapshot: &mut Snapshot, seen: &Seen, limit: usize) -> Result<Vec<SavedView>, Fault> {
    let sql = seen_sql(seen.screen.is_some(), limit);
    let (name, id) = seen.after.clone().unwrap_or((String::new(), ViewId([0; 16])));
    let mut params: Vec<Cell> =
        vec![seen.organization.to_cell(), seen.principal.to_cell(), name.to_cell(), id.to_cell()];
    params.extend(seen.screen.as_ref().map(CellValue::to_cell));
    SavedView::read_all(&snapshot.query(&sql, &params, SavedView::KINDS).await?)
}

/// Own ones and those of others by an index each: together they are few, and an organization may have many.
pub(crate) fn seen_sql(of_screen: bool, limit: usize) -> String {
    let screen = if of_screen { "screen = $5 and " } else { "" };
    format!(
        "select {0} from (\
           select {0} from saved_views where organization_id = $1 and owner_id = $2 \
           union all \
           select {0} from saved_views where organization_id = $1 and is_shared = 1 and owner_id <> $2) s \
         where {screen}(name > $3 or (name = $3 and id > $4)) order by name, id limit {limit}",
        SavedView::columns()
    )
}
