//! The account that is usual for what the books post by themselves, to be offered where there is none.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{AccountSubtype, AccountType, ControlFor};
use crate::value::rejection::{Rejection, Value};

/// How many codes are tried before none is offered.
const TRIED: u32 = 20;

/// The account of a subtype as most charts have it.
struct Usual {
    code: u32,
    name: &'static str,
    account_type: AccountType,
    control_for: Option<ControlFor>,
}

fn usual(subtype: AccountSubtype) -> Option<Usual> {
    let of = |code, name, account_type| Some(Usual { code, name, account_type, control_for: None });
    let controls = |control_for, found: Option<Usual>| found.map(|one| Usual { control_for: Some(control_for), ..one });
    match subtype {
        AccountSubtype::Inventory => controls(ControlFor::Stock, of(1200, "Goods for resale", AccountType::Asset)),
        AccountSubtype::SupplierReturns => of(1170, "Returns due from suppliers", AccountType::Asset),
        AccountSubtype::StockAllowance => of(1290, "Allowance for write-downs of inventories", AccountType::Asset),
        AccountSubtype::Payable => controls(ControlFor::Payable, of(2000, "Trade payables", AccountType::Liability)),
        AccountSubtype::GoodsReceivedNotInvoiced => of(2010, "Goods received, not invoiced", AccountType::Liability),
        AccountSubtype::LandedCostClearing => of(2015, "Landed cost, not yet spread", AccountType::Liability),
        AccountSubtype::RetainedEarnings => of(3100, "Retained earnings", AccountType::Equity),
        AccountSubtype::OpeningBalance => of(3900, "Opening balances", AccountType::Equity),
        AccountSubtype::Cogs => of(5000, "Cost of goods sold", AccountType::Expense),
        AccountSubtype::CostVariance => of(5300, "Purchase price differences", AccountType::Expense),
        AccountSubtype::FxGainLoss => of(7000, "Exchange gains and losses", AccountType::Expense),
        AccountSubtype::Rounding => of(7100, "Rounding differences", AccountType::Expense),
        AccountSubtype::Cash
        | AccountSubtype::Bank
        | AccountSubtype::Receivable
        | AccountSubtype::FixedAsset
        | AccountSubtype::AccumulatedDepreciation
        | AccountSubtype::Loan
        | AccountSubtype::Tax
        | AccountSubtype::Disposal
        | AccountSubtype::Interest
        | AccountSubtype::Dividends
        | AccountSubtype::IncomeTax
        | AccountSubtype::Suspense
        | AccountSubtype::Revenue
        | AccountSubtype::Expense
        | AccountSubtype::Other => None,
    }
}

/// Adds the creation of the usual account of a subtype, under a code that is free.
pub(crate) fn offer_new(book: &Book, rejection: Rejection, subtype: AccountSubtype) -> Result<Rejection, Stop> {
    let Some(account) = usual(subtype) else { return Ok(rejection) };
    for code in account.code..account.code + TRIED {
        let code = code.to_string();
        if book.account_by_code(&code)?.is_some() {
            continue;
        }
        let title = format!("Create account {code} {}", account.name);
        let mut body: Vec<(&'static str, Value)> = vec![
            ("code", code.into()),
            ("name", account.name.into()),
            ("type", account.account_type.name().into()),
            ("subtype", subtype.name().into()),
        ];
        body.extend(account.control_for.map(|control| ("controlFor", control.name().into())));
        return Ok(rejection.offer("create-account", title, "POST", "/accounting/accounts").body(body));
    }
    Ok(rejection)
}
