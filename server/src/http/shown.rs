//! The `view!` macro: what is answered of a row, each field said once.

use domain::value::{Currency, Date, Decimal, Instant, Rate};

use super::input::NamedEnum;
use super::output::{At, CurrencyCode, Day, DecimalText, Id, Named, RateText, RawObject};

/// A type of answers that shows a value as rows hold it: `Id` an id, `At` an instant, `RawObject` the text of an object.
pub trait Shown<Stored> {
    /// The value as it is answered.
    fn shown(stored: Stored) -> Self;
}

/// For types around the value itself.
macro_rules! wrapped {
    ($($name:ident $(<$kind:ident $(: $bound:ident)?>)? of $stored:ty),* $(,)?) => {$(
        impl $(<$kind $(: $bound)?>)? Shown<$stored> for $name $(<$kind>)? {
            fn shown(stored: $stored) -> Self {
                Self(stored)
            }
        }
    )*};
}
wrapped! {
    Id<T> of T,
    Named<T: NamedEnum> of T,
    At of Instant,
    Day of Date,
    DecimalText of Decimal,
    RateText of Rate,
    CurrencyCode of Currency,
    RawObject of String,
}

/// For types that stand in rows and in answers alike.
macro_rules! as_it_is {
    ($($name:ty),* $(,)?) => {$(
        impl Shown<$name> for $name {
            fn shown(stored: $name) -> Self {
                stored
            }
        }
    )*};
}
as_it_is! { String, bool, i64 }

impl<T: Shown<Stored>, Stored> Shown<Option<Stored>> for Option<T> {
    fn shown(stored: Option<Stored>) -> Self {
        stored.map(T::shown)
    }
}

/// Names separated by blanks. One that this program does not know is left out.
impl<T: NamedEnum> Shown<String> for Vec<Named<T>> {
    fn shown(stored: String) -> Self {
        let named = |word: &str| T::all().iter().copied().find(|one| one.wire_name() == word);
        stored.split_whitespace().filter_map(named).map(Named).collect()
    }
}

/// Declares structs of answers as `output!` does, and how rows become them.
///
/// ```text
/// crate::view! {
///     /// A location.
///     pub struct LocationView from (location: Location, stock: &Stock) {
///         pub id: Id<LocationId>,
///         pub code: String,
///         /// How much is there.
///         pub quantity: DecimalText => stock.of(location.id),
///     }
/// }
/// ```
///
/// A field is that of the row with the same name, shown by its type (`Shown`). What follows `=>` is shown instead; it may
/// name all that stands in the brackets. From a row alone the view is made by `From`, with more by `LocationView::shown`.
#[macro_export]
macro_rules! view {
    (@declared [$($head:tt)*] {
        $($(#[doc = $doc:expr])* pub $field:ident $(as $wire:literal)? : $type:ty $(= $example:expr)? $(=> $given:expr)?),* $(,)?
    }) => {
        $crate::output! {
            $($head)* { $($(#[doc = $doc])* pub $field $(as $wire)? : $type $(= $example)?),* }
        }
    };
    (@shown $name:ident ($row:ident: $of:ty) $body:tt) => {
        impl From<$of> for $name {
            fn from($row: $of) -> Self {
                $crate::view!(@fields $row $body)
            }
        }
    };
    (@shown $name:ident ($row:ident: $of:ty, $($other:ident: $type:ty),*) $body:tt) => {
        impl $name {
            /// The row as it is answered.
            fn shown($row: $of, $($other: $type),*) -> Self {
                $crate::view!(@fields $row $body)
            }
        }
    };
    (@fields $row:ident {
        $($(#[doc = $doc:expr])* pub $field:ident $(as $wire:literal)? : $type:ty $(= $example:expr)? $(=> $given:expr)?),* $(,)?
    }) => {
        Self { $($field: $crate::view!(@field $row $field $($given)?)),* }
    };
    (@field $row:ident $field:ident) => { $crate::http::shown::Shown::shown($row.$field) };
    (@field $row:ident $field:ident $given:expr) => { $given };

    ($($(#[doc = $doc:expr])* $vis:vis struct $name:ident from $from:tt $body:tt)*) => {$(
        $crate::view!(@declared [$(#[doc = $doc])* $vis struct $name] $body);
        $crate::view!(@shown $name $from $body);
    )*};
}
