//! The committer: a connection that locks one organization, loads, saves and commits.

use deadpool_postgres::Object;
use domain::book::{Changes, Query};
use domain::rows::{Head, Row};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind};
use tokio_postgres::types::ToSql;

use super::save::{self, Frame, Prepared};
use super::{load, plans, reader};
use crate::fault::Fault;
use crate::statement;
use crate::value::{Parameter, postgres_row};

/// A connection for commits, one organization per transaction, whose plans are kept. It is closed when it is dropped:
/// other statements are planned for their values, and the server undoes an open transaction.
#[derive(Debug)]
pub struct Committer {
    client: Option<Object>,
    prepared: Prepared,
    is_open: bool,
}

impl Committer {
    pub(super) async fn new(client: Object) -> Result<Self, Fault> {
        // Held before it is changed, so that it is closed and not lent again in any case.
        let committer = Self { client: Some(client), prepared: Prepared::default(), is_open: false };
        if let Some(client) = &committer.client {
            client.batch_execute(plans::KEPT).await?;
        }
        Ok(committer)
    }

    /// Begins a transaction, locks the organization's head, and returns it with the rows of queries that are known by
    /// now, all in one flight. The head is `None` if there is none yet (if two create it at once, its primary key lets
    /// one fail).
    ///
    /// The lock is a statement of its own and the isolation is READ COMMITTED: later loads see everything that the lock
    /// waited for. One statement that locks and loads would see the rows as they were before it waited.
    ///
    /// # Errors
    /// `Busy` if the lock is not given in time; `ConnectionLost`; as [`Self::load`].
    pub async fn begin(
        &mut self,
        organization: OrganizationId,
        queries: &[Query],
    ) -> Result<(Option<Vec<Cell>>, Vec<Vec<Vec<Cell>>>), Fault> {
        let client = self.client.as_ref().ok_or_else(lost)?;
        let text = format!("{} where organization_id = $1 for update", statement::select_all(Head::table()));
        let lock = client.prepare_cached(&text).await?;
        let cell = Cell::Id(organization.0);
        let params: [&(dyn ToSql + Sync); 1] = [&Parameter(&cell)];
        self.is_open = true;
        let (begun, locked, loaded) = tokio::join!(
            biased;
            client.batch_execute(plans::BEGIN),
            client.query_opt(&lock, &params),
            load::for_commit(client, organization, queries)
        );
        begun?;
        let kinds = Head::TABLE.columns.iter().map(|column| column.kind);
        let head = locked?.map(|row| postgres_row(&row, 0, kinds)).transpose()?;
        Ok((head, loaded?))
    }

    /// Answers each query with its rows, in order.
    pub async fn load(
        &mut self,
        organization: OrganizationId,
        queries: &[Query],
    ) -> Result<Vec<Vec<Vec<Cell>>>, Fault> {
        load::for_commit(self.client.as_ref().ok_or_else(lost)?, organization, queries).await
    }

    /// Writes changes within the transaction.
    ///
    /// # Errors
    /// As [`save::save`]; the transaction is then to be rolled back.
    pub async fn save(&mut self, organization: OrganizationId, changes: &Changes) -> Result<(), Fault> {
        let client = self.client.as_ref().ok_or_else(lost)?;
        save::save(client, &mut self.prepared, organization, changes, Frame::Inside).await
    }

    /// Runs one statement written with `$n` within the transaction, for work that no changes describe.
    pub(crate) async fn execute(
        &mut self,
        sql: &str,
        params: &[Cell],
        kinds: &[CellKind],
    ) -> Result<Vec<Vec<Cell>>, Fault> {
        reader::rows(self.client.as_ref().ok_or_else(lost)?, sql, params, kinds).await
    }

    /// Writes changes and commits, in one flight.
    ///
    /// # Errors
    /// As [`save::save`], with nothing written; `ConnectionLost` or `Io` leave the outcome unknown.
    pub async fn save_and_commit(&mut self, organization: OrganizationId, changes: &Changes) -> Result<(), Fault> {
        self.end(organization, changes, Frame::Commit).await
    }

    /// Locks the organization's head, writes changes if the head is this one, and commits: one transaction in one
    /// flight, and one statement where the changes are one.
    ///
    /// # Errors
    /// As [`Self::save_and_commit`]; `Serialization` where the head is another one.
    pub async fn save_upon(
        &mut self,
        organization: OrganizationId,
        head: &Head,
        changes: &Changes,
    ) -> Result<(), Fault> {
        self.is_open = true;
        self.end(organization, changes, Frame::Whole(&head.cells())).await
    }

    async fn end(&mut self, organization: OrganizationId, changes: &Changes, frame: Frame<'_>) -> Result<(), Fault> {
        let client = self.client.as_ref().ok_or_else(lost)?;
        let outcome = save::save(client, &mut self.prepared, organization, changes, frame).await;
        match &outcome {
            Ok(()) => self.is_open = false,
            // COMMIT may have ended the transaction, or may not have been sent.
            Err(_) => self.rollback().await,
        }
        outcome
    }

    /// Makes the transaction durable.
    ///
    /// # Errors
    /// `ConnectionLost` or `Io` leave the outcome unknown; after others nothing is written.
    pub async fn commit(&mut self) -> Result<(), Fault> {
        let outcome = self.client.as_ref().ok_or_else(lost)?.batch_execute("commit").await.map_err(Fault::from);
        match &outcome {
            Ok(()) => self.is_open = false,
            Err(_) => self.rollback().await,
        }
        outcome
    }

    /// Undoes the transaction, if one is open; closes the connection if that is unknown.
    pub async fn rollback(&mut self) {
        if !self.is_open {
            return;
        }
        let is_undone = match &self.client {
            Some(client) => client.batch_execute("rollback").await.is_ok(),
            None => false,
        };
        if is_undone {
            self.is_open = false;
        } else {
            self.discard();
        }
    }

    /// Whether the connection is of no more use: take another committer.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.client.as_ref().is_none_or(|client| client.is_closed())
    }

    fn discard(&mut self) {
        if let Some(client) = self.client.take() {
            drop(Object::take(client));
        }
        self.is_open = false;
    }
}

impl Drop for Committer {
    fn drop(&mut self) {
        self.discard();
    }
}

fn lost() -> Fault {
    Fault::ConnectionLost("it was given up after an earlier failure".to_owned())
}
