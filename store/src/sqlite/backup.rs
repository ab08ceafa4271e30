//! Backup of a SQLite database while its writer runs.

use std::path::Path;
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};

use super::{Options, file};
use crate::fault::Fault;
use crate::private;

/// Pages copied in one step; between steps the writer goes on.
const PAGES_PER_STEP: i32 = 1_000;
/// Rest after a step that met a lock.
const REST: Duration = Duration::from_millis(20);

/// Copies the database at `from` to a new file at `to`; `progress` hears pages left and in all.
///
/// The copy is made in one read transaction, so that it is one moment of the books however much is
/// written meanwhile, and holds neither a log nor a lock of its own.
///
/// # Errors
/// Where `to` exists, or either file fails.
pub fn backup(from: &Path, to: &Path, mut progress: impl FnMut(u64, u64)) -> Result<(), Fault> {
    create_private(to)?;
    file::require_sound_log_of_stopped(from, &Options::default())?;
    let source = file::open(from)?;
    source.pragma_update(None, "query_only", true)?;
    source.busy_timeout(Duration::from_secs(5))?;
    let mut target = file::open(to)?;
    {
        // Without it every commit of the writer would start the copy again from its first page.
        let reading = source.unchecked_transaction()?;
        reading.query_row("select count(*) from sqlite_master", [], |row| row.get::<_, i64>(0))?;
        if pages::reserved(&source)? == pages::sum::BYTES {
            pages::reserve_for_copy(&target)?;
        }
        let copy = Backup::new(&source, &mut target)?;
        loop {
            let step = copy.step(PAGES_PER_STEP)?;
            let state = copy.progress();
            progress(u64::try_from(state.remaining).unwrap_or(0), u64::try_from(state.pagecount).unwrap_or(0));
            if step == StepResult::Done {
                break;
            } else if step != StepResult::More {
                std::thread::sleep(REST);
            }
        }
    }
    // People copy and ship one file without a log next to it.
    target.query_row("pragma journal_mode = delete", [], |row| row.get::<_, String>(0))?;
    Ok(())
}

/// The copy holds everything in the database, keys included: it is private from the start.
fn create_private(to: &Path) -> Result<(), Fault> {
    private::create_new(to).map(drop).map_err(|error| {
        if error.kind() == std::io::ErrorKind::AlreadyExists {
            Fault::Other(format!("{} exists already: give a new file", to.display()))
        } else {
            Fault::Other(format!("{}: {error}", to.display()))
        }
    })
}
