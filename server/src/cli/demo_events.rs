//! The demo's events that are not in its file: an order is cancelled, its invoice and its goods are voided; freight of
//! a delivery comes in late; a shelf is counted.
//!
//! Each event first checks whether it is there, so that a second load does nothing.

use serde_json::{Value, json};

use super::demo::{VOID_REASON, VOIDED_INVOICE};
use super::demo_count;
use crate::import::goods::place::MAIN;
use crate::import::mapping::SOURCE;
use crate::import::retail::CURRENCY;
use crate::import::{ImportError, WholeApi, text};

/// How the late freight is found again.
pub(super) const FREIGHT: &str = "demo-freight";

/// All events, in the order in which they happen.
pub async fn all(api: WholeApi<'_>, sales_journal: &str) -> Result<(), ImportError> {
    void_invoice(api, sales_journal).await?;
    void_goods(api).await?;
    freight_comes_late(api).await?;
    demo_count::open_years(api).await?;
    demo_count::count(api).await
}

/// A delivery, and the carrier's invoice for it, which is of an earlier day than much that is in the books by then.
async fn freight_comes_late(api: WholeApi<'_>) -> Result<(), ImportError> {
    let delivery = json!({
        "kind": "receipt", "occurredAt": "2010-12-02", "warehouseCode": MAIN, "currency": CURRENCY,
        "partyName": "Potteries of Stoke", "reference": "D-4711", "description": "Delivery D-4711",
        "source": SOURCE, "externalId": "demo-delivery",
        "lines": [{"sku": "85123A", "quantity": "120", "totalCost": "153.00"}, {"sku": "22423", "quantity": "24", "totalCost": "151.20"}],
    });
    let receipt = once(api, &delivery).await?;
    let freight = json!({
        "kind": "landedCost", "occurredAt": "2010-12-03", "currency": CURRENCY, "amount": "18.25", "splitBy": "value",
        "ofMovementId": receipt, "reference": "F-88", "description": "Freight of delivery D-4711",
        "source": SOURCE, "externalId": FREIGHT,
    });
    once(api, &freight).await.map(drop)
}

/// Records a movement unless its external id is there; returns its id.
async fn once(api: WholeApi<'_>, body: &Value) -> Result<String, ImportError> {
    let found = api.list(&format!("/inventory/movements?externalId={}", text(body, "externalId"))).await?;
    if let Some(known) = found.iter().find(|movement| text(movement, "source") == SOURCE) {
        return Ok(text(known, "id").to_owned());
    }
    Ok(text(&api.post("/inventory/movements", body, None).await?, "id").to_owned())
}

/// Voids the sales entry of the cancelled order.
async fn void_invoice(api: WholeApi<'_>, sales_journal: &str) -> Result<(), ImportError> {
    let path = format!("/accounting/journal-entries?journalId={sales_journal}&externalId={VOIDED_INVOICE}");
    let entries = api.list(&path).await?;
    let own: Vec<_> = entries.iter().filter(|entry| text(entry, "source") == SOURCE).collect();
    let posted = own.iter().find(|entry| text(entry, "status") == "posted");
    // Once it was voided, later postings under its number are the user's own.
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
