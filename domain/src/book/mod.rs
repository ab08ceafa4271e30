//! The book: the loaded slice of one organization that commands decide on.

pub mod changes;
pub mod query;
pub mod row;

pub use changes::{Changes, TableChanges};
pub use query::{Answer, Filter, Is, Query};
pub use row::{Class, Column, Row, TableDef};
