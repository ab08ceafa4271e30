//! Strict JSON for tokens: an object, no duplicate names at any level, no depth, nothing after it.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Deepest nesting of a token's header or claims.
pub const DEPTH: usize = 8;

/// Reads an object; the message names the fault in words that hold no text of the sender except names.
///
/// # Errors
/// A text that is no JSON object, has a name twice, is too deep, or goes on after its end.
pub fn object(bytes: &[u8]) -> Result<Map<String, Value>, String> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = Strict { depth: 0 }.deserialize(&mut reader).map_err(|error| error.to_string())?;
    reader.end().map_err(|error| error.to_string())?;
    match value {
        Value::Object(map) => Ok(map),
        _ => Err("not a JSON object".to_owned()),
    }
}

/// Reads any value, one level deeper than its parent.
#[derive(Clone, Copy)]
struct Strict {
    depth: usize,
}

impl Strict {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth >= DEPTH {
            return Err(E::custom(format_args!("nested deeper than {DEPTH} levels")));
        }
        Ok(Self { depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Value, E> {
        Ok(Value::Bool(yes))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut map = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let value = members.next_value_seed(inner)?;
            if map.insert(name, value).is_some() {
                return Err(A::Error::custom("a name is given twice"));
            }
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_plain_object_passes() {
        let ordinary = br#" {"a": 1, "b": [true, null, "x", -2, 1.5], "c": {"a": 1}} "#;
        assert_eq!(Value::Object(object(ordinary).unwrap()), serde_json::from_slice::<Value>(ordinary).unwrap());
        let deep = format!("{}{}", r#"{"a":"#.repeat(9), "1".to_owned() + &"}".repeat(9));
        let abyss = "[".repeat(100_000);
        for wrong in [
            "",
            "null",
            "[]",
            "1",
            r#""text""#,
            "{",
            "{}{}",
            "{} x",
            r#"{"a":1,"a":2}"#,
            r#"{"a":1,"\u0061":2}"#,
            r#"{"o":{"a":1,"a":1}}"#,
            r#"[{"a":1,"a":1}]"#,
            r#"{"a":1e999}"#,
            r#"{"a":NaN}"#,
            "{'a':1}",
            r#"{"a":1,}"#,
            "\u{feff}{}",
            "{\"a\":\"\n\"}",
            &deep,
            &abyss,
        ] {
            assert!(object(wrong.as_bytes()).is_err(), "{}", &wrong[..wrong.len().min(40)]);
        }
        assert!(object(b"{\"a\":\"\xff\"}").is_err());
    }
}
