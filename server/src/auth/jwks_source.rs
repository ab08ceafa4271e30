//! Where a trusted issuer's keys come from, and when they are read again.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use domain::value::Instant;
use tokio::io::AsyncReadExt as _;

use super::jwks::{self, JWKS_BYTES, JwksError};
use super::keys::{SignatureAlgorithm, VerifyingKey};

/// How often a key set is read at most, however many tokens ask for it: once a minute.
pub const REFETCH_AFTER_US: i64 = 60 * 1_000_000;
/// How old a key set may become before [`KeySource::refresh_if_old`] reads it again: an hour.
pub const OLD_AFTER_US: i64 = 3_600 * 1_000_000;
/// How long fetching may take.
const FETCH_TIMEOUT: Duration = Duration::from_secs(5);

/// Where keys come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Given in the configuration, never read again.
    Fixed,
    /// A JWK set in a file.
    File(PathBuf),
    /// A JWK set at an address.
    Url(String),
}

/// The keys of one issuer. When reading fails, the last good ones stay.
#[derive(Debug)]
pub struct KeySource {
    origin: Origin,
    algorithm: SignatureAlgorithm,
    keys: RwLock<Arc<Vec<VerifyingKey>>>,
    last_attempt: tokio::sync::Mutex<Option<Instant>>,
}

impl KeySource {
    /// A key that never changes.
    #[must_use]
    pub fn fixed(key: VerifyingKey) -> Self {
        let algorithm = key.algorithm();
        Self::with(Origin::Fixed, algorithm, vec![key])
    }

    /// A source that has read nothing yet.
    #[must_use]
    pub fn unread(origin: Origin, algorithm: SignatureAlgorithm) -> Self {
        Self::with(origin, algorithm, Vec::new())
    }

    /// The keys as last read.
    #[must_use]
    pub fn keys(&self) -> Arc<Vec<VerifyingKey>> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether reading again can bring other keys.
    #[must_use]
    pub fn can_change(&self) -> bool {
        self.origin != Origin::Fixed
    }

    /// Reads the keys again, unless that was tried within the last minute. Callers in the meantime wait for it.
    ///
    /// # Errors
    /// The failure; the last good keys stay in use.
    pub async fn refresh(&self, now: Instant) -> Result<(), JwksError> {
        self.refresh_after(now, REFETCH_AFTER_US).await
    }

    /// Reads the keys again if that was last tried an hour ago, so that keys withdrawn by the issuer disappear.
    ///
    /// # Errors
    /// The failure; the last good keys stay in use.
    pub async fn refresh_if_old(&self, now: Instant) -> Result<(), JwksError> {
        self.refresh_after(now, OLD_AFTER_US).await
    }

    async fn refresh_after(&self, now: Instant, pause_us: i64) -> Result<(), JwksError> {
        if self.origin == Origin::Fixed {
            return Ok(());
        }
        let mut last_attempt = self.last_attempt.lock().await;
        if last_attempt.is_some_and(|last| now.0 < last.0.saturating_add(pause_us)) {
            return Ok(());
        }
        *last_attempt = Some(now);
        let keys = jwks::read(&self.read().await?, self.algorithm)?;
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keys);
        Ok(())
    }

    async fn read(&self) -> Result<Vec<u8>, JwksError> {
        match &self.origin {
            Origin::Fixed => Ok(Vec::new()),
            Origin::File(path) => {
                let unreachable = |error: std::io::Error| JwksError::Unreachable {
                    from: path.display().to_string(),
                    reason: error.to_string(),
                };
                let file = tokio::fs::File::open(path).await.map_err(unreachable)?;
                let mut bytes = Vec::new();
                // One byte more than allowed, so that `jwks::read` sees that it is too big.
                file.take(JWKS_BYTES as u64 + 1).read_to_end(&mut bytes).await.map_err(unreachable)?;
                Ok(bytes)
            }
            Origin::Url(url) => fetch(url).await,
        }
    }

    fn with(origin: Origin, algorithm: SignatureAlgorithm, keys: Vec<VerifyingKey>) -> Self {
        Self { origin, algorithm, keys: RwLock::new(Arc::new(keys)), last_attempt: tokio::sync::Mutex::new(None) }
    }
}

/// Fetches a document of at most [`JWKS_BYTES`], without following redirects.
async fn fetch(url: &str) -> Result<Vec<u8>, JwksError> {
    // Without the query, which may hold a key.
    let address = url.split('?').next().unwrap_or(url);
    let unreachable = |reason: String| JwksError::Unreachable { from: address.to_owned(), reason };
    let failed = |error: reqwest::Error| unreachable(error_chain(&error.without_url()));
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(FETCH_TIMEOUT)
        .build()
        .map_err(failed)?;
    let mut response = client.get(url).header("accept", "application/json").send().await.map_err(failed)?;
    if response.status() != reqwest::StatusCode::OK {
        return Err(unreachable(format!("it answered {} instead of 200", response.status().as_u16())));
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > JWKS_BYTES {
            return Err(JwksError::TooBig);
        }
    }
    Ok(bytes)
}

/// An error and its causes in one line.
fn error_chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::Router;
    use axum::http::StatusCode;
    use axum::routing::get;
    use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
    use serde_json::json;

    use super::*;

    const MINUTE: i64 = 60_000_000;

    /// A login service: its answer, and how often it was asked.
    #[derive(Clone, Default)]
    struct Service {
        answer: Arc<Mutex<(u16, String)>>,
        asked: Arc<AtomicUsize>,
    }

    impl Service {
        fn answers(&self, status: u16, body: String) {
            *self.answer.lock().unwrap() = (status, body);
        }

        async fn start(&self) -> KeySource {
            let service = self.clone();
            let handler = move || async move {
                service.asked.fetch_add(1, Ordering::SeqCst);
                let (status, body) = service.answer.lock().unwrap().clone();
                (StatusCode::from_u16(status).unwrap(), [("location", "/elsewhere")], body)
            };
            let elsewhere = set(&["elsewhere"]);
            let router =
                Router::new().route("/jwks", get(handler)).route("/elsewhere", get(move || async move { elsewhere }));
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let url = format!("http://{}/jwks", listener.local_addr().unwrap());
            tokio::spawn(async move { axum::serve(listener, router).await });
            KeySource::unread(Origin::Url(url), SignatureAlgorithm::EdDSA)
        }
    }

    fn set(kids: &[&str]) -> String {
        let x = BASE64_URL_SAFE_NO_PAD.encode([7; 32]);
        let keys: Vec<_> = kids.iter().map(|kid| json!({"kty": "OKP", "crv": "Ed25519", "kid": kid, "x": x})).collect();
        json!({ "keys": keys }).to_string()
    }

    fn kids(source: &KeySource) -> Vec<String> {
        source.keys().iter().filter_map(|key| key.kid().map(str::to_owned)).collect()
    }

    #[tokio::test]
    async fn keys_are_read_at_most_once_a_minute_and_the_last_good_ones_survive_every_failure() {
        let service = Service::default();
        let source = service.start().await;
        let mut minute = 0;
        for (status, body, fails, then) in [
            (200, set(&["a"]), false, ["a"]),
            (500, set(&["b"]), true, ["a"]),
            (302, set(&["b"]), true, ["a"]),
            (200, "<html>".to_owned(), true, ["a"]),
            (200, set(&[]), true, ["a"]),
            (200, " ".repeat(JWKS_BYTES + 1), true, ["a"]),
            (200, set(&["b"]), false, ["b"]),
        ] {
            service.answers(status, body);
            assert_eq!(source.refresh(Instant(minute * MINUTE)).await.is_err(), fails, "minute {minute}");
            assert_eq!(kids(&source), then, "minute {minute}");
            service.answers(200, set(&["too early"]));
            assert_eq!(source.refresh(Instant(minute * MINUTE + MINUTE - 1)).await, Ok(()));
            assert_eq!(kids(&source), then, "minute {minute}");
            minute += 1;
        }
        assert_eq!(service.asked.load(Ordering::SeqCst), 7);
        let hour = Instant((minute - 1) * MINUTE + OLD_AFTER_US);
        service.answers(200, set(&["c"]));
        assert_eq!(source.refresh_if_old(Instant(hour.0 - 1)).await, Ok(()));
        assert_eq!(kids(&source), ["b"]);
        assert_eq!(source.refresh_if_old(hour).await, Ok(()));
        assert_eq!(kids(&source), ["c"]);
    }

    #[tokio::test]
    async fn a_hundred_callers_at_once_ask_once() {
        let service = Service::default();
        service.answers(200, set(&["a"]));
        let source = Arc::new(service.start().await);
        let callers: Vec<_> = (0..100)
            .map(|_| {
                let source = Arc::clone(&source);
                tokio::spawn(async move { source.refresh(Instant(0)).await })
            })
            .collect();
        for caller in callers {
            assert_eq!(caller.await.unwrap(), Ok(()));
        }
        assert_eq!(service.asked.load(Ordering::SeqCst), 1);
        assert_eq!(kids(&source), ["a"]);
    }

    #[tokio::test]
    async fn what_is_not_there_is_named() {
        for origin in
            [Origin::File("/nowhere/jwks.json".into()), Origin::Url("http://127.0.0.1:1/jwks?key=hidden".to_owned())]
        {
            let source = KeySource::unread(origin.clone(), SignatureAlgorithm::EdDSA);
            let error = source.refresh(Instant(0)).await.unwrap_err();
            assert!(matches!(error, JwksError::Unreachable { .. }) && !error.to_string().contains("hidden"), "{error}");
        }
    }
}
