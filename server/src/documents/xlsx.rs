//! A workbook of one sheet: numbers that are numbers, sums that are formulas, a header that stays in sight.
//!
//! A spreadsheet holds numbers of 15 significant digits ([`keeps`]). An amount with more stands there as text, in full, and a note
//! above the table says so; a sum over such an amount is no formula, which would leave it out, but its exact value.
//!
//! Rows go through a temporary file (the library's constant memory), so that a long sheet takes no more memory than a
//! short one.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

use domain::value::{Date, Decimal};
use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Formula, Workbook, Worksheet, XlsxError,
};

use super::Writer;
use super::formula;
use super::table::{Cell, Column, ColumnKind, Heading, Row, RowKind, RowRanges, decimal};

/// From here on a number has more digits than a spreadsheet keeps: 10^15.
const BEYOND_DIGITS: u128 = 1_000_000_000_000_000;
/// Characters that a cell takes.
const CELL_CHARACTERS: usize = 32_767;
/// Characters that a formula takes.
const FORMULA_CHARACTERS: usize = 8_192;
/// Arguments that a function takes.
const ARGUMENTS: usize = 255;
/// Levels by which a cell is indented.
const MOST_LEVELS: u8 = 15;
/// Width of a first column that shows levels, in characters.
const TREE_WIDTH: f64 = 44.0;
/// Characters of the name of a sheet.
const SHEET_NAME_CHARACTERS: usize = 31;
/// The note above a table of amounts.
const NOTE: &str = "Amounts of more than 15 digits are stored as text, so that no digit is lost.";

/// Writes the workbook.
pub struct XlsxWriter {
    workbook: Workbook,
    sheet: Worksheet,
    columns: Vec<Columned>,
    /// The sheet's row of the table's row 0.
    first: u32,
    /// The sheet's next row.
    next: u32,
    file: File,
}

/// A column and how it is written.
struct Columned {
    kind: ColumnKind,
    plain: Format,
    strong: Format,
    total: Format,
    /// Whether an amount of it stands as text.
    has_text: bool,
}

impl XlsxWriter {
    /// Begins with title, subtitle and header.
    pub fn begin(heading: Heading, file: File, folder: &Path) -> io::Result<Self> {
        let mut workbook = Workbook::new();
        workbook.set_tempdir(folder).map_err(failed)?;
        // No time of making: the same report is the same file.
        let made = ExcelDateTime::from_ymd(2000, 1, 1).map_err(failed)?;
        workbook.set_properties(&DocProperties::new().set_title(&heading.title).set_creation_datetime(&made));
        let mut sheet = workbook.new_worksheet_with_constant_memory().map_err(failed)?;
        let next = head(&mut sheet, &heading).map_err(failed)?;
        let columns = heading.columns.iter().map(Columned::of).collect();
        Ok(Self { workbook, sheet, columns, first: next, next, file })
    }

    fn write(&mut self, row: &Row) -> Result<(), XlsxError> {
        for (place, column) in (0..).zip(&mut self.columns) {
            let format = match row.kind {
                RowKind::Line | RowKind::Opening => &column.plain,
                RowKind::Group => &column.strong,
                RowKind::Subtotal | RowKind::Total => &column.total,
            };
            let (sheet, at) = (&mut self.sheet, self.next);
            match row.cells.get(usize::from(place)).unwrap_or(&Cell::Empty) {
                Cell::Empty => {
                    if matches!(row.kind, RowKind::Subtotal | RowKind::Total) {
                        sheet.write_blank(at, place, format)?;
                    }
                }
                Cell::Text(text) => {
                    let text = shortened(text);
                    let mut format = Cow::Borrowed(format);
                    if place == 0 && row.level > 0 {
                        format = Cow::Owned(format.into_owned().set_indent(row.level.min(MOST_LEVELS)));
                    }
                    // A text cell is no formula, and would become one when somebody edits it, but for this mark.
                    if formula::is_formula(&text) {
                        format = Cow::Owned(format.into_owned().set_quote_prefix());
                    }
                    sheet.write_string_with_format(at, place, text, &format)?;
                }
                Cell::Date(day) => match excel_day(*day) {
                    Some(day) => {
                        sheet.write_datetime_with_format(at, place, &day, format)?;
                    }
                    None => {
                        let text = row.cells[usize::from(place)].plain(column.kind);
                        sheet.write_string_with_format(at, place, text, format)?;
                    }
                },
                Cell::Integer(number) => {
                    write_number(sheet, at, place, i128::from(*number), ColumnKind::Integer, format)?;
                }
                Cell::Number(number) => {
                    write_decimal(sheet, at, place, *number, format)?;
                }
                Cell::Amount(units) => {
                    column.has_text |= !write_number(sheet, at, place, *units, column.kind, format)?;
                }
                Cell::Sum { units, over, less } => {
                    let formula = if column.has_text { None } else { difference(over, less, self.first, place) };
                    column.has_text |= !write_formula(sheet, at, place, formula, *units, column.kind, format)?;
                }
                Cell::Across { units, columns } => {
                    let formula = across(columns, at);
                    column.has_text |= !write_formula(sheet, at, place, formula, *units, column.kind, format)?;
                }
            }
        }
        Ok(())
    }
}

impl Writer for XlsxWriter {
    fn row(&mut self, row: &Row) -> io::Result<()> {
        self.write(row).map_err(failed)?;
        self.next += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<File> {
        self.workbook.push_worksheet(self.sheet);
        self.workbook.save_to_writer(&mut self.file).map_err(failed)?;
        Ok(self.file)
    }
}

impl Columned {
    fn of(column: &Column) -> Self {
        let plain = match column.kind {
            ColumnKind::Text => Format::new(),
            ColumnKind::Date => Format::new().set_num_format("yyyy-mm-dd").set_align(FormatAlign::Left),
            ColumnKind::Integer => Format::new().set_num_format("0").set_align(FormatAlign::Right),
            ColumnKind::Number => Format::new().set_align(FormatAlign::Right),
            ColumnKind::Amount { decimals } => {
                Format::new().set_num_format(number_format(decimals)).set_align(FormatAlign::Right)
            }
        };
        let strong = plain.clone().set_bold();
        let total = strong.clone().set_border_top(FormatBorder::Thin);
        Self { kind: column.kind, plain, strong, total, has_text: false }
    }
}

/// Title, subtitle, note and header; the row behind them.
fn head(sheet: &mut Worksheet, heading: &Heading) -> Result<u32, XlsxError> {
    sheet.set_name(sheet_name(&heading.title))?;
    sheet.set_landscape().set_paper_size(9).set_print_fit_to_pages(1, 0);
    for (place, column) in (0..).zip(&heading.columns) {
        let width = if place == 0 && heading.is_tree { TREE_WIDTH } else { width(column) };
        sheet.set_column_width(place, width)?;
    }
    let is_amount = |column: &Column| matches!(column.kind, ColumnKind::Number | ColumnKind::Amount { .. });
    let has_amounts = heading.columns.iter().any(is_amount);
    let mut row = 0;
    sheet.write_string_with_format(row, 0, &heading.title, &Format::new().set_bold().set_font_size(14))?;
    for line in heading.subtitle.iter().map(String::as_str).chain(has_amounts.then_some(NOTE)) {
        row += 1;
        sheet.write_string(row, 0, shortened(line))?;
    }
    row += 2;
    let bold = Format::new().set_bold().set_border_bottom(FormatBorder::Medium);
    for (place, column) in (0..).zip(&heading.columns) {
        let format = match column.kind {
            ColumnKind::Integer | ColumnKind::Number | ColumnKind::Amount { .. } => {
                bold.clone().set_align(FormatAlign::Right)
            }
            ColumnKind::Text | ColumnKind::Date => bold.clone(),
        };
        sheet.write_string_with_format(row, place, &column.header, &format)?;
    }
    sheet.set_freeze_panes(row + 1, 0)?;
    sheet.set_repeat_rows(row, row)?;
    sheet.set_footer("&R&P / &N");
    Ok(row + 1)
}

/// Writes a number, as text where a spreadsheet would cut it; whether it is a number.
fn write_number(
    sheet: &mut Worksheet,
    row: u32,
    place: u16,
    units: i128,
    kind: ColumnKind,
    format: &Format,
) -> Result<bool, XlsxError> {
    write_decimal(sheet, row, place, decimal(units, kind), format)
}

/// As [`write_number`], of a number with its own decimals.
fn write_decimal(
    sheet: &mut Worksheet,
    row: u32,
    place: u16,
    number: Decimal,
    format: &Format,
) -> Result<bool, XlsxError> {
    let text = number.to_string();
    // A spreadsheet's number is a binary one: the nearest to the text, which shows all its digits again.
    match text.parse::<f64>() {
        Ok(binary) if keeps(number.unscaled) => {
            sheet.write_number_with_format(row, place, binary, format).map(|_| true)
        }
        _ => sheet.write_string_with_format(row, place, text, format).map(|_| false),
    }
}

/// Writes a formula with its result, or the result alone; returns whether it is a number.
fn write_formula(
    sheet: &mut Worksheet,
    row: u32,
    place: u16,
    formula: Option<String>,
    units: i128,
    kind: ColumnKind,
    format: &Format,
) -> Result<bool, XlsxError> {
    let Some(formula) = formula.filter(|_| keeps(units)) else {
        return write_number(sheet, row, place, units, kind, format);
    };
    let formula = Formula::new(formula).set_result(decimal(units, kind).to_string());
    sheet.write_formula_with_format(row, place, formula, format).map(|_| true)
}

/// Whether a spreadsheet keeps all digits of an amount, so that it is a number there and may be added up.
#[must_use]
pub fn keeps(units: i128) -> bool {
    units.unsigned_abs() < BEYOND_DIGITS
}

/// `=SUM(…)-SUM(…)` over rows of a column; `None` where there are none, or too many for a formula.
fn difference(over: &RowRanges, less: &RowRanges, first: u32, place: u16) -> Option<String> {
    let text = match (sum(over, first, place), sum(less, first, place)) {
        (over, None) if less.ranges().is_empty() => over,
        (None, Some(less)) if over.ranges().is_empty() => Some(format!("-{less}")),
        (over, less) => Some(format!("{}-{}", over?, less?)),
    };
    text.map(|text| format!("={text}")).filter(|text| text.len() <= FORMULA_CHARACTERS)
}

/// `=SUM(…)` over columns of a row.
fn across(columns: &Range<u16>, row: u32) -> Option<String> {
    let last = columns.end.checked_sub(1).filter(|last| *last >= columns.start)?;
    Some(format!("=SUM({}{row}:{}{row})", column_name(columns.start), column_name(last), row = row + 1))
}

/// `SUM(…)` over rows of a column; `None` where there are none, or too many for a formula.
fn sum(over: &RowRanges, first: u32, place: u16) -> Option<String> {
    let column = column_name(place);
    let one = |range: &Range<u32>| match range.end - range.start {
        1 => format!("{column}{}", first + range.start + 1),
        _ => format!("{column}{}:{column}{}", first + range.start + 1, first + range.end),
    };
    let ranges: Vec<String> = over.ranges().iter().map(one).collect();
    let text = if ranges.len() <= ARGUMENTS {
        format!("SUM({})", ranges.join(","))
    } else {
        let parts: Vec<String> = ranges.chunks(ARGUMENTS).map(|part| format!("SUM({})", part.join(","))).collect();
        format!("SUM({})", parts.join(","))
    };
    (!ranges.is_empty() && text.len() <= FORMULA_CHARACTERS).then_some(text)
}

/// `A`, `B` … `AA`.
fn column_name(place: u16) -> String {
    let (mut left, mut name) = (u32::from(place) + 1, String::new());
    while left > 0 {
        left -= 1;
        let letter = char::from_u32(u32::from(b'A') + left % 26).unwrap_or('A');
        name.insert(0, letter);
        left /= 26;
    }
    name
}

fn number_format(decimals: u8) -> String {
    let mut text = "#,##0".to_owned();
    if decimals > 0 {
        let _ = write!(text, ".{}", "0".repeat(usize::from(decimals)));
    }
    text
}

/// A day that spreadsheets know: they begin with 1900, whose first two months they count wrongly.
fn excel_day(day: Date) -> Option<ExcelDateTime> {
    let year = u16::try_from(day.year()).ok().filter(|year| *year > 1900)?;
    ExcelDateTime::from_ymd(year, u8::try_from(day.month()).ok()?, u8::try_from(day.day()).ok()?).ok()
}

fn width(column: &Column) -> f64 {
    let header = u16::try_from(column.header.chars().count()).unwrap_or(20).min(30);
    let usual: u16 = match column.kind {
        ColumnKind::Text => 22,
        ColumnKind::Date => 12,
        ColumnKind::Integer => 10,
        ColumnKind::Number | ColumnKind::Amount { .. } => 16,
    };
    f64::from(usual.max(header + 2))
}

fn sheet_name(title: &str) -> String {
    let name: String =
        title.chars().filter(|letter| !"[]:*?/\\'".contains(*letter)).take(SHEET_NAME_CHARACTERS).collect();
    if name.trim().is_empty() { "Report".to_owned() } else { name }
}

fn shortened(text: &str) -> String {
    text.chars().take(CELL_CHARACTERS).collect()
}

fn failed(error: XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(error) | XlsxError::TempFileError(_, error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_as_spreadsheets_do() {
        for (place, name) in [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")] {
            assert_eq!(column_name(place), name);
        }
    }

    #[test]
    fn a_sum_names_its_rows_and_nests_beyond_what_a_function_takes() {
        let mut over = RowRanges::new();
        for row in [0, 1, 2, 5, 7, 8] {
            over.add(row);
        }
        assert_eq!(sum(&over, 4, 2).unwrap(), "SUM(C5:C7,C10,C12:C13)");
        let mut many = RowRanges::new();
        (0..600).for_each(|row| many.add(row * 2));
        assert!(sum(&many, 0, 0).unwrap().starts_with("SUM(SUM(A1,A3,"));
        (600..2_000).for_each(|row| many.add(row * 2));
        assert_eq!((sum(&many, 0, 0), sum(&RowRanges::new(), 0, 0)), (None, None));
    }

    #[test]
    fn what_stands_on_the_other_side_is_taken_off_and_a_row_is_added_up_across() {
        let rows = |rows: &[u32]| {
            let mut ranges = RowRanges::new();
            rows.iter().for_each(|row| ranges.add(*row));
            ranges
        };
        let many: Vec<u32> = (0..2_000).map(|row| row * 2).collect();
        for (over, less, formula) in [
            (&[0][..], &[][..], Some("=SUM(C5)")),
            (&[0, 1], &[3], Some("=SUM(C5:C6)-SUM(C8)")),
            (&[], &[3], Some("=-SUM(C8)")),
            (&[], &[], None),
            (&[0], &many, None),
            (&many, &[1], None),
        ] {
            assert_eq!(difference(&rows(over), &rows(less), 4, 2).as_deref(), formula);
        }
        assert_eq!((across(&(2..5), 7).as_deref(), across(&(2..2), 7)), (Some("=SUM(C8:E8)"), None));
    }
}
