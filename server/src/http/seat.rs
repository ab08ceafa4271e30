//! A seat: where the handler of one item of a batch waits, from its command to the one commit of all of them.
//!
//! Each item is handled by the handler of its operation, as if it had come alone. The only difference is here: its command is
//! not committed, but handed to the batch, which answers when all have been carried out.

use std::sync::{Mutex, PoisonError};

use domain::command::Command;
use domain::rows::Reply;
use tokio::sync::oneshot;

use super::body::JsonBody;
use super::caller::Caller;
use super::problem::Problem;

/// The seat of one item, an extension of its request.
#[derive(Debug)]
pub struct Seat {
    /// Who sent the batch.
    pub caller: Caller,
    /// The item's body.
    pub body: JsonBody,
    ends: Mutex<Option<Ends>>,
}

/// The handler's ends of the two ways to the batch.
#[derive(Debug)]
struct Ends {
    command: oneshot::Sender<Command>,
    outcome: oneshot::Receiver<Carried>,
}

/// An item that was carried out.
#[derive(Debug)]
pub struct Carried {
    /// The core's reply.
    pub reply: Reply,
    /// Whether it was done when the batch came first.
    pub replayed: bool,
}

/// The batch's ends.
#[derive(Debug)]
pub struct Place {
    /// The item's command, once its handler has made it.
    pub command: oneshot::Receiver<Command>,
    /// The way back.
    pub outcome: oneshot::Sender<Carried>,
}

impl Seat {
    /// A seat for this caller and body, and the batch's ends of it.
    #[must_use]
    pub fn new(caller: Caller, body: JsonBody) -> (Self, Place) {
        let (command, commands) = oneshot::channel();
        let (outcomes, outcome) = oneshot::channel();
        let ends = Mutex::new(Some(Ends { command, outcome }));
        (Self { caller, body, ends }, Place { command: commands, outcome: outcomes })
    }

    /// Hands the command over and waits until all items of the batch have been carried out.
    ///
    /// # Errors
    /// A problem that nobody sees, where the batch was refused; a fault of the server where an operation has two commands.
    pub async fn carry_out(&self, command: Command) -> Result<Carried, Problem> {
        let ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(ends) = ends else {
            return Err(Problem::internal(&"an operation of a batch carries out two commands"));
        };
        let refused = || Problem::new(domain::Code::ValidationFailed, "the batch was refused");
        ends.command.send(command).map_err(|_| refused())?;
        ends.outcome.await.map_err(|_| refused())
    }
}
