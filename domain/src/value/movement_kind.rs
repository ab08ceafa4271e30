//! The kinds of movements of goods, and the rules of each in one row.

mod table;

use crate::named_enum;
use crate::value::permission::Permission;
use crate::value::place_use::{LocationActivity, Use as BinUse};

named_enum! {
    /// The effect of a movement on stock and books.
    MovementKind {
        Opening = "opening",
        Receipt = "receipt",
        SupplierInvoice = "supplierInvoice",
        SupplierCredit = "supplierCredit",
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
        /// Goods in transit arrive.
        Receive = "receive",
        /// Goods still in transit are lost.
        Close = "close",
    }

    /// Where a movement stands in the order of costs.
    CostingPlace {
        /// Where it occurred: later movements are costed anew.
        InOrder = "inOrder",
        /// Where it was posted: its cost is that of then, and nothing else changes.
        Prospective = "prospective",
    }

    /// The weights by which a cost is spread over goods.
    SplitBy {
        /// By the cost of the goods.
        Value = "value",
        /// By how many there are, in their base units.
        Quantity = "quantity",
        /// By their weight.
        Weight = "weight",
        /// By the room that they take.
        Volume = "volume",
        /// Each line says its own amount.
        Hand = "hand",
    }
}

/// The rules for all movements of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindRules {
    /// The hour of the day at which one occurred where only the day is said.
    pub usual_hour: i8,
    /// The permission to post one: to move goods that others send or fetch, or to change stock or its value by
    /// decision.
    pub needs: Permission,
    /// Which way records it, where nobody records one as a movement.
    pub recorded_elsewhere: Option<&'static str>,
    pub goods: Goods,
    pub lines: LinesOf,
    pub cost: CostSaid,
    pub new_goods: NewGoods,
    pub counter: UsualCounter,
    /// Whether it may take more than there is, where the warehouse lets it.
    pub may_take_beyond: bool,
    /// Whether goods that leave by it are sold or used, for which they must be free.
    pub is_for_use: bool,
    /// How one is called in the books, where it has no description of its own.
    pub title: &'static str,
    /// Why it needs an account for the other side, or a reason with one; `None` where an account follows from settings.
    pub needs_account: Option<&'static str>,
    /// Whether its lines or charges say amounts, which are in some currency.
    pub says_amounts: bool,
    /// Whether goods that left by it can be returned.
    pub can_be_returned: bool,
    /// Whether it buys goods of others that it takes.
    pub buys: bool,
    /// What the account must be able to take that the document names for the other side.
    pub offset: OffsetAccount,
    /// For which use a warehouse may name the bin where goods come that name none.
    pub comes_to: Option<BinUse>,
    /// For which use a warehouse may name the bin that goods leave that name none.
    pub leaves_from: Option<BinUse>,
    /// One of these is done at the bin to which goods come; no restriction where there are none.
    pub done_where_they_come: &'static [LocationActivity],
    /// One of these is done at the bin that goods leave; no restriction where there are none.
    pub done_where_they_leave: &'static [LocationActivity],
}

/// The requirement for an account that a document names for the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OffsetAccount {
    /// Lines that the books make by themselves.
    OwnLines,
    /// The same, or goods received and not invoiced.
    Received,
    /// Payables to suppliers.
    OwedToSuppliers,
    /// The same, or lines that the books make by themselves.
    OwedOrOwnLines,
}

/// Which way goods go by a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goods {
    Come,
    Leave,
    /// They come by a quantity above 0, and leave by one below.
    BySign,
    /// They leave one place and come to another.
    Pass,
    /// None move.
    Stay,
}

/// The rows that a line names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinesOf {
    /// Goods in a place.
    Places,
    /// Lines of receipts, and not goods by themselves.
    Receipts,
    /// Items, whose valuation it changes in all warehouses.
    Items,
    /// Pools.
    Pools,
}

/// Whether lines state the cost of goods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CostSaid {
    /// Each line does.
    Needed,
    /// A line may, where it takes back no movement that is known.
    UnlessKnown,
    /// A line by which goods come may.
    WhereGoodsCome,
    /// Costing says it.
    Never,
}

/// Whether goods that come by a line are new, so that their item must be in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewGoods {
    Always,
    /// Where it takes back no movement that is known.
    UnlessKnown,
    WhereGoodsCome,
    Never,
}

/// The account of the other side if nobody names one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UsualCounter {
    OpeningBalance,
    GoodsReceived,
    CostOfSales,
    Scrap,
    Adjustment,
}

impl MovementKind {
    /// Whether goods come, leave or change their place by it. Others change what goods are worth, or how that is told.
    #[must_use]
    pub fn moves_goods(self) -> bool {
        self.rules().goods != Goods::Stay
    }

    /// Whether it may change how items are valued, in all warehouses.
    #[must_use]
    pub fn changes_valuation(self) -> bool {
        self.rules().lines == LinesOf::Items
    }

    /// Whether its lines say where goods are.
    #[must_use]
    pub fn has_place(self) -> bool {
        self.rules().lines == LinesOf::Places
    }

    /// Whether it is a document of a supplier, with the number that they gave it.
    #[must_use]
    pub fn is_from_supplier(self) -> bool {
        matches!(self, Self::SupplierInvoice | Self::SupplierCredit)
    }

    /// Whether it spreads an amount over goods of receipts.
    #[must_use]
    pub fn spreads_amount(self) -> bool {
        matches!(self, Self::LandedCost | Self::SupplierCredit)
    }

    /// Whether its lines name lines of receipts, and not goods by themselves.
    #[must_use]
    pub fn is_of_receipts(self) -> bool {
        self.rules().lines == LinesOf::Receipts
    }
}
