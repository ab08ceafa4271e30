//! `GET /inventory/pick-suggestions`: from where goods are taken.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::access::Permission;
use domain::inventory::items::Item;
use domain::inventory::picking::{Candidate, taken};
use domain::inventory::units;
use domain::value::id::{ItemId, LocationId, LotId, OrganizationId, SerialId, WarehouseId};
use domain::value::{Cell, CellValue};
use domain::warehouses::{PickStrategy, Warehouse};
use store::Snapshot;
use store::read::availability::{self, AvailabilityFilter};
use store::read::picking::{self, Pickable};

use super::{found_by, quantity};
use crate::app::App;
use crate::commit;
use crate::http::caller::Caller;
use crate::http::input::{QuantityText, Ref};
use crate::http::items::wire::Sku;
use crate::http::output::{Day, DecimalText, Id, Named};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::today;

/// Places of one answer.
const MOST: usize = 200;

crate::input! {
    /// Which goods, how much of them, and from where.
    pub struct PickQuery {
        /// The item; or its `sku`.
        pub item_id: Option<Ref<ItemId>>,
        /// The item by its sku, in any case of letters.
        pub sku: Option<Sku>,
        /// The warehouse from which they leave.
        pub warehouse_id: Ref<WarehouseId>,
        /// How much, in the base unit.
        pub quantity: QuantityText = "12",
        /// `fefo`, `fifo`, `lifo`, `nearestBin` or `manual`; the warehouse's own `pickStrategy` where absent.
        pub strategy: Option<PickStrategy>,
    }
}

crate::output! {
    /// A place from which goods are taken, as a line of an issue names it.
    pub struct PickLine {
        /// How much to take, in the base unit.
        pub quantity: DecimalText,
        /// What lies there.
        pub on_hand: DecimalText,
        /// Null for what lies in no bin.
        pub location_id: Option<Id<LocationId>>,
        pub location_code: Option<String>,
        pub lot_id: Option<Id<LotId>>,
        pub lot_number: Option<String>,
        /// The last day on which the lot may be used.
        pub expires_on: Option<Day>,
        pub serial_id: Option<Id<SerialId>>,
        pub serial_number: Option<String>,
    }

    /// From where goods are taken.
    pub struct PickSuggestionsView {
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub warehouse_id: Id<WarehouseId>,
        pub strategy: Named<PickStrategy>,
        /// How much was asked for, in the base unit.
        pub requested: DecimalText,
        /// How much of it the lines have.
        pub suggested: DecimalText,
        /// What is missing: it is not there, not available, or reserved. Of very many places the first 200 are looked at.
        pub short: DecimalText,
        pub unit_code: String,
        /// In the order in which goods are taken.
        pub lines: Vec<PickLine>,
    }
}

/// Suggest from where goods are picked
///
/// By the warehouse's `pickStrategy`, or another: `fefo` takes what expires first (goods that do not expire last), `fifo` what came
/// first to its place, `lifo` what came last, `nearestBin` goes by the codes of bins. `manual` chooses nothing: each place has all
/// that could be taken from it. Left out are lots and pieces that are not `available`, lots past `expiresOn`, bins that are for
/// neither `picking` nor `shipping`, and what others have reserved. It never changes what goods cost, and reserves nothing: a line can
/// be sent as a line of an issue as it is.
#[utoipa::path(get, path = "/api/v1/inventory/pick-suggestions", operation_id = "StockController_pickSuggestions", tag = "Stock",
    params(PickQuery), responses((status = 200, description = "The places, in order", body = PickSuggestionsView)))]
pub async fn pick_suggestions(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::ItemsRead).await?;
    let query: PickQuery = query.decode()?;
    let organization = caller.organization;
    let item = required_item(&mut snapshot, organization, (query.item_id, query.sku)).await?;
    let warehouse = required_warehouse(&mut snapshot, organization, query.warehouse_id).await?;
    caller.require_assigned(&mut snapshot, warehouse.id).await?;
    let decimals = u8::try_from(item.quantity_decimals).unwrap_or(0);
    let wanted = units::exact(query.quantity.0, decimals)
        .map_err(|(code, message)| Problem::new(code, message.clone()).at("quantity", code.name(), message))?;
    if wanted <= 0 {
        let message = "nothing is to be picked: give a quantity above 0";
        let code = Code::QuantityNotUsable;
        return Err(Problem::new(code, message).at("quantity", code.name(), message));
    }
    let now = commit::now();
    let today = today::of(&mut snapshot, organization, now).await?.ok_or_else(Problem::not_found)?;
    let strategy = query.strategy.unwrap_or(warehouse.pick_strategy);
    let goods = (organization, item.id, warehouse.id);
    let places = picking::places(&mut snapshot, goods, strategy, (now, today), MOST).await?;
    let filter =
        AvailabilityFilter { item: Some(item.id), warehouse: Some(warehouse.id), ..AvailabilityFilter::default() };
    let figures = availability::by_warehouse(&mut snapshot, organization, &filter, now, (None, 1)).await?;
    let available = figures.first().map_or(0, |row| row.figures.available());
    let wanted = i128::from(wanted);
    let candidates: Vec<Candidate> = places.iter().map(candidate).collect();
    let much = taken(&candidates, wanted.min(available));
    let suggested: i128 = much.iter().sum();
    let mut lines: Vec<PickLine> = Vec::new();
    for (place, much) in places.into_iter().zip(much) {
        // Who chooses himself sees every place, with what he could take there.
        let much = if strategy == PickStrategy::Manual { candidate(&place).most() } else { much };
        if much > 0 {
            lines.push(line(place, much, decimals));
        }
    }
    let view = PickSuggestionsView {
        item_id: Id(item.id),
        sku: item.sku,
        warehouse_id: Id(warehouse.id),
        strategy: Named(strategy),
        requested: quantity(wanted, decimals),
        suggested: quantity(suggested, decimals),
        short: quantity(wanted - suggested, decimals),
        unit_code: item.unit_code,
        lines,
    };
    Ok(axum::Json(view).into_response())
}

fn candidate(place: &Pickable) -> Candidate {
    let tracked = match (&place.serial, &place.lot) {
        (Some((id, _)), _) => id.0,
        (None, Some((id, _))) => id.0,
        (None, None) => [0; 16],
    };
    let is_tracked = place.serial.is_some() || place.lot.is_some();
    // Goods that are not told apart are reserved as a whole alone.
    let free = if is_tracked { i128::from(place.free) } else { i128::MAX };
    Candidate { tracked, on_hand: i128::from(place.quantity), free }
}

fn line(place: Pickable, much: i128, decimals: u8) -> PickLine {
    let (location_id, location_code) = place.location.unzip();
    let (lot_id, lot_number) = place.lot.unzip();
    let (serial_id, serial_number) = place.serial.unzip();
    PickLine {
        quantity: quantity(much, decimals),
        on_hand: quantity(i128::from(place.quantity), decimals),
        location_id: location_id.map(Id),
        location_code,
        lot_id: lot_id.map(Id),
        lot_number,
        expires_on: place.expires_on.map(Day),
        serial_id: serial_id.map(Id),
        serial_number,
    }
}

/// The item that is named by its id or its sku.
async fn required_item(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    (id, sku): (Option<Ref<ItemId>>, Option<Sku>),
) -> Result<Item, Problem> {
    let (pointer, rest, cell) = match (id, found_by(sku)) {
        (Some(id), None) => ("itemId", "id = $2", super::named(Some(id), |id| id.0).map(Cell::Id)),
        (None, Some(sku)) => ("sku", "sku_key = $2", Some(Cell::Text(sku))),
        (None, None) => return Err(Problem::violation("itemId", "required", "give itemId, or sku")),
        (Some(_), Some(_)) => return Err(Problem::violation("sku", "conflict", "give itemId or sku, not both")),
    };
    let rest = format!("where organization_id = $1 and {rest}");
    let cells = [Some(organization.to_cell()), cell].into_iter().flatten().collect::<Vec<_>>();
    let found: Vec<Item> = snapshot.rows(&rest, &cells).await?;
    found.into_iter().next().ok_or_else(|| unknown(pointer, "item"))
}

async fn required_warehouse(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: Ref<WarehouseId>,
) -> Result<Warehouse, Problem> {
    let id = super::named(Some(id), |id| id.0).map(Cell::Id);
    let cells = [Some(organization.to_cell()), id].into_iter().flatten().collect::<Vec<_>>();
    let found: Vec<Warehouse> = snapshot.rows("where organization_id = $1 and id = $2", &cells).await?;
    found.into_iter().next().ok_or_else(|| unknown("warehouseId", "warehouse"))
}

fn unknown(pointer: &'static str, noun: &str) -> Problem {
    let message = format!("no {noun} is named so here");
    Problem::new(Code::UnknownReference, message.clone()).at(pointer, Code::UnknownReference.name(), message)
}
