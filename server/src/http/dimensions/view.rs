//! A dimension as it is answered.

use domain::rows::Dimension;
use domain::value::id::{DimensionId, PrincipalId};

use crate::http::output::{At, Id};

crate::view! {
    /// A dimension.
    pub struct DimensionView from (dimension: Dimension) {
        pub id: Id<DimensionId>,
        pub code: String,
        pub name: String,
        pub description: Option<String>,
        /// An inactive dimension cannot be used on new lines.
        pub is_active: bool,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}
