//! The required content of a value: the syntax tests of GS1's table ("linters"), each after its published rule.
//!
//! Company prefixes are checked for digits alone, and types of packages and coupons for their characters: the lists
//! behind these tests are long, change often, and would refuse labels that are right.

macro_rules! checks {
    ($($variant:ident = $name:literal),* $(,)?) => {
        /// A syntax test.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Check { $($variant),* }

        impl Check {
            /// The test of this name.
            pub(super) fn named(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

checks! {
    ModuloTen = "csum", Pair = "csumalpha", Prefix1 = "gcppos1", Prefix2 = "gcppos2",
    DayOrMonth = "yymmd0", Day = "yymmdd", LongDay = "yyyymmdd", Hour = "hh", HourMinute = "hhmi", Minute = "mi",
    Second = "ss", Country = "iso3166", CountryOrAny = "iso3166999", CountryLetters = "iso3166alpha2",
    Currency = "iso4217", Percent = "pcenc", YesNo = "yesno", Hyphen = "hyphen", Latitude = "latitude",
    Longitude = "longitude", Importer = "importeridx", Package = "packagetype", Medium = "mediatype", Sex = "iso5218",
    Position = "posinseqslash", NonZero = "nonzero", Winding = "winding", Zero = "zero", Piece = "pieceoftotal",
    Iban = "iban", NoZeroPrefix = "nozeroprefix", HasNonDigit = "hasnondigit", Coupon = "couponcode",
    CouponOffer = "couponposoffer",
}

impl Check {
    /// The expected content of the value; `None` if it is right.
    pub(super) fn fault(self, value: &str) -> Option<&'static str> {
        let number = || value.parse::<u64>().unwrap_or(u64::MAX);
        let at = |from: usize, to: usize| value.get(from..to).and_then(|part| part.parse::<u64>().ok());
        let (is_right, wanted) = match self {
            // Reported with the digit that would fit, before anything else.
            Self::ModuloTen | Self::Coupon | Self::CouponOffer => (true, ""),
            Self::Pair => (has_check_pair(value), "text with its two check characters"),
            Self::Prefix1 => (begins_with_digits(value, 0), "a key that begins with the digits of a company"),
            Self::Prefix2 => {
                (begins_with_digits(value, 1), "a key with the digits of a company from its second place on")
            }
            Self::DayOrMonth => (is_day(at(2, 4), at(4, 6), 0), "a day as YYMMDD"),
            Self::Day => (is_day(at(2, 4), at(4, 6), 1), "a day as YYMMDD"),
            Self::LongDay => (is_day(at(4, 6), at(6, 8), 1) && at(0, 4) > Some(0), "a day as YYYYMMDD"),
            Self::Hour => (number() < 24, "an hour from 00 to 23"),
            Self::HourMinute => (at(0, 2) < Some(24) && at(2, 4) < Some(60), "a time as HHMM"),
            Self::Minute => (number() < 60, "minutes from 00 to 59"),
            Self::Second => (number() < 60, "seconds from 00 to 59"),
            Self::Country => (is_country(number()), "a country of ISO 3166 in digits"),
            Self::CountryOrAny => (is_country(number()) || number() == 999, "a country of ISO 3166 in digits, or 999"),
            Self::CountryLetters => (value.bytes().all(|byte| byte.is_ascii_uppercase()), "a country in two capitals"),
            Self::Currency => (CURRENCIES.binary_search(&number()).is_ok(), "a currency of ISO 4217 in digits"),
            Self::Percent => (is_encoded(value), "text in which % stands before two hexadecimal digits"),
            Self::YesNo => (matches!(value, "0" | "1"), "0 or 1"),
            Self::Hyphen => (value.bytes().all(|byte| byte == b'-'), "a hyphen"),
            Self::Latitude => (number() <= 1_800_000_000, "a latitude from 0000000000 to 1800000000"),
            Self::Longitude => (number() <= 3_600_000_000, "a longitude from 0000000000 to 3600000000"),
            Self::Importer => {
                let is_index = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
                (value.bytes().all(is_index), "a letter, digit, hyphen or underscore")
            }
            Self::Package => (value.bytes().all(|byte| byte.is_ascii_alphanumeric()), "a type of package"),
            Self::Medium => (matches!(number(), 1..=10 | 80..=99), "a type of medium: 01 to 10, or 80 to 99"),
            Self::Sex => (matches!(value, "0" | "1" | "2" | "9"), "0, 1, 2 or 9"),
            Self::Position => (is_position(value), "a place in a sequence as 1/3"),
            Self::NonZero => (number() > 0, "a number above 0"),
            Self::Winding => (matches!(value, "0" | "1" | "9"), "0, 1 or 9"),
            Self::Zero => (value.bytes().all(|byte| byte == b'0'), "0"),
            Self::Piece => {
                let (piece, total) = (at(0, 2).unwrap_or(0), at(2, 4).unwrap_or(0));
                (piece > 0 && piece <= total, "a piece and the total as 0103")
            }
            Self::Iban => (is_iban(value), "an IBAN with its check digits"),
            Self::NoZeroPrefix => (value == "0" || !value.starts_with('0'), "a number without zeros before it"),
            Self::HasNonDigit => {
                (!value.bytes().all(|byte| byte.is_ascii_digit()), "text with something else than digits")
            }
        };
        (!is_right).then_some(wanted)
    }
}

fn begins_with_digits(value: &str, place: usize) -> bool {
    value.as_bytes().get(place).is_some_and(u8::is_ascii_digit)
}

fn is_day(month: Option<u64>, day: Option<u64>, least: u64) -> bool {
    // Whether the month has the day is decided where the century is known.
    month.is_some_and(|month| (1..=12).contains(&month)) && day.is_some_and(|day| (least..=31).contains(&day))
}

fn is_encoded(value: &str) -> bool {
    value
        .split('%')
        .skip(1)
        .all(|part| part.get(..2).is_some_and(|two| two.bytes().all(|byte| byte.is_ascii_hexdigit()) && two != "00"))
}

fn is_position(value: &str) -> bool {
    let Some((place, total)) = value.split_once('/') else { return false };
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
    matches!((number(place), number(total)), (Some(place), Some(total)) if place <= total)
}

/// Whether the last two characters are the check pair: the weighted sum of the others modulo 1021 (7.9.5).
fn has_check_pair(value: &str) -> bool {
    const SET: &[u8] = b"!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    const PAIR: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    const PRIMES: [usize; 23] =
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83];
    let Some((text, pair)) = value.len().checked_sub(2).and_then(|at| value.split_at_checked(at)) else { return false };
    let mut sum = 0;
    for (byte, prime) in text.bytes().rev().zip(PRIMES) {
        let Some(place) = SET.iter().position(|one| *one == byte) else { return false };
        sum += place * prime;
    }
    let sum = sum % 1021;
    !text.is_empty() && text.len() <= PRIMES.len() && pair.as_bytes() == [PAIR[sum / 32], PAIR[sum % 32]]
}

/// ISO 13616: the first four characters moved behind the others, letters as numbers, are 1 modulo 97.
fn is_iban(value: &str) -> bool {
    let Some((head, rest)) = value.split_at_checked(4) else { return false };
    let is_head = head.bytes().take(2).all(|byte| byte.is_ascii_uppercase())
        && head.bytes().skip(2).all(|byte| byte.is_ascii_digit());
    let mut left = 0;
    for c in rest.chars().chain(head.chars()) {
        let Some(digit) = c.to_digit(36).filter(|_| !c.is_ascii_lowercase()) else { return false };
        left = (left * if digit > 9 { 100 } else { 10 } + digit) % 97;
    }
    is_head && rest.len() >= 10 && left == 1
}

fn is_country(number: u64) -> bool {
    COUNTRIES.binary_search(&number).is_ok()
}

/// ISO 3166-1, in digits.
#[rustfmt::skip]
const COUNTRIES: [u64; 249] = [
    4, 8, 10, 12, 16, 20, 24, 28, 31, 32, 36, 40, 44, 48, 50, 51, 52, 56, 60, 64, 68, 70, 72, 74, 76, 84, 86, 90, 92, 96,
    100, 104, 108, 112, 116, 120, 124, 132, 136, 140, 144, 148, 152, 156, 158, 162, 166, 170, 174, 175, 178, 180, 184, 188,
    191, 192, 196, 203, 204, 208, 212, 214, 218, 222, 226, 231, 232, 233, 234, 238, 239, 242, 246, 248, 250, 254, 258, 260,
    262, 266, 268, 270, 275, 276, 288, 292, 296, 300, 304, 308, 312, 316, 320, 324, 328, 332, 334, 336, 340, 344, 348, 352,
    356, 360, 364, 368, 372, 376, 380, 384, 388, 392, 398, 400, 404, 408, 410, 414, 417, 418, 422, 426, 428, 430, 434, 438,
    440, 442, 446, 450, 454, 458, 462, 466, 470, 474, 478, 480, 484, 492, 496, 498, 499, 500, 504, 508, 512, 516, 520, 524,
    528, 531, 533, 534, 535, 540, 548, 554, 558, 562, 566, 570, 574, 578, 580, 581, 583, 584, 585, 586, 591, 598, 600, 604,
    608, 612, 616, 620, 624, 626, 630, 634, 638, 642, 643, 646, 652, 654, 659, 660, 662, 663, 666, 670, 674, 678, 682, 686,
    688, 690, 694, 702, 703, 704, 705, 706, 710, 716, 724, 728, 729, 732, 740, 744, 748, 752, 756, 760, 762, 764, 768, 772,
    776, 780, 784, 788, 792, 795, 796, 798, 800, 804, 807, 818, 826, 831, 832, 833, 834, 840, 850, 854, 858, 860, 862, 876,
    882, 887, 894,
];

/// ISO 4217, in digits, those that ended a short time ago among them.
#[rustfmt::skip]
const CURRENCIES: [u64; 180] = [
    8, 12, 32, 36, 44, 48, 50, 51, 52, 60, 64, 68, 72, 84, 90, 96, 104, 108, 116, 124, 132, 136, 144, 152, 156, 170, 174,
    188, 191, 192, 203, 208, 214, 222, 230, 232, 238, 242, 262, 270, 292, 320, 324, 328, 332, 340, 344, 348, 352, 356, 360,
    364, 368, 376, 388, 392, 396, 398, 400, 404, 408, 410, 414, 417, 418, 422, 426, 430, 434, 446, 454, 458, 462, 480, 484,
    496, 498, 504, 512, 516, 524, 532, 533, 548, 554, 558, 566, 578, 586, 590, 598, 600, 604, 608, 634, 643, 646, 654, 682,
    690, 694, 702, 704, 706, 710, 728, 748, 752, 756, 760, 764, 776, 780, 784, 788, 800, 807, 818, 826, 834, 840, 858, 860,
    882, 886, 901, 924, 925, 926, 927, 928, 929, 930, 931, 932, 933, 934, 936, 938, 940, 941, 943, 944, 946, 947, 948, 949,
    950, 951, 952, 953, 955, 956, 957, 958, 959, 960, 961, 962, 963, 964, 965, 967, 968, 969, 970, 971, 972, 973, 975, 976,
    977, 978, 979, 980, 981, 984, 985, 986, 990,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_syntax_test_takes_what_is_right_and_refuses_what_is_not() {
        for (name, right, wrong) in [
            // The example of the General Specifications for a GMN.
            ("csumalpha", "1987654Ad4X4bL5ttr2310c2K", "1987654Ad4X4bL5ttr2310cXK"),
            ("gcppos1", "95A", "A95"),
            ("gcppos2", "A95", "9A5"),
            ("yymmd0", "260200", "261300"),
            ("yymmdd", "260228", "260200"),
            ("yyyymmdd", "20260228", "20261301"),
            ("hh", "23", "24"),
            ("hhmi", "2359", "2360"),
            ("mi", "59", "60"),
            ("ss", "59", "60"),
            ("iso3166", "826", "827"),
            ("iso3166999", "999", "998"),
            ("iso3166alpha2", "GB", "gb"),
            ("iso4217", "978", "979X"),
            ("pcenc", "A%20B", "A%2"),
            ("yesno", "1", "2"),
            ("hyphen", "-", "+"),
            ("latitude", "1800000000", "1800000001"),
            ("longitude", "3600000000", "3600000001"),
            ("importeridx", "_", "+"),
            ("packagetype", "PX", "P-"),
            ("mediatype", "10", "11"),
            ("iso5218", "9", "3"),
            ("posinseqslash", "2/3", "3/2"),
            ("nonzero", "0001", "0000"),
            ("winding", "9", "2"),
            ("zero", "0", "1"),
            ("pieceoftotal", "0102", "0302"),
            ("iban", "GB82WEST12345698765432", "GB83WEST12345698765432"),
            ("nozeroprefix", "0", "01"),
            ("hasnondigit", "12A", "123"),
        ] {
            let check = Check::named(name).expect(name);
            assert_eq!(check.fault(right), None, "{name} {right}");
            assert!(check.fault(wrong).is_some(), "{name} {wrong}");
        }
        assert!(COUNTRIES.is_sorted() && CURRENCIES.is_sorted());
    }
}
