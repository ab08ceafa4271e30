//! Names of items, and the ids that stand in their place.

use std::collections::BTreeMap;

use domain::book::context::MadeId;

use crate::http::json::Node;
use crate::identity::fresh_id;
use domain::value::TypedId;
use domain::value::id::EntryId;

/// The sign before a name.
const SIGN: char = '$';

/// What the items before have been called.
#[derive(Debug, Default)]
pub struct Names(BTreeMap<String, Option<MadeId>>);

/// Why a name cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadName {
    /// An item before has it.
    Taken,
    /// It is not made of letters, digits, `-` and `_`.
    Malformed,
}

/// Why a reference stands for nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dangling {
    /// No item before has this name.
    Unknown(String),
    /// The item makes nothing with an id.
    MakesNothing(String),
}

impl Names {
    /// Calls an item so, and chooses the id of what it makes.
    ///
    /// # Errors
    /// Why it cannot be called so.
    pub fn call(&mut self, name: &str, makes: Option<&'static str>) -> Result<Option<MadeId>, BadName> {
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) {
            return Err(BadName::Malformed);
        }
        if self.0.contains_key(name) {
            return Err(BadName::Taken);
        }
        let made = makes.map(|prefix| MadeId { prefix, bytes: fresh_id::new::<EntryId>().bytes() });
        self.0.insert(name.to_owned(), made);
        Ok(made)
    }

    /// A path with ids in place of names. No path has a part that begins with the sign, so that one without an item is a
    /// fault.
    ///
    /// # Errors
    /// The name that stands for nothing.
    pub fn in_path(&self, path: &str) -> Result<String, Dangling> {
        let mut parts = Vec::new();
        for part in path.split('/') {
            parts.push(match part.strip_prefix(SIGN) {
                Some(name) => self.id_of(name)?.ok_or_else(|| Dangling::Unknown(name.to_owned()))?,
                None => part.to_owned(),
            });
        }
        Ok(parts.join("/"))
    }

    /// A body with ids in place of names. A text that begins with the sign and names no item stays as it is: it may be the
    /// text of a description.
    ///
    /// # Errors
    /// The name of an item that makes nothing.
    pub fn in_body(&self, node: Node) -> Result<Node, Dangling> {
        Ok(match node {
            Node::Text(text) => match text.strip_prefix(SIGN) {
                Some(name) => Node::Text(self.id_of(name)?.unwrap_or(text)),
                None => Node::Text(text),
            },
            Node::List(items) => {
                Node::List(items.into_iter().map(|item| self.in_body(item)).collect::<Result<_, _>>()?)
            }
            Node::Object(members) => {
                let members = members.into_iter().map(|(name, value)| Ok((name, self.in_body(value)?)));
                Node::Object(members.collect::<Result<_, _>>()?)
            }
            plain @ (Node::Null | Node::Bool(_) | Node::Number(_) | Node::Untyped(_)) => plain,
        })
    }

    fn id_of(&self, name: &str) -> Result<Option<String>, Dangling> {
        match self.0.get(name) {
            None => Ok(None),
            Some(None) => Err(Dangling::MakesNothing(name.to_owned())),
            Some(Some(made)) => Ok(Some(made.text())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::json::parse;

    fn names() -> (Names, String) {
        let mut names = Names::default();
        let made = names.call("sale", Some(EntryId::PREFIX)).expect("a name").expect("an id");
        names.call("void", None).expect("a name");
        (names, made.text())
    }

    #[test]
    fn a_name_stands_for_the_id_of_what_its_item_makes_in_paths_and_bodies() {
        let (names, id) = names();
        assert_eq!(
            names.in_path("/accounting/journal-entries/$sale/void"),
            Ok(format!("/accounting/journal-entries/{id}/void"))
        );
        let body = parse(br#"{"a": ["$sale", "$5 off", "sale"], "b": {"c": "$sale"}, "d": 1}"#).expect("JSON");
        let wanted = parse(format!(r#"{{"a": ["{id}", "$5 off", "sale"], "b": {{"c": "{id}"}}, "d": 1}}"#).as_bytes());
        assert_eq!(names.in_body(body), Ok(wanted.expect("JSON")));
    }

    #[test]
    fn a_reference_that_stands_for_nothing_is_named() {
        let (names, _) = names();
        assert_eq!(names.in_path("/x/$later"), Err(Dangling::Unknown("later".to_owned())));
        assert_eq!(names.in_path("/x/$void"), Err(Dangling::MakesNothing("void".to_owned())));
        assert_eq!(names.in_body(Node::Text("$void".to_owned())), Err(Dangling::MakesNothing("void".to_owned())));
    }

    #[test]
    fn a_name_is_taken_once_and_made_of_plain_signs() {
        let (mut names, _) = names();
        assert_eq!(names.call("sale", None), Err(BadName::Taken));
        for bad in ["a b", "a/b", "$a", "ä"] {
            assert_eq!(names.call(bad, None), Err(BadName::Malformed), "{bad}");
        }
    }
}
