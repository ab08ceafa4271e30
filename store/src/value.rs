//! Cells on their way into SQLite and PostgreSQL and back.

use std::error::Error;

use bytes::{BufMut, BytesMut};
use domain::value::{Cell, CellKind};
use rusqlite::types::{ToSqlOutput, ValueRef};
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::Fault;

/// A cell as a parameter of either database, without a copy.
#[derive(Debug, Clone, Copy)]
pub struct Parameter<'a>(pub &'a Cell);

impl rusqlite::ToSql for Parameter<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.0 {
            Cell::Null => ValueRef::Null,
            Cell::Int(number) => ValueRef::Integer(*number),
            Cell::Text(text) => ValueRef::Text(text.as_bytes()),
            Cell::Bytes(bytes) => ValueRef::Blob(bytes),
            Cell::Id(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl ToSql for Parameter<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match (self.0, ty) {
            (Cell::Null, _) => return Ok(IsNull::Yes),
            (Cell::Int(number), &Type::INT8) => out.put_i64(*number),
            (Cell::Int(number), &Type::INT4) => out.put_i32(i32::try_from(*number)?),
            (Cell::Int(number), &Type::INT2) => out.put_i16(i16::try_from(*number)?),
            (Cell::Int(number), &Type::BOOL) => out.put_u8(u8::from(*number != 0)),
            (Cell::Text(text), &Type::TEXT | &Type::VARCHAR | &Type::NAME) => out.put_slice(text.as_bytes()),
            (Cell::Bytes(bytes), &Type::BYTEA) => out.put_slice(bytes),
            (Cell::Id(bytes), &Type::UUID) => out.put_slice(bytes),
            (cell, ty) => return Err(format!("a parameter of type {ty} got {cell:?}").into()),
        }
        Ok(IsNull::No)
    }

    fn accepts(ty: &Type) -> bool {
        matches!(
            *ty,
            Type::INT8
                | Type::INT4
                | Type::INT2
                | Type::BOOL
                | Type::TEXT
                | Type::VARCHAR
                | Type::NAME
                | Type::BYTEA
                | Type::UUID
        )
    }

    to_sql_checked!();
}

/// A cell that PostgreSQL answered, its kind taken from the column's type.
#[derive(Debug)]
pub struct Answered(pub Cell);

impl<'a> FromSql<'a> for Answered {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(match *ty {
            Type::INT8 => Cell::Int(i64::from_be_bytes(raw.try_into()?)),
            Type::INT4 => Cell::Int(i32::from_be_bytes(raw.try_into()?).into()),
            Type::INT2 => Cell::Int(i16::from_be_bytes(raw.try_into()?).into()),
            Type::BOOL => Cell::Int((raw != [0]).into()),
            Type::TEXT | Type::VARCHAR | Type::NAME => Cell::Text(std::str::from_utf8(raw)?.to_owned()),
            Type::BYTEA => Cell::Bytes(raw.to_owned()),
            Type::UUID => Cell::Id(raw.try_into()?),
            _ => return Err(format!("a column of type {ty} is not among the portable types: cast it").into()),
        }))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(Cell::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// Reads one row of SQLite, each column as the kind that it is declared with.
///
/// # Errors
/// `Corrupt` where a column holds something else.
pub fn sqlite_row(row: &rusqlite::Row<'_>, kinds: impl ExactSizeIterator<Item = CellKind>) -> Result<Vec<Cell>, Fault> {
    let mut cells = Vec::with_capacity(kinds.len());
    read_sqlite_row(row, kinds, &mut cells)?;
    Ok(cells)
}

/// The same into `cells`, after its first ones: for many rows, each in the place of the one before.
///
/// # Errors
/// As [`sqlite_row`].
pub fn read_sqlite_row(
    row: &rusqlite::Row<'_>,
    kinds: impl Iterator<Item = CellKind>,
    cells: &mut Vec<Cell>,
) -> Result<(), Fault> {
    for (index, kind) in kinds.enumerate() {
        let found = row.get_ref(index)?;
        cells.push(
            sqlite_cell(found, kind)
                .ok_or_else(|| wrong_kind(row.as_ref().column_name(index).unwrap_or_default(), kind))?,
        );
    }
    Ok(())
}

fn sqlite_cell(found: ValueRef<'_>, kind: CellKind) -> Option<Cell> {
    Some(match (found, kind) {
        (ValueRef::Null, _) => Cell::Null,
        (ValueRef::Integer(number), CellKind::Int) => Cell::Int(number),
        (ValueRef::Text(text), CellKind::Text) => Cell::Text(std::str::from_utf8(text).ok()?.to_owned()),
        (ValueRef::Blob(bytes), CellKind::Bytes) => Cell::Bytes(bytes.to_owned()),
        (ValueRef::Blob(bytes), CellKind::Id) => Cell::Id(bytes.try_into().ok()?),
        _ => return None,
    })
}

/// A cell of SQLite as it is, regardless of its column: bytes as long as an id are one if an id is wanted.
pub fn sqlite_cell_as_found(found: ValueRef<'_>, kind: CellKind) -> Cell {
    sqlite_cell(found, kind).unwrap_or_else(|| match found {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Int(number),
        ValueRef::Real(number) => Cell::Bytes(number.to_be_bytes().to_vec()),
        ValueRef::Text(text) => {
            String::from_utf8(text.to_vec()).map_or_else(|bad| Cell::Bytes(bad.into_bytes()), Cell::Text)
        }
        ValueRef::Blob(bytes) => Cell::Bytes(bytes.to_owned()),
    })
}

/// Reads one row of PostgreSQL from column `first` on and checks it against the declared kinds.
///
/// # Errors
/// `Corrupt` where a column holds something else.
pub fn postgres_row(
    row: &tokio_postgres::Row,
    first: usize,
    kinds: impl ExactSizeIterator<Item = CellKind>,
) -> Result<Vec<Cell>, Fault> {
    let mut cells = Vec::with_capacity(kinds.len());
    for (index, kind) in kinds.enumerate() {
        let Answered(cell) = row.try_get(first + index)?;
        if !holds(&cell, kind) {
            return Err(wrong_kind(row.columns()[first + index].name(), kind));
        }
        cells.push(cell);
    }
    Ok(cells)
}

fn holds(cell: &Cell, kind: CellKind) -> bool {
    matches!(
        (cell, kind),
        (Cell::Null, _)
            | (Cell::Int(_), CellKind::Int)
            | (Cell::Text(_), CellKind::Text)
            | (Cell::Bytes(_), CellKind::Bytes)
            | (Cell::Id(_), CellKind::Id)
    )
}

/// Names the column and not the content, which may be somebody's own.
fn wrong_kind(column: &str, kind: CellKind) -> Fault {
    let wanted = match kind {
        CellKind::Int => "a whole number",
        CellKind::Text => "text",
        CellKind::Bytes => "bytes",
        CellKind::Id => "an id",
    };
    Fault::Corrupt(format!("column {column} cannot be read as {wanted}"))
}

/// The name of a kind in PostgreSQL.
#[must_use]
pub fn postgres_type(kind: CellKind) -> &'static str {
    match kind {
        CellKind::Int => "bigint",
        CellKind::Text => "text",
        CellKind::Bytes => "bytea",
        CellKind::Id => "uuid",
    }
}
