//! Statistics of tables that grow: without them every index of a table looks alike to the planner, and a look-up of one
//! row may take the index that finds thousands. Autovacuum collects them after its first minute; a table that is filled
//! within seconds cannot wait so long.

use deadpool_postgres::Object;

use crate::fault::Fault;

/// Tables that have doubled since their statistics were taken, of those that the connection's role may ask for.
/// Small tables are planned well without any.
const GROWN: &str = "select quote_ident(s.relname) from pg_stat_user_tables as s join pg_class as c on c.oid = s.relid \
     where s.schemaname = current_schema() and pg_has_role(c.relowner, 'usage') \
     and s.n_live_tup >= 500 and s.n_live_tup >= 2 * greatest(c.reltuples, 0)";

/// Takes the statistics of tables that have doubled since the last time; returns how many.
///
/// A small sample says which index finds few rows, which is all that is asked; the server's own takes more, later.
pub async fn take(client: &Object) -> Result<usize, Fault> {
    let grown = client.query(GROWN, &[]).await?;
    for table in &grown {
        let table: String = table.try_get(0)?;
        // One transaction each: the lock that keeps a second one out is held shortly.
        let taken = client
            .batch_execute(&format!(
                "begin; set local default_statistics_target = 10; analyze (skip_locked) {table}; commit"
            ))
            .await;
        if let Err(error) = taken {
            client.batch_execute("rollback").await?;
            return Err(error.into());
        }
    }
    Ok(grown.len())
}
