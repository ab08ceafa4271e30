//! The pipeline: statements sent one behind the other without waiting for the answers between.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

/// One statement on its way.
pub type Sent<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Sends all, in this order, and answers when all have answered.
///
/// A statement is handed to the connection when its future is first polled, so that polling in
/// order is sending in order. The server runs them in that order, and after the first that fails
/// in a transaction refuses the others.
pub async fn all<T: Unpin>(sent: Vec<Sent<'_, T>>) -> Vec<T> {
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
