//! The traces of the demo's late freight and its cancelled order in the books, and its whole report for programs.

use domain::value::Decimal;
use domain::value::counted;
use serde_json::{Value, json};

use super::demo::{DemoReport, VOIDED_INVOICE};
use super::demo_margin::ItemMargin;
use crate::import::goods::row::readable as pieces;
use crate::import::mapping::SOURCE;
use crate::import::retail::{CURRENCY, CURRENCY_DECIMALS};
use crate::import::{ImportError, WholeApi, text};

/// A movement that changed the cost of others, or that was voided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Its cost, as it is shown.
    pub amount: String,
    /// The day on which it occurred.
    pub day: String,
    /// Whether it was voided.
    pub is_voided: bool,
    /// Its journal entries, with those that adjust the cost of others, and those that took them back.
    pub entries: usize,
}

/// The landed cost that came late, and the issue that was voided; `None` where they are not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Events {
    pub freight: Option<Told>,
    pub voided: Option<Told>,
}

impl Events {
    /// Asks for both.
    pub async fn read(api: WholeApi<'_>) -> Result<Self, ImportError> {
        let freight = told(api, super::demo_events::FREIGHT, "posted").await?;
        Ok(Self { freight, voided: told(api, VOIDED_INVOICE, "voided").await? })
    }
}

async fn told(api: WholeApi<'_>, external_id: &str, status: &str) -> Result<Option<Told>, ImportError> {
    let found = api.list(&format!("/inventory/movements?externalId={external_id}")).await?;
    let own = found.iter().find(|one| text(one, "source") == SOURCE && text(one, "status") == status);
    let Some(own) = own else { return Ok(None) };
    let movement = api.get(&format!("/inventory/movements/{}", text(own, "id"))).await?;
    Ok(Some(Told {
        amount: text(&movement, "amount").to_owned(),
        day: text(&movement, "postingDate").to_owned(),
        is_voided: text(&movement, "status") == "voided",
        entries: movement["journalEntryIds"].as_array().map_or(0, Vec::len),
    }))
}

impl std::fmt::Display for Events {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(Told { amount, day, entries, .. }) = &self.freight {
            let sold = match entries.saturating_sub(1) {
                0 => "none of the delivery has been sold yet".to_owned(),
                days => format!("goods sold since cost more on {}", counted(days, "day", "days")),
            };
            writeln!(f, "landed cost of {amount} {CURRENCY}, entered last and dated {day}: {sold}")?;
        }
        if let Some(Told { day, .. }) = &self.voided {
            writeln!(f, "issue of the goods of invoice {VOIDED_INVOICE}, dated {day}: voided")?;
        }
        Ok(())
    }
}

/// The report for programs.
pub fn as_json(report: &DemoReport) -> Value {
    // As the API writes amounts, without commas.
    let amount = |units: i128| Decimal { unscaled: units, scale: CURRENCY_DECIMALS }.to_string();
    let (books, stock, margins) = (&report.trial_balance, &report.stock, &report.margins);
    let rows = books.rows.iter();
    let rows = rows.map(
        |row| json!({"code": row.code, "name": row.name, "debit": amount(row.debit), "credit": amount(row.credit)}),
    );
    let accounts = stock.accounts.iter();
    let accounts = accounts.map(|one| json!({"code": one.code, "name": one.name, "goods": amount(one.goods_minor), "books": amount(one.books_minor)}));
    let item = |one: &ItemMargin| {
        json!({
            "sku": one.sku, "name": one.name, "sold": pieces(one.sold_millionths), "revenue": amount(one.revenue_minor),
            "cost": amount(one.cost_minor), "margin": amount(one.revenue_minor - one.cost_minor),
        })
    };
    let event =
        |told: &Option<Told>| told.as_ref().map(|one| json!({"postingDate": one.day, "journalEntries": one.entries}));
    json!({
        "trialBalance": {"asOf": books.as_of, "data": rows.collect::<Vec<_>>()},
        "stock": {
            "asOf": stock.as_of, "accounts": accounts.collect::<Vec<_>>(), "ties": stock.ties(),
            "pools": stock.proved.0, "movements": stock.proved.1,
        },
        "margin": {
            "items": margins.items.iter().map(item).collect::<Vec<_>>(), "itemCount": margins.item_count,
            "revenue": amount(margins.goods_minor), "cost": amount(margins.cost_minor),
            "margin": amount(margins.goods_minor - margins.cost_minor), "charges": amount(margins.charges_minor),
        },
        "landedCost": event(&report.events.freight),
        "voidedIssue": event(&report.events.voided),
    })
}
