//! Filters by id: the named row exists, or the request is refused. An empty list would answer another question.

use domain::rows::items::Item;
use domain::rows::{
    Account, DimensionValue, Entry, FiscalYear, ItemCategory, Journal, Location, Lot, Party, Period, ReasonCode, Row,
    Serial, StockMovement, Warehouse,
};
use domain::value::id::{
    AccountId, DimensionValueId, EntryId, FiscalYearId, ItemCategoryId, ItemId, JournalId, LocationId, LotId,
    MovementId, OrganizationId, PartyId, PeriodId, PrincipalId, ReasonCodeId, SerialId, WarehouseId,
};
use domain::value::{Cell, TypedId};
use store::Snapshot;

use super::input::Decode;
use super::problem::Problem;
use super::query::RawQuery;

impl RawQuery {
    /// The query as this type, of which every id names something of the organization. `accountId` is read where it is
    /// used: it stands for all accounts below it (`accounts/below.rs`).
    ///
    /// # Errors
    /// 400 with every violation.
    pub async fn decode_in<T: Decode>(
        &self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
    ) -> Result<T, Problem> {
        let query = self.decode()?;
        for (name, id) in self.pairs()? {
            if self.names(snapshot, organization, &name, &id).await? == Some(false) {
                return Err(Problem::violation(&name, "unknown_value", "does not exist here"));
            }
        }
        Ok(query)
    }

    /// Whether the id in this parameter names something; `None` for any other parameter.
    async fn names(
        &self,
        snapshot: &mut Snapshot,
        own: OrganizationId,
        parameter: &str,
        id: &str,
    ) -> Result<Option<bool>, Problem> {
        let is_there = match parameter {
            "journalId" => is_there::<Journal, JournalId>(snapshot, own, id).await?,
            "partyId" => is_there::<Party, PartyId>(snapshot, own, id).await?,
            "entryId" => is_there::<Entry, EntryId>(snapshot, own, id).await?,
            "fiscalYearId" => is_there::<FiscalYear, FiscalYearId>(snapshot, own, id).await?,
            "periodId" => is_there::<Period, PeriodId>(snapshot, own, id).await?,
            "itemId" => is_there::<Item, ItemId>(snapshot, own, id).await?,
            "categoryId" => is_there::<ItemCategory, ItemCategoryId>(snapshot, own, id).await?,
            "warehouseId" | "fromWarehouseId" | "toWarehouseId" => {
                is_there::<Warehouse, WarehouseId>(snapshot, own, id).await?
            }
            "locationId" => is_there::<Location, LocationId>(snapshot, own, id).await?,
            "movementId" | "ofMovementId" => is_there::<StockMovement, MovementId>(snapshot, own, id).await?,
            "reasonCodeId" => is_there::<ReasonCode, ReasonCodeId>(snapshot, own, id).await?,
            "lotId" => is_there::<Lot, LotId>(snapshot, own, id).await?,
            "serialId" => is_there::<Serial, SerialId>(snapshot, own, id).await?,
            // Who did something may have left, or never belonged here.
            "principalId" | "createdBy" => PrincipalId::parse(id).is_some(),
            "parentId" => match self.list() {
                "accounts" => is_there::<Account, AccountId>(snapshot, own, id).await?,
                "values" => is_there::<DimensionValue, DimensionValueId>(snapshot, own, id).await?,
                "item-categories" => is_there::<ItemCategory, ItemCategoryId>(snapshot, own, id).await?,
                "warehouses" => is_there::<Warehouse, WarehouseId>(snapshot, own, id).await?,
                "locations" => is_there::<Location, LocationId>(snapshot, own, id).await?,
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(is_there))
    }
}

async fn is_there<R: Row, I: TypedId>(snapshot: &mut Snapshot, own: OrganizationId, id: &str) -> Result<bool, Problem> {
    let Some(id) = I::parse(id) else { return Ok(false) };
    let rest = "where organization_id = $1 and id = $2";
    let found: Vec<R> = snapshot.rows(rest, &[Cell::Id(own.0), Cell::Id(id.bytes())]).await?;
    Ok(!found.is_empty())
}
