//! Posts a count: its differences become one movement, as of the instant of the snapshot.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::{Count, CountLine, CountStatus, Reply};
use crate::stock::counts::posting::{differing, differs, post};
use crate::stock::counts::state::{require_count, require_status};
use crate::value::Sought;
use crate::value::id::CountId;
use crate::value::permission::Permission;

/// Posts a count that may be posted.
#[derive(Clone, Debug)]
pub struct PostCount {
    pub count: Sought<CountId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for PostCount {
    const PERMISSION: Permission = Permission::CountsApprove;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::ReasonCodes, Key::Journals, Key::Periods]);
        keys.extend([Key::FiscalYears, Key::FrozenPools]);
        let Some(id) = self.count.id() else { return };
        keys.extend([Key::Count(id), Key::CountLines(id)]);
        if let Ok(lines) = book.count_lines(id) {
            keys.extend(lines.filter(differs).map(|line| Key::Item(line.item_id)));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let count = require_count(book, ctx, &self.count)?;
        require_version(self.if_match.as_deref(), count.version)?;
        require_status(&count, &[CountStatus::Approved])?;
        let lines = differing(book, count.id)?;
        post(book, ctx, count.clone(), lines.clone()).map_err(|stop| in_words_of_counts(stop, &count, &lines))
    }
}

/// A refusal of the movement, with the lines of the count that it is about instead of pointers into a body that there is
/// not.
fn in_words_of_counts(stop: Stop, count: &Count, lines: &[CountLine]) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    let index = |pointer: &str| pointer.strip_prefix("/lines/")?.split('/').next()?.parse::<usize>().ok();
    let about = rejection.errors.iter().filter_map(|error| lines.get(index(&error.pointer)?));
    let numbers: Vec<i64> = about.map(|line| line.line_number).collect();
    rejection.errors.clear();
    let path = format!("/inventory/counts/{}/send-back", count.id);
    (*rejection)
        .with("countLines", numbers)
        .offer("send-back", "Send the count back for recounting", "POST", path)
        .with_reason("To be counted again")
        .into()
}
