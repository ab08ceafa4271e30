//! Statement mappings: the sections in which an organization reads its balance sheet, profit and loss and cash flow.

mod create;
mod delete;
mod get;
mod list;
mod unmapped;
mod update;
pub mod view;
mod wire;

use super::operations::Operations;

crate::wire_enum! {
    domain::rows::MappingKind = "StatementMappingKind",
}

crate::wire_enum! {
    domain::rows::Activity = "CashFlowActivity",
}

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, unmapped, update, delete }
}
