//! Rules for any sequence of requests, however it is cut into commits.

pub(crate) mod invariants;
mod settling;
mod undoing;

use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

use crate::batch::{Envelope, Outcome, ReceiptKey, Work};
use crate::book::context::Actor;
use crate::command::Command;
use crate::commands::accounts::delete::DeleteAccount;
use crate::commands::accounts::update::UpdateAccount;
use crate::commands::journal_entries::approve::ApproveEntry;
use crate::commands::journal_entries::auto_reverse::AutoReverseEntry;
use crate::commands::journal_entries::correct::{CorrectEntry, NewReplacement};
use crate::commands::journal_entries::delete::DeleteEntry;
use crate::commands::journal_entries::post::PostEntry;
use crate::commands::journal_entries::reverse::ReverseEntry;
use crate::commands::journal_entries::submit::SubmitEntry;
use crate::commands::journal_entries::update::UpdateEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::commands::journal_entries::withdraw::WithdrawEntry;
use crate::commands::parties::create::CreateParty;
use crate::commands::parties::update::UpdateParty;
use crate::commands::periods::close::ClosePeriod;
use crate::commands::periods::reopen::ReopenPeriod;
use crate::commands::warehouses::create::CreateWarehouse;
use crate::commands::warehouses::delete::DeleteWarehouse;
use crate::commands::warehouses::update::UpdateWarehouse;
use crate::model::Model;
use crate::rows::{
    Account, AccountType, Entry, EntryStatus, Match, MatchSource, MatchStatus, Party, Period, PeriodStatus,
    PrincipalKind, Row, Warehouse,
};
use crate::stock::warehouses::change::WarehouseChange;
use crate::testing::{ADMIN, Stage, account, line, party_line};
use crate::value::{Json, Patch, Sought};

/// One step of a random history; numbers pick among the rows that exist when it is taken.
#[derive(Clone, Debug)]
enum Step {
    Enter { amount: u16, day: i8, post: bool, external: Option<u8>, party: Option<u8> },
    Unbalanced,
    Post(usize),
    Void(usize),
    Reverse { entry: usize, day: i8 },
    AutoReverse(usize),
    Correct { entry: usize, amount: u16 },
    Match { first: usize, second: usize, part: Option<u8> },
    Unmatch(usize),
    Submit(usize),
    Approve(usize),
    Withdraw(usize),
    Edit { entry: usize, amount: u16, external: Option<u8> },
    Discard(usize),
    RenameAccount { account: usize, code: u8 },
    DropAccount(usize),
    AddAccount(u8),
    AddParty(u8),
    RenameParty { party: usize, name: u8 },
    CloseMonth(usize),
    ReopenMonth(usize),
    AddWarehouse(u8),
    ChangeWarehouse { warehouse: usize, code: u8, default: bool },
    DropWarehouse(usize),
}

/// The content of one request.
#[derive(Clone, Debug)]
enum Request {
    One { step: Step, key: Option<u8> },
    Many { steps: Vec<Step>, atomic: bool },
}

fn step() -> impl Strategy<Value = Step> {
    let few = prop::option::weighted(0.4, 0_u8..4);
    prop_oneof![
        14 => (1_u16..500, 1_i8..28, prop::bool::weighted(0.7), few.clone(), prop::option::weighted(0.5, 0_u8..2))
            .prop_map(|(amount, day, post, external, party)| Step::Enter { amount, day, post, external, party }),
        1 => Just(Step::Unbalanced),
        4 => any::<usize>().prop_map(Step::Post),
        4 => any::<usize>().prop_map(Step::Void),
        3 => (any::<usize>(), 1_i8..28).prop_map(|(entry, day)| Step::Reverse { entry, day }),
        3 => any::<usize>().prop_map(Step::AutoReverse),
        // Among few, so that some are corrected twice.
        5 => (0_usize..6, 1_u16..4).prop_map(|(entry, amount)| Step::Correct { entry, amount }),
        8 => (any::<usize>(), any::<usize>(), prop::option::weighted(0.3, 1_u8..100))
            .prop_map(|(first, second, part)| Step::Match { first, second, part }),
        2 => any::<usize>().prop_map(Step::Unmatch),
        1 => any::<usize>().prop_map(Step::Submit),
        4 => any::<usize>().prop_map(Step::Approve),
        1 => any::<usize>().prop_map(Step::Withdraw),
        3 => (any::<usize>(), 1_u16..500, few).prop_map(|(entry, amount, external)| Step::Edit { entry, amount, external }),
        2 => any::<usize>().prop_map(Step::Discard),
        2 => (any::<usize>(), 0_u8..4).prop_map(|(account, code)| Step::RenameAccount { account, code }),
        1 => any::<usize>().prop_map(Step::DropAccount),
        1 => (0_u8..4).prop_map(Step::AddAccount),
        1 => (0_u8..4).prop_map(Step::AddParty),
        2 => (any::<usize>(), 0_u8..4).prop_map(|(party, name)| Step::RenameParty { party, name }),
        3 => (0_usize..3).prop_map(Step::CloseMonth),
        1 => (0_usize..3).prop_map(Step::ReopenMonth),
        3 => (0_u8..4).prop_map(Step::AddWarehouse),
        2 => (any::<usize>(), 0_u8..4, any::<bool>())
            .prop_map(|(warehouse, code, default)| Step::ChangeWarehouse { warehouse, code, default }),
        2 => any::<usize>().prop_map(Step::DropWarehouse),
    ]
}

fn request() -> impl Strategy<Value = Request> {
    prop_oneof![
        4 => (step(), prop::option::weighted(0.2, 0_u8..12)).prop_map(|(step, key)| Request::One { step, key }),
        1 => (vec(step(), 1..5), any::<bool>()).prop_map(|(steps, atomic)| Request::Many { steps, atomic }),
    ]
}

/// The wire id of the row that a number picks, or one that nothing has.
fn pick<R: Row>(stage: &Stage, number: usize, id: impl Fn(&R) -> String) -> String {
    let rows = stage.rows::<R>();
    rows.get(number.checked_rem(rows.len()).unwrap_or(0)).map_or_else(|| "none".to_owned(), id)
}

fn command(stage: &Stage, step: &Step) -> Command {
    let entry = |number| pick::<Entry>(stage, number, |entry| entry.id.to_string());
    // Most random entries are drafts, mirrors or voided: steps that build upon posted ones pick among them.
    let posted = |number: usize| {
        let mut posted = stage.rows::<Entry>();
        posted.retain(|entry| entry.status == EntryStatus::Posted && entry.voids_entry_id.is_none());
        posted
            .get(number.checked_rem(posted.len()).unwrap_or(0))
            .map_or("none".to_owned(), |entry| entry.id.to_string())
    };
    let account_id = |number| pick::<Account>(stage, number, |account| account.id.to_string());
    let warehouse_id = |number| pick::<Warehouse>(stage, number, |warehouse| warehouse.id.to_string());
    let month = |number: usize| {
        let month = stage.rows::<Period>().into_iter().find(|period| period.number == number as i64 + 1);
        month.map(|period| period.id.to_string()).unwrap_or_default()
    };
    let named = |number: &u8| format!("X{number}");
    match step {
        Step::Enter { amount, day, post, external, party } => {
            let amount = amount.to_string();
            // Months differ, so that closing one meets some entries.
            let date = jiff::civil::date(2010, 1 + day % 3, *day);
            let mut new = stage.entry(date, &[("1000", &amount, "0"), ("4000", "0", &amount)], *post);
            new.auto_reverse_on = (day % 2 == 0).then(|| jiff::civil::date(2010, 5, 1));
            if let Some(party) = party {
                new.lines[0] = party_line("1100", &amount, "0", &named(party));
                // Invoices and their payments.
                if day % 2 == 0 {
                    new.lines.iter_mut().for_each(|line| std::mem::swap(&mut line.debit, &mut line.credit));
                }
            }
            new.external_id = external.as_ref().map(named);
            new.into()
        }
        Step::Unbalanced => {
            stage.entry(jiff::civil::date(2010, 6, 1), &[("1000", "2", "0"), ("4000", "0", "1")], true).into()
        }
        Step::Post(number) => PostEntry { entry: Sought::of(&entry(*number)), if_match: None }.into(),
        Step::Void(number) => {
            VoidEntry { entry: Sought::of(&entry(*number)), reason: "wrong".to_owned(), if_match: None }.into()
        }
        Step::Reverse { entry: number, day } => ReverseEntry {
            post: true,
            entry: Sought::of(&entry(*number)),
            date: jiff::civil::date(2010, 4, *day),
            reason: "late".to_owned(),
            description: None,
            if_match: None,
        }
        .into(),
        Step::AutoReverse(number) => {
            AutoReverseEntry { entry: Sought::of(&posted(*number)), as_of: jiff::civil::date(2010, 12, 31) }.into()
        }
        Step::Correct { entry: number, amount } => {
            let lines = [("1000", amount.to_string(), "0".to_owned()), ("5000", "0".to_owned(), amount.to_string())];
            let lines = lines.iter().map(|(code, debit, credit)| line(code, debit, credit)).collect();
            let replacement = NewReplacement { lines, metadata: "{}".to_owned(), ..NewReplacement::default() };
            CorrectEntry {
                entry: Sought::of(&posted(*number)),
                reason: "misread".to_owned(),
                if_match: None,
                replacement,
            }
            .into()
        }
        Step::Match { first, second, part } => settling::matched(stage, *first, *second, *part),
        Step::Unmatch(number) => settling::unmatched(stage, *number),
        Step::Submit(number) => SubmitEntry { entry: Sought::of(&entry(*number)), if_match: None }.into(),
        Step::Approve(number) => ApproveEntry { entry: Sought::of(&entry(*number)), if_match: None }.into(),
        Step::Withdraw(number) => WithdrawEntry { entry: Sought::of(&entry(*number)), if_match: None }.into(),
        Step::Edit { entry: number, amount, external } => UpdateEntry {
            entry: Sought::of(&entry(*number)),
            lines: Some(vec![line("5000", &amount.to_string(), "0"), line("4000", "0", &amount.to_string())]),
            external_id: external.as_ref().map_or(Patch::Null, |external| Patch::Set(named(external))),
            ..UpdateEntry::default()
        }
        .into(),
        Step::Discard(number) => DeleteEntry { entry: Sought::of(&entry(*number)), if_match: None }.into(),
        Step::RenameAccount { account, code } => {
            let code = ["5000", "5001", "5002", "4000"][usize::from(*code)].to_owned();
            UpdateAccount { account: Sought::of(&account_id(*account)), code: Some(code), ..UpdateAccount::default() }
                .into()
        }
        Step::DropAccount(number) => DeleteAccount { account: Sought::of(&account_id(*number)), if_match: None }.into(),
        Step::AddAccount(code) => account(&format!("500{code}"), AccountType::Expense, None).into(),
        Step::AddParty(name) => CreateParty {
            code: Some(named(name)),
            name: named(name),
            kinds: Vec::new(),
            currency: None,
            payment_terms_days: None,
            external_id: None,
            contact: "{}".to_owned(),
            metadata: "{}".to_owned(),
        }
        .into(),
        Step::RenameParty { party, name } => {
            let party = pick::<Party>(stage, *party, |party| party.id.to_string());
            let (name, code) = (Some(named(name)), Patch::Set(named(&(3 - name))));
            UpdateParty { party: Sought::of(&party), name, code, ..UpdateParty::default() }.into()
        }
        Step::CloseMonth(number) => ClosePeriod {
            period: Sought::of(&month(*number)),
            reason: Some("a test".to_owned()),
            force: true,
            if_match: None,
        }
        .into(),
        Step::ReopenMonth(number) => {
            ReopenPeriod { period: Sought::of(&month(*number)), reason: "late".to_owned(), if_match: None }.into()
        }
        Step::AddWarehouse(code) => {
            let fields =
                WarehouseChange { code: Some(named(code)), name: Some(named(code)), ..WarehouseChange::default() };
            CreateWarehouse { fields }.into()
        }
        Step::ChangeWarehouse { warehouse, code, default } => UpdateWarehouse {
            warehouse: Sought::of(&warehouse_id(*warehouse)),
            if_match: None,
            fields: WarehouseChange {
                code: Some(named(code)),
                is_default: default.then_some(true),
                metadata: Patch::Set(Json::Object(BTreeMap::from([(named(code), Json::Bool(*default))]))),
                ..WarehouseChange::default()
            },
        }
        .into(),
        Step::DropWarehouse(number) => {
            DeleteWarehouse { warehouse: Sought::of(&warehouse_id(*number)), if_match: None }.into()
        }
    }
}

/// Runs the requests one by one, and keeps them as they were sent, with their answers.
fn history(stage: &mut Stage, requests: &[Request]) -> (Vec<Envelope>, Vec<Outcome>) {
    let mut sent = Vec::new();
    let mut answers = Vec::new();
    for request in requests {
        let (work, key) = match request {
            Request::One { step, key } => (Work::One(Box::new(command(stage, step))), *key),
            Request::Many { steps, atomic } => {
                let commands = steps.iter().map(|step| command(stage, step)).collect();
                (Work::Many { atomic: *atomic, commands }, None)
            }
        };
        let actor = Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
        let mut envelope = stage.envelope(actor, work);
        envelope.receipt = key.map(|key| ReceiptKey {
            key_hash: [key / 2; 16],
            fingerprint: [key % 2; 32],
            request: "POST /".to_owned(),
        });
        answers.extend(stage.model.commit(std::slice::from_ref(&envelope), true).unwrap());
        sent.push(envelope);
    }
    (sent, answers)
}

fn rows<R: Row>(model: &Model) -> Vec<R> {
    let table = model.tables.get(R::table().name);
    table.into_iter().flat_map(BTreeMap::values).map(|cells| R::from_cells(cells).unwrap()).collect()
}

/// The tables that hold rows: whether an empty one was ever written to is no difference.
fn filled(mut model: Model) -> Model {
    model.tables.retain(|_, rows| !rows.is_empty());
    model
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_history_balances_is_gapless_and_rebuilds_and_any_cut_into_commits_gives_the_same(
        requests in vec(request(), 1..40),
        cuts in vec((1_usize..8, any::<bool>()), 40),
    ) {
        let mut stage = Stage::new();
        let before = stage.model.clone();
        let (sent, answers) = history(&mut stage, &requests);
        for answer in &answers {
            prop_assert!(!matches!(answer, Outcome::Broken(_)), "{answer:?}");
        }
        invariants::assert_all(&stage.model);
        crate::replay::tests::assert_replays(&stage.model);

        let mut again = before;
        let mut outcomes = Vec::new();
        let mut rest = sent.as_slice();
        for (size, with_hints) in cuts {
            let (now, later) = rest.split_at(size.min(rest.len()));
            outcomes.extend(again.commit(now, with_hints).unwrap());
            rest = later;
        }
        prop_assert_eq!(outcomes, answers);
        prop_assert_eq!(filled(again), filled(stage.model));
    }
}

#[test]
fn the_histories_meet_what_they_are_meant_to_meet() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let (mut done, mut refused, mut voided, mut closed) = (0, BTreeMap::new(), 0, 0);
    let (mut replaced, mut scheduled, mut settled, mut unsettled) = (0, 0, 0, 0);
    for _ in 0..60 {
        let requests = vec(request(), 40..60).new_tree(&mut runner).unwrap().current();
        let mut stage = Stage::new();
        let (_, answers) = history(&mut stage, &requests);
        for answer in answers {
            match answer {
                Outcome::Done { .. } => done += 1,
                Outcome::Rejected(why) => *refused.entry(why.code.name()).or_insert(0) += 1,
                Outcome::Broken(why) => panic!("{why}"),
            }
        }
        let entries = rows::<Entry>(&stage.model);
        replaced += entries.iter().filter(|entry| entry.corrects_entry_id.is_some()).count();
        scheduled +=
            entries.iter().filter(|entry| entry.auto_reverse_on.and(entry.reversed_by_entry_id).is_some()).count();
        let matches = rows::<Match>(&stage.model).into_iter().filter(|made| made.source == MatchSource::Manual);
        let (active, undone): (Vec<_>, Vec<_>) = matches.partition(|made| made.status == MatchStatus::Active);
        settled += active.len();
        unsettled += undone.len();
        voided += rows::<Entry>(&stage.model).iter().filter(|entry| entry.status == EntryStatus::Voided).count();
        closed += rows::<Period>(&stage.model).iter().filter(|period| period.status == PeriodStatus::Closed).count();
    }
    let seen: Vec<&str> = refused.keys().copied().collect();
    for code in [
        "account_in_use",
        "code_taken",
        "duplicate_external_id",
        "entry_already_corrected",
        "entry_already_reversed",
        "entry_already_voided",
        "entry_has_matched_lines",
        "entry_is_void",
        "entry_not_draft",
        "entry_not_pending",
        "entry_not_posted",
        "entry_unbalanced",
        "idempotency_key_reused",
        "line_not_open",
        "lines_not_matchable",
        "not_found",
        "nothing_to_correct",
        "period_closed",
        "period_not_ready",
        "period_state",
        "unknown_reference",
        "warehouse_is_default",
    ] {
        assert!(refused.contains_key(code), "no history met {code}, only {seen:?}");
    }
    let all = done + refused.values().sum::<usize>();
    assert!(done * 3 > all, "only {done} of {all} requests were carried out");
    assert!(voided > 30 && closed > 5, "{voided} voids, {closed} closed months");
    assert!(settled > 5 && unsettled > 0, "{settled} matches, {unsettled} undone");
    assert!(replaced > 30 && scheduled > 5, "{replaced} corrections, {scheduled} scheduled reversals");
}

#[test]
fn an_atomic_batch_that_misses_a_row_halfway_is_decided_again_and_not_broken() {
    let mut stage = Stage::new();
    let unchanged = pick::<Account>(&stage, 0, |account| account.id.to_string());
    let commands = vec![
        stage.sale("1", true).into(),
        UpdateAccount { account: Sought::of(&unchanged), ..UpdateAccount::default() }.into(),
    ];
    let actor = Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
    let envelope = stage.envelope(actor, Work::Many { atomic: true, commands });
    let outcome = stage.model.commit(&[envelope], false).unwrap().remove(0);
    assert!(matches!(outcome, Outcome::Done { ref items, .. } if items.len() == 2), "{outcome:?}");
}
