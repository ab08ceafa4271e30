//! Updates an account by merge: absent leaves, null clears, metadata merges by key.
//!
//! After the first posting, type, currency and control are frozen, because they give the postings their meaning.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::revised::Revised;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::accounts::named::require_account;
use crate::ledger::accounts::rules::{
    account_code_taken, normal_balance, reconcilable_by_default, require_control_fits, require_parent,
    require_reconcilable_fits,
};
use crate::ledger::accounts::usage;
use crate::ledger::currencies;
use crate::ledger::dimensions::lines;
use crate::ledger::entries::rules::require_metadata_fits;
use crate::rows::{Account, AccountSubtype, AccountType, ControlFor, Reply};
use crate::stock::valued::require_values_nothing;
use crate::value::id::AccountId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{CurrencyRef, Json, Patch, Sought, counted, limits};

/// Changes the fields of an account that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateAccount {
    pub account: Sought<AccountId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub code: Option<String>,
    pub name: Option<String>,
    pub account_type: Option<AccountType>,
    pub subtype: Patch<AccountSubtype>,
    /// The group above.
    pub parent_id: Patch<Sought<AccountId>>,
    pub is_group: Option<bool>,
    pub currency: Patch<CurrencyRef>,
    /// An inactive account takes no new postings; voids still reach it.
    pub is_active: Option<bool>,
    pub control_for: Patch<ControlFor>,
    pub revalue: Option<bool>,
    /// Whether its lines are open items. It ends only where no match of them stands.
    pub is_reconcilable: Option<bool>,
    /// Codes of dimensions that every line needs; a dimension that is required already stays so, whatever its state.
    pub required_dimensions: Option<Vec<String>>,
    /// Values that lines have where neither they nor their entry name one: an object of texts, merged by key.
    pub default_dimensions: Patch<Json>,
    pub description: Patch<String>,
    pub external_id: Patch<String>,
    /// An object, merged by key.
    pub metadata: Patch<Json>,
}

impl Decide for UpdateAccount {
    const PERMISSION: Permission = Permission::AccountsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend(self.account.id().map(Key::Account));
        keys.extend(self.code.clone().map(Key::AccountByCode));
        keys.extend(self.parent_id.value().and_then(Sought::id).map(Key::Account));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let (id, version) = self.write(book, ctx)?;
        // An unchanged account leaves no fact.
        let recorded = book.record(ctx, FactKind::AccountUpdated, id);
        Ok(Reply::new(id, version, recorded))
    }
}

impl UpdateAccount {
    /// Writes the change, where it changes anything; answers id and version. The fact is the caller's.
    pub(crate) fn write(&self, book: &mut Book, ctx: &Context) -> Result<(AccountId, i64), Stop> {
        let before = require_account(book, &self.account)?;
        version::require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        let mut findings = Findings::default();
        self.apply(&mut after);
        let currency = currencies::patched(book, &self.currency, before.currency);
        after.currency = findings.note(currency)?.unwrap_or(before.currency);
        self.check_parent(book, &mut after, &mut findings)?;
        findings.note(require_control_fits(after.control_for, after.account_type, after.is_group))?;
        let (kind, is_group) = (after.account_type, after.is_group);
        findings.note(require_reconcilable_fits(after.is_reconcilable, kind, is_group))?;
        findings.note(require_metadata_fits(&after.metadata))?;
        let required = self.required_dimensions.as_deref().unwrap_or_default();
        findings.note(lines::require_requirable(book, required, &before.required_dimensions))?;
        if after.default_dimensions != before.default_dimensions {
            findings.note(lines::require_givable(book, &after.default_dimensions))?;
        }
        findings.verdict()?;
        if after == before {
            return Ok((before.id, before.version));
        }

        require_no_goods(book, &before, &after)?;
        require_not_frozen(&before, &after)?;
        require_not_needed(book, &before, &after)?;
        require_no_match(book, &before, &after)?;
        move_code(book, &before, &after)?;
        after.revise(ctx);
        let (id, version) = (after.id, after.version);
        book.accounts.put(after);
        Ok((id, version))
    }

    fn apply(&self, account: &mut Account) {
        let Self { code, name, required_dimensions, .. } = self;
        account.code = code.clone().unwrap_or_else(|| account.code.clone());
        account.name = name.clone().unwrap_or_else(|| account.name.clone());
        account.account_type = self.account_type.unwrap_or(account.account_type);
        account.normal_balance = normal_balance(account.account_type);
        self.subtype.clone().apply(&mut account.subtype);
        account.is_group = self.is_group.unwrap_or(account.is_group);
        account.is_active = self.is_active.unwrap_or(account.is_active);
        let control_before = account.control_for;
        self.control_for.clone().apply(&mut account.control_for);
        account.revalue = self.revalue.unwrap_or(account.revalue);
        let begins_control = account.control_for != control_before && reconcilable_by_default(account.control_for);
        account.is_reconcilable = self.is_reconcilable.unwrap_or(account.is_reconcilable || begins_control);
        if let Some(dimensions) = required_dimensions {
            let mut dimensions = dimensions.clone();
            dimensions.sort();
            dimensions.dedup();
            account.required_dimensions = dimensions.join(" ");
        }
        account.default_dimensions = self.default_dimensions.merged_into(&account.default_dimensions, "");
        self.description.clone().apply(&mut account.description);
        self.external_id.clone().apply(&mut account.external_id);
        account.metadata = self.metadata.merged_into(&account.metadata, "{}");
    }

    /// The group above, sent or kept, fits: exists, same type, no cycle, not too deep.
    fn check_parent(&self, book: &Book, account: &mut Account, findings: &mut Findings) -> Result<(), Stop> {
        let kept = account.parent_id.map(Sought::Id);
        let sought = match &self.parent_id {
            Patch::Absent if self.account_type.is_none() => return Ok(()),
            Patch::Absent => kept,
            Patch::Null => None,
            Patch::Set(sought) => Some(sought.clone()),
        };
        account.parent_id = None;
        let Some(sought) = sought else { return Ok(()) };
        if findings.note(require_no_cycle(book, account, &sought))?.is_none() {
            return Ok(());
        }
        if let Some(parent) = findings.note(require_parent(book, &sought, account.account_type))? {
            findings.note(require_not_too_deep(book, account, parent))?;
            account.parent_id = Some(parent);
        }
        Ok(())
    }
}

fn require_no_cycle(book: &Book, account: &Account, parent: &Sought<AccountId>) -> Result<(), Stop> {
    let mut next = parent.id();
    // The bound holds for stored trees; it keeps damage from looping.
    for _ in 0..=limits::TREE_DEPTH {
        let Some(id) = next else { break };
        if id == account.id {
            let message =
                format!("account {} cannot be below itself: choose a group outside its own tree", account.code);
            return Err(Rejection::new(Code::ParentCycle, message).at("/parentId").into());
        }
        next = book.account(id)?.and_then(|above| above.parent_id);
    }
    Ok(())
}

fn require_not_too_deep(book: &Book, account: &Account, parent: AccountId) -> Result<(), Stop> {
    let mut depth = 0;
    let mut next = Some(parent);
    while let Some(id) = next.filter(|_| depth <= limits::TREE_DEPTH) {
        depth += 1;
        next = book.account(id)?.and_then(|above| above.parent_id);
    }
    let mut level = vec![account.id];
    while !level.is_empty() && depth <= limits::TREE_DEPTH {
        depth += 1;
        let mut below = Vec::new();
        for id in level {
            below.extend(book.account_children(id)?.map(|child| child.id));
        }
        level = below;
    }
    if depth <= limits::TREE_DEPTH {
        return Ok(());
    }
    let message = format!("the chart would have more than {} levels", limits::TREE_DEPTH);
    Err(Rejection::new(Code::ParentTooDeep, message).at("/parentId").into())
}

/// Refuses to change the basis of existing postings.
fn require_not_frozen(before: &Account, after: &Account) -> Result<(), Stop> {
    if !before.has_postings {
        return Ok(());
    }
    let changed = [
        ("/type", before.account_type != after.account_type),
        ("/currency", before.currency != after.currency),
        ("/controlFor", before.control_for != after.control_for),
        ("/isGroup", before.is_group != after.is_group),
    ];
    let pointers: Vec<&str> = changed.into_iter().filter(|(_, changed)| *changed).map(|(pointer, _)| pointer).collect();
    if pointers.is_empty() {
        return Ok(());
    }
    let names = pointers.iter().map(|pointer| pointer.trim_start_matches('/')).collect::<Vec<_>>().join(", ");
    let message = format!(
        "account {} has postings, so its {names} can no longer change: create another account and move the balance",
        before.code
    );
    let rejection = Rejection::new(Code::AccountFrozen, message);
    Err(pointers.into_iter().fold(rejection, Rejection::at).into())
}

/// Children and settings that rely on the account keep it from changing.
fn require_not_needed(book: &Book, before: &Account, after: &Account) -> Result<(), Stop> {
    let of_another_kind = before.account_type != after.account_type
        || before.is_group != after.is_group
        || before.control_for != after.control_for
        || before.currency != after.currency;
    if !of_another_kind {
        return Ok(());
    }
    let children = usage::children(book, before.id)?;
    if children > 0 && (before.is_group != after.is_group || before.account_type != after.account_type) {
        let accounts = counted(children, "account is", "accounts are");
        let message = format!("{accounts} below account {}: move them first", before.code);
        let pointer = if before.is_group == after.is_group { "/type" } else { "/isGroup" };
        return Err(Rejection::new(Code::AccountInUse, message)
            .at(pointer)
            .with("children", i64::try_from(children).unwrap_or(i64::MAX))
            .into());
    }
    let users = usage::references(book, before.id)?;
    if users.is_empty() {
        return Ok(());
    }
    let users_told = counted(
        users.len(),
        "setting, warehouse, category or reason refers",
        "settings, warehouses, categories or reasons refer",
    );
    let message = format!(
        "{users_told} to account {}, whose type, currency and control must therefore stay: change them first",
        before.code
    );
    Err(Rejection::new(Code::AccountInUse, message).with("references", usage::listed(&users)).into())
}

/// An account on which goods are valued stays in use, one of stock, and in base currency.
fn require_no_goods(book: &Book, before: &Account, after: &Account) -> Result<(), Stop> {
    let of_stock = Some(ControlFor::Stock);
    let pointer = match () {
        () if before.control_for != of_stock => return Ok(()),
        () if after.control_for != of_stock => "/controlFor",
        () if before.is_active && !after.is_active => "/isActive",
        // An account with postings is frozen anyway; goods without a cost leave none.
        () if before.currency != after.currency && !before.has_postings => "/currency",
        () => return Ok(()),
    };
    require_values_nothing(book, before, pointer)
}

/// A match by a person stays: open items can be switched off only without matches.
fn require_no_match(book: &Book, before: &Account, after: &Account) -> Result<(), Stop> {
    if after.is_reconcilable || !before.is_reconcilable {
        return Ok(());
    }
    let matches = book.manual_matches_of_account(before.id)?;
    if matches == 0 {
        return Ok(());
    }
    let told = counted(matches, "active match", "active matches");
    let message = format!("lines of account {} have {told}: undo them first", before.code);
    Err(Rejection::new(Code::AccountInUse, message)
        .at("/isReconcilable")
        .with("matches", matches)
        .offer(
            "matches",
            "See the active matches",
            "GET",
            format!("/accounting/matches?accountId={}&status=active&source=manual", before.id),
        )
        .into())
}

/// The new code must be free; the old one is given up.
fn move_code(book: &mut Book, before: &Account, after: &Account) -> Result<(), Stop> {
    if before.code == after.code {
        return Ok(());
    }
    if let Some(other) = book.account_by_code(&after.code)? {
        return Err(account_code_taken(&after.code, other).into());
    }
    book.account_by_code(&before.code)?;
    book.account_codes.set(before.code.clone(), None);
    book.account_codes.set(after.code.clone(), Some(after.id));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, account};

    fn update(account: &str) -> UpdateAccount {
        UpdateAccount { account: Sought::of(account), ..UpdateAccount::default() }
    }

    fn stored(stage: &Stage, code: &str) -> Account {
        stage.rows::<Account>().into_iter().find(|account| account.code == code).expect("account")
    }

    fn id_of(stage: &Stage, code: &str) -> String {
        stored(stage, code).id.to_string()
    }

    fn group(stage: &mut Stage, code: &str, account_type: AccountType, parent: Option<String>) -> String {
        let mut new = account(code, account_type, None);
        new.is_group = true;
        new.parent_id = parent.map(|id| Sought::of(&id));
        stage.run(new).expect("group").subject
    }

    fn refused(stage: &mut Stage, command: UpdateAccount) -> (Code, Vec<String>) {
        let rejection = stage.run(command).expect_err("refused");
        (rejection.code, rejection.errors.into_iter().map(|error| error.pointer).collect())
    }

    #[test]
    fn fields_merge_and_an_equal_body_writes_nothing() {
        let mut stage = Stage::new();
        for code in ["cost", "site"] {
            stage.run(crate::commands::dimensions::create::tests::dimension(code)).expect("dimension");
        }
        let id = id_of(&stage, "5000");
        let change = UpdateAccount {
            name: Some("Costs".to_owned()),
            code: Some("5001".to_owned()),
            description: Patch::Set("all of them".to_owned()),
            required_dimensions: Some(vec!["site".to_owned(), "cost".to_owned(), "site".to_owned()]),
            is_active: Some(false),
            ..update(&id)
        };
        assert_eq!(stage.run(change.clone()).expect("updated").version, 2);
        let after = stored(&stage, "5001");
        assert_eq!(
            (after.name.as_str(), after.required_dimensions.as_str(), after.is_active),
            ("Costs", "cost site", false)
        );
        for command in [change, update(&id)] {
            let reply = stage.run(command).expect("no change");
            assert_eq!((reply.version, reply.facts), (2, None));
        }
        stage.run(account("5000", AccountType::Expense, None)).expect("the old code is free");
        assert_eq!(
            refused(&mut stage, UpdateAccount { code: Some("5000".to_owned()), ..update(&id) }).0,
            Code::CodeTaken
        );
        stage.run(UpdateAccount { description: Patch::Null, ..update(&id) }).expect("cleared");
        assert_eq!(stored(&stage, "5001").description, None);
    }

    #[test]
    fn after_the_first_posting_type_currency_control_and_group_are_frozen() {
        let mut stage = Stage::new();
        stage.run(stage.sale("1", true)).expect("posted");
        let cash = id_of(&stage, "1000");
        let change = UpdateAccount {
            account_type: Some(AccountType::Liability),
            currency: Patch::Set(CurrencyRef::parse("EUR").expect("currency")),
            control_for: Patch::Set(ControlFor::Bank),
            ..update(&cash)
        };
        let frozen = ["/type", "/currency", "/controlFor"].map(str::to_owned).to_vec();
        assert_eq!(refused(&mut stage, change), (Code::AccountFrozen, frozen));
        let stock = UpdateAccount { control_for: Patch::Set(ControlFor::Stock), ..update(&cash) };
        assert_eq!(refused(&mut stage, stock).0, Code::AccountFrozen);
        let to_group = UpdateAccount { is_group: Some(true), ..update(&cash) };
        assert_eq!(refused(&mut stage, to_group).0, Code::AccountFrozen);
        stage.run(UpdateAccount { is_active: Some(false), ..update(&cash) }).expect("deactivated");
        stage.run(UpdateAccount { is_active: Some(true), ..update(&cash) }).expect("activated");
    }

    #[test]
    fn before_the_first_posting_they_may_change_and_the_normal_balance_follows() {
        let mut stage = Stage::new();
        let id = id_of(&stage, "5000");
        let change = UpdateAccount { account_type: Some(AccountType::Revenue), ..update(&id) };
        stage.run(change).expect("updated");
        assert_eq!(stored(&stage, "5000").normal_balance, crate::rows::Side::Credit);
        let misfit = UpdateAccount { control_for: Patch::Set(ControlFor::Stock), ..update(&id) };
        assert_eq!(refused(&mut stage, misfit), (Code::AccountNotUsable, vec!["/controlFor".to_owned()]));
    }

    #[test]
    fn a_parent_is_a_group_of_one_type_outside_of_the_accounts_own_tree() {
        let mut stage = Stage::new();
        let top = group(&mut stage, "5", AccountType::Expense, None);
        let middle = group(&mut stage, "50", AccountType::Expense, Some(top.clone()));
        let revenue = group(&mut stage, "4", AccountType::Revenue, None);
        let leaf = id_of(&stage, "5000");
        let under = |account: &str, parent: &str| UpdateAccount {
            parent_id: Patch::Set(Sought::of(parent)),
            ..update(account)
        };
        stage.run(under(&leaf, &middle)).expect("moved");
        for (account, parent, code) in [
            (&top, &middle, Code::ParentCycle),
            (&top, &top, Code::ParentCycle),
            (&leaf, &revenue, Code::ParentNotUsable),
            (&top, &leaf, Code::ParentCycle),
            (&revenue, &leaf, Code::ParentNotUsable),
            (&leaf, &"acc_x".to_owned(), Code::UnknownReference),
        ] {
            assert_eq!(refused(&mut stage, under(account, parent)), (code, vec!["/parentId".to_owned()]), "{parent}");
        }
        let retyped = UpdateAccount { account_type: Some(AccountType::Revenue), ..update(&leaf) };
        assert_eq!(refused(&mut stage, retyped).0, Code::ParentNotUsable);
        stage.run(UpdateAccount { parent_id: Patch::Null, ..update(&leaf) }).expect("moved to the top");
        assert_eq!(stored(&stage, "5000").parent_id, None);
    }

    #[test]
    fn a_moved_tree_counts_with_its_whole_depth() {
        let mut stage = Stage::new();
        let mut chain = vec![group(&mut stage, "5", AccountType::Expense, None)];
        for depth in 2..=7 {
            let parent = chain.last().cloned();
            chain.push(group(&mut stage, &"5".repeat(depth), AccountType::Expense, parent));
        }
        let small = group(&mut stage, "6", AccountType::Expense, None);
        group(&mut stage, "60", AccountType::Expense, Some(small.clone()));
        let move_to = |parent: &String| UpdateAccount { parent_id: Patch::Set(Sought::of(parent)), ..update(&small) };
        assert_eq!(refused(&mut stage, move_to(&chain[6])).0, Code::ParentTooDeep);
        stage.run(move_to(&chain[5])).expect("eight levels");
    }

    #[test]
    fn a_group_with_children_stays_a_group_of_its_type() {
        let mut stage = Stage::new();
        let top = group(&mut stage, "5", AccountType::Expense, None);
        group(&mut stage, "50", AccountType::Expense, Some(top.clone()));
        let no_group = UpdateAccount { is_group: Some(false), ..update(&top) };
        assert_eq!(refused(&mut stage, no_group), (Code::AccountInUse, vec!["/isGroup".to_owned()]));
        let retyped = UpdateAccount { account_type: Some(AccountType::Revenue), ..update(&top) };
        assert_eq!(refused(&mut stage, retyped), (Code::AccountInUse, vec!["/type".to_owned()]));
        assert_eq!(refused(&mut stage, update("acc_x")).0, Code::NotFound);
        let stale = UpdateAccount { if_match: Some(vec![4]), ..update(&top) };
        assert_eq!(refused(&mut stage, stale).0, Code::VersionMismatch);
    }
}
