//! Charts of accounts as CSV: a header of names, one account per line, every fault reported with its line.

use std::borrow::Cow;
use std::collections::BTreeSet;

use domain::commands::chart::import::ChartAccount;
use domain::rows::{AccountSubtype, AccountType, ControlFor};
use domain::value::{CurrencyRef, Json, text};

use crate::csv_file::{self, Columns, Fault, Reading, Record};
use crate::documents::formula::{guarded, unguarded};

/// The columns in the order in which they are written. Only the first three must be there.
pub const COLUMNS: [&str; 14] = [
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
    "defaultDimensions",
    "description",
    "isActive",
];

/// The accounts of a file, each with its line, and every fault. Accounts below one with a fault are left out with it: without
/// it nothing can be said of them.
pub fn read(bytes: &[u8]) -> Reading<ChartAccount> {
    let one =
        |record: Record<'_>| Ok((text::plain(unguarded(record.text("code").unwrap_or_default())), account(record)));
    let Reading { rows, mut faults } = csv_file::read(bytes, Columns { names: &COLUMNS, needed: 3 }, "accounts", one);
    // A line that cannot be read may be the group of any of the others.
    let is_readable = faults.is_empty();
    let (mut sound, mut unsound) = (Vec::new(), BTreeSet::new());
    for (line, (code, account)) in rows {
        match account {
            Ok(account) => sound.push((line, account)),
            Err(messages) => {
                unsound.insert(code);
                faults.extend(messages.into_iter().map(|message| Fault { line, message }));
            }
        }
    }
    faults.sort_by_key(|fault| fault.line);
    without(&mut sound, unsound);
    if !is_readable {
        sound.retain(|(_, account)| account.parent_code.is_none());
    }
    Reading { rows: sound, faults }
}

/// Leaves out all accounts below those with these codes.
pub fn without(accounts: &mut Vec<(u64, ChartAccount)>, mut codes: BTreeSet<String>) {
    loop {
        let before = accounts.len();
        accounts.retain(|(_, account)| {
            let is_below = account.parent_code.as_ref().is_some_and(|code| codes.contains(code));
            if is_below {
                codes.insert(account.code.clone());
            }
            !is_below
        });
        if accounts.len() == before {
            return;
        }
    }
}

/// The accounts as a file that `read` reads back.
pub fn write<'a>(accounts: impl Iterator<Item = &'a ChartAccount>) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    let flag = |yes: bool| if yes { "true" } else { "false" };
    for account in accounts {
        let dimensions = account.required_dimensions.join(" ");
        writer.write_record([
            &*guarded(&account.code),
            &guarded(&account.name),
            account.account_type.name(),
            account.subtype.map_or("", AccountSubtype::name),
            &guarded(account.parent_code.as_deref().unwrap_or_default()),
            flag(account.is_group),
            account.currency.as_ref().map_or("", CurrencyRef::text),
            account.control_for.map_or("", ControlFor::name),
            account.revalue.map_or("", flag),
            account.is_reconcilable.map_or("", flag),
            dimensions.as_str(),
            account.default_dimensions.as_str(),
            &guarded(account.description.as_deref().unwrap_or_default()),
            flag(account.is_active),
        ])?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn account(record: Record<'_>) -> Result<ChartAccount, Vec<String>> {
    let mut messages = Vec::new();
    let text = |name: &str| record.text(name).map(unguarded);
    let mut required = |name: &str, most: usize, rule: fn(&str) -> Result<String, String>| {
        let found = text(name).ok_or_else(|| format!("{name} is empty"));
        let kept = found.and_then(|found| rule(found).map_err(|fault| format!("{name} {fault}")));
        let within = kept.and_then(|kept| match kept.chars().count() <= most {
            true => Ok(kept),
            false => Err(format!("{name} has more than {most} characters")),
        });
        within.unwrap_or_else(|message| {
            messages.push(message);
            String::new()
        })
    };
    let (code, name) = (required("code", 32, code_rule), required("name", 200, name_rule));
    let parent_code = text("parentCode").map(|_| required("parentCode", 32, code_rule));
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
    let default_dimensions = text("defaultDimensions").map(|written| {
        values(written).unwrap_or_else(|| {
            let like = r#"write a JSON object of texts, such as {"costCenter":"D10"}"#;
            messages.push(format!("defaultDimensions is {written:?}: {like}"));
            String::new()
        })
    });
    if account_type.is_none() && text("type").is_none() {
        messages.push("type is empty".to_owned());
    }
    match account_type {
        Some(account_type) if messages.is_empty() => Ok(ChartAccount {
            code,
            name,
            account_type,
            subtype,
            parent_code,
            is_group: is_group.unwrap_or(false),
            currency,
            control_for,
            revalue,
            is_reconcilable,
            required_dimensions: text("requiredDimensions")
                .map(|codes| codes.split_whitespace().map(str::to_owned).collect())
                .unwrap_or_default(),
            default_dimensions: default_dimensions.unwrap_or_default(),
            description: text("description").map(str::to_owned),
            is_active: is_active.unwrap_or(true),
        }),
        _ => Err(messages),
    }
}

fn code_rule(text: &str) -> Result<String, String> {
    text::code(text).map(Cow::into_owned).map_err(|fault| fault.to_string())
}

fn name_rule(text: &str) -> Result<String, String> {
    text::name(text).map_err(|fault| fault.to_string())
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "true" | "TRUE" | "yes" | "1" => Some(true),
        "false" | "FALSE" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Values of dimensions as the core keeps them: canonical JSON, empty text for none.
fn values(text: &str) -> Option<String> {
    let Ok(Json::Object(members)) = Json::parse(text) else { return None };
    let are_texts = members.iter().all(|(_, value)| matches!(value, Json::Text(_)));
    let is_empty = members.is_empty();
    are_texts.then(|| if is_empty { String::new() } else { Json::Object(members).to_string() })
}

/// A value out of a list of names; any other name is noted.
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
        let text = "code,name,type,subtype,parentCode,isGroup,currency,controlFor,revalue,isReconcilable,requiredDimensions,defaultDimensions,description,isActive\n\
            1,Assets,asset,,,true,,,false,,,,,true\n\
            1010,\"Bank, \"\"main\"\"\",asset,bank,1,false,EUR,bank,true,true,country team,\"{\"\"team\"\":\"\"north; east\"\"}\",In Köln,false\n";
        let read_once: Vec<ChartAccount> =
            read(text.as_bytes()).whole().unwrap().into_iter().map(|(_, account)| account).collect();
        assert_eq!(write(read_once.iter()).unwrap(), text);
        assert_eq!((read_once[1].is_active, read_once[1].required_dimensions.len()), (false, 2));
        assert_eq!(read_once[1].default_dimensions, r#"{"team":"north; east"}"#);
    }

    #[test]
    fn a_text_that_a_spreadsheet_would_take_for_a_formula_is_guarded_and_reads_back() {
        let text = "code,name,type,parentCode,isGroup,description\n=1,@Sum,asset,,true,\n2,'=1,asset,=1,,\"= 1\"\n";
        let of = |text: &str| -> Vec<ChartAccount> {
            read(text.as_bytes()).whole().unwrap().into_iter().map(|(_, account)| account).collect()
        };
        let accounts = of(text);
        assert_eq!((accounts[0].code.as_str(), accounts[1].parent_code.as_deref()), ("=1", Some("=1")));
        let written = write(accounts.iter()).unwrap();
        for cell in ["\n'=1,'@Sum,", ",'=1,", ",'= 1,"] {
            assert!(written.contains(cell), "{cell:?} in {written}");
        }
        assert_eq!(of(&written).iter().map(|one| &one.name).collect::<Vec<_>>(), ["@Sum", "=1"]);
        assert_eq!(of(&written)[0].code, "=1");
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let text = "\u{feff}code,name,type,isGroup,defaultDimensions\n1,Assets,asset,true,{}\n2,,liability,maybe,\n3,Equity,equality,,\n4,Rent,expense,,team=north\n";
        let told: Vec<String> = read(text.as_bytes()).faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "line 3: name is empty",
                "line 3: isGroup is \"maybe\": it must be one of true, false",
                "line 4: type is \"equality\": it must be one of asset, liability, equity, revenue, expense",
                "line 5: defaultDimensions is \"team=north\": write a JSON object of texts, such as {\"costCenter\":\"D10\"}",
            ]
        );
        let told = read(b"code,name,kind\n1,Assets,asset\n").faults;
        assert_eq!((told[0].line, told.len()), (1, 2));
        let told =
            read("code,name,type,parentCode\n10\u{200b}00,Bank,asset,\n２,Rent\u{202e},expense, 6\u{a0}0\n".as_bytes())
                .faults;
        assert_eq!(
            told.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "line 2: code must not contain the invisible character U+200B: write \"1000\"",
                "line 3: code must be written with plain characters: \"2\"",
                "line 3: name must not contain the direction control U+202E, which changes how text is read",
                "line 3: parentCode must be written with plain characters: \"6 0\"",
            ]
        );
        assert_eq!(read(b"code,name,type\n").faults[0].line, 2);
        assert_eq!(read(b"code,name,type\n1,Assets\n").faults[0].line, 2);
    }

    #[test]
    fn what_stands_below_an_unsound_account_is_left_out_with_it() {
        let text = "code,name,type,isGroup,parentCode\n6,,expense,true,\n61,Rent,expense,true,6\n611,Office,expense,,61\n7,Sales,revenue,,\n";
        let codes = |text: &str| read(text.as_bytes()).rows.into_iter().map(|(_, one)| one.code).collect::<Vec<_>>();
        assert_eq!(codes(text), ["7"]);
        assert_eq!(codes("code,name,type,parentCode\n6,Costs,expense,\n61,Rent,expense,6\n62,short\n"), ["6"]);
    }
}
