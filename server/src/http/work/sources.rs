//! Where what is to be done is found, in the order in which it is listed.

use std::collections::BTreeMap;

use domain::book::reach::Reach;
use domain::rows::movement_drafts::decode_drafts;
use domain::rows::{
    BinsMode, Count, Location, MovementStatus, Reservation, ReservationStatus, StockMovement, Warehouse,
};
use domain::value::id::{LocationId, MovementId, OrganizationId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::permission::{Permission, PermissionSet};
use domain::value::place_use::LocationActivity;
use domain::value::{Cell, CellValue, Instant};
use store::Snapshot;
use store::read::movement_lists::{self, MovementFilter};
use store::read::{Conditions, by_id, work};

use super::view::{WorkAct, WorkKind, WorkRow, WorkSubject};
use crate::http::movements::goods::{MovementItem, PageGoods};
use crate::http::output::{At, Id, Named};
use crate::http::problem::Problem;

/// Who asks, where and when.
pub struct Asked {
    pub organization: OrganizationId,
    pub rights: PermissionSet,
    pub reach: Reach,
    pub warehouse: WarehouseId,
    pub now: Instant,
}

/// Something that was found.
pub struct Found {
    /// Its place among those of its source.
    pub key: [u8; 16],
    pub row: WorkRow,
}

/// Where something to be done is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    DraftsOfReceipts,
    Transit,
    BinsForReceiving,
    DraftsOfIssues,
    Reservations,
    Counts,
}

impl Source {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::DraftsOfReceipts,
        Self::Transit,
        Self::BinsForReceiving,
        Self::DraftsOfIssues,
        Self::Reservations,
        Self::Counts,
    ];

    /// The kind of what is found there.
    pub fn kind(self) -> WorkKind {
        match self {
            Self::DraftsOfReceipts => WorkKind::Receive,
            Self::Transit => WorkKind::ReceiveTransfer,
            Self::BinsForReceiving => WorkKind::PutAway,
            Self::DraftsOfIssues | Self::Reservations => WorkKind::Ship,
            Self::Counts => WorkKind::Count,
        }
    }

    /// Those who have this may read it.
    pub fn permission(self) -> Permission {
        match self {
            Self::DraftsOfReceipts | Self::Transit | Self::DraftsOfIssues => Permission::MovementsRead,
            Self::BinsForReceiving => Permission::ItemsRead,
            Self::Reservations => Permission::ReservationsRead,
            Self::Counts => Permission::CountsRead,
        }
    }

    /// The next ones behind one of them, the oldest first.
    pub async fn read(
        self,
        snapshot: &mut Snapshot,
        asked: &Asked,
        after: Option<[u8; 16]>,
        most: usize,
    ) -> Result<Vec<Found>, Problem> {
        match self {
            Self::DraftsOfReceipts => {
                let comes = [MovementKind::Receipt, MovementKind::Return];
                asked.drafts(snapshot, self.kind(), &comes, after, most).await
            }
            Self::Transit => asked.transit(snapshot, after, most).await,
            Self::BinsForReceiving => asked.bins(snapshot, after, most).await,
            Self::DraftsOfIssues => {
                let leaves = [MovementKind::Issue, MovementKind::SupplierReturn, MovementKind::Transfer];
                asked.drafts(snapshot, self.kind(), &leaves, after, most).await
            }
            Self::Reservations => asked.reservations(snapshot, after, most).await,
            Self::Counts => asked.counts(snapshot, after, most).await,
        }
    }
}

impl Asked {
    fn may(&self, permission: Permission, act: WorkAct) -> Vec<Named<WorkAct>> {
        if self.rights.has(permission) { vec![Named(act)] } else { Vec::new() }
    }

    /// Drafts of these kinds with a line in the warehouse.
    async fn drafts(
        &self,
        snapshot: &mut Snapshot,
        kind: WorkKind,
        kinds: &[MovementKind],
        after: Option<[u8; 16]>,
        most: usize,
    ) -> Result<Vec<Found>, Problem> {
        let mut filter = MovementFilter {
            kinds: Some(kinds.to_vec()),
            statuses: Some(vec![MovementStatus::Draft, MovementStatus::PendingApproval]),
            warehouse: Some(self.warehouse),
            after: after.map(|id| vec![Cell::Id(id)]),
            ..MovementFilter::default()
        };
        let mut drafts: Vec<StockMovement> = Vec::new();
        loop {
            let rows = movement_lists::list(snapshot, self.organization, &filter, &self.reach, most).await?;
            let is_last = rows.len() < most;
            filter.after = rows.last().map(|row| filter.order.cells(row));
            for row in rows {
                // A transfer may come here as well.
                if self.is_from_here(&row)? {
                    drafts.push(row);
                }
            }
            if is_last || drafts.len() >= most {
                break;
            }
        }
        drafts.truncate(most);
        let goods = PageGoods::read(snapshot, self.organization, &drafts).await?;
        let row = |draft: StockMovement| {
            let mut row = movement(kind, &draft, goods.of(&draft).items());
            row.line_count = draft.line_count;
            row.due_at = draft.occurred_at.map(At);
            row.since = Some(At(draft.created_at));
            if draft.status == MovementStatus::Draft {
                row.allowed = self.may(draft.kind.rules().needs, WorkAct::Post);
            }
            Found { key: draft.id.0, row }
        };
        Ok(drafts.into_iter().map(row).collect())
    }

    fn is_from_here(&self, draft: &StockMovement) -> Result<bool, Problem> {
        let lines =
            decode_drafts(&draft.draft_lines).map_err(|bad| Problem::unreadable("movements", draft.id, &bad))?;
        Ok(lines.iter().any(|line| line.warehouse_id == self.warehouse))
    }

    /// Transfers of which something is on its way to the warehouse.
    async fn transit(
        &self,
        snapshot: &mut Snapshot,
        after: Option<[u8; 16]>,
        most: usize,
    ) -> Result<Vec<Found>, Problem> {
        let found = work::coming(snapshot, self.organization, self.warehouse, after.map(MovementId), most).await?;
        let sequences: Vec<i64> = found.iter().map(|coming| coming.seq).collect();
        let mut sent = Conditions::new(self.organization);
        sent.among("seq", Some(&sequences));
        let movements: Vec<StockMovement> = snapshot.rows(&sent.text, &sent.params).await?;
        let goods = PageGoods::read(snapshot, self.organization, &movements).await?;
        let movements: BTreeMap<Option<i64>, StockMovement> = movements.into_iter().map(|row| (row.seq, row)).collect();
        let row = |coming: work::Coming| {
            let sent = movements.get(&Some(coming.seq))?;
            let about = goods.of(sent);
            let mut row = movement(WorkKind::ReceiveTransfer, sent, about.items());
            row.from_warehouse_id = about.warehouse.map(Id);
            row.line_count = coming.lines;
            row.since = sent.occurred_at.map(At);
            row.allowed = self.may(Permission::MovementsPost, WorkAct::Receive);
            Some(Found { key: sent.id.0, row })
        };
        Ok(found.into_iter().filter_map(row).collect())
    }

    /// Bins for receiving in which something lies, in a warehouse that keeps bins.
    async fn bins(&self, snapshot: &mut Snapshot, after: Option<[u8; 16]>, most: usize) -> Result<Vec<Found>, Problem> {
        let house: Vec<Warehouse> = by_id::rows(snapshot, self.organization, [self.warehouse].into_iter()).await?;
        if house.iter().all(|house| house.bins_mode == BinsMode::None) {
            return Ok(Vec::new());
        }
        let mut conditions = Conditions::new(self.organization);
        conditions.equal("warehouse_id", Some(self.warehouse.to_cell()));
        conditions.contains(&["activities"], Some(LocationActivity::Receiving.name()));
        conditions.text.push_str(" order by id");
        let places: Vec<Location> = snapshot.rows(&conditions.text, &conditions.params).await?;
        let ids: Vec<LocationId> = places.iter().map(|place| place.id).collect();
        let lying = work::lying(snapshot, self.organization, self.warehouse, &ids).await?;
        let lying: BTreeMap<LocationId, work::Lying> = lying.into_iter().map(|one| (one.location, one)).collect();
        let row = |place: Location| {
            let there = lying.get(&place.id)?;
            let mut row = WorkRow::of(WorkKind::PutAway, WorkSubject::Location, place.id.to_string());
            row.number = Some(place.code);
            row.line_count = there.goods;
            row.allowed = self.may(Permission::MovementsPost, WorkAct::Move);
            Some(Found { key: place.id.0, row })
        };
        let behind = places.into_iter().filter(|place| after.is_none_or(|after| place.id.0 > after));
        Ok(behind.filter_map(row).take(most).collect())
    }

    /// Reservations that hold goods.
    async fn reservations(
        &self,
        snapshot: &mut Snapshot,
        after: Option<[u8; 16]>,
        most: usize,
    ) -> Result<Vec<Found>, Problem> {
        let mut conditions = self.here("reservations", "status", ReservationStatus::Active.to_cell(), after);
        conditions.when("(expires_at is null or expires_at > {})", Some(self.now.to_cell()));
        let rows: Vec<Reservation> = conditions.page(snapshot, "id", most).await?;
        let row = |held: Reservation| {
            let mut row = WorkRow::of(WorkKind::Ship, WorkSubject::Reservation, held.id.to_string());
            row.status = Some(held.status.name().to_owned());
            row.number = held.reference.or(held.external_id);
            row.due_at = held.expires_at.map(At);
            row.since = Some(At(held.created_at));
            row.line_count = 1;
            row.items = vec![MovementItem::of(held.item_id)];
            row.allowed = self.may(Permission::MovementsPost, WorkAct::Issue);
            Found { key: held.id.0, row }
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Counts that are not finished.
    async fn counts(
        &self,
        snapshot: &mut Snapshot,
        after: Option<[u8; 16]>,
        most: usize,
    ) -> Result<Vec<Found>, Problem> {
        let conditions = self.here("counts", "is_open", true.to_cell(), after);
        let rows: Vec<Count> = conditions.page(snapshot, "id", most).await?;
        let row = |count: Count| {
            let is_counting = count.status == domain::rows::CountStatus::Open;
            let mut row = WorkRow::of(WorkKind::Count, WorkSubject::Count, count.id.to_string());
            row.status = Some(count.status.name().to_owned());
            row.number = count.reference;
            row.since = Some(At(count.snapshot_at));
            row.line_count = count.line_count - count.counted_count;
            if is_counting {
                row.allowed = self.may(Permission::CountsRecord, WorkAct::Record);
            }
            Found { key: count.id.0, row }
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Rows of the warehouse with a value, behind one of them. Their ids come from an index by all three: SQLite would
    /// rather go through all rows of an organization in the order of their ids.
    fn here(&self, table: &str, column: &str, value: Cell, after: Option<[u8; 16]>) -> Conditions {
        let mut conditions = Conditions::new(self.organization);
        let (house, value) = (conditions.bind(self.warehouse.to_cell()), conditions.bind(value));
        let after = conditions.bind(Cell::Id(after.unwrap_or([0; 16])));
        conditions.text.push_str(&format!(
            " and id in (select id from {table} where organization_id = $1 and warehouse_id = {house} \
               and {column} = {value} and id > {after})"
        ));
        conditions
    }
}

fn movement(kind: WorkKind, row: &StockMovement, items: Vec<MovementItem>) -> WorkRow {
    WorkRow {
        number: row.reference.clone().or_else(|| row.external_id.clone()),
        status: Some(row.status.name().to_owned()),
        movement_kind: Some(Named(row.kind)),
        party_id: row.party_id.map(Id),
        items,
        ..WorkRow::of(kind, WorkSubject::Movement, row.id.to_string())
    }
}
