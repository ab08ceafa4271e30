//! The shared code of commands on journal entries: blank rows, totals, keys to load, and rules of metadata.

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::dimensions::lines;
use crate::ledger::entries::conversion;
use crate::ledger::entries::draft::NewLine;
use crate::ledger::posting;
use crate::rows::entry_drafts::DraftLine;
use crate::rows::{BalanceClass, Entry, EntryStatus, EntryType, Line};
use crate::value::id::{AccountId, JournalId};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date, IdOrCode, limits};

/// A draft of nothing yet, with a new id.
pub(crate) fn blank(ctx: &Context, journal_id: JournalId, date: Date, base: Currency) -> Entry {
    Entry {
        id: ctx.ids.next(),
        number: None,
        sequence: None,
        journal_id,
        date,
        document_date: None,
        period_id: None,
        status: EntryStatus::Draft,
        entry_type: EntryType::Standard,
        description: String::new(),
        reference: None,
        source: String::new(),
        external_id: None,
        currency: base,
        transaction_currency: base,
        exchange_rate: None,
        total_debit: 0,
        total_credit: 0,
        line_count: 0,
        dimensions: String::new(),
        draft_lines: Vec::new(),
        reverses_entry_id: None,
        reversed_by_entry_id: None,
        corrects_entry_id: None,
        corrected_by_entry_id: None,
        reason: None,
        prior_period_adjustment: false,
        auto_reverse_on: None,
        voids_entry_id: None,
        voided_by_entry_id: None,
        void_reason: None,
        voided_at: None,
        voided_by: None,
        owner_type: None,
        owner_id: None,
        prepared_by: String::new(),
        key_owners: String::new(),
        submitted_at: None,
        submitted_by: None,
        approved_at: None,
        approved_by: None,
        rejected_at: None,
        rejected_by: None,
        rejection_reason: None,
        posted_at: None,
        posted_by: None,
        metadata: "{}".to_owned(),
        hash: None,
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
}

/// Points at the code where the caller named the account by its code: a stored line knows the id alone.
pub(crate) fn as_named(stop: Stop, lines: &[NewLine]) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    for error in &mut rejection.errors {
        let index = error.pointer.strip_prefix("/lines/").and_then(|rest| rest.strip_suffix("/accountId"));
        let line = index.and_then(|index| lines.get(index.parse::<usize>().ok()?));
        if line.is_some_and(|line| matches!(line.account, Some(IdOrCode::Code(_)))) {
            error.pointer = error.pointer.replace("/accountId", "/accountCode");
        }
    }
    Stop::Rejected(rejection)
}

/// The balance rows and the series that posting will touch.
pub(crate) fn hint_posting(
    book: &Book,
    journal: Option<JournalId>,
    date: Date,
    accounts: impl Iterator<Item = crate::value::id::AccountId>,
    keys: &mut Vec<Key>,
) {
    let Ok(organization) = book.organization() else { return };
    let base = organization.base_currency;
    keys.extend(accounts.map(|account| Key::Balance(account, date, base, BalanceClass::Normal)));
    let found = journal.map(|id| book.journal(id));
    if let Some(Ok(Some(journal))) = found {
        keys.push(Key::Series(journal.id, posting::bucket(journal.reset_per, date)));
    }
}

/// Every dimension and value that the entry gives its lines exists.
pub(crate) fn require_known_dimensions(book: &Book, text: &str) -> Result<(), Stop> {
    let mut faults = Vec::new();
    lines::require_known(book, text, "/dimensions", &mut faults)?;
    Rejection::of_errors(faults).map_or(Ok(()), |rejection| Err(rejection.into()))
}

/// Both sums of a draft in base currency, as far as they are known.
pub(crate) fn totals(entry: &Entry, drafts: &[DraftLine]) -> Result<(i64, i64), Stop> {
    let sum = |side: fn(&DraftLine) -> i64| {
        let own = drafts.iter().filter(|draft| side(draft) != 0);
        i64::try_from(own.map(|draft| i128::from(conversion::provisional(entry, draft))).sum::<i128>()).map_err(|_| {
            Rejection::new(Code::AmountOutOfRange, "the sum of the lines is out of range: split the entry").at("/lines")
        })
    };
    Ok((sum(|line| line.debit)?, sum(|line| line.credit)?))
}

/// Metadata stays within its limit.
pub(crate) fn require_metadata_fits(metadata: &str) -> Result<(), Stop> {
    if metadata.len() <= limits::METADATA_BYTES {
        return Ok(());
    }
    let message = format!("metadata would have more than {} bytes of JSON: remove some of it", limits::METADATA_BYTES);
    Err(Rejection::new(Code::LimitReached, message).at("/metadata").into())
}

/// A line without amounts or anything else that a caller would say; its place is given when it is posted.
pub(crate) fn blank_line(account_id: AccountId, currency: Currency) -> Line {
    Line {
        entry_sequence: 0,
        line_number: 0,
        account_id,
        debit: 0,
        credit: 0,
        currency,
        exchange_rate: None,
        base_debit: 0,
        base_credit: 0,
        description: None,
        party_id: None,
        due_date: None,
        dimensions: String::new(),
        pool_id: None,
    }
}
