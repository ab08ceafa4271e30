//! A bookkeeper's errands in the warehouses that all share: goods come, leave, come late before what left, move on in
//! two steps, and issues are taken back.

use serde_json::{Value, json};

use super::bookkeeper::{Bookkeeper, Ended, read};
use super::errand::Errand;

const MOVEMENTS: &str = "/inventory/movements";

impl Bookkeeper {
    /// An item of its own, through all that can happen to it.
    pub(super) async fn move_goods(&mut self) -> Result<(), Ended> {
        self.open_warehouses().await?;
        let sku = self.key("item");
        let item = Errand::post("/inventory/items", json!({"sku": sku, "name": "Apple"}));
        self.send(item.shown("/inventory/items/{id}", "/sku", &sku)).await?;
        let line = |quantity: &str| json!({"sku": sku, "quantity": quantity});
        let costing = |quantity: &str, cost: &str| json!({"sku": sku, "quantity": quantity, "totalCost": cost});
        let received = self.movement("receipt", "2010-02-02", costing("10", "25.00"));
        self.send(received).await?;
        let issued = self.movement("issue", "2010-02-05", line("4"));
        let issue = self.send(issued).await?;
        let late = self.movement("receipt", "2010-01-20", costing("3", "10.00"));
        self.send(late).await?;
        let mut sent = self.movement("transfer", "2010-02-06", line("5"));
        sent.body["toWarehouseCode"] = json!("SHOP");
        sent.body["mode"] = json!("twoStep");
        let transfer = self.send(sent).await?;
        let came = Errand::post(format!("{MOVEMENTS}/{transfer}/receive"), json!({"occurredAt": "2010-02-07"}));
        self.send(came.shown("/inventory/movements/{id}", "/ofMovementId", &transfer)).await?;
        let path = format!("{MOVEMENTS}/{issue}");
        let voided = Errand::step(format!("{path}/void"), json!({"reason": "it was never sent"}));
        self.send(voided.shown(&path, "/status", "voided")).await.map(drop)
    }

    /// The rows that goods need, created by the first bookkeeper: the keys are the same for all.
    async fn open_warehouses(&mut self) -> Result<(), Ended> {
        let account = |key: &str, code: &str, body: Value| {
            Errand::post("/accounting/accounts", body).shared(key).shown("/accounting/accounts/{id}", "/code", code)
        };
        let received =
            json!({"code": "2150", "name": "Received", "type": "liability", "subtype": "goodsReceivedNotInvoiced"});
        self.send(account("received", "2150", received)).await?;
        let transit = json!({"code": "1290", "name": "In transit", "type": "asset", "controlFor": "stock"});
        let transit = self.send(account("transit", "1290", transit)).await?;
        for code in ["MAIN", "SHOP"] {
            let warehouse = Errand::post("/warehouses", json!({"code": code, "name": code}));
            self.send(warehouse.shared(&format!("warehouse-{code}")).shown("/warehouses/{id}", "/code", code)).await?;
        }
        let accounts = read(&self.caller, "/accounting/accounts?limit=200").await?;
        let id = |code: &str| accounts.iter().find(|one| one["code"] == code).map(|one| one["id"].clone());
        let settings = json!({
            "valuationAccountId": id("1200"), "cogsAccountId": id("5000"), "adjustmentAccountId": id("5000"),
            "inTransitAccountId": transit,
        });
        let set = Errand::put("/organization", settings).shared("settings");
        self.send(set.shown("/organization", "/inTransitAccountId", &transit)).await.map(drop)
    }

    /// A posted movement of one line that its external id finds.
    fn movement(&self, kind: &str, day: &str, line: Value) -> Errand {
        let external = self.key(kind);
        let body = json!({
            "kind": kind, "occurredAt": day, "warehouseCode": "MAIN", "externalId": external, "lines": [line],
        });
        let found = format!("{MOVEMENTS}?externalId={external}");
        Errand::post(MOVEMENTS, body).listed(&found, ("externalId", &external), ("/id", "{id}"))
    }
}
