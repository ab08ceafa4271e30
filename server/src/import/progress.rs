//! Progress of long work: a line that updates on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, Write};

/// Who is told how far the work is.
pub trait Progress: Send {
    /// So much of `what` is done.
    fn at(&mut self, what: &str, done: usize, total: usize);
}

/// Tells nobody.
pub struct Silent;

impl Progress for Silent {
    fn at(&mut self, _what: &str, _done: usize, _total: usize) {}
}

/// Tells whoever reads standard error; standard output keeps the result alone.
pub struct Console {
    is_terminal: bool,
    /// What was told last, and at which tenth, where every line stays.
    told: Option<(String, usize)>,
}

impl Console {
    /// On this process's standard error.
    #[must_use]
    pub fn new() -> Self {
        Self { is_terminal: std::io::stderr().is_terminal(), told: None }
    }

    /// The line to write, if one is due; every line stays, so only each third tells something.
    fn plain(&mut self, what: &str, done: usize, total: usize) -> Option<String> {
        let third = done.saturating_mul(3).checked_div(total).unwrap_or(3);
        let now = (what.to_owned(), third);
        if self.told.as_ref() == Some(&now) || (third == 0 && done > 0) {
            return None;
        }
        self.told = Some(now);
        Some(format!("{what}: {done} of {total}\n"))
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
            // Where nobody reads, nobody is told; the work goes on.
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
        let mut console = Console { is_terminal: false, told: None };
        let told: Vec<String> = (0..=9).filter_map(|done| console.plain("entries", done, 9)).collect();
        assert_eq!(told, ["entries: 0 of 9\n", "entries: 3 of 9\n", "entries: 6 of 9\n", "entries: 9 of 9\n"]);
        assert_eq!(console.plain("nothing", 0, 0), Some("nothing: 0 of 0\n".to_owned()));
    }
}
