//! A verification as it is answered.

use domain::value::id::{PrincipalId, VerificationId};
use domain::value::permission::{Permission, PermissionSet};
use store::operational::verifications::{Verification, VerificationState};

use crate::http::inventory_proof::view::ProofFailureView;
use crate::http::output::{At, Id, Named};
use crate::http::problem::Problem;

crate::wire_enum! {
    VerificationState = "VerificationState",
}

/// What is told instead of figures to who may not see them.
const HIDDEN: &str = "it needs costs:read to see what differs";

crate::output! {
    /// A verification of the books.
    pub struct VerificationView {
        /// Null if there is none, like `startedAt`.
        pub id: Option<Id<VerificationId>>,
        /// `failed`: the database failed, or it took longer than half an hour. `interrupted`: its process is gone.
        pub state: Named<VerificationState>,
        /// The events whose chain has been checked. Afterwards, the books are compared with them.
        pub checked: i64,
        /// All events.
        pub total: i64,
        /// Null until it is `done`.
        pub holds: Option<bool>,
        pub failure_count: i64,
        /// The first 100, at most 20 per invariant.
        pub failures: Vec<ProofFailureView>,
        pub started_at: Option<At>,
        pub ended_at: Option<At>,
        /// Null for the service itself.
        pub by: Option<Id<PrincipalId>>,
    }
}

impl VerificationView {
    /// Before the first.
    pub const NONE: Self = Self {
        id: None,
        state: Named(VerificationState::NotYet),
        checked: 0,
        total: 0,
        holds: None,
        failure_count: 0,
        failures: Vec::new(),
        started_at: None,
        ended_at: None,
        by: None,
    };

    /// As somebody with these rights sees it: what differs shows figures.
    ///
    /// # Errors
    /// If the stored failures cannot be read.
    pub fn of(row: Verification, rights: PermissionSet) -> Result<Self, Problem> {
        let failures: Vec<(String, String)> = serde_json::from_str(&row.failures)
            .map_err(|error| Problem::damaged(&format!("failures of verification {}: {error}", row.id)))?;
        let sees = rights.has(Permission::CostsRead);
        let shown = |(invariant, detail)| {
            let detail = if sees { detail } else { HIDDEN.to_owned() };
            ProofFailureView { invariant, detail }
        };
        Ok(Self {
            id: Some(Id(row.id)),
            state: Named(row.state),
            checked: row.checked,
            total: row.total,
            holds: row.holds,
            failure_count: row.failure_count,
            failures: failures.into_iter().map(shown).collect(),
            started_at: Some(At(row.started_at)),
            ended_at: row.ended_at.map(At),
            by: row.started_by.map(Id),
        })
    }
}
