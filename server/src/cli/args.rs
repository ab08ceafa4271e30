//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use super::api::ApiArgs;
use super::events::EventsCommand;
use super::import::ImportCommand;
use super::listing::{OrganizationListArgs, UserListArgs};
use super::login::LoginArgs;
use super::reach::{AsUser, Who};
use super::report::ReportArgs;
use crate::config::Flags;

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  failed
  2  wrong usage or configuration
  3  conflict: another process holds the data folder or the port
  7  `verify` found differences
  130  stopped by Ctrl-C

Examples:
  countinghouse serve --demo                        try it out, with data
  countinghouse init --username ada                 start with an organization of your own
  countinghouse serve                               run it
  TOKEN=$(countinghouse token --user admin)         a token for curl, even while a server runs
  countinghouse config check                        the configuration, and where each value comes from

Settings come from options, environment variables and the configuration file: docs/reference/configuration.md";

/// Double-entry ledger and inventory, self-hosted.
#[derive(Debug, Parser)]
#[command(name = "countinghouse", version, after_help = EXIT_CODES, arg_required_else_help = true)]
pub struct Arguments {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,

    /// Configuration file (TOML) [env: COUNTINGHOUSE_CONFIG]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder of the embedded database [env: COUNTINGHOUSE_DATA] [default: ./data]
    #[arg(long, global = true, value_name = "FOLDER")]
    data: Option<String>,
    /// Use PostgreSQL instead [env: DATABASE_URL]
    #[arg(long, global = true, value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
    /// Filter for log lines [env: COUNTINGHOUSE_LOG]
    #[arg(long, global = true, value_name = "FILTER")]
    log: Option<String>,
    /// Print JSON, for scripts; the output of `export` keeps its own format
    #[arg(long, global = true)]
    pub json: bool,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the service
    Serve(ServeArgs),
    /// Run the service with a demo organization, or only load its data
    Demo(DemoArgs),
    /// Create the first organization and its administrator
    Init(InitArgs),
    /// Manage users
    #[command(subcommand)]
    User(UserCommand),
    /// Manage organizations
    #[command(subcommand)]
    Organization(OrganizationCommand),
    /// List, replace or withdraw the keys that sign access tokens
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Print the newest security events; works while a server runs
    #[command(
        after_help = "Without --organization, it prints the events for the operator only, such as sign-ins with \
        unknown names.\n\nExamples:\n  countinghouse security-log\n  countinghouse security-log --organization Acme \
        --limit 500"
    )]
    SecurityLog(SecurityLogArgs),
    /// Send any request to the service and print the answer; works while a server runs
    Api(ApiArgs),
    /// Follow the feed of events; works while a server runs
    #[command(subcommand)]
    Events(EventsCommand),
    /// Sign in to a service that may run elsewhere, and keep that as a profile
    Login(LoginArgs),
    /// Print an access token of a user and nothing else
    Token(TokenArgs),
    /// Import files of other programs; works while a server runs
    Import {
        /// What to import
        #[command(subcommand)]
        what: ImportCommand,
        /// Id or name of the organization; needed if there are several [env: COUNTINGHOUSE_ORGANIZATION]
        #[arg(long, global = true, value_name = "ORGANIZATION")]
        organization: Option<String>,
        #[command(flatten)]
        who: Who,
    },
    /// Export files for other programs; works while a server runs
    #[command(after_help = "Examples:\n  countinghouse export --format chart --out chart.csv\n  \
        countinghouse export --format hledger --out books.journal\n  \
        countinghouse export --format log --with-names --out acme.log")]
    Export(ExportArgs),
    /// Print a report or write it to a file; works while a server runs
    Report(ReportArgs),
    /// Check the log's chain, and the books against the log; works while a server runs
    #[command(
        after_help = "If everything holds, it prints a line with `ok` and exits with 0; otherwise it exits with \
        7.\n\nExamples:\n  countinghouse verify\n  countinghouse verify --json --organization org_01j…"
    )]
    Verify(WhichBooks),
    /// Rebuild the books from their log alone and verify them; stop the server first
    #[command(after_help = "Example:\n  countinghouse rebuild")]
    Rebuild(WhichBooks),
    /// Copy the embedded database with a manifest; works while a server runs
    #[command(after_help = "A name without extension is a folder.\n\nExamples:\n  \
        countinghouse backup /backups/2026-11-20\n  countinghouse backup /backups/books.db")]
    Backup {
        /// File or folder to copy to; it must not contain a copy yet
        #[arg(value_name = "FILE|FOLDER")]
        to: PathBuf,
    },
    /// Restore a backup as the data folder, which must be absent or empty
    #[command(
        after_help = "Everybody has to sign in again. Until `countinghouse resume`, only administrators can sign in, \
        no secret works, and jobs wait.\nOn PostgreSQL, run it without FROM after `pg_restore`, while no server \
        runs.\n\nExample:\n  countinghouse restore /backups/2026-11-20 --data ./restored"
    )]
    Restore {
        /// The copy, or its folder; none on PostgreSQL
        #[arg(value_name = "FROM")]
        from: Option<PathBuf>,
    },
    /// Continue logs that a wrong clock wrote ahead of time; stop every server of the database first
    #[command(after_help = "Example:\n  countinghouse accept-clock --reason 'the clock was 40 years ahead on 1 May'")]
    AcceptClock {
        /// Why the logs are right as they are; kept for ever
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// End the hold on jobs, users and secrets after a restore; stop the server of an embedded database first
    #[command(after_help = "Example:\n  countinghouse resume --data ./restored")]
    Resume,
    /// Bring the database's schema up to date; `serve` does this, too
    Migrate,
    /// Write the OpenAPI document
    Openapi {
        /// File to write to instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// For tests: answers have no members but those that the document names
        #[arg(long)]
        closed: bool,
    },
    /// Check the configuration
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Print the completions for a shell
    #[command(after_help = "Example:\n  countinghouse completions bash > /etc/bash_completion.d/countinghouse")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// `serve`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countinghouse serve --demo\n  COUNTINGHOUSE_LISTEN=127.0.0.1:9000 countinghouse serve\n  \
     DATABASE_URL=postgres://user@host/books countinghouse serve\n\nSIGTERM and SIGINT stop it in an orderly way."
)]
pub struct ServeArgs {
    /// Address and port to listen on [env: COUNTINGHOUSE_LISTEN] [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// The address that clients use, as it appears in links [env: COUNTINGHOUSE_BASE_URL]
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Create a demo organization with known passwords and real data, unless it exists
    #[arg(long)]
    pub demo: bool,
    /// Allow other machines to reach the demo, although everyone knows its passwords
    #[arg(long, requires = "demo")]
    pub demo_insecure: bool,
}

/// `demo`.
#[derive(Debug, Args)]
#[command(
    after_help = "Without --load-only it is the same as `serve --demo`. Existing data is left alone.\n\nExample:\n  \
         countinghouse demo --load-only"
)]
pub struct DemoArgs {
    /// Load the data and exit; works while a server runs
    #[arg(long)]
    pub load_only: bool,
    /// Allow other machines to reach the demo, although everyone knows its passwords
    #[arg(long, conflicts_with = "load_only")]
    demo_insecure: bool,
}

impl DemoArgs {
    /// As which `serve` it runs.
    #[must_use]
    pub fn serve(&self) -> ServeArgs {
        ServeArgs { listen: None, base_url: None, demo: true, demo_insecure: self.demo_insecure }
    }
}

/// `init`.
#[derive(Debug, Args)]
#[command(after_help = "On a terminal, it asks for the values that are not given.\n\nExample:\n  countinghouse init \
    --organization 'Ada & Co' --currency EUR --timezone Europe/Berlin --chart ifrs --warehouse MAIN --username ada \
    --password-file secret.txt")]
pub struct InitArgs {
    /// Name of the organization
    #[arg(long, value_name = "NAME")]
    pub organization: Option<String>,
    /// Currency of the books (ISO 4217); it can never change
    #[arg(long, value_name = "CODE")]
    pub currency: Option<String>,
    /// Time zone, such as Europe/Berlin
    #[arg(long, value_name = "ZONE")]
    pub timezone: Option<String>,
    /// Chart template to begin with: ifrs, us-gaap or fr-pcg; with journals, default accounts and a fiscal year
    #[arg(long, value_name = "TEMPLATE")]
    pub chart: Option<String>,
    /// Fiscal year to begin with: a year, or its first day [default with a chart: this calendar year]
    #[arg(long, value_name = "YEAR")]
    pub fiscal_year: Option<String>,
    /// Code of a warehouse to begin with
    #[arg(long, value_name = "CODE")]
    pub warehouse: Option<String>,
    /// Username of the administrator
    #[arg(long, value_name = "NAME")]
    pub username: Option<String>,
    /// Display name of the administrator [default: the username]
    #[arg(long, value_name = "NAME")]
    pub display_name: Option<String>,
    /// File with the password on its first line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
}

/// `user`.
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// List the users of an organization; works while a server runs
    #[command(after_help = "Examples:\n  countinghouse user list\n  countinghouse user list --profile shop --json")]
    List(UserListArgs),
    /// Add a user; works while a server runs
    #[command(
        after_help = "On a terminal, it asks for the password.\n\nExamples:\n  countinghouse user add eve --role \
        accountant\n  countinghouse user add eve --role accountant --role auditor --password-file - < secret.txt"
    )]
    Add(UserAddArgs),
    /// Set a user's password and end their sign-ins; they must change it at the next sign-in
    #[command(after_help = "On a terminal, it asks for the password. With the embedded database, stop the service \
        first.\n\nExamples:\n  countinghouse user password eve\n  countinghouse user password eve --password-file - < \
        secret.txt")]
    Password(UserPasswordArgs),
    /// Sign a user out everywhere, lock them out, and make them inactive in every organization
    #[command(
        after_help = "With the embedded database, stop the service first.\n\nExample:\n  countinghouse user disable eve"
    )]
    Disable(UserStateArgs),
    /// Allow a disabled user to sign in again; memberships stay as they are
    #[command(
        after_help = "With the embedded database, stop the service first.\n\nExample:\n  countinghouse user enable eve"
    )]
    Enable(UserStateArgs),
}

/// `security-log`.
#[derive(Debug, Args)]
pub struct SecurityLogArgs {
    /// Id or name of the organization whose events to print
    #[arg(long, value_name = "ORGANIZATION")]
    pub organization: Option<String>,
    /// Number of events
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..=10_000))]
    pub limit: i64,
}

/// `keys`.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// List the keys and their uses; works while a server runs
    List,
    /// Create the next key, which begins to sign in 10 minutes; tokens of the present key stay valid until they expire
    #[command(after_help = "With the embedded database, stop the service first.")]
    Rotate,
    /// Refuse at once everything that a key signed, because somebody else knows it
    #[command(
        after_help = "With the embedded database, stop the service first; servers on PostgreSQL notice at once.\n\nExample:\n  \
        countinghouse keys list\n  countinghouse keys withdraw KID"
    )]
    Withdraw {
        /// The key's id, as `keys list` shows it
        // One in 64 begins with a hyphen.
        #[arg(allow_hyphen_values = true)]
        kid: String,
    },
}

/// `user disable` and `user enable`.
#[derive(Debug, Args)]
pub struct UserStateArgs {
    /// Username
    pub username: String,
}

/// `user password`.
#[derive(Debug, Args)]
pub struct UserPasswordArgs {
    /// Username
    pub username: String,
    /// File with the password on its first line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
}

/// `organization`.
#[derive(Debug, Subcommand)]
pub enum OrganizationCommand {
    /// List the organizations; works while a server runs
    #[command(after_help = "Without --as or a service elsewhere, it lists all of the data folder.\n\nExamples:\n  \
        countinghouse organization list\n  countinghouse organization list --profile shop")]
    List(OrganizationListArgs),
    /// Create another organization, whoever may create one over the API
    #[command(
        after_help = "With the embedded database, stop the service first.\n\nExample:\n  countinghouse organization add \
        \"Lovelace & Co\" --currency GBP --timezone Europe/London --administrator ada"
    )]
    Add(OrganizationAddArgs),
    /// Allow one person to change approval policies and duties again, if nobody is left to approve
    #[command(
        after_help = "With the embedded database, stop the service first. The log and the audit reports show that the \
        operator did it.\n\nExample:\n  countinghouse organization control-changes --alone \"Lovelace & Co\""
    )]
    ControlChanges(ControlChangesArgs),
}

/// `organization control-changes`.
#[derive(Debug, Args)]
pub struct ControlChangesArgs {
    /// Make one person enough; only the organization itself can require two
    #[arg(long, required = true)]
    pub alone: bool,
    /// Id or name of the organization
    #[arg(value_name = "ORGANIZATION")]
    pub organization: String,
}

/// `organization add`.
#[derive(Debug, Args)]
pub struct OrganizationAddArgs {
    /// Its name, as it appears on reports
    pub name: String,
    /// Currency of the books; it can never change
    #[arg(long, value_name = "CODE")]
    pub currency: String,
    /// IANA time zone that decides what day it is
    #[arg(long, value_name = "ZONE")]
    pub timezone: String,
    /// Chart template to begin with: ifrs, us-gaap or fr-pcg; with journals, default accounts and a fiscal year
    #[arg(long, value_name = "TEMPLATE")]
    pub chart: Option<String>,
    /// Fiscal year to begin with: a year, or its first day [default with a chart: this calendar year]
    #[arg(long, value_name = "YEAR")]
    pub fiscal_year: Option<String>,
    /// Code of a warehouse to begin with
    #[arg(long, value_name = "CODE")]
    pub warehouse: Option<String>,
    /// The user who administers it; they keep their other organizations
    #[arg(long, value_name = "NAME")]
    pub administrator: String,
}

/// `user add`.
#[derive(Debug, Args)]
pub struct UserAddArgs {
    /// Username
    pub username: String,
    /// Display name of the user [default: the username]
    #[arg(long, value_name = "NAME")]
    pub display_name: Option<String>,
    /// admin, controller, accountant, clerk, auditor, warehouseManager, warehouseOperator or a role of the
    /// organization's own; can be given several times
    #[arg(long = "role", value_name = "ROLE", required = true)]
    pub roles: Vec<String>,
    /// Id or name of the organization; needed if there are several [env: COUNTINGHOUSE_ORGANIZATION]
    #[arg(long, value_name = "ORGANIZATION")]
    pub organization: Option<String>,
    /// File with the password on its first line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    #[command(flatten)]
    pub acting: AsUser,
}

/// `token`.
#[derive(Debug, Args)]
#[command(
    after_help = "It works while a server runs and needs read access to the data folder or database.\n\nExample:\n  \
    curl -H \"Authorization: Bearer $(countinghouse token --user admin)\" http://127.0.0.1:8080/api/v1/warehouses"
)]
pub struct TokenArgs {
    /// Username
    #[arg(long, value_name = "NAME")]
    pub user: String,
    /// Id or name of the organization; needed if the user belongs to several [env: COUNTINGHOUSE_ORGANIZATION]
    #[arg(long, value_name = "ORGANIZATION")]
    pub organization: Option<String>,
    /// Lifetime of the token in hours
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(i64).range(1..=24))]
    pub hours: i64,
}

/// `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The format
    #[arg(long, value_enum)]
    pub format: ExportFormat,
    /// File to write to instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Id or name of the organization; needed if there are several [env: COUNTINGHOUSE_ORGANIZATION]
    #[arg(long, value_name = "ORGANIZATION")]
    pub organization: Option<String>,
    /// With `log`: include the names and contacts of parties and members, which no fact contains
    #[arg(long)]
    pub with_names: bool,
    /// With hledger, beancount, ledger: only entries from this day on
    #[arg(long, value_name = "DATE")]
    pub date_from: Option<String>,
    /// With hledger, beancount, ledger: only entries up to this day
    #[arg(long, value_name = "DATE")]
    pub date_to: Option<String>,
    /// With hledger, beancount, ledger: without the entries that move a year's result into equity
    #[arg(long)]
    pub without_closing: bool,
    #[command(flatten)]
    pub who: Who,
}

/// The export formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum ExportFormat {
    /// The chart of accounts as CSV
    Chart,
    /// The whole log of the organization, for another instance
    Log,
    /// A journal of hledger
    Hledger,
    /// A journal of beancount
    Beancount,
    /// A journal of ledger
    Ledger,
}

/// Which books `verify` and `rebuild` look at.
#[derive(Debug, Args)]
pub struct WhichBooks {
    /// Id of one organization [default: all]
    #[arg(long, value_name = "ID")]
    pub organization: Option<String>,
}

/// `config`.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Show every value and where it comes from; exits with 2 if something is wrong
    Check,
}

impl Arguments {
    /// Whether an option names the data folder or the database.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.data.is_some() || self.database_url.is_some()
    }

    /// The data folder, if an option names it.
    #[must_use]
    pub fn data(&self) -> Option<String> {
        self.data.clone()
    }

    /// The configuration in the options.
    #[must_use]
    pub fn flags(&self) -> Flags {
        let (listen, base_url) = match &self.command {
            Command::Serve(args) => (args.listen.clone(), args.base_url.clone()),
            _ => (None, None),
        };
        let given = [
            ("data", self.data.clone()),
            ("listen", listen),
            ("base_url", base_url),
            ("database_url", self.database_url.clone()),
            ("log", self.log.clone()),
        ];
        Flags {
            file: self.config.clone(),
            values: given.into_iter().filter_map(|(key, value)| Some((key, value?))).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_keys_id_may_begin_with_a_hyphen() {
        for typed in [["keys", "withdraw", "-aBc"], ["keys", "withdraw", "a-Bc"]] {
            let arguments = Arguments::try_parse_from(["countinghouse"].into_iter().chain(typed)).unwrap();
            assert!(matches!(arguments.command, Command::Keys(KeysCommand::Withdraw { kid }) if kid == typed[2]));
        }
    }

    #[test]
    fn options_become_settings() {
        let arguments =
            Arguments::parse_from(["countinghouse", "serve", "--listen", "127.0.0.1:1", "--data", "/tmp/x"]);
        assert_eq!(arguments.flags().values, [("data", "/tmp/x".to_owned()), ("listen", "127.0.0.1:1".to_owned())]);
        assert!(Arguments::try_parse_from(["countinghouse", "token", "--user", "a", "--hours", "25"]).is_err());
        assert!(Arguments::try_parse_from(["countinghouse", "serve", "--demo-insecure"]).is_err());
    }
}
