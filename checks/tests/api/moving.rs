//! An organization moves as its log: from SQLite to PostgreSQL and back, by the command line, with the same head.

use std::path::Path;

use checks::folder::Folder;
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program, Ran, run};
use checks::server::runtime;
use checks::year::Year;
use checks::{Database, server};
use serde_json::Value;
use store::audit::take_out::take_out;

const PASSWORD: &str = "seven green umbrellas";
const INIT: [&str; 9] =
    ["init", "--organization", "Moving", "--currency", "GBP", "--username", "ada", "--password-file", "-"];
const JOURNAL: &str = "2010-01-05 Shop | Bread\n    expenses:food  £3.20  ; party: Baker\n    assets:cash\n\n\
    2010-02-06 Pay\n    assets:cash  100.00 GBP\n    income:pay\n";

fn typed(place: Place<'_>, arguments: &[&str]) -> Ran {
    run(place, &[], arguments, PASSWORD)
}

/// The head of the one organization, as `verify` found it.
fn head(place: Place<'_>) -> (String, String) {
    let report: Value = serde_json::from_str(&typed(place, &["--json", "verify"]).done().out).unwrap();
    assert_eq!(report["ok"], true);
    let one = &report["organizations"][0];
    (one["organizationId"].as_str().unwrap().to_owned(), one["hash"].as_str().unwrap().to_owned())
}

fn export(place: Place<'_>, file: &Path) {
    typed(place, &["export", "--format", "log", "--with-names", "--out", file.to_str().unwrap()]).done();
}

#[test]
fn a_log_goes_to_postgres_and_back_to_sqlite_and_its_head_stays_the_same() {
    runtime().block_on(async {
        let (home, away, back, files) = (Folder::new(), Folder::new(), Folder::new(), Folder::new());
        std::fs::create_dir_all(files.path()).unwrap();
        let (journal, first, second) =
            (files.path().join("my.journal"), files.path().join("first.log"), files.path().join("second.log"));
        std::fs::write(&journal, JOURNAL).unwrap();
        let here = Place { folder: home.path(), database_url: None };
        typed(here, &INIT).done();
        typed(here, &["import", "hledger", journal.to_str().unwrap()]).done();
        let (organization, hash) = head(here);
        let serving = Program::start(here).await;
        export(here, &first);
        typed(here, &["import", "log", first.to_str().unwrap()]).failed(3, "already writes to");
        drop(serving);
        assert!(
            typed(here, &["import", "log", first.to_str().unwrap()])
                .done()
                .out
                .contains("already exists here with this log")
        );

        let fresh = match postgres::cluster() {
            Some(cluster) => Some(FreshDatabase::empty(&cluster).await),
            None => None,
        };
        let url = fresh.as_ref().map(FreshDatabase::url);
        let there = Place { folder: away.path(), database_url: url.as_deref() };
        let path = first.to_str().unwrap();
        typed(there, &["import", "log", path, "--expect-head", "07"]).failed(2, "64 hexadecimal digits");
        typed(there, &["import", "log", path, "--expect-head", &"07".repeat(32)]).failed(1, "not with the expected");
        let moved = typed(there, &["import", "log", path, "--expect-head", &hash]);
        assert!(
            moved.done().out.contains(&format!("user add NAME --role admin --organization {organization}")),
            "{moved:?}"
        );
        assert_eq!(head(there), (organization.clone(), hash.clone()));
        assert!(typed(there, &["rebuild"]).done().out.contains("ok: all invariants hold"));
        export(there, &second);
        assert_eq!(std::fs::read(&second).unwrap(), std::fs::read(&first).unwrap(), "the same file, byte for byte");

        let home_again = Place { folder: back.path(), database_url: None };
        typed(home_again, &["import", "log", second.to_str().unwrap(), "--expect-head", &hash]).done();
        assert_eq!(head(home_again), (organization.clone(), hash));

        // Who entered there enters nothing here: the operator says who does.
        typed(home_again, &["token", "--user", "ada"]).failed(1, "there is no user ada");
        typed(home_again, &["export", "--format", "hledger"]).failed(1, "has no active administrator");
        let add = ["user", "add", "eve", "--password-file", "-", "--role"];
        typed(home_again, &[&add[..], &["clerk"]].concat()).failed(2, "has no administrator here");
        typed(home_again, &[&add[..], &["admin"]].concat()).done();
        typed(home_again, &[&["user", "add", "bob", "--password-file", "-", "--role"][..], &["clerk"]].concat()).done();
        let figures = |place: Place<'_>| {
            let out = typed(place, &["export", "--format", "hledger"]).done().out.clone();
            out.lines().filter(|line| !line.contains("as of event")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(figures(home_again), figures(here), "the same books, parties' names and all");
        typed(home_again, &["verify"]).done();
    });
}

#[test]
fn a_year_with_matches_rates_and_revaluations_goes_to_postgres_and_back_and_its_head_stays_the_same() {
    server::run(Database::Sqlite, async |app| {
        let mut year = Year::open(app).await;
        for month in 1..=12 {
            year.month(month).await;
        }
        year.end().await;
        let admin = app.as_role("admin");
        for noun in ["matches", "exchange-rates", "revaluations"] {
            assert!(admin.get(&format!("/accounting/{noun}?limit=50")).await.data().len() > 12, "{noun}");
        }
        let (files, away, back) = (Folder::new(), Folder::new(), Folder::new());
        std::fs::create_dir_all(files.path()).unwrap();
        let (first, second) = (files.path().join("first.log"), files.path().join("second.log"));
        let file = std::fs::File::create(&first).unwrap();
        take_out(&app.database, app.books.organization, true, file).await.unwrap();
        let hash: String = app.head(&app.books).await.unwrap().hash.iter().map(|byte| format!("{byte:02x}")).collect();

        let fresh = match postgres::cluster() {
            Some(cluster) => Some(FreshDatabase::empty(&cluster).await),
            None => None,
        };
        let url = fresh.as_ref().map(FreshDatabase::url);
        let there = Place { folder: away.path(), database_url: url.as_deref() };
        typed(there, &["import", "log", first.to_str().unwrap(), "--expect-head", &hash]).done();
        assert_eq!(head(there), (app.books.organization.to_string(), hash.clone()));
        assert!(typed(there, &["rebuild"]).done().out.contains("ok: all invariants hold"));
        export(there, &second);
        assert_eq!(std::fs::read(&second).unwrap(), std::fs::read(&first).unwrap(), "the same file, byte for byte");

        let home_again = Place { folder: back.path(), database_url: None };
        typed(home_again, &["import", "log", second.to_str().unwrap(), "--expect-head", &hash]).done();
        assert_eq!(head(home_again), (app.books.organization.to_string(), hash));
    });
}
