//! `GET /summary`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::book::reach::Reach;
use domain::rows::{
    Count, Entry, EntryStatus, Lot, MovementStatus, Period, PeriodType, Reservation, Row, StockMovement, TransitLine,
};
use domain::value::id::{EntryId, OrganizationId};
use domain::value::movement_kind::MovementKind;
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Cell, CellValue, Date};
use store::Snapshot;
use store::read::availability::Moment;
use store::read::{Conditions, auto_reversals, movement_lists, reorder, summary, waiting};

use crate::app::App;
use crate::commit;
use crate::http::caller::Caller;
use crate::http::inventory_proof::latest::LatestProofView;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::organization;
use crate::http::output::{At, Day, Id};
use crate::http::periods::view::PeriodView;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::today;

/// What is counted no further.
const MOST: usize = 1_000;
/// Days ahead in which lots count as expiring.
const EXPIRES_WITHIN: i64 = 30;

crate::output! {
    /// The entry that was posted last.
    pub struct LastPosted {
        pub id: Id<EntryId>,
        pub number: Option<String>,
        pub date: Day,
        pub description: String,
        pub at: Option<At>,
    }

    /// 1000 is that and more; null is what you may not read.
    pub struct DocumentNumbers {
        pub journal_entries: Option<i64>,
        pub movements: Option<i64>,
    }

    /// In your warehouses. 1000 is that and more; null is what you may not read.
    pub struct WarehouseNumbers {
        /// Drafts of receipts.
        pub to_receive: Option<i64>,
        /// Active reservations.
        pub to_ship: Option<i64>,
        /// Lines of transfers.
        pub in_transit: Option<i64>,
        pub open_counts: Option<i64>,
        /// Lots in stock that expire within 30 days.
        pub expiring: Option<i64>,
        /// Items to reorder: those of `GET /inventory/reorder-suggestions`.
        pub low: Option<i64>,
    }

    /// Where the books stand, as far as you may read it: the rest is null.
    pub struct SummaryView {
        /// The day in the organization's time zone.
        pub today: Day,
        /// The standard period of that day, if there is one.
        pub period: Option<PeriodView>,
        pub last_posted: Option<LastPosted>,
        pub drafts: DocumentNumbers,
        /// What waits for approval.
        pub pending: DocumentNumbers,
        pub due_reversals: Option<i64>,
        pub warehouse: WarehouseNumbers,
        pub stock_proof: Option<LatestProofView>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login).rejects(&[Code::Forbidden]);

/// Get a summary
///
/// The present period, the last posted entry, and how many documents, goods and counts wait, in one call.
#[utoipa::path(get, path = "/api/v1/summary", operation_id = "SummaryController_get", tag = "Own settings",
    responses((status = 200, description = "The summary", body = SummaryView)))]
pub async fn get(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.enter(&app).await?;
    let NoQuery {} = query.decode()?;
    let rights = caller.rights(&mut snapshot).await?;
    let settings = organization::find(&mut snapshot, caller.organization).await?;
    let reach = caller.reach(&mut snapshot).await?;
    let today = today::on(commit::now(), &settings.timezone);
    let places = summary::places(&mut snapshot, caller.organization, &reach).await?;
    let mut summing = Summing { organization: caller.organization, rights, reach, places, snapshot: &mut snapshot };
    let view = summing.summary(today).await?;
    Ok(axum::Json(view).into_response())
}

struct Summing<'a> {
    organization: OrganizationId,
    rights: PermissionSet,
    reach: Reach,
    /// As the reach, with every warehouse named.
    places: Reach,
    snapshot: &'a mut Snapshot,
}

impl Summing<'_> {
    async fn summary(&mut self, today: Date) -> Result<SummaryView, Problem> {
        let (draft, pending) = (EntryStatus::Draft, EntryStatus::PendingApproval);
        let drafts = DocumentNumbers {
            journal_entries: self.entries(draft).await?,
            movements: self.movements(MovementStatus::Draft, None).await?,
        };
        let pending = DocumentNumbers {
            journal_entries: self.entries(pending).await?,
            movements: self.movements(MovementStatus::PendingApproval, None).await?,
        };
        let warehouse = WarehouseNumbers {
            to_receive: self.movements(MovementStatus::Draft, Some(MovementKind::Receipt)).await?,
            to_ship: self.waiting_to_ship().await?,
            in_transit: self.in_transit().await?,
            open_counts: self.open_counts().await?,
            expiring: self.expiring(today).await?,
            low: self.low(today).await?,
        };
        Ok(SummaryView {
            today: Day(today),
            period: self.period(today).await?,
            last_posted: self.last_posted().await?,
            drafts,
            pending,
            due_reversals: self.due_reversals(today).await?,
            warehouse,
            stock_proof: self.stock_proof().await?,
        })
    }

    async fn number<R: Row>(&mut self, query: Conditions) -> Result<Option<i64>, Problem> {
        Ok(Some(waiting::number::<R>(self.snapshot, query, MOST).await?))
    }

    async fn period(&mut self, today: Date) -> Result<Option<PeriodView>, Problem> {
        if !self.rights.has(Permission::PeriodsRead) {
            return Ok(None);
        }
        let mut query = Conditions::new(self.organization);
        query.equal("period_type", Some(PeriodType::Standard.to_cell()));
        query.when("start_date <= {} and end_date >= {}", Some(today.to_cell()));
        let found: Vec<Period> = query.page(self.snapshot, "start_date", 1).await?;
        Ok(found.into_iter().next().map(PeriodView::from))
    }

    async fn last_posted(&mut self) -> Result<Option<LastPosted>, Problem> {
        if !self.rights.has(Permission::JournalEntriesRead) {
            return Ok(None);
        }
        let mut query = Conditions::new(self.organization);
        query.text.push_str(" and sequence is not null");
        let found: Vec<Entry> = query.page(self.snapshot, "sequence desc", 1).await?;
        Ok(found.into_iter().next().map(|entry| LastPosted {
            id: Id(entry.id),
            number: entry.number,
            date: Day(entry.date),
            description: entry.description,
            at: entry.posted_at.map(At),
        }))
    }

    async fn entries(&mut self, status: EntryStatus) -> Result<Option<i64>, Problem> {
        if !self.rights.has(Permission::JournalEntriesRead) {
            return Ok(None);
        }
        self.number::<Entry>(waiting::unposted(self.organization, "sequence", &status.to_cell(), None)).await
    }

    async fn due_reversals(&mut self, today: Date) -> Result<Option<i64>, Problem> {
        if !self.rights.has(Permission::JournalEntriesRead) {
            return Ok(None);
        }
        let due = auto_reversals::due(self.snapshot, self.organization, today, MOST).await?;
        Ok(i64::try_from(due.len()).ok())
    }

    /// Movements that wait, of a kind or of all.
    async fn movements(&mut self, status: MovementStatus, kind: Option<MovementKind>) -> Result<Option<i64>, Problem> {
        if !self.rights.has(Permission::MovementsRead) {
            return Ok(None);
        }
        let mut query = waiting::unposted(self.organization, "seq", &status.to_cell(), None);
        query.equal("kind", kind.map(|kind| kind.to_cell()));
        if self.reach == Reach::Everywhere {
            return self.number::<StockMovement>(query).await;
        }
        // The warehouses of a draft are in its bytes.
        let found = movement_lists::newest(self.snapshot, query, &self.reach, MOST).await?;
        Ok(i64::try_from(found.len()).ok())
    }

    async fn waiting_to_ship(&mut self) -> Result<Option<i64>, Problem> {
        if !self.rights.has(Permission::ReservationsRead) {
            return Ok(None);
        }
        let mut query = Conditions::new(self.organization);
        query.within("warehouse_id", &self.places);
        query.equal("status", Some(Cell::Text("active".to_owned())));
        self.number::<Reservation>(query).await
    }

    async fn in_transit(&mut self) -> Result<Option<i64>, Problem> {
        if !self.rights.has(Permission::MovementsRead) {
            return Ok(None);
        }
        let mut query = Conditions::new(self.organization);
        query.within("to_warehouse_id", &self.places);
        query.text.push_str(" and is_open = 1");
        self.number::<TransitLine>(query).await
    }

    async fn open_counts(&mut self) -> Result<Option<i64>, Problem> {
        if !self.rights.has(Permission::CountsRead) {
            return Ok(None);
        }
        let mut query = waiting::open_counts(self.organization);
        query.within("warehouse_id", &self.reach);
        self.number::<Count>(query).await
    }

    async fn expiring(&mut self, today: Date) -> Result<Option<i64>, Problem> {
        if !self.rights.has(Permission::ItemsRead) {
            return Ok(None);
        }
        let query = summary::expiring(self.organization, today, EXPIRES_WITHIN, &self.reach);
        self.number::<Lot>(query).await
    }

    /// The books' own stock where the reader acts, without the suggestions' suppliers.
    async fn low(&mut self, day: Date) -> Result<Option<i64>, Problem> {
        if !self.rights.has(Permission::ItemsRead) {
            return Ok(None);
        }
        let now = Moment { at: commit::now(), day };
        let low = reorder::number(self.snapshot, self.organization, &self.reach, now, MOST).await?;
        Ok(Some(low))
    }

    async fn stock_proof(&mut self) -> Result<Option<LatestProofView>, Problem> {
        if !self.rights.has(Permission::ItemsRead) {
            return Ok(None);
        }
        LatestProofView::read(self.snapshot, self.organization).await.map(Some)
    }
}
