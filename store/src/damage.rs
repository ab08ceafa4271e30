//! Known damage: it stops an organization's writes until the program is started again.
//!
//! Nobody may write on top of unreadable data. Damage belongs to the organization whose rows were read; if that is
//! unknown, it belongs to all. It is remembered in memory alone: a program that is started on a restored database knows
//! nothing of it, and one that is started on the damaged one meets it again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use domain::value::Cell;
use domain::value::id::OrganizationId;

use crate::fault::Fault;

/// The damage met since the start.
#[derive(Debug, Default)]
pub struct Damage {
    is_any: AtomicBool,
    /// By organization; under `None` damage that belongs to all.
    met: Mutex<BTreeMap<Option<OrganizationId>, String>>,
}

impl Damage {
    /// Notes a fault that is damage; others are not looked at.
    pub fn note(&self, organization: Option<OrganizationId>, fault: &Fault) {
        let Fault::Damaged(why) = fault else { return };
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        if met.contains_key(&organization) {
            return;
        }
        match organization {
            Some(organization) => {
                tracing::error!(%organization, %why, "stored data is damaged: run `countinghouse verify`; the organization accepts no writes until it is repaired and the service is restarted");
            }
            None => {
                tracing::error!(%why, "stored data is damaged: run `countinghouse verify`; no writes are accepted until it is repaired and the service is restarted");
            }
        }
        met.insert(organization, why.clone());
        self.is_any.store(true, Ordering::Release);
    }

    /// Why an organization takes no writes, if it takes none.
    #[must_use]
    pub fn stops(&self, organization: OrganizationId) -> Option<String> {
        // Asked for each write, and nearly always no.
        if !self.is_any.load(Ordering::Acquire) {
            return None;
        }
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        met.get(&Some(organization)).or_else(|| met.get(&None)).cloned()
    }

    /// Why nobody's writes are taken, if that is so.
    #[must_use]
    pub fn stops_all(&self) -> Option<String> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner).get(&None).cloned()
    }

    /// The organizations that take no writes, unless all take none.
    #[must_use]
    pub fn stopped(&self) -> Vec<OrganizationId> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().flatten().collect()
    }
}

/// Whose rows a statement asks for: by convention `$1` is the organization, where one is asked for.
#[must_use]
pub fn whose(sql: &str, params: &[Cell]) -> Option<OrganizationId> {
    match params.first() {
        Some(Cell::Id(id)) if sql.contains("organization_id = $1") => Some(OrganizationId(*id)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: OrganizationId = OrganizationId([1; 16]);
    const OTHER: OrganizationId = OrganizationId([2; 16]);

    #[test]
    fn damage_stops_whom_it_belongs_to() {
        let damage = Damage::default();
        damage.note(Some(ONE), &Fault::Busy("no damage".to_owned()));
        damage.note(Some(ONE), &Fault::Corrupt("one row".to_owned()));
        assert_eq!(damage.stops(ONE), None);
        damage.note(Some(ONE), &Fault::Damaged("page 7".to_owned()));
        damage.note(Some(ONE), &Fault::Damaged("page 8".to_owned()));
        assert_eq!((damage.stops(ONE).as_deref(), damage.stops(OTHER)), (Some("page 7"), None));
        assert_eq!((damage.stopped(), damage.stops_all()), (vec![ONE], None));
        damage.note(None, &Fault::Damaged("page 1".to_owned()));
        assert_eq!(damage.stops(OTHER).as_deref(), Some("page 1"));
        assert_eq!(damage.stops_all().as_deref(), Some("page 1"));
    }

    #[test]
    fn a_statement_tells_whose_rows_it_asks_for() {
        let rows = "select a from b where organization_id = $1 and c = $2";
        assert_eq!(whose(rows, &[Cell::Id(ONE.0), Cell::Int(1)]), Some(ONE));
        assert_eq!(whose("select a from logins where login_id = $1", &[Cell::Id(ONE.0)]), None);
        assert_eq!(whose("select max(at) from heads", &[]), None);
    }
}
