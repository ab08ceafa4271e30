//! The bytes of facts never change: once written, they are read and hashed the same for ever.

// Golden bytes are a file; `clippy.toml` forbids files to rules.
#![allow(clippy::disallowed_methods)]

use domain::book::{Book, fact};
use domain::rows::{Class, FactRow, NumberSeries, Period, PeriodStatus, PeriodType, Row, RowWrite, payload};
use domain::value::Instant;
use domain::value::id::{FiscalYearId, JournalId, OrganizationId, PeriodId, PrincipalId};

const ORGANIZATION: OrganizationId = OrganizationId([9; 16]);

fn writes() -> Vec<RowWrite> {
    let period = Period {
        id: PeriodId([5; 16]),
        fiscal_year_id: FiscalYearId([4; 16]),
        number: 12,
        name: "Décembre".to_owned(),
        start_date: jiff::civil::date(2010, 12, 1),
        end_date: jiff::civil::date(2010, 12, 31),
        period_type: PeriodType::Standard,
        status: PeriodStatus::SoftClosed,
        version: 2,
        created_at: Instant(1_291_161_600_000_000),
        created_by: PrincipalId([1; 16]),
        updated_at: Instant(-1),
        updated_by: PrincipalId([2; 16]),
    };
    let series = NumberSeries { journal_id: JournalId([3; 16]), bucket: "2010-12".to_owned(), last: i64::MAX };
    vec![
        RowWrite { table: Period::table(), cells: period.cells(), deleted: false },
        RowWrite { table: NumberSeries::table(), cells: series.cells(), deleted: false },
        RowWrite { table: NumberSeries::table(), cells: NumberSeries::key_cells(&series.key()), deleted: true },
    ]
}

fn golden_fact() -> FactRow {
    let mut fact = FactRow {
        seq: 3,
        at: Instant(1_291_161_600_000_001),
        actor: PrincipalId([1; 16]),
        request_id: "req_01".to_owned(),
        kind: "period.softClosed".to_owned(),
        version: 1,
        subject: PeriodId([5; 16]).to_string(),
        part: 1,
        parts: 1,
        payload: payload::encode_writes(&writes()),
        previous_hash: [7; 32],
        hash: [0; 32],
    };
    fact.hash = fact::hash(ORGANIZATION, &fact);
    fact
}

fn hex(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.as_bytes().chunks(96).map(|line| format!("{}\n", String::from_utf8_lossy(line))).collect()
}

/// Compares with a golden file, which is written once and then never again.
fn assert_golden(name: &str, found: &str) {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let Ok(golden) = std::fs::read_to_string(&path) else {
        std::fs::write(&path, found).unwrap();
        panic!("{path} was not there and is written now: read it, then keep it");
    };
    assert_eq!(found, golden, "{name}: stored facts would no longer be read or hash the same");
}

#[test]
fn the_payload_of_a_fact_never_changes() {
    assert_golden("payload-1.hex", &hex(&golden_fact().payload));
}

#[test]
fn the_hash_of_a_fact_never_changes() {
    assert_golden("hash-1.hex", &hex(&golden_fact().hash));
}

#[test]
fn a_payload_is_read_back_as_it_was_written() {
    let stored = payload::decode_writes(&golden_fact().payload).unwrap();
    for (stored, write) in stored.into_iter().zip(writes()) {
        assert_eq!((stored.table, stored.version), (write.table.number, write.table.version));
        assert_eq!((stored.deleted, stored.cells), (write.deleted, write.cells));
    }
}

/// A table whose columns change needs a new version and an up-caster from the old one.
#[test]
fn the_columns_of_every_version_of_a_table_never_change() {
    let mut text = String::new();
    for table in Book::table_defs().into_iter().filter(|table| table.class == Class::Books) {
        let columns: Vec<String> =
            table.columns.iter().map(|column| format!("{}:{:?}", column.name, column.kind)).collect();
        text.push_str(&format!(
            "{} v{} {} key {} = {}\n",
            table.number,
            table.version,
            table.name,
            table.keys,
            columns.join(" ")
        ));
    }
    assert_golden("tables-1.txt", &text);
}
