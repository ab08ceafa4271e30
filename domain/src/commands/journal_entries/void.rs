//! Voids a posted entry by posting its mirror image on the same date.
//!
//! "This should not have been posted." The original keeps its number, lines, date and hash; both halves
//! net to zero in their own period.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::closing::periods;
use crate::ledger::entries::found::require_entry;
use crate::ledger::entries::reversing::{self, Reversal};
use crate::ledger::entries::{voidable, voiding};
use crate::rows::{Entry, Period, PeriodStatus, Reply, VoidInClosedPeriod};
use crate::value::id::EntryId;
use crate::value::permission::Permission;
use crate::value::rejection::Value;
use crate::value::{Date, Sought};

/// Voids a posted entry.
#[derive(Clone, Debug)]
pub struct VoidEntry {
    pub entry: Sought<EntryId>,
    /// Why, trimmed.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for VoidEntry {
    const PERMISSION: Permission = Permission::JournalEntriesVoid;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods, Key::FiscalYears]);
        let Some(id) = self.entry.id() else { return };
        keys.push(Key::Entry(id));
        if let Ok(Some(entry)) = book.entry(id)
            && let Some(sequence) = entry.sequence
        {
            keys.push(Key::Lines(sequence));
            duties::hint_voider(book, entry, keys);
            crate::ledger::matching::unmatched::hint(book, entry, keys);
            let external_id = entry.external_id.clone();
            keys.extend(external_id.map(|id| Key::EntryByExternal(entry.source.clone(), id)));
            if let Ok(lines) = book.lines(entry) {
                keys.extend(lines.iter().map(|line| Key::Account(line.account_id)));
            }
            let accounts = book.lines(entry).unwrap_or_default().into_iter().map(|line| line.account_id);
            crate::ledger::entries::rules::hint_posting(book, Some(entry.journal_id), entry.date, accounts, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let original = require_entry(book, &self.entry)?;
        version::require_version(self.if_match.as_deref(), original.version)?;
        voidable::require_voidable(book, &original)?;
        duties::require_other_voider(book, ctx, &original)?;
        let period = periods::period_for(book, original.date, original.period_id)?;
        match periods::require_open(book, ctx, &period, original.date) {
            Ok(()) => {}
            Err(stop @ (Stop::Missing(_) | Stop::MissingAll(_) | Stop::Damaged(_))) => return Err(stop),
            Err(closed) => {
                // Where it was reversed already, nothing is left to offer.
                voidable::require_reversible(book, &original)?;
                return self.decide_closed(book, ctx, original, &period, closed);
            }
        }
        let voided = voiding::void(book, ctx, original, &period, &self.reason)?;
        let recorded = book.record(ctx, FactKind::EntryVoided, voided.id);
        let reply = Reply::new(voided.id, voided.version, recorded);
        Ok(match voided.voided_by_entry_id {
            Some(mirror) => reply.with_related(mirror),
            None => reply,
        })
    }
}

impl VoidEntry {
    /// The period is closed: the organization says whether the entry is reversed instead.
    fn decide_closed(
        &self,
        book: &mut Book,
        ctx: &Context,
        original: Entry,
        closed: &Period,
        stop: Stop,
    ) -> Result<Reply, Stop> {
        let instead = book.organization()?.void_in_closed_period;
        let first_open = periods::first_open_date(book, ctx, original.date)?;
        let (VoidInClosedPeriod::ReverseInFirstOpenPeriod, Some(date)) = (instead, first_open) else {
            return Err(offer_reversal(stop, &original, &self.reason));
        };
        reversing::require_unneeded(book, &original).map_err(|stop| drafted_on(stop, date))?;
        let period = periods::period_for(book, date, None)?;
        let prior_period_adjustment = closed.status == PeriodStatus::Closed;
        let reason = &self.reason;
        let reversal = Reversal { original, date, period: &period, reason, description: None, prior_period_adjustment };
        let (reversal, original) = reversal.post(book, ctx)?;
        let recorded = book.record(ctx, FactKind::EntryReversed, original.id);
        Ok(Reply::new(original.id, original.version, recorded).with_related(reversal.id))
    }
}

/// The draft of the reversal that is offered lies on the date on which it would have been posted.
fn drafted_on(stop: Stop, date: Date) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    for way in rejection.resolutions.iter_mut().filter(|way| way.repeats) {
        if let Some(Value::Object(fields)) = &mut way.body {
            fields.push(("date", date.into()));
        }
    }
    Stop::Rejected(rejection)
}

/// A closed period offers the reversal on the first open date.
fn offer_reversal(stop: Stop, entry: &Entry, reason: &str) -> Stop {
    let Stop::Rejected(rejection) = stop else { return stop };
    let first_open =
        rejection.context.iter().find(|(name, _)| *name == "firstOpenDate").map(|(_, value)| value.clone());
    match first_open {
        Some(date @ Value::Text(_)) => rejection
            .offer(
                "reverse",
                "Reverse it in an open period",
                "POST",
                format!("/accounting/journal-entries/{}/reverse", entry.id),
            )
            .body(vec![("date", date), ("reason", Value::Text(reason.to_owned()))])
            .into(),
        _ => Stop::Rejected(rejection),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Balance, EntryStatus, EntryType, Line, NumberSeries};
    use crate::testing::{Stage, day, party_line};
    use crate::value::rejection::Code;

    fn void(entry: &str) -> VoidEntry {
        VoidEntry { entry: Sought::of(entry), reason: "entered twice".to_owned(), if_match: None }
    }

    fn code(stage: &mut Stage, entry: &str) -> Code {
        stage.run(void(entry)).expect_err("refused").code
    }

    #[test]
    fn a_posted_entry_is_voided_by_its_mirror_on_the_same_date() {
        let mut stage = Stage::new();
        let posted = stage.run(stage.sale("139.12", true)).expect("posted");
        let before = stage.rows::<Entry>()[0].clone();
        let voided = stage.run(void(&posted.subject)).expect("voided");
        let entries = stage.rows::<Entry>();
        let (original, mirror) = (&entries[0], &entries[1]);
        assert_eq!(voided.related.as_deref(), Some(mirror.id.to_string().as_str()));
        assert_eq!((original.status, original.voided_by_entry_id), (EntryStatus::Voided, Some(mirror.id)));
        assert_eq!((&original.hash, &original.number, original.date), (&before.hash, &before.number, before.date));
        assert_eq!(
            (mirror.entry_type, mirror.date, mirror.voids_entry_id),
            (EntryType::Void, day(), Some(original.id))
        );
        assert_eq!(mirror.number.as_deref(), Some("GJ-2010-000002"));
        let lines = stage.rows::<Line>();
        assert_eq!(
            lines.iter().map(|line| (line.base_debit, line.base_credit)).collect::<Vec<_>>(),
            [(13912, 0), (0, 13912), (0, 13912), (13912, 0)]
        );
        for balance in stage.rows::<Balance>() {
            assert_eq!(balance.base_debit, balance.base_credit, "net zero");
            assert_eq!((balance.voided_debit, balance.voided_credit), (13912, 13912), "all of it is a void pair");
        }
    }

    #[test]
    fn states_that_cannot_be_voided_say_why() {
        let mut stage = Stage::new();
        let draft = stage.run(stage.sale("1.00", false)).expect("draft").subject;
        assert_eq!(code(&mut stage, &draft), Code::EntryNotPosted);
        let posted = stage.run(stage.sale("1.00", true)).expect("posted").subject;
        let mirror = stage.run(void(&posted)).expect("voided").related.expect("mirror");
        assert_eq!(code(&mut stage, &posted), Code::EntryAlreadyVoided);
        assert_eq!(code(&mut stage, &mirror), Code::EntryIsVoid);
        for unknown in ["je_01h455vb4pex5vsknk084sn02q", "je_", "", "acc_01h455vb4pex5vsknk084sn02q"] {
            assert_eq!(code(&mut stage, unknown), Code::NotFound, "{unknown}");
        }
    }

    #[test]
    fn owned_and_system_entries_refuse_the_void_and_name_the_way_out() {
        for (change, expected) in [
            ((|entry| entry.entry_type = EntryType::Closing) as fn(&mut Entry), Code::EntrySystemGenerated),
            (|entry| entry.entry_type = EntryType::FxRevaluation, Code::EntrySystemGenerated),
            (
                |entry| (entry.owner_type, entry.owner_id) = (Some("movement".to_owned()), Some("mov_1".to_owned())),
                Code::EntryOwnedBySource,
            ),
        ] {
            let mut stage = Stage::new();
            let posted = stage.run(stage.sale("1.00", true)).expect("posted").subject;
            let mut entry = stage.rows::<Entry>()[0].clone();
            change(&mut entry);
            stage.model.put(&entry);
            assert_eq!(code(&mut stage, &posted), expected);
        }
    }

    #[test]
    fn a_closed_period_refuses_and_offers_the_reversal_on_the_first_open_date() {
        for (status, expected) in [(PeriodStatus::Closed, Code::PeriodClosed)] {
            let mut stage = Stage::new();
            let date = jiff::civil::date(2010, 3, 31);
            let posted = stage.run(stage.entry(date, &[("1000", "1", "0"), ("4000", "0", "1")], true)).expect("posted");
            for mut period in stage.rows::<Period>().into_iter().filter(|period| period.number <= 3) {
                period.status = status;
                stage.model.put(&period);
            }
            let rejection = stage.run(void(&posted.subject)).expect_err("refused");
            assert_eq!(rejection.code, expected);
            let way = &rejection.resolutions[0];
            assert_eq!(way.rel, "reverse");
            let body = way.body.as_ref().map(|body| body.to_json().to_string());
            assert_eq!(body.as_deref(), Some(r#"{"date":"2010-04-01","reason":"entered twice"}"#));
        }
    }

    #[test]
    fn the_external_id_of_a_voided_entry_is_free_again_and_its_mirror_never_has_it() {
        let mut stage = Stage::new();
        let mut sale = stage.sale("5.00", true);
        sale.external_id = Some("536365".to_owned());
        let first = stage.run(sale.clone()).expect("posted").subject;
        assert_eq!(stage.run(sale.clone()).expect_err("twice").code, Code::DuplicateExternalId);
        stage.run(void(&first)).expect("voided");
        stage.run(sale).expect("posted again");
        assert_eq!(stage.rows::<NumberSeries>()[0].last, 3);
    }

    #[test]
    fn parties_and_due_dates_are_copied_to_the_mirror() {
        let mut stage = Stage::new();
        let mut sale = stage.sale("5.00", true);
        sale.lines[0] = party_line("1100", "5.00", "0", "17850");
        sale.lines[0].due_date = Some(jiff::civil::date(2010, 12, 31));
        let posted = stage.run(sale).expect("posted").subject;
        stage.run(void(&posted)).expect("voided");
        let lines = stage.rows::<Line>();
        assert_eq!((lines[0].party_id, lines[0].due_date), (lines[2].party_id, lines[2].due_date));
        assert!(lines[2].party_id.is_some());
    }
}
