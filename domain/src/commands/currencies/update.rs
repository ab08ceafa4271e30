//! Renames, retires or reactivates a currency of one's own. Code and decimals never change.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::currencies::require_custom;
use crate::rows::{CustomCurrency, Reply};
use crate::value::permission::Permission;

/// Changes the fields of a currency that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateCurrency {
    /// Its code.
    pub currency: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub name: Option<String>,
    /// An inactive currency is on no new line, rate, account or party.
    pub is_active: Option<bool>,
}

impl Decide for UpdateCurrency {
    const PERMISSION: Permission = Permission::CurrenciesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Currencies);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_custom(book, &self.currency)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let after = CustomCurrency {
            name: self.name.clone().unwrap_or_else(|| before.name.clone()),
            is_active: self.is_active.unwrap_or(before.is_active),
            ..before.clone()
        };
        if after == before {
            return Ok(Reply::new(&before.code, before.version, Default::default()));
        }
        Ok(book.update(ctx, FactKind::CurrencyUpdated, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::currencies::create::tests::btc;
    use crate::testing::{Stage, line};
    use crate::value::rejection::Code;

    #[test]
    fn a_retired_currency_is_on_no_new_line_until_it_is_active_again() {
        let mut stage = Stage::new();
        stage.run(btc()).expect("created");
        let is_active = |is_active| UpdateCurrency {
            currency: "BTC".to_owned(),
            is_active: Some(is_active),
            ..UpdateCurrency::default()
        };
        assert_eq!(stage.run(is_active(false)).expect("retired").version, 2);
        assert_eq!(stage.run(is_active(false)).expect("no change").facts, None);
        let mut draft = stage.sale("1.00", false);
        draft.lines =
            vec![crate::ledger::entries::draft::NewLine { currency: Some("BTC".to_owned()), ..line("1000", "1", "0") }];
        let refused = stage.run(draft.clone()).expect_err("retired");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CurrencyNotUsable, "/lines/0/currency"));
        stage.run(is_active(true)).expect("active again");
        stage.run(draft).expect("a draft");
    }

    #[test]
    fn unknown_ones_are_not_found_and_those_of_iso_4217_stay() {
        let mut stage = Stage::new();
        for (code, refusal) in [("PTS", Code::NotFound), ("nothing", Code::NotFound), ("EUR", Code::CurrencyNotUsable)]
        {
            let rename = UpdateCurrency {
                currency: code.to_owned(),
                name: Some("Points".to_owned()),
                ..UpdateCurrency::default()
            };
            assert_eq!(stage.run(rename).expect_err("refused").code, refusal, "{code}");
        }
        stage.run(btc()).expect("created");
        let stale = UpdateCurrency { currency: "BTC".to_owned(), if_match: Some(vec![7]), ..UpdateCurrency::default() };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
    }
}
