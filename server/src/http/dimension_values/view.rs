//! A value of a dimension as it is answered.

use domain::rows::DimensionValue;
use domain::value::id::{DimensionId, DimensionValueId, PrincipalId};

use crate::http::output::{At, Day, Id};

crate::output! {
    /// A value of a dimension.
    pub struct DimensionValueView {
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

impl From<DimensionValue> for DimensionValueView {
    fn from(value: DimensionValue) -> Self {
        Self {
            id: Id(value.id),
            dimension_id: Id(value.dimension_id),
            code: value.code,
            name: value.name,
            parent_id: value.parent_id.map(Id),
            is_group: value.is_group,
            active_from: value.active_from.map(Day),
            active_to: value.active_to.map(Day),
            is_active: value.is_active,
            version: value.version,
            created_at: At(value.created_at),
            created_by: Id(value.created_by),
            updated_at: At(value.updated_at),
            updated_by: Id(value.updated_by),
        }
    }
}
