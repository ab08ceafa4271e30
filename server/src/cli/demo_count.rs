//! The demo's events of today: its years reach the present, and a shelf is counted on which a few pieces are missing.

use domain::value::counted;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::import::books::calendar_year;
use crate::import::goods::place::MAIN;
use crate::import::{ImportError, WholeApi, text};

/// How the count is found again.
const REFERENCE: &str = "demo-count";
/// The goods on the shelf; of the first, this many pieces are missing.
const SHELF: [&str; 3] = ["85123A", "22423", "84879"];
const MISSING: i64 = 3;

/// The count as the books have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Lines, and those of them that differ.
    pub lines: usize,
    pub differing: usize,
    /// The item of the first difference, and its size.
    pub sku: String,
    pub difference: String,
    /// The journal entry that has it, by its number.
    pub entry: String,
}

impl std::fmt::Display for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { lines, differing, sku, difference, entry } = self;
        write!(
            f,
            "counted: {}, {differing} with a difference ({difference} of {sku}), posted today by entry {entry}",
            counted(*lines, "item", "items")
        )
    }
}

/// Opens the years up to today, so that events of today have a period.
pub async fn open_years(api: WholeApi<'_>) -> Result<(), ImportError> {
    let years = api.list("/accounting/fiscal-years?").await?;
    let last = years.iter().filter_map(|year| text(year, "endDate").get(..4)?.parse::<i16>().ok()).max();
    let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
    // Where it is the new year already, it is another day than here.
    let newest = today.tomorrow().unwrap_or(today).year();
    for year in last.map_or(newest, |last| last + 1)..=newest {
        api.post("/accounting/fiscal-years", &calendar_year(year), None).await?;
    }
    Ok(())
}

/// Counts the shelf, unless that was done: the differences are within the tolerance, and posted.
pub async fn count(api: WholeApi<'_>) -> Result<(), ImportError> {
    if find(api).await?.is_some() {
        return Ok(());
    }
    let mut items = Vec::with_capacity(SHELF.len());
    for sku in SHELF {
        let found = api.list(&format!("/inventory/items?sku={sku}")).await?;
        items.extend(found.iter().map(|item| text(item, "id").to_owned()));
    }
    let body = json!({
        "warehouseCode": MAIN, "itemIds": items, "tolerance": {"value": "50.00"}, "reference": REFERENCE,
        "description": "The shelf by the door",
    });
    let count = api.post("/inventory/counts", &body, None).await?;
    let path = format!("/inventory/counts/{}", text(&count, "id"));
    let mut found = Vec::with_capacity(SHELF.len());
    for line in api.list(&format!("{path}/lines?")).await? {
        let is_short = text(&line, "sku") == SHELF[0];
        // Pieces are counted: quantities without decimals.
        let expected: i64 = text(&line, "expected").parse().unwrap_or_default();
        let there = if is_short { (expected - MISSING).max(0) } else { expected };
        found.push(json!({"lineNumber": line["lineNumber"], "quantity": there.to_string()}));
    }
    api.post(&format!("{path}/lines"), &json!({"lines": found}), None).await?;
    api.post(&format!("{path}/submit"), &json!({}), None).await?;
    api.post(&format!("{path}/post"), &json!({}), None).await.map(drop)?;
    Ok(())
}

/// The result of the count; `None` if nothing was counted.
pub async fn read(api: WholeApi<'_>) -> Result<Option<Counted>, ImportError> {
    let Some(count) = find(api).await? else { return Ok(None) };
    let lines = api.list(&format!("/inventory/counts/{}/lines?", text(&count, "id"))).await?;
    let differs = |line: &&Value| !text(line, "difference").is_empty() && text(line, "difference") != "0";
    let first = lines.iter().find(differs);
    let movement = api.get(&format!("/inventory/movements/{}", text(&count, "movementId"))).await?;
    let entry = api.get(&format!("/accounting/journal-entries/{}", text(&movement, "entryId"))).await?;
    Ok(Some(Counted {
        lines: lines.len(),
        differing: lines.iter().filter(differs).count(),
        sku: first.map_or_else(String::new, |line| text(line, "sku").to_owned()),
        difference: first.map_or_else(String::new, |line| text(line, "difference").to_owned()),
        entry: text(&entry, "number").to_owned(),
    }))
}

async fn find(api: WholeApi<'_>) -> Result<Option<Value>, ImportError> {
    let counts = api.list("/inventory/counts?").await?;
    Ok(counts.into_iter().find(|count| text(count, "reference") == REFERENCE && text(count, "status") == "posted"))
}
