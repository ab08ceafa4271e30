//! `GET /accounting/matches`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{Match, MatchSource, MatchStatus};
use domain::value::id::{AccountId, EntryId, MatchId, OrganizationId, PartyId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Sought, TypedId};
use store::Snapshot;
use store::read::matches::{self, MatchFilter};
use store::read::parties;

use super::view::MatchView;
use crate::app::App;
use crate::http::accounts::below::named;
use crate::http::accounts::statement::base_currency;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which matches.
    pub struct MatchQuery {
        /// Only matches of this account.
        pub account_id: Option<Sought<AccountId>>,
        /// Only lines or matches of this party.
        pub party_id: Option<Sought<PartyId>>,
        /// Only matches with a line of this entry.
        pub entry_id: Option<Sought<EntryId>>,
        /// Only active ones, or only undone ones.
        pub status: Option<MatchStatus>,
        /// Only matches from this source.
        pub source: Option<MatchSource>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of matches.
    pub struct MatchPage {
        pub data: Vec<MatchView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead);

/// List matches in order of creation
#[utoipa::path(get, path = "/api/v1/accounting/matches", operation_id = "MatchesController_list", tag = "Open items",
    params(MatchQuery), responses((status = 200, description = "A page", body = MatchPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: MatchQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let organization = caller.organization;
    let accounts = match &query.account_id {
        Some(id) => Some(named(&mut snapshot, organization, id).await?),
        None => None,
    };
    let filter = MatchFilter {
        accounts,
        parties: of_party(&mut snapshot, organization, query.party_id).await?,
        entry: query.entry_id.map(known),
        status: query.status,
        source: query.source,
        after: match &query.cursor {
            Some(cursor) => cursor.require(&[CellKind::Id])?.first().cloned(),
            None => None,
        },
    };
    let rows = matches::list(&mut snapshot, organization, &filter, query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |made: &Match| vec![Cell::Id(made.id.0)]);
    let ids: Vec<MatchId> = page.data.iter().map(|made| made.id).collect();
    let mut items = matches::items(&mut snapshot, organization, &ids).await?;
    let base = base_currency(&mut snapshot, organization).await?;
    let mut page = page.map(|made| {
        let own = items.remove(&made.id).unwrap_or_default();
        MatchView::of(made, &own, base)
    });
    called::fill(&mut snapshot, &caller, &mut page.data).await?;
    Ok(page.respond(&uri))
}

/// The id; a malformed one names nothing.
pub fn known<T: TypedId>(id: Sought<T>) -> T {
    id.id().unwrap_or_else(|| T::from_bytes([0; 16]))
}

/// The party that is asked for, and all that are the same.
pub async fn of_party(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    party: Option<Sought<PartyId>>,
) -> Result<Option<Vec<PartyId>>, Problem> {
    match party {
        Some(id) => Ok(Some(parties::alike(snapshot, organization, known(id)).await?)),
        None => Ok(None),
    }
}
