//! Commodities of plain text as currencies: a code made of the name, and the name again on the way out.

use domain::value::{Currency, CurrencyRef};
use sha2::{Digest, Sha256};

use super::PlainFormat;

/// Longest code of a currency.
const LETTERS: usize = 8;

/// Letters of the name in a code that ends with those of a hash.
const LETTERS_BEFORE_HASH: usize = 3;

/// The possible codes of a commodity, the most readable first; always the same ones.
pub fn codes(name: &str) -> impl Iterator<Item = String> {
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect();
    let plain = match letters.len() {
        0 => None,
        1 | 2 => Some(format!("{letters:X<3}")),
        _ => Some(letters.chars().take(LETTERS).collect()),
    };
    let hash = Sha256::digest(name.as_bytes());
    let begin: String =
        letters.chars().take(LETTERS_BEFORE_HASH).chain("XXX".chars()).take(LETTERS_BEFORE_HASH).collect();
    let hashed = (0..4_usize).map(move |place| {
        let end: String = hash.iter().skip(place * 5).take(5).map(|byte| char::from(b'A' + byte % 26)).collect();
        format!("{begin}{end}")
    });
    plain.into_iter().chain(hashed).filter(|code| CurrencyRef::parse(code).is_some() && Currency::parse(code).is_none())
}

/// How a currency is written: by its name where its code is made of that, and the program takes it; else by its code.
#[must_use]
pub fn written(code: &str, name: &str, format: PlainFormat) -> String {
    let is_made = code != name && codes(name).any(|made| made == code);
    if !is_made {
        return code.to_owned();
    }
    match format {
        PlainFormat::Beancount => {
            let is_edge = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
            let fits = name.len() >= 2
                && name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.ends_with(is_edge)
                && name.chars().all(|c| is_edge(c) || "'._-".contains(c));
            if fits { name.to_owned() } else { code.to_owned() }
        }
        PlainFormat::Hledger | PlainFormat::Ledger if name.contains('"') || name.chars().any(char::is_control) => {
            code.to_owned()
        }
        PlainFormat::Hledger | PlainFormat::Ledger if name.chars().all(char::is_alphabetic) => name.to_owned(),
        PlainFormat::Hledger | PlainFormat::Ledger => format!("\"{name}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_made_of_the_name_and_the_name_is_written_again() {
        for (name, code, hledger, beancount) in [
            ("h", "HXX", "h", "HXX"),
            ("bytes", "BYTES", "bytes", "BYTES"),
            ("HOOL.UNVEST", "HOOLUNVE", "\"HOOL.UNVEST\"", "HOOL.UNVEST"),
            ("Plans: of it", "PLANSOFI", "\"Plans: of it\"", "PLANSOFI"),
            ("GGGGG", "GGGGG", "GGGGG", "GGGGG"),
        ] {
            assert_eq!(codes(name).next().as_deref(), Some(code));
            assert_eq!(written(code, name, PlainFormat::Hledger), hledger);
            assert_eq!(written(code, name, PlainFormat::Beancount), beancount);
        }
        assert_eq!(written("BTC", "Bitcoin", PlainFormat::Ledger), "BTC");
        let sheep: Vec<String> = codes("🐑").collect();
        assert!(sheep.len() == 4 && sheep[0].starts_with("XXX"), "{sheep:?}");
        assert!(codes("eur").next().is_some_and(|code| code.starts_with("EUR") && code.len() == 8));
        assert_eq!(written(&sheep[0], "🐑", PlainFormat::Ledger), "\"🐑\"");
    }
}
