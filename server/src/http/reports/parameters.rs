//! The parameters that reports share, each with its description, written once.

/// Declares the parameters of a report as `input!` does. A line that begins with two dots stands for parameters that other
/// reports have, too:
///
/// ```text
/// crate::report_input! {
///     /// Which goods.
///     pub struct GoodsQuery {
///         ..as_of,
///         /// Only this item.
///         pub item_id: Option<Sought<ItemId>>,
///         ..known_at,
///         ..page,
///     }
/// }
/// ```
///
/// | | parameters |
/// |---|---|
/// | `..as_of` | `asOf`, by posting date |
/// | `..days` | `dateFrom` and `dateTo`, by default the fiscal year up to today |
/// | `..compared_days` | days, a period or a fiscal year, and the columns of comparison |
/// | `..below_dimension` | `withDescendants` and `withoutDimension`, after `dimension` |
/// | `..known_at`, `..known_at_with_master_data` | `knownAt` |
/// | `..format`, `..format_of_table`, `..format_of_statement` | `format` of reports without pages |
/// | `..page`, `..page_of_lines` | `format`, `limit` and `cursor` |
#[macro_export]
macro_rules! report_input {
    ($(#[doc = $doc:expr])* $vis:vis struct $name:ident { $($fields:tt)* }) => {
        $crate::report_input! { @ [$(#[doc = $doc])* $vis struct $name] [] $($fields)* }
    };
    (@ [$($head:tt)*] [$($done:tt)*]) => {
        $crate::input! { $($head)* { $($done)* } }
    };
    (@ $head:tt [$($done:tt)*] $(#[doc = $doc:expr])* pub $field:ident: $type:ty, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)* $(#[doc = $doc])* pub $field: $type,] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..as_of, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*
            /// At the end of this day, by posting date; now if absent.
            pub as_of: Option<domain::value::Date>,
        ] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..days, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*
            /// The first day; that of the last day's fiscal year if absent.
            pub date_from: Option<domain::value::Date>,
            /// The last day; today if absent.
            pub date_to: Option<domain::value::Date>,
        ] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..compared_days, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*
            /// The first day; that of the fiscal year if absent.
            pub date_from: Option<domain::value::Date>,
            /// The last day; today if absent.
            pub date_to: Option<domain::value::Date>,
            /// The days of this period, instead of dates.
            pub period_id: Option<domain::value::Sought<domain::value::id::PeriodId>>,
            /// The days of this fiscal year, instead of dates.
            pub fiscal_year_id: Option<domain::value::Sought<domain::value::id::FiscalYearId>>,
            /// A column for each of these, separated by commas: `previousPeriod`, `previousYear`, or days such as
            /// `2010-01-01..2010-03-31`. Repeat a name to go another step back.
            pub compare_with: Option<$crate::http::reports::columns::Comparisons>,
        ] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..below_dimension, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*
            /// Whether a value includes all values below it; true if absent.
            pub with_descendants: Option<bool>,
            /// Only lines without a value of this dimension.
            pub without_dimension: Option<domain::value::dimension_code::DimensionCode>,
        ] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..known_at, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*
            /// Answers as the books were known at an instant, or at an event of the log such as `seq:1200`.
            pub known_at: Option<$crate::http::reports::books::KnownAt>,
        ] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..known_at_with_master_data, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*
            /// Answers as the books were known at an instant, or at an event of the log such as `seq:1200`, including
            /// master data.
            pub known_at: Option<$crate::http::reports::books::KnownAt>,
        ] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..format, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*
            /// `json` (the default), or a whole document as `csv`, `xlsx` or `print`; takes precedence over `Accept`.
            pub format: Option<$crate::http::formats::ReportFormat>,
        ] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..format_of_table, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*
            /// `json` (the default), or a document as `csv`, `xlsx` or `print`; takes precedence over `Accept`.
            pub format: Option<$crate::http::formats::ReportFormat>,
        ] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..format_of_statement, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*
            /// JSON unless this or `Accept` says otherwise.
            pub format: Option<$crate::http::formats::ReportFormat>,
        ] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..cursor, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*
            /// The cursor of the page.
            pub cursor: Option<$crate::http::page::Cursor>,
        ] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] ..page, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*] ..format,
            /// Rows of the page.
            pub limit: $crate::http::page::PageLimit,
            ..cursor, $($rest)*
        }
    };
    (@ $head:tt [$($done:tt)*] ..page_of_lines, $($rest:tt)*) => {
        $crate::report_input! { @ $head [$($done)*] ..format,
            /// Lines of the page.
            pub limit: $crate::http::page::PageLimit,
            ..cursor, $($rest)*
        }
    };
}
