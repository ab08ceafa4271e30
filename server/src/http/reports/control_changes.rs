//! `GET /accounting/reports/control-changes`: who changed policies, duties, roles and memberships, alone or by two, and
//! the postings while a control was off.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::controls::gaps::{self, Gap, Missing};
use domain::rows::{ApprovalSubject, ControlAction, ControlChange, ControlSubject};
use domain::value::id::{ControlChangeId, PrincipalId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellValue, Date, Instant};
use store::Snapshot;
use store::read::control_gaps::{self, Posted};
use store::read::stretch::Stretch;
use store::read::{Conditions, trail};

use super::audit_trail;
use super::frame::{self, Frame};
use super::listing;
use super::row::{Columns, Measures};
use crate::app::App;
use crate::documents::table::Cell as Shown;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{At, Id, Named, RawObject};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

/// Rows that are worked out in one snapshot where the whole report is made.
const ROWS_AT_ONCE: usize = 200;

crate::report_input! {
    /// Which changes.
    pub struct ControlChangesReportQuery {
        /// From the beginning of this day on, in the organization's time zone.
        pub date_from: Option<Date>,
        /// Up to the end of this day.
        pub date_to: Option<Date>,
        ..page,
    }
}

crate::report_output! {
    /// A change of controls that took effect.
    pub struct ControlChangesReportRow {
        pub id: Id<ControlChangeId>,
        /// When it took effect.
        pub made_at: At => "At",
        pub subject_type: Named<ControlSubject> => "Control",
        pub subject_id: String => "Subject",
        pub action: Named<ControlAction> => "Action" (at 3),
        /// The subject before the change; null if it was created.
        pub before: Option<RawObject> => "Before",
        /// The subject after the change; null if it was deleted.
        pub after: Option<RawObject> => "After",
        /// Whether it lets someone do more than before: without a second person, or without a right.
        pub loosens: bool => "Loosens",
        /// The person who made or proposed it.
        pub made_by: Id<PrincipalId> => "By",
        pub made_by_name: Option<String> => "Name",
        /// The person who approved it; null if one person made it alone.
        pub second_person: Option<Id<PrincipalId>> => "Second person",
        pub second_person_name: Option<String> => "Second name",
        /// Whether it switched off a policy or a duty, wholly or in part, without a replacement at once.
        pub opened_gap: bool,
        /// When everything that it switched off was in force again; null if it is still off, or if nothing was switched
        /// off.
        pub in_force_again_at: Option<At> => "Off until" (by off_until),
        /// Journal entries posted in the meantime; null if the change opened no gap for entries.
        pub entries_posted: Option<i64> => "Entries meanwhile",
        /// The entries that the control would have held back: entries that the policy covers and nobody approved,
        /// entries approved by their preparer, and voids by the person who posted the entry.
        pub entries_concerned: Option<i64> => "Entries concerned",
        /// Movements of goods posted in the meantime; null if the change opened no gap for movements.
        pub movements_posted: Option<i64> => "Movements meanwhile",
        /// The movements that the policy covers and nobody approved.
        pub movements_concerned: Option<i64> => "Movements concerned",
    }

    /// A page of the changes of controls that took effect.
    pub struct ControlChangesReportView {
        /// The last event of the log when the report began.
        pub seq: i64,
        /// In order of effect.
        pub data: Vec<ControlChangesReportRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::AuditRead);

/// List changes of controls with the postings made in the meantime
///
/// Every change of an approval policy, of the separation of duties, of a role or of a member's rights that took effect
/// in these days, by one person or by two. For each policy or duty that was switched off, it shows until when, how much
/// was posted in the meantime, and how much of it the control would have held back.
#[utoipa::path(get, path = "/api/v1/accounting/reports/control-changes", operation_id = "ReportsController_controlChanges",
    tag = "Reports", params(ControlChangesReportQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (ControlChangesReportView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn control_changes(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ControlChangesReportQuery = query.decode()?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, None, query.cursor.as_ref()).await?;
    let (from, to) = audit_trail::instants(&frame.settings.timezone, query.date_from, query.date_to)?;
    let names = audit_trail::names(&mut snapshot, frame.organization).await?;
    let first = from.map_or(i64::MIN, |from| from.0 - 1);
    if let Some(format) = document {
        drop(snapshot);
        let days = query.date_from.zip(query.date_to);
        let columns = Columns::of(&frame);
        let heading = frame.heading("control-changes", "Changes of controls", days, columns.headings());
        let mut draft = formats::begin(&app, format, heading).await?;
        let mut after = first;
        loop {
            let mut snapshot = app.database.snapshot().await?;
            let found = made(&mut snapshot, &frame, after, to, ROWS_AT_ONCE).await?;
            let Some(last) = found.last().and_then(|change| change.made_at) else { break };
            after = last.0;
            for row in rows(&mut snapshot, &frame, found, &names).await? {
                draft.push(columns.line(&row)).await?;
            }
        }
        return formats::finish(draft).await;
    }
    let after = Frame::place(query.cursor.as_ref())?.unwrap_or(first);
    let limit = query.limit.0;
    let mut found = made(&mut snapshot, &frame, after, to, limit + 1).await?;
    let more = found.len() > limit;
    found.truncate(limit);
    let last = found.last().filter(|_| more).and_then(|change| change.made_at);
    let next = last.map(|at| frame.cursor(at.0));
    let view = ControlChangesReportView {
        seq: frame.seq,
        data: rows(&mut snapshot, &frame, found, &names).await?,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// The changes that took effect behind one instant and before another, in their order. No two have the same instant.
async fn made(
    snapshot: &mut Snapshot,
    frame: &Frame,
    after: i64,
    to: Option<Instant>,
    most: usize,
) -> Result<Vec<ControlChange>, Problem> {
    let mut conditions = Conditions::new(frame.organization);
    conditions.when("made_at > {}", Some(Cell::Int(after)));
    conditions.when("made_at < {}", to.map(|to| to.to_cell()));
    Ok(conditions.page(snapshot, "made_at", most).await?)
}

/// The rows of these changes, with the postings in the gaps that they opened.
async fn rows(
    snapshot: &mut Snapshot,
    frame: &Frame,
    changes: Vec<ControlChange>,
    names: &BTreeMap<PrincipalId, String>,
) -> Result<Vec<ControlChangesReportRow>, Problem> {
    let loosened = changes.iter().filter(|change| {
        change.loosens && matches!(change.subject_type, ControlSubject::ApprovalPolicy | ControlSubject::Organization)
    });
    let wanted = loosened.map(|change| change.id).collect::<std::collections::BTreeSet<_>>();
    let mut gaps = BTreeMap::new();
    if !wanted.is_empty() {
        // The other policies in force at the time follow from all earlier changes.
        let rest = "where organization_id = $1 and status = 'made' \
                    and subject_type in ('approvalPolicy', 'organization') order by made_at";
        let all: Vec<ControlChange> = snapshot.rows(rest, &[Cell::Id(frame.organization.0)]).await?;
        gaps = gaps::gaps(&all, &wanted, frame.settings.base_currency).map_err(|bad| Problem::damaged(&bad))?;
    }
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        let own = gaps.remove(&change.id).unwrap_or_default();
        let meanwhile = Meanwhile::of(snapshot, frame, &own).await?;
        rows.push(row(change, meanwhile, names));
    }
    Ok(rows)
}

/// The postings in the gaps of one change.
#[derive(Default)]
struct Meanwhile {
    has_gap: bool,
    until: Option<Instant>,
    entries: Option<Posted>,
    movements: Option<Posted>,
}

impl Meanwhile {
    async fn of(snapshot: &mut Snapshot, frame: &Frame, gaps: &[Gap]) -> Result<Self, Problem> {
        let ends: Option<Vec<Instant>> = gaps.iter().map(|gap| gap.until).collect();
        let until = ends.and_then(|ends| ends.into_iter().max());
        let mut found = Self { has_gap: !gaps.is_empty(), until, ..Self::default() };
        for gap in gaps {
            let is_of_movements = match &gap.missing {
                // Changes by one person in that time are rows of their own.
                Missing::SecondPerson => continue,
                Missing::Policy(policy) => policy.applies_to == ApprovalSubject::Movements,
                Missing::ApproverNotPreparer | Missing::VoiderNotPoster => false,
            };
            let posted = posted(snapshot, frame, gap).await?;
            let sum = if is_of_movements { &mut found.movements } else { &mut found.entries };
            let before = sum.unwrap_or_default();
            *sum = Some(Posted {
                all: before.all.max(posted.all),
                concerned: before.concerned.saturating_add(posted.concerned),
            });
        }
        Ok(found)
    }
}

async fn posted(snapshot: &mut Snapshot, frame: &Frame, gap: &Gap) -> Result<Posted, Problem> {
    let organization = frame.organization;
    if let Missing::Policy(policy) = &gap.missing
        && policy.applies_to == ApprovalSubject::Movements
    {
        let after = trail::last_before(snapshot, organization, gap.from, frame.seq).await?;
        let until = match gap.until {
            Some(until) => trail::last_before(snapshot, organization, until, frame.seq).await?,
            None => frame.seq,
        };
        return Ok(control_gaps::by_policy(snapshot, organization, policy, Stretch { after, until }).await?);
    }
    let stretch = control_gaps::entries_between(snapshot, organization, gap.from, gap.until, frame.until).await?;
    Ok(match &gap.missing {
        Missing::Policy(policy) => control_gaps::by_policy(snapshot, organization, policy, stretch).await?,
        Missing::ApproverNotPreparer => control_gaps::approved_by_preparer(snapshot, organization, stretch).await?,
        Missing::VoiderNotPoster => control_gaps::taken_back_by_poster(snapshot, organization, stretch).await?,
        Missing::SecondPerson => Posted::default(),
    })
}

fn row(change: ControlChange, meanwhile: Meanwhile, names: &BTreeMap<PrincipalId, String>) -> ControlChangesReportRow {
    crate::answered! { ControlChangesReportRow of change {
        id, subject_type, subject_id, action, loosens,
        made_at: change.made_at.unwrap_or(change.proposed_at),
        before: change.before_state,
        after: change.after_state,
        made_by: change.proposed_by,
        second_person: change.decided_by,
        opened_gap: meanwhile.has_gap,
        in_force_again_at: meanwhile.until;
        made_by_name: names.get(&change.proposed_by).cloned(),
        second_person_name: change.decided_by.and_then(|by| names.get(&by).cloned()),
        entries_posted: meanwhile.entries.map(|posted| posted.all),
        entries_concerned: meanwhile.entries.map(|posted| posted.concerned),
        movements_posted: meanwhile.movements.map(|posted| posted.all),
        movements_concerned: meanwhile.movements.map(|posted| posted.concerned),
    } }
}

/// The end of the gap that a change opened.
fn off_until(row: &ControlChangesReportRow, _: &Measures) -> Shown {
    Shown::text(match (row.opened_gap, row.in_force_again_at) {
        (true, Some(at)) => at.0.to_string(),
        (true, None) => "still off".to_owned(),
        (false, _) => String::new(),
    })
}
