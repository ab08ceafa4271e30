//! Goods held for others, line by line: those that came to warehouses of the kind `consignmentIn` and are there, now,
//! or at the end of a day by posting date and at a point of the log.
//!
//! Each receipt is a row of its own, which is deleted if the document is voided: documents voided since are read from
//! their events. Quantities taken are summed from the documents that were in effect.

use std::collections::{BTreeMap, BTreeSet};

use domain::rows::{ConsignedLine, PartyName, Row};
use domain::value::id::{ItemId, LotId, MovementId, OrganizationId, PartyId, SerialId, WarehouseId};
use domain::value::{Cell, CellValue, Currency, Date, Instant};

use super::columns::{Columns, Pair, Sum, selected};
use super::known_goods::{GoodsThen, in_effect, warehouses, written_by};
use super::stock::StockItem;
use crate::{Fault, Snapshot};

/// Which lines.
#[derive(Clone, Debug, Default)]
pub struct HeldFilter {
    /// At the end of this day, by posting date; everything where absent.
    pub as_of: Option<Date>,
    /// Whose goods.
    pub party: Option<PartyId>,
    pub item: Option<ItemId>,
    pub warehouse: Option<WarehouseId>,
}

impl HeldFilter {
    fn takes(&self, line: &ConsignedLine) -> bool {
        self.party.is_none_or(|wanted| wanted == line.party_id)
            && self.item.is_none_or(|wanted| wanted == line.item_id)
            && self.warehouse.is_none_or(|wanted| wanted == line.warehouse_id)
    }
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
    /// The quantity that came, in the item's smallest unit.
    pub quantity: i64,
    /// The part of it that was used, moved on or sent back.
    pub taken: i64,
    pub currency: Currency,
    /// The agreed price of the rest, in that currency.
    pub price: i64,
}

/// All lines of which something was there, in the order of the log.
pub async fn lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &HeldFilter,
    then: &GoodsThen,
) -> Result<Vec<Held>, Fault> {
    let own = [Cell::Id(organization.0)];
    let mut open: Vec<ConsignedLine> = if then.is_now && filter.as_of.is_none() {
        snapshot.rows("where organization_id = $1 and is_open = 1 order by movement_seq, line_number", &own).await?
    } else {
        open_then(snapshot, organization, filter.as_of, then).await?
    };
    open.retain(|line| filter.takes(line));
    let warehouses = warehouses(snapshot, organization, then).await?;
    let owners: BTreeSet<PartyId> = open.iter().map(|line| line.party_id).collect();
    let names = names(snapshot, organization, owners.into_iter().collect()).await?;
    let mut told = told(snapshot, organization, &open, then).await?;
    let mut found = Vec::with_capacity(open.len());
    for line in open {
        let key = (line.movement_seq, line.line_number);
        let own = told.remove(&key).ok_or_else(|| {
            Fault::Corrupt(format!("goods of others came by line {} of event {}, which is missing", key.1, key.0))
        })?;
        let code = warehouses.get(&line.warehouse_id).cloned().unwrap_or_default();
        found.push(Held {
            movement: line.movement_id,
            sequence: line.movement_seq,
            line_number: line.line_number,
            occurred_at: own.occurred_at,
            reference: own.reference,
            party: line.party_id,
            party_name: names.get(&line.party_id).cloned(),
            item: own.item,
            warehouse: (line.warehouse_id, code),
            lot: own.lot,
            serial: own.serial,
            quantity: line.quantity,
            taken: line.taken_quantity,
            currency: line.currency,
            price: line.amount - line.taken_amount,
        });
    }
    Ok(found)
}

/// The lines as they were, with the quantity taken of each by then.
async fn open_then(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    as_of: Option<Date>,
    then: &GoodsThen,
) -> Result<Vec<ConsignedLine>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    let in_effect = in_effect(then, as_of, &mut params);
    let rest = format!(
        "where organization_id = $1 and movement_seq in \
           (select m.seq from movements as m where m.organization_id = $1 and {in_effect})"
    );
    let mut came: Vec<ConsignedLine> = snapshot.rows(&rest, &params).await?;
    // No invoice takes them: invoices are about the lines by which they were bought.
    let mut columns = Columns::default();
    let (of_seq, of_line) = (columns.add("x.of_seq"), columns.add("x.of_line"));
    let (quantity, amount) = (columns.add(Sum("x.of_quantity")), columns.add(Sum("x.amount")));
    let sql = format!(
        "select {} from movements as m cross join movement_lines as x \
         where m.organization_id = $1 and m.kind not in ('supplierInvoice', 'supplierCredit', 'landedCost') and {in_effect} \
         and x.organization_id = $1 and x.movement_seq = m.seq and x.of_quantity is not null and x.amount is not null \
         group by x.of_seq, x.of_line",
        columns.text()
    );
    let mut taken: BTreeMap<(i64, i64), (i128, i128)> = BTreeMap::new();
    for row in &columns.rows(snapshot, &sql, &params).await? {
        taken.insert((of_seq.of(row)?, of_line.of(row)?), (quantity.of(row)?, amount.of(row)?));
    }
    // Any document voided since that brought goods of others may have brought these.
    let mut columns = Columns::default();
    let seq = columns.add::<i64>("m.seq");
    let sql = format!(
        "select distinct {} from movements as m cross join movement_lines as x \
         where m.organization_id = $1 and m.status = 'voided' and m.kind in ('receipt', 'countAdjustment', 'transfer') and {in_effect} \
         and x.organization_id = $1 and x.movement_seq = m.seq and x.quantity <> 0 and x.pool_id is null and x.to_pool_id is null \
         and (m.kind <> 'transfer' or x.of_quantity is not null)",
        columns.text()
    );
    for row in &columns.rows(snapshot, &sql, &params).await? {
        let seq = seq.of(row)?;
        for write in written_by(snapshot, organization, seq).await? {
            if write.table.number != ConsignedLine::TABLE.number || write.deleted {
                continue;
            }
            let line = ConsignedLine::from_cells(&write.cells)?;
            // The others are goods that it took.
            if line.movement_seq == seq {
                came.push(line);
            }
        }
    }
    came.sort_by_key(|line| (line.movement_seq, line.line_number));
    let mut open = Vec::with_capacity(came.len());
    for line in came {
        let key = (line.movement_seq, line.line_number);
        let (quantity, amount) = taken.get(&key).copied().unwrap_or_default();
        let units =
            |sum: i128| i64::try_from(sum).map_err(|_| Fault::Corrupt(format!("more was taken of {key:?} than came")));
        let line = ConsignedLine { taken_quantity: units(quantity)?, taken_amount: units(amount)?, ..line };
        if line.taken_quantity < line.quantity {
            open.push(line);
        }
    }
    Ok(open)
}

selected! {
    /// The descriptive values of a line.
    struct Told() {
        item: StockItem = StockItem::selected(),
        occurred_at: Instant = "m.occurred_at",
        reference: Option<String> = "m.reference",
        lot: Option<(LotId, String)> = Pair("t.id", "t.number"),
        serial: Option<(SerialId, String)> = Pair("s.id", "s.number"),
    }
}

/// The descriptive values of these lines, with the names of that time, by their place in the log.
async fn told(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    lines: &[ConsignedLine],
    then: &GoodsThen,
) -> Result<BTreeMap<(i64, i64), Told>, Fault> {
    let sequences: BTreeSet<i64> = lines.iter().map(|line| line.movement_seq).collect();
    let sequences: Vec<i64> = sequences.into_iter().collect();
    let mut found = BTreeMap::new();
    // A statement takes a bounded number of parameters.
    for some in sequences.chunks(500) {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(some.iter().map(|seq| Cell::Int(*seq)));
        let mut columns = Columns::default();
        let (seq, line_number) = (columns.add("x.movement_seq"), columns.add("x.line_number"));
        let told = columns.add(Told::selected());
        let sql = format!(
            "select {} from movements as m cross join movement_lines as x \
             join items as i on i.organization_id = $1 and i.id = x.item_id \
             left join lots as t on t.organization_id = $1 and t.id = x.lot_id \
             left join serials as s on s.organization_id = $1 and s.id = x.serial_id \
             where m.organization_id = $1 and m.seq in {} and x.organization_id = $1 and x.movement_seq = m.seq",
            columns.text(),
            crate::sql::list(2, some.len())
        );
        for row in &columns.rows(snapshot, &sql, &params).await? {
            let now = told.of(row)?;
            let (item, lot, serial) = (then.item(now.item)?, then.lot(now.lot)?, then.serial(now.serial)?);
            found.insert((seq.of(row)?, line_number.of(row)?), Told { item, lot, serial, ..now });
        }
    }
    Ok(found)
}

/// The present names of these parties.
async fn names(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    parties: Vec<PartyId>,
) -> Result<BTreeMap<PartyId, String>, Fault> {
    let mut found = BTreeMap::new();
    for some in parties.chunks(500) {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(some.iter().map(CellValue::to_cell));
        let rest = format!("where organization_id = $1 and party_id in {}", crate::sql::list(2, some.len()));
        let rows: Vec<PartyName> = snapshot.rows(&rest, &params).await?;
        found.extend(rows.into_iter().map(|row| (row.party_id, row.name)));
    }
    Ok(found)
}
