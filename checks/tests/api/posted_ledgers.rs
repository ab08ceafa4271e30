//! The movement ledger as the books have it: every amount on the day on which it was posted, with later changes of cost
//! and later voids as rows of their own.

use std::collections::BTreeSet;

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::stock::{line, lines, moved, set_up};
use crate::stock_then::history;

const LEDGER: &str = "/inventory/reports/movement-ledger";
const VALUATION: &str = "/inventory/reports/valuation";
const FIELDS: [&str; 8] =
    ["rowKind", "postingDate", "kind", "quantity", "value", "runningQuantity", "runningValue", "causeKind"];

/// Quantity and value of an item in the valuation.
async fn worth(user: &Caller, query: &str) -> (Value, Value) {
    let rows = user.get(&format!("{VALUATION}?nonZero=false&{query}")).await.expect(200).data();
    (rows[0]["quantity"].clone(), rows[0]["value"].clone())
}

on_both![
    by_posting_a_later_change_of_cost_stands_on_the_day_on_which_it_was_posted,
    by_posting_quantity_and_value_run_to_stock_and_valuation_at_the_end_of_every_day_as_known_at_every_event,
];

async fn by_posting_a_later_change_of_cost_stands_on_the_day_on_which_it_was_posted(app: &TestServer) {
    let user = set_up(app).await;
    moved(&user, "receipt", "2010-01-05", "MAIN", line("A", "10", Some("100.00"))).await;
    let issue = moved(&user, "issue", "2010-01-20", "MAIN", line("A", "4", None)).await;
    let january = app.books.periods[0].clone();
    user.post(&format!("/accounting/periods/{january}/close"), &json!({"reason": "month end"})).await.expect(204);
    let before = app.head(&app.books).await.unwrap().seq;
    // The issue takes it first, and costs 30.00: January's books have 40.00.
    let late = moved(&user, "receipt", "2010-01-02", "MAIN", line("A", "2", Some("10.00"))).await;
    let then = app.head(&app.books).await.unwrap().seq;
    let by_posting = format!("{LEDGER}?sku=a&order=posting");
    let january = [
        "movement 2010-01-05 receipt 10.0 100.00 10.0 100.00 null",
        "movement 2010-01-20 issue -4.0 -40.00 6.0 60.00 null",
    ];
    let february = [
        "movement 2010-02-01 receipt 2.0 10.00 8.0 70.00 null",
        "costChange 2010-02-01 issue 0.0 10.00 8.0 80.00 receipt",
    ];
    let all = [january, february].concat();
    assert_eq!(lines(&user, &by_posting, &FIELDS).await, all);
    let rows = user.get(&by_posting).await.expect(200).data();
    assert_eq!((&rows[3]["movementId"], &rows[3]["causeMovementId"]), (&json!(issue), &json!(late)));
    let entry = rows[3]["entryId"].as_str().unwrap();
    let entry = user.get(&format!("/accounting/journal-entries/{entry}")).await.expect(200).json();
    assert_eq!(
        (&entry["date"], entry["description"].as_str().unwrap().starts_with("Cost adjustment after")),
        (&json!("2010-02-01"), true)
    );
    assert_eq!(rows[3]["warehouseCode"], "MAIN");
    for limit in 1..=3 {
        assert_eq!(all_pages(&user, &by_posting, limit).await, rows, "{limit} at once");
    }
    let in_february = user.get(&format!("{by_posting}&dateFrom=2010-02-01")).await.expect(200).json();
    assert_eq!((&in_february["openingQuantity"], &in_february["openingValue"]), (&json!("6.0"), &json!("60.00")));
    assert_eq!(lines(&user, &format!("{by_posting}&dateFrom=2010-02-01"), &FIELDS).await, february);
    assert_eq!(lines(&user, &format!("{by_posting}&dateTo=2010-01-31"), &FIELDS).await, january);
    let csv = user.get(&format!("{by_posting}&format=csv")).await.expect(200).text();
    assert!(csv.contains(",2010-02-01,issue,") && csv.contains(",0.0,10.00,8.0,80.00,costChange,receipt"), "{csv}");
    assert_eq!(lines(&user, &format!("{by_posting}&knownAt=seq:{before}"), &FIELDS).await, january);
    // Callers who may not see costs do not learn that they changed.
    let operator = app.as_role("warehouseOperator");
    assert_eq!(lines(&operator, &by_posting, &["quantity", "value"]).await, ["10.0 null", "-4.0 null", "2.0 null"]);
    // As goods moved, each has the cost that it has now.
    let by_occurrence = lines(&user, &format!("{LEDGER}?sku=a"), &["kind", "quantity", "value", "runningValue"]).await;
    assert_eq!(by_occurrence, ["receipt 2.0 10.00 10.00", "receipt 10.0 100.00 110.00", "issue -4.0 -30.00 80.00"]);

    // A void as of the document's own day leaves nothing, and neither do the costs that it changed.
    user.post(&format!("/inventory/movements/{late}/void"), &json!({"reason": "never came"})).await.expect(204);
    assert_eq!(lines(&user, &by_posting, &FIELDS).await, january);
    assert_eq!(lines(&user, &format!("{by_posting}&knownAt=seq:{then}"), &FIELDS).await, all);
    // January is closed: the issue is taken back as of February, and January still has it.
    user.post(&format!("/inventory/movements/{issue}/void"), &json!({"reason": "mistaken"})).await.expect(204);
    let undone = [january[0], january[1], "void 2010-02-01 issue 4.0 40.00 10.0 100.00 null"];
    assert_eq!(lines(&user, &by_posting, &FIELDS).await, undone);
    let by_occurrence = lines(&user, &format!("{LEDGER}?sku=a"), &["kind", "quantity", "value"]).await;
    assert_eq!(by_occurrence, ["receipt 10.0 100.00"]);
}

async fn by_posting_quantity_and_value_run_to_stock_and_valuation_at_the_end_of_every_day_as_known_at_every_event(
    app: &TestServer,
) {
    let moments = history(app).await;
    let user = app.as_role("admin");
    let mut changes = 0;
    for known in moments.iter().map(|moment| format!("knownAt=seq:{}", moment.seq)) {
        let items = user.get(&format!("{VALUATION}?nonZero=false&limit=200&{known}")).await.expect(200).data();
        for sku in items.iter().map(|row| row["code"].as_str().unwrap()) {
            let ledger = format!("{LEDGER}?sku={sku}&order=posting&{known}");
            let rows = user.get(&format!("{ledger}&limit=200")).await.expect(200).data();
            assert_eq!(all_pages(&user, &ledger, 1).await, rows, "{ledger}");
            assert_eq!(all_pages(&user, &ledger, 3).await, rows, "{ledger}");
            changes += rows.iter().filter(|row| row["rowKind"] != "movement").count();
            let days: BTreeSet<&str> = rows.iter().map(|row| row["postingDate"].as_str().unwrap()).collect();
            for day in days {
                let last = rows.iter().rfind(|row| row["postingDate"] == day).unwrap();
                let wanted = worth(&user, &format!("sku={sku}&asOf={day}&{known}")).await;
                assert_eq!(
                    (&last["runningQuantity"], &last["runningValue"]),
                    (&wanted.0, &wanted.1),
                    "{sku} on {day}, {known}"
                );
                let before = user.get(&format!("{ledger}&dateFrom={day}&limit=1")).await.expect(200).json();
                let first = rows.iter().position(|row| row["postingDate"] == day).unwrap();
                let (quantity, value) = match first {
                    0 => (&before["openingQuantity"], json!("0.00")),
                    _ => (&rows[first - 1]["runningQuantity"], rows[first - 1]["runningValue"].clone()),
                };
                assert_eq!(
                    (&before["openingQuantity"], &before["openingValue"]),
                    (quantity, &value),
                    "{sku} before {day}, {known}"
                );
            }
            let by_occurrence = user.get(&format!("{LEDGER}?sku={sku}&limit=200&{known}")).await.expect(200).data();
            let end =
                |rows: &[Value]| rows.last().map(|row| (row["runningQuantity"].clone(), row["runningValue"].clone()));
            assert_eq!(end(&rows), end(&by_occurrence), "{sku}, {known}");
            let csv = user.get(&format!("{ledger}&format=csv")).await.expect(200).text();
            assert_eq!(csv.lines().count(), rows.len() + 1, "{csv}");
        }
    }
    assert!(changes > 10, "{changes}");
}
