//! The allocator's handling of free memory, for a process that lives long.
//!
//! It reads its options from the environment before `main`, so a server begins anew with them: the same process, once.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

/// Free memory goes back to the system at once: kept for a second, as is usual, it is a third of the memory of many
/// readers. Each thread keeps no free pages, and looks often for those that others emptied: else the threads together
/// keep a tenth. And there are no huge pages, of which 2 MiB stay where a few bytes do.
const OPTIONS: [(&str, &str); 4] = [
    ("MIMALLOC_PURGE_DELAY", "0"),
    ("MIMALLOC_PAGE_FULL_RETAIN", "0"),
    ("MIMALLOC_GENERIC_COLLECT", "500"),
    ("MIMALLOC_ALLOW_THP", "0"),
];

/// Begins anew with the options, unless somebody has set them all. Where that is not possible the process goes on without them.
pub fn prepare() {
    let unset: Vec<_> = OPTIONS.iter().filter(|(name, _)| std::env::var_os(name).is_none()).copied().collect();
    if unset.is_empty() {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let mut arguments = std::env::args_os();
    let mut anew = Command::new(program);
    if let Some(name) = arguments.next() {
        anew.arg0(name);
    }
    // It comes back only where it failed; then more memory is kept, and nothing else differs.
    let _ = anew.args(arguments).envs(unset).exec();
}
