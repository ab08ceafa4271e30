//! The input of a dimension.

use domain::commands::dimensions::create::CreateDimension;
use domain::commands::dimensions::update::UpdateDimension;
use domain::value::Sought;
use domain::value::dimension_code::DimensionCode;
use domain::value::id::DimensionId;

use crate::http::input::{LongText, Name};

crate::fields! {
    /// A new dimension.
    pub struct DimensionInput;

    /// A change of a dimension: absent fields stay, null clears.
    pub struct DimensionPatch repeating [id, version] ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"];

    onto UpdateDimension {
        /// Unique in the organization: letters, digits, `-` and `_`, a letter first.
        #[patch = "Frozen once a posted line has it or an account refers to it."]
        pub code: Required<DimensionCode> = "costCenter",
        pub name: Required<Name<120>> = "Cost centre" => "Cost centres",
        pub description: Clearable<LongText<0, 2000>>,
        /// An inactive dimension cannot be used on new lines.
        pub is_active: Later<bool>,
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
        self.onto(UpdateDimension { dimension, if_match, ..UpdateDimension::default() })
    }
}
