//! Goods received and not invoiced, line by line, at the end of a day by posting date and at a point of the log.
//!
//! It is computed from the documents themselves: a receipt's line, less the amounts that invoices and returns cleared.
//! One that was invoiced before it is posted counts below 0 until then, as it does on its account.

use std::collections::BTreeMap;

use domain::value::id::{AccountId, ItemId, MovementId, OrganizationId, PartyId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Cell, CellValue, Currency, Date, Instant};

use super::columns::{Pair, selected};
use super::conditions::one_of;
use super::known_goods::{GoodsThen, in_effect};
use super::received_again;
use super::stock::StockItem;
use crate::{Fault, Snapshot};

/// Which lines.
#[derive(Clone, Debug, Default)]
pub struct ReceivedFilter {
    /// At the end of this day, by posting date; everything where absent.
    pub as_of: Option<Date>,
    /// From one of these.
    pub parties: Option<Vec<PartyId>>,
    pub item: Option<ItemId>,
    pub warehouse: Option<WarehouseId>,
}

impl ReceivedFilter {
    /// Whether no line is left out.
    #[must_use]
    pub fn takes_all(&self) -> bool {
        self.parties.is_none() && self.item.is_none() && self.warehouse.is_none()
    }
}

selected! {
    /// A line of a receipt of which something is open.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Received() {
        movement: MovementId = "m.id",
        sequence: i64 = "m.seq",
        line_number: i64 = "x.line_number",
        occurred_at: Instant = "m.occurred_at",
        posting_date: Date = "m.posting_date",
        reference: Option<String> = "m.reference",
        party: Option<PartyId> = "coalesce(c.party_id, m.party_id)",
        /// As it is now: names of people are in no fact.
        party_name: Option<String> = "n.name",
        item: StockItem = StockItem::selected(),
        warehouse: (WarehouseId, String) = Pair("w.id", "w.code"),
        /// On which it is open.
        account: AccountId = "x.counter_account_id",
        currency: Currency = "coalesce(c.currency, m.currency)",
        /// In the item's smallest unit.
        received: i64 = "g.received",
        invoiced: i64 = "g.invoiced",
        /// The quantity returned before it was invoiced.
        returned: i64 = "g.returned",
        /// The open amount in the receipt's currency.
        open_amount: i64 = "g.amount",
        /// The same in base currency.
        open_base: i64 = "g.base",
        /// Whether it came at a provisional cost, which its invoice settles.
        is_provisional: bool = "x.is_provisional",
    }
}

/// All lines of which something is open, as they were posted.
pub async fn open(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ReceivedFilter,
    then: &GoodsThen,
) -> Result<Vec<Received>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    let is_now = then.is_now && filter.as_of.is_none();
    let lines = if is_now {
        OPEN_NOW.to_owned()
    } else {
        let reordered = received_again::of_receipts(snapshot, organization, filter.as_of, then).await?;
        of_documents(&in_effect(then, filter.as_of, &mut params), &reordered)
    };
    let mut narrowed = String::new();
    let wanted = [
        ("x.item_id", filter.item.map(|id| id.to_cell())),
        ("x.warehouse_id", filter.warehouse.map(|id| id.to_cell())),
    ];
    for (column, cell) in wanted {
        if let Some(cell) = cell {
            params.push(cell);
            narrowed.push_str(&format!(" and {column} = ${}", params.len()));
        }
    }
    if let Some(parties) = &filter.parties {
        narrowed.push_str(&format!(" and {}", one_of("coalesce(c.party_id, m.party_id)", parties, &mut params)));
    }
    let selected = Received::selected();
    let sql = format!(
        "select {} from ({lines}) as g \
         join movements as m on m.organization_id = $1 and m.seq = g.seq \
         join movement_lines as x on x.organization_id = $1 and x.movement_seq = g.seq and x.line_number = g.line \
         join items as i on i.organization_id = $1 and i.id = x.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = x.warehouse_id \
         left join consigned_lines as c on c.organization_id = $1 and c.movement_seq = x.of_seq and c.line_number = x.of_line \
         left join party_names as n on n.organization_id = $1 and n.party_id = coalesce(c.party_id, m.party_id) \
         where m.organization_id = $1{narrowed} order by m.seq, x.line_number",
        selected.text()
    );
    let lines = selected.all(snapshot, &sql, &params).await?;
    let as_called = |now: Received| {
        let (item, warehouse) = (then.item(now.item)?, then.warehouse(now.warehouse)?);
        Ok(Received { item, warehouse, ..now })
    };
    lines.into_iter().map(as_called).collect()
}

/// The condition on movements that some of their lines have a provisional cost which no invoice has settled, or that none has.
#[must_use]
pub const fn unsettled(has_some: bool) -> &'static str {
    if has_some {
        " and id in (select movement_id from received_lines where organization_id = $1 and is_provisional = 1 \
         and cleared_quantity < quantity)"
    } else {
        " and id not in (select movement_id from received_lines where organization_id = $1 and is_provisional = 1 \
         and cleared_quantity < quantity)"
    }
}

/// Lines open now, from their own rows.
const OPEN_NOW: &str = "select movement_seq as seq, line_number as line, quantity as received, \
     invoiced_quantity as invoiced, cleared_quantity - invoiced_quantity as returned, amount - cleared_amount as amount, \
     base_amount - cleared_base as base \
     from received_lines where organization_id = $1 and cleared_quantity < quantity";

/// Documents by which consigned goods are bought, as they use them.
fn buying() -> String {
    let kinds = MovementKind::ALL.iter().filter(|kind| kind.rules().buys);
    let named: Vec<String> = kinds.map(|kind| format!("'{}'", kind.name())).collect();
    format!("({})", named.join(", "))
}

/// Lines open by the documents that were in effect, with later changes by others.
fn of_documents(in_effect: &str, reordered: &BTreeMap<(i64, i64), i128>) -> String {
    let from = "from movements as m cross join movement_lines as x where m.organization_id = $1";
    let lines = "and x.organization_id = $1 and x.movement_seq = m.seq";
    let buying = buying();
    let invoiced = |yes: &str, no: &str| format!("case when m.kind = 'supplierInvoice' then {yes} else {no} end");
    format!(
        "select seq, line, cast(sum(received) as bigint) as received, cast(sum(invoiced) as bigint) as invoiced, \
           cast(sum(returned) as bigint) as returned, cast(sum(amount) as bigint) as amount, \
           cast(sum(base) as bigint) as base from (\
           select x.movement_seq as seq, x.line_number as line, x.quantity as received, 0 as invoiced, 0 as returned, \
             x.amount, x.base_amount as base \
           {from} and m.kind = 'receipt' and {in_effect} {lines} and x.amount is not null and x.base_amount is not null \
             and x.counter_account_id is not null \
           union all \
           select x.movement_seq, x.line_number, x.of_quantity, 0, 0, x.amount, x.base_amount \
           {from} and m.kind in {buying} and {in_effect} {lines} and x.of_quantity is not null \
             and x.base_amount is not null \
           union all \
           select x.of_seq, x.of_line, 0, {}, {}, -x.cleared_amount, -x.cleared_base \
           {from} and m.kind in ('supplierInvoice', 'supplierReturn') and {in_effect} {lines} \
             and x.cleared_base is not null{}) as d \
         group by seq, line having sum(received) <> sum(invoiced) + sum(returned) or sum(amount) <> 0 or sum(base) <> 0",
        invoiced("coalesce(x.of_quantity, 0)", "0"),
        invoiced("0", "-x.quantity"),
        received_again::rows(reordered)
    )
}
