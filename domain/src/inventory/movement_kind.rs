//! The kinds of movements of goods.

use crate::named_enum;

named_enum! {
    /// What a movement does to stock and books.
    MovementKind {
        Opening = "opening",
        Receipt = "receipt",
        SupplierInvoice = "supplierInvoice",
        LandedCost = "landedCost",
        Issue = "issue",
        Transfer = "transfer",
        Adjustment = "adjustment",
        CountAdjustment = "countAdjustment",
        Scrap = "scrap",
        InternalUse = "internalUse",
        Return = "return",
        SupplierReturn = "supplierReturn",
        Revaluation = "revaluation",
        WriteDown = "writeDown",
        Assembly = "assembly",
        Disassembly = "disassembly",
        Reclassification = "reclassification",
        CostingChange = "costingChange",
        StandardCostChange = "standardCostChange",
    }
}
