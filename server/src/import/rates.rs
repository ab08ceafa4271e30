//! Exchange rates as CSV: a header of names, one rate per line, every fault told with its line.

use csv::{ReaderBuilder, StringRecord, Trim};
use domain::ledger::exchange_rates::RateType;
use domain::value::{CurrencyRef, Date, Rate};
use serde_json::{Value, json};

use crate::charts::file::Fault;

/// The columns. The first four must be there.
pub const COLUMNS: [&str; 6] = ["fromCurrency", "toCurrency", "rate", "validFrom", "rateType", "source"];
/// Of them, those that must be there.
const NEEDED: usize = 4;
/// Longest name of who says so.
const SOURCE_CHARACTERS: usize = 100;

/// The rates of a file, each with its line, as the service takes them.
///
/// # Errors
/// Every fault of the file.
pub fn read(bytes: &[u8]) -> Result<Vec<(u64, Value)>, Vec<Fault>> {
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
    let mut rates = Vec::new();
    for record in reader.records() {
        match record {
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                faults.push(Fault { line, message: error.to_string() });
            }
            Ok(record) => {
                let line = record.position().map_or(0, csv::Position::line);
                match rate(&header, &record) {
                    Ok(rate) => rates.push((line, rate)),
                    Err(messages) => faults.extend(messages.into_iter().map(|message| Fault { line, message })),
                }
            }
        }
    }
    if rates.is_empty() && faults.is_empty() {
        faults.push(Fault { line: 2, message: "the file has a header and no rates".to_owned() });
    }
    if faults.is_empty() { Ok(rates) } else { Err(faults) }
}

fn faults_of_header(header: &StringRecord) -> Vec<Fault> {
    let mut messages = Vec::new();
    for name in header.iter().filter(|name| !COLUMNS.contains(name)) {
        messages.push(format!("unknown column {name:?}: known are {}", COLUMNS.join(", ")));
    }
    for name in COLUMNS.iter().take(NEEDED).filter(|name| !header.iter().any(|found| found == **name)) {
        messages.push(format!("the column {name} is missing"));
    }
    for (place, name) in header.iter().enumerate() {
        if header.iter().take(place).any(|other| other == name) {
            messages.push(format!("the column {name} stands there twice"));
        }
    }
    messages.into_iter().map(|message| Fault { line: 1, message }).collect()
}

fn rate(header: &StringRecord, record: &StringRecord) -> Result<Value, Vec<String>> {
    let mut messages = Vec::new();
    let text = |name: &str| {
        let place = header.iter().position(|column| column == name);
        place.and_then(|place| record.get(place)).filter(|text| !text.is_empty())
    };
    let mut object = serde_json::Map::new();
    for name in COLUMNS {
        let Some(found) = text(name) else {
            if COLUMNS.iter().take(NEEDED).any(|needed| *needed == name) {
                messages.push(format!("{name} is empty"));
            }
            continue;
        };
        match fault(name, found) {
            Some(message) => messages.push(format!("{name} is {found:?}: {message}")),
            None => {
                object.insert(name.to_owned(), json!(found));
            }
        }
    }
    if messages.is_empty() { Ok(Value::Object(object)) } else { Err(messages) }
}

/// What is wrong with a field.
fn fault(name: &str, found: &str) -> Option<String> {
    match name {
        "rate" => Rate::parse(found).err().map(|error| error.to_string()),
        "validFrom" => {
            let is_day = found.len() == 10 && found.parse::<Date>().is_ok();
            (!is_day).then(|| "it must be a day as YYYY-MM-DD".to_owned())
        }
        "rateType" => RateType::parse(found).is_none().then(|| {
            let names: Vec<&str> = RateType::ALL.iter().map(|kind| kind.name()).collect();
            format!("it must be one of {}", names.join(", "))
        }),
        "source" => (found.chars().count() > SOURCE_CHARACTERS)
            .then(|| format!("it has more than {SOURCE_CHARACTERS} characters")),
        _ => CurrencyRef::parse(found)
            .is_none()
            .then(|| "it must be the code of a currency, 3 to 8 capital letters as EUR".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_with_their_lines_and_spreadsheet_habits() {
        let text = "\u{feff}validFrom,fromCurrency,toCurrency,rate,source\n2010-12-01, EUR ,GBP,0.8583,ECB\n2010-12-02,USD,GBP,0.64,\n";
        let rates = read(text.as_bytes()).expect("sound");
        assert_eq!(
            rates,
            [
                (
                    2,
                    json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": "0.8583", "validFrom": "2010-12-01", "source": "ECB"})
                ),
                (3, json!({"fromCurrency": "USD", "toCurrency": "GBP", "rate": "0.64", "validFrom": "2010-12-02"})),
            ]
        );
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let text =
            "fromCurrency,toCurrency,rate,validFrom,rateType\nEUR,gbp,0,2010-13-01,middle\nEUR,GBP,,2010-12-01,\n";
        let faults: Vec<String> = read(text.as_bytes()).expect_err("faults").iter().map(ToString::to_string).collect();
        assert_eq!(faults.len(), 5, "{faults:#?}");
        assert!(faults[0].starts_with("line 2: toCurrency is \"gbp\""), "{faults:#?}");
        assert_eq!(faults[4], "line 3: rate is empty");
        for (text, fault) in [
            ("fromCurrency,toCurrency,rate\n", "line 1: the column validFrom is missing"),
            ("fromCurrency,toCurrency,rate,validFrom,colour\n", "line 1: unknown column \"colour\""),
            ("fromCurrency,toCurrency,rate,validFrom,rate\n", "line 1: the column rate stands there twice"),
            ("fromCurrency,toCurrency,rate,validFrom\n", "line 2: the file has a header and no rates"),
        ] {
            let faults = read(text.as_bytes()).expect_err("a fault");
            assert!(faults[0].to_string().starts_with(fault), "{faults:?}");
        }
    }
}
