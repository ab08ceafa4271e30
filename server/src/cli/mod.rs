//! The command line: one file per subcommand.

pub mod api;
pub mod args;
pub mod client;
pub mod connect;
pub mod demo;
mod demo_count;
mod demo_events;
mod demo_gtins;
pub mod events;
pub mod failure;
pub mod import;
pub mod listing;
pub mod living;
pub mod login;
pub mod output;
pub mod reach;
pub mod session;

mod accept_clock;
mod allocator;
mod backup;
mod chart;
mod completions;
mod config_check;
mod control_changes;
mod demo_load;
mod demo_margin;
mod demo_organization;
mod demo_stock;
mod demo_told;
mod export;
mod import_file;
mod init;
mod interrupt;
mod items;
mod keys;
mod ledger_file;
pub mod log;
mod migrate;
mod openapi;
mod organization;
pub mod plain;
pub mod profiles;
mod prompt;
mod rates;
mod rebuild;
pub mod report;
mod report_table;
mod restore;
mod resume;
mod security_log;
mod serve;
mod token;
mod user;
mod user_state;
mod verify;
mod who;
mod whole_file;

pub use connect::{Connection, connect};
pub use failure::{Exit, Failure};

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser as _;

use self::args::{Arguments, Command, ConfigCommand, OrganizationCommand, UserCommand};
use self::events::EventsCommand;
use self::output::Output;
use self::reach::Reach;
use crate::config::Config;
use crate::config::layers::Source;
use crate::http::console::File;
use crate::observe;

/// The time limit for work that still runs after the command is done.
const END_TIMEOUT: Duration = Duration::from_secs(2);

/// The program: reads the arguments, runs the command, tells how it went. It serves these files as its console.
#[must_use]
pub fn main(console: &'static [File]) -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misused(&error),
    };
    if matches!(arguments.command, Command::Serve(_) | Command::Demo(_)) {
        allocator::prepare();
    }
    let output = Output { as_json: arguments.json };
    let outcome = match &arguments.command {
        // These need no configuration, and must work where it is wrong.
        Command::Completions { shell } => completions::run(*shell).map(done),
        Command::Openapi { out, closed } => on_threads(1, openapi::run(out.as_deref(), *closed)).map(done),
        _ => Config::load(&arguments.flags()).map_err(Failure::from).and_then(|config| {
            on_threads(config.blocking_threads(), run(arguments, Config { console, ..config }, output))
        }),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => output.fail(&failure),
    }
}

/// Tells how the command is used, or what is wrong with what was typed: as JSON where that was asked for.
fn misused(error: &clap::Error) -> ExitCode {
    // What was typed cannot be understood as a whole, but this word can.
    if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
        let text = error.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
        return Output { as_json: true }.fail(&Failure::usage(text));
    }
    if !error.use_stderr() {
        // Help and version are what was asked for: that they are lost is a failure.
        return match output::print(error.to_string().trim_end()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => Output { as_json: false }.fail(&failure),
        };
    }
    error.exit()
}

/// A variable of the environment that has a value.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Runs a command. Reads of files, documents and the hashing of passwords take threads of their own, at most so many.
fn on_threads<T>(blocking: usize, command: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(blocking)
        .build()
        .map_err(|error| Failure::new(Exit::Failed, format!("the system cannot start threads: {error}")))?;
    let outcome = runtime.block_on(command);
    runtime.shutdown_timeout(END_TIMEOUT);
    outcome
}

async fn run(arguments: Arguments, mut config: Config, output: Output) -> Result<ExitCode, Failure> {
    if let Command::Config(ConfigCommand::Check) = &arguments.command {
        return config_check::run(&config, output).await.map(done);
    }
    quieten(&mut config, &arguments.command);
    observe::start_logs(&config);
    for warning in &config.warnings {
        tracing::warn!("{warning}");
    }
    let data = arguments.data();
    let reach = Reach { config: &config, is_here: arguments.is_here() };
    match arguments.command {
        Command::Api(args) => api::run(reach, &args, data.as_deref(), output).await.map(done),
        Command::Events(EventsCommand::Tail(args)) => events::tail(reach, &args, output).await.map(done),
        Command::Login(args) => login::run(args, output).await.map(done),
        Command::User(UserCommand::List(args)) => listing::users(reach, &args, output).await.map(done),
        Command::Organization(OrganizationCommand::List(args)) => {
            listing::organizations(reach, &args, output).await.map(done)
        }
        Command::Serve(args) => serve::run(&config, &args).await.map(done),
        Command::Demo(args) if args.load_only => demo_load::run(&config, output).await.map(done),
        Command::Demo(args) => serve::run(&config, &args.serve()).await.map(done),
        Command::Init(args) => init::run(&config, args, output).await.map(done),
        Command::User(UserCommand::Add(args)) => user::add(reach, args, output).await.map(done),
        Command::User(UserCommand::Password(args)) => user::set_password(&config, args, output).await.map(done),
        Command::User(UserCommand::Disable(args)) => user_state::disable(&config, &args, output).await.map(done),
        Command::User(UserCommand::Enable(args)) => user_state::enable(&config, &args, output).await.map(done),
        Command::Organization(OrganizationCommand::Add(args)) => {
            organization::add(&config, args, output).await.map(done)
        }
        Command::Organization(OrganizationCommand::ControlChanges(args)) => {
            control_changes::run(&config, &args, output).await.map(done)
        }
        Command::Keys(command) => keys::run(&config, &command, output).await.map(done),
        Command::SecurityLog(args) => security_log::run(&config, &args, output).await.map(done),
        Command::Token(args) => token::run(&config, &args, output).await.map(done),
        Command::Import { what, organization, who } => {
            import::start(reach, what, &who, organization.as_deref(), output).await
        }
        Command::Export(args) => export::run(reach, &args).await.map(done),
        Command::Report(args) => report::run(reach, &args, output).await.map(done),
        Command::Verify(args) => verify::run(&config, args.organization.as_deref(), output).await,
        Command::Rebuild(args) => rebuild::run(&config, args.organization.as_deref(), output).await,
        Command::Backup { to } => backup::run(&config, &to, output).await.map(done),
        Command::Restore { from } => restore::run(&config, from.as_deref(), output).await.map(done),
        Command::AcceptClock { reason } => accept_clock::run(&config, &reason, output).await.map(done),
        Command::Resume => resume::run(&config, output).await.map(done),
        Command::Migrate => migrate::run(&config, output).await.map(done),
        Command::Config(_) | Command::Completions { .. } | Command::Openapi { .. } => Ok(ExitCode::SUCCESS),
    }
}

fn done((): ()) -> ExitCode {
    ExitCode::SUCCESS
}

/// Only a server logs everything that it does; a command prints its own messages.
fn quieten(config: &mut Config, command: &Command) {
    let is_default = config.values.0.get("log").is_none_or(|(_, source)| *source == Source::Default);
    let is_server = match command {
        Command::Serve(_) => true,
        Command::Demo(args) => !args.load_only,
        _ => false,
    };
    if is_default && !is_server {
        config.log = "warn".to_owned();
    }
}
