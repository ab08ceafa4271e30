//! Accounts, parties and journals.

use domain::command::Command;
use domain::commands::accounts::create::CreateAccount;
use domain::commands::accounts::delete::DeleteAccount;
use domain::commands::accounts::update::UpdateAccount;
use domain::commands::chart::import::{ChartAccount, ImportChart};
use domain::commands::journals::create::CreateJournal;
use domain::commands::journals::update::UpdateJournal;
use domain::commands::parties::create::CreateParty;
use domain::commands::parties::delete::DeleteParty;
use domain::commands::parties::merge::MergeParty;
use domain::commands::parties::update::UpdateParty;
use domain::rows::{AccountSubtype, AccountType, ControlFor, JournalType, Party, PartyKind, ResetPer};
use domain::value::id::AccountId;
use domain::value::{CurrencyRef, Patch, Sought};

use super::{dimensions, id, if_match, movements, object, oversized, patch};
use crate::simulate::random::Random;
use crate::simulate::world::{KnownAccount, World};

/// Accounts that are kept at most, so that look-ups stay cheap.
const ACCOUNTS: usize = 200;

/// The chart that every run begins with.
#[must_use]
pub fn opening_accounts() -> Vec<CreateAccount> {
    let leaf = |code: &str, account_type, control_for| CreateAccount { control_for, ..account_of(code, account_type) };
    vec![
        leaf("1000", AccountType::Asset, None),
        leaf("1010", AccountType::Asset, Some(ControlFor::Bank)),
        leaf("1100", AccountType::Asset, Some(ControlFor::Receivable)),
        leaf("1200", AccountType::Asset, Some(ControlFor::Stock)),
        leaf("2100", AccountType::Liability, Some(ControlFor::Payable)),
        leaf("3000", AccountType::Equity, None),
        leaf("4000", AccountType::Revenue, None),
        leaf("5000", AccountType::Expense, None),
        CreateAccount { currency: CurrencyRef::parse("USD"), ..account_of("1900", AccountType::Asset) },
        CreateAccount { subtype: Some(AccountSubtype::FxGainLoss), ..account_of("7000", AccountType::Expense) },
        CreateAccount { subtype: Some(AccountSubtype::Rounding), ..account_of("7010", AccountType::Expense) },
        CreateAccount { is_group: true, ..account_of("1", AccountType::Asset) },
        CreateAccount { is_group: true, ..account_of("5", AccountType::Expense) },
        leaf("6000", AccountType::Expense, None),
    ]
}

/// The code of the account that takes the results of years.
pub const RETAINED_EARNINGS: &str = "3100";

/// That account.
#[must_use]
pub fn retained_earnings() -> CreateAccount {
    let subtype = Some(AccountSubtype::RetainedEarnings);
    CreateAccount { subtype, ..account_of(RETAINED_EARNINGS, AccountType::Equity) }
}

pub fn account_of(code: &str, account_type: AccountType) -> CreateAccount {
    CreateAccount {
        code: code.to_owned(),
        name: format!("Account {code}"),
        account_type,
        subtype: None,
        parent_id: None,
        is_group: false,
        currency: None,
        control_for: None,
        revalue: None,
        is_reconcilable: None,
        required_dimensions: Vec::new(),
        default_dimensions: String::new(),
        description: None,
        external_id: None,
        metadata: "{}".to_owned(),
    }
}

/// Creates, updates or deletes an account.
pub fn account(random: &mut Random, world: &mut World) -> Command {
    let full = world.accounts.len() >= ACCOUNTS;
    match random.weighed(&[if full { 0 } else { 45 }, 40, 15, 8]) {
        3 => import(random, world).into(),
        0 => create(random, world).into(),
        1 => update(random, world).into(),
        _ => {
            let known = ids_of(world, |account| !is_of_goods(account));
            DeleteAccount { account: id(random, &known, &world.foreign), if_match: if_match(random) }.into()
        }
    }
}

/// A small chart: new accounts, one that is there, at times a parent that is not.
fn import(random: &mut Random, world: &mut World) -> ImportChart {
    let account_type = random.one(&[AccountType::Asset, AccountType::Expense]);
    let mut accounts: Vec<ChartAccount> = Vec::new();
    for _ in 0..=random.below(3) {
        let parent = accounts.last().filter(|last| last.is_group).map(|last| last.code.clone());
        accounts.push(ChartAccount {
            code: code(random, world),
            name: format!("Of a chart {}", random.below(50)),
            account_type,
            subtype: None,
            parent_code: if random.chance(5) { Some("nowhere".to_owned()) } else { parent },
            is_group: random.chance(50),
            currency: None,
            control_for: None,
            revalue: None,
            is_reconcilable: None,
            required_dimensions: Vec::new(),
            default_dimensions: random.maybe(4, |random| dimensions::text(random, world)).unwrap_or_default(),
            description: None,
            is_active: random.chance(80),
        });
    }
    if random.chance(50) {
        accounts.reverse();
    }
    ImportChart { accounts }
}

fn ids(world: &World) -> Vec<String> {
    ids_of(world, |_| true)
}

fn ids_of(world: &World, is_meant: impl Fn(&KnownAccount) -> bool) -> Vec<String> {
    world.accounts.iter().filter(|account| is_meant(account)).map(|account| account.id.clone()).collect()
}

/// Whether movements of goods need it as the opening made it.
fn is_of_goods(account: &KnownAccount) -> bool {
    movements::ACCOUNTS.iter().any(|(code, ..)| *code == account.code)
        || ["1200", "5000", "6000"].contains(&account.code.as_str())
}

/// Any but those that only one account may have for goods to move.
fn subtype(random: &mut Random) -> AccountSubtype {
    let free = |subtype: &&AccountSubtype| movements::ACCOUNTS.iter().all(|(_, _, of_goods, _)| of_goods != *subtype);
    let free: Vec<AccountSubtype> = AccountSubtype::ALL.iter().filter(free).copied().collect();
    random.one(&free)
}

/// A code that is free, or at times one that is not.
fn code(random: &mut Random, world: &mut World) -> String {
    let taken = random.maybe(8, |random| random.pick(&world.accounts).map(|account| account.code.clone()));
    let respelt =
        taken.flatten().map(|name| if random.chance(50) { format!(" {}", name.to_uppercase()) } else { name });
    respelt.unwrap_or_else(|| format!("{}", 10_000 + world.number()))
}

/// A group: often the last one made, so that trees grow deep.
fn group(random: &mut Random, world: &World, account_type: AccountType) -> Sought<AccountId> {
    let fits = |account: &&KnownAccount| account.is_group && account.account_type == account_type;
    let groups: Vec<String> = world.accounts.iter().filter(fits).map(|account| account.id.clone()).collect();
    match random.below(10) {
        0 => id(random, &ids(world), &world.foreign),
        1..=5 => Sought::of(&groups.last().cloned().unwrap_or_default()),
        _ => id(random, &groups, &world.foreign),
    }
}

fn create(random: &mut Random, world: &mut World) -> CreateAccount {
    let account_type =
        random.one(&[AccountType::Asset, AccountType::Asset, AccountType::Expense, AccountType::Revenue]);
    let mut made = account_of(&code(random, world), account_type);
    made.is_group = random.chance(35);
    made.parent_id = random.maybe(60, |random| group(random, world, account_type));
    made.subtype = random.maybe(40, subtype);
    made.control_for = random.maybe(15, |random| random.one(ControlFor::ALL));
    made.currency = random.maybe(5, |_| CurrencyRef::parse("USD")).flatten();
    made.required_dimensions = random.maybe(5, |_| vec!["country".to_owned(), "team".to_owned()]).unwrap_or_default();
    made.description = random.maybe(10, |_| "Grüße 🧾".to_owned());
    made
}

fn update(random: &mut Random, world: &mut World) -> UpdateAccount {
    // The accounts that most entries post to keep their code and stay active.
    let all = ids_of(world, |account| !is_of_goods(account));
    let spared = random.chance(15);
    let known = if spared { &all[..all.len().min(6)] } else { all.get(6..).unwrap_or_default() };
    let of = random.one(&[AccountType::Asset, AccountType::Expense]);
    UpdateAccount {
        account: id(random, known, &world.foreign),
        if_match: if_match(random),
        code: random.maybe(15, |random| code(random, world)).filter(|_| !spared),
        name: random.maybe(40, |random| format!("Renamed {}", random.below(50))),
        account_type: random.maybe(6, |random| random.one(AccountType::ALL)),
        subtype: patch(random, 10, subtype),
        parent_id: patch(random, 25, |random| group(random, world, of)),
        is_group: random.maybe(5, |random| random.chance(50)),
        currency: patch(random, 4, |_| CurrencyRef::parse("GBP").unwrap_or_else(|| panic!("GBP is a code"))),
        is_active: random.maybe(20, |random| random.chance(80)).filter(|_| !spared),
        control_for: patch(random, 5, |random| random.one(ControlFor::ALL)),
        revalue: random.maybe(5, |random| random.chance(50)),
        is_reconcilable: random.maybe(5, |random| random.chance(70)),
        required_dimensions: random
            .maybe(4, |random| {
                let codes: &[&str] = random.one(&[&[][..], &["country"], &["team"], &["country", "planet"]]);
                codes.iter().map(|&code| code.to_owned()).collect()
            })
            .filter(|_| !spared),
        default_dimensions: if spared {
            Patch::Absent
        } else {
            patch(random, 5, |random| {
                domain::value::Json::parse(&dimensions::text(random, world))
                    .unwrap_or_else(|_| domain::value::Json::Object([].into()))
            })
        },
        description: patch(random, 10, |_| "described".to_owned()),
        external_id: patch(random, 5, |_| "ext".to_owned()),
        metadata: patch(random, 10, object),
    }
}

/// Creates, changes, merges or deletes a party, or creates or updates a journal.
pub fn party_or_journal(random: &mut Random, world: &mut World) -> Command {
    let few = world.journals.len() < 12;
    match random.weighed(&[45, 20, if few { 12 } else { 0 }, 13, 6, 4]) {
        0 => create_party(random, world).into(),
        1 => update_party(random, world).into(),
        2 => {
            let number = world.number();
            let mut made = journal(if random.chance(15) { random.below(3) } else { number });
            made.number_pattern =
                random.maybe(30, |random| random.one(&["X{seq}", "{year}/{seq:4}", "bad{", ""]).to_owned());
            made.into()
        }
        4 => merge_party(random, world).into(),
        5 => {
            // Mostly one that nothing has named yet: there is none for long.
            let unused = world.rows::<Party>().into_iter().find(|party| !party.is_used);
            if let Some(party) = unused.filter(|_| random.chance(70)) {
                return DeleteParty { party: Sought::Id(party.id), if_match: None }.into();
            }
            let known: Vec<String> = world.parties.iter().map(|party| party.0.clone()).collect();
            DeleteParty { party: id(random, &known, &world.foreign), if_match: if_match(random) }.into()
        }
        _ => update_journal(random, world).into(),
    }
}

/// A journal: the first ones restart in each of the possible ways.
#[must_use]
pub fn journal(number: usize) -> CreateJournal {
    CreateJournal {
        code: format!("J{number}"),
        name: format!("Journal {number}"),
        journal_type: JournalType::ALL[number % JournalType::ALL.len()],
        number_pattern: None,
        reset_per: ResetPer::ALL[number % ResetPer::ALL.len()],
    }
}

fn update_journal(random: &mut Random, world: &mut World) -> UpdateJournal {
    // The first two are spared, so that entries find a journal.
    let known = world.journals.get(2..).unwrap_or_default();
    let number = world.next + 500;
    UpdateJournal {
        journal: id(random, known, &world.foreign),
        if_match: if_match(random),
        code: random.maybe(15, |random| format!("J{}", if random.chance(40) { 1 } else { number })),
        name: random.maybe(40, |_| "Renamed".to_owned()),
        number_pattern: random.maybe(10, |_| format!("N{number}-{{year}}-{{month}}-{{seq:3}}")),
        reset_per: None,
        is_active: random.maybe(50, |random| random.chance(80)),
    }
}

/// A name that is free, or at times one that is not.
fn name(random: &mut Random, world: &mut World) -> String {
    let taken = random.maybe(10, |random| random.pick(&world.parties).map(|party| party.1.clone()));
    taken.flatten().unwrap_or_else(|| format!("Party {}", world.number()))
}

fn party_code(random: &mut Random) -> String {
    format!("P{}", random.below(400))
}

fn terms(random: &mut Random) -> i64 {
    if random.chance(5) { 4_000 } else { 30 }
}

fn kinds(random: &mut Random) -> Vec<PartyKind> {
    vec![random.one(PartyKind::ALL), random.one(PartyKind::ALL)]
}

fn create_party(random: &mut Random, world: &mut World) -> CreateParty {
    CreateParty {
        code: random.maybe(40, party_code),
        name: name(random, world),
        kinds: kinds(random),
        currency: random.maybe(20, |_| CurrencyRef::parse("EUR")).flatten(),
        payment_terms_days: random.maybe(30, terms),
        external_id: random.maybe(10, |_| "crm".to_owned()),
        contact: random.one(&["{}", r#"{"email":"a@b.example"}"#]).to_owned(),
        metadata: "{}".to_owned(),
    }
}

fn merge_party(random: &mut Random, world: &mut World) -> MergeParty {
    let known: Vec<String> = world.parties.iter().map(|party| party.0.clone()).collect();
    MergeParty {
        party: id(random, &known, &world.foreign),
        into: id(random, &known, &world.foreign),
        reason: "the same".to_owned(),
        if_match: if_match(random),
    }
}

fn update_party(random: &mut Random, world: &mut World) -> UpdateParty {
    let known: Vec<String> = world.parties.iter().map(|party| party.0.clone()).collect();
    UpdateParty {
        party: id(random, &known, &world.foreign),
        if_match: if_match(random),
        code: patch(random, 25, party_code),
        name: random.maybe(25, |random| name(random, world)),
        kinds: random.maybe(15, kinds),
        currency: Patch::Absent,
        payment_terms_days: patch(random, 15, terms),
        is_active: random.maybe(15, |random| random.chance(70)),
        external_id: patch(random, 5, |_| "crm2".to_owned()),
        contact: patch(random, 20, object),
        metadata: patch(random, 8, |random| if random.chance(10) { oversized() } else { object(random) }),
    }
}
