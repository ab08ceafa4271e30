//! Brings a chart of accounts into the books: creates new accounts, changes those that differ, leaves the rest alone.
//!
//! One command and one commit, through the same decisions as single accounts: all of it or nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::commands::accounts::create::CreateAccount;
use crate::commands::accounts::update::UpdateAccount;
use crate::ledger::dimensions::lines;
use crate::rows::{AccountSubtype, AccountType, ControlFor, Reply};
use crate::value::id::AccountId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{CurrencyRef, Json, Patch, Sought, limits};

/// An account of a chart. The group above is named by its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChartAccount {
    pub code: String,
    pub name: String,
    pub account_type: AccountType,
    pub subtype: Option<AccountSubtype>,
    /// Code of a group of the chart, or of one that is in the books already.
    pub parent_code: Option<String>,
    pub is_group: bool,
    pub currency: Option<CurrencyRef>,
    pub control_for: Option<ControlFor>,
    /// `None` takes the default of a new account and leaves that of an existing one.
    pub revalue: Option<bool>,
    /// As `revalue`.
    pub is_reconcilable: Option<bool>,
    pub required_dimensions: Vec<String>,
    /// Values that lines have where neither line nor entry names one, canonical JSON; empty for none.
    pub default_dimensions: String,
    pub description: Option<String>,
    /// A retired account stays in the chart and takes no new postings.
    pub is_active: bool,
}

/// Creates and changes the accounts of a chart. Accounts that it does not name stay as they are.
#[derive(Clone, Debug)]
pub struct ImportChart {
    /// In any order.
    pub accounts: Vec<ChartAccount>,
}

impl Decide for ImportChart {
    const PERMISSION: Permission = Permission::AccountsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        for account in &self.accounts {
            match book.account_by_code(&account.code) {
                Ok(Some(id)) => keys.push(Key::Account(id)),
                _ => keys.push(Key::AccountByCode(account.code.clone())),
            }
            lines::hint(book, &account.default_dimensions, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        if self.accounts.len() > limits::CHART_ACCOUNTS {
            let message = format!(
                "one import takes at most {} accounts, this chart has {}: split it, groups first",
                limits::CHART_ACCOUNTS,
                self.accounts.len()
            );
            return Err(Rejection::new(Code::LimitReached, message).at("/accounts").into());
        }
        let mut findings = Findings::default();
        let order = self.parents_first(&mut findings)?;
        // Codes of accounts that could not be brought in, and of all below them: of those nothing can be said.
        let mut unsound: BTreeSet<&str> = BTreeSet::new();
        for index in order {
            let account = &self.accounts[index];
            let is_below = account.parent_code.as_deref().is_some_and(|code| unsound.contains(code));
            let brought = match is_below {
                true => None,
                false => findings.note(bring_in(book, ctx, account).map_err(|stop| within(stop, index)))?,
            };
            if brought.is_none() {
                unsound.insert(&account.code);
            }
        }
        findings.verdict()?;
        let recorded = book.record(ctx, FactKind::ChartImported, book.id);
        Ok(Reply::new(book.id, book.organization()?.version, recorded))
    }
}

impl ImportChart {
    /// Places of the accounts such that each group comes before its members. Duplicates are reported, and left out.
    fn parents_first(&self, findings: &mut Findings) -> Result<Vec<usize>, Stop> {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut is_placed = vec![false; self.accounts.len()];
        for (index, account) in self.accounts.iter().enumerate() {
            let first = *places.entry(&account.code).or_insert(index);
            if first != index {
                is_placed[index] = true;
                let message = format!("the code {} is given twice: give it once", account.code);
                let twice = Rejection::new(Code::CodeTaken, message).at(format!("/accounts/{index}/code"));
                findings.note(Err::<(), Stop>(twice.into()))?;
            }
        }
        let mut order = Vec::with_capacity(self.accounts.len());
        for index in 0..self.accounts.len() {
            // From the account up to the first group that stands already, then down again.
            let mut path = Vec::new();
            let mut next = Some(index);
            while let Some(place) = next.filter(|place| !is_placed[*place]) {
                if path.contains(&place) {
                    let message = format!("account {} would be below itself", self.accounts[place].code);
                    let pointer = format!("/accounts/{place}/parentCode");
                    findings.note(Err::<(), Stop>(Rejection::new(Code::ParentCycle, message).at(pointer).into()))?;
                    return Ok(Vec::new());
                }
                path.push(place);
                next = self.accounts[place].parent_code.as_deref().and_then(|code| places.get(code)).copied();
            }
            for place in path.into_iter().rev() {
                is_placed[place] = true;
                order.push(place);
            }
        }
        Ok(order)
    }
}

/// Creates the account, or changes the one that has its code.
fn bring_in(book: &mut Book, ctx: &Context, account: &ChartAccount) -> Result<(), Stop> {
    let parent = match &account.parent_code {
        None => None,
        Some(code) => Some(Sought::Id(parent_id(book, code)?)),
    };
    let Some(id) = book.account_by_code(&account.code)? else {
        let create = CreateAccount {
            code: account.code.clone(),
            name: account.name.clone(),
            account_type: account.account_type,
            subtype: account.subtype,
            parent_id: parent,
            is_group: account.is_group,
            currency: account.currency,
            control_for: account.control_for,
            revalue: account.revalue,
            is_reconcilable: account.is_reconcilable,
            required_dimensions: account.required_dimensions.clone(),
            default_dimensions: account.default_dimensions.clone(),
            description: account.description.clone(),
            external_id: None,
            metadata: "{}".to_owned(),
        };
        let id = create.write(book, ctx)?;
        if !account.is_active {
            let retire = UpdateAccount { account: Sought::Id(id), is_active: Some(false), ..UpdateAccount::default() };
            retire.write(book, ctx)?;
        }
        return Ok(());
    };
    let whole = |value: Option<String>| value.map_or(Patch::Null, Patch::Set);
    let stored = book.account(id)?.map(|stored| stored.default_dimensions.as_str()).unwrap_or_default();
    let default_dimensions = replacing(stored, &account.default_dimensions);
    let update = UpdateAccount {
        account: Sought::Id(id),
        name: Some(account.name.clone()),
        account_type: Some(account.account_type),
        subtype: account.subtype.map_or(Patch::Null, Patch::Set),
        parent_id: parent.map_or(Patch::Null, Patch::Set),
        is_group: Some(account.is_group),
        currency: account.currency.map_or(Patch::Null, Patch::Set),
        is_active: Some(account.is_active),
        control_for: account.control_for.map_or(Patch::Null, Patch::Set),
        revalue: account.revalue,
        is_reconcilable: account.is_reconcilable,
        required_dimensions: Some(account.required_dimensions.clone()),
        default_dimensions,
        description: whole(account.description.clone()),
        ..UpdateAccount::default()
    };
    update.write(book, ctx)?;
    Ok(())
}

/// The merge that gives the stored values the form of the chart, and removes those that the chart does not have.
fn replacing(stored: &str, wanted: &str) -> Patch<Json> {
    if wanted == stored {
        return Patch::Absent;
    }
    if wanted.is_empty() {
        return Patch::Null;
    }
    let gone = lines::parse(stored).into_keys().map(|code| (code, Json::Null));
    let set = lines::parse(wanted).into_iter().map(|(code, value)| (code, Json::Text(value)));
    Patch::Set(Json::Object(gone.chain(set).collect()))
}

fn parent_id(book: &Book, code: &str) -> Result<AccountId, Stop> {
    let unknown = || {
        let message = format!("there is no account with the code {code}: use a group of the chart or of the books");
        Rejection::new(Code::UnknownReference, message).at("/parentCode").into()
    };
    book.account_by_code(code)?.ok_or_else(unknown)
}

/// Points into the list, by the names that a chart has.
fn within(stop: Stop, index: usize) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    for error in &mut rejection.errors {
        let pointer = if error.pointer == "/parentId" { "/parentCode" } else { &error.pointer };
        error.pointer = format!("/accounts/{index}{pointer}");
    }
    if rejection.errors.is_empty() {
        return Stop::Rejected(Box::new(rejection.at(format!("/accounts/{index}"))));
    }
    Stop::Rejected(rejection)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::dimension_values::create::tests::value;
    use crate::commands::dimensions::create::tests::dimension;
    use crate::ledger::dimensions::lines::tests::departments;
    use crate::rows::Account;
    use crate::testing::Stage;

    fn group(code: &str, parent: Option<&str>) -> ChartAccount {
        ChartAccount { is_group: true, ..leaf(code, parent) }
    }

    fn leaf(code: &str, parent: Option<&str>) -> ChartAccount {
        ChartAccount {
            code: code.to_owned(),
            name: format!("Account {code}"),
            account_type: AccountType::Expense,
            subtype: None,
            parent_code: parent.map(str::to_owned),
            is_group: false,
            currency: None,
            control_for: None,
            revalue: None,
            is_reconcilable: None,
            required_dimensions: Vec::new(),
            default_dimensions: String::new(),
            description: None,
            is_active: true,
        }
    }

    fn chart(accounts: Vec<ChartAccount>) -> ImportChart {
        ImportChart { accounts }
    }

    fn stored(stage: &Stage, code: &str) -> Account {
        stage.rows::<Account>().into_iter().find(|account| account.code == code).expect("stored")
    }

    #[test]
    fn a_chart_in_any_order_becomes_a_tree_and_again_it_changes_nothing() {
        let mut stage = Stage::new();
        let mut retired = leaf("612", Some("61"));
        retired.is_active = false;
        let all = vec![leaf("611", Some("61")), retired, group("61", Some("6")), group("6", None)];
        let reply = stage.run(chart(all.clone())).expect("imported");
        assert!(reply.facts.is_some());
        assert_eq!(stored(&stage, "611").parent_id, Some(stored(&stage, "61").id));
        assert_eq!(stored(&stage, "61").parent_id, Some(stored(&stage, "6").id));
        assert!(!stored(&stage, "612").is_active && stored(&stage, "612").version == 2);
        assert_eq!(stage.run(chart(all)).expect("again").facts, None);
    }

    #[test]
    fn what_differs_is_changed_and_what_is_not_named_stays() {
        let mut stage = Stage::new();
        stage.run(chart(vec![group("6", None), leaf("61", Some("6")), leaf("62", Some("6"))])).expect("imported");
        let mut renamed = leaf("61", Some("6"));
        renamed.name = "Rent".to_owned();
        stage.run(chart(vec![renamed])).expect("changed");
        assert_eq!((stored(&stage, "61").name.as_str(), stored(&stage, "61").version), ("Rent", 2));
        assert_eq!(stored(&stage, "62").version, 1);
    }

    #[test]
    fn an_account_gives_its_lines_what_the_chart_says_and_nothing_else_and_only_what_there_is() {
        let mut stage = Stage::new();
        departments(&mut stage);
        let site = stage.run(dimension("site")).expect("a dimension").subject;
        stage.run(value(&site, "N", None)).expect("a value");
        let giving = |text: &str| {
            chart(vec![leaf("61", None), ChartAccount { default_dimensions: text.to_owned(), ..leaf("62", None) }])
        };
        for (text, version) in [
            (r#"{"dept":"D10"}"#, 1),
            (r#"{"dept":"D20","site":"N"}"#, 2),
            (r#"{"site":"N"}"#, 3),
            (r#"{"site":"N"}"#, 3),
            ("", 4),
        ] {
            stage.run(giving(text)).expect("known");
            let account = stored(&stage, "62");
            assert_eq!((account.default_dimensions.as_str(), account.version), (text, version));
        }
        let rejection = stage.run(giving(r#"{"dept":"D99","planet":"X"}"#)).expect_err("unknown");
        let pointers: Vec<&str> = rejection.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers, ["/accounts/1/defaultDimensions/dept", "/accounts/1/defaultDimensions/planet"]);
        assert_eq!(rejection.code, Code::UnknownReference);
    }

    #[test]
    fn every_fault_of_a_chart_comes_in_one_answer_and_nothing_is_written() {
        let mut stage = Stage::new();
        let bad = chart(vec![
            leaf("61", Some("nowhere")),
            leaf("62", None),
            leaf("63", Some("62")),
            leaf("64", Some("1000")),
        ]);
        let rejection = stage.run(bad).expect_err("refused");
        let pointers: Vec<&str> = rejection.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers, ["/accounts/0/parentCode", "/accounts/2/parentCode", "/accounts/3/parentCode"]);
        assert_eq!(rejection.code, Code::UnknownReference);
    }

    #[test]
    fn what_stands_below_an_unsound_account_is_not_called_unsound_for_it_and_twins_hide_nothing() {
        let mut stage = Stage::new();
        let mut unsound = group("6", None);
        unsound.currency = CurrencyRef::parse("PTS");
        let below = vec![unsound, group("61", Some("6")), leaf("611", Some("61")), leaf("62", None), leaf("62", None)];
        let accounts = [below, vec![leaf("63", Some("nowhere"))]].concat();
        let rejection = stage.run(chart(accounts)).expect_err("refused");
        let pointers: Vec<&str> = rejection.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers, ["/accounts/4/code", "/accounts/0/currency", "/accounts/5/parentCode"]);
    }

    #[test]
    fn cycles_twins_and_frozen_accounts_are_refused() {
        let mut stage = Stage::new();
        stage.run(stage.sale("1.00", true)).expect("posted");
        let mut other_type = leaf("1000", None);
        other_type.account_type = AccountType::Liability;
        for (accounts, code, pointer) in [
            (vec![group("6", Some("61")), group("61", Some("6"))], Code::ParentCycle, "/accounts/0/parentCode"),
            (vec![leaf("6", None), leaf("6", None)], Code::CodeTaken, "/accounts/1/code"),
            (vec![other_type], Code::AccountFrozen, "/accounts/0/type"),
        ] {
            let rejection = stage.run(chart(accounts)).expect_err("refused");
            assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (code, pointer));
        }
        let many = (0..=limits::CHART_ACCOUNTS).map(|number| leaf(&format!("6{number}"), None)).collect();
        assert_eq!(stage.run(chart(many)).expect_err("too many").code, Code::LimitReached);
    }
}
