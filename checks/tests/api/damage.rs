//! Stored damage: whoever meets it gets an error, `verify` finds it, and nobody overwrites it.

use checks::folder::Folder;
use checks::program::{Place, Program};
use checks::{Answer, Caller, Database, TestServer};
use domain::value::{Cell, CellKind};
use serde_json::{Value, json};
use store::audit::verify::verify;

use crate::movements::{movement, set_up};

/// One damage and the requests that meet it.
struct Damage {
    table: &'static str,
    column: &'static str,
    /// The condition that finds the row.
    row: &'static str,
    /// The damaged value of the column, and the one that repairs it.
    becomes: String,
    back: String,
    /// A read of the row.
    read: String,
    /// A change that would write over it: method, path and body.
    change: (&'static str, String, Value),
}

impl Damage {
    fn sql(&self, value: &str) -> String {
        format!("update {} set {} = {value} where {}", self.table, self.column, self.row)
    }
}

/// A text without its last character, which closed it.
fn cut(
    (table, column, row): (&'static str, &'static str, &'static str),
    close: char,
    path: &str,
    change: Value,
) -> Damage {
    let becomes = format!("substr({column}, 1, length({column}) - 1)");
    let (back, read) = (format!("{column} || '{close}'"), path.to_owned());
    Damage { table, column, row, becomes, back, change: ("PUT", read.clone(), change), read }
}

/// The damages here, one after the other.
async fn damages(admin: &Caller, database: Database) -> Vec<Damage> {
    set_up(admin).await;
    let said = json!({"a": 1});
    let house = json!({"code": "CUT", "name": "Cut", "address": {"city": "London"}, "tags": ["a"], "metadata": said});
    let house = format!("/warehouses/{}", admin.post("/warehouses", &house).await.expect(201).id());
    let item = json!({"sku": "CUT", "name": "Cut", "metadata": said});
    let item = format!("/inventory/items/{}", admin.post("/inventory/items", &item).await.expect(201).id());
    let account = json!({"code": "9000", "name": "Cut", "type": "expense", "metadata": said});
    let account = admin.post("/accounting/accounts", &account).await.expect(201).id();
    let mut draft = movement("receipt", "2010-01-10", json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00"}));
    (draft["status"], draft["metadata"]) = (json!("draft"), said);
    let draft = admin.post("/inventory/movements", &draft).await.expect(201).id();
    let (account, draft) = (format!("/accounting/accounts/{account}"), format!("/inventory/movements/{draft}"));
    let more = json!({"metadata": {"b": 2}});
    let mut all = vec![
        cut(("warehouses", "metadata", "code = 'CUT'"), '}', &house, more.clone()),
        cut(("warehouses", "address", "code = 'CUT'"), '}', &house, json!({"address": {"zip": "E1"}})),
        cut(("warehouses", "tags", "code = 'CUT'"), ']', &house, json!({"name": "Other"})),
        cut(("items", "metadata", "sku = 'CUT'"), '}', &item, more.clone()),
        cut(("accounts", "metadata", "code = '9000'"), '}', &account, json!({"name": "Other"})),
        cut(("movements", "metadata", "status = 'draft'"), '}', &draft, more),
    ];
    let lines = if database == Database::Sqlite { "x'ff'" } else { r"'\xff'::bytea" };
    all.push(Damage {
        table: "movements",
        column: "draft_lines",
        row: "status = 'draft'",
        becomes: lines.to_owned(),
        back: "draft_lines".to_owned(),
        read: draft.clone(),
        change: ("POST", format!("{draft}/post"), json!({})),
    });
    all
}

/// The stored rows of a table, for comparing all of them.
async fn kept(app: &TestServer, damage: &Damage) -> Vec<Vec<Cell>> {
    let table = store::tables::named(damage.table).unwrap();
    let columns: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    let kinds: Vec<CellKind> = table.columns.iter().map(|column| column.kind).collect();
    let sql = format!("select {} from {} where {}", columns.join(", "), damage.table, damage.row);
    app.database.operational(&sql, &[], &kinds).await.unwrap()
}

fn assert_damaged(answer: &Answer, damage: &Damage) {
    answer.expect(503).code("stored_data_damaged");
    assert!(answer.text().contains(damage.table), "{} does not name {}", answer.text(), damage.table);
}

async fn each_is_said_and_kept(database: Database) {
    let mut app = TestServer::start(database).await;
    for damage in damages(&app.as_role("admin"), database).await {
        app = app.tamper(&[damage.sql(&damage.becomes)]).await;
        let (admin, before) = (app.as_role("admin"), kept(&app, &damage).await);
        assert_damaged(&admin.get(&damage.read).await, &damage);
        let (method, path, body) = &damage.change;
        let answer = if *method == "PUT" { admin.put(path, body).await } else { admin.post(path, body).await };
        assert_damaged(&answer, &damage);
        assert_eq!(kept(&app, &damage).await, before, "{}.{} was written over", damage.table, damage.column);
        let report = verify(&app.database, None).await.unwrap();
        assert!(!report.holds(), "{}.{} is damaged, and verify says that all holds", damage.table, damage.column);
        app = app.tamper(&[damage.sql(&damage.back)]).await;
    }
    app.stop().await;
}

#[test]
fn what_is_stored_damaged_is_said_to_be_and_never_written_over_on_sqlite() {
    checks::server::runtime().block_on(each_is_said_and_kept(Database::Sqlite));
}

#[test]
fn what_is_stored_damaged_is_said_to_be_and_never_written_over_on_postgres() {
    if checks::postgres::cluster().is_some() {
        checks::server::runtime().block_on(each_is_said_and_kept(Database::Postgres));
    }
}

/// The log has the text of the answer, so that an operator learns of damage that only a client met.
#[test]
fn what_is_stored_damaged_is_a_line_of_the_log() {
    checks::server::runtime().block_on(async {
        let folder = Folder::new();
        let prepared = checks::server::prepare(folder.path(), None).await;
        let place = Place { folder: folder.path(), database_url: None };
        let harm = async |sql: &str| {
            let engine = server::engine::Engine::open(&checks::server::config(folder.path(), None)).await.unwrap();
            engine.database.operational(sql, &[], &[]).await.unwrap();
            engine.database.close().await.unwrap();
        };
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut program = Program::start(place).await;
        let admin = Caller::new(http.clone(), &program.url, Some(prepared.admin.clone()));
        let house = json!({"code": "CUT", "name": "Cut", "metadata": {"a": 1}});
        let path = format!("/warehouses/{}", admin.post("/warehouses", &house).await.expect(201).id());
        program.terminate().await;
        harm("update warehouses set metadata = '{' where code = 'CUT'").await;
        let program = Program::start(place).await;
        let admin = Caller::new(http, &program.url, Some(prepared.admin));
        assert!(!program.log().contains("stored data is damaged"), "{}", program.log());
        for answer in [admin.get(&path).await, admin.put(&path, &json!({"name": "Other"})).await] {
            answer.expect(503).code("stored_data_damaged");
        }
        let line = |log: &str| log.lines().find(|line| line.contains("stored data is damaged")).map(str::to_owned);
        let told = program.logged(line).await;
        assert!(told.contains("warehouses") && told.contains("ERROR"), "{told}");
    });
}
