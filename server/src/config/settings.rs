//! The table of settings: each one's key in the file, its variable, its default and its meaning.

/// The kind of a setting's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any text.
    Text,
    /// Text that is shown masked.
    Secret,
    /// A whole number between the two.
    Whole(i64, i64),
    /// `true` or `false`.
    Flag,
    /// Texts; in a variable they are separated by commas.
    List,
}

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its key in the file; `http.body_bytes` is `body_bytes` under `[http]`.
    pub key: &'static str,
    /// Its variable.
    pub variable: &'static str,
    /// Its default; empty: none.
    pub default: &'static str,
    /// The kind of its value.
    pub kind: Kind,
}

const fn setting(key: &'static str, variable: &'static str, default: &'static str, kind: Kind) -> Setting {
    Setting { key, variable, default, kind }
}

/// Connections that read at most.
pub const MOST_READERS: usize = 256;

/// All settings but the list `[[auth.issuers]]`, in the order in which they are shown.
pub const SETTINGS: &[Setting] = &[
    setting("data", "COUNTINGHOUSE_DATA", "./data", Kind::Text),
    setting("listen", "COUNTINGHOUSE_LISTEN", "127.0.0.1:8080", Kind::Text),
    setting("base_url", "COUNTINGHOUSE_BASE_URL", "", Kind::Text),
    setting("database_url", "DATABASE_URL", "", Kind::Secret),
    setting("log", "COUNTINGHOUSE_LOG", "info", Kind::Text),
    setting("log_format", "COUNTINGHOUSE_LOG_FORMAT", "auto", Kind::Text),
    setting("http.trusted_proxies", "COUNTINGHOUSE_TRUSTED_PROXIES", "", Kind::List),
    setting("http.cors_origins", "COUNTINGHOUSE_CORS_ORIGINS", "", Kind::List),
    setting("http.rate_per_second", "COUNTINGHOUSE_RATE_PER_SECOND", "10000", Kind::Whole(0, 1_000_000)),
    setting("http.rate_burst", "COUNTINGHOUSE_RATE_BURST", "20000", Kind::Whole(1, 10_000_000)),
    setting("http.body_bytes", "COUNTINGHOUSE_BODY_BYTES", "1048576", Kind::Whole(1_024, 67_108_864)),
    setting("http.tls_certificate", "COUNTINGHOUSE_TLS_CERTIFICATE", "", Kind::Text),
    setting("http.tls_key", "COUNTINGHOUSE_TLS_KEY", "", Kind::Text),
    setting("http.connections", "COUNTINGHOUSE_CONNECTIONS", "10000", Kind::Whole(1, 1_000_000)),
    setting("http.connections_per_address", "COUNTINGHOUSE_CONNECTIONS_PER_ADDRESS", "1000", Kind::Whole(1, 1_000_000)),
    setting("http.header_timeout_s", "COUNTINGHOUSE_HEADER_TIMEOUT_S", "60", Kind::Whole(1, 3_600)),
    setting("http.body_timeout_s", "COUNTINGHOUSE_BODY_TIMEOUT_S", "30", Kind::Whole(1, 3_600)),
    setting("http.body_total_timeout_s", "COUNTINGHOUSE_BODY_TOTAL_TIMEOUT_S", "300", Kind::Whole(1, 86_400)),
    setting("http.write_timeout_s", "COUNTINGHOUSE_WRITE_TIMEOUT_S", "30", Kind::Whole(1, 3_600)),
    setting("http.shutdown_timeout_s", "COUNTINGHOUSE_SHUTDOWN_TIMEOUT_S", "20", Kind::Whole(0, 3_600)),
    setting("memory.limit_mib", "COUNTINGHOUSE_MEMORY_LIMIT_MIB", "256", Kind::Whole(1, 1_048_576)),
    setting("database.readers", "COUNTINGHOUSE_READERS", "8", Kind::Whole(1, MOST_READERS as i64)),
    setting("database.committers", "COUNTINGHOUSE_COMMITTERS", "8", Kind::Whole(1, 256)),
    setting("database.read_timeout_s", "COUNTINGHOUSE_READ_TIMEOUT_S", "5", Kind::Whole(1, 3_600)),
    setting("database.checkpoint_pages", "COUNTINGHOUSE_CHECKPOINT_PAGES", "8000", Kind::Whole(100, 1_000_000)),
    setting(
        "database.may_lose_commits_at_power_loss",
        "COUNTINGHOUSE_MAY_LOSE_COMMITS_AT_POWER_LOSS",
        "false",
        Kind::Flag,
    ),
    setting("jobs.enabled", "COUNTINGHOUSE_JOBS", "true", Kind::Flag),
    setting("jobs.stock_sweep_every_s", "COUNTINGHOUSE_STOCK_SWEEP_EVERY_S", "86400", Kind::Whole(0, 31_536_000)),
    setting("jobs.verify_every_s", "COUNTINGHOUSE_VERIFY_EVERY_S", "604800", Kind::Whole(0, 31_536_000)),
    setting("auth.password_grant", "COUNTINGHOUSE_PASSWORD_GRANT", "true", Kind::Flag),
    setting("auth.organization_founders", "COUNTINGHOUSE_ORGANIZATION_FOUNDERS", "nobody", Kind::Text),
    setting("auth.organizations_per_user", "COUNTINGHOUSE_ORGANIZATIONS_PER_USER", "10", Kind::Whole(1, 1_000_000)),
    setting("auth.session_idle_s", "COUNTINGHOUSE_SESSION_IDLE_S", "28800", Kind::Whole(120, 31_536_000)),
    setting("auth.session_lifetime_s", "COUNTINGHOUSE_SESSION_LIFETIME_S", "604800", Kind::Whole(120, 31_536_000)),
];

/// Keys of one `[[auth.issuers]]`.
pub const ISSUER_KEYS: &[&str] = &[
    "issuer",
    "audience",
    "algorithm",
    "jwks_file",
    "jwks_url",
    "hs256_secret",
    "organizations",
    "organization_claim",
    "subject_claim",
    "roles_claim",
    "roles",
    "scopes",
    "longest_life_s",
    "typ",
];

/// The sections of the file.
pub const SECTIONS: &[&str] = &["http", "memory", "database", "jobs", "auth"];

/// The keys of one section, or of the top where the section is empty, `issuers` included.
#[must_use]
pub fn keys_in(section: &str) -> Vec<&'static str> {
    let mut keys: Vec<&'static str> = SETTINGS
        .iter()
        .filter_map(|setting| match setting.key.split_once('.') {
            Some((place, key)) if place == section => Some(key),
            None if section.is_empty() => Some(setting.key),
            _ => None,
        })
        .collect();
    match section {
        "" => keys.extend(SECTIONS),
        "auth" => keys.push("issuers"),
        _ => {}
    }
    keys
}
