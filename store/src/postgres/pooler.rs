//! Poolers between this program and PostgreSQL: one that keeps a connection for each client does no harm; one that gives each
//! transaction another connection mixes up settings and prepared statements of sessions, and is refused.

use deadpool_postgres::Object;
use tokio_postgres::SimpleQueryMessage;

use crate::fault::Fault;

/// Two connections of ours must each be a process of the server of their own, and stay it.
///
/// An idle pooler lends the same process to both at once, and a busy one lends others each time. One with few processes that
/// lends them in turn is met by asking an odd number of times while the other connection holds its own.
///
/// # Errors
/// `Unreachable` where a pooler lends processes for a transaction or a statement.
pub(super) async fn require_sessions(one: &Object, other: &Object) -> Result<(), Fault> {
    let mut seen = Seen { one: vec![process(one).await?, process(one).await?], other: vec![process(other).await?] };
    seen.require_apart()?;
    other.batch_execute("begin").await?;
    seen.other.push(process(other).await?);
    seen.one.extend([process(one).await?, process(one).await?]);
    other.batch_execute("commit").await?;
    seen.require_apart()
}

/// Which processes of the server answered two connections.
struct Seen {
    one: Vec<String>,
    other: Vec<String>,
}

impl Seen {
    fn require_apart(&self) -> Result<(), Fault> {
        let is_one = |seen: &[String]| seen.iter().all(|process| seen.first() == Some(process));
        if is_one(&self.one) && is_one(&self.other) && self.one.first() != self.other.first() {
            return Ok(());
        }
        Err(Fault::Unreachable(
            "a pooler in front of PostgreSQL gives each transaction another connection, which loses settings and \
             prepared statements: set pool_mode = session in PgBouncer for this database, or use the server itself in \
             DATABASE_URL"
                .to_owned(),
        ))
    }
}

/// The process that answers; asked without preparing a statement, which might go to another one than its use.
async fn process(client: &Object) -> Result<String, Fault> {
    for message in client.simple_query("select pg_backend_pid()").await? {
        if let SimpleQueryMessage::Row(row) = message
            && let Some(process) = row.get(0)
        {
            return Ok(process.to_owned());
        }
    }
    Err(Fault::Other("the database does not tell which process answers".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_told_from_what_is_lent() {
        for (one, other, is_fine) in [
            (&["7", "7"][..], &["8"][..], true),
            (&["7", "7", "7", "7"], &["8", "8"], true),
            // Idle: both got the same.
            (&["7", "7"], &["7"], false),
            // Busy: another one each time.
            (&["7", "8"], &["9"], false),
            (&["7", "7", "9", "9"], &["8", "8"], false),
            (&["7", "7", "7", "7"], &["8", "9"], false),
            // While the other one holds 7.
            (&["7", "7", "8", "8"], &["7", "7"], false),
        ] {
            let owned = |seen: &[&str]| seen.iter().map(|process| (*process).to_owned()).collect();
            let seen = Seen { one: owned(one), other: owned(other) };
            assert_eq!(seen.require_apart().is_ok(), is_fine, "{one:?} {other:?}");
        }
    }
}
