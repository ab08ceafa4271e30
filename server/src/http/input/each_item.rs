//! An item that is read for itself: its violations are its own, and the rest of the request is read all the same.

use domain::value::rejection::Violation;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::{Decode, Pointer, Schemas, Violations};
use crate::http::json::Node;

/// What an item says, or every violation in it, with pointers from the root of the request.
#[derive(Clone, Debug)]
pub struct EachItem<T>(pub Result<T, Vec<Violation>>);

impl<T: Decode> Decode for EachItem<T> {
    const REQUIRED: bool = T::REQUIRED;

    fn decode(node: &Node, at: &Pointer<'_>, _: &mut Violations) -> Option<Self> {
        let mut own = Violations::default();
        let value = T::decode(node, at, &mut own);
        Some(Self(match value {
            Some(value) if own.is_empty() => Ok(value),
            _ => Err(own.into_vec()),
        }))
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        T::field_schema(schemas)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::input::{List, Text, decode};
    use crate::http::json::parse;

    crate::input! {
        struct Sent {
            name: Text<1, 5>,
        }

        struct Several {
            items: List<EachItem<Sent>, 1, 3>,
        }
    }

    #[test]
    fn what_is_wrong_in_one_item_is_told_of_that_one_and_the_others_are_read() {
        let text = r#"{"items": [{"name": "a"}, {"name": 7, "nmae": "b"}, 5]}"#;
        let read: Several = decode(&parse(text.as_bytes()).unwrap(), &Pointer::Body).unwrap();
        let told: Vec<Vec<(String, &str)>> = read
            .items
            .0
            .into_iter()
            .map(|item| match item.0 {
                Ok(sent) => vec![(sent.name.0, "read")],
                Err(faults) => faults.into_iter().map(|one| (one.pointer, one.code)).collect(),
            })
            .collect();
        let at = |pointer: &str, code| (pointer.to_owned(), code);
        let second = vec![at("/items/1/nmae", "unknown_field"), at("/items/1/name", "wrong_type")];
        assert_eq!(told, [vec![at("a", "read")], second, vec![at("/items/2", "wrong_type")]]);
    }

    #[test]
    fn what_is_no_list_or_too_long_is_refused_as_a_whole() {
        for text in [r#"{"items": {}}"#, r#"{"items": []}"#, r#"{"items": [1, 2, 3, 4]}"#, r#"{"items": [1], "x": 1}"#]
        {
            assert!(decode::<Several>(&parse(text.as_bytes()).unwrap(), &Pointer::Body).is_err(), "{text}");
        }
    }
}
