//! What happens in the demo beside its file: an order is cancelled, its invoice and its goods are voided.
//!
//! Each event looks for itself first, so that a second load does nothing.

use serde_json::json;

use super::demo::{VOID_REASON, VOIDED_INVOICE};
use crate::import::mapping::SOURCE;
use crate::import::{ImportError, WholeApi, text};

/// All events, in the order in which they happen.
///
/// # Errors
/// Where the API refuses or does not answer.
pub async fn all(api: WholeApi<'_>, sales_journal: &str) -> Result<(), ImportError> {
    void_invoice(api, sales_journal).await?;
    void_goods(api).await
    // What else shall happen to the stock of the demo (a landed cost of an earlier day, a count) belongs here.
}

/// Voids the sales entry of the cancelled order.
async fn void_invoice(api: WholeApi<'_>, sales_journal: &str) -> Result<(), ImportError> {
    let path = format!("/accounting/journal-entries?journalId={sales_journal}&externalId={VOIDED_INVOICE}");
    let entries = api.list(&path).await?;
    let own: Vec<_> = entries.iter().filter(|entry| text(entry, "source") == SOURCE).collect();
    let posted = own.iter().find(|entry| text(entry, "status") == "posted");
    // Once it was voided, whatever was posted under its number since is the user's own.
    if let (Some(entry), false) = (posted, own.iter().any(|entry| text(entry, "status") == "voided")) {
        let path = format!("/accounting/journal-entries/{}/void", text(entry, "id"));
        api.post(&path, &json!({"reason": VOID_REASON}), None).await?;
    }
    Ok(())
}

/// Voids the issue of its goods.
async fn void_goods(api: WholeApi<'_>) -> Result<(), ImportError> {
    let found = api.list(&format!("/inventory/movements?externalId={VOIDED_INVOICE}")).await?;
    let own: Vec<_> = found.iter().filter(|movement| text(movement, "source") == SOURCE).collect();
    let posted = own.iter().find(|movement| text(movement, "status") == "posted");
    if let (Some(movement), false) = (posted, own.iter().any(|movement| text(movement, "status") == "voided")) {
        let path = format!("/inventory/movements/{}/void", text(movement, "id"));
        api.post(&path, &json!({"reason": VOID_REASON}), None).await?;
    }
    Ok(())
}
