//! The text of a CSV file as spreadsheets write it: its encoding, what separates its values, and its lines.

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};

use crate::csv_file::Fault;

/// What may separate values, the usual first: spreadsheets write semicolons where a comma stands before the decimals.
pub const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The encoding of this name, as the web knows it (<https://encoding.spec.whatwg.org/#names-and-labels>).
///
/// # Errors
/// What to write instead.
pub fn encoding(name: &str) -> Result<&'static Encoding, String> {
    let known = Encoding::for_label(name.as_bytes());
    known.ok_or_else(|| format!("{name} is no encoding: write utf-8, windows-1252, windows-1250, shift_jis …"))
}

/// The bytes of a file in this encoding as UTF-8.
///
/// # Errors
/// The first line that is not in this encoding.
pub fn in_encoding(bytes: Vec<u8>, encoding: &'static Encoding) -> Result<Vec<u8>, Fault> {
    let (text, used, is_damaged) = encoding.decode(&bytes);
    if is_damaged {
        let line = text.lines().position(|line| line.contains('\u{fffd}')).unwrap_or_default();
        let message = format!("the line is not in {}: name the encoding that the file was saved in", used.name());
        return Err(Fault { line: line as u64 + 1, message });
    }
    Ok(text.into_owned().into_bytes())
}

/// The text of a file without a mark at its beginning, with lines that end by a line feed alone: UTF-8, or UTF-16 with its
/// mark.
///
/// # Errors
/// The first line in another encoding, with what to do.
pub fn decoded(bytes: &[u8]) -> Result<String, Fault> {
    let (text, _, _) = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding.decode(bytes),
        None => (
            Cow::Borrowed(std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, error.valid_up_to()))?),
            encoding_rs::UTF_8,
            false,
        ),
    };
    if let Some(line) = text.lines().position(|line| line.contains('\u{fffd}') || line.contains('\0')) {
        let message = "the line is not text in UTF-8: save the file as CSV UTF-8".to_owned();
        return Err(Fault { line: line as u64 + 1, message });
    }
    // Lines are counted by their ends: with the two bytes of some systems a record would begin on the line before it.
    Ok(text.replace("\r\n", "\n"))
}

/// Says how the line would read in the encoding that spreadsheets of Western Europe and America write.
fn not_utf8(bytes: &[u8], at: usize) -> Fault {
    let begin = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
    let end = bytes[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r')).map_or(bytes.len(), |place| at + place);
    let (text, ..) = WINDOWS_1252.decode(&bytes[begin..end]);
    let shown: String = text.chars().take(80).collect();
    let message = format!(
        "the line is not in UTF-8. Save the file as CSV UTF-8, or name its encoding: if the line reads {shown:?}, that is \
         windows-1252"
    );
    Fault { line, message }
}

/// What separates the values: that with which most names of the header are known.
#[must_use]
pub fn separator(text: &str, is_known: impl Fn(&str) -> bool) -> u8 {
    let header = text.trim_start_matches('\n').lines().next().unwrap_or_default();
    let known = |separator: u8| {
        header.split(char::from(separator)).filter(|name| is_known(name.trim().trim_matches('"').trim())).count()
    };
    // Of several with as many the first.
    SEPARATORS.into_iter().rev().max_by_key(|separator| known(*separator)).unwrap_or(b',')
}

/// The line on which a record begins that was found from here on: the reader goes over empty lines and does not count them.
#[must_use]
pub fn line_of(text: &str, position: &csv::Position) -> u64 {
    let from = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let empty = text.as_bytes().get(from..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b'\n' | b'\r'));
    position.line() + empty.filter(|byte| **byte == b'\n').count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_in_utf_8_and_in_utf_16_with_its_mark() {
        let utf_16: Vec<u8> = "\u{feff}é\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let other_end: Vec<u8> = "\u{feff}é\r\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in ["\u{feff}é\r\n".as_bytes(), "é\n".as_bytes(), &utf_16, &other_end] {
            assert_eq!(decoded(bytes).as_deref(), Ok("é\n"), "{bytes:?}");
        }
    }

    #[test]
    fn another_encoding_is_told_with_how_the_line_would_read_and_is_read_when_it_is_named() {
        let western = b"sku,name\r\nA,Caf\xe9\r\nB,b\r\n";
        let fault = decoded(western).expect_err("not UTF-8");
        assert_eq!(fault.line, 2);
        assert!(fault.message.ends_with("if the line reads \"A,Café\", that is windows-1252"), "{fault}");
        let read = in_encoding(western.to_vec(), encoding("Windows-1252").expect("known")).expect("read");
        assert_eq!(String::from_utf8(read).as_deref(), Ok("sku,name\r\nA,Café\r\nB,b\r\n"));
        assert_eq!(in_encoding(western.to_vec(), encoding("utf-8").expect("known")).expect_err("not that").line, 2);
        assert!(encoding("latin one").is_err());
        let without_mark: Vec<u8> = "sku\nA".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decoded(&without_mark).expect_err("no mark").line, 1);
    }

    #[test]
    fn values_are_separated_by_what_separates_the_names() {
        let is_known = |name: &str| ["sku", "name"].contains(&name);
        for (header, separator_of_it) in [
            ("sku,name", b','),
            ("sku;name\nA;1,5", b';'),
            ("\n\"sku\"\tname", b'\t'),
            ("sku | name", b'|'),
            ("sku", b','),
            ("what;is,this", b','),
        ] {
            assert_eq!(separator(header, is_known), separator_of_it, "{header:?}");
        }
    }
}
