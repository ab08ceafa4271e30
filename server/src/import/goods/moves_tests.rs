//! Tests of the movements of documents: written as the rows of a file.

use super::*;
use crate::import::retail;

/// Each movement as `kind site external id: sku change of line, …`.
fn told(rows: &[&str]) -> Vec<String> {
    let text = format!("{}\n{}\n", retail::COLUMNS.join(","), rows.join("\n"));
    let file = retail::read(text.as_bytes());
    assert_eq!(file.problems, []);
    let documents: Vec<&Document> = file.documents.iter().collect();
    let line = |line: &MoveLine<'_>| {
        let of = line.of_line.map(|of| format!(" of {of}")).unwrap_or_default();
        format!("{} {}{of}", line.row.sku, super::super::row::readable(line.change_millionths))
    };
    let one = |one: &Move<'_>| {
        let lines: Vec<String> = one.lines.iter().map(line).collect();
        let kind = match &one.kind {
            MoveKind::Issue => "issue",
            MoveKind::Return(Some(_)) => "known",
            MoveKind::Return(None) => "unknown",
            MoveKind::SetRight(reason) => reason.kind(),
        };
        format!("{kind} {:?} {}: {}", one.site, one.external_id, lines.join(", "))
    };
    of(&documents).iter().map(one).collect()
}

#[test]
fn an_invoice_is_one_issue_and_its_charges_move_nothing() {
    let rows = ["1,a1,MUG,2,1/12/2010,5,7,UK", "1,POST,POSTAGE,1,1/12/2010,9,7,UK", "1,A1,MUG,1,1/12/2010,5,7,UK"];
    assert_eq!(told(&rows), ["issue Main 1: A1 -2, A1 -1"]);
    assert_eq!(told(&["2,POST,POSTAGE,1,1/12/2010,9,7,UK"]), [""; 0]);
}

#[test]
fn counter_and_web_sales_leave_their_own_warehouse() {
    assert_eq!(told(&["1,A,MUG,0.5,1/12/2010,5,,UK"]), ["issue Web 1: A -0.5"]);
}

#[test]
fn what_is_credited_is_of_the_latest_issue_from_which_the_customer_has_that_much() {
    let rows = [
        "1,A,MUG,6,1/12/2010,5,7,UK",
        "2,J,JUG,1,2/12/2010,5,7,UK",
        "2,A,MUG,2,2/12/2010,5,7,UK",
        "3,A,MUG,9,2/12/2010,5,8,UK",
        "C4,A,MUG,-2,3/12/2010,5,7,UK",
        "C4,A,MUG,-4,3/12/2010,5,7,UK",
        "C4,A,MUG,-3,3/12/2010,5,7,UK",
        "C4,D,Discount,-1,3/12/2010,5,7,UK",
    ];
    let wanted = [
        "issue Main 1: A -6",
        "issue Main 2: J -1, A -2",
        "issue Main 3: A -9",
        "known Main C4/return-of-2: A 2 of 2",
        "known Main C4/return-of-1: A 4 of 1",
        "unknown Main C4/return: A 3",
    ];
    assert_eq!(told(&rows), wanted);
}

#[test]
fn nobody_brings_back_what_he_buys_later_or_what_another_bought() {
    let rows = [
        "C1,A,MUG,-1,1/12/2010,5,7,UK",
        "2,A,MUG,9,2/12/2010,5,7,UK",
        "C3,A,MUG,-1,2/12/2010,5,8,UK",
        "C4,A,MUG,-1,2/12/2010,5,,UK",
    ];
    let wanted = [
        "unknown Main C1/return: A 1",
        "issue Main 2: A -9",
        "unknown Main C3/return: A 1",
        "unknown Web C4/return: A 1",
    ];
    assert_eq!(told(&rows), wanted);
}

#[test]
fn what_has_no_price_and_no_customer_sets_stock_right() {
    let rows = [
        "1,A,,19,1/12/2010,0,,UK",
        "2,A,damaged,-3,1/12/2010,0,,UK",
        "3,A,?,-2,1/12/2010,0,,UK",
        "4,A,MUG,1,1/12/2010,0,7,UK",
        "C5,A,MUG,-1,1/12/2010,0,7,UK",
        "6,A,MUG,0,1/12/2010,0,,UK",
    ];
    let wanted = [
        "adjustment Main 1/FOUND: A 19",
        "scrap Main 2/DAMAGED: A -3",
        "adjustment Main 3/MISSING: A -2",
        "issue Main 4: A -1",
        "known Main C5/return-of-4: A 1 of 1",
    ];
    assert_eq!(told(&rows), wanted);
}

#[test]
fn documents_move_by_day_whatever_their_order_in_the_file() {
    let rows = ["2,A,MUG,1,2/12/2010,5,7,UK", "1,A,MUG,1,1/12/2010,5,7,UK"];
    assert_eq!(told(&rows), ["issue Main 1: A -1", "issue Main 2: A -1"]);
}
