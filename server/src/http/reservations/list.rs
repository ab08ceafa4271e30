//! `GET /inventory/reservations`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{Reservation, ReservationStatus};
use domain::value::id::{ItemId, LotId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::Snapshot;
use store::read::Conditions;

use super::get;
use super::short;
use super::view::ReservationView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::input::{ForeignKey, Name, NameOrEmpty, Search};
use crate::http::lists::{self, Asked, Listed};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which reservations.
    pub struct ReservationQuery {
        /// Only those of this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only those in this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only those that name this lot.
        pub lot_id: Option<Sought<LotId>>,
        /// Only those with this status.
        pub status: Option<ReservationStatus>,
        /// Only those that are short now (`shortBy` above 0), or only the others.
        pub is_short: Option<bool>,
        /// Only those with this reference.
        pub reference: Option<Name<200>>,
        /// Only those of this source, the namespace of `externalId`.
        pub source: Option<NameOrEmpty<100>>,
        /// Only those with this external id; it is unique only within a `source`.
        pub external_id: Option<ForeignKey<200>>,
        /// Text in the reference, or in SKU or name of the item.
        pub q: Option<Search>,
        /// `json` (the default), or the whole list as `csv` or `xlsx`; takes precedence over `Accept`.
        pub format: Option<ListFormat>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of reservations.
    pub struct ReservationPage {
        pub data: Vec<ReservationView>,
        pub next_cursor: Option<String>,
    }
}

/// What a reservation's item is called.
const SKU: &str = "(select i.sku from items as i where i.organization_id = $1 and i.id = reservations.item_id)";
const NAME: &str = "(select i.name from items as i where i.organization_id = $1 and i.id = reservations.item_id)";

pub(super) const OPERATION: Operation = Operation::report(Permission::ReservationsRead);

/// List reservations, newest first
#[utoipa::path(get, path = "/api/v1/inventory/reservations", operation_id = "ReservationsController_list",
    tag = "Reservations", params(ReservationQuery),
    responses((status = 200, description = "A page", body = ReservationPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ReservationQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for ReservationQuery {
    type Row = ReservationView;
    const TITLE: &'static str = "Reservations";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<ReservationView>, Problem> {
        // A malformed id names nothing.
        let id = |id: Option<[u8; 16]>| Cell::Id(id.unwrap_or([0; 16]));
        let mut conditions = Conditions::new(caller.organization);
        conditions.equal("item_id", self.item_id.map(|item| id(item.id().map(|item| item.0))));
        conditions.equal("warehouse_id", self.warehouse_id.map(|one| id(one.id().map(|one| one.0))));
        conditions.within("warehouse_id", &caller.reach(snapshot).await?);
        conditions.equal("lot_id", self.lot_id.map(|lot| id(lot.id().map(|lot| lot.0))));
        conditions.equal("status", self.status.map(|status| status.to_cell()));
        conditions.found("reservations", "reference = {}", self.reference.map(|text| Cell::Text(text.0)));
        conditions.equal("source", self.source.map(|text| Cell::Text(text.0)));
        conditions.equal("external_id", self.external_id.map(|text| Cell::Text(text.0)));
        conditions.contains(&["reference", SKU, NAME], self.q.as_deref());
        if let Some(is_short) = self.is_short {
            let short = short::all(snapshot, caller.organization).await?;
            if is_short {
                conditions.among("id", Some(&short));
            } else {
                conditions.outside("id", &short);
            }
        }
        if let Some(cursor) = &self.cursor {
            // Ids are in the order in which reservations were made.
            let place = cursor.require(&[CellKind::Id])?.first().cloned().unwrap_or(Cell::Null);
            conditions.when("id < {}", Some(place));
        }
        let rows: Vec<Reservation> = conditions.page(snapshot, "id desc", self.limit.0 + 1).await?;
        let page = Page::of(rows, self.limit.0, |row| vec![row.id.to_cell()]);
        let data = get::shown(snapshot, caller, page.data).await?;
        Ok(Page { data, next: page.next })
    }
}
