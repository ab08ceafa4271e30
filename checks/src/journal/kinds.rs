//! A bookkeeper's errands with movements of every kind, of goods that nothing else touches.

use domain::value::movement_kind::MovementKind;
use serde_json::json;

use super::bookkeeper::{Bookkeeper, Ended};
use super::company::Company;
use super::errand::Errand;
use crate::kinds::{About, of_kind};

impl Bookkeeper {
    /// A movement of each of these kinds that is a document of its own.
    pub(super) async fn move_by_kind(
        &mut self,
        company: &Company,
        is_one: impl Fn(MovementKind) -> bool,
    ) -> Result<(), Ended> {
        let by = &company.admin;
        let goods = json!({"items": [{"sku": "PLUM", "name": "Plum"}, {"sku": "JAM", "name": "Jam"}]});
        let goods = Errand::post("/inventory/items/import", goods).answered();
        self.send_as(by, goods.listed("/inventory/items?q=Plum", ("sku", "PLUM"), ("/name", "Plum"))).await?;
        let nothing = About {
            warehouse: "MAIN",
            other: "SHOP",
            sku: "PLUM",
            made: "JAM",
            expense: "5000",
            receipt: "",
            issue: "",
        };
        let brought = json!({
            "kind": "receipt", "warehouseCode": "MAIN", "partyName": "Orchard",
            "lines": [{"sku": "PLUM", "quantity": "20", "totalCost": "40.00"}],
        });
        self.send_as(by, movement(brought)).await?;
        let mut sources = Vec::new();
        for kind in [MovementKind::Receipt, MovementKind::Issue] {
            let Some(body) = of_kind(kind, &nothing) else { continue };
            sources.push(self.send_as(by, movement(body)).await?);
        }
        let [receipt, issue] = sources.as_slice() else { return Ok(()) };
        let about = About { receipt, issue, ..nothing };
        let rest = |kind: &&MovementKind| !matches!(kind, MovementKind::Receipt | MovementKind::Issue);
        for kind in MovementKind::ALL.iter().filter(rest).filter(|kind| is_one(**kind)) {
            if let Some(body) = of_kind(*kind, &about) {
                self.send_as(by, movement(body)).await?;
            }
        }
        Ok(())
    }
}

fn movement(body: serde_json::Value) -> Errand {
    Errand::post("/inventory/movements", body).event("movement.posted", "{id}")
}
