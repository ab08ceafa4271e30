//! A caller's input for an entry, and how it becomes lines of the books.

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::accounts::designated::is_of_goods;
use crate::ledger::accounts::named;
use crate::ledger::currencies;
use crate::ledger::dimensions::lines;
use crate::ledger::entries::conversion::{self, Conversion};
use crate::ledger::entries::rules::blank_line;
use crate::ledger::parties;
use crate::rows::entry_drafts::DraftLine;
use crate::rows::{Account, AccountType, ControlFor, Entry, EntryType, Line, Party, PartyKind, PartyName};
use crate::value::id::{AccountId, PartyId};
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Currency, Date, Decimal, DecimalError, IdOrCode, Rate, limits, text};

/// A line as a caller writes it. Anything may be absent in a draft.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewLine {
    pub account: Option<IdOrCode<AccountId>>,
    pub debit: Option<Decimal>,
    pub credit: Option<Decimal>,
    /// `None` takes the entry's currency, which is the base currency where it names none.
    pub currency: Option<String>,
    /// Units of base currency per unit of the line's; `None` takes the entry's, else the one in effect.
    pub exchange_rate: Option<Rate>,
    /// The base amount of a foreign amount, if the caller knows it better than any rate.
    pub base_debit: Option<Decimal>,
    pub base_credit: Option<Decimal>,
    pub description: Option<String>,
    /// By its id or its name; created where none has that name.
    pub party: Option<IdOrCode<PartyId>>,
    pub due_date: Option<Date>,
    /// Canonical JSON object of texts; empty for none. Missing values come from the entry, then from the account.
    pub dimensions: String,
}

impl NewLine {
    /// The keys that resolving the line certainly needs.
    pub(crate) fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        match &self.account {
            Some(IdOrCode::Id(sought)) => keys.extend(sought.id().map(Key::Account)),
            Some(IdOrCode::Code(code)) => match book.account_by_code(code) {
                Ok(Some(id)) => keys.push(Key::Account(id)),
                _ => keys.push(Key::AccountByCode(code.clone())),
            },
            None => {}
        }
        match &self.party {
            Some(IdOrCode::Id(sought)) => keys.extend(sought.id().map(Key::Party)),
            Some(IdOrCode::Code(name)) => match book.party_by_name(name) {
                Ok(Some(id)) => keys.push(Key::Party(id)),
                _ => keys.push(Key::PartyByName(text::folded(name))),
            },
            None => {}
        }
        lines::hint(book, &self.dimensions, keys);
    }

    /// The account's id where it is known already.
    pub(crate) fn known_account(&self, book: &Book) -> Option<AccountId> {
        match self.account.as_ref()? {
            IdOrCode::Id(sought) => sought.id(),
            IdOrCode::Code(code) => book.account_by_code(code).ok().flatten(),
        }
    }
}

/// Resolves all lines; all faults come in one answer. Parties named for the first time are created.
/// Lines that name no currency are in the given one; where that is not known, nothing is said of their amounts.
pub(crate) fn resolve(
    book: &mut Book,
    ctx: &Context,
    lines: &[NewLine],
    currency: Option<Currency>,
) -> Result<Vec<DraftLine>, Stop> {
    if lines.len() > limits::LINES_PER_ENTRY {
        let message = format!(
            "an entry can have at most {} lines, this one has {}: split it",
            limits::LINES_PER_ENTRY,
            lines.len()
        );
        return Err(Rejection::new(Code::LimitReached, message).at("/lines").into());
    }
    let base = book.organization()?.base_currency;
    let mut faults = Vec::new();
    let mut resolved = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let account_id = resolve_account(book, index, line, &mut faults)?;
        let known = currency_of(book, index, line, currency, &mut faults)?;
        let amounts = known.map(|currency| amounts(line, index, currency, base, &mut faults));
        let party_id = resolve_party(book, ctx, index, line, account_id, &mut faults)?;
        let below = format!("/lines/{index}/dimensions");
        lines::require_known(book, &line.dimensions, &below, &mut faults)?;
        let Some(amounts) = amounts else { continue };
        resolved.push(DraftLine {
            account_id,
            party_id,
            description: line.description.clone(),
            due_date: line.due_date,
            dimensions: line.dimensions.clone(),
            ..amounts
        });
    }
    match Rejection::of_errors(faults) {
        Some(rejection) => Err(rejection.into()),
        None => Ok(resolved),
    }
}

/// The currency of a line: its own, else that of the entry. `None` where either is not known.
fn currency_of(
    book: &Book,
    index: usize,
    line: &NewLine,
    of_entry: Option<Currency>,
    faults: &mut Vec<Fault>,
) -> Result<Option<Currency>, Stop> {
    let Some(named) = line.currency.as_deref() else { return Ok(of_entry) };
    // The entry's currency was checked already.
    if let Some(same) = of_entry.filter(|currency| currency.code() == named) {
        return Ok(Some(same));
    }
    let found = currencies::named(book, named, &format!("/lines/{index}/currency"))?;
    Ok(found.map_err(|fault| faults.push(fault)).ok())
}

/// A draft line that has its amounts and nothing else.
fn amounts(line: &NewLine, index: usize, currency: Currency, base: Currency, faults: &mut Vec<Fault>) -> DraftLine {
    let debit = amount(line.debit, currency, index, "debit", faults);
    let credit = amount(line.credit, currency, index, "credit", faults);
    if debit != 0 && credit != 0 {
        let message = "a line is either a debit or a credit: put the other amount on a line of its own";
        faults.push(Fault::new(format!("/lines/{index}/credit"), Code::EntryIncomplete, message));
    }
    let own = conversion::Own { debit, credit, currency };
    let (exchange_rate, in_base) = conversion::written_base(line, index, own, base, faults);
    DraftLine {
        account_id: None,
        debit,
        credit,
        currency,
        exchange_rate,
        base: in_base,
        description: None,
        party_id: None,
        due_date: None,
        dimensions: String::new(),
    }
}

fn resolve_account(
    book: &Book,
    index: usize,
    line: &NewLine,
    faults: &mut Vec<Fault>,
) -> Result<Option<AccountId>, Stop> {
    let Some(sent) = &line.account else { return Ok(None) };
    let found = named::account(book, sent)?;
    if found.is_none() {
        let (field, what) = match sent {
            IdOrCode::Id(_) => ("accountId", "id"),
            IdOrCode::Code(_) => ("accountCode", "code"),
        };
        let message = format!("there is no account with the {what} {sent}");
        let fault = Fault::new(format!("/lines/{index}/{field}"), Code::UnknownReference, message);
        faults.push(leading_to_account(fault, line, sent));
    }
    Ok(found)
}

/// Leads to an account with the code that was sent, and to the charts that have many at once. What type it is of, the
/// side of the line suggests.
fn leading_to_account(fault: Fault, line: &NewLine, sent: &IdOrCode<AccountId>) -> Fault {
    let fault = match sent {
        IdOrCode::Id(_) => fault.offer("accounts", "List the accounts", "GET", "/accounting/accounts"),
        IdOrCode::Code(code) => {
            let account_type = if line.credit.is_some() { AccountType::Revenue } else { AccountType::Asset };
            let kind = account_type.name();
            let title = format!("Create account {code}, here with the type {kind}");
            fault.offer("create-account", &title, "POST", "/accounting/accounts").body(vec![
                ("code", code.as_str().into()),
                ("name", format!("Account {code}").into()),
                ("type", kind.into()),
            ])
        }
    };
    fault.offer("chart-templates", "List the charts to begin with", "GET", "/accounting/chart-templates")
}

fn resolve_party(
    book: &mut Book,
    ctx: &Context,
    index: usize,
    line: &NewLine,
    account_id: Option<AccountId>,
    faults: &mut Vec<Fault>,
) -> Result<Option<PartyId>, Stop> {
    match &line.party {
        None => Ok(None),
        Some(IdOrCode::Id(sought)) => {
            let found = sought.find(|id| book.party(id))?.map(|party| party.id);
            if found.is_none() {
                let message = format!("there is no party with the id {sought}");
                faults.push(Fault::new(format!("/lines/{index}/partyId"), Code::UnknownReference, message));
            }
            found.map(|id| parties::take(book, id)).transpose()
        }
        Some(IdOrCode::Code(name)) => match book.party_by_name(name)? {
            Some(id) => parties::take(book, id).map(Some),
            None => {
                let control = match account_id {
                    Some(id) => book.account(id)?.and_then(|account| account.control_for),
                    None => None,
                };
                Ok(Some(create_party(book, ctx, name, control)))
            }
        },
    }
}

/// A party that an entry names for the first time.
pub(crate) fn create_party(book: &mut Book, ctx: &Context, name: &str, control: Option<ControlFor>) -> PartyId {
    let kind = match control {
        Some(ControlFor::Receivable) => PartyKind::Customer,
        Some(ControlFor::Payable) => PartyKind::Supplier,
        _ => PartyKind::Other,
    };
    let id: PartyId = ctx.ids.next();
    book.parties.put(Party {
        id,
        code: None,
        kinds: kind.name().to_owned(),
        currency: None,
        payment_terms_days: None,
        is_active: true,
        external_id: None,
        metadata: "{}".to_owned(),
        is_used: true,
        merged_into_id: None,
        merge_reason: None,
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    });
    let named = PartyName::new(id, name.to_owned(), "{}".to_owned());
    book.party_ids_by_name.set(named.name_key.clone(), Some(id));
    book.party_names.put(named);
    id
}

/// An amount in minor units; a value that does not fit is a fault at this field of the line.
pub(crate) fn amount(
    written: Option<Decimal>,
    currency: Currency,
    index: usize,
    side: &str,
    faults: &mut Vec<Fault>,
) -> i64 {
    let Some(written) = written else { return 0 };
    let pointer = || format!("/lines/{index}/{side}");
    match written.to_units(currency.decimals()) {
        Ok(units) if (0..=limits::LINE_AMOUNT_MINOR).contains(&units) => return units,
        Err(DecimalError::TooManyDecimals(most)) => {
            let message = format!("{written} has too many decimals: {currency} allows at most {most}");
            faults.push(Fault::new(pointer(), Code::AmountPrecision, message));
        }
        _ => {
            let message = format!(
                "{written} is outside 0 to {}",
                Decimal::from_units(limits::LINE_AMOUNT_MINOR, currency.decimals())
            );
            faults.push(Fault::new(pointer(), Code::AmountOutOfRange, message));
        }
    }
    0
}

/// The lines of the books that a draft becomes; everything that posting asks of a line is checked here. Accounts among
/// the `kept` ones may be inactive: lines that a correction takes over must work on retired accounts.
pub(crate) fn postable(
    book: &Book,
    drafts: &[DraftLine],
    entry: &Entry,
    kept: &[AccountId],
) -> Result<Vec<Line>, Stop> {
    let mut faults = Vec::new();
    let mut controlled = None;
    let mut conversion = Conversion::new(book, entry)?;
    let mut lines = Vec::with_capacity(drafts.len());
    for (index, draft) in drafts.iter().enumerate() {
        let Some(account_id) = draft.account_id else {
            let message = "the line has no account: give accountId or accountCode";
            faults.push(Fault::new(format!("/lines/{index}/accountId"), Code::EntryIncomplete, message));
            continue;
        };
        // Other books had gains and losses of exchange, too; here the books make them.
        let base_only = draft.base_only().filter(|_| entry.entry_type == EntryType::Import);
        if draft.debit == 0 && draft.credit == 0 && base_only.is_none() {
            let message = "the line has no amount: give a debit or a credit above 0";
            faults.push(Fault::new(format!("/lines/{index}/debit"), Code::EntryIncomplete, message));
        }
        let Some(account) = book.account(account_id)? else {
            let message = format!("account {account_id} has been deleted since the draft was written: choose another");
            faults.push(Fault::new(format!("/lines/{index}/accountId"), Code::UnknownReference, message));
            continue;
        };
        if is_of_goods(account) && !may_post_to_goods(account, entry.entry_type) {
            controlled = controlled.or(Some((index, account.clone())));
        }
        faults.extend(unusable(account, draft, index, base_only.is_some(), kept));
        let dimensions = lines::of_line(book, index, &draft.dimensions, account, entry, &mut faults)?;
        faults.extend(conversion::currency_gone(book, draft, index)?);
        let (in_base, exchange_rate) = conversion.of(index, draft, &mut faults)?;
        let own = if draft.credit == 0 { (in_base, 0) } else { (0, in_base) };
        let (base_debit, base_credit) = base_only.unwrap_or(own);
        lines.push(Line {
            debit: draft.debit,
            credit: draft.credit,
            exchange_rate,
            base_debit,
            base_credit,
            description: draft.description.clone(),
            // It may have been merged into another one since the draft was written.
            party_id: draft.party_id.map(|id| book.party_meant(id)).transpose()?,
            due_date: draft.due_date,
            dimensions,
            ..blank_line(account_id, draft.currency)
        });
    }
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(conversion.refused(lines::with_way_out(rejection)).into());
    }
    if let Some((index, account)) = controlled {
        let why = if account.control_for == Some(ControlFor::Stock) {
            "is a control account for stock: post a movement of goods instead, so that stock and books agree"
        } else {
            "is for goods received and not invoiced: only receipts, their invoices and returns post to it; clear goods \
             that will never be invoiced with an invoice of amount 0"
        };
        let message = format!("account {} {why}", account.code);
        let rejection = Rejection::new(Code::ControlAccount, message).at(format!("/lines/{index}/accountId"));
        return Err(rejection.with("accountId", account.id.to_string()).into());
    }
    conversion::require_own_balance(&lines, entry.currency)?;
    conversion.round(&mut lines)?;
    Ok(lines)
}

/// Whether such an entry posts to an account that movements of goods keep. Goods received and not invoiced when the
/// books began are no movement here: they come in with the balances of other books.
fn may_post_to_goods(account: &Account, entry_type: EntryType) -> bool {
    match entry_type {
        EntryType::Stock => true,
        EntryType::Opening | EntryType::Import => account.control_for != Some(ControlFor::Stock),
        EntryType::Standard
        | EntryType::Closing
        | EntryType::Adjusting
        | EntryType::Void
        | EntryType::Reversal
        | EntryType::FxRevaluation
        | EntryType::FxRealised => false,
    }
}

fn unusable(
    account: &Account,
    draft: &DraftLine,
    index: usize,
    is_base_only: bool,
    kept: &[AccountId],
) -> Option<Fault> {
    let pointer = format!("/lines/{index}/accountId");
    if account.is_group {
        let message = format!("account {} is a group: post to one below it", account.code);
        return Some(Fault::new(pointer, Code::AccountNotUsable, message));
    }
    if !account.is_active && !kept.contains(&account.id) {
        let message = format!("account {} is inactive: reactivate it or choose another", account.code);
        return Some(Fault::new(pointer, Code::AccountNotUsable, message));
    }
    if account.currency.is_some_and(|currency| currency != draft.currency) {
        let message = format!("account {} does not accept the currency {}", account.code, draft.currency);
        return Some(Fault::new(format!("/lines/{index}/currency"), Code::CurrencyNotUsable, message));
    }
    let needs_party = matches!(account.control_for, Some(ControlFor::Receivable | ControlFor::Payable));
    // A revaluation is of all that stands on the account.
    if needs_party && draft.party_id.is_none() && !is_base_only {
        let message = format!("account {} needs a party on every line: give partyId or partyName", account.code);
        return Some(Fault::new(format!("/lines/{index}/partyId"), Code::PartyRequired, message));
    }
    None
}
