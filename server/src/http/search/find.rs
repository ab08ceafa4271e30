//! `GET /search`: what has a code, a number, a name or an amount like this.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::permission::{Permission, PermissionSet};

use super::found::Search as Searching;
use super::hit::{SearchHit, SearchKind};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::{List, Search, Whole};
use crate::http::operations::{Access, Kind, Operation};
use crate::http::organization;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

/// Results if the query does not say how many.
const RESULTS: usize = 8;

crate::input! {
    /// What is searched.
    pub struct SearchQuery {
        /// The beginning of a code or number, words of a name or description, or an amount: `1234.50` or
        /// `1,234.50`. Of entries, also the name of a party.
        pub q: Search,
        /// Only results of these kinds, separated by commas.
        pub kinds: Option<List<SearchKind, 1, 10>>,
        /// The number of results; 8 if absent.
        pub limit: Option<Whole<1, 50>>,
    }
}

crate::output! {
    /// The results that fit best.
    pub struct SearchResults {
        /// Whole codes and numbers first, then their beginnings, amounts, and words.
        pub data: Vec<SearchHit>,
        /// Whether words and amounts were looked for in the newest rows alone: 5,000 of most kinds, 2,000 movements, 500
        /// counts.
        pub is_limited: bool,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login).rejects(&[Code::Forbidden]);

/// Search by code, number, name or amount
///
/// Accounts, parties, items, warehouses, locations, entries, movements, counts, lots and serial numbers, as far as the caller
/// may read them.
#[utoipa::path(get, path = "/api/v1/search", operation_id = "SearchController_find", tag = "Search", params(SearchQuery),
    responses((status = 200, description = "The results", body = SearchResults)))]
pub async fn find(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.enter(&app).await?;
    let query: SearchQuery = query.decode()?;
    let rights = caller.rights(&mut snapshot).await?;
    let reach = caller.reach(&mut snapshot).await?;
    let settings = organization::find(&mut snapshot, caller.organization).await?;
    let limit = query.limit.map_or(RESULTS, |limit| usize::try_from(limit.0).unwrap_or(RESULTS));
    let mut searching = Searching {
        organization: caller.organization,
        text: query.q.trim(),
        most: limit,
        reach: &reach,
        base: settings.base_currency,
        hits: Vec::new(),
        party_names: None,
        is_limited: false,
    };
    let is_asked = |kind: &SearchKind| query.kinds.as_ref().is_none_or(|kinds| kinds.0.contains(kind));
    if !searching.text.is_empty() {
        for kind in SearchKind::ALL.iter().copied().filter(|kind| is_asked(kind) && may_read(rights, *kind)) {
            searching.kind(&mut snapshot, kind).await?;
        }
    }
    let Searching { mut hits, is_limited, .. } = searching;
    // What fits equally well keeps its order: by kind, then by code, or the newest first.
    hits.sort_by_key(|(rank, hit)| (*rank, hit.kind.0));
    hits.truncate(limit);
    let data = hits.into_iter().map(|(_, hit)| hit).collect();
    Ok(axum::Json(SearchResults { data, is_limited }).into_response())
}

/// Whether somebody with these rights may read things of this kind.
fn may_read(rights: PermissionSet, kind: SearchKind) -> bool {
    rights.has(match kind {
        SearchKind::Account => Permission::AccountsRead,
        // A result has code and name alone.
        SearchKind::Party if rights.has(Permission::PartiesLookup) => Permission::PartiesLookup,
        SearchKind::Party => Permission::PartiesRead,
        SearchKind::Item | SearchKind::Lot | SearchKind::Serial => Permission::ItemsRead,
        SearchKind::Warehouse | SearchKind::Location => Permission::WarehousesRead,
        SearchKind::JournalEntry => Permission::JournalEntriesRead,
        SearchKind::Movement => Permission::MovementsRead,
        SearchKind::Count => Permission::CountsRead,
    })
}
