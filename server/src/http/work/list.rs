//! `GET /inventory/work`: what is to be done in a warehouse.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::Code;
use domain::value::id::WarehouseId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Sought};

use super::sources::{Asked, Found, Source};
use super::view::{WorkKind, WorkPage, WorkRow};
use crate::app::App;
use crate::commit;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::input::List;
use crate::http::matches::list::known;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Where, and which work.
    pub struct WorkQuery {
        /// The warehouse.
        pub warehouse_id: Sought<WarehouseId>,
        /// Only this kind, or one of several, separated by commas.
        pub kind: Option<List<WorkKind, 1, 5>>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

pub(super) const OPERATION: Operation =
    Operation::read(Permission::MovementsRead).rejects(&[Code::WarehouseNotAssigned]);

/// List what is to be done in a warehouse
///
/// By kind: drafts of what comes in, goods in transit to it, bins for receiving in which goods lie, drafts of what leaves
/// and active reservations, and counts that are not finished; of each kind the oldest first. Only what the caller may
/// read.
#[utoipa::path(get, path = "/api/v1/inventory/work", operation_id = "WorkController_list", tag = "Stock",
    params(WorkQuery), responses((status = 200, description = "A page", body = WorkPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: WorkQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let warehouse = known(query.warehouse_id);
    caller.require_assigned(&mut snapshot, warehouse).await?;
    let (first, mut after) = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Int, CellKind::Id])? {
            [Cell::Int(source), Cell::Id(id)] => (usize::try_from(*source).unwrap_or(usize::MAX), Some(*id)),
            _ => (0, None),
        },
        None => (0, None),
    };
    let rights = caller.rights(&mut snapshot).await?;
    let reach = caller.reach(&mut snapshot).await?;
    let asked = Asked { organization: caller.organization, rights, reach, warehouse, now: commit::now() };
    let limit = query.limit.0;
    let mut rows: Vec<(usize, Found)> = Vec::new();
    for (place, source) in Source::ALL.into_iter().enumerate().skip(first) {
        let behind = after.take();
        let is_wanted = query.kind.as_ref().is_none_or(|kinds| kinds.0.contains(&source.kind()));
        if is_wanted && rights.has(source.permission()) {
            let found = source.read(&mut snapshot, &asked, behind, limit + 1 - rows.len()).await?;
            rows.extend(found.into_iter().map(|found| (place, found)));
        }
        if rows.len() > limit {
            break;
        }
    }
    let page = Page::of(rows, limit, |(place, found)| {
        vec![Cell::Int(i64::try_from(*place).unwrap_or(i64::MAX)), Cell::Id(found.key)]
    });
    let mut page = page.map(|(_, found)| found.row);
    called::fill::<WorkRow>(&mut snapshot, &caller, &mut page.data).await?;
    Ok(page.respond(&uri))
}
