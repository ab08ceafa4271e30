//! The foreign half of the year: rates, invoices in dollars, yen and euros, their payments, matches with their gains
//! and losses, and revaluations.

use serde_json::{Value, json};

use super::{ChartRow, ENTRIES, Year};

const MATCHES: &str = "/accounting/matches";

/// The bank account that is kept in dollars.
pub(super) const DOLLARS: &str = "1020";

/// The accounts for foreign business.
pub(super) const CHART: &[ChartRow] = &[
    (DOLLARS, "Dollars; at the bank", "asset", "bank", "1"),
    ("6900", "Bank charges", "expense", "", ""),
    ("7000", "Exchange differences", "expense", "fxGainLoss", ""),
    ("7010", "Rounding", "expense", "rounding", ""),
];

/// The rows that later months come back to.
#[derive(Default)]
pub(super) struct Foreign {
    /// Cents on the dollar account.
    dollars: i64,
    /// The match of June, with its invoice and payment.
    june: Option<(String, Value)>,
}

impl Year<'_> {
    /// Invoices in foreign currencies and their payments. The thirteenth month is January of the next year.
    pub(super) async fn trade_abroad(&mut self, month: u8) {
        self.rates(month).await;
        self.sale_in_dollars(month).await;
        match month {
            2 | 5 | 8 | 11 => self.purchase_in_yen(month).await,
            7 => self.invoice_in_euros_that_is_rounded().await,
            9 => self.dollars_exchanged_for_pounds().await,
            10 => self.void_of_an_invoice_in_euros().await,
            _ => {}
        }
        if month == 8 {
            self.june_is_matched_anew().await;
        }
    }

    /// Brings foreign balances to their value at the end of the month.
    pub(super) async fn revalue(&self, month: u8) {
        self.admin.post("/accounting/revaluations", &json!({"date": Self::last_day(month)})).await.expect(201);
    }

    /// Rates of three days of a month, the last one among them.
    async fn rates(&self, month: u8) {
        let last = Self::last_day(month);
        let mut rates = Vec::new();
        for (number, day) in [Self::day(month, 5), Self::day(month, 20), last].into_iter().enumerate() {
            let digits = (usize::from(month) * 137 + number * 311) % 1_000;
            for (currency, rate) in [
                ("USD", format!("0.6{digits:03}")),
                ("EUR", format!("0.8{digits:03}")),
                ("JPY", format!("0.007{digits:03}")),
            ] {
                rates.push(json!({"fromCurrency": currency, "toCurrency": "GBP", "rate": rate, "validFrom": day, "source": "ECB"}));
            }
        }
        self.admin.post("/accounting/exchange-rates/import", &json!({"rates": rates})).await.expect(200);
    }

    /// An invoice in dollars, paid in odd months in part, in March up to a difference that is written off, else in full.
    async fn sale_in_dollars(&mut self, month: u8) {
        let cents = 100_033 + i64::from(month) * 717;
        let paid = match month {
            3 => cents - 50,
            odd if odd % 2 == 1 => 60_000,
            _ => cents,
        };
        let lines = json!([
            {"accountCode": "1100", "debit": decimal(cents), "partyName": "Globex Inc", "dueDate": Self::day(month, 28)},
            {"accountCode": "4000", "credit": decimal(cents), "dimensions": {"costCenter": "D10"}},
        ]);
        let invoice = self.post_abroad(&Self::day(month, 6), "USD", "Invoice to Boston", lines).await;
        let lines = json!([
            {"accountCode": DOLLARS, "debit": decimal(paid)},
            {"accountCode": "1100", "credit": decimal(paid), "partyName": "Globex Inc"},
        ]);
        let payment = self.post_abroad(&Self::day(month, 21), "USD", "Payment from Boston", lines).await;
        self.foreign.dollars += paid;
        let mut body = pair((&invoice, 1), (&payment, 2));
        if month == 3 {
            body["writeOff"] = json!({"accountCode": "6900", "description": "Their bank's charges"});
        }
        let made = self.admin.post(MATCHES, &body).await.expect(201).json();
        assert_eq!(made["writeOffEntryId"].is_string(), month == 3);
        assert!(made["fxEntryId"].is_string(), "the rate was another: {made}");
        if month == 6 {
            self.foreign.june = Some((made["id"].as_str().unwrap_or_default().to_owned(), body));
        }
    }

    /// A purchase in yen, of which a part is paid in pounds at the bank's own rate.
    async fn purchase_in_yen(&self, month: u8) {
        let yen = (120_000 + i64::from(month) * 1_001).to_string();
        let lines = json!([
            {"accountCode": "5000", "debit": yen},
            {"accountCode": "2000", "credit": yen, "partyName": "Tokyo Parts"},
        ]);
        let invoice = self.post_abroad(&Self::day(month, 9), "JPY", "Parts from Tokyo", lines).await;
        let lines = json!([
            {"accountCode": "2000", "debit": "100000", "baseDebit": "745.67", "partyName": "Tokyo Parts"},
            {"accountCode": "1010", "credit": "745.67", "currency": "GBP"},
        ]);
        let payment = self.post_abroad(&Self::day(month, 22), "JPY", "Payment to Tokyo", lines).await;
        self.admin.post(MATCHES, &pair((&payment, 1), (&invoice, 2))).await.expect(201);
    }

    /// Three amounts that come to a penny more one by one than together.
    async fn invoice_in_euros_that_is_rounded(&self) {
        let lines = json!([
            {"accountCode": "5000", "debit": "33.33"},
            {"accountCode": "6100", "debit": "33.33"},
            {"accountCode": "6000", "debit": "33.34"},
            {"accountCode": "2000", "credit": "100.00", "partyName": "Maison Lyon"},
        ]);
        let entry = self.app.sale("1.00").on("2010-07-15").with("currency", "EUR").with("exchangeRate", "0.8583");
        let id = self.admin.post_entry(&entry.with("lines", lines)).await;
        assert_eq!(self.admin.entry(&id).await["lines"][4]["baseCredit"], "0.01");
    }

    /// No foreign balance is left on the account: its rest in pounds is realised by the revaluation.
    async fn dollars_exchanged_for_pounds(&mut self) {
        let dollars = std::mem::take(&mut self.foreign.dollars);
        let pounds = decimal(dollars * 65 / 100);
        let lines = json!([
            {"accountCode": "1010", "debit": pounds, "currency": "GBP"},
            {"accountCode": DOLLARS, "credit": decimal(dollars), "baseCredit": pounds},
        ]);
        self.post_abroad("2010-09-28", "USD", "Dollars exchanged", lines).await;
    }

    async fn void_of_an_invoice_in_euros(&self) {
        let lines = json!([
            {"accountCode": "6100", "debit": "77.10"},
            {"accountCode": "2000", "credit": "77.10", "partyName": "Maison Lyon"},
        ]);
        let id = self.post_abroad("2010-10-07", "EUR", "Not ours", lines).await;
        let reason = json!({"reason": "it was for the neighbours"});
        self.admin.post(&format!("{ENTRIES}/{id}/void"), &reason).await.expect(204);
    }

    /// June is closed: the realised amount of its match is reversed, and realised again, in July.
    async fn june_is_matched_anew(&mut self) {
        let Some((id, body)) = self.foreign.june.take() else { return };
        let reason = json!({"reason": "to be looked at again"});
        self.admin.post(&format!("{MATCHES}/{id}/unmatch"), &reason).await.expect(204);
        self.admin.post(MATCHES, &body).await.expect(201);
    }

    async fn post_abroad(&self, day: &str, currency: &str, description: &str, lines: Value) -> String {
        let entry = self.app.sale("1.00").on(day).with("currency", currency).with("description", description);
        self.admin.post_entry(&entry.with("lines", lines)).await
    }
}

/// A match of two lines, each an entry and a line's number.
fn pair(one: (&str, i64), other: (&str, i64)) -> Value {
    let lines: Vec<Value> =
        [one, other].iter().map(|(entry, line)| json!({"entryId": entry, "lineNumber": line})).collect();
    json!({"lines": lines})
}

/// Cents as an amount with two decimals.
fn decimal(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}
