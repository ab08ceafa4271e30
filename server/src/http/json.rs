//! Strict JSON: one value per text, every number kept as it was written, no duplicate keys, bounded depth.

use std::collections::HashSet;
use std::fmt;

/// Deepest nesting of arrays and objects that a request may have.
pub const MAX_DEPTH: usize = 32;
/// Objects up to this many members are checked for duplicate keys by looking, larger ones with a set.
const FEW_MEMBERS: usize = 16;

/// A JSON value; numbers are their source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number exactly as it was written.
    Number(String),
    /// A string without its escapes.
    Text(String),
    /// Text of a query parameter, whose type only the reader knows.
    Untyped(String),
    /// An array.
    List(Vec<Node>),
    /// An object, in the order of the text.
    Object(Vec<(String, Node)>),
}

impl Node {
    /// Its kind, for a message.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) | Self::Untyped(_) => "a string",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// Why a text is not one JSON value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonFault {
    /// JSON pointer to the place, as deep as it was known.
    pub pointer: String,
    /// `invalid_json`, `duplicate_key`, `too_deep`, `trailing_data` or `invalid_utf8`.
    pub code: &'static str,
    /// The fault there.
    pub message: String,
    /// Where in the text, in bytes from 0.
    pub offset: usize,
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.offset)
    }
}

/// Escapes one name for a JSON pointer.
pub fn push_pointer(pointer: &mut String, name: &str) {
    pointer.push('/');
    for c in name.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// Reads exactly one JSON value (white space around it is fine).
///
/// # Errors
/// The first fault, with its place.
pub fn parse(bytes: &[u8]) -> Result<Node, JsonFault> {
    let text = std::str::from_utf8(bytes).map_err(|fault| JsonFault {
        pointer: String::new(),
        code: "invalid_utf8",
        message: "the text is not UTF-8".to_owned(),
        offset: fault.valid_up_to(),
    })?;
    let mut parser = Parser { text, at: 0, steps: Vec::new() };
    parser.space();
    let node = parser.value()?;
    parser.space();
    if parser.at < text.len() {
        return Err(parser.fault("trailing_data", "there is more text after the JSON value: send exactly one value"));
    }
    Ok(node)
}

#[derive(Clone, Copy)]
enum Step {
    /// The member whose name begins here in the text.
    Name(usize),
    Index(usize),
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// Where the parser is, for pointers; also its depth.
    steps: Vec<Step>,
}

impl Parser<'_> {
    fn fault(&self, code: &'static str, message: impl Into<String>) -> JsonFault {
        let mut pointer = String::new();
        for step in &self.steps {
            match *step {
                Step::Name(at) => {
                    if let Some(name) = self.name_at(at) {
                        push_pointer(&mut pointer, &name);
                    }
                }
                Step::Index(index) => push_pointer(&mut pointer, &index.to_string()),
            }
        }
        JsonFault { pointer, code, message: message.into(), offset: self.at }
    }

    /// The name that begins here; none was read yet where it is the brace of the object.
    fn name_at(&self, at: usize) -> Option<String> {
        let mut again = Parser { text: self.text, at, steps: Vec::new() };
        if again.peek() == Some(b'"') { again.string().ok() } else { None }
    }

    fn invalid(&self, expected: &str) -> JsonFault {
        match self.text[self.at..].chars().next() {
            Some(found) => self.fault("invalid_json", format!("expected {expected}, found {found:?}")),
            None => self.fault("invalid_json", format!("expected {expected}, found the end")),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Result<Node, JsonFault> {
        match self.peek() {
            Some(b'{') => self.object(),
            Some(b'[') => self.list(),
            Some(b'"') => self.string().map(Node::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Node::Bool(true)),
            Some(b'f') => self.word("false", Node::Bool(false)),
            Some(b'n') => self.word("null", Node::Null),
            _ => Err(self.invalid("a JSON value")),
        }
    }

    fn word(&mut self, word: &str, node: Node) -> Result<Node, JsonFault> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.invalid(word));
        }
        self.at += word.len();
        Ok(node)
    }

    fn enter(&mut self, step: Step) -> Result<(), JsonFault> {
        if self.steps.len() == MAX_DEPTH {
            return Err(self.fault("too_deep", format!("arrays and objects can be nested at most {MAX_DEPTH} deep")));
        }
        self.steps.push(step);
        Ok(())
    }

    fn list(&mut self) -> Result<Node, JsonFault> {
        self.enter(Step::Index(0))?;
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.peek() != Some(b']') {
            loop {
                if let Some(last) = self.steps.last_mut() {
                    *last = Step::Index(items.len());
                }
                self.space();
                items.push(self.value()?);
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b']') => break,
                    _ => return Err(self.invalid("',' or ']'")),
                }
            }
        }
        self.at += 1;
        self.steps.pop();
        Ok(Node::List(items))
    }

    fn object(&mut self) -> Result<Node, JsonFault> {
        // The brace is no name.
        self.enter(Step::Name(self.at))?;
        self.at += 1;
        let mut members: Vec<(String, Node)> = Vec::new();
        let mut names: HashSet<String> = HashSet::new();
        self.space();
        if self.peek() != Some(b'}') {
            loop {
                self.space();
                if self.peek() != Some(b'"') {
                    return Err(self.invalid("a string as key"));
                }
                let begin = self.at;
                let name = self.string()?;
                let twice = if members.len() < FEW_MEMBERS {
                    members.iter().any(|(known, _)| *known == name)
                } else {
                    if names.is_empty() {
                        names.extend(members.iter().map(|(known, _)| known.clone()));
                    }
                    !names.insert(name.clone())
                };
                if let Some(last) = self.steps.last_mut() {
                    *last = Step::Name(begin);
                }
                if twice {
                    return Err(self.fault("duplicate_key", format!("the key {name:?} is given twice: send it once")));
                }
                self.space();
                if self.peek() != Some(b':') {
                    return Err(self.invalid("':'"));
                }
                self.at += 1;
                self.space();
                let value = self.value()?;
                members.push((name, value));
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => break,
                    _ => return Err(self.invalid("',' or '}'")),
                }
            }
        }
        self.at += 1;
        self.steps.pop();
        Ok(Node::Object(members))
    }

    fn digits(&mut self) -> Result<(), JsonFault> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.invalid("a digit"));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Node, JsonFault> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                return Err(self.fault("invalid_json", "a number must not begin with 0 followed by digits"));
            }
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(Node::Number(self.text[start..self.at].to_owned()))
    }

    fn string(&mut self) -> Result<String, JsonFault> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while matches!(self.peek(), Some(byte) if byte != b'"' && byte != b'\\' && byte >= 0x20) {
                self.at += 1;
            }
            out.push_str(&self.text[start..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    out.push(self.escape()?);
                }
                Some(_) => return Err(self.fault("invalid_json", "a control character in a string must be escaped")),
                None => return Err(self.invalid("the end of the string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonFault> {
        let Some(byte) = self.peek() else { return Err(self.invalid("an escape")) };
        let plain = match byte {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err(self.invalid("one of \" \\ / b f n r t u after a backslash")),
        };
        self.at += 1;
        Ok(plain)
    }

    fn unicode(&mut self) -> Result<char, JsonFault> {
        let first = self.four_hex()?;
        let code = if (0xD800..0xDC00).contains(&first) {
            if !self.text[self.at..].starts_with("\\u") {
                return Err(self.fault("invalid_json", "a lone surrogate is not a character"));
            }
            self.at += 2;
            let second = self.four_hex()?;
            if !(0xDC00..0xE000).contains(&second) {
                return Err(self.fault("invalid_json", "a lone surrogate is not a character"));
            }
            0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
        } else {
            first
        };
        char::from_u32(code).ok_or_else(|| self.fault("invalid_json", "a lone surrogate is not a character"))
    }

    fn four_hex(&mut self) -> Result<u32, JsonFault> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else { return Err(self.invalid("four hexadecimal digits after \\u")) };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}

#[cfg(test)]
mod tests;
