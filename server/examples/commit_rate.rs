//! How fast entries are committed without HTTP: posts through the committer alone.

use domain::batch::Work;
use domain::command::Command;
use domain::ledger::create_account::CreateAccount;
use domain::ledger::create_entry::CreateEntry;
use domain::ledger::create_fiscal_year::CreateFiscalYear;
use domain::ledger::create_journal::CreateJournal;
use domain::ledger::draft::{AccountRef, NewLine};
use domain::ledger::*;
use domain::reply::Item;
use domain::settings::create_organization::CreateOrganization;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Currency, Decimal};
use server::commit::{Request, Submitted};
use server::engine::Engine;
use std::time::Instant;

#[tokio::main]
async fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let engine = Engine::open_folder(std::path::Path::new(&dir)).unwrap();
    let (org, admin) = (OrganizationId([7; 16]), PrincipalId([1; 16]));
    let one = |c: Command| {
        let e = engine.clone();
        async move {
            match e.committer.submit(Request::of_system(org, admin, "x", Work::One(Box::new(c)))).await.unwrap() {
                Submitted::Done { mut items, .. } => match items.pop().unwrap() {
                    Item::Done(r) => r.subject,
                    o => panic!("{o:?}"),
                },
                Submitted::Rejected(r) => panic!("{r:?}"),
            }
        }
    };
    one(CreateOrganization {
        name: "x".into(),
        base_currency: Currency::parse("GBP").unwrap(),
        timezone: "UTC".into(),
        admin,
    }
    .into())
    .await;
    let mut accounts = vec![];
    for i in 0..500 {
        accounts.push(
            one(CreateAccount {
                code: format!("A{i:04}"),
                name: "a".into(),
                account_type: AccountType::Asset,
                subtype: None,
                parent: None,
                is_group: false,
                currency: None,
                control_for: None,
                revalue: None,
                required_dimensions: vec![],
                description: None,
                external_id: None,
                metadata: "{}".into(),
            }
            .into())
            .await,
        );
    }
    let journal = one(CreateJournal {
        code: "GJ".into(),
        name: "g".into(),
        journal_type: JournalType::General,
        number_pattern: None,
        reset_per: ResetPer::Year,
    }
    .into())
    .await;
    one(CreateFiscalYear {
        name: "2010".into(),
        start_date: jiff::civil::date(2010, 1, 1),
        end_date: jiff::civil::date(2010, 12, 31),
        months_per_period: 1,
        adjustment_period: false,
    }
    .into())
    .await;
    let n: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let per: usize = std::env::args().nth(3).unwrap().parse().unwrap();
    let start = Instant::now();
    let mut tasks = vec![];
    for t in 0..per {
        let (engine, accounts, journal) = (engine.clone(), accounts.clone(), journal.clone());
        tasks.push(tokio::spawn(async move {
            for i in 0..n / per {
                let k = t * 7919 + i * 31;
                let l = |a: usize, d: bool| {
                    let am = Some(Decimal { unscaled: 1000, scale: 2 });
                    NewLine {
                        account: Some(AccountRef::Id(accounts[a % 500].clone())),
                        debit: if d { am } else { None },
                        credit: if d { None } else { am },
                        ..Default::default()
                    }
                };
                let c = CreateEntry {
                    date: jiff::civil::date(2010, 12, 1 + (k % 28) as i8),
                    document_date: None,
                    journal: journal.clone(),
                    period: None,
                    post: true,
                    entry_type: EntryType::Standard,
                    description: "load".into(),
                    reference: None,
                    source: "".into(),
                    external_id: None,
                    dimensions: "".into(),
                    lines: vec![l(k, true), l(k + 17, false)],
                    metadata: "{}".into(),
                };
                let mut r = Request::of_system(
                    org,
                    admin,
                    "0193a7b2-6f10-7c3e-9c55-2b8f5a3d9e41",
                    Work::One(Box::new(c.into())),
                );
                r.receipt = Some(domain::batch::ReceiptKey {
                    key_hash: {
                        let mut b = [0; 16];
                        let h = (k as u64).wrapping_mul(0x9e3779b97f4a7c15).wrapping_add(t as u64);
                        b[..8].copy_from_slice(&h.to_be_bytes());
                        b[8..].copy_from_slice(&(i as u64 * 1000 + t as u64).to_be_bytes());
                        b
                    },
                    fingerprint: [1; 32],
                });
                engine.committer.submit(r).await.unwrap();
            }
        }));
    }
    for t in tasks {
        t.await.unwrap();
    }
    println!("{:.0}/s", n as f64 / start.elapsed().as_secs_f64());
}
