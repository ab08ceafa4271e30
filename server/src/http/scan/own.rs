//! The meaning of a text of our own: an id, or the code, number or reference of something here.

use domain::book::reach::Reach;
use domain::rows::items::Item;
use domain::rows::{Count, Entry, Location, Lot, Reservation, Row, Serial, StockMovement, Warehouse};
use domain::stock::items::change::sku_key;
use domain::value::id::{
    CountId, EntryId, ItemId, LocationId, LotId, MovementId, OrganizationId, ReservationId, SerialId, WarehouseId,
};
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Cell, TypedId, text};
use store::Snapshot;
use store::read::{Conditions, by_id, movement_lists};

use crate::http::problem::Problem;

/// Most readings of one kind that are listed.
pub const READINGS: usize = 10;

/// The longest text that anything here is called.
const LONGEST: usize = 200;

/// One thing that a text names.
pub enum Reading {
    Item(Item),
    Lot(Lot, Item),
    Serial(Serial, Item),
    Location(Location, Warehouse),
    Warehouse(Warehouse),
    Movement(StockMovement),
    Count(Count),
    Reservation(Reservation),
    Entry(Entry),
}

/// Everything that a text names, as far as the caller may see it.
#[derive(Default)]
pub struct Found {
    pub readings: Vec<Reading>,
    /// Kinds of which there are more.
    pub cut: Vec<&'static str>,
}

/// Who looks, and where.
pub struct Looking<'a> {
    pub organization: OrganizationId,
    pub rights: PermissionSet,
    pub reach: &'a Reach,
    /// Where they are, if they said so: bins of other warehouses are meant only if none there is called so.
    pub here: Option<WarehouseId>,
}

impl Looking<'_> {
    /// The rows that this text names.
    pub async fn find(&self, snapshot: &mut Snapshot, text: &str) -> Result<Found, Problem> {
        let mut found = Found::default();
        if text.chars().count() > LONGEST {
            return Ok(found);
        }
        // Everything is kept in composed form, and keyboards and scanners send either.
        let composed = text::name(text);
        let text = composed.as_deref().unwrap_or(text);
        let is = |column: &'static str| (column, Cell::Text(text.to_owned()));
        let items: Vec<Item> =
            self.rows(snapshot, ItemId::parse(text), &[("sku_key", Cell::Text(sku_key(text)))]).await?;
        found.add("items", items.into_iter().map(Reading::Item).collect());
        let lots: Vec<Lot> = self.rows(snapshot, LotId::parse(text), &[is("number")]).await?;
        let items = self.items(snapshot, lots.iter().map(|lot| lot.item_id).collect()).await?;
        let lots = lots.into_iter().filter_map(|lot| named(&items, lot.item_id).map(|item| Reading::Lot(lot, item)));
        found.add("lots", lots.collect());
        let pieces: Vec<Serial> = self.rows(snapshot, SerialId::parse(text), &[is("number")]).await?;
        let items = self.items(snapshot, pieces.iter().map(|piece| piece.item_id).collect()).await?;
        let pieces =
            pieces.into_iter().filter_map(|one| named(&items, one.item_id).map(|item| Reading::Serial(one, item)));
        found.add("pieces", pieces.collect());
        if self.rights.has(Permission::WarehousesRead) {
            self.places(snapshot, text, &mut found).await?;
        }
        if self.rights.has(Permission::CountsRead) {
            let counts: Vec<Count> = self.within(snapshot, CountId::parse(text), &[is("reference")]).await?;
            found.add("counts", counts.into_iter().map(Reading::Count).collect());
        }
        if self.rights.has(Permission::ReservationsRead) {
            let by = [is("reference"), is("external_id")];
            let rows: Vec<Reservation> = self.within(snapshot, ReservationId::parse(text), &by).await?;
            found.add("reservations", rows.into_iter().map(Reading::Reservation).collect());
        }
        if self.rights.has(Permission::MovementsRead) {
            let movements = self.movements(snapshot, text).await?;
            found.add("movements", movements.into_iter().map(Reading::Movement).collect());
        }
        if self.rights.has(Permission::JournalEntriesRead) {
            let entries: Vec<Entry> = self.rows(snapshot, EntryId::parse(text), &[is("number")]).await?;
            found.add("journal entries", entries.into_iter().map(Reading::Entry).collect());
        }
        Ok(found)
    }

    async fn places(&self, snapshot: &mut Snapshot, text: &str, found: &mut Found) -> Result<(), Problem> {
        let code = Cell::Text(text.to_uppercase());
        let mut conditions = self.conditions::<Warehouse>(WarehouseId::parse(text), "code", &code);
        conditions.within("id", self.reach);
        let houses: Vec<Warehouse> = conditions.page(snapshot, "id", READINGS + 1).await?;
        found.add("warehouses", houses.into_iter().map(Reading::Warehouse).collect());
        let mut places: Vec<Location> = Vec::new();
        if let Some(here) = self.here {
            let mut conditions = self.conditions::<Location>(LocationId::parse(text), "code", &code);
            conditions.equal("warehouse_id", Some(Cell::Id(here.0)));
            places = conditions.page(snapshot, "id", READINGS + 1).await?;
        }
        if places.is_empty() {
            places = self.within(snapshot, LocationId::parse(text), &[("code", code)]).await?;
        }
        let ids = places.iter().map(|place| place.warehouse_id);
        let houses: Vec<Warehouse> = by_id::rows(snapshot, self.organization, ids).await?;
        let places = places.into_iter().filter_map(|place| {
            let house = houses.iter().find(|house| house.id == place.warehouse_id)?.clone();
            Some(Reading::Location(place, house))
        });
        found.add("locations", places.collect());
        Ok(())
    }

    /// The movements with this id, or with this number of a paper or of another system, the newest first.
    async fn movements(&self, snapshot: &mut Snapshot, text: &str) -> Result<Vec<StockMovement>, Problem> {
        let mut rows: Vec<StockMovement> = Vec::new();
        for column in ["reference", "external_id"] {
            let value = Cell::Text(text.to_owned());
            let conditions = self.conditions::<StockMovement>(MovementId::parse(text), column, &value);
            for row in movement_lists::newest(snapshot, conditions, self.reach, READINGS + 1).await? {
                if !rows.iter().any(|known| known.id == row.id) {
                    rows.push(row);
                }
            }
        }
        Ok(rows)
    }

    /// Rows with an id, where the text is one, else with one of these values, the newest first.
    async fn rows<R: Row>(
        &self,
        snapshot: &mut Snapshot,
        id: Option<impl TypedId>,
        by: &[(&'static str, Cell)],
    ) -> Result<Vec<R>, Problem> {
        self.newest(snapshot, id, by, None).await
    }

    /// The same of warehouses in which who looks acts.
    async fn within<R: Row>(
        &self,
        snapshot: &mut Snapshot,
        id: Option<impl TypedId>,
        by: &[(&'static str, Cell)],
    ) -> Result<Vec<R>, Problem> {
        self.newest(snapshot, id, by, Some(self.reach)).await
    }

    async fn newest<R: Row>(
        &self,
        snapshot: &mut Snapshot,
        id: Option<impl TypedId>,
        by: &[(&'static str, Cell)],
        reach: Option<&Reach>,
    ) -> Result<Vec<R>, Problem> {
        let mut rows: Vec<R> = Vec::new();
        for (column, value) in by {
            let mut conditions = self.conditions::<R>(id, column, value);
            if let Some(reach) = reach {
                conditions.within("warehouse_id", reach);
            }
            for row in conditions.page::<R>(snapshot, "id desc", READINGS + 1).await? {
                if !rows.iter().any(|known| known.key() == row.key()) {
                    rows.push(row);
                }
            }
        }
        Ok(rows)
    }

    fn conditions<R: Row>(&self, id: Option<impl TypedId>, column: &'static str, value: &Cell) -> Conditions {
        let mut conditions = Conditions::new(self.organization);
        match id {
            Some(id) => conditions.equal("id", Some(Cell::Id(id.bytes()))),
            None => conditions.found(R::table().name, &format!("{column} = {{}}"), Some(value.clone())),
        }
        conditions
    }

    async fn items(&self, snapshot: &mut Snapshot, ids: Vec<ItemId>) -> Result<Vec<Item>, Problem> {
        Ok(by_id::rows(snapshot, self.organization, ids.into_iter()).await?)
    }
}

impl Found {
    /// Adds the readings of one kind.
    fn add(&mut self, kind: &'static str, mut readings: Vec<Reading>) {
        if readings.len() > READINGS {
            self.cut.push(kind);
            readings.truncate(READINGS);
        }
        self.readings.append(&mut readings);
    }
}

fn named(items: &[Item], id: ItemId) -> Option<Item> {
    items.iter().find(|item| item.id == id).cloned()
}
