//! Dimensions, their values, and the sets of values that lines have.

use crate::rows;
use crate::value::id::{DimensionId, DimensionSetId, DimensionValueId, PrincipalId};
use crate::value::{Date, Instant};

rows! {
    /// A dimension.
    Dimension in "dimensions" (55 v 1, Books) key { id: DimensionId } {
        /// A [`DimensionCode`], unique per organization.
        code: String,
        name: String,
        description: Option<String>,
        /// An inactive dimension is on no new line.
        is_active: bool,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// A value of a dimension.
    DimensionValue in "dimension_values" (56 v 1, Books) key { id: DimensionValueId } {
        dimension_id: DimensionId,
        /// Unique within the dimension.
        code: String,
        name: String,
        /// A value of the same dimension, group or not.
        parent_id: Option<DimensionValueId>,
        /// A group only sums the values below it and takes no new lines; any other value takes lines, even with values
        /// below it.
        is_group: bool,
        /// First day of entries that may have it; `None` for no bound.
        active_from: Option<Date>,
        /// Last day of entries that may have it; `None` for no bound.
        active_to: Option<Date>,
        is_active: bool,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// One member of a set of dimensions that some posted line has. Never updated, never deleted.
    DimensionSet in "dimension_sets" (57 v 1, Books) key {
        /// The first half of SHA-256 of `dimensions`.
        id: DimensionSetId,
        dimension_id: DimensionId,
    } {
        value_id: DimensionValueId,
        /// The whole set as lines have it.
        dimensions: String,
    }
}
