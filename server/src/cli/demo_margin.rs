//! Revenue and cost of the demo's goods: the ten items that sold best, and all.

use std::collections::BTreeMap;

use domain::value::Decimal;
use serde_json::Value;

use crate::import::amount::readable;
use crate::import::fields::ExactSum;
use crate::import::goods::COST_OF_GOODS;
use crate::import::goods::row::{GoodsRow, readable as pieces};
use crate::import::retail::{CURRENCY_DECIMALS, Document};
use crate::import::trial_balance::TrialBalance;
use crate::import::{ImportError, WholeApi, text};

/// Items that are shown.
pub const BEST: usize = 10;
/// Characters of a name that are shown.
const NAME_CHARACTERS: usize = 32;

/// An item that sold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemMargin {
    pub sku: String,
    pub name: String,
    /// Sold less returned, in millionths of a piece.
    pub sold_millionths: i128,
    /// Its revenue, in minor units.
    pub revenue_minor: i128,
    /// Its cost, in minor units.
    pub cost_minor: i128,
}

/// Earnings and costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Margins {
    /// The best first, as many as were asked for.
    pub items: Vec<ItemMargin>,
    /// How many items sold.
    pub item_count: usize,
    /// Net revenue of the books without charges, in minor units.
    pub goods_minor: i128,
    /// Postage, corrections and fees, in minor units.
    pub charges_minor: i128,
    /// The cost of goods in the books, in minor units.
    pub cost_minor: i128,
}

impl Margins {
    /// From documents: the sales of the best items, and of all; their cost by the books.
    pub async fn read(
        api: WholeApi<'_>,
        documents: &[&Document],
        most: usize,
        books: &TrialBalance,
    ) -> Result<Self, ImportError> {
        let mut sold: BTreeMap<&str, (i128, ExactSum)> = BTreeMap::new();
        let goods = documents.iter().flat_map(|document| document.goods.iter().map(move |row| (document, row)));
        // Goods that a customer got for nothing were sold, too: they have a cost.
        let is_sold = |document: &Document, row: &GoodsRow| {
            row.price.unscaled != 0 || (row.quantity_millionths > 0 && document.customer.is_some())
        };
        for (_, row) in goods.filter(|(document, row)| is_sold(document, row)) {
            let (quantity, sum) = sold.entry(&row.sku).or_default();
            *quantity += row.quantity_millionths;
            let written =
                Decimal { unscaled: row.quantity_millionths, scale: domain::value::limits::QUANTITY_DECIMALS };
            *sum = sum.plus(written, row.price).unwrap_or(*sum);
        }
        let earned = |sum: &ExactSum| sum.to_units(CURRENCY_DECIMALS).unwrap_or_default();
        let mut best: Vec<_> = sold.iter().map(|(sku, (quantity, sum))| (*sku, *quantity, earned(sum))).collect();
        // Items are in the order of their skus, and stay so where they earned the same.
        best.sort_by_key(|(_, _, revenue)| std::cmp::Reverse(*revenue));
        let item_count = best.len();
        let mut items = Vec::with_capacity(most.min(item_count));
        for (sku, sold_millionths, revenue) in best.into_iter().take(most) {
            let (name, cost_minor) = cost(api, sku).await?;
            items.push(ItemMargin {
                sku: sku.to_owned(),
                name,
                sold_millionths,
                revenue_minor: i128::from(revenue),
                cost_minor,
            });
        }
        let charges = documents.iter().flat_map(|document| &document.charges);
        let charges_minor = charges.map(|charge| i128::from(charge.amount_minor)).sum();
        let goods_minor = books.net_revenue() - charges_minor;
        Ok(Self { items, item_count, goods_minor, charges_minor, cost_minor: books.balance(COST_OF_GOODS) })
    }
}

/// The name of an item, and the present cost of its sales less returns.
async fn cost(api: WholeApi<'_>, sku: &str) -> Result<(String, i128), ImportError> {
    let path = format!("/inventory/reports/movement-ledger?sku={sku}");
    let name = text(&api.get(&format!("{path}&limit=1")).await?, "name").to_owned();
    let rows = api.list(&path).await?;
    let sold = rows.iter().filter(|row| matches!(text(row, "kind"), "issue" | "return"));
    Ok((name, -sold.map(|row| minor(row, "value")).sum::<i128>()))
}

/// An amount of an answer in minor units.
pub(super) fn minor(value: &Value, name: &str) -> i128 {
    let units = Decimal::parse(text(value, name)).and_then(|amount| amount.to_units(CURRENCY_DECIMALS));
    units.map_or(0, i128::from)
}

impl std::fmt::Display for Margins {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let amount = |units: i128| readable(units, CURRENCY_DECIMALS);
        let line = |f: &mut std::fmt::Formatter<'_>, what: &str, sold: &str, (revenue, cost): (i128, i128)| {
            let margin = revenue - cost;
            let share = if revenue > 0 { readable(margin * 1_000 / revenue, 1) } else { String::new() };
            let (revenue, cost, margin) = (amount(revenue), amount(cost), amount(margin));
            writeln!(f, "{what:41}  {sold:>6}  {revenue:>11}  {cost:>11}  {margin:>11}  {share:>5}")
        };
        let title = format!("Gross margin, best {BEST} of {} items", self.item_count);
        let head = ["sold", "revenue", "cost", "margin", "%"];
        let [sold, revenue, cost, margin, share] = head;
        writeln!(f, "{:41}  {sold:>6}  {revenue:>11}  {cost:>11}  {margin:>11}  {share:>5}", title)?;
        for item in self.items.iter().take(BEST) {
            let name: String = item.name.chars().take(NAME_CHARACTERS).collect();
            let what = format!("{:7}  {}", item.sku, name.trim_end());
            line(f, &what, &pieces(item.sold_millionths), (item.revenue_minor, item.cost_minor))?;
        }
        line(f, "all goods", "", (self.goods_minor, self.cost_minor))?;
        write!(f, "postage, corrections and fees: {}", amount(self.charges_minor))
    }
}
