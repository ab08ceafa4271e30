//! How a command fails: a text for people and an exit code for scripts.

use serde_json::Value;
use store::Fault;

use super::client::ClientError;
use crate::config::ConfigError;
use crate::engine::EngineError;
use crate::identity::IdentityError;
use crate::run::RunError;

/// The exit codes besides 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// It did not work.
    Failed = 1,
    /// It was asked in the wrong way, or is configured wrongly.
    Usage = 2,
    /// Another process is in the way.
    Conflict = 3,
    /// `verify` found differences.
    Differences = 7,
    /// Ctrl-C stopped it.
    Interrupted = 130,
}

impl Exit {
    /// The stable code of a failure that no problem of the API caused.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Usage => "usage",
            Self::Conflict => "conflict",
            Self::Differences => "differences",
            Self::Interrupted => "interrupted",
        }
    }
}

/// Why a command failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// For scripts.
    pub exit: Exit,
    /// For people.
    pub text: String,
    /// What the service answered, if a problem of it is the cause; or more about the failure.
    pub problem: Option<Box<Value>>,
}

impl Failure {
    /// A failure with its words.
    #[must_use]
    pub fn new(exit: Exit, text: impl Into<String>) -> Self {
        Self { exit, text: text.into(), problem: None }
    }

    /// An ordinary failure.
    #[must_use]
    pub fn failed(text: impl Into<String>) -> Self {
        Self::new(Exit::Failed, text)
    }

    /// The stable code: that of the problem, or the kind of failure.
    #[must_use]
    pub fn code(&self) -> &str {
        let of_problem = self.problem.as_ref().and_then(|problem| problem["code"].as_str());
        of_problem.unwrap_or(self.exit.code())
    }

    /// Wrong usage.
    #[must_use]
    pub fn usage(text: impl Into<String>) -> Self {
        Self::new(Exit::Usage, text)
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            // Its own text names the holder and the next step.
            Fault::Busy(why) => Self::new(Exit::Conflict, why),
            other => Self::failed(other.to_string()),
        }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Store(fault) => fault.into(),
            EngineError::Folder { .. } | EngineError::Unsafe(_) => Self::usage(error.to_string()),
            EngineError::Io(_) | EngineError::NoDatabase(_) => Self::failed(error.to_string()),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Engine(error) => error.into(),
            RunError::Identity(error) => error.into(),
            RunError::Busy(_) => Self::new(Exit::Conflict, error.to_string()),
            RunError::Listen { .. } | RunError::Tls(_) => Self::usage(error.to_string()),
            RunError::Ended(_) => Self::failed(error.to_string()),
        }
    }
}

impl From<IdentityError> for Failure {
    fn from(error: IdentityError) -> Self {
        match error {
            IdentityError::Store(fault) => fault.into(),
            IdentityError::Weak(_)
            | IdentityError::BadUsername
            | IdentityError::Issuer(_)
            | IdentityError::Network(_) => Self::usage(error.to_string()),
            other => Self::failed(other.to_string()),
        }
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        let exit = match error.status() {
            // The request is impossible, however often it is repeated.
            Some(400 | 422) => Exit::Usage,
            _ => Exit::Failed,
        };
        let text = error.to_string();
        let problem = match error {
            ClientError::Problem { problem, .. } => Some(problem),
            ClientError::Transport(_) => None,
        };
        Self { exit, text, problem }
    }
}
