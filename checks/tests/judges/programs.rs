//! hledger, ledger and bean-query: how each is asked for balances.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program outside that reads a journal of its own format.
pub trait Judge {
    fn format(&self) -> &'static str;
    /// Refuses a journal with any fault.
    fn check(&self, journal: &Path);
    /// Balances at cost, by account, until this day; from `from` on where it is given, without closing entries.
    fn balances(&self, journal: &Path, from: Option<&str>, to: &str) -> BTreeMap<String, String>;
    /// Balances in these currencies until this day, by currency and account; lines of base balance alone left out.
    fn units(&self, journal: &Path, currencies: &[&str], to: &str) -> BTreeMap<String, BTreeMap<String, String>>;
}

struct Ledger;

struct Hledger;

struct BeanQuery(PathBuf);

/// The judges that are there; all of them, where `JUDGES` says so.
pub fn judges() -> Vec<Box<dyn Judge>> {
    let mut judges: Vec<Box<dyn Judge>> = Vec::new();
    if Command::new("hledger").arg("--version").output().is_ok() {
        judges.push(Box::new(Hledger));
    } else {
        missing("hledger is not installed; scripts/setup installs it");
    }
    if Command::new("ledger").arg("--version").output().is_ok() {
        judges.push(Box::new(Ledger));
    } else {
        missing("ledger is not installed; scripts/setup installs it");
    }
    match std::env::var("BEANCOUNT_BIN") {
        Ok(folder) => judges.push(Box::new(BeanQuery(PathBuf::from(folder)))),
        Err(_) => missing("BEANCOUNT_BIN names no folder with bean-query; scripts/judges makes one"),
    }
    judges
}

/// Says that a judge is not there; fails where all must be.
pub fn missing(what: &str) {
    assert_ne!(std::env::var("JUDGES").as_deref(), Ok("required"), "{what}");
    println!("skipped: {what}");
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|fault| panic!("{command:?}: {fault}"));
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {err}");
    String::from_utf8(output.stdout).unwrap()
}

fn rows(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(true).flexible(true).from_reader(csv.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(|field| field.trim().to_owned()).collect()).collect()
}

/// Rows of currency, account and amount.
fn by_currency<'r>(rows: impl Iterator<Item = [&'r String; 3]>) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut found: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for [currency, account, amount] in rows {
        found.entry(currency.clone()).or_default().insert(account.clone(), amount.clone());
    }
    found
}

fn day_after(day: &str) -> String {
    day.parse::<jiff::civil::Date>().unwrap().tomorrow().unwrap().to_string()
}

impl Judge for Hledger {
    fn format(&self) -> &'static str {
        "hledger"
    }

    fn check(&self, journal: &Path) {
        // Every account and commodity is declared, and every entry balances.
        output(Command::new("hledger").env("LC_ALL", "C.UTF-8").arg("-f").arg(journal).args(["check", "--strict"]));
    }

    fn balances(&self, journal: &Path, from: Option<&str>, to: &str) -> BTreeMap<String, String> {
        let mut command = Command::new("hledger");
        command.env("LC_ALL", "C.UTF-8").arg("-f").arg(journal);
        command.args(["balance", "--flat", "-N", "-B", "-O", "csv", "-e", &day_after(to)]);
        if let Some(from) = from {
            command.args(["-b", from, "not:tag:entry-type=closing"]);
        }
        rows(&output(&mut command)).into_iter().map(|row| (row[0].clone(), row[1].clone())).collect()
    }

    fn units(&self, journal: &Path, _: &[&str], to: &str) -> BTreeMap<String, BTreeMap<String, String>> {
        let mut command = Command::new("hledger");
        command.env("LC_ALL", "C.UTF-8").arg("-f").arg(journal);
        command.args(["balance", "--flat", "-N", "--layout", "bare", "-O", "csv", "not:tag:base-only"]);
        command.args(["-e", &day_after(to)]);
        by_currency(rows(&output(&mut command)).iter().map(|row| [&row[1], &row[0], &row[2]]))
    }
}

impl Ledger {
    fn told(journal: &Path, arguments: &[&str]) -> BTreeMap<String, String> {
        let mut command = Command::new("ledger");
        command.args(["--args-only", "--file"]).arg(journal).args(["balance", "--flat", "--no-total"]);
        command.args(["--format", "%(account)|%(quantity(scrub(display_total)))\\n"]).args(arguments);
        let told = output(&mut command);
        told.lines()
            .filter_map(|line| line.rsplit_once('|'))
            .map(|(path, amount)| (path.to_owned(), amount.to_owned()))
            .collect()
    }
}

impl Judge for Ledger {
    fn format(&self) -> &'static str {
        "ledger"
    }

    fn check(&self, journal: &Path) {
        output(Command::new("ledger").args(["--args-only", "--file"]).arg(journal).arg("stats"));
    }

    fn balances(&self, journal: &Path, from: Option<&str>, to: &str) -> BTreeMap<String, String> {
        let end = day_after(to);
        let mut arguments = vec!["--basis", "--end", &end];
        if let Some(from) = from {
            arguments.extend(["--begin", from, "--limit", "not has_tag(/entry-type/, /closing/)"]);
        }
        Self::told(journal, &arguments)
    }

    fn units(&self, journal: &Path, currencies: &[&str], to: &str) -> BTreeMap<String, BTreeMap<String, String>> {
        let end = day_after(to);
        let told = currencies.iter().map(|currency| {
            let limit = format!("commodity == '{currency}' and not has_tag(/base-only/)");
            ((*currency).to_owned(), Self::told(journal, &["--end", &end, "--limit", &limit]))
        });
        told.collect()
    }
}

impl Judge for BeanQuery {
    fn format(&self) -> &'static str {
        "beancount"
    }

    fn check(&self, journal: &Path) {
        output(Command::new(self.0.join("bean-check")).arg(journal));
    }

    fn balances(&self, journal: &Path, from: Option<&str>, to: &str) -> BTreeMap<String, String> {
        let since = from
            .map(|from| format!(" AND date >= {from} AND NOT (bool(entry_meta('entry-type')) AND entry_meta('entry-type') = 'closing')"))
            .unwrap_or_default();
        let query = format!("SELECT account, sum(number(weight)) AS total WHERE date <= {to}{since} GROUP BY account");
        let csv = output(Command::new(self.0.join("bean-query")).args(["-f", "csv"]).arg(journal).arg(query));
        rows(&csv).into_iter().map(|row| (row[0].clone(), row[1].clone())).collect()
    }

    fn units(&self, journal: &Path, _: &[&str], to: &str) -> BTreeMap<String, BTreeMap<String, String>> {
        let query = format!(
            "SELECT currency, account, sum(number) AS total WHERE date <= {to} AND NOT bool(meta('base-only')) \
             GROUP BY currency, account"
        );
        let csv = output(Command::new(self.0.join("bean-query")).args(["-f", "csv"]).arg(journal).arg(query));
        by_currency(rows(&csv).iter().map(|row| [&row[0], &row[1], &row[2]]))
    }
}
