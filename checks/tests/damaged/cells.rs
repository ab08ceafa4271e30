//! One column of one table after the other damaged behind a running service, in a database whose tables take anything: each answer
//! is what it was before, or says that stored data are damaged, and a verification names the column.
//!
//! The tables are those that the database lists, so that a new column is tried without a word here. What a column may hold besides
//! is said in [`LOOSE`], with the reason.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ::server::engine::DATABASE_FILE;
use ::server::run::{self, Running};
use checks::folder::Folder;
use checks::journal::{Ground, Load};
use checks::{Caller, server};
use domain::book::Class;
use domain::value::{Cell, CellKind};
use reqwest::Method;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use store::audit::verify::{Report, verify};

/// Questions that are asked about one column.
const QUESTIONS: usize = 6;

/// A database file beside its service, in which every column takes anything.
pub struct Loose(Connection);

impl Loose {
    /// Takes from the tables that they are strict. What is checked, is not checked any more.
    pub fn open(folder: &Path) -> Self {
        let path = folder.join(DATABASE_FILE);
        let open = || pages::open(&path, OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
        let loosen = "pragma writable_schema = on; \
             update sqlite_schema set sql = replace(replace(sql, ') strict, without rowid', ') without rowid'), ') strict', ')') \
               where type = 'table'; \
             pragma writable_schema = reset;";
        open().execute_batch(loosen).unwrap();
        let connection = open();
        connection.busy_timeout(std::time::Duration::from_secs(30)).unwrap();
        connection.execute_batch("pragma foreign_keys = off; pragma ignore_check_constraints = on;").unwrap();
        Self(connection)
    }

    /// Changes rows.
    pub fn run(&self, sql: &str) {
        assert!(self.0.execute(sql, []).unwrap() > 0, "{sql} changed nothing");
    }

    fn texts(&self, sql: &str) -> Vec<String> {
        let mut prepared = self.0.prepare(sql).unwrap();
        let rows = prepared.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }

    fn tables(&self) -> Vec<String> {
        self.texts(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' \
             and name not like 'refinery_%' order by name",
        )
    }

    /// Name, type and whether it is of the key.
    fn columns(&self, table: &str) -> Vec<(String, String, bool)> {
        let mut prepared = self.0.prepare(&format!("select name, type, pk from pragma_table_info('{table}')")).unwrap();
        let rows = prepared.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)? > 0))).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }

    fn count(&self, table: &str) -> i64 {
        self.0.query_row(&format!("select count(*) from {table}"), [], |row| row.get(0)).unwrap()
    }

    /// Damages a column of all rows, or where they may not be alike, of the first one; answers whether anything is another now.
    fn damage(&self, table: &str, column: &str, becomes: &str) -> bool {
        let all = format!("update {table} set {column} = {becomes} where {column} is not {becomes}");
        if let Ok(changed) = self.0.execute(&all, []) {
            return changed > 0;
        }
        let keys: Vec<String> =
            self.columns(table).into_iter().filter(|(_, _, is_key)| *is_key).map(|(name, _, _)| name).collect();
        let keys = keys.join(", ");
        let one = format!("{all} and ({keys}) = (select {keys} from {table} limit 1)");
        self.0.execute(&one, []).unwrap() > 0
    }

    /// Damages a column of the first row.
    fn damage_one(&self, table: &str, column: &str, becomes: &str) -> bool {
        let keys: Vec<String> =
            self.columns(table).into_iter().filter(|(_, _, is_key)| *is_key).map(|(name, _, _)| name).collect();
        let keys = keys.join(", ");
        let one = format!(
            "update {table} set {column} = {becomes} where {column} is not {becomes} and {column} is not null \
             and ({keys}) = (select {keys} from {table} order by {keys} limit 1)"
        );
        self.0.execute(&one, []).unwrap_or_default() > 0
    }

    /// Whether all that stands in a column can be read as what its declaration says.
    fn is_readable(&self, table: &str, column: &str) -> bool {
        let declared =
            store::tables::ALL.iter().chain(store::operational::TABLES).find(|one| one.name == table).unwrap();
        let Some(declared) = declared.columns.iter().find(|one| one.name == column) else { return false };
        let mut prepared = self.0.prepare(&format!("select distinct {column} from {table}")).unwrap();
        let mut rows = prepared.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let cell = match row.get_ref(0).unwrap() {
                ValueRef::Null => Cell::Null,
                ValueRef::Integer(number) => Cell::Int(number),
                ValueRef::Real(_) => return false,
                ValueRef::Text(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
                ValueRef::Blob(bytes) => match bytes.try_into() {
                    Ok(id) if declared.kind == CellKind::Id => Cell::Id(id),
                    _ => Cell::Bytes(bytes.to_owned()),
                },
            };
            if declared.require(&cell).is_err() {
                return false;
            }
        }
        true
    }

    fn keep(&self, table: &str) {
        let sql = format!("drop table if exists temp.kept; create temp table kept as select * from {table}");
        self.0.execute_batch(&sql).unwrap();
    }

    fn bring_back(&self, table: &str) {
        let sql = format!("begin; delete from {table}; insert into {table} select * from temp.kept; commit");
        self.0.execute_batch(&sql).unwrap();
    }
}

/// A question and its answer while all was sound.
struct Question {
    method: Method,
    path: String,
    body: Option<Value>,
    status: u16,
    /// `None` where it is another one each time.
    told: Option<String>,
}

impl Question {
    async fn ask(&self, caller: &Caller) -> checks::Answer {
        match &self.body {
            Some(body) => caller.put(&self.path, body).await,
            None => caller.get(&self.path).await,
        }
    }

    /// What is wrong with the answer of now; `None` where it is what it was.
    async fn differs(&self, caller: &Caller) -> Option<Difference> {
        let answer = self.ask(caller).await;
        if answer.status == self.status && self.told.as_ref().is_none_or(|told| *told == answer.text()) {
            return None;
        }
        if answer.status == 503 && answer.json()["code"] == "stored_data_damaged" {
            return Some(Difference::Told);
        }
        let told = format!("{} {} answers {} {}", self.method, self.path, answer.status, start(&answer));
        Some(Difference::Other { status: answer.status, told })
    }
}

fn start(answer: &checks::Answer) -> String {
    if answer.status == 200 { "another content".to_owned() } else { answer.text().chars().take(160).collect() }
}

/// How an answer is another one.
enum Difference {
    /// It says that stored data are damaged.
    Told,
    /// It is another one.
    Other { status: u16, told: String },
}

/// The questions of the OpenAPI document: each read, of single resources those that its list begins with, and each change of them,
/// as a dry run.
async fn questions(caller: &Caller) -> Vec<Question> {
    let document: Value =
        serde_json::from_str(&fs::read_to_string(checks::sources::root().join("docs/reference/openapi.json")).unwrap())
            .unwrap();
    let mut found = Vec::new();
    let mut ids: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let paths: Vec<(&str, &Value)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .filter_map(|(path, operations)| Some((path.strip_prefix("/api/v1")?, operations)))
        .filter(|(path, _)| !path.contains("stream"))
        .collect();
    for (path, _) in paths.iter().filter(|(path, all)| all.get("get").is_some() && !path.contains('{')) {
        for dates in ["?dateFrom=2010-01-01&dateTo=2010-12-31", "?asOf=2010-12-31", ""] {
            let asked = format!("{path}{dates}");
            let (first, second) = (caller.get(&asked).await, caller.get(&asked).await);
            if first.status == 200 {
                let told = (first.bytes == second.bytes).then(|| first.text());
                let listed = listed(&first);
                let of = |row: &Value| row["id"].as_str().or(row["principalId"].as_str()).map(str::to_owned);
                ids.insert((*path).to_owned(), listed.iter().filter_map(of).take(2).collect());
                found.push(Question { method: Method::GET, path: asked, body: None, status: 200, told });
                break;
            }
        }
    }
    for (path, operations) in paths {
        let Some((list, below)) = path.split_once("/{") else { continue };
        let rest = below.split_once('}').map_or("", |(_, rest)| rest);
        if rest.contains('{') {
            continue;
        }
        for id in ids.get(list).into_iter().flatten() {
            let path = format!("{list}/{id}{rest}");
            if operations.get("get").is_some() {
                let (first, second) = (caller.get(&path).await, caller.get(&path).await);
                if first.status == 200 {
                    let told = (first.bytes == second.bytes).then(|| first.text());
                    found.push(Question { method: Method::GET, path: path.clone(), body: None, status: 200, told });
                }
            }
            if operations.get("put").is_some() {
                let path = format!("{path}?dryRun=true");
                for body in
                    [json!({"name": "Other"}), json!({"description": "Other"}), json!({"metadata": {"other": 1}})]
                {
                    if caller.put(&path, &body).await.status == 200 {
                        let body = Some(body);
                        found.push(Question { method: Method::PUT, path, body, status: 200, told: None });
                        break;
                    }
                }
            }
        }
    }
    found
}

/// The rows of a list; none of what is no list.
fn listed(answer: &checks::Answer) -> Vec<Value> {
    let json: Value = serde_json::from_str(&answer.text()).unwrap_or_default();
    json["data"].as_array().cloned().unwrap_or_default()
}

async fn serve(folder: &Path) -> Running {
    run::start(&::server::config::Config { runs_jobs: false, ..server::config(folder, None) }).await.unwrap()
}

/// Books with a row in every table, and what is asked about them.
async fn filled() -> Ground {
    let ground = Ground::prepare(false).await;
    let mut program = ground.start().await;
    let load = Load::start(&ground, &program, 0);
    load.reach_everything().await;
    assert!(program.terminate().await.0.success());
    load.journal().await;
    ground
}

/// What one column becomes: named, as SQL.
fn harms(column: &str, kind: &str) -> Vec<(&'static str, String)> {
    let mut found = vec![("another type", "x'ff'".to_owned())];
    if kind != "integer" {
        found.push(("cut", format!("substr({column}, 1, length({column}) - 1)")));
    } else {
        found.push(("out of range", "4611686018427387904".to_owned()));
    }
    found
}

/// Columns in which every text is as good as another, and that are in no log.
const LOOSE: &[(&str, &str, &str)] = &[
    ("principal_names", "name", "the name of a person, which is erasable and in no fact"),
    ("party_names", "name", "the name of a party, which is erasable and in no fact"),
    ("logins", "username", "what somebody signs in with"),
    ("logins", "display_name", "the name of a person"),
    ("clock_acceptances", "reason", "what an operator wrote"),
    ("invitations", "username", "for whom it is, whether or not a login has this name"),
    ("security_events", "address", "from where somebody came"),
    ("security_events", "subject", "words of the security log"),
];
/// Columns of one row that are damaged together: a verification spells out twenty differences.
const AT_ONCE: usize = 15;

/// Damages one row of each table, some columns at a time, and asks `verify`: each is named as one that cannot be read, or as one that
/// is not what the log says.
async fn each_is_found_by_a_verification(folder: &Path) {
    let sound = fs::read(folder.join(DATABASE_FILE)).unwrap();
    let copy = Folder::new();
    let mut unfound = String::new();
    for what in ["another type", "cut", "out of range"] {
        for round in 0.. {
            fs::write(copy.path().join(DATABASE_FILE), &sound).unwrap();
            let loose = Loose::open(copy.path());
            let mut damaged = Vec::new();
            for table in loose.tables() {
                // Of the log there is one damage alone: what is wrong with one fact hides what follows.
                let columns = loose.columns(&table);
                let own = columns.iter().filter(|(_, _, is_key)| !is_key).skip(round * AT_ONCE).take(AT_ONCE);
                for (column, kind, _) in own.filter(|_| table != "facts") {
                    let harm = harms(column, kind).into_iter().find(|(name, _)| *name == what);
                    if harm.is_some_and(|(_, becomes)| loose.damage_one(&table, column, &becomes)) {
                        damaged.push((table.clone(), column.clone()));
                    }
                }
            }
            drop(loose);
            if damaged.is_empty() && round > 0 {
                break;
            }
            let report = verified(copy.path()).await;
            let invariants = report.readable.iter().chain(report.organizations.iter().flat_map(|one| &one.invariants));
            let told: Vec<(&str, &String)> =
                invariants.flat_map(|one| one.differences.iter().map(|told| (one.name.as_str(), told))).collect();
            for (table, column) in damaged {
                let names = |(name, sentence): &(&str, &String)| {
                    (*name == format!("readable.{table}") && sentence.contains(&format!("column {column} ")))
                        || (*name == format!("rows.{table}") && sentence.contains(&format!("{column} is ")))
                };
                let is_loose = what == "cut" && LOOSE.iter().any(|(of, name, _)| *of == table && *name == column);
                let is_number = what == "out of range" && !is_of_books(&table);
                if !told.iter().any(names) && !is_loose && !is_number {
                    let _ = writeln!(unfound, "{table}.{column} {what}");
                }
            }
        }
    }
    for (column, kind, _) in Loose::open(folder).columns("facts") {
        for (what, becomes) in harms(&column, &kind) {
            fs::write(copy.path().join(DATABASE_FILE), &sound).unwrap();
            // One organization has it, whichever; the last fact, so that little is replayed without it.
            let loose = Loose::open(copy.path());
            if loose.damage_one("facts", &column, &becomes) {
                drop(loose);
                assert!(!verified(copy.path()).await.holds(), "facts.{column} {what} is not found");
            }
        }
    }
    assert!(unfound.is_empty(), "verify does not find:\n{unfound}");
}

/// Whether the log proves the numbers of a table.
fn is_of_books(table: &str) -> bool {
    store::tables::named(table).is_some_and(|table| matches!(table.class, Class::Books | Class::Derived))
}

async fn verified(folder: &Path) -> Report {
    let database = store::Database::open_sqlite_reader(&folder.join(DATABASE_FILE), &store::sqlite::Options::default());
    let database = database.unwrap();
    let report = verify(&database, None).await.unwrap();
    database.close().await.unwrap();
    report
}

/// Every table and column that the database has is declared, so that a verification looks at it.
fn all_are_declared(loose: &Loose) {
    let declared = store::tables::ALL.iter().chain(store::operational::TABLES);
    let declared: BTreeMap<&str, Vec<&str>> =
        declared.map(|table| (table.name, table.columns.iter().map(|column| column.name).collect())).collect();
    for table in loose.tables() {
        let columns = declared.get(table.as_str()).unwrap_or_else(|| panic!("{table} is not declared"));
        for (column, _, _) in loose.columns(&table) {
            let is_implied = column == "organization_id" || column == "only_row";
            assert!(is_implied || columns.contains(&column.as_str()), "{table}.{column} is not declared");
        }
    }
}

/// Damages a column of each table behind a running service and asks it what touches the table.
async fn none_is_answered_with_something_else(ground: &Ground) {
    let loose = Loose::open(ground.folder.path());
    all_are_declared(&loose);
    let running = serve(ground.folder.path()).await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let caller = Caller::new(http, &running.base_url, Some(ground.prepared.admin.clone()));
    let questions = questions(&caller).await;
    assert!(questions.len() > 100, "{} questions", questions.len());
    let mut wrong = String::new();
    for table in loose.tables() {
        if loose.count(&table) == 0 {
            continue;
        }
        loose.keep(&table);
        let columns = loose.columns(&table);
        for (column, _, _) in columns.iter().filter(|(_, _, is_key)| !is_key) {
            loose.damage(&table, column, "x'ff'");
        }
        let mut touching = Vec::new();
        for question in &questions {
            if question.differs(&caller).await.is_some() {
                touching.push(question);
            }
        }
        loose.bring_back(&table);
        let step = touching.len().div_ceil(QUESTIONS).max(1);
        let asked: Vec<&&Question> = touching.iter().step_by(step).collect();
        for (column, kind, is_key) in &columns {
            for (what, becomes) in harms(column, kind) {
                if !loose.damage(&table, column, &becomes) {
                    continue;
                }
                // What can still be read is another name or number, and is shown as that. A row of another key is another row.
                let may_differ = *is_key || loose.is_readable(&table, column);
                for question in &asked {
                    let Some(Difference::Other { status, told }) = question.differs(&caller).await else { continue };
                    if !(may_differ && (status == 200 || *is_key && status == 404)) {
                        let _ = writeln!(wrong, "{table}.{column} {what}: {told}");
                    }
                }
                loose.bring_back(&table);
            }
        }
    }
    running.stop().await.unwrap();
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_damaged_cell_of_any_column_is_found_by_a_verification_and_never_answered_with_something_else() {
    server::runtime().block_on(async {
        let begun = std::time::Instant::now();
        let ground = filled().await;
        println!("filled after {:?}", begun.elapsed());
        each_is_found_by_a_verification(ground.folder.path()).await;
        println!("verified after {:?}", begun.elapsed());
        none_is_answered_with_something_else(&ground).await;
        println!("asked after {:?}", begun.elapsed());
    });
}
