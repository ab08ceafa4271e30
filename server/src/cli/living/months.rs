//! The closed months of the made-up year: all but the last one and the present one.

use domain::value::Date;
use jiff::ToSpan as _;
use serde_json::json;

use crate::import::{ImportError, WholeApi, text};

/// Revalues and closes the months before the last one.
pub async fn close(api: WholeApi<'_>, today: Date) -> Result<(), ImportError> {
    let last = today.first_of_month().checked_sub(1.month()).unwrap_or(today);
    for period in api.list("/accounting/periods?").await? {
        let end = text(&period, "endDate");
        let is_past = end.parse().is_ok_and(|end: Date| end < last);
        if !is_past || text(&period, "status") != "open" {
            continue;
        }
        api.post("/accounting/revaluations", &json!({"date": end, "journalCode": "GJ"}), None).await?;
        let path = format!("/accounting/periods/{}", text(&period, "id"));
        for step in ["soft-close", "close"] {
            api.post(&format!("{path}/{step}"), &json!({}), None).await?;
        }
    }
    Ok(())
}
