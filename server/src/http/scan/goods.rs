//! The possible next calls for scanned goods.

use domain::rows::items::Item;
use domain::rows::{
    ActiveState, FrozenPool, FrozenPoolStatus, Location, StockStatus, Tracking, Warehouse, WarehouseKind,
    WarehouseStatus,
};
use domain::stock::goods::document::bins::{may_be_issued_from, may_be_received_at};
use domain::stock::held::{self, Held};
use domain::stock::labels::{Element, Label};
use domain::value::movement_kind::MovementKind;
use domain::value::permission::Permission;
use domain::value::{Cell, Date, Decimal};
use serde_json::{Value, json};
use store::Snapshot;
use store::read::availability::{self, AvailabilityFilter};
use store::read::by_id;
use store::read::days::Days;
use store::read::stock::{self, OnHand, StockBy, StockFilter};
use store::read::warehouse_stock;
use store::read::zones;

use super::actions::{Asking, ScanAction};
use super::meaning::Meaning;
use super::{counting, moving};
use crate::http::problem::Problem;

/// Places that are looked at.
const MOST: usize = 200;

/// The possible next calls for goods.
pub async fn actions(
    snapshot: &mut Snapshot,
    asking: &Asking<'_>,
    label: &Label,
    meaning: &Meaning,
    item: &Item,
) -> Result<Vec<ScanAction>, Problem> {
    let own = [Cell::Id(asking.organization.0)];
    let mut houses: Vec<Warehouse> = snapshot.rows("where organization_id = $1 order by code", &own).await?;
    houses.retain(|house| asking.reach.has(house.id) && house.status == WarehouseStatus::Active);
    let frozen: Vec<FrozenPool> = snapshot.rows("where organization_id = $1", &own).await?;
    let stands_still =
        frozen.iter().any(|one| one.status == FrozenPoolStatus::Frozen && one.item_id.is_none_or(|id| id == item.id));
    let mut look = format!("/inventory/stock?by=location&itemId={}", item.id);
    look.push_str(&meaning.lot.as_ref().map_or_else(String::new, |lot| format!("&lotId={}", lot.id)));
    look.push_str(&meaning.serial.as_ref().map_or_else(String::new, |piece| format!("&serialId={}", piece.id)));
    let look = asking.look("stock", format!("See where {} is", item.sku), &look);
    if stands_still {
        return Ok(vec![look]);
    }
    let goods = Goods { asking, item, label, meaning, houses };
    if goods.contradicts() {
        let title = format!(
            "See where {} is: the dates on the label differ from this lot's, so check which lot it is",
            item.sku
        );
        return Ok(vec![ScanAction { title, ..look }]);
    }
    let there = goods.there(snapshot).await?;
    let mut actions = counting::recorded(snapshot, &goods).await?;
    actions.extend(moving::within(snapshot, &goods, &there).await?);
    let over = goods.all(&there).find(|(house, place)| goods.is_here(place) && !goods.may_be_used(house));
    if over.is_none() {
        actions.extend(goods.leaving(snapshot, &there).await?);
    } else if let Some((house, place)) = over
        && asking.may(Permission::MovementsAdjust)
    {
        let line = goods.line(place.quantity, Some(place));
        let title = format!("Scrap it: it can no longer be used ({})", house.code);
        actions.push(asking.action("scrap", title, "/inventory/movements", goods.movement("scrap", house, line)));
    }
    actions.extend(goods.receipt(snapshot, &there).await?);
    if asking.may(Permission::CountsRecord)
        && let Some((house, _)) = goods.first(&there)
        && warehouse_stock::read(snapshot, asking.organization, house.id, asking.now.at).await?.open_counts == 0
    {
        let body = json!({"warehouseId": house.id.to_string(), "itemIds": [item.id.to_string()]});
        actions.push(asking.action("count", format!("Count it in {}", house.code), "/inventory/counts", body));
    }
    actions.push(look);
    Ok(actions)
}

/// The scanned goods, if an item has the label's number.
pub struct Goods<'a> {
    pub(super) asking: &'a Asking<'a>,
    pub(super) item: &'a Item,
    label: &'a Label,
    pub(super) meaning: &'a Meaning,
    /// Where the caller acts, as far as goods move there.
    houses: Vec<Warehouse>,
}

impl Goods<'_> {
    /// Where it lies, as far as the label tells it apart.
    async fn there(&self, snapshot: &mut Snapshot) -> Result<Vec<OnHand>, Problem> {
        let is_told_apart = match self.item.tracking {
            Tracking::None => true,
            Tracking::Lot => self.meaning.lot.is_some(),
            Tracking::Serial => self.meaning.serial.is_some(),
        };
        if !is_told_apart {
            return Ok(Vec::new());
        }
        let filter = StockFilter {
            item: Some(self.item.id),
            lot: self.meaning.lot.as_ref().map(|lot| lot.id),
            serial: self.meaning.serial.as_ref().map(|piece| piece.id),
            non_zero: true,
            ..StockFilter::all(StockBy::Location, self.asking.reach.clone())
        };
        Ok(stock::on_hand(snapshot, self.asking.organization, &filter, None, MOST).await?)
    }

    /// Whether the label says other days of a known lot than are known of it: a receipt of it would be refused.
    fn contradicts(&self) -> bool {
        let Some(lot) = &self.meaning.lot else { return false };
        let differs = |known: Option<Date>, said: Date| known.is_some_and(|known| known != said);
        self.label.elements.iter().any(|read| match &read.element {
            Element::ProducedOn(day) => differs(lot.produced_on, *day),
            Element::BestBefore(day) => differs(lot.best_before, *day),
            Element::ExpiresOn(day) => differs(lot.expires_on, *day),
            _ => false,
        })
    }

    /// Whether neither the status of its lot or piece nor the day where the warehouse is keeps it from being used.
    pub(super) fn may_be_used(&self, house: &Warehouse) -> bool {
        let day = Days::at(self.asking.now).of(house.timezone.as_deref());
        let (lot, serial) = (self.meaning.lot.as_ref(), self.meaning.serial.as_ref());
        held::reasons(house.kind, lot, serial, Some(day)).all(|why| matches!(why, Held::InWarehouse(_)))
    }

    /// The first place with some of it, in a warehouse whose goods move: where the scanning person is, if they said so.
    pub(super) fn first<'b>(&self, there: &'b [OnHand]) -> Option<(&Warehouse, &'b OnHand)> {
        self.all(there).find(|(_, place)| self.is_here(place))
    }

    /// All places with some of it in the warehouse where who scans is, or in all.
    pub(super) fn all<'b>(&self, there: &'b [OnHand]) -> impl Iterator<Item = (&Warehouse, &'b OnHand)> {
        let here = self.asking.context.warehouse.as_ref().map(|house| house.id);
        there.iter().filter(|place| place.quantity > 0).filter_map(move |place| {
            let (id, _) = place.warehouse.as_ref().filter(|(id, _)| here.is_none_or(|here| here == *id))?;
            Some((self.houses.iter().find(|house| house.id == *id)?, place))
        })
    }

    /// Whether it is the bin where the scanning person is; any bin if they did not say so.
    fn is_here(&self, place: &OnHand) -> bool {
        let here = self.asking.context.place.as_ref();
        here.is_none_or(|here| place.location.as_ref().is_some_and(|(id, _)| *id == here.id))
    }

    /// The calls that take it out: as much as the label says, or as is available. Goods are sold only from bins for
    /// that.
    async fn leaving(&self, snapshot: &mut Snapshot, there: &[OnHand]) -> Result<Vec<ScanAction>, Problem> {
        let asking = self.asking;
        let ids = there.iter().filter_map(|place| place.location.as_ref().map(|(id, _)| *id));
        let bins: Vec<Location> = by_id::rows(snapshot, asking.organization, ids).await?;
        let is_for_sale = |house: &Warehouse, place: &OnHand| {
            let bin = place.location.as_ref().map(|(id, _)| bins.iter().find(|bin| bin.id == *id));
            bin.is_none_or(|bin| bin.is_some()) && may_be_issued_from(house, bin.flatten())
        };
        let is_free = |house: &Warehouse| !held::holds_its_goods(house.kind);
        let here = || self.all(there).filter(|(house, place)| self.is_here(place) && is_free(house));
        let mut actions = Vec::new();
        if asking.may(Permission::MovementsPost)
            && let Some((house, place)) = here().find(|(house, place)| is_for_sale(house, place))
            && let Some((line, from)) = self.taken(snapshot, house, place).await?
        {
            let body = self.movement("issue", house, line);
            actions.push(asking.action("issue", format!("Issue it from {from}"), "/inventory/movements", body));
        }
        let Some((house, place)) = here().next() else { return Ok(actions) };
        let Some((line, from)) = self.taken(snapshot, house, place).await? else { return Ok(actions) };
        if asking.may(Permission::MovementsPost) {
            let others = self.houses.iter().filter(|other| other.id != house.id && other.kind == house.kind);
            if let Some(to) = others.min_by_key(|other| !other.is_default) {
                let mut body = self.movement("transfer", house, line.clone());
                body["toWarehouseId"] = json!(to.id.to_string());
                let mut title = format!("Transfer it to {} from {from}", to.code);
                if self.needs_bin(snapshot, to, MovementKind::Transfer).await? {
                    title.push_str(": add toLocationId, the destination bin");
                }
                actions.push(asking.action("transfer", title, "/inventory/movements", body));
            }
        }
        if asking.may(Permission::ReservationsManage) && self.item.status == ActiveState::Active {
            let mut body = line;
            body["warehouseId"] = json!(house.id.to_string());
            if let Some(members) = body.as_object_mut() {
                members.remove("locationId");
            }
            actions.push(asking.action(
                "reserve",
                format!("Reserve it in {}", house.code),
                "/inventory/reservations",
                body,
            ));
        }
        Ok(actions)
    }

    /// The line that takes it from a place, and where that is; `None` where nothing is available there.
    async fn taken(
        &self,
        snapshot: &mut Snapshot,
        house: &Warehouse,
        place: &OnHand,
    ) -> Result<Option<(Value, String)>, Problem> {
        let filter = AvailabilityFilter { item: Some(self.item.id), warehouse: Some(house.id), ..Default::default() };
        let found =
            availability::by_warehouse(snapshot, self.asking.organization, &filter, self.asking.now, None, 1).await?;
        let available = found.first().map_or(0, |row| row.figures.available()).min(place.quantity);
        let Some(labelled) = self.labelled().filter(|_| available > 0) else { return Ok(None) };
        let from = if labelled > available {
            format!("{}; less is available than the label says", house.code)
        } else {
            house.code.clone()
        };
        Ok(Some((self.line(labelled.min(available), Some(place)), from)))
    }

    /// Whether goods that come to a warehouse by a movement need a bin.
    async fn needs_bin(&self, snapshot: &mut Snapshot, house: &Warehouse, kind: MovementKind) -> Result<bool, Problem> {
        let is_held = self.meaning.lot.as_ref().is_some_and(|lot| lot.status != StockStatus::Available);
        self.asking.needs_bin(snapshot, house, kind, is_held).await
    }

    /// The call that brings it in: not for an inactive item, nor for a piece that is there.
    async fn receipt(&self, snapshot: &mut Snapshot, there: &[OnHand]) -> Result<Option<ScanAction>, Problem> {
        let is_there = self.item.tracking == Tracking::Serial && there.iter().any(|place| place.quantity > 0);
        let is_named = self.item.tracking == Tracking::None || self.brought().is_some();
        if is_there
            || !is_named
            || self.item.status == ActiveState::Inactive
            || !self.asking.may(Permission::MovementsPost)
        {
            return Ok(None);
        }
        let takes_in = |house: &&Warehouse| house.kind == WarehouseKind::Storage;
        let here = self.asking.context.warehouse.as_ref().map(|house| house.id);
        let houses = self.houses.iter().filter(takes_in).filter(|house| here.is_none_or(|here| here == house.id));
        let named: Vec<_> = self.meaning.warehouses.iter().map(|(_, house)| house.id).collect();
        let house = houses.min_by_key(|house| (!named.contains(&house.id), !house.is_default));
        let (Some(house), Some(much)) = (house, self.labelled()) else { return Ok(None) };
        let mut line = self.line(much, None);
        if let Some((member, value)) = self.brought() {
            line[member] = value;
        }
        let mut title = format!("Receive it in {}: add totalCost, the cost of all of it", house.code);
        let place = self.asking.context.place.as_ref();
        let place = match place {
            Some(place) => {
                let above = zones::above(snapshot, self.asking.organization, place).await?;
                Some(place).filter(|place| may_be_received_at(house, place, &above))
            }
            None => None,
        };
        if let Some(place) = place {
            line["locationId"] = json!(place.id.to_string());
        } else if self.needs_bin(snapshot, house, MovementKind::Receipt).await? {
            title.push_str(", and locationId, the destination bin");
        }
        let body = self.movement("receipt", house, line);
        Ok(Some(self.asking.action("receive", title, "/inventory/movements", body)))
    }

    /// The lot or piece as a receipt names it: an existing one, else the label's data of a new one.
    fn brought(&self) -> Option<(&'static str, Value)> {
        let text =
            |wanted: fn(&Element) -> Option<String>| self.label.elements.iter().find_map(|read| wanted(&read.element));
        match self.item.tracking {
            Tracking::None => None,
            Tracking::Lot => {
                let known = self.meaning.lot.as_ref().map(|lot| lot.number.clone());
                let said = text(|element| if let Element::Lot(number) = element { Some(number.clone()) } else { None });
                let number = said.or(known)?;
                let mut lot = json!({"number": number});
                let days = self.label.elements.iter().filter_map(|read| match &read.element {
                    Element::ProducedOn(day) => Some(("producedOn", *day)),
                    Element::BestBefore(day) => Some(("bestBefore", *day)),
                    Element::ExpiresOn(day) => Some(("expiresOn", *day)),
                    _ => None,
                });
                // Fields of an existing one would have to equal the stored ones.
                for (member, day) in days.filter(|_| self.meaning.lot.is_none()) {
                    lot[member] = json!(told(day));
                }
                Some(("lot", lot))
            }
            Tracking::Serial => {
                let known = self.meaning.serial.as_ref().map(|piece| piece.number.clone());
                let said =
                    text(|element| if let Element::Serial(number) = element { Some(number.clone()) } else { None });
                let number = said.or(known)?;
                Some(("serial", json!({"number": number})))
            }
        }
    }

    /// How much the label is on, in the item's smallest unit; `None` where that is no exact quantity of the item.
    pub(super) fn labelled(&self) -> Option<i128> {
        let one = 10_i128.pow(u32::try_from(self.item.quantity_decimals).unwrap_or(0));
        if self.item.tracking == Tracking::Serial {
            return Some(one);
        }
        let Some(said) = &self.meaning.quantity else { return Some(one) };
        said.in_base.map(|base| base.unscaled).filter(|much| *much > 0)
    }

    pub(super) fn line(&self, much: i128, from: Option<&OnHand>) -> Value {
        let scale = u8::try_from(self.item.quantity_decimals).unwrap_or(0);
        let quantity = Decimal { unscaled: much, scale }.to_string();
        let mut line = json!({"itemId": self.item.id.to_string(), "quantity": quantity});
        if let Some(from) = from {
            let location = from.location.as_ref().map(|(id, _)| ("locationId", id.to_string()));
            let lot = self.meaning.lot.as_ref().map(|lot| ("lotId", lot.id.to_string()));
            let serial = self.meaning.serial.as_ref().map(|piece| ("serialId", piece.id.to_string()));
            for (member, id) in [location, lot, serial].into_iter().flatten() {
                line[member] = json!(id);
            }
        }
        line
    }

    pub(super) fn movement(&self, kind: &str, house: &Warehouse, line: Value) -> Value {
        json!({"kind": kind, "warehouseId": house.id.to_string(), "lines": [line]})
    }
}

fn told(day: Date) -> String {
    domain::value::cell::IsoDate(day).to_string()
}
