//! A journal as it is answered, with how far its series have come.

use domain::rows::{Journal, JournalType, NumberSeries, ResetPer};
use domain::value::Cell;
use domain::value::id::{JournalId, OrganizationId, PrincipalId};
use store::Snapshot;

use crate::http::output::{At, Id, Named};
use crate::http::problem::Problem;

crate::output! {
    /// The state of a journal's number series in one year, in one month or overall.
    pub struct SeriesView {
        /// `2010`, `2010-12` or empty, as the journal resets.
        pub bucket: String,
        /// The last number given.
        pub last: i64,
    }
}

crate::view! {
    /// A journal.
    pub struct JournalView from (journal: Journal, series: Vec<SeriesView>) {
        pub id: Id<JournalId>,
        pub code: String,
        pub name: String,
        pub kind: Named<JournalType> => Named(journal.journal_type),
        /// Deprecated: use `kind`.
        pub r#type: Named<JournalType> => Named(journal.journal_type),
        pub number_pattern: String,
        pub reset_per: Named<ResetPer>,
        pub is_active: bool,
        pub series: Vec<SeriesView> => series,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

crate::list_columns! {
    JournalView {
        code: String => "Code",
        name: String => "Name",
        kind: Named<JournalType> => "Kind",
        number_pattern: String => "Number pattern",
        reset_per: Named<ResetPer> => "Reset per",
        is_active: bool => "Active",
        id: Id<JournalId> => "Id",
    }
}

impl JournalView {
    /// The view of a journal with its series out of these.
    #[must_use]
    pub fn of(journal: Journal, series: &[NumberSeries]) -> Self {
        let own = series.iter().filter(|series| series.journal_id == journal.id);
        let own = own.map(|series| SeriesView { bucket: series.bucket.clone(), last: series.last }).collect();
        Self::shown(journal, own)
    }
}

/// The series of one journal.
pub async fn series(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    journal: JournalId,
) -> Result<Vec<NumberSeries>, Problem> {
    let rest = "where organization_id = $1 and journal_id = $2 order by bucket";
    Ok(snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(journal.0)]).await?)
}
