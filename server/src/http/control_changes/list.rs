//! `GET /control-changes`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{ControlChange, ControlChangeStatus, ControlSubject};
use domain::value::id::PrincipalId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Instant, Sought};
use store::read::Conditions;

use super::view::ControlChangeView;
use crate::app::App;
use crate::commit;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::input::Text;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which changes of controls.
    pub struct ControlChangeQuery {
        /// Only changes with this status; `proposed` are those that are waiting.
        pub status: Option<ControlChangeStatus>,
        /// Only changes of subjects of this kind.
        pub subject_type: Option<ControlSubject>,
        /// Only changes of the subject with this id.
        pub subject: Option<Text<1, 60>>,
        /// Only changes that this principal proposed, or made alone.
        pub proposed_by: Option<Sought<PrincipalId>>,
        /// Only changes that let someone do more, or only the others.
        pub loosens: Option<bool>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of changes of controls.
    pub struct ControlChangePage {
        pub data: Vec<ControlChangeView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::ControlChangesRead);

/// List changes of controls, oldest first
///
/// Changes that were proposed, and changes made by one person or by two: of approval policies, the separation of
/// duties, roles and members' rights. `GET /accounting/reports/control-changes` shows the postings made while a control
/// was off.
#[utoipa::path(get, path = "/api/v1/control-changes", operation_id = "ControlChangesController_list",
    tag = "Control changes", params(ControlChangeQuery),
    responses((status = 200, description = "A page", body = ControlChangePage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ControlChangeQuery = query.decode()?;
    let now = commit::now();
    let mut conditions = Conditions::new(caller.organization);
    status(&mut conditions, query.status, now);
    conditions.equal("subject_type", query.subject_type.map(|subject| subject.to_cell()));
    conditions.equal("subject_id", query.subject.map(|id| Cell::Text(id.0)));
    // A malformed id names nobody.
    let by = query.proposed_by.map(|id| Cell::Id(id.id().map_or([255; 16], |id| id.0)));
    conditions.equal("proposed_by", by);
    conditions.equal("loosens", query.loosens.map(|loosens| loosens.to_cell()));
    if let Some(cursor) = &query.cursor {
        conditions.when("id > {}", cursor.require(&[CellKind::Id])?.first().cloned());
    }
    let rows: Vec<ControlChange> = conditions.page(&mut snapshot, "id", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |change: &ControlChange| vec![change.id.to_cell()]);
    let mut page = page.map(|change| ControlChangeView::of(change, now));
    called::fill(&mut snapshot, &caller, &mut page.data).await?;
    Ok(page.respond(&uri))
}

/// A change that nobody decided in time is over, even if it is not marked so yet.
fn status(conditions: &mut Conditions, wanted: Option<ControlChangeStatus>, now: Instant) {
    match wanted {
        Some(ControlChangeStatus::Proposed) => {
            conditions.when("status = 'proposed' and expires_at > {}", Some(now.to_cell()));
        }
        Some(ControlChangeStatus::Expired) => {
            let over = "(status = 'expired' or status = 'proposed' and expires_at <= {})";
            conditions.when(over, Some(now.to_cell()));
        }
        other => conditions.equal("status", other.map(|status| status.to_cell())),
    }
}
