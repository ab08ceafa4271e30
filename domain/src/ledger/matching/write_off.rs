//! Small differences that are not worth asking for: written off to an account that the caller chooses.

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::entries::draft::{self, NewLine};
use crate::ledger::entries::{approval, rules};
use crate::ledger::matching::exchange::{Owned, line};
use crate::ledger::matching::open::{Amounts, is_debit};
use crate::ledger::matching::settlement::Part;
use crate::rows::entry_drafts::DraftLine;
use crate::rows::{Entry, Line};
use crate::value::id::AccountId;
use crate::value::rejection::{Code, Rejection, Value};
use crate::value::{Currency, Decimal, IdOrCode, Json, round_half_up};

/// Where the difference goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewWriteOff {
    pub account: IdOrCode<AccountId>,
    /// The description of the entry; a plain sentence if absent.
    pub description: Option<String>,
    /// Dimension values of its line on that account: canonical JSON, empty for none.
    pub dimensions: String,
}

/// A difference that may be written off.
pub(crate) struct WriteOff {
    difference: Amounts,
    /// Whether debits exceed credits, so that the matched account is credited.
    is_of_debits: bool,
    draft: DraftLine,
}

impl NewWriteOff {
    pub(crate) fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        self.line().hint(book, keys);
    }

    fn line(&self) -> NewLine {
        NewLine { account: Some(self.account.clone()), dimensions: self.dimensions.clone(), ..NewLine::default() }
    }

    /// The account exists and takes such a line, there is a difference, and it is within the tolerance.
    pub(crate) fn check(
        &self,
        book: &mut Book,
        ctx: &Context,
        parts: &[Part],
        currency: Currency,
        difference: i128,
    ) -> Result<WriteOff, Stop> {
        if difference == 0 {
            let message = "debits and credits are equal, so there is nothing to write off: leave writeOff out";
            return Err(Rejection::new(Code::LinesNotMatchable, message).at("/writeOff").into());
        }
        let is_of_debits = difference > 0;
        let difference = share(parts, is_of_debits, difference.abs())?;
        require_tolerated(book, difference, currency)?;
        if difference.base == 0 {
            let message = "the difference is 0 in base currency, so no entry can be posted for it: match in part";
            return Err(Rejection::new(Code::LinesNotMatchable, message).at("/writeOff").into());
        }
        let base = book.organization()?.base_currency;
        let drafts = draft::resolve(book, ctx, &[self.line()], Some(base)).map_err(|stop| self.below(stop))?;
        let draft = drafts.into_iter().next().ok_or_else(Rejection::not_found)?;
        Ok(WriteOff { difference, is_of_debits, draft })
    }

    /// Faults of the line are faults of `writeOff`.
    fn below(&self, stop: Stop) -> Stop {
        let stop = rules::as_named(stop, std::slice::from_ref(&self.line()));
        let Stop::Rejected(mut rejection) = stop else { return stop };
        for error in &mut rejection.errors {
            if let Some(rest) = error.pointer.strip_prefix("/lines/0") {
                error.pointer = format!("/writeOff{rest}");
            }
        }
        Stop::Rejected(rejection)
    }

    /// Posts it, and returns its line on the matched account.
    pub(crate) fn post(
        &self,
        book: &mut Book,
        ctx: &Context,
        owned: &Owned<'_>,
        write_off: &WriteOff,
    ) -> Result<Part, Stop> {
        let entry = Entry {
            description: self.description.clone().unwrap_or_else(|| "Write-off of a difference".to_owned()),
            ..owned.header(book, ctx)?
        };
        let other = write_off.other(book, &entry).map_err(|stop| self.below(stop))?;
        let own = line(owned.account, owned.currency, write_off.difference, !write_off.is_of_debits);
        let own = Line { party_id: owned.party, ..own };
        approval::require_unneeded(book, &entry, write_off.difference.base)
            .map_err(|stop| by_draft(&entry, &[&own, &other], stop))?;
        owned.post(book, ctx, entry, vec![own, other], write_off.difference)
    }
}

impl WriteOff {
    /// The line on the chosen account, in base currency, with all that posting asks of a line.
    fn other(&self, book: &Book, entry: &Entry) -> Result<Line, Stop> {
        let base = self.difference.base;
        let (debit, credit) = if self.is_of_debits { (base, 0) } else { (0, base) };
        let draft = DraftLine { debit, credit, currency: entry.currency, ..self.draft.clone() };
        let lines = draft::postable(book, std::slice::from_ref(&draft), entry, &[])?;
        lines.into_iter().next().ok_or_else(|| Rejection::not_found().into())
    }
}

/// A match posts its write-off at once, so that cannot wait for an approval: the same entry as a draft can, and its line
/// is matched with the others once it is posted.
fn by_draft(entry: &Entry, lines: &[&Line], stop: Stop) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    rejection.resolutions.clear();
    let fields = vec![
        ("journalId", entry.journal_id.to_string().into()),
        ("date", entry.date.into()),
        ("description", entry.description.clone().into()),
        ("status", "draft".into()),
        ("lines", Value::List(lines.iter().map(|line| as_written(line, entry.currency)).collect())),
    ];
    let title = "Draft the write-off, submit it, and match its line too once it is posted";
    Stop::Rejected(Box::new(
        rejection.offer("draft-write-off", title, "POST", "/accounting/journal-entries").body(fields),
    ))
}

/// The line as a caller would write it.
fn as_written(line: &Line, base: Currency) -> Value {
    let text = |units: i64, currency: Currency| Decimal::from_units(units, currency.decimals()).to_string();
    let is_debit = is_debit(line);
    let (amount, worth) = if is_debit { (line.debit, line.base_debit) } else { (line.credit, line.base_credit) };
    let mut fields = vec![
        ("accountId", line.account_id.to_string().into()),
        (if is_debit { "debit" } else { "credit" }, text(amount, line.currency).into()),
    ];
    if line.currency != base {
        fields.push(("currency", line.currency.code().into()));
        fields.push((if is_debit { "baseDebit" } else { "baseCredit" }, text(worth, base).into()));
    }
    if let Some(party) = line.party_id {
        fields.push(("partyId", party.to_string().into()));
    }
    if let Ok(dimensions) = Json::parse(&line.dimensions) {
        fields.push(("dimensions", Value::Json(dimensions)));
    }
    Value::Object(fields)
}

/// The difference with its share of the larger side's base amount.
fn share(parts: &[Part], of_debits: bool, difference: i128) -> Result<Amounts, Stop> {
    let own = || parts.iter().filter(|part| is_debit(&part.line) == of_debits).map(|part| part.taken);
    let (amount, base) = own()
        .fold((0, 0), |sum: (i128, i128), taken| (sum.0 + i128::from(taken.amount), sum.1 + i128::from(taken.base)));
    let share = if difference == amount { Some(base) } else { round_half_up(base * difference, amount) };
    let units = |units: i128| i64::try_from(units).ok();
    let found = share.and_then(|share| Some(Amounts { amount: units(difference)?, base: units(share)? }));
    found.ok_or_else(|| {
        let message = "the difference would be out of range: match less at once";
        Rejection::new(Code::AmountOutOfRange, message).at("/lines").into()
    })
}

fn require_tolerated(book: &Book, difference: Amounts, currency: Currency) -> Result<(), Stop> {
    let settings = book.organization()?;
    if difference.base <= settings.write_off_tolerance {
        return Ok(());
    }
    let base = settings.base_currency;
    let text = |units: i64, currency: Currency| Decimal::from_units(units, currency.decimals()).to_string();
    let tolerance = text(settings.write_off_tolerance, base);
    let worth = text(difference.base, base);
    let message = if settings.write_off_tolerance == 0 {
        format!(
            "the difference is {worth} {base}, and the organization allows no write-offs: match in part, or ask an \
             administrator to set writeOffTolerance"
        )
    } else {
        format!(
            "the difference is {worth} {base}, and at most {tolerance} {base} can be written off: match in part, or \
             post an entry for it"
        )
    };
    Err(Rejection::new(Code::WriteOffExceedsTolerance, message)
        .at("/writeOff")
        .with("difference", text(difference.amount, currency))
        .with("currency", currency.code())
        .with("baseDifference", worth)
        .with("tolerance", tolerance)
        .with("baseCurrency", base.code())
        .offer("settings", "See the organization's settings", "GET", "/organization")
        .into())
}
