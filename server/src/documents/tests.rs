//! Every format of one table, read back as its readers would.

use std::io::{Cursor, Read};
use std::path::PathBuf;

use calamine::{Data, Reader, Xlsx};
use jiff::civil::date;

use super::table::{Cell, Column, Heading, Row, RowKind, RowRanges, Table};
use super::{DocumentFormat, Spool, SpoolFault};

fn spool() -> (Spool, PathBuf) {
    let folder = std::env::temp_dir().join(format!("countinghouse-spool-{}", uuid::Uuid::now_v7()));
    std::fs::create_dir_all(&folder).unwrap();
    (Spool::new(folder.clone()), folder)
}

fn heading() -> Heading {
    Heading {
        file_name: "lines".to_owned(),
        title: "Lines".to_owned(),
        subtitle: vec!["Dodgson & Sons".to_owned(), "As of event 7".to_owned()],
        columns: vec![
            Column::text("Text"),
            Column::date("Date"),
            Column::integer("Place"),
            Column::amount("Debit", 2),
            Column::amount("Yen", 0),
        ],
        is_tree: false,
        paper: None,
    }
}

/// Lines with these debits below a group, and their sum.
fn table(texts: &[&str], debits: &[i128]) -> Table {
    let mut rows = vec![Row::new(RowKind::Group, vec![Cell::text("1 Assets")])];
    let mut over = RowRanges::new();
    for (place, (text, debit)) in texts.iter().zip(debits).enumerate() {
        over.add(u32::try_from(rows.len()).unwrap());
        let place = i64::try_from(place).unwrap();
        rows.push(Row::line(vec![
            Cell::text(*text),
            Cell::Date(date(2010, 12, 1)),
            Cell::Integer(place),
            Cell::Amount(*debit),
            Cell::Amount(*debit),
        ]));
    }
    let sum: i128 = debits.iter().sum();
    rows.push(Row::new(
        RowKind::Total,
        vec![Cell::text("Total"), Cell::Empty, Cell::Empty, Cell::sum(sum, &over), Cell::sum(sum, &over)],
    ));
    Table { heading: heading(), rows }
}

async fn written(format: DocumentFormat, table: Table) -> Vec<u8> {
    let (spool, folder) = spool();
    let spooled = spool.write(format, table).await.unwrap();
    let (length, mut bytes) = (spooled.length, Vec::new());
    spooled.into_file().read_to_end(&mut bytes).unwrap();
    assert_eq!(length, bytes.len() as u64);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing stays in the folder");
    std::fs::remove_dir(&folder).unwrap();
    bytes
}

async fn text(format: DocumentFormat, table: Table) -> String {
    String::from_utf8(written(format, table).await).unwrap()
}

#[tokio::test]
async fn csv_has_one_record_per_row_and_says_what_it_is() {
    let csv = text(DocumentFormat::Csv, table(&["a \"b\", c", "zwei\nZeilen"], &[13_912, -5])).await;
    assert_eq!(
        csv,
        "row,Text,Date,Place,Debit,Yen\r\ngroup,1 Assets,,,,\r\nline,\"a \"\"b\"\", c\",2010-12-01,0,139.12,13912\r\n\
         line,\"zwei\nZeilen\",2010-12-01,1,-0.05,-5\r\ntotal,Total,,,139.07,13907\r\n"
    );
}

#[tokio::test]
async fn a_text_that_looks_like_a_formula_is_disarmed_in_csv_and_an_amount_never() {
    let evil = [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1",
        "=cmd|' /C calc'!A0",
        " =1",
        "\u{a0}=1",
        "\u{200b}=1",
        "\u{feff}＋1",
    ];
    let csv = text(DocumentFormat::Csv, table(&evil, &[-100; 13])).await;
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    for (record, evil) in records[1..].iter().zip(evil) {
        assert_eq!(&record[1], format!("'{evil}"));
        assert_eq!((&record[4], &record[5]), ("-1.00", "-100"));
    }
}

#[tokio::test]
async fn a_workbook_has_numbers_days_and_sums_as_formulas_below_a_header_that_stays() {
    let bytes = written(DocumentFormat::Xlsx, table(&["=1+1", "two"], &[13_912, -5])).await;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes.clone())).unwrap();
    let range = book.worksheet_range("Lines").unwrap();
    let cell = |row: u32, column: u32| range.get_value((row, column)).cloned().unwrap_or(Data::Empty);
    assert_eq!(cell(0, 0), Data::String("Lines".into()));
    assert_eq!(cell(5, 3), Data::String("Debit".into()), "title, two subtitles, a note, a blank, the header");
    assert_eq!(cell(7, 0), Data::String("=1+1".into()), "a text is a text");
    assert!(matches!(cell(7, 1), Data::DateTime(_)), "{:?}", cell(7, 1));
    assert_eq!((cell(7, 3), cell(8, 3), cell(8, 4)), (Data::Float(139.12), Data::Float(-0.05), Data::Float(-5.0)));
    assert_eq!((cell(9, 3), cell(9, 4)), (Data::Float(139.07), Data::Float(13_907.0)), "the value is there, too");
    let formulas = book.worksheet_formula("Lines").unwrap();
    assert_eq!(formulas.get_value((9, 3)).map(String::as_str), Some("SUM(D8:D9)"));
    assert_eq!(formulas.used_cells().count(), 2, "and no text became one");
    let sheet = part(bytes, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("ySplit=\"6\"") && sheet.contains("state=\"frozen\""), "{}", &sheet[..600]);
}

#[tokio::test]
async fn an_amount_that_a_spreadsheet_would_cut_stands_as_text_and_its_sum_is_no_formula() {
    let long = 1_234_567_890_123_456;
    let bytes = written(DocumentFormat::Xlsx, table(&["long", "short"], &[long, 1])).await;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
    let range = book.worksheet_range("Lines").unwrap();
    let cell = |row: u32| range.get_value((row, 3)).cloned().unwrap();
    assert_eq!(cell(7), Data::String("12345678901234.56".into()));
    assert_eq!(cell(8), Data::Float(0.01));
    assert_eq!(cell(9), Data::String("12345678901234.57".into()));
    assert_eq!(book.worksheet_formula("Lines").unwrap().used_cells().count(), 0);
    // The longest that a number keeps.
    let bytes = written(DocumentFormat::Xlsx, table(&["long"], &[999_999_999_999_999])).await;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
    let range = book.worksheet_range("Lines").unwrap();
    assert_eq!(range.get_value((7, 3)), Some(&Data::Float(9_999_999_999_999.99)));
}

#[tokio::test]
async fn the_same_table_is_the_same_file() {
    for format in DocumentFormat::ALL {
        let made = || written(*format, table(&["a"], &[1]));
        assert_eq!(made().await, made().await, "{}", format.name());
    }
}

#[tokio::test]
async fn a_page_to_print_shows_what_was_written_and_runs_nothing() {
    let mut evil = table(&["<script>alert(1)</script>", "\" onload='x' & \""], &[123_456_789, 1]);
    evil.heading.subtitle[0] = "<img src=x>".to_owned();
    let page = text(DocumentFormat::Print, evil).await;
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(page.contains("&quot; onload=&#39;x&#39; &amp; &quot;"));
    assert!(page.contains("1,234,567.89") && page.contains("<thead>") && page.contains("@page"));
    assert!(super::content_policy().starts_with("default-src 'none'; style-src 'sha256-"));
}

#[tokio::test]
async fn a_report_with_more_rows_than_its_format_takes_is_refused() {
    let (spool, folder) = spool();
    let mut draft = spool.begin(DocumentFormat::Print, heading()).await.unwrap();
    let row = Row::line(vec![Cell::text("x")]);
    let refused = loop {
        if let Err(fault) = draft.push(row.clone()).await {
            break fault;
        }
    };
    assert!(matches!(refused, SpoolFault::TooLong(DocumentFormat::Print)), "{refused}");
    assert_eq!(draft.next_row(), domain::value::limits::PRINTED_ROWS);
    drop(draft);
    std::fs::remove_dir(&folder).unwrap();
}

#[tokio::test]
async fn where_no_file_can_be_made_the_document_fails_as_a_whole() {
    let (spool, folder) = spool();
    std::fs::remove_dir(&folder).unwrap();
    for format in DocumentFormat::ALL {
        let fault = spool.write(*format, table(&["a"], &[1])).await.unwrap_err();
        assert!(matches!(fault, SpoolFault::Io(_)), "{fault}");
    }
}

/// One part of a workbook.
fn part(bytes: Vec<u8>, name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}
