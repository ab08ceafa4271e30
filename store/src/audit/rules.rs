//! Rules between stored rows, independent of the log: one statement per rule, which returns the rows that break it as
//! values of a sentence, their number, and the number of rows checked.

use domain::value::id::{MovementId, OrganizationId, PoolId};
use domain::value::{Cell, CellKind, CellValue};

use super::compare::shown;
use super::invariant::{GOODS_TOLD, Goods, Invariant, SPELT_OUT};
use super::reading::Reading;
use crate::fault::Fault;

/// One rule.
pub(super) struct Rule {
    pub name: &'static str,
    /// `{}` takes the next value.
    pub sentence: &'static str,
    /// Everything that is looked at, a row each; the last column, `is_wrong`, is 1 where it breaks the rule. `$1` is the
    /// organization, `$2` an id of zeros.
    pub looked: &'static str,
    /// The values of the sentence, of a row `d` that breaks the rule and the rows that `rest` joins.
    pub columns: &'static str,
    /// The rows joined with such a row (from the left, for they may be missing), and the order of those rows.
    pub rest: &'static str,
    pub kinds: &'static [CellKind],
    /// Which columns tell the goods that a row is about.
    pub tells: Tells,
}

impl Rule {
    /// One statement over all that is looked at: there is a row also where nothing is wrong, which says how much that was.
    fn statement(&self, most: usize) -> String {
        let Self { looked, columns, rest, .. } = self;
        format!(
            "with looked as materialized ({looked}) \
             select t.looked, t.wrong, {columns} from (\
               select cast(count(*) as bigint) as looked, cast(coalesce(sum(is_wrong), 0) as bigint) as wrong from looked\
             ) as t left join (select * from looked where is_wrong = 1) as d on 1 = 1 {rest} limit {most}"
        )
    }
}

/// Where a row that breaks a rule tells of which goods it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tells {
    /// It is not about goods.
    Nothing,
    /// The pool's id is in this column.
    Pool(usize),
    /// The item's sku is in the first column, the warehouse's code in the second.
    Names,
    /// The number of a movement's line is in the first column, the movement's id in the second.
    Line,
}

use CellKind::{Id, Int, Text};

/// A sum in two parts, since an intermediate sum may exceed 64 bits. Whole division and its remainder cut towards zero
/// on both databases.
macro_rules! total {
    ($amount:literal) => {
        concat!("(sum(", $amount, " / 1000000000) * 1000000000 + sum(", $amount, " % 1000000000))")
    };
}
pub(super) use total;

const RULES: &[Rule] = &[
    Rule {
        name: "balances.sums",
        sentence: "account {} on {} in {}: its lines exceed its balance by {} in debit and {} in credit",
        looked: concat!(
            "select account_id, date, currency, cast(",
            total!("debit"),
            " as bigint) as debit, cast(",
            total!("credit"),
            " as bigint) as credit, case when ",
            total!("debit"),
            " <> 0 or ",
            total!("credit"),
            " <> 0 or ",
            total!("base_debit"),
            " <> 0 or ",
            total!("base_credit"),
            " <> 0 then 1 else 0 end as is_wrong \
              from (\
                select l.account_id, e.date, l.currency, l.debit, l.credit, l.base_debit, l.base_credit \
                from lines as l join entries as e on e.organization_id = l.organization_id and e.sequence = l.entry_sequence \
                where l.organization_id = $1 \
                union all \
                select account_id, date, currency, -debit, -credit, -base_debit, -base_credit from balances where organization_id = $1\
              ) as differences group by account_id, date, currency"
        ),
        columns: "d.account_id, d.date, d.currency, d.debit, d.credit",
        rest: "order by d.account_id, d.date, d.currency",
        kinds: &[Id, Text, Text, Int, Int],
        tells: Tells::Nothing,
    },
    Rule {
        name: "balances.trial",
        sentence: "all debits exceed all credits by {} × 10^9 plus {} minor units, but must equal them",
        looked: concat!(
            "select cast(coalesce(sum((base_debit - base_credit) / 1000000000), 0) as bigint) as billions, \
                cast(coalesce(sum((base_debit - base_credit) % 1000000000), 0) as bigint) as rest, case when ",
            total!("(base_debit - base_credit)"),
            " <> 0 then 1 else 0 end as is_wrong from balances where organization_id = $1"
        ),
        columns: "d.billions, d.rest",
        rest: "order by d.billions",
        kinds: &[Int, Int],
        tells: Tells::Nothing,
    },
    Rule {
        name: "entries.balanced",
        sentence: "entry {} has totals {} and {}, its {} lines add up to {} debit and {} credit",
        looked: "select e.sequence, e.number, e.total_debit, e.total_credit, coalesce(l.lines, 0) as lines, \
                coalesce(l.debit, 0) as debit, coalesce(l.credit, 0) as credit, \
                case when l.debit is distinct from l.credit or l.debit is distinct from e.total_debit \
                  or l.credit is distinct from e.total_credit or l.lines is distinct from e.line_count \
                  then 1 else 0 end as is_wrong \
              from entries as e left join (\
                select entry_sequence, cast(count(*) as bigint) as lines, cast(sum(base_debit) as bigint) as debit, \
                  cast(sum(base_credit) as bigint) as credit \
                from lines where organization_id = $1 group by entry_sequence\
              ) as l on l.entry_sequence = e.sequence \
              where e.organization_id = $1 and e.sequence is not null",
        columns: "d.number, d.total_debit, d.total_credit, d.lines, d.debit, d.credit",
        rest: "order by d.sequence",
        kinds: &[Text, Int, Int, Int, Int, Int],
        tells: Tells::Nothing,
    },
    Rule {
        name: "entries.journals",
        sentence: "entry {} of {} is in a journal that does not exist",
        looked: "select coalesce(e.number, e.description) as called, e.date, e.id, \
                case when j.id is null then 1 else 0 end as is_wrong \
              from entries as e left join journals as j on j.organization_id = e.organization_id and j.id = e.journal_id \
              where e.organization_id = $1",
        columns: "d.called, d.date",
        rest: "order by d.date, d.id",
        kinds: &[Text, Text],
        tells: Tells::Nothing,
    },
    Rule {
        name: "entries.periods",
        sentence: "entry {} of {} is not in a period that contains its date",
        looked: "select e.sequence, e.number, e.date, \
                case when p.id is null or (p.period_type = 'standard' and (e.date < p.start_date or e.date > p.end_date)) \
                  then 1 else 0 end as is_wrong \
              from entries as e left join periods as p on p.organization_id = e.organization_id and p.id = e.period_id \
              where e.organization_id = $1 and e.sequence is not null",
        columns: "d.number, d.date",
        rest: "order by d.sequence",
        kinds: &[Text, Text],
        tells: Tells::Nothing,
    },
    Rule {
        name: "entries.reversals",
        sentence: "entry {} refers to a reversal that does not refer to it",
        looked: "select e.sequence, e.number, \
                case when r.reverses_entry_id is distinct from e.id then 1 else 0 end as is_wrong \
              from entries as e left join entries as r on r.organization_id = e.organization_id and r.id = e.reversed_by_entry_id \
              where e.organization_id = $1 and e.reversed_by_entry_id is not null",
        columns: "d.number",
        rest: "order by d.sequence",
        kinds: &[Text],
        tells: Tells::Nothing,
    },
    Rule {
        name: "entries.reversed_once",
        sentence: "entry {} is a posted reversal, but its original does not refer to it",
        looked: "select r.sequence, r.number, \
                case when e.reversed_by_entry_id is distinct from r.id then 1 else 0 end as is_wrong \
              from entries as r left join entries as e on e.organization_id = r.organization_id and e.id = r.reverses_entry_id \
              where r.organization_id = $1 and r.reverses_entry_id is not null and r.status = 'posted'",
        columns: "d.number",
        rest: "order by d.sequence",
        kinds: &[Text],
        tells: Tells::Nothing,
    },
    Rule {
        name: "entries.corrections",
        sentence: "entry {} refers to a correction that does not refer to it, or that was voided while the entry was \
             not",
        looked: "select e.sequence, e.number, \
                case when c.corrects_entry_id is distinct from e.id or (e.status = 'posted' and c.status <> 'posted') \
                  then 1 else 0 end as is_wrong \
              from entries as e left join entries as c on c.organization_id = e.organization_id and c.id = e.corrected_by_entry_id \
              where e.organization_id = $1 and e.corrected_by_entry_id is not null",
        columns: "d.number",
        rest: "order by d.sequence",
        kinds: &[Text],
        tells: Tells::Nothing,
    },
    Rule {
        name: "lines.references",
        sentence: "line {} of entry {} of the series refers to an entry, account or party that is missing or cannot take the line",
        looked: "select l.line_number, l.entry_sequence, \
                case when e.id is null or a.id is null or a.is_group = 1 or a.has_postings = 0 \
                  or (a.currency is not null and a.currency <> l.currency) or (l.party_id is not null and p.id is null) \
                  then 1 else 0 end as is_wrong \
              from lines as l left join entries as e on e.organization_id = l.organization_id and e.sequence = l.entry_sequence \
                left join accounts as a on a.organization_id = l.organization_id and a.id = l.account_id \
                left join parties as p on p.organization_id = l.organization_id and p.id = l.party_id \
              where l.organization_id = $1",
        columns: "d.line_number, d.entry_sequence",
        rest: "order by d.entry_sequence, d.line_number",
        kinds: &[Int, Int],
        tells: Tells::Nothing,
    },
    Rule {
        name: "years.closed",
        sentence: "fiscal year {} is closed, but account {} still has a balance of that year in {}",
        looked: concat!(
            "select y.name, a.code, b.currency, case when ",
            total!("(base_debit - base_credit)"),
            " <> 0 or ",
            total!("(debit - credit)"),
            " <> 0 then 1 else 0 end as is_wrong \
              from fiscal_years as y \
                join balances as b on b.organization_id = y.organization_id and b.date >= y.start_date and b.date <= y.end_date \
                join accounts as a on a.organization_id = b.organization_id and a.id = b.account_id \
              where y.organization_id = $1 and y.status = 'closed' and a.account_type in ('revenue', 'expense') \
              group by y.name, a.code, b.currency"
        ),
        columns: "d.name, d.code, d.currency",
        rest: "order by d.name, d.code, d.currency",
        kinds: &[Text, Text, Text],
        tells: Tells::Nothing,
    },
    Rule {
        name: "lines.dimensions",
        sentence: "the dimensions of line {} of entry {} of the series have no stored set, or one with other values",
        looked: "select l.line_number, l.entry_sequence, \
                case when l.dimensions not in (\
                  select s.dimensions from dimension_sets as s \
                    join dimensions as d on d.organization_id = s.organization_id and d.id = s.dimension_id \
                    join dimension_values as v on v.organization_id = s.organization_id and v.id = s.value_id \
                      and v.dimension_id = s.dimension_id \
                  where s.organization_id = $1) then 1 else 0 end as is_wrong \
              from lines as l where l.organization_id = $1 and l.dimensions <> ''",
        columns: "d.line_number, d.entry_sequence",
        rest: "order by d.entry_sequence, d.line_number",
        kinds: &[Int, Int],
        tells: Tells::Nothing,
    },
    Rule {
        name: "matches.settled",
        sentence: "match {}: its debits exceed its credits by {} ({} in base currency), or it takes more than a line has or may give",
        looked: "select m.id, cast(coalesce(sum(i.debit - i.credit), 0) as bigint) as more, \
                cast(coalesce(sum(i.base_debit - i.base_credit), 0) as bigint) as base_more, \
                case when sum(i.debit - i.credit) is distinct from 0 or sum(i.base_debit - i.base_credit) is distinct from 0 \
                  or sum(i.debit) is distinct from m.amount \
                  or sum(case when l.account_id = m.account_id and l.currency = m.currency and e.id = i.entry_id \
                           and e.date <= m.date and i.debit <= l.debit and i.credit <= l.credit \
                           and i.base_debit <= l.base_debit and i.base_credit <= l.base_credit then 0 else 1 end) > 0 \
                  then 1 else 0 end as is_wrong \
              from matches as m left join match_items as i on i.organization_id = m.organization_id and i.match_id = m.id \
                left join lines as l on l.organization_id = i.organization_id and l.entry_sequence = i.entry_sequence \
                  and l.line_number = i.line_number \
                left join entries as e on e.organization_id = i.organization_id and e.sequence = i.entry_sequence \
              where m.organization_id = $1 group by m.id, m.amount",
        columns: "d.id, d.more, d.base_more",
        rest: "order by d.id",
        kinds: &[Id, Int, Int],
        tells: Tells::Nothing,
    },
    Rule {
        name: "matches.lines",
        sentence: "line {} of entry {} of the series: {} is stored as matched, but its active matches take {}",
        looked: "select r.line_number, r.entry_sequence, r.matched, cast(coalesce(t.taken, 0) as bigint) as taken, \
                case when r.matched <> coalesce(t.taken, 0) or r.base_matched <> coalesce(t.base_taken, 0) \
                  or r.amount is distinct from l.debit + l.credit or r.base_amount is distinct from l.base_debit + l.base_credit \
                  or r.matched < 0 or r.matched > r.amount or r.base_matched < 0 or r.base_matched > r.base_amount \
                  or (r.amount > 0 and r.matched = r.amount and r.base_matched <> r.base_amount) \
                  then 1 else 0 end as is_wrong \
              from matched_lines as r \
                left join lines as l on l.organization_id = r.organization_id and l.entry_sequence = r.entry_sequence \
                  and l.line_number = r.line_number \
                left join (\
                  select i.entry_sequence, i.line_number, sum(i.debit + i.credit) as taken, \
                    sum(i.base_debit + i.base_credit) as base_taken \
                  from match_items as i join matches as m on m.organization_id = i.organization_id and m.id = i.match_id \
                  where i.organization_id = $1 and m.status = 'active' group by i.entry_sequence, i.line_number\
                ) as t on t.entry_sequence = r.entry_sequence and t.line_number = r.line_number \
              where r.organization_id = $1",
        columns: "d.line_number, d.entry_sequence, d.matched, d.taken",
        rest: "order by d.entry_sequence, d.line_number",
        kinds: &[Int, Int, Int, Int],
        tells: Tells::Nothing,
    },
    Rule {
        name: "voids.mirrored",
        sentence: "entry {} is voided, but no mirror reverses each of its lines on its date",
        looked: "select v.sequence, v.number, \
                case when m.id is null or m.entry_type <> 'void' or m.voids_entry_id is distinct from v.id or m.date <> v.date \
                  or m.period_id is distinct from v.period_id or m.line_count <> v.line_count \
                  or exists (\
                    select 1 from lines as a left join lines as b on b.organization_id = a.organization_id \
                      and b.entry_sequence = m.sequence and b.line_number = a.line_number \
                    where a.organization_id = $1 and a.entry_sequence = v.sequence \
                      and (b.account_id is distinct from a.account_id or b.currency is distinct from a.currency \
                        or b.party_id is distinct from a.party_id or b.debit is distinct from a.credit \
                        or b.credit is distinct from a.debit or b.base_debit is distinct from a.base_credit \
                        or b.base_credit is distinct from a.base_debit)) then 1 else 0 end as is_wrong \
              from entries as v left join entries as m on m.organization_id = v.organization_id and m.id = v.voided_by_entry_id \
              where v.organization_id = $1 and v.status = 'voided'",
        columns: "d.number",
        rest: "order by d.sequence",
        kinds: &[Text],
        tells: Tells::Nothing,
    },
    Rule {
        name: "voids.owned",
        sentence: "entry {} is a mirror, but its original does not refer to it",
        looked: "select m.sequence, m.number, \
                case when v.status is distinct from 'voided' or v.voided_by_entry_id is distinct from m.id \
                  then 1 else 0 end as is_wrong \
              from entries as m left join entries as v on v.organization_id = m.organization_id and v.id = m.voids_entry_id \
              where m.organization_id = $1 and m.voids_entry_id is not null",
        columns: "d.number",
        rest: "order by d.sequence",
        kinds: &[Text],
        tells: Tells::Nothing,
    },
];

/// Checks every rule of the books.
pub async fn check(reading: &mut Reading, organization: OrganizationId) -> Result<Vec<Invariant>, Fault> {
    check_all(reading, organization, RULES).await
}

/// Checks these rules.
pub(super) async fn check_all(
    reading: &mut Reading,
    organization: OrganizationId,
    rules: &[Rule],
) -> Result<Vec<Invariant>, Fault> {
    let mut checked = Vec::with_capacity(rules.len());
    for rule in rules {
        let most = if rule.tells == Tells::Nothing { SPELT_OUT } else { GOODS_TOLD };
        let sql = rule.statement(most);
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(rule.looked.contains("$2").then_some(Cell::Id([0; 16])));
        let kinds: Vec<CellKind> = [Int, Int].into_iter().chain(rule.kinds.iter().copied()).collect();
        let rows = reading.query(&sql, &params, &kinds).await?;
        let mut found = Invariant::new(rule.name);
        if let Some([Cell::Int(looked), Cell::Int(wrong), ..]) = rows.first().map(Vec::as_slice) {
            found.checked = *looked;
            for row in rows.iter().filter(|_| *wrong > 0) {
                let row = row.get(2..).unwrap_or_default();
                match rule.tells {
                    Tells::Nothing => found.differs(|| sentence(rule.sentence, row)),
                    tells @ (Tells::Pool(_) | Tells::Names | Tells::Line) => {
                        found.differs_of(goods(tells, row), || sentence(rule.sentence, row))
                    }
                }
            }
            if rule.tells != Tells::Nothing && *wrong > found.found {
                found.goods.entry(Goods::Untold).or_insert_with(|| format!("{wrong} were found"));
            }
            found.found = *wrong;
        }
        checked.push(found);
    }
    Ok(checked)
}

/// The goods that a row is about.
fn goods(tells: Tells, row: &[Cell]) -> Goods {
    let text = |column: usize| match row.get(column) {
        Some(Cell::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let told = match tells {
        Tells::Nothing => None,
        Tells::Pool(column) => row.get(column).and_then(|cell| PoolId::from_cell(cell).ok()).map(Goods::Pool),
        Tells::Names => text(0).map(|sku| Goods::Named(sku, text(1))),
        Tells::Line => match row {
            [Cell::Int(number), movement, ..] => {
                MovementId::from_cell(movement).ok().map(|movement| Goods::Line(movement, *number))
            }
            _ => None,
        },
    };
    told.unwrap_or(Goods::Untold)
}

fn sentence(pattern: &str, values: &[Cell]) -> String {
    let mut pieces = pattern.split("{}");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for (piece, value) in pieces.zip(values) {
        text.push_str(&shown(value));
        text.push_str(piece);
    }
    text
}
