//! Items as CSV or XLSX: a header of names, one item per line, every fault reported with its line.

use std::collections::BTreeMap;

use domain::rows::{ActiveState, CostingMethod, Tracking};
use domain::stock::items::change::sku_key;
use domain::stock::labels::Gtin;
use domain::value::units::UnitCode;
use domain::value::{Decimal, text};
use serde_json::{Map, Value, json};

use crate::csv_file::{self, Columns, Fault, Reading, Record};
use crate::sheet_file;

/// The columns. The first two are required; an empty field leaves the value as it is.
pub const COLUMNS: Columns = Columns {
    names: &[
        "sku",
        "name",
        "description",
        "categoryCode",
        "unitCode",
        "quantityDecimals",
        "units",
        "tracking",
        "costingMethod",
        "fallbackCost",
        "gtins",
        "reorderPoint",
        "minQuantity",
        "maxQuantity",
        "leadTimeDays",
        "weightKg",
        "volumeM3",
        "status",
    ],
    needed: 2,
};

/// The items of a file, each with its line, as the service takes them, and every fault. A file that begins like an
/// archive is a spreadsheet.
pub fn read(bytes: &[u8]) -> Reading<Value> {
    // An item with faults is kept with its readable fields: others may have the same sku.
    let whole = |record: Record<'_>| Ok(item(record));
    let Reading { rows, mut faults } = if sheet_file::is_one(bytes) {
        sheet_file::read(bytes, COLUMNS, "items", whole)
    } else {
        csv_file::read(bytes, COLUMNS, "items", whole)
    };
    let all: Vec<(u64, &Value)> = rows.iter().map(|(line, (item, _))| (*line, item)).collect();
    faults.extend(twice(&all));
    for (line, (_, messages)) in &rows {
        faults.extend(messages.iter().map(|message| Fault { line: *line, message: message.clone() }));
    }
    faults.sort_by_key(|fault| fault.line);
    let is_sound = |line: u64| faults.binary_search_by_key(&line, |fault| fault.line).is_err();
    let sound = rows.into_iter().filter(|(line, _)| is_sound(*line)).map(|(line, (item, _))| (line, item)).collect();
    Reading { rows: sound, faults }
}

/// Values that two items share and must not. The service would find them, too, but only within one request.
fn twice(items: &[(u64, &Value)]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let (mut skus, mut gtins) = (BTreeMap::new(), BTreeMap::new());
    for (line, item) in items {
        if let Some(sku) = item["sku"].as_str()
            && let Some(first) = skus.insert(sku_key(sku), line)
        {
            let message = format!("the SKU {sku} is given twice, first on line {first}: leave one out");
            faults.push(Fault { line: *line, message });
        }
        for label in item["gtins"].as_array().map(Vec::as_slice).unwrap_or_default() {
            let gtin = label["gtin"].as_str().unwrap_or_default();
            if let Some(first) = gtins.insert(gtin, line).filter(|first| *first != line) {
                let message = format!(
                    "the GTIN {gtin} is given twice, first on line {first}: a GTIN belongs to one \
                     item"
                );
                faults.push(Fault { line: *line, message });
            }
        }
    }
    faults
}

/// The readable fields of an item, and the faults of the rest.
fn item(record: Record<'_>) -> (Value, Vec<String>) {
    let mut messages = Vec::new();
    let mut object = Map::new();
    for name in COLUMNS.names.iter().copied() {
        let Some(found) = record.text(name) else {
            if COLUMNS.needed().any(|needed| needed == name) {
                messages.push(format!("{name} is empty"));
            }
            continue;
        };
        match field(name, found) {
            Ok(value) => {
                object.insert(name.to_owned(), value);
            }
            Err(message) => messages.push(format!("{name} is {found:?}: {message}")),
        }
    }
    (Value::Object(object), messages)
}

/// A field as the service takes it, or its fault.
fn field(name: &str, found: &str) -> Result<Value, String> {
    // However its letters are written: spreadsheets begin a word with a large one.
    let one_of = |names: Vec<&'static str>| {
        let known = names.iter().find(|name| name.eq_ignore_ascii_case(found));
        known.map(|name| json!(name)).ok_or_else(|| format!("it must be one of {}", names.join(", ")))
    };
    match name {
        "sku" | "categoryCode" => text::code(found).map(|code| json!(code)).map_err(|fault| format!("it {fault}")),
        "name" => text::name(found).map(|name| json!(name)).map_err(|fault| format!("it {fault}")),
        "unitCode" => UnitCode::parse(found).map(|unit| json!(unit.as_str())),
        "quantityDecimals" | "leadTimeDays" => {
            found.parse::<u16>().map(|number| json!(number)).map_err(|_| "it must be a whole number".to_owned())
        }
        "tracking" => one_of(Tracking::ALL.iter().map(|one| one.name()).collect()),
        "costingMethod" => one_of(CostingMethod::ALL.iter().map(|one| one.name()).collect()),
        "status" => one_of(ActiveState::ALL.iter().map(|one| one.name()).collect()),
        "fallbackCost" | "reorderPoint" | "minQuantity" | "maxQuantity" | "weightKg" | "volumeM3" => {
            match Decimal::parse(found) {
                Ok(number) if number.unscaled >= 0 => Ok(json!(found)),
                Ok(_) => Err("it must not be negative".to_owned()),
                Err(error) => Err(error.to_string()),
            }
        }
        "units" => found.split_whitespace().map(unit).collect::<Result<Vec<_>, _>>().map(Value::Array),
        "gtins" => found.split_whitespace().map(label).collect::<Result<Vec<_>, _>>().map(Value::Array),
        _ => Ok(json!(found)),
    }
}

/// `XCS=12` or `FOT=381/1250`.
fn unit(text: &str) -> Result<Value, String> {
    let wrong = || format!("{text} must be a unit and its size in base units, such as XCS=12 or FOT=381/1250");
    let (code, ratio) = text.split_once('=').ok_or_else(wrong)?;
    let (top, bottom) = ratio.split_once('/').unwrap_or((ratio, "1"));
    let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let code = UnitCode::parse(code)?;
    Ok(json!({"unitCode": code.as_str(), "numerator": number(top)?, "denominator": number(bottom)?}))
}

/// `6291041500213`, or with the unit of which one has it: `16291041500210:XCS`.
fn label(text: &str) -> Result<Value, String> {
    let (digits, unit) = text.split_once(':').map_or((text, None), |(digits, unit)| (digits, Some(unit)));
    let gtin = Gtin::parse(digits).map_err(|error| error.to_string())?;
    let unit = unit.map(UnitCode::parse).transpose()?;
    Ok(json!({"gtin": gtin.as_str(), "unitCode": unit.map(|unit| unit.to_string())}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_with_their_lines() {
        let text = "\u{feff}name,sku,units,gtins,quantityDecimals,fallbackCost\nApples, A-1 ,XCS=12 FOT=381/1250,96385074 16291041500210:XCS,3,0.25\nPears,B-1,,,,\n";
        let items = read(text.as_bytes()).whole().expect("sound");
        let first = json!({
            "sku": "A-1", "name": "Apples", "quantityDecimals": 3, "fallbackCost": "0.25",
            "units": [{"unitCode": "XCS", "numerator": 12, "denominator": 1}, {"unitCode": "FOT", "numerator": 381, "denominator": 1250}],
            "gtins": [{"gtin": "00000096385074", "unitCode": null}, {"gtin": "16291041500210", "unitCode": "XCS"}],
        });
        assert_eq!(items, [(2, first), (3, json!({"sku": "B-1", "name": "Pears"}))]);
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let text = "sku,name,unitCode,units,gtins,tracking,fallbackCost,leadTimeDays\nA,,KG,XCS,96385075,box,-1,soon\na,Apples,,,,,,\nB,Apples,,,,,,\n";
        let read_at_once = read(text.as_bytes());
        let sound: Vec<u64> = read_at_once.rows.iter().map(|(line, _)| *line).collect();
        assert_eq!(sound, [4], "what is sound is kept, to be checked further");
        let faults: Vec<String> = read_at_once.faults.iter().map(ToString::to_string).collect();
        let begins = [
            "line 2: name is empty",
            "line 2: unitCode is \"KG\": KG is not a unit code",
            "line 2: units is \"XCS\": XCS must be",
            "line 2: tracking is \"box\": it must be one of none, lot, serial",
            "line 2: fallbackCost is \"-1\": it must not be negative",
            "line 2: gtins is \"96385075\": the last digit of 96385075 should be 4",
            "line 2: leadTimeDays is \"soon\"",
            "line 3: the SKU a is given twice, first on line 2",
        ];
        assert_eq!(faults.len(), begins.len(), "{faults:#?}");
        assert!(faults.iter().zip(begins).all(|(fault, begin)| fault.starts_with(begin)), "{faults:#?}");
        let twice = read(b"sku,name\na,Apples\nA,Apples\n").faults;
        assert_eq!(twice[0].to_string(), "line 3: the SKU A is given twice, first on line 2: leave one out");
        let states = read(b"SKU; Name;Status;Tracking\nA;Apples;Active;LOT\n").whole().expect("sound");
        assert_eq!((&states[0].1["status"], &states[0].1["tracking"]), (&json!("active"), &json!("lot")));
        let labels = read(b"sku,name,gtins\nA,Apples,96385074\nB,Pears,00000096385074\n").faults;
        assert!(labels[0].to_string().starts_with("line 3: the GTIN 00000096385074 is given twice"), "{labels:?}");
        let hidden = read("sku,name\nA\u{200b},Apples\n".as_bytes()).faults;
        assert!(hidden[0].to_string().contains("it must not contain the invisible character U+200B"), "{hidden:?}");
        let composed = read("sku,name\nZo\u{eb},One\nZoe\u{308},Two\n".as_bytes()).faults;
        assert!(composed[0].to_string().contains("is given twice, first on line 2"), "{composed:?}");
        assert_eq!(read(b"sku,colour\n").faults.len(), 2);
    }
}
