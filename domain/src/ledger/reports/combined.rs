//! Trial balances of several organizations side by side: accounts united by code and type.
//!
//! Nothing is set off: a row's sums are those of its columns, so that every column and the sums balance because each
//! trial balance does. What one organization owes another stays on both sides.

use std::collections::BTreeMap;

use crate::rows::AccountType;
use crate::value::Currency;
use crate::value::id::OrganizationId;
use crate::value::rejection::{Code, Rejection, Value};

/// An organization of which the books are to be combined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its id.
    pub id: OrganizationId,
    /// Its name.
    pub name: String,
    /// Its base currency.
    pub base: Currency,
}

/// A row of one organization: an account that takes postings, or the result of a year that is not closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnRow {
    /// The account's code; `None` of a result.
    pub code: Option<String>,
    /// Its name.
    pub name: String,
    /// Its type.
    pub account_type: AccountType,
    /// Its balance, where it stands on this side; else 0.
    pub debit: i128,
    /// Its balance, where it stands on that side; else 0.
    pub credit: i128,
}

/// A row of all organizations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombinedRow {
    /// The code of its accounts; `None` of results.
    pub code: Option<String>,
    /// The name that the first organization with one gives it.
    pub name: String,
    /// The type of its accounts.
    pub account_type: AccountType,
    /// For each organization the place of its own row, if it has one.
    pub places: Vec<Option<usize>>,
    /// The sum of all debits.
    pub debit: i128,
    /// The sum of all credits.
    pub credit: i128,
}

/// The sums of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sides {
    /// Of debits.
    pub debit: i128,
    /// Of credits.
    pub credit: i128,
}

/// The trial balances of several organizations as one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Combined {
    /// Accounts by code, then by type; then results by the name of their year.
    pub rows: Vec<CombinedRow>,
    /// The sums of each organization.
    pub columns: Vec<Sides>,
    /// The sums of all.
    pub total: Sides,
    /// Codes of accounts that have another type elsewhere: each type is a row.
    pub types_differ: Vec<String>,
    /// Codes of accounts that are called otherwise elsewhere: the row is one all the same.
    pub names_differ: Vec<String>,
}

/// The base currency that all have.
///
/// # Errors
/// `base_currencies_differ`, with the currency of each.
pub fn one_currency(members: &[Member]) -> Result<Option<Currency>, Rejection> {
    let base = members.first().map(|member| member.base);
    if members.iter().all(|member| Some(member.base) == base) {
        return Ok(base);
    }
    let told: Vec<String> = members.iter().map(|member| format!("{} {}", member.name, member.base.code())).collect();
    let detail = format!(
        "the organizations keep their books in different currencies ({}): combine those of one currency; a trial balance \
         translates no amounts",
        told.join(", ")
    );
    let of = |member: &Member| {
        Value::Object(vec![
            ("organizationId", member.id.to_string().into()),
            ("name", member.name.clone().into()),
            ("currency", member.base.code().into()),
        ])
    };
    let currencies = Value::List(members.iter().map(of).collect());
    Err(Rejection::new(Code::BaseCurrenciesDiffer, detail).with("currencies", currencies))
}

/// Puts the rows of several organizations side by side.
#[must_use]
pub fn combine(books: &[&[OwnRow]]) -> Combined {
    // Results stand behind all accounts, and are told apart by their names.
    type Key = (bool, String, AccountType);
    let mut united: BTreeMap<Key, CombinedRow> = BTreeMap::new();
    let mut combined = Combined { columns: vec![Sides::default(); books.len()], ..Combined::default() };
    let mut names_differ: Vec<String> = Vec::new();
    for (column, own) in books.iter().enumerate() {
        for (place, row) in own.iter().enumerate() {
            let key = (row.code.is_none(), row.code.as_ref().unwrap_or(&row.name).clone(), row.account_type);
            let united = united.entry(key).or_insert_with(|| CombinedRow {
                code: row.code.clone(),
                name: row.name.clone(),
                account_type: row.account_type,
                places: vec![None; books.len()],
                debit: 0,
                credit: 0,
            });
            united.places[column] = Some(place);
            united.debit += row.debit;
            united.credit += row.credit;
            combined.columns[column].add(row.debit, row.credit);
            combined.total.add(row.debit, row.credit);
            if let Some(code) = row.code.as_ref().filter(|_| !is_same_name(&row.name, &united.name)) {
                names_differ.push(code.clone());
            }
        }
    }
    combined.rows = united.into_values().collect();
    let neighbours = combined.rows.iter().zip(combined.rows.iter().skip(1));
    let types = neighbours.filter(|(one, next)| one.code.is_some() && one.code == next.code);
    combined.types_differ = types.filter_map(|(one, _)| one.code.clone()).collect();
    combined.types_differ.dedup();
    names_differ.sort();
    names_differ.dedup();
    combined.names_differ = names_differ;
    combined
}

fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

impl Sides {
    fn add(&mut self, debit: i128, credit: i128) {
        self.debit += debit;
        self.credit += credit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASSET: AccountType = AccountType::Asset;
    const LIABILITY: AccountType = AccountType::Liability;
    const EQUITY: AccountType = AccountType::Equity;

    fn row(code: &str, name: &str, account_type: AccountType, debit: i128, credit: i128) -> OwnRow {
        let code = (!code.is_empty()).then(|| code.to_owned());
        OwnRow { code, name: name.to_owned(), account_type, debit, credit }
    }

    /// Each row with its places, `-` for none.
    fn told(combined: &Combined) -> Vec<String> {
        let place = |place: &Option<usize>| place.map_or("-".to_owned(), |place| place.to_string());
        let row = |row: &CombinedRow| {
            let places: Vec<String> = row.places.iter().map(place).collect();
            let code = row.code.as_deref().unwrap_or("");
            let kind = row.account_type.name();
            format!("{code} {} {kind} [{}] {} {}", row.name, places.join(" "), row.debit, row.credit)
        };
        combined.rows.iter().map(row).collect()
    }

    #[test]
    fn accounts_of_one_code_and_type_are_one_row_whose_sums_are_not_set_off() {
        let one = [
            row("1000", "Cash", ASSET, 90, 0),
            row("1500", "Owed by the other", ASSET, 10, 0),
            row("3000", "Capital", EQUITY, 0, 80),
            row("", "Result of 2009, not closed", EQUITY, 0, 20),
        ];
        let other = [
            row("0900", "Safe", ASSET, 30, 0),
            row("1000", "CASH", ASSET, 0, 5),
            row("1500", "Owed to the other", LIABILITY, 0, 10),
            row("", "Result of 2008, not closed", EQUITY, 0, 25),
            row("", "Result of 2009, not closed", EQUITY, 10, 0),
        ];
        let combined = combine(&[&one, &other]);
        assert_eq!(
            told(&combined),
            [
                "0900 Safe asset [- 0] 30 0",
                "1000 Cash asset [0 1] 90 5",
                "1500 Owed by the other asset [1 -] 10 0",
                "1500 Owed to the other liability [- 2] 0 10",
                "3000 Capital equity [2 -] 0 80",
                " Result of 2008, not closed equity [- 3] 0 25",
                " Result of 2009, not closed equity [3 4] 10 20",
            ]
        );
        assert_eq!(combined.columns, [Sides { debit: 100, credit: 100 }, Sides { debit: 40, credit: 40 }]);
        assert_eq!(combined.total, Sides { debit: 140, credit: 140 });
        assert_eq!((combined.types_differ, combined.names_differ), (vec!["1500".to_owned()], vec![]));
    }

    #[test]
    fn a_name_is_the_first_ones_and_others_are_told() {
        let [first, same, german, another] =
            ["Cash", "cash", "Kasse", "Bank"].map(|name| [row("1000", name, ASSET, 1, 0)]);
        let combined = combine(&[&[], &first, &same, &german, &another]);
        assert_eq!(told(&combined), ["1000 Cash asset [- 0 0 0 0] 4 0"]);
        assert_eq!(combined.names_differ, ["1000"]);
    }

    #[test]
    fn books_of_different_currencies_are_refused_with_the_currency_of_each() {
        let member = |number: u8, name: &str, base: &str| Member {
            id: OrganizationId([number; 16]),
            name: name.to_owned(),
            base: Currency::parse(base).unwrap(),
        };
        let [one, two, three] = [member(1, "Acme", "GBP"), member(2, "Other", "GBP"), member(3, "Third", "EUR")];
        assert_eq!(one_currency(&[one.clone(), two.clone()]), Ok(Currency::parse("GBP")));
        assert_eq!(one_currency(&[]), Ok(None));
        let refused = one_currency(&[one, two, three]).unwrap_err();
        assert_eq!(refused.code, Code::BaseCurrenciesDiffer);
        assert!(refused.detail.contains("Acme GBP, Other GBP, Third EUR"), "{}", refused.detail);
    }
}
