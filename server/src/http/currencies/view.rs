//! A currency as it is answered.

use domain::rows::CustomCurrency;
use domain::value::Currency;
use domain::value::id::PrincipalId;

use crate::http::output::{At, Id};

crate::output! {
    /// A currency. Code and decimals never change.
    pub struct CurrencyView {
        /// 3 to 8 capital letters.
        pub code: String,
        /// Null for those of ISO 4217.
        pub name: Option<String>,
        /// Decimals of its minor unit.
        pub decimals: i64,
        /// Whether ISO 4217 lists it; if so, it cannot be changed.
        pub is_iso: bool,
        /// An inactive currency cannot be used for a new line, rate, account or party.
        pub is_active: bool,
        pub version: i64,
        pub created_at: Option<At>,
        pub created_by: Option<Id<PrincipalId>>,
        pub updated_at: Option<At>,
        pub updated_by: Option<Id<PrincipalId>>,
    }
}

impl From<Currency> for CurrencyView {
    fn from(currency: Currency) -> Self {
        Self {
            code: currency.code().to_owned(),
            name: None,
            decimals: i64::from(currency.decimals()),
            is_iso: true,
            is_active: true,
            version: 1,
            created_at: None,
            created_by: None,
            updated_at: None,
            updated_by: None,
        }
    }
}

impl From<CustomCurrency> for CurrencyView {
    fn from(own: CustomCurrency) -> Self {
        Self {
            code: own.code,
            name: Some(own.name),
            decimals: own.decimals,
            is_iso: false,
            is_active: own.is_active,
            version: own.version,
            created_at: Some(At(own.created_at)),
            created_by: Some(Id(own.created_by)),
            updated_at: Some(At(own.updated_at)),
            updated_by: Some(Id(own.updated_by)),
        }
    }
}
