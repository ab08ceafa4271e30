//! The input of a currency.

use domain::commands::currencies::create::CreateCurrency;
use domain::commands::currencies::update::UpdateCurrency;
use domain::value::CurrencyRef;

use crate::http::input::{Change, Name, Whole};
use crate::http::round_trip::BodyVersion;

crate::input! {
    /// A currency that ISO 4217 does not list.
    pub struct CurrencyInput {
        /// 3 to 8 capital letters; not a code of ISO 4217.
        pub code: CurrencyRef = "BTC",
        pub name: Name<120> = "Bitcoin",
        /// Decimals of its minor unit; they never change.
        pub decimals: Whole<0, 8> = 8,
    }

    /// A change of a currency of your own: absent fields stay.
    pub struct CurrencyPatch keeping ["code", "decimals", "isIso"] ignoring [
        "createdAt", "createdBy", "updatedAt", "updatedBy",
    ] {
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub name: Change<Name<120>> = "Bitcoin, in satoshi",
        /// An inactive currency cannot be used for a new line, rate, account or party.
        pub is_active: Change<bool>,
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
        UpdateCurrency { currency, if_match, name: self.name.set().map(|name| name.0), is_active: self.is_active.set() }
    }
}
