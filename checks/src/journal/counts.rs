//! A bookkeeper's errands on the shelf: goods are counted, moved in every way, reserved, frozen, sent and not taken in,
//! and their value moves to another account and another pool.

use domain::value::movement_kind::MovementKind;
use serde_json::{Value, json};

use super::bookkeeper::{Bookkeeper, Ended, read};
use super::company::Company;
use super::errand::Errand;
use crate::Caller;

impl Bookkeeper {
    /// A warehouse with ten apples in it, through all that is no movement that somebody wrote.
    pub(super) async fn count_goods(&mut self) -> Result<(), Ended> {
        let company = self.found_with_goods().await?;
        let by = &company.admin;
        self.count(&company).await?;
        // A change of their value would block another scope.
        self.move_by_kind(&company, MovementKind::moves_goods).await?;

        let apples = |quantity: &str| json!({"sku": "APPLE", "quantity": quantity, "warehouseCode": "MAIN"});
        let reserved = Errand::post("/inventory/reservations", apples("2")).event("reservation.created", "{id}");
        let reserved = self.send_as(by, reserved).await?;
        let path = format!("/inventory/reservations/{reserved}");
        let changed = Errand::put(path.as_str(), json!({"quantity": "1"})).event("reservation.updated", &reserved);
        self.send_as(by, changed).await?;
        let released = Errand::step(format!("{path}/release"), json!({"reason": "the customer went away"}));
        self.send_as(by, released.event("reservation.released", &reserved)).await?;
        let external = self.key("reservation");
        let mut kept = apples("1");
        kept["externalId"] = json!(external);
        let batch = Errand::post("/inventory/reservations/batch", json!({"items": [kept]})).answered();
        let found = format!("/inventory/reservations?externalId={external}");
        self.send_as(by, batch.listed(&found, ("externalId", &external), ("/status", "active"))).await?;
        self.sell_together(by).await?;

        let sent = json!({
            "kind": "transfer", "warehouseCode": "MAIN", "toWarehouseCode": "SHOP", "mode": "twoStep",
            "lines": [{"sku": "APPLE", "quantity": "3"}],
        });
        let sent = Errand::post("/inventory/movements", sent).event("movement.posted", "{id}");
        let sent = self.send_as(by, sent).await?;
        let closed = Errand::post(format!("/inventory/movements/{sent}/close"), json!({"reason": "lost on the way"}));
        self.send_as(by, closed.event("movement.posted", "{id}")).await?;

        let warehouses = read(by, "/warehouses?limit=200").await?;
        let id = |code: &str| {
            let found = warehouses.iter().find(|one| one["code"] == code);
            found.and_then(|one| one["id"].as_str()).unwrap_or_default().to_owned()
        };
        let shop = format!("/warehouses/{}", id("SHOP"));
        let moved = Errand::step(format!("{shop}/reclassify"), json!({"toAccountCode": "1210"}));
        let found = "/inventory/movements?kind=reclassification";
        let moved = moved.listed(found, ("kind", "reclassification"), ("/status", "posted"));
        self.send_as(by, moved.of_kind(MovementKind::Reclassification)).await?;
        let main = format!("/warehouses/{}", id("MAIN"));
        let joined = Errand::step(format!("{main}/costing-scope"), json!({"costingScope": "organization"}));
        self.send_as(by, joined.shown(&main, "/costingScope", "organization")).await?;

        let item = read(by, "/inventory/items?q=APPLE").await?.remove(0)["id"].clone();
        let leak = json!({"itemId": item, "warehouseId": id("SHOP"), "reason": "a leak in the roof"});
        let frozen = Errand::post("/inventory/frozen-pools", leak).event("pool.frozen", "{id}");
        let frozen = self.send_as(by, frozen).await?;
        let path = format!("/inventory/frozen-pools/{frozen}/release");
        let released = Errand::step(path, json!({"reason": "the roof is whole"}));
        self.send_as(by, released.event("pool.released", &frozen)).await.map(drop)
    }

    /// A reservation that is made and given up by its reference, goods that leave by several operations in one commit, and
    /// stock that is set to a quantity.
    async fn sell_together(&mut self, by: &Caller) -> Result<(), Ended> {
        let (order, sale, seen) = (self.key("order"), self.key("sale"), self.key("seen"));
        let promised = json!({"sku": "APPLE", "quantity": "1", "warehouseCode": "MAIN", "reference": order});
        let promised = Errand::post("/inventory/reservations", promised).event("reservation.created", "{id}");
        let promised = self.send_as(by, promised).await?;
        let released = Errand::post("/inventory/reservations/release", json!({"reference": order})).answered();
        self.send_as(by, released.event("reservation.released", &promised)).await?;

        let hold = json!({"sku": "APPLE", "quantity": "1", "warehouseCode": "MAIN"});
        let line = json!({"sku": "APPLE", "quantity": "1", "reservationId": "$hold"});
        let goods = json!({"kind": "issue", "warehouseCode": "MAIN", "externalId": sale, "lines": [line]});
        let items = json!([
            {"name": "hold", "method": "POST", "path": "/inventory/reservations", "body": hold},
            {"method": "POST", "path": "/inventory/movements", "body": goods},
        ]);
        let together = Errand::post("/batch", json!({"items": items})).answered();
        let found = format!("/inventory/movements?externalId={sale}");
        self.send_as(by, together.listed(&found, ("externalId", &sale), ("/status", "posted"))).await?;

        let setting = json!({"sku": "APPLE", "warehouseCode": "MAIN", "quantity": "50", "externalId": seen});
        let set = Errand::post("/inventory/stock/set", setting).answered();
        let found = format!("/inventory/movements?externalId={seen}");
        self.send_as(by, set.listed(&found, ("externalId", &seen), ("/status", "posted"))).await.map(drop)
    }

    /// A count that is sent back and cancelled, and one that is approved and posted.
    async fn count(&mut self, company: &Company) -> Result<(), Ended> {
        let (by, other) = (&company.admin, &company.other);
        let path = self.submit_count(company).await?;
        let count = path.rsplit('/').next().unwrap_or_default();
        let back = Errand::step(format!("{path}/send-back"), json!({"reason": "look behind the door"}));
        self.send_as(other, back.event("count.sentBack", count)).await?;
        let cancelled = Errand::step(format!("{path}/cancel"), json!({"reason": "not today"}));
        self.send_as(by, cancelled.event("count.cancelled", count)).await?;
        let path = self.submit_count(company).await?;
        let count = path.rsplit('/').next().unwrap_or_default();
        let approved = Errand::step(format!("{path}/approve"), Value::Null).event("count.approved", count);
        self.send_as(other, approved).await?;
        let posted = Errand::step(format!("{path}/post"), Value::Null).of_kind(MovementKind::CountAdjustment);
        let found = "/inventory/movements?kind=countAdjustment";
        self.send_as(by, posted.listed(found, ("kind", "countAdjustment"), ("/status", "posted"))).await?;
        let acknowledged = Errand::step(format!("{path}/acknowledge-overruns"), Value::Null);
        self.send_as(by, acknowledged.shown(&path, "/status", "posted")).await.map(drop)
    }

    /// A count that finds two apples too few, which somebody else has to see. Returns its path.
    async fn submit_count(&mut self, company: &Company) -> Result<String, Ended> {
        let by = &company.admin;
        let opened = json!({"warehouseCode": "MAIN", "tolerance": {"quantity": "1"}});
        let opened = Errand::post("/inventory/counts", opened).event("count.opened", "{id}");
        let count = self.send_as(by, opened).await?;
        let path = format!("/inventory/counts/{count}");
        let found = Errand::post(format!("{path}/lines"), json!({"lines": [{"sku": "APPLE", "quantity": "8"}]}));
        self.send_as(by, found.answered().event("count.recorded", &count)).await?;
        let submitted = Errand::step(format!("{path}/submit"), Value::Null).event("count.submitted", &count);
        self.send_as(by, submitted).await?;
        Ok(path)
    }
}
