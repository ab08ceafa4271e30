//! `completions`: a shell's rules for completing the command line.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::args::Arguments;
use super::failure::Failure;
use super::output::print;

/// Prints the completions of a shell.
pub fn run(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "countinghouse", &mut script);
    print(String::from_utf8_lossy(&script).trim_end())
}
