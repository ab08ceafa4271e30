//! The input of a currency.

use domain::commands::currencies::create::CreateCurrency;
use domain::commands::currencies::update::UpdateCurrency;
use domain::value::CurrencyRef;

use crate::http::input::{Name, Whole};

crate::fields! {
    /// A currency that ISO 4217 does not list.
    pub struct CurrencyInput;

    /// A change of a currency of your own: absent fields stay.
    pub struct CurrencyPatch repeating [version]
        keeping ["code", "decimals", "isIso"]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"];

    onto UpdateCurrency {
        /// 3 to 8 capital letters; not a code of ISO 4217.
        pub code: Beside<CurrencyRef> = "BTC",
        pub name: Required<Name<120>> = "Bitcoin" => "Bitcoin, in satoshi",
        /// Decimals of its minor unit; they never change.
        pub decimals: Beside<Whole<0, 8>> = 8,
        /// An inactive currency cannot be used for a new line, rate, account or party.
        pub is_active: Later<bool>,
    }
}

impl CurrencyInput {
    /// The command.
    pub fn command(self) -> CreateCurrency {
        CreateCurrency { code: self.code, name: self.name.0, decimals: self.decimals.0 }
    }
}

impl CurrencyPatch {
    /// The command for this currency.
    pub fn command(self, currency: String, if_match: Option<Vec<i64>>) -> UpdateCurrency {
        self.onto(UpdateCurrency { currency, if_match, ..UpdateCurrency::default() })
    }
}
