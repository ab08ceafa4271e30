//! A value of a dimension as it is answered.

use domain::rows::DimensionValue;
use domain::value::id::{DimensionId, DimensionValueId, PrincipalId};

use crate::http::output::{At, Day, Id};

crate::view! {
    /// A value of a dimension.
    pub struct DimensionValueView from (value: DimensionValue) {
        pub id: Id<DimensionValueId>,
        pub dimension_id: Id<DimensionId>,
        pub code: String,
        pub name: String,
        /// The parent value; filters by it also find lines with this value.
        pub parent_id: Option<Id<DimensionValueId>>,
        /// A group cannot be used on new lines.
        pub is_group: bool,
        /// First day of entries that can have it; null for no limit.
        pub active_from: Option<Day>,
        /// Last day of entries that can have it; null for no limit.
        pub active_to: Option<Day>,
        pub is_active: bool,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}
