//! Reports by the command line: the bytes of the API, with a running server and without one.

use checks::Caller;
use checks::folder::Folder;
use checks::program::{Place, Program, Ran, run};
use checks::server::runtime;

const YEAR: &[&str] = &["--date-from", "2010-01-01", "--date-to", "2010-12-31"];
const AS_OF: &[&str] = &["--as-of", "2010-12-31"];
const KNOWN: &[&str] = &["--date-from", "2010-01-01", "--date-to", "2010-12-31", "--known-at", "seq:20"];
const OWED: &[&str] = &["--as-of", "2010-12-31", "--with", "controlFor=receivable", "--known-at", "seq:100"];

/// Every report with its options, and the query that they are.
const REPORTS: &[(&str, &[&str], &str)] = &[
    ("trial-balance", AS_OF, "asOf=2010-12-31"),
    ("profit-and-loss", YEAR, "dateFrom=2010-01-01&dateTo=2010-12-31"),
    ("balance-sheet", AS_OF, "asOf=2010-12-31"),
    ("cash-flow", YEAR, "dateFrom=2010-01-01&dateTo=2010-12-31"),
    ("aged-open-items", OWED, "asOf=2010-12-31&controlFor=receivable&knownAt=seq:100"),
    ("general-ledger", KNOWN, "dateFrom=2010-01-01&dateTo=2010-12-31&knownAt=seq:20"),
    ("journal", YEAR, "dateFrom=2010-01-01&dateTo=2010-12-31"),
    ("voids", YEAR, "dateFrom=2010-01-01&dateTo=2010-12-31"),
    ("number-gaps", &[], ""),
    ("late-entries", YEAR, "dateFrom=2010-01-01&dateTo=2010-12-31"),
    ("audit-trail", &["--with", "kind=journalEntry.posted"], "kind=journalEntry.posted"),
    ("control-changes", &[], ""),
];

fn typed(folder: &Folder, arguments: &[&str]) -> Ran {
    run(Place { folder: folder.path(), database_url: None }, &[], arguments, "")
}

fn reported(folder: &Folder, arguments: &[&str]) -> Ran {
    typed(folder, &[&["report"], arguments].concat())
}

/// The demo's books, a server on them, and its administrator.
async fn demo() -> (Folder, Program, Caller) {
    let folder = Folder::new();
    typed(&folder, &["demo", "--load-only"]).done();
    // Its users are not served to other machines with a password that everybody knows.
    let told = "everybody knows the password of the demo's users admin, accountant, clerk, auditor, operator";
    typed(&folder, &["serve", "--listen", "0.0.0.0:0"]).failed(2, told);
    let token = typed(&folder, &["token", "--user", "admin"]).done().out.clone();
    let program = Program::start(Place { folder: folder.path(), database_url: None }).await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let admin = Caller::new(http, &program.url, Some(token));
    (folder, program, admin)
}

#[test]
fn a_report_of_the_command_line_has_the_bytes_of_the_api_in_every_form() {
    runtime().block_on(async {
        let ((folder, program, admin), files) = (demo().await, Folder::new());
        std::fs::create_dir_all(files.path()).unwrap();
        let told = async |path: &str| admin.get(path).await.expect(200).bytes.clone();
        for (name, options, query) in REPORTS {
            for format in ["json", "csv", "xlsx", "print"] {
                let path = format!("/accounting/reports/{name}?{query}&format={format}");
                let file = files.path().join(format!("{name}.{format}"));
                let arguments = [&[*name, "--format", format, "--out", file.to_str().unwrap()], *options].concat();
                reported(&folder, &arguments).done();
                assert_eq!(std::fs::read(&file).unwrap(), told(&path).await, "{name} as {format}");
            }
        }
        let csv = reported(&folder, &["open-items", "--account", "1100", "--format", "csv"]).done().out.clone();
        assert!(csv.contains("203.30"), "{csv}");
        assert_eq!(csv.as_bytes(), told("/accounting/open-items?accountCode=1100&format=csv").await.trim_ascii_end());
        let account = admin.get("/accounting/accounts?code=1100").await.data()[0]["id"].as_str().unwrap().to_owned();
        let statement =
            reported(&folder, &["account-statement", "--account", "1100", "--with", "limit=3"]).done().out.clone();
        assert_eq!(statement.as_bytes(), told(&format!("/accounting/accounts/{account}/statement?limit=3")).await);
        let party = admin.get("/accounting/parties?limit=1").await.data()[0]["id"].as_str().unwrap().to_owned();
        let of_party = format!("partyId={party}");
        let csv = reported(&folder, &["party-statement", "--with", &of_party, "--format", "csv"]).done().out.clone();
        let path = format!("/accounting/reports/party-statement?{of_party}&format=csv");
        assert_eq!(csv.as_bytes(), told(&path).await.trim_ascii_end());
        let diff = reported(&folder, &["diff", "--with", "from=seq:100", "--with", "to=seq:102"]).done().out.clone();
        assert_eq!(diff.as_bytes(), told("/accounting/reports/diff?from=seq:100&to=seq:102").await);
        let warehouse = admin.get("/warehouses?limit=1").await.data()[0]["id"].as_str().unwrap().to_owned();
        for (name, path) in [
            ("stock", "/inventory/stock"),
            ("valuation", "/inventory/reports/valuation"),
            ("late-items", "/inventory/reports/late-items"),
            ("ageing", "/inventory/reports/ageing"),
            ("expiry", "/inventory/reports/expiry"),
        ] {
            let csv = reported(&folder, &[name, "--as-of", "2010-12-31", "--format", "csv"]).done().out.clone();
            assert_eq!(csv.as_bytes(), told(&format!("{path}?asOf=2010-12-31&format=csv")).await.trim_ascii_end());
        }
        for (name, path, query) in [
            ("availability", "/inventory/availability", ""),
            ("reorder-suggestions", "/inventory/reorder-suggestions", ""),
            ("turns", "/inventory/reports/turns", "dateFrom=2010-01-01&dateTo=2010-12-31&"),
            ("movement-ledger", "/inventory/reports/movement-ledger", "sku=85123A&"),
            ("received-not-invoiced", "/inventory/reports/received-not-invoiced", ""),
            ("goods-in-transit", "/inventory/reports/goods-in-transit", ""),
            ("goods-of-others", "/inventory/reports/goods-of-others", ""),
            ("pick-suggestions", "/inventory/pick-suggestions", "sku=85123A&quantity=1&warehouseId={warehouse}&"),
        ] {
            let query = query.replace("{warehouse}", &warehouse);
            let with = query.split('&').filter(|one| !one.is_empty()).flat_map(|one| ["--with", one]);
            let is_document = name != "pick-suggestions";
            let form: &[&str] = if is_document { &["--format", "csv"] } else { &[] };
            let arguments: Vec<&str> = std::iter::once(name).chain(with).chain(form.iter().copied()).collect();
            let out = reported(&folder, &arguments).done().out.clone();
            let format = if is_document { "format=csv" } else { "" };
            let answer = told(&format!("{path}?{query}{format}")).await;
            assert_eq!(out.as_bytes(), answer.trim_ascii_end(), "{name}");
        }
        let csv = reported(&folder, &["count-accuracy", "--format", "csv"]).done().out.clone();
        assert_eq!(csv.as_bytes(), told("/inventory/counts/accuracy?format=csv").await.trim_ascii_end());
        let issue =
            admin.get("/inventory/movements?kind=issue&limit=1").await.data()[0]["id"].as_str().unwrap().to_owned();
        let csv = reported(&folder, &["cost-trace", "--movement", &issue, "--format", "csv"]).done().out.clone();
        let trace = told(&format!("/inventory/movements/{issue}/cost-trace?format=csv")).await;
        assert_eq!(csv.as_bytes(), trace.trim_ascii_end());
        let proof = reported(&folder, &["inventory-proof", "--as-of", "2010-12-31"]).done().out.clone();
        assert!(proof.contains("\"signature\":"), "{proof}");

        let before = told("/accounting/reports/trial-balance?asOf=2010-12-31&format=xlsx").await;
        drop(program);
        let file = files.path().join("alone.xlsx");
        let alone = ["trial-balance", "--as-of", "2010-12-31", "--format", "xlsx", "--out", file.to_str().unwrap()];
        reported(&folder, &alone).done();
        assert_eq!(std::fs::read(&file).unwrap(), before, "without a server");
    });
}

#[test]
fn what_a_report_does_not_take_ends_with_2_says_so_and_leaves_no_file() {
    runtime().block_on(async {
        let ((folder, _program, _), files) = (demo().await, Folder::new());
        std::fs::create_dir_all(files.path()).unwrap();
        let file = files.path().join("never.csv");
        let out = file.to_str().unwrap();
        for (arguments, words) in [
            (vec!["number-gaps", "--as-of", "2010-12-31", "--out", out], "asOf"),
            (vec!["trial-balance", "--as-of", "yesterday", "--out", out], "asOf"),
            (vec!["diff", "--with", "from=seq:1", "--with", "to=seq:2", "--format", "csv", "--out", out], "format"),
            (vec!["trial-balance", "--account", "1000"], "--account can only be used with"),
            (vec!["account-statement"], "--account CODE"),
            (vec!["cost-trace"], "--movement ID"),
            (vec!["cost-trace", "--movement", "../x"], "is not the id of a movement"),
            (vec!["stock", "--movement", "x"], "--movement can only be used with cost-trace"),
            (vec!["account-statement", "--account", "9999"], "there is no account with the code 9999"),
            (vec!["aged-open-items", "--with", "controlFor"], "PARAMETER=VALUE"),
            (vec!["trial-balances"], "trial-balance"),
        ] {
            reported(&folder, &arguments).failed(2, words);
        }
        assert_eq!(std::fs::read_dir(files.path()).unwrap().count(), 0);
        let help = reported(&folder, &["--help"]).done().out.clone();
        for word in ["--known-at", "aged-open-items", "audit-trail", "Examples:"] {
            assert!(help.contains(word), "{help}");
        }
        let completions = typed(&folder, &["completions", "bash"]).done().out.clone();
        assert!(completions.contains("profit-and-loss") && completions.contains("--known-at"), "{completions}");
    });
}
