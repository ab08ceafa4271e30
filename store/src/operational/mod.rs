//! Operational tables: logins, sessions, secrets and throttles, each written by single conditional
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
pub mod receipts;
pub mod refresh_families;
pub mod revoked_tokens;
pub mod security_events;
pub mod service_account_secrets;
pub mod setup_codes;
pub mod signing_keys;
pub mod token_cutoffs;

mod record;
