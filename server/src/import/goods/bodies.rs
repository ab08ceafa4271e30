//! Movements of goods as the API takes them.

use domain::value::{Date, Decimal};
use serde_json::{Value, json};

use super::catalogue::Catalogue;
use super::moves::{Move, MoveKind};
use super::place::{MAIN, Place, WEB};
use super::row::readable;
use super::supply::Quantities;
use crate::import::mapping::{COUNTRY, SOURCE};
use crate::import::retail::{CURRENCY, CURRENCY_DECIMALS};

/// The hour at which the web warehouse gets the goods that the day needs.
const MORNING: i8 = 6;
/// The hour of all documents of a day: the file has days alone, and its order is the order of events.
const EVENING: i8 = 18;

/// Writes movements for one organization.
pub struct Writer<'a> {
    pub place: &'a Place,
    pub catalogue: &'a Catalogue,
}

impl Writer<'_> {
    /// The opening of the main warehouse at the beginning of a day; `None` where its cost is beyond the range of amounts.
    #[must_use]
    pub fn opening(&self, day: Date, external_id: &str, quantities: &Quantities) -> Option<Value> {
        let mut lines = Vec::with_capacity(quantities.len());
        for (sku, quantity) in quantities {
            let cost = self.catalogue.total_cost_minor(sku, *quantity)?;
            let cost = Decimal::from_units(cost, CURRENCY_DECIMALS).to_string();
            lines.push(json!({"sku": sku, "quantity": readable(*quantity), "totalCost": cost}));
        }
        Some(json!({
            "kind": "opening", "occurredAt": day.to_string(), "warehouseCode": MAIN, "currency": CURRENCY,
            "description": "Opening stock", "source": SOURCE, "externalId": external_id, "lines": lines,
        }))
    }

    /// The transfer of the main warehouse to that of the web in the morning.
    #[must_use]
    pub fn transfer(&self, day: Date, external_id: &str, quantities: &Quantities) -> Value {
        let lines = quantities.iter().map(|(sku, quantity)| json!({"sku": sku, "quantity": readable(*quantity)}));
        json!({
            "kind": "transfer", "occurredAt": self.place.at(day, MORNING), "warehouseCode": MAIN, "toWarehouseCode": WEB,
            "description": "For counter and web sales of the day", "source": SOURCE, "externalId": external_id,
            "lines": lines.collect::<Vec<_>>(),
        })
    }

    /// The movement of a document; of a known issue, with the id that the issue has in the books.
    #[must_use]
    pub fn movement(&self, one: &Move<'_>, issue: Option<&str>) -> Value {
        let document = one.document;
        let (kind, what) = match &one.kind {
            MoveKind::Issue => ("issue", "Invoice"),
            MoveKind::Return(_) => ("return", "Credit note"),
            MoveKind::SetRight(reason) => (reason.kind(), reason.name()),
        };
        let lines = one.lines.iter().map(|line| {
            let change = line.change_millionths;
            // Only adjustments take out below 0.
            let quantity = if kind == "adjustment" { change } else { change.abs() };
            let mut written = json!({"sku": line.row.sku, "quantity": readable(quantity)});
            if let Some(of_line) = line.of_line {
                written["ofLine"] = json!(of_line);
            }
            // Without a cost it would come back at the cost of the goods on hand.
            if one.kind == MoveKind::Return(None)
                && let Some(cost) = self.catalogue.returned_cost_minor(line.row)
            {
                written["totalCost"] = json!(Decimal::from_units(cost, CURRENCY_DECIMALS).to_string());
            }
            written
        });
        let mut body = json!({
            "kind": kind, "occurredAt": self.place.at(document.date, EVENING), "warehouseCode": one.site.code(),
            "description": format!("{what} {}", document.number), "reference": document.number,
            "source": SOURCE, "externalId": one.external_id, "currency": CURRENCY, "lines": lines.collect::<Vec<_>>(),
        });
        match &one.kind {
            MoveKind::SetRight(reason) => body["reasonCode"] = json!(reason.code()),
            MoveKind::Issue | MoveKind::Return(_) => {
                body["partyName"] = json!(document.party());
                if let Some(country) = &document.country {
                    body["dimensions"] = json!({ COUNTRY: country });
                }
            }
        }
        if let Some(issue) = issue {
            body["ofMovementId"] = json!(issue);
        }
        body
    }
}
