//! `GET /inventory/movements`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::access::Permission;
use domain::inventory::movement_kind::MovementKind;
use domain::inventory::movements::{MovementStatus, StockMovement};
use domain::value::id::{EntryId, ItemId, MovementId, PartyId, WarehouseId};
use domain::value::{Cell, CellKind, CellValue, Date};
use store::read::Conditions;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::{Ref, Text};
use crate::http::output::{At, Day, Id, Named};
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which movements.
    pub struct MovementQuery {
        /// Only those of this kind.
        pub kind: Option<MovementKind>,
        /// Only those in this status.
        pub status: Option<MovementStatus>,
        /// Only posted ones that moved this item.
        pub item_id: Option<Ref<ItemId>>,
        /// Only posted ones that moved something in this warehouse, or to it.
        pub warehouse_id: Option<Ref<WarehouseId>>,
        /// Only those of this supplier or customer.
        pub party_id: Option<Ref<PartyId>>,
        /// Only those that take back this one.
        pub of_movement_id: Option<Ref<MovementId>>,
        /// From this posting date on.
        pub date_from: Option<Date>,
        /// Until this posting date.
        pub date_to: Option<Date>,
        /// Only the one with this external id.
        pub external_id: Option<Text<1, 200>>,
        /// Text in description or reference.
        pub q: Option<Text<1, 100>>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// Where the page begins.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A movement in a list, without its lines.
    pub struct MovementSummary {
        pub id: Id<MovementId>,
        pub kind: Named<MovementKind>,
        pub status: Named<MovementStatus>,
        pub sequence: Option<i64>,
        pub occurred_at: Option<At>,
        pub posting_date: Option<Day>,
        pub party_id: Option<Id<PartyId>>,
        pub description: String,
        pub reference: Option<String>,
        pub source: String,
        pub external_id: Option<String>,
        pub line_count: i64,
        pub of_movement_id: Option<Id<MovementId>>,
        pub entry_id: Option<Id<EntryId>>,
        pub void_entry_id: Option<Id<EntryId>>,
        pub void_reason: Option<String>,
        pub version: i64,
    }

    /// A page of movements.
    pub struct MovementPage {
        pub data: Vec<MovementSummary>,
        pub next_cursor: Option<String>,
    }
}

/// List movements of goods, the newest first
#[utoipa::path(get, path = "/api/v1/inventory/movements", operation_id = "MovementsController_list", tag = "Movements",
    params(MovementQuery), responses((status = 200, description = "A page", body = MovementPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::MovementsRead).await?;
    let query: MovementQuery = query.decode()?;
    // A malformed id names nothing.
    let id = |id: Option<[u8; 16]>| Cell::Id(id.unwrap_or([0; 16]));
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("kind", query.kind.map(|kind| kind.to_cell()));
    conditions.equal("status", query.status.map(|status| status.to_cell()));
    let of_lines = "seq in (select movement_seq from movement_lines where organization_id = $1 and";
    conditions
        .when(&format!("{of_lines} item_id = {{}})"), query.item_id.map(|item| id(item.known().map(|item| item.0))));
    conditions.when(
        &format!("{of_lines} (warehouse_id = {{}} or to_warehouse_id = {{}}))"),
        query.warehouse_id.map(|warehouse| id(warehouse.known().map(|warehouse| warehouse.0))),
    );
    conditions.equal("party_id", query.party_id.map(|party| id(party.known().map(|party| party.0))));
    conditions.equal("of_movement_id", query.of_movement_id.map(|of| id(of.known().map(|of| of.0))));
    conditions.when("posting_date >= {}", query.date_from.map(|day| day.to_cell()));
    conditions.when("posting_date <= {}", query.date_to.map(|day| day.to_cell()));
    conditions.equal("external_id", query.external_id.map(|text| Cell::Text(text.0)));
    conditions.contains(&["description", "reference"], query.q.as_deref());
    if let Some(cursor) = &query.cursor {
        // Ids are in the order in which movements were written.
        let place = cursor.require(&[CellKind::Id])?.first().cloned().unwrap_or(Cell::Null);
        conditions.when("id < {}", Some(place));
    }
    let rows: Vec<StockMovement> = conditions.page(&mut snapshot, "id desc", query.limit.0 + 1).await?;
    Ok(Page::of(rows, query.limit.0, |row| vec![row.id.to_cell()]).map(summary).respond(&uri))
}

fn summary(movement: StockMovement) -> MovementSummary {
    MovementSummary {
        id: Id(movement.id),
        kind: Named(movement.kind),
        status: Named(movement.status),
        sequence: movement.seq,
        occurred_at: movement.occurred_at.map(At),
        posting_date: movement.posting_date.map(Day),
        party_id: movement.party_id.map(Id),
        description: movement.description,
        reference: movement.reference,
        source: movement.source,
        external_id: movement.external_id,
        line_count: movement.line_count,
        of_movement_id: movement.of_movement_id.map(Id),
        entry_id: movement.entry_id.map(Id),
        void_entry_id: movement.void_entry_id.map(Id),
        void_reason: movement.void_reason,
        version: movement.version,
    }
}
