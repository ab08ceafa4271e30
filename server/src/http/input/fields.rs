//! The `fields!` macro: what clients send of a noun, said once for new ones and for changes.

/// Declares the input for a new thing and the input for a change of one (`input!` makes both) from one list of fields.
///
/// ```text
/// crate::fields! {
///     /// A new lot of an item that is tracked by lot.
///     pub struct LotInput;
///     /// A change of a lot: absent fields stay, null clears, objects merge by key.
///     pub struct LotPatch repeating [id, version] keeping ["itemId"] ignoring ["createdAt", "updatedAt"];
///     for LotChange {
///         pub item_id: Beside<Sought<ItemId>> = "item_01h455vb4pex5vsknk084sn02q",
///         /// The number as printed; unique for the item.
///         #[patch = "Frozen once it moved."]
///         pub number: Required<CodeText<60>> = "L-2010-17" => "L-2010-18",
///         pub expires_on: Clearable<Date>,
///         pub status: Optional<StockStatus> => "hold",
///     }
/// }
/// ```
///
/// The word around a field's type says when it may be sent:
///
/// | | new | change | in the core's change |
/// |---|---|---|---|
/// | `Required` | always | may be left out | `Option` |
/// | `Optional` | may be left out | may be left out | `Option` |
/// | `Clearable` | may be left out, or null | may be left out; null clears | `Patch` |
/// | `Merged` | may be left out, or null; its first type | may be left out; null clears; its second type | `Patch` |
/// | `First` | may be left out | never | `Option` |
/// | `Later` | never | may be left out | `Option` |
/// | `Beside` | as its type says | never | is no part of it |
///
/// A doc comment and `= example` describe the field of a new thing, `#[patch = "…"]` and `=> example` that of a change.
/// `repeating [id, version]` lets a change repeat what was read of the thing; `keeping` and `ignoring` are those of `input!`.
///
/// `for LotChange` makes `fields()` of both: the core's change, whose fields have the same names. `onto UpdateJournal` makes
/// `onto()` of the change alone: the command with the fields that were sent. Wire types become the core's by `IntoCore`.
#[macro_export]
macro_rules! fields {
    // A change may repeat what was read of the thing.
    (@repeating $heads:tt $core:tt [id, version] { $($fields:tt)* }) => {
        $crate::fields! { @next $heads $core []
            [
                /// Must be the id in the path.
                pub id: Option<$crate::http::round_trip::BodyId>,
                /// Acts as `If-Match`.
                pub version: Option<$crate::http::round_trip::BodyVersion>,
            ]
            [] $($fields)*
        }
    };
    (@repeating $heads:tt $core:tt [version] { $($fields:tt)* }) => {
        $crate::fields! { @next $heads $core []
            [
                /// Acts as `If-Match`.
                pub version: Option<$crate::http::round_trip::BodyVersion>,
            ]
            [] $($fields)*
        }
    };
    (@repeating $heads:tt $core:tt { $($fields:tt)* }) => {
        $crate::fields! { @next $heads $core [] [] [] $($fields)* }
    };

    // One field after the other goes into the list of the new thing, into that of the change, and into that of the core.
    (@next $heads:tt $core:tt [$($new:tt)*] [$($changed:tt)*] [$($names:tt)*]
        $(#[doc = $doc:expr])* $(#[patch = $later:expr])*
        pub $field:ident $(as $wire:literal)? : Required<$type:ty> $(= $example:expr)? $(=> $other:expr)?, $($rest:tt)*
    ) => {
        $crate::fields! { @next $heads $core
            [$($new)* $(#[doc = $doc])* pub $field $(as $wire)? : $type $(= $example)?,]
            [$($changed)* $(#[doc = $later])* pub $field $(as $wire)? : $crate::http::input::Change<$type> $(= $other)?,]
            [$($names)* (required $field)]
            $($rest)*
        }
    };
    (@next $heads:tt $core:tt [$($new:tt)*] [$($changed:tt)*] [$($names:tt)*]
        $(#[doc = $doc:expr])* $(#[patch = $later:expr])*
        pub $field:ident $(as $wire:literal)? : Optional<$type:ty> $(= $example:expr)? $(=> $other:expr)?, $($rest:tt)*
    ) => {
        $crate::fields! { @next $heads $core
            [$($new)* $(#[doc = $doc])* pub $field $(as $wire)? : Option<$type> $(= $example)?,]
            [$($changed)* $(#[doc = $later])* pub $field $(as $wire)? : $crate::http::input::Change<$type> $(= $other)?,]
            [$($names)* (optional $field)]
            $($rest)*
        }
    };
    (@next $heads:tt $core:tt [$($new:tt)*] [$($changed:tt)*] [$($names:tt)*]
        $(#[doc = $doc:expr])* $(#[patch = $later:expr])*
        pub $field:ident $(as $wire:literal)? : Clearable<$type:ty> $(= $example:expr)? $(=> $other:expr)?, $($rest:tt)*
    ) => {
        $crate::fields! { @next $heads $core
            [$($new)* $(#[doc = $doc])* pub $field $(as $wire)? : Option<$type> $(= $example)?,]
            [$($changed)* $(#[doc = $later])* pub $field $(as $wire)? : $crate::http::input::Patch<$type> $(= $other)?,]
            [$($names)* (clearable $field)]
            $($rest)*
        }
    };
    (@next $heads:tt $core:tt [$($new:tt)*] [$($changed:tt)*] [$($names:tt)*]
        $(#[doc = $doc:expr])* $(#[patch = $later:expr])*
        pub $field:ident $(as $wire:literal)? : Merged<$type:ty, $change:ty> $(= $example:expr)? $(=> $other:expr)?,
        $($rest:tt)*
    ) => {
        $crate::fields! { @next $heads $core
            [$($new)* $(#[doc = $doc])* pub $field $(as $wire)? : Option<$type> $(= $example)?,]
            [$($changed)* $(#[doc = $later])* pub $field $(as $wire)? : $crate::http::input::Patch<$change> $(= $other)?,]
            [$($names)* (clearable $field)]
            $($rest)*
        }
    };
    (@next $heads:tt $core:tt [$($new:tt)*] $changed:tt [$($names:tt)*]
        $(#[doc = $doc:expr])*
        pub $field:ident $(as $wire:literal)? : First<$type:ty> $(= $example:expr)?, $($rest:tt)*
    ) => {
        $crate::fields! { @next $heads $core
            [$($new)* $(#[doc = $doc])* pub $field $(as $wire)? : Option<$type> $(= $example)?,]
            $changed
            [$($names)* (first $field)]
            $($rest)*
        }
    };
    (@next $heads:tt $core:tt $new:tt [$($changed:tt)*] [$($names:tt)*]
        $(#[doc = $doc:expr])*
        pub $field:ident $(as $wire:literal)? : Later<$type:ty> $(= $example:expr)?, $($rest:tt)*
    ) => {
        $crate::fields! { @next $heads $core
            $new
            [$($changed)* $(#[doc = $doc])* pub $field $(as $wire)? : $crate::http::input::Change<$type> $(= $example)?,]
            [$($names)* (later $field)]
            $($rest)*
        }
    };
    (@next $heads:tt $core:tt [$($new:tt)*] $changed:tt $names:tt
        $(#[doc = $doc:expr])*
        pub $field:ident $(as $wire:literal)? : Beside<$type:ty> $(= $example:expr)?, $($rest:tt)*
    ) => {
        $crate::fields! { @next $heads $core
            [$($new)* $(#[doc = $doc])* pub $field $(as $wire)? : $type $(= $example)?,]
            $changed $names
            $($rest)*
        }
    };
    (@next
        [[$($new_head:tt)*] [$($change_head:tt)*] $input:ident $patch:ident] $core:tt
        [$($new:tt)*] [$($changed:tt)*] $names:tt
    ) => {
        $crate::input! {
            $($new_head)* { $($new)* }
            $($change_head)* { $($changed)* }
        }
        $crate::fields! { @core $core $input $patch $names }
    };

    // The way into the core.
    (@core [] $input:ident $patch:ident $names:tt) => {};
    (@core [for $change:ident] $input:ident $patch:ident [$(($when:ident $field:ident))*]) => {
        impl $input {
            /// The fields for the core.
            pub fn fields(self) -> $change {
                $change { $($field: $crate::fields!(@new $when self $field)),* }
            }
        }

        impl $patch {
            /// The fields for the core.
            pub fn fields(self) -> $change {
                $change { $($field: $crate::fields!(@changed $when self $field)),* }
            }
        }
    };
    (@core [onto $command:ident] $input:ident $patch:ident [$(($when:ident $field:ident))*]) => {
        impl $patch {
            /// The command with the fields that were sent.
            pub fn onto(self, command: $command) -> $command {
                $command { $($field: $crate::fields!(@changed $when self $field),)* ..command }
            }
        }
    };

    (@new required $me:ident $field:ident) => { Some($crate::http::input::IntoCore::into_core($me.$field)) };
    (@new optional $me:ident $field:ident) => { $me.$field.map($crate::http::input::IntoCore::into_core) };
    (@new first $me:ident $field:ident) => { $me.$field.map($crate::http::input::IntoCore::into_core) };
    (@new clearable $me:ident $field:ident) => {
        $crate::http::input::Patch::from($me.$field.map($crate::http::input::IntoCore::into_core))
    };
    (@new later $me:ident $field:ident) => { None };
    (@changed clearable $me:ident $field:ident) => { $me.$field.map($crate::http::input::IntoCore::into_core) };
    (@changed first $me:ident $field:ident) => { None };
    (@changed $when:ident $me:ident $field:ident) => {
        $me.$field.set().map($crate::http::input::IntoCore::into_core)
    };

    (
        $(#[doc = $doc:expr])* $vis:vis struct $input:ident;
        $(#[doc = $change_doc:expr])* $change_vis:vis struct $patch:ident
            $(repeating $repeated:tt)? $(keeping $kept:tt)? $(ignoring $ignored:tt)?;
        $($into:ident $core:ident)? { $($fields:tt)* }
    ) => {
        $crate::fields! { @repeating
            [[$(#[doc = $doc])* $vis struct $input]
             [$(#[doc = $change_doc])* $change_vis struct $patch $(keeping $kept)? $(ignoring $ignored)?]
             $input $patch]
            [$($into $core)?] $($repeated)? { $($fields)* }
        }
    };
}
