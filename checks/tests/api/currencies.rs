//! Currencies, exchange rates and entries in foreign currency.

use checks::entry::NewEntry;
use checks::{Caller, TestServer, entry, on_both};
use serde_json::{Value, json};

const ENTRIES: &str = "/accounting/journal-entries";
const RATES: &str = "/accounting/exchange-rates";
const CURRENCIES: &str = "/accounting/currencies";

async fn rate(user: &Caller, from: &str, told: &str, day: &str) -> String {
    let body = json!({"fromCurrency": from, "toCurrency": "GBP", "rate": told, "validFrom": day});
    user.post(RATES, &body).await.expect(201).id()
}

/// A sale in euros on 2010-12-01.
fn in_euros(app: &TestServer, amount: &str) -> NewEntry {
    entry(&app.books.journal, amount).with("currency", "EUR")
}

on_both![
    currencies_of_iso_4217_are_there_and_others_are_made,
    rates_are_recorded_looked_up_and_never_changed,
    a_rate_that_is_none_is_refused_at_its_field,
    many_rates_are_recorded_at_once_or_none_is,
    an_entry_in_euros_is_converted_and_shows_both_amounts,
    rates_and_base_amounts_come_on_lines_or_the_entry_and_agree,
    rounding_goes_to_its_account_which_the_organization_names,
    a_month_is_revalued_taken_back_and_only_then_closed,
];

async fn currencies_of_iso_4217_are_there_and_others_are_made(app: &TestServer) {
    let user = app.as_role("accountant");
    let yen = user.get(&format!("{CURRENCIES}/JPY")).await.expect(200).json();
    assert_eq!((&yen["decimals"], &yen["isIso"], &yen["isActive"]), (&json!(0), &json!(true), &json!(true)));
    let body = json!({"code": "BTC", "name": "Bitcoin", "decimals": 8});
    user.post(CURRENCIES, &body).await.expect(201);
    user.post(CURRENCIES, &body).await.expect(409).code("code_taken").pointer("/code");
    user.post(CURRENCIES, &json!({"code": "EUR", "name": "Euro", "decimals": 3})).await.expect(409).code("code_taken");
    for (wrong, pointer) in [
        (json!({"code": "btc", "name": "x", "decimals": 8}), "/code"),
        (json!({"code": "PTS", "name": "x", "decimals": 9}), "/decimals"),
    ] {
        user.post(CURRENCIES, &wrong).await.expect(400).pointer(pointer);
    }
    let all = user.get(CURRENCIES).await.data();
    assert!(all.len() > 150 && all.iter().any(|row| row["code"] == "BTC"));
    assert_eq!(user.get(&format!("{CURRENCIES}?isIso=false")).await.data().len(), 1);
    // An amount in it has its decimals, and keeps them.
    rate(&user, "BTC", "30000", "2010-12-01").await;
    let id = user.post_entry(&entry(&app.books.journal, "0.00012345").with("currency", "BTC")).await;
    let posted = user.entry(&id).await;
    assert_eq!(
        (&posted["lines"][0]["debit"], &posted["lines"][0]["baseDebit"]),
        (&json!("0.00012345"), &json!("3.70"))
    );
    user.delete(&format!("{CURRENCIES}/BTC")).await.expect(409).code("currency_in_use");
    let etag = user.get(&format!("{CURRENCIES}/BTC")).await.etag();
    user.put(&format!("{CURRENCIES}/BTC"), &json!({"isActive": false})).header("if-match", &etag).await.expect(204);
    user.post(ENTRIES, &entry(&app.books.journal, "1").with("currency", "BTC").json())
        .await
        .expect(422)
        .code("currency_not_usable")
        .pointer("/currency");
    user.put(&format!("{CURRENCIES}/EUR"), &json!({"isActive": false})).await.expect(422).code("currency_not_usable");
    user.post(CURRENCIES, &json!({"code": "PTS", "name": "Points", "decimals": 0})).await.expect(201);
    user.delete(&format!("{CURRENCIES}/PTS")).await.expect(204);
    user.get(&format!("{CURRENCIES}/PTS")).await.expect(404);
}

async fn rates_are_recorded_looked_up_and_never_changed(app: &TestServer) {
    let user = app.as_role("accountant");
    for (told, day) in [("0.84", "2010-11-20"), ("0.85", "2010-12-01"), ("0.8583", "2010-12-01")] {
        rate(&user, "EUR", told, day).await;
    }
    let effective = |day: &str| user.get(&format!("{RATES}/effective?fromCurrency=EUR&toCurrency=GBP&date={day}"));
    assert_eq!(effective("2010-12-08").await.expect(200).field("rate"), "0.8583");
    assert_eq!(effective("2010-11-27").await.expect(200).field("rate"), "0.84");
    let old = effective("2010-12-09").await;
    old.expect(422).code("rate_missing");
    assert_eq!(old.resolution("create-rate")["body"]["validFrom"], "2010-12-09");
    user.get(&format!("{RATES}/effective?fromCurrency=GBP&toCurrency=EUR&date=2010-12-01"))
        .await
        .expect(422)
        .code("rate_missing");
    user.get(&format!("{RATES}/effective?fromCurrency=PTS&toCurrency=EUR&date=2010-12-01"))
        .await
        .expect(422)
        .code("currency_not_usable");
    let listed = user.get(&format!("{RATES}?fromCurrency=EUR&dateFrom=2010-12-01")).await.data();
    let told: Vec<&str> = listed.iter().map(|row| row["rate"].as_str().unwrap()).collect();
    assert_eq!(told, ["0.8583", "0.85"]);
    let id = listed[0]["id"].as_str().unwrap();
    assert_eq!(user.get(&format!("{RATES}/{id}")).await.expect(200).field("rate"), "0.8583");
    user.delete(&format!("{RATES}/{id}")).await.expect(405);
    user.put(&format!("{RATES}/{id}"), &json!({"rate": "1"})).await.expect(405);
    app.as_role("clerk")
        .post(RATES, &json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": "1", "validFrom": "2010-12-01"}))
        .await
        .expect(403);
}

async fn a_rate_that_is_none_is_refused_at_its_field(app: &TestServer) {
    let user = app.as_role("accountant");
    for wrong in [
        json!("0"),
        json!("0.000"),
        json!("-1"),
        json!("0.1234567890123"),
        json!("1e3"),
        json!("10000000000"),
        json!("1,5"),
        json!(""),
        json!(null),
        json!(true),
    ] {
        let body = json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": wrong, "validFrom": "2010-12-01"});
        user.post(RATES, &body).await.expect(400).pointer("/rate");
    }
    let body = json!({"fromCurrency": "EUR", "toCurrency": "EUR", "rate": "1", "validFrom": "2010-12-01"});
    user.post(RATES, &body).await.expect(422).code("currency_not_usable").pointer("/toCurrency");
    let exact = json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": 0.123456789012, "validFrom": "2010-12-01"});
    assert_eq!(user.post(RATES, &exact).await.expect(201).field("rate"), "0.123456789012");
}

async fn many_rates_are_recorded_at_once_or_none_is(app: &TestServer) {
    let user = app.as_role("accountant");
    let row = |from: &str, told: &str| json!({"fromCurrency": from, "toCurrency": "GBP", "rate": told, "validFrom": "2010-12-01"});
    let import = format!("{RATES}/import");
    let file = json!({"rates": [row("EUR", "0.85"), row("USD", "0.64")]});
    let dry = user.post(&format!("{import}?dryRun=true"), &file).await.expect(200).json();
    assert_eq!(dry["wouldReturn"], json!({"recorded": 2, "unchanged": 0}));
    assert_eq!(user.post(&import, &file).await.expect(200).json(), json!({"recorded": 2, "unchanged": 0}));
    assert_eq!(user.post(&import, &file).await.expect(200).json(), json!({"recorded": 0, "unchanged": 2}));
    let wrong = json!({"rates": [row("CHF", "0.7"), row("PTS", "0.7"), row("GBP", "1")]});
    let refused = user.post(&import, &wrong).await;
    refused.expect(422).code("currency_not_usable");
    assert_eq!(refused.pointers(), ["/rates/1/fromCurrency", "/rates/2/toCurrency"]);
    assert_eq!(user.get(&format!("{RATES}?fromCurrency=CHF")).await.data().len(), 0);
}

async fn an_entry_in_euros_is_converted_and_shows_both_amounts(app: &TestServer) {
    let user = app.as_role("accountant");
    let missing = user.post(ENTRIES, &in_euros(app, "100.00").json()).await;
    missing.expect(422).code("rate_missing").pointer("/lines/0/currency");
    let way = missing.resolution("create-rate");
    assert_eq!((&way["allowed"], &way["needs"]), (&json!(true), &json!(["/rate"])));
    assert_eq!((&way["body"]["fromCurrency"], &way["body"]["toCurrency"]), (&json!("EUR"), &json!("GBP")));
    let mut body = way["body"].clone();
    body["rate"] = json!("0.8583");
    user.post(RATES, &body).await.expect(201);
    let id = user.post_entry(&in_euros(app, "100.00")).await;
    let posted = user.entry(&id).await;
    assert_eq!(
        (&posted["currency"], &posted["baseCurrency"], &posted["totalDebit"]),
        (&json!("EUR"), &json!("GBP"), &json!("85.83"))
    );
    let line = &posted["lines"][0];
    for (field, value) in [
        ("debit", "100.00"),
        ("currency", "EUR"),
        ("exchangeRate", "0.8583"),
        ("baseDebit", "85.83"),
        ("baseCredit", "0.00"),
    ] {
        assert_eq!(line[field], value, "{field}");
    }
    let cash = &app.books.accounts["1000"];
    let statement = user
        .get(&format!("/accounting/accounts/{cash}/statement?dateFrom=2010-12-01&dateTo=2010-12-31"))
        .await
        .expect(200)
        .json();
    let row = &statement["data"][0];
    assert_eq!(
        (&row["currency"], &row["debit"], &row["baseDebit"], &row["exchangeRate"], &row["balance"]),
        (&json!("EUR"), &json!("100.00"), &json!("85.83"), &json!("0.8583"), &json!("85.83"))
    );
    // Voiding copies amounts and rates, though the rate is another by then.
    rate(&user, "EUR", "0.5", "2010-12-01").await;
    user.void(&id).await.expect(204);
    let mirror = user.entry(user.entry(&id).await["voidedByEntryId"].as_str().unwrap()).await;
    assert_eq!(
        (&mirror["currency"], &mirror["lines"][0]["baseCredit"], &mirror["lines"][0]["exchangeRate"]),
        (&json!("EUR"), &json!("85.83"), &json!("0.8583"))
    );
    let event = user.get("/events?limit=200").await.data().pop().unwrap();
    assert_eq!(event["data"]["journalEntries"][0]["baseCurrency"], "GBP");
}

async fn rates_and_base_amounts_come_on_lines_or_the_entry_and_agree(app: &TestServer) {
    let user = app.as_role("accountant");
    let with = |line: Value, back: Value| {
        let mut body = in_euros(app, "100.00").json();
        body["lines"] = json!([line, back]);
        body
    };
    let line = |more: Value| {
        let mut line = json!({"accountCode": "1000", "debit": "100.00"});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    };
    let pounds = json!({"accountCode": "4000", "credit": "86.01", "currency": "GBP"});
    let posted = user.post(ENTRIES, &with(line(json!({"baseDebit": "86.01"})), pounds.clone())).await;
    assert_eq!(posted.expect(201).json()["lines"][0]["exchangeRate"], Value::Null);
    user.post(ENTRIES, &with(line(json!({"exchangeRate": "0.8601"})), pounds.clone())).await.expect(201);
    for (more, code, pointer) in [
        (json!({"exchangeRate": "0.86", "baseDebit": "86.01"}), "conversion_conflict", "/lines/0/exchangeRate"),
        (json!({"baseCredit": "86.01"}), "conversion_conflict", "/lines/0/baseCredit"),
        (json!({"baseDebit": "86.011"}), "amount_precision", "/lines/0/baseDebit"),
        (json!({"currency": "GBP", "exchangeRate": "0.5"}), "conversion_conflict", "/lines/0/exchangeRate"),
        (json!({"currency": "GBP", "baseDebit": "99.00"}), "conversion_conflict", "/lines/0/baseDebit"),
        (json!({"currency": "PTS"}), "currency_not_usable", "/lines/0/currency"),
        (json!({"currency": "JPY", "debit": "1.5"}), "amount_precision", "/lines/0/debit"),
    ] {
        user.post(ENTRIES, &with(line(more.clone()), pounds.clone())).await.expect(422).code(code).pointer(pointer);
    }
    let own = entry(&app.books.journal, "1.00").with("exchangeRate", "1.1");
    user.post(ENTRIES, &own.json()).await.expect(422).code("conversion_conflict").pointer("/exchangeRate");
    // A draft keeps its written amounts, and is posted at the rate at that time.
    let draft = user.post_entry(&in_euros(app, "10.00").draft()).await;
    assert_eq!(
        (&user.entry(&draft).await["lines"][0]["baseDebit"], &user.entry(&draft).await["totalDebit"]),
        (&Value::Null, &json!("0.00"))
    );
    user.post(&format!("{ENTRIES}/{draft}/post"), &json!({})).await.expect(422).code("rate_missing");
    user.put(&format!("{ENTRIES}/{draft}"), &json!({"exchangeRate": "0.9"})).await.expect(204);
    assert_eq!(user.entry(&draft).await["totalDebit"], "9.00");
    user.post(&format!("{ENTRIES}/{draft}/post"), &json!({})).await.expect(204);
}

async fn rounding_goes_to_its_account_which_the_organization_names(app: &TestServer) {
    let (user, admin) = (app.as_role("accountant"), app.as_role("admin"));
    rate(&user, "EUR", "0.85", "2010-12-01").await;
    let three = in_euros(app, "0").lines(&[
        ("1000", "0.05", ""),
        ("1000", "0.05", ""),
        ("1000", "0.05", ""),
        ("4000", "", "0.15"),
    ]);
    let refused = user.post(ENTRIES, &three.json()).await;
    refused.expect(422).code("rounding_account_needed");
    assert_eq!(refused.resolution("create-account")["method"], "POST");
    let sales = &app.books.accounts["4000"];
    admin
        .put("/organization", &json!({"roundingAccountId": app.books.accounts["1100"]}))
        .await
        .expect(422)
        .code("account_not_usable")
        .pointer("/roundingAccountId");
    admin
        .put("/organization", &json!({"roundingAccountId": sales, "fxGainLossAccountId": sales, "rateMaxAgeDays": 7}))
        .await
        .expect(204);
    let id = user.post_entry(&three).await;
    let last = &user.entry(&id).await["lines"][4];
    assert_eq!(
        (&last["accountId"], &last["debit"], &last["baseDebit"], &last["currency"]),
        (&json!(sales), &json!("0.00"), &json!("0.01"), &json!("GBP"))
    );
    let off = in_euros(app, "0").with("lines", json!([{"accountCode": "1000", "debit": "100.00"}, {"accountCode": "4000", "credit": "85.01", "currency": "GBP"}]));
    let refused = user.post(ENTRIES, &off.json()).await;
    assert_eq!(refused.expect(422).code("entry_unbalanced").json()["context"]["difference"], "0.01");
}

async fn a_month_is_revalued_taken_back_and_only_then_closed(app: &TestServer) {
    let (user, admin) = (app.as_role("accountant"), app.as_role("admin"));
    let gains = json!({"code": "7000", "name": "Exchange differences", "type": "expense", "subtype": "fxGainLoss"});
    user.post("/accounting/accounts", &gains).await.expect(201);
    rate(&user, "EUR", "0.80", "2010-01-10").await;
    let mut invoice = in_euros(app, "100.00").on("2010-01-10").json();
    invoice["lines"] = json!([{"accountCode": "1100", "debit": "100.00", "partyName": "Ann"}, {"accountCode": "4000", "credit": "100.00"}]);
    user.post(ENTRIES, &invoice).await.expect(201);
    let close = format!("/accounting/periods/{}/close", app.books.periods[0]);
    let not_ready = admin.post(&close, &json!({})).await;
    not_ready.expect(409).code("period_not_ready").says("rates are missing on 2010-01-31: record EUR to GBP");
    let run = json!({"date": "2010-01-31"});
    user.post("/accounting/revaluations", &run).await.expect(422).code("rate_missing").pointer("/date");
    rate(&user, "EUR", "0.90", "2010-01-31").await;
    admin.post(&close, &json!({})).await.expect(409).says("run the revaluation");
    app.as_role("clerk").post("/accounting/revaluations", &run).await.expect(403);
    let dry = user.post("/accounting/revaluations?dryRun=true", &run).await.expect(200).json();
    assert_eq!(dry["wouldReturn"]["items"][0]["unrealised"], "10.00");
    let answer = user.post("/accounting/revaluations", &run).await;
    let made = answer.expect(201).json();
    let item = &made["items"][0];
    for (field, value) in [
        ("currency", "EUR"),
        ("balance", "100.00"),
        ("exchangeRate", "0.9"),
        ("baseBefore", "80.00"),
        ("baseAfter", "90.00"),
        ("unrealised", "10.00"),
        ("realised", "0.00"),
    ] {
        assert_eq!(item[field], value, "{field}");
    }
    assert_eq!((&made["reversedOn"], &made["realisedEntryId"]), (&json!("2010-02-01"), &Value::Null));
    assert_eq!(user.get(&format!("/accounting/revaluations/{}", answer.id())).await.json(), made);
    let (posted, reversal) = (made["entryId"].as_str().unwrap(), made["reversalEntryId"].as_str().unwrap());
    assert_eq!(user.entry(posted).await["entryType"], "fxRevaluation");
    assert_eq!(user.entry(reversal).await["date"], "2010-02-01");
    for entry in [posted, reversal] {
        let refused = user.void(entry).await;
        refused.expect(409).code("entry_system_generated");
        assert_eq!(refused.resolution("run-again")["method"], "POST");
    }
    let again = user.post("/accounting/revaluations", &run).await.expect(201).json();
    assert_eq!((&again["entryId"], &again["items"][0]["unrealised"]), (&Value::Null, &json!("0.00")));
    assert_eq!(user.get("/accounting/revaluations?dateTo=2010-01-31").await.data().len(), 2);
    for (day, worth) in [("2010-01-31", "90.00"), ("2010-02-01", "80.00")] {
        let rows = user.get(&format!("/accounting/reports/trial-balance?asOf={day}")).await.expect(200).data();
        let receivable = rows.iter().find(|row| row["code"] == "1100").unwrap();
        assert_eq!(receivable["closingDebit"], worth, "{day}");
    }
    admin.post(&close, &json!({})).await.expect(204);
    let december = user.post("/accounting/revaluations", &json!({"date": "2010-12-31"})).await;
    december.expect(422).code("rate_missing");
    rate(&user, "EUR", "0.95", "2010-12-31").await;
    user.post("/accounting/revaluations", &json!({"date": "2010-12-31"})).await.expect(422).code("no_period");
}
