//! A company of the bookkeeper's own, so that its periods close and its policies hold for nobody else.

use serde_json::{Value, json};

use super::bookkeeper::{Bookkeeper, Ended, read};
use super::errand::Errand;
use crate::Caller;

/// The first accounts of a small company.
fn chart() -> Value {
    json!({"accounts": [
        {"code": "1000", "name": "Cash", "type": "asset", "subtype": "cash"},
        {"code": "1100", "name": "Receivables", "type": "asset", "controlFor": "receivable"},
        {"code": "1200", "name": "Stock", "type": "asset", "controlFor": "stock"},
        {"code": "1210", "name": "Stock of the shop", "type": "asset", "controlFor": "stock"},
        {"code": "1280", "name": "Allowance", "type": "asset", "subtype": "stockAllowance"},
        {"code": "1290", "name": "Goods in transit", "type": "asset", "controlFor": "stock"},
        {"code": "1400", "name": "Returns", "type": "asset", "subtype": "supplierReturns"},
        {"code": "2100", "name": "Payables", "type": "liability", "subtype": "payable", "controlFor": "payable"},
        {"code": "2150", "name": "Received", "type": "liability", "subtype": "goodsReceivedNotInvoiced"},
        {"code": "2160", "name": "Freight", "type": "liability", "subtype": "landedCostClearing"},
        {"code": "3100", "name": "Retained earnings", "type": "equity", "subtype": "retainedEarnings"},
        {"code": "3900", "name": "Opening balances", "type": "equity", "subtype": "openingBalance"},
        {"code": "4000", "name": "Sales", "type": "revenue"},
        {"code": "5000", "name": "Cost of goods sold", "type": "expense"},
        {"code": "5900", "name": "Variance", "type": "expense", "subtype": "costVariance"},
    ]})
}

/// Books with two people in them: a bookkeeper, and an approver.
pub(super) struct Company {
    /// Its administrator.
    pub admin: Caller,
    /// The other one, an administrator, too.
    pub other: Caller,
    /// A journal.
    pub journal: String,
    /// The fiscal year 2010.
    pub year: String,
}

impl Bookkeeper {
    /// Founds one: a chart, a journal, the year 2010.
    pub(super) async fn found(&mut self) -> Result<Company, Ended> {
        let year = json!({"name": "2010", "startDate": "2010-01-01", "adjustmentPeriod": true});
        self.found_with(year).await
    }

    async fn found_with(&mut self, year: Value) -> Result<Company, Ended> {
        let name = self.key("company");
        let body = json!({"name": name, "baseCurrency": "GBP", "timezone": "Europe/London"});
        let founded = Errand::post("/organizations", body);
        let founded = founded.listed("/organizations?limit=200", ("name", &name), ("/id", "{id}"));
        let organization = self.send(founded).await?;
        let admin = self.caller.with_token(Some(self.prepared.token_of(&self.prepared.admin_id, &organization)));
        let chart = Errand::post("/accounting/chart", chart()).answered();
        self.send_as(&admin, chart.event("chart.imported", &organization)).await?;
        let journal = json!({"code": "GJ", "name": "General", "type": "general"});
        let journal = Errand::post("/accounting/journals", journal).event("journal.created", "{id}");
        let journal = self.send_as(&admin, journal).await?;
        let year = Errand::post("/accounting/fiscal-years", year).event("fiscalYear.created", "{id}");
        let year = self.send_as(&admin, year).await?;
        let username = self.key("user");
        let (chosen, own) = ("correct horse battery", "five slow barges");
        let body = json!({"username": username, "password": chosen, "roles": ["admin"]});
        let user = self.send_as(&admin, Errand::post("/users", body).event("membership.changed", "{id}")).await?;
        let other = || self.caller.with_token(Some(self.prepared.token_of(&user, &organization)));
        let change = json!({"currentPassword": chosen, "newPassword": own});
        let changed = other().post("/auth/password", &change).try_send().await.ok_or(Ended::Gone)?;
        if changed.status == 503 {
            return Err(Ended::Unknown);
        }
        changed.expect(204);
        // Tokens from before the change have ended.
        let other = other();
        Ok(Company { admin, other, journal, year })
    }

    /// Founds one with goods, in a year that has today in it, as counts post their differences as of now: settings, two
    /// warehouses, and ten apples for 25.00 in the first of them.
    pub(super) async fn found_with_goods(&mut self) -> Result<Company, Ended> {
        let this = jiff::Zoned::now().year();
        // Longer than a year, so that no test ends where this one does.
        let (start, end) = (format!("{this}-01-01"), format!("{}-06-30", this + 1));
        let company = self.found_with(json!({"name": "Now", "startDate": start, "endDate": end})).await?;
        let accounts = read(&company.admin, "/accounting/accounts?limit=200").await?;
        let id = |code: &str| accounts.iter().find(|one| one["code"] == code).map(|one| one["id"].clone());
        let settings = json!({
            "valuationAccountId": id("1200"), "cogsAccountId": id("5000"), "adjustmentAccountId": id("5000"),
            "scrapAccountId": id("5000"), "inTransitAccountId": id("1290"),
        });
        let admin = company.admin.clone();
        let set = Errand::put("/organization", settings).shown("/organization", "/baseCurrency", "GBP");
        self.send_as(&admin, set).await?;
        for code in ["MAIN", "SHOP"] {
            let warehouse = Errand::post("/warehouses", json!({"code": code, "name": code}));
            self.send_as(&admin, warehouse.event("warehouse.created", "{id}")).await?;
        }
        let item = Errand::post("/inventory/items", json!({"sku": "APPLE", "name": "Apple"}));
        self.send_as(&admin, item.event("item.created", "{id}")).await?;
        let receipt = json!({
            "kind": "receipt", "warehouseCode": "MAIN",
            "lines": [{"sku": "APPLE", "quantity": "10", "totalCost": "25.00"}],
        });
        let receipt = Errand::post("/inventory/movements", receipt).event("movement.posted", "{id}");
        self.send_as(&admin, receipt).await?;
        Ok(company)
    }
}
