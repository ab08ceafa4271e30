//! `/docs/`: the page on which the API can be read and tried.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use utoipa_swagger_ui::Config;

use super::problem::{Problem, ServerCode};

/// The files of Swagger UI that the page loads.
const LIBRARY: [&str; 2] = ["swagger-ui.css", "swagger-ui-bundle.js"];

/// `/docs/` and its files. `/docs` leads there, relative to where it stands behind a proxy.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let page = || own("text/html; charset=utf-8", include_str!("assets/docs.html"));
    let script = || own("text/javascript; charset=utf-8", include_str!("assets/docs.js"));
    let style = || own("text/css; charset=utf-8", include_str!("assets/docs.css"));
    Router::new()
        .route("/docs", get(|| std::future::ready(Redirect::permanent("docs/"))))
        .route("/docs/", get(page))
        .route("/docs/docs.js", get(script))
        .route("/docs/docs.css", get(style))
        .route("/docs/{file}", get(library))
}

fn own(media_type: &'static str, text: &'static str) -> impl Future<Output = Response> + Send {
    std::future::ready(([(CONTENT_TYPE, HeaderValue::from_static(media_type))], text).into_response())
}

async fn library(Path(name): Path<String>) -> Response {
    let file = LIBRARY.contains(&name.as_str()).then(|| utoipa_swagger_ui::serve(&name, Arc::new(Config::default())));
    let Some(Ok(Some(file))) = file else {
        return Problem::new(ServerCode::RouteNotFound, "there is no such file: the page is at /docs/").into_response();
    };
    let mut response = file.bytes.into_owned().into_response();
    if let Ok(media_type) = HeaderValue::from_str(&file.content_type) {
        response.headers_mut().insert(CONTENT_TYPE, media_type);
    }
    if file.gzpipped {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}
