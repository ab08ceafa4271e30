//! Logs and metrics: set up once per process, for every command.

use std::io::IsTerminal as _;
use std::sync::OnceLock;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{Config, LogFormat};

/// Upper bounds of the histograms, in seconds: from a cached read to a client that gives up.
const BUCKETS_S: [f64; 14] = [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Sends log lines to standard error, as JSON unless a person reads them.
pub fn start_logs(config: &Config) {
    let as_json = match config.log_format {
        LogFormat::Json => true,
        LogFormat::Text => false,
        LogFormat::Auto => !std::io::stderr().is_terminal(),
    };
    // The filter was read once before, when the configuration was checked.
    let filter = EnvFilter::try_new(quietened(&config.log)).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let registry = tracing_subscriber::registry().with(filter);
    // Where logs were set up before, they stay as they are.
    let _ = if as_json {
        registry.with(lines.json().flatten_event(true).with_current_span(false).with_span_list(false)).try_init()
    } else {
        registry.with(lines.with_ansi(std::io::stderr().is_terminal())).try_init()
    };
}

/// Messages of the store's libraries that are too many are left out unless the filter names them.
fn quietened(filter: &str) -> String {
    let unnamed = store::QUIET_LOGS.iter().filter(|(name, _)| !filter.contains(name)).map(|(_, level)| *level);
    std::iter::once(filter).chain(unnamed).collect::<Vec<_>>().join(",")
}

/// The metrics of this process; the first call begins to record them.
///
/// `None` where somebody else records them already.
pub fn recorder() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let recorder = PrometheusBuilder::new().set_buckets(&BUCKETS_S).ok()?.build_recorder();
            let handle = recorder.handle();
            metrics::set_global_recorder(recorder).ok()?;
            metrics::gauge!("countinghouse_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
            Some(handle)
        })
        .as_ref()
}

/// The metrics in Prometheus' text format.
#[must_use]
pub fn metrics_text() -> String {
    recorder().map(PrometheusHandle::render).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_too_much_is_left_out_unless_it_is_named() {
        assert!(store::QUIET_LOGS.len() > 1);
        for (name, level) in store::QUIET_LOGS {
            assert!(quietened("debug").starts_with("debug,") && quietened("debug").contains(level));
            assert!(!quietened(&format!("info,{name}=trace")).contains(level));
        }
    }

    #[test]
    fn a_measured_request_is_in_a_bucket() {
        assert!(recorder().is_some());
        metrics::histogram!("test_duration_seconds").record(0.003);
        let text = metrics_text();
        assert!(text.contains("test_duration_seconds_bucket{le=\"0.005\"} 1"), "{text}");
        assert!(text.contains("countinghouse_build_info"));
    }
}
