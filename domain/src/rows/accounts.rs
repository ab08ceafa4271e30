//! Accounts of the chart.

use crate::value::id::{AccountId, PrincipalId};
use crate::value::{Currency, Instant};
use crate::{named_enum, rows};

named_enum! {
    /// The five kinds of accounts.
    AccountType {
        Asset = "asset",
        Liability = "liability",
        Equity = "equity",
        Revenue = "revenue",
        Expense = "expense",
    }

    /// The purpose of an account, within its type.
    AccountSubtype {
        Cash = "cash",
        Bank = "bank",
        Receivable = "receivable",
        Payable = "payable",
        Inventory = "inventory",
        FixedAsset = "fixedAsset",
        /// Depreciation of fixed assets: a cost, and no cash.
        AccumulatedDepreciation = "accumulatedDepreciation",
        /// Borrowed or lent for longer than trade is.
        Loan = "loan",
        Tax = "tax",
        Cogs = "cogs",
        RetainedEarnings = "retainedEarnings",
        Rounding = "rounding",
        FxGainLoss = "fxGainLoss",
        /// Gains and losses on the disposal of fixed assets.
        Disposal = "disposal",
        /// Interest paid or received, and what is owed of it.
        Interest = "interest",
        /// Dividends received, declared, or owed to owners.
        Dividends = "dividends",
        /// Tax on income, and what is owed or deferred of it. Tax on sales and wages is `tax`.
        IncomeTax = "incomeTax",
        Suspense = "suspense",
        /// Goods received and not invoiced yet.
        GoodsReceivedNotInvoiced = "goodsReceivedNotInvoiced",
        /// Differences between the assumed and the final cost of goods.
        CostVariance = "costVariance",
        /// Costs of goods that are not spread over them yet: freight, duty.
        LandedCostClearing = "landedCostClearing",
        /// Amounts that suppliers owe for returned goods.
        SupplierReturns = "supplierReturns",
        /// Write-downs of stock, kept separate from its cost.
        StockAllowance = "stockAllowance",
        OpeningBalance = "openingBalance",
        Revenue = "revenue",
        Expense = "expense",
        Other = "other",
    }

    /// The side on which a balance is shown as positive.
    Side {
        Debit = "debit",
        Credit = "credit",
    }

    /// The subledger that an account controls.
    ControlFor {
        /// Only inventory posts to it.
        Stock = "stock",
        /// Its lines need a party.
        Receivable = "receivable",
        /// Its lines need a party.
        Payable = "payable",
        /// It can be reconciled with a statement.
        Bank = "bank",
    }
}

rows! {
    /// An account of the chart.
    Account in "accounts" (20 v 1, Books) key { id: AccountId } {
        code: String,
        name: String,
        account_type: AccountType,
        subtype: Option<AccountSubtype>,
        normal_balance: Side,
        parent_id: Option<AccountId>,
        is_group: bool,
        /// `None` takes any currency.
        currency: Option<Currency>,
        is_active: bool,
        control_for: Option<ControlFor>,
        /// Whether the foreign balance is revalued at closing rates.
        revalue: bool,
        /// Whether its lines are open items, which are matched with one another.
        is_reconcilable: bool,
        /// Dimension codes that every line needs, separated by blanks, sorted.
        required_dimensions: String,
        /// Values that its lines have where neither line nor entry names one: canonical JSON, empty for none.
        default_dimensions: String,
        description: Option<String>,
        external_id: Option<String>,
        metadata: String,
        /// Whether a line was ever posted: freezes type, currency and control.
        has_postings: bool,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }
}
