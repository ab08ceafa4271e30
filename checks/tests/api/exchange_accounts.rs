//! Accounts of exchange: gains and losses, realised and unrealised, each on its own account where the organization names one.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

const ENTRIES: &str = "/accounting/journal-entries";

on_both![
    each_kind_of_exchange_goes_to_the_account_that_the_settings_name,
    chart_templates_name_the_accounts_of_each_kind_as_their_country_has_them,
];

async fn rate(user: &Caller, rate: &str, day: &str) {
    let body = json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": rate, "validFrom": day});
    user.post("/accounting/exchange-rates", &body).await.expect(201);
}

/// An invoice in euros, or a payment where it is less than 0, at a rate. Returns its id.
async fn item(app: &TestServer, day: &str, amount: &str, rate: &str) -> String {
    let (side, other, amount) = match amount.strip_prefix('-') {
        Some(paid) => ("credit", "debit", paid),
        None => ("debit", "credit", amount),
    };
    let mut body = app.sale("1.00").on(day).json();
    (body["currency"], body["exchangeRate"]) = (json!("EUR"), json!(rate));
    body["lines"] =
        json!([{"accountCode": "1100", side: amount, "partyName": "Ann"}, {"accountCode": "4000", other: amount}]);
    app.as_role("accountant").post(ENTRIES, &body).await.expect(201).id()
}

/// What stands on these accounts at the end of a day: debit and credit.
async fn stands(user: &Caller, codes: &[&str], day: &str) -> Vec<String> {
    let path = format!("/accounting/reports/trial-balance?asOf={day}&includeZero=true");
    let rows = user.get(&path).await.expect(200).data();
    let text = |code: &str| {
        let row = rows.iter().find(|row| row["code"] == *code).unwrap_or_else(|| panic!("no account {code}"));
        format!("{}/{}", row["closingDebit"].as_str().unwrap(), row["closingCredit"].as_str().unwrap())
    };
    codes.iter().map(|code| text(code)).collect()
}

async fn each_kind_of_exchange_goes_to_the_account_that_the_settings_name(app: &TestServer) {
    let (user, admin) = (app.as_role("accountant"), app.as_role("admin"));
    let mut ids = Vec::new();
    for (code, of_type, subtype) in [
        ("7000", "expense", "fxGainLoss"),
        ("7560", "revenue", "revenue"),
        ("6560", "expense", "expense"),
        ("4770", "liability", "other"),
        ("4760", "asset", "other"),
    ] {
        let account = json!({"code": code, "name": code, "type": of_type, "subtype": subtype});
        ids.push(user.post("/accounting/accounts", &account).await.expect(201).id());
    }
    let control = json!({"unrealisedGainAccountId": app.books.accounts["1100"]});
    let refused = admin.put("/organization", &control).await;
    refused.expect(422).code("account_not_usable").pointer("/unrealisedGainAccountId");
    let split = json!({
        "realisedGainAccountId": ids[1], "realisedLossAccountId": ids[2], "unrealisedGainAccountId": ids[3],
        "unrealisedLossAccountId": ids[4],
    });
    admin.put("/organization", &split).await.expect(204);
    let shown = admin.get("/organization").await.json();
    for (field, id) in split.as_object().unwrap() {
        assert_eq!(shown[field], *id, "{field}");
    }
    user.delete(&format!("/accounting/accounts/{}", ids[3])).await.expect(409).code("account_in_use");

    let codes = ["7560", "6560", "4770", "4760", "7000"];
    let first = item(app, "2010-01-05", "100.00", "0.80").await;
    rate(&user, "0.90", "2010-01-31").await;
    user.post("/accounting/revaluations", &json!({"date": "2010-01-31"})).await.expect(201);
    let nothing = "0.00/0.00";
    assert_eq!(stands(&user, &codes, "2010-01-31").await, [nothing, nothing, "0.00/10.00", nothing, nothing]);
    assert_eq!(stands(&user, &codes, "2010-02-01").await, [nothing; 5], "taken back from the same account");
    rate(&user, "0.70", "2010-02-28").await;
    user.post("/accounting/revaluations", &json!({"date": "2010-02-28"})).await.expect(201);
    assert_eq!(stands(&user, &codes, "2010-02-28").await, [nothing, nothing, nothing, "10.00/0.00", nothing]);
    // Paid at 0.85: 5.00 are gained. Another one of 0.80 is paid at 0.77: 3.00 are lost.
    let paid = item(app, "2010-03-10", "-100.00", "0.85").await;
    user.matching(&[&first, &paid]).await.expect(201);
    let second = item(app, "2010-03-11", "100.00", "0.80").await;
    let paid = item(app, "2010-03-12", "-100.00", "0.77").await;
    user.matching(&[&second, &paid]).await.expect(201);
    assert_eq!(stands(&user, &codes, "2010-03-31").await, ["0.00/5.00", "3.00/0.00", nothing, nothing, nothing]);

    // What the settings name is exchange in the reports, whatever its subtype.
    let report = user.get("/accounting/reports/profit-and-loss?dateFrom=2010-03-01&dateTo=2010-03-31").await;
    let report = report.expect(200).json();
    let section = |code: &str| {
        let rows = report["data"].as_array().unwrap();
        rows.iter().find(|row| row["code"] == *code).unwrap_or_else(|| panic!("{code}: {report}"))["section"].clone()
    };
    assert_eq!(section("7560"), section("6560"), "{report}");
    assert_ne!(section("7560"), section("4000"), "{report}");
}

async fn chart_templates_name_the_accounts_of_each_kind_as_their_country_has_them(app: &TestServer) {
    let admin = app.as_role("admin");
    let templates = admin.get("/accounting/chart-templates").await.expect(200).json();
    let named = |id: &str| {
        let all = templates["data"].as_array().unwrap();
        let template = all.iter().find(|one| one["id"] == *id).unwrap_or_else(|| panic!("{id}"));
        let own = &template["defaultAccounts"];
        ["realisedGain", "realisedLoss", "unrealisedGain", "unrealisedLoss", "fxGainLoss"].map(|use_| own[use_].clone())
    };
    let codes = |codes: [&str; 5]| codes.map(Value::from);
    assert_eq!(named("fr-pcg"), codes(["756000", "656000", "477000", "476000", "656000"]));
    assert_eq!(named("us-gaap"), codes(["7000", "7000", "7050", "7050", "7000"]));
    assert_eq!(named("ifrs"), codes(["7000", "7000", "7050", "7050", "7000"]));
}
