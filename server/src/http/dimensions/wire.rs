//! The input of a dimension.

use domain::commands::dimensions::create::CreateDimension;
use domain::commands::dimensions::update::UpdateDimension;
use domain::value::dimension_code::DimensionCode;
use domain::value::id::DimensionId;
use domain::value::{Patch, Sought};

use crate::http::input::{Change, LongText, Name};
use crate::http::round_trip::{BodyId, BodyVersion};

crate::input! {
    /// A new dimension.
    pub struct DimensionInput {
        /// Unique in the organization: letters, digits, `-` and `_`, a letter first.
        pub code: DimensionCode = "costCenter",
        pub name: Name<120> = "Cost centre",
        pub description: Option<LongText<0, 2000>>,
    }

    /// A change of a dimension: absent fields stay, null clears.
    pub struct DimensionPatch ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        /// Frozen once a posted line has it or an account refers to it.
        pub code: Change<DimensionCode>,
        pub name: Change<Name<120>> = "Cost centres",
        pub description: Patch<LongText<0, 2000>>,
        /// An inactive dimension cannot be used on new lines.
        pub is_active: Change<bool>,
    }
}

impl DimensionInput {
    /// The command.
    pub fn command(self) -> CreateDimension {
        CreateDimension { code: self.code, name: self.name.0, description: self.description.map(|text| text.0) }
    }
}

impl DimensionPatch {
    /// The command for this dimension.
    pub fn command(self, dimension: Sought<DimensionId>, if_match: Option<Vec<i64>>) -> UpdateDimension {
        UpdateDimension {
            dimension,
            if_match,
            code: self.code.set(),
            name: self.name.set().map(|name| name.0),
            description: self.description.map(|text| text.0),
            is_active: self.is_active.set(),
        }
    }
}
