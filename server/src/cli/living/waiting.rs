//! What waits in the made-up books for the demo's users: drafts, approvals, a rejection, goods on their way, counts.

use domain::value::Date;
use jiff::ToSpan as _;
use serde_json::{Value, json};

use super::catalogue::{DEPOT, GOODS, OTHERS, SHOP};
use super::money::{SOURCE, entry, goods, line, owed};
use super::organization::People;
use super::selling::out_of_bin;
use super::year::Year;
use crate::cli::client::ApiClient;
use crate::import::{ImportError, WholeApi, text};

/// What is made last.
pub const LAST: &str = "order-2031";
/// Journal entries from this amount on, and goods for the house's own use from that one, need a second person.
const LIMITS: [(&str, &str, &str); 2] = [("journalEntries", "GJ", "250.00"), ("movements", "internalUse", "15.00")];

/// Whether all of it was made once: what became of it is the users' own.
pub async fn is_there(api: WholeApi<'_>) -> Result<bool, ImportError> {
    let path = format!("/inventory/reservations?source={SOURCE}&externalId={LAST}");
    Ok(!api.list(&path).await?.is_empty())
}

/// Makes all of it.
pub async fn all(people: &People, today: Date, year: &Year) -> Result<(), ImportError> {
    policies(&people.admin).await?;
    entries(people, today).await?;
    deliveries(people, year).await?;
    stock(people, today, year).await?;
    counts(people).await?;
    recurring(people, today).await?;
    reservations(people).await
}

async fn policies(admin: &ApiClient) -> Result<(), ImportError> {
    let admin = WholeApi(admin);
    if !admin.list("/accounting/approval-policies?").await?.is_empty() {
        return Ok(());
    }
    for (subject, of, amount) in LIMITS {
        let body = match subject {
            "movements" => {
                json!({"name": "Own use of goods", "appliesTo": subject, "movementKind": of, "minAmount": amount})
            }
            _ => json!({"name": "General journal", "appliesTo": subject, "journalCode": of, "minAmount": amount}),
        };
        admin.post("/accounting/approval-policies", &body, None).await?;
    }
    Ok(())
}

/// The clerk's entries: two of the last month stand in the way of its close.
async fn entries(people: &People, today: Date) -> Result<(), ImportError> {
    let last_month = today.first_of_month().yesterday().unwrap_or(today);
    let before = |days: i64| today.checked_sub(days.days()).unwrap_or(today);
    let clerk = WholeApi(&people.clerk);
    let general = |day, name: &str, what: &str, account: &str, pence| {
        entry("GJ", day, name, what, "GBP", vec![line(account, pence), line("2020", -pence)])
    };
    let power = OTHERS[3].1;
    let bill = vec![line("6110", 21_840), owed("2000", -21_840, power, today.checked_add(14.days()).unwrap_or(today))];
    let drafts = [
        entry("PJ", last_month, "power-meter", "Power and water: reading of the meter, to be checked", "GBP", bill),
        general(before(2), "audit-fee", "Fee of the accountants, first part", "6410", 24_000),
    ];
    for draft in drafts {
        prepared(clerk, draft).await?;
    }
    let waiting = [
        general(last_month, "late-freight", "Freight of last month, invoice not here yet", "6210", 31_450),
        general(before(6), "trade-fair", "Stand at the autumn fair", "6310", 64_000),
        general(before(4), "insurance", "Insurance of depot and shop", "6420", 58_200),
        general(before(3), "new-shelves", "Shelves for aisle D", "1500", 148_000),
        general(before(1), "shop-sign", "New sign of the shop", "1500", 87_500),
    ];
    for draft in waiting {
        submitted(clerk, "/accounting/journal-entries", draft).await?;
    }
    let travel = general(before(5), "travel", "Travel to the supplier in Grasse", "6440", 41_260);
    if let Some(id) = submitted(clerk, "/accounting/journal-entries", travel).await? {
        let path = format!("/accounting/journal-entries/{id}/reject");
        let reason = json!({"reason": "The hotel is on the company's card already: please take 180.00 out"});
        WholeApi(&people.accountant).post(&path, &reason, None).await?;
    }
    Ok(())
}

/// What is expected from suppliers.
async fn deliveries(people: &People, year: &Year) -> Result<(), ImportError> {
    for (day, delivery) in year.expected() {
        let mut receipt = delivery.receipt(day);
        // It has not happened: whoever receives the goods says when.
        if let Some(fields) = receipt.as_object_mut() {
            fields.remove("occurredAt");
        }
        receipt["status"] = json!("draft");
        receipt["description"] = json!(format!("Order {}, expected on {}", delivery.number, day.strftime("%-d %B")));
        made(WholeApi(&people.admin), "/inventory/movements", receipt).await?;
    }
    Ok(())
}

/// Goods between depot and shop, and some for the house's own use that somebody must approve.
async fn stock(people: &People, today: Date, year: &Year) -> Result<(), ImportError> {
    let (operator, yesterday) = (WholeApi(&people.operator), today.yesterday().unwrap_or(today));
    let fullest = |from: usize| (from..from + 6).max_by_key(|index| year.depot[*index].pieces()).unwrap_or(from);
    let rows = [fullest(0), fullest(6)].map(|index| out_of_bin(index, &(None, 12)));
    let mut sent = goods("transfer", yesterday, DEPOT, "to-the-shop", rows.to_vec(), None);
    (sent["toWarehouseCode"], sent["mode"]) = (json!(SHOP), json!("twoStep"));
    made(operator, "/inventory/movements", sent).await?;
    let row = out_of_bin(fullest(6), &(None, 24));
    let mut samples = goods("internalUse", yesterday, DEPOT, "fair-samples", vec![row], None);
    (samples["description"], samples["offsetAccountCode"]) = (json!("Samples for the autumn fair"), json!("6310"));
    submitted(operator, "/inventory/movements", samples).await.map(drop)
}

/// A count of which half is done, and one whose differences somebody must approve.
async fn counts(people: &People) -> Result<(), ImportError> {
    let operator = WholeApi(&people.operator);
    let known = operator.list("/inventory/counts?").await?;
    let counts = [("aisle-b", DEPOT, 6..12, "Aisle B", 3), ("shop-window", SHOP, 0..4, "The window of the shop", 4)];
    for (reference, place, range, description, counted) in counts {
        if known.iter().any(|count| text(count, "reference") == reference) {
            continue;
        }
        let mut ids = Vec::new();
        for good in &GOODS[range] {
            let found = operator.list(&format!("/inventory/items?sku={}", good.sku)).await?;
            ids.extend(found.iter().map(|item| text(item, "id").to_owned()));
        }
        let body = json!({
            "warehouseCode": place, "itemIds": ids, "reference": reference, "description": description,
            "tolerance": {"quantity": "0"},
        });
        let count = WholeApi(&people.admin).post("/inventory/counts", &body, None).await?;
        let path = format!("/inventory/counts/{}", text(&count, "id"));
        // Whoever plans it sees what is expected; two pieces of the first item are missing.
        let lines = WholeApi(&people.admin).list(&format!("{path}/lines?")).await?;
        let found = lines.iter().take(counted).zip(0..).map(|(line, index)| {
            let expected: i64 = text(line, "expected").parse().unwrap_or_default();
            let there = if index == 0 { (expected - 2).max(0) } else { expected };
            json!({"lineNumber": line["lineNumber"], "quantity": there.to_string()})
        });
        operator.post(&format!("{path}/lines"), &json!({"lines": found.collect::<Vec<_>>()}), None).await?;
        if counted == lines.len() {
            operator.post(&format!("{path}/submit"), &json!({}), None).await?;
        }
    }
    Ok(())
}

/// The rent of the months to come, which somebody looks at before it is posted.
async fn recurring(people: &People, today: Date) -> Result<(), ImportError> {
    let accountant = WholeApi(&people.accountant);
    if !accountant.list("/accounting/recurring-entries?").await?.is_empty() {
        return Ok(());
    }
    let next = today.last_of_month().tomorrow().unwrap_or(today);
    let rent = json!({
        "name": "Rent of the parking space", "journalCode": "BANK", "startDate": next.to_string(), "outcome": "draft",
        "rule": "FREQ=MONTHLY;BYMONTHDAY=1;COUNT=12", "description": "Rent of the parking space",
        "lines": [line("6100", 9_500), line("1010", -9_500)],
    });
    accountant.post("/accounting/recurring-entries", &rent, None).await.map(drop)?;
    Ok(())
}

/// Goods that are promised to customers.
async fn reservations(people: &People) -> Result<(), ImportError> {
    for (order, sku, quantity) in [("order-2029", "85123A", "48"), ("order-2030", "22423", "6"), (LAST, "84879", "72")]
    {
        let body = json!({
            "warehouseCode": DEPOT, "sku": sku, "quantity": quantity, "reference": order, "source": SOURCE,
            "externalId": order,
        });
        made(WholeApi(&people.operator), "/inventory/reservations", body).await?;
    }
    Ok(())
}

/// A draft of an entry; its id, or `None` if it was there.
async fn prepared(api: WholeApi<'_>, mut body: Value) -> Result<Option<String>, ImportError> {
    body["status"] = json!("draft");
    made(api, "/accounting/journal-entries", body).await
}

/// A draft that waits for a second person.
async fn submitted(api: WholeApi<'_>, at: &str, mut body: Value) -> Result<Option<String>, ImportError> {
    body["status"] = json!("draft");
    let id = made(api, at, body).await?;
    if let Some(id) = &id {
        api.post(&format!("{at}/{id}/submit"), &json!({}), None).await?;
    }
    Ok(id)
}

/// Makes it; `None` if it was there.
async fn made(api: WholeApi<'_>, at: &str, body: Value) -> Result<Option<String>, ImportError> {
    match api.post(at, &body, None).await {
        Ok(answer) => Ok(Some(text(&answer, "id").to_owned())),
        Err(error) if error.code() == Some("duplicate_external_id") => Ok(None),
        Err(error) => Err(error.into()),
    }
}
