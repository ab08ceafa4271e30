//! Declarations of hledger and ledger: prices, and tags of accounts.

use std::collections::BTreeMap;

use domain::rows::AccountType;

use super::hledger_posting::put_tags;
use super::{PlainJournal, amount, day};

/// `2010-01-31 [15:50:00] BTC $10800`
pub(super) fn price(journal: &mut PlainJournal, text: &str) {
    let Some((date, rest)) = text.trim().split_once([' ', '\t']) else { return };
    let rest = rest.trim_start();
    let is_time = |word: &str| word.contains(':') && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    let rest = match rest.split_once([' ', '\t']) {
        Some((time, behind)) if is_time(time) => behind.trim_start(),
        _ => rest,
    };
    let (symbol, worth) = match rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        Some(found) => found,
        None => rest.split_once([' ', '\t']).unwrap_or((rest, "")),
    };
    if let (Some(date), Ok(worth), Ok(named)) =
        (day(date), amount::parse(worth), amount::parse(&format!("1 {:?}", symbol)))
    {
        journal.prices.push((date, named.commodity, worth));
    }
}

/// Code and type of the account that was declared last.
pub(super) fn account_tag(journal: &mut PlainJournal, text: &str) {
    let (Some(account), Some(comment)) = (journal.accounts.last_mut(), text.strip_prefix(';')) else { return };
    let mut tags = BTreeMap::new();
    put_tags(&mut tags, comment);
    if let Some(code) = tags.remove("code") {
        account.code = Some(code);
    }
    let kind = tags.remove("type").and_then(|kind| match kind.to_lowercase().as_str() {
        "a" | "asset" | "c" | "cash" => Some(AccountType::Asset),
        "l" | "liability" => Some(AccountType::Liability),
        "e" | "equity" | "v" | "conversion" => Some(AccountType::Equity),
        "r" | "revenue" => Some(AccountType::Revenue),
        "x" | "expense" => Some(AccountType::Expense),
        _ => None,
    });
    account.account_type = kind.or(account.account_type);
}
