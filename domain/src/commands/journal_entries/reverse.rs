//! Reverses a posted entry on a later date: it stays posted, and its effect ends with the reversal.
//!
//! For closed periods and accruals. The reversal is ordinary turnover of its own period, and posting it is posting:
//! approval policies apply to it, and so does the rule that nobody takes back an entry that they posted. A reversal
//! that needs approval is drafted instead.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::entries::found::require_entry;
use crate::ledger::entries::reversing::{self, Reversal, hint_reversal};
use crate::rows::Reply;
use crate::value::id::EntryId;
use crate::value::permission::Permission;
use crate::value::{Date, Sought};

/// Reverses a posted entry.
#[derive(Clone, Debug)]
pub struct ReverseEntry {
    pub entry: Sought<EntryId>,
    /// The reversal's date, not before the entry's own, in an open period.
    pub date: Date,
    /// Why, trimmed.
    pub reason: String,
    /// The reversal's description; `None` names the entry and the reason.
    pub description: Option<String>,
    /// Whether it is posted at once; else it is a draft, which can be submitted for approval.
    pub post: bool,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl ReverseEntry {
    /// The permission that is enough where the reversal stays a draft.
    pub const TO_DRAFT: Permission = Permission::JournalEntriesDraft;
}

impl Decide for ReverseEntry {
    const PERMISSION: Permission = Permission::JournalEntriesReverse;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn permission(&self) -> Permission {
        if self.post { Self::PERMISSION } else { Self::TO_DRAFT }
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        hint_reversal(book, self.entry.id(), |_| self.date, keys);
        if self.post {
            keys.push(Key::ApprovalPolicies);
            if let Some(Ok(Some(entry))) = self.entry.id().map(|id| book.entry(id)) {
                duties::hint_voider(book, entry, keys);
            }
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let original = require_entry(book, &self.entry)?;
        version::require_version(self.if_match.as_deref(), original.version)?;
        let (period, prior_period_adjustment) = reversing::require_ready(book, ctx, &original, self.date)?;
        let reversal = Reversal {
            original,
            date: self.date,
            period: &period,
            reason: &self.reason,
            description: self.description.as_deref(),
            prior_period_adjustment,
        };
        if !self.post {
            let draft = reversal.draft(book, ctx)?;
            let recorded = book.record(ctx, FactKind::EntryDrafted, draft.id);
            return Ok(Reply::new(draft.id, draft.version, recorded));
        }
        reversal.require_posted_alone(book, ctx)?;
        let (reversal, original) = reversal.post(book, ctx)?;
        let recorded = book.record(ctx, FactKind::EntryReversed, original.id);
        Ok(Reply::new(reversal.id, reversal.version, recorded).with_related(original.id))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::journal_entries::void::VoidEntry;
    use crate::commands::periods::close::ClosePeriod;
    use crate::rows::{Balance, Entry, EntryStatus, EntryType, Line, Period};
    use crate::testing::{Stage, day, party_line};
    use crate::value::rejection::Code;

    fn reverse(entry: &str, date: Date) -> ReverseEntry {
        ReverseEntry {
            post: true,
            entry: Sought::of(entry),
            date,
            reason: "paid in cash".to_owned(),
            description: None,
            if_match: None,
        }
    }

    fn void(entry: &str) -> VoidEntry {
        VoidEntry { entry: Sought::of(entry), reason: "wrong".to_owned(), if_match: None }
    }

    fn find(stage: &Stage, id: &str) -> Entry {
        stage.rows::<Entry>().into_iter().find(|entry| entry.id.to_string() == id).expect("entry")
    }

    fn close(stage: &mut Stage, months: i64) {
        let mut periods = stage.rows::<Period>();
        periods.sort_by_key(|period| period.number);
        for month in periods.into_iter().filter(|month| month.number <= months) {
            let close = ClosePeriod { period: Sought::Id(month.id), reason: None, force: false, if_match: None };
            stage.run(close).expect("closed");
        }
    }

    #[test]
    fn the_reversal_swaps_the_lines_on_its_own_date_and_is_linked_both_ways() {
        let mut stage = Stage::new();
        let mut sale = stage.sale("5.00", true);
        sale.lines[0] = party_line("1100", "5.00", "0", "17850");
        sale.reference = Some("INV-1".to_owned());
        sale.external_id = Some("X1".to_owned());
        let id = stage.run(sale).expect("posted").subject;
        let reply = stage.run(reverse(&id, date(2010, 12, 24))).expect("reversed");
        let (original, reversal) = (find(&stage, &id), find(&stage, &reply.subject));
        assert_eq!((reply.version, reply.related.as_deref()), (1, Some(id.as_str())));
        assert_eq!((original.status, original.reversed_by_entry_id), (EntryStatus::Posted, Some(reversal.id)));
        assert_eq!((reversal.entry_type, reversal.reverses_entry_id), (EntryType::Reversal, Some(original.id)));
        assert_eq!((reversal.date, reversal.number.as_deref()), (date(2010, 12, 24), Some("GJ-2010-000002")));
        assert_eq!((reversal.reason.as_deref(), reversal.external_id.as_deref()), (Some("paid in cash"), None));
        assert_eq!(reversal.description, "Reversal of GJ-2010-000001: paid in cash");
        assert_eq!((reversal.journal_id, reversal.reference.as_deref()), (original.journal_id, Some("INV-1")));
        let lines = stage.rows::<Line>();
        assert_eq!((lines[0].base_debit, lines[2].base_credit), (500, 500));
        assert_eq!((lines[0].account_id, lines[0].party_id), (lines[2].account_id, lines[2].party_id));
        // A reversal is ordinary turnover.
        assert!(stage.rows::<Balance>().iter().all(|row| (row.voided_debit, row.voided_credit) == (0, 0)));
    }

    #[test]
    fn it_has_a_description_of_its_own_where_one_is_given() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("1", true)).expect("posted").subject;
        let told = ReverseEntry { description: Some("Credit note 7".to_owned()), ..reverse(&id, day()) };
        let reversal = stage.run(told).expect("reversed").subject;
        assert_eq!(find(&stage, &reversal).description, "Credit note 7");
    }

    #[test]
    fn what_cannot_be_reversed_says_why() {
        let mut stage = Stage::new();
        let code = |stage: &mut Stage, id: &str| stage.run(reverse(id, day())).expect_err("refused").code;
        let draft = stage.run(stage.sale("1", false)).expect("draft").subject;
        assert_eq!(code(&mut stage, &draft), Code::EntryNotPosted);
        let voided = stage.run(stage.sale("1", true)).expect("posted").subject;
        let mirror = stage.run(void(&voided)).expect("voided").related.expect("mirror");
        assert_eq!(code(&mut stage, &voided), Code::EntryAlreadyVoided);
        assert_eq!(code(&mut stage, &mirror), Code::EntryIsVoid);
        let id = stage.run(stage.sale("1", true)).expect("posted").subject;
        let stale = ReverseEntry { if_match: Some(vec![7]), ..reverse(&id, day()) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        let reversal = stage.run(reverse(&id, day())).expect("once").subject;
        let twice = stage.run(reverse(&id, day())).expect_err("twice");
        assert_eq!((twice.code, twice.resolutions[0].rel), (Code::EntryAlreadyReversed, "void-reversal"));
        assert_eq!(stage.run(void(&id)).expect_err("reversed").code, Code::EntryAlreadyReversed);
        assert!(twice.context.contains(&("reversedByEntryId", reversal.as_str().into())));
        assert_eq!(code(&mut stage, "je_"), Code::NotFound);
    }

    #[test]
    fn dates_before_the_entry_outside_all_years_and_in_closed_periods_are_refused() {
        let mut stage = Stage::new();
        let id = stage
            .run(stage.entry(date(2010, 3, 10), &[("1000", "1", "0"), ("4000", "0", "1")], true))
            .expect("posted")
            .subject;
        let early = stage.run(reverse(&id, date(2010, 3, 9))).expect_err("early");
        assert_eq!((early.code, early.errors[0].pointer.as_str()), (Code::DateBeforeEntry, "/date"));
        let outside = stage.run(reverse(&id, date(2031, 1, 1))).expect_err("outside");
        assert_eq!((outside.code, outside.errors[0].pointer.as_str()), (Code::NoPeriod, "/date"));
        close(&mut stage, 4);
        let closed = stage.run(reverse(&id, date(2010, 4, 1))).expect_err("closed");
        assert_eq!(closed.code, Code::PeriodClosed);
        assert!(closed.context.contains(&("firstOpenDate", date(2010, 5, 1).into())));
        let reversal = stage.run(reverse(&id, date(2010, 5, 1))).expect("in an open period").subject;
        assert!(find(&stage, &reversal).prior_period_adjustment, "the original's period is closed");
    }

    #[test]
    fn a_reversal_within_open_periods_adjusts_no_prior_one() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("1", true)).expect("posted").subject;
        let reversal = stage.run(reverse(&id, day())).expect("reversed").subject;
        assert!(!find(&stage, &reversal).prior_period_adjustment);
    }

    #[test]
    fn a_voided_reversal_leaves_its_original_to_be_reversed_again() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("3", true)).expect("posted").subject;
        let first = stage.run(reverse(&id, day())).expect("reversed").subject;
        stage.run(void(&first)).expect("voided");
        assert_eq!(find(&stage, &id).reversed_by_entry_id, None);
        let first = find(&stage, &first);
        assert_eq!(first.reverses_entry_id, Some(find(&stage, &id).id), "the history stays");
        let mirror = stage.rows::<Entry>().into_iter().find(|entry| entry.voids_entry_id == Some(first.id)).unwrap();
        assert_eq!((mirror.reverses_entry_id, mirror.reason), (None, None));
        // Both halves of the void pair, and nothing of the original, count as voided turnover.
        assert!(stage.rows::<Balance>().iter().all(|row| (row.voided_debit, row.voided_credit) == (300, 300)));
        stage.run(reverse(&id, day())).expect("reversed again");
    }

    #[test]
    fn a_reversal_can_itself_be_reversed() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("3", true)).expect("posted").subject;
        let first = stage.run(reverse(&id, day())).expect("reversed").subject;
        let second = stage.run(reverse(&first, day())).expect("reversed").subject;
        assert_eq!(stage.run(void(&first)).expect_err("reversed").code, Code::EntryAlreadyReversed);
        stage.run(void(&second)).expect("voided");
        stage.run(void(&first)).expect("voided");
        stage.run(void(&id)).expect("voided");
    }

    #[test]
    fn who_approved_an_entry_has_not_approved_its_reversal() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("1.00", true)).expect("posted").subject;
        let mut approved = find(&stage, &id);
        approved.submitted_at = approved.posted_at;
        approved.submitted_by = approved.posted_by;
        approved.approved_at = approved.posted_at;
        approved.approved_by = approved.posted_by;
        stage.model.put(&approved);
        let reverse = ReverseEntry {
            post: true,
            entry: Sought::of(&id),
            date: approved.date,
            reason: "late".to_owned(),
            description: None,
            if_match: None,
        };
        let reversal = stage.run(reverse).expect("reversed").subject;
        let reversal = find(&stage, &reversal);
        assert_eq!((reversal.submitted_at, reversal.approved_at, reversal.approved_by), (None, None, None));
    }
}
