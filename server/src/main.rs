//! The `countinghouse` program.

fn main() -> std::process::ExitCode {
    server::cli::main()
}
