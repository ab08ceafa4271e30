//! The kinds of movements of goods, and the rules of each in one row.

use crate::named_enum;
use crate::value::permission::Permission;
use crate::value::place_use::{LocationActivity, Use as BinUse};

named_enum! {
    /// The effect of a movement on stock and books.
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
    /// The requirement for the account that the document names for the other side.
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
    /// The rules of this kind. A new kind does not compile until it has a row.
    #[must_use]
    pub const fn rules(self) -> KindRules {
        use LocationActivity::{Picking, Production, Putaway, Quarantine, Receiving, Returns, Shipping};
        match self {
            Self::Opening => KindRules {
                usual_hour: 0,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: None,
                goods: Goods::Come,
                lines: LinesOf::Places,
                cost: CostSaid::Needed,
                new_goods: NewGoods::Always,
                counter: UsualCounter::OpeningBalance,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: Some(BinUse::Receiving),
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::Receipt => KindRules {
                usual_hour: 12,
                needs: Permission::MovementsPost,
                recorded_elsewhere: None,
                goods: Goods::Come,
                lines: LinesOf::Places,
                cost: CostSaid::Needed,
                new_goods: NewGoods::Always,
                counter: UsualCounter::GoodsReceived,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::Received,
                comes_to: Some(BinUse::Receiving),
                leaves_from: None,
                done_where_they_come: &[Receiving, Putaway],
                done_where_they_leave: &[],
            },
            Self::SupplierInvoice => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: None,
                goods: Goods::Stay,
                lines: LinesOf::Receipts,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwedToSuppliers,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::LandedCost => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: None,
                goods: Goods::Stay,
                lines: LinesOf::Receipts,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::Issue => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsPost,
                recorded_elsewhere: None,
                goods: Goods::Leave,
                lines: LinesOf::Places,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::CostOfSales,
                may_take_beyond: true,
                is_for_use: true,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: Some(BinUse::Shipping),
                done_where_they_come: &[],
                done_where_they_leave: &[Picking, Shipping],
            },
            Self::Transfer => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsPost,
                recorded_elsewhere: None,
                goods: Goods::Pass,
                lines: LinesOf::Places,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: Some(BinUse::Receiving),
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::Adjustment => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: None,
                goods: Goods::BySign,
                lines: LinesOf::Places,
                cost: CostSaid::WhereGoodsCome,
                new_goods: NewGoods::WhereGoodsCome,
                counter: UsualCounter::Adjustment,
                may_take_beyond: true,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::CountAdjustment => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: Some("differences of a count are posted by the count: post the count"),
                goods: Goods::BySign,
                lines: LinesOf::Places,
                cost: CostSaid::WhereGoodsCome,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::Scrap => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: None,
                goods: Goods::Leave,
                lines: LinesOf::Places,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Scrap,
                may_take_beyond: true,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::InternalUse => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: None,
                goods: Goods::Leave,
                lines: LinesOf::Places,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: true,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[Picking, Production],
            },
            Self::Return => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsPost,
                recorded_elsewhere: None,
                goods: Goods::Come,
                lines: LinesOf::Places,
                cost: CostSaid::UnlessKnown,
                new_goods: NewGoods::UnlessKnown,
                counter: UsualCounter::CostOfSales,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: Some(BinUse::Returns),
                leaves_from: None,
                done_where_they_come: &[Returns, Receiving],
                done_where_they_leave: &[],
            },
            Self::SupplierReturn => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsPost,
                recorded_elsewhere: None,
                goods: Goods::Leave,
                lines: LinesOf::Places,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: Some(BinUse::Shipping),
                done_where_they_come: &[],
                done_where_they_leave: &[Returns, Shipping, Quarantine],
            },
            Self::Revaluation => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: None,
                goods: Goods::Stay,
                lines: LinesOf::Places,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::WriteDown => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: None,
                goods: Goods::Stay,
                lines: LinesOf::Places,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::Assembly => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsPost,
                recorded_elsewhere: None,
                goods: Goods::BySign,
                lines: LinesOf::Places,
                cost: CostSaid::Never,
                new_goods: NewGoods::WhereGoodsCome,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: true,
                offset: OffsetAccount::OwnLines,
                comes_to: Some(BinUse::Production),
                leaves_from: Some(BinUse::Production),
                done_where_they_come: &[Production, Putaway],
                done_where_they_leave: &[Production, Picking],
            },
            Self::Disassembly => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsPost,
                recorded_elsewhere: None,
                goods: Goods::BySign,
                lines: LinesOf::Places,
                cost: CostSaid::Never,
                new_goods: NewGoods::WhereGoodsCome,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: true,
                offset: OffsetAccount::OwnLines,
                comes_to: Some(BinUse::Production),
                leaves_from: Some(BinUse::Production),
                done_where_they_come: &[Production, Putaway],
                done_where_they_leave: &[Production, Picking],
            },
            Self::Reclassification => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: Some(
                    "to value a warehouse on another account, use POST /warehouses/{id}/reclassify",
                ),
                goods: Goods::Stay,
                lines: LinesOf::Pools,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::CostingChange => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: None,
                goods: Goods::Stay,
                lines: LinesOf::Items,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
            Self::StandardCostChange => KindRules {
                usual_hour: 18,
                needs: Permission::MovementsAdjust,
                recorded_elsewhere: None,
                goods: Goods::Stay,
                lines: LinesOf::Items,
                cost: CostSaid::Never,
                new_goods: NewGoods::Never,
                counter: UsualCounter::Adjustment,
                may_take_beyond: false,
                is_for_use: false,
                offset: OffsetAccount::OwnLines,
                comes_to: None,
                leaves_from: None,
                done_where_they_come: &[],
                done_where_they_leave: &[],
            },
        }
    }

    /// Whether goods come, leave or change their place by it. Others change the value of goods, or the way of valuing
    /// them.
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

    /// Whether its lines name lines of receipts, and not goods by themselves.
    #[must_use]
    pub fn is_of_receipts(self) -> bool {
        self.rules().lines == LinesOf::Receipts
    }
}
