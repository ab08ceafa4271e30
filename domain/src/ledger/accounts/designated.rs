//! Accounts that the books post to by themselves: the one that the organization names, else the only one of its
//! subtype.

use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::accounts::usual;
use crate::rows::{Account, AccountSubtype, ControlFor, Organization};
use crate::value::Currency;
use crate::value::id::AccountId;
use crate::value::rejection::{Code, Rejection};

/// What an amount of exchange is: whether it was realised, and whether it is a gain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exchange {
    RealisedGain,
    RealisedLoss,
    /// Of a revaluation, which is taken back.
    UnrealisedGain,
    UnrealisedLoss,
}

impl Exchange {
    /// The account that the organization names for it alone, and the field that does.
    fn named(self, settings: &Organization) -> (Option<AccountId>, &'static str) {
        match self {
            Self::RealisedGain => (settings.realised_gain_account_id, "realisedGainAccountId of the organization"),
            Self::RealisedLoss => (settings.realised_loss_account_id, "realisedLossAccountId of the organization"),
            Self::UnrealisedGain => {
                (settings.unrealised_gain_account_id, "unrealisedGainAccountId of the organization")
            }
            Self::UnrealisedLoss => {
                (settings.unrealised_loss_account_id, "unrealisedLossAccountId of the organization")
            }
        }
    }
}

/// The account that takes such gains or losses of exchange: its own, else the one for all of them.
///
/// # Errors
/// `fx_gain_loss_account_needed` where which one it is is not plain, or it takes no postings.
pub(crate) fn exchange(book: &Book, what: Exchange) -> Result<Account, Stop> {
    let settings = book.organization()?;
    match what.named(settings) {
        (Some(own), field) => Designation { field, ..FX_GAIN_LOSS }.find(book, Some(own)),
        (None, _) => FX_GAIN_LOSS.find(book, settings.fx_gain_loss_account_id),
    }
}

/// The account that takes the rest of rounding.
///
/// # Errors
/// `rounding_account_needed` if it is not unique, or takes no postings.
pub(crate) fn rounding(book: &Book) -> Result<Account, Stop> {
    let named = book.organization()?.rounding_account_id;
    ROUNDING.find(book, named)
}

/// The keys that naming or finding them certainly needs.
pub(crate) fn hint(book: &Book, keys: &mut Vec<Key>) {
    let Ok(organization) = book.organization() else { return };
    for (designation, named) in
        [(&FX_GAIN_LOSS, organization.fx_gain_loss_account_id), (&ROUNDING, organization.rounding_account_id)]
    {
        keys.push(named.map_or(Key::AccountsOfSubtype(designation.subtype), Key::Account));
    }
    keys.extend(organization.exchange_accounts().map(Key::Account));
}

/// Whether only movements of goods post to an account: its balance is explained line by line by the rows of stock,
/// which are the value of goods, or goods received and not invoiced yet.
pub(crate) fn is_of_goods(account: &Account) -> bool {
    account.control_for == Some(ControlFor::Stock) || account.subtype == Some(AccountSubtype::GoodsReceivedNotInvoiced)
}

/// Whether an account takes lines that the books make by themselves: active, no group, no control account, and in
/// base currency.
pub(crate) fn takes_own_lines(account: &Account, base: Currency) -> bool {
    account.is_active
        && !account.is_group
        && account.control_for.is_none()
        && !is_of_goods(account)
        && account.currency.is_none_or(|currency| currency == base)
}

/// How one such account is found, and the message if it is not.
pub(crate) struct Designation {
    pub subtype: AccountSubtype,
    /// Whether an account can be it.
    pub takes: fn(&Account, Currency) -> bool,
    pub code: Code,
    /// The field that names it, and where that field is.
    pub field: &'static str,
    pub pointer: &'static str,
    /// `account` or `equity account`.
    pub noun: &'static str,
    /// Its use: `the result`.
    pub what: &'static str,
    /// The query of accounts that is offered.
    pub candidates: &'static str,
}

const FX_GAIN_LOSS: Designation = Designation {
    subtype: AccountSubtype::FxGainLoss,
    takes: takes_own_lines,
    code: Code::FxGainLossAccountNeeded,
    field: "fxGainLossAccountId of the organization",
    pointer: "",
    noun: "account",
    what: "exchange gains and losses",
    candidates: "subtype=fxGainLoss",
};

const ROUNDING: Designation = Designation {
    subtype: AccountSubtype::Rounding,
    takes: takes_own_lines,
    code: Code::RoundingAccountNeeded,
    field: "roundingAccountId of the organization",
    pointer: "",
    noun: "account",
    what: "rounding differences",
    candidates: "subtype=rounding",
};

impl Designation {
    /// The named account, where one is named; else the only one.
    fn find(&self, book: &Book, named: Option<AccountId>) -> Result<Account, Stop> {
        let Some(id) = named else { return self.only(book) };
        let base = book.organization()?.base_currency;
        match book.account(id)? {
            Some(account) if (self.takes)(account, base) => Ok(account.clone()),
            Some(account) => {
                let message = format!(
                    "account {} is meant for {} but cannot be used: it must be active, in base currency, and neither a \
                     group nor a control account; change it, or set another in {}",
                    account.code, self.what, self.field
                );
                Err(self.rejection(book, message, &[account])?.into())
            }
            None => {
                let message = format!("{} refers to an account that no longer exists", self.field);
                Err(self.rejection(book, message, &[])?.into())
            }
        }
    }

    /// The only account of the subtype that can be it.
    pub(crate) fn only(&self, book: &Book) -> Result<Account, Stop> {
        let base = book.organization()?.base_currency;
        let mut found: Vec<&Account> =
            book.accounts_of_subtype(self.subtype)?.filter(|account| (self.takes)(account, base)).collect();
        found.sort_by(|one, other| one.code.cmp(&other.code));
        if let [only] = found.as_slice() {
            return Ok((*only).clone());
        }
        let subtype = self.subtype.name();
        let message = match found.len() {
            0 => format!(
                "no active {} has the subtype {subtype}: create one, or set the account for {} in {}",
                self.noun, self.what, self.field
            ),
            many => format!(
                "{many} accounts have the subtype {subtype}: set the account for {} in {}",
                self.what, self.field
            ),
        };
        Err(self.rejection(book, message, &found)?.into())
    }

    fn rejection(&self, book: &Book, message: String, found: &[&Account]) -> Result<Rejection, Stop> {
        let rejection = Rejection::new(self.code, message)
            .at(self.pointer)
            .with("accountIds", found.iter().map(|account| account.id.to_string()).collect::<Vec<_>>())
            .offer(
                "accounts",
                format!("List the accounts for {}", self.what),
                "GET",
                format!("/accounting/accounts?{}", self.candidates),
            );
        let base = book.organization()?.base_currency;
        let usable = found.iter().find(|account| (self.takes)(account, base));
        let setting = self.field.strip_suffix(" of the organization");
        if let (Some(field), Some(account)) = (setting, usable) {
            let title = format!("Set account {} in the settings", account.code);
            return Ok(rejection
                .offer("set", title, "PUT", "/organization")
                .body(vec![(field, account.id.to_string().into())]));
        }
        // One that cannot be used keeps its place: a second one would leave it open which is meant.
        if found.is_empty() { usual::offer_new(book, rejection, self.subtype) } else { Ok(rejection) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::accounts::create::CreateAccount;
    use crate::commands::accounts::update::UpdateAccount;
    use crate::commands::organization::update::UpdateOrganization;
    use crate::rows::AccountType;
    use crate::testing::{Stage, account, account_id};
    use crate::value::{Patch, Sought};

    /// The account that is found, by code, or the refusal.
    fn fx_gain_loss(book: &Book) -> Result<Account, Stop> {
        exchange(book, Exchange::RealisedGain)
    }

    fn found(stage: &Stage, find: fn(&Book) -> Result<Account, Stop>) -> Result<String, Code> {
        let mut book = stage.model.book().expect("a book");
        loop {
            match find(&book) {
                Ok(account) => return Ok(account.code),
                Err(Stop::Rejected(rejection) | Stop::Damaged(rejection)) => return Err(rejection.code),
                Err(Stop::MissingAll(keys)) => unreachable!("{keys:?}"),
                Err(Stop::Missing(key)) => book.fill(&key, &stage.model.load(&key.query())).expect("filled"),
            }
        }
    }

    fn of_subtype(stage: &mut Stage, code: &str, subtype: AccountSubtype) {
        let new = CreateAccount { subtype: Some(subtype), ..account(code, AccountType::Expense, None) };
        stage.run(new).expect("account");
    }

    #[test]
    fn the_only_account_of_the_subtype_takes_them_until_the_organization_names_one() {
        let mut stage = Stage::new();
        let both = |stage: &Stage| (found(stage, fx_gain_loss), found(stage, rounding));
        let needed = (Err(Code::FxGainLossAccountNeeded), Err(Code::RoundingAccountNeeded));
        assert_eq!(both(&stage), needed, "there is none");
        of_subtype(&mut stage, "7000", AccountSubtype::FxGainLoss);
        of_subtype(&mut stage, "7010", AccountSubtype::Rounding);
        assert_eq!(both(&stage), (Ok("7000".to_owned()), Ok("7010".to_owned())));
        of_subtype(&mut stage, "7001", AccountSubtype::FxGainLoss);
        of_subtype(&mut stage, "7011", AccountSubtype::Rounding);
        assert_eq!(both(&stage), needed, "which of two");
        let named = UpdateOrganization {
            fx_gain_loss_account_id: Patch::Set(Sought::of(&account_id(&stage, "7001"))),
            rounding_account_id: Patch::Set(Sought::of(&account_id(&stage, "5000"))),
            ..Default::default()
        };
        stage.run(named).expect("named");
        assert_eq!(both(&stage), (Ok("7001".to_owned()), Ok("5000".to_owned())));
        let retired = UpdateAccount {
            account: Sought::of(&account_id(&stage, "7001")),
            is_active: Some(false),
            ..UpdateAccount::default()
        };
        stage.run(retired).expect("retired");
        assert_eq!(found(&stage, fx_gain_loss), Err(Code::FxGainLossAccountNeeded), "the named one is retired");
    }

    #[test]
    fn each_kind_of_exchange_has_its_own_account_where_one_is_named_and_else_the_common_one() {
        let mut stage = Stage::new();
        of_subtype(&mut stage, "7000", AccountSubtype::FxGainLoss);
        stage.run(account("4770", AccountType::Liability, None)).expect("account");
        let four = |stage: &Stage| {
            [
                found(stage, |book| exchange(book, Exchange::RealisedGain)),
                found(stage, |book| exchange(book, Exchange::RealisedLoss)),
                found(stage, |book| exchange(book, Exchange::UnrealisedGain)),
                found(stage, |book| exchange(book, Exchange::UnrealisedLoss)),
            ]
            .map(|code| code.unwrap_or_else(|code| code.name().to_owned()))
        };
        assert_eq!(four(&stage), ["7000", "7000", "7000", "7000"]);
        let set = |code: &str, stage: &Stage| Patch::Set(Sought::of(&account_id(stage, code)));
        let split = UpdateOrganization {
            realised_loss_account_id: set("5000", &stage),
            unrealised_gain_account_id: set("4770", &stage),
            ..UpdateOrganization::default()
        };
        stage.run(split).expect("named");
        assert_eq!(four(&stage), ["7000", "5000", "4770", "7000"]);
        let retired = UpdateAccount {
            account: Sought::of(&account_id(&stage, "4770")),
            is_active: Some(false),
            ..UpdateAccount::default()
        };
        stage.run(retired).expect("retired");
        assert_eq!(four(&stage), ["7000", "5000", "fx_gain_loss_account_needed", "7000"]);
    }

    #[test]
    fn groups_control_accounts_and_accounts_of_other_currencies_cannot_be_named() {
        let mut stage = Stage::new();
        for code in ["1100", "1200"] {
            let change = UpdateOrganization {
                fx_gain_loss_account_id: Patch::Set(Sought::of(&account_id(&stage, code))),
                ..UpdateOrganization::default()
            };
            let refused = stage.run(change).expect_err("refused");
            assert_eq!(
                (refused.code, refused.errors[0].pointer.as_str()),
                (Code::AccountNotUsable, "/fxGainLossAccountId")
            );
        }
    }
}
