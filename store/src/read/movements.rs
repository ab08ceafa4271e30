//! What accounts have on some days: sums of balances, or of lines where balances do not know what is asked.
//!
//! Invariant: both routes give the same. A line adds what `replay` adds to its balance row, so that what was known at an
//! earlier point is the balances less the lines since, or the lines until then, whichever are fewer.

use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind, CellValue, Currency, Date};

use super::dimensions::DimensionFilter;
use super::known::KnownEntries;
use crate::{Fault, Snapshot};

/// Sums are taken in two parts, above and below this, so that no sum of 64 bits overflows on the way.
const PART: i128 = 1_000_000_000;

/// Which movements are summed.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The last day.
    pub to: Date,
    /// Which lines count.
    pub dimensions: DimensionFilter,
    /// Only lines in this currency.
    pub currency: Option<Currency>,
    /// Only what was known then.
    pub known: Option<KnownEntries>,
}

/// What beside amounts in base currency a report asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// `debit` and `credit` in base currency, and `voided`: what each of them has of void pairs.
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
    source: String,
    conditions: String,
    sums: Vec<String>,
}

impl Movements {
    /// Nothing is summed yet.
    #[must_use]
    pub fn new(organization: OrganizationId, scope: &Scope, need: Need) -> Self {
        // The first two are the organization and the last day, in every part.
        let mut params = vec![Cell::Id(organization.0), scope.to.to_cell()];
        let source = source(scope, need, &mut params);
        let mut movements = Self { params, source, conditions: String::new(), sums: Vec::new() };
        if let Some(currency) = scope.currency {
            let place = movements.bind(currency.to_cell());
            movements.only(&format!("currency = {place}"));
        }
        movements
    }

    /// The place of a new parameter.
    pub fn bind(&mut self, cell: Cell) -> String {
        self.params.push(cell);
        format!("${}", self.params.len())
    }

    /// Leaves out what does not meet the condition.
    pub fn only(&mut self, condition: &str) {
        self.conditions.push_str(if self.conditions.is_empty() { " where (" } else { " and (" });
        self.conditions.push_str(condition);
        self.conditions.push(')');
    }

    /// Sums an amount where a condition holds.
    pub fn sum(&mut self, amount: &str, condition: &str) {
        // Whole division and its remainder cut towards zero on both databases.
        for part in [format!("({amount}) / {PART}"), format!("({amount}) % {PART}")] {
            self.sums.push(format!("cast(coalesce(sum({part}) filter (where {condition}), 0) as bigint)"));
        }
    }

    /// The sums of each group, in no order.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn by(
        self,
        snapshot: &mut Snapshot,
        groups: &[(&str, CellKind)],
    ) -> Result<Vec<(Vec<Cell>, Vec<i128>)>, Fault> {
        let names: Vec<&str> = groups.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        let Self { params, source, conditions, sums } = self;
        let sql = format!("select {names}, {} from {source} as m{conditions} group by {names}", sums.join(", "));
        let mut kinds: Vec<CellKind> = groups.iter().map(|(_, kind)| *kind).collect();
        kinds.extend(sums.iter().map(|_| CellKind::Int));
        let rows = snapshot.query(&sql, &params, &kinds).await?;
        rows.into_iter().map(|cells| split(cells, groups.len())).collect()
    }
}

/// A group and its sums, put together from their parts.
fn split(mut cells: Vec<Cell>, groups: usize) -> Result<(Vec<Cell>, Vec<i128>), Fault> {
    let parts = cells.split_off(groups.min(cells.len()));
    let part = |cell: Option<&Cell>| i64::from_cell(cell.unwrap_or(&Cell::Null)).map(i128::from);
    let sums = parts.chunks(2).map(|pair| Ok(part(pair.first())? * PART + part(pair.get(1))?));
    Ok((cells, sums.collect::<Result<_, Fault>>()?))
}

/// From what is summed, in parentheses.
fn source(scope: &Scope, need: Need, params: &mut Vec<Cell>) -> String {
    let mut bound = |cell: i64| {
        params.push(Cell::Int(cell));
        format!("${}", params.len())
    };
    let known = scope.known.filter(|known| known.then != known.now);
    if !scope.dimensions.takes_all() || need == Need::Dimensions {
        let until = known.map(|known| format!(" and e.sequence <= {}", bound(known.then))).unwrap_or_default();
        let dimensions = scope.dimensions.condition("l.dimensions", params);
        return format!("({})", of_lines(need, "", &format!("{until}{dimensions}")));
    }
    let parts = match known {
        Some(known) if known.then < known.now - known.then => {
            let until = bound(known.then);
            return format!("({})", of_lines(need, "", &format!(" and e.sequence <= {until}")));
        }
        Some(known) => {
            let then = bound(known.then);
            let since = of_lines(need, "-", &format!(" and e.sequence > {then}"));
            vec![of_balances(need), since, of_mirrors(need, &format!(" and e.sequence <= {then}"))]
        }
        None => vec![of_balances(need), of_mirrors(need, "")],
    };
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("({})", parts.join(" union all "))
}

fn of_balances(need: Need) -> String {
    let own =
        if need == Need::OwnCurrency { ", debit as own_debit, credit as own_credit, 0 as own_voided" } else { "" };
    format!(
        "select account_id, date, currency, class, base_debit as debit, base_credit as credit, \
         voided_debit as voided{own} from balances where organization_id = $1 and date <= $2"
    )
}

/// What lines add to balances, each with a sign. A mirror's line counts both halves of its pair as voided: its own side,
/// and the original's, which is the opposite one.
fn of_lines(need: Need, sign: &str, more: &str) -> String {
    let own = match need {
        Need::Base => "".to_owned(),
        Need::OwnCurrency => {
            // Beside balances, which do not know it, what is voided in other currencies comes from the mirrors alone.
            let voided = if sign.is_empty() { pair("l.debit + l.credit") } else { "0".to_owned() };
            format!(", {sign}l.debit as own_debit, {sign}l.credit as own_credit, {voided} as own_voided")
        }
        Need::Dimensions => ", l.dimensions".to_owned(),
    };
    let voided = pair("l.base_debit + l.base_credit");
    format!(
        "select l.account_id, e.date, l.currency, coalesce(o.entry_type, e.entry_type) as class, \
         {sign}l.base_debit as debit, {sign}l.base_credit as credit, {sign}{voided} as voided{own} \
         from entries as e join lines as l on l.organization_id = $1 and l.entry_sequence = e.sequence \
         left join entries as o on o.organization_id = $1 and o.id = e.voids_entry_id \
         where e.organization_id = $1 and e.date <= $2{more}"
    )
}

fn pair(sum: &str) -> String {
    format!("(case when e.voids_entry_id is null then 0 else {sum} end)")
}

/// Balances know void pairs in base currency alone: in their own they come from the mirrors, which are few.
fn of_mirrors(need: Need, more: &str) -> String {
    if need != Need::OwnCurrency {
        return String::new();
    }
    format!(
        "select l.account_id, e.date, l.currency, o.entry_type as class, 0 as debit, 0 as credit, 0 as voided, \
         0 as own_debit, 0 as own_credit, l.debit + l.credit as own_voided \
         from entries as e join lines as l on l.organization_id = $1 and l.entry_sequence = e.sequence \
         join entries as o on o.organization_id = $1 and o.id = e.voids_entry_id \
         where e.organization_id = $1 and e.voids_entry_id is not null and e.date <= $2{more}"
    )
}
