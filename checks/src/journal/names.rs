//! A bookkeeper's errands with named rows: made, changed and deleted, in the ledger, in the warehouse, and among
//! members.

use serde_json::{Value, json};

use super::bookkeeper::{Bookkeeper, Ended};
use super::errand::Errand;
use crate::Caller;

impl Bookkeeper {
    /// Everything of the ledger that has a name.
    pub(super) async fn name_accounts(&mut self) -> Result<(), Ended> {
        let company = self.found().await?;
        let by = &company.admin;
        let account = json!({"code": "6000", "name": "Rent", "type": "expense"});
        self.pass(by, "/accounting/accounts", "account", account, json!({"name": "Rents"})).await?;
        // Named by its code, and not by an id.
        let points = json!({"code": "PTS", "name": "Points", "decimals": 0});
        let points = Errand::post("/accounting/currencies", points).event("currency.created", "PTS");
        self.send_as(by, points).await?;
        let path = "/accounting/currencies/PTS";
        let changed = Errand::put(path, json!({"name": "Bonus points"})).event("currency.updated", "PTS");
        self.send_as(by, changed).await?;
        self.send_as(by, Errand::delete(path).event("currency.deleted", "PTS")).await?;
        let section = json!({"key": "all", "title": "All", "side": "debit"});
        let sheet = json!({"name": "Sheet", "kind": "balanceSheet", "sections": [section]});
        self.pass(by, "/accounting/statement-mappings", "statementMapping", sheet, json!({"name": "Bank"})).await?;
        let policy = json!({"name": "Large", "minAmount": "1000.00"});
        self.pass(by, "/accounting/approval-policies", "approvalPolicy", policy, json!({"isActive": false})).await?;
        let rent = json!({
            "name": "Rent", "rule": "FREQ=YEARLY;COUNT=3", "startDate": "2090-01-01", "journalId": company.journal,
            "lines": [{"accountCode": "1000", "debit": "1.00"}, {"accountCode": "4000", "credit": "1.00"}],
        });
        self.pass(by, "/accounting/recurring-entries", "recurringEntry", rent, json!({"name": "Rents"})).await?;

        let template = json!({"name": "Rent", "lines": [{"accountCode": "1000"}, {"accountCode": "4000"}]});
        self.pass(by, "/accounting/entry-templates", "entryTemplate", template, json!({"name": "Rents"})).await?;

        let dimension = json!({"code": "dept", "name": "Department"});
        let dimension = Errand::post("/accounting/dimensions", dimension).event("dimension.created", "{id}");
        let values = format!("/accounting/dimensions/{}/values", self.send_as(by, dimension).await?);
        let value = json!({"code": "D10", "name": "Shop"});
        self.pass(by, &values, "dimensionValue", value, json!({"activeTo": "2010-06-30"})).await?;
        let dimension = json!({"code": "site", "name": "Site"});
        self.pass(by, "/accounting/dimensions", "dimension", dimension, json!({"name": "Place"})).await?;

        let party = json!({"name": "Ada", "externalId": self.key("party")});
        let ada = self.change(by, "/accounting/parties", "party", party, json!({"name": "Ada Lovelace"})).await?;
        let twin = Errand::post("/accounting/parties", json!({"name": "A. Lovelace"})).event("party.created", "{id}");
        let twin = self.send_as(by, twin).await?;
        let same = json!({"into": ada, "reason": "the same customer"});
        let merged = Errand::step(format!("/accounting/parties/{twin}/merge"), same).event("party.merged", &twin);
        self.send_as(by, merged).await?;
        let never = json!({"name": "Nobody"});
        self.pass(by, "/accounting/parties", "party", never, json!({"name": "Still nobody"})).await?;
        let journal = json!({"code": "SJ", "name": "Sales", "type": "sales"});
        self.change(by, "/accounting/journals", "journal", journal, json!({"name": "Invoices"})).await.map(drop)
    }

    /// Everything of the warehouse that has a name.
    pub(super) async fn name_goods(&mut self) -> Result<(), Ended> {
        let company = self.found().await?;
        let by = &company.admin;
        let category = json!({"code": "gifts", "name": "Gifts"});
        self.pass(by, "/inventory/item-categories", "itemCategory", category, json!({"name": "Presents"})).await?;
        let pear = json!({"sku": "PEAR", "name": "Pear"});
        self.pass(by, "/inventory/items", "item", pear, json!({"name": "Green pear"})).await?;
        let rows = json!({"items": [{"sku": "A", "name": "Apple"}, {"sku": "B", "name": "Banana"}]});
        let imported = Errand::post("/inventory/items/import", rows).answered();
        self.send_as(by, imported.listed("/inventory/items?q=Banana", ("sku", "B"), ("/name", "Banana"))).await?;
        let broken = json!({"code": "BROKEN", "name": "Broken"});
        self.pass(by, "/inventory/reason-codes", "reasonCode", broken, json!({"name": "In pieces"})).await?;

        let tracked = |sku: &str, tracking: &str| {
            let item = json!({"sku": sku, "name": "Milk", "tracking": tracking});
            Errand::post("/inventory/items", item).event("item.created", "{id}")
        };
        let by_lot = self.send_as(by, tracked("MILK", "lot")).await?;
        let lot = json!({"itemId": by_lot, "number": "L-1"});
        self.pass(by, "/inventory/lots", "lot", lot, json!({"expiresOn": "2011-06-30"})).await?;
        let by_piece = self.send_as(by, tracked("CHURN", "serial")).await?;
        let serial = json!({"itemId": by_piece, "number": "S-1"});
        self.pass(by, "/inventory/serials", "serial", serial, json!({"attributes": {"colour": "red"}})).await?;

        let first = Errand::post("/warehouses", json!({"code": "MAIN", "name": "Main"}));
        let first = self.send_as(by, first.event("warehouse.created", "{id}")).await?;
        let places = format!("/warehouses/{first}/locations");
        self.pass(by, &places, "location", json!({"code": "A-1"}), json!({"name": "By the door"})).await?;
        let second = json!({"code": "SHOP", "name": "Shop"});
        self.pass(by, "/warehouses", "warehouse", second, json!({"name": "The shop"})).await
    }

    /// Members, and the name of the organization.
    pub(super) async fn let_in(&mut self) -> Result<(), Ended> {
        let company = self.found().await?;
        let by = &company.admin;
        let role = json!({"name": "reader", "permissions": ["accounts:read"]});
        self.pass(by, "/roles", "role", role, json!({"permissions": ["accounts:read", "journals:read"]})).await?;
        let robot = Errand::post("/service-accounts", json!({"name": "Robot", "roles": ["clerk"]}));
        let robot = self.send_as(by, robot.shown("/service-accounts/{id}", "/name", "Robot")).await?;
        let path = format!("/service-accounts/{robot}");
        let changed = Errand::put(path.as_str(), json!({"roles": ["accountant"]}));
        self.send_as(by, changed.shown(&path, "/roles/0", "accountant")).await?;
        let rotated = Errand::post(format!("{path}/rotate-secret"), json!({})).answered();
        self.send_as(by, rotated.shown(&path, "/name", "Robot")).await?;
        let user = json!({"username": self.key("user"), "password": "correct horse battery", "roles": ["clerk"]});
        let user = self.send_as(by, Errand::post("/users", user).shown("/users/{id}", "/id", "{id}")).await?;
        let path = format!("/users/{user}");
        let changed = Errand::put(path.as_str(), json!({"displayName": "Grace Hopper"}));
        self.send_as(by, changed.shown(&path, "/displayName", "Grace Hopper")).await?;
        let renamed = Errand::put("/organization", json!({"timezone": "Asia/Tokyo"}));
        self.send_as(by, renamed.shown("/organization", "/timezone", "Asia/Tokyo")).await.map(drop)
    }

    /// Makes one, changes it and deletes it.
    async fn pass(&mut self, by: &Caller, path: &str, noun: &str, new: Value, change: Value) -> Result<(), Ended> {
        let one = self.change(by, path, noun, new, change).await?;
        let deleted = Errand::delete(format!("{path}/{one}")).event(format!("{noun}.deleted"), &one);
        self.send_as(by, deleted).await.map(drop)
    }

    /// Makes one and changes it. Returns its id.
    async fn change(
        &mut self,
        by: &Caller,
        path: &str,
        noun: &str,
        new: Value,
        change: Value,
    ) -> Result<String, Ended> {
        let one = self.send_as(by, Errand::post(path, new).event(format!("{noun}.created"), "{id}")).await?;
        let changed = Errand::put(format!("{path}/{one}"), change).event(format!("{noun}.updated"), &one);
        self.send_as(by, changed).await?;
        Ok(one)
    }
}
