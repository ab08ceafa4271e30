//! Operational tables: logins, sessions, secrets and throttles, each written by single conditional
//! statements; no head lock, no facts, never exported.
