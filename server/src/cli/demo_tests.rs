//! The demo's books against the whole service.

use serde_json::json;

use super::super::demo_told;
use super::*;
use crate::import::progress::Silent;
use crate::import::tests::Service;
use crate::import::text;

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_ties_and_a_second_load_changes_nothing() {
    let service = Service::start("demo").await;
    let first = load(&service.client, &mut Silent).await.unwrap();
    assert_eq!((first.import.tally.taken, first.import.worthless.len()), (467, 45));
    assert_eq!(first.trial_balance.net_revenue() + i128::from(first.voided_minor), 18_065_925);
    let (debit, credit) = first.trial_balance.totals();
    assert_eq!(debit, credit);
    assert!(first.to_string().contains("net revenue before the void: 180,659.25 GBP"), "{first}");
    let goods = first.import.goods.clone().unwrap();
    assert_eq!(goods.refused, []);
    assert_eq!(
        (goods.issues, goods.known_returns, goods.other_returns, goods.adjustments, goods.transfers),
        (423, 9, 34, 45, 4)
    );
    assert!(first.stock.ties() && first.stock.accounts.len() == 1, "{first}");
    assert_eq!(first.margins.goods_minor + first.margins.charges_minor, first.trial_balance.net_revenue());
    assert_eq!(first.margins.items.len(), 10);
    let shown = first.to_string();
    assert!(shown.contains(&format!("Gross margin, best 10 of {} items", first.margins.item_count)), "{shown}");
    assert!(shown.contains("stock value = inventory accounts as of 2010-12-31; proved"), "{shown}");
    let (freight, voided) = (first.events.freight.clone().unwrap(), first.events.voided.clone().unwrap());
    assert_eq!((freight.amount.as_str(), freight.day.as_str(), freight.is_voided), ("18.25", "2010-12-03", false));
    assert_eq!((freight.entries, voided.is_voided, voided.entries), (1, true, 2), "its own; its own and the mirror");
    assert!(shown.contains("dated 2010-12-03: none of the delivery has been sold yet"), "{shown}");
    assert!(shown.contains("issue of the goods of invoice 537224, dated 2010-12-05: voided"), "{shown}");

    let all = first.clone().with_all_items(&service.client).await.unwrap();
    assert_eq!(all.margins.items.len(), all.margins.item_count);
    let costs: i128 = all.margins.items.iter().map(|item| item.cost_minor).sum();
    let revenue: i128 = all.margins.items.iter().map(|item| item.revenue_minor).sum();
    assert_eq!(costs, all.margins.cost_minor, "all that was sold and came back");
    assert_eq!(revenue, all.margins.goods_minor);
    let told = demo_told::as_json(&all);
    assert_eq!(told["trialBalance"]["data"].as_array().unwrap().len(), first.trial_balance.rows.len());
    assert_eq!((&told["stock"]["ties"], &told["stock"]["asOf"]), (&json!(true), &json!("2010-12-31")));
    assert_eq!(told["margin"]["items"].as_array().unwrap().len(), all.margins.item_count);
    assert_eq!(told["landedCost"]["journalEntries"], freight.entries);
    assert_eq!(told["margin"]["revenue"], "176059.44", "as the API writes amounts");
    let counted = first.counted.clone().unwrap();
    assert_eq!((counted.lines, counted.differing), (3, 1));
    assert_eq!((counted.sku.as_str(), counted.difference.as_str()), ("85123A", "-3"));

    let again = load(&service.client, &mut Silent).await.unwrap();
    assert_eq!((again.import.tally.taken, again.import.tally.already_there), (0, 467));
    assert_eq!(
        (&again.trial_balance, &again.stock, &again.margins, &again.counted, &again.events),
        (&first.trial_balance, &first.stock, &first.margins, &first.counted, &first.events)
    );
    assert!(!again.import.is_news());
    let again = again.import.goods.unwrap();
    assert_eq!((again.taken(), again.transfers, again.already_there), (0, 0, goods.taken()));
    let entries = service.entries().await;
    let of_sales =
        entries.iter().filter(|entry| ["SJ-", "CN-"].iter().any(|own| text(entry, "number").starts_with(own)));
    assert_eq!(of_sales.count(), 468);
    service.stop().await;
}
