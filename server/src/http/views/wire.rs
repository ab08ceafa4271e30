//! Saved views as they are sent, and their refusals.

use domain::Code;
use domain::value::Patch;
use domain::value::rejection::Resolution;
use store::operational::saved_views::SavedView;

use crate::http::input::{Change, List, Name, Text};
use crate::http::problem::Problem;

/// Names of columns.
pub type Columns = List<Text<1, 60>, 1, 100>;

crate::input! {
    /// A view of a screen.
    pub struct SavedViewInput {
        /// Unique among your views of the screen.
        pub name: Name<100> = "Open invoices",
        /// The screen, as the console names it.
        pub screen: Text<1, 60> = "journal",
        /// Filters and order, as in the address of the screen.
        pub query: Option<Text<0, 4000>> = "status=posted&sort=-date",
        /// The columns in their order; null is the usual ones.
        pub columns: Option<Columns> = ["date", "number", "total"],
        /// Whether all members of the organization see it.
        pub is_shared: Option<bool> = false,
    }

    /// A change of a view: absent fields stay.
    pub struct SavedViewChange ignoring ["id", "isOwn", "ownerId", "version", "createdAt", "updatedAt"] {
        /// Unique among your views of the screen.
        pub name: Change<Name<100>> = "Open invoices",
        /// The screen, as the console names it.
        pub screen: Change<Text<1, 60>> = "journal",
        /// Filters and order, as in the address of the screen.
        pub query: Change<Text<0, 4000>> = "status=posted&sort=-date",
        /// The columns in their order; null is the usual ones.
        pub columns: Patch<Columns> = ["date", "number", "total"],
        /// Whether all members of the organization see it.
        pub is_shared: Change<bool> = true,
    }
}

impl SavedViewChange {
    /// The row with the change.
    pub fn apply(self, row: &SavedView) -> SavedView {
        SavedView {
            name: self.name.set().map_or_else(|| row.name.clone(), |name| name.0),
            screen: self.screen.set().map_or_else(|| row.screen.clone(), |screen| screen.0),
            query: self.query.set().map_or_else(|| row.query.clone(), |query| query.0),
            columns: match self.columns {
                Patch::Absent => row.columns.clone(),
                Patch::Null => None,
                Patch::Set(columns) => Some(stored(columns)),
            },
            is_shared: self.is_shared.set().unwrap_or(row.is_shared),
            ..row.clone()
        }
    }
}

/// Columns as they are stored.
pub fn stored(columns: Columns) -> String {
    let names: Vec<String> = columns.0.into_iter().map(|name| name.0).collect();
    // Texts always serialise.
    serde_json::to_string(&names).unwrap_or_default()
}

/// 409 where the owner has another view of this name for the screen.
pub fn name_taken(view: &SavedView, other: Option<&SavedView>) -> Problem {
    let detail = format!("you have another view named {:?} of the screen {:?}", view.name, view.screen);
    let mut problem = Problem::new(Code::CodeTaken, detail).at("/name", Code::CodeTaken.name(), "is taken");
    if let Some(other) = other {
        problem = problem.with("id", other.id.to_string());
        problem.resolutions.push(Resolution {
            rel: "existing",
            title: "See the view of this name".to_owned(),
            method: "GET",
            path: format!("/views/{}", other.id),
            body: None,
            repeats: false,
        });
    }
    problem
}
