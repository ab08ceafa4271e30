//! The `countinghouse` program.

/// Requests make and drop thousands of small pieces on one thread and another; the system's allocator takes a
/// fifth of the processor for that and keeps a third more memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    server::cli::main()
}
