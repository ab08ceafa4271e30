//! Ctrl-C during an import: the request under way is finished, then the command says what is in.

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

use super::failure::{Exit, Failure};
use super::output::Output;
use crate::import::progress::{Console, Progress, Silent};

/// Whether Ctrl-C was pressed. A second time ends the process at once.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Pressed>);

#[derive(Default)]
struct Pressed {
    once: AtomicBool,
    told: Notify,
}

impl Interrupt {
    /// Listens from now on.
    #[must_use]
    pub fn listen() -> Self {
        let interrupt = Self::default();
        let heard = interrupt.clone();
        tokio::spawn(async move {
            // Where the system tells of no signals, Ctrl-C ends the process as ever.
            while tokio::signal::ctrl_c().await.is_ok() {
                if heard.0.once.swap(true, Ordering::SeqCst) {
                    std::process::exit(i32::from(Exit::Interrupted as u8));
                }
                heard.0.told.notify_one();
            }
        });
        interrupt
    }

    /// Whether it was pressed.
    #[must_use]
    pub fn came(&self) -> bool {
        self.0.once.load(Ordering::SeqCst)
    }

    /// The result of some work, or a failure with these words as soon as Ctrl-C is pressed.
    ///
    /// # Errors
    /// If it was pressed.
    pub async fn or_stopped<T>(&self, work: impl Future<Output = T>, words: &str) -> Result<T, Failure> {
        tokio::select! {
            done = work => Ok(done),
            () = self.0.told.notified() => Err(stopped(words)),
        }
    }
}

/// The failure of a command that Ctrl-C stopped.
#[must_use]
pub fn stopped(words: &str) -> Failure {
    Failure::new(Exit::Interrupted, format!("stopped: {words}"))
}

/// Progress for a person who watches; scripts get the result alone.
#[must_use]
pub fn watched(output: Output) -> Box<dyn Progress> {
    if std::io::stderr().is_terminal() && !output.as_json { Box::new(Console::new()) } else { Box::new(Silent) }
}

/// A number as people read it, such as 66,000.
#[must_use]
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1_000, 66_000, 1_234_567].map(grouped), ["0", "999", "1,000", "66,000", "1,234,567"]);
    }
}
