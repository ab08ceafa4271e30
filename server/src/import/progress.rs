//! Progress of long work: a line that updates on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, Write};

/// The receiver of progress reports.
pub trait Progress: Send {
    /// Reports that `done` of `total` are done.
    fn at(&mut self, what: &str, done: usize, total: usize);
}

/// Tells nobody.
pub struct Silent;

impl Progress for Silent {
    fn at(&mut self, _what: &str, _done: usize, _total: usize) {}
}

/// The last report, and at which third, if every line stays.
#[derive(Debug, Default)]
struct Thirds(Option<(String, usize)>);

impl Thirds {
    /// Whether this is to be reported: the start and each third are.
    fn is_due(&mut self, what: &str, done: usize, total: usize) -> bool {
        let third = done.saturating_mul(3).checked_div(total).unwrap_or(3);
        let now = (what.to_owned(), third);
        if self.0.as_ref() == Some(&now) || (third == 0 && done > 0) {
            return false;
        }
        self.0 = Some(now);
        true
    }
}

/// Reports to the log, whose lines then have nothing else between them.
#[derive(Debug, Default)]
pub struct Logged(Thirds);

impl Progress for Logged {
    fn at(&mut self, what: &str, done: usize, total: usize) {
        if self.0.is_due(what, done, total) {
            tracing::info!(what, done, total, "loading");
        }
    }
}

/// The progress of a server's preparation: a line that updates on a terminal, else the log.
#[must_use]
pub fn of_a_server() -> Box<dyn Progress> {
    if std::io::stderr().is_terminal() { Box::new(Console::new()) } else { Box::new(Logged::default()) }
}

/// Reports on standard error; standard output keeps the result alone.
pub struct Console {
    is_terminal: bool,
    told: Thirds,
}

impl Console {
    /// On this process's standard error.
    #[must_use]
    pub fn new() -> Self {
        Self { is_terminal: std::io::stderr().is_terminal(), told: Thirds::default() }
    }

    /// The line to write, if one is due.
    fn plain(&mut self, what: &str, done: usize, total: usize) -> Option<String> {
        self.told.is_due(what, done, total).then(|| format!("{what}: {done} of {total}\n"))
    }
}

impl Default for Console {
    fn default() -> Self {
        Self::new()
    }
}

impl Progress for Console {
    fn at(&mut self, what: &str, done: usize, total: usize) {
        let line = if self.is_terminal {
            let end = if done >= total { "\n" } else { "" };
            Some(format!("\r\x1b[2K{what}: {done} of {total}{end}"))
        } else {
            self.plain(what, done, total)
        };
        if let Some(line) = line {
            let mut out = std::io::stderr();
            // Without a reader, nothing is reported; the work goes on.
            let _ = out.write_all(line.as_bytes());
            let _ = out.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_lines_stay_only_the_start_and_each_third_is_told() {
        let mut console = Console { is_terminal: false, told: Thirds::default() };
        let told: Vec<String> = (0..=9).filter_map(|done| console.plain("entries", done, 9)).collect();
        assert_eq!(told, ["entries: 0 of 9\n", "entries: 3 of 9\n", "entries: 6 of 9\n", "entries: 9 of 9\n"]);
        assert_eq!(console.plain("nothing", 0, 0), Some("nothing: 0 of 0\n".to_owned()));
    }
}
