//! The `countinghouse` program: the service with the files of the web console.
//!
//! A crate of its own, so that a change of the console compiles these lines again and not the service.

use server::http::console::File;

/// Requests make and drop thousands of small pieces on one thread and another; the system's allocator takes a
/// fifth of the processor for that and keeps a third more memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The console as it was built; empty where there was none to put in.
static CONSOLE: &[File] = include!(concat!(env!("OUT_DIR"), "/console.rs"));

fn main() -> std::process::ExitCode {
    server::cli::main(CONSOLE)
}
