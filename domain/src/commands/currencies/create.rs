//! Creates a currency that ISO 4217 does not list.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{CustomCurrency, Reply};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, CurrencyRef, limits};

/// A new currency.
#[derive(Clone, Debug)]
pub struct CreateCurrency {
    /// 3 to 8 capital letters, none of ISO 4217.
    pub code: CurrencyRef,
    pub name: String,
    /// Of its minor unit, 0 to 8, for good.
    pub decimals: i64,
}

impl Decide for CreateCurrency {
    const PERMISSION: Permission = Permission::CurrenciesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Currencies);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let code = self.code.text();
        if Currency::parse(code).is_some() {
            let message = format!("{code} is already a currency of ISO 4217: use it, or choose another code");
            return Err(Rejection::new(Code::CodeTaken, message).at("/code").into());
        }
        let decimals = u8::try_from(self.decimals).ok();
        if decimals.and_then(|decimals| Currency::custom(self.code, decimals)).is_none() {
            let message = format!("a currency has 0 to 8 decimals, not {}", self.decimals);
            return Err(Rejection::new(Code::LimitReached, message).at("/decimals").into());
        }
        if book.custom_currency(code)?.is_some() {
            let message = format!("there is already a currency {code}: use it, or choose another code");
            return Err(Rejection::new(Code::CodeTaken, message)
                .at("/code")
                .offer("existing", "See it", "GET", format!("/accounting/currencies/{code}"))
                .into());
        }
        if book.custom_currencies()?.count() >= limits::CURRENCIES {
            let message =
                format!("an organization has at most {} currencies of its own: delete one", limits::CURRENCIES);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        book.currencies.put(CustomCurrency {
            code: code.to_owned(),
            name: self.name.clone(),
            decimals: self.decimals,
            is_active: true,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        });
        let recorded = book.record(ctx, FactKind::CurrencyCreated, code);
        Ok(Reply::new(code, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::commands::accounts::create::CreateAccount;
    use crate::rows::AccountType;
    use crate::testing::{Stage, account};

    pub fn btc() -> CreateCurrency {
        CreateCurrency { code: CurrencyRef::parse("BTC").expect("a code"), name: "Bitcoin".to_owned(), decimals: 8 }
    }

    #[test]
    fn a_currency_of_ones_own_has_its_code_once_and_0_to_8_decimals() {
        let mut stage = Stage::new();
        let reply = stage.run(btc()).expect("created");
        assert_eq!((reply.subject.as_str(), reply.version), ("BTC", 1));
        assert_eq!(stage.run(btc()).expect_err("twice").code, Code::CodeTaken);
        let iso = CreateCurrency { code: CurrencyRef::parse("EUR").expect("a code"), ..btc() };
        assert_eq!(stage.run(iso).expect_err("of ISO 4217").code, Code::CodeTaken);
        for decimals in [-1, 9] {
            let wrong = CreateCurrency { code: CurrencyRef::parse("PTS").expect("a code"), decimals, ..btc() };
            let refused = stage.run(wrong).expect_err("decimals");
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::LimitReached, "/decimals"));
        }
    }

    #[test]
    fn accounts_are_kept_in_a_currency_that_exists() {
        let mut stage = Stage::new();
        let wallet = CreateAccount { currency: Some(btc().code), ..account("1900", AccountType::Asset, None) };
        let refused = stage.run(wallet.clone()).expect_err("no such currency");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CurrencyNotUsable, "/currency"));
        stage.run(btc()).expect("created");
        stage.run(wallet).expect("kept in it");
        let stored = stage.rows::<crate::rows::Account>().into_iter().find(|account| account.code == "1900");
        assert_eq!(stored.and_then(|account| account.currency).map(Currency::decimals), Some(8));
    }
}
