//! A bookkeeper's errands with periods and years: each closes, and opens again.

use domain::value::Date;
use serde_json::{Value, json};

use super::bookkeeper::{Bookkeeper, Ended, read};
use super::errand::Errand;
use crate::entry;

impl Bookkeeper {
    /// A year with a sale in it, closed and opened again.
    pub(super) async fn close(&mut self) -> Result<(), Ended> {
        let company = self.found().await?;
        let by = &company.admin;
        let sale = Errand::post("/accounting/journal-entries", entry(&company.journal, "10.00").json());
        self.send_as(by, sale.event("journalEntry.posted", "{id}")).await?;
        let year = format!("/accounting/fiscal-years/{}", company.year);
        let audit = Errand::post(format!("{year}/periods"), json!({"name": "Audit"}));
        self.send_as(by, audit.event("period.created", "{id}")).await?;
        let periods = read(by, "/accounting/periods?limit=200").await?;
        let mut numbered: Vec<(i64, String)> = periods
            .iter()
            .filter_map(|period| Some((period["number"].as_i64()?, period["id"].as_str()?.to_owned())))
            .collect();
        numbered.sort();
        for (number, id) in &numbered {
            let path = format!("/accounting/periods/{id}");
            if *number == 1 {
                let soft = Errand::step(format!("{path}/soft-close"), Value::Null);
                self.send_as(by, soft.event("period.softClosed", id)).await?;
            }
            let closed = Errand::step(format!("{path}/close"), json!({"reason": "the end of the month"}));
            self.send_as(by, closed.event("period.closed", id)).await?;
        }
        let behind = read(by, "/accounting/fiscal-years?limit=200").await?;
        let last = behind.iter().filter_map(|one| one["endDate"].as_str()).max().unwrap_or_default().to_owned();
        let start = last.parse::<Date>().ok().and_then(|day| day.tomorrow().ok()).unwrap_or(Date::MIN);
        let mistaken = json!({"name": "A mistake", "startDate": start.to_string()});
        let mistaken = Errand::post("/accounting/fiscal-years", mistaken).event("fiscalYear.created", "{id}");
        let mistaken = self.send_as(by, mistaken).await?;
        let gone = Errand::delete(format!("/accounting/fiscal-years/{}", mistaken));
        self.send_as(by, gone.event("fiscalYear.deleted", &mistaken)).await?;
        let reason = json!({"reason": "the end of the year"});
        let closed = Errand::step(format!("{year}/close"), reason.clone());
        self.send_as(by, closed.event("fiscalYear.closed", &company.year)).await?;
        let opened = Errand::step(format!("{year}/reopen"), reason.clone());
        self.send_as(by, opened.event("fiscalYear.reopened", &company.year)).await?;
        let Some((_, last)) = numbered.last() else { return Ok(()) };
        let opened = Errand::step(format!("/accounting/periods/{last}/reopen"), reason);
        self.send_as(by, opened.event("period.reopened", last)).await.map(drop)
    }
}
