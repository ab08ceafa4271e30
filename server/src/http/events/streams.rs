//! How many streams and waiting polls everybody has open: both are woken by every commit.

use domain::value::id::PrincipalId;

use crate::http::problem::{Problem, ServerCode};
use crate::http::shares::{Share, Shares};

/// Streams and waiting polls of one principal at a time.
pub const STREAMS_PER_PRINCIPAL: u32 = 20;
/// When a place may be free again: a client that went away is noticed with the next heartbeat at the latest.
const RETRY_AFTER_S: u64 = 15;

/// The streams and waiting polls of one process; cheap to clone.
#[derive(Clone, Debug)]
pub struct Streams(Shares<PrincipalId>);

impl Default for Streams {
    fn default() -> Self {
        Self(Shares::new(STREAMS_PER_PRINCIPAL))
    }
}

impl Streams {
    /// Takes one of the principal's places.
    ///
    /// # Errors
    /// 429 where none is left.
    pub fn enter(&self, principal: PrincipalId) -> Result<Share<PrincipalId>, Problem> {
        self.0.enter(principal).ok_or_else(|| {
            let detail = format!(
                "this principal has {STREAMS_PER_PRINCIPAL} open streams and waiting polls, which is the limit: close \
                 one and try again in {RETRY_AFTER_S} s"
            );
            let problem = Problem::new(ServerCode::TooManyStreams, detail);
            problem.with("limit", i64::from(STREAMS_PER_PRINCIPAL)).retry_after(RETRY_AFTER_S)
        })
    }
}
