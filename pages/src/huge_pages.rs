//! The system's huge pages, kept away from this process.
//!
//! Where Linux gives them to everybody (`always`), an allocator that frees most of 2 MiB keeps all of them for what is left.

/// Has the system give this process no huge pages from here on. A system that knows no such wish leaves everything as it is.
pub fn keep_away() {
    #[cfg(target_os = "linux")]
    linux::keep_away();
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{c_int, c_ulong};

    /// From `linux/prctl.h`.
    const PR_SET_THP_DISABLE: c_int = 41;

    unsafe extern "C" {
        fn prctl(option: c_int, ...) -> c_int;
    }

    pub fn keep_away() {
        const NOTHING: c_ulong = 0;
        // SAFETY: this option takes four numbers, reads and writes no memory of ours, and may be set at any time.
        let _ = unsafe { prctl(PR_SET_THP_DISABLE, 1 as c_ulong, NOTHING, NOTHING, NOTHING) };
    }
}
