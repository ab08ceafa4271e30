//! The lines that somebody wants to match: found, seen to belong together, and how much of each is taken.

use std::collections::BTreeSet;

use crate::book::Book;
use crate::book::stop::Stop;
use crate::ledger::matching::open::{self, Amounts, is_debit};
use crate::ledger::matching::settlement::Part;
use crate::rows::{Account, ControlFor, Entry, Line};
use crate::value::id::EntryId;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Currency, Date, Decimal, DecimalError, Sought, limits};

/// A line as a caller names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewMatchLine {
    pub entry: Sought<EntryId>,
    /// From 1.
    pub line_number: i64,
    /// The amount to take of it, in the line's currency; `None` takes the open amount, or as much as the other side
    /// has.
    pub amount: Option<Decimal>,
}

/// A line that was found, and the request for it.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// Its place in the request.
    index: usize,
    pub entry: Entry,
    pub line: Line,
    asked: Option<i64>,
    /// The amount taken of it; decided by `allot`.
    taken: i64,
    open: Amounts,
}

/// Lines that belong together, of one account.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub account: Account,
    pub currency: Currency,
    pub candidates: Vec<Candidate>,
}

/// Finds all lines and checks that they can settle one another; all faults come in one answer, and only then the lines
/// that are no longer open.
pub(crate) fn select(book: &Book, wanted: &[NewMatchLine]) -> Result<Selection, Stop> {
    if wanted.len() > limits::LINES_PER_MATCH {
        let message = format!(
            "a match can have at most {} lines, this one has {}: split it",
            limits::LINES_PER_MATCH,
            wanted.len()
        );
        return Err(Rejection::new(Code::LimitReached, message).at("/lines").into());
    }
    let mut faults = Vec::new();
    let mut places = BTreeSet::new();
    let mut candidates: Vec<Candidate> = Vec::with_capacity(wanted.len());
    for (index, line) in wanted.iter().enumerate() {
        let Some(candidate) = find(book, index, line, &mut faults)? else { continue };
        if !places.insert((candidate.line.entry_sequence, candidate.line.line_number)) {
            let message = "the line is given twice: give it once, with the whole amount";
            faults.push(Fault::new(format!("/lines/{index}"), Code::LinesNotMatchable, message));
        }
        candidates.push(candidate);
    }
    let account = belong_together(book, &candidates, &mut faults)?;
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    let (Some(account), Some(first)) = (account, candidates.first()) else {
        return Err(Rejection::new(Code::LinesNotMatchable, "give at least one line").at("/lines").into());
    };
    let currency = first.line.currency;
    for candidate in &mut candidates {
        candidate.open = open::of(book, &candidate.line)?;
        require_open(candidate)?;
    }
    Ok(Selection { account, currency, candidates })
}

fn find(book: &Book, index: usize, wanted: &NewMatchLine, faults: &mut Vec<Fault>) -> Result<Option<Candidate>, Stop> {
    let entry = wanted.entry.find(|id| book.entry(id))?.cloned();
    let Some(entry) = entry else {
        let message = format!("there is no entry with the id {}", wanted.entry);
        faults.push(Fault::new(format!("/lines/{index}/entryId"), Code::UnknownReference, message));
        return Ok(None);
    };
    if entry.sequence.is_none() {
        let message = "the entry is not posted: only posted lines can be matched";
        faults.push(Fault::new(format!("/lines/{index}/entryId"), Code::LinesNotMatchable, message));
        return Ok(None);
    }
    let Some(line) = book.lines(&entry)?.into_iter().find(|line| line.line_number == wanted.line_number) else {
        let message = format!("the entry has lines 1 to {}", entry.line_count);
        faults.push(Fault::new(format!("/lines/{index}/lineNumber"), Code::UnknownReference, message));
        return Ok(None);
    };
    if Amounts::of(&line).amount == 0 {
        let message = format!(
            "the line only adjusts the base amount and has no amount in {}: choose another line",
            line.currency
        );
        faults.push(Fault::new(format!("/lines/{index}"), Code::LinesNotMatchable, message));
        return Ok(None);
    }
    let asked = match wanted.amount {
        None => None,
        Some(amount) => match minor(amount, line.currency) {
            Ok(units) => Some(units),
            Err((code, message)) => {
                faults.push(Fault::new(format!("/lines/{index}/amount"), code, message));
                return Ok(None);
            }
        },
    };
    Ok(Some(Candidate { index, entry, line, asked, taken: 0, open: Amounts::default() }))
}

/// A part of a line in minor units, above 0.
fn minor(amount: Decimal, currency: Currency) -> Result<i64, (Code, String)> {
    match amount.to_units(currency.decimals()) {
        Ok(units) if (1..=limits::LINE_AMOUNT_MINOR).contains(&units) => Ok(units),
        Err(DecimalError::TooManyDecimals(most)) => {
            let message = format!("{amount} has too many decimals: {currency} allows at most {most}");
            Err((Code::AmountPrecision, message))
        }
        _ => {
            let most = Decimal::from_units(limits::LINE_AMOUNT_MINOR, currency.decimals());
            Err((Code::AmountOutOfRange, format!("{amount} is out of range: it must be above 0 and at most {most}")))
        }
    }
}

/// One account that keeps open items, one currency, and one party where the account asks for parties.
fn belong_together(book: &Book, all: &[Candidate], faults: &mut Vec<Fault>) -> Result<Option<Account>, Stop> {
    let Some(first) = all.first() else { return Ok(None) };
    let account =
        book.account(first.line.account_id)?.ok_or_else(|| Stop::lost("accounts", first.line.account_id))?.clone();
    if !account.is_reconcilable {
        let message = format!(
            "account {} does not keep open items: set isReconcilable on it, or choose other lines",
            account.code
        );
        faults.push(Fault::new(format!("/lines/{}", first.index), Code::AccountNotUsable, message));
    }
    let by_party = matches!(account.control_for, Some(ControlFor::Receivable | ControlFor::Payable));
    let party = |of: &Candidate| of.line.party_id.map(|id| book.party_meant(id)).transpose();
    for other in all.iter().skip(1) {
        let differs = if other.line.account_id != first.line.account_id {
            Some("is of another account")
        } else if other.line.currency != first.line.currency {
            Some("is in another currency: pay one currency with the other on a clearing account, and match each there")
        } else if by_party && party(other)? != party(first)? {
            Some("is of another party")
        } else {
            None
        };
        if let Some(differs) = differs {
            let message = format!("the line {differs} (compared with /lines/{})", first.index);
            faults.push(Fault::new(format!("/lines/{}", other.index), Code::LinesNotMatchable, message));
        }
    }
    Ok(Some(account))
}

/// Something is open, and as much as is asked for.
fn require_open(candidate: &Candidate) -> Result<(), Stop> {
    let Candidate { index, open, line, asked, .. } = candidate;
    let text = |units: i64| Decimal::from_units(units, line.currency.decimals()).to_string();
    let rejection = if open.amount == 0 {
        let message = "the line has no open amount: it is already matched";
        Rejection::new(Code::LineNotOpen, message).at(format!("/lines/{index}"))
    } else if let Some(asked) = asked.filter(|asked| *asked > open.amount) {
        let message = format!("{} exceeds the open amount of {}: match that or less", text(asked), text(open.amount));
        Rejection::new(Code::AmountExceedsOpen, message).at(format!("/lines/{index}/amount"))
    } else {
        return Ok(());
    };
    Err(rejection
        .with("entryId", candidate.entry.id.to_string())
        .with("lineNumber", line.line_number)
        .with("openAmount", text(open.amount))
        .with("currency", line.currency.code())
        .offer(
            "matches",
            "See its matches",
            "GET",
            format!("/accounting/matches?entryId={}&status=active", candidate.entry.id),
        )
        .into())
}

impl Selection {
    /// Decides the amount taken of each line, and returns the excess of debits over credits, which is 0 except for a
    /// write-off.
    ///
    /// The smaller side is taken whole. Of the other side, lines with an amount are taken by it and the rest is filled
    /// from those without one, in the order of due date (else date), sequence and number; lines for which nothing is
    /// left are no part of the match.
    pub(crate) fn allot(&mut self, writes_off: bool) -> Result<i128, Stop> {
        for candidate in &mut self.candidates {
            candidate.taken = candidate.asked.unwrap_or(candidate.open.amount);
        }
        let (debit, credit) = (self.total(true), self.total(false));
        if writes_off {
            return Ok(debit - credit);
        }
        if debit == 0 || credit == 0 {
            let side = if debit == 0 { "credits" } else { "debits" };
            let message = format!("all lines are {side}: a match needs both debits and credits");
            return Err(Rejection::new(Code::LinesNotMatchable, message).at("/lines").into());
        }
        if debit != credit {
            self.fill(debit > credit, debit.min(credit));
        }
        let (debit, credit) = (self.total(true), self.total(false));
        if debit != credit {
            return Err(self.unbalanced(debit, credit).into());
        }
        self.candidates.retain(|candidate| candidate.taken > 0);
        Ok(0)
    }

    /// Takes of one side no more than `total`, the oldest first.
    fn fill(&mut self, of_debits: bool, total: i128) {
        let own = self.candidates.iter_mut().filter(|candidate| is_debit(&candidate.line) == of_debits);
        let (fixed, mut free): (Vec<_>, Vec<_>) = own.partition(|candidate| candidate.asked.is_some());
        free.sort_by_key(|candidate| candidate.order());
        let mut rest = total - fixed.iter().map(|candidate| i128::from(candidate.taken)).sum::<i128>();
        for candidate in free {
            // Both are within the range of one line.
            candidate.taken = i64::try_from(rest.clamp(0, i128::from(candidate.open.amount))).unwrap_or(0);
            rest -= i128::from(candidate.taken);
        }
    }

    fn total(&self, of_debits: bool) -> i128 {
        let own = self.candidates.iter().filter(|candidate| is_debit(&candidate.line) == of_debits);
        own.map(|candidate| i128::from(candidate.taken)).sum()
    }

    fn unbalanced(&self, debit: i128, credit: i128) -> Rejection {
        let text = |units: i128| Decimal { unscaled: units, scale: self.currency.decimals() }.to_string();
        let difference = text((debit - credit).abs());
        let message = format!(
            "the matched debits are {} and the credits {}: they differ by {difference}; leave out the amount of a \
             line, or write off the difference",
            text(debit),
            text(credit)
        );
        Rejection::new(Code::MatchUnbalanced, message)
            .at("/lines")
            .with("totalDebit", text(debit))
            .with("totalCredit", text(credit))
            .with("difference", difference)
    }

    /// The taken amounts, with their share of the base amounts.
    pub(crate) fn parts(&self) -> Result<Vec<Part>, Stop> {
        let part = |candidate: &Candidate| {
            let taken = open::part(&candidate.line, candidate.open, candidate.taken)?;
            Ok(Part { entry: candidate.entry.id, line: candidate.line.clone(), taken })
        };
        self.candidates.iter().map(part).collect()
    }

    /// The latest line, by date and place: its entry lends date and journal to the match's postings.
    pub(crate) fn latest(&self) -> Option<&Candidate> {
        self.candidates.iter().max_by_key(|candidate| (candidate.entry.date, candidate.line.entry_sequence))
    }
}

impl Candidate {
    /// Oldest due first.
    fn order(&self) -> (Date, i64, i64) {
        (self.line.due_date.unwrap_or(self.entry.date), self.line.entry_sequence, self.line.line_number)
    }
}
