//! Goods: beancount books the lots that our movements name by its own FIFO, and each lot and piece strictly, and a program of
//! exact fractions reckons averages as the textbook does; they must come to our costs and our stock.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use checks::folder::Folder;
use checks::{Caller, Database, run};
use serde_json::{Value, json};

use crate::moving::{Moving, Valued, set_up};
use crate::programs::judges;
use crate::{Figures, minor};

/// Items of each way of valuing.
const ITEMS: u64 = 8;

/// Goods that left a place or came to one, in the order in which that happened.
struct Moved {
    id: String,
    kind: String,
    /// The identity of the document's line: both halves of a transfer have it.
    line: (i64, i64),
    day: String,
    warehouse: String,
    /// The lot or piece.
    lot: Option<String>,
    /// Above 0 for incoming goods.
    quantity: i128,
    /// Its change of the value of stock, in pence.
    value: i128,
}

/// The movement ledger of an item.
async fn moved(user: &Caller, sku: &str) -> Vec<Moved> {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/inventory/reports/movement-ledger?sku={sku}&limit=200{cursor}");
        let page = user.get(&path).await.expect(200).json();
        let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
        all.extend(page["data"].as_array().unwrap().iter().map(|row| Moved {
            id: text(row, "movementId"),
            kind: text(row, "kind"),
            line: (row["sequence"].as_i64().unwrap(), row["lineNumber"].as_i64().unwrap()),
            day: text(row, "postingDate"),
            warehouse: text(row, "warehouseCode"),
            lot: row["lotNumber"].as_str().or(row["serialNumber"].as_str()).map(str::to_owned),
            quantity: text(row, "quantity").replace('.', "").parse().unwrap(),
            value: minor(&text(row, "value")),
        }));
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

#[test]
fn beancount_books_our_goods_by_its_own_fifo_and_each_lot_and_piece_strictly_to_the_same_costs_and_stock() {
    run(Database::Sqlite, async |app| {
        let user = app.as_role("admin");
        set_up(&user).await;
        let (mut exact, mut books) = (BTreeSet::new(), LotBooks::default());
        let mut voided: BTreeMap<Valued, usize> = BTreeMap::new();
        for (valued, number) in
            [Valued::Fifo, Valued::Lot, Valued::Piece].into_iter().flat_map(|one| (1..=ITEMS).map(move |n| (one, n)))
        {
            let mut item = Moving::new(&user, valued, number).await;
            item.move_about().await;
            assert!(item.posted >= 15, "{} moved {} times", item.sku, item.posted);
            *voided.entry(valued).or_default() += item.voided;
            let moved = moved(&user, &item.sku).await;
            // A cost that is no whole number of pence apiece beancount could only hold rounded.
            if moved.iter().all(|row| row.quantity < 0 || row.value % row.quantity == 0) {
                books.write(&item.sku, valued, &moved);
                exact.insert(item.sku);
            }
        }
        assert!(exact.len() as u64 >= 2 * ITEMS + ITEMS / 2, "few items have exact costs: {exact:?}");
        assert!(books.kinds.len() >= 6, "{:?}", books.kinds);
        // Voided movements are not in the books that beancount gets: its costs equal ours only if ours are as if they
        // had never existed.
        assert!(voided.values().all(|times| *times >= ITEMS as usize), "{voided:?}");
        let Some(beancount) = judges().into_iter().find(|judge| judge.format() == "beancount") else { return };
        let folder = Folder::new();
        std::fs::create_dir_all(folder.path()).unwrap();
        let journal = folder.path().join("goods.beancount");
        std::fs::write(&journal, books.text()).unwrap();
        // Each transaction has our cost on its other side: one that beancount costs otherwise does not balance.
        beancount.check(&journal);
        let balances = beancount.balances(&journal, None, "2010-12-31");
        let balances: Figures = balances.iter().map(|(path, amount)| (path.clone(), minor(amount))).collect();
        assert_eq!(balances["Expenses:Goods"], books.cost);
        let units = beancount.units(&journal, &[], "2010-12-31");
        let stock = rows(&user, "/inventory/stock").await;
        let valuation = rows(&user, "/inventory/reports/valuation").await;
        for sku in &exact {
            let own = |path: &String| path.ends_with(&format!("-{sku}"));
            let told: i128 = balances.iter().filter(|(path, _)| own(path)).map(|(_, value)| *value).sum();
            let ours = valuation
                .iter()
                .find(|row| row["code"] == **sku)
                .map_or(0, |row| minor(row["value"].as_str().unwrap()));
            assert_eq!(told, ours, "what is left of {sku} is worth");
            for warehouse in ["MAIN", "SHOP"] {
                let of_sku = units.get(sku).and_then(|places| places.get(&place(warehouse, sku)));
                let told = of_sku.map_or(0, |quantity| minor(quantity));
                let ours = stock.iter().find(|row| row["sku"] == **sku && row["warehouseCode"] == warehouse);
                let ours = ours.map_or(0, |row| minor(row["quantity"].as_str().unwrap()));
                assert_eq!(told, ours, "{sku} in {warehouse}");
            }
        }
    });
}

async fn rows(user: &Caller, path: &str) -> Vec<Value> {
    user.get(&format!("{path}?limit=200")).await.expect(200).data()
}

fn place(warehouse: &str, sku: &str) -> String {
    format!("Assets:Stock:{warehouse}-{sku}")
}

/// A beancount file whose accounts hold lots.
#[derive(Default)]
struct LotBooks {
    opened: String,
    /// By day, and within it as they happened.
    entries: BTreeMap<String, String>,
    cost: i128,
    kinds: BTreeSet<String>,
}

impl LotBooks {
    /// Adds an item: incoming goods name their cost, outgoing ones name none, and beancount finds the lots that they
    /// leave from.
    fn write(&mut self, sku: &str, valued: Valued, moved: &[Moved]) {
        let booking = if valued == Valued::Fifo { "FIFO" } else { "STRICT" };
        for warehouse in ["MAIN", "SHOP"] {
            let _ = writeln!(self.opened, "2009-12-31 open {} \"{booking}\"", place(warehouse, sku));
        }
        for rows in moved.chunk_by(|one, other| one.line == other.line) {
            let kind = &rows[0].kind;
            self.kinds.insert(kind.clone());
            let text = self.entries.entry(rows[0].day.clone()).or_default();
            let _ = writeln!(text, "{} * \"{kind}\"", rows[0].day);
            for row in rows {
                let lot = row.lot.as_ref().map(|lot| format!("\"{lot}\""));
                let cost = (row.quantity > 0).then(|| format!("{} GBP", pounds(row.value / row.quantity)));
                let named: Vec<String> = cost.into_iter().chain(lot).collect();
                let _ =
                    writeln!(text, "  {}  {} {sku} {{{}}}", place(&row.warehouse, sku), row.quantity, named.join(", "));
            }
            let change: i128 = rows.iter().map(|row| row.value).sum();
            if rows.len() == 1 {
                let other = if change > 0 { "Equity:Received" } else { "Expenses:Goods" };
                let _ = writeln!(text, "  {other}  {} GBP", pounds(-change));
            }
            self.cost -= change.min(0);
        }
    }

    fn text(&self) -> String {
        let entries: String = self.entries.values().map(String::as_str).collect();
        format!("2009-12-31 open Expenses:Goods\n2009-12-31 open Equity:Received\n{}{entries}", self.opened)
    }
}

fn pounds(pence: i128) -> String {
    let sign = if pence < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", pence.abs() / 100, pence.abs() % 100)
}

#[test]
fn averages_are_what_fractions_come_to_and_returns_come_back_at_what_they_cost() {
    run(Database::Sqlite, async |app| {
        let user = app.as_role("admin");
        set_up(&user).await;
        let (mut items, mut voided, mut transfers) = (Vec::new(), 0, 0);
        for number in 1..=ITEMS {
            let mut item = Moving::new(&user, Valued::Average, number).await;
            item.move_about().await;
            assert!(item.posted >= 15, "{} moved {} times", item.sku, item.posted);
            let moved = moved(&user, &item.sku).await;
            voided += item.voided;
            transfers += moved.iter().filter(|row| row.kind == "transfer" && row.quantity < 0).count();
            let rows = moved.iter().map(
                |row| json!({"line": row.line, "pool": row.warehouse, "quantity": row.quantity, "value": row.value}),
            );
            let mut returns = Vec::new();
            for row in moved.iter().filter(|row| row.kind == "return") {
                let of = user.get(&format!("/inventory/movements/{}", row.id)).await.expect(200).field("ofMovementId");
                let of = moved.iter().find(|other| other.id == of).unwrap();
                returns.push(json!({"line": row.line, "of": of.line}));
            }
            items.push(json!({"sku": item.sku, "moved": rows.collect::<Vec<_>>(), "returns": returns}));
        }
        assert!(items.iter().any(|item| !item["returns"].as_array().unwrap().is_empty()));
        assert!(voided >= ITEMS as usize && transfers >= ITEMS as usize, "{voided} voided, {transfers} transfers");
        let told = averages(&json!(items));
        let valuation = rows(&user, "/inventory/reports/valuation").await;
        for item in &items {
            let sku = item["sku"].as_str().unwrap();
            let ours =
                valuation.iter().find(|row| row["code"] == sku).map_or(0, |row| minor(row["value"].as_str().unwrap()));
            assert_eq!(told[sku].as_i64().map(i128::from), Some(ours), "what is left of {sku} is worth");
        }
    });
}

/// The value of the rest of each item by the program of fractions, in pence; it fails if a cost differs from ours.
fn averages(items: &Value) -> Value {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judges/average.py");
    let mut judge = Command::new("python3")
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|fault| panic!("python3 is needed; scripts/setup installs it: {fault}"));
    judge.stdin.take().unwrap().write_all(items.to_string().as_bytes()).unwrap();
    let output = judge.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}
