//! What clients send as a value of a dimension.

use domain::commands::dimension_values::create::CreateDimensionValue;
use domain::commands::dimension_values::update::UpdateDimensionValue;
use domain::value::id::{DimensionId, DimensionValueId};
use domain::value::{Date, Patch, Sought};

use crate::http::input::{Change, CodeText, Name};
use crate::http::round_trip::{BodyId, BodyVersion};

crate::input! {
    /// A new value of a dimension.
    pub struct DimensionValueInput {
        /// Unique in the dimension; lines refer to the value by it.
        pub code: CodeText<100> = "D10",
        pub name: Name<120> = "Department 10",
        /// The parent value, in the same dimension.
        pub parent_id: Option<Sought<DimensionValueId>>,
        /// A group only sums the values below it and cannot be used on lines.
        pub is_group: Option<bool>,
        /// First day of entries that can have it.
        pub active_from: Option<Date>,
        /// Last day of entries that can have it.
        pub active_to: Option<Date>,
    }

    /// A change of a value: absent fields stay, null clears.
    pub struct DimensionValuePatch keeping ["dimensionId"] ignoring [
        "createdAt", "createdBy", "updatedAt", "updatedBy",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        /// Frozen once a posted line has it or it is a default of an account.
        pub code: Change<CodeText<100>>,
        pub name: Change<Name<120>> = "Sales department",
        pub parent_id: Patch<Sought<DimensionValueId>>,
        pub is_group: Change<bool>,
        pub active_from: Patch<Date>,
        pub active_to: Patch<Date>,
        /// An inactive value cannot be used on new lines.
        pub is_active: Change<bool>,
    }
}

impl DimensionValueInput {
    /// The command for the dimension with this wire id.
    pub fn command(self, dimension: Sought<DimensionId>) -> CreateDimensionValue {
        CreateDimensionValue {
            dimension,
            code: self.code.0,
            name: self.name.0,
            parent: self.parent_id,
            is_group: self.is_group.unwrap_or(false),
            active_from: self.active_from,
            active_to: self.active_to,
        }
    }
}

impl DimensionValuePatch {
    /// The command for the dimension and the value with these wire ids.
    pub fn command(
        self,
        dimension: Sought<DimensionId>,
        value: Sought<DimensionValueId>,
        if_match: Option<Vec<i64>>,
    ) -> UpdateDimensionValue {
        UpdateDimensionValue {
            dimension,
            value,
            if_match,
            code: self.code.set().map(|code| code.0),
            name: self.name.set().map(|name| name.0),
            parent: self.parent_id,
            is_group: self.is_group.set(),
            active_from: self.active_from,
            active_to: self.active_to,
            is_active: self.is_active.set(),
        }
    }
}
