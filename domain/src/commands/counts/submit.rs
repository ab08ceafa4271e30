//! Submits a count: the counting is over. It waits for approval where a difference is beyond the tolerance.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::{Count, CountLine, CountStatus, Recording, Reply};
use crate::stock::counts::separation::note_counter;
use crate::stock::counts::state::{self, require_count, require_status};
use crate::stock::counts::{recordings, tolerance};
use crate::value::id::CountId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection, Value};
use crate::value::{Sought, counted, limits};

/// Submits a count.
#[derive(Clone, Debug)]
pub struct SubmitCount {
    pub count: Sought<CountId>,
    /// Whether goods that were not counted count as 0.
    pub uncounted_as_zero: bool,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for SubmitCount {
    const PERMISSION: Permission = Permission::CountsRecord;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Warehouses);
        let Some(id) = self.count.id() else { return };
        keys.extend([Key::Count(id), Key::CountLines(id)]);
        if let Ok(lines) = book.count_lines(id) {
            let differing = lines.filter(|line| line.difference().is_none_or(|difference| difference != 0));
            keys.extend(differing.map(|line| Key::Item(line.item_id)));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut count = require_count(book, ctx, &self.count)?;
        require_version(self.if_match.as_deref(), count.version)?;
        require_status(&count, &[CountStatus::Open])?;
        let before: Vec<CountLine> = book.count_lines(count.id)?.cloned().collect();
        let mut lines = before.clone();
        if !self.uncounted_as_zero {
            require_counted(book, &count, &lines)?;
        }
        for line in lines.iter_mut().filter(|line| line.counted.is_none()) {
            let nothing =
                Recording { quantity: 0, entered: "0".to_owned(), at: ctx.at, by: ctx.actor.principal, added: None };
            recordings::add(line, &nothing)?;
        }
        note_counter(book, ctx, &mut count)?;
        tolerance::mark(book, &count, &mut lines)?;
        count.counted_count = count.line_count;
        count.needs_approval = lines.iter().any(|line| line.is_beyond);
        count.status = if count.needs_approval { CountStatus::Submitted } else { CountStatus::Approved };
        count.submitted_at = Some(ctx.at);
        count.submitted_by = Some(ctx.actor.principal);
        for (line, old) in lines.into_iter().zip(before) {
            if line != old {
                book.count_lines.put(line);
            }
        }
        Ok(state::change(book, ctx, count, FactKind::CountSubmitted))
    }
}

/// Each line has a quantity; otherwise the refusal names the first ones without.
fn require_counted(book: &Book, count: &Count, lines: &[CountLine]) -> Result<(), Stop> {
    let uncounted: Vec<&CountLine> = lines.iter().filter(|line| line.counted.is_none()).collect();
    if uncounted.is_empty() {
        return Ok(());
    }
    let first = &uncounted[..uncounted.len().min(limits::LISTED)];
    require_all(book, first.iter().map(|line| Key::Item(line.item_id)).collect())?;
    let mut listed = Vec::with_capacity(first.len());
    for line in first {
        let sku = book.item(line.item_id)?.map(|item| item.sku.clone());
        listed.push(Value::Object(vec![
            ("lineNumber", line.line_number.into()),
            ("itemId", line.item_id.to_string().into()),
            ("sku", sku.into()),
            ("locationId", line.location_id.map(|id| id.to_string()).into()),
            ("lotId", line.lot_id.map(|id| id.to_string()).into()),
            ("serialId", line.serial_id.map(|id| id.to_string()).into()),
        ]));
    }
    let message = format!(
        "{} not counted (of {} in all): count them, or send uncountedAsZero if nothing is there",
        counted(uncounted.len(), "line was", "lines were"),
        lines.len()
    );
    Err(Rejection::new(Code::CountIncomplete, message)
        .at("/uncountedAsZero")
        .with("uncounted", i64::try_from(uncounted.len()).unwrap_or(i64::MAX))
        .with("lines", Value::List(listed))
        .offer(
            "submit",
            "Submit it, with uncounted lines as 0",
            "POST",
            format!("/inventory/counts/{}/submit", count.id),
        )
        .body(vec![("uncountedAsZero", true.into())])
        .into())
}
