//! A reading connection with the transaction of one snapshot.

use std::sync::Arc;
use std::time::{Duration, Instant};

use deadpool_postgres::Object;
use domain::book::Query;
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind};
use tokio_postgres::types::ToSql;

use super::load;
use crate::damage::Damage;
use crate::fault::Fault;
use crate::value::{Parameter, postgres_row};

/// One REPEATABLE READ READ ONLY transaction, begun with the first query, ended with the drop.
#[derive(Debug)]
pub struct Reader {
    client: Option<Object>,
    is_begun: bool,
    lifetime: Duration,
    ends_at: Instant,
    damage: Arc<Damage>,
}

impl Reader {
    pub(super) fn new(client: Object, lifetime: Duration, damage: Arc<Damage>) -> Self {
        Self { client: Some(client), is_begun: false, lifetime, ends_at: Instant::now() + lifetime, damage }
    }

    /// The damage met in the database.
    #[must_use]
    pub fn damage(&self) -> &Damage {
        &self.damage
    }

    /// Runs one read and answers rows of these kinds.
    ///
    /// # Errors
    /// `TooSlow` where its time is over; `Corrupt` where a column holds another kind.
    pub async fn query(&mut self, sql: &str, params: &[Cell], kinds: &[CellKind]) -> Result<Vec<Vec<Cell>>, Fault> {
        self.begin().await?;
        rows(self.client()?, sql, params, kinds).await
    }

    /// Answers each query with its rows, in order.
    ///
    /// # Errors
    /// As [`Self::query`].
    pub async fn load(
        &mut self,
        organization: OrganizationId,
        queries: &[Query],
    ) -> Result<Vec<Vec<Vec<Cell>>>, Fault> {
        self.begin().await?;
        load::load(self.client()?, organization, queries).await
    }

    async fn begin(&mut self) -> Result<(), Fault> {
        if Instant::now() > self.ends_at {
            return Err(Fault::TooSlow(format!("a snapshot lives {} seconds", self.lifetime.as_secs())));
        }
        if !self.is_begun {
            self.is_begun = true;
            self.client()?.batch_execute("begin isolation level repeatable read read only").await?;
        }
        Ok(())
    }

    fn client(&self) -> Result<&Object, Fault> {
        self.client.as_ref().ok_or_else(|| Fault::ConnectionLost("the reader went home".to_owned()))
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let Some(client) = self.client.take() else { return };
        if !self.is_begun {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            drop(Object::take(client));
            return;
        };
        runtime.spawn(async move {
            if client.batch_execute("rollback").await.is_err() {
                drop(Object::take(client));
            }
        });
    }
}

/// Runs one statement and returns its rows, each column checked against its kind.
pub(crate) async fn rows(
    client: &Object,
    sql: &str,
    params: &[Cell],
    kinds: &[CellKind],
) -> Result<Vec<Vec<Cell>>, Fault> {
    let prepared = client.prepare_cached(sql).await?;
    if prepared.params().len() != params.len() {
        return Err(Fault::Other(format!(
            "a statement with {} parameters got {}: {sql}",
            prepared.params().len(),
            params.len()
        )));
    }
    if !prepared.columns().is_empty() && prepared.columns().len() != kinds.len() {
        return Err(Fault::Other(format!(
            "a statement with {} columns is read as {}: {sql}",
            prepared.columns().len(),
            kinds.len()
        )));
    }
    let values: Vec<Parameter<'_>> = params.iter().map(Parameter).collect();
    let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
    let found = client.query(&prepared, &values).await?;
    found.iter().map(|row| postgres_row(row, 0, kinds[..row.len().min(kinds.len())].iter().copied())).collect()
}
