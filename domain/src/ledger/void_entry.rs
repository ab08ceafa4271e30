//! Voids a posted entry by posting its mirror image on the same date.
//!
//! "This should not have been posted." The original keeps its number, lines, date and hash; both halves
//! net to zero in their own period.

use super::{Entry, EntryStatus, EntryType, Line, duties, fiscal_years, periods, post_entry, posting};
use crate::access::Permission;
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::rejection::{Code, Rejection, Value};
use crate::reply::Reply;
use crate::stop::Stop;
use crate::value::TypedId;
use crate::value::id::EntryId;

/// Voids a posted entry.
#[derive(Clone, Debug)]
pub struct VoidEntry {
    /// Wire id of the entry.
    pub entry: String,
    /// Why, 1 to 500 characters, trimmed.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for VoidEntry {
    fn permission(&self) -> Permission {
        Permission::JournalEntriesVoid
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods, Key::FiscalYears]);
        let Some(id) = EntryId::parse(&self.entry) else { return };
        keys.push(Key::Entry(id));
        if let Ok(Some(entry)) = book.entry(id)
            && let Some(sequence) = entry.sequence
        {
            keys.push(Key::Lines(sequence));
            duties::hint_voider(book, entry, keys);
            let external_id = entry.external_id.clone();
            keys.extend(external_id.map(|id| Key::EntryByExternal(entry.source.clone(), id)));
            if let Ok(lines) = book.lines(entry) {
                keys.extend(lines.iter().map(|line| Key::Account(line.account_id)));
            }
            let accounts = book.lines(entry).unwrap_or_default().into_iter().map(|line| line.account_id);
            super::create_entry::hint_posting(book, &entry.journal_id.to_string(), entry.date, accounts, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let original = post_entry::require_entry(book, &self.entry)?;
        post_entry::require_version(self.if_match.as_deref(), original.version)?;
        require_voidable(&original)?;
        duties::require_other_voider(book, ctx, &original)?;
        let period = periods::period_for(book, original.date, original.period_id)?;
        periods::require_open(book, ctx, &period, original.date)
            .map_err(|stop| offer_reversal(stop, &original, &self.reason))?;
        release_reversed(book, ctx, &original)?;

        let lines = book.lines(&original)?.into_iter().map(swapped).collect();
        let class = posting::class_of(original.entry_type, &period);
        let mirror = mirror_of(&original, ctx, &self.reason);
        let mirror = posting::Posting { entry: mirror, lines, class, voids: true }.post(book, ctx, &period)?;

        let voided = voided(original, mirror.id, &self.reason, ctx);
        if let Some(external_id) = &voided.external_id {
            book.entry_by_external(&voided.source, external_id)?;
            book.external_ids.set((voided.source.clone(), external_id.clone()), None);
        }
        let (id, version) = (voided.id, voided.version);
        book.entries.put(voided);
        let recorded = book.record(ctx, FactKind::EntryVoided, id);
        Ok(Reply::new(id, version, recorded).with_related(mirror.id))
    }
}

/// The state table of accounting.md, in one place.
fn require_voidable(entry: &Entry) -> Result<(), Stop> {
    let here = format!("/accounting/journal-entries/{}", entry.id);
    let number = entry.number.clone().unwrap_or_default();
    let rejection =
        match entry.status {
            EntryStatus::Draft => Rejection::new(Code::EntryNotPosted, "the entry is a draft: delete it instead")
                .offer("delete", "Delete the draft", "DELETE", here),
            EntryStatus::PendingApproval => Rejection::new(
                Code::EntryNotPosted,
                "the entry waits for approval: withdraw it instead",
            )
            .offer("withdraw", "Take it back to a draft", "POST", format!("{here}/withdraw")),
            EntryStatus::Voided => already_voided(entry, &number),
            EntryStatus::Posted if entry.entry_type == EntryType::Void => {
                let message =
                    format!("entry {number} is itself the mirror of a void: post the original again as a new entry");
                Rejection::new(Code::EntryIsVoid, message)
                    .with("voidsEntryId", entry.voids_entry_id.map(|id| id.to_string()))
                    .offer("post-again", "Post it again as a new entry", "POST", "/accounting/journal-entries")
            }
            EntryStatus::Posted if entry.reversed_by_entry_id.is_some() => already_reversed(entry, &number),
            EntryStatus::Posted if matches!(entry.entry_type, EntryType::Closing | EntryType::FxRevaluation) => {
                let message = format!(
                    "entry {number} was made by a {} run: reopen the year or run it again instead",
                    entry.entry_type.name()
                );
                let rejection =
                    Rejection::new(Code::EntrySystemGenerated, message).with("entryType", entry.entry_type.name());
                offer_reopening(rejection, entry)
            }
            EntryStatus::Posted if entry.owner_type.is_some() => owned(entry, &number),
            EntryStatus::Posted => return Ok(()),
        };
    Err(rejection.into())
}

/// A closing entry goes with its year.
fn offer_reopening(rejection: Rejection, entry: &Entry) -> Rejection {
    match (&entry.owner_type, &entry.owner_id) {
        (Some(owner), Some(year)) if owner == fiscal_years::OWNER => rejection
            .with("fiscalYearId", year.clone())
            .offer("reopen-year", "Reopen the fiscal year", "POST", format!("/accounting/fiscal-years/{year}/reopen"))
            .body(vec![("reason", Value::Text(String::new()))]),
        _ => rejection,
    }
}

fn already_voided(entry: &Entry, number: &str) -> Rejection {
    let message = format!("entry {number} was voided before: nothing is left to do");
    let mirror = entry.voided_by_entry_id.map(|id| id.to_string());
    let rejection = Rejection::new(Code::EntryAlreadyVoided, message)
        .with("voidedAt", entry.voided_at)
        .with("voidedBy", entry.voided_by.map(|by| by.to_string()))
        .with("voidReason", entry.void_reason.clone())
        .with("voidedByEntryId", mirror.clone());
    match mirror {
        Some(id) => {
            rejection.offer("mirror", "Look at the mirror entry", "GET", format!("/accounting/journal-entries/{id}"))
        }
        None => rejection,
    }
}

fn already_reversed(entry: &Entry, number: &str) -> Rejection {
    let reversal = entry.reversed_by_entry_id.map(|id| id.to_string());
    let rejection =
        Rejection::new(Code::EntryAlreadyReversed, format!("entry {number} was reversed: void the reversal first"))
            .with("reversedByEntryId", reversal.clone());
    match reversal {
        Some(id) => rejection
            .offer("void-reversal", "Void the reversal", "POST", format!("/accounting/journal-entries/{id}/void"))
            .body(vec![("reason", Value::Text(String::new()))]),
        None => rejection,
    }
}

fn owned(entry: &Entry, number: &str) -> Rejection {
    let owner_type = entry.owner_type.clone().unwrap_or_default();
    let owner_id = entry.owner_id.clone().unwrap_or_default();
    let message =
        format!("entry {number} belongs to {owner_type} {owner_id}: void that instead, and this entry goes with it");
    let rejection = Rejection::new(Code::EntryOwnedBySource, message)
        .with("ownerType", owner_type.clone())
        .with("ownerId", owner_id.clone());
    if owner_type == "movement" {
        return rejection.offer(
            "void-owner",
            "Void the movement",
            "POST",
            format!("/inventory/movements/{owner_id}/void"),
        );
    }
    rejection
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

/// Voiding a reversal lets its original be reversed or voided again.
fn release_reversed(book: &mut Book, ctx: &Context, reversal: &Entry) -> Result<(), Stop> {
    let Some(id) = reversal.reverses_entry_id else { return Ok(()) };
    if let Some(original) = book.entry(id)? {
        let mut original = original.clone();
        original.reversed_by_entry_id = None;
        original.version += 1;
        original.updated_at = ctx.at;
        original.updated_by = ctx.actor.principal;
        book.entries.put(original);
    }
    Ok(())
}

/// The original, once its mirror is posted.
pub(super) fn voided(original: Entry, mirror: EntryId, reason: &str, ctx: &Context) -> Entry {
    Entry {
        status: EntryStatus::Voided,
        voided_by_entry_id: Some(mirror),
        void_reason: Some(reason.to_owned()),
        voided_at: Some(ctx.at),
        voided_by: Some(ctx.actor.principal),
        version: original.version + 1,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
        ..original
    }
}

/// The mirror's header: same journal, date, period and texts; neither source nor external id.
pub(super) fn mirror_of(original: &Entry, ctx: &Context, reason: &str) -> Entry {
    Entry {
        id: ctx.ids.next(),
        number: None,
        sequence: None,
        entry_type: EntryType::Void,
        description: format!("Void of {}: {reason}", original.number.as_deref().unwrap_or_default()),
        source: String::new(),
        external_id: None,
        prepared_by: String::new(),
        key_owners: String::new(),
        submitted_at: None,
        submitted_by: None,
        approved_at: None,
        approved_by: None,
        rejected_at: None,
        rejected_by: None,
        rejection_reason: None,
        voids_entry_id: Some(original.id),
        reverses_entry_id: None,
        reversed_by_entry_id: None,
        metadata: "{}".to_owned(),
        hash: None,
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        ..original.clone()
    }
}

/// The line with its sides swapped; amounts are copied, never recomputed.
pub(super) fn swapped(line: Line) -> Line {
    Line { debit: line.credit, credit: line.debit, base_debit: line.base_credit, base_credit: line.base_debit, ..line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Balance, Entry, NumberSeries, Period, PeriodStatus};
    use crate::testing::{Stage, day, party_line};

    fn void(entry: &str) -> VoidEntry {
        VoidEntry { entry: entry.to_owned(), reason: "entered twice".to_owned(), if_match: None }
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
    fn owned_reversed_and_system_entries_refuse_the_void_and_name_the_way_out() {
        for (change, expected) in [
            (
                (|entry| entry.reversed_by_entry_id = Some(EntryId([3; 16]))) as fn(&mut Entry),
                Code::EntryAlreadyReversed,
            ),
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
