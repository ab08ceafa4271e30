//! The setup code of a first start: a person who reads the log may create the first user.

use std::fmt;

use subtle::ConstantTimeEq as _;

/// Crockford's base32: no letters that look like digits.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a code: 60 random bits.
const CHARACTERS: usize = 12;

/// A code such as `7GQK-2M9X-VT4B`.
#[derive(Clone)]
pub struct SetupCode([u8; CHARACTERS]);

impl SetupCode {
    /// The code of 8 fresh random bytes.
    #[must_use]
    pub fn from_random(random: [u8; 8]) -> Self {
        let number = u64::from_be_bytes(random);
        let mut code = [0; CHARACTERS];
        for (place, character) in code.iter_mut().enumerate() {
            // Masked to 5 bits, so the index is always inside.
            *character = ALPHABET[(number >> (place * 5) & 31) as usize];
        }
        Self(code)
    }

    /// Whether somebody typed this code, in any case, with or without dashes and blanks, O for 0 and I or L for 1.
    #[must_use]
    pub fn is(&self, typed: &str) -> bool {
        let meant: Vec<u8> = typed
            .bytes()
            .filter(|byte| !matches!(byte, b'-' | b' '))
            .take(CHARACTERS + 1)
            .map(|byte| match byte.to_ascii_uppercase() {
                b'O' => b'0',
                b'I' | b'L' => b'1',
                other => other,
            })
            .collect();
        meant.ct_eq(&self.0).into()
    }
}

impl fmt::Display for SetupCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, character) in self.0.iter().enumerate() {
            if place > 0 && place % 4 == 0 {
                f.write_str("-")?;
            }
            write!(f, "{}", char::from(*character))?;
        }
        Ok(())
    }
}

impl fmt::Debug for SetupCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SetupCode([redacted])")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_recognised_however_it_is_typed_and_no_other_is() {
        let code = SetupCode::from_random([0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0x20]);
        let text = code.to_string();
        assert_eq!(text.len(), 14);
        let (bare, spaced, with_o, with_l) =
            (text.replace('-', ""), text.replace('-', " "), text.replace('0', "o"), text.replace('1', "l"));
        for typed in [text.clone(), text.to_lowercase(), bare, spaced, with_o, with_l] {
            assert!(code.is(&typed), "{typed}");
        }
        for wrong in ["", "-", &text[..13], &format!("{text}0"), &text.replace(&text[..1], "Z"), "é"] {
            assert!(!code.is(wrong), "{wrong}");
        }
        assert!(!format!("{code:?}").contains(&text));
    }
}
