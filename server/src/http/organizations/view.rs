//! An organization as it is listed.

use domain::value::id::OrganizationId;

use super::demo::DemoView;
use crate::http::output::Id;
use crate::identity::memberships::Belonging;

crate::output! {
    /// An organization to which the caller belongs.
    pub struct OrganizationSummary {
        pub id: Id<OrganizationId>,
        pub name: String,
        /// The caller's roles there: names of built-in ones and ids of custom ones.
        pub roles: Vec<String>,
        /// Of the demo organization that somebody asked for: how far it is.
        pub demo: Option<DemoView>,
    }
}

impl OrganizationSummary {
    /// The view of a place.
    #[must_use]
    pub fn of(belonging: Belonging) -> Self {
        Self { id: Id(belonging.organization), name: belonging.name, roles: belonging.roles, demo: None }
    }
}
