//! `GET /inventory/movements`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::book::reach::Reach;
use domain::rows::movement_drafts::decode_drafts;
use domain::rows::{MovementStatus, StockMovement};
use domain::value::id::{EntryId, ItemId, LotId, MovementId, PartyId, SerialId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Date, Instant, Sought};
use store::Snapshot;
use store::read::{Conditions, received};

use super::included;
use super::line_view::MovementLineView;
use crate::app::App;
use crate::http::called::{self, Names, Naming, Wanted};
use crate::http::caller::Caller;
use crate::http::included::{Include, within};
use crate::http::input::{ForeignKey, Name, NameOrEmpty, Search};
use crate::http::operations::Operation;
use crate::http::output::{At, Day, Id, Named, RawObject};
use crate::http::page::{Cursor, Page, PageLimit, Sort};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which movements.
    pub struct MovementQuery {
        /// Only those of this kind.
        pub kind: Option<MovementKind>,
        /// Only those with this status.
        pub status: Option<MovementStatus>,
        /// Only posted movements of this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only posted movements in or to this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only movements of this supplier or customer.
        pub party_id: Option<Sought<PartyId>>,
        /// Only posted movements of this lot.
        pub lot_id: Option<Sought<LotId>>,
        /// Only posted movements of this piece: its history.
        pub serial_id: Option<Sought<SerialId>>,
        /// Only movements that refer to this one, as a whole or by one of their lines: returns, invoices, later costs,
        /// receipts of a transfer.
        pub of_movement_id: Option<Sought<MovementId>>,
        /// Only receipts with a line whose cost is provisional until its invoice settles it, or all other movements.
        pub cost_is_provisional: Option<bool>,
        /// From this posting date on.
        pub date_from: Option<Date>,
        /// Up to this posting date.
        pub date_to: Option<Date>,
        /// Only movements of this source, the namespace of `externalId`.
        pub source: Option<NameOrEmpty<100>>,
        /// Only movements with this external id; it is unique only within a `source`.
        pub external_id: Option<ForeignKey<200>>,
        /// Only movements with this reference.
        pub reference: Option<Name<200>>,
        /// Only movements that were made or changed at this moment or later.
        pub changed_since: Option<Instant>,
        /// Text in description or reference.
        pub q: Option<Search>,
        /// `createdAt`, `occurredAt` or `updatedAt`, in descending order with a leading `-`; `-createdAt` if absent. By
        /// `occurredAt`, drafts that have none are left out.
        pub sort: Option<Sort>,
        /// `lines` adds its lines to each movement, as the movement itself shows them. A page then ends before the
        /// movement with which it would have more than 10,000 lines, unless that is its first.
        pub include: Option<Include>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A movement in a list; with its lines if they are included.
    pub struct MovementSummary {
        pub id: Id<MovementId>,
        pub kind: Named<MovementKind>,
        pub status: Named<MovementStatus>,
        pub sequence: Option<i64>,
        pub occurred_at: Option<At>,
        pub posting_date: Option<Day>,
        pub party_id: Option<Id<PartyId>>,
        /// Null for callers who may not read parties, like `partyName`.
        pub party_code: Option<String>,
        pub party_name: Option<String>,
        pub description: String,
        pub reference: Option<String>,
        pub source: String,
        pub external_id: Option<String>,
        pub line_count: i64,
        /// Its lines, with `include=lines`; otherwise null.
        pub lines: Option<Vec<MovementLineView>>,
        pub of_movement_id: Option<Id<MovementId>>,
        pub entry_id: Option<Id<EntryId>>,
        pub void_entry_id: Option<Id<EntryId>>,
        pub void_reason: Option<String>,
        pub metadata: RawObject,
        pub updated_at: At,
        pub version: i64,
    }

    /// A page of movements.
    pub struct MovementPage {
        pub data: Vec<MovementSummary>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::MovementsRead);

/// List movements of goods, newest first
#[utoipa::path(get, path = "/api/v1/inventory/movements", operation_id = "MovementsController_list", tag = "Movements",
    params(MovementQuery), responses((status = 200, description = "A page", body = MovementPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: MovementQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    // A malformed id names nothing.
    let id = |id: Option<[u8; 16]>| Cell::Id(id.unwrap_or([0; 16]));
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("kind", query.kind.map(|kind| kind.to_cell()));
    conditions.equal("status", query.status.map(|status| status.to_cell()));
    let of_lines = "seq in (select movement_seq from movement_lines where organization_id = $1 and";
    conditions.when(&format!("{of_lines} item_id = {{}})"), query.item_id.map(|item| id(item.id().map(|item| item.0))));
    conditions.when(
        &format!(
            "{of_lines} (warehouse_id = {{}} or to_warehouse_id = {{}}) \
               union all select movement_seq from transit_lines where organization_id = $1 and to_warehouse_id = {{}})"
        ),
        query.warehouse_id.map(|warehouse| id(warehouse.id().map(|warehouse| warehouse.0))),
    );
    conditions.equal("party_id", query.party_id.map(|party| id(party.id().map(|party| party.0))));
    // A lot or a piece is of one item, by which lines are found.
    for (column, table, tracked) in [
        ("lot_id", "lots", query.lot_id.map(|lot| id(lot.id().map(|lot| lot.0)))),
        ("serial_id", "serials", query.serial_id.map(|piece| id(piece.id().map(|piece| piece.0)))),
    ] {
        conditions.when(
            &format!(
                "{of_lines} item_id = (select item_id from {table} where organization_id = $1 and id = {{}}) \
                   and {column} = {{}})"
            ),
            tracked,
        );
    }
    conditions.when(
        &format!(
            "(of_movement_id = {{}} or {of_lines} of_seq = (select seq from movements where organization_id = $1 and id = {{}})))"
        ),
        query.of_movement_id.map(|of| id(of.id().map(|of| of.0))),
    );
    if let Some(is_provisional) = query.cost_is_provisional {
        conditions.text.push_str(received::unsettled(is_provisional));
    }
    conditions.when("posting_date >= {}", query.date_from.map(|day| day.to_cell()));
    conditions.when("posting_date <= {}", query.date_to.map(|day| day.to_cell()));
    conditions.equal("source", query.source.map(|text| Cell::Text(text.0)));
    conditions.found("movements", "reference = {}", query.reference.map(|text| Cell::Text(text.0)));
    conditions.equal("external_id", query.external_id.map(|text| Cell::Text(text.0)));
    conditions.contains(&["description", "reference"], query.q.as_deref());
    let order = match &query.sort {
        Some(sort) => Order::of(sort)?,
        None => Order::NEWEST_FIRST,
    };
    let changed_since = query.changed_since.map(|at| at.to_cell());
    match order.column {
        // The index has them in this order.
        Some("updated_at") => conditions.when("updated_at >= {}", changed_since),
        _ => conditions.found("movements", "updated_at >= {}", changed_since),
    }
    let after = match &query.cursor {
        Some(cursor) => Some(cursor.require(order.kinds())?.to_vec()),
        None => None,
    };
    let reach = caller.reach(&mut snapshot).await?;
    let rows = seen(&mut snapshot, conditions, &reach, order, after, query.limit.0 + 1).await?;
    let includes = query.include == Some(Include::Lines);
    let limit = if includes { within_lines(&rows, query.limit.0) } else { query.limit.0 };
    let page = Page::of(rows, limit, |row| order.cells(row));
    let mut lines = if includes { included::lines(&mut snapshot, &caller, &page.data).await? } else { BTreeMap::new() };
    let summed = page.data.into_iter().map(|movement| {
        let own = lines.remove(&movement.id);
        MovementSummary { lines: own, ..summary(movement) }
    });
    let mut data: Vec<MovementSummary> = summed.collect();
    called::fill(&mut snapshot, &caller, &mut data).await?;
    Ok(Page { data, next: page.next }.respond(&uri))
}

/// How many of these movements a page takes whose lines are shown.
fn within_lines(rows: &[StockMovement], limit: usize) -> usize {
    let counts: Vec<i64> = rows.iter().map(|movement| movement.line_count).collect();
    within(&counts, limit)
}

/// The order of a list of movements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The column before the id, if any.
    column: Option<&'static str>,
    descending: bool,
}

impl Order {
    /// Ids are in the order in which movements were written.
    pub const NEWEST_FIRST: Self = Self { column: None, descending: true };

    fn of(sort: &Sort) -> Result<Self, Problem> {
        let (field, descending) = sort.among(&["createdAt", "occurredAt", "updatedAt"])?;
        let column = match field {
            "occurredAt" => Some("occurred_at"),
            "updatedAt" => Some("updated_at"),
            _ => None,
        };
        Ok(Self { column, descending })
    }

    fn kinds(self) -> &'static [CellKind] {
        if self.column.is_none() { &[CellKind::Id] } else { &[CellKind::Int, CellKind::Id] }
    }

    /// The sort cells of a movement.
    fn cells(self, row: &StockMovement) -> Vec<Cell> {
        match self.column {
            None => vec![row.id.to_cell()],
            Some("occurred_at") => vec![row.occurred_at.to_cell(), row.id.to_cell()],
            Some(_) => vec![row.updated_at.to_cell(), row.id.to_cell()],
        }
    }

    /// Only rows behind the last one, and the text to sort by.
    fn apply(self, conditions: &mut Conditions, after: Option<&[Cell]>) -> String {
        let (direction, beyond) = if self.descending { ("desc", "<") } else { ("asc", ">") };
        let columns = self.column.map_or_else(|| "id".to_owned(), |column| format!("{column}, id"));
        if let Some(after) = after {
            let places: Vec<String> = after.iter().map(|cell| conditions.bind(cell.clone())).collect();
            conditions.text.push_str(&format!(" and ({columns}) {beyond} ({})", places.join(", ")));
        }
        if let Some(column) = self.column {
            conditions.text.push_str(&format!(" and {column} is not null"));
        }
        columns.split(", ").map(|column| format!("{column} {direction}")).collect::<Vec<_>>().join(", ")
    }
}

/// The next movements visible to somebody who acts in these warehouses, in this order, however many others lie
/// between.
pub async fn seen(
    snapshot: &mut Snapshot,
    mut conditions: Conditions,
    reach: &Reach,
    order: Order,
    mut after: Option<Vec<Cell>>,
    most: usize,
) -> Result<Vec<StockMovement>, Problem> {
    if let Some(own) = conditions.reach(reach) {
        conditions.text.push_str(&format!(
            " and (seq is null or not exists (select 1 from movement_lines as x \
               left join transit_lines as t on t.organization_id = $1 and t.movement_seq = x.movement_seq \
                 and t.line_number = x.line_number \
               where x.organization_id = $1 and x.movement_seq = movements.seq and x.warehouse_id not in {own} \
                 and (coalesce(x.to_warehouse_id, t.to_warehouse_id) is null \
                   or coalesce(x.to_warehouse_id, t.to_warehouse_id) not in {own})))"
        ));
    }
    let mut found: Vec<StockMovement> = Vec::new();
    loop {
        let mut some = conditions.clone();
        let sort = order.apply(&mut some, after.as_deref());
        let rows: Vec<StockMovement> = some.page(snapshot, &sort, most).await?;
        let is_last = rows.len() < most;
        after = rows.last().map(|row| order.cells(row));
        for row in rows {
            // The warehouses of a draft are in its bytes.
            if row.seq.is_some() || draft_is_seen(reach, &row)? {
                found.push(row);
            }
        }
        if is_last || found.len() >= most {
            found.truncate(most);
            return Ok(found);
        }
    }
}

fn draft_is_seen(reach: &Reach, draft: &StockMovement) -> Result<bool, Problem> {
    let lines = decode_drafts(&draft.draft_lines).map_err(|bad| Problem::unreadable("movements", draft.id, &bad))?;
    Ok(lines.iter().all(|line| reach.has(line.warehouse_id) || line.to_warehouse_id.is_some_and(|to| reach.has(to))))
}

impl Naming for MovementSummary {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.parties.extend(self.party_id.map(|id| id.0));
        self.lines.iter().flatten().for_each(|line| line.ask(wanted));
    }

    fn name(&mut self, names: &Names) {
        let party = names.parties.maybe(self.party_id);
        (self.party_code, self.party_name) = (party.code, party.name);
        self.lines.iter_mut().flatten().for_each(|line| line.name(names));
    }
}

fn summary(movement: StockMovement) -> MovementSummary {
    MovementSummary {
        id: Id(movement.id),
        kind: Named(movement.kind),
        status: Named(movement.status),
        sequence: movement.seq,
        occurred_at: movement.occurred_at.map(At),
        posting_date: movement.posting_date.map(Day),
        party_id: movement.party_id.map(Id),
        party_code: None,
        party_name: None,
        description: movement.description,
        reference: movement.reference,
        source: movement.source,
        external_id: movement.external_id,
        line_count: movement.line_count,
        lines: None,
        of_movement_id: movement.of_movement_id.map(Id),
        entry_id: movement.entry_id.map(Id),
        void_entry_id: movement.void_entry_id.map(Id),
        void_reason: movement.void_reason,
        metadata: RawObject(movement.metadata),
        updated_at: At(movement.updated_at),
        version: movement.version,
    }
}
