//! The input of an entry template.

use domain::commands::entry_templates::create::CreateEntryTemplate;
use domain::commands::entry_templates::update::UpdateEntryTemplate;
use domain::ledger::entries::draft::NewLine;
use domain::value::Sought;
use domain::value::id::{EntryTemplateId, JournalId};
use domain::value::limits::LINES_PER_ENTRY;

use crate::http::input::{List, LongText, Name, Pointer, ReadBack, Violations};
use crate::http::journal_entries::wire::LineInput;
use crate::http::problem::Problem;

crate::fields! {
    /// What entries begin with.
    pub struct EntryTemplateInput;

    /// A change of a template: absent fields stay, null clears, lines are replaced.
    pub struct EntryTemplatePatch repeating [id, version]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"];

    {
        /// Unique in the organization.
        pub name: Required<Name<120>> = "Rent of the warehouse",
        pub description: Optional<LongText<0, 2000>> = "Rent",
        pub journal_id: Clearable<Sought<JournalId>>,
        /// Lines without `dueDate`; amounts are optional.
        #[patch = "All lines, to replace the present ones."]
        pub lines: Required<List<ReadBack<LineInput>, 1, LINES_PER_ENTRY>>,
    }
}

impl EntryTemplateInput {
    /// The command.
    ///
    /// # Errors
    /// 400 where a line cannot be read.
    pub fn command(self) -> Result<CreateEntryTemplate, Problem> {
        Ok(CreateEntryTemplate {
            name: self.name.0,
            description: self.description.map(|text| text.0).unwrap_or_default(),
            journal: self.journal_id,
            lines: lines(self.lines.0)?,
        })
    }
}

impl EntryTemplatePatch {
    /// The command for this template.
    ///
    /// # Errors
    /// 400 where a line cannot be read.
    pub fn command(
        self,
        template: Sought<EntryTemplateId>,
        if_match: Option<Vec<i64>>,
    ) -> Result<UpdateEntryTemplate, Problem> {
        Ok(UpdateEntryTemplate {
            template,
            if_match,
            name: self.name.set().map(|name| name.0),
            description: self.description.set().map(|text| text.0),
            journal: self.journal_id,
            lines: self.lines.set().map(|sent| lines(sent.0)).transpose()?,
        })
    }
}

/// The core's lines: they have no days, which entries get when they are written.
fn lines(sent: Vec<ReadBack<LineInput>>) -> Result<Vec<NewLine>, Problem> {
    let mut errors = Violations::default();
    let mut lines = Vec::with_capacity(sent.len());
    for (index, ReadBack { line, .. }) in sent.into_iter().enumerate() {
        if line.due_date.is_some() {
            let below = Pointer::Body.field("lines");
            errors.push(&below.item(index).field("dueDate"), "unknown_field", "a template has no dates: leave it out");
        }
        lines.push(line.line(index, &mut errors));
    }
    if errors.is_empty() { Ok(lines) } else { Err(Problem::validation(errors.into_vec())) }
}
