//! Walking through accounts and their lines, as far as one goes at a time.

use domain::rows::{Account, AccountType};
use domain::value::cell::IsoDate;
use domain::value::{Cell, CellKind, CellValue, Date};
use store::Snapshot;
use store::read::dimensions::DimensionFilter;
use store::read::movements::{Movements, Need, Scope};
use store::read::statement::{self, Stated, StatementLine};

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
    /// After the opening, or after a line; with the balance there.
    Lines(Option<(Date, i64, i64)>, i128),
}

/// A row of the ledger.
pub struct Listed<'l> {
    /// Whose.
    pub account: &'l Account,
    /// The relation of the call to the problem.
    pub entered: Entered,
    /// The balance after it, debit positive.
    pub balance: i128,
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
        let scope = Scope { to, dimensions: wanted.dimensions.clone(), currency: None, known: frame.books.entries() };
        let mut movements = Movements::new(snapshot, frame.organization, &scope, Need::Base).await?;
        let (begin, first) =
            (movements.bind(year_start.max(EARLIEST).to_cell()), movements.bind(from.max(EARLIEST).to_cell()));
        movements.sum("debit - credit", &format!("date < {begin}"));
        movements.sum("debit - credit", &format!("date >= {begin} and date < {first}"));
        movements.sum("debit", &format!("date >= {first}"));
        movements.sum("credit", &format!("date >= {first}"));
        if let Some(accounts) = &wanted.accounts {
            movements.only_accounts(accounts);
        }
        let sums = movements.by(snapshot, &[("account_id", CellKind::Id)]).await?;
        let mut by_account = std::collections::BTreeMap::new();
        for (cells, sums) in sums {
            let id =
                AccountId::from_cell(cells.first().unwrap_or(&Cell::Null)).map_err(|bad| Problem::damaged(&bad))?;
            by_account.insert(id, sums);
        }
        let accounts = chart.into_iter().filter_map(|account| {
            let sums = by_account.remove(&account.id)?;
            let [before, earlier, debit, credit] = *sums.as_slice() else { return None };
            let is_result = matches!(account.account_type, AccountType::Revenue | AccountType::Expense);
            let opening = if is_result && wanted.years_begin_at_zero { earlier } else { before + earlier };
            (opening != 0 || debit != 0 || credit != 0).then_some(Summed { account, opening, debit, credit })
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
            match place.within {
                Within::Before => {
                    rows.push(Listed { account, entered: Entered::Opening, balance: summed.opening });
                    place.within = Within::Lines(None, summed.opening);
                }
                Within::Lines(after, mut balance) => {
                    let room = most - rows.len();
                    let lines = self.lines(snapshot, account.id, after, room).await?;
                    let is_last = lines.len() < room;
                    let mut last = after;
                    for line in lines {
                        balance += i128::from(line.base_debit) - i128::from(line.base_credit);
                        last = Some((line.date, line.sequence, line.line_number));
                        rows.push(Listed { account, entered: Entered::Line(Box::new(line)), balance });
                    }
                    place.within = Within::Lines(last, balance);
                    if is_last {
                        let entered = Entered::Closing { debit: summed.debit, credit: summed.credit };
                        rows.push(Listed { account, entered, balance });
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
        let (stage, after, balance) = match place.within {
            Within::Before => (0, None, 0),
            Within::Lines(None, balance) => (1, None, balance),
            Within::Lines(Some(after), balance) => (2, Some(after), balance),
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
        ])
    }

    /// The place that a cursor names.
    ///
    /// # Errors
    /// 400 where it is of another list.
    pub fn place(&self, cursor: &Cursor) -> Result<Place, Problem> {
        use CellKind::{Int, Text};
        let cells = cursor.require(&[Int, Text, Int, Text, Int, Int, Text])?;
        let [_, Cell::Text(code), Cell::Int(stage), date, Cell::Int(sequence), Cell::Int(line), Cell::Text(balance)] =
            cells
        else {
            return Err(Cursor::of_another_list());
        };
        let account = self.accounts.partition_point(|one| one.account.code < *code);
        if self.accounts.get(account).is_none_or(|one| one.account.code != *code) {
            return Ok(Place { account, within: Within::Before });
        }
        let date = Date::from_cell(date).map_err(|_| Cursor::of_another_list())?;
        let balance = carried_amount(balance)?;
        let within = match stage {
            0 => Within::Before,
            1 => Within::Lines(None, balance),
            _ => Within::Lines(Some((date, *sequence, *line)), balance),
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
const EARLIEST: Date = jiff::civil::date(1, 1, 1);

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
