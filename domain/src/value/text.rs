//! Text that names something: one rule for codes, one for names and one for the keys of others, in every way by which
//! they come in.
//!
//! People compare codes by eye, and programs by bytes. So that both find the same row, a code has one spelling:
//! Unicode's composed form (NFC), no blank at its edges, no character that nobody sees, and none that merely looks like
//! a plainer one. Text that differs by composition alone is composed silently; the rest is refused, with the code that
//! was probably meant. Letters of different alphabets that look alike are not judged: part numbers mix them rightly.
//!
//! The key of another program is its own: it is kept byte for byte, so that it is found there again, or it is refused.
//! So nothing is composed silently, and `№ 5` and `１２` may stand as they are.

use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// Why a text cannot be a code.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CodeFault {
    /// Nothing in it can be seen.
    #[error("must have a visible character")]
    Blank,
    /// A blank before or behind it.
    #[error("must not begin or end with a space: write {plain:?}")]
    EdgeBlank { plain: String },
    /// A control character.
    #[error("must not contain the control character U+{found:04X}: write {plain:?}")]
    Control { found: u32, plain: String },
    /// A character that nobody sees, or one that turns the direction of others.
    #[error("must not contain the invisible character U+{found:04X}: write {plain:?}")]
    Invisible { found: u32, plain: String },
    /// A character that only looks like another one, such as a full-width digit.
    #[error("must be written with plain characters: {plain:?}")]
    LookAlike { plain: String },
    /// A letter and its mark apart, where they are one character.
    #[error("must be in composed form (NFC): write {plain:?}")]
    Decomposed { plain: String },
}

impl CodeFault {
    /// The stable code of the fault.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Blank => "too_short",
            Self::EdgeBlank { .. } => "edge_blank",
            Self::Control { .. } => "control_character",
            Self::Invisible { .. } => "invisible_character",
            Self::LookAlike { .. } => "look_alike_character",
            Self::Decomposed { .. } => "not_composed",
        }
    }
}

/// Why a text cannot be a name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameFault {
    /// Nothing in it can be seen.
    #[error("must not be blank: give it a name")]
    Blank,
    /// A control character, or the end of a line or paragraph.
    #[error("must not contain the control character U+{0:04X}")]
    Control(u32),
    /// A character that turns the direction of the following text, so that it is read as something else.
    #[error("must not contain the direction control U+{0:04X}, which changes how text is read")]
    Direction(u32),
}

impl NameFault {
    /// The stable code of the fault.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Blank => "too_short",
            Self::Control(_) => "control_character",
            Self::Direction(_) => "direction_character",
        }
    }
}

/// The one spelling of a code: composed, and otherwise as it was written. An empty text is a blank one.
///
/// # Errors
/// Why it cannot be a code, with the one that was probably meant.
pub fn code(text: &str) -> Result<Cow<'_, str>, CodeFault> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    if is_plain && !text.is_empty() && !text.starts_with(' ') && !text.ends_with(' ') {
        return Ok(Cow::Borrowed(text));
    }
    let plain = plain(text);
    if plain.is_empty() {
        return Err(CodeFault::Blank);
    }
    if text.trim() != text {
        return Err(CodeFault::EdgeBlank { plain });
    }
    if let Some(found) = text.chars().find(|c| c.is_control()) {
        return Err(CodeFault::Control { found: found.into(), plain });
    }
    if let Some(found) = text.chars().find(|c| is_invisible(*c)) {
        return Err(CodeFault::Invisible { found: found.into(), plain });
    }
    let composed: String = text.nfc().collect();
    if composed == plain { Ok(Cow::Owned(composed)) } else { Err(CodeFault::LookAlike { plain }) }
}

/// The key under which another program knows something, as it is. Two that look the same are one, or one of them is refused.
///
/// # Errors
/// Why it cannot be such a key, with the one that was probably meant.
pub fn foreign_key(text: &str) -> Result<&str, CodeFault> {
    let is_blank = |c: char| c.is_whitespace() && !c.is_control() && !is_line_end(c);
    let seen = text.chars().filter(|c| !is_invisible(*c) && !c.is_control());
    let spaced: String = seen.map(|c| if is_blank(c) { ' ' } else { c }).collect();
    // Without the characters between them, letters and marks may compose.
    let plain: String = spaced.trim().nfc().collect();
    if plain.is_empty() {
        return Err(CodeFault::Blank);
    }
    if text.trim() != text {
        return Err(CodeFault::EdgeBlank { plain });
    }
    if let Some(found) = text.chars().find(|c| c.is_control()) {
        return Err(CodeFault::Control { found: found.into(), plain });
    }
    if let Some(found) = text.chars().find(|c| is_invisible(*c)) {
        return Err(CodeFault::Invisible { found: found.into(), plain });
    }
    if text.chars().any(|c| is_blank(c) && c != ' ') {
        return Err(CodeFault::LookAlike { plain });
    }
    if plain == text { Ok(text) } else { Err(CodeFault::Decomposed { plain }) }
}

/// The one spelling of a name: composed, without blanks and invisible characters at its edges.
///
/// # Errors
/// Why it cannot be a name.
pub fn name(text: &str) -> Result<String, NameFault> {
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || is_edge(c));
    if trimmed.chars().all(|c| c.is_whitespace() || is_invisible(c)) && !text.chars().any(char::is_control) {
        return Err(NameFault::Blank);
    }
    // A control character at an edge is no blank that somebody typed: it is refused as anywhere.
    for found in text.chars() {
        if found.is_control() || is_line_end(found) {
            return Err(NameFault::Control(found.into()));
        }
        if turns_direction(found) {
            return Err(NameFault::Direction(found.into()));
        }
    }
    Ok(trimmed.nfc().collect())
}

/// A name as it is compared: its words in small letters, with one blank between them. Names that fold to the same text
/// are the same name.
#[must_use]
pub fn folded(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    let composed: String = name.nfc().collect();
    for word in composed.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        // Of a sigma at the end of a word and within one, capitals do not tell which it is.
        folded.extend(word.chars().flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c }));
    }
    folded.nfc().collect()
}

/// The code that was probably meant: invisible characters left out, the plain character for each that looks like it.
#[must_use]
pub fn plain(text: &str) -> String {
    let compatible: String = text.nfkc().filter(|c| !is_invisible(*c) && !c.is_control()).collect();
    // Without the characters between them, letters and marks may compose.
    compatible.trim().nfkc().collect()
}

/// Whether nobody sees it: Unicode's `Default_Ignorable_Code_Point`, the ends of lines and paragraphs, the marks of
/// annotations, and the Braille cell without dots.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    is_line_end(c)
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether it turns the direction of the characters behind it, until another one ends it.
#[must_use]
pub fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The end of a line or paragraph that is no control character.
fn is_line_end(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// Characters at the edge of a name that are no part of it. Joiners are: some scripts end words with them.
fn is_edge(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_look_the_same_are_the_same_or_refused_with_the_one_that_was_meant() {
        for (text, meant, fault) in [
            (" 1000", "1000", "edge_blank"),
            ("1000 ", "1000", "edge_blank"),
            ("\u{a0}1000", "1000", "edge_blank"),
            ("1000\u{3000}", "1000", "edge_blank"),
            ("10\u{200b}00", "1000", "invisible_character"),
            ("1000\u{feff}", "1000", "invisible_character"),
            ("10\u{ad}00", "1000", "invisible_character"),
            ("\u{202e}1000", "1000", "invisible_character"),
            ("1000\u{200f}", "1000", "invisible_character"),
            ("10\u{2028}00", "1000", "invisible_character"),
            ("10\u{e0061}00", "1000", "invisible_character"),
            ("A\u{200d}e\u{200d}\u{301}", "Aé", "invisible_character"),
            ("１０００", "1000", "look_alike_character"),
            ("A\u{a0}B", "A B", "look_alike_character"),
            ("𝟭000", "1000", "look_alike_character"),
            ("ﬁx", "fix", "look_alike_character"),
            ("A\tB", "AB", "control_character"),
        ] {
            let refused = code(text).expect_err(text);
            assert_eq!(refused.code(), fault, "{text:?}");
            assert!(refused.to_string().contains(&format!("{meant:?}")), "{text:?}: {refused}");
            assert_eq!(code(meant).as_deref(), Ok(meant), "what is advised is taken");
        }
        for blank in ["", " ", "\u{200b}", "\u{feff}\u{3164}"] {
            assert_eq!(code(blank), Err(CodeFault::Blank), "{blank:?}");
        }
    }

    #[test]
    fn codes_as_people_have_them_are_taken_as_they_are_and_composed() {
        for text in ["1000", "BANK CHARGES", "Zoë-7", "Склад-1", "数量", "10kΩ", "A/B (2)", "١٠", "Größe", "a\"b"]
        {
            assert_eq!(code(text).as_deref(), Ok(text));
        }
        assert_eq!(code("Zoe\u{308}").as_deref(), Ok("Zoë"));
        assert_eq!(code("\u{212b}").as_deref(), Ok("\u{c5}"), "the sign of the ångström is that letter");
    }

    #[test]
    fn the_keys_of_others_are_kept_byte_for_byte_or_refused_with_the_one_that_was_meant() {
        for text in ["536365", "a b", "Zoë-7", "№ 5", "１２", "½", "ﬁ", "INV/2010#7", "数量"] {
            assert_eq!(foreign_key(text), Ok(text));
        }
        for (text, meant, fault) in [
            (" 1", "1", "edge_blank"),
            ("1\u{a0}", "1", "edge_blank"),
            ("1\t2", "12", "control_character"),
            ("1\u{2028}2", "12", "invisible_character"),
            ("1\u{200b}2", "12", "invisible_character"),
            ("\u{202e}12", "12", "invisible_character"),
            ("\u{2066}12\u{2069}", "12", "invisible_character"),
            ("A\u{a0}B", "A B", "look_alike_character"),
            ("A\u{2003}B", "A B", "look_alike_character"),
            ("Zoe\u{308}", "Zoë", "not_composed"),
            ("\u{212b}", "\u{c5}", "not_composed"),
            ("e\u{200d}\u{301}", "é", "invisible_character"),
        ] {
            let refused = foreign_key(text).expect_err(text);
            assert_eq!(refused.code(), fault, "{text:?}");
            assert!(refused.to_string().contains(&format!("{meant:?}")), "{text:?}: {refused}");
            assert_eq!(foreign_key(meant), Ok(meant), "what is advised is taken");
        }
        for blank in ["", " ", "\u{200b}", "\u{feff}\u{3164}", "\n"] {
            assert_eq!(foreign_key(blank), Err(CodeFault::Blank), "{blank:?}");
        }
    }

    #[test]
    fn names_are_compared_without_their_case_and_their_blanks_and_in_one_composition() {
        for (text, compared) in [
            ("Acme Inc", "acme inc"),
            ("acme inc", "acme inc"),
            ("ACME  Inc", "acme inc"),
            (" Acme\u{a0}\tInc ", "acme inc"),
            ("Acme Inc.", "acme inc."),
            ("AcmeInc", "acmeinc"),
            ("MÜLLER", "müller"),
            ("Mu\u{308}ller", "müller"),
            ("ΟΔΟΣ", "οδοσ"),
            ("οδος", "οδοσ"),
            ("STRAẞE", "straße"),
            ("\u{130}", "i\u{307}"),
            ("数量", "数量"),
            (" ", ""),
        ] {
            assert_eq!(folded(text), compared, "{text:?}");
            assert_eq!(folded(compared), compared, "folding once is enough");
        }
    }

    #[test]
    fn names_are_composed_and_trimmed_and_nobody_turns_their_direction() {
        for (text, kept) in [
            (" Cash \u{a0}", "Cash"),
            ("\u{feff}Cash\u{200b}", "Cash"),
            ("Zoe\u{308}", "Zoë"),
            ("नी\u{200d}", "नी\u{200d}"),
            ("שלום\u{200f}!", "שלום\u{200f}!"),
            ("１２３", "１２３"),
        ] {
            assert_eq!(name(text).as_deref(), Ok(kept), "{text:?}");
        }
        for (text, fault) in [
            ("", "too_short"),
            (" \u{200b}\u{2060}", "too_short"),
            ("\u{200d}\u{3164}", "too_short"),
            ("a\nb", "control_character"),
            ("a\u{2028}b", "control_character"),
            ("pay \u{202e}1000", "direction_character"),
            ("a\u{2066}b", "direction_character"),
        ] {
            assert_eq!(name(text).map_err(|fault| fault.code()), Err(fault), "{text:?}");
        }
    }
}
