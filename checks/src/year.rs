//! A year of a trading company, month by month over the API: the books that outside programs judge, and that are moved
//! and brought in again. One function per kind of business; a month is a list of them.

mod foreign;

use serde_json::{Value, json};

use self::foreign::Foreign;
use crate::{Caller, TestServer};

const ENTRIES: &str = "/accounting/journal-entries";
const PERIODS: &str = "/accounting/periods";

/// Code, name, type, subtype, group above; empty for none.
type ChartRow = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// Accounts beyond those of every test.
const CHART: &[ChartRow] = &[
    ("1", "Assets", "asset", "", ""),
    ("1010", "Bank; main: current  account", "asset", "bank", "1"),
    ("1500", "Équipement, net (50 %)", "asset", "fixedAsset", "1"),
    ("2100", "Accruals", "liability", "", ""),
    ("3100", "Retained earnings", "equity", "retainedEarnings", ""),
    ("4100", "Returns & allowances", "revenue", "", ""),
    ("6000", "Rent", "expense", "", ""),
    ("6100", "Services \"received\"", "expense", "", ""),
];

/// The books of a year while they are kept.
pub struct Year<'a> {
    app: &'a TestServer,
    admin: Caller,
    /// The entry that July corrects.
    april_sale: Option<String>,
    foreign: Foreign,
}

impl<'a> Year<'a> {
    /// Chart, dimension and next year, and the opening balances.
    pub async fn open(app: &'a TestServer) -> Year<'a> {
        let admin = app.as_role("admin");
        let accounts: Vec<Value> = CHART
            .iter()
            .chain(foreign::CHART)
            .map(|(code, name, kind, subtype, parent)| {
                let mut account = json!({"code": code, "name": name, "type": kind, "isGroup": *code == "1"});
                if !subtype.is_empty() {
                    account["subtype"] = json!(subtype);
                }
                if !parent.is_empty() {
                    account["parentCode"] = json!(parent);
                }
                if *code == foreign::DOLLARS {
                    account["currency"] = json!("USD");
                }
                account
            })
            .collect();
        admin.post("/accounting/chart", &json!({"accounts": accounts})).await.expect(200);
        let next = json!({"name": "2011", "startDate": "2011-01-01", "adjustmentPeriod": true});
        admin.post("/accounting/fiscal-years", &next).await.expect(201);
        let dimension = json!({"code": "costCenter", "name": "Cost centre"});
        let dimension = admin.post("/accounting/dimensions", &dimension).await.expect(201).id();
        for code in ["D10", "D, 20: north"] {
            let value = json!({"code": code, "name": code});
            admin.post(&format!("/accounting/dimensions/{dimension}/values"), &value).await.expect(201);
        }
        admin.put("/organization", &json!({"writeOffTolerance": "1.00"})).await.expect(204);
        let year = Self { app, admin, april_sale: None, foreign: Foreign::default() };
        let opening = [("1010", "25000.00", ""), ("1500", "4800.50", ""), ("3000", "", "29800.50")];
        let entry = app.sale("1.00").on("2010-01-01").with("entryType", "opening").lines(&opening);
        year.admin.post_entry(&entry.with("description", "Opening balances; carried | over")).await;
        year
    }

    /// A month's business, and the month before closed. January is 1.
    pub async fn month(&mut self, month: u8) {
        self.trade(month).await;
        self.trade_abroad(month).await;
        match month {
            3 => self.void_of_the_same_month(month).await,
            4 => self.april_sale = Some(self.wrong_sale(month).await),
            5 => self.reversal_of_the_same_month(month).await,
            7 => self.correction_into_a_closed_month().await,
            12 => self.depreciation_in_the_adjustment_period().await,
            _ => {}
        }
        self.accrual(month).await;
        if month > 1 {
            self.close(month - 1).await;
        }
        self.revalue(month).await;
    }

    /// The last month and the adjustments closed, the result moved into equity, and the first sale of the next year.
    pub async fn end(&mut self) {
        self.close(12).await;
        self.admin.post(&format!("{PERIODS}/{}/close", self.app.books.adjustment), &json!({})).await.expect(204);
        let close = format!("/accounting/fiscal-years/{}/close", self.app.books.year);
        self.admin.post(&close, &json!({"reason": "the year is over"})).await.expect(204);
        self.trade(13).await;
        self.trade_abroad(13).await;
        self.revalue(13).await;
    }

    /// The last day of a month; the thirteenth is January of the next year.
    #[must_use]
    pub fn last_day(month: u8) -> String {
        let day = if month == 13 {
            jiff::civil::date(2011, 1, 1)
        } else {
            jiff::civil::date(2010, i8::try_from(month).unwrap_or(1), 1)
        };
        day.last_of_month().to_string()
    }

    fn day(month: u8, day: u8) -> String {
        if month == 13 { format!("2011-01-{day:02}") } else { format!("2010-{month:02}-{day:02}") }
    }

    /// Invoices of two customers and a supplier, their payments, and rent.
    async fn trade(&self, month: u8) {
        let cents = u32::from(month) * 37 % 100;
        let invoice = format!("{}.{cents:02}", 900 + u32::from(month) * 111);
        let purchase = format!("{}.{:02}", 300 + u32::from(month) * 53, (cents + 51) % 100);
        let value = if month.is_multiple_of(2) { "D10" } else { "D, 20: north" };
        let customer = if month.is_multiple_of(3) { "Müller; & Söhne | \"Nord\"" } else { "Ada" };
        let sale = json!([
            {"accountCode": "1100", "debit": invoice, "partyName": customer, "dueDate": Self::day(month, 28), "description": "net, 14 days: [x]"},
            {"accountCode": "4000", "credit": invoice, "dimensions": {"costCenter": value}},
        ]);
        let bought = json!([
            {"accountCode": "5000", "debit": purchase, "dimensions": {"costCenter": "D10"}},
            {"accountCode": "2000", "credit": purchase, "partyName": "Supplies Ltd"},
        ]);
        let received = json!([
            {"accountCode": "1010", "debit": "500.25"},
            {"accountCode": "1100", "credit": "500.25", "partyName": customer},
        ]);
        let rent = json!([{"accountCode": "6000", "debit": "850.00"}, {"accountCode": "1010", "credit": "850.00"}]);
        for (day, description, lines) in [
            (5, format!("Invoice {month}; goods\nas ordered"), sale),
            (8, "Purchase (100 % cotton)".to_owned(), bought),
            (20, "Payment received".to_owned(), received),
            (25, "Rent".to_owned(), rent),
        ] {
            let entry = self.app.sale("1.00").on(&Self::day(month, day)).with("lines", lines);
            self.admin
                .post_entry(&entry.with("description", description).with("reference", format!("R-{month}/{day}")))
                .await;
        }
    }

    /// Services that came without their invoice; the first of the next month takes them back.
    async fn accrual(&self, month: u8) {
        let amount = format!("{}.10", 100 + u32::from(month));
        let lines = [("6100", amount.as_str(), ""), ("2100", "", amount.as_str())];
        let next = Self::day(month + 1, 1);
        let entry = self.app.sale("1.00").on(&Self::last_day(month)).lines(&lines);
        self.admin.post_entry(&entry.with("autoReverseOn", next.as_str()).with("description", "Accrual")).await;
        self.admin.post("/accounting/auto-reversals/run", &json!({"asOf": next})).await.expect(200);
    }

    async fn void_of_the_same_month(&self, month: u8) {
        let id = self.admin.post_entry(&self.app.sale("77.77").on(&Self::day(month, 11))).await;
        self.admin
            .post(&format!("{ENTRIES}/{id}/void"), &json!({"reason": "entered twice, by hand: see R-3/5"}))
            .await
            .expect(204);
    }

    async fn wrong_sale(&self, month: u8) -> String {
        self.admin.post_entry(&self.app.sale("640.00").on(&Self::day(month, 14))).await
    }

    async fn reversal_of_the_same_month(&self, month: u8) {
        let id = self.admin.post_entry(&self.app.sale("55.05").on(&Self::day(month, 12))).await;
        let reverse = json!({"date": Self::day(month, 13), "reason": "returned"});
        self.admin.post(&format!("{ENTRIES}/{id}/reverse"), &reverse).await.expect(201);
    }

    /// April is closed: only the difference is posted, in July.
    async fn correction_into_a_closed_month(&self) {
        let Some(id) = &self.april_sale else { return };
        let replacement = json!({"date": "2010-07-09", "description": "Sale of April as it was", "lines": [
            {"accountCode": "1000", "debit": "604.00"}, {"accountCode": "4000", "credit": "604.00"}]});
        let body = json!({"reason": "digits changed places", "replacement": replacement});
        self.admin.post(&format!("{ENTRIES}/{id}/correct"), &body).await.expect(201);
    }

    async fn depreciation_in_the_adjustment_period(&self) {
        let lines = [("6100", "480.05", ""), ("1500", "", "480.05")];
        let entry = self.app.sale("1.00").on("2010-12-31").with("entryType", "adjusting").lines(&lines);
        self.admin
            .post_entry(&entry.with("periodId", self.app.books.adjustment.as_str()).with("description", "Depreciation"))
            .await;
    }

    /// Late rates are revalued first.
    async fn close(&self, month: u8) {
        self.revalue(month).await;
        let period = &self.app.books.periods[usize::from(month) - 1];
        self.admin.post(&format!("{PERIODS}/{period}/close"), &json!({})).await.expect(204);
    }
}
