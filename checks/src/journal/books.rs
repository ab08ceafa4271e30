//! A bookkeeper's errands in the books that all share: matches, reversals, corrections, rates, revaluations, and
//! entries that recur.

use serde_json::{Value, json};

use super::bookkeeper::{Bookkeeper, Ended};
use super::errand::Errand;
use crate::entry;

const ENTRIES: &str = "/accounting/journal-entries";

impl Bookkeeper {
    /// An invoice and its payment, matched, and every other match undone.
    pub(super) async fn settle(&mut self, number: usize) -> Result<(), Ended> {
        let invoice = self.item("debit", "credit");
        let invoice = self.send(invoice).await?;
        let payment = self.item("credit", "debit");
        let payment = self.send(payment).await?;
        let line = |entry: &str| json!({"entryId": entry, "lineNumber": 1});
        let lines = json!({"lines": [line(&invoice), line(&payment)]});
        let found = format!("/accounting/matches?entryId={invoice}&source=manual");
        let made = Errand::post("/accounting/matches", lines).listed(&found, ("source", "manual"), ("/id", "{id}"));
        let made = self.send(made).await?;
        if number.is_multiple_of(2) {
            let path = format!("/accounting/matches/{made}");
            let undone = Errand::step(format!("{path}/unmatch"), json!({"reason": "it paid another invoice"}));
            self.send(undone.shown(&path, "/status", "undone")).await?;
        }
        Ok(())
    }

    pub(super) async fn reverse(&mut self) -> Result<(), Ended> {
        let sale = self.sale();
        let path = format!("{ENTRIES}/{}", self.send(sale).await?);
        let body = json!({"date": "2010-12-31", "reason": "the customer returned the goods"});
        let reversal = Errand::post(format!("{path}/reverse"), body).shown(&path, "/reversedByEntryId", "{id}");
        self.send(reversal).await.map(drop)
    }

    pub(super) async fn correct(&mut self) -> Result<(), Ended> {
        let sale = self.sale();
        let path = format!("{ENTRIES}/{}", self.send(sale).await?);
        let lines = json!([{"accountCode": "1000", "debit": "13.00"}, {"accountCode": "4000", "credit": "13.00"}]);
        // With an id of its own, so that the sale is found alone.
        let replacement = json!({"externalId": self.key("correct"), "lines": lines});
        let body = json!({"reason": "misread", "replacement": replacement});
        let correction = Errand::post(format!("{path}/correct"), body).shown(&path, "/correctedByEntryId", "{id}");
        self.send(correction).await.map(drop)
    }

    /// Rates, an invoice in foreign currency, and its value at the end of the month.
    pub(super) async fn revalue(&mut self) -> Result<(), Ended> {
        let gains = json!({"code": "7000", "name": "Exchange differences", "type": "expense", "subtype": "fxGainLoss"});
        // The same key for all: one of them makes it.
        let gains = Errand::post("/accounting/accounts", gains).shared("gains");
        self.send(gains.shown("/accounting/accounts/{id}", "/code", "7000")).await?;
        // A figure and a day of its own, so that the rate is recorded, and found among few.
        let own = self.key("rate").bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31) ^ u32::from(byte));
        let place = own % 2_500;
        let day = format!("20{:02}-{:02}-{:02}", place % 8, 1 + place / 8 % 12, 1 + place / 96);
        let rate = |source: &str, day: &str| {
            let told = format!("0.9{own:010}");
            json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": told, "validFrom": day, "source": source})
        };
        let of_day = format!("/accounting/exchange-rates?dateFrom={day}&dateTo={day}&limit=200");
        let source = self.key("import");
        let rates = ["2010-01-10", "2010-01-31", &day].map(|day| rate(&source, day));
        let imported = Errand::post("/accounting/exchange-rates/import", json!({"rates": rates})).answered();
        self.send(imported.listed(&of_day, ("source", &source), ("/validFrom", &day))).await?;
        let source = self.key("rate");
        let recorded = Errand::post("/accounting/exchange-rates", rate(&source, &day));
        self.send(recorded.listed(&of_day, ("source", &source), ("/id", "{id}"))).await?;
        let mut invoice = self.item("debit", "credit");
        invoice.body["currency"] = json!("EUR");
        invoice.body["date"] = json!("2010-01-10");
        self.send(invoice).await?;
        let body = json!({"date": "2010-01-31", "journalId": self.prepared.journal});
        let run = Errand::post("/accounting/revaluations", body);
        self.send(run.shown("/accounting/revaluations/{id}", "/date", "2010-01-31")).await.map(drop)
    }

    /// An entry that recurs on days that are far away, of which one is run by hand and one left out.
    pub(super) async fn recur(&mut self) -> Result<(), Ended> {
        let template = self.recurring();
        let path = format!("/accounting/recurring-entries/{}", self.send(template).await?);
        let days = format!("{path}/occurrences");
        let run = Errand::post(format!("{path}/run"), json!({"date": "2090-01-01"}));
        self.send(run.listed(&days, ("date", "2090-01-01"), ("/entryId", "{id}"))).await?;
        let skipped = Errand::step(format!("{path}/skip"), json!({"date": "2091-01-01"}));
        self.send(skipped.listed(&days, ("date", "2091-01-01"), ("/status", "skipped"))).await?;
        let changed = Errand::put(path.as_str(), json!({"description": "Rent of the shop"}));
        self.send(changed.shown(&path, "/description", "Rent of the shop")).await.map(drop)
    }

    fn recurring(&self) -> Errand {
        let name = self.key("recur");
        let body = json!({
            "name": name, "rule": "FREQ=YEARLY;COUNT=3", "startDate": "2090-01-01",
            "journalId": self.prepared.journal, "outcome": "draft",
            "lines": [{"accountCode": "1000", "debit": "1.00"}, {"accountCode": "4000", "credit": "1.00"}],
        });
        let found = format!("/accounting/recurring-entries?q={name}");
        Errand::post("/accounting/recurring-entries", body).listed(&found, ("name", &name), ("/id", "{id}"))
    }

    /// A posted sale that its external id finds.
    fn sale(&self) -> Errand {
        let external = self.key("invoice");
        let body = entry(&self.prepared.journal, "10.00").with("externalId", external.as_str()).json();
        let found = format!("{ENTRIES}?externalId={external}");
        Errand::post(ENTRIES, body).listed(&found, ("externalId", &external), ("/id", "{id}"))
    }

    /// A posted open item.
    fn item(&self, side: &str, other: &str) -> Errand {
        let mut sale = self.sale();
        let lines: Value = json!([
            {"accountCode": "1100", "partyName": "17850", side: "10.00"}, {"accountCode": "1000", other: "10.00"},
        ]);
        sale.body["lines"] = lines;
        sale
    }
}
