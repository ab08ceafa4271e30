//! Labels, most of them from the GS1 General Specifications and the Digital Link standard.

use jiff::civil::date;

use super::*;
use crate::value::Decimal;

const TODAY: Today = Today(2026);

/// What a label says, as text: `01=… 17=…`.
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
    // A last digit that was misread, where what is left could be an order, a lot or a piece.
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
            "01=09506000134352 3103=001500 15=270100",
        ),
    ] {
        assert_eq!(told(text), Ok((Carrier::DigitalLink, elements.to_owned())), "{text}");
    }
    for text in [
        "https://example.com/",
        "https://example.com/01/",
        "https://example.com/shop/01/apples",
        "https://id.gs1.org/01/09506000134352/99/x",
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
        ("9912", "unknown_application_identifier"),
        ("hello", "unknown_application_identifier"),
        ("(99)12", "unknown_application_identifier"),
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
    assert_eq!(told, "(01) is 09506000134353, whose last digit should be 2 and is 3: scan it again");
}

#[test]
fn what_a_sound_label_carries_beyond_what_is_read_is_told_by_its_identifier() {
    for (text, ai) in [
        ("0109506000134352240ABC", "240"),
        ("(01)09506000134352(16)260101", "16"),
        ("]C112260101", "12"),
        ("010950600013435239222599", "3922"),
        ("https://id.gs1.org/01/09506000134352/22/2A", "22"),
    ] {
        assert_eq!(read(text, TODAY), Err(Misread::Unread(ai.to_owned())), "{text}");
    }
    let told = read("(240)A", TODAY).expect_err("misread").to_string();
    assert!(told.starts_with("the label carries (240), which is not read here") && !told.contains("again"), "{told}");
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
