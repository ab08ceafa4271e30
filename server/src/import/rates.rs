//! Exchange rates as CSV: a header of names, one rate per line, every fault reported with its line.

use domain::rows::RateType;
use domain::value::{CurrencyRef, Date, Rate, text};
use serde_json::{Value, json};

use crate::csv_file::{self, Columns, Reading, Record};

/// The columns. The first four must be there.
pub const COLUMNS: Columns =
    Columns { names: &["fromCurrency", "toCurrency", "rate", "validFrom", "rateType", "source"], needed: 4 };
/// Longest name of a source.
const SOURCE_CHARACTERS: usize = 100;

/// The rates of a file, each with its line, as the service takes them, and every fault.
pub fn read(bytes: &[u8]) -> Reading<Value> {
    csv_file::read(bytes, COLUMNS, "rates", rate)
}

fn rate(record: Record<'_>) -> Result<Value, Vec<String>> {
    let mut messages = Vec::new();
    let mut object = serde_json::Map::new();
    for name in COLUMNS.names.iter().copied() {
        let Some(found) = record.text(name) else {
            if COLUMNS.needed().any(|needed| needed == name) {
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

/// The fault of a field.
fn fault(name: &str, found: &str) -> Option<String> {
    match name {
        "rate" => Rate::parse(found).err().map(|error| error.to_string()),
        "validFrom" => {
            let is_day = found.len() == 10 && found.parse::<Date>().is_ok();
            (!is_day).then(|| "it must be a date in the form YYYY-MM-DD".to_owned())
        }
        "rateType" => RateType::parse(found).is_none().then(|| {
            let names: Vec<&str> = RateType::ALL.iter().map(|kind| kind.name()).collect();
            format!("it must be one of {}", names.join(", "))
        }),
        "source" => match text::name(found) {
            Err(fault) => Some(format!("it {fault}")),
            Ok(source) => (source.chars().count() > SOURCE_CHARACTERS)
                .then(|| format!("it has more than {SOURCE_CHARACTERS} characters")),
        },
        _ => CurrencyRef::parse(found)
            .is_none()
            .then(|| "it must be a currency code of 3 to 8 capital letters, such as EUR".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_with_their_lines_and_spreadsheet_habits() {
        let text = "\u{feff}validFrom,fromCurrency,toCurrency,rate,source\n2010-12-01, EUR ,GBP,0.8583,ECB\n2010-12-02,USD,GBP,0.64,\n";
        let rates = read(text.as_bytes()).whole().expect("sound");
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
        let faults: Vec<String> = read(text.as_bytes()).faults.iter().map(ToString::to_string).collect();
        assert_eq!(faults.len(), 5, "{faults:#?}");
        assert!(faults[0].starts_with("line 2: toCurrency is \"gbp\""), "{faults:#?}");
        assert_eq!(faults[4], "line 3: rate is empty");
        for (text, fault) in [
            ("fromCurrency,toCurrency,rate\n", "line 1: the column validFrom is missing"),
            ("fromCurrency,toCurrency,rate,validFrom,colour\n", "line 1: unknown column \"colour\""),
            ("fromCurrency,toCurrency,rate,validFrom,rate\n", "line 1: the column rate is given twice"),
            ("fromCurrency,toCurrency,rate,validFrom\n", "line 2: the file has a header but no rates"),
        ] {
            let faults = read(text.as_bytes()).faults;
            assert!(faults[0].to_string().starts_with(fault), "{faults:?}");
        }
    }
}
