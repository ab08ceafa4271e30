//! Opens a count: the quantities of the books, place by place, are the expected ones: the present ones, or those of an
//! instant that has passed.

use crate::access::reach::require_assigned;
use crate::book::context::Context;
use crate::book::days::day_of;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::SCALE;
use crate::rows::{Count, CountStatus, Reply, Warehouse, WarehouseStatus};
use crate::stock::counts::lines::{counted_goods, expected, named};
use crate::stock::counts::new::{NewCount, NewTolerance};
use crate::stock::counts::past;
use crate::stock::counts::scope::Scope;
use crate::stock::goods::document::resolve::{reason_named, warehouse_pointer};
use crate::stock::goods::document::rules::unusable_reason;
use crate::value::id::{CountId, WarehouseId};
use crate::value::movement_kind::MovementKind;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Decimal, DecimalError, Sought, limits};

/// A new count.
#[derive(Clone, Debug)]
pub struct OpenCount {
    pub new: NewCount,
}

impl Decide for OpenCount {
    const PERMISSION: Permission = Permission::CountsRecord;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::ReasonCodes]);
        keys.extend(self.new.items.iter().filter_map(Sought::id).map(Key::Item));
        keys.extend(self.new.locations.iter().filter_map(Sought::id).map(Key::Location));
        let Ok(Some(warehouse)) = named(book, self.new.warehouse.as_ref(), &mut Vec::new()) else { return };
        keys.push(Key::OpenCounts(warehouse));
        if self.new.items.is_empty() && self.new.categories.is_empty() && self.new.locations.is_empty() {
            keys.push(Key::StockAt(warehouse, None, None));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        if self.new.tolerance.value.is_some() {
            // A tolerance in value reveals the cost of goods.
            ctx.require(book, Permission::CostsRead)?;
        }
        let mut faults = Vec::new();
        let warehouse_id = named(book, self.new.warehouse.as_ref(), &mut faults)?;
        let scope = Scope::named(book, warehouse_id, &self.new, &mut faults)?;
        let reason_code_id = reason_named(book, self.new.reason.as_ref(), "", &mut faults)?;
        if let Some(reason) = reason_code_id
            && let Some(reason) = book.reason_code(reason)?
        {
            let why = unusable_reason(reason, MovementKind::CountAdjustment);
            faults.extend(why.map(|message| Fault::new("/reasonCodeId", Code::ReasonNotUsable, message)));
        }
        let tolerance = Tolerance::read(book, &self.new.tolerance, &mut faults)?;
        if let Some(id) = warehouse_id {
            faults.extend(not_countable(book.warehouse(id)?.ok_or_else(|| Stop::lost("warehouses", id))?));
        }
        let (Some(warehouse_id), None) = (warehouse_id, Rejection::of_errors(faults.clone())) else {
            return Err(Rejection::of_errors(faults).unwrap_or_else(Rejection::not_found).into());
        };
        require_assigned(book, ctx, warehouse_id, &warehouse_pointer(self.new.warehouse.as_ref()))?;
        require_no_overlap(book, warehouse_id, &scope)?;
        let places = scope.places(book)?;
        let then = past::instant(book, ctx, self.new.occurred_at)?;
        let levels = match then {
            None => scope.levels(book, warehouse_id, &places)?,
            Some(then) => past::levels(book, &scope, warehouse_id, &places, then)?,
        };
        let id: CountId = ctx.ids.next();
        let (locations, items, categories) = scope.texts();
        let count = Count {
            id,
            status: CountStatus::Open,
            is_open: true,
            warehouse_id,
            locations,
            items,
            categories,
            snapshot_seq: book.head().seq,
            snapshot_at: then.unwrap_or(ctx.at),
            snapshot_date: day_of(book, then.unwrap_or(ctx.now()))?,
            is_blind: self.new.is_blind,
            tolerance_quantity: tolerance.quantity,
            tolerance_percent: tolerance.percent,
            tolerance_value: tolerance.value,
            reason_code_id,
            description: self.new.description.clone(),
            reference: self.new.reference.clone(),
            line_count: i64::try_from(levels.len()).unwrap_or(i64::MAX),
            counted_count: 0,
            needs_approval: false,
            counted_by: String::new(),
            key_owners: String::new(),
            submitted_at: None,
            submitted_by: None,
            approved_at: None,
            approved_by: None,
            sent_back_at: None,
            sent_back_by: None,
            sent_back_reason: None,
            cancelled_at: None,
            cancelled_by: None,
            cancel_reason: None,
            posted_at: None,
            posted_by: None,
            movement_id: None,
            open_overruns: 0,
            metadata: self.new.metadata.clone(),
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        };
        for place in places {
            book.counted_goods.put(counted_goods(&count, place));
        }
        book.stock_counts.put(count);
        for (line_number, level) in (1..).zip(levels) {
            book.count_lines.put(expected(id, line_number, &level));
        }
        let recorded = book.record(ctx, FactKind::CountOpened, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

/// Why nothing can be counted in a warehouse.
fn not_countable(warehouse: &Warehouse) -> Option<Fault> {
    let code = &warehouse.code;
    let message = if warehouse.status == WarehouseStatus::Inactive {
        format!("warehouse {code} is inactive: activate it or choose another")
    } else {
        return None;
    };
    Some(Fault::new("/warehouseId", Code::WarehouseNotUsable, message))
}

/// No other open count has goods of this one.
fn require_no_overlap(book: &Book, warehouse: WarehouseId, scope: &Scope) -> Result<(), Stop> {
    let open: Vec<(CountId, Scope)> = book.open_counts(warehouse)?.map(|count| (count.id, Scope::of(count))).collect();
    if open.len() >= limits::OPEN_COUNTS {
        let message =
            format!("the warehouse has {} open counts, which is the limit: post or cancel some first", open.len());
        return Err(Rejection::new(Code::LimitReached, message).into());
    }
    for (id, other) in open {
        if scope.overlaps(book, &other)? {
            let message = "another open count may include the same goods in the same place: post or cancel it first";
            return Err(Rejection::new(Code::CountOverlaps, message)
                .with("id", id.to_string())
                .offer("existing", "See the other count", "GET", format!("/inventory/counts/{id}"))
                .into());
        }
    }
    Ok(())
}

/// The tolerance in units.
struct Tolerance {
    quantity: Option<i64>,
    percent: Option<i64>,
    value: Option<i64>,
}

impl Tolerance {
    fn read(book: &Book, new: &NewTolerance, faults: &mut Vec<Fault>) -> Result<Self, Stop> {
        let decimals = book.organization()?.base_currency.decimals();
        let mut units = |field: &str, sent: Option<Decimal>, decimals: u8| {
            let units = sent?.to_units(decimals);
            let (code, message) = match units {
                Ok(units) if units >= 0 => return Some(units),
                Ok(_) | Err(DecimalError::OutOfRange) => {
                    let most = Decimal::from_units(i64::MAX, decimals);
                    (Code::AmountOutOfRange, format!("a tolerance must be from 0 to {most}"))
                }
                Err(_) => (Code::QuantityPrecision, format!("at most {decimals} decimals are allowed here")),
            };
            faults.push(Fault::new(format!("/tolerance/{field}"), code, message));
            None
        };
        Ok(Self {
            quantity: units("quantity", new.quantity, SCALE),
            percent: units("percent", new.percent, SCALE),
            value: units("value", new.value, decimals),
        })
    }
}
