//! An entry template as it is answered.

use domain::rows::EntryTemplate;
use domain::value::Currency;
use domain::value::id::{EntryTemplateId, JournalId, PrincipalId};

use crate::http::called::{Names, Naming, Wanted};
use crate::http::journal_entries::view::{LineView, draft_lines};
use crate::http::output::{At, Id};
use crate::http::problem::Problem;

crate::view! {
    /// What entries begin with.
    pub struct EntryTemplateView from (template: EntryTemplate, lines: Vec<LineView>) {
        pub id: Id<EntryTemplateId>,
        pub name: String,
        pub description: String,
        pub journal_id: Option<Id<JournalId>>,
        /// Amounts that were left out are 0.
        pub lines: Vec<LineView> => lines,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl EntryTemplateView {
    /// The view of a template.
    pub fn of(template: EntryTemplate, base: Currency) -> Result<Self, Problem> {
        let lines = draft_lines(&template.draft_lines, base, "entry_templates", template.id)?;
        Ok(Self::shown(template, lines))
    }
}

impl Naming for EntryTemplateView {
    fn ask(&self, wanted: &mut Wanted) {
        self.lines.iter().for_each(|line| line.ask(wanted));
    }

    fn name(&mut self, names: &Names) {
        self.lines.iter_mut().for_each(|line| line.name(names));
    }
}
