//! The accounts whose open items are asked for: one by id or code, or all that control receivables or payables.

use domain::rows::{Account, ControlFor};
use domain::value::id::{AccountId, OrganizationId};
use domain::value::rejection::Violation;
use domain::value::{Cell, CellValue, Sought};
use store::Snapshot;

use crate::http::accounts::below::accounts_of;
use crate::http::input::CodeText;
use crate::http::problem::Problem;

/// How a query names them.
pub type Named = (Option<Sought<AccountId>>, Option<CodeText<32>>, Option<ControlFor>);

/// The accounts, by code. All of them have one normal side.
///
/// # Errors
/// 400 where none or several ways are taken, the account is unknown, or it keeps no open items.
pub async fn resolve(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    named: Named,
) -> Result<Vec<Account>, Problem> {
    let own = Cell::Id(organization.0);
    let (column, value, field) = match named {
        (Some(id), None, None) => ("id", Cell::Id(id.id().map_or([0; 16], |id| id.0)), "accountId"),
        (None, Some(code), None) => ("code", Cell::Text(code.0), "accountCode"),
        (None, None, Some(control @ (ControlFor::Receivable | ControlFor::Payable))) => {
            let rest = "where organization_id = $1 and control_for = $2 and is_reconcilable = 1 order by code";
            return Ok(snapshot.rows(rest, &[own, control.to_cell()]).await?);
        }
        (None, None, Some(_)) => {
            return Err(refused("controlFor", "unknown_value", "must be receivable or payable".to_owned()));
        }
        (None, None, None) => {
            let message = "give one account as accountId or accountCode, or all as controlFor";
            return Err(refused("accountCode", "required", message.to_owned()));
        }
        _ => {
            let message = "give only one of accountId, accountCode and controlFor";
            return Err(refused("accountCode", "ambiguous", message.to_owned()));
        }
    };
    let rest = format!("where organization_id = $1 and {column} = $2");
    let found: Vec<Account> = snapshot.rows(&rest, &[own.clone(), value]).await?;
    match found.first() {
        None => Err(refused(field, "unknown_value", "does not refer to an account".to_owned())),
        Some(group) if group.is_group => {
            let mut chart: Vec<Account> = snapshot.rows("where organization_id = $1 order by code", &[own]).await?;
            let below = accounts_of(&chart, group.id);
            chart.retain(|account| account.is_reconcilable && below.contains(&account.id));
            if chart.is_empty() {
                let message =
                    format!("no account below {} keeps open items: read the statement of the group", group.code);
                return Err(refused(field, "not_reconcilable", message));
            }
            Ok(chart)
        }
        Some(account) if !account.is_reconcilable => {
            let message = format!(
                "account {} keeps no open items: set isReconcilable on it, or read its statement",
                account.code
            );
            Err(refused(field, "not_reconcilable", message))
        }
        Some(_) => Ok(found),
    }
}

fn refused(field: &str, code: &'static str, message: String) -> Problem {
    Problem::validation(vec![Violation { pointer: field.to_owned(), code, message }])
}
