//! A bookkeeper's errands in the warehouse: goods come, leave, come late before what left, move on in two steps, and what
//! left is taken back.

use serde_json::{Value, json};

use super::errands::{Bookkeeper, Ended, Errand, Proof};
use crate::Answer;

impl Bookkeeper {
    /// An item of its own, through all that can happen to it.
    pub(super) async fn move_goods(&self, number: usize, errands: &mut Vec<Errand>) -> Result<(), Ended> {
        self.open_warehouses(number, errands).await?;
        let sku = self.key("item", number);
        let item = Errand {
            path: "/inventory/items".to_owned(),
            body: json!({"sku": sku, "name": "Apple"}),
            proof: Proof::of("/inventory/items/{id}", ("/sku", &sku)),
            ..self.errand("item", number)
        };
        self.send(item, errands).await?;
        let line = |quantity: &str| json!({"sku": sku, "quantity": quantity});
        let costing = |quantity: &str, cost: &str| json!({"sku": sku, "quantity": quantity, "totalCost": cost});
        let received = self.movement("receive goods", number, ("receipt", "2010-02-02"), costing("10", "25.00"));
        self.send(received, errands).await?;
        let issued = self.movement("issue goods", number, ("issue", "2010-02-05"), line("4"));
        let issue = self.send(issued, errands).await?;
        let late = self.movement("receive late", number, ("receipt", "2010-01-20"), costing("3", "10.00"));
        self.send(late, errands).await?;
        let mut sent = self.movement("send goods on", number, ("transfer", "2010-02-06"), line("5"));
        sent.body["toWarehouseCode"] = json!("SHOP");
        sent.body["mode"] = json!("twoStep");
        let transfer = self.send(sent, errands).await?;
        let came = Errand {
            path: format!("/inventory/movements/{transfer}/receive"),
            body: json!({"occurredAt": "2010-02-07"}),
            proof: Proof::of("/inventory/movements/{id}", ("/ofMovementId", &transfer)),
            ..self.errand("take goods in", number)
        };
        self.send(came, errands).await?;
        let voided = Errand {
            path: format!("/inventory/movements/{issue}/void"),
            body: json!({"reason": "it was never sent"}),
            status: 204,
            proof: Proof::of(&format!("/inventory/movements/{issue}"), ("/status", "voided")),
            ..self.errand("void goods", number)
        };
        self.send(voided, errands).await.map(drop)
    }

    /// What goods need, made by whoever comes first: the keys are the same for all.
    async fn open_warehouses(&self, number: usize, errands: &mut Vec<Errand>) -> Result<(), Ended> {
        let account = |key: &str, code: &str, body: Value| Errand {
            key: key.to_owned(),
            path: "/accounting/accounts".to_owned(),
            body,
            proof: Proof::of("/accounting/accounts/{id}", ("/code", code)),
            ..self.errand("stock account", number)
        };
        let received =
            json!({"code": "2150", "name": "Received", "type": "liability", "subtype": "goodsReceivedNotInvoiced"});
        self.send(account("received", "2150", received), errands).await?;
        let transit = json!({"code": "1290", "name": "In transit", "type": "asset", "controlFor": "stock"});
        let transit = self.send(account("transit", "1290", transit), errands).await?;
        let warehouse = |code: &str| Errand {
            key: format!("warehouse-{code}"),
            path: "/warehouses".to_owned(),
            body: json!({"code": code, "name": code}),
            proof: Proof::of("/warehouses/{id}", ("/code", code)),
            ..self.errand("warehouse", number)
        };
        for code in ["MAIN", "SHOP"] {
            self.send(warehouse(code), errands).await?;
        }
        let accounts = self.caller.get("/accounting/accounts?limit=200").try_send().await.ok_or(Ended::Gone)?;
        told(&accounts, 200)?;
        let accounts = accounts.data();
        let id = |code: &str| accounts.iter().find(|one| one["code"] == code).map(|one| one["id"].clone());
        let settings = json!({
            "valuationAccountId": id("1200"), "cogsAccountId": id("5000"), "adjustmentAccountId": id("5000"),
            "inTransitAccountId": transit,
        });
        let set = self.caller.put("/organization", &settings).try_send().await.ok_or(Ended::Gone)?;
        told(&set, 204)
    }

    /// A posted movement of one line that its key can be found by.
    fn movement(&self, kind: &'static str, number: usize, (what, day): (&str, &str), line: Value) -> Errand {
        let errand = self.errand(kind, number);
        let body = json!({
            "kind": what, "occurredAt": day, "warehouseCode": "MAIN", "externalId": errand.key, "lines": [line],
        });
        let found = format!("/inventory/movements?externalId={}", errand.key);
        let proof = Proof::of_row(&found, ("externalId", &errand.key), ("/id", "{id}"));
        Errand { path: "/inventory/movements".to_owned(), body, proof, ..errand }
    }
}

/// What is not refused is done, or to be asked again.
fn told(answer: &Answer, status: u16) -> Result<(), Ended> {
    if answer.status == status {
        return Ok(());
    }
    assert_eq!(answer.status, 503, "{}", answer.text());
    Err(Ended::Unknown)
}
