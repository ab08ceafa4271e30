//! Lists of movements of goods.

use domain::book::reach::Reach;
use domain::rows::movement_drafts::decode_drafts;
use domain::rows::{MovementStatus, StockMovement};
use domain::value::id::{ItemId, LotId, MovementId, OrganizationId, PartyId, PrincipalId, SerialId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Cell, CellKind, CellValue, Date, Instant};

use super::conditions::one_of;
use super::{Conditions, received};
use crate::{Fault, Snapshot};

/// Which movements, in which order.
#[derive(Clone, Debug, Default)]
pub struct MovementFilter {
    pub kinds: Option<Vec<MovementKind>>,
    pub statuses: Option<Vec<MovementStatus>>,
    /// Movements with a line of it.
    pub item: Option<ItemId>,
    /// Movements in or to it.
    pub warehouse: Option<WarehouseId>,
    /// Of one of these.
    pub parties: Option<Vec<PartyId>>,
    pub lot: Option<LotId>,
    pub serial: Option<SerialId>,
    /// Movements that are about this one, or about a line of it.
    pub of: Option<MovementId>,
    /// Receipts with a line whose provisional cost no invoice has settled, or all others.
    pub cost_is_provisional: Option<bool>,
    /// Movements that this principal made.
    pub created_by: Option<PrincipalId>,
    /// By posting date.
    pub from: Option<Date>,
    pub to: Option<Date>,
    pub source: Option<String>,
    pub external_id: Option<String>,
    pub reference: Option<String>,
    /// Movements that were made or changed at this moment or later.
    pub changed_since: Option<Instant>,
    /// Part of description or reference, in any case of ASCII letters.
    pub text: Option<String>,
    pub order: MovementOrder,
    pub descending: bool,
    /// The sort cells of the last row of the page before.
    pub after: Option<Vec<Cell>>,
}

/// What movements are sorted by, each by an index. Those that have none of it are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MovementOrder {
    /// The id: ids are in the order in which movements were written.
    #[default]
    Created,
    Occurred,
    /// The place in the log.
    Posted,
    PostingDate,
    Changed,
}

impl MovementOrder {
    /// Its columns, the last of which tells rows apart, and what they are not where a row has none.
    fn columns(self) -> (&'static [&'static str], &'static str) {
        match self {
            Self::Created => (&["id"], ""),
            Self::Occurred => (&["occurred_at", "id"], " and occurred_at is not null"),
            Self::Posted => (&["seq"], " and seq is not null"),
            Self::PostingDate => (&["posting_date", "id"], " and posting_date is not null"),
            Self::Changed => (&["updated_at", "id"], ""),
        }
    }

    /// The kinds of the sort cells.
    #[must_use]
    pub fn kinds(self) -> &'static [CellKind] {
        match self {
            Self::Created => &[CellKind::Id],
            Self::Posted => &[CellKind::Int],
            Self::PostingDate => &[CellKind::Text, CellKind::Id],
            Self::Occurred | Self::Changed => &[CellKind::Int, CellKind::Id],
        }
    }

    /// The sort cells of a movement.
    #[must_use]
    pub fn cells(self, row: &StockMovement) -> Vec<Cell> {
        match self {
            Self::Created => vec![row.id.to_cell()],
            Self::Occurred => vec![row.occurred_at.to_cell(), row.id.to_cell()],
            Self::Posted => vec![row.seq.to_cell()],
            Self::PostingDate => vec![row.posting_date.to_cell(), row.id.to_cell()],
            Self::Changed => vec![row.updated_at.to_cell(), row.id.to_cell()],
        }
    }
}

impl MovementFilter {
    /// The column of a party, a maker or one kind that is asked for, each of which has an index with the ids of its
    /// movements in order, and its value.
    pub(super) fn lead(&self) -> Option<(&'static str, Cell)> {
        if self.waits() {
            return None;
        }
        let kind = match self.kinds.as_deref() {
            Some([kind]) => Some(("kind", kind.to_cell())),
            _ => None,
        };
        let maker = self.created_by.map(|principal| ("created_by", principal.to_cell()));
        let party = match self.parties.as_deref() {
            Some([party]) => Some(("party_id", party.to_cell())),
            _ => None,
        };
        party.or(maker).or(kind)
    }

    /// Whether it takes movements alone that wait to be posted.
    pub(super) fn waits(&self) -> bool {
        self.statuses.as_ref().is_some_and(|statuses| statuses.iter().all(waits))
    }

    /// The same in parts that are read apart: lines of movements that wait are in their bytes, those of all others in a table
    /// by which an item finds them.
    fn parts(&self) -> Vec<Self> {
        if self.item.is_none() || self.waits() {
            return vec![self.clone()];
        }
        let waiting = [MovementStatus::Draft, MovementStatus::PendingApproval];
        let is_asked = |status: &MovementStatus| self.statuses.as_ref().is_none_or(|asked| asked.contains(status));
        let waiting: Vec<MovementStatus> = waiting.into_iter().filter(is_asked).collect();
        let apart = (!waiting.is_empty()).then(|| Self { statuses: Some(waiting), ..self.clone() });
        [self.clone()].into_iter().chain(apart).collect()
    }
}

fn waits(status: &MovementStatus) -> bool {
    matches!(status, MovementStatus::Draft | MovementStatus::PendingApproval)
}

/// The next movements that somebody with this reach sees, however many others lie between.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovementFilter,
    reach: &Reach,
    most: usize,
) -> Result<Vec<StockMovement>, Fault> {
    let mut found: Vec<StockMovement> = Vec::new();
    let parts = filter.parts();
    for filter in &parts {
        let lead = filter.lead().filter(|_| filter.order == MovementOrder::Created);
        let conditions = conditions(organization, filter, lead.as_ref().map(|(column, _)| *column));
        found.extend(seen(snapshot, conditions, filter, lead, reach, most).await?);
    }
    if parts.len() > 1 {
        found.sort_by_cached_key(|row| filter.order.cells(row));
        if filter.descending {
            found.reverse();
        }
        found.truncate(most);
    }
    Ok(found)
}

/// The newest movements of these conditions that somebody with this reach sees.
pub async fn newest(
    snapshot: &mut Snapshot,
    conditions: Conditions,
    reach: &Reach,
    most: usize,
) -> Result<Vec<StockMovement>, Fault> {
    let filter = MovementFilter { descending: true, ..MovementFilter::default() };
    seen(snapshot, conditions, &filter, None, reach, most).await
}

async fn seen(
    snapshot: &mut Snapshot,
    mut conditions: Conditions,
    filter: &MovementFilter,
    lead: Option<Lead>,
    reach: &Reach,
    most: usize,
) -> Result<Vec<StockMovement>, Fault> {
    within(&mut conditions, reach);
    let mut after = filter.after.clone();
    let mut found: Vec<StockMovement> = Vec::new();
    loop {
        let query = page(conditions.clone(), filter, lead.as_ref(), after.as_deref(), most);
        let rows: Vec<StockMovement> = snapshot.rows(&query.text, &query.params).await?;
        let is_last = rows.len() < most;
        after = rows.last().map(|row| filter.order.cells(row));
        for row in rows {
            if row.seq.is_some() || is_asked_for(&row, filter, reach)? {
                found.push(row);
            }
        }
        if is_last || found.len() >= most {
            found.truncate(most);
            return Ok(found);
        }
    }
}

/// A column, all values of which are to be this one.
type Lead = (&'static str, Cell);

/// What a page is read by, from `where` on.
fn page(
    mut query: Conditions,
    filter: &MovementFilter,
    lead: Option<&Lead>,
    after: Option<&[Cell]>,
    most: usize,
) -> Conditions {
    let (direction, beyond) = if filter.descending { ("desc", "<") } else { ("asc", ">") };
    let (columns, has_it) = filter.order.columns();
    let mut columns = columns.to_vec();
    query.text.push_str(has_it);
    let mut places: Vec<String> = after.into_iter().flatten().map(|cell| query.bind(cell.clone())).collect();
    if let Some((column, value)) = lead {
        // SQLite takes an index that has the ids of the rows in order only where the rows are sorted by all of it. Of an
        // equality it knows that nothing is sorted by it, and would go through all rows of an organization.
        let place = query.bind(value.clone());
        let bounds: &[&str] = match (after.is_some(), filter.descending) {
            (false, _) => &[">=", "<="],
            (true, true) => &[">="],
            (true, false) => &["<="],
        };
        bounds.iter().for_each(|bound| query.text.push_str(&format!(" and {column} {bound} {place}")));
        columns.insert(0, *column);
        places.insert(0, place);
    }
    if after.is_some() {
        query.text.push_str(&format!(" and ({}) {beyond} ({})", columns.join(", "), places.join(", ")));
    }
    let sort: Vec<String> = columns.iter().map(|column| format!("{column} {direction}")).collect();
    let most = query.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    query.text.push_str(&format!(" order by {} limit {most}", sort.join(", ")));
    query
}

/// What the first page of a list is read by, from `where` on.
#[cfg(test)]
pub(crate) fn query(organization: OrganizationId, filter: &MovementFilter, most: usize) -> Conditions {
    let lead = filter.lead().filter(|_| filter.order == MovementOrder::Created);
    let conditions = conditions(organization, filter, lead.as_ref().map(|(column, _)| *column));
    page(conditions, filter, lead.as_ref(), filter.after.as_deref(), most)
}

/// The movements of the filter, in no order, whatever a column is that has other conditions. Drafts of other warehouses are
/// among them: theirs are in their bytes.
pub(super) fn conditions(organization: OrganizationId, filter: &MovementFilter, but: Option<&str>) -> Conditions {
    const OF_LINES: &str = "seq in (select movement_seq from movement_lines where organization_id = $1 and";
    let mut query = Conditions::new(organization);
    query.among("kind", filter.kinds.as_deref().filter(|_| but != Some("kind")));
    query.among("status", filter.statuses.as_deref());
    if filter.waits() {
        // They have no place in the log yet, by which the few that wait are found among the many that are posted.
        query.text.push_str(" and seq is null");
    }
    query.when(
        &format!("{OF_LINES} item_id = {{}})"),
        filter.item.filter(|_| !filter.waits()).map(|item| item.to_cell()),
    );
    // The lines of each movement on the way to a full page are looked at, and not all lines of the warehouse.
    query.when(
        "(seq is null \
           or exists (select 1 from movement_lines as y \
             left join transit_lines as z on z.organization_id = $1 and z.movement_seq = y.movement_seq \
               and z.line_number = y.line_number \
             where y.organization_id = $1 and y.movement_seq = movements.seq \
               and (y.warehouse_id = {} or coalesce(y.to_warehouse_id, z.to_warehouse_id) = {})))",
        filter.warehouse.map(|warehouse| warehouse.to_cell()),
    );
    match filter.parties.as_deref().filter(|_| but != Some("party_id")) {
        Some([party]) => query.equal("party_id", Some(party.to_cell())),
        // Ids come in the order of the list, where SQLite would go through all movements for several parties.
        Some(parties) => {
            let of_parties = one_of("p.party_id", parties, &mut query.params);
            query.text.push_str(&format!(
                " and id in (select p.id from movements as p where p.organization_id = $1 and {of_parties})"
            ));
        }
        None => {}
    }
    let maker = filter.created_by.filter(|_| but != Some("created_by"));
    query.equal("created_by", maker.map(|principal| principal.to_cell()));
    // A lot or a piece is of one item, by which lines are found.
    for (column, table, tracked) in [
        ("lot_id", "lots", filter.lot.map(|lot| lot.to_cell())),
        ("serial_id", "serials", filter.serial.map(|piece| piece.to_cell())),
    ] {
        query.when(
            &format!(
                "{OF_LINES} item_id = (select item_id from {table} where organization_id = $1 and id = {{}}) \
                   and {column} = {{}})"
            ),
            tracked,
        );
    }
    query.when(
        &format!(
            "(of_movement_id = {{}} or {OF_LINES} of_seq = (select seq from movements where organization_id = $1 and id = {{}})))"
        ),
        filter.of.map(|of| of.to_cell()),
    );
    if let Some(is_provisional) = filter.cost_is_provisional {
        query.text.push_str(received::unsettled(is_provisional));
    }
    // In another order, the days of a long time are not read as a whole and sorted: a text behind the day keeps its
    // index out.
    let day = if filter.order == MovementOrder::PostingDate { "posting_date" } else { "(posting_date || '')" };
    query.when(&format!("{day} >= {{}}"), filter.from.map(|day| day.to_cell()));
    query.when(&format!("{day} <= {{}}"), filter.to.map(|day| day.to_cell()));
    query.equal("source", filter.source.as_ref().map(CellValue::to_cell));
    query.found("movements", "reference = {}", filter.reference.as_ref().map(CellValue::to_cell));
    query.equal("external_id", filter.external_id.as_ref().map(CellValue::to_cell));
    query.contains(&["description", "reference"], filter.text.as_deref());
    let changed_since = filter.changed_since.map(|at| at.to_cell());
    match filter.order {
        // The index has them in this order.
        MovementOrder::Changed => query.when("updated_at >= {}", changed_since),
        MovementOrder::Created | MovementOrder::Occurred | MovementOrder::Posted | MovementOrder::PostingDate => {
            query.found("movements", "updated_at >= {}", changed_since)
        }
    }
    query
}

/// Only drafts, and movements of which every line is in or to a warehouse in which somebody acts.
pub(super) fn within(query: &mut Conditions, reach: &Reach) {
    let Some(own) = query.reach(reach) else { return };
    query.text.push_str(&format!(
        " and (seq is null or not exists (select 1 from movement_lines as x \
           left join transit_lines as t on t.organization_id = $1 and t.movement_seq = x.movement_seq \
             and t.line_number = x.line_number \
           where x.organization_id = $1 and x.movement_seq = movements.seq and x.warehouse_id not in {own} \
             and (coalesce(x.to_warehouse_id, t.to_warehouse_id) is null \
               or coalesce(x.to_warehouse_id, t.to_warehouse_id) not in {own})))"
    ));
}

/// Whether a draft is seen within the reach, and names the item and the warehouse that are asked for.
pub(super) fn is_asked_for(draft: &StockMovement, filter: &MovementFilter, reach: &Reach) -> Result<bool, Fault> {
    let lines = decode_drafts(&draft.draft_lines)
        .map_err(|bad| Fault::Corrupt(format!("the lines of the draft {}: {bad}", draft.id)))?;
    let is_seen =
        lines.iter().all(|line| reach.has(line.warehouse_id) || line.to_warehouse_id.is_some_and(|to| reach.has(to)));
    let is_in =
        |wanted| lines.iter().any(|line| [Some(line.warehouse_id), line.to_warehouse_id].contains(&Some(wanted)));
    let is_of = |wanted| lines.iter().any(|line| line.item_id == wanted);
    Ok(is_seen && filter.warehouse.is_none_or(is_in) && filter.item.is_none_or(is_of))
}
