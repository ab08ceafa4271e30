//! Undoes a match: its lines are open again by the amounts that it took, and the entries that it posted go with it.
//!
//! Those are voided, or reversed on the first open day if their period is closed.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::closing::periods;
use crate::ledger::entries::reversing::{self, Reversal};
use crate::ledger::entries::voiding;
use crate::ledger::matching::settlement::undo;
use crate::ledger::matching::unmatched;
use crate::rows::{Match, MatchSource, MatchStatus, PeriodStatus, Reply};
use crate::value::Sought;
use crate::value::id::MatchId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Undoes a match that somebody made.
#[derive(Clone, Debug)]
pub struct UnmatchLines {
    /// The match.
    pub match_id: Sought<MatchId>,
    /// Why, trimmed.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for UnmatchLines {
    const PERMISSION: Permission = Permission::JournalEntriesMatch;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = self.match_id.id() else { return };
        keys.extend([Key::Match(id), Key::MatchItems(id), Key::Journals, Key::Periods, Key::FiscalYears]);
        for item in book.match_items(id).unwrap_or_default() {
            keys.push(Key::MatchedLines(item.entry_sequence));
        }
        let Ok(Some(made)) = book.match_row(id) else { return };
        for entry in [made.fx_entry_id, made.write_off_entry_id].into_iter().flatten() {
            reversing::hint_reversal(book, Some(entry), |entry| entry.date, keys);
            if let Ok(Some(entry)) = book.entry(entry) {
                duties::hint_voider(book, entry, keys);
                unmatched::hint(book, entry, keys);
            }
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let id = self.match_id.require()?;
        let made = book.match_row(id)?.ok_or_else(Rejection::not_found)?.clone();
        version::require_version(self.if_match.as_deref(), made.version)?;
        require_undoable(book, &made)?;
        // What a closed month says of its open items stays as it was.
        let mut from = periods::day_for_all(book, ctx, made.date)?;
        let mut owned = Vec::new();
        for entry in [made.fx_entry_id, made.write_off_entry_id].into_iter().flatten() {
            let entry = book.entry(entry)?.ok_or_else(|| Stop::lost("entries", entry))?.clone();
            let own = periods::period_for(book, entry.date, entry.period_id)?;
            let (date, period) = periods::first_open_day(book, ctx, entry.date, own.clone())?;
            from = from.max(date);
            owned.push((entry, own, period));
        }
        // Its lines must be open again before the lines of its entries are matched with their mirrors or reversals.
        let undone = undo(book, ctx, made, from, &self.reason)?;
        for (entry, own, period) in owned {
            if own.id == period.id {
                duties::require_other_voider(book, ctx, &entry)?;
                voiding::void(book, ctx, entry, &own, &self.reason)?;
            } else {
                let reversal = Reversal {
                    original: entry,
                    date: from,
                    period: &period,
                    reason: &self.reason,
                    description: None,
                    prior_period_adjustment: own.status == PeriodStatus::Closed,
                };
                reversal.post(book, ctx)?;
            }
        }
        let recorded = book.record(ctx, FactKind::MatchUndone, undone.id);
        Ok(Reply::new(undone.id, undone.version, recorded))
    }
}

/// Somebody made it, and it stands.
fn require_undoable(book: &Book, made: &Match) -> Result<(), Stop> {
    if made.status == MatchStatus::Undone {
        let message = "the match has already been undone: nothing is left to do";
        return Err(Rejection::new(Code::MatchNotActive, message)
            .with("undoneAt", made.undone_at)
            .with("undoneBy", made.undone_by.map(|by| by.to_string()))
            .with("undoReason", made.undo_reason.clone())
            .into());
    }
    if made.source == MatchSource::Manual {
        return Ok(());
    }
    let message = match made.source {
        MatchSource::Reversal => "the match belongs to a reversal: void the reversal, which also undoes the match",
        MatchSource::Correction => {
            "the match belongs to a correction: void the correction, or correct it again, which also undoes the match"
        }
        MatchSource::Manual | MatchSource::Void => {
            "the match belongs to a void, which cannot be undone: post the original again as a new entry"
        }
    };
    let rejection = Rejection::new(Code::MatchSystemGenerated, message).with("source", made.source.name());
    let way = match made.source {
        MatchSource::Reversal => ("void-reversal", "Void the reversal", "Void of the reversal, to undo its match"),
        MatchSource::Correction => {
            ("void-correction", "Void the correction", "Void of the correction, to undo its match")
        }
        MatchSource::Manual | MatchSource::Void => return Err(rejection.into()),
    };
    // The latest of its entries is the reversal or the correction.
    let last = book.match_items(made.id)?.into_iter().max_by_key(|item| item.entry_sequence);
    Err(match last {
        Some(item) => {
            let path = format!("/accounting/journal-entries/{}/void", item.entry_id);
            rejection.offer(way.0, way.1, "POST", path).with_reason(way.2)
        }
        None => rejection,
    }
    .into())
}
