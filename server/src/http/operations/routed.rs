//! Operations with their routes: what the router serves, and the table that the API's document is completed from.

use axum::extract::Request;
use axum::handler::Handler;
use axum::routing::MethodRouter;
use axum::{Extension, Router};
use domain::Code;
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::openapi::HttpMethod;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::Paths;
use utoipa_axum::PathItemExt;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use super::{Access, Kind, Operation};
use crate::app::App;
use crate::http::body::BodyLimit;
use crate::http::problem::{ProblemCode, ServerCode};

/// The operations of a noun: each is a module named by its verb, with the handler of the same name and its `OPERATION`.
///
/// ```text
/// pub fn operations() -> Operations {
///     crate::operations! { list, create, get, update, delete }
/// }
/// ```
#[macro_export]
macro_rules! operations {
    ($($verb:ident),* $(,)?) => {
        // `#[utoipa::path]` puts what it read into a type beside the handler: `__path_create`.
        utoipa_axum::paste! {
            $crate::http::operations::Operations::default()
                $(.with::<$verb::[<__path_ $verb>], _, _>($verb::$verb, &$verb::OPERATION))*
        }
    };
}

/// A row of the table of operations.
#[derive(Clone, Debug)]
pub struct Routed {
    /// The `operationId`.
    pub id: String,
    /// The path with `/api/v1` and braces.
    pub path: String,
    /// Its methods, in upper case.
    pub methods: Vec<&'static str>,
    /// What is declared beside its handler.
    pub operation: &'static Operation,
}

/// Operations, each with its row in the table and its route.
pub struct Operations<S = App> {
    /// The rows.
    pub table: Vec<Routed>,
    routes: OpenApiRouter<S>,
}

impl<S: Clone + Send + Sync + 'static> Default for Operations<S> {
    fn default() -> Self {
        Self { table: Vec::new(), routes: OpenApiRouter::new() }
    }
}

impl<S: Clone + Send + Sync + 'static> Operations<S> {
    /// One more: `P` is what its attribute says.
    #[must_use]
    pub fn with<P, H, T>(self, handler: H, operation: &'static Operation) -> Self
    where
        P: utoipa::Path + SchemaReferences + Tags<'static>,
        H: Handler<T, S>,
        T: 'static,
    {
        let (methods, mut described, mut schemas) = (P::methods(), P::operation(), Vec::new());
        P::schemas(&mut schemas);
        described.tags.get_or_insert_default().extend(P::tags().into_iter().map(str::to_owned));
        let id = described.operation_id.clone().unwrap_or_default();
        let row = Routed { id, path: P::path(), methods: methods.iter().map(name).collect(), operation };
        let declared = Declared { handler, operation };
        let routed = methods
            .iter()
            .fold(MethodRouter::new(), |router, method| router.on(method.to_method_filter(), declared.clone()));
        let mut paths = Paths::new();
        paths.add_path_operation(&row.path, methods, described);
        self.routed(row, (schemas, paths, routed))
    }

    fn routed(mut self, row: Routed, route: UtoipaMethodRouter<S>) -> Self {
        self.table.push(row);
        self.routes = self.routes.routes(route);
        self
    }

    /// These and those of another noun.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.table.extend(other.table);
        self.routes = self.routes.merge(other.routes);
        self
    }

    /// The same operations, whose handlers can extract this value.
    #[must_use]
    pub fn sharing<V: Clone + Send + Sync + 'static>(mut self, value: V) -> Self {
        self.routes = self.routes.layer(Extension(value));
        self
    }

    /// The routes alone.
    pub fn router(&self) -> Router<S> {
        self.routes.clone().into()
    }

    /// The router, what the attributes say, and the table.
    pub fn split(self) -> (Router<S>, OpenApi, Vec<Routed>) {
        let (router, api) = self.routes.split_for_parts();
        (router, api, self.table)
    }
}

/// The name of a method.
fn name(method: &HttpMethod) -> &'static str {
    match method {
        HttpMethod::Get => "GET",
        HttpMethod::Post => "POST",
        HttpMethod::Put => "PUT",
        HttpMethod::Delete => "DELETE",
        HttpMethod::Options => "OPTIONS",
        HttpMethod::Head => "HEAD",
        HttpMethod::Patch => "PATCH",
        HttpMethod::Trace => "TRACE",
    }
}

/// A handler that finds its declaration in the request: `Caller` and `Writing` take the permission from there, so that no
/// handler can ask for another one.
#[derive(Clone)]
struct Declared<H> {
    handler: H,
    operation: &'static Operation,
}

impl<H: Handler<T, S>, T, S> Handler<T, S> for Declared<H> {
    type Future = H::Future;

    fn call(self, mut request: Request, state: S) -> H::Future {
        request.extensions_mut().insert(self.operation);
        if let Some(bytes) = self.operation.body_bytes {
            request.extensions_mut().insert(BodyLimit(bytes));
        }
        self.handler.call(request, state)
    }
}

impl Routed {
    /// Every problem that it may answer with, each once, by status and name.
    #[must_use]
    pub fn problems(&self) -> Vec<ProblemCode> {
        use ServerCode as S;
        let operation = self.operation;
        let mut codes: Vec<ProblemCode> = vec![Code::ValidationFailed.into(), S::BadRequest.into(), S::Internal.into()];
        codes.extend([S::UriTooLong, S::TooManyRequests, S::Unavailable].map(ProblemCode::from));
        if operation.access != Access::Public {
            codes
                .extend([S::Unauthenticated, S::TokenInvalid, S::TokenExpired, S::TokenRevoked].map(ProblemCode::from));
            if !operation.is_anywhere {
                codes.push(S::OrganizationMismatch.into());
            }
        }
        if let Access::Needs(_) = operation.access {
            codes.push(Code::Forbidden.into());
        }
        codes.push(Code::StoredDataDamaged.into());
        if operation.kind != Kind::Read {
            codes.extend(
                [S::MalformedJson, S::PayloadTooLarge, S::UnsupportedMediaType, S::RequestTimeout]
                    .map(ProblemCode::from),
            );
            codes.push(S::Overloaded.into());
            if operation.access != Access::Public {
                codes.push(S::CsrfFailed.into());
            }
        }
        if operation.kind == Kind::Write {
            codes.extend([S::StorageFull, S::OutcomeUnknown].map(ProblemCode::from));
            codes.push(Code::IdempotencyKeyReused.into());
        }
        if operation.conditional {
            codes.push(Code::VersionMismatch.into());
        }
        if self.path.contains('{') {
            codes.push(Code::NotFound.into());
        }
        codes.extend(operation.rejections.iter().copied().flatten().copied().map(ProblemCode::from));
        codes.extend(operation.faults.iter().copied().map(ProblemCode::from));
        codes.sort_by_key(|code| (code.row().status.as_u16(), code.name()));
        codes.dedup();
        codes
    }
}
