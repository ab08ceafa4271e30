//! The possible next calls after a scan: each would be accepted as it stands, from this caller and with the present
//! stock.

use std::collections::BTreeSet;

use domain::book::reach::Reach;
use domain::rows::{BinsMode, Location, MovementStatus, StockMovement, TransitLine, Warehouse};
use domain::stock::goods::document::bins::{may_be_brought_to, may_be_received_at};
use domain::stock::goods::document::default_places::default_bins;
use domain::stock::labels::{Element, Label};
use domain::value::Cell;
use domain::value::id::{OrganizationId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::permission::{Permission, PermissionSet};
use serde_json::{Value, json};
use store::Snapshot;
use store::read::availability::Moment;
use store::read::by_id;
use store::read::zones;

use super::context::{Context, ScanJob};
use super::goods;
use super::meaning::Meaning;
use super::own::Reading;
use crate::http::problem::Problem;

crate::output! {
    /// A possible next call: it would be accepted as it stands, except for what its title asks you to add.
    pub struct ScanAction {
        pub rel: String = "issue",
        pub title: String = "Issue it from MAIN",
        pub method: String = "POST",
        pub href: String,
        pub body: Option<Value>,
    }
}

/// Who asks, when, where and for which job.
pub struct Asking<'a> {
    pub organization: OrganizationId,
    pub rights: PermissionSet,
    /// Where they act.
    pub reach: Reach,
    pub now: Moment,
    pub base_url: &'a str,
    pub context: Context,
}

/// The possible next calls for the goods or places of a label, or of a text that names goods, the most likely first.
pub async fn of(
    snapshot: &mut Snapshot,
    asking: &Asking<'_>,
    label: &Label,
    meaning: &Meaning,
) -> Result<Vec<ScanAction>, Problem> {
    let mut actions = match &meaning.item {
        Some(item) => goods::actions(snapshot, asking, label, meaning, item).await?,
        None => asking.without_item(label),
    };
    for (_, warehouse) in &meaning.warehouses {
        actions.push(asking.look_into(&warehouse.id.to_string(), &warehouse.code));
    }
    Ok(asking.for_job(actions))
}

impl Asking<'_> {
    pub(super) fn may(&self, permission: Permission) -> bool {
        self.rights.has(permission)
    }

    pub(super) fn is_for(&self, job: ScanJob) -> bool {
        self.context.job == Some(job)
    }

    pub(super) fn action(&self, rel: &str, title: String, path: &str, body: Value) -> ScanAction {
        let href = format!("{}/api/v1{path}", self.base_url);
        ScanAction { rel: rel.to_owned(), title, method: "POST".to_owned(), href, body: Some(body) }
    }

    pub(super) fn look(&self, rel: &str, title: String, path: &str) -> ScanAction {
        ScanAction { method: "GET".to_owned(), body: None, ..self.action(rel, title, path, Value::Null) }
    }

    fn look_into(&self, id: &str, code: &str) -> ScanAction {
        self.look("warehouse-stock", format!("See the stock in {code}"), &format!("/warehouses/{id}/stock"))
    }

    /// Only the calls of the job, in its order; reads belong to each.
    fn for_job(&self, mut actions: Vec<ScanAction>) -> Vec<ScanAction> {
        let Some(job) = self.context.job else { return actions };
        let place = |action: &ScanAction| job.rels().iter().position(|rel| *rel == action.rel);
        actions.retain(|action| action.method == "GET" || place(action).is_some());
        actions.sort_by_key(|action| place(action).unwrap_or(usize::MAX));
        actions
    }

    /// The possible next calls for a place or a document that a text of our own names.
    pub async fn with(&self, snapshot: &mut Snapshot, reading: &Reading) -> Result<Vec<ScanAction>, Problem> {
        let actions = match reading {
            // Goods are handled by their meaning.
            Reading::Item(_) | Reading::Lot(..) | Reading::Serial(..) => Vec::new(),
            Reading::Location(place, _) => {
                let path = format!("/inventory/stock?by=location&locationId={}", place.id);
                let stock = self.look("stock", format!("See the stock in {}", place.code), &path);
                let count = self.context.count.as_ref().filter(|count| count.warehouse_id == place.warehouse_id);
                let lines = count.map(|count| {
                    let path = format!("/inventory/counts/{}/lines?locationId={}", count.id, place.id);
                    self.look("count-lines", format!("See what is counted in {}", place.code), &path)
                });
                lines.into_iter().chain([stock]).collect()
            }
            Reading::Warehouse(house) => vec![self.look_into(&house.id.to_string(), &house.code)],
            Reading::Movement(movement) => {
                let path = format!("/inventory/movements/{}", movement.id);
                let mut actions = Vec::new();
                if self.may(Permission::MovementsPost) && self.is_on_its_way(snapshot, movement).await? {
                    let title = if self.comes_to_no_bin(snapshot, movement).await? {
                        "Receive everything still in transit: add lines, each with ofLine and locationId, the destination bin"
                    } else {
                        "Receive everything still in transit"
                    };
                    actions.push(self.action("receive", title.to_owned(), &format!("{path}/receive"), json!({})));
                }
                actions.push(self.look("movement", "See it".to_owned(), &path));
                actions
            }
            Reading::Count(count) => {
                let path = format!("/inventory/counts/{}/lines", count.id);
                vec![self.look("count-lines", "See the lines of the count".to_owned(), &path)]
            }
            Reading::Reservation(reservation) => {
                let path = format!("/inventory/reservations/{}", reservation.id);
                vec![self.look("reservation", "See it".to_owned(), &path)]
            }
            Reading::Entry(entry) => {
                let path = format!("/accounting/journal-entries/{}", entry.id);
                vec![self.look("journal-entry", "See it".to_owned(), &path)]
            }
        };
        Ok(self.for_job(actions))
    }

    /// Whether goods of it are in transit to a warehouse where the caller acts, and to the one where they are, if they
    /// said so.
    async fn is_on_its_way(&self, snapshot: &mut Snapshot, movement: &StockMovement) -> Result<bool, Problem> {
        let lines = self.transit(snapshot, movement).await?;
        let comes_here = |line: &TransitLine| {
            let here = self.context.warehouse.as_ref();
            self.reach.has(line.to_warehouse_id) && here.is_none_or(|house| house.id == line.to_warehouse_id)
        };
        Ok(lines.iter().any(|line| line.is_open) && lines.iter().all(comes_here))
    }

    /// The goods that left by it in two steps.
    async fn transit(&self, snapshot: &mut Snapshot, movement: &StockMovement) -> Result<Vec<TransitLine>, Problem> {
        let seq = movement.seq.filter(|_| movement.status == MovementStatus::Posted);
        let Some(seq) = seq else { return Ok(Vec::new()) };
        let rest = "where organization_id = $1 and movement_seq = $2";
        Ok(snapshot.rows(rest, &[Cell::Id(self.organization.0), Cell::Int(seq)]).await?)
    }

    /// Whether some of it is in transit to a warehouse that keeps all in bins, and nothing says to which one.
    async fn comes_to_no_bin(&self, snapshot: &mut Snapshot, movement: &StockMovement) -> Result<bool, Problem> {
        let lines = self.transit(snapshot, movement).await?;
        let open = lines.iter().filter(|line| line.is_open && line.to_location_id.is_none());
        let ids: BTreeSet<WarehouseId> = open.map(|line| line.to_warehouse_id).collect();
        let houses: Vec<Warehouse> = by_id::rows(snapshot, self.organization, ids.into_iter()).await?;
        for house in houses {
            if self.needs_bin(snapshot, &house, MovementKind::Transfer, false).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether goods that come to a warehouse by a movement need a bin, because all goods are in bins there and no
    /// default is set for such goods; `is_held` are those that may not be used.
    pub(super) async fn needs_bin(
        &self,
        snapshot: &mut Snapshot,
        house: &Warehouse,
        kind: MovementKind,
        is_held: bool,
    ) -> Result<bool, Problem> {
        if house.bins_mode != BinsMode::Required {
            return Ok(false);
        }
        let ids = default_bins(house, kind, is_held);
        let bins: Vec<Location> = by_id::rows(snapshot, self.organization, ids).await?;
        for bin in &bins {
            let above = zones::above(snapshot, self.organization, bin).await?;
            let may_come = if kind == MovementKind::Receipt {
                may_be_received_at(house, bin, &above)
            } else {
                may_be_brought_to(house, bin, &above)
            };
            if may_come {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn without_item(&self, label: &Label) -> Vec<ScanAction> {
        let gtin = label.elements.iter().find_map(|read| match &read.element {
            Element::Gtin(gtin) | Element::Content(gtin) => Some(gtin),
            _ => None,
        });
        let Some(gtin) = gtin.filter(|_| self.may(Permission::ItemsManage)) else { return Vec::new() };
        let body = json!({"sku": gtin, "name": gtin, "gtins": [{"gtin": gtin}]});
        vec![self.action(
            "create-item",
            "Create an item for it: give it a SKU and a name".to_owned(),
            "/inventory/items",
            body,
        )]
    }
}
