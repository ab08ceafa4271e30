//! Conditions: a `where` that grows with what a caller filters by.

use domain::value::Cell;
use domain::value::id::OrganizationId;

/// A `where` that grows with its parameters.
pub struct Conditions {
    /// From `where` on.
    pub text: String,
    /// `$1` is the organization.
    pub params: Vec<Cell>,
}

impl Conditions {
    /// All rows of the organization.
    #[must_use]
    pub fn new(organization: OrganizationId) -> Self {
        Self { text: "where organization_id = $1".to_owned(), params: vec![Cell::Id(organization.0)] }
    }

    /// The place of a new parameter.
    pub fn bind(&mut self, cell: Cell) -> String {
        self.params.push(cell);
        format!("${}", self.params.len())
    }

    /// `column = value`, where there is a value.
    pub fn equal(&mut self, column: &str, value: Option<Cell>) {
        self.when(&format!("{column} = {{}}"), value);
    }

    /// A condition with `{}` for its value, where there is one.
    pub fn when(&mut self, condition: &str, value: Option<Cell>) {
        if let Some(cell) = value {
            let place = self.bind(cell);
            self.text.push_str(" and ");
            self.text.push_str(&condition.replace("{}", &place));
        }
    }
}
