//! Token buckets per principal, in a bounded map, with the `RateLimit` fields of the answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use super::super::problem::{Problem, ServerCode};

/// How much one principal may ask.
#[derive(Clone, Copy, Debug)]
pub struct RatePolicy {
    /// Requests that may come at once.
    pub burst: u32,
    /// Requests per second in the long run; 0: as many as come.
    pub per_second: u32,
    /// Principals that are remembered; beyond, the fullest buckets are forgotten.
    pub principals: usize,
}

impl Default for RatePolicy {
    fn default() -> Self {
        Self { burst: 20_000, per_second: 10_000, principals: 100_000 }
    }
}

struct Bucket {
    /// Thousandths of a request that are left.
    left_milli: u64,
    filled: Instant,
}

/// The buckets of all principals.
pub struct RateLimiter {
    policy: RatePolicy,
    buckets: Mutex<HashMap<Vec<u8>, Bucket>>,
}

/// The limiter's answer to one request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Whether the request may go on.
    pub allowed: bool,
    /// Requests that are left now.
    pub left: u64,
    /// Seconds until the bucket is full, or, for a refused request, until the next one is allowed.
    pub reset_s: u64,
    policy: (u32, u64),
}

impl RateLimiter {
    /// A limiter with this policy.
    #[must_use]
    pub fn new(policy: RatePolicy) -> Self {
        Self { policy, buckets: Mutex::new(HashMap::new()) }
    }

    /// Takes one request out of the principal's bucket; every authentication calls this, and the answer gets the
    /// `RateLimit` fields by itself.
    ///
    /// # Errors
    /// 429 with `Retry-After`.
    pub fn check(&self, parts: &Parts, principal: &[u8]) -> Result<(), Problem> {
        if self.policy.per_second == 0 {
            return Ok(());
        }
        let decision = self.take(principal);
        if let Some(note) = parts.extensions.get::<Note>() {
            // One principal per request.
            let _ = note.0.set(decision);
        }
        if decision.allowed { Ok(()) } else { Err(decision.problem()) }
    }

    /// Takes one request out of the principal's bucket.
    pub fn take(&self, principal: &[u8]) -> Decision {
        self.take_at(principal, Instant::now())
    }

    fn take_at(&self, principal: &[u8], now: Instant) -> Decision {
        let full = u64::from(self.policy.burst) * 1000;
        let rate = u64::from(self.policy.per_second.max(1));
        // A panic elsewhere leaves the numbers whole: the map is used on.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= self.policy.principals && !buckets.contains_key(principal) {
            forget_full(&mut buckets, full, rate, now);
        }
        let bucket = buckets.entry(principal.to_vec()).or_insert(Bucket { left_milli: full, filled: now });
        refill(bucket, full, rate, now);
        let allowed = bucket.left_milli >= 1000;
        if allowed {
            bucket.left_milli -= 1000;
        }
        let missing = if allowed { full - bucket.left_milli } else { 1000 - bucket.left_milli };
        let window = u64::from(self.policy.burst).div_ceil(rate).max(1);
        Decision {
            allowed,
            left: bucket.left_milli / 1000,
            reset_s: missing.div_ceil(rate * 1000),
            policy: (self.policy.burst, window),
        }
    }
}

/// Carries the decision from the authentication to the answer.
#[derive(Clone, Default)]
struct Note(Arc<OnceLock<Decision>>);

/// Writes the `RateLimit` fields where a limiter decided.
pub(super) async fn fields<F: Future<Output = Response>>(
    mut request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let note = Note::default();
    request.extensions_mut().insert(note.clone());
    let mut response = inner(request).await;
    if let Some(decision) = note.0.get() {
        decision.write(response.headers_mut());
    }
    response
}

fn refill(bucket: &mut Bucket, full: u64, rate: u64, now: Instant) {
    let passed = now.saturating_duration_since(bucket.filled);
    let millis = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
    let gained = millis.saturating_mul(rate);
    if gained > 0 {
        bucket.left_milli = bucket.left_milli.saturating_add(gained).min(full);
        // Fractions of a millisecond are kept for the next time.
        bucket.filled = now - (passed - Duration::from_millis(millis));
    }
}

/// Buckets that are full again say nothing; if all are in use, everyone begins anew.
fn forget_full(buckets: &mut HashMap<Vec<u8>, Bucket>, full: u64, rate: u64, now: Instant) {
    let before = buckets.len();
    buckets.retain(|_, bucket| {
        refill(bucket, full, rate, now);
        bucket.left_milli < full
    });
    if buckets.len() == before {
        buckets.clear();
    }
}

impl Decision {
    /// Writes `RateLimit` and `RateLimit-Policy` (the IETF draft's structured fields).
    pub fn write(&self, headers: &mut HeaderMap) {
        let (burst, window) = self.policy;
        let fields = [
            ("ratelimit-policy", format!("\"principal\";q={burst};w={window}")),
            ("ratelimit", format!("\"principal\";r={};t={}", self.left, self.reset_s)),
        ];
        for (name, text) in fields {
            if let Ok(value) = HeaderValue::from_str(&text) {
                headers.insert(name, value);
            }
        }
    }

    /// The problem of a refused request.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let wait = self.reset_s.max(1);
        Problem::new(ServerCode::TooManyRequests, format!("too many requests: try again in {wait} s")).retry_after(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_fills_with_time() {
        let limiter = RateLimiter::new(RatePolicy { burst: 2, per_second: 1, principals: 10 });
        let start = Instant::now();
        let allowed = |at: u64| limiter.take_at(b"a", start + Duration::from_millis(at)).allowed;
        assert_eq!(
            [allowed(0), allowed(0), allowed(0), allowed(900), allowed(1000), allowed(1001)],
            [true, true, false, false, true, false]
        );
        assert!(limiter.take_at(b"b", start).allowed, "another principal has its own");
    }

    #[test]
    fn the_map_is_bounded() {
        let limiter = RateLimiter::new(RatePolicy { burst: 5, per_second: 1, principals: 100 });
        let now = Instant::now();
        for i in 0..10_000_u32 {
            limiter.take_at(&i.to_be_bytes(), now);
        }
        assert!(limiter.buckets.lock().unwrap().len() <= 100);
    }

    #[test]
    fn a_refusal_says_when_to_come_again() {
        let limiter = RateLimiter::new(RatePolicy { burst: 1, per_second: 1, principals: 10 });
        limiter.take(b"a");
        let decision = limiter.take(b"a");
        assert_eq!(decision.problem().status(), 429);
        let mut headers = HeaderMap::new();
        decision.write(&mut headers);
        assert_eq!(headers["ratelimit"], "\"principal\";r=0;t=1");
        assert_eq!(headers["ratelimit-policy"], "\"principal\";q=1;w=1");
    }
}
