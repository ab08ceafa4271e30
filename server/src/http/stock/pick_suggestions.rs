//! `GET /inventory/pick-suggestions`: from where goods are taken.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::rows::items::Item;
use domain::rows::{PickStrategy, Row, Warehouse};
use domain::stock::picking::{Candidate, taken};
use domain::value::id::{ItemId, LocationId, LotId, SerialId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellValue, Sought, units};
use store::Snapshot;
use store::read::Conditions;
use store::read::availability::{self, AvailabilityFilter, Moment};
use store::read::picking::{self, Pickable};

use super::{found_by, named, named_by, named_item, quantity};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::QuantityText;
use crate::http::items::wire::Sku;
use crate::http::operations::Operation;
use crate::http::output::{Day, DecimalText, Id, Named};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::{commit, today};

/// Places of one answer.
const MOST: usize = 200;

crate::input! {
    /// Which goods, how much of them, and from where.
    pub struct PickQuery {
        /// The item; or its `sku`.
        pub item_id: Option<Sought<ItemId>>,
        /// The item by its SKU, ignoring case.
        pub sku: Option<Sku>,
        /// The warehouse to pick from.
        pub warehouse_id: Sought<WarehouseId>,
        /// The quantity, in the base unit.
        pub quantity: QuantityText = "12",
        /// `fefo`, `fifo`, `lifo`, `nearestBin` or `manual`; the warehouse's `pickStrategy` if absent.
        pub strategy: Option<PickStrategy>,
    }
}

crate::output! {
    /// A place to pick from, in the form of a line of an issue.
    pub struct PickLine {
        /// The quantity to take, in the base unit.
        pub quantity: DecimalText,
        /// The quantity there.
        pub on_hand: DecimalText,
        /// Null for goods outside bins.
        pub location_id: Option<Id<LocationId>>,
        pub location_code: Option<String>,
        pub lot_id: Option<Id<LotId>>,
        pub lot_number: Option<String>,
        /// The last day on which the lot can be used.
        pub expires_on: Option<Day>,
        pub serial_id: Option<Id<SerialId>>,
        pub serial_number: Option<String>,
    }

    /// Suggested places to pick from.
    pub struct PickSuggestionsView {
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub warehouse_id: Id<WarehouseId>,
        pub strategy: Named<PickStrategy>,
        /// The requested quantity, in the base unit.
        pub requested: DecimalText,
        /// The quantity on the lines.
        pub suggested: DecimalText,
        /// The missing quantity: not there, not available, or reserved. At most 200 places are considered.
        pub short: DecimalText,
        pub unit_code: String,
        /// In picking order.
        pub lines: Vec<PickLine>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::ItemsRead).rejects(&[
    Code::UnknownReference,
    Code::AmountOutOfRange,
    Code::QuantityNotUsable,
    Code::QuantityPrecision,
    Code::WarehouseNotAssigned,
]);

/// Suggest places to pick from
///
/// By the warehouse's `pickStrategy` or another one: `fefo` takes goods that expire first (goods that do not expire
/// last), `fifo` goods that came first to their place, `lifo` goods that came last, and `nearestBin` follows the codes
/// of bins. `manual` chooses nothing: each place shows all that could be taken from it. Lots and pieces that are not
/// `available`, lots past `expiresOn`, bins for neither `picking` nor `shipping`, and goods reserved by others are left
/// out. A suggestion changes no costs and reserves nothing; each line can be sent as it is as a line of an issue.
#[utoipa::path(get, path = "/api/v1/inventory/pick-suggestions", operation_id = "StockController_pickSuggestions", tag = "Stock",
    params(PickQuery), responses((status = 200, description = "The places, in order", body = PickSuggestionsView)))]
pub async fn pick_suggestions(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: PickQuery = query.decode()?;
    let organization = caller.organization;
    let (id, sku_key) = (named_item(query.item_id), found_by(query.sku));
    let at = named_by(id, sku_key.as_deref())?;
    let mut which = Conditions::new(organization);
    which.equal("id", id.map(|id| id.to_cell()));
    which.equal("sku_key", sku_key.map(Cell::Text));
    let item: Item = required(&mut snapshot, which, at).await?;
    let mut which = Conditions::new(organization);
    which.equal("id", named(Some(query.warehouse_id), |id| id.0).map(Cell::Id));
    let warehouse: Warehouse = required(&mut snapshot, which, "warehouseId").await?;
    caller.require_assigned(&mut snapshot, warehouse.id).await?;
    let decimals = u8::try_from(item.quantity_decimals).unwrap_or(0);
    let wanted = units::exact(query.quantity.0, decimals)
        .map_err(|(code, message)| Problem::new(code, message.clone()).at("quantity", code.name(), message))?;
    if wanted <= 0 {
        let message = "the quantity must be above 0";
        let code = Code::QuantityNotUsable;
        return Err(Problem::new(code, message).at("quantity", code.name(), message));
    }
    let now = commit::now();
    let day = today::of(&mut snapshot, organization, now)
        .await?
        .ok_or_else(|| Problem::lost("organizations", organization))?;
    let now = Moment { at: now, day };
    let strategy = query.strategy.unwrap_or(warehouse.pick_strategy);
    let places = picking::places(&mut snapshot, organization, item.id, warehouse.id, strategy, now, MOST).await?;
    let filter =
        AvailabilityFilter { item: Some(item.id), warehouse: Some(warehouse.id), ..AvailabilityFilter::default() };
    let figures = availability::by_warehouse(&mut snapshot, organization, &filter, now, None, 1).await?;
    let available = figures.first().map_or(0, |row| row.figures.available());
    let wanted = i128::from(wanted);
    let candidates: Vec<Candidate> = places.iter().map(candidate).collect();
    let much = taken(&candidates, wanted.min(available));
    let suggested: i128 = much.iter().sum();
    let mut lines: Vec<PickLine> = Vec::new();
    for (place, much) in places.into_iter().zip(much) {
        // Callers who choose themselves see every place, with the quantity that they could take there.
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
    let tracked = place.serial.as_ref().map(|(id, _)| id.0).or(place.lot.as_ref().map(|(id, _)| id.0));
    Candidate {
        tracked: tracked.unwrap_or([0; 16]),
        on_hand: i128::from(place.quantity),
        // Untracked goods are reserved only as a whole.
        free: tracked.map_or(i128::MAX, |_| i128::from(place.free)),
    }
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

/// The first row that meets the conditions, which a parameter named.
async fn required<R: Row>(snapshot: &mut Snapshot, conditions: Conditions, named_by: &str) -> Result<R, Problem> {
    let found: Vec<R> = conditions.page(snapshot, "id", 1).await?;
    let unknown = Code::UnknownReference;
    let message = "there is no such record here: look it up in its list";
    found.into_iter().next().ok_or_else(|| Problem::new(unknown, message).at(named_by, unknown.name(), message))
}
