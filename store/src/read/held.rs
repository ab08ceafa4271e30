//! What is held for others now, line by line: goods that came to warehouses of the kind `consignmentIn` and are there.

use domain::value::id::{ItemId, LotId, MovementId, OrganizationId, PartyId, SerialId, WarehouseId};
use domain::value::{Cell, CellKind, CellValue, Currency, Instant};

use super::stock::{ITEM_COLUMNS, ITEM_KINDS, StockItem, at, item, named};
use crate::{Fault, Snapshot};

/// Which lines.
#[derive(Clone, Debug, Default)]
pub struct HeldFilter {
    /// Whose goods.
    pub party: Option<PartyId>,
    pub item: Option<ItemId>,
    pub warehouse: Option<WarehouseId>,
}

/// A line by which goods of others came, some of which are there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    pub movement: MovementId,
    pub sequence: i64,
    pub line_number: i64,
    pub occurred_at: Instant,
    pub reference: Option<String>,
    /// Whose they are.
    pub party: PartyId,
    /// As it is now: names of people are in no fact.
    pub party_name: Option<String>,
    pub item: StockItem,
    pub warehouse: (WarehouseId, String),
    pub lot: Option<(LotId, String)>,
    pub serial: Option<(SerialId, String)>,
    /// What came, in the item's smallest unit.
    pub quantity: i64,
    /// What of it was used, moved on or sent back.
    pub taken: i64,
    pub currency: Currency,
    /// The agreed price of what is left, in that currency.
    pub price: i64,
}

/// All lines of which something is there, in the order of the log.
///
/// # Errors
/// Where the database fails.
pub async fn now(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &HeldFilter,
) -> Result<Vec<Held>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    let mut narrowed = String::new();
    let wanted = [
        ("c.party_id", filter.party.map(|id| id.to_cell())),
        ("c.item_id", filter.item.map(|id| id.to_cell())),
        ("c.warehouse_id", filter.warehouse.map(|id| id.to_cell())),
    ];
    for (column, cell) in wanted {
        if let Some(cell) = cell {
            params.push(cell);
            narrowed.push_str(&format!(" and {column} = ${}", params.len()));
        }
    }
    let sql = format!(
        "select {ITEM_COLUMNS}, m.id, c.movement_seq, c.line_number, m.occurred_at, m.reference, c.party_id, n.name, \
           w.id, w.code, t.id, t.number, s.id, s.number, c.quantity, c.taken_quantity, c.currency, \
           c.amount - c.taken_amount \
         from consigned_lines as c \
         join movements as m on m.organization_id = $1 and m.id = c.movement_id \
         join items as i on i.organization_id = $1 and i.id = c.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = c.warehouse_id \
         left join lots as t on t.organization_id = $1 and t.id = c.lot_id \
         left join serials as s on s.organization_id = $1 and s.id = c.serial_id \
         left join party_names as n on n.organization_id = $1 and n.party_id = c.party_id \
         where c.organization_id = $1 and c.is_open = 1{narrowed} order by c.movement_seq, c.line_number"
    );
    use CellKind::{Id, Int, Text};
    let mut kinds = ITEM_KINDS.to_vec();
    kinds.extend([Id, Int, Int, Int, Text, Id, Text, Id, Text, Id, Text, Id, Text, Int, Int, Text, Int]);
    let rows = snapshot.query(&sql, &params, &kinds).await?;
    rows.iter().map(|cells| held(cells)).collect()
}

fn held(cells: &[Cell]) -> Result<Held, Fault> {
    let own = cells.get(ITEM_KINDS.len()..).unwrap_or_default();
    Ok(Held {
        movement: at(own, 0)?,
        sequence: at(own, 1)?,
        line_number: at(own, 2)?,
        occurred_at: at(own, 3)?,
        reference: at(own, 4)?,
        party: at(own, 5)?,
        party_name: at(own, 6)?,
        item: item(cells)?,
        warehouse: (at(own, 7)?, at(own, 8)?),
        lot: named(own.get(9..).unwrap_or_default())?,
        serial: named(own.get(11..).unwrap_or_default())?,
        quantity: at(own, 13)?,
        taken: at(own, 14)?,
        currency: at(own, 15)?,
        price: at(own, 16)?,
    })
}
