//! The configuration: an optional TOML file, the environment and the command line, checked before anything starts.

mod exposure;
pub mod layers;
pub mod memory;
pub mod settings;
pub mod show;
#[cfg(test)]
mod tests;

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use store::private;
use toml::Table;

use self::layers::Values;
use self::memory::Division;
use self::settings::MOST_READERS;
use crate::auth::client_address::TrustedProxies;
use crate::auth::issuers::{self, IssuerConfig};
use crate::auth::session::SessionLimits;
use crate::engine::DATABASE_FILE;
use crate::http::console::File;
use crate::http::layers::RatePolicy;
use crate::http::tls::TlsFiles;
use crate::http::transport::Limits;
use crate::identity::organizations::{Founders, Founding};

/// The variable that names the file, where `--config` does not.
pub const FILE_VARIABLE: &str = "COUNTINGHOUSE_CONFIG";

/// The service's configuration, checked.
#[derive(Clone, Debug)]
pub struct Config {
    /// Folder of the embedded database.
    pub data: PathBuf,
    /// `host:port` to listen on.
    pub listen: String,
    /// The address that clients use; made from where it listens if nobody says.
    pub base_url: Option<String>,
    /// PostgreSQL, where it is used.
    pub database_url: Option<String>,
    /// Which log lines are written, as `tracing` filters are written.
    pub log: String,
    /// How they are written.
    pub log_format: LogFormat,
    /// Networks whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<String>,
    /// Origins that browsers may call from.
    pub cors_origins: Vec<String>,
    /// How much one principal may ask.
    pub rate: RatePolicy,
    /// Bytes of an ordinary body.
    pub body_bytes: usize,
    /// Bounds of a connection.
    pub limits: Limits,
    /// Connections of one address at a time, but for those of trusted proxies.
    pub connections_per_address: u32,
    /// Certificate and key, where the service speaks TLS itself.
    pub tls: Option<TlsFiles>,
    /// How the memory is divided.
    pub memory: Division,
    /// How the embedded database is opened.
    pub sqlite: store::sqlite::Options,
    /// How PostgreSQL is used.
    pub postgres: store::postgres::Options,
    /// Whether this process runs the jobs.
    pub runs_jobs: bool,
    /// How often this process proves the stock; `None` for never.
    pub stock_sweep_every: Option<Duration>,
    /// How often this process verifies the stored data; `None` for never.
    pub verify_every: Option<Duration>,
    /// Whether the token endpoint takes passwords.
    pub allows_password_grant: bool,
    /// Who may make organizations over the API, and how many.
    pub founding: Founding,
    /// How long sessions of the console last.
    pub sessions: SessionLimits,
    /// Trusted foreign issuers.
    pub issuers: Vec<IssuerConfig>,
    /// Likely mistakes that stop nothing.
    pub warnings: Vec<String>,
    /// The values with their sources.
    pub values: Values,
    /// The files of the web console, which the program brings; empty where none was built.
    pub console: &'static [File],
}

/// A stream's heartbeats come every 15 seconds: a connection is not idle between two of them.
const LEAST_IDLE: Duration = Duration::from_secs(31);

/// How log lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// Text on a terminal, else JSON.
    Auto,
    /// One JSON object a line.
    Json,
    /// For people.
    Text,
}

/// Everything that is wrong with a configuration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the configuration is wrong:\n  {}", .0.join("\n  "))]
pub struct ConfigError(pub Vec<String>);

/// The configuration on the command line.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// The file.
    pub file: Option<PathBuf>,
    /// Values by key.
    pub values: Vec<(&'static str, String)>,
}

impl Config {
    /// Reads file, environment and flags.
    pub fn load(flags: &Flags) -> Result<Self, ConfigError> {
        let variable = |name: &str| std::env::var(name).ok();
        let file =
            flags.file.clone().or_else(|| variable(FILE_VARIABLE).filter(|text| !text.is_empty()).map(PathBuf::from));
        let text = match &file {
            Some(path) => read(path)?,
            None => String::new(),
        };
        let mut config = Self::of(&text, &variable, &flags.values)?;
        config.warnings =
            layers::doubtful_variables(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()));
        if config.database_url.is_none() {
            config.warnings.extend(private::concerns(&config.data, &[DATABASE_FILE]));
        }
        config.warnings.extend(exposure::concern(&config));
        config.warnings.extend(Self::hidden_faults(&text));
        Ok(config)
    }

    /// What is wrong in the text of a file that holds only because variables or options take the place of its values.
    fn hidden_faults(text: &str) -> Vec<String> {
        let faults = Self::of(text, &|_| None, &[]).err().map_or(Vec::new(), |error| error.0);
        let told = |fault| format!("the file by itself would be refused, a variable or an option hides it: {fault}");
        faults.into_iter().map(told).collect()
    }

    /// Threads for whatever waits for a disk or computes for long: one for each reader of the embedded database, and those of
    /// documents, passwords, verification and cost traces. Each keeps some memory of its own.
    #[must_use]
    pub fn blocking_threads(&self) -> usize {
        const OTHERS: usize = 16;
        self.sqlite.readers + OTHERS
    }

    /// The configuration of a file's text, variables and flags.
    pub fn of(
        text: &str,
        variable: &dyn Fn(&str) -> Option<String>,
        flags: &[(&'static str, String)],
    ) -> Result<Self, ConfigError> {
        let mut faults = Vec::new();
        let file: Table = text.parse().map_err(|error| ConfigError(vec![no_toml(text, &error)]))?;
        layers::require_known(&file, &mut faults);
        let values = Values::lay(flags, variable, &file, &mut faults);
        let issuers = issuers_of(&file, &mut faults);
        let config = Self::checked(values, issuers, &mut faults);
        if faults.is_empty() { Ok(config) } else { Err(ConfigError(faults)) }
    }

    /// The configuration of an embedded database in a folder, on a port that the system chooses: for tests.
    ///
    /// # Errors
    /// Never, unless a default is wrong.
    pub fn in_folder(folder: &Path) -> Result<Self, ConfigError> {
        let flags = [("data", folder.display().to_string()), ("listen", "127.0.0.1:0".to_owned())];
        Self::of("", &|_| None, &flags)
    }

    /// The same database, served for a moment on a port that the system chooses, to one client without a limit.
    #[must_use]
    pub fn for_the_moment(&self) -> Self {
        let rate = RatePolicy { per_second: 0, ..self.rate };
        let listen = "127.0.0.1:0".to_owned();
        Self { listen, base_url: None, rate, cors_origins: Vec::new(), tls: None, ..self.clone() }
    }

    fn checked(values: Values, issuers: Vec<IssuerConfig>, faults: &mut Vec<String>) -> Self {
        let seconds = |key: &str| Duration::from_secs(values.whole(key));
        let number = |key: &str| usize::try_from(values.whole(key)).unwrap_or(usize::MAX);
        let small = |key: &str| u32::try_from(values.whole(key)).unwrap_or(u32::MAX);
        let told = values.text("auth.organization_founders").unwrap_or_default();
        let founders = Founders::parse(&told).unwrap_or_else(|| {
            faults.push(format!("`auth.organization_founders` is `{told}`: write nobody, administrators or users"));
            Founders::Nobody
        });
        let log_format = match values.text("log_format").as_deref() {
            Some("json") => LogFormat::Json,
            Some("text") => LogFormat::Text,
            Some("auto") | None => LogFormat::Auto,
            Some(other) => {
                faults.push(format!("`log_format` is `{other}`: write auto, json or text"));
                LogFormat::Auto
            }
        };
        let limits = Limits {
            connections: number("http.connections"),
            header_timeout: seconds("http.header_timeout_s"),
            idle_timeout: seconds("http.header_timeout_s").max(LEAST_IDLE),
            body_timeout: seconds("http.body_timeout_s"),
            body_total_timeout: seconds("http.body_total_timeout_s"),
            write_timeout: seconds("http.write_timeout_s"),
            shutdown_timeout: seconds("http.shutdown_timeout_s"),
            ..Limits::default()
        };
        let tls = tls_of(&values, faults);
        let memory = memory_of(&values, faults);
        let config = Self {
            data: PathBuf::from(values.text("data").unwrap_or_default()),
            listen: values.text("listen").unwrap_or_default(),
            base_url: values.text("base_url").map(|url| url.trim_end_matches('/').to_owned()),
            database_url: values.text("database_url"),
            log: values.text("log").unwrap_or_default(),
            log_format,
            trusted_proxies: values.list("http.trusted_proxies"),
            cors_origins: values.list("http.cors_origins"),
            rate: RatePolicy {
                burst: small("http.rate_burst"),
                per_second: small("http.rate_per_second"),
                ..RatePolicy::default()
            },
            body_bytes: number("http.body_bytes"),
            limits,
            tls,
            connections_per_address: small("http.connections_per_address"),
            memory,
            sqlite: store::sqlite::Options {
                memory_kib: memory.database_kib(),
                checkpoint_pages: small("database.checkpoint_pages"),
                is_synchronous: !values.flag("database.may_lose_commits_at_power_loss"),
                readers: number("database.readers"),
                read_timeout: seconds("database.read_timeout_s"),
                ..store::sqlite::Options::default()
            },
            postgres: store::postgres::Options {
                readers: number("database.readers"),
                committers: number("database.committers"),
                wait: seconds("database.read_timeout_s"),
                read_timeout: seconds("database.read_timeout_s"),
                ..store::postgres::Options::default()
            },
            runs_jobs: values.flag("jobs.enabled"),
            stock_sweep_every: Some(seconds("jobs.stock_sweep_every_s")).filter(|every| !every.is_zero()),
            verify_every: Some(seconds("jobs.verify_every_s")).filter(|every| !every.is_zero()),
            allows_password_grant: values.flag("auth.password_grant"),
            founding: Founding { founders, per_user: number("auth.organizations_per_user") },
            sessions: SessionLimits::of_seconds(
                values.whole("auth.session_idle_s"),
                values.whole("auth.session_lifetime_s"),
            ),
            issuers,
            warnings: Vec::new(),
            values,
            console: &[],
        };
        config.note_faults(faults);
        config
    }

    fn note_faults(&self, faults: &mut Vec<String>) {
        if !is_address(&self.listen) {
            faults.push(format!(
                "`listen` (COUNTINGHOUSE_LISTEN) is `{}`: write an address and a port, such as 127.0.0.1:8080",
                self.listen
            ));
        }
        if let Some(url) = &self.base_url {
            let parsed = reqwest::Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
            if parsed.is_none_or(|url| url.query().is_some() || url.fragment().is_some()) {
                faults
                    .push(format!("`base_url` is `{url}`: write an address such as https://books.example.com/ledger"));
            }
        }
        if let Some(Err(fault)) = self.database_url.as_deref().map(store::postgres::parse) {
            faults.push(fault.to_string());
        }
        if let Err(error) = tracing_subscriber::EnvFilter::try_new(&self.log) {
            faults.push(format!("`log` is `{}`: {error}", self.log));
        }
        if let Err(error) = TrustedProxies::parse(&self.trusted_proxies) {
            faults.push(format!("`http.trusted_proxies`: {error}"));
        }
        for origin in self.cors_origins.iter().filter(|origin| !is_origin(origin)) {
            faults.push(format!(
                "`http.cors_origins` has `{origin}`: write an origin such as https://app.example.com, without a path"
            ));
        }
        if let Err(error) = issuers::trust(self.issuers.clone(), "this instance") {
            faults.push(error.to_string());
        }
    }
}

fn read(path: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(path)
        .map_err(|error| ConfigError(vec![format!("the file {} cannot be read: {error}", path.display())]))
}

/// The library's own text repeats the line, which may hold a secret.
fn no_toml(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    format!(
        "the file is not valid TOML: line {}: {}",
        before.matches('\n').count() + 1,
        error.message().trim_end().replace('\n', ", ")
    )
}

fn issuers_of(file: &Table, faults: &mut Vec<String>) -> Vec<IssuerConfig> {
    let Some(issuers) = file.get("auth").and_then(|auth| auth.get("issuers")) else { return Vec::new() };
    issuers.clone().try_into().unwrap_or_else(|error: toml::de::Error| {
        faults.push(format!("`auth.issuers`: {}", error.message()));
        Vec::new()
    })
}

/// The division of the memory; if it is too little, the least sufficient one, which is noted as a fault.
fn memory_of(values: &Values, faults: &mut Vec<String>) -> Division {
    let readers = usize::try_from(values.whole("database.readers")).unwrap_or(usize::MAX).clamp(1, MOST_READERS);
    let has_sqlite = values.text("database_url").is_none();
    let limit = values.whole(memory::KEY);
    Division::of(limit, readers, has_sqlite).unwrap_or_else(|fault| {
        // A value that was refused already is noted once.
        if limit > 0 {
            faults.push(fault);
        }
        Division::enough(readers, has_sqlite)
    })
}

/// One of the two says nothing without the other.
fn tls_of(values: &Values, faults: &mut Vec<String>) -> Option<TlsFiles> {
    let file = |key: &str| values.text(key).map(PathBuf::from);
    match (file("http.tls_certificate"), file("http.tls_key")) {
        (Some(certificate), Some(key)) => Some(TlsFiles { certificate, key }),
        (None, None) => None,
        (Some(_), None) => {
            faults.push("`http.tls_certificate` needs its private key: set its file in `http.tls_key`".to_owned());
            None
        }
        (None, Some(_)) => {
            faults.push("`http.tls_key` needs its certificate: set its file in `http.tls_certificate`".to_owned());
            None
        }
    }
}

/// An address with a port, or a host's name with one.
fn is_address(text: &str) -> bool {
    let named = text.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty()
            && !host.contains([':', '/', ' '])
            && host.parse::<IpAddr>().is_err()
            && port.parse::<u16>().is_ok()
    });
    named || text.parse::<SocketAddr>().is_ok()
}

fn is_origin(text: &str) -> bool {
    text == "*" || reqwest::Url::parse(text).is_ok_and(|url| url.origin().ascii_serialization() == text)
}
