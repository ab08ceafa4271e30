//! The goods that a proof found something wrong with, by item and warehouse: those that are frozen.

use std::collections::BTreeMap;

use domain::rows::Pool;
use domain::value::id::{ItemId, MovementId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellKind, CellValue};

use crate::audit::invariant::{Goods, Invariant};
use crate::audit::reading::Reading;
use crate::fault::Fault;

/// No warehouse: all of them share the costs of an item.
const NONE: [u8; 16] = [0; 16];

/// Goods with which something is wrong, and the first thing that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultyGoods {
    /// `None` if the item is unknown: it may be any.
    pub item: Option<ItemId>,
    /// `None` if it is all that share their costs, or unknown.
    pub warehouse: Option<WarehouseId>,
    /// The broken invariant.
    pub invariant: String,
    /// The subject and place, the expected and the found value.
    pub detail: String,
}

/// Item and warehouse, as far as they are known.
type Place = (Option<ItemId>, Option<WarehouseId>);

/// All of them, each once. Where something does not hold and no row tells of which goods, it may be any.
pub(super) async fn goods(
    reading: &mut Reading,
    organization: OrganizationId,
    invariants: &[Invariant],
) -> Result<Vec<FaultyGoods>, Fault> {
    let mut found: BTreeMap<Place, (String, String)> = BTreeMap::new();
    for broken in invariants.iter().filter(|one| !one.holds()) {
        for (told, detail) in &broken.goods {
            for place in places(reading, organization, told).await? {
                found.entry(place).or_insert_with(|| (broken.name.clone(), detail.clone()));
            }
        }
    }
    if let Some(broken) = invariants.iter().find(|one| !one.holds()).filter(|_| found.is_empty()) {
        let detail = broken.differences.first().cloned().unwrap_or_default();
        found.insert((None, None), (broken.name.clone(), detail));
    }
    let faulty = found.into_iter().map(|((item, warehouse), (invariant, detail))| FaultyGoods {
        item,
        warehouse,
        invariant,
        detail,
    });
    Ok(faulty.collect())
}

async fn places(reading: &mut Reading, organization: OrganizationId, told: &Goods) -> Result<Vec<Place>, Fault> {
    let found = match told {
        Goods::Untold => Vec::new(),
        Goods::Pool(pool) => {
            let params = [Cell::Id(organization.0), Cell::Id(pool.0)];
            let pools = reading.rows::<Pool>("where organization_id = $1 and id = $2", &params).await?;
            let place = |pool: Pool| {
                let warehouse = Some(WarehouseId(pool.scope_id)).filter(|_| pool.scope_id != NONE);
                (Some(pool.item_id), warehouse)
            };
            pools.into_iter().map(place).collect()
        }
        Goods::Named(sku, code) => named(reading, organization, sku, code.as_deref()).await?,
        Goods::Line(movement, number) => of_line(reading, organization, *movement, *number).await?,
    };
    // A row that is no longer stored cannot be named.
    Ok(if found.is_empty() { vec![(None, None)] } else { found })
}

async fn named(
    reading: &mut Reading,
    organization: OrganizationId,
    sku: &str,
    code: Option<&str>,
) -> Result<Vec<Place>, Fault> {
    const NAMED: &str = "select i.id, w.id from items as i \
           left join warehouses as w on w.organization_id = i.organization_id and w.code = $3 \
         where i.organization_id = $1 and i.sku = $2";
    let code = Cell::Text(code.unwrap_or_default().to_owned());
    let params = [Cell::Id(organization.0), Cell::Text(sku.to_owned()), code];
    let rows = reading.query(NAMED, &params, &[CellKind::Id, CellKind::Id]).await?;
    rows.iter().map(|row| place(row.first(), row.get(1))).collect()
}

/// Where the goods of a line are, and where they go.
async fn of_line(
    reading: &mut Reading,
    organization: OrganizationId,
    movement: MovementId,
    number: i64,
) -> Result<Vec<Place>, Fault> {
    const LINE: &str = "select l.item_id, l.warehouse_id, coalesce(t.to_warehouse_id, l.to_warehouse_id) \
         from movements as m \
           join movement_lines as l on l.organization_id = m.organization_id and l.movement_seq = m.seq \
           left join transit_lines as t on t.organization_id = l.organization_id \
             and t.movement_seq = l.movement_seq and t.line_number = l.line_number \
         where m.organization_id = $1 and m.id = $2 and l.line_number = $3";
    let params = [Cell::Id(organization.0), Cell::Id(movement.0), Cell::Int(number)];
    let rows = reading.query(LINE, &params, &[CellKind::Id; 3]).await?;
    let mut found = Vec::new();
    for row in &rows {
        found.push(place(row.first(), row.get(1))?);
        if row.get(2).is_some_and(|to| *to != Cell::Null) {
            found.push(place(row.first(), row.get(2))?);
        }
    }
    Ok(found)
}

fn place(item: Option<&Cell>, warehouse: Option<&Cell>) -> Result<Place, Fault> {
    let item = item.filter(|cell| **cell != Cell::Null).map(ItemId::from_cell).transpose()?;
    let warehouse = warehouse.filter(|cell| **cell != Cell::Null).map(WarehouseId::from_cell).transpose()?;
    Ok((item, warehouse))
}
