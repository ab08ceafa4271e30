//! Checkpoints: the write-ahead log is copied into the file while the writer works, so that no commit waits for it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;

use super::memory::Role;
use super::{Options, configure, file, synchronous};
use crate::fault::Fault;

/// The log begins anew after this many steps: a page that changes often is then copied once for many changes.
const STEPS: u32 = 4;
/// How long a commit waits for readers of old pages where the log is twice as long already.
const WAIT_FOR_READERS: Duration = Duration::from_millis(50);

/// Copies the log on a connection and a thread of its own. The writer copies the rest at the end of the log itself,
/// because only then the log can begin anew; by then it is little.
#[derive(Debug)]
pub(super) struct Checkpointer {
    /// Pages in the log after the last commit.
    pages: Arc<AtomicU32>,
    /// Pages that were there when the thread was last woken, or the writer last copied.
    seen: u32,
    /// Pages after which the thread is woken again.
    step: u32,
    busy_timeout: Duration,
    /// Whether the log is long enough to begin anew.
    is_due: bool,
    is_copying: Arc<AtomicBool>,
    wake: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpointer {
    /// Takes the checkpoints of `writer` over from SQLite, which would make them inside its commits.
    pub(super) fn start(writer: &mut Connection, path: &Path, options: &Options) -> Result<Self, Fault> {
        let connection = file::open(path)?;
        configure(&connection, options, Role::Checkpointer)?;
        connection.pragma_update(None, "synchronous", synchronous(options))?;
        let pages = Arc::new(AtomicU32::new(0));
        let after_commit = Arc::clone(&pages);
        writer.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, pages| {
            after_commit.store(u32::try_from(pages).unwrap_or(0), Ordering::Relaxed);
            Ok(())
        }))?;
        let is_copying = Arc::new(AtomicBool::new(false));
        let (wake, woken) = channel();
        let (done, failed) = (Arc::clone(&is_copying), options.on_disk_failure);
        let thread = std::thread::Builder::new()
            .name("checkpoint".to_owned())
            .spawn(move || serve(&connection, &woken, &done, failed))
            .map_err(|error| Fault::Other(format!("the thread for checkpoints cannot start: {error}")))?;
        Ok(Self {
            pages,
            seen: 0,
            step: options.checkpoint_pages,
            busy_timeout: options.busy_timeout,
            is_due: false,
            is_copying,
            wake: Some(wake),
            thread: Some(thread),
        })
    }

    /// Handles the log after a commit: wakes the thread, or copies the small rest of a long log.
    ///
    /// # Errors
    /// `Io` if the disk failed: its contents are unknown.
    pub(super) fn after_commit(&mut self, writer: &Connection) -> Result<(), Fault> {
        let pages = self.pages.load(Ordering::Relaxed);
        if pages < self.seen {
            // The log began anew.
            self.seen = 0;
            self.is_due = false;
        }
        // Acquired: the thread's copy is visible.
        if self.is_copying.load(Ordering::Acquire) {
            return Ok(());
        }
        let long = self.step.saturating_mul(STEPS);
        if pages - self.seen >= self.step {
            self.seen = pages;
            self.is_due = pages >= long;
            self.is_copying.store(true, Ordering::Release);
            // Without its thread, which ends only after a failure, there is nobody to wake.
            let _ = self.wake.as_ref().map(|wake| wake.send(()));
        } else if self.is_due {
            // One try per step: those who read old pages keep the log from beginning anew.
            self.is_due = false;
            if pages < long.saturating_mul(2) {
                return copy(writer, PASSIVE);
            }
            writer.busy_timeout(WAIT_FOR_READERS)?;
            let copied = copy(writer, RESTART);
            writer.busy_timeout(self.busy_timeout)?;
            return copied;
        }
        Ok(())
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            // It has reported its failure itself.
            let _ = thread.join();
        }
    }
}

const PASSIVE: &str = "pragma wal_checkpoint(passive)";
const RESTART: &str = "pragma wal_checkpoint(restart)";

fn copy(connection: &Connection, how: &str) -> Result<(), Fault> {
    // That somebody is in the way is an answer, not an error: the next one copies the rest.
    Ok(connection.prepare_cached(how)?.query_row([], |_| Ok(()))?)
}

fn serve(connection: &Connection, woken: &Receiver<()>, is_copying: &AtomicBool, failed: fn(&str)) {
    while woken.recv().is_ok() {
        match copy(connection, PASSIVE) {
            Ok(()) => {}
            Err(Fault::Io(why)) => {
                failed(&why);
                // It stays marked as copying: a file that failed once is not written again.
                return;
            }
            Err(fault) => tracing::warn!(%fault, "the write-ahead log could not be copied and grows"),
        }
        is_copying.store(false, Ordering::Release);
    }
}
