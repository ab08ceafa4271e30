//! Lists: limit, opaque cursor, sort, and the answer with its link to the next page.

use axum::Json;
use axum::http::header::LINK;
use axum::http::{HeaderValue, Uri};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::value::Cell;
use serde::Serialize;
use serde_json::json;

use super::input::{Decode, Pointer, Schemas, Violations, nearest};
use super::json::Node;
use super::query::{CURSOR, RawQuery};

/// Rows of a page where none is asked for.
pub const DEFAULT_LIMIT: usize = 50;
/// Most rows of a page.
pub const MAX_LIMIT: i64 = 200;
/// Longest cursor that is read.
const CURSOR_BYTES: usize = 2048;
/// The form of a cursor's bytes; those of another one are refused.
const VERSION: u8 = 2;

/// `limit`: rows of the page; as a field `pub limit: PageLimit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageLimit(pub usize);

/// `cursor`: where the page begins; the sort cells of the last row before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor(pub Vec<Cell>);

/// The list of a cursor, with its filters and its sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CursorScope([u8; 8]);

impl CursorScope {
    /// From a digest of them, which is longer.
    #[must_use]
    pub fn of(digest: &[u8]) -> Self {
        let mut scope = [0; 8];
        scope.iter_mut().zip(digest).for_each(|(own, byte)| *own = *byte);
        Self(scope)
    }
}

/// `sort=field` or `sort=-field`, checked against a list by the handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sort {
    /// The field.
    pub field: String,
    /// Whether the largest comes first.
    pub descending: bool,
}

impl Sort {
    /// The entry of the list that it names.
    ///
    /// # Errors
    /// 400 with the allowed values.
    pub fn among<'a>(&self, allowed: &[&'a str]) -> Result<(&'a str, bool), super::problem::Problem> {
        if let Some(field) = allowed.iter().find(|field| **field == self.field) {
            return Ok((field, self.descending));
        }
        let hint = nearest(&self.field, allowed).map(|near| format!(": did you mean {near:?}?")).unwrap_or_default();
        let message = format!("must be one of {}, with a leading - for descending order{hint}", allowed.join(", "));
        Err(super::problem::Problem::violation("sort", "unknown_value", message))
    }
}

impl Decode for PageLimit {
    const REQUIRED: bool = false;

    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let limit = super::input::Whole::<1, MAX_LIMIT>::decode(node, at, errors)?;
        usize::try_from(limit.0).ok().map(Self)
    }

    fn absent(_: &Pointer<'_>, _: &mut Violations) -> Option<Self> {
        Some(Self(DEFAULT_LIMIT))
    }

    fn field_schema(_: &mut Schemas) -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::Type;
        super::input::scalar_schema(Type::Integer)
            .minimum(Some(utoipa::Number::Int(1)))
            .maximum(Some(utoipa::Number::Int(200)))
            .default(Some(json!(DEFAULT_LIMIT)))
            .into()
    }
}

impl Decode for Sort {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = super::input::Text::<1, 60>::decode(node, at, errors)?;
        let (field, descending) = match text.strip_prefix('-') {
            Some(field) => (field, true),
            None => (&*text, false),
        };
        Some(Self { field: field.to_owned(), descending })
    }

    fn field_schema(schemas: &mut Schemas) -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        super::input::Text::<1, 60>::field_schema(schemas)
    }
}

impl Decode for Cursor {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let (Node::Untyped(text) | Node::Text(text)) = node else {
            errors.wrong_type(at, "a string", node);
            return None;
        };
        let cursor = Self::read(text);
        if cursor.is_none() {
            errors.push(
                at,
                "malformed_cursor",
                "is not a cursor of this list: use nextCursor of the previous page, or leave it out",
            );
        }
        cursor
    }

    fn field_schema(_: &mut Schemas) -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        super::input::scalar_schema(utoipa::openapi::schema::Type::String).pattern(Some("^[A-Za-z0-9_-]+$")).into()
    }
}

impl Cursor {
    /// Its text for the list at this address: base64url of the scope and the cells. Not a secret: a made-up one is only
    /// another place of the same list.
    #[must_use]
    pub fn text(&self, uri: &Uri) -> String {
        self.bound(RawQuery::of(uri).scope())
    }

    fn bound(&self, scope: CursorScope) -> String {
        let mut bytes = vec![VERSION];
        bytes.extend(scope.0);
        for cell in &self.0 {
            let (kind, content): (u8, Vec<u8>) = match cell {
                Cell::Null => (0, Vec::new()),
                Cell::Int(number) => (1, number.to_be_bytes().to_vec()),
                Cell::Text(text) => (2, text.clone().into_bytes()),
                Cell::Bytes(bytes) => (3, bytes.clone()),
                Cell::Id(id) => (4, id.to_vec()),
            };
            bytes.push(kind);
            // A sort cell is a key of a row: far shorter than 64 KiB; a longer one is cut and only ends the page early.
            let length = u16::try_from(content.len()).unwrap_or(u16::MAX);
            bytes.extend(length.to_be_bytes());
            bytes.extend(&content[..usize::from(length)]);
        }
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads one back; `None` where it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.len() > CURSOR_BYTES {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let mut rest = bytes.strip_prefix(&[VERSION])?.get(size_of::<CursorScope>()..)?;
        let mut cells = Vec::new();
        while let [kind, high, low, after @ ..] = rest {
            let (content, after) = after.split_at_checked(usize::from(u16::from_be_bytes([*high, *low])))?;
            cells.push(match kind {
                0 if content.is_empty() => Cell::Null,
                1 => Cell::Int(i64::from_be_bytes(content.try_into().ok()?)),
                2 => Cell::Text(String::from_utf8(content.to_vec()).ok()?),
                3 => Cell::Bytes(content.to_vec()),
                4 => Cell::Id(content.try_into().ok()?),
                _ => return None,
            });
            rest = after;
        }
        (rest.is_empty() && !cells.is_empty()).then_some(Self(cells))
    }

    /// Whether its cells are of these kinds (null fits all): the handler's check before it asks the store.
    ///
    /// # Errors
    /// 400 where it is of another list.
    pub fn require(&self, kinds: &[domain::value::CellKind]) -> Result<&[Cell], super::problem::Problem> {
        use domain::value::CellKind;
        let fits = |(cell, kind): (&Cell, &CellKind)| {
            matches!(
                (cell, kind),
                (Cell::Null, _)
                    | (Cell::Int(_), CellKind::Int)
                    | (Cell::Text(_), CellKind::Text)
                    | (Cell::Bytes(_), CellKind::Bytes)
                    | (Cell::Id(_), CellKind::Id)
            )
        };
        if self.0.len() == kinds.len() && self.0.iter().zip(kinds).all(fits) {
            return Ok(&self.0);
        }
        Err(Self::of_another_list())
    }

    /// Whether a text is bound to this list, its filters and its sort.
    #[must_use]
    pub fn is_of(text: &str, scope: CursorScope) -> bool {
        let bytes = URL_SAFE_NO_PAD.decode(text).unwrap_or_default();
        bytes.strip_prefix(&[VERSION]).is_some_and(|bytes| bytes.starts_with(&scope.0))
    }

    /// 400: it came from somewhere else.
    #[must_use]
    pub fn of_another_list() -> super::problem::Problem {
        let message =
            "belongs to another list, filter or sort order: start without it, and change only `limit` between pages";
        super::problem::Problem::violation("cursor", "malformed_cursor", message)
    }
}

/// A page of rows on its way out.
#[derive(Debug)]
pub struct Page<T> {
    /// The rows.
    pub data: Vec<T>,
    /// Where the next page begins, where there is one.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// A page of at most `limit` rows out of `limit + 1` that were read; the extra one says that there are more.
    pub fn of(mut rows: Vec<T>, limit: usize, cells: impl FnOnce(&T) -> Vec<Cell>) -> Self {
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = if more { rows.last().map(|last| Cursor(cells(last))) } else { None };
        Self { data: rows, next }
    }

    /// The page with its rows turned into others.
    pub fn map<U>(self, turn: impl FnMut(T) -> U) -> Page<U> {
        Page { data: self.data.into_iter().map(turn).collect(), next: self.next }
    }
}

impl<T: Serialize> Page<T> {
    /// `{data, nextCursor}` with `Link: rel="next"`, which begins with the query; the outermost layer puts the address before it.
    pub fn respond(self, uri: &Uri) -> Response {
        let next = self.next.map(|cursor| cursor.text(uri));
        let response = Json(json!({ "data": self.data, "nextCursor": next })).into_response();
        linked(response, next.as_deref(), uri)
    }
}

/// The answer with `Link: rel="next"`, where there is a next page.
#[must_use]
pub fn linked(mut response: Response, next: Option<&str>, uri: &Uri) -> Response {
    let link = next.map(|cursor| format!("<?{}>; rel=\"next\"", RawQuery::of(uri).with(CURSOR, cursor)));
    if let Some(link) = link.and_then(|link| HeaderValue::from_str(&link).ok()) {
        response.headers_mut().insert(LINK, link);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_and_a_broken_one_does_not() {
        let cursor = Cursor(vec![
            Cell::Text("2010-12-01".into()),
            Cell::Int(-7),
            Cell::Id([9; 16]),
            Cell::Null,
            Cell::Bytes(vec![1, 2]),
        ]);
        let scope = CursorScope([7; 8]);
        let text = cursor.bound(scope);
        assert_eq!(Cursor::read(&text), Some(cursor));
        assert!(Cursor::is_of(&text, scope) && !Cursor::is_of(&text, CursorScope([8; 8])));
        for length in 0..text.len() {
            let _ = Cursor::read(&text[..length]);
        }
        for bad in ["", "AQ", "!!!", "AgEAAA", &"A".repeat(5000)] {
            assert_eq!(Cursor::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_cursor_is_bound_to_path_filters_and_sort_and_to_nothing_else() {
        let cursor = Cursor(vec![Cell::Int(1)]);
        let uri = |text: &str| text.parse::<Uri>().unwrap();
        let text = cursor.text(&uri("/items?sort=-date&q=a%20b"));
        for (same, address) in [
            (true, "/items?sort=-date&q=a%20b"),
            (true, "/items?q=a+b&limit=3&sort=-date&cursor=x"),
            (false, "/items?sort=date&q=a%20b"),
            (false, "/items?sort=-date"),
            (false, "/lots?sort=-date&q=a%20b"),
            (false, "/items?sort=-dateq&=a%20b"),
        ] {
            assert_eq!(Cursor::is_of(&text, RawQuery::of(&uri(address)).scope()), same, "{address}");
        }
    }

    #[test]
    fn a_cursor_of_another_list_is_refused() {
        use domain::value::CellKind;
        let cursor = Cursor(vec![Cell::Int(1)]);
        assert!(cursor.require(&[CellKind::Int]).is_ok());
        assert_eq!(cursor.require(&[CellKind::Text]).unwrap_err().status(), 400);
        assert_eq!(cursor.require(&[CellKind::Int, CellKind::Id]).unwrap_err().status(), 400);
    }

    #[test]
    fn the_extra_row_only_says_that_there_are_more() {
        let page = Page::of(vec![1, 2, 3], 2, |row| vec![Cell::Int(*row)]);
        assert_eq!(page.data, vec![1, 2]);
        assert_eq!(page.next, Some(Cursor(vec![Cell::Int(2)])));
        assert_eq!(Page::of(vec![1, 2], 2, |row| vec![Cell::Int(*row)]).next, None);
    }

    #[test]
    fn sorting_is_by_the_listed_fields_only() {
        let sort = Sort { field: "date".into(), descending: true };
        assert_eq!(sort.among(&["number", "date"]).unwrap(), ("date", true));
        let problem = sort.among(&["dates"]).unwrap_err();
        assert!(problem.errors[0].message.contains("did you mean \"dates\""), "{}", problem.errors[0].message);
    }
}
