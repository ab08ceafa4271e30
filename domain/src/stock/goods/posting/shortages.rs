//! The shortages of a document: too little for it where it takes goods, or too little for what was posted for later days.

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key, days};
use crate::costing::Place;
use crate::rows::pool_names::NONE;
use crate::rows::{MovementLine, PoolMovement};
use crate::stock::goods::posting::later_days::Lacking;
use crate::stock::goods::posting::levels::Shift;
use crate::stock::goods::posting::refusals::{self, quantity, with_availability};
use crate::stock::goods::posting::turnover::{LevelKey, Turnover, leaving_line, turn_over};
use crate::stock::reservations::shortage::{self, Asked};
use crate::value::id::PoolId;
use crate::value::rejection::{Code, Fault, Rejection, Value};
use crate::value::{Date, limits};

/// Refuses a document for the places where it finds too little; each of its lines is told. Does nothing where it finds
/// enough.
pub(super) fn refuse(book: &Book, ctx: &Context, shift: &Shift<'_>, short: Vec<Lacking>) -> Result<(), Stop> {
    let own = |one: &&Lacking| shift.kind.is_some() && !one.is_later;
    let places = || short.iter().filter(own).take(limits::SHORTAGES_TOLD).map(|one| one.key);
    require_all(book, shortage::keys(short.iter().take(limits::SHORTAGES_TOLD).map(|one| one.key)))?;
    require_all(book, shortage::reservations(book, places())?)?;
    let mut faults = Vec::new();
    for lacking in short.iter().filter(own).take(limits::SHORTAGES_TOLD) {
        let (there, date, wanted) = (lacking.there, lacking.date, -lacking.delta);
        let asked = Asked { key: lacking.key, there, date, wanted, own: 0 };
        let told = shortage::too_little(book, ctx.now(), &asked)?;
        faults.push(Fault {
            pointer: leaving_line(shift.lines, |line| line.leaves(lacking.key)),
            code: told.code,
            message: told.detail,
            context: told.context,
            resolutions: told.resolutions,
        });
    }
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    match short.first() {
        Some(lacking) => Err(later(book, shift, lacking)?.into()),
        None => Ok(()),
    }
}

/// There is enough for the document, but not for what was posted for a later day.
fn later(book: &Book, shift: &Shift<'_>, lacking: &Lacking) -> Result<Rejection, Stop> {
    let (item_id, warehouse_id, ..) = lacking.key;
    let item = book.item(item_id)?.ok_or_else(|| Stop::lost("items", item_id))?;
    let text = |units: i128| i64::try_from(units).map_or_else(|_| units.to_string(), |units| quantity(item, units));
    let (available, wanted) = (text(lacking.there.max(0)), text(-lacking.delta));
    let place = shortage::place(book, lacking.key)?;
    let (sku, needed) = (&item.sku, lacking.date.map(|date| format!(" on {date}")).unwrap_or_default());
    let next = if shift.kind.is_some() { "take less, or void that one first" } else { "void that one first" };
    let message = format!(
        "{wanted} of item {sku} would leave {place}, but another movement needs them{needed}, and only {available} can be \
         spared: {next}"
    );
    let mut rejection = Rejection::new(Code::WouldGoNegative, message)
        .with("itemId", item.id.to_string())
        .with("sku", sku.clone())
        .with("warehouseId", warehouse_id.to_string())
        .with("available", available)
        .with("wanted", wanted);
    if !shift.lines.is_empty() {
        rejection = rejection.at(leaving_line(shift.lines, |line| line.leaves(lacking.key)));
    }
    if let Some(date) = lacking.date {
        rejection = rejection.with("date", date);
    }
    if let Some(date) = lacking.date
        && let Some(short) = first_short(book, lacking, date)?
    {
        let movement = book.known_movement(short.line.movement_id)?;
        let told = Value::Object(vec![
            ("movementId", movement.id.to_string().into()),
            ("occurredAt", movement.occurred_at.into()),
            ("lacks", text(short.lacks).into()),
        ]);
        rejection = rejection
            .with("movementId", movement.id.to_string())
            .with("lacks", text(short.lacks))
            .with("later", Value::List(vec![told]))
            .offer(
                "later",
                "See the first movement that would be short",
                "GET",
                refusals::path_of(&movement.id.to_string()),
            );
    }
    Ok(with_availability(rejection, item_id))
}

/// A posted movement that would not find its goods.
struct Short {
    line: MovementLine,
    lacks: i128,
}

/// The first movement of a day that would not find its goods, in the order in which goods are valued. None is known of
/// goods that have no value.
fn first_short(book: &Book, lacking: &Lacking, date: Date) -> Result<Option<Short>, Stop> {
    let timezone = &book.organization()?.timezone;
    let from = date.yesterday().map_or(Place::FIRST, |before| Place::out(days::end_of_day(timezone, before), 0, 0));
    let mut there = lacking.before_date + lacking.delta;
    let mut last = None;
    for row in moved_on(book, lacking.key, from, date)? {
        let Some(line) = book.movement_line(row.place.seq, i64::from(row.place.line))? else { continue };
        let mut turnover = Turnover::new();
        turn_over(&mut turnover, line, 1);
        let delta = turnover.get(&lacking.key).copied().unwrap_or_default();
        there += delta;
        if delta < 0 {
            let short = Short { line: line.clone(), lacks: (-there).max(0) };
            if there < 0 {
                return loaded(book, short).map(Some);
            }
            last = Some(short);
        }
    }
    last.map(|short| loaded(book, short)).transpose()
}

fn loaded(book: &Book, short: Short) -> Result<Short, Stop> {
    require_all(book, vec![Key::Movement(short.line.movement_id)])?;
    Ok(short)
}

/// The movements of a day by which such goods left or came, in order, one page of them.
fn moved_on(book: &Book, key: LevelKey, from: Place, date: Date) -> Result<Vec<PoolMovement>, Stop> {
    let (item, warehouse, _, lot, serial) = key;
    let mut pools: Vec<PoolId> = Vec::new();
    let scopes = [warehouse.0, NONE];
    let names = scopes.iter().flat_map(|scope| [NONE, lot, serial].map(|tracked| (item, *scope, tracked)));
    let names: Vec<_> = names.collect();
    require_all(book, names.iter().map(|name| Key::PoolByName(name.0, name.1, name.2)).collect())?;
    for name in names {
        pools.extend(book.pool_by_name(name)?.filter(|id| !pools.contains(id)));
    }
    let mut found: Vec<PoolMovement> = Vec::new();
    for pool in pools {
        let (rows, _) = book.pool_movements(pool, Some(from))?;
        found.extend(rows.filter(|row| row.posting_date == date && !row.is_voided).cloned());
    }
    found.sort_by_key(|row| row.place);
    // A line inside one pool moves it twice, out and in.
    found.dedup_by_key(|row| (row.place.seq, row.place.line));
    require_all(book, found.iter().map(|row| Key::MovementLines(row.place.seq)).collect())?;
    Ok(found)
}
