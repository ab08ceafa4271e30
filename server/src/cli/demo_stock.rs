//! The value of the demo's stock: by the goods and by the books, which must be the same, and whether that is proved.

use domain::value::counted;

use crate::import::amount::readable;
use crate::import::retail::CURRENCY_DECIMALS;
use crate::import::trial_balance::TrialBalance;
use crate::import::{ImportError, WholeApi, text};

/// An account of stock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StockAccount {
    /// The account's code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// The value of the goods on it, in minor units.
    pub goods_minor: i128,
    /// Its balance, in minor units.
    pub books_minor: i128,
}

/// The value of stock compared with the books.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StockSummary {
    /// The day at whose end both are compared.
    pub as_of: String,
    /// By code.
    pub accounts: Vec<StockAccount>,
    /// Whether the proof found everything right.
    pub holds: bool,
    /// Pools and movements that were costed anew for it.
    pub proved: (i64, i64),
}

impl StockSummary {
    /// Asks for it as of the day of a trial balance.
    pub async fn read(api: WholeApi<'_>, books: &TrialBalance) -> Result<Self, ImportError> {
        let as_of = &books.as_of;
        let valuation = api.get(&format!("/inventory/reports/valuation?by=account&asOf={as_of}&limit=1")).await?;
        let accounts = valuation["accounts"].as_array().into_iter().flatten().map(|account| StockAccount {
            code: text(account, "code").to_owned(),
            name: text(account, "name").to_owned(),
            goods_minor: super::demo_margin::minor(account, "value"),
            books_minor: books.balance(text(account, "code")),
        });
        let proof = api.get("/inventory/proof").await?;
        let proof = &proof["proof"];
        let count = |name: &str| proof[name].as_i64().unwrap_or_default();
        Ok(Self {
            as_of: as_of.clone(),
            accounts: accounts.collect(),
            holds: proof["holds"] == true,
            proved: (count("pools"), count("movements")),
        })
    }

    /// Whether every account has the value of its goods, and the proof holds.
    #[must_use]
    pub fn ties(&self) -> bool {
        self.holds && self.accounts.iter().all(|account| account.goods_minor == account.books_minor)
    }
}

impl std::fmt::Display for StockSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let amount = |units: i128| readable(units, CURRENCY_DECIMALS);
        writeln!(f, "{:28}  {:>12}  {:>12}", "Stock", "goods", "books")?;
        for account in &self.accounts {
            let (goods, books) = (amount(account.goods_minor), amount(account.books_minor));
            writeln!(f, "{:4}  {:22}  {goods:>12}  {books:>12}", account.code, account.name)?;
        }
        let (pools, movements) = self.proved;
        if self.ties() {
            write!(
                f,
                "stock value = inventory accounts as of {}; proved by recosting {} of {}",
                self.as_of,
                counted(movements, "movement", "movements"),
                counted(pools, "pool", "pools")
            )
        } else {
            write!(f, "stock and books differ as of {}: run `countinghouse verify` to see where", self.as_of)
        }
    }
}
