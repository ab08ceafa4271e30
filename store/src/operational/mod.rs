//! Operational tables: logins, sessions, secrets, throttles and what members arrange for themselves, each written by single conditional
//! statements; no head lock, no facts, never exported.
//!
//! Reads are functions of a snapshot, writes of the database, each a commit of its own. Secrets
//! reach these functions as hashes only, except the signing keys, which the service itself uses.

pub mod bearers;
pub mod clock_acceptances;
pub mod console_sessions;
pub mod instance;
pub mod invitations;
pub mod login_memberships;
pub mod login_throttles;
pub mod logins;
pub mod organizations_list;
pub mod preferences;
pub mod receipts;
pub mod refresh_families;
pub mod revoked_tokens;
pub mod saved_views;
pub mod security_events;
pub mod service_account_secrets;
pub mod setup_codes;
pub mod sign_ins;
pub mod signing_keys;
pub mod stock_proofs;
pub mod token_cutoffs;
pub mod verifications;

mod record;

use domain::rows::TableDef;

use self::record::{Stored, record};

record! {
    /// The row that [`instance::try_write`] writes.
    WriteTrial in "write_trials" key 0 {
        tried_at: domain::value::Instant,
    }
}

/// Every operational table.
pub const TABLES: &[&TableDef] = &[
    &instance::InstanceRow::TABLE,
    &WriteTrial::TABLE,
    &clock_acceptances::ClockAcceptance::TABLE,
    &organizations_list::ListedOrganization::TABLE,
    &logins::Login::TABLE,
    &login_memberships::LoginMembership::TABLE,
    &token_cutoffs::TokenCutoff::TABLE,
    &invitations::Invitation::TABLE,
    &service_account_secrets::ServiceAccountSecret::TABLE,
    &refresh_families::RefreshFamily::TABLE,
    &console_sessions::ConsoleSession::TABLE,
    &preferences::Preferences::TABLE,
    &saved_views::SavedView::TABLE,
    &stock_proofs::LatestProof::TABLE,
    &verifications::Verification::TABLE,
    &revoked_tokens::RevokedToken::TABLE,
    &signing_keys::SigningKey::TABLE,
    &login_throttles::LoginThrottle::TABLE,
    &security_events::SecurityEvent::TABLE,
    &setup_codes::SetupCode::TABLE,
];
