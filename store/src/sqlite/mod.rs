//! SQLite: one writer on a thread of its own, a pool of readers, a lock file against a second writer.

pub mod backup;
mod checkpoint;
pub mod file;
pub mod load;
pub mod lock;
mod memory;
#[cfg(test)]
mod movement_plans;
#[cfg(test)]
mod party_plans;
pub mod readers;
pub mod save;
pub mod soundness;
pub mod thread;
pub mod writer;

pub use thread::WriterHandle;
pub use writer::Writer;

use memory::Role;

use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::Fault;
use crate::database::READ_TIMEOUT;

/// How a SQLite database is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// The memory of all connections together, in KiB.
    pub memory_kib: u32,
    /// Pages in the write-ahead log at which copying into the file begins, while commits go on; the log begins anew
    /// after about four times as many.
    pub checkpoint_pages: u32,
    /// Whether COMMIT waits for the disk. Without it a loss of power loses acknowledged commits.
    pub is_synchronous: bool,
    /// Connections that read.
    pub readers: usize,
    /// How long one read may take.
    pub read_timeout: Duration,
    /// How long to wait for a lock that another process holds.
    pub busy_timeout: Duration,
    /// Called once with the reason when the disk fails below the writer: its contents are unknown from then on.
    pub on_disk_failure: fn(&str),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            memory_kib: 81_920,
            checkpoint_pages: 8_000,
            is_synchronous: true,
            readers: 8,
            read_timeout: READ_TIMEOUT,
            busy_timeout: Duration::from_secs(5),
            on_disk_failure: |_| (),
        }
    }
}

/// The level of syncing for COMMIT and checkpoints.
fn synchronous(options: &Options) -> &'static str {
    if options.is_synchronous { "full" } else { "normal" }
}

fn configure(connection: &Connection, options: &Options, role: Role) -> Result<(), Fault> {
    connection.set_prepared_statement_cache_capacity(options.statements(role));
    connection.busy_timeout(options.busy_timeout)?;
    connection.pragma_update(None, "cache_size", -i64::from(options.cache_kib(role)))?;
    memory::bound(connection, options)?;
    // Rows that a query sorts stay in memory while they are few, otherwise they go to a file without a name.
    connection.pragma_update(None, "temp_store", "file")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Double-quoted names that exist nowhere are errors, not strings.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    // Plans do not follow the values that are bound. Otherwise most kept statements are prepared anew at each use.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

#[cfg(test)]
mod plans;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Conditions;
    use crate::read::entries::{EntryFilter, EntryOrder, Way};
    use crate::statement;
    use domain::rows::TableDef;
    use rusqlite::StatementStatus;

    pub(super) fn opened() -> Connection {
        let connection = Connection::open_in_memory().expect("memory");
        configure(&connection, &Options::default(), Role::Writer).expect("configured");
        connection.execute_batch(include_str!("../../migrations/sqlite/V1__foundation.sql")).expect("tables");
        connection
    }

    #[test]
    fn a_kept_statement_is_not_prepared_anew_for_other_values() {
        let connection = opened();
        let sql = "select last_seq from balances where organization_id = ?1 and account_id = ?2 and date = ?3 and currency = ?4 \
                   and class = ?5 order by account_id, date";
        for day in 1..=3 {
            let mut kept = connection.prepare_cached(sql).expect("prepared");
            let values = ([1_u8; 16], [2_u8; 16], format!("2026-01-0{day}"), "EUR", day);
            let found = kept.query_map(values, |_| Ok(())).expect("asked").count();
            assert_eq!(found, 0);
            assert_eq!(kept.get_status(StatementStatus::RePrepare), 0);
        }
    }

    #[test]
    fn what_was_posted_for_a_pool_is_searched_by_the_pool_and_not_by_what_caused_it() {
        let connection = opened();
        let sql = format!("explain query plan select * from value_entries {}", crate::read::ageing::POSTED);
        let mut plan = connection.prepare(&sql).expect("prepared");
        let steps = plan.query_map([rusqlite::types::Null; 5], |row| row.get::<_, String>(3)).expect("asked");
        let steps: Vec<String> = steps.map(|step| step.expect("a step")).collect();
        assert_eq!(steps, ["SEARCH value_entries USING PRIMARY KEY (organization_id=? AND pool_id=? AND place<?)"]);
    }

    #[test]
    fn what_was_posted_to_allowances_is_summed_without_reading_what_was_posted_to_goods() {
        let connection = opened();
        let query = domain::book::Key::AllowanceSums(domain::value::limits::LAST_DAY).query();
        let sql = statement::select(&query, crate::sql::Dialect::Sqlite);
        let mut plan = connection.prepare(&format!("explain query plan {sql}")).expect("prepared");
        let values = vec![rusqlite::types::Null; plan.parameter_count()];
        let steps = plan.query_map(rusqlite::params_from_iter(values), |row| row.get::<_, String>(3)).expect("asked");
        let steps: Vec<String> = steps.map(|step| step.expect("a step")).collect();
        assert!(steps[0].contains("USING INDEX value_entries_of_allowance"), "{steps:?}");
    }

    #[test]
    fn what_was_posted_for_movements_is_looked_up_by_their_keys_however_much_was_posted() {
        let connection = opened();
        let (pool, place) = (domain::value::id::PoolId([1; 16]), domain::costing::Place::FIRST);
        let keys = [domain::book::Key::PoolMovement(pool, place), domain::book::Key::ValueEntries(pool, place, place)];
        let by_key = ["pool_id=? AND place=?)", "pool_id=? AND place>? AND place<?)"];
        for (key, searched) in keys.iter().zip(by_key) {
            let sql = statement::select(&key.query(), crate::sql::Dialect::Sqlite);
            let mut plan = connection.prepare(&format!("explain query plan {sql}")).expect("prepared");
            let values = vec![rusqlite::types::Null; plan.parameter_count()];
            let steps =
                plan.query_map(rusqlite::params_from_iter(values), |row| row.get::<_, String>(3)).expect("asked");
            let steps: Vec<String> = steps.map(|step| step.expect("a step")).collect();
            assert!(steps.len() == 1 && steps[0].ends_with(searched), "{steps:?}");
        }
    }

    /// The steps in which this table is searched.
    pub(super) fn steps(connection: &Connection, table: &str, rest: &str) -> Vec<String> {
        let sql = format!("explain query plan select * from {table} {rest}");
        let sql = crate::sql::Dialect::Sqlite.text(&sql);
        let mut plan = connection.prepare(&sql).expect("prepared");
        let values = vec![rusqlite::types::Null; plan.parameter_count()];
        let steps = plan.query_map(rusqlite::params_from_iter(values), |row| row.get::<_, String>(3)).expect("asked");
        steps.map(|step| step.expect("a step")).collect()
    }

    #[test]
    fn views_and_sign_ins_are_found_by_whose_they_are_without_going_through_those_of_others() {
        use crate::operational::{saved_views, sign_ins};
        let connection = opened();
        let found = |sql: &str| {
            let mut plan = connection.prepare(&format!("explain query plan {sql}")).expect("prepared");
            let values = vec![rusqlite::types::Null; plan.parameter_count()];
            let steps =
                plan.query_map(rusqlite::params_from_iter(values), |row| row.get::<_, String>(3)).expect("asked");
            steps.map(|step| step.expect("a step")).collect::<Vec<_>>().join("\n")
        };
        for of_screen in [false, true] {
            let steps = found(&saved_views::seen_sql(of_screen, 50));
            assert!(steps.contains("(organization_id=? AND owner_id=?"), "{steps}");
            assert!(steps.contains("saved_views_shared"), "{steps}");
        }
        let steps = found(&sign_ins::sql(50));
        assert!(steps.contains("console_sessions_by_principal"), "{steps}");
        assert!(steps.contains("refresh_families_by_principal"), "{steps}");
    }

    #[test]
    fn entries_are_found_by_reference_and_by_change_without_going_through_all_of_them() {
        let connection = opened();
        let own = domain::value::id::OrganizationId([1; 16]);
        let last = Some(vec![domain::value::Cell::Null, domain::value::Cell::Null]);
        let by_reference = EntryFilter { reference: Some("A".to_owned()), ..EntryFilter::default() };
        let changed = EntryFilter { changed_since: Some(domain::value::Instant(0)), ..EntryFilter::default() };
        let in_order = EntryFilter { order: EntryOrder::Changed, ..changed.clone() };
        let by_change = "SEARCH entries USING INDEX entries_by_change (organization_id=? AND updated_at>?)";
        for (filter, wanted) in [
            (
                by_reference.clone(),
                "SEARCH entries USING INDEX entries_by_reference (organization_id=? AND reference=?)",
            ),
            (
                EntryFilter { descending: true, after: last.clone(), ..by_reference },
                "SEARCH entries USING INDEX entries_by_reference (organization_id=? AND reference=? AND (date,id)<(?,?))",
            ),
            (changed, by_change),
            (in_order.clone(), by_change),
            (EntryFilter { after: last, ..in_order }, by_change),
        ] {
            let query = crate::read::entries::query(own, &filter, Way::Order, 50);
            let found = steps(&connection, "entries", &query.text);
            assert_eq!(found[0], wanted, "{}", query.text);
            let sorts = found.iter().any(|step| step.contains("TEMP B-TREE"));
            assert_eq!(sorts, filter.changed_since.is_some() && filter.order != EntryOrder::Changed, "{found:?}");
        }
    }

    #[test]
    fn entries_without_an_index_of_their_own_are_looked_for_among_those_of_the_days_alone() {
        let connection = opened();
        let own = domain::value::id::OrganizationId([1; 16]);
        let day = Some(jiff::civil::date(2010, 1, 1));
        let of_days = EntryFilter { from: day, to: day, ..EntryFilter::default() };
        let by_date = "SEARCH entries USING INDEX entries_by_date (organization_id=? AND date>? AND date<?)";
        let by_line = "entry_sequence=?)";
        let principal = Some(domain::value::id::PrincipalId([1; 16]));
        let parties = Some(vec![domain::value::id::PartyId([1; 16])]);
        let merged = Some([[1; 16], [2; 16]].map(domain::value::id::PartyId).to_vec());
        let accounts = Some(vec![domain::value::id::AccountId([1; 16])]);
        for (filter, wanted) in [
            (EntryFilter { least: Some(1), greatest: Some(2), ..of_days.clone() }, &[by_date][..]),
            (EntryFilter { created_by: principal, descending: true, ..of_days.clone() }, &[by_date]),
            (EntryFilter { parties: merged, ..of_days.clone() }, &[by_date, by_line]),
            (EntryFilter { parties, accounts, ..of_days.clone() }, &[by_date, by_line]),
            (EntryFilter { order: EntryOrder::Total, ..of_days }, &[by_date]),
        ] {
            let query = crate::read::entries::query(own, &filter, Way::Order, 50);
            let found = steps(&connection, "entries", &query.text);
            let searched: Vec<&str> = found.iter().map(String::as_str).filter(|step| step.contains("SEARCH")).collect();
            assert_eq!(searched.len(), wanted.len(), "{searched:?}");
            let is_so =
                searched.iter().zip(wanted).all(|(step, wanted)| step.starts_with("SEARCH") && step.ends_with(*wanted));
            assert!(is_so, "{searched:?}: {}", query.text);
            let sorts = found.iter().any(|step| step.contains("TEMP B-TREE"));
            assert_eq!(sorts, filter.order == EntryOrder::Total, "{found:?}");
        }
        let waiting = vec![domain::rows::EntryStatus::Draft, domain::rows::EntryStatus::PendingApproval];
        let filter = EntryFilter { statuses: Some(waiting), least: Some(1), ..EntryFilter::default() };
        let found = steps(&connection, "entries", &crate::read::entries::query(own, &filter, Way::Order, 50).text);
        assert!(found[0].contains("(organization_id=? AND sequence=?)"), "{found:?}");
    }

    #[test]
    fn the_accounts_of_the_entries_of_a_page_are_read_from_their_own_lines() {
        let connection = opened();
        let found = steps(&connection, "lines", &crate::read::entry_accounts::of(50));
        assert_eq!(found[0], "SEARCH lines USING PRIMARY KEY (organization_id=? AND entry_sequence=?)", "{found:?}");
    }

    #[test]
    fn movements_and_reservations_are_found_by_reference_and_by_change_without_going_through_all_of_them() {
        let connection = opened();
        for (table, condition, index) in [
            ("movements", "reference = {}", "movements_by_reference (organization_id=? AND reference=?)"),
            ("movements", "updated_at >= {}", "movements_by_change (organization_id=? AND updated_at>?)"),
            ("reservations", "reference = {}", "reservations_by_reference (organization_id=? AND reference=?)"),
        ] {
            let mut conditions = Conditions::new(domain::value::id::OrganizationId([1; 16]));
            conditions.found(table, condition, Some(domain::value::Cell::Null));
            let found = steps(&connection, table, &format!("{} order by id desc limit 50", conditions.text));
            assert_eq!(found[0], format!("SEARCH {table} USING PRIMARY KEY (organization_id=? AND id=?)"));
            assert!(found.iter().any(|step| step.ends_with(&format!("USING COVERING INDEX {index}"))), "{found:?}");
        }
        let unsettled = crate::read::received::unsettled(true);
        let found = steps(
            &connection,
            "movements",
            &format!("where organization_id = $1{unsettled} order by id desc limit 50"),
        );
        assert_eq!(found[0], "SEARCH movements USING PRIMARY KEY (organization_id=? AND id=?)");
        let all = "USING COVERING INDEX received_lines_unsettled (organization_id=? AND is_provisional=?)";
        assert!(found.iter().any(|step| step.ends_with(all)), "{found:?}");
        let changed = "where organization_id = $1 and updated_at >= $2 order by updated_at desc, id desc limit 50";
        let found = steps(&connection, "movements", changed);
        assert_eq!(found, ["SEARCH movements USING INDEX movements_by_change (organization_id=? AND updated_at>?)"]);
    }

    #[test]
    fn an_insert_into_a_table_of_entries_or_movements_builds_no_table_for_its_checks() {
        let connection = opened();
        let often = [
            "facts",
            "receipts",
            "entries",
            "lines",
            "balances",
            "movements",
            "movement_lines",
            "pools",
            "pool_movements",
            "pool_ties",
            "value_entries",
            "cost_shares",
            "pool_layers",
            "pool_checkpoints",
            "stock_levels",
            "stock_days",
            "pool_days",
            "received_lines",
            "transit_lines",
            "consigned_lines",
            "reservations",
            "reserved_goods",
        ];
        let tables: Vec<&TableDef> =
            crate::tables::ALL.iter().copied().filter(|table| often.contains(&table.name)).collect();
        assert_eq!(tables.len(), often.len());
        for table in tables {
            let mut explained = connection.prepare(&format!("explain {}", statement::insert(table))).expect("prepared");
            let (mut rows, mut built) = (explained.raw_query(), 0);
            while let Some(row) = rows.next().expect("explained") {
                built += usize::from(row.get::<_, String>(1).expect("an operation") == "OpenEphemeral");
            }
            assert_eq!(built, 0, "{}", table.name);
        }
    }
}
