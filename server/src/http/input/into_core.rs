//! From wire types to the values of the core: each type says once what it becomes.

use domain::stock::labels::Gtin;
use domain::value::dimension_code::DimensionCode;
use domain::value::units::UnitCode;
use domain::value::{Currency, CurrencyRef, Date, Decimal, Instant, Json, Rate, Sought, TypedId};

use super::{
    Amount, CodeText, ForeignKey, JsonObject, List, LongText, Name, NameOrEmpty, QuantityText, Reason, StringMap,
    StringMapPatch, Text, Whole,
};

/// A wire type that the core takes as a value of its own: a `Name` as a `String`, an `Amount` as a `Decimal`.
pub trait IntoCore {
    /// The core's value.
    type Core;

    /// Turns it into the core's value.
    fn into_core(self) -> Self::Core;
}

/// For types around one value that the core takes as it is.
macro_rules! unwrapped {
    ($($name:ident $(<$(const $bound:ident: $kind:ty),*>)? => $core:ty),* $(,)?) => {$(
        impl $(<$(const $bound: $kind),*>)? IntoCore for $name $(<$($bound),*>)? {
            type Core = $core;

            fn into_core(self) -> $core {
                self.0
            }
        }
    )*};
}
unwrapped! {
    Text<const MIN: usize, const MAX: usize> => String,
    LongText<const MIN: usize, const MAX: usize> => String,
    CodeText<const MAX: usize> => String,
    Name<const MAX: usize> => String,
    NameOrEmpty<const MAX: usize> => String,
    ForeignKey<const MAX: usize> => String,
    Reason => String,
    Whole<const MIN: i64, const MAX: i64> => i64,
    Amount => Decimal,
    QuantityText => Decimal,
}

/// For types that the core has itself.
macro_rules! as_it_is {
    ($($name:ty),* $(,)?) => {$(
        impl IntoCore for $name {
            type Core = Self;

            fn into_core(self) -> Self {
                self
            }
        }
    )*};
}
as_it_is! { bool, Date, Instant, Currency, CurrencyRef, Rate, DimensionCode, UnitCode, Gtin }

impl<T: TypedId> IntoCore for Sought<T> {
    type Core = Self;

    fn into_core(self) -> Self {
        self
    }
}

impl<T: IntoCore, const MIN: usize, const MAX: usize> IntoCore for List<T, MIN, MAX> {
    type Core = Vec<T::Core>;

    fn into_core(self) -> Self::Core {
        self.0.into_iter().map(T::into_core).collect()
    }
}

impl IntoCore for JsonObject {
    type Core = Json;

    fn into_core(self) -> Json {
        self.json()
    }
}

impl<const MAX: usize> IntoCore for StringMap<MAX> {
    type Core = Json;

    fn into_core(self) -> Json {
        Json::Object(self.0.into_iter().map(|(code, value)| (code, Json::Text(value))).collect())
    }
}

impl<const MAX: usize> IntoCore for StringMapPatch<MAX> {
    type Core = Json;

    fn into_core(self) -> Json {
        self.json()
    }
}
