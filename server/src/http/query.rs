//! Query parameters, as strict as bodies: no unknown name, none twice, every violation in one answer.

use axum::extract::FromRequestParts;
use axum::http::Uri;
use axum::http::request::Parts;
use sha2::{Digest as _, Sha256};

use super::input::{Decode, Pointer, decode};
use super::json::Node;
use super::page::{Cursor, CursorScope};
use super::problem::Problem;

/// The parameter that says where a page begins.
pub(super) const CURSOR: &str = "cursor";
/// Parameters that a cursor is not bound to.
const UNBOUND: [&str; 4] = [CURSOR, "limit", "knownAt", "format"];

/// The query as it came; the handler decodes it after the permission was checked.
#[derive(Clone, Debug, Default)]
pub struct RawQuery {
    path: String,
    text: String,
}

impl RawQuery {
    /// The query of this address.
    #[must_use]
    pub fn of(uri: &Uri) -> Self {
        Self { path: uri.path().to_owned(), text: uri.query().unwrap_or_default().to_owned() }
    }

    /// The query as this type (made by `input!`).
    ///
    /// # Errors
    /// 400 with every violation; pointers are parameter names. A cursor is of the list, filters and sort that it came from.
    pub fn decode<T: Decode>(&self) -> Result<T, Problem> {
        let pairs = self.pairs()?;
        let cursor = pairs.iter().find(|(name, _)| name == CURSOR).map(|(_, text)| text.clone());
        let query = decode(&Node::Object(members(pairs)?), &Pointer::Query).map_err(Problem::validation)?;
        match cursor {
            Some(text) if !Cursor::is_of(&text, self.scope()) => Err(Cursor::of_another_list()),
            _ => Ok(query),
        }
    }

    /// The scope of a cursor of this list: the path, and all parameters that decide on the rows and their order, in
    /// whatever order they were sent. A page's `seq` gives its time, and the form of the answer is not part of the
    /// list.
    #[must_use]
    pub fn scope(&self) -> CursorScope {
        let mut pairs = self.pairs().unwrap_or_default();
        pairs.retain(|(name, _)| !UNBOUND.contains(&name.as_str()));
        pairs.sort();
        let mut digest = Sha256::new();
        for text in std::iter::once(&self.path).chain(pairs.iter().flat_map(|(name, value)| [name, value])) {
            digest.update((text.len() as u64).to_be_bytes());
            digest.update(text);
        }
        CursorScope::of(&digest.finalize())
    }

    /// The name of the list: the last part of its path.
    #[must_use]
    pub fn list(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Every parameter, decoded, in order.
    ///
    /// # Errors
    /// 400 where one stands there twice or is no UTF-8.
    pub fn pairs(&self) -> Result<Vec<(String, String)>, Problem> {
        pairs(&self.text)
    }

    /// The same query with this parameter replaced, for links.
    #[must_use]
    pub fn with(&self, name: &str, value: &str) -> String {
        let own = |part: &&str| part.split('=').next() == Some(name);
        let mut parts: Vec<String> =
            self.text.split('&').filter(|part| !part.is_empty() && !own(part)).map(str::to_owned).collect();
        parts.push(format!("{name}={}", encoded(value)));
        parts.join("&")
    }
}

crate::input! {
    /// An operation that has no parameters.
    pub struct NoQuery {}

    /// A write that has no parameters but the preview.
    pub struct WriteQuery {
        /// Answers with what would happen; nothing is stored.
        pub dry_run: Option<bool>,
    }
}

impl WriteQuery {
    /// Whether only a preview is wanted.
    #[must_use]
    pub fn is_preview(&self) -> bool {
        self.dry_run == Some(true)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for RawQuery {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self::of(&parts.uri))
    }
}

pub(super) fn pairs(query: &str) -> Result<Vec<(String, String)>, Problem> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for part in query.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let Some((name, value)) = decoded(name).zip(decoded(value)) else {
            return Err(Problem::violation(name, "malformed_parameter", "must be percent-encoded UTF-8"));
        };
        if pairs.iter().any(|(known, _)| *known == name) {
            return Err(Problem::violation(name, "duplicate_parameter", "must be sent once"));
        }
        pairs.push((name, value));
    }
    Ok(pairs)
}

/// The parameters as members; those of one name with different keys (`name[key]`) are one object.
fn members(pairs: Vec<(String, String)>) -> Result<Vec<(String, Node)>, Problem> {
    let mut members: Vec<(String, Node)> = Vec::with_capacity(pairs.len());
    for (name, value) in pairs {
        let keyed = name.strip_suffix(']').and_then(|rest| rest.split_once('[')).filter(|(outer, _)| !outer.is_empty());
        let (outer, key) = keyed.map_or((name.as_str(), None), |(outer, key)| (outer, Some(key)));
        let known = members.iter_mut().find(|(known, _)| known == outer).map(|(_, node)| node);
        match (known, key) {
            (None, None) => members.push((name, Node::Untyped(value))),
            (None, Some(key)) => {
                let object = Node::Object(vec![(key.to_owned(), Node::Untyped(value))]);
                members.push((outer.to_owned(), object));
            }
            (Some(Node::Object(object)), Some(key)) => object.push((key.to_owned(), Node::Untyped(value))),
            (Some(_), _) => {
                return Err(Problem::violation(
                    outer,
                    "duplicate_parameter",
                    "must be sent once, with keys or without",
                ));
            }
        }
    }
    Ok(members)
}

/// Percent-decoded, a plus being a blank; `None` where a `%` has no two digits or it is no UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(bytes.next()?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
                let high = digit()?;
                high * 16 + digit()?
            }
            other => other,
        });
    }
    String::from_utf8(out).ok()
}

/// Percent-encoded except for characters that are never special.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::input::{StringMap, Text, Whole};
    use super::*;

    crate::input! {
        struct Filter {
            /// How many.
            limit: Option<Whole<1, 200>>,
            active: Option<bool>,
            name: Option<Text<1, 10>>,
            role: Option<domain::value::permission::BuiltInRole>,
            tags: Option<StringMap<2>>,
        }
    }

    fn raw(text: String) -> RawQuery {
        RawQuery { text, ..RawQuery::default() }
    }

    fn read(query: &str) -> Result<Filter, Vec<(String, &'static str)>> {
        let problem = match raw(query.to_owned()).decode::<Filter>() {
            Ok(filter) => return Ok(filter),
            Err(problem) => problem,
        };
        assert_eq!(problem.status(), 400);
        Err(problem.errors.iter().map(|one| (one.pointer.clone(), one.code)).collect())
    }

    #[test]
    fn typed_parameters_are_read_from_text() {
        let filter = read("limit=20&active=true&name=a+%C3%A9&role=clerk").unwrap();
        assert_eq!((filter.limit, filter.active), (Some(Whole(20)), Some(true)));
        assert_eq!(filter.name.as_deref(), Some("a é"));
        assert_eq!(filter.role, Some(domain::value::permission::BuiltInRole::Clerk));
        let tags = read("tags[b]=x+y&tags%5Ba%5D=1").unwrap().tags.unwrap();
        assert_eq!(tags.0, [("a".into(), "1".into()), ("b".into(), "x y".into())].into());
        assert!(read("").is_ok() && read("&").is_ok());
    }

    #[test]
    fn what_is_not_understood_is_refused_by_name() {
        for (query, name, code) in [
            ("limt=1", "limt", "unknown_parameter"),
            ("limit=0", "limit", "out_of_range"),
            ("limit=x", "limit", "wrong_type"),
            ("limit=", "limit", "wrong_type"),
            ("active=1", "active", "wrong_type"),
            ("limit=1&limit=2", "limit", "duplicate_parameter"),
            ("name=%FF", "name", "malformed_parameter"),
            ("name=%4", "name", "malformed_parameter"),
            ("name=%00", "name", "control_character"),
            ("role=boss", "role", "unknown_value"),
            ("tags[a]=1&tags[b]=2&tags[c]=3", "tags", "too_many"),
            ("tags[a]=1&tags%5Ba%5D=2", "tags[a]", "duplicate_parameter"),
            ("tags[a]=", "tags[a]", "too_short"),
            ("tags[]=1", "tags[]", "too_short"),
            ("tags=1", "tags", "wrong_type"),
            ("tags=1&tags[a]=2", "tags", "duplicate_parameter"),
            ("tags[a]=2&tags=1", "tags", "duplicate_parameter"),
            ("limit[a]=1", "limit", "wrong_type"),
            ("tag[a]=1", "tag", "unknown_parameter"),
            ("[a]=1", "[a]", "unknown_parameter"),
        ] {
            assert_eq!(read(query).unwrap_err(), vec![(name.to_owned(), code)], "{query}");
        }
    }

    #[test]
    fn an_operation_without_parameters_takes_none() {
        let read = |query: &str| {
            raw(query.to_owned()).decode::<NoQuery>().map(|_| ()).map_err(|problem| problem.errors[0].code)
        };
        assert_eq!(read(""), Ok(()));
        assert_eq!(read("dryRun=true"), Err("unknown_parameter"));
        assert!(raw("dryRun=true".to_owned()).decode::<WriteQuery>().unwrap().is_preview());
    }

    #[test]
    fn a_parameter_of_a_link_is_replaced_not_repeated() {
        let query = raw("limit=2&cursor=old&q=a%20b".to_owned());
        assert_eq!(query.with("cursor", "n=w"), "limit=2&q=a%20b&cursor=n%3Dw");
    }

    #[test]
    fn parameters_are_documented_without_references() {
        let parameters = <Filter as utoipa::IntoParams>::into_params(|| None);
        let json = serde_json::to_value(&parameters).unwrap();
        assert_eq!(json[0]["schema"]["type"], "integer");
        assert_eq!(json[0]["description"], "How many.");
        assert_eq!(json[0]["required"], false);
        assert_eq!(json[3]["schema"]["enum"][3], "clerk");
        assert_eq!((&json[4]["style"], &json[4]["schema"]["type"]), (&"deepObject".into(), &"object".into()));
    }
}
