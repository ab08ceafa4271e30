//! Cases of settling: what the programs themselves come to.

use super::*;
use crate::plaintext::PlainFormat;
use crate::plaintext::read::read;

/// The postings of every entry with what they weigh, and everything told.
fn settled(text: &str, format: PlainFormat) -> (Vec<String>, Vec<String>) {
    let mut journal = read(text.as_bytes(), format);
    let currencies = Currencies::of("USD", &[], &journal).unwrap();
    let weighed = settle(&mut journal, &currencies);
    let entries = journal.entries.iter().zip(&weighed).map(|(entry, own)| {
        let told = entry.postings.iter().zip(own).map(|(posting, one)| {
            let amount = |amount: &PlainAmount| format!("{} {}", exact::trimmed(amount.number), amount.commodity);
            let weight = if one.weight == one.amount { String::new() } else { format!(" = {}", amount(&one.weight)) };
            format!("{} {}{weight}", posting.account, amount(&one.amount))
        });
        told.collect::<Vec<_>>().join(", ")
    });
    let told = journal.problems.iter().map(|one| format!("error: {one}"));
    let noted = journal.noted().into_iter().map(|one| one.to_string());
    (entries.collect(), told.chain(noted).collect())
}

#[test]
fn lots_are_taken_at_their_cost_as_the_programs_do() {
    let buy = "2010-01-01 open A:X \"FIFO\"\n2010-01-01 open A:Y\n2010-01-02 * \"b\"\n  A:X  10 ABC {4.00 USD}\n  A:C\n\
               2010-01-03 * \"b\"\n  A:X  5 ABC {{30.00 USD}}\n  A:C\n";
    let sale = |figures: &str| format!("{buy}2010-02-01 * \"s\"\n  A:X  {figures}\n  A:C  90 USD\n  I:G\n");
    for (figures, expected) in [
        ("-12 ABC {} @ 7.50 USD", "A:X -12 ABC = -52 USD, A:C 90 USD, I:G -38 USD"),
        ("-5 ABC {6.00 USD} @ 7.50 USD", "A:X -5 ABC = -30 USD, A:C 90 USD, I:G -60 USD"),
        ("-5 ABC {2010-01-03}", "A:X -5 ABC = -30 USD, A:C 90 USD, I:G -60 USD"),
        ("-5 ABC @ 18 USD", "A:X -5 ABC = -90 USD, A:C 90 USD"),
    ] {
        let (entries, told) = settled(&sale(figures), PlainFormat::Beancount);
        assert_eq!((entries[2].as_str(), told), (expected, vec![]), "{figures}");
    }
    for (figures, words) in [("-16 ABC {}", "has only 15 ABC"), ("-5 ABC {9.00 USD}", "has only 0 ABC")] {
        let told = settled(&sale(figures), PlainFormat::Beancount).1;
        assert!(told.len() == 1 && told[0].contains(words), "{figures}: {told:?}");
    }
    let strict = sale("-12 ABC {}").replace(" \"FIFO\"", "");
    assert!(settled(&strict, PlainFormat::Beancount).1[0].contains("more than one lot of ABC in A:X fits"));
    let ledger = "2010-01-01 b\n  A:X  10 ABC {$4.00} @ $5.00\n  A:C\n2010-01-02 s\n  A:X  -4 ABC {$4.00} @ $7.00\n  A:C  $28.00\n  I:G\n";
    let (entries, told) = settled(ledger, PlainFormat::Hledger);
    assert_eq!(entries[0], "A:X 10 ABC = 40 USD, A:C -40 USD");
    assert_eq!((entries[1].as_str(), told), ("A:X -4 ABC = -16 USD, A:C 28 USD, I:G -12 USD", vec![]));
}

#[test]
fn assigned_balances_follow_from_what_came_before_and_pads_reach_the_next_one() {
    let text = "2010-01-02 later\n  a:x  = 12 USD\n  b\n2010-01-01 first\n  a:x  7 USD\n  b  -7 USD\n\
                2010-01-03 all\n  a  ==* 0\n  b  = 0 USD\n  c\n";
    let (entries, told) = settled(text, PlainFormat::Hledger);
    assert_eq!(entries, ["a:x 5 USD, b -5 USD", "a:x 7 USD, b -7 USD", "a -12 USD, b 12 USD"]);
    assert_eq!(told, Vec::<String>::new());
    let text = "2010-01-01 pad A:X E:O\n2010-01-05 * \"x\"\n  A:X  5 USD\n  I:Y\n2010-01-06 balance A:X 20 USD\n\
                2010-01-07 balance A:X 21 USD\n";
    let (entries, told) = settled(text, PlainFormat::Beancount);
    assert_eq!(entries[1], "A:X 15 USD, E:O -15 USD");
    assert_eq!(
        told,
        ["error: line 6: the file asserts that A:X has 21.00 USD here, but its entries add up to 20.00 USD"]
    );
}

#[test]
fn virtual_postings_are_left_out_and_count_where_a_balance_is_asserted() {
    let text = "2010-01-01 x\n  a  5 USD = 8 USD\n  b\n  [c]  1 USD\n  [d]\n"
        .replace("2010-01-01 x\n", "2009-01-01 v\n  (a)  3 USD\n2010-01-01 x\n");
    let (entries, told) = settled(&text, PlainFormat::Hledger);
    assert_eq!(entries, ["", "a 5 USD, b -5 USD"]);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("line 2: a virtual posting (in parentheses)"), "{told:?}");
    assert!(told[1].ends_with("(2 times, here first)"), "{told:?}");
}

#[test]
fn of_accounts_with_a_faulty_entry_nothing_is_asserted_and_it_is_told_once() {
    let text = "2010-01-01 x\n  a  5 USD\n  b  -4 USD\n2010-01-02 y\n  a  1 USD = 6 USD\n  c  -1 USD = -1 USD\n\
                2010-01-03 z\n  a  1 USD = 7 USD\n  c  -1 USD = -9 USD\n2010-01-04 w\n  b  1 / 3\n  c  1\n2010-01-05 v\n  b  1 = 2\n  c\n";
    let told = settled(text, PlainFormat::Hledger).1;
    let own: Vec<&String> = told.iter().filter(|one| one.contains("not checked")).collect();
    assert_eq!(own.len(), 2, "{told:?}");
    assert!(own[0].contains("the balances of a from here on are not checked because of line 1"), "{told:?}");
    assert!(told.iter().any(|one| one.starts_with("error: line 9: the file asserts that c has -9.00 USD")), "{told:?}");
}

#[test]
fn small_commodities_and_exchanges_are_weighed() {
    let text = "C 1.00 G = 100 s\nC 1.00 s = 100 c\n2010-01-01 x\n  a  2 G\n  b  -150 s\n  c\n\
                2010-01-02 y\n  a  -1 X\n  b  2 Y\n2010-01-03 z\n  a  3 X @ 0.333 USD\n  b  -1.00 USD\n2010-01-04 w\n  a  1 X\n  b  2 Y\n";
    let (entries, told) = settled(text, PlainFormat::Ledger);
    assert_eq!(entries[0], "a 20000 c, b -15000 c, c -5000 c");
    assert_eq!(entries[1], "a -1 X, b 2 Y");
    assert_eq!(entries[2], "a 3 X = 0.999 USD, b -1 USD");
    assert_eq!(told, ["error: line 13: does not balance: its postings add up to 1 X and 2 Y instead of 0"]);
}
