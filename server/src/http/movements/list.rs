//! `GET /inventory/movements`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::StockMovement;
use domain::value::permission::Permission;
use store::Snapshot;
use store::read::movement_lists::{self, MovementFilter};

use super::filter::{MovementQuery, order};
use super::goods::PageGoods;
use super::included::PageLines;
use super::summary::{MovementSummary, summary};
use crate::app::App;
use crate::http::accounts::statement::base_currency;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::included::{Include, within};
use crate::http::lists::{self, Asked, Listed};
use crate::http::operations::Operation;
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::output! {
    /// A page of movements.
    pub struct MovementPage {
        pub data: Vec<MovementSummary>,
        pub next_cursor: Option<String>,
    }
}

/// Lines of a page whose values are read for a list without lines.
const VALUED_LINES: i64 = 2_000;

pub(super) const OPERATION: Operation = Operation::report(Permission::MovementsRead);

/// List movements of goods, newest first
#[utoipa::path(get, path = "/api/v1/inventory/movements", operation_id = "MovementsController_list", tag = "Movements",
    params(MovementQuery), responses((status = 200, description = "A page", body = MovementPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: MovementQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for MovementQuery {
    type Row = MovementSummary;
    const TITLE: &'static str = "Movements";
    crate::paging!();

    async fn page(
        mut self,
        _: &App,
        caller: &Caller,
        snapshot: &mut Snapshot,
    ) -> Result<Page<MovementSummary>, Problem> {
        let mut filter = self.filter(snapshot, caller.organization).await?;
        if let Some(sort) = &self.sort {
            (filter.order, filter.descending) = order(sort)?;
        }
        let after = match &self.cursor {
            Some(cursor) => Some(cursor.require(filter.order.kinds())?.to_vec()),
            None => None,
        };
        let filter = MovementFilter { after, ..filter };
        let reach = caller.reach(snapshot).await?;
        let rows = movement_lists::list(snapshot, caller.organization, &filter, &reach, self.limit.0 + 1).await?;
        // A file has a row per movement, and the value of each.
        let is_of_file = self.format.is_some_and(|format| format != ListFormat::Json);
        let includes = self.include == Some(Include::Lines) && !is_of_file;
        let limit = if includes || is_of_file { within_lines(&rows, self.limit.0) } else { self.limit.0 };
        let page = Page::of(rows, limit, |row| filter.order.cells(row));
        let sees_costs = caller.rights(snapshot).await?.has(Permission::CostsRead);
        let valued = match (includes, sees_costs) {
            (true, _) => page.data.len(),
            (false, true) if is_of_file => page.data.len(),
            (false, true) => valued(&page.data),
            (false, false) => 0,
        };
        let lines = PageLines::read(snapshot, caller.organization, page.data.get(..valued).unwrap_or_default()).await?;
        let mut views = match includes {
            true => Some(lines.views(snapshot, caller, &page.data).await?),
            false => None,
        };
        let goods = PageGoods::read(snapshot, caller.organization, &page.data).await?;
        let base = base_currency(snapshot, caller.organization).await?;
        let summed = page.data.into_iter().map(|movement| {
            let lines_of = views.as_mut().map(|views| views.remove(&movement.id).unwrap_or_default());
            let value = lines.worth(&movement).filter(|_| sees_costs);
            let about = goods.of(&movement);
            MovementSummary { lines: lines_of, ..summary(movement, about, value, base) }
        });
        let mut data: Vec<MovementSummary> = summed.collect();
        called::fill(snapshot, caller, &mut data).await?;
        Ok(Page { data, next: page.next })
    }
}

/// How many of these movements a page takes whose lines are shown.
fn within_lines(rows: &[StockMovement], limit: usize) -> usize {
    let counts: Vec<i64> = rows.iter().map(|movement| movement.line_count).collect();
    within(&counts, limit)
}

/// How many of these movements have their values read.
fn valued(rows: &[StockMovement]) -> usize {
    let mut lines = 0_i64;
    let fitting = rows.iter().take_while(|movement| {
        lines = lines.saturating_add(movement.line_count);
        lines <= VALUED_LINES
    });
    fitting.count()
}
