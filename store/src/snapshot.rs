//! A snapshot: one consistent view of the database for one request.

use std::fmt::Write;

use domain::book::Query;
use domain::rows::{Head, Row};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind};

use crate::damage::{self, Damage};
use crate::fault::Fault;
use crate::sql::Dialect;
use crate::sqlite::load;
use crate::sqlite::readers::Reader;
use crate::{postgres, statement};

/// One read transaction. Its moment is that of its first query.
#[derive(Debug)]
pub enum Snapshot {
    /// A lent reader; absent only while a query runs, or after one was abandoned.
    Sqlite(Option<Reader>),
    /// A lent connection.
    Postgres(postgres::Reader),
}

impl Snapshot {
    /// In which words the database is asked.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Runs one read, written with `$n`; answers rows of these kinds.
    ///
    /// # Errors
    /// `TooSlow` where the snapshot's time is over; `Corrupt` where a column holds another kind.
    pub async fn query(&mut self, sql: &str, params: &[Cell], kinds: &[CellKind]) -> Result<Vec<Vec<Cell>>, Fault> {
        let whose = damage::whose(sql, params);
        let found = match self {
            Self::Sqlite(reader) => {
                let (sql, params, kinds) = (sql.to_owned(), params.to_vec(), kinds.to_vec());
                off_the_runtime(reader, move |reader| load::query(reader.in_transaction()?, &sql, &params, &kinds))
                    .await
            }
            Self::Postgres(reader) => reader.query(sql, params, kinds).await,
        };
        self.noted(whose, found)
    }

    /// Sums the rows of a statement by group: the columns of its groups, followed by `numbers` whole numbers. `None` on
    /// PostgreSQL, which does that by itself; SQLite would sort all rows for it.
    ///
    /// # Errors
    /// As [`Self::query`].
    pub async fn sums(
        &mut self,
        sql: &str,
        params: &[Cell],
        groups: &[CellKind],
        numbers: usize,
    ) -> Result<Option<load::Sums>, Fault> {
        let Self::Sqlite(reader) = self else { return Ok(None) };
        let whose = damage::whose(sql, params);
        let (sql, params, groups) = (sql.to_owned(), params.to_vec(), groups.to_vec());
        let found = off_the_runtime(reader, move |reader| {
            load::sums(reader.in_transaction()?, &sql, &params, &groups, numbers)
        });
        let found = found.await;
        self.noted(whose, found).map(Some)
    }

    /// Records of one table: `select` all its columns, followed by `rest`, for example
    /// `where organization_id = $1 and code = $2 order by code`. By convention `$1` is the
    /// organization.
    ///
    /// # Errors
    /// As [`Self::query`].
    pub async fn rows<R: Row>(&mut self, rest: &str, params: &[Cell]) -> Result<Vec<R>, Fault> {
        let table = R::table();
        let mut sql = statement::select_all(table);
        let _ = write!(sql, " {rest}");
        let kinds: Vec<CellKind> = table.columns.iter().map(|column| column.kind).collect();
        let found = self.query(&sql, params, &kinds).await?;
        found.iter().map(|cells| R::from_cells(cells).map_err(Fault::from)).collect()
    }

    /// Answers each query with its rows, in order, as the committer's loader does: for dry runs.
    ///
    /// # Errors
    /// As [`Self::query`].
    pub async fn load(
        &mut self,
        organization: OrganizationId,
        queries: &[Query],
    ) -> Result<Vec<Vec<Vec<Cell>>>, Fault> {
        let found = match self {
            Self::Sqlite(reader) => {
                let queries = queries.to_vec();
                off_the_runtime(reader, move |reader| load::load(reader.in_transaction()?, organization, &queries))
                    .await
            }
            Self::Postgres(reader) => reader.load(organization, queries).await,
        };
        self.noted(Some(organization), found)
    }

    /// The head of an organization; `None` where there is none.
    ///
    /// # Errors
    /// As [`Self::query`].
    pub async fn head(&mut self, organization: OrganizationId) -> Result<Option<Head>, Fault> {
        let mut found = self.rows::<Head>("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
        Ok(found.pop())
    }

    /// The sequence of the organization's last fact; 0 where there is none.
    ///
    /// # Errors
    /// As [`Self::query`].
    pub async fn seq(&mut self, organization: OrganizationId) -> Result<i64, Fault> {
        Ok(self.head(organization).await?.map_or(0, |head| head.seq))
    }

    /// Remembers damage that a read met: nobody writes on top of it.
    fn noted<T>(&self, whose: Option<OrganizationId>, found: Result<T, Fault>) -> Result<T, Fault> {
        found.map_err(|fault| {
            // Readers write nothing: the disk does not give back the written bytes.
            let fault = if let Fault::Io(why) = fault {
                Fault::Damaged(format!("what is stored cannot be read: {why}"))
            } else {
                fault
            };
            if let Some(damage) = self.damage() {
                damage.note(whose, &fault);
            }
            fault
        })
    }

    fn damage(&self) -> Option<&Damage> {
        match self {
            Self::Sqlite(reader) => reader.as_ref().map(Reader::damage),
            Self::Postgres(reader) => Some(reader.damage()),
        }
    }
}

/// A read of a file may wait for the disk, which the runtime's threads must not.
async fn off_the_runtime<T: Send + 'static>(
    slot: &mut Option<Reader>,
    work: impl FnOnce(&Reader) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let reader = slot.take().ok_or_else(|| Fault::Other("a query of this snapshot was abandoned".to_owned()))?;
    let done = tokio::task::spawn_blocking(move || {
        let outcome = work(&reader);
        (reader, outcome)
    });
    let (reader, outcome) = done.await.map_err(|error| Fault::Other(format!("a read panicked: {error}")))?;
    *slot = Some(reader);
    outcome
}
