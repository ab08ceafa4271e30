//! Walking through accounts and their lines, as far as one goes at a time.

use std::collections::BTreeMap;

use domain::rows::{Account, AccountType};
use domain::value::cell::IsoDate;
use domain::value::{Cell, CellKind, CellValue, Currency, Date};
use store::Snapshot;
use store::read::dimensions::DimensionFilter;
use store::read::statement::{self, Figures, InCurrency, Span, Stated, StatementLine};

use crate::http::accounts::statement::read as lines_of_days;
use crate::http::page::Cursor;
use crate::http::problem::Problem;
use crate::http::reports::books::year_start;
use crate::http::reports::frame::{Frame, LAST_DAY, carried_amount};
use domain::value::id::AccountId;

/// Which accounts and days.
pub struct Wanted {
    /// Only these accounts.
    pub accounts: Option<Vec<AccountId>>,
    /// Only accounts with codes from the first to the second, and those that begin with the second.
    pub codes: (Option<String>, Option<String>),
    /// Only accounts of this type.
    pub account_type: Option<AccountType>,
    /// Which lines count.
    pub dimensions: DimensionFilter,
    /// First and last day.
    pub days: (Date, Date),
    /// Whether profit and loss accounts begin each fiscal year at 0, as reports have it.
    pub years_begin_at_zero: bool,
}

/// All accounts of the report with their sums.
pub struct Ledger {
    organization: domain::value::id::OrganizationId,
    until: i64,
    days: (Date, Date),
    dimensions: DimensionFilter,
    accounts: Vec<Summed>,
}

/// An account with its opening and movement, debit positive.
struct Summed {
    account: Account,
    opening: i128,
    debit: i128,
    credit: i128,
    /// In the foreign currency of all its lines, where they have one.
    own: Option<InOwn>,
}

/// The figures of an account in the one foreign currency that all its lines have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InOwn {
    /// Which.
    pub currency: Currency,
    /// Debit positive.
    pub opening: i128,
    /// Of all debits.
    pub debit: i128,
    /// Of all credits.
    pub credit: i128,
}

/// Where one stands: behind all that was listed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    account: usize,
    within: Within,
}

/// Where one stands within an account.
#[derive(Clone, Copy, Debug, Default)]
enum Within {
    #[default]
    Before,
    /// After the opening, or after a line; with the balance there, in base currency and in the account's own.
    Lines(Option<(Date, i64, i64)>, i128, i128),
}

/// A row of the ledger.
pub struct Listed<'l> {
    /// Whose.
    pub account: &'l Account,
    /// The relation of the call to the problem.
    pub entered: Entered,
    /// The balance after it, debit positive.
    pub balance: i128,
    /// The same in the foreign currency of all lines of the account, where they have one.
    pub own: Option<(Currency, i128)>,
}

/// The kind of a row of the ledger.
pub enum Entered {
    /// The opening of an account.
    Opening,
    /// One of its lines.
    Line(Box<StatementLine>),
    /// Its closing, with the sums of its lines.
    Closing {
        /// Of all debits.
        debit: i128,
        /// Of all credits.
        credit: i128,
        /// In the foreign currency of all its lines, where they have one.
        in_own: Option<InOwn>,
    },
}

impl Ledger {
    /// Sums up all accounts at the point of the frame.
    pub async fn read(snapshot: &mut Snapshot, frame: &Frame, wanted: Wanted) -> Result<Self, Problem> {
        let (from, to) = wanted.days;
        let to = to.min(LAST_DAY);
        let mut chart = frame.books.chart(snapshot).await?;
        chart.retain(|account| wanted.takes(account));
        let year_start =
            if wanted.years_begin_at_zero { year_start(&frame.books.years(snapshot).await?, from) } else { Date::MIN };
        let span = Span { year_start: year_start.max(EARLIEST), from: from.max(EARLIEST), to };
        let (accounts, known) = (wanted.accounts.as_deref(), frame.books.entries());
        let figures =
            statement::in_currencies(snapshot, frame.organization, accounts, span, &wanted.dimensions, known).await?;
        let mut by_account: BTreeMap<AccountId, Vec<InCurrency>> = BTreeMap::new();
        for one in figures {
            by_account.entry(one.account).or_default().push(one);
        }
        let base = frame.settings.base_currency;
        let accounts = chart.into_iter().filter_map(|account| {
            let found = by_account.remove(&account.id)?;
            let is_result = matches!(account.account_type, AccountType::Revenue | AccountType::Expense);
            let begins_at_zero = is_result && wanted.years_begin_at_zero;
            let opening = |figures: &Figures| if begins_at_zero { figures.earlier } else { figures.opening() };
            let sum = |of: fn(&Figures) -> i128| found.iter().map(|one| of(&one.base)).sum::<i128>();
            let (debit, credit) = (sum(|base| base.debit), sum(|base| base.credit));
            let own = match found.as_slice() {
                [InCurrency { currency, own, .. }] if *currency != base => {
                    let Figures { debit, credit, .. } = *own;
                    Some(InOwn { currency: *currency, opening: opening(own), debit, credit })
                }
                _ => None,
            };
            let opening: i128 = found.iter().map(|one| opening(&one.base)).sum();
            let has_own = own.is_some_and(|own| own.opening != 0 || own.debit != 0 || own.credit != 0);
            (opening != 0 || debit != 0 || credit != 0 || has_own).then_some(Summed {
                account,
                opening,
                debit,
                credit,
                own,
            })
        });
        Ok(Self {
            organization: frame.organization,
            until: frame.until,
            days: (from, to),
            accounts: accounts.collect(),
            dimensions: wanted.dimensions,
        })
    }

    /// The next rows, at most this many; none at the end.
    pub async fn next(
        &self,
        snapshot: &mut Snapshot,
        place: &mut Place,
        most: usize,
    ) -> Result<Vec<Listed<'_>>, Problem> {
        let mut rows = Vec::new();
        while rows.len() < most {
            let Some(summed) = self.accounts.get(place.account) else { break };
            let account = &summed.account;
            let in_own = |balance| summed.own.map(|own| (own.currency, balance));
            match place.within {
                Within::Before => {
                    let (balance, own) = (summed.opening, summed.own.map_or(0, |own| own.opening));
                    rows.push(Listed { account, entered: Entered::Opening, balance, own: in_own(own) });
                    place.within = Within::Lines(None, balance, own);
                }
                Within::Lines(after, mut balance, mut own) => {
                    let room = most - rows.len();
                    let lines = self.lines(snapshot, account.id, after, room).await?;
                    let is_last = lines.len() < room;
                    let mut last = after;
                    for line in lines {
                        balance += i128::from(line.base_debit) - i128::from(line.base_credit);
                        own += i128::from(line.debit) - i128::from(line.credit);
                        last = Some((line.date, line.sequence, line.line_number));
                        let entered = Entered::Line(Box::new(line));
                        rows.push(Listed { account, entered, balance, own: in_own(own) });
                    }
                    place.within = Within::Lines(last, balance, own);
                    if is_last {
                        let Summed { debit, credit, own: sums, .. } = *summed;
                        let entered = Entered::Closing { debit, credit, in_own: sums };
                        rows.push(Listed { account, entered, balance, own: in_own(own) });
                        *place = Place { account: place.account + 1, within: Within::Before };
                    }
                }
            }
        }
        Ok(rows)
    }

    /// Whether nothing comes behind this place.
    #[must_use]
    pub fn is_end(&self, place: &Place) -> bool {
        place.account >= self.accounts.len()
    }

    /// The sums of all accounts of the report: openings and closings, debit positive, and both sides of the movement.
    #[must_use]
    pub fn totals(&self) -> (i128, i128) {
        self.accounts.iter().fold((0, 0), |(debit, credit), one| (debit + one.debit, credit + one.credit))
    }

    /// The place as a cursor of this point of the log.
    #[must_use]
    pub fn cursor(&self, frame: &Frame, place: &Place) -> Cursor {
        let code = self.accounts.get(place.account).map(|one| one.account.code.clone()).unwrap_or_default();
        let (stage, after, balance, own) = match place.within {
            Within::Before => (0, None, 0, 0),
            Within::Lines(None, balance, own) => (1, None, balance, own),
            Within::Lines(Some(after), balance, own) => (2, Some(after), balance, own),
        };
        let (date, sequence, line) = after.unwrap_or((EARLIEST, 0, 0));
        Cursor(vec![
            Cell::Int(frame.seq),
            Cell::Text(code),
            Cell::Int(stage),
            Cell::Text(IsoDate(date).to_string()),
            Cell::Int(sequence),
            Cell::Int(line),
            Cell::Text(balance.to_string()),
            Cell::Text(own.to_string()),
        ])
    }

    /// The place that a cursor names.
    ///
    /// # Errors
    /// 400 where it is of another list.
    pub fn place(&self, cursor: &Cursor) -> Result<Place, Problem> {
        use CellKind::{Int, Text};
        let cells = cursor.require(&[Int, Text, Int, Text, Int, Int, Text, Text])?;
        let [_, Cell::Text(code), Cell::Int(stage), date, Cell::Int(sequence), Cell::Int(line), base, own] = cells
        else {
            return Err(Cursor::of_another_list());
        };
        let account = self.accounts.partition_point(|one| one.account.code < *code);
        if self.accounts.get(account).is_none_or(|one| one.account.code != *code) {
            return Ok(Place { account, within: Within::Before });
        }
        let date = Date::from_cell(date).map_err(|_| Cursor::of_another_list())?;
        let (Cell::Text(base), Cell::Text(own)) = (base, own) else { return Err(Cursor::of_another_list()) };
        let (balance, own) = (carried_amount(base)?, carried_amount(own)?);
        let within = match stage {
            0 => Within::Before,
            1 => Within::Lines(None, balance, own),
            _ => Within::Lines(Some((date, *sequence, *line)), balance, own),
        };
        Ok(Place { account, within })
    }

    async fn lines(
        &self,
        snapshot: &mut Snapshot,
        account: AccountId,
        after: Option<(Date, i64, i64)>,
        most: usize,
    ) -> Result<Vec<StatementLine>, Problem> {
        let all = DimensionFilter::default();
        let days = statement::days(snapshot, self.organization, &[account], self.days.1, &all).await?;
        let stated = Stated { accounts: &[account], filter: &self.dimensions, until: self.until };
        lines_of_days(snapshot, self.organization, stated, &days, self.days.0, after, most).await
    }
}

/// The first day that four digits of a year can say.
pub const EARLIEST: Date = jiff::civil::date(1, 1, 1);

impl Wanted {
    fn takes(&self, account: &Account) -> bool {
        let (from, to) = (self.codes.0.as_deref(), self.codes.1.as_deref());
        !account.is_group
            && self.accounts.as_ref().is_none_or(|ids| ids.contains(&account.id))
            && self.account_type.is_none_or(|kind| kind == account.account_type)
            && from.is_none_or(|from| account.code.as_str() >= from)
            && to.is_none_or(|to| account.code.as_str() <= to || account.code.starts_with(to))
    }
}
