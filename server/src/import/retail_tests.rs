//! Tests of the reader: the real file to the cent, and dirty lines one by one.

use super::*;

const HEADER: &str = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country";

fn real() -> RetailFile {
    read(include_bytes!("../../../demo/online-retail-2010-12.csv"))
}

fn total<'a>(documents: impl Iterator<Item = &'a Document>) -> i64 {
    documents.map(|document| document.total_minor).sum()
}

/// Reads rows below the header and tells the problems.
fn problems(rows: &[&str]) -> Vec<String> {
    let text = format!("{HEADER}\n{}\n", rows.join("\n"));
    read(text.as_bytes()).problems.iter().map(ToString::to_string).collect()
}

#[test]
fn the_real_file_adds_up_to_the_cent() {
    let file = real();
    assert_eq!((file.rows, file.documents.len(), file.problem_count), (9_999, 512, 0));
    assert_eq!(total(file.documents.iter().filter(|document| !document.is_credit_note())), 18_423_983);
    assert_eq!(total(file.documents.iter().filter(|document| document.is_credit_note())), -358_058);
    assert_eq!(total(file.documents.iter()), 18_065_925);
}

#[test]
fn the_real_file_has_43_credit_notes_and_45_documents_worth_nothing() {
    let file = real();
    assert_eq!(file.documents.iter().filter(|document| document.is_credit_note()).count(), 43);
    let worthless = file.documents.iter().filter(|document| document.total_minor == 0);
    assert_eq!(worthless.filter(|document| !document.is_credit_note()).count(), 45);
}

#[test]
fn a_document_has_its_day_customer_country_and_exact_total() {
    let file = real();
    let goods = file.documents[0].goods.clone();
    let expected = Document {
        number: "536365".to_owned(),
        line: 2,
        rows: 7,
        date: jiff::civil::date(2010, 12, 1),
        customer: Some("17850".to_owned()),
        country: Some("United Kingdom".to_owned()),
        total_minor: 13_912,
        goods: goods.clone(),
        charges: Vec::new(),
    };
    assert_eq!(file.documents.first(), Some(&expected));
    assert_eq!(goods.len(), 7);
    let first = GoodsRow {
        line: 2,
        sku: "85123A".to_owned(),
        description: "WHITE HANGING HEART T-LIGHT HOLDER".to_owned(),
        quantity_millionths: 6_000_000,
        price: Decimal { unscaled: 255, scale: 2 },
    };
    assert_eq!(goods.first(), Some(&first));
}

#[test]
fn the_real_file_has_1982_items_and_38_charges() {
    let file = real();
    let goods = file.documents.iter().flat_map(|document| &document.goods);
    let skus: std::collections::BTreeSet<&str> = goods.clone().map(|row| row.sku.as_str()).collect();
    let charges: Vec<i64> =
        file.documents.iter().flat_map(|document| &document.charges).map(|charge| charge.amount_minor).collect();
    assert_eq!((goods.count(), skus.len(), charges.len()), (9_961, 1_982, 38));
    let goods_minor: i64 = file.documents.iter().map(Document::goods_minor).sum();
    assert_eq!(goods_minor + charges.iter().sum::<i64>(), 18_065_925);
}

#[test]
fn codes_are_composed_so_that_one_document_is_one_and_one_item_is_one() {
    let text = format!(
        "{HEADER}\nE\u{301},e\u{301},B,1,1/12/2010,2.55,Zoe\u{308},UK\n\u{c9},\u{e9},B,1,1/12/2010,2.55,Zo\u{eb},UK\n"
    );
    let file = read(text.as_bytes());
    assert_eq!(file.problems.iter().map(ToString::to_string).collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(file.documents.iter().map(|one| (one.number.as_str(), one.rows)).collect::<Vec<_>>(), [("\u{c9}", 2)]);
    let goods = file.documents.iter().flat_map(|one| &one.goods);
    assert_eq!(goods.map(|row| row.sku.to_lowercase()).collect::<Vec<_>>(), ["\u{e9}", "\u{e9}"]);
    assert_eq!(file.documents[0].customer.as_deref(), Some("Zo\u{eb}"));
}

#[test]
fn reading_twice_gives_the_same_and_line_ends_do_not_matter() {
    let bytes = include_bytes!("../../../demo/online-retail-2010-12.csv");
    let unix = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    assert_eq!(read(bytes), real());
    assert_eq!(read(unix.as_bytes()), real());
}

#[test]
fn whatever_is_wrong_is_told_with_its_line_and_column() {
    for (row, told) in [
        ("1,A,B,1,1/12/2010,2.55,7", "line 3: has 7 columns: 8 are needed"),
        (
            "1,A,B,x,1/12/2010,2.55,7,UK",
            "line 3, Quantity: \"x\" is not a number: write digits with at most one point, such as -12 or 2.55",
        ),
        (
            "1,A,B,1,12/31/2010,2.55,7,UK",
            "line 3, InvoiceDate: \"12/31/2010\" does not exist in the calendar: write dates as d/m/yyyy",
        ),
        (
            "1,A,B,1,1/12/2010,£2,7,UK",
            "line 3, UnitPrice: \"£2\" has a currency sign: write amounts in GBP with digits only, such as 2.55",
        ),
        ("1,A,B,1,1/12/2010,,7,UK", "line 3, UnitPrice: is empty: a number is needed"),
        (",A,B,1,1/12/2010,1,7,UK", "line 3, InvoiceNo: is empty: every row must belong to a document"),
        ("0,A,B,1,2/12/2010,1,7,UK", "line 3, InvoiceDate: document 0 has another day on line 2"),
        ("0,A,B,1,1/12/2010,1,8,UK", "line 3, CustomerID: document 0 has another customer on line 2"),
        ("0,A,B,1,1/12/2010,1,7,FR", "line 3, Country: document 0 has another country on line 2"),
        (
            "1,A,\"B\nC\",1,1/12/2010,1,7,UK",
            "line 3, Description: contains the control character U+000A: look for an unclosed quotation mark",
        ),
        (
            "1,A,B,1.0000001,1/12/2010,1,7,UK",
            "line 3, Quantity: \"1.0000001\" has more than 6 decimals: quantities of goods have at most 6",
        ),
        ("1,A,B,99999999999999999,1/12/2010,99999,7,UK", "line 3: the total of document 1 is out of range"),
    ] {
        assert_eq!(problems(&["0,A,B,1,1/12/2010,2.55,7,UK", row]), [told], "{row}");
    }
}

#[test]
fn all_that_is_wrong_in_a_row_is_told_at_once() {
    assert_eq!(problems(&["1,A,B,x,y,z,7,UK"]).len(), 3);
}

#[test]
fn lines_are_counted_right_below_quoted_line_ends_blank_lines_and_crlf() {
    let text = format!(
        "\u{feff}{HEADER}\r\n\r\n1,A,\"a \"\"b\"\", c\",1,1/12/2010,1.00,,UK\r\n1,A,\"x\r\ny\",1,1/12/2010,1,,UK\r\nbad\r\n"
    );
    let file = read(text.as_bytes());
    assert_eq!(file.problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [4, 6]);
}

#[test]
fn a_document_with_a_wrong_row_is_left_out_as_a_whole() {
    let text =
        format!("{HEADER}\n1,A,B,1,1/12/2010,1.00,7,UK\n1,A,B,1,1/12/2010,oops,7,UK\n2,A,B,1,1/12/2010,3.00,,\n");
    let file = read(text.as_bytes());
    assert_eq!(file.left_out, ["1"]);
    assert_eq!(file.documents.iter().map(|document| document.number.as_str()).collect::<Vec<_>>(), ["2"]);
    assert_eq!((file.documents[0].customer.as_deref(), file.documents[0].country.as_deref()), (None, None));
}

#[test]
fn a_hundred_problems_are_told_and_the_rest_counted() {
    let rows = "1,A,B,x,1/12/2010,1,7,UK\n".repeat(250);
    let file = read(format!("{HEADER}\n{rows}").as_bytes());
    assert_eq!((file.problems.len(), file.problem_count), (PROBLEMS_TOLD, 250));
}

#[test]
fn a_file_of_another_shape_is_refused_at_its_header() {
    for (text, told) in [
        (
            "",
            "line 1: the file is empty: the first line must name the columns InvoiceNo, StockCode, Description, \
             Quantity, InvoiceDate, UnitPrice, CustomerID, Country",
        ),
        (
            "a,b\n1,2\n",
            "line 1: the header has no column InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice, CustomerID, Country: it must name InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice, CustomerID, Country",
        ),
    ] {
        let file = read(text.as_bytes());
        assert_eq!(file.problems.iter().map(ToString::to_string).collect::<Vec<_>>(), [told]);
    }
}

#[test]
fn bytes_that_are_no_text_are_told_with_their_line() {
    let mut bytes = format!("{HEADER}\n1,A,").into_bytes();
    bytes.extend(b"\xa3 off,1,1/12/2010,1,7,UK\n");
    let told: Vec<String> = read(&bytes).problems.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 2, Description: is not UTF-8: convert the file to UTF-8 first"]);
}
