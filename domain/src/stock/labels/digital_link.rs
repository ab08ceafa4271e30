//! GS1 Digital Links: addresses whose path and query name the contents of a label.

use crate::stock::labels::element_string::one;
use crate::stock::labels::{Misread, Read, Today, dictionary};

/// The elements of an address: identifier and value in turn from the primary key on, then those of the query. Other
/// parameters of the query are ignored.
pub(super) fn read(url: &str, today: Today) -> Result<Vec<Read>, Misread> {
    let url = url.split('#').next().unwrap_or_default();
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let segments: Vec<&str> = path.trim_end_matches('/').split('/').skip(1).collect();
    // A shop may have parts of its own before them: a key begins with digits.
    let begins = |pair: &[&str]| {
        dictionary::find(pair[0]).is_some_and(|identifier| identifier.is_link_key)
            && pair[1].bytes().take(4).all(|byte| byte.is_ascii_digit())
    };
    let start = segments.windows(2).position(begins).ok_or(Misread::NoKey)?;
    let mut found = Vec::new();
    for pair in segments[start..].chunks(2) {
        let (ai, value) = (pair[0], decoded(pair.get(1).copied().unwrap_or_default())?);
        // A link may have a GTIN without the zeros before it.
        let value = if ai == "01" && matches!(value.len(), 8 | 12 | 13) { format!("{value:0>14}") } else { value };
        found.push(one(ai, &value, today)?);
    }
    for (ai, value) in query.split(['&', ';']).filter_map(|pair| pair.split_once('=')) {
        if dictionary::find(ai).is_some() {
            found.push(one(ai, &decoded(value)?, today)?);
        }
    }
    Ok(found)
}

/// A part of an address with its `%41` turned into characters.
fn decoded(part: &str) -> Result<String, Misread> {
    let wrong = || Misread::Text(part.chars().take(40).collect());
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        if *first == b'%' {
            let digits = behind.get(..2).and_then(|two| std::str::from_utf8(two).ok()).ok_or_else(wrong)?;
            bytes.push(u8::from_str_radix(digits, 16).map_err(|_| wrong())?);
            rest = &behind[2..];
        } else {
            bytes.push(*first);
            rest = behind;
        }
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}
