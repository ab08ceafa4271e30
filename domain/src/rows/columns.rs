//! A set of columns of a row.

/// A set of columns of one table, which has at most 64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Columns(u64);

impl Columns {
    /// All columns of any table.
    pub const ALL: Self = Self(u64::MAX);

    /// No column.
    pub const NONE: Self = Self(0);

    /// These and the one with this index.
    #[must_use]
    pub const fn with(self, index: usize) -> Self {
        Self(self.0 | 1 << index)
    }

    /// These and those.
    #[must_use]
    pub const fn and(self, those: Self) -> Self {
        Self(self.0 | those.0)
    }

    /// Whether the column with this index is among them.
    #[must_use]
    pub fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }
}
