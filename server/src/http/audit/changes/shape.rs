//! A record as an event left it, in the form in which the API answers it, as far as its event tells.

use std::sync::Arc;

use domain::rows::items::Item;
use domain::rows::movement_drafts::decode_drafts;
use domain::rows::{
    Account, ApprovalPolicy, ControlChange, Count, CustomCurrency, Dimension, DimensionValue, Entry, EntryTemplate,
    ExchangeRate, FiscalYear, FrozenPool, ItemCategory, Journal, Line, Location, Lot, Match, Membership, MovementLine,
    Organization, Party, Period, ReasonCode, RecurringEntry, Reservation, Revaluation, Role, Row, Serial,
    StatementMapping, StockMovement, TransitLine, Warehouse,
};
use domain::value::BadCell;
use domain::value::id::{ItemId, OrganizationId};
use domain::value::permission::{Permission, PermissionSet};
use serde::Serialize;
use serde_json::{Map, Value};
use store::Snapshot;

use super::written::Written;
use crate::http::accounts::view::AccountView;
use crate::http::approval_policies::view::ApprovalPolicyView;
use crate::http::control_changes::view::ControlChangeView;
use crate::http::counts::view as counts;
use crate::http::currencies::view::CurrencyView;
use crate::http::dimension_values::view::DimensionValueView;
use crate::http::dimensions::view::DimensionView;
use crate::http::entry_templates::view::EntryTemplateView;
use crate::http::events::data::EventMembership;
use crate::http::exchange_rates::view::ExchangeRateView;
use crate::http::fiscal_years::view::FiscalYearView;
use crate::http::frozen_pools::view::FrozenPoolView;
use crate::http::item_categories::view::{Inherited, ItemCategoryView};
use crate::http::items::view as items;
use crate::http::journal_entries::view::EntryView;
use crate::http::journals::view::JournalView;
use crate::http::locations::view::LocationView;
use crate::http::lots::view::LotView;
use crate::http::matches::view::MatchView;
use crate::http::movements::view::{Beside as BesideGoods, Costs, MovementView};
use crate::http::organization::view::OrganizationView;
use crate::http::parties::view::PartyView;
use crate::http::periods::view::PeriodView;
use crate::http::problem::Problem;
use crate::http::reason_codes::view::ReasonCodeView;
use crate::http::recurring_entries::view::RecurringEntryView;
use crate::http::reservations::view as reservations;
use crate::http::revaluations::view::RevaluationView;
use crate::http::roles::view::RoleView;
use crate::http::serials::view::SerialView;
use crate::http::statement_mappings::view::StatementMappingView;
use crate::http::warehouses::view::{Above, WarehouseView};

/// Members that the event says by itself, that are worked out when somebody reads, or that no event has.
const NOT_OF_THE_RECORD: &[&str] = &[
    "id",
    "version",
    "createdAt",
    "createdBy",
    "updatedAt",
    "updatedBy",
    "hash",
    "stockUrl",
    "series",
    "periods",
    "history",
    "nextDate",
    "gtins",
    "shortBy",
    "warnings",
    "overrunCounts",
    "overrunCountsTotal",
    "openOverruns",
    "movementStatus",
    "journalEntryIds",
    "items",
];

/// Who looks, and what is read beside the rows.
pub struct Eyes {
    pub organization: OrganizationId,
    pub rights: PermissionSet,
    pub settings: Organization,
    pub base_url: Arc<str>,
}

impl Eyes {
    /// The record as its event left it; `None` where it deleted it.
    pub async fn record(&self, snapshot: &mut Snapshot, written: &Written) -> Result<Option<Value>, Problem> {
        if written.row.deleted {
            return Ok(None);
        }
        let shown = match self.plain(written)? {
            Some(shown) => Some(shown),
            None => self.with_others(snapshot, written).await?,
        };
        Ok(shown.map(|shown| Value::Object(own_members(shown))))
    }

    /// Records whose row is all that there is to them.
    fn plain(&self, written: &Written) -> Result<Option<Map<String, Value>>, Problem> {
        macro_rules! by_row {
            ($($row:ident => $view:expr),* $(,)?) => {
                $(if let Some(row) = read::<$row>(written)? {
                    let view = $view;
                    return json(&view(row)).map(Some);
                })*
            };
        }
        let base = self.settings.base_currency;
        by_row! {
            Account => AccountView::from,
            Party => |row| PartyView::of(row, None),
            ApprovalPolicy => |row| ApprovalPolicyView::of(row, base),
            Dimension => DimensionView::from,
            DimensionValue => DimensionValueView::from,
            StatementMapping => StatementMappingView::from,
            ExchangeRate => ExchangeRateView::from,
            CustomCurrency => CurrencyView::from,
            Journal => |row| JournalView::of(row, &[]),
            FiscalYear => |row| FiscalYearView::of(row, Vec::new(), Vec::new()),
            Period => PeriodView::from,
            Location => LocationView::from,
            Lot => LotView::from,
            Serial => SerialView::from,
            ReasonCode => ReasonCodeView::from,
            Organization => |row| OrganizationView::of(self.organization, row),
            Role => RoleView::of,
            Membership => EventMembership::of,
            Match => |row| MatchView::of(row, &[], base),
            Revaluation => |row| RevaluationView::of(row, Vec::new()),
            Count => |row| counts::Beside::none(base).view(row),
        }
        if let Some(row) = read::<ControlChange>(written)? {
            let at = row.decided_at.unwrap_or(row.proposed_at);
            return json(&ControlChangeView::of(row, at)).map(Some);
        }
        if let Some(row) = read::<EntryTemplate>(written)? {
            return json(&EntryTemplateView::of(row, base)?).map(Some);
        }
        if let Some(row) = read::<RecurringEntry>(written)? {
            return json(&RecurringEntryView::of(row, None, base)?).map(Some);
        }
        if let Some(row) = read::<Entry>(written)? {
            let lines: Vec<Line> = parts(written)?;
            // What an event did not write stayed as it was.
            let tells_lines = row.sequence.is_none() || !lines.is_empty();
            let mut shown = json(&EntryView::of(row, &lines)?)?;
            if !tells_lines {
                shown.remove("lines");
            }
            return Ok(Some(shown));
        }
        Ok(None)
    }

    /// Records that are shown with something of others: the unit of an item, what is inherited.
    async fn with_others(
        &self,
        snapshot: &mut Snapshot,
        written: &Written,
    ) -> Result<Option<Map<String, Value>>, Problem> {
        let (own, rights) = (self.organization, self.rights);
        if let Some(row) = read::<StockMovement>(written)? {
            return self.movement(snapshot, written, row).await.map(Some);
        }
        if let Some(row) = read::<Reservation>(written)? {
            let goods = BesideGoods::read(snapshot, own, rights, std::iter::once(row.item_id)).await?;
            let beside = reservations::Beside { goods, short: Default::default() };
            return json(&reservations::ReservationView::of(row, &beside)).map(Some);
        }
        if let Some(row) = read::<FrozenPool>(written)? {
            let goods = BesideGoods::read(snapshot, own, rights, row.item_id.into_iter()).await?;
            return json(&FrozenPoolView::of(row, &goods, rights.has(Permission::CostsRead))).map(Some);
        }
        if let Some(row) = read::<Item>(written)? {
            let beside = items::Beside::read(snapshot, own, rights, &[]).await?;
            return json(&items::ItemView::of(row, &beside)).map(Some);
        }
        if let Some(row) = read::<ItemCategory>(written)? {
            let inherited = Inherited::read(snapshot, own).await?;
            return json(&ItemCategoryView::of(row, &inherited)).map(Some);
        }
        if let Some(row) = read::<Warehouse>(written)? {
            let above = Above::read(snapshot, own, &[], &self.base_url).await?;
            return json(&WarehouseView::of(row, &above)).map(Some);
        }
        Ok(None)
    }

    async fn movement(
        &self,
        snapshot: &mut Snapshot,
        written: &Written,
        row: StockMovement,
    ) -> Result<Map<String, Value>, Problem> {
        let (lines, transit): (Vec<MovementLine>, Vec<TransitLine>) = (parts(written)?, parts(written)?);
        let drafts = decode_drafts(&row.draft_lines).map_err(|bad| Problem::unreadable("movements", row.id, &bad))?;
        let items: Vec<ItemId> =
            lines.iter().map(|line| line.item_id).chain(drafts.iter().map(|draft| draft.item_id)).collect();
        let tells_lines = row.seq.is_none() || !lines.is_empty();
        let beside = BesideGoods::read(snapshot, self.organization, self.rights, items.into_iter()).await?;
        let mut shown = json(&MovementView::of(row, &lines, &Costs::new(), &beside.going(&transit))?)?;
        if !tells_lines {
            shown.remove("lines");
        }
        // What goods cost changes with later documents, and is of the present.
        for line in shown.get_mut("lines").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(line) = line.as_object_mut() {
                line.remove("cost");
            }
        }
        Ok(shown)
    }
}

/// The row of this type, if the event wrote one.
fn read<R: Row>(written: &Written) -> Result<Option<R>, Problem> {
    written.row::<R>().map_err(|bad: BadCell| Problem::damaged(&bad))
}

/// The parts of this type that it wrote.
fn parts<R: Row>(written: &Written) -> Result<Vec<R>, Problem> {
    written.parts::<R>().map_err(|bad: BadCell| Problem::damaged(&bad))
}

fn json<T: Serialize>(view: &T) -> Result<Map<String, Value>, Problem> {
    match serde_json::to_value(view) {
        Ok(Value::Object(members)) => Ok(members),
        _ => Err(Problem::internal(&"a record that is no JSON object")),
    }
}

/// The members that the record itself has.
fn own_members(shown: Map<String, Value>) -> Map<String, Value> {
    let is_own = |name: &str| !name.starts_with("effective") && !NOT_OF_THE_RECORD.contains(&name);
    shown.into_iter().filter(|(name, _)| is_own(name)).collect()
}
