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

    /// How goods go from one warehouse to another.
    TransferMode {
        /// They leave and come in one step.
        Direct = "direct",
        /// They leave, and are in transit until they are received.
        TwoStep = "twoStep",
        /// What was in transit comes.
        Receive = "receive",
        /// What is still in transit is lost.
        Close = "close",
    }

    /// Where a movement stands in the order of costs.
    CostingPlace {
        /// Where it occurred: what came after it is costed anew.
        InOrder = "inOrder",
        /// Where it was posted: its cost is that of then, and nothing else changes.
        Prospective = "prospective",
    }

    /// By what a cost is spread over what it was spent on.
    SplitBy {
        /// By what the goods cost.
        Value = "value",
        /// By how many there are, in their base units.
        Quantity = "quantity",
        /// By what they weigh.
        Weight = "weight",
        /// By the room that they take.
        Volume = "volume",
        /// Each line says its own amount.
        Hand = "hand",
    }
}

impl MovementKind {
    /// Whether goods come, leave or change their place by it. Others change what goods are worth, or how that is told.
    #[must_use]
    pub fn moves_goods(self) -> bool {
        !matches!(
            self,
            Self::SupplierInvoice
                | Self::LandedCost
                | Self::Revaluation
                | Self::WriteDown
                | Self::Reclassification
                | Self::CostingChange
                | Self::StandardCostChange
        )
    }

    /// Whether it may change how items are valued, in all warehouses.
    #[must_use]
    pub fn changes_valuation(self) -> bool {
        matches!(self, Self::CostingChange | Self::StandardCostChange)
    }

    /// Whether its lines say where goods are.
    #[must_use]
    pub fn has_place(self) -> bool {
        self.moves_goods() || matches!(self, Self::Revaluation | Self::WriteDown)
    }

    /// Whether its lines name lines of receipts, and not goods by themselves.
    #[must_use]
    pub fn is_of_receipts(self) -> bool {
        matches!(self, Self::SupplierInvoice | Self::LandedCost)
    }
}
