//! Outside judges: hledger and bean-query compute the figures of our reports from our journals, to the cent. The cost
//! of goods is judged in `goods`.
//!
//! hledger and ledger come from the distribution (`scripts/setup`), bean-query from `BEANCOUNT_BIN`, a folder that
//! `scripts/judges` fills. A judge that is not there is named, and passes nothing on; with `JUDGES=required` it fails the
//! tests.

mod goods;
mod moving;
mod programs;
mod statement;
mod workbooks;

use std::collections::{BTreeMap, BTreeSet};

use checks::folder::Folder;
use checks::year::Year;
use checks::{Caller, Database, run};
use domain::rows::Line;
use domain::value::id::AccountId;
use domain::value::{Currency, CurrencyRef};
use serde_json::{Value, json};
use server::plaintext::hledger::amount;

use crate::programs::{Judge, judges};
use crate::statement::Statement;

/// Amounts in minor units by the code of the account; zero amounts are left out.
type Figures = BTreeMap<String, i128>;

#[test]
fn hledger_ledger_and_bean_query_agree_with_every_month_of_a_year() {
    run(Database::Sqlite, async |app| {
        let judges = judges();
        let admin = app.as_role("admin");
        let mut year = Year::open(app).await;
        for month in 1..=12 {
            year.month(month).await;
            // The books as they were then; starting all of them thirteen times would take a minute.
            judge(&admin, judges.get(..1).unwrap_or_default(), &[month]).await;
        }
        year.end().await;
        for currency in CURRENCIES {
            let query = format!("asOf=2010-11-30&currency={currency}");
            let ours = report(&admin, &query, ("closingDebit", "closingCredit")).await;
            assert!(amounts(&ours, |_| true).len() >= 2, "there is business in {currency}");
        }
        // All months again, with all that came later.
        judge(&admin, &judges, &(1..=13).collect::<Vec<u8>>()).await;
    });
}

#[test]
fn foreign_lines_come_to_the_same_in_base_and_in_each_currency() {
    let lines: &[&[(&str, Line)]] = &[
        &[("Assets:Dollars", foreign("USD", 10_000, 8_000)), ("Equity:Capital", foreign("GBP", -8_000, -8_000))],
        &[("Assets:Dollars", foreign("USD", -6_000, -4_801)), ("Assets:Pounds", foreign("GBP", 4_801, 4_801))],
        // A revaluation.
        &[("Assets:Dollars", foreign("USD", 0, 500)), ("Income:Exchange", foreign("GBP", -500, -500))],
        &[("Assets:Yen", foreign("JPY", 1_500, 812)), ("Assets:Dollars", foreign("USD", -1_000, -812))],
        // A currency that no list has.
        &[("Assets:Coins", foreign("BTC", 12_345, 370)), ("Assets:Pounds", foreign("GBP", -370, -370))],
        // A rounding.
        &[
            ("Assets:Dollars", foreign("USD", 3_333, 2_667)),
            ("Expenses:Travel", foreign("USD", -3_333, -2_666)),
            ("Expenses:Rounding", foreign("USD", 0, -1)),
        ],
    ];
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    for judge in judges() {
        let gbp = Currency::parse("GBP").unwrap();
        let mut text = String::new();
        for path in lines.iter().copied().flatten().map(|(path, _)| *path).collect::<BTreeSet<_>>() {
            text.push_str(&if judge.format() == "beancount" {
                format!("2010-01-01 open {path}\n")
            } else {
                format!("account {path}\n")
            });
        }
        for (currency, sample) in [("GBP", "1.00"), ("USD", "1.00"), ("JPY", "1."), ("BTC", "1.00000000")] {
            text.push_str(&match judge.format() {
                "hledger" => format!("commodity {sample} {currency}\n"),
                "ledger" => format!("commodity {currency}\n    format {} {currency}\n", sample.trim_end_matches('.')),
                _ => String::new(),
            });
        }
        for entry in lines {
            text.push_str("\n2010-01-31 * \"x\"\n");
            for (path, line) in *entry {
                text.push_str(&format!("  {path}  {}\n", amount(line, gbp, |currency| currency.to_string())));
            }
        }
        let journal = folder.path().join(judge.format());
        std::fs::write(&journal, text).unwrap();
        judge.check(&journal);
        let told = |figures: BTreeMap<String, String>| -> Figures {
            figures
                .iter()
                .map(|(path, amount)| (path.clone(), minor(amount)))
                .filter(|(_, amount)| *amount != 0)
                .collect()
        };
        let wanted = |figures: &[(&str, i128)]| -> Figures {
            figures.iter().map(|(path, amount)| ((*path).to_owned(), *amount)).collect()
        };
        let base = [
            ("Assets:Coins", 370),
            ("Assets:Dollars", 5_554),
            ("Assets:Pounds", 4_431),
            ("Assets:Yen", 812),
            ("Equity:Capital", -8_000),
            ("Expenses:Rounding", -1),
            ("Expenses:Travel", -2_666),
            ("Income:Exchange", -500),
        ];
        assert_eq!(told(judge.balances(&journal, None, "2010-12-31")), wanted(&base), "{}", judge.format());
        let mut units = judge.units(&journal, &["USD", "JPY", "BTC"], "2010-12-31");
        let coins = units.remove("BTC").and_then(|mut coins| coins.remove("Assets:Coins"));
        assert_eq!(coins.as_deref(), Some("0.00012345"), "{}", judge.format());
        let mut units = |currency| told(units.remove(currency).unwrap_or_default());
        let dollars = [("Assets:Dollars", 6_333), ("Expenses:Travel", -3_333)];
        assert_eq!(units("USD"), wanted(&dollars), "{}", judge.format());
        assert_eq!(units("JPY"), wanted(&[("Assets:Yen", 150_000)]), "{}", judge.format());
    }
}

/// Texts that would be directives if they stood alone in a journal.
const HOSTILE: &[&str] = &[
    "x\n    Assets:1000 Cash  999.00 GBP\n",
    "\n2010-06-01 open Assets:Evil\n",
    "\" \\ \"\n  Assets:1000-Cash  999 GBP",
    "; a comment",
    "a  ; code: 4000",
    "| nobody",
    "*",
    "! pending",
    "(code) x",
    "[2010/99/99]",
    "date: 2010-99-99, date2: x",
    "type: X",
    "= 5 GBP",
    "~ monthly",
    "{5 GBP} @@ 7 GBP",
    "%41%0A",
    "comment",
    "include /etc/passwd",
    "#tag ^link",
    "\u{2028}\u{a0}  wide\u{3000}blank",
    "現金 ü €",
    "\\n\\",
];

#[test]
fn no_text_of_a_client_becomes_another_thing_in_a_journal() {
    run(Database::Sqlite, async |app| {
        let admin = app.as_role("admin");
        let dimension =
            admin.post("/accounting/dimensions", &json!({"code": "project", "name": "Project"})).await.expect(201).id();
        for (number, text) in HOSTILE.iter().enumerate() {
            let name = text.replace(['\n', '\u{2028}'], " ");
            let code = format!("9{number:03}");
            admin
                .post("/accounting/accounts", &json!({"code": code, "name": name, "type": "expense"}))
                .await
                .expect(201);
            // A code has plain blanks alone.
            let value_code = name.trim().replace('\u{3000}', " ");
            let value = json!({"code": value_code, "name": name});
            admin.post(&format!("/accounting/dimensions/{dimension}/values"), &value).await.expect(201);
            let lines = json!([
                {"accountCode": code, "debit": "10.01", "description": name, "dimensions": {"project": value_code}},
                {"accountCode": "2000", "credit": "10.01", "partyName": name},
            ]);
            let entry = app.sale("1.00").on("2010-06-15").with("lines", lines).with("description", *text);
            let id = admin.post_entry(&entry.with("reference", name.clone())).await;
            if number % 3 == 0 {
                let reason = json!({"reason": name});
                admin.post(&format!("/accounting/journal-entries/{id}/void"), &reason).await.expect(204);
            }
        }
        judge(&admin, &judges(), &[6]).await;
    });
}

/// A line of a currency with its base figure, debits positive.
fn foreign(currency: &str, units: i64, base: i64) -> Line {
    let side = |amount: i64| (amount.max(0), (-amount).max(0));
    let ((debit, credit), (base_debit, base_credit)) = (side(units), side(base));
    Line {
        entry_sequence: 1,
        line_number: 1,
        account_id: AccountId([1; 16]),
        debit,
        credit,
        currency: Currency::parse(currency).or_else(|| Currency::custom(CurrencyRef::parse(currency)?, 8)).unwrap(),
        exchange_rate: None,
        base_debit,
        base_credit,
        description: None,
        party_id: None,
        due_date: None,
        dimensions: String::new(),
        pool_id: None,
    }
}

/// The currencies of the year.
const CURRENCIES: [&str; 4] = ["EUR", "GBP", "JPY", "USD"];

/// Compares the trial balance in base and in each currency, the balance sheet and the profit and loss of these months.
async fn judge(caller: &Caller, judges: &[Box<dyn Judge>], months: &[u8]) {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    for judge in judges {
        let format = judge.format();
        let text = caller.get(&format!("/accounting/export?format={format}")).await;
        let journal = folder.path().join(format!("books.{format}"));
        std::fs::write(&journal, &text.expect(200).bytes).unwrap();
        let codes = codes(std::str::from_utf8(&text.bytes).unwrap());
        judge.check(&journal);
        for month in months {
            let last = Year::last_day(*month);
            let first = format!("{}-01", &last[..7]);
            let told = figures(&judge.balances(&journal, None, &last), &codes);
            let ours = report(caller, &format!("asOf={last}&closing=include"), ("closingDebit", "closingCredit")).await;
            assert_eq!(told, amounts(&ours, |_| true), "{format}: trial balance of {last}");
            let mut units = judge.units(&journal, &CURRENCIES, &last);
            for currency in CURRENCIES {
                let told = figures(&units.remove(currency).unwrap_or_default(), &codes);
                let query = format!("asOf={last}&closing=include&currency={currency}");
                let ours = report(caller, &query, ("closingDebit", "closingCredit")).await;
                assert_eq!(told, amounts(&ours, |_| true), "{format}: trial balance of {last} in {currency}");
            }
            let is_result = |kind: &str| matches!(kind, "revenue" | "expense");
            let of = |wanted: &dyn Fn(&str) -> bool| -> Figures {
                let some = told.iter().filter(|(code, _)| ours.get(*code).is_some_and(|(kind, _)| wanted(kind)));
                some.map(|(code, amount)| (code.clone(), *amount)).collect()
            };
            let sheet = Statement::of(caller, &format!("balance-sheet?asOf={last}&closing=include")).await;
            assert_eq!(sheet.accounts, of(&|kind| !is_result(kind)), "{format}: balance sheet of {last}");
            let (assets, result) = (sum(&of(&|kind| kind == "asset")), -sum(&of(&is_result)));
            assert_eq!(sheet.result, result, "{format}: result in the balance sheet of {last}");
            for (total, wanted) in [("assets", assets), ("liabilitiesAndEquity", assets), ("difference", 0)] {
                assert_eq!(sheet.total(total), wanted, "{format}: {total} of {last}");
            }
            assert_eq!(sum(&told), 0, "{format}: debits and credits of {last}");
            let moved = figures(&judge.balances(&journal, Some(&first), &last), &codes);
            let moved: Figures =
                moved.into_iter().filter(|(code, _)| ours.get(code).is_some_and(|(kind, _)| is_result(kind))).collect();
            let statement = Statement::of(caller, &format!("profit-and-loss?dateFrom={first}&dateTo={last}")).await;
            assert_eq!(statement.accounts, moved, "{format}: profit and loss of {first} to {last}");
            assert_eq!(statement.total("result"), -sum(&moved), "{format}: result of {first} to {last}");
        }
    }
}

fn sum(figures: &Figures) -> i128 {
    figures.values().sum()
}

/// Type and amount of every account that takes postings.
async fn report(caller: &Caller, query: &str, (debit, credit): (&str, &str)) -> BTreeMap<String, (String, i128)> {
    let report =
        caller.get(&format!("/accounting/reports/trial-balance?includeZero=true&{query}")).await.expect(200).json();
    let minor = |value: &Value| minor(value.as_str().unwrap());
    let rows = report["data"].as_array().unwrap().iter().filter(|row| row["isGroup"] == false);
    rows.map(|row| {
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        (text("code"), (text("type"), minor(&row[debit]) - minor(&row[credit])))
    })
    .collect()
}

fn amounts(report: &BTreeMap<String, (String, i128)>, wanted: impl Fn(&str) -> bool) -> Figures {
    let some = report.iter().filter(|(_, (kind, amount))| wanted(kind) && *amount != 0);
    some.map(|(code, (_, amount))| (code.clone(), *amount)).collect()
}

/// The code of each account's path, as the journal declares it.
fn codes(journal: &str) -> BTreeMap<String, String> {
    let mut codes = BTreeMap::new();
    let mut path = String::new();
    for line in journal.lines() {
        if let Some(declared) = line.strip_prefix("account ") {
            path = declared.to_owned();
        } else if let Some((_, declared)) = line.split_once(" open ") {
            path = declared.to_owned();
        } else if let Some((name, code)) = line.trim().trim_start_matches("; ").split_once(": ")
            && name == "code"
        {
            codes.insert(path.clone(), code.trim_matches('"').to_owned());
        }
    }
    codes
}

fn figures(told: &BTreeMap<String, String>, codes: &BTreeMap<String, String>) -> Figures {
    let by_code = told.iter().map(|(path, amount)| (codes[path].clone(), minor(amount)));
    by_code.filter(|(_, amount)| *amount != 0).collect()
}

/// `-1234.50` in minor units of a currency with two decimals; further digits must be zeros or a rounding of the last.
fn minor(text: &str) -> i128 {
    let number = text.split_whitespace().next().unwrap_or("0").replace(',', "");
    // How bean-query writes the remainder of dividing a price: less than a millionth.
    if number.contains("E-") {
        return 0;
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    let thousandths: i128 = format!("{whole}{digits}").parse().unwrap_or_else(|_| panic!("{text} is no amount"));
    let rounded = (thousandths.abs() + 5) / 10;
    if thousandths < 0 { -rounded } else { rounded }
}
