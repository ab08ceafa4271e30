//! Labels, most of them from the GS1 General Specifications and the Digital Link standard.

use jiff::civil::date;

use super::*;
use crate::value::Decimal;

const TODAY: Today = Today(2026);

/// The contents of a label, as text: `01=… 17=…`.
fn told(text: &str) -> Result<(Carrier, String), Misread> {
    let label = read(text, TODAY)?;
    let elements: Vec<String> = label.elements.iter().map(|read| format!("{}={}", read.ai, read.value)).collect();
    Ok((label.carrier, elements.join(" ")))
}

#[test]
fn element_strings_are_read_with_and_without_their_symbology() {
    use Carrier::ElementString as E;
    for (text, elements) in [
        ("]C101095060001343521724123110ABC123", "01=09506000134352 17=241231 10=ABC123"),
        ("0109506000134352", "01=09506000134352"),
        ("]d2010950600013435210ABC123\u{1d}17241231", "01=09506000134352 10=ABC123 17=241231"),
        ("]Q3\u{1d}010950600013435221SER-9", "01=09506000134352 21=SER-9"),
        ("]C100376104250021234569", "00=376104250021234569"),
        ("02095060001343523712\u{1d}00376104250021234569", "02=09506000134352 37=12 00=376104250021234569"),
        ("010950600013435231030015003010\u{1d}", "01=09506000134352 3103=001500 30=10"),
        ("400PO-1\u{1d}4100614141000005", "400=PO-1 410=0614141000005"),
        ("(01)09506000134352(10)AB(1)C(17)241200", "01=09506000134352 10=AB(1)C 17=241200"),
        ("10A\u{1d}10A", "10=A"),
        ("17241231", "17=241231"),
        ("]e0", ""),
    ] {
        if elements.is_empty() {
            assert_eq!(told(text), Err(Misread::Empty));
            continue;
        }
        assert_eq!(told(text), Ok((E, elements.to_owned())), "{text:?}");
    }
}

#[test]
fn bare_numbers_are_trade_item_numbers() {
    for text in ["9506000134352", "]E09506000134352", "09506000134352", "]I109506000134352", " 9506000134352\r\n"] {
        let label = read(text, TODAY).expect("read");
        assert_eq!(label.carrier, Carrier::TradeItemNumber, "{text}");
        assert_eq!(label.elements[0].element, Element::Gtin("09506000134352".to_owned()), "{text}");
    }
    assert_eq!(read("96385074", TODAY).expect("read").carrier, Carrier::TradeItemNumber);
    // A misread last digit, where the rest could be an order, a lot or a piece.
    for text in ["4006381333932", "10614141123458", "2112345678905", "1012345678901", "37123456", "10123457"] {
        assert_eq!(read(text, TODAY).expect_err(text).code(), "bad_check_digit", "{text}");
    }
    assert_eq!(read("]C11012345678901", TODAY).expect("said to be elements").carrier, Carrier::ElementString);
}

#[test]
fn digital_links_are_read_from_path_and_query() {
    for (text, elements) in [
        ("https://id.gs1.org/01/09506000134352", "01=09506000134352"),
        (
            "https://example.com/some/path/01/9506000134352/10/ABC%2D1/21/12%2f3?17=241231&linkType=gs1:pip",
            "01=09506000134352 10=ABC-1 21=12/3 17=241231",
        ),
        ("id.gs1.org/01/09506000134352/10/A", "01=09506000134352 10=A"),
        ("ID.gs1.org/01/09506000134352", "01=09506000134352"),
        ("HTTP://ID.GS1.ORG/00/376104250021234569", "00=376104250021234569"),
        ("]Q1https://id.gs1.org/414/0614141000005/#top", "414=0614141000005"),
        (
            "https://id.gs1.org/01/09506000134352?3103=001500&15=270100&99=mine",
            "01=09506000134352 3103=001500 15=270100 99=mine",
        ),
    ] {
        assert_eq!(told(text), Ok((Carrier::DigitalLink, elements.to_owned())), "{text}");
    }
    for text in [
        "https://example.com/",
        "https://example.com/01/",
        "https://example.com/shop/01/apples",
        "https://id.gs1.org/01/09506000134352/10/%zz",
        "https://id.gs1.org/01/09506000134352/10/%ff",
        "https://id.gs1.org/01/09506000134352/10",
    ] {
        assert!(read(text, TODAY).is_err(), "{text}");
    }
}

#[test]
fn values_mean_days_weights_and_counts() {
    let label = read("0109506000134352172402001524020037 5".replace(' ', "").as_str(), TODAY).expect("read");
    let meant: Vec<&Element> = label.elements.iter().map(|read| &read.element).collect();
    assert_eq!(
        meant[1..],
        [&Element::ExpiresOn(date(2024, 2, 29)), &Element::BestBefore(date(2024, 2, 29)), &Element::Count(5)]
    );
    let label = read("3102001500\u{1d}4140614141000005", TODAY).expect("read");
    assert_eq!(label.elements[0].element, Element::NetWeightKg(Decimal { unscaled: 1500, scale: 2 }));
    assert_eq!(label.elements[1].element, Element::Gln(GlnUse::Location, "0614141000005".to_owned()));
}

#[test]
fn what_is_misread_is_refused_as_a_whole() {
    for (text, code) in [
        ("", "malformed_gs1"),
        ("]C1", "malformed_gs1"),
        ("]A0123", "not_gs1"),
        ("]üx", "not_gs1"),
        ("0109506000134353", "bad_check_digit"),
        ("9506000134353", "bad_check_digit"),
        ("96385075", "bad_check_digit"),
        ("00376104250021234568", "bad_check_digit"),
        ("4140614141000006", "bad_check_digit"),
        ("https://id.gs1.org/01/09506000134353", "bad_check_digit"),
        ("1812", "unknown_application_identifier"),
        ("hello", "unknown_application_identifier"),
        ("(18)12", "unknown_application_identifier"),
        ("01095060001", "malformed_gs1"),
        ("1724133110A", "malformed_gs1"),
        ("]C110", "malformed_gs1"),
        ("10123456789012345678901", "malformed_gs1"),
        ("10A\u{1d}10B", "malformed_gs1"),
        ("30x", "malformed_gs1"),
        ("21ä", "malformed_gs1"),
        ("(01)09506000134352(10)", "malformed_gs1"),
        ("010950600013435ä", "malformed_gs1"),
        ("300", "malformed_gs1"),
        ("3000\u{1d}10A", "malformed_gs1"),
        ("01095060001343523700", "malformed_gs1"),
        ("17260231", "malformed_gs1"),
        ("17112233", "bad_check_digit"),
    ] {
        assert_eq!(read(text, TODAY).map_err(|misread| misread.code()).err(), Some(code), "{text:?}");
    }
    let told = read("0109506000134353", TODAY).expect_err("misread").to_string();
    assert_eq!(told, "(01) is 09506000134353: its last digit is 3 and should be 2; scan it again");
}

#[test]
fn every_identifier_of_the_table_is_read_with_its_title_in_every_way_in_which_it_is_written() {
    for identifier in dictionary::all() {
        let (ai, value) = (identifier.ai.as_str(), sound(identifier));
        // An identifier may not stand on a label twice.
        let other = if ai == "17" { "15261231" } else { "17261231" };
        let texts = [format!("]C1{ai}{value}"), format!("({ai}){value}"), format!("]d2{ai}{value}\u{1d}{other}")];
        for text in texts {
            let label = read(&text, TODAY).unwrap_or_else(|misread| panic!("{text:?}: {misread}"));
            assert_eq!(
                (label.elements[0].ai.as_str(), label.elements[0].value.as_str()),
                (ai, value.as_str()),
                "{text:?}"
            );
            assert_eq!(label.elements[0].title(), identifier.title);
        }
        // One character more than it may have, and one less where its length is fixed.
        let longest = format!("{value:1<width$}", width = identifier.longest() + 1);
        assert!(read(&format!("({ai}){longest}"), TODAY).is_err(), "({ai}){longest}");
        if identifier.fixed_length().is_some() {
            let short = &value[..value.len() - 1];
            assert!(read(&format!("({ai}){short}"), TODAY).is_err(), "({ai}){short}");
        }
    }
}

#[test]
fn what_the_table_asks_of_a_value_is_asked_of_each_of_its_parts() {
    for (right, wrong, wanted) in [
        ("(7003)2612312359", "(7003)2613312359", "a day"),
        ("(7003)2612312359", "(7003)2612312460", "a time"),
        ("(426)826", "(426)827", "a country"),
        ("(421)826AB1", "(421)827AB1", "a country"),
        ("(4300)A%20B", "(4300)A%2", "hexadecimal"),
        ("(4309)18000000003600000000", "(4309)18000000013600000000", "a latitude"),
        ("(4326)261231", "(4326)261200", "a day"),
        ("(7023)95A", "(7023)A95", "digits of a company"),
        ("(8007)GB82WEST12345698765432", "(8007)GB83WEST12345698765432", "IBAN"),
        ("(8008)26123123", "(8008)26123124", "an hour"),
        ("(8008)2612312359", "(8008)2612312360", "minutes"),
        ("(3932)9781299", "(3932)0011299", "a currency"),
    ] {
        assert_eq!(read(right, TODAY).map(drop), Ok(()), "{right}");
        let refused = read(wrong, TODAY).expect_err(wrong);
        assert_eq!(refused.code(), "malformed_gs1", "{wrong}");
        assert!(refused.to_string().contains(wanted), "{wrong}: {refused}");
    }
}

/// A value that an identifier takes: made of the content of its components.
fn sound(identifier: &dictionary::Identifier) -> String {
    match identifier.ai.as_str() {
        // Values with rules about more than one character.
        "8007" => return "GB82WEST12345698765432".to_owned(),
        "8013" => return "1987654Ad4X4bL5ttr2310c2K".to_owned(),
        "8014" => return "1987654Ad4X4bL5ttr2310c2K".to_owned(),
        "7258" => return "1/3".to_owned(),
        _ => {}
    }
    identifier.components.iter().map(|part| part.example()).collect()
}

#[test]
fn what_is_not_as_the_table_asks_is_told_and_read_all_the_same() {
    let notices = |text: &str| read(text, TODAY).expect(text).notices();
    assert_eq!(notices("]C1010950600013435210A"), Vec::<String>::new());
    assert_eq!(notices("02095060001343523712"), ["(37) needs (00) with (02) or (00) with (8026) on the same goods"]);
    assert_eq!(
        notices("(01)09506000134352(37)5"),
        ["(01) must not stand with (37)", "(37) needs (00) with (02) or (00) with (8026) on the same goods",]
    );
    assert!(notices("(02)09506000134352")[0].starts_with("(02) needs (37)"));
}

#[test]
fn a_label_without_its_separator_is_read_as_it_stands_and_other_readings_are_offered() {
    for (text, offers) in [
        ("0109506000134352 10ABC 17241231", &["(01)09506000134352(10)ABC(17)241231"][..]),
        (
            "]C10109506000134352 10ABC 17241231 15250101",
            &["(01)09506000134352(10)ABC(17)241231(15)250101", "(01)09506000134352(10)ABC17241231(15)250101"],
        ),
        ("10A 0109506000134352", &["(10)A(01)09506000134352"]),
        ("0109506000134352 10ABC\u{1d}17241231", &[]),
        ("0109506000134352 10ABC17241331", &[]),
        ("(10)ABC17241231", &[]),
        ("9506000134352", &[]),
    ] {
        let text = text.replace(' ', "");
        assert_eq!(other_readings(&text, TODAY), offers, "{text}");
        for offer in offers {
            assert!(read(offer, TODAY).is_ok(), "{offer} can be sent as it is");
        }
    }
    let whole = read("010950600013435210ABC17241231", TODAY).expect("as it stands");
    assert_eq!(whole.elements[1].element, Element::Lot("ABC17241231".to_owned()), "nothing is guessed");
    // Too long for a lot, so that it is nothing as it stands.
    assert!(read("10ABCDEFGHIJKLMNOP17241231", TODAY).is_err());
    assert_eq!(other_readings("10ABCDEFGHIJKLMNOP17241231", TODAY), ["(10)ABCDEFGHIJKLMNOP(17)241231"]);
    let long = format!("10{}", "17241231".repeat(200));
    assert!(other_readings(&long, TODAY).len() <= 5);
}

#[test]
fn measures_prices_and_numbers_of_the_customer_are_understood() {
    let decimal = |unscaled, scale| Decimal { unscaled, scale };
    for (text, meant) in [
        ("(3152)001500", Element::Measured(decimal(1500, 2), "LTR")),
        ("(3922)1299", Element::Price(decimal(1299, 2), None)),
        ("(3932)9781299", Element::Price(decimal(1299, 2), Some("978".to_owned()))),
        ("(241)P-7", Element::CustomerPart("P-7".to_owned())),
        ("(240)X", Element::AdditionalId("X".to_owned())),
        ("(7021)F1", Element::Other),
        ("(90)mine", Element::Other),
    ] {
        assert_eq!(read(text, TODAY).expect(text).elements[0].element, meant, "{text}");
    }
}

#[test]
fn a_label_is_read_however_the_scanner_is_set() {
    for text in [
        "0109506000134352 10L1<GS>17261231",
        "(01) 09506000134352 (10) L1 (17) 261231",
        "]J1\u{1d}010950600013435210L1\u{1d}17261231",
    ] {
        let text = if text.starts_with('(') { text.to_owned() } else { text.replace(' ', "") };
        assert_eq!(told(&text).expect("read").1, "01=09506000134352 10=L1 17=261231", "{text}");
    }
    for (text, gtin) in [("]E004252614", "00042100005264"), ("]E3950600013435212", "09506000134352")] {
        assert_eq!(read(text, TODAY).expect(text).elements[0].element, Element::Gtin(gtin.to_owned()), "{text}");
    }
}

#[test]
fn a_day_that_its_month_has_not_is_told_so_and_nothing_is_counted_as_zero() {
    for (text, says) in [
        ("17260231", "(17) is \"260231\", and there is no day 2026-02-31: scan it again"),
        ("]C10109506000134352301\u{1d}15260431", "there is no day 2026-04-31"),
        ("300", "(30) is \"0\": it must be a whole number above 0"),
    ] {
        let told = read(text, TODAY).expect_err("misread").to_string();
        assert!(told.contains(says), "{told}");
    }
}

/// Whether a value of this identifier passes, however it is written; the second one has a wrong check digit.
fn has_check_digit(ai: &str, right: &str, wrong: &str) {
    for (value, code) in [(right, None), (wrong, Some("bad_check_digit"))] {
        for text in [
            format!("{ai}{value}"),
            format!("({ai}){value}"),
            format!("17241231{ai}{value}"),
            format!("https://id.gs1.org/01/06291041500213?{ai}={value}"),
        ] {
            assert_eq!(read(&text, TODAY).map_err(|misread| misread.code()).err(), code, "{text}");
        }
    }
}

#[test]
fn a_serial_shipping_container_code_has_its_check_digit() {
    has_check_digit("00", "376104250021234569", "376104250021234560");
    has_check_digit("00", "106141412345678908", "106141412345678907");
}

#[test]
fn a_global_location_number_has_its_check_digit_whatever_it_is_used_for() {
    for ai in ["410", "411", "412", "413", "414", "415", "416", "417"] {
        has_check_digit(ai, "0614141000005", "0614141000015");
    }
}

/// The console reads labels itself, since a phone must do so without a network: both run this file.
#[test]
fn every_label_of_the_file_that_the_console_runs_too_is_read_as_it_says() {
    let lines = include_str!("labels.tsv").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() > 60, "{} labels", rows.len());
    for row in rows {
        let [written, carrier, elements] = row[..] else { panic!("{row:?} has not three columns") };
        let found = match read(&written.replace('␝', "\u{1d}"), TODAY) {
            Err(misread) => ("refused", misread.code().to_owned()),
            Ok(label) => (name(label.carrier), label.elements.iter().map(with_meaning).collect::<Vec<_>>().join(" | ")),
        };
        assert_eq!(found, (carrier, elements.to_owned()), "{written:?}");
    }
}

fn name(carrier: Carrier) -> &'static str {
    match carrier {
        Carrier::ElementString => "elementString",
        Carrier::DigitalLink => "digitalLink",
        Carrier::TradeItemNumber => "tradeItemNumber",
    }
}

/// `17=241231→2024-12-31`: what a value means, where that is another text.
fn with_meaning(read: &Read) -> String {
    let meaning = match &read.element {
        Element::Gtin(gtin) => format!("→{gtin}"),
        Element::ProducedOn(day) | Element::PackedOn(day) | Element::BestBefore(day) | Element::ExpiresOn(day) => {
            format!("→{day}")
        }
        Element::Pieces(number) | Element::Count(number) => format!("→{number}"),
        Element::NetWeightKg(weight) => format!("→{weight} KGM"),
        Element::Measured(quantity, unit) => format!("→{quantity} {unit}"),
        Element::Sscc(_)
        | Element::Content(_)
        | Element::Lot(_)
        | Element::Serial(_)
        | Element::Price(..)
        | Element::AdditionalId(_)
        | Element::CustomerPart(_)
        | Element::Order(_)
        | Element::Gln(..)
        | Element::Other => String::new(),
    };
    format!("{}={}{meaning}", read.ai, read.value)
}
