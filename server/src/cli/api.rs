//! `api`: any request to the service, with a token that nobody has to handle.

use std::io::{IsTerminal as _, Read as _, Write as _};

use reqwest::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::{Method, Response};
use serde_json::Value;

use super::client::{ApiClient, ClientError, problem};
use super::failure::Failure;
use super::output::{Output, StandardOutput, unprinted};
use super::reach::{Reach, Who};
use crate::http::context::new_request_id;

/// Paths of the service that are not below `/api`.
const OTHER_PATHS: [&str; 8] = ["api", "healthz", "readyz", "metrics", "openapi.json", "problems", "docs", "assets"];

/// `api`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The body of the answer is printed as it came, on a terminal with indents. An answer of 400 or more goes to \
    standard error,\nand the command ends with 2 for 400 and 422, and with 1 for others. It also works while no server \
    runs.\n\nExamples:\n  countinghouse api GET /auth/me\n  countinghouse api GET /accounting/journals --query code=GJ\n  \
    countinghouse api POST /accounting/journals --body '{\"code\": \"SJ2\", \"name\": \"Sales\", \"type\": \"sales\"}'\n  \
    countinghouse api POST /accounting/journal-entries --query dryRun=true --body @entry.json\n  \
    countinghouse api GET /warehouses --profile shop"
)]
pub struct ApiArgs {
    /// GET, POST, PUT or DELETE; lower case will do
    pub method: String,
    /// The path, with or without /api/v1, or a link of an answer
    pub path: String,
    /// The body: JSON, @FILE, or `-` for standard input
    #[arg(short = 'd', long = "body", value_name = "JSON|@FILE|-", allow_hyphen_values = true)]
    pub body: Option<String>,
    /// A parameter; can be given several times
    #[arg(short = 'q', long = "query", value_name = "NAME=VALUE", value_parser = parameter)]
    pub query: Vec<(String, String)>,
    /// A header field; can be given several times
    #[arg(short = 'H', long = "header", value_name = "NAME: VALUE", value_parser = header)]
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// Print the status and the header fields of the answer before its body
    #[arg(short = 'i', long)]
    pub include: bool,
    /// Say on standard error what is sent, with the key that makes a repeated write safe
    #[arg(short = 'v', long)]
    pub verbose: bool,
    /// Id or name of the organization; needed if there are several [env: COUNTINGHOUSE_ORGANIZATION]
    #[arg(long, value_name = "ORGANIZATION")]
    pub organization: Option<String>,
    #[command(flatten)]
    pub who: Who,
}

/// Sends the request and prints the answer.
///
/// # Errors
/// With the problem, if the answer is one.
pub async fn run(reach: Reach<'_>, args: &ApiArgs, data: Option<&str>, output: Output) -> Result<(), Failure> {
    if data.is_some_and(|data| data.trim_start().starts_with(['{', '[', '@'])) {
        return Err(Failure::usage("--data is the data folder: give the body with --body (-d)"));
    }
    let method = Method::from_bytes(args.method.to_ascii_uppercase().as_bytes())
        .map_err(|_| Failure::usage(format!("{:?} is no method: use GET, POST, PUT or DELETE", args.method)))?;
    let body = args.body.as_deref().map(read_body).transpose()?;
    let connection = reach.connect(&args.who, args.organization.as_deref()).await?;
    let done = send(&connection.client, method, args, body, output).await;
    connection.close().await?;
    done
}

async fn send(
    client: &ApiClient,
    method: Method,
    args: &ApiArgs,
    body: Option<Vec<u8>>,
    output: Output,
) -> Result<(), Failure> {
    let path = address(&client.base_url, &args.path, &args.query)?;
    let has = |name: &str| args.headers.iter().any(|(header, _)| header == name);
    let is_write = !matches!(method, Method::GET | Method::HEAD | Method::OPTIONS);
    let key = (is_write && !has("idempotency-key")).then(new_request_id);
    if args.verbose {
        eprintln!("{method} {}{path}", client.base_url);
        if let Some(key) = &key {
            eprintln!("Idempotency-Key: {key}");
        }
    }
    let is_typed = has("content-type");
    let answer = client.call(method, &path, |mut request| {
        if let Some(key) = &key {
            request = request.header("Idempotency-Key", &**key);
        }
        if let Some(body) = body {
            request = if is_typed { request } else { request.header(CONTENT_TYPE, "application/json") };
            request = request.body(body);
        }
        args.headers.iter().fold(request, |request, (name, value)| request.header(name, value))
    });
    tell(client, answer.await?, args.include, output).await
}

/// Prints an answer, or fails with the problem that it is.
async fn tell(client: &ApiClient, mut answer: Response, include: bool, output: Output) -> Result<(), Failure> {
    let lost = |error: reqwest::Error| {
        Failure::failed(format!("the answer of the service at {} broke off: {error}", client.base_url))
    };
    let head = if include { head(&answer) } else { String::new() };
    let status = answer.status();
    if status.as_u16() >= 400 {
        let body = answer.bytes().await.map_err(lost)?;
        if !output.as_json {
            eprint!("{head}");
        }
        return Err(match serde_json::from_slice::<Value>(&body) {
            Ok(document) => {
                if !output.as_json {
                    eprintln!("{document:#}");
                }
                problem(status.as_u16(), document).into()
            }
            Err(_) => {
                let text = String::from_utf8_lossy(&body);
                ClientError::Transport(format!("the service answered {status}: {}", text.trim())).into()
            }
        });
    }
    let mut out = StandardOutput;
    let is_json =
        answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    out.write_all(head.as_bytes()).map_err(|error| unprinted(&error))?;
    if is_json && std::io::stdout().is_terminal() {
        let body = answer.bytes().await.map_err(lost)?;
        let document: Value = serde_json::from_slice(&body)
            .map_err(|error| Failure::failed(format!("the service answered JSON that is none: {error}")))?;
        writeln!(out, "{document:#}").map_err(|error| unprinted(&error))?;
    } else {
        while let Some(piece) = answer.chunk().await.map_err(lost)? {
            out.write_all(&piece).and_then(|()| out.flush()).map_err(|error| unprinted(&error))?;
        }
    }
    out.flush().map_err(|error| unprinted(&error))
}

fn head(answer: &Response) -> String {
    let mut head = format!("{:?} {}\n", answer.version(), answer.status());
    for (name, value) in answer.headers() {
        head.push_str(&format!("{name}: {}\n", String::from_utf8_lossy(value.as_bytes())));
    }
    head.push('\n');
    head
}

/// Path and query below the service's address.
fn address(base_url: &str, typed: &str, query: &[(String, String)]) -> Result<String, Failure> {
    // The token goes to no other service, whatever link was pasted.
    let path = match (typed.strip_prefix(base_url), typed.contains("://")) {
        (Some(path), _) => path,
        (None, true) => return Err(Failure::usage(format!("{typed} is not below {base_url}"))),
        (None, false) => typed,
    };
    let path = path.trim_start_matches('/');
    let first = path.split(['/', '?']).next().unwrap_or_default();
    let path = if OTHER_PATHS.contains(&first) { format!("/{path}") } else { format!("/api/v1/{path}") };
    if query.is_empty() {
        return Ok(path);
    }
    let url = reqwest::Url::parse_with_params("http://books/", query);
    let url = url.map_err(|error| Failure::usage(format!("the parameters do not make a valid address: {error}")))?;
    let joint = if path.contains('?') { '&' } else { '?' };
    Ok(format!("{path}{joint}{}", url.query().unwrap_or_default()))
}

fn read_body(typed: &str) -> Result<Vec<u8>, Failure> {
    match typed.strip_prefix('@') {
        Some("-") => of_standard_input(),
        Some(file) => std::fs::read(file).map_err(|error| Failure::usage(format!("cannot read {file}: {error}"))),
        None if typed == "-" => of_standard_input(),
        None => Ok(typed.as_bytes().to_vec()),
    }
}

fn of_standard_input() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::failed(format!("cannot read standard input: {error}")))?;
    Ok(bytes)
}

fn parameter(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write it as NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn header(text: &str) -> Result<(HeaderName, HeaderValue), String> {
    let (name, value) = text.split_once(':').ok_or("write it as 'NAME: VALUE'")?;
    let name = name.trim().parse().map_err(|_| format!("{name:?} is no name of a header field"))?;
    Ok((name, value.trim().parse().map_err(|_| "the value has characters that no header field takes".to_owned())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_below_the_api_unless_it_says_otherwise_and_never_at_another_service() {
        let at = |typed: &str| address("http://books:1", typed, &[]).map_err(|failure| failure.text);
        for (typed, meant) in [
            ("/auth/me", "/api/v1/auth/me"),
            ("auth/me", "/api/v1/auth/me"),
            ("/api/v1/auth/me", "/api/v1/auth/me"),
            ("http://books:1/api/v1/items?limit=1", "/api/v1/items?limit=1"),
            ("/readyz", "/readyz"),
            ("/openapi.json", "/openapi.json"),
        ] {
            assert_eq!(at(typed).unwrap(), meant);
        }
        assert_eq!(
            at("http://evil/api/v1/auth/me").unwrap_err(),
            "http://evil/api/v1/auth/me is not below http://books:1"
        );
        let query = [("asOf".to_owned(), "a b".to_owned())];
        assert_eq!(address("http://x", "/stock?limit=1", &query).unwrap(), "/api/v1/stock?limit=1&asOf=a+b");
    }
}
