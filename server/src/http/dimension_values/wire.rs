//! The input of a value of a dimension.

use domain::commands::dimension_values::create::CreateDimensionValue;
use domain::commands::dimension_values::update::UpdateDimensionValue;
use domain::value::id::{DimensionId, DimensionValueId};
use domain::value::{Date, Sought};

use crate::http::input::{CodeText, Name};

crate::fields! {
    /// A new value of a dimension.
    pub struct DimensionValueInput;

    /// A change of a value: absent fields stay, null clears.
    pub struct DimensionValuePatch repeating [id, version]
        keeping ["dimensionId"]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"];

    onto UpdateDimensionValue {
        /// Unique in the dimension; lines refer to the value by it.
        #[patch = "Frozen once a posted line has it or it is a default of an account."]
        pub code: Required<CodeText<100>> = "D10",
        pub name: Required<Name<120>> = "Department 10" => "Sales department",
        /// The parent value, in the same dimension.
        pub parent_id: Clearable<Sought<DimensionValueId>>,
        /// A group only sums the values below it and cannot be used on lines.
        pub is_group: Optional<bool>,
        /// First day of entries that can have it.
        pub active_from: Clearable<Date>,
        /// Last day of entries that can have it.
        pub active_to: Clearable<Date>,
        /// An inactive value cannot be used on new lines.
        pub is_active: Later<bool>,
    }
}

impl DimensionValueInput {
    /// The command for the dimension with this wire id.
    pub fn command(self, dimension: Sought<DimensionId>) -> CreateDimensionValue {
        CreateDimensionValue {
            dimension,
            code: self.code.0,
            name: self.name.0,
            parent_id: self.parent_id,
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
        self.onto(UpdateDimensionValue { dimension, value, if_match, ..UpdateDimensionValue::default() })
    }
}
