//! Every read on both databases: the same commands with the same ids and instants, then every GET operation of the
//! OpenAPI document with every filter, sort, page and id; the answers are the same byte for byte.

use std::collections::{BTreeMap, BTreeSet};

use checks::Caller;
use checks::document::resolved;
use checks::folder::Folder;
use checks::server::{config, runtime};
use checks::simulate::engine::{Addressed, Manner, PostgresEngine, SqliteEngine};
use checks::simulate::generate;
use checks::simulate::random::Random;
use checks::simulate::world::{ADMIN, World};
use domain::batch::{Envelope, Work};
use domain::book::context::Actor;
use domain::command::Command;
use domain::commands::accounts::create::CreateAccount;
use domain::commands::approval_policies::create::CreateApprovalPolicy;
use domain::commands::journal_entries::auto_reverse::AutoReverseEntry;
use domain::commands::memberships::set::SetMembership;
use domain::commands::statement_mappings::create::CreateStatementMapping;
use domain::rows::{
    AccountSubtype, AccountType, Activity, ApprovalSubject, Count, CountStatus, Entry, MappedSection, MappingKind,
    MovementStatus, PrincipalKind, Reservation, ReservationStatus, Side, StockMovement,
};
use domain::value::id::{InvitationId, OrganizationId, PrincipalId, VerificationId, ViewId};
use domain::value::movement_kind::{MovementKind, TransferMode};
use domain::value::{Date, Decimal, Sought};
use serde_json::Value;
use server::config::Config;
use server::http::events::FeedCursor;
use server::identity;
use server::run::{self, Running};
use store::operational::invitations::{self, Invitation, InvitationStatus};
use store::operational::organizations_list::{self, ListedOrganization, OrganizationStatus};
use store::operational::preferences::{self, Preferences};
use store::operational::saved_views::{self, SavedView};
use store::operational::stock_proofs::{self, LatestProof};
use store::operational::verifications::{self, Verification, VerificationState};

/// The verification that there is.
const VERIFIED: VerificationId = VerificationId([47; 16]);

const ORGANIZATION: OrganizationId = OrganizationId([41; 16]);
const SEED: u64 = 20_261_102;
const REQUESTS: usize = 2_300;
/// Goods have moved in every way by then.
const MOST_REQUESTS: usize = 2 * REQUESTS;
/// The request that makes a statement mapping of each kind, cash, which every cash flow needs, a policy, and a service
/// account.
const MAPPED_FROM: usize = 400;
/// Ids of one noun that are read.
const IDS: usize = 12;
/// Of so many ids of a noun every question is asked, of the others each one in so many.
const WHOLE: usize = 2;
const PART: usize = 5;

/// Operations whose answers are of the instance or of the login, not of the books, and why that is not compared.
const NOT_OF_THE_BOOKS: &[(&str, &str)] = &[
    ("AuthController_jwks", "each instance signs with keys of its own"),
    ("AuditController_securityEvents", "each instance is signed in to by itself"),
];

/// Requests that were decided by the model, with clock and seed inside.
fn history() -> Vec<Addressed> {
    let mut world = World::new(ORGANIZATION);
    let mut random = Random::new(SEED);
    let mut requests = Vec::new();
    while requests.len() < REQUESTS || !lacking(&world).is_empty() {
        assert!(requests.len() < MOST_REQUESTS, "no reads are compared of {:?}", lacking(&world));
        if requests.len() == MAPPED_FROM {
            let mappings = MappingKind::ALL.iter().map(|kind| mapping(*kind));
            let work = Work::Many { atomic: true, commands: mappings.chain([cash(), policy(), robot()]).collect() };
            requests.push((ORGANIZATION, by_system(&mut random, &mut world, work)));
            continue;
        }
        let opening = world.opening.and_then(|step| generate::opening(step, &mut random, &mut world));
        world.opening = world.opening.filter(|_| opening.is_some()).map(|step| step + 1);
        let envelope = opening.unwrap_or_else(|| generate::request(&mut random, &mut world));
        let outcome = world.model.commit(std::slice::from_ref(&envelope), true).unwrap().remove(0);
        world.learn(&envelope, &outcome);
        requests.push((ORGANIZATION, envelope));
    }
    // Due reversals would be posted by each service by itself, with ids and instants of its own.
    let due = world.rows::<Entry>().into_iter().filter(|entry| entry.auto_reverse_on.is_some());
    let commands = due.map(|entry| AutoReverseEntry { entry: Sought::Id(entry.id), as_of: Date::MAX }.into());
    let work = Work::Many { atomic: false, commands: commands.collect() };
    requests.push((ORGANIZATION, by_system(&mut random, &mut world, work)));
    requests
}

/// Cases of goods not met yet: kinds of movements and ways of transfers, a void, a posted count, a reservation.
fn lacking(world: &World) -> Vec<&'static str> {
    let movements = world.rows::<StockMovement>();
    let posted = || movements.iter().filter(|row| row.seq.is_some());
    let kinds = MovementKind::ALL.iter().map(|kind| (kind.name(), posted().any(|row| row.kind == *kind)));
    let modes = TransferMode::ALL.iter();
    let modes = modes.map(|mode| (mode.name(), posted().any(|row| row.transfer_mode == Some(*mode))));
    let is_reserved = |row: &Reservation| row.status == ReservationStatus::Active;
    let rest = [
        ("void", posted().any(|row| row.status == MovementStatus::Voided)),
        ("count", world.rows::<Count>().iter().any(|row| row.status == CountStatus::Posted)),
        ("reservation", world.rows().iter().any(is_reserved)),
    ];
    kinds.chain(modes).chain(rest).filter(|(_, is_there)| !is_there).map(|(name, _)| name).collect()
}

/// A mapping that stays, whatever the fate of those made at random.
fn mapping(kind: MappingKind) -> Command {
    let types = match kind {
        MappingKind::ProfitAndLoss => [AccountType::Revenue],
        MappingKind::BalanceSheet | MappingKind::CashFlow => [AccountType::Asset],
    };
    let section = MappedSection {
        key: "first".to_owned(),
        title: "First".to_owned(),
        side: Side::Credit,
        parent: None,
        codes: Vec::new(),
        ranges: Vec::new(),
        subtypes: Vec::new(),
        types: types.into(),
        has_results: false,
        activity: (kind == MappingKind::CashFlow).then_some(Activity::Investing),
    };
    CreateStatementMapping { name: format!("A {}", kind.title()), kind, sections: vec![section] }.into()
}

/// A policy that stays, and asks for nothing.
fn policy() -> Command {
    let min_amount = Decimal::from_units(1_000_000_000, 2);
    CreateApprovalPolicy {
        name: "Stays".to_owned(),
        applies_to: ApprovalSubject::JournalEntries,
        journal: None,
        movement_kind: None,
        min_amount,
        is_active: true,
    }
    .into()
}

/// A service account that stays.
fn robot() -> Command {
    SetMembership {
        principal: Sought::Id(PrincipalId([99; 16])),
        kind: PrincipalKind::ServiceAccount,
        roles: vec!["auditor".to_owned()],
        is_active: true,
        owner: None,
        warehouses: domain::value::Patch::Absent,
        name: Some("Robot".to_owned()),
        if_match: None,
    }
    .into()
}

/// An account that cash flows through.
fn cash() -> Command {
    CreateAccount {
        code: "CASH".to_owned(),
        name: "Cash".to_owned(),
        account_type: AccountType::Asset,
        subtype: Some(AccountSubtype::Cash),
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
    .into()
}

/// A write without a request, decided by the model.
fn by_system(random: &mut Random, world: &mut World, work: Work) -> Envelope {
    let system = Actor { principal: ADMIN, kind: PrincipalKind::System, claimed_roles: None, scope: None };
    let envelope = generate::seal(random, world, system, work, None);
    world.model.commit(std::slice::from_ref(&envelope), true).unwrap();
    envelope
}

/// A service over books that stand already, and its administrator.
async fn serve(folder: &Folder, database_url: Option<&str>) -> (Running, Caller) {
    // Due work would be done on each with ids of its own.
    let config = Config { runs_jobs: false, ..config(folder.path(), database_url) };
    let running = run::start(&config).await.unwrap();
    let listed = ListedOrganization {
        organization_id: ORGANIZATION,
        status: OrganizationStatus::Active,
        created_at: domain::value::Instant(0),
        founded_by: None,
    };
    organizations_list::add(&running.app.database, &listed).await.unwrap();
    // Invitations are no part of the books: the same one on both.
    let invitation = Invitation {
        id: InvitationId([43; 16]),
        organization_id: ORGANIZATION,
        code_sha256: [43; 32],
        username: "grace".to_owned(),
        roles: "auditor clerk".to_owned(),
        warehouse_ids: None,
        status: InvitationStatus::Open,
        invited_by: ADMIN,
        invited_by_kind: PrincipalKind::User,
        answered_by: None,
        created_at: domain::value::Instant(0),
        expires_at: domain::value::Instant(1),
        answered_at: None,
    };
    invitations::add(&running.app.database, &invitation).await.unwrap();
    let at = domain::value::Instant(0);
    for (byte, owner_id, is_shared) in
        [(44, ADMIN, false), (45, PrincipalId([99; 16]), true), (46, PrincipalId([99; 16]), false)]
    {
        let view = SavedView {
            organization_id: ORGANIZATION,
            id: ViewId([byte; 16]),
            owner_id,
            name: "Open".to_owned(),
            screen: if byte == 46 { "items" } else { "journal" }.to_owned(),
            query: "status=draft".to_owned(),
            columns: is_shared.then(|| r#"["date"]"#.to_owned()),
            is_shared,
            version: 1,
            created_at: at,
            updated_at: at,
        };
        assert!(saved_views::add(&running.app.database, &view).await.unwrap());
    }
    let verified = Verification {
        organization_id: ORGANIZATION,
        id: VERIFIED,
        state: VerificationState::Done,
        checked: 7,
        total: 7,
        holds: Some(false),
        failure_count: 1,
        failures: r#"[["log.chain","fact 3 is missing"]]"#.to_owned(),
        started_by: Some(ADMIN),
        started_at: at,
        heard_at: at,
        ended_at: Some(at),
    };
    assert!(verifications::add(&running.app.database, &verified).await.unwrap());
    let proof = LatestProof { organization_id: ORGANIZATION, at, seq: 7, holds: true, failure_count: 0 };
    stock_proofs::keep(&running.app.database, &proof).await.unwrap();
    let content = r#"{"density":"compact"}"#.to_owned();
    let own = Preferences { organization_id: ORGANIZATION, principal_id: ADMIN, content, version: 1, updated_at: at };
    assert!(preferences::set(&running.app.database, &own).await.unwrap());
    let token = identity::mint(&running.app.auth, ADMIN, Some(ORGANIZATION), 3_600).unwrap().token;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let caller = Caller::new(http, &running.base_url, Some(token));
    (running, caller)
}

/// One GET operation of the document.
struct Operation {
    id: String,
    /// Below the root.
    path: String,
    /// Query parameters with their schemas.
    parameters: Vec<(String, Value)>,
}

fn operations(document: &Value) -> Vec<Operation> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let operation = &item["get"];
        let Some(id) = operation["operationId"].as_str() else { continue };
        let none = Vec::new();
        let parameters = operation["parameters"].as_array().unwrap_or(&none).iter();
        let query = parameters.map(|parameter| resolved(document, parameter)).filter(|one| one["in"] == "query");
        let parameters = query.map(|one| {
            let schema = resolved(document, &one["schema"]).clone();
            (one["name"].as_str().unwrap().to_owned(), schema)
        });
        found.push(Operation { id: id.to_owned(), path: path.clone(), parameters: parameters.collect() });
    }
    found
}

/// The rows of the books that a filter or a path may name, by noun or field.
type Known = BTreeMap<String, Vec<String>>;

/// Values to try for a parameter; `None` where nobody thought of it yet.
fn values(name: &str, schema: &Value, known: &Known, path: &str) -> Option<Vec<String>> {
    let fixed = |values: &[&str]| Some(values.iter().map(|value| (*value).to_owned()).collect());
    if let Some(names) = schema["enum"].as_array() {
        return Some(names.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    }
    if schema["type"] == "boolean" || schema["type"].as_array().is_some_and(|types| types.contains(&"boolean".into())) {
        return fixed(&["true", "false"]);
    }
    let of = |noun: &str| {
        let mut some: Vec<String> = known.get(noun).into_iter().flatten().take(6).cloned().collect();
        some.push("nothing".to_owned());
        Some(some)
    };
    match name {
        // A page at a time is read of every query.
        "limit" | "cursor" => Some(Vec::new()),
        // A waiting poll is answered by the next event; there is none.
        "wait" => Some(Vec::new()),
        "after" => {
            let cursor = |seq: i64| FeedCursor::of(ORGANIZATION, 1, seq).to_string();
            Some(
                [0, 1, 17, 400, 99_999_999]
                    .map(cursor)
                    .into_iter()
                    .chain(["1:0".to_owned(), "now".to_owned()])
                    .collect(),
            )
        }
        "sort" => fixed(&[
            "seq",
            "-seq",
            "date",
            "-date",
            "number",
            "-number",
            "postedAt",
            "-postedAt",
            "updatedAt",
            "-updatedAt",
            "total",
            "-total",
            "createdAt",
            "occurredAt",
            "-occurredAt",
            "postingDate",
            "-postingDate",
        ]),
        "include" => fixed(&["lines", "nothing"]),
        "status" => fixed(&["posted", "draft,pendingApproval", "posted,voided", "draft,lost"]),
        "source" => fixed(&["", "shop", "nothing"]),
        "changedSince" => fixed(&["2010-06-15T00:00:00Z", "2012-01-01T00:00:00Z", "yesterday"]),
        "q" => fixed(&["a", "S", "ü", "Ü", "%25", "_", "1", "2010", "%27", "nothing like it"]),
        "date" | "asOf" | "dateFrom" | "dateTo" | "autoReverseUntil" => {
            fixed(&["2009-12-31", "2010-01-01", "2010-06-15", "2010-12-31", "2011-01-01", "2012-02-29", "9999-12-31"])
        }
        "knownAt" => fixed(&[
            "seq:1",
            "seq:60",
            "seq:200",
            "seq:700",
            "seq:1000",
            "seq:99999999",
            "2010-06-15T00:00:00Z",
            "2012-01-01T00:00:00Z",
            "1999-01-01T00:00:00Z",
            "yesterday",
        ]),
        "from" | "to" => fixed(&["seq:1", "seq:300", "seq:900", "seq:99999999", "2010-06-15T00:00:00Z"]),
        "mapping" => of("/api/v1/accounting/statement-mappings"),
        "periodId" => of("/api/v1/accounting/periods"),
        "compareWith" => fixed(&[
            "previousPeriod",
            "previousYear,previousYear",
            "previousPeriod,previousPeriod,previousYear",
            "2010-06-30",
            "2010-01-01..2010-03-31",
            "nothing",
            "2010-03-31..2010-01-01",
        ]),
        "columnsBy" => fixed(&["currency", "dimension:country", "dimension:team", "dimension:planet", "country"]),
        "code" | "name" | "number" | "externalId" => of(&format!("{path} {name}")),
        "fromCurrency" | "toCurrency" => fixed(&["EUR", "GBP", "USD", "BTC", "PTS", "eur"]),
        "parentId" => of(path),
        "itemId" => of("/api/v1/inventory/items"),
        "warehouseId" | "fromWarehouseId" | "toWarehouseId" => of("/api/v1/warehouses"),
        "locationId" => of("/api/v1/warehouses/{id}/locations"),
        "lotId" => of("/api/v1/inventory/lots"),
        "serialId" => of("/api/v1/inventory/serials"),
        "ofMovementId" | "movementId" => of("/api/v1/inventory/movements"),
        "withinDays" => fixed(&["0", "30", "3650", "x"]),
        "classA" | "classB" => fixed(&["50", "90", "0"]),
        "lineNumber" => fixed(&["1", "2", "0"]),
        "reasonCodeId" => of("/api/v1/inventory/reason-codes"),
        "reference" => fixed(&["SO-1", "SO-4", "nothing"]),
        "expiresUntil" => fixed(&["2010-06-15", "2010-12-31"]),
        "sku" => fixed(&["sku-1", "SKU-7", "nothing"]),
        "quantity" => fixed(&["1", "2.5", "x"]),
        "kinds" => fixed(&["account,party", "journalEntry", "nothing"]),
        "types" => fixed(&["journalEntry.posted", "movement,journalEntry.voided", "account", "nothing"]),
        "screen" => fixed(&["journal", "nothing"]),
        "gtin" => fixed(&["6291041500008", "06291041500015", "6291041500016"]),
        "categoryId" => of("/api/v1/inventory/item-categories"),
        "journalId" => of("/api/v1/accounting/journals"),
        "journalCode" => of("/api/v1/accounting/journals code"),
        "accountId" => of("/api/v1/accounting/accounts"),
        "partyId" => of("/api/v1/accounting/parties"),
        "entryId" => of("/api/v1/accounting/journal-entries"),
        "accountCode" => fixed(&["1100", "2100", "1000", "nothing"]),
        "currency" => fixed(&["GBP", "EUR", "BTC", "XYZ", "pounds"]),
        "buckets" => fixed(&["30,60,90", "1", "30,30", "x"]),
        // With its key: `dimension[country]=UK`.
        "dimension" => {
            let mut some: Vec<String> = known.get("dimension").into_iter().flatten().take(12).cloned().collect();
            some.extend(
                ["[country]=nothing", "[planet]=Mars", "[country]=UK&dimension[team]=north", "=UK", "=country:UK"]
                    .map(str::to_owned),
            );
            Some(some)
        }
        "withoutDimension" => fixed(&["country", "team", "planet", "no code"]),
        // A minted token reads none; the tests of the report read it on both.
        "organizations" => Some(vec![ORGANIZATION.to_string(), "nothing".to_owned()]),
        "codeFrom" | "codeTo" => fixed(&["1", "1100", "4", "zzz"]),
        "days" => fixed(&["0", "30", "365", "3661"]),
        "description" => fixed(&["Invoice", "sale", "S 1", "nothing like it"]),
        // Each of them with days, below.
        "amount" | "amountFrom" | "amountTo" => fixed(&["0", "100.00", "1.2345"]),
        "actor" | "proposedBy" | "createdBy" => Some(vec![ADMIN.to_string(), "nothing".to_owned()]),
        "kind" if path.starts_with("/api/v1/inventory/") => {
            fixed(&["issue", "receipt,transfer", "assembly", "receive", "ship,count", "nothing"])
        }
        "kind" => fixed(&["journalEntry", "journalEntry.voided", "account.updated", "nothing"]),
        "subject" => of("/api/v1/accounting/journal-entries"),
        "fiscalYearId" => of("/api/v1/accounting/fiscal-years"),
        _ => None,
    }
}

/// Both services, asked the same.
struct Pair {
    sqlite: Caller,
    postgres: Caller,
    asked: usize,
    wrong: Vec<String>,
    /// Statements that were laid out by a mapping.
    mapped: BTreeSet<String>,
}

impl Pair {
    /// Asks both, notes where they differ, and returns SQLite's answer.
    async fn get(&mut self, path: &str) -> Value {
        let path_of_root = format!("~{path}");
        let ask = async |caller: &Caller| {
            let answer = caller.get(&path_of_root).await;
            assert!(answer.status < 500, "{path}: {}", answer.text());
            let own_id = answer.header("x-request-id").to_owned();
            let mut text = answer.text().replace(&caller.url, "http://books").replace(&own_id, "request");
            // Each instance signs the same proof with a key of its own.
            let end = text.find(",\"signature\":").filter(|_| path.starts_with("/api/v1/inventory/proof"));
            text.truncate(end.unwrap_or(text.len()));
            let link = answer.header("link").replace(&caller.url, "http://books");
            (text, answer.header("etag").to_owned(), link, answer.json())
        };
        let (sqlite, postgres) = tokio::join!(ask(&self.sqlite), ask(&self.postgres));
        if (&sqlite.0, &sqlite.1, &sqlite.2) != (&postgres.0, &postgres.1, &postgres.2) {
            let place = sqlite.0.bytes().zip(postgres.0.bytes()).take_while(|(one, other)| one == other).count();
            let around = |text: &str| text.chars().skip(place.saturating_sub(80)).take(240).collect::<String>();
            self.wrong.push(format!(
                "{path}\n  SQLite     …{}\n  PostgreSQL …{}",
                around(&sqlite.0),
                around(&postgres.0)
            ));
        }
        self.asked += 1;
        if sqlite.3["mappingId"].is_string() {
            self.mapped.insert(path.split('?').next().unwrap_or_default().to_owned());
        }
        sqlite.3
    }

    /// A query with its first pages, by this many rows: small ones for the cursors, and large ones for all rows.
    async fn pages(&mut self, path: &str, query: &str, limit: usize, most: usize) {
        let mut cursor = String::new();
        for _ in 0..most {
            let page = self.get(&format!("{path}?{query}&limit={limit}{cursor}")).await;
            match page["nextCursor"].as_str() {
                Some(next) if !page["data"].as_array().is_some_and(Vec::is_empty) => {
                    cursor = format!("&{}={next}", if path.ends_with("/events") { "after" } else { "cursor" });
                }
                _ => return,
            }
        }
    }
}

/// Ids, codes, names and numbers that the lists show.
async fn look_around(pair: &mut Pair, operations: &[Operation]) -> Known {
    let mut known = Known::new();
    for operation in operations.iter().filter(|operation| !operation.path.contains('{')) {
        // A list without pages takes no limit.
        let has_pages = operation.parameters.iter().any(|(name, _)| name == "limit");
        let page = pair.get(&format!("{}{}", operation.path, if has_pages { "?limit=200" } else { "" })).await;
        for row in page["data"].as_array().into_iter().flatten() {
            // A row without an id is asked for by its code.
            if let (None, Some(code)) = (row["id"].as_str(), row["code"].as_str()) {
                known.entry(operation.path.clone()).or_default().push(code.to_owned());
            }
            for field in ["id", "code", "name", "number", "externalId"] {
                if let Some(text) = row[field].as_str() {
                    let noun =
                        if field == "id" { operation.path.clone() } else { format!("{} {field}", operation.path) };
                    let escaped: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
                    known.entry(noun).or_default().push(if field == "id" { text.to_owned() } else { escaped });
                }
            }
        }
    }
    values_of(pair, &mut known).await;
    locations_of(pair, &mut known).await;
    movements_of(pair, &mut known).await;
    // Only the latest is told without its id.
    known.entry("/api/v1/audit/verifications".to_owned()).or_default().push(VERIFIED.to_string());
    known
}

/// A movement of each kind, so that each is read by its id.
async fn movements_of(pair: &mut Pair, known: &mut Known) {
    const NOUN: &str = "/api/v1/inventory/movements";
    for kind in MovementKind::ALL {
        let page = pair.get(&format!("{NOUN}?kind={}&limit=1", kind.name())).await;
        let id = page["data"][0]["id"].as_str().unwrap_or_else(|| panic!("no movement is a {}", kind.name()));
        known.entry(format!("{NOUN} of each kind")).or_default().push(id.to_owned());
    }
}

/// The locations of warehouses, and the paths of each.
async fn locations_of(pair: &mut Pair, known: &mut Known) {
    const NOUN: &str = "/api/v1/warehouses/{id}/locations";
    for warehouse in pair.get("/api/v1/warehouses?limit=200").await["data"].as_array().into_iter().flatten() {
        let path = NOUN.replace("{id}", warehouse["id"].as_str().unwrap());
        for location in pair.get(&format!("{path}?limit=200")).await["data"].as_array().into_iter().flatten() {
            let (id, code) = (location["id"].as_str().unwrap(), location["code"].as_str().unwrap());
            let mut add = |noun: String, what: String| known.entry(noun).or_default().push(what);
            add(NOUN.to_owned(), id.to_owned());
            add(format!("{NOUN} code"), code.to_owned());
            add(format!("{NOUN}/{{locationId}}"), format!("{path}/{id}"));
        }
    }
}

/// The values of dimensions: those that a filter may name, and the paths of each.
async fn values_of(pair: &mut Pair, known: &mut Known) {
    const NOUN: &str = "/api/v1/accounting/dimensions/{id}/values";
    let dimensions = pair.get("/api/v1/accounting/dimensions?limit=200").await;
    for dimension in dimensions["data"].as_array().into_iter().flatten() {
        let (id, code) = (dimension["id"].as_str().unwrap(), dimension["code"].as_str().unwrap());
        let path = NOUN.replace("{id}", id);
        for value in pair.get(&format!("{path}?limit=200")).await["data"].as_array().into_iter().flatten().take(20) {
            let (value_id, value) = (value["id"].as_str().unwrap(), value["code"].as_str().unwrap());
            let mut add = |noun: String, what: String| known.entry(noun).or_default().push(what);
            add(NOUN.to_owned(), value_id.to_owned());
            add(format!("{NOUN} code"), value.to_owned());
            add(format!("{NOUN}/{{valueId}}"), format!("{path}/{value_id}"));
            add("dimension".to_owned(), format!("[{code}]={value}"));
        }
    }
}

/// Every path of an operation: itself, or one for each of some ids of its noun and one that names nothing.
fn paths(operation: &Operation, known: &Known) -> Vec<String> {
    let Some((noun, rest)) = operation.path.split_once("/{id}") else { return vec![operation.path.clone()] };
    if rest.contains('{') {
        let known =
            known.get(&operation.path).unwrap_or_else(|| panic!("{}: say in `values_of` what is there", operation.id));
        return known.iter().cloned().chain([format!("{noun}/nothing{rest}")]).collect();
    }
    let ids = known.get(noun).unwrap_or_else(|| panic!("{} has no list of {noun} to take ids from", operation.id));
    let step = ids.len().div_ceil(IDS).max(1);
    let of_each_kind = known.get(&format!("{noun} of each kind")).filter(|_| rest.is_empty()).into_iter().flatten();
    let ids = ids.iter().step_by(step).chain(of_each_kind).map(String::as_str);
    ids.chain(["nothing"]).map(|id| format!("{noun}/{id}{rest}")).collect()
}

async fn read_everything(pair: &mut Pair, document: &Value) {
    let operations: Vec<Operation> = operations(document)
        .into_iter()
        .filter(|operation| !NOT_OF_THE_BOOKS.iter().any(|(id, _)| *id == operation.id))
        .collect();
    assert!(operations.len() >= 20, "{} operations", operations.len());
    let known = look_around(pair, &operations).await;
    for operation in &operations {
        let has = |name: &str| operation.parameters.iter().any(|(one, _)| one == name);
        for (order, path) in paths(operation, &known).into_iter().enumerate() {
            let mut queries = vec![String::new()];
            for (name, schema) in &operation.parameters {
                let values = values(name, schema, &known, &operation.path)
                    .unwrap_or_else(|| panic!("{}: say in `values` what {name} may be", operation.id));
                let keyed = schema["type"] == "object";
                queries
                    .extend(values.into_iter().map(|value| format!("{name}{}{value}", if keyed { "" } else { "=" })));
            }
            if has("dateFrom") && has("dateTo") {
                for (from, to) in [
                    ("2010-01-01", "2010-12-31"),
                    ("2010-06-15", "2010-06-15"),
                    ("2010-12-02", "2011-03-01"),
                    ("2011-01-01", "2010-01-01"),
                ] {
                    queries.push(format!("dateFrom={from}&dateTo={to}"));
                    queries.extend(has("includeVoided").then(|| {
                        format!("dateFrom={from}&dateTo={to}&includeVoided=true&includeZero=true&closing=include")
                    }));
                }
            }
            if has("controlFor") {
                let parties = known.get("/api/v1/accounting/parties").into_iter().flatten().take(4);
                let parties = parties.map(|party| format!("&partyId={party}")).filter(|_| has("partyId"));
                let more: Vec<String> = ["", "&asOf=2010-03-31", "&asOf=2010-12-31", "&asOf=2011-12-31"]
                    .iter()
                    .map(|text| (*text).to_owned())
                    .chain(parties)
                    .chain(has("buckets").then(|| "&asOf=2010-12-31&buckets=7,14".to_owned()))
                    .collect();
                if has("knownAt") && has("asOf") {
                    queries.extend(["seq:200", "seq:700", "seq:1000"].into_iter().flat_map(|known| {
                        ["", "&asOf=2010-06-30"].map(|day| format!("accountCode=1100&knownAt={known}{day}"))
                    }));
                }
                for accounts in ["controlFor=receivable", "controlFor=payable", "accountCode=1100"] {
                    queries.extend(more.iter().map(|more| format!("{accounts}{more}")));
                }
            }
            if has("partyId") && has("dateFrom") && !has("amountFrom") {
                let parties = known.get("/api/v1/accounting/parties").into_iter().flatten().take(8);
                for party in parties {
                    let days = format!("partyId={party}&dateFrom=2010-03-01&dateTo=2011-06-30");
                    queries.extend(["", "&knownAt=seq:700"].map(|more| format!("{days}{more}")));
                    if has("controlFor") {
                        let more = ["&controlFor=payable", "&currency=EUR", "&controlFor=receivable&format=csv"];
                        queries.extend(more.map(|more| format!("{days}{more}")));
                    }
                }
            }
            if has("strategy") {
                let ids = |noun: &str| known.get(noun).into_iter().flatten().take(8);
                for warehouse in ids("/api/v1/warehouses") {
                    for item in ids("/api/v1/inventory/items") {
                        queries.extend(["fefo", "fifo", "lifo", "nearestBin", "manual"].map(|strategy| {
                            format!("warehouseId={warehouse}&itemId={item}&quantity=900&strategy={strategy}")
                        }));
                    }
                }
            }
            if has("nonZero") && has("asOf") {
                for by in ["item", "warehouse", "location", "lot", "serial", "account", "category"] {
                    for day in ["", "&asOf=2010-06-15", "&asOf=2010-12-31"] {
                        queries.push(format!("by={by}&nonZero=false{day}&knownAt=seq:900"));
                        queries.push(format!("by={by}&nonZero=false{day}"));
                    }
                }
            }
            if has("order") {
                let items = known.get("/api/v1/inventory/items").into_iter().flatten().take(20);
                queries.extend(items.flat_map(|item| {
                    ["", "&order=posting", "&knownAt=seq:700"].map(|more| format!("itemId={item}{more}"))
                }));
            }
            if has("dimension") {
                for more in ["withDescendants=false", "includeVoided=true&closing=include", "accountId=nothing"] {
                    let known = known.get("dimension").into_iter().flatten().take(4);
                    let fits = has(more.split('=').next().unwrap_or_default());
                    queries.extend(known.filter(|_| fits).map(|value| format!("dimension{value}&{more}")));
                }
            }
            if has("mapping") {
                queries.extend(laid_out(&known, has("columnsBy"), has("asOf")));
            }
            if has("amountFrom") {
                let parties = known.get("/api/v1/accounting/parties").into_iter().flatten().take(4);
                queries.extend(parties.map(|party| format!("dateFrom=2010-01-01&partyId={party}")));
                queries.extend([
                    "dateFrom=2010-01-01&amountFrom=10&amountTo=500".to_owned(),
                    "status=draft,pendingApproval&amountTo=100".to_owned(),
                    "dateFrom=2010-01-01&amount=100".to_owned(),
                    "dateFrom=2010-01-01&amount=12.5".to_owned(),
                    format!("dateFrom=2010-01-01&createdBy={ADMIN}"),
                ]);
                let sorted = ["dateFrom=2010-01-01&sort=total", "dateTo=2010-12-31&dateFrom=2010-06-01&sort=-total"];
                queries.extend(sorted.into_iter().filter(|_| has("sort")).map(str::to_owned));
            }
            if has("sort") {
                queries.extend(
                    ["status=posted&sort=-date", "q=e&sort=date", "status=draft&entryType=standard&sort=-date"]
                        .map(str::to_owned),
                );
            }
            for (place, query) in queries.into_iter().enumerate() {
                // Of the first ids everything is asked, of each other one a part, so that all ids share all questions.
                if order >= WHOLE && place > 0 && !(place + order).is_multiple_of(PART) {
                    continue;
                }
                if has("limit") {
                    for (limit, most) in [(7, 4), (200, 8)] {
                        pair.pages(&path, &query, limit, most).await;
                    }
                } else {
                    pair.get(&format!("{path}?{query}")).await;
                }
            }
        }
    }
}

/// Statements by each mapping, as it was known then, with columns of every kind.
fn laid_out(known: &Known, has_columns: bool, is_of_a_day: bool) -> Vec<String> {
    let days = if is_of_a_day { "asOf=2010-12-31" } else { "dateFrom=2010-01-01&dateTo=2010-12-31" };
    let mappings = known.get("/api/v1/accounting/statement-mappings").into_iter().flatten().take(12);
    let mut mappings: Vec<String> = mappings.map(|id| format!("&mapping={id}")).collect();
    mappings.push(String::new());
    let mut columns = vec!["&compareWith=previousYear", "&includeZero=true"];
    columns.extend(has_columns.then_some("&columnsBy=currency"));
    let mut queries = Vec::new();
    for mapping in &mappings {
        for point in ["", "&knownAt=seq:700", "&knownAt=seq:1000"] {
            queries.extend(columns.iter().map(|columns| format!("{days}{mapping}{columns}{point}")));
        }
    }
    queries
}

/// Figures by two routes: from balances, or balances less later lines, and from the lines alone.
async fn compare_routes(pair: &mut Pair) {
    const REPORT: &str = "/api/v1/accounting/reports/profit-and-loss";
    let head = pair.get("/api/v1/audit/head").await["seq"].as_i64().unwrap();
    let mut moved = 0;
    for (from, to) in [("2010-01-01", "2010-12-31"), ("2010-03-02", "2010-11-29"), ("2011-01-01", "2011-12-31")] {
        for known in [head, head * 9 / 10, head / 2, head / 5] {
            let query = format!("{REPORT}?dateFrom={from}&dateTo={to}&knownAt=seq:{known}");
            let whole = pair.get(&query).await["totals"].clone();
            for by in ["dimension:country", "currency"] {
                let parts = pair.get(&format!("{query}&columnsBy={by}")).await["totals"].clone();
                for total in ["revenue", "expenses", "result"] {
                    let last = parts[total].as_array().and_then(|amounts| amounts.last());
                    assert_eq!(last, Some(&whole[total][0]), "{total} of {query} by {by}");
                    moved += usize::from(whole[total][0] != "0.00");
                }
            }
        }
    }
    assert!(moved > 20, "{moved} figures that are not 0");
    for known in [head, head * 9 / 10, head / 2, head / 5] {
        let query = format!("/api/v1/accounting/reports/balance-sheet?asOf=2010-12-31&knownAt=seq:{known}");
        let whole = pair.get(&query).await["totals"].clone();
        let parts = pair.get(&format!("{query}&columnsBy=currency")).await["totals"].clone();
        for total in ["assets", "liabilities", "equity", "difference"] {
            let last = parts[total].as_array().and_then(|amounts| amounts.last());
            assert_eq!(last, Some(&whole[total][0]), "{total} of {query} by currency");
        }
    }
}

#[test]
fn every_read_answers_the_same_on_both_databases() {
    let Some(mut postgres) = PostgresEngine::make() else {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
        return;
    };
    let (on_sqlite, on_postgres) = (Folder::new(), Folder::new());
    let requests = history();
    let mut sqlite = SqliteEngine::open(&on_sqlite.path().join(server::engine::DATABASE_FILE));
    let manner = Manner { requests: 25, hint_rounds: 4, forgets: false, restarts: false };
    for part in requests.chunks(25) {
        assert_eq!(sqlite.commit(part, manner), postgres.commit(part, manner));
    }
    drop(sqlite);
    postgres.take_statistics();
    let url = postgres.url();
    runtime().block_on(async {
        let (one, sqlite) = serve(&on_sqlite, None).await;
        let (other, postgres) = serve(&on_postgres, Some(&url)).await;
        let document = sqlite.get("~/openapi.json").await.expect(200).json();
        let mut pair = Pair { sqlite, postgres, asked: 0, wrong: Vec::new(), mapped: BTreeSet::new() };
        read_everything(&mut pair, &document).await;
        compare_routes(&mut pair).await;
        println!("{} reads compared", pair.asked);
        let shown: Vec<&String> = pair.wrong.iter().take(10).collect();
        assert!(pair.wrong.is_empty(), "{} of {} reads differ: {shown:#?}", pair.wrong.len(), pair.asked);
        assert!(pair.asked > 2_000, "{} reads only", pair.asked);
        assert_eq!(pair.mapped.len(), 3, "{:?}", pair.mapped);
        drop(pair);
        one.stop().await.unwrap();
        other.stop().await.unwrap();
    });
    postgres.remove();
}
