//! Spreadsheets as they are written, and as nobody should write them.

use std::io::Write as _;

use rust_xlsxwriter::{Format, Workbook, Worksheet};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

const KNOWN: Columns = Columns { names: &["sku", "cost", "note"], needed: 2 };

fn book(fill: impl FnOnce(&mut Worksheet)) -> Vec<u8> {
    let mut book = Workbook::new();
    fill(book.add_worksheet());
    book.save_to_buffer().expect("a book")
}

/// Each record as `line sku cost`, or every reported fault.
fn told(bytes: &[u8]) -> Result<Vec<String>, Vec<String>> {
    let records = read(bytes, KNOWN, "items", |record| {
        let cost = record.text("cost").ok_or_else(|| vec!["cost is empty".to_owned()])?;
        Ok(format!("{} {cost}", record.text("sku").unwrap_or_default()))
    });
    match records.whole() {
        Ok(records) => Ok(records.into_iter().map(|(line, record)| format!("{line} {record}")).collect()),
        Err(faults) => Err(faults.iter().map(ToString::to_string).collect()),
    }
}

#[test]
fn cells_are_read_as_they_were_typed_with_their_rows() {
    let bytes = book(|sheet| {
        sheet.write_row(0, 0, ["sku", " cost "]).expect("written");
        sheet.write_string(1, 0, "0012").expect("written");
        sheet.write_number(1, 1, 0.1).expect("written");
        // Row 3 is empty.
        sheet.write_number(3, 0, 5_012_345_678_900.0).expect("written");
        sheet.write_number(3, 1, 12).expect("written");
        sheet.write_blank(4, 1, &Format::new().set_bold()).expect("written");
        sheet.write_string(5, 0, "Ü").expect("written");
        sheet.write_boolean(5, 1, true).expect("written");
    });
    assert_eq!(told(&bytes), Ok(vec!["2 0012 0.1".to_owned(), "4 5012345678900 12".into(), "6 Ü true".into()]));
}

#[test]
fn every_fault_is_told_with_its_row() {
    let bytes = book(|sheet| {
        sheet.write_row(0, 0, ["sku", "cost", "note"]).expect("written");
        sheet.write_row(1, 0, ["A", "", "x"]).expect("written");
        sheet.write_row(2, 0, ["B", "1"]).expect("written");
        sheet.write_row(3, 0, ["C", "1", "", "behind"]).expect("written");
        sheet.write_string(4, 0, "D").expect("written");
        let day = Format::new().set_num_format("yyyy-mm-dd");
        sheet.write_number_with_format(4, 1, 45_000, &day).expect("written");
    });
    let faults = [
        "line 2: cost is empty",
        "line 4: a cell is to the right of the last named column: the header has 3 names",
        "line 5: column B: the cell is a date: format the column as text and type it again",
    ];
    assert_eq!(told(&bytes), Err(faults.map(str::to_owned).to_vec()));
    let wrong = book(|sheet| {
        sheet.write_row(0, 0, ["sku", "colour"]).expect("written");
    });
    assert_eq!(told(&wrong).expect_err("columns").len(), 2);
    assert_eq!(told(&book(|_| {})), Err(vec!["line 1: the first sheet is empty".to_owned()]));
    let none = told(b"PK\x03\x04 and no more").expect_err("no book").remove(0);
    assert!(none.starts_with("line 1: the spreadsheet cannot be read"), "{none}");
}

#[test]
fn a_sheet_that_would_take_all_memory_is_refused_before_it_does() {
    let last_cell = book(|sheet| {
        sheet.write_string(1_048_575, 16_383, "far").expect("written");
    });
    assert_eq!(told(&last_cell), Err(vec!["line 1048576: the sheet has more than 100000 rows: split it".to_owned()]));
    let wide = book(|sheet| {
        sheet.write_string(0, 100, "wide").expect("written");
    });
    let message = "line 1: the sheet has more than 100 columns: leave out those that are not imported";
    assert_eq!(told(&wide), Err(vec![message.to_owned()]));

    // 300 MiB of blanks are some 300 KB as a file.
    let mut bomb = ZipWriter::new(Cursor::new(Vec::new()));
    bomb.start_file("xl/worksheets/sheet1.xml", SimpleFileOptions::default()).expect("begun");
    for _ in 0..300 {
        bomb.write_all(&[b' '; 1024 * 1024]).expect("written");
    }
    let bomb = bomb.finish().expect("an archive").into_inner();
    assert!(bomb.len() < 1024 * 1024);
    let message = "line 1: the spreadsheet cannot be read: it has more than 256 MiB: split it";
    assert_eq!(told(&bomb), Err(vec![message.to_owned()]));
}

#[test]
fn columns_have_the_names_that_spreadsheets_show() {
    for (column, name) in [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")] {
        assert_eq!(column_name(column), name);
    }
}

/// A workbook with this text in the place of its first sheet.
fn with_sheet(xml: &str) -> Vec<u8> {
    with_part("xl/worksheets/sheet1.xml", xml, book(|_| {}))
}

/// A workbook with this text in the place of one of its parts.
fn with_part(replaced: &str, xml: &str, book: Vec<u8>) -> Vec<u8> {
    let mut sound = ZipArchive::new(Cursor::new(book)).expect("an archive");
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..sound.len() {
        let mut part = sound.by_index(index).expect("a part");
        let name = part.name().expect("a name").into_owned();
        let mut text = Vec::new();
        part.read_to_end(&mut text).expect("read");
        if name == replaced {
            text = xml.as_bytes().to_vec();
        }
        archive.start_file(name, SimpleFileOptions::default()).expect("begun");
        archive.write_all(&text).expect("written");
    }
    archive.finish().expect("an archive").into_inner()
}

#[test]
fn a_damaged_sheet_is_told_and_ends_nothing() {
    let sheet = |rows: &str| with_sheet(&format!("<worksheet><sheetData>{rows}</sheetData></worksheet>"));
    let cell = |place: &str, text: &str| format!(r#"<c r="{place}" t="str"><v>{text}</v></c>"#);
    let header = format!("<row>{}{}</row>", cell("A1", "sku"), cell("B1", "cost"));
    let sound = sheet(&format!("{header}<row>{}{}</row>", cell("A2", "A"), cell("B2", "1")));
    assert_eq!(told(&sound), Ok(vec!["2 A 1".to_owned()]));
    for damaged in [
        format!("{header}<row>{}</row><row>{}</row>", cell("A3", "A"), cell("A2", "B")),
        format!("{header}<row>{}{}</row>", cell("A2", "A"), cell("A2", "B")),
        format!("<row>{}</row>", cell("AAAAAAAAAAAAAA1", "far")),
        format!("<row>{}</row>", cell("A99999999999999999999", "far")),
        "<row><c".to_owned(),
    ] {
        let why = told(&sheet(&damaged)).expect_err("damaged").remove(0);
        assert!(why.contains("the spreadsheet cannot be read") || why.contains("more than"), "{why}");
    }
}

#[test]
fn whatever_stands_in_a_file_is_an_answer() {
    let sound = book(|sheet| {
        sheet.write_row(0, 0, ["sku", "cost"]).expect("written");
        sheet.write_row(1, 0, ["A", "1"]).expect("written");
    });
    for place in (0..sound.len()).step_by(29) {
        let mut damaged = sound.clone();
        damaged[place] ^= 0xa5;
        let _ = told(&damaged);
        damaged.truncate(place);
        assert!(told(&damaged).is_err(), "cut at {place}");
    }
}

#[test]
fn an_entity_of_a_sheet_is_neither_expanded_nor_read_from_elsewhere() {
    let secret = std::env::temp_dir().join(format!("countinghouse-entity-{}", std::process::id()));
    std::fs::write(&secret, "top secret").expect("written");
    let address = format!("file://{}", secret.display());
    // Ten levels of ten: 10^10 letters, were they written out.
    let laughs: String = (1..=10)
        .map(|level| {
            let below = format!("&l{};", level - 1).repeat(10);
            format!("<!ENTITY l{level} \"{below}\">")
        })
        .collect();
    let book = || {
        book(|sheet| {
            sheet.write_row(0, 0, ["sku", "cost"]).expect("written");
            sheet.write_row(1, 0, ["A", "1"]).expect("written");
        })
    };
    for (declared, named) in [
        (format!("<!ENTITY l0 \"ha\">{laughs}"), "&l10;"),
        (format!("<!ENTITY x SYSTEM \"{address}\">"), "&x;"),
        (format!("<!ENTITY % p SYSTEM \"{address}\"> %p;"), "&x;"),
        ("<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">".to_owned(), "&a;"),
    ] {
        let prologue = format!("<?xml version=\"1.0\"?><!DOCTYPE x [{declared}]>");
        let cell = |place: &str, text: &str| format!("<c r=\"{place}\" t=\"str\"><v>{text}</v></c>");
        let sheet = format!(
            "{prologue}<worksheet><sheetData><row>{}{}</row><row>{}{}</row></sheetData></worksheet>",
            cell("A1", "sku"),
            cell("B1", "cost"),
            cell("A2", named),
            cell("B2", "1"),
        );
        let shared = format!(
            "{prologue}<sst><si><t>sku</t></si><si><t>cost</t></si><si><t>{named}</t></si><si><t>1</t></si></sst>"
        );
        for file in [with_sheet(&sheet), with_part("xl/sharedStrings.xml", &shared, book())] {
            let told = told(&file);
            let all = told.as_ref().map_or_else(|faults| faults.concat(), |records| records.concat());
            assert!(!all.contains("top secret") && !all.contains("haha") && all.len() < 1_000, "{all}");
        }
    }
    std::fs::remove_file(&secret).expect("removed");
}

#[test]
fn an_archive_is_believed_in_nothing_that_it_says_of_its_size() {
    // One text of 4 MiB that every cell repeats: 400 cells say 1.6 GiB.
    let text = "x".repeat(4 * 1024 * 1024);
    let shared = format!("<sst><si><t>sku</t></si><si><t>cost</t></si><si><t>{text}</t></si></sst>");
    let repeating = book(|sheet| {
        sheet.write_row(0, 0, ["sku", "cost"]).expect("written");
        for row in 1..=400 {
            sheet.write_string(row, 0, "long").expect("written");
        }
    });
    let message = "line 1: the spreadsheet cannot be read: it has more than 256 MiB: split it";
    assert_eq!(told(&with_part("xl/sharedStrings.xml", &shared, repeating)), Err(vec![message.to_owned()]));
    // More parts than any spreadsheet has, of no bytes at all.
    let mut parts = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..=PARTS {
        parts.start_file(format!("{number}"), SimpleFileOptions::default()).expect("begun");
    }
    let many = told(&parts.finish().expect("an archive").into_inner()).expect_err("too many").remove(0);
    assert!(many.contains("at most 10000 are allowed"), "{many}");
    // A directory that says that 300 MiB are ten bytes.
    let mut bomb = ZipWriter::new(Cursor::new(Vec::new()));
    bomb.start_file("xl/worksheets/sheet1.xml", SimpleFileOptions::default()).expect("begun");
    for _ in 0..300 {
        bomb.write_all(&[b' '; 1024 * 1024]).expect("written");
    }
    let mut lying = bomb.finish().expect("an archive").into_inner();
    let size = (300_u32 * 1024 * 1024).to_le_bytes();
    let places: Vec<usize> = (0..lying.len() - 4).filter(|at| lying[*at..].starts_with(&size)).collect();
    assert!(!places.is_empty());
    for at in places {
        lying[at..at + 4].copy_from_slice(&10_u32.to_le_bytes());
    }
    let why = told(&lying).expect_err("a lie").remove(0);
    assert!(why.contains("the spreadsheet cannot be read"), "{why}");
}
