//! Which accounts name a dimension or a value, as required or as their default.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::ledger::dimensions::lines;
use crate::rows::Account;
use crate::value::rejection::Value;

/// Codes of the accounts whose lines need this dimension.
pub(crate) fn accounts_requiring(book: &Book, code: &str) -> Result<Vec<String>, Stop> {
    Ok(codes(book.accounts_with_required_dimensions()?.filter(|account| requires(account, code))))
}

/// Codes of the accounts that require this dimension or give a value of it.
pub(crate) fn accounts_naming(book: &Book, code: &str) -> Result<Vec<String>, Stop> {
    let mut named = accounts_requiring(book, code)?;
    let giving = |account: &&Account| lines::parse(&account.default_dimensions).contains_key(code);
    named.extend(codes(book.accounts_with_default_dimensions()?.filter(giving)));
    named.sort();
    named.dedup();
    Ok(named)
}

/// Codes of the accounts that give their lines this value of a dimension.
pub(crate) fn accounts_giving(book: &Book, code: &str, value: &str) -> Result<Vec<String>, Stop> {
    let giving = |account: &&Account| {
        lines::parse(&account.default_dimensions).get(code).is_some_and(|given| given.as_str() == value)
    };
    Ok(codes(book.accounts_with_default_dimensions()?.filter(giving)))
}

/// `account 5000` or `3 accounts`.
pub(crate) fn counted(accounts: &[String]) -> String {
    match accounts {
        [one] => format!("account {one}"),
        many => format!("{} accounts", many.len()),
    }
}

/// That they name it, for a sentence.
pub(crate) fn name_it(accounts: &[String]) -> String {
    match accounts {
        [one] => format!("account {one} refers to it"),
        many => format!("{} accounts refer to it", many.len()),
    }
}

/// The first of them, for a problem's context.
pub(crate) fn listed(accounts: &[String]) -> Value {
    Value::List(accounts.iter().take(20).cloned().map(Value::Text).collect())
}

fn requires(account: &Account, code: &str) -> bool {
    account.required_dimensions.split_whitespace().any(|required| required == code)
}

fn codes<'a>(accounts: impl Iterator<Item = &'a Account>) -> Vec<String> {
    accounts.map(|account| account.code.clone()).collect()
}
