//! Charts of accounts as CSV: a header of names, one account per line, every fault told with its line.

use csv::{ReaderBuilder, StringRecord, Trim};
use domain::ledger::import_chart::ChartAccount;
use domain::ledger::{AccountSubtype, AccountType, ControlFor};
use domain::value::CurrencyRef;

/// The columns in the order in which they are written. Only the first three must be there.
pub const COLUMNS: [&str; 13] = [
    "code",
    "name",
    "type",
    "subtype",
    "parentCode",
    "isGroup",
    "currency",
    "controlFor",
    "revalue",
    "isReconcilable",
    "requiredDimensions",
    "description",
    "isActive",
];

/// What is wrong in a line of the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Fault {
    /// From 1, the header included.
    pub line: u64,
    /// What is wrong and what would be right.
    pub message: String,
}

/// The accounts of a file, each with its line.
///
/// # Errors
/// Every fault of the file.
pub fn read(bytes: &[u8]) -> Result<Vec<(u64, ChartAccount)>, Vec<Fault>> {
    // Spreadsheets put a mark at the beginning.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(bytes);
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => return Err(vec![Fault { line: 1, message: error.to_string() }]),
    };
    let mut faults = faults_of_header(&header);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut accounts = Vec::new();
    for record in reader.records() {
        match record {
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                faults.push(Fault { line, message: error.to_string() });
            }
            Ok(record) => {
                let line = record.position().map_or(0, csv::Position::line);
                match account(&header, &record) {
                    Ok(account) => accounts.push((line, account)),
                    Err(messages) => faults.extend(messages.into_iter().map(|message| Fault { line, message })),
                }
            }
        }
    }
    if accounts.is_empty() && faults.is_empty() {
        faults.push(Fault { line: 2, message: "the file has a header and no accounts".to_owned() });
    }
    if faults.is_empty() { Ok(accounts) } else { Err(faults) }
}

/// The accounts as a file that `read` reads back.
///
/// # Errors
/// Where the text cannot be written.
pub fn write<'a>(accounts: impl Iterator<Item = &'a ChartAccount>) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    let flag = |yes: bool| if yes { "true" } else { "false" };
    for account in accounts {
        let dimensions = account.required_dimensions.join(" ");
        writer.write_record([
            account.code.as_str(),
            account.name.as_str(),
            account.account_type.name(),
            account.subtype.map_or("", AccountSubtype::name),
            account.parent_code.as_deref().unwrap_or_default(),
            flag(account.is_group),
            account.currency.as_ref().map_or("", CurrencyRef::text),
            account.control_for.map_or("", ControlFor::name),
            account.revalue.map_or("", flag),
            account.is_reconcilable.map_or("", flag),
            dimensions.as_str(),
            account.description.as_deref().unwrap_or_default(),
            flag(account.is_active),
        ])?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn faults_of_header(header: &StringRecord) -> Vec<Fault> {
    let mut messages = Vec::new();
    for name in header.iter().filter(|name| !COLUMNS.contains(name)) {
        messages.push(format!("unknown column {name:?}: known are {}", COLUMNS.join(", ")));
    }
    for name in COLUMNS.iter().take(3).filter(|name| !header.iter().any(|found| found == **name)) {
        messages.push(format!("the column {name} is missing"));
    }
    for (place, name) in header.iter().enumerate() {
        if header.iter().take(place).any(|other| other == name) {
            messages.push(format!("the column {name} stands there twice"));
        }
    }
    messages.into_iter().map(|message| Fault { line: 1, message }).collect()
}

fn account(header: &StringRecord, record: &StringRecord) -> Result<ChartAccount, Vec<String>> {
    let mut messages = Vec::new();
    let text = |name: &str| {
        let place = header.iter().position(|column| column == name);
        place.and_then(|place| record.get(place)).filter(|text| !text.is_empty())
    };
    let mut required = |name: &str, most: usize| match text(name) {
        Some(found) if found.chars().count() <= most => found.to_owned(),
        Some(_) => {
            messages.push(format!("{name} has more than {most} characters"));
            String::new()
        }
        None => {
            messages.push(format!("{name} is empty"));
            String::new()
        }
    };
    let (code, name) = (required("code", 32), required("name", 200));
    let account_type =
        named(text("type"), "type", AccountType::parse, AccountType::ALL.iter().map(|one| one.name()), &mut messages);
    let subtype = named(
        text("subtype"),
        "subtype",
        AccountSubtype::parse,
        AccountSubtype::ALL.iter().map(|one| one.name()),
        &mut messages,
    );
    let control_for = named(
        text("controlFor"),
        "controlFor",
        ControlFor::parse,
        ControlFor::ALL.iter().map(|one| one.name()),
        &mut messages,
    );
    let currency =
        named(text("currency"), "currency", CurrencyRef::parse, ["EUR", "USD", "…"].into_iter(), &mut messages);
    let mut flag = |name: &str| named(text(name), name, truth, ["true", "false"].into_iter(), &mut messages);
    let (is_group, revalue, is_active) = (flag("isGroup"), flag("revalue"), flag("isActive"));
    let is_reconcilable = flag("isReconcilable");
    if account_type.is_none() && text("type").is_none() {
        messages.push("type is empty".to_owned());
    }
    match account_type {
        Some(account_type) if messages.is_empty() => Ok(ChartAccount {
            code,
            name,
            account_type,
            subtype,
            parent_code: text("parentCode").map(str::to_owned),
            is_group: is_group.unwrap_or(false),
            currency,
            control_for,
            revalue,
            is_reconcilable,
            required_dimensions: text("requiredDimensions")
                .map(|codes| codes.split_whitespace().map(str::to_owned).collect())
                .unwrap_or_default(),
            description: text("description").map(str::to_owned),
            is_active: is_active.unwrap_or(true),
        }),
        _ => Err(messages),
    }
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "true" | "TRUE" | "yes" | "1" => Some(true),
        "false" | "FALSE" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// A value out of a list of names; what is no such name is noted.
fn named<'a, T>(
    text: Option<&str>,
    column: &str,
    parse: impl Fn(&str) -> Option<T>,
    known: impl Iterator<Item = &'a str>,
    messages: &mut Vec<String>,
) -> Option<T> {
    let text = text?;
    let parsed = parse(text);
    if parsed.is_none() {
        messages.push(format!("{column} is {text:?}: it must be one of {}", known.collect::<Vec<_>>().join(", ")));
    }
    parsed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_that_was_written_reads_back_the_same() {
        let text = "code,name,type,subtype,parentCode,isGroup,currency,controlFor,revalue,isReconcilable,requiredDimensions,description,isActive\n\
            1,Assets,asset,,,true,,,false,,,,true\n\
            1010,\"Bank, \"\"main\"\"\",asset,bank,1,false,EUR,bank,true,true,country team,In Köln,false\n";
        let read_once: Vec<ChartAccount> =
            read(text.as_bytes()).unwrap().into_iter().map(|(_, account)| account).collect();
        assert_eq!(write(read_once.iter()).unwrap(), text);
        assert_eq!((read_once[1].is_active, read_once[1].required_dimensions.len()), (false, 2));
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let text = "\u{feff}code,name,type,isGroup\n1,Assets,asset,true\n2,,liability,maybe\n3,Equity,equality,\n";
        let told: Vec<String> = read(text.as_bytes()).unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "line 3: name is empty",
                "line 3: isGroup is \"maybe\": it must be one of true, false",
                "line 4: type is \"equality\": it must be one of asset, liability, equity, revenue, expense",
            ]
        );
        let told = read(b"code,name,kind\n1,Assets,asset\n").unwrap_err();
        assert_eq!((told[0].line, told.len()), (1, 2));
        assert_eq!(read(b"code,name,type\n").unwrap_err()[0].line, 2);
        assert_eq!(read(b"code,name,type\n1,Assets\n").unwrap_err()[0].line, 2);
    }
}
