//! Files as the programs write them, shortened, with made-up figures.

use domain::rows::{AccountType, Side};
use domain::value::Instant;
use domain::value::id::{AccountId, PrincipalId};
use jiff::civil::date;

use super::*;

fn chart() -> Vec<Account> {
    let of = |place: u8, code: &str, name: &str, control: Option<ControlFor>| Account {
        id: AccountId([place; 16]),
        code: code.to_owned(),
        name: name.to_owned(),
        control_for: control,
        account_type: AccountType::Asset,
        subtype: None,
        normal_balance: Side::Debit,
        parent_id: None,
        is_group: false,
        currency: None,
        is_active: true,
        revalue: false,
        is_reconcilable: false,
        required_dimensions: String::new(),
        default_dimensions: String::new(),
        description: None,
        external_id: None,
        metadata: String::new(),
        has_postings: false,
        version: 1,
        created_at: Instant(0),
        created_by: PrincipalId([0; 16]),
        updated_at: Instant(0),
        updated_by: PrincipalId([0; 16]),
    };
    vec![
        of(1, "1010", "Checking", None),
        of(2, "1100", "Accounts receivable", Some(ControlFor::Receivable)),
        of(3, "2000", "Accounts payable", Some(ControlFor::Payable)),
        of(4, "3900", "Opening balance equity", None),
        of(5, "4000", "Sales", None),
        of(6, "6000", "Rent", None),
        Account { is_group: true, ..of(7, "1", "Assets", None) },
    ]
}

fn read_with(kind: FileKind, program: Program, text: &str, change: impl Fn(&mut Mapping, &mut Options)) -> Reading {
    let chart = chart();
    let mut mapping = program.mapping(kind);
    let mut options = Options {
        date: Some(date(2010, 1, 1)),
        offset: Some("3900".to_owned()),
        control_for: Some(ControlFor::Receivable),
        source: program.name().to_owned(),
        ..Options::default()
    };
    change(&mut mapping, &mut options);
    let books = Books { chart: &chart, base: Currency::parse("EUR").expect("a currency") };
    read(kind, text.as_bytes(), &mapping, books, &options)
}

fn read_file(kind: FileKind, program: Program, text: &str) -> Reading {
    read_with(kind, program, text, |_, _| {})
}

/// The lines of each entry: account, then debit or minus credit.
fn entries(reading: &Reading) -> Vec<(String, Vec<(String, String)>)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let line = |line: &Value| {
        let amount = match line["debit"].as_str() {
            Some(debit) => debit.to_owned(),
            None => format!("-{}", text(&line["credit"])),
        };
        (text(&line["accountCode"]), amount)
    };
    let entry = |request: &Request| {
        let lines = request.body["lines"].as_array().expect("lines").iter().map(line).collect();
        (text(&request.body["date"]), lines)
    };
    reading.requests.iter().map(entry).collect()
}

fn told(reading: &Reading) -> Vec<String> {
    reading.faults.iter().map(ToString::to_string).collect()
}

#[test]
fn a_journal_of_quickbooks_comes_in_under_its_titles_and_without_its_totals() {
    let text = "Acme Ltd,,,,,,,\nJournal,,,,,,,\n\"January, 2010\",,,,,,,\n,,,,,,,\n\
        ,Date,Transaction Type,Num,Name,Memo/Description,Account,Debit,Credit\n\
        ,01/15/2010,Invoice,1001,Blue Ltd,Consulting,Accounts receivable,\"1,200.00\",\n\
        ,,,,Blue Ltd,,Sales,,\"1,200.00\"\n\
        ,,,,,,,\"1,200.00\",\"1,200.00\"\n\
        ,01/31/2010,Expense,,,Rent of January,Rent,300.00,\n\
        ,,,,,,Bank:Checking,,300.00\n\
        TOTAL,,,,,,,\"1,500.00\",\"1,500.00\"\n";
    let reading = read_file(FileKind::JournalEntries, Program::QuickBooks, text);
    assert_eq!(told(&reading), [""; 0]);
    let own = |code: &str, amount: &str| (code.to_owned(), amount.to_owned());
    let expected = [
        ("2010-01-15".to_owned(), vec![own("1100", "1200.00"), own("4000", "-1200.00")]),
        ("2010-01-31".to_owned(), vec![own("6000", "300.00"), own("1010", "-300.00")]),
    ];
    assert_eq!(entries(&reading), expected);
    let invoice = &reading.requests[0].body;
    assert_eq!((&invoice["description"], &invoice["reference"]), (&"Invoice".into(), &"1001".into()));
    assert_eq!((&invoice["lines"][0]["partyName"], &invoice["source"]), (&"Blue Ltd".into(), &"quickbooks".into()));
    assert_eq!(reading.requests[0].lines, [6, 7]);
    let ignored: Vec<(u64, &str)> = reading.ignored.iter().map(|line| (line.line, line.reason)).collect();
    assert_eq!(
        ignored,
        [
            (1, "above the header"),
            (2, "above the header"),
            (3, "above the header"),
            (4, "above the header"),
            (8, "a total"),
            (11, "a total")
        ]
    );
}

#[test]
fn a_report_of_journals_of_xero_comes_in_by_its_numbers() {
    let text = "Date,Journal Number,Source,Description,Reference,Account Code,Account,Debit (EUR),Credit (EUR)\n\
        31 Jan 2010,17,Manual Journal,Rent,R-1,6000,Rent,300.00,\n\
        1 Feb 2010,18,Receivable Invoice,Consulting,INV-7,1100,Accounts receivable,50.00,0.00\n\
        31 Jan 2010,17,Manual Journal,Rent,R-1,1010,Checking,,300.00\n\
        1 Feb 2010,18,Receivable Invoice,Consulting,INV-7,4000,Sales,0.00,50.00\n";
    let reading = read_file(FileKind::JournalEntries, Program::Xero, text);
    assert_eq!(told(&reading), [""; 0]);
    let ids: Vec<&Value> = reading.requests.iter().map(|request| &request.body["externalId"]).collect();
    assert_eq!(ids, ["17", "18"]);
    assert_eq!(reading.requests[0].lines, [2, 4], "lines of one entry need not be below one another");
}

#[test]
fn manual_journals_of_xero_are_one_entry_until_they_balance() {
    let text = "*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount\n\
        Accrual,31/01/2010,Rent,6000,Tax Exempt,300\n\
        Accrual,31/01/2010,,1010,Tax Exempt,-300\n\
        Accrual,31/01/2010,Rent,6000,Tax Exempt,300\n\
        Accrual,31/01/2010,,1010,Tax Exempt,-300\n";
    let reading = read_file(FileKind::JournalEntries, Program::Xero, text);
    assert_eq!((told(&reading).len(), reading.requests.len()), (0, 2));
    let ids: Vec<&str> = reading.requests.iter().filter_map(|request| request.body["externalId"].as_str()).collect();
    assert_eq!(ids[1], format!("{}-2", ids[0]), "twins stay two");
    let longer = format!("{text}Accrual,28/02/2010,Rent,6000,Tax Exempt,5\nAccrual,28/02/2010,,1010,Tax Exempt,-5\n");
    let again = read_file(FileKind::JournalEntries, Program::Xero, &longer);
    assert_eq!(again.requests[0].body["externalId"], ids[0], "a longer file has the same entries");
}

#[test]
fn journal_items_of_odoo_keep_what_they_are_in_both_currencies() {
    let text = "Date,Journal Entry,Account,Partner,Label,Due Date,Amount in Currency,Currency,Debit,Credit\n\
        2010-01-15,INV/2010/0001,1100 Accounts receivable,Blue Ltd,Invoice,2010-02-14,120.00,USD,100.00,0.00\n\
        2010-01-15,INV/2010/0001,4000 Sales,Blue Ltd,Consulting,,-120.00,USD,0.00,100.00\n";
    let reading = read_file(FileKind::JournalEntries, Program::Odoo, text);
    assert_eq!(told(&reading), [""; 0]);
    let line = &reading.requests[0].body["lines"][0];
    let expected = serde_json::json!({"accountCode": "1100", "debit": "120.00", "baseDebit": "100.00", "currency": "USD",
        "description": "Invoice", "partyName": "Blue Ltd", "dueDate": "2010-02-14"});
    assert_eq!(*line, expected);
}

#[test]
fn a_trial_balance_opens_the_books_and_leaves_what_parties_owe_to_open_items() {
    let text = "Acme Ltd\nTrial Balance\n\n,Debit,Credit\nChecking,\"1,000.00\",\nAccounts receivable,250.00,\nAccounts payable,,80.00\n\
        TOTAL,\"1,250.00\",80.00\n";
    let reading = read_file(FileKind::OpeningBalances, Program::QuickBooks, text);
    assert_eq!(told(&reading), [""; 0]);
    let own = |code: &str, amount: &str| (code.to_owned(), amount.to_owned());
    assert_eq!(entries(&reading), [("2010-01-01".to_owned(), vec![own("1010", "1000.00"), own("3900", "-1000.00")])]);
    assert_eq!(reading.requests[0].body["entryType"], "opening");
    let alone = read_with(FileKind::OpeningBalances, Program::QuickBooks, text, |_, options| options.offset = None);
    assert!(told(&alone)[0].contains("what parties owe comes by open items"), "{:?}", told(&alone));
}

#[test]
fn each_open_item_is_an_opening_entry_of_its_party_with_its_due_date() {
    let text = "ContactName,InvoiceNumber,InvoiceDate,DueDate,InvoiceAmountDue,Currency\n\
        Blue Ltd,INV-1,15/12/2009,14/01/2010,250.00,EUR\nBlue Ltd,INV-1,15/12/2009,14/01/2010,250.00,EUR\n\
        Red Ltd,INV-2,20/12/2009,19/01/2010,0.00,EUR\nRed Ltd,CN-1,21/12/2009,,-30.00,USD\n";
    let reading = read_file(FileKind::OpenItems, Program::Xero, text);
    assert_eq!(told(&reading), [""; 0]);
    let first = serde_json::json!({"date": "2010-01-01", "entryType": "opening", "status": "posted", "documentDate": "2009-12-15",
        "description": "INV-1", "reference": "INV-1", "source": "xero", "externalId": "Blue Ltd · INV-1", "lines": [
        {"accountCode": "1100", "debit": "250.00", "partyName": "Blue Ltd", "dueDate": "2010-01-14"},
        {"accountCode": "3900", "credit": "250.00"}]});
    assert_eq!(reading.requests[0].body, first);
    let credit = &reading.requests[1].body;
    assert_eq!((&credit["lines"][0]["credit"], &credit["currency"]), (&"30.00".into(), &"USD".into()));
    let reasons: Vec<&str> = reading.ignored.iter().map(|line| line.reason).collect();
    assert_eq!(reasons, ["another line of the same document", "nothing is open"]);
    let bills = read_with(FileKind::OpenItems, Program::Xero, text, |_, options| {
        options.control_for = Some(ControlFor::Payable);
    });
    assert_eq!(bills.requests[0].body["lines"][0]["accountCode"], "2000");
    assert_eq!(bills.requests[0].body["lines"][0]["credit"], "250.00", "what is owed to a supplier is a credit");
}

#[test]
fn parties_come_with_their_addresses() {
    let text = "*ContactName,AccountNumber,EmailAddress,POAddressLine1,POCity\nBlue Ltd,B1,ap@blue.example,1 High St,York\nblue ltd,,,,\n";
    let reading = read_file(FileKind::Parties, Program::Xero, text);
    let expected = serde_json::json!({"name": "Blue Ltd", "code": "B1", "kinds": ["customer"],
        "contact": {"email": "ap@blue.example", "street": "1 High St", "city": "York"}});
    assert_eq!((reading.requests.len(), &reading.requests[0].body), (1, &expected));
}

#[test]
fn every_fault_is_told_with_its_line_and_the_heading_of_its_column() {
    let text = "date;entry;account;debit;credit\n2010-01-15;1;9999;10.00;\n2010-01-15;1;4000;;10.00\n\
        15/01/2010;2;6000;5.00;\n2010-01-16;3;6000;x;\n2010-01-17;4;6000;5.00;\n2010-01-17;4;1010;;4.99\n2010-01-18;5;1;5;\n2010-01-19;6;;5;\n";
    let reading = read_file(FileKind::JournalEntries, Program::Countinghouse, text);
    let begins = [
        "line 2: account: the chart has no account \"9999\"",
        "line 4: date: \"15/01/2010\" is not a day",
        "line 5: debit: \"x\" is not an amount",
        "line 6: the entry does not balance: its debits are 0.01 more",
        "line 8: account: 1 is a group of accounts",
        "line 9: account: the line has an amount and no account",
    ];
    let found = told(&reading);
    assert_eq!(found.len(), begins.len(), "{found:#?}");
    assert!(found.iter().zip(begins).all(|(fault, begin)| fault.starts_with(begin)), "{found:#?}");
    assert!(reading.requests.is_empty());
    assert_eq!(reading.unknown_accounts, BTreeMap::from([("9999".to_owned(), 1)]));
}

#[test]
fn accounts_that_are_called_otherwise_here_are_named_once_for_all_lines() {
    let text = "date,account,amount\n2010-01-15,Miete,10\n2010-01-15,Checking,-10\n";
    let reading = read_with(FileKind::JournalEntries, Program::Countinghouse, text, |mapping, _| {
        mapping.accounts.insert("Miete".to_owned(), "6000".to_owned());
    });
    assert_eq!(entries(&reading)[0].1[0].0, "6000");
}

#[test]
fn a_file_without_a_header_or_without_lines_says_what_was_looked_for() {
    let reading = read_file(FileKind::JournalEntries, Program::Xero, "Buchungstag,Konto,Soll\n1,2,3\n");
    assert!(
        told(&reading)[0].starts_with("line 1: no line of the first 30 is a header with Date,"),
        "{:?}",
        told(&reading)
    );
    assert!(told(&reading)[0].contains("The widest has: Buchungstag, Konto, Soll"), "{:?}", told(&reading));
    let empty = read_file(FileKind::JournalEntries, Program::Countinghouse, "date,account,debit\n");
    assert_eq!(told(&empty), ["line 1: the file has a header, and no line below it that says anything"]);
    assert_eq!(read_file(FileKind::Parties, Program::Xero, "").faults.len(), 1);
}
