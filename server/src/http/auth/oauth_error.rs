//! The errors of the token endpoint as OAuth names them (RFC 6749, section 5.2), beside the members of a problem.
//!
//! The status stays that of the problem: also a wrong password and an ended sign-in are answered with 401, where the
//! RFC lets `invalid_grant` have 400. Libraries read `error`.

use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use domain::Code;

use super::NOT_STORED;
use crate::http::problem::{Problem, ProblemCode, ServerCode};

/// A request that cannot be read.
pub fn of_request(problem: Problem, headers: &HeaderMap) -> Problem {
    of_grant(problem, "", headers)
}

/// The refusal of a grant.
pub fn of_grant(mut problem: Problem, grant: &str, headers: &HeaderMap) -> Problem {
    problem.oauth = Some(error(&problem, grant));
    if problem.status() == StatusCode::UNAUTHORIZED && is_basic(headers) {
        // The challenge is of the scheme that the client used.
        problem = problem.header(WWW_AUTHENTICATE, HeaderValue::from_static(r#"Basic realm="countinghouse""#));
    }
    let [(name, value)] = NOT_STORED;
    problem.header(name, value)
}

fn error(problem: &Problem, grant: &str) -> &'static str {
    let is_client = grant == "client_credentials";
    match problem.code {
        ProblemCode::Server(ServerCode::InvalidCredentials | ServerCode::TokenRevoked | ServerCode::TokenExpired)
            if is_client =>
        {
            "invalid_client"
        }
        ProblemCode::Server(ServerCode::InvalidCredentials | ServerCode::TokenRevoked | ServerCode::TokenExpired) => {
            "invalid_grant"
        }
        // All users and secrets are held after a restore, whatever they show.
        ProblemCode::Rule(Code::Forbidden) => "unauthorized_client",
        ProblemCode::Rule(Code::ValidationFailed) if at(problem, "/grant_type", "unsupported_grant_type") => {
            "unsupported_grant_type"
        }
        ProblemCode::Rule(Code::ValidationFailed) if problem.errors.iter().any(|error| error.pointer == "/scope") => {
            "invalid_scope"
        }
        _ => match problem.status() {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => "temporarily_unavailable",
            status if status.is_server_error() => "server_error",
            _ => "invalid_request",
        },
    }
}

fn at(problem: &Problem, pointer: &str, code: &str) -> bool {
    problem.errors.iter().any(|error| error.pointer == pointer && error.code == code)
}

fn is_basic(headers: &HeaderMap) -> bool {
    let scheme =
        headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|text| text.split(' ').next());
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("basic"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_has_the_name_that_oauth_gives_it() {
        let violation = |pointer: &str, code| Problem::violation(pointer.to_owned(), code, "is wrong");
        let server = |code: ServerCode| Problem::new(code, "refused");
        for (problem, grant, wanted) in [
            (server(ServerCode::InvalidCredentials), "client_credentials", "invalid_client"),
            (server(ServerCode::TokenRevoked), "client_credentials", "invalid_client"),
            (server(ServerCode::InvalidCredentials), "password", "invalid_grant"),
            (server(ServerCode::TokenExpired), "refresh_token", "invalid_grant"),
            (Problem::new(Code::Forbidden, "held"), "password", "unauthorized_client"),
            (violation("/grant_type", "unsupported_grant_type"), "implicit", "unsupported_grant_type"),
            (violation("/grant_type", "required"), "", "invalid_request"),
            (violation("/scope", "unknown_value"), "password", "invalid_scope"),
            (violation("/client_id", "required"), "client_credentials", "invalid_request"),
            (server(ServerCode::MalformedJson), "", "invalid_request"),
            (server(ServerCode::OrganizationRequired), "password", "invalid_request"),
            (server(ServerCode::TooManyRequests), "password", "temporarily_unavailable"),
            (Problem::overloaded(1), "password", "temporarily_unavailable"),
            (server(ServerCode::Internal), "password", "server_error"),
        ] {
            assert_eq!(error(&problem, grant), wanted, "{} of {grant:?}", problem.code.name());
        }
    }
}
