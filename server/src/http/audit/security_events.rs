//! `GET /audit/security-events`: sign-ins, secrets, passwords and denied writes of the organization.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::value::id::PrincipalId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Sought};
use store::operational::security_events::{self, SecurityEvent, SecurityEventKind, Wanted};

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::output::{At, Id, Named};
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::wire_enum! {
    SecurityEventKind = "SecurityEventKind",
}

crate::input! {
    /// Which events.
    pub struct SecurityEventQuery {
        /// Only those of this kind.
        pub kind: Option<SecurityEventKind>,
        /// Only those about this user or service account.
        pub principal_id: Option<Sought<PrincipalId>>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// An event, or several equal ones within one minute.
    pub struct SecurityEventView {
        pub kind: Named<SecurityEventKind>,
        /// When it happened first.
        pub at: At,
        /// When it happened last, within the same minute.
        pub last_at: At,
        /// The number of times. For denied writes, at least half of those in a minute are counted.
        pub count: i64,
        /// The user or service account concerned.
        pub principal_id: Option<Id<PrincipalId>>,
        /// The person who did it, if somebody else; null is the principal, or the operator of the service.
        pub actor_id: Option<Id<PrincipalId>>,
        /// The address that it last came from: an IPv4 address, or the /64 network of an IPv6 address.
        pub address: Option<String>,
        /// The client id of a secret, why a write was denied, or the username that was invited.
        pub subject: Option<String>,
    }

    /// A page of security events.
    pub struct SecurityEventPage {
        pub data: Vec<SecurityEventView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::AuditRead);

/// List security events, newest first
///
/// Sign-ins and failures of members, changes of passwords and secrets, invitations, and denied writes, none of which is in the chained
/// log. Failures and denials are kept for 90 days, everything else for 2 years. Failures for unknown names are visible
/// only to the operator.
#[utoipa::path(get, path = "/api/v1/audit/security-events", operation_id = "AuditController_securityEvents", tag = "Audit",
    params(SecurityEventQuery), responses((status = 200, description = "A page", body = SecurityEventPage)))]
pub async fn security_events(
    State(app): State<App>,
    caller: Caller,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: SecurityEventQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let before = match &query.cursor {
        None => None,
        Some(cursor) => match cursor.require(&[CellKind::Id])? {
            [Cell::Id(id)] => Some(*id),
            _ => None,
        },
    };
    let principal = match query.principal_id {
        None => None,
        Some(wanted) => match wanted.id() {
            Some(principal) => Some(principal),
            None => return Ok(Page::<SecurityEventView>::of(Vec::new(), query.limit.0, |_| Vec::new()).respond(&uri)),
        },
    };
    let wanted = Wanted { kind: query.kind, principal, before };
    let most = i64::try_from(query.limit.0).unwrap_or(i64::MAX).saturating_add(1);
    let rows = security_events::newest(&mut snapshot, caller.organization, wanted, most).await?;
    let page = Page::of(rows, query.limit.0, |last| vec![Cell::Id(last.id)]);
    Ok(page.map(view).respond(&uri))
}

fn view(event: SecurityEvent) -> SecurityEventView {
    SecurityEventView {
        kind: Named(event.kind),
        at: At(event.at),
        last_at: At(event.last_at),
        count: event.count,
        principal_id: event.principal_id.map(Id),
        actor_id: event.actor_id.map(Id),
        address: event.address,
        subject: event.subject,
    }
}
