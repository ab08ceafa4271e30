//! What new books begin with, as a request says it and as the answer tells it.

use domain::rows::{Account, FiscalYear, Journal, JournalType, Reply, Warehouse};
use domain::value::Date;
use domain::value::id::{FiscalYearId, JournalId, WarehouseId};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

use crate::charts::{self, Template};
use crate::http::input::{Decode, Name, Pointer, Schemas, Text, Violations};
use crate::http::json::Node;
use crate::http::output::{Day, Id, Named};
use crate::http::warehouses::wire::Code;
use crate::http::writing::rows;
use crate::identity::beginnings::{Beginnings, FirstWarehouse, first_day};

/// A chart template by its id.
#[derive(Clone, Copy, Debug)]
pub struct ChartTemplate(&'static Template);

impl Decode for ChartTemplate {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let Text(text) = Text::<1, 60>::decode(node, at, errors)?;
        let found = charts::template(&text);
        if found.is_none() {
            let known: Vec<&str> = charts::TEMPLATES.iter().map(|template| template.id).collect();
            let message = format!("there is no chart template {text:?}: choose one of {}", known.join(", "));
            errors.push(at, "unknown_value", message);
        }
        found.map(Self)
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let ids = charts::TEMPLATES.iter().map(|template| template.id);
        ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some(ids)).into()
    }
}

/// The first day of a fiscal year of twelve months: a year, or a day.
#[derive(Clone, Copy, Debug)]
pub struct YearStart(Date);

impl Decode for YearStart {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let Text(text) = Text::<1, 10>::decode(node, at, errors)?;
        let day = first_day(&text);
        if day.is_none() {
            let message = format!("must be a year, or the first day of one as YYYY-MM-DD, not {text:?}");
            errors.push(at, "malformed_date", message);
        }
        day.map(Self)
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let pattern = "^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$";
        ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).pattern(Some(pattern)).into()
    }
}

crate::input! {
    /// The first warehouse.
    pub struct FirstWarehouseInput {
        /// Stored in upper case.
        pub code: Code = "MAIN",
        pub name: Name<120> = "Main warehouse",
    }
}

crate::output! {
    /// A journal that came with the chart.
    pub struct BegunJournal {
        pub id: Id<JournalId>,
        pub code: String,
        pub name: String,
        pub r#type: Named<JournalType>,
    }

    /// The first fiscal year.
    pub struct BegunYear {
        pub id: Id<FiscalYearId>,
        pub name: String,
        pub start_date: Day,
        pub end_date: Day,
    }

    /// The first warehouse.
    pub struct BegunWarehouse {
        pub id: Id<WarehouseId>,
        pub code: String,
        pub name: String,
    }

    /// What the books begin with.
    pub struct BegunBooks {
        /// The number of accounts.
        pub accounts: i64,
        pub journals: Vec<BegunJournal>,
        pub fiscal_year: Option<BegunYear>,
        pub warehouse: Option<BegunWarehouse>,
    }
}

/// The parts of a request, once each was read.
pub fn beginnings(
    chart: Option<ChartTemplate>,
    fiscal_year: Option<YearStart>,
    warehouse: Option<FirstWarehouseInput>,
) -> Beginnings {
    Beginnings {
        chart: chart.map(|chart| chart.0),
        fiscal_year: fiscal_year.map(|start| start.0),
        warehouse: warehouse.map(|input| FirstWarehouse { code: input.code.0, name: input.name.0 }),
    }
}

impl BegunBooks {
    /// What these replies wrote.
    pub fn of<'a>(replies: impl Iterator<Item = &'a Reply>) -> Self {
        let mut books = Self { accounts: 0, journals: Vec::new(), fiscal_year: None, warehouse: None };
        for reply in replies {
            books.accounts += i64::try_from(rows::<Account>(reply).len()).unwrap_or(i64::MAX);
            books.journals.extend(rows(reply).into_iter().map(|journal: Journal| BegunJournal {
                id: Id(journal.id),
                code: journal.code,
                name: journal.name,
                r#type: Named(journal.journal_type),
            }));
            for year in rows::<FiscalYear>(reply) {
                let (start_date, end_date) = (Day(year.start_date), Day(year.end_date));
                books.fiscal_year = Some(BegunYear { id: Id(year.id), name: year.name, start_date, end_date });
            }
            for warehouse in rows::<Warehouse>(reply) {
                let (id, code, name) = (Id(warehouse.id), warehouse.code, warehouse.name);
                books.warehouse = Some(BegunWarehouse { id, code, name });
            }
        }
        books
    }
}
