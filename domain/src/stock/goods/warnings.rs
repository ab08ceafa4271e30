//! What there is to know about the dates of goods that move, where nothing is refused: who uses goods past their best, or
//! takes in what has expired, is told.

use crate::named_enum;
use crate::rows::{Lot, LotChange};
use crate::stock::held::is_taken_for_use;
use crate::value::Date;
use crate::value::cell::IsoDate;
use crate::value::movement_kind::{Goods, MovementKind};

named_enum! {
    /// What there is to know about a line.
    WarningCode {
        /// Its goods moved after their best-before date.
        BestBeforePassed = "best_before_passed",
        /// Its goods had expired when they came in.
        ReceivedExpired = "received_expired",
    }
}

/// The dates of a lot, with its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LotDays {
    pub number: String,
    pub best_before: Option<Date>,
    pub expires_on: Option<Date>,
}

impl From<&Lot> for LotDays {
    fn from(lot: &Lot) -> Self {
        Self { number: lot.number.clone(), best_before: lot.best_before, expires_on: lot.expires_on }
    }
}

impl From<&LotChange> for LotDays {
    fn from(said: &LotChange) -> Self {
        Self {
            number: said.number.clone().unwrap_or_default(),
            best_before: said.best_before.value().copied(),
            expires_on: said.expires_on.value().copied(),
        }
    }
}

/// The warning about goods of a lot that move on a day in the time zone of their warehouse, with its words. The quantity is
/// below 0 for goods that leave.
#[must_use]
pub fn about(kind: MovementKind, quantity: i64, lot: &LotDays, day: Date) -> Option<(WarningCode, String)> {
    let passed = |last: Option<Date>| last.filter(|last| day > *last).map(IsoDate);
    let number = &lot.number;
    let comes_in = match kind.rules().goods {
        Goods::Come => true,
        Goods::BySign => quantity > 0,
        Goods::Leave | Goods::Pass | Goods::Stay => false,
    };
    if let Some(last) = passed(lot.expires_on).filter(|_| comes_in) {
        let told = format!("lot {number} expired on {last}, before it came in: it is held, and nobody can use it");
        return Some((WarningCode::ReceivedExpired, told));
    }
    let last = passed(lot.best_before).filter(|_| comes_in || is_taken_for_use(kind, quantity))?;
    let verb = if comes_in { "came in" } else { "left" };
    let told = format!("lot {number} was best before {last}, and {verb} after that day");
    Some((WarningCode::BestBeforePassed, told))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn who_uses_goods_past_their_best_or_takes_in_what_has_expired_is_told() {
        use MovementKind as K;
        let lot = LotDays {
            number: "L".to_owned(),
            best_before: Some(date(2010, 6, 30)),
            expires_on: Some(date(2010, 9, 30)),
        };
        for (kind, quantity, good, past_best, expired) in [
            (K::Receipt, 1, "", "best_before_passed", "received_expired"),
            (K::Opening, 1, "", "best_before_passed", "received_expired"),
            (K::Return, 1, "", "best_before_passed", "received_expired"),
            (K::Adjustment, 1, "", "best_before_passed", "received_expired"),
            (K::CountAdjustment, 1, "", "best_before_passed", "received_expired"),
            (K::Assembly, 1, "", "best_before_passed", "received_expired"),
            (K::Issue, -1, "", "best_before_passed", "best_before_passed"),
            (K::InternalUse, -1, "", "best_before_passed", "best_before_passed"),
            (K::Assembly, -1, "", "best_before_passed", "best_before_passed"),
            (K::Disassembly, -1, "", "best_before_passed", "best_before_passed"),
            (K::Transfer, -1, "", "", ""),
            (K::Scrap, -1, "", "", ""),
            (K::SupplierReturn, -1, "", "", ""),
            (K::Adjustment, -1, "", "", ""),
            (K::CountAdjustment, -1, "", "", ""),
            (K::WriteDown, 0, "", "", ""),
        ] {
            let told = |day| about(kind, quantity, &lot, day).map_or("", |(code, _)| code.name());
            let found = [date(2010, 6, 30), date(2010, 7, 1), date(2010, 10, 1)].map(told);
            assert_eq!(found, [good, past_best, expired], "{} {quantity}", kind.name());
        }
        let (_, words) = about(K::Issue, -1, &lot, date(2010, 7, 1)).expect("a warning");
        assert_eq!(words, "lot L was best before 2010-06-30, and left after that day");
        let timeless = LotDays { best_before: None, expires_on: None, ..lot };
        assert_eq!(about(K::Receipt, 1, &timeless, date(2010, 7, 1)), None);
    }
}
