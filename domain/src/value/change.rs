//! Changes: what a caller says of a noun, each field declared once with how it comes into the row.

use crate::value::rejection::{Code, Fault};
use crate::value::{Json, Patch, Sought, TypedId};

/// A field as it is sent, for a row that holds it as `Stored`.
pub(crate) trait Merge<Stored> {
    /// Merges it into the row's field, which `field` names; what cannot be becomes a fault.
    fn merge(&self, stored: &mut Stored, field: &str, faults: &mut Vec<Fault>);
}

/// Sets what cannot be cleared.
impl<T: Clone> Merge<T> for Option<T> {
    fn merge(&self, stored: &mut T, _: &str, _: &mut Vec<Fault>) {
        if let Some(value) = self {
            stored.clone_from(value);
        }
    }
}

/// Sets or clears.
impl<T: Clone> Merge<Option<T>> for Patch<T> {
    fn merge(&self, stored: &mut Option<T>, _: &str, _: &mut Vec<Fault>) {
        self.clone().apply(stored);
    }
}

/// Sets or clears a reference; one that is malformed becomes a fault.
impl<I: TypedId> Merge<Option<I>> for Patch<Sought<I>> {
    fn merge(&self, stored: &mut Option<I>, field: &str, faults: &mut Vec<Fault>) {
        match self {
            Self::Absent => {}
            Self::Null => *stored = None,
            Self::Set(Sought::Id(id)) => *stored = Some(*id),
            Self::Set(Sought::Nothing(text)) => faults.push(unknown(&pointer(field), text)),
        }
    }
}

/// Merges an object by key; null empties it.
impl Merge<String> for Patch<Json> {
    fn merge(&self, stored: &mut String, _: &str, _: &mut Vec<Fault>) {
        *stored = self.merged_into(stored, "{}");
    }
}

/// Merges an object by key; null takes it away.
impl Merge<Option<String>> for Patch<Json> {
    fn merge(&self, stored: &mut Option<String>, _: &str, _: &mut Vec<Fault>) {
        match self {
            Self::Absent => {}
            Self::Null => *stored = None,
            Self::Set(_) => *stored = Some(self.merged_into(stored.as_deref().unwrap_or("{}"), "{}")),
        }
    }
}

/// Replaces a list, which rows hold as JSON; null empties it.
impl<T: Listed> Merge<String> for Patch<Vec<T>> {
    fn merge(&self, stored: &mut String, _: &str, _: &mut Vec<Fault>) {
        match self {
            Self::Absent => {}
            Self::Null => "[]".clone_into(stored),
            Self::Set(items) => *stored = Json::List(items.iter().map(Listed::listed).collect()).to_string(),
        }
    }
}

/// What stands in a list that rows hold as JSON.
pub(crate) trait Listed {
    /// It as JSON.
    fn listed(&self) -> Json;
}

impl Listed for Json {
    fn listed(&self) -> Json {
        self.clone()
    }
}

impl Listed for String {
    fn listed(&self) -> Json {
        Json::Text(self.clone())
    }
}

impl<I: TypedId> Listed for Sought<I> {
    fn listed(&self) -> Json {
        Json::Text(self.to_string())
    }
}

/// Sets a code, which is kept in upper case.
pub(crate) fn upper_case(sent: &Option<String>, stored: &mut String, _: &str, _: &mut Vec<Fault>) {
    if let Some(code) = sent {
        *stored = code.to_ascii_uppercase();
    }
}

/// The fault of a reference that names nothing.
pub(crate) fn unknown(pointer: &str, text: &str) -> Fault {
    Fault::new(pointer, Code::UnknownReference, format!("there is no record with the id {text} here"))
}

/// Where a field stands in a body: `parent_id` is at `/parentId`.
pub(crate) fn pointer(field: &str) -> String {
    let mut pointer = String::from("/");
    for (index, word) in field.split('_').enumerate() {
        let (first, rest) = word.split_at(word.len().min(1));
        pointer.push_str(&if index == 0 { first.to_owned() } else { first.to_ascii_uppercase() });
        pointer.push_str(rest);
    }
    pointer
}

/// Declares what a caller may send of a noun, how it is merged into the noun's row, and the row before anything is said.
///
/// ```text
/// crate::change! {
///     /// What a caller sends of a location.
///     pub struct LocationChange of Location {
///         pub code: Option<String> => upper_case,
///         pub name: Patch<String>,
///         pub kind: Option<LocationKind> = LocationKind::Bin,
///     }
///     new(ctx: &Context, warehouse_id: WarehouseId) { id: ctx.ids.next(), warehouse_id: warehouse_id, version: 1 }
/// }
/// ```
///
/// An `Option` cannot be cleared, a `Patch` can. Each field is merged into that of the row with the same name, by its type
/// (`Merge`), or by the function after `=>`. `merge()` does all of them, in their order. Fields after `beside` are merged by
/// code of their own.
///
/// `new` makes `blank()`: the row with the values after `=` (else with nothing: `None`, an empty text, `false`) and with its
/// other fields as they are given in the braces.
#[macro_export]
macro_rules! change {
    (@declare [$($head:tt)*] {
        $($(#[$doc:meta])* pub $field:ident: $type:ty $(= $blank:expr)? $(=> $how:path)?),* $(,)?
    } { $($beside:tt)* }) => {
        $($head)* { $($(#[$doc])* pub $field: $type,)* $($beside)* }
    };
    (@merge $name:ident $row:ident {
        $($(#[$doc:meta])* pub $field:ident: $type:ty $(= $blank:expr)? $(=> $how:path)?),* $(,)?
    }) => {
        impl $name {
            /// Merges the fields into a row.
            pub(crate) fn merge(&self, row: &mut $row, faults: &mut Vec<$crate::value::rejection::Fault>) {
                $($crate::change!(@how $($how)?)(&self.$field, &mut row.$field, stringify!($field), faults);)*
            }
        }
    };
    (@blank $name:ident $row:ident ($($given:ident: $kind:ty),*) { $($other:ident: $value:expr),* $(,)? } {
        $($(#[$doc:meta])* pub $field:ident: $type:ty $(= $blank:expr)? $(=> $how:path)?),* $(,)?
    }) => {
        impl $name {
            /// A row of which nothing was said yet.
            pub(crate) fn blank($($given: $kind),*) -> $row {
                $row {
                    $($field: $crate::change!(@value $($blank)?),)*
                    $($other: $value),*
                }
            }
        }
    };
    (@how) => { $crate::value::change::Merge::merge };
    (@how $how:path) => { $how };
    (@value) => { Default::default() };
    (@value $blank:expr) => { $blank.into() };

    (
        $(#[$doc:meta])* pub struct $name:ident of $row:ident $fields:tt
        $(beside { $($beside:tt)* })?
        $(new $given:tt $others:tt)?
    ) => {
        $crate::change! { @declare
            [$(#[$doc])* #[derive(Clone, PartialEq, Eq, Debug, Default)] pub struct $name]
            $fields { $($($beside)*)? }
        }
        $crate::change! { @merge $name $row $fields }
        $($crate::change! { @blank $name $row $given $others $fields })?
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_stands_in_the_body_under_its_name_there() {
        for (field, wanted) in
            [("code", "/code"), ("parent_id", "/parentId"), ("in_transit_account_id", "/inTransitAccountId")]
        {
            assert_eq!(pointer(field), wanted);
        }
    }
}
