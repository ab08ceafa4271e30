//! The pipeline: statements sent one after the other without waiting for the answers between.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use deadpool_postgres::Object;

use super::plans;
use crate::fault::Fault;

/// One statement on its way.
type Sent<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Statements of one transaction that go off together, with the switches between them that say whose plans are kept.
pub struct Flight<'a, T> {
    sent: Vec<Sent<'a, Option<Result<T, Fault>>>>,
    is_kept: bool,
}

impl<T> Default for Flight<'_, T> {
    /// An empty flight in a transaction whose plans are kept.
    fn default() -> Self {
        Self { sent: Vec::new(), is_kept: true }
    }
}

impl<'a, T: Unpin + Send + 'a> Flight<'a, T> {
    /// Adds a statement, and before it the switch that it needs; `None` leaves plans as they are.
    pub fn push(
        &mut self,
        client: &'a Object,
        is_kept: Option<bool>,
        statement: impl Future<Output = Result<T, Fault>> + Send + 'a,
    ) {
        if let Some(is_kept) = is_kept {
            self.switch(client, is_kept);
        }
        self.sent.push(Box::pin(async move { Some(statement.await) }));
    }

    /// Adds the statement that ends the transaction, and with it every switch.
    pub fn end(&mut self, statement: impl Future<Output = Result<T, Fault>> + Send + 'a) {
        self.sent.push(Box::pin(async move { Some(statement.await) }));
        self.is_kept = true;
    }

    /// Sends everything and returns the result of each statement, in order. Plans are kept again afterwards.
    pub async fn land(mut self, client: &'a Object) -> Vec<Result<T, Fault>> {
        self.switch(client, true);
        all(self.sent).await.into_iter().flatten().collect()
    }

    fn switch(&mut self, client: &'a Object, is_kept: bool) {
        if self.is_kept == is_kept {
            return;
        }
        self.is_kept = is_kept;
        self.sent.push(Box::pin(async move { plans::keep(client, is_kept).await.err().map(Err) }));
    }
}

/// Sends all, in this order, and answers when all have answered.
///
/// A statement is handed to the connection when its future is first polled, so that polling in
/// order is sending in order. The server runs them in that order, and after the first that fails
/// in a transaction refuses the others.
async fn all<T: Unpin>(sent: Vec<Sent<'_, T>>) -> Vec<T> {
    let mut waiting: Vec<(Option<Sent<'_, T>>, Option<T>)> =
        sent.into_iter().map(|future| (Some(future), None)).collect();
    poll_fn(|context| {
        let mut is_ready = true;
        for (future, answer) in &mut waiting {
            let Some(pending) = future else { continue };
            match pending.as_mut().poll(context) {
                Poll::Ready(found) => {
                    *answer = Some(found);
                    *future = None;
                }
                Poll::Pending => is_ready = false,
            }
        }
        if is_ready { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    waiting.into_iter().filter_map(|(_, answer)| answer).collect()
}
