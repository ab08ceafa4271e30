//! From stored values to answers: an id becomes an `Id`, a date a `Day`, field by field.

use domain::value::{Currency, Date, Instant, TypedId};

use crate::http::output::{At, CurrencyCode, Day, Id, Named, RawObject};

/// A type of answers that is made of a stored one. An option is made of an option.
pub trait Answer<S> {
    /// The stored value as it is answered.
    fn answer(stored: S) -> Self;
}

impl<T: TypedId> Answer<T> for Id<T> {
    fn answer(stored: T) -> Self {
        Self(stored)
    }
}
impl<T: Copy> Answer<T> for Named<T> {
    fn answer(stored: T) -> Self {
        Self(stored)
    }
}
impl Answer<Date> for Day {
    fn answer(stored: Date) -> Self {
        Self(stored)
    }
}
impl Answer<Instant> for At {
    fn answer(stored: Instant) -> Self {
        Self(stored)
    }
}
impl Answer<Currency> for CurrencyCode {
    fn answer(stored: Currency) -> Self {
        Self(stored)
    }
}
impl Answer<String> for RawObject {
    fn answer(stored: String) -> Self {
        Self(stored)
    }
}
impl Answer<Self> for String {
    fn answer(stored: Self) -> Self {
        stored
    }
}
impl Answer<Self> for i64 {
    fn answer(stored: Self) -> Self {
        stored
    }
}
impl Answer<Self> for bool {
    fn answer(stored: Self) -> Self {
        stored
    }
}
impl<S, T: Answer<S>> Answer<Option<S>> for Option<T> {
    fn answer(stored: Option<S>) -> Self {
        stored.map(T::answer)
    }
}

/// Makes a struct of answers from a stored one. A field by its name alone has the stored field of the same name; others say
/// which stored value they have. After the semicolon stand fields that are answers already;
/// by its name alone, such a field has the local of the same name.
///
/// ```text
/// crate::answered! { GoodsInTransitRow of row {
///     sequence, line_number, posting_date, reference,
///     movement_id: row.movement,
///     sku: row.item.sku;
///     in_transit: quantity(row.quantity(), decimals),
/// } }
/// ```
///
/// The fields after the semicolon are made first: the stored row is still whole.
#[macro_export]
macro_rules! answered {
    ($name:ident of $row:ident {
        $($field:ident $(: $stored:expr)?),* $(,)? $(; $($own:ident $(: $made:expr)?),* $(,)?)?
    }) => {
        $name {
            $($($own: $crate::answered!(@ $own $(, $made)?),)*)?
            $($field: $crate::http::reports::answer::Answer::answer($crate::answered!(@ $row $field $(, $stored)?)),)*
        }
    };
    (@ $own:ident) => {
        $own
    };
    (@ $own:ident, $made:expr) => {
        $made
    };
    (@ $row:ident $field:ident) => {
        $row.$field
    };
    (@ $row:ident $field:ident, $stored:expr) => {
        $stored
    };
}
