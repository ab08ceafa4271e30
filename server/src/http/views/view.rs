//! A saved view as it is answered.

use domain::value::id::{PrincipalId, ViewId};
use store::operational::saved_views::SavedView;

use crate::http::output::{At, Id};
use crate::http::problem::Problem;

crate::output! {
    /// A view of a screen.
    pub struct SavedViewView {
        pub id: Id<ViewId>,
        pub name: String,
        pub screen: String,
        /// Filters and order, as in the address of the screen.
        pub query: String,
        /// The columns in their order; null is the usual ones.
        pub columns: Option<Vec<String>>,
        /// Whether all members of the organization see it.
        pub is_shared: bool,
        /// Whether it is the caller's own.
        pub is_own: bool,
        pub owner_id: Id<PrincipalId>,
        pub version: i64,
        pub created_at: At,
        pub updated_at: At,
    }
}

impl SavedViewView {
    /// The view of a stored row for this caller.
    ///
    /// # Errors
    /// 503 where its columns cannot be read.
    pub fn of(row: SavedView, caller: PrincipalId) -> Result<Self, Problem> {
        let columns = row.columns.as_deref().map(serde_json::from_str::<Vec<String>>).transpose();
        let lost =
            |_| Problem::damaged(&format!("the columns of the stored row {} of saved_views cannot be read", row.id));
        Ok(Self {
            id: Id(row.id),
            columns: columns.map_err(lost)?,
            name: row.name,
            screen: row.screen,
            query: row.query,
            is_shared: row.is_shared,
            is_own: row.owner_id == caller,
            owner_id: Id(row.owner_id),
            version: row.version,
            created_at: At(row.created_at),
            updated_at: At(row.updated_at),
        })
    }
}
