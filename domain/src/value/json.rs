//! Client data kept as JSON: parsed, merged (RFC 7396) and written in one canonical text.

use std::collections::BTreeMap;
use std::fmt;

/// Deepest nesting.
const MOST_DEPTH: usize = 32;

/// A JSON value. Numbers keep their source text; nothing here is a float.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number as it was written.
    Number(String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object; keys sorted.
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// Reads JSON text.
    ///
    /// # Errors
    /// The fault and its byte.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser { text, at: 0 };
        let value = parser.value(0)?;
        parser.blanks();
        if parser.at == text.len() { Ok(value) } else { Err(parser.wrong("the end")) }
    }

    /// Applies a merge patch (RFC 7396): objects merge by key, null removes, all else replaces.
    #[must_use]
    pub fn merge(self, patch: &Json) -> Json {
        let Json::Object(changes) = patch else { return patch.clone() };
        let mut merged = if let Json::Object(members) = self { members } else { BTreeMap::new() };
        for (name, change) in changes {
            if *change == Json::Null {
                merged.remove(name);
            } else {
                let old = merged.remove(name).unwrap_or(Json::Null);
                merged.insert(name.clone(), old.merge(change));
            }
        }
        Json::Object(merged)
    }

    /// The member of an object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        let Json::Object(members) = self else { return None };
        members.get(name)
    }
}

impl fmt::Display for Json {
    /// Canonical text: no blanks, keys sorted, no more escapes than necessary.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(yes) => write!(f, "{yes}"),
            Self::Number(text) => f.write_str(text),
            Self::Text(text) => write_text(f, text),
            Self::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (index, (name, member)) in members.iter().enumerate() {
                    f.write_str(if index > 0 { "," } else { "" })?;
                    write_text(f, name)?;
                    write!(f, ":{member}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            control if u32::from(control) < 0x20 => write!(f, "\\u{:04x}", u32::from(control))?,
            plain => write!(f, "{plain}")?,
        }
    }
    f.write_str("\"")
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn wrong(&self, wanted: &str) -> String {
        format!("expected {wanted} at byte {}", self.at)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), String> {
        if self.peek() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        Err(self.wrong(&format!("{:?}", char::from(byte))))
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, String> {
        if self.text[self.at..].starts_with(word) {
            self.at += word.len();
            return Ok(value);
        }
        Err(self.wrong("a value"))
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > MOST_DEPTH {
            return Err(format!("nested deeper than {MOST_DEPTH}"));
        }
        self.blanks();
        match self.peek() {
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'[') => self.list(depth),
            Some(b'{') => self.object(depth),
            Some(b'-' | b'0'..=b'9') => Ok(self.number()),
            _ => Err(self.wrong("a value")),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        self.at += 1;
        let mut items = Vec::new();
        self.blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                _ => break,
            }
        }
        self.expect(b']')?;
        Ok(Json::List(items))
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.at += 1;
        let mut members = BTreeMap::new();
        self.blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(members));
        }
        loop {
            self.blanks();
            let name = self.string()?;
            self.blanks();
            self.expect(b':')?;
            let member = self.value(depth + 1)?;
            members.insert(name, member);
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                _ => break,
            }
        }
        self.expect(b'}')?;
        Ok(Json::Object(members))
    }

    fn number(&mut self) -> Json {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')) {
            self.at += 1;
        }
        Json::Number(self.text[start..self.at].to_owned())
    }

    fn string(&mut self) -> Result<String, String> {
        self.expect(b'"')?;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let stop = rest.find(['"', '\\']).ok_or_else(|| self.wrong("the end of a string"))?;
            out.push_str(&rest[..stop]);
            self.at += stop;
            if self.peek() == Some(b'"') {
                self.at += 1;
                return Ok(out);
            }
            self.at += 1;
            out.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let code = self.peek().ok_or_else(|| self.wrong("an escape"))?;
        self.at += 1;
        Ok(match code {
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'"' | b'\\' | b'/' => char::from(code),
            b'u' => {
                let high = self.hex()?;
                let scalar = if (0xd800..0xdc00).contains(&high) {
                    self.expect(b'\\')?;
                    self.expect(b'u')?;
                    let low = self.hex()?;
                    if !(0xdc00..0xe000).contains(&low) {
                        return Err(self.wrong("the second half of a surrogate pair"));
                    }
                    0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
                } else {
                    high
                };
                char::from_u32(scalar).ok_or_else(|| self.wrong("a Unicode character"))?
            }
            _ => return Err(self.wrong("an escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, String> {
        let digits = self.text.get(self.at..self.at + 4).ok_or_else(|| self.wrong("four hex digits"))?;
        let number = u32::from_str_radix(digits, 16).map_err(|_| self.wrong("four hex digits"))?;
        self.at += 4;
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use crate::value::Json;

    #[test]
    fn text_read_and_written_again_is_canonical() {
        for (text, canonical) in [
            (r#" { "b" : 1.50 , "a" : [ true , null , "\u00e9\n\"" ] } "#, r#"{"a":[true,null,"é\n\""],"b":1.50}"#),
            (r#""\ud83d\ude00""#, "\"😀\""),
            ("{}", "{}"),
        ] {
            assert_eq!(Json::parse(text).map(|json| json.to_string()).as_deref(), Ok(canonical));
        }
        for wrong in ["", "{", "[1,]", "{\"a\"}", "\"\\ud83d\"", "nul", "1 2"] {
            assert!(Json::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_merge_follows_rfc_7396() {
        // The table of RFC 7396, appendix A.
        for (original, patch, result) in [
            (r#"{"a":"b"}"#, r#"{"a":"c"}"#, r#"{"a":"c"}"#),
            (r#"{"a":"b"}"#, r#"{"b":"c"}"#, r#"{"a":"b","b":"c"}"#),
            (r#"{"a":"b"}"#, r#"{"a":null}"#, "{}"),
            (r#"{"a":["b"]}"#, r#"{"a":"c"}"#, r#"{"a":"c"}"#),
            (r#"{"a":{"b":"c"}}"#, r#"{"a":{"b":"d","c":null}}"#, r#"{"a":{"b":"d"}}"#),
            (r#"{"e":null}"#, r#"{"a":1}"#, r#"{"a":1,"e":null}"#),
            ("[1,2]", r#"{"a":"b","c":null}"#, r#"{"a":"b"}"#),
            ("{}", r#"{"a":{"bb":{"ccc":null}}}"#, r#"{"a":{"bb":{}}}"#),
        ] {
            let merged = Json::parse(original).and_then(|old| Ok(old.merge(&Json::parse(patch)?).to_string()));
            assert_eq!(merged.as_deref(), Ok(result));
        }
    }
}
