//! What the made-up books stand on: years, rates, places, items, and those with whom is traded.

use domain::value::Date;
use jiff::ToSpan as _;
use serde_json::{Value, json};

use super::catalogue::{CATEGORIES, CUSTOMERS, DEPOT, GOODS, OTHERS, SHOP, SUPPLIERS, Trader};
use super::money::{SOURCE, amount, euro_rate};
use crate::cli::demo_gtins;
use crate::import::{ImportError, WholeApi, text};

/// Rates of one request.
const RATES: usize = 500;

/// Makes what is missing up to a day; returns the first day of the first year.
pub async fn complete(api: WholeApi<'_>, end: Date) -> Result<Date, ImportError> {
    let years = api.list("/accounting/fiscal-years?").await?;
    let days = |name: &str| years.iter().filter_map(|year| text(year, name).parse().ok()).collect::<Vec<Date>>();
    let start = days("startDate").into_iter().min().unwrap_or(end);
    let mut last = days("endDate").into_iter().max().unwrap_or(end);
    while last < end {
        let (first, next) = (last.checked_add(1.day()).unwrap_or(end), last.checked_add(12.months()).unwrap_or(end));
        last = next.last_of_month();
        let name = format!("{}/{:02}", first.year(), last.year() % 100);
        let year = json!({"name": name, "startDate": first.to_string(), "endDate": last.to_string(), "periodFrequency": "monthly"});
        api.post("/accounting/fiscal-years", &year, None).await?;
    }
    if api.list(&format!("/warehouses?code={SHOP}")).await?.is_empty() {
        begin(api).await?;
    }
    rates(api, start, end).await?;
    Ok(start)
}

/// All that comes once, in one commit.
async fn begin(api: WholeApi<'_>) -> Result<(), ImportError> {
    let organization = json!({"metadata": {"madeUp": true}, "writeOffTolerance": "5.00"});
    api.put("/organization", &organization).await?;
    let mut items = vec![
        post(
            "/accounting/accounts",
            None,
            json!({
                "code": "1015", "name": "Bank euro account", "kind": "asset", "subtype": "bank", "currency": "EUR",
            }),
        ),
        post(
            "/warehouses",
            Some("depot"),
            json!({
                "code": DEPOT, "name": "Depot Fernhill", "binsMode": "optional", "isDefault": true,
            }),
        ),
    ];
    for zone in ["A", "B", "C", "D"] {
        let body = json!({"code": zone, "kind": "zone", "name": format!("Aisle {zone}")});
        items.push(post("/warehouses/$depot/locations", Some(&format!("zone{zone}")), body));
    }
    for (code, name) in CATEGORIES {
        items.push(post("/inventory/item-categories", None, json!({"code": code, "name": name})));
    }
    for (good, place) in GOODS.iter().zip(1..) {
        let zone = format!("$zone{}", &good.bin[..1]);
        let bin = json!({"code": good.bin, "kind": "bin", "parentId": zone});
        items.push(post("/warehouses/$depot/locations", None, bin));
        items.push(post(
            "/inventory/items",
            None,
            json!({
                "sku": good.sku, "name": good.name, "categoryCode": good.category,
                "tracking": if good.keeps.is_some() { "lot" } else { "none" },
                "gtins": demo_gtins::number(place).map(|gtin| vec![json!({"gtin": gtin})]),
                "fallbackCost": amount(good.cost), "minQuantity": (good.most / 4).to_string(),
                "reorderPoint": (good.most / 2).to_string(), "maxQuantity": good.most.to_string(),
                "leadTimeDays": SUPPLIERS[good.supplier].pace,
            }),
        ));
    }
    let parties =
        CUSTOMERS.iter().map(|one| party(one, "customer")).chain(SUPPLIERS.iter().map(|one| party(one, "supplier")));
    items.extend(parties.map(|body| post("/accounting/parties", None, body)));
    for (code, name) in OTHERS {
        let body = json!({"code": code, "name": name, "kinds": ["supplier"], "metadata": {"madeUp": true}});
        items.push(post("/accounting/parties", None, body));
    }
    items.push(post("/warehouses", None, json!({"code": SHOP, "name": "Shop in front"})));
    api.post("/batch", &json!({"items": items}), Some("living-ground")).await?;
    Ok(())
}

fn post(path: &str, name: Option<&str>, body: Value) -> Value {
    json!({"method": "POST", "path": path, "name": name, "body": body})
}

fn party(one: &Trader, kind: &str) -> Value {
    json!({
        "code": one.code, "name": one.name, "kinds": [kind], "currency": one.currency, "paymentTermsDays": one.terms,
        "metadata": {"madeUp": true},
    })
}

/// A rate for each day; known ones are left alone.
async fn rates(api: WholeApi<'_>, start: Date, end: Date) -> Result<(), ImportError> {
    let days = start.series(1.day()).take_while(|day| *day <= end);
    let rates: Vec<Value> = days
        .map(|day| {
            json!({
                "fromCurrency": "EUR", "toCurrency": "GBP", "rate": format!("0.{:04}", euro_rate(day)),
                "validFrom": day.to_string(), "source": SOURCE,
            })
        })
        .collect();
    for part in rates.chunks(RATES) {
        api.post("/accounting/exchange-rates/import", &json!({"rates": part}), None).await?;
    }
    Ok(())
}
