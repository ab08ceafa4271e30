//! The ledger as movements of goods need it: the one door through which stock posts.
//!
//! Invariant: an entry that comes through here belongs to the movement that made it, and is voided with it alone.

use std::collections::BTreeMap;

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::accounts::designated::{self, Designation, Exchange, takes_own_lines};
use crate::ledger::closing::periods;
use crate::ledger::dimensions::lines;
use crate::ledger::entries::reversing::Reversal;
use crate::ledger::entries::rules::{self, blank_line};
use crate::ledger::entries::{conversion, draft, voiding};
use crate::ledger::exchange_rates::{Wanted, with_way_out};
use crate::ledger::matching::unmatched;
use crate::ledger::{currencies, journals, parties, posting};
use crate::rows::{
    Account, AccountSubtype, ControlFor, Entry, EntryType, Journal, JournalType, Line, Period, PeriodStatus, RateType,
};
use crate::value::cell::IsoDate;
use crate::value::id::{AccountId, EntryId, PartyId, PoolId};
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Currency, Date, Decimal, Rate};

/// Who owns an entry that a movement made.
pub(crate) const OWNER: &str = "movement";

/// An amount of an entry of stock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StockAmount {
    pub account_id: AccountId,
    /// The goods whose value it is, on an account of stock.
    pub pool_id: Option<PoolId>,
    pub party_id: Option<PartyId>,
    pub currency: Currency,
    pub exchange_rate: Option<Rate>,
    /// In its currency, a debit above 0.
    pub amount: i64,
    /// In base currency, a debit above 0.
    pub base: i64,
    /// When it is to be paid.
    pub due_date: Option<Date>,
}

impl StockAmount {
    /// An amount in base currency that belongs to no goods and nobody.
    pub(crate) fn plain(account_id: AccountId, currency: Currency, amount: i64) -> Self {
        Self {
            account_id,
            pool_id: None,
            party_id: None,
            currency,
            exchange_rate: None,
            amount,
            base: amount,
            due_date: None,
        }
    }
}

/// The fields of a stock entry other than its lines.
pub(crate) struct StockEntry<'a> {
    pub date: Date,
    pub description: String,
    pub reference: Option<String>,
    /// Wire id of the movement.
    pub owner: String,
    /// Values by dimension for its lines.
    pub dimensions: &'a str,
    /// Whether it is the value of stock before the books began.
    pub is_opening: bool,
}

/// The day itself if its period is open to the caller, else the first open one after it up to today, for callers who may post late.
///
/// # Errors
/// `no_period`, `period_closed`, `period_soft_closed`.
pub(crate) fn open_date(book: &Book, ctx: &Context, date: Date, may_be_late: bool) -> Result<Date, Stop> {
    let period = periods::period_for(book, date, None).map_err(|stop| at(stop, "/date", "/occurredAt"))?;
    if periods::is_open_to(book, ctx, &period)? {
        return Ok(date);
    }
    if may_be_late && let Some(first) = periods::first_open_date(book, ctx, date)? {
        return Ok(first);
    }
    let mut rejection = periods::closed(book, ctx, &period, date)?.at("/occurredAt");
    if !may_be_late && periods::first_open_date(book, ctx, date)?.is_some() {
        rejection.detail += "; a user with the permission inventory:lateEntry can post it there";
    }
    Err(rejection.into())
}

/// The keys that posting on a day certainly needs.
pub(crate) fn hint_posting(book: &Book, date: Date, accounts: impl Iterator<Item = AccountId>, keys: &mut Vec<Key>) {
    keys.extend([Key::Journals, Key::Periods, Key::FiscalYears]);
    if let Ok(journal) = stock_journal(book) {
        rules::hint_posting(book, Some(journal.id), date, accounts, keys);
    }
}

/// Posts amounts as one entry, summed by account, goods, party and currency; `None` if they sum to nothing.
///
/// # Errors
/// The refusals of posting; `limit_reached` where the entry would have too many lines.
pub(crate) fn post(
    book: &mut Book,
    ctx: &Context,
    header: &StockEntry<'_>,
    amounts: &[StockAmount],
) -> Result<Option<Entry>, Stop> {
    let journal = stock_journal(book)?;
    let base = book.organization()?.base_currency;
    let period = periods::period_for(book, header.date, None)?;
    let entry = Entry {
        entry_type: if header.is_opening { EntryType::Opening } else { EntryType::Stock },
        description: header.description.clone(),
        reference: header.reference.clone(),
        dimensions: header.dimensions.to_owned(),
        owner_type: Some(OWNER.to_owned()),
        owner_id: Some(header.owner.clone()),
        ..rules::blank(ctx, journal.id, header.date, base)
    };
    let lines = lines(book, &entry, amounts)?;
    if lines.is_empty() {
        return Ok(None);
    }
    let class = posting::class_of(entry.entry_type, &period);
    posting::Posting { entry, lines, class, voids: false }.post(book, ctx, &period).map(Some)
}

/// Lines of summed amounts, debits first, in the order of accounts.
fn lines(book: &Book, entry: &Entry, amounts: &[StockAmount]) -> Result<Vec<Line>, Stop> {
    let mut sums: BTreeMap<_, (&StockAmount, i128, i128)> = BTreeMap::new();
    for one in amounts {
        let rate = one.exchange_rate.map(|rate| rate.to_string());
        let key = (one.account_id, one.currency, one.party_id, one.pool_id, rate, one.due_date);
        let sum = sums.entry(key).or_insert((one, 0, 0));
        sum.1 += i128::from(one.amount);
        sum.2 += i128::from(one.base);
    }
    sums.retain(|_, (_, amount, base)| *amount != 0 || *base != 0);
    let mut faults = Vec::new();
    let mut lines = Vec::with_capacity(sums.len());
    for (index, (one, amount, base)) in sums.into_values().enumerate() {
        let account = book.account(one.account_id)?.ok_or_else(|| Stop::lost("accounts", one.account_id))?;
        require_usable(account, one.currency)?;
        let dimensions = lines::of_line(book, index, "", account, entry, &mut faults)?;
        let (debit, credit) = sides(amount).ok_or_else(out_of_range)?;
        let (base_debit, base_credit) = sides(base).ok_or_else(out_of_range)?;
        lines.push(Line {
            debit,
            credit,
            exchange_rate: one.exchange_rate,
            base_debit,
            base_credit,
            party_id: one.party_id,
            due_date: one.due_date,
            dimensions,
            pool_id: one.pool_id,
            ..blank_line(one.account_id, one.currency)
        });
    }
    if let Some(mut rejection) = Rejection::of_errors(faults) {
        // The lines of the entry are not the lines of the movement.
        for error in &mut rejection.errors {
            "/dimensions".clone_into(&mut error.pointer);
        }
        return Err(lines::with_way_out(rejection).into());
    }
    lines.sort_by_key(|line| line.base_debit == 0 && line.debit == 0);
    Ok(lines)
}

fn sides(amount: i128) -> Option<(i64, i64)> {
    Some((i64::try_from(amount.max(0)).ok()?, i64::try_from((-amount).max(0)).ok()?))
}

/// A sum beyond the range of amounts.
pub(crate) fn out_of_range() -> Rejection {
    Rejection::new(Code::AmountOutOfRange, "the sum of the lines is out of range: split the movement").at("/lines")
}

fn require_usable(account: &Account, currency: Currency) -> Result<(), Stop> {
    if account.currency.is_some_and(|kept| kept != currency) {
        let message = format!(
            "account {} does not accept the currency {currency}: use an account without a currency, or give the \
             amounts in the account's own",
            account.code
        );
        return Err(Rejection::new(Code::CurrencyNotUsable, message)
            .at("/currency")
            .with("accountId", account.id.to_string())
            .offer("account", "See the account", "GET", format!("/accounting/accounts/{}", account.id))
            .into());
    }
    let why = match account {
        account if account.is_group => "is a group",
        account if !account.is_active => "is inactive",
        _ => return Ok(()),
    };
    let message = format!("account {} {why} and accepts no postings: reactivate it, or choose another", account.code);
    Err(Rejection::new(Code::AccountNotUsable, message)
        .with("accountId", account.id.to_string())
        .offer("account", "See the account", "GET", format!("/accounting/accounts/{}", account.id))
        .into())
}

/// The journal of stock: the oldest active one of type `stock`, else the oldest general one.
fn stock_journal(book: &Book) -> Result<Journal, Stop> {
    for kind in [JournalType::Stock, JournalType::General] {
        let found = book.journals()?.filter(|journal| journal.journal_type == kind && journal.is_active);
        if let Some(oldest) = found.min_by_key(|journal| (journal.created_at, journal.id)) {
            return Ok(oldest.clone());
        }
    }
    let message = "there is no active journal for stock entries: create or activate one of type stock";
    let rejection = Rejection::new(Code::JournalNotUsable, message);
    let rejection = journals::offer_new(book, rejection, None, JournalType::Stock)?;
    Err(rejection.offer("journals", "List the journals", "GET", "/accounting/journals").into())
}

/// Takes an entry back that a movement made: by its mirror, or where its period is closed to the caller by a reversal
/// on the given open day.
///
/// # Errors
/// `entry_has_matched_lines` and the refusals of posting.
pub(crate) fn take_back(
    book: &mut Book,
    ctx: &Context,
    id: EntryId,
    reason: &str,
    open_date: Date,
) -> Result<Entry, Stop> {
    let entry = book.entry(id)?.ok_or_else(|| Stop::lost("entries", id))?.clone();
    unmatched::require(book, &entry)?;
    let own = periods::period_for(book, entry.date, entry.period_id)?;
    if periods::is_open_to(book, ctx, &own)? {
        let voided = voiding::void(book, ctx, entry, &own, reason)?;
        let mirror = voided.voided_by_entry_id.ok_or_else(|| Stop::lost("entries", voided.id))?;
        return Ok(book.entry(mirror)?.ok_or_else(|| Stop::lost("entries", mirror))?.clone());
    }
    let period: Period = periods::period_for(book, open_date, None)?;
    let prior_period_adjustment = own.status == PeriodStatus::Closed;
    let reversal = Reversal {
        original: entry,
        date: open_date,
        period: &period,
        reason,
        description: None,
        prior_period_adjustment,
    };
    Ok(reversal.post(book, ctx)?.0)
}

/// The keys that taking an entry back needs.
pub(crate) fn hint_taking_back(book: &Book, id: EntryId, keys: &mut Vec<Key>) {
    keys.push(Key::Entry(id));
    let Ok(Some(entry)) = book.entry(id) else { return };
    if let Some(sequence) = entry.sequence {
        keys.push(Key::Lines(sequence));
    }
    unmatched::hint(book, entry, keys);
    if let Ok(lines) = book.lines(entry) {
        keys.extend(lines.iter().map(|line| Key::Account(line.account_id)));
        let accounts = lines.iter().map(|line| line.account_id);
        rules::hint_posting(book, Some(entry.journal_id), entry.date, accounts, keys);
    }
}

/// An account that stock posts to by itself, which nobody named: the only one of its subtype.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StockAccount {
    /// Goods received and not invoiced yet.
    GoodsReceived,
    /// The value of opening stock.
    OpeningBalance,
    /// The difference between stock and the other side: variances of price and cost.
    CostVariance,
    /// Payables to suppliers.
    Payable,
    /// Amounts that suppliers owe for goods that were invoiced and returned.
    SupplierReturns,
    /// Costs that are to be spread over goods.
    LandedCost,
    /// By how much stock is written down.
    Allowance,
}

impl StockAccount {
    /// The account.
    ///
    /// # Errors
    /// `stock_account_needed` where there is none, or several.
    pub(crate) fn find(self, book: &Book) -> Result<AccountId, Stop> {
        self.designation().only(book).map(|account| account.id)
    }

    fn designation(self) -> &'static Designation {
        match self {
            Self::GoodsReceived => &GOODS_RECEIVED,
            Self::OpeningBalance => &OPENING_BALANCE,
            Self::CostVariance => &COST_VARIANCE,
            Self::Payable => &PAYABLE,
            Self::SupplierReturns => &SUPPLIER_RETURNS,
            Self::LandedCost => &LANDED_COST,
            Self::Allowance => &ALLOWANCE,
        }
    }
}

const GOODS_RECEIVED: Designation = Designation {
    subtype: AccountSubtype::GoodsReceivedNotInvoiced,
    takes: takes_what_is_received,
    code: Code::StockAccountNeeded,
    field: "offsetAccountId of the movement",
    pointer: "/offsetAccountId",
    noun: "account",
    what: "goods received and not invoiced",
    candidates: "subtype=goodsReceivedNotInvoiced",
};

const OPENING_BALANCE: Designation = Designation {
    subtype: AccountSubtype::OpeningBalance,
    takes: takes_own_lines,
    field: "no other account of the subtype",
    pointer: "/lines",
    what: "the value of opening stock",
    candidates: "subtype=openingBalance",
    ..GOODS_RECEIVED
};

const COST_VARIANCE: Designation = Designation {
    subtype: AccountSubtype::CostVariance,
    takes: takes_own_lines,
    field: "no other account of the subtype",
    pointer: "/lines",
    what: "price and cost differences",
    candidates: "subtype=costVariance",
    ..GOODS_RECEIVED
};

const PAYABLE: Designation = Designation {
    subtype: AccountSubtype::Payable,
    takes: takes_what_is_owed,
    what: "amounts owed to suppliers",
    candidates: "subtype=payable",
    ..GOODS_RECEIVED
};

const SUPPLIER_RETURNS: Designation = Designation {
    subtype: AccountSubtype::SupplierReturns,
    takes: takes_own_lines,
    what: "amounts owed by suppliers for returned goods",
    candidates: "subtype=supplierReturns",
    ..GOODS_RECEIVED
};

const LANDED_COST: Designation = Designation {
    subtype: AccountSubtype::LandedCostClearing,
    takes: takes_own_lines,
    what: "landed costs to be spread over goods",
    candidates: "subtype=landedCostClearing",
    ..GOODS_RECEIVED
};

const ALLOWANCE: Designation = Designation {
    subtype: AccountSubtype::StockAllowance,
    takes: takes_own_lines,
    field: "no other account of the subtype",
    pointer: "/lines",
    what: "write-downs of stock",
    candidates: "subtype=stockAllowance",
    ..GOODS_RECEIVED
};

/// Whether an account takes goods received and not invoiced: no control account, though only goods post to it.
fn takes_what_is_received(account: &Account, base: Currency) -> bool {
    account.is_active
        && !account.is_group
        && account.control_for.is_none()
        && account.currency.is_none_or(|currency| currency == base)
}

/// Whether an account takes payables to suppliers, in any currency.
pub(crate) fn takes_what_is_owed(account: &Account, base: Currency) -> bool {
    account.is_active
        && !account.is_group
        && account.control_for == Some(ControlFor::Payable)
        && account.currency.is_none_or(|currency| currency == base)
}

/// The account that takes gains and losses of exchange.
///
/// # Errors
/// `fx_gain_loss_account_needed` where which one it is is not plain.
pub(crate) fn realised_exchange(book: &Book, net: i64) -> Result<AccountId, Stop> {
    let what = if net > 0 { Exchange::RealisedLoss } else { Exchange::RealisedGain };
    designated::exchange(book, what).map(|account| account.id)
}

/// The currency that a movement's costs are in; `None` with a fault where it cannot be.
pub(crate) fn currency(book: &Book, code: Option<&str>, faults: &mut Vec<Fault>) -> Result<Option<Currency>, Stop> {
    let Some(code) = code else { return Ok(None) };
    match currencies::named(book, code, "/currency")? {
        Ok(currency) => Ok(Some(currency)),
        Err(fault) => {
            faults.push(fault);
            Ok(None)
        }
    }
}

/// The rate at which a movement's costs become base currency: its own, else the one in effect on the day.
///
/// # Errors
/// `rate_missing` with the pair and the day.
pub(crate) fn rate(book: &Book, own: Option<Rate>, from: Currency, date: Date) -> Result<Option<Rate>, Stop> {
    let to = book.organization()?.base_currency;
    if from == to {
        return Ok(None);
    }
    if own.is_some() {
        return Ok(own);
    }
    let wanted = Wanted { from, to, rate_type: RateType::Spot, date };
    in_effect(book, wanted)?.map(Some).ok_or_else(|| {
        let rejection = Rejection::new(Code::RateMissing, wanted.missing()).at("/currency");
        with_way_out(rejection, &[wanted]).into()
    })
}

/// The rate in effect on the day at which an agreed price becomes base currency: the movement that takes the goods has
/// no currency and no rate of its own.
///
/// # Errors
/// `rate_missing` with the pair and the day, at the line of the goods.
pub(crate) fn rate_of_price(book: &Book, from: Currency, date: Date, pointer: &str) -> Result<Option<Rate>, Stop> {
    let to = book.organization()?.base_currency;
    if from == to {
        return Ok(None);
    }
    let wanted = Wanted { from, to, rate_type: RateType::Spot, date };
    in_effect(book, wanted)?.map(Some).ok_or_else(|| {
        let message = format!(
            "this buys the goods at the agreed price in {from}, and there is no spot rate from {from} to {to} for {}: \
             record the rate first",
            IsoDate(date)
        );
        with_way_out(Rejection::new(Code::RateMissing, message).at(pointer), &[wanted]).into()
    })
}

fn in_effect(book: &Book, wanted: Wanted) -> Result<Option<Rate>, Stop> {
    Ok(wanted.in_effect(book)?.map(|found| found.rate))
}

/// An amount in base currency, rounded once; `None` beyond the range of amounts.
pub(crate) fn in_base(amount: i64, from: Currency, rate: Rate, base: Currency) -> Option<i64> {
    conversion::converted(amount, from, rate, base)
}

/// An amount in minor units; a value that does not fit is a fault.
pub(crate) fn amount(written: Decimal, currency: Currency, pointer: &str, faults: &mut Vec<Fault>) -> i64 {
    let mut own = Vec::new();
    let units = draft::amount(Some(written), currency, 0, "", &mut own);
    faults.extend(own.into_iter().map(|fault| Fault { pointer: pointer.to_owned(), ..fault }));
    units
}

/// Every dimension and value that a movement gives its entry exists.
pub(crate) fn require_known_dimensions(book: &Book, text: &str, faults: &mut Vec<Fault>) -> Result<(), Stop> {
    lines::require_known(book, text, "/dimensions", faults)
}

/// The party with this name, created as supplier or customer where there is none.
pub(crate) fn party_named(book: &mut Book, ctx: &Context, name: &str, is_supplier: bool) -> Result<PartyId, Stop> {
    use ControlFor::{Payable, Receivable};
    match book.party_by_name(name)? {
        Some(id) => parties::take(book, id),
        None => Ok(draft::create_party(book, ctx, name, Some(if is_supplier { Payable } else { Receivable }))),
    }
}

fn at(stop: Stop, from: &str, to: &str) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    for error in rejection.errors.iter_mut().filter(|error| error.pointer == from) {
        to.clone_into(&mut error.pointer);
    }
    Stop::Rejected(rejection)
}
