//! The kit of the HTTP edge, tested on a small noun of its own, the widgets.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{AUTHORIZATION, LOCATION};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use domain::value::id::WarehouseId;
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Cell, CellKind, TypedId};
use domain::{Code, Rejection};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::body::JsonBody;
use super::conditional::{Tags, etag};
use super::idempotency::IdempotencyKey;
use super::input::{Change, Patch, Text};
use super::layers::{Edge, Layered, apply, body_limit};
use super::operations::{Access, Kind, Operation, Operations};
use super::output::Id;
use super::page::{Cursor, Page, PageLimit, Sort};
use super::path::PathId;
use super::prefer::Prefer;
use super::problem::{Problem, ServerCode};
use super::query::{NoQuery, RawQuery, WriteQuery};
use super::{explorer, landing, openapi, preview, problem};

crate::input! {
    /// A new widget.
    pub struct CreateWidget {
        /// Unique code.
        pub code: Text<1, 10> = "W1",
        /// Its name.
        pub name: Option<Text<1, 80>> = "Widget",
    }

    /// A change of a widget: absent fields stay, null clears.
    pub struct UpdateWidget ignoring ["id", "version"] {
        /// Unique code.
        pub code: Change<Text<1, 10>>,
        /// Its name.
        pub name: Patch<Text<1, 80>>,
    }

    /// Which widgets.
    pub struct ListWidgets {
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
        /// `code` or `-code`.
        pub sort: Option<Sort>,
    }
}

crate::output! {
    /// A widget.
    pub struct Widget {
        pub id: Id<WarehouseId>,
        pub code: String,
        pub name: Option<String>,
        pub version: i64,
    }

    /// A page of widgets.
    pub struct WidgetPage {
        pub data: Vec<Widget>,
        pub next_cursor: Option<String>,
    }
}

const LIST: Operation = Operation::read(Permission::WarehousesRead);
const GET: Operation = Operation::read(Permission::WarehousesRead);
const CREATE: Operation = Operation::write(Permission::WarehousesCreate).rejects(&[Code::CodeTaken]);
const UPDATE: Operation =
    Operation::write(Permission::WarehousesUpdate).rejects(&[Code::CodeTaken]).conditional().preferable();
const PANICS: Operation = Operation::new(Kind::Read, Access::Public);

type Shelf = Arc<Mutex<BTreeMap<WarehouseId, Widget>>>;

/// A stand-in for the authentication: the token is the list of permissions.
struct Caller {
    held: PermissionSet,
    /// The permission that the operation declares.
    needed: Permission,
}

impl Caller {
    fn require(&self) -> Result<(), Problem> {
        if self.held.has(self.needed) { Ok(()) } else { Err(Problem::forbidden(self.needed)) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let token = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|text| text.strip_prefix("Bearer "));
        let Some(token) = token else { return Err(Problem::new(ServerCode::Unauthenticated, "this needs a token")) };
        let operation = parts.extensions.get::<&Operation>().copied();
        let needed = operation.and_then(Operation::permission).unwrap();
        PermissionSet::parse(token)
            .map(|held| Self { held, needed })
            .map_err(|_| Problem::new(ServerCode::TokenInvalid, "the token is not valid"))
    }
}

#[utoipa::path(get, path = "/api/v1/widgets", operation_id = "Widgets_list", tag = "widgets", params(ListWidgets),
    responses((status = 200, description = "A page", body = WidgetPage)))]
async fn list(State(shelf): State<Shelf>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    caller.require()?;
    let query: ListWidgets = query.decode()?;
    if let Some(sort) = &query.sort {
        sort.among(&["code"])?;
    }
    let after = match &query.cursor {
        Some(cursor) => cursor.require(&[CellKind::Id])?.first().cloned(),
        None => None,
    };
    let rows: Vec<Widget> =
        shelf.lock().unwrap().values().filter(|widget| Some(Cell::Id(widget.id.0.bytes())) > after).cloned().collect();
    Ok(Page::of(rows, query.limit.0, |widget| vec![Cell::Id(widget.id.0.bytes())]).respond(&uri))
}

#[utoipa::path(post, path = "/api/v1/widgets", operation_id = "Widgets_create", tag = "widgets", request_body = CreateWidget,
    responses((status = 201, description = "Created", body = Widget)))]
async fn create(
    State(shelf): State<Shelf>,
    caller: Caller,
    query: RawQuery,
    uri: Uri,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<Response, Problem> {
    caller.require()?;
    let query: WriteQuery = query.decode()?;
    let _key = IdempotencyKey::of(&headers, &axum::http::Method::POST, &uri, &body)?;
    let wire: CreateWidget = body.decode()?;
    let mut shelf = shelf.lock().unwrap();
    if let Some(other) = shelf.values().find(|widget| widget.code == *wire.code) {
        let rejection = Rejection::new(Code::CodeTaken, format!("the code {:?} is taken", other.code)).at("/code");
        return Err(rejection
            .with("id", other.id.0.to_string())
            .offer("other", "See it", "GET", format!("/widgets/{}", other.id.0))
            .into());
    }
    let number = u128::try_from(shelf.len()).unwrap() + 1;
    let widget = Widget {
        id: Id(WarehouseId::from_bytes(number.to_be_bytes())),
        code: wire.code.into(),
        name: wire.name.map(Into::into),
        version: 1,
    };
    if query.is_preview() {
        // A real handler asks the committer for the preview of the whole command.
        return Ok(
            Json(json!({"wouldReturn": 201, "entries": [], "balances": [], "stock": [], "seq": 0})).into_response()
        );
    }
    shelf.insert(widget.id.0, widget.clone());
    let location = format!("/api/v1/widgets/{}", widget.id.0);
    Ok((StatusCode::CREATED, [(LOCATION, location)], [etag(widget.version)], Json(widget)).into_response())
}

#[utoipa::path(put, path = "/api/v1/widgets/{id}", operation_id = "Widgets_update", tag = "widgets", request_body = UpdateWidget,
    params(("id" = String, Path, description = "The widget")),
    responses((status = 204, description = "Changed"), (status = 200, description = "Changed, with Prefer", body = Widget)))]
async fn update(
    State(shelf): State<Shelf>,
    caller: Caller,
    id: PathId<WarehouseId>,
    query: RawQuery,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<Response, Problem> {
    caller.require()?;
    let _query: WriteQuery = query.decode()?;
    let wire: UpdateWidget = body.decode()?;
    let if_match = Tags::if_match(&headers)?;
    let mut shelf = shelf.lock().unwrap();
    let widget = shelf.get_mut(&id.id()?).ok_or_else(Problem::not_found)?;
    if_match.require(widget.version)?;
    let name = wire.name.over(widget.name.clone().map(Text)).map(Into::into);
    let code = wire.code.set().map_or_else(|| widget.code.clone(), Into::into);
    if (&name, &code) != (&widget.name, &widget.code) {
        (widget.name, widget.code, widget.version) = (name, code, widget.version + 1);
    }
    let preferred = Prefer::of(&headers);
    let mut response = match preferred {
        Prefer::Representation => ([etag(widget.version)], Json(widget.clone())).into_response(),
        _ => (StatusCode::NO_CONTENT, [etag(widget.version)]).into_response(),
    };
    response.headers_mut().extend(preferred.applied());
    Ok(response)
}

#[utoipa::path(get, path = "/api/v1/widgets/{id}", operation_id = "Widgets_get", tag = "widgets",
    params(("id" = String, Path, description = "The widget")),
    responses((status = 200, description = "The widget", body = Widget), (status = 304, description = "Not changed since")))]
async fn get(
    State(shelf): State<Shelf>,
    caller: Caller,
    id: PathId<WarehouseId>,
    query: RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    caller.require()?;
    let NoQuery {} = query.decode()?;
    let unless = Tags::if_none_match(&headers)?;
    let widget = shelf.lock().unwrap().get(&id.id()?).cloned().ok_or_else(Problem::not_found)?;
    if unless.matches(widget.version) == Some(true) {
        return Ok((StatusCode::NOT_MODIFIED, [etag(widget.version)]).into_response());
    }
    Ok(([etag(widget.version)], Json(widget)).into_response())
}

#[utoipa::path(get, path = "/api/v1/panic", operation_id = "Widgets_panic", responses((status = 200, description = "Never")))]
async fn panics() -> StatusCode {
    panic!("on purpose")
}

fn api() -> (Layered, Value) {
    let operations = Operations::<Shelf>::default()
        .with::<__path_list, _, _>(list, &LIST)
        .with::<__path_create, _, _>(create, &CREATE)
        .with::<__path_get, _, _>(get, &GET)
        .with::<__path_update, _, _>(update, &UPDATE)
        .with::<__path_panics, _, _>(panics, &PANICS);
    let (router, api, table) = operations.split();
    let router = router.with_state(Shelf::default());
    let document = openapi::document(&api, &table, "http://books.test", openapi::Form::Open);
    let served = document.clone();
    let router = body_limit(router, 2000)
        .merge(landing::routes("http://books.test", false))
        .merge(explorer::routes())
        .merge(problem::routes(problem::Uses::default))
        .merge(openapi::routes(move || served));
    (apply(router, &Edge::new("http://books.test/")), document)
}

const ALL: &str = "warehouses:read warehouses:create warehouses:update";

struct App(Layered);

impl App {
    fn new() -> Self {
        Self(api().0)
    }

    async fn send(&self, request: Request) -> (StatusCode, HeaderMap, Vec<u8>) {
        let response = self.0.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = http_body_util::BodyExt::collect(body).await.unwrap().to_bytes();
        (parts.status, parts.headers, bytes.to_vec())
    }

    async fn call(
        &self,
        method: &str,
        path: &str,
        token: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, HeaderMap, Value) {
        let mut request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        if !token.is_empty() {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (status, headers, bytes) = self.send(request.body(Body::from(body.to_owned())).unwrap()).await;
        (status.as_u16(), headers, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }
}

#[tokio::test]
async fn a_widget_is_created_merged_and_listed() {
    let app = App::new();
    let (status, headers, widget) =
        app.call("POST", "/api/v1/widgets", ALL, &[], r#"{"code":"A","name":"first"}"#).await;
    assert_eq!((status, &headers["etag"]), (201, &"\"1\"".parse().unwrap()));
    let id = widget["id"].as_str().unwrap();
    let path = format!("/api/v1/widgets/{id}");
    assert_eq!(headers["location"], path);
    assert_eq!(app.call("PUT", &path, ALL, &[], "{}").await.1["etag"], "\"1\"", "an empty merge changes nothing");
    let (status, headers, _) =
        app.call("PUT", &path, ALL, &[("if-match", "\"1\"")], r#"{"name":null,"version":1}"#).await;
    assert_eq!((status, headers["etag"].to_str().unwrap()), (204, "\"2\""));
    let (status, headers, problem) = app.call("PUT", &path, ALL, &[("if-match", "\"1\"")], r#"{"name":"x"}"#).await;
    assert_eq!((status, problem["code"].as_str()), (412, Some("version_mismatch")), "{headers:?}");
    let (status, headers, widget) =
        app.call("PUT", &path, ALL, &[("prefer", "return=representation")], r#"{"name":"x"}"#).await;
    assert_eq!(
        (status, widget["name"].as_str(), &headers["preference-applied"]),
        (200, Some("x"), &"return=representation".parse().unwrap())
    );
    let (status, headers, _) = app.call("GET", &path, ALL, &[("if-none-match", "\"3\"")], "").await;
    assert_eq!((status, headers["etag"].to_str().unwrap()), (304, "\"3\""));
    let (status, _, preview) = app.call("POST", "/api/v1/widgets?dryRun=true", ALL, &[], r#"{"code":"B"}"#).await;
    assert_eq!((status, &preview["wouldReturn"]), (200, &json!(201)));
    for code in ["B", "C"] {
        app.call("POST", "/api/v1/widgets", ALL, &[], &format!("{{\"code\":\"{code}\"}}")).await;
    }
    let (_, headers, first) = app.call("GET", "/api/v1/widgets?limit=2", ALL, &[], "").await;
    let cursor = first["nextCursor"].as_str().unwrap();
    let link = headers["link"].to_str().unwrap();
    let rest = format!("/api/v1/widgets?limit=2&cursor={cursor}>; rel=\"next\"");
    assert!(link.starts_with("<http") && link.ends_with(&rest), "{link}");
    let (_, headers, second) = app.call("GET", &format!("/api/v1/widgets?limit=2&cursor={cursor}"), ALL, &[], "").await;
    assert_eq!((second["data"].as_array().unwrap().len(), &second["nextCursor"]), (1, &Value::Null));
    assert!(!headers.contains_key("link"));
}

#[tokio::test]
async fn a_problem_has_its_whole_shape() {
    let app = App::new();
    app.call("POST", "/api/v1/widgets", ALL, &[], r#"{"code":"A"}"#).await;
    let (status, headers, problem) =
        app.call("POST", "/api/v1/widgets", ALL, &[("x-request-id", "r-1")], r#"{"code":"A"}"#).await;
    assert_eq!(status, 409);
    assert_eq!(headers["content-type"], "application/problem+json");
    assert_eq!(headers["x-request-id"], "r-1");
    let id = WarehouseId::from_bytes(1_u128.to_be_bytes());
    assert_eq!(
        problem,
        json!({
            "type": "http://books.test/problems/code_taken", "title": "The code is taken", "status": 409,
            "detail": "the code \"A\" is taken", "code": "code_taken", "requestId": "r-1",
            "errors": [{"pointer": "/code", "code": "code_taken", "message": "the code \"A\" is taken"}],
            "context": {"id": id.to_string()},
            "resolutions": [{"rel": "other", "title": "See it", "method": "GET", "href": format!("http://books.test/api/v1/widgets/{id}"),
                "allowed": false, "needs": []}],
        })
    );
}

#[tokio::test]
async fn checks_come_in_their_order() {
    let app = App::new();
    let big = format!("\"{}\"", "x".repeat(3000));
    let path = "/api/v1/widgets/nonsense";
    for (token, body, query, status, code) in [
        ("", "{", "", 401, "unauthenticated"),
        ("boss", "{", "", 401, "token_invalid"),
        ("accounts:read", &big, "", 413, "payload_too_large"),
        ("accounts:read", "{", "", 400, "malformed_json"),
        ("accounts:read", "{\"a\":1}", "", 403, "forbidden"),
        (ALL, "{\"a\":1}", "", 400, "validation_failed"),
        (ALL, "", "", 400, "malformed_json"),
        (ALL, "{}", "?x=1", 400, "validation_failed"),
        (ALL, "{}", "?dryRun=true", 404, "not_found"),
        (ALL, "\u{feff}{}", "?dryRun=true", 404, "not_found"),
    ] {
        let (found, _, problem) = app.call("PUT", &format!("{path}{query}"), token, &[], body).await;
        assert_eq!((found, problem["code"].as_str()), (status, Some(code)), "{token} {body} {query}");
    }
}

#[tokio::test]
async fn what_the_router_refuses_by_itself_is_a_problem_too() {
    let app = App::new();
    let (status, _, problem) = app.call("GET", "/api/v1/nothing", ALL, &[], "").await;
    assert_eq!((status, problem["code"].as_str()), (404, Some("route_not_found")));
    let (status, headers, problem) = app.call("DELETE", "/api/v1/widgets", ALL, &[], "").await;
    assert_eq!((status, problem["code"].as_str()), (405, Some("method_not_allowed")));
    assert_eq!(headers["allow"], "GET,HEAD,POST");
    assert_eq!(problem["detail"], "this path takes GET, POST");
    let (status, _, problem) = app.call("GET", &format!("/api/v1/widgets?x={}", "y".repeat(9000)), ALL, &[], "").await;
    assert_eq!((status, problem["code"].as_str()), (414, Some("uri_too_long")));
    let (status, headers, problem) = app.call("GET", "/api/v1/panic", "", &[], "").await;
    assert_eq!((status, problem["code"].as_str()), (500, Some("internal")));
    assert!(headers.contains_key("x-request-id"));
    let (status, headers, _) = app.call("GET", "/api/v1/widgets", "", &[], "").await;
    assert_eq!((status, headers["www-authenticate"].to_str().unwrap()), (401, "Bearer realm=\"countinghouse\""));
}

#[tokio::test]
async fn compression_leaves_the_etag_and_small_answers_alone() {
    let app = App::new();
    let gzip = &[("accept-encoding", "gzip")];
    let (_, headers, _) = app.call("POST", "/api/v1/widgets", ALL, gzip, r#"{"code":"A"}"#).await;
    assert!(!headers.contains_key("content-encoding"), "{headers:?}");
    let request = Request::get("/openapi.json").header("accept-encoding", "gzip").body(Body::empty()).unwrap();
    let (_, zipped, _) = app.send(request).await;
    let (_, plain, _) = app.call("GET", "/openapi.json", "", &[], "").await;
    assert_eq!(zipped["content-encoding"], "gzip");
    assert_eq!(zipped["etag"], plain["etag"]);
}

#[tokio::test]
async fn pages_are_served_with_their_policies() {
    let app = App::new();
    for (path, policy) in [
        ("/", "img-src 'self' data:"),
        ("/docs/", "'unsafe-inline'"),
        ("/problems", "default-src 'self'"),
        ("/problems/period_closed", "default-src 'self'"),
    ] {
        let request = Request::get(path).header("accept", "text/html").body(Body::empty()).unwrap();
        let (status, headers, bytes) = app.send(request).await;
        assert_eq!(status, 200, "{path}");
        assert!(headers["content-security-policy"].to_str().unwrap().contains(policy), "{path}");
        for always in ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
            assert!(headers["content-security-policy"].to_str().unwrap().contains(always), "{path} {always}");
        }
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin", "{path}");
        assert_eq!(headers["permissions-policy"], "camera=(self)", "{path}");
        assert!(!headers.contains_key("strict-transport-security"), "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert!(String::from_utf8(bytes).unwrap().to_lowercase().contains("<!doctype html"), "{path}");
    }
    let (_, _, page) = app.call("GET", "/problems/period_closed", "", &[("accept", "application/json")], "").await;
    assert_eq!(page["status"], 409);
    assert_eq!(app.call("GET", "/problems/nonsense", "", &[], "").await.0, 404);
    for (file, part) in [("docs.js", "../openapi.json"), ("docs.css", "dark-mode"), ("swagger-ui-bundle.js", "Swagger")]
    {
        let request = Request::get(format!("/docs/{file}")).body(Body::empty()).unwrap();
        let (status, headers, bytes) = app.send(request).await;
        assert_eq!(status, 200, "{file}");
        assert!(!headers["content-type"].to_str().unwrap().starts_with("text/html"), "{file}");
        assert!(String::from_utf8_lossy(&bytes).contains(part), "{file}");
    }
    for (path, found) in [("/docs", 308), ("/docs/index.html", 404), ("/favicon.ico", 200), ("/assets/icon.svg", 200)] {
        let request = Request::get(path).body(Body::empty()).unwrap();
        assert_eq!(app.send(request).await.0, found, "{path}");
    }
}

#[test]
fn the_document_has_every_error_answer_and_every_reference_leads_somewhere() {
    let (_, document) = api();
    let put = &document["paths"]["/api/v1/widgets/{id}"]["put"];
    for status in ["204", "400", "401", "403", "404", "409", "412", "422", "429", "default"] {
        assert!(put["responses"].get(status).is_some(), "{status}");
    }
    let told = &put["responses"]["200"]["content"];
    assert!(told[preview::PREVIEW_JSON]["schema"]["$ref"].is_string(), "a preview has a type of its own: {told}");
    assert!(told["application/json"]["schema"]["anyOf"].is_null(), "and hides no answer: {told}");
    assert_eq!(put["x-permission"], "warehouses:update");
    assert_eq!(document["paths"]["/api/v1/panic"]["get"]["security"], json!([]));
    assert_eq!(
        document["components"]["schemas"]["CreateWidget"]["examples"][0],
        json!({"code": "W1", "name": "Widget"})
    );
    let text = document.to_string();
    for part in text.split("\"$ref\":\"#").skip(1) {
        let pointer = part.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
}
