//! Two processes on one PostgreSQL database: counts and revocations by one of them are known to the other.

use std::future::IntoFuture;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use checks::folder::Folder;
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program, run};
use checks::server::runtime;
use checks::{Answer, Caller, entry};
use domain::value::Instant;
use reqwest::Method;
use serde_json::{Value, json};
use server::auth::throttle;
use store::Database;
use store::operational::login_throttles;

use crate::{movements, reservations};

const PASSWORD: &str = "seven green umbrellas";

/// Two nodes of one database, in which `ada` administers the only organization.
struct Nodes {
    one: Program,
    other: Program,
    database: Database,
    folder: Folder,
    fresh: FreshDatabase,
}

impl Nodes {
    /// `None` where there is no test cluster.
    async fn start() -> Option<Self> {
        let Some(cluster) = postgres::cluster() else {
            println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
            return None;
        };
        let (folder, fresh) = (Folder::new(), FreshDatabase::empty(&cluster).await);
        let url = fresh.url();
        let place = Place { folder: folder.path(), database_url: Some(&url) };
        let init = ["init", "--organization", "Ada", "--username", "ada", "--password-file", "-"];
        run(place, &[], &init, PASSWORD).done();
        let (one, other) = (Program::start(place).await, Program::start(place).await);
        let options = store::postgres::Options::default();
        let database = Database::open_postgres(&store::postgres::parse(&url).unwrap(), &options).await.unwrap();
        Some(Self { one, other, database, folder, fresh })
    }

    /// Runs a command of the operator while the nodes run.
    fn operator(&self, arguments: &[&str]) -> String {
        let url = self.fresh.url();
        let place = Place { folder: self.folder.path(), database_url: Some(&url) };
        run(place, &[], arguments, "").done().out.clone()
    }

    async fn stop(self) {
        self.database.close().await.unwrap();
    }
}

fn client(node: &Program, token: Option<String>) -> Caller {
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(60)).build().unwrap();
    Caller::new(http, &node.url, token)
}

async fn sign_in(node: &Program, password: &str) -> Answer {
    let body = json!({"grant_type": "password", "username": "ada", "password": password});
    client(node, None).post("/auth/token", &body).await
}

#[test]
fn of_two_nodes_that_load_the_demo_at_once_one_loads_it_and_the_other_finds_it() {
    runtime().block_on(async {
        let Some(cluster) = postgres::cluster() else {
            return println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
        };
        let (folder, fresh) = (Folder::new(), FreshDatabase::empty(&cluster).await);
        let url = fresh.url();
        let load = || {
            let (folder, url) = (folder.path().to_owned(), url.clone());
            tokio::task::spawn_blocking(move || {
                let place = Place { folder: &folder, database_url: Some(&url) };
                run(place, &[], &["--json", "demo", "--load-only"], "").done().out.clone()
            })
        };
        let (one, other) = tokio::join!(load(), load());
        let posted = |told: String| {
            let told: Value = serde_json::from_str(&told).unwrap();
            told["import"]["posted"].as_i64().unwrap()
        };
        let mut posted = [posted(one.unwrap()), posted(other.unwrap())];
        posted.sort_unstable();
        assert!(posted[0] == 0 && posted[1] > 0, "{posted:?}");
        let place = Place { folder: folder.path(), database_url: Some(&url) };
        run(place, &[], &["verify"], "").done();
    });
}

#[test]
fn failed_sign_ins_are_counted_together_and_delay_on_every_node() {
    runtime().block_on(async {
        let Some(nodes) = Nodes::start().await else { return };
        let subject = throttle::subject("ada", IpAddr::V4(Ipv4Addr::LOCALHOST));
        let failures = async || {
            let found = login_throttles::get(&mut nodes.database.snapshot().await.unwrap(), &subject).await.unwrap();
            found.map_or(0, |found| found.failures)
        };
        for node in [&nodes.one, &nodes.other, &nodes.other, &nodes.one] {
            sign_in(node, "wrong wrong wrong").await.expect(401).code("invalid_credentials");
        }
        assert_eq!(failures().await, 4);
        // A fifth would wait a second; a dozen waits minutes, which no machine is too slow to see.
        for _ in 0..8 {
            login_throttles::note_failure(&nodes.database, &subject, server::commit::now(), Instant(0)).await.unwrap();
        }
        for node in [&nodes.one, &nodes.other] {
            let refused = sign_in(node, PASSWORD).await;
            refused.expect(429).code("too_many_requests");
            assert!(refused.header("retry-after").parse::<u64>().unwrap() > 60, "{}", refused.header("retry-after"));
        }
        assert_eq!(failures().await, 12, "who waits is not counted");
        login_throttles::clear(&nodes.database, &subject).await.unwrap();
        sign_in(&nodes.one, "wrong wrong wrong").await.expect(401);
        sign_in(&nodes.other, PASSWORD).await.expect(200);
        assert_eq!(failures().await, 0, "a success clears them");
        nodes.stop().await;
    });
}

#[test]
fn what_one_node_revokes_no_other_node_reads_with_and_soon_none_writes_with() {
    runtime().block_on(async {
        let Some(nodes) = Nodes::start().await else { return };
        for number in 0..3 {
            let signed_in = sign_in(&nodes.one, PASSWORD).await;
            let access = signed_in.expect(200).field("access_token");
            let (here, there) = (client(&nodes.one, Some(access.clone())), client(&nodes.other, Some(access.clone())));
            let write = |name: String| there.post("/warehouses", &json!({"code": name, "name": "London"}));
            write(format!("A{number}")).await.expect(201);
            there.get("/warehouses").await.expect(200);
            if number == 0 {
                let token = signed_in.field("refresh_token");
                client(&nodes.one, None).post("/auth/revoke", &json!({"token": token})).await.expect(200);
            } else {
                here.delete("/auth/session").await.expect(204);
            }
            there.get("/warehouses").await.expect(401).code("token_revoked");
            here.get("/warehouses").await.expect(401).code("token_revoked");
            // State outside the books counts for the writes of another node within a second.
            let mut late = 0;
            while write(format!("B{number}{late}")).await.status != 401 {
                late += 1;
                assert!(late < 10_000, "the other node never learns of it");
            }
        }

        // Rights are in the books: decided with the write itself, on whichever node.
        let body = json!({"username": "bob", "password": PASSWORD, "roles": ["admin"]});
        let admin = client(&nodes.one, Some(sign_in(&nodes.one, PASSWORD).await.expect(200).field("access_token")));
        let bob = admin.post("/users", &body).await.expect(201).id();
        let bobs = |password: &str| {
            let body = json!({"grant_type": "password", "username": "bob", "password": password});
            client(&nodes.other, None).post("/auth/token", &body)
        };
        let own = "five slow barges";
        let change = json!({"currentPassword": PASSWORD, "newPassword": own});
        let first = client(&nodes.other, Some(bobs(PASSWORD).await.expect(200).field("access_token")));
        first.post("/auth/password", &change).await.expect(204);
        let token = bobs(own).await.expect(200).field("access_token");
        let there = client(&nodes.other, Some(token));
        there.post("/warehouses", &json!({"code": "C1", "name": "London"})).await.expect(201);
        admin.put(&format!("/users/{bob}"), &json!({"isActive": false})).await.expect(204);
        // The sign-in has ended, too, which a write there may learn a second later.
        let refused = there.post("/warehouses", &json!({"code": "C2", "name": "London"})).await;
        assert!(matches!(refused.status, 401 | 403), "{}", refused.text());
        there.get("/warehouses").await.expect(401).code("token_revoked");
        nodes.stop().await;
    });
}

#[test]
fn what_a_withdrawn_key_signed_every_running_node_refuses_and_knows_the_new_one_at_once() {
    runtime().block_on(async {
        let Some(nodes) = Nodes::start().await else { return };
        let old = sign_in(&nodes.one, PASSWORD).await.expect(200).field("access_token");
        let minted = nodes.operator(&["token", "--user", "ada"]);
        let old = [old, minted];
        for (node, token) in [(&nodes.one, &old[0]), (&nodes.other, &old[0]), (&nodes.other, &old[1])] {
            client(node, Some(token.clone())).get("/warehouses").await.expect(200);
        }
        let keys: serde_json::Value = serde_json::from_str(&nodes.operator(&["--json", "keys", "list"])).unwrap();
        nodes.operator(&["keys", "withdraw", keys[0]["kid"].as_str().unwrap()]);
        for node in [&nodes.one, &nodes.other] {
            for token in &old {
                client(node, Some(token.clone())).get("/warehouses").await.expect(401).code("token_revoked");
            }
        }
        let fresh = sign_in(&nodes.one, PASSWORD).await.expect(200).field("access_token");
        for node in [&nodes.one, &nodes.other] {
            client(node, Some(fresh.clone())).get("/warehouses").await.expect(200);
        }
        nodes.stop().await;
    });
}

#[test]
fn of_approvals_on_two_nodes_at_once_one_wins_and_numbers_have_no_gap() {
    runtime().block_on(async {
        let Some(nodes) = Nodes::start().await else { return };
        let token = sign_in(&nodes.one, PASSWORD).await.expect(200).field("access_token");
        let (here, there) = (client(&nodes.one, Some(token.clone())), client(&nodes.other, Some(token)));
        here.post("/accounting/fiscal-years", &json!({"name": "2010", "startDate": "2010-01-01"})).await.expect(201);
        let journal = json!({"code": "GJ", "name": "General", "type": "general"});
        let journal = here.post("/accounting/journals", &journal).await.expect(201).id();
        for (code, kind) in [("1000", "asset"), ("4000", "revenue")] {
            here.post("/accounting/accounts", &json!({"code": code, "name": code, "type": kind})).await.expect(201);
        }
        there.post("/accounting/approval-policies", &json!({"name": "All"})).await.expect(201);
        here.post("/accounting/journal-entries", &entry(&journal, "5.00").json()).await.expect(409);
        for number in 1..=10 {
            let id = here.post_entry(&entry(&journal, "5.00").draft()).await;
            let path = |verb: &str| format!("/accounting/journal-entries/{id}/{verb}");
            there.ask(Method::POST, &path("submit")).await.expect(204);
            let (one, other) = tokio::join!(
                here.ask(Method::POST, &path("approve")).into_future(),
                there.ask(Method::POST, &path("approve")).into_future()
            );
            let refused = if one.status == 204 { &other } else { &one };
            refused.expect(409).code("entry_not_pending");
            assert_eq!(one.status.min(other.status), 204);
            assert_eq!(there.entry(&id).await["number"], format!("GJ-2010-{number:06}"));
        }
        nodes.stop().await;
    });
}

#[test]
fn a_year_that_two_nodes_close_at_once_is_closed_by_one_of_them_with_one_entry() {
    runtime().block_on(async {
        let Some(nodes) = Nodes::start().await else { return };
        let token = sign_in(&nodes.one, PASSWORD).await.expect(200).field("access_token");
        let (here, there) = (client(&nodes.one, Some(token.clone())), client(&nodes.other, Some(token)));
        for (code, kind, subtype) in
            [("1000", "asset", "cash"), ("3100", "equity", "retainedEarnings"), ("4000", "revenue", "revenue")]
        {
            let account = json!({"code": code, "name": code, "type": kind, "subtype": subtype});
            here.post("/accounting/accounts", &account).await.expect(201);
        }
        let journal = json!({"code": "YEAR", "name": "Closing", "type": "closing"});
        let journal = here.post("/accounting/journals", &journal).await.expect(201).id();
        let year = json!({"name": "2010", "startDate": "2010-01-01", "periodFrequency": "quarterly"});
        let year = here.post("/accounting/fiscal-years", &year).await.expect(201).json();
        there.post_entry(&checks::entry(&journal, "5.00")).await;
        for period in year["periods"].as_array().unwrap() {
            let path = format!("/accounting/periods/{}/close", period["id"].as_str().unwrap());
            here.post(&path, &json!({})).await.expect(204);
        }
        let path = format!("/accounting/fiscal-years/{}/close", year["id"].as_str().unwrap());
        let (one, other) =
            tokio::join!(async { here.post(&path, &json!({})).await }, async { there.post(&path, &json!({})).await });
        let (won, lost) = if one.status == 204 { (one, other) } else { (other, one) };
        won.expect(204);
        let closing = lost.expect(409).code("fiscal_year_state").json()["context"]["closingEntryId"].clone();
        assert!(won.header("location").ends_with(closing.as_str().unwrap()));
        let entries = there.get("/accounting/journal-entries?entryType=closing").await.data();
        assert_eq!(entries.len(), 1);
        // The next year was created once, and the other node refuses postings to a period that one node closed.
        assert_eq!(there.get("/accounting/fiscal-years").await.data().len(), 2);
        let late = checks::entry(&journal, "5.00").json();
        for node in [&here, &there] {
            node.post("/accounting/journal-entries", &late).await.expect(409).code("period_closed");
        }
        nodes.stop().await;
    });
}

#[test]
fn two_nodes_that_post_a_scheduled_reversal_at_once_post_it_once() {
    runtime().block_on(async {
        let Some(nodes) = Nodes::start().await else { return };
        let token = sign_in(&nodes.one, PASSWORD).await.expect(200).field("access_token");
        let (here, there) = (client(&nodes.one, Some(token.clone())), client(&nodes.other, Some(token)));
        // A year ahead, so that neither node posts anything by itself meanwhile.
        let year = json!({"name": "2049", "startDate": "2049-01-01", "endDate": "2049-12-31"});
        here.post("/accounting/fiscal-years", &year).await.expect(201);
        for (code, kind) in [("1000", "asset"), ("5000", "expense")] {
            let account = json!({"code": code, "name": code, "type": kind});
            here.post("/accounting/accounts", &account).await.expect(201);
        }
        let journal = json!({"code": "GJ", "name": "General", "type": "general"});
        let journal = here.post("/accounting/journals", &journal).await.expect(201).id();
        let lines = json!([{"accountCode": "5000", "debit": "9"}, {"accountCode": "1000", "credit": "9"}]);
        let accrual = json!({"date": "2049-01-31", "journalId": journal, "status": "posted", "autoReverseOn": "2049-02-01", "lines": lines});
        for round in 1..=5 {
            let id = here.post("/accounting/journal-entries", &accrual).await.expect(201).id();
            let (path, body) = ("/accounting/auto-reversals/run", json!({"asOf": "2049-02-28"}));
            let (one, other) = tokio::join!(here.post(path, &body), there.post(path, &body));
            let posted = |answer: &Answer| answer.expect(200).json()["posted"].as_array().unwrap().len();
            assert_eq!(posted(&one) + posted(&other), 1, "round {round}: {} and {}", one.text(), other.text());
            let reversals = there.get("/accounting/journal-entries?entryType=reversal").await.data();
            assert_eq!(reversals.len(), round);
            assert!(there.entry(&id).await["reversedByEntryId"].is_string());
        }
        nodes.stop().await;
    });
}

#[test]
fn of_a_hundred_issues_of_the_last_piece_on_two_nodes_one_wins_and_the_others_learn_what_is_there() {
    runtime().block_on(async {
        let Some(nodes) = Nodes::start().await else { return };
        let token = sign_in(&nodes.one, PASSWORD).await.json()["access_token"].as_str().unwrap().to_owned();
        let admin = client(&nodes.one, Some(token.clone()));
        keep_stock(&admin).await;
        let line = json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00"});
        admin.post("/inventory/movements", &movements::movement("receipt", "2010-01-02", line)).await.expect(201);
        let issue = movements::movement("issue", "2010-01-03", json!({"sku": "APPLE", "quantity": "1"}));
        let running: Vec<_> = (0..100)
            .map(|number| {
                let node = if number % 2 == 0 { &nodes.one } else { &nodes.other };
                let ask = client(node, Some(token.clone())).post("/inventory/movements", &issue);
                tokio::spawn(async move { ask.await })
            })
            .collect();
        let mut won = 0;
        for one in running {
            let answer = one.await.unwrap();
            if answer.status == 201 {
                won += 1;
                continue;
            }
            answer.expect(409).code("insufficient_stock");
            assert_eq!(answer.json()["context"]["available"], "0");
        }
        assert_eq!(won, 1);
        nodes.stop().await;
    });
}

#[test]
fn of_a_hundred_issues_and_reservations_of_the_last_piece_on_two_nodes_one_wins_and_the_others_learn_what_is_available()
{
    runtime().block_on(async {
        let Some(nodes) = Nodes::start().await else { return };
        let token = sign_in(&nodes.one, PASSWORD).await.json()["access_token"].as_str().unwrap().to_owned();
        let admin = client(&nodes.one, Some(token.clone()));
        keep_stock(&admin).await;
        let clients = [&nodes.one, &nodes.other].map(|node| client(node, Some(token.clone())));
        for _ in 0..3 {
            reservations::race_for_the_last_piece(&clients).await;
        }
        nodes.stop().await;
    });
}

/// Books that take movements of goods.
async fn keep_stock(admin: &Caller) {
    let year = json!({"name": "2010", "startDate": "2010-01-01"});
    admin.post("/accounting/fiscal-years", &year).await.expect(201);
    for account in [
        json!({"code": "1200", "name": "Stock", "type": "asset", "controlFor": "stock"}),
        json!({"code": "5000", "name": "Cost of goods", "type": "expense"}),
    ] {
        admin.post("/accounting/accounts", &account).await.expect(201);
    }
    admin.post("/accounting/journals", &json!({"code": "ST", "name": "Stock", "type": "stock"})).await.expect(201);
    movements::set_up(admin).await;
}
