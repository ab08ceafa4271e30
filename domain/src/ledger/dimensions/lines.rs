//! Dimensions of lines: the values that a draft may name, those that a posted line must have, and the sets they make.

#[cfg(test)]
pub(crate) mod tests;

use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{Account, Dimension, DimensionSet, DimensionValue, Entry, Line};
use crate::value::cell::IsoDate;
use crate::value::id::DimensionSetId;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Date, Json, limits};

/// Dimensions that a message lists at most.
const LISTED: usize = 10;

/// Values by code of stored text; none where it is empty.
pub(crate) fn parse(text: &str) -> BTreeMap<String, String> {
    if text.is_empty() {
        return BTreeMap::new();
    }
    let Ok(Json::Object(members)) = Json::parse(text) else { return BTreeMap::new() };
    let texts = members.into_iter().filter_map(|(code, value)| {
        let Json::Text(value) = value else { return None };
        Some((code, value))
    });
    texts.collect()
}

/// The keys that lines with this text certainly need.
pub(crate) fn hint(book: &Book, text: &str, keys: &mut Vec<Key>) {
    if text.is_empty() {
        return;
    }
    keys.extend([Key::Dimensions, Key::DimensionSet(set_id(text))]);
    for (code, value) in parse(text) {
        if let Ok(Some(dimension)) = named(book, &code) {
            keys.push(Key::DimensionValueByCode(dimension.id, value));
        }
    }
}

/// Every dimension and value of a text exists: a draft may be incomplete, but not name unknown values.
pub(crate) fn require_known(book: &Book, text: &str, below: &str, faults: &mut Vec<Fault>) -> Result<(), Stop> {
    for (code, value) in parse(text) {
        if let Err(fault) = known(book, &code, &value)? {
            faults.push(fault.at(member(below, &code)));
        }
    }
    Ok(())
}

/// The dimensions that a posted line has, as canonical text: per code the line's own value, else the entry's, else the
/// default of the account. Each must be usable on the entry's date, and all that the account requires must be there.
pub(crate) fn of_line(
    book: &Book,
    index: usize,
    own: &str,
    account: &Account,
    entry: &Entry,
    faults: &mut Vec<Fault>,
) -> Result<String, Stop> {
    let defaults = [entry.dimensions.as_str(), account.default_dimensions.as_str()];
    if own.is_empty() && defaults == ["", ""] && account.required_dimensions.is_empty() {
        return Ok(String::new());
    }
    let on_line = format!("/lines/{index}/dimensions");
    let mut merged: BTreeMap<String, (String, &str)> = BTreeMap::new();
    for (text, below) in [(own, on_line.as_str()), (defaults[0], "/dimensions"), (defaults[1], &on_line)] {
        for (code, value) in parse(text) {
            merged.entry(code).or_insert((value, below));
        }
    }
    for (code, (value, below)) in &merged {
        if let Err(fault) = usable(book, code, value, entry.date)? {
            faults.push(fault.at(member(below, code)));
        }
    }
    for code in account.required_dimensions.split_whitespace().filter(|code| !merged.contains_key(*code)) {
        let message = format!(
            "account {} needs a value of {code} on every line: give it on the line or the entry, or give the account a default",
            account.code
        );
        faults.push(Fault::new(member(&on_line, code), Code::DimensionRequired, message));
    }
    if merged.len() > limits::DIMENSIONS_PER_LINE {
        let message = format!(
            "the line has {} dimensions, including those of its entry and account; at most {} are possible",
            merged.len(),
            limits::DIMENSIONS_PER_LINE
        );
        faults.push(Fault::new(&on_line, Code::LimitReached, message));
    }
    Ok(canonical(merged.into_iter().map(|(code, (value, _))| (code, value)).collect()))
}

/// Adds where to find the values, where the refusal is about dimensions.
pub(crate) fn with_way_out(rejection: Rejection) -> Rejection {
    if !matches!(rejection.code, Code::DimensionRequired | Code::DimensionNotUsable) {
        return rejection;
    }
    rejection.offer("dimensions", "List the dimensions and their values", "GET", "/accounting/dimensions")
}

/// Keeps each set of dimensions that the lines have and no line had before.
pub(crate) fn keep_sets(book: &mut Book, lines: &[Line]) -> Result<(), Stop> {
    let texts = lines.iter().map(|line| line.dimensions.as_str()).filter(|text| !text.is_empty());
    for text in texts.collect::<BTreeSet<&str>>() {
        let id = set_id(text);
        if book.has_dimension_set(id)? {
            continue;
        }
        for (code, value) in parse(text) {
            let (dimension, value) =
                known(book, &code, &value)?.map_err(|fault| Rejection::new(fault.code, fault.message))?;
            let (dimension_id, value_id) = (dimension.id, value.id);
            book.dimension_sets.put(DimensionSet { id, dimension_id, value_id, dimensions: text.to_owned() });
        }
    }
    Ok(())
}

/// The codes of an account's required dimensions that were not there before exist and are active.
pub(crate) fn require_requirable(book: &Book, codes: &[String], before: &str) -> Result<(), Stop> {
    let mut faults = Vec::new();
    for (index, code) in codes.iter().enumerate().filter(|(_, code)| !before.split_whitespace().any(|old| old == *code))
    {
        let problem = match named(book, code)? {
            None => Some(unknown_dimension(book, code)?),
            Some(dimension) if !dimension.is_active => Some(inactive(code)),
            Some(_) => None,
        };
        faults.extend(problem.map(|problem| problem.at(format!("/requiredDimensions/{index}"))));
    }
    Rejection::of_errors(faults).map_or(Ok(()), |rejection| Err(rejection.into()))
}

/// Every dimension and value that an account gives its lines exists.
pub(crate) fn require_givable(book: &Book, text: &str) -> Result<(), Stop> {
    let mut faults = Vec::new();
    require_known(book, text, "/defaultDimensions", &mut faults)?;
    if parse(text).len() > limits::DIMENSIONS_PER_LINE {
        let message = format!("an account can have at most {} default dimensions", limits::DIMENSIONS_PER_LINE);
        faults.push(Fault::new("/defaultDimensions", Code::LimitReached, message));
    }
    Rejection::of_errors(faults).map_or(Ok(()), |rejection| Err(rejection.into()))
}

/// A fault before it is known where it stands.
struct Problem {
    code: Code,
    message: String,
}

impl Problem {
    fn new(code: Code, message: String) -> Self {
        Self { code, message }
    }

    fn at(self, pointer: String) -> Fault {
        Fault::new(pointer, self.code, self.message)
    }
}

type Found<'a> = Result<(&'a Dimension, &'a DimensionValue), Problem>;

fn named<'a>(book: &'a Book, code: &str) -> Result<Option<&'a Dimension>, Stop> {
    Ok(book.dimensions()?.find(|dimension| dimension.code == code))
}

fn known<'a>(book: &'a Book, code: &str, value: &str) -> Result<Found<'a>, Stop> {
    let Some(dimension) = named(book, code)? else { return Ok(Err(unknown_dimension(book, code)?)) };
    let found = match book.dimension_value_by_code(dimension.id, value)? {
        Some(id) => book.dimension_value(id)?,
        None => None,
    };
    Ok(found.map(|found| (dimension, found)).ok_or_else(|| {
        let message = format!("dimension {code} has no value {value}: create it, or choose another");
        Problem::new(Code::UnknownReference, message)
    }))
}

fn usable(book: &Book, code: &str, value: &str, date: Date) -> Result<Result<(), Problem>, Stop> {
    let (dimension, value) = match known(book, code, value)? {
        Ok(found) => found,
        Err(problem) => return Ok(Err(problem)),
    };
    if !dimension.is_active {
        return Ok(Err(inactive(code)));
    }
    let own = &value.code;
    let message = if value.is_group {
        format!("value {own} of {code} is a group: choose a value below it")
    } else if !value.is_active {
        format!("value {own} of {code} is inactive: reactivate it or choose another")
    } else if let Some(from) = value.active_from.filter(|from| date < *from) {
        format!(
            "value {own} of {code} is active from {} on, not on {}: choose another value or date",
            IsoDate(from),
            IsoDate(date)
        )
    } else if let Some(to) = value.active_to.filter(|to| date > *to) {
        format!(
            "value {own} of {code} was active until {}, not on {}: choose another value or date",
            IsoDate(to),
            IsoDate(date)
        )
    } else {
        return Ok(Ok(()));
    };
    Ok(Err(Problem::new(Code::DimensionNotUsable, message)))
}

fn unknown_dimension(book: &Book, code: &str) -> Result<Problem, Stop> {
    let mut codes: Vec<&str> = book.dimensions()?.map(|dimension| dimension.code.as_str()).collect();
    codes.sort_unstable();
    let there = match codes.as_slice() {
        [] => "there are none yet, create it first".to_owned(),
        few if few.len() <= LISTED => format!("there are {}", few.join(", ")),
        many => format!("there are {} and {} more", many[..LISTED].join(", "), many.len() - LISTED),
    };
    Ok(Problem::new(Code::UnknownReference, format!("there is no dimension {code}: {there}")))
}

fn inactive(code: &str) -> Problem {
    let message = format!("dimension {code} is inactive: reactivate it or leave it out");
    Problem::new(Code::DimensionNotUsable, message)
}

fn canonical(values: BTreeMap<String, String>) -> String {
    if values.is_empty() {
        return String::new();
    }
    Json::Object(values.into_iter().map(|(code, value)| (code, Json::Text(value))).collect()).to_string()
}

fn set_id(text: &str) -> DimensionSetId {
    let hash = Sha256::digest(text.as_bytes());
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    DimensionSetId(id)
}

/// The pointer to a member of an object (RFC 6901).
fn member(below: &str, name: &str) -> String {
    format!("{below}/{}", name.replace('~', "~0").replace('/', "~1"))
}
