//! The common part of documents about stock: their heading.

use domain::value::Date;
use domain::value::cell::IsoDate;

use crate::documents::table::Heading;
use crate::http::reports::frame::Frame;
use crate::http::reports::row::{Columns, ReportRow};

/// The heading of a document that holds at the end of a day, or now.
pub fn heading<R: ReportRow>(
    frame: &Frame,
    file: &str,
    title: &str,
    as_of: Option<Date>,
    columns: &Columns<R>,
) -> Heading {
    let mut heading = frame.heading(file, title, None, columns.headings());
    if let Some(day) = as_of.map(IsoDate) {
        heading.file_name = format!("{file}-{day}");
        heading.subtitle.insert(1, format!("At the end of {day}, by posting date"));
    }
    heading
}
