//! Posts the differences of a count as one movement, as of the instant of the snapshot.
//!
//! What is missing is posted although it is reserved; the reservations that are short by it are told in facts of their own.

use std::collections::BTreeSet;

use crate::book::Book;
use crate::book::Key;
use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::rows::{Count, CountLine, CountStatus, Reply, StockMovement};
use crate::stock::counts::adjustment::adjustment;
use crate::stock::counts::overrun;
use crate::stock::counts::state::touched;
use crate::stock::goods::document::found::blank as blank_movement;
use crate::stock::goods::document::rules::unusable_reason;
use crate::stock::goods::posting::post as post_checked;
use crate::stock::reservations::short::{self, Goods};
use crate::value::id::CountId;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Rejection};

/// The lines of a count that were found to be different.
pub(crate) fn differing(book: &Book, count: CountId) -> Result<Vec<CountLine>, Stop> {
    Ok(book.count_lines(count)?.filter(differs).cloned().collect())
}

/// Posts these differences of a count, whatever its status. A refusal points at the lines as they are given.
pub(crate) fn post(book: &mut Book, ctx: &Context, count: Count, lines: Vec<CountLine>) -> Result<Reply, Stop> {
    require_all(book, lines.iter().map(|line| Key::Item(line.item_id)).collect())?;
    let mut drafts = Vec::with_capacity(lines.len());
    for line in &lines {
        require_reason(book, line, drafts.len())?;
        drafts.push(adjustment(
            &count,
            line,
            book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?,
        ));
    }
    let lost = lines.iter().filter(|line| line.difference().is_some_and(|difference| difference < 0));
    let lost: BTreeSet<Goods> = lost.map(|line| (line.item_id, count.warehouse_id)).collect();
    let short_before = short::of_goods(book, ctx.now(), &lost)?;
    let posted = if drafts.is_empty() {
        None
    } else {
        let movement = movement(book, ctx, &count, drafts.len())?;
        Some(post_checked(book, ctx, movement, &drafts, None)?)
    };
    let movement_id = posted.as_ref().map(|movement| movement.id);
    for (movement_line, line) in moving_lines(book, posted.as_ref())?.into_iter().zip(lines) {
        book.count_lines.put(CountLine { movement_line: Some(movement_line), ..line });
    }
    let count = touched(
        ctx,
        Count {
            status: CountStatus::Posted,
            is_open: false,
            posted_at: Some(ctx.at),
            posted_by: Some(ctx.actor.principal),
            movement_id,
            ..count
        },
    );
    let (id, version) = (count.id, count.version);
    book.stock_counts.put(count);
    let recorded = book.record(ctx, FactKind::CountPosted, id);
    if let Some(movement) = movement_id {
        overrun::hold(book, ctx, movement, false)?;
    }
    short::tell(book, ctx, &lost, &short_before)?;
    let reply = Reply::new(id, version, recorded);
    Ok(match movement_id {
        Some(movement) => reply.with_related(movement),
        None => reply,
    })
}

/// The numbers of the lines that move goods, one for each difference in its order. Between them are those by which goods of
/// others are bought.
fn moving_lines(book: &Book, posted: Option<&StockMovement>) -> Result<Vec<i64>, Stop> {
    let Some(seq) = posted.and_then(|movement| movement.seq) else { return Ok(Vec::new()) };
    let moving = book.movement_lines(seq)?.into_iter().filter(|line| line.quantity != 0);
    Ok(moving.map(|line| line.line_number).collect())
}

/// Whether a line was found to be different.
pub(crate) fn differs(line: &&CountLine) -> bool {
    line.difference().is_some_and(|difference| difference != 0)
}

/// The reason of a line may be one of such movements still.
fn require_reason(book: &Book, line: &CountLine, index: usize) -> Result<(), Stop> {
    let Some(id) = line.reason_code_id else { return Ok(()) };
    let reason = book.reason_code(id)?.ok_or_else(|| Stop::lost("reason_codes", id))?;
    match unusable_reason(reason, MovementKind::CountAdjustment) {
        None => Ok(()),
        Some(why) => {
            let rejection = Rejection::new(Code::ReasonNotUsable, format!("line {}: {why}", line.line_number));
            let rejection = rejection.with("lineNumber", line.line_number);
            Err(rejection.at(format!("/lines/{index}/reasonCodeId")).into())
        }
    }
}

/// The movement of the differences.
fn movement(book: &Book, ctx: &Context, count: &Count, lines: usize) -> Result<StockMovement, Stop> {
    let warehouse = book.warehouse(count.warehouse_id)?.ok_or_else(|| Stop::lost("warehouses", count.warehouse_id))?;
    let base = book.organization()?.base_currency;
    Ok(StockMovement {
        occurred_at: Some(count.snapshot_at),
        reason_code_id: count.reason_code_id,
        description: match count.description.as_str() {
            "" => format!("Count of {}", warehouse.code),
            said => said.to_owned(),
        },
        reference: count.reference.clone(),
        line_count: i64::try_from(lines).unwrap_or(i64::MAX),
        ..blank_movement(ctx, MovementKind::CountAdjustment, base)
    })
}
