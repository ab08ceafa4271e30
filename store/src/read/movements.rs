//! Figures of accounts on some days: sums of balances, or of lines if balances cannot answer.
//!
//! Invariant: both routes give the same. A line adds what `replay` adds to its balance row, so that the figures known
//! at an earlier point are the balances less the lines since, or the lines until then, whichever are fewer. Where fewer
//! still must be read, only the days of accounts that had entries before that point and after it are put together from
//! lines: all others are as they were then, or were not there. A mirror is on the day of the entry that it voids, so
//! that a day that is as it was has the void pairs that it had.
//!
//! SQLite groups by sorting, which takes longer than reading the lines: lines are summed here, as they come. SQLite
//! does not know the number of rows, so the statement prescribes the order of reading ([`Order`]).

use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellKind, CellValue, Currency, Date};

use super::columns::Columns;
use super::conditions::one_of;
use super::dimensions::DimensionFilter;
use super::known::KnownEntries;
use super::parts::{self, PART};
use crate::sql::Dialect;
use crate::{Fault, Snapshot};

/// Which movements are summed.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The last day.
    pub to: Date,
    /// Which lines count.
    pub dimensions: DimensionFilter,
    /// Only lines in this currency.
    pub currency: Option<Currency>,
    /// Only entries known then.
    pub known: Option<KnownEntries>,
}

/// The amounts that a report needs in addition to base currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// `debit` and `credit` in base currency, and `voided`: the part of each in void pairs.
    Base,
    /// The same in the line's own currency, too: `own_debit`, `own_credit`, `own_voided`.
    OwnCurrency,
    /// `dimensions`, the text that lines have.
    Dimensions,
}

/// A statement in the making. Amounts and conditions name the columns of `m`: `account_id`, `date`, `currency`, `class`
/// (which tells only `opening` and `closing` for certain) and those of the [`Need`].
#[derive(Debug)]
pub struct Movements {
    params: Vec<Cell>,
    /// The sources of the sums, if lines are read in any order, and in that of the series.
    sources: [String; 2],
    conditions: String,
    /// Each amount with its condition.
    sums: Vec<(String, String)>,
    reads_lines: bool,
    of_some_accounts: bool,
}

impl Movements {
    /// Nothing is summed yet.
    pub async fn new(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        scope: &Scope,
        need: Need,
    ) -> Result<Self, Fault> {
        // The first two are the organization and the last day, in every part.
        let mut params = vec![Cell::Id(organization.0), scope.to.to_cell()];
        let route = route(snapshot, scope, need, &params).await?;
        // Both bind the same parameters at the same places.
        let sources = [Order::Any, Order::Series].map(|order| {
            params.truncate(2);
            source(scope, need, order, route, &mut params)
        });
        let reads_lines = route != Route::Balances;
        let (conditions, sums) = (String::new(), Vec::new());
        let mut movements = Self { params, sources, conditions, sums, reads_lines, of_some_accounts: false };
        if let Some(currency) = scope.currency {
            let place = movements.bind(currency.to_cell());
            movements.only(&format!("currency = {place}"));
        }
        Ok(movements)
    }

    /// The place of a new parameter.
    pub fn bind(&mut self, cell: Cell) -> String {
        self.params.push(cell);
        format!("${}", self.params.len())
    }

    /// Leaves out rows that do not meet the condition.
    pub fn only(&mut self, condition: &str) {
        self.conditions.push_str(if self.conditions.is_empty() { " where (" } else { " and (" });
        self.conditions.push_str(condition);
        self.conditions.push(')');
    }

    /// Leaves out all accounts but these. The lines of each have an index of their own.
    pub fn only_accounts(&mut self, accounts: &[AccountId]) {
        let condition = one_of("account_id", accounts, &mut self.params);
        self.only(&condition);
        self.of_some_accounts = true;
    }

    /// Sums an amount where a condition holds.
    pub fn sum(&mut self, amount: &str, condition: &str) {
        self.sums.push((amount.to_owned(), condition.to_owned()));
    }

    /// The sums of each group, in no order.
    pub async fn by(
        self,
        snapshot: &mut Snapshot,
        groups: &[(&str, CellKind)],
    ) -> Result<Vec<(Vec<Cell>, Vec<i128>)>, Fault> {
        let names: Vec<&str> = groups.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        let Self { params, sources: [any_order, by_series], conditions, sums, reads_lines, of_some_accounts } = self;
        let mut kinds: Vec<CellKind> = groups.iter().map(|(_, kind)| *kind).collect();
        if reads_lines {
            let amount =
                |(amount, condition): &(String, String)| format!("case when {condition} then {amount} else 0 end");
            let amounts: Vec<String> = sums.iter().map(amount).collect();
            let source = if of_some_accounts { &any_order } else { &by_series };
            let sql = format!("select {names}, {} from {source} as m{conditions}", amounts.join(", "));
            if let Some(found) = snapshot.sums(&sql, &params, &kinds, sums.len()).await? {
                return Ok(found.into_iter().collect());
            }
        }
        let dialect = snapshot.dialect();
        let columns: Vec<String> = sums.iter().map(|(amount, condition)| column(dialect, amount, condition)).collect();
        let sql = format!("select {names}, {} from {any_order} as m{conditions} group by {names}", columns.join(", "));
        let kind = match dialect {
            Dialect::Sqlite => [CellKind::Int; 2].as_slice(),
            Dialect::Postgres => &[CellKind::Text],
        };
        kinds.extend(sums.iter().flat_map(|_| kind));
        let rows = snapshot.query(&sql, &params, &kinds).await?;
        rows.into_iter().map(|cells| split(cells, groups.len(), kind.len())).collect()
    }
}

/// A sum that may leave 64 bits: SQLite takes it in two parts, PostgreSQL has numbers of any length.
fn column(dialect: Dialect, amount: &str, condition: &str) -> String {
    match dialect {
        // Whole division and its remainder cut towards zero.
        Dialect::Sqlite => [format!("({amount}) / {PART}"), format!("({amount}) % {PART}")]
            .map(|part| format!("cast(coalesce(sum({part}) filter (where {condition}), 0) as bigint)"))
            .join(", "),
        Dialect::Postgres => format!("cast(coalesce(sum({amount}) filter (where {condition}), 0) as text)"),
    }
}

/// A group and its sums, each of one column or put together from two.
fn split(mut cells: Vec<Cell>, groups: usize, each: usize) -> Result<(Vec<Cell>, Vec<i128>), Fault> {
    let sums = cells.split_off(groups.min(cells.len()));
    let sums = sums.chunks(each).map(|sum| match sum {
        [Cell::Text(digits)] => digits.parse().map_err(|_| Fault::Corrupt(format!("{digits} is no sum of 128 bits"))),
        parts => parts::whole(parts, 0),
    });
    Ok((cells, sums.collect::<Result<_, Fault>>()?))
}

/// From where movements are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Route {
    /// The present balances.
    Balances,
    /// Lines until the point.
    Lines,
    /// Balances less the lines since the point.
    BalancesLess,
    /// Days without later entries as they are, the others by their lines, of which the first is this.
    DaysFrom(i64),
    /// Days with earlier entries as they are, less their lines since the point, of which the last is this.
    DaysLess(i64),
}

/// In which order lines are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// As the database likes.
    Any,
    /// In that of the series: entries by their sequence, their lines behind them, each once and all of them next to one
    /// another. SQLite, left alone, may go through the days or through all lines for each entry.
    Series,
    /// Those of parties, found by the index of parties, and each of its entry.
    Parties,
}

/// The route that reads the fewest lines.
async fn route(snapshot: &mut Snapshot, scope: &Scope, need: Need, params: &[Cell]) -> Result<Route, Fault> {
    if !scope.dimensions.takes_all() || need == Need::Dimensions {
        return Ok(Route::Lines);
    }
    let Some(KnownEntries { then, now }) = scope.known.filter(|known| known.then != known.now) else {
        return Ok(Route::Balances);
    };
    let (whole, lines) = if then < now - then { (Route::Lines, then) } else { (Route::BalancesLess, now - then) };
    let mut columns = Columns::default();
    let (low, high) = (columns.add::<i64>("coalesce(min(low), 0)"), columns.add::<i64>("coalesce(max(high), 0)"));
    let sql = format!(
        "select {} from (\
               select min(first_seq) as low, max(last_seq) as high from balances \
               where organization_id = $1 and date <= $2 group by account_id, date \
               having min(first_seq) <= $3 and max(last_seq) > $3) as days",
        columns.text()
    );
    let mut params = params.to_vec();
    params.push(Cell::Int(then));
    let found = columns.rows(snapshot, &sql, &params).await?;
    let Some(row) = found.first() else { return Ok(whole) };
    let (low, high) = (low.of(row)?, high.of(row)?);
    // No day is split where there is none: nothing is read from the first line after the point.
    let low = if low == 0 { then + 1 } else { low };
    let days = if then - low < high - then {
        (Route::DaysFrom(low), then - low)
    } else {
        (Route::DaysLess(high), high - then)
    };
    // Each line of a day costs one more look, at the day.
    Ok(if days.1 < lines / 2 { days.0 } else { whole })
}

/// The source of the sums, in parentheses.
fn source(scope: &Scope, need: Need, order: Order, route: Route, params: &mut Vec<Cell>) -> String {
    let known = scope.known.filter(|known| known.then != known.now);
    let mut bound = |cell: i64| {
        params.push(Cell::Int(cell));
        format!("${}", params.len())
    };
    let then = known.map(|known| bound(known.then)).unwrap_or_default();
    let parts = match route {
        Route::Lines => {
            let sign = if scope.dimensions.parties.is_some() { "+" } else { "" };
            let until = if then.is_empty() { String::new() } else { format!(" and {sign}e.sequence <= {then}") };
            let order = if scope.dimensions.parties.is_some() { Order::Parties } else { order };
            let (_, by_party) = scope.dimensions.lines(params);
            let dimensions = scope.dimensions.condition("l.dimensions", params);
            vec![of_lines(need, order, "", OwnVoided::Lines, &format!("{until}{by_party}{dimensions}"))]
        }
        Route::Balances => vec![of_balances(need, ""), of_mirrors(need, "")],
        Route::BalancesLess => {
            let since = of_lines(need, order, "-", OwnVoided::Mirrors, &format!(" and e.sequence > {then}"));
            vec![of_balances(need, ""), since, of_mirrors(need, &then)]
        }
        Route::DaysFrom(first) => {
            let first = bound(first);
            let later = |row: &str| day_has(row, &format!("last_seq > {then}"));
            let balances = format!(" and b.last_seq <= {then} and not {}", later("b.account_id, b.date"));
            let days = later("l.account_id, e.date");
            let lines = format!(" and e.sequence >= {first} and e.sequence <= {then} and {days}");
            let lines = of_lines(need, order, "", OwnVoided::Mirrors, &lines);
            vec![of_balances(need, &balances), lines, of_mirrors(need, &then)]
        }
        Route::DaysLess(last) => {
            let last = bound(last);
            let earlier = |row: &str| day_has(row, &format!("first_seq <= {then}"));
            let balances = format!(" and {}", earlier("b.account_id, b.date"));
            let days = earlier("l.account_id, e.date");
            let lines = format!(" and e.sequence > {then} and e.sequence <= {last} and {days}");
            let lines = of_lines(need, order, "-", OwnVoided::Mirrors, &lines);
            vec![of_balances(need, &balances), lines, of_mirrors(need, &then)]
        }
    };
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("({})", parts.join(" union all "))
}

/// From what the lines of the scope are read, with its last day as the second parameter.
#[cfg(test)]
pub(crate) fn lines_of(scope: &Scope) -> String {
    let mut params = vec![Cell::Null, Cell::Null];
    source(scope, Need::OwnCurrency, Order::Any, Route::Lines, &mut params)
}

/// Whether the account has, on the day, a balance row of which the condition holds.
fn day_has(day: &str, condition: &str) -> String {
    format!(
        "exists (select 1 from balances as d where d.organization_id = $1 and (d.account_id, d.date) = ({day}) \
         and d.{condition})"
    )
}

fn of_balances(need: Need, more: &str) -> String {
    let own =
        if need == Need::OwnCurrency { ", debit as own_debit, credit as own_credit, 0 as own_voided" } else { "" };
    format!(
        "select account_id, date, currency, class, base_debit as debit, base_credit as credit, \
         voided_debit as voided{own} from balances as b where organization_id = $1 and date <= $2{more}"
    )
}

/// The source of voided amounts in other currencies than the base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OwnVoided {
    /// The lines themselves.
    Lines,
    /// The mirrors alone: in addition to balances, which do not have it.
    Mirrors,
}

/// The amounts that lines add to balances, each with a sign. A mirror's line counts both halves of its pair as voided:
/// its own side, and the original's, which is the opposite one.
fn of_lines(need: Need, order: Order, sign: &str, own_voided: OwnVoided, more: &str) -> String {
    let own = match need {
        Need::Base => "".to_owned(),
        Need::OwnCurrency => {
            let voided = match own_voided {
                OwnVoided::Lines => pair("l.debit + l.credit"),
                OwnVoided::Mirrors => "0".to_owned(),
            };
            format!(", {sign}l.debit as own_debit, {sign}l.credit as own_credit, {voided} as own_voided")
        }
        Need::Dimensions => ", l.dimensions".to_owned(),
    };
    let voided = pair("l.base_debit + l.base_credit");
    // A text after a day keeps the index by date out. A sign keeps SQLite from taking bounds of the entries for bounds of
    // their lines, and reading all lines between them for each entry.
    let (joined, sequence, day) = match order {
        Order::Any => ("entries as e join lines as l on true", "e.sequence", "e.date"),
        Order::Series => ("entries as e cross join lines as l", "+e.sequence", "(e.date || '')"),
        Order::Parties => {
            let lines = "lines as of_party cross join lines as l cross join entries as e";
            (lines, "e.sequence", "(e.date || '')")
        }
    };
    format!(
        "select l.account_id, e.date, l.currency, coalesce(o.entry_type, e.entry_type) as class, \
         {sign}l.base_debit as debit, {sign}l.base_credit as credit, {sign}{voided} as voided{own} \
         from {joined} \
         left join entries as o on o.organization_id = $1 and o.id = e.voids_entry_id \
         where l.organization_id = $1 and l.entry_sequence = {sequence} \
         and e.organization_id = $1 and {day} <= $2{more}"
    )
}

fn pair(sum: &str) -> String {
    format!("(case when e.voids_entry_id is null then 0 else {sum} end)")
}

/// Balances know void pairs in base currency alone: in their own they come from the mirrors, which are few and have an
/// index of their own. It is the only one left, as no other condition stands as an index has it.
fn of_mirrors(need: Need, then: &str) -> String {
    if need != Need::OwnCurrency {
        return String::new();
    }
    let until = if then.is_empty() { String::new() } else { format!(" and +e.sequence <= {then}") };
    format!(
        "select l.account_id, e.date, l.currency, o.entry_type as class, 0 as debit, 0 as credit, 0 as voided, \
         0 as own_debit, 0 as own_credit, l.debit + l.credit as own_voided \
         from entries as e cross join lines as l \
         join entries as o on o.organization_id = $1 and o.id = e.voids_entry_id \
         where e.organization_id = $1 and e.voids_entry_id is not null and (e.date || '') <= $2{until} \
         and l.organization_id = $1 and l.entry_sequence = +e.sequence"
    )
}
