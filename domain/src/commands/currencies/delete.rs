//! Deletes a currency of one's own that nothing has: no balance, account, party or rate.
//!
//! Drafts may still have it: their lines are looked at again when they are posted.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::key::CurrencyUse;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::currencies::require_custom;
use crate::rows::Reply;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection, Value};

/// Deletes an unused currency.
#[derive(Clone, Debug)]
pub struct DeleteCurrency {
    /// Its code.
    pub currency: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteCurrency {
    const PERMISSION: Permission = Permission::CurrenciesManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Currencies);
        if let Ok(Some(own)) = book.custom_currency(&self.currency)
            && let Some(currency) = own.currency()
        {
            keys.extend(CurrencyUse::ALL.iter().map(|by| Key::UsesOfCurrency(*by, currency)));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let own = require_custom(book, &self.currency)?;
        require_version(self.if_match.as_deref(), own.version)?;
        if let Some(currency) = own.currency() {
            for by in CurrencyUse::ALL {
                let uses = book.uses_of_currency(*by, currency)?;
                if uses > 0 {
                    let message = format!("the currency {currency} is in use: {uses} {}; retire it instead", by.name());
                    return Err(Rejection::new(Code::CurrencyInUse, message)
                        .with("usedBy", by.name())
                        .with("count", uses)
                        .offer("deactivate", "Retire it", "PUT", format!("/accounting/currencies/{currency}"))
                        .body(vec![("isActive", Value::Bool(false))])
                        .into());
                }
            }
        }
        book.currencies.set((own.code.clone(),), None);
        let recorded = book.record(ctx, FactKind::CurrencyDeleted, &own.code);
        Ok(Reply::new(own.code, own.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::accounts::create::CreateAccount;
    use crate::commands::accounts::delete::DeleteAccount;
    use crate::commands::currencies::create::tests::btc;
    use crate::commands::exchange_rates::create::tests::rate;
    use crate::commands::parties::create::CreateParty;
    use crate::rows::AccountType;
    use crate::testing::{Stage, account};
    use crate::value::Sought;

    fn delete() -> DeleteCurrency {
        DeleteCurrency { currency: "BTC".to_owned(), if_match: None }
    }

    #[test]
    fn what_nothing_has_goes_and_may_come_back_with_other_decimals() {
        let mut stage = Stage::new();
        stage.run(btc()).expect("created");
        stage.run(delete()).expect("deleted");
        assert_eq!(stage.run(delete()).expect_err("gone").code, Code::NotFound);
        stage.run(crate::commands::currencies::create::CreateCurrency { decimals: 4, ..btc() }).expect("created anew");
    }

    #[test]
    fn what_an_account_a_party_or_a_rate_has_stays() {
        for used in 0..3 {
            let mut stage = Stage::new();
            stage.run(btc()).expect("created");
            let currency = Some(btc().code);
            match used {
                0 => stage.run(CreateAccount { currency, ..account("1900", AccountType::Asset, None) }),
                1 => stage.run(CreateParty {
                    code: None,
                    name: "Miner".to_owned(),
                    kinds: Vec::new(),
                    currency,
                    payment_terms_days: None,
                    external_id: None,
                    contact: "{}".to_owned(),
                    metadata: "{}".to_owned(),
                }),
                _ => stage.run(rate("BTC", "GBP", "30000", jiff::civil::date(2010, 12, 1))),
            }
            .expect("used");
            let refused = stage.run(delete()).expect_err("in use");
            assert_eq!((refused.code, refused.resolutions[0].rel), (Code::CurrencyInUse, "deactivate"));
        }
        let mut stage = Stage::new();
        stage.run(btc()).expect("created");
        let wallet = CreateAccount { currency: Some(btc().code), ..account("1900", AccountType::Asset, None) };
        let wallet = stage.run(wallet).expect("account").subject;
        stage.run(DeleteAccount { account: Sought::of(&wallet), if_match: None }).expect("gone");
        stage.run(delete()).expect("free again");
    }
}
