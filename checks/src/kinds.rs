//! A movement of each kind, in as few words as are taken.

use domain::value::movement_kind::MovementKind;
use serde_json::{Value, json};

/// The subjects of one warehouse's movements.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The code of the warehouse.
    pub warehouse: &'a str,
    /// The code of the one to which goods go from there.
    pub other: &'a str,
    /// The sku of goods that lie there, valued by layers or at average.
    pub sku: &'a str,
    /// The sku of the item made of them.
    pub made: &'a str,
    /// The code of an expense.
    pub expense: &'a str,
    /// The id of a receipt of one of the goods for 2.00, of which nothing is invoiced; to credit it alone, one of them is.
    pub receipt: &'a str,
    /// The id of an issue of one of them.
    pub issue: &'a str,
}

/// A new movement of this kind; `None` if it is no document of its own: a count posts its own differences, and a
/// warehouse is reclassified as such. In the order of kinds all of them can be posted one after the other.
#[must_use]
pub fn of_kind(kind: MovementKind, about: &About<'_>) -> Option<Value> {
    use MovementKind as Kind;
    let sku = about.sku;
    let mut body = match kind {
        Kind::Opening | Kind::Receipt => {
            json!({"lines": [{"sku": sku, "quantity": "1", "totalCost": "2.00"}]})
        }
        Kind::SupplierInvoice => json!({"partyName": "Orchard", "ofMovementId": about.receipt}),
        Kind::SupplierCredit => json!({"partyName": "Orchard", "ofMovementId": about.receipt, "amount": "0.50"}),
        Kind::LandedCost => json!({"amount": "1.00", "ofMovementId": about.receipt}),
        Kind::Issue | Kind::Scrap => json!({"lines": [{"sku": sku, "quantity": "1"}]}),
        Kind::Transfer => json!({"toWarehouseCode": about.other, "lines": [{"sku": sku, "quantity": "1"}]}),
        Kind::Adjustment => json!({"lines": [{"sku": sku, "quantity": "-1"}]}),
        Kind::InternalUse => {
            json!({"offsetAccountCode": about.expense, "lines": [{"sku": sku, "quantity": "1"}]})
        }
        Kind::Return => json!({"ofMovementId": about.issue, "lines": [{"sku": sku, "quantity": "1"}]}),
        Kind::SupplierReturn => json!({"ofMovementId": about.receipt, "lines": [{"sku": sku, "quantity": "1"}]}),
        Kind::Revaluation | Kind::WriteDown => {
            json!({"offsetAccountCode": about.expense, "lines": [{"sku": sku, "amount": "1.00"}]})
        }
        Kind::Assembly | Kind::Disassembly => {
            let (from, to) = if kind == Kind::Assembly { (sku, about.made) } else { (about.made, sku) };
            json!({"lines": [
                {"sku": from, "quantity": "1", "role": "component"}, {"sku": to, "quantity": "1", "role": "output"},
            ]})
        }
        Kind::CostingChange => {
            json!({"lines": [{"sku": sku, "costingMethod": "standard", "standardCost": "2.50"}]})
        }
        Kind::StandardCostChange => json!({"lines": [{"sku": sku, "standardCost": "3.00"}]}),
        Kind::CountAdjustment | Kind::Reclassification => return None,
    };
    body["kind"] = json!(kind.name());
    if kind.has_place() {
        body["warehouseCode"] = json!(about.warehouse);
    }
    Some(body)
}
