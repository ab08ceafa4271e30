//! The posting engine: the one door through which lines, numbers and balances come into being.
//!
//! Invariant: every posted entry balances in base currency; its number and sequence are the next of their
//! series; its balance rows move by exactly its lines.

use sha2::{Digest, Sha256};

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::ledger::closing::periods;
use crate::ledger::dimensions::lines::keep_sets;
use crate::rows::{
    Balance, BalanceClass, Entry, EntryStatus, EntryType, Line, NumberSeries, Period, PeriodType, ResetPer, codec,
};
use crate::value::id::JournalId;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Cell, CellValue, Date, Decimal, NumberPattern, limits};

/// An entry that is ready to be posted: checked against the chart by the caller, or copied as a mirror.
pub(crate) struct Posting {
    /// The header; number, sequence, period, totals, hash and posted marks are set here.
    pub entry: Entry,
    /// The lines in order; sequence and numbers are set here.
    pub lines: Vec<Line>,
    /// Its class in the balances.
    pub class: BalanceClass,
    /// The void mirror counts as turnover of a void pair.
    pub voids: bool,
}

impl Posting {
    /// Posts into a period that is open to the caller. The fact is the caller's.
    ///
    /// Callers check the period before if they have more to report or the order of checks requires it; a forgotten
    /// check is refused here.
    pub(crate) fn post(self, book: &mut Book, ctx: &Context, period: &Period) -> Result<Entry, Stop> {
        periods::require_open(book, ctx, period, self.entry.date)?;
        self.write(book, ctx, period)
    }

    /// Posts the closing entry of a fiscal year, or its mirror: the only entries that come into a closed period.
    /// Who calls this has seen that the year closes, or opens, by the rules of years.
    pub(crate) fn post_at_year_end(self, book: &mut Book, ctx: &Context, period: &Period) -> Result<Entry, Stop> {
        debug_assert_eq!(self.class, BalanceClass::Closing);
        self.write(book, ctx, period)
    }

    /// Number, sequence, lines, balances, header.
    fn write(self, book: &mut Book, ctx: &Context, period: &Period) -> Result<Entry, Stop> {
        let Self { mut entry, mut lines, class, voids } = self;
        let (debit, credit) = require_balanced(book, &lines)?;
        let number = take_number(book, entry.journal_id, entry.date)?;
        let sequence = book.head().entry_sequence + 1;
        for (line_number, line) in (1..).zip(&mut lines) {
            line.entry_sequence = sequence;
            line.line_number = line_number;
        }
        for line in &lines {
            add_to_balance(book, line, entry.date, class, voids)?;
            mark_account_posted(book, line)?;
        }
        // A mirror copies the texts of its original, whose sets are there.
        if !voids {
            keep_sets(book, &lines)?;
        }
        book.head.entry_sequence = sequence;
        entry.number = Some(number);
        entry.sequence = Some(sequence);
        entry.period_id = Some(period.id);
        entry.status = EntryStatus::Posted;
        entry.total_debit = debit;
        entry.total_credit = credit;
        entry.line_count = i64::try_from(lines.len()).unwrap_or(i64::MAX);
        entry.draft_lines = Vec::new();
        entry.posted_at = Some(ctx.at);
        entry.posted_by = Some(ctx.actor.principal);
        entry.updated_at = ctx.at;
        entry.updated_by = ctx.actor.principal;
        entry.hash = Some(frozen_hash(&entry, &lines).to_vec());
        for line in lines {
            book.lines.put(line);
        }
        book.entries.put(entry.clone());
        Ok(entry)
    }
}

/// The class of an entry in the balances.
pub(crate) fn class_of(entry_type: EntryType, period: &Period) -> BalanceClass {
    match entry_type {
        EntryType::Opening => BalanceClass::Opening,
        EntryType::Closing => BalanceClass::Closing,
        EntryType::Adjusting => BalanceClass::Adjusting,
        _ if period.period_type == PeriodType::Adjustment => BalanceClass::Adjusting,
        EntryType::Standard
        | EntryType::Void
        | EntryType::Reversal
        | EntryType::FxRevaluation
        | EntryType::FxRealised
        | EntryType::Stock
        | EntryType::Import => BalanceClass::Normal,
    }
}

/// The bucket of a journal's series for a date.
pub(crate) fn bucket(reset_per: ResetPer, date: Date) -> String {
    match reset_per {
        ResetPer::Year => format!("{:04}", date.year()),
        ResetPer::Month => format!("{:04}-{:02}", date.year(), date.month()),
        ResetPer::Never => String::new(),
    }
}

/// Both sums, where they are equal and the entry is neither empty nor too long.
pub(crate) fn require_balanced(book: &Book, lines: &[Line]) -> Result<(i64, i64), Stop> {
    if lines.len() < 2 {
        let message = format!("an entry needs at least two lines to post, this one has {}", lines.len());
        return Err(Rejection::new(Code::EntryIncomplete, message).at("/lines").into());
    }
    if lines.len() > limits::LINES_PER_ENTRY {
        let message = format!("an entry can have at most {} lines: split it", limits::LINES_PER_ENTRY);
        return Err(Rejection::new(Code::LimitReached, message).at("/lines").into());
    }
    let sum = |side: fn(&Line) -> i64| lines.iter().map(|line| i128::from(side(line))).sum::<i128>();
    let (debit, credit) = (sum(|line| line.base_debit), sum(|line| line.base_credit));
    if debit != credit {
        let decimals = book.organization()?.base_currency.decimals();
        let text = |units: i128| Decimal { unscaled: units, scale: decimals }.to_string();
        let message = format!(
            "debits are {} and credits {}: they differ by {}",
            text(debit),
            text(credit),
            text((debit - credit).abs())
        );
        return Err(Rejection::new(Code::EntryUnbalanced, message)
            .at("/lines")
            .with("totalDebit", text(debit))
            .with("totalCredit", text(credit))
            .with("difference", text((debit - credit).abs()))
            .into());
    }
    match (i64::try_from(debit), i64::try_from(credit)) {
        (Ok(debit), Ok(credit)) => Ok((debit, credit)),
        _ => Err(out_of_range("the entry's total").at("/lines").into()),
    }
}

/// The next number of the journal's series.
fn take_number(book: &mut Book, journal_id: JournalId, date: Date) -> Result<String, Stop> {
    let journal = book.journal(journal_id)?.ok_or_else(|| Stop::lost("journals", journal_id))?;
    let bucket = bucket(journal.reset_per, date);
    let last = book.series(journal.id, &bucket)?.map_or(0, |series| series.last);
    let next = last.checked_add(1).ok_or_else(|| out_of_range("the journal's series"))?;
    let pattern = NumberPattern::parse(&journal.number_pattern)
        .map_err(|why| Rejection::new(Code::JournalNotUsable, format!("journal {}: {why}", journal.code)))?;
    let number = pattern.render(date, next);
    book.series.put(NumberSeries { journal_id, bucket, last: next });
    Ok(number)
}

fn add_to_balance(book: &mut Book, line: &Line, date: Date, class: BalanceClass, voids: bool) -> Result<(), Stop> {
    let stored = book.balance(line.account_id, date, line.currency, class)?;
    let mut row = stored.cloned().unwrap_or(Balance {
        account_id: line.account_id,
        date,
        currency: line.currency,
        class,
        debit: 0,
        credit: 0,
        base_debit: 0,
        base_credit: 0,
        voided_debit: 0,
        voided_credit: 0,
        first_seq: line.entry_sequence,
        last_seq: line.entry_sequence,
    });
    let add = |field: &mut i64, amount: i64| {
        *field = field.checked_add(amount).ok_or_else(|| out_of_range("the account's turnover of that day"))?;
        Ok::<(), Rejection>(())
    };
    add(&mut row.debit, line.debit)?;
    add(&mut row.credit, line.credit)?;
    add(&mut row.base_debit, line.base_debit)?;
    add(&mut row.base_credit, line.base_credit)?;
    if voids {
        // Both halves: the mirror's own side, and the original's, which is the opposite one.
        add(&mut row.voided_debit, line.base_debit)?;
        add(&mut row.voided_debit, line.base_credit)?;
        add(&mut row.voided_credit, line.base_credit)?;
        add(&mut row.voided_credit, line.base_debit)?;
    }
    row.last_seq = line.entry_sequence;
    book.balances.put(row);
    Ok(())
}

/// From the first posting on, type, currency and control of an account are frozen.
fn mark_account_posted(book: &mut Book, line: &Line) -> Result<(), Stop> {
    if let Some(account) = book.account(line.account_id)?
        && !account.has_postings
    {
        let mut account = account.clone();
        account.has_postings = true;
        book.accounts.put(account);
    }
    Ok(())
}

/// Room for the header of most entries under their hash.
const FROZEN_BYTES: usize = 512;

/// Room for a line.
const FROZEN_LINE_BYTES: usize = 96;

/// SHA-256 over the fields that posting froze: number, sequence, journal, dates, texts and lines.
fn frozen_hash(entry: &Entry, lines: &[Line]) -> [u8; 32] {
    let header = [
        entry.id.to_cell(),
        entry.number.to_cell(),
        entry.sequence.to_cell(),
        entry.journal_id.to_cell(),
        entry.date.to_cell(),
        entry.document_date.to_cell(),
        entry.period_id.to_cell(),
        entry.entry_type.to_cell(),
        entry.description.to_cell(),
        entry.reference.to_cell(),
        entry.source.to_cell(),
        entry.external_id.to_cell(),
        entry.currency.to_cell(),
        entry.transaction_currency.to_cell(),
        entry.exchange_rate.to_cell(),
        entry.voids_entry_id.to_cell(),
        entry.reverses_entry_id.to_cell(),
        entry.corrects_entry_id.to_cell(),
        entry.reason.to_cell(),
        Cell::Int(entry.line_count),
    ];
    let mut bytes = Vec::with_capacity(FROZEN_BYTES + lines.len() * FROZEN_LINE_BYTES);
    bytes.extend_from_slice(b"countinghouse.entry.1");
    codec::put_cells(&mut bytes, &header);
    for line in lines {
        codec::put_cells(&mut bytes, &crate::rows::Row::cells(line));
    }
    Sha256::digest(&bytes).into()
}

/// The rejection of a sum beyond the range of amounts.
fn out_of_range(what: &str) -> Rejection {
    Rejection::new(Code::AmountOutOfRange, format!("{what} would be out of range: nothing was posted"))
}
