//! A dimension as it is answered.

use domain::rows::Dimension;
use domain::value::id::{DimensionId, PrincipalId};

use crate::http::output::{At, Id};

crate::output! {
    /// A dimension.
    pub struct DimensionView {
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

impl From<Dimension> for DimensionView {
    fn from(dimension: Dimension) -> Self {
        Self {
            id: Id(dimension.id),
            code: dimension.code,
            name: dimension.name,
            description: dimension.description,
            is_active: dimension.is_active,
            version: dimension.version,
            created_at: At(dimension.created_at),
            created_by: Id(dimension.created_by),
            updated_at: At(dimension.updated_at),
            updated_by: Id(dimension.updated_by),
        }
    }
}
