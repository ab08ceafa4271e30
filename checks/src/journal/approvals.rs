//! A bookkeeper's errands with documents that wait for somebody else: drafts of entries and of movements, edited,
//! deleted, submitted, taken back, rejected, approved, and posted.

use serde_json::{Value, json};

use super::bookkeeper::{Bookkeeper, Ended};
use super::company::Company;
use super::errand::Errand;
use crate::entry;

const ENTRIES: &str = "/accounting/journal-entries";
const MOVEMENTS: &str = "/inventory/movements";

impl Bookkeeper {
    /// Drafts of entries, a policy that holds them, and entries that reverse themselves.
    pub(super) async fn approve(&mut self) -> Result<(), Ended> {
        let company = self.found().await?;
        let by = &company.admin;
        let sale = entry(&company.journal, "10.00").draft().json();
        self.pass_drafts(&company, ENTRIES, "journalEntry", &sale, json!({"description": "Read again"})).await?;
        let policy = json!({"name": "Large", "minAmount": "100.00"});
        let policy = Errand::post("/accounting/approval-policies", policy).event("approvalPolicy.created", "{id}");
        self.send_as(by, policy).await?;
        let large = entry(&company.journal, "250.00").draft().json();
        self.ask_for_approval(&company, ENTRIES, "journalEntry", large).await?;

        let accrual = entry(&company.journal, "9.00").on("2010-01-31").with("autoReverseOn", "2010-02-01").json();
        let accrual = self.send_as(by, Errand::post(ENTRIES, accrual).event("journalEntry.posted", "{id}")).await?;
        let run = Errand::post("/accounting/auto-reversals/run", json!({"asOf": "2010-02-05"})).answered();
        // The service's own job may have come before it: it is reversed once, by either.
        self.send_as(by, run.event("journalEntry.reversed", &accrual)).await?;
        let sale = entry(&company.journal, "1.00").json();
        let sale = self.send_as(by, Errand::post(ENTRIES, sale).event("journalEntry.posted", "{id}")).await?;
        let voided = Errand::step(format!("{ENTRIES}/{sale}/void"), json!({"reason": "entered twice"}));
        self.send_as(by, voided.event("journalEntry.voided", &sale)).await?;
        self.change_controls(&company).await
    }

    /// Changes of policies that take two: approved, rejected, and taken back.
    async fn change_controls(&mut self, company: &Company) -> Result<(), Ended> {
        let (by, other) = (&company.admin, &company.other);
        let on = Errand::put("/organization", json!({"controlChanges": "secondPerson"}));
        self.send_as(by, on.shown("/organization", "/controlChanges", "secondPerson")).await?;
        for (step, who, body, told) in [
            ("approve", other, Value::Null, "approved"),
            ("reject", other, json!({"reason": "not needed"}), "rejected"),
            ("withdraw", by, Value::Null, "withdrawn"),
        ] {
            let policy = json!({"name": format!("To {step}"), "minAmount": "100000.00"});
            let change = self.send_as(by, Errand::post("/accounting/approval-policies", policy).proposed()).await?;
            let decided = Errand::step(format!("/control-changes/{change}/{step}"), body);
            self.send_as(who, decided.event(format!("controlChange.{told}"), &change)).await?;
        }
        Ok(())
    }

    /// Movements that change the value of goods, drafts of movements, and a policy that holds them.
    pub(super) async fn approve_goods(&mut self) -> Result<(), Ended> {
        let company = self.found_with_goods().await?;
        let by = &company.admin;
        self.move_by_kind(&company, |kind| !kind.moves_goods()).await?;
        let line = |quantity: &str, cost: &str| json!([{"sku": "APPLE", "quantity": quantity, "totalCost": cost}]);
        let receipt =
            |lines: Value| json!({"kind": "receipt", "status": "draft", "warehouseCode": "MAIN", "lines": lines});
        let small = receipt(line("1", "2.00"));
        self.pass_drafts(&company, MOVEMENTS, "movement", &small, json!({"description": "Read again"})).await?;
        let unpriced = receipt(json!([{"sku": "APPLE", "quantity": "1"}]));
        let unpriced = self.send_as(by, Errand::post(MOVEMENTS, unpriced).event("movement.drafted", "{id}")).await?;
        let costs = json!({"lines": [{"lineNumber": 1, "totalCost": "2.00"}]});
        let costs = Errand::put(format!("{MOVEMENTS}/{unpriced}/costs"), costs).event("movement.edited", &unpriced);
        self.send_as(by, costs).await?;
        let policy = json!({"name": "Large", "minAmount": "100.00", "appliesTo": "movements"});
        let policy = Errand::post("/accounting/approval-policies", policy).event("approvalPolicy.created", "{id}");
        self.send_as(by, policy).await?;
        self.ask_for_approval(&company, MOVEMENTS, "movement", receipt(line("50", "250.00"))).await
    }

    /// Drafts that are changed, deleted and posted, alone and in a batch.
    async fn pass_drafts(
        &mut self,
        company: &Company,
        path: &str,
        noun: &str,
        draft: &Value,
        change: Value,
    ) -> Result<(), Ended> {
        let by = &company.admin;
        let event = |what: &str| format!("{noun}.{what}");
        let drafted = || Errand::post(path, draft.clone()).event(event("drafted"), "{id}");
        let one = self.send_as(by, drafted()).await?;
        let changed = Errand::put(format!("{path}/{one}"), change).event(event("edited"), &one);
        self.send_as(by, changed).await?;
        let posted = Errand::step(format!("{path}/{one}/post"), Value::Null).event(event("posted"), &one);
        self.send_as(by, posted).await?;
        let one = self.send_as(by, drafted()).await?;
        self.send_as(by, Errand::delete(format!("{path}/{one}")).event(event("deleted"), &one)).await?;
        let one = self.send_as(by, drafted()).await?;
        let acted =
            Errand::post(format!("{path}/actions"), json!({"action": "post", "items": [{"id": one}]})).answered();
        self.send_as(by, acted.shown(&format!("{path}/{one}"), "/status", "posted")).await?;
        let mut kept = draft.clone();
        kept["externalId"] = json!(self.key("batch"));
        let found = format!("{path}?externalId={}", self.key("batch"));
        let batch = Errand::post(format!("{path}/batch"), json!({"items": [kept]})).answered();
        let external = self.key("batch");
        self.send_as(by, batch.listed(&found, ("externalId", &external), ("/status", "draft"))).await.map(drop)
    }

    /// A draft that is taken back, rejected and at last approved, which posts it.
    async fn ask_for_approval(&mut self, company: &Company, path: &str, noun: &str, draft: Value) -> Result<(), Ended> {
        let (by, other) = (&company.admin, &company.other);
        let event = |what: &str| format!("{noun}.{what}");
        let drafted = |draft: &Value| Errand::post(path, draft.clone()).event(event("drafted"), "{id}");
        let submitted =
            |one: &str| Errand::step(format!("{path}/{one}/submit"), Value::Null).event(event("submitted"), one);
        for (step, body) in [("withdraw", Value::Null), ("reject", json!({"reason": "no receipt"}))] {
            let one = self.send_as(by, drafted(&draft)).await?;
            self.send_as(by, submitted(&one)).await?;
            let (who, told) = if step == "reject" { (other, "rejected") } else { (by, "withdrawn") };
            let back = Errand::step(format!("{path}/{one}/{step}"), body).event(event(told), &one);
            self.send_as(who, back).await?;
        }
        let one = self.send_as(by, drafted(&draft)).await?;
        self.send_as(by, submitted(&one)).await?;
        let approved = Errand::step(format!("{path}/{one}/approve"), Value::Null).event(event("posted"), &one);
        self.send_as(other, approved).await.map(drop)
    }
}
