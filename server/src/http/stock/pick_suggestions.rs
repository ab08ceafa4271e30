//! `GET /inventory/pick-suggestions`: from where goods are taken.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::rows::items::Item;
use domain::rows::{PickStrategy, Row, Warehouse};
use domain::stock::picking::{Candidate, taken};
use domain::value::id::{ItemId, LocationId, LotId, SerialId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellValue, Date, Sought, units};
use store::Snapshot;
use store::read::Conditions;
use store::read::availability::{self, AvailabilityFilter, Moment};
use store::read::days::Days;
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
    /// Goods to take from a place: a line of an issue, to send as it is.
    pub struct PickLine {
        pub item_id: Id<ItemId>,
        /// The quantity to take, in the base unit.
        pub quantity: DecimalText,
        pub warehouse_id: Id<WarehouseId>,
        /// Null for goods outside bins.
        pub location_id: Option<Id<LocationId>>,
        pub lot_id: Option<Id<LotId>>,
        pub serial_id: Option<Id<SerialId>>,
    }

    /// What is found at the place of a line.
    pub struct PickPlace {
        /// Null for goods outside bins.
        pub location_code: Option<String>,
        pub lot_number: Option<String>,
        pub serial_number: Option<String>,
        /// The quantity there.
        pub on_hand: DecimalText,
        pub best_before: Option<Day>,
        /// The last day on which the lot can be used.
        pub expires_on: Option<Day>,
        /// Whether the lot's best-before date has passed where the warehouse is: who issues it is warned.
        pub is_past_best: bool,
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
        /// In picking order: the lines of an issue.
        pub lines: Vec<PickLine>,
        /// What is found at each of these lines, in the same order.
        pub places: Vec<PickPlace>,
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
/// By the warehouse's `pickStrategy` or another one: `fefo` takes goods first whose best-before or expiry date comes
/// first (goods without a date last), `fifo` goods that came first to their place, `lifo` goods that came last, and `nearestBin` follows the codes
/// of bins. `manual` chooses nothing: each place shows all that could be taken from it. Held goods, bins for neither
/// `picking` nor `shipping`, and goods reserved by others are left out; lots past their best-before date are not. A
/// suggestion changes no costs and reserves nothing. `lines` can be sent as they are as the lines of an issue; `places`
/// shows what to look for.
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
    let places = picking::places(&mut snapshot, organization, item.id, &warehouse, strategy, now, MOST).await?;
    let filter =
        AvailabilityFilter { item: Some(item.id), warehouse: Some(warehouse.id), ..AvailabilityFilter::default() };
    let figures = availability::by_warehouse(&mut snapshot, organization, &filter, now, None, 1).await?;
    let available = figures.first().map_or(0, |row| row.figures.available());
    let wanted = i128::from(wanted);
    let candidates: Vec<Candidate> = places.iter().map(candidate).collect();
    let much = taken(&candidates, wanted.min(available));
    let suggested: i128 = much.iter().sum();
    let day = Days::at(now).of(warehouse.timezone.as_deref());
    let (mut lines, mut found): (Vec<PickLine>, Vec<PickPlace>) = (Vec::new(), Vec::new());
    for (place, much) in places.into_iter().zip(much) {
        // Callers who choose themselves see every place, with the quantity that they could take there.
        let much = if strategy == PickStrategy::Manual { candidate(&place).most() } else { much };
        if much > 0 {
            lines.push(PickLine {
                item_id: Id(item.id),
                quantity: quantity(much, decimals),
                warehouse_id: Id(warehouse.id),
                location_id: place.location.as_ref().map(|(id, _)| Id(*id)),
                lot_id: place.lot.as_ref().map(|(id, _)| Id(*id)),
                serial_id: place.serial.as_ref().map(|(id, _)| Id(*id)),
            });
            found.push(shown(place, day, decimals));
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
        places: found,
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

fn shown(place: Pickable, day: Date, decimals: u8) -> PickPlace {
    PickPlace {
        location_code: place.location.map(|(_, code)| code),
        lot_number: place.lot.map(|(_, number)| number),
        serial_number: place.serial.map(|(_, number)| number),
        on_hand: quantity(i128::from(place.quantity), decimals),
        best_before: place.best_before.map(Day),
        expires_on: place.expires_on.map(Day),
        is_past_best: place.best_before.is_some_and(|last| last < day),
    }
}

/// The first row that meets the conditions, which a parameter named.
async fn required<R: Row>(snapshot: &mut Snapshot, conditions: Conditions, named_by: &str) -> Result<R, Problem> {
    let found: Vec<R> = conditions.page(snapshot, "id", 1).await?;
    let unknown = Code::UnknownReference;
    let message = "there is no such record here: look it up in its list";
    found.into_iter().next().ok_or_else(|| Problem::new(unknown, message).at(named_by, unknown.name(), message))
}
