//! From stored rows to answers, field by field.

/// Makes a struct of answers from a stored one, each value shown by its type ([`Shown`](crate::http::shown::Shown)). A field
/// by its name alone has the stored field of the same name; others say which stored value they have. After the semicolon stand fields that are answers already;
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
            $($field: $crate::http::shown::Shown::shown($crate::answered!(@ $row $field $(, $stored)?)),)*
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
