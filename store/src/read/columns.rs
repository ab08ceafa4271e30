//! The columns of a read, each declared once: the text that selects it, its type, and the name that it is read by.
//!
//! A row is never read by position. [`Columns`] hands out a [`Column`] for each text that is selected, and only that column
//! reads the cells of that text, so two columns of one type cannot be taken for each other. [`selected!`] does the same for a
//! struct whose fields are columns.

use domain::rows::Form;
use domain::value::{Cell, CellKind, CellValue};

use super::parts::{self, PART};
use crate::{Fault, Snapshot};

/// Reads a value out of a whole row.
type Reader<T> = Box<dyn Fn(&[Cell]) -> Result<T, Fault> + Send + Sync>;

/// An expression that selects a value of type `T`: text for the statement, and how its own cells are read.
pub(super) trait Expression<T> {
    /// Adds its text to the columns, and returns its reader.
    fn add_to(self, columns: &mut Columns) -> Reader<T>;
}

/// A column of its own.
impl<T: CellValue> Expression<T> for &str {
    fn add_to(self, columns: &mut Columns) -> Reader<T> {
        let (place, form) = (columns.push(self, T::KIND), form_of(self, T::KIND));
        Box::new(move |row| formed(row, place, form))
    }
}

/// The form of the column that a text names, where it names one: `l.dimensions`.
fn form_of(text: &str, kind: CellKind) -> Option<Form> {
    let name = text.rsplit_once('.').map_or(text, |(_, name)| name);
    Form::of_any_table(name, kind)
}

fn formed<T: CellValue>(row: &[Cell], place: usize, form: Option<Form>) -> Result<T, Fault> {
    if let (Some(form), Some(cell)) = (form, row.get(place)) {
        form.require_on_reading(cell)?;
    }
    cell(row, place)
}

/// The sum of an amount over a group of rows, which may leave 64 bits.
pub(super) struct Sum<'a>(pub &'a str);

impl Expression<i128> for Sum<'_> {
    fn add_to(self, columns: &mut Columns) -> Reader<i128> {
        columns.push_two(&parts::sum(self.0), [CellKind::Int; 2], parts::whole)
    }
}

/// The sum of an amount over all rows, of which there may be none.
pub(super) struct SumOrNone<'a>(pub &'a str);

impl Expression<i128> for SumOrNone<'_> {
    fn add_to(self, columns: &mut Columns) -> Reader<i128> {
        let part = |sign: &str| format!("cast(coalesce(sum(({}) {sign} {PART}), 0) as bigint)", self.0);
        let text = format!("{}, {}", part("/"), part("%"));
        columns.push_two(&text, [CellKind::Int; 2], parts::whole)
    }
}

/// A sum whose parts were taken further down in the statement: `{name}high` and `{name}low`; 0 where there is none.
pub(super) struct Parts<'a>(pub &'a str);

impl Expression<i128> for Parts<'_> {
    fn add_to(self, columns: &mut Columns) -> Reader<i128> {
        let part = |part: &str| format!("cast(coalesce({}{part}, 0) as bigint)", self.0);
        let text = format!("{}, {}", part("high"), part("low"));
        columns.push_two(&text, [CellKind::Int; 2], parts::whole)
    }
}

/// A sum of such parts over a group of rows.
pub(super) struct SumOfParts<'a>(pub &'a str);

impl Expression<i128> for SumOfParts<'_> {
    fn add_to(self, columns: &mut Columns) -> Reader<i128> {
        let text = format!("cast(sum({0}high) as bigint), cast(sum({0}low) as bigint)", self.0);
        columns.push_two(&text, [CellKind::Int; 2], parts::whole)
    }
}

/// Two values that belong together, such as an id and its code; or `None` where one of them is missing.
pub(super) struct Pair<'a>(pub &'a str, pub &'a str);

impl<A: CellValue + 'static, B: CellValue + 'static> Expression<(A, B)> for Pair<'_> {
    fn add_to(self, columns: &mut Columns) -> Reader<(A, B)> {
        let text = format!("{}, {}", self.0, self.1);
        columns.push_two(&text, [A::KIND, B::KIND], |row, place| Ok((cell(row, place)?, cell(row, place + 1)?)))
    }
}

impl<A: 'static, B: 'static> Expression<Option<(A, B)>> for Pair<'_>
where
    Option<A>: CellValue,
    Option<B>: CellValue,
{
    fn add_to(self, columns: &mut Columns) -> Reader<Option<(A, B)>> {
        let both: Reader<(Option<A>, Option<B>)> = self.add_to(columns);
        Box::new(move |row| both(row).map(|(first, second)| first.zip(second)))
    }
}

/// A whole number that is stored in 64 bits and has a smaller type here.
pub(super) struct Narrow<'a>(pub &'a str);

impl<T: TryFrom<i64>> Expression<T> for Narrow<'_> {
    fn add_to(self, columns: &mut Columns) -> Reader<T> {
        let (place, form) = (columns.push(self.0, CellKind::Int), form_of(self.0, CellKind::Int));
        Box::new(move |row| {
            let number: i64 = formed(row, place, form)?;
            T::try_from(number).map_err(|_| Fault::Corrupt(format!("{number} is out of range for its column")))
        })
    }
}

fn cell<T: CellValue>(row: &[Cell], place: usize) -> Result<T, Fault> {
    Ok(T::from_cell(row.get(place).unwrap_or(&Cell::Null))?)
}

/// One value of each row, read by its declaration.
pub(super) struct Column<T>(Reader<T>);

impl<T> Column<T> {
    /// Its value in a row.
    pub fn of(&self, row: &[Cell]) -> Result<T, Fault> {
        (self.0)(row)
    }
}

/// The columns of one statement.
#[derive(Default)]
pub(super) struct Columns {
    texts: Vec<String>,
    kinds: Vec<CellKind>,
}

impl Columns {
    /// Selects one more value, behind those before it.
    pub fn add<T>(&mut self, expression: impl Expression<T>) -> Column<T> {
        Column(expression.add_to(self))
    }

    fn push(&mut self, text: &str, kind: CellKind) -> usize {
        self.texts.push(text.to_owned());
        self.kinds.push(kind);
        self.kinds.len() - 1
    }

    fn push_two<T: 'static>(
        &mut self,
        text: &str,
        kinds: [CellKind; 2],
        read: fn(&[Cell], usize) -> Result<T, Fault>,
    ) -> Reader<T> {
        let place = self.kinds.len();
        self.texts.push(text.to_owned());
        self.kinds.extend(kinds);
        Box::new(move |row| read(row, place))
    }

    /// The text after `select`.
    pub fn text(&self) -> String {
        self.texts.join(", ")
    }

    /// Runs a statement that selects these columns.
    pub async fn rows(&self, snapshot: &mut Snapshot, sql: &str, params: &[Cell]) -> Result<Vec<Vec<Cell>>, Fault> {
        snapshot.query(sql, params, &self.kinds).await
    }
}

/// The columns of a struct that [`selected!`] declares. It is an expression, too: a struct may have another one in it.
pub(super) struct Selected<T> {
    columns: Columns,
    read: Reader<T>,
}

impl<T> Selected<T> {
    /// From columns and their reader.
    pub fn new(columns: Columns, read: impl Fn(&[Cell]) -> Result<T, Fault> + Send + Sync + 'static) -> Self {
        Self { columns, read: Box::new(read) }
    }

    /// The text after `select`.
    pub fn text(&self) -> String {
        self.columns.text()
    }

    /// Runs a statement that selects these columns, and reads each row.
    pub async fn all(&self, snapshot: &mut Snapshot, sql: &str, params: &[Cell]) -> Result<Vec<T>, Fault> {
        let rows = self.columns.rows(snapshot, sql, params).await?;
        rows.iter().map(|row| (self.read)(row)).collect()
    }
}

impl<T: 'static> Expression<T> for Selected<T> {
    fn add_to(self, columns: &mut Columns) -> Reader<T> {
        let place = columns.kinds.len();
        columns.texts.extend(self.columns.texts);
        columns.kinds.extend(self.columns.kinds);
        let read = self.read;
        Box::new(move |row| read(row.get(place..).unwrap_or_default()))
    }
}

/// A sum for each key.
pub(super) struct SumBy<K> {
    columns: Columns,
    key: Column<K>,
    sum: Column<i128>,
}

impl<K> SumBy<K> {
    /// Of these texts.
    pub fn new(key: impl Expression<K>, sum: impl Expression<i128>) -> Self {
        let mut columns = Columns::default();
        let (key, sum) = (columns.add(key), columns.add(sum));
        Self { columns, key, sum }
    }

    /// The text after `select`.
    pub fn text(&self) -> String {
        self.columns.text()
    }

    /// Runs a statement that selects them. A key comes as often as the statement has it.
    pub async fn all(&self, snapshot: &mut Snapshot, sql: &str, params: &[Cell]) -> Result<Vec<(K, i128)>, Fault> {
        let rows = self.columns.rows(snapshot, sql, params).await?;
        rows.iter().map(|row| Ok((self.key.of(row)?, self.sum.of(row)?))).collect()
    }
}

/// Declares a struct and the text that selects each of its fields. `Name::selected(…)` takes the texts that are only known
/// when the statement is made, by the names in parentheses; a field hides a text of its own name from the fields behind it.
macro_rules! selected {
    ($(#[$doc:meta])* $vis:vis struct $name:ident($($text:ident),*) {
        $($(#[$field_doc:meta])* $field:ident: $kind:ty = $expression:expr),* $(,)?
    }) => {
        $(#[$doc])*
        $vis struct $name {
            $($(#[$field_doc])* pub $field: $kind,)*
        }

        impl $name {
            /// The columns of its fields.
            pub(in $crate::read) fn selected($($text: &str),*) -> $crate::read::columns::Selected<Self> {
                let mut columns = $crate::read::columns::Columns::default();
                $(let $field = columns.add::<$kind>($expression);)*
                $crate::read::columns::Selected::new(columns, move |row| Ok(Self { $($field: $field.of(row)?),* }))
            }
        }
    };
}
pub(super) use selected;

#[cfg(test)]
mod tests {
    use super::*;

    selected! {
        #[derive(PartialEq, Debug)]
        struct Place() {
            number: i64 = "w.number",
            code: Option<String> = "w.code",
        }
    }

    selected! {
        #[derive(PartialEq, Debug)]
        struct Line(status) {
            debit: i64 = "l.debit",
            credit: i64 = "l.credit",
            total: i128 = Sum("l.debit"),
            status: String = status,
            place: Place = Place::selected(),
            lot: Option<(i64, String)> = Pair("t.number", "t.code"),
            decimals: u8 = Narrow("i.decimals"),
        }
    }

    #[test]
    fn a_value_is_read_from_the_cells_of_its_own_text() {
        let selected = Line::selected("e.status");
        let text = selected.text();
        assert!(text.starts_with("l.debit, l.credit, cast("), "{text}");
        assert!(text.ends_with("e.status, w.number, w.code, t.number, t.code, i.decimals"), "{text}");
        let row = |lot: Cell, decimals: i64| -> Vec<Cell> {
            let numbers = [1, 2, 3, 4].map(Cell::Int).into_iter();
            let texts = [Cell::Text("posted".to_owned()), Cell::Int(7), Cell::Null, Cell::Int(8), lot];
            numbers.chain(texts).chain([Cell::Int(decimals)]).collect()
        };
        let line = (selected.read)(&row(Cell::Text("A".to_owned()), 3)).unwrap();
        let place = Place { number: 7, code: None };
        let (total, lot) = (3 * PART + 4, Some((8, "A".to_owned())));
        let wanted = Line { debit: 1, credit: 2, total, status: "posted".to_owned(), place, lot, decimals: 3 };
        assert_eq!(line, wanted);
        assert_eq!((selected.read)(&row(Cell::Null, 3)).unwrap().lot, None);
        assert!(
            (selected.read)(&row(Cell::Null, 300)).is_err(),
            "a number that does not fit is damage, not another number"
        );
    }

    selected! {
        struct Formed() {
            _dimensions: String = "l.dimensions",
            _decimals: u8 = Narrow("i.quantity_decimals"),
        }
    }

    #[test]
    fn a_column_that_is_selected_by_itself_has_its_form_as_in_its_row() {
        let selected = Formed::selected();
        let read = |dimensions: &str, decimals| {
            (selected.read)(&[Cell::Text(dimensions.to_owned()), Cell::Int(decimals)]).is_ok()
        };
        assert!(read("", 0) && read(r#"{"cc":"1"}"#, 6));
        assert!(!read(r#"{"cc":"1""#, 0) && !read("[1]", 0) && !read("", 7));
    }
}
