//! The accounts whose open items are asked for: one by id or code, or all that control receivables or payables.

use domain::rows::{Account, ControlFor};
use domain::value::Sought;
use domain::value::id::AccountId;
use domain::value::rejection::Violation;

use crate::http::accounts::below::accounts_of;
use crate::http::input::CodeText;
use crate::http::problem::Problem;

/// How a query names them.
pub type Named = (Option<Sought<AccountId>>, Option<CodeText<32>>, Option<ControlFor>);

/// The accounts of a chart, by code. All of them have one normal side.
///
/// # Errors
/// 400 where none or several ways are taken, the account is unknown, or it keeps no open items.
pub fn resolve(chart: &[Account], named: Named) -> Result<Vec<Account>, Problem> {
    let (found, field) = match named {
        (Some(id), None, None) => (chart.iter().find(|account| Some(account.id) == id.id()), "accountId"),
        (None, Some(code), None) => (chart.iter().find(|account| account.code == code.0), "accountCode"),
        (None, None, Some(control @ (ControlFor::Receivable | ControlFor::Payable))) => {
            return Ok(controls(chart, control));
        }
        (None, None, Some(_)) => return Err(no_control()),
        (None, None, None) => {
            let message = "give one account as accountId or accountCode, or all as controlFor";
            return Err(refused("accountCode", "required", message.to_owned()));
        }
        _ => {
            let message = "give only one of accountId, accountCode and controlFor";
            return Err(refused("accountCode", "ambiguous", message.to_owned()));
        }
    };
    match found {
        None => Err(refused(field, "unknown_value", "does not refer to an account".to_owned())),
        Some(group) if group.is_group => {
            let below = accounts_of(chart, group.id);
            let kept = chart.iter().filter(|account| account.is_reconcilable && below.contains(&account.id));
            let kept: Vec<Account> = kept.cloned().collect();
            if kept.is_empty() {
                let message =
                    format!("no account below {} keeps open items: read the statement of the group", group.code);
                return Err(refused(field, "not_reconcilable", message));
            }
            Ok(kept)
        }
        Some(account) if !account.is_reconcilable => {
            let message = format!(
                "account {} keeps no open items: set isReconcilable on it, or read its statement",
                account.code
            );
            Err(refused(field, "not_reconcilable", message))
        }
        Some(account) => Ok(vec![account.clone()]),
    }
}

/// The accounts that control receivables or payables and keep open items.
#[must_use]
pub fn controls(chart: &[Account], control: ControlFor) -> Vec<Account> {
    let kept = chart.iter().filter(|account| account.is_reconcilable && account.control_for == Some(control));
    kept.cloned().collect()
}

/// Only receivables and payables are owed by somebody.
#[must_use]
pub fn no_control() -> Problem {
    refused("controlFor", "unknown_value", "must be receivable or payable".to_owned())
}

fn refused(field: &str, code: &'static str, message: String) -> Problem {
    Problem::validation(vec![Violation { pointer: field.to_owned(), code, message }])
}
