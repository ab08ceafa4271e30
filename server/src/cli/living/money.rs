//! Amounts and entries as the API takes them.

use domain::value::{Date, Decimal};
use serde_json::{Value, json};

/// The namespace of all documents of the made-up year.
pub const SOURCE: &str = "living-demo";
/// Decimals of pounds and euros.
const DECIMALS: u8 = 2;

/// Hundredths as the API takes them: `12.50`.
#[must_use]
pub fn amount(hundredths: i64) -> String {
    Decimal::from_units(hundredths, DECIMALS).to_string()
}

/// A share in percent, rounded half up.
#[must_use]
pub const fn percent(of: i64, percent: i64) -> i64 {
    (of * percent + 50) / 100
}

/// A debit on an account, or below 0 a credit.
#[must_use]
pub fn line(account: &str, hundredths: i64) -> Value {
    let side = if hundredths < 0 { "credit" } else { "debit" };
    json!({"accountCode": account, side: amount(hundredths.abs())})
}

/// The same as an open item of a party.
#[must_use]
pub fn owed(account: &str, hundredths: i64, party: &str, due: Date) -> Value {
    let mut line = line(account, hundredths);
    line["partyName"] = json!(party);
    line["dueDate"] = json!(due.to_string());
    line
}

/// A journal entry; lines without an amount are left out.
#[must_use]
pub fn entry(journal: &str, day: Date, name: &str, description: &str, currency: &str, lines: Vec<Value>) -> Value {
    let is_something = |line: &Value| !["debit", "credit"].iter().any(|side| line[*side] == "0.00");
    let lines: Vec<Value> = lines.into_iter().filter(is_something).collect();
    json!({
        "journalCode": journal, "date": day.to_string(), "description": description, "reference": name,
        "source": SOURCE, "externalId": name, "currency": currency, "status": "posted", "lines": lines,
    })
}

/// A movement of goods at a warehouse on a day.
#[must_use]
pub fn goods(kind: &str, day: Date, at: &str, name: &str, lines: Vec<Value>, party: Option<&str>) -> Value {
    let mut body = json!({
        "kind": kind, "occurredAt": day.to_string(), "warehouseCode": at, "reference": name, "source": SOURCE,
        "externalId": name, "lines": lines,
    });
    if let Some(party) = party {
        body["partyName"] = json!(party);
    }
    body
}

/// Pounds for a euro on a day, in ten-thousandths: it goes up and down by less than two percent.
#[must_use]
pub fn euro_rate(day: Date) -> i64 {
    let ordinal = i64::from(day.day_of_year()) + 366 * i64::from(day.year());
    let (slow, fast) = (ordinal.rem_euclid(97), ordinal.rem_euclid(11));
    8_520 + (slow - 48).abs() * 2 + fast * 3
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn amounts_below_zero_are_credits_and_nothing_is_no_line() {
        let lines = vec![line("1010", 1_250), line("2200", 0), line("4000", -1_250)];
        let entry = entry("SJ", date(2026, 3, 1), "inv-1", "Invoice", "GBP", lines);
        let lines = json!([{"accountCode": "1010", "debit": "12.50"}, {"accountCode": "4000", "credit": "12.50"}]);
        assert_eq!(entry["lines"], lines);
    }

    #[test]
    fn the_euro_costs_between_85_and_87_pence_on_all_days() {
        for day in date(2025, 1, 1).series(jiff::ToSpan::days(1)).take(1_000) {
            assert!((8_500..8_700).contains(&euro_rate(day)), "{day}");
        }
    }
}
