//! Commands: every write there is, each in its own file.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::value::permission::Permission;

macro_rules! commands {
    ($($name:ident = $path:path),* $(,)?) => {
        /// Any command.
        #[derive(Clone, Debug)]
        pub enum Command { $(
            #[allow(missing_docs)]
            $name($path),
        )* }

        $(impl From<$path> for Command {
            fn from(command: $path) -> Self { Self::$name(command) }
        })*

        impl Command {
            /// The command's name, for logs and metrics.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(Self::$name(_) => stringify!($name)),* }
            }

            /// The permission that the caller needs.
            #[must_use]
            pub fn permission(&self) -> Permission {
                match self { $(Self::$name(command) => command.permission()),* }
            }

            /// What it certainly needs of the book.
            pub fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
                match self { $(Self::$name(command) => command.hint(book, keys)),* }
            }

            /// Decides on the book: changes it and replies, or stops.
            ///
            /// # Errors
            /// As the command itself.
            pub fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
                match self {
                    $(Self::$name(command) => {
                        let decided = command.decide(book, ctx);
                        match command.reason() {
                            Some(reason) => decided.map_err(|stop| stop.because(reason)),
                            None => decided,
                        }
                    })*
                }
            }
        }
    };
}

commands! {
    CreateOrganization = crate::commands::organizations::create::CreateOrganization,
    UpdateOrganization = crate::commands::organization::update::UpdateOrganization,
    SetMembership = crate::commands::memberships::set::SetMembership,
    TakeSecret = crate::commands::service_accounts::take_secret::TakeSecret,
    CreateRole = crate::commands::roles::create::CreateRole,
    UpdateRole = crate::commands::roles::update::UpdateRole,
    DeleteRole = crate::commands::roles::delete::DeleteRole,
    CreateAccount = crate::commands::accounts::create::CreateAccount,
    UpdateAccount = crate::commands::accounts::update::UpdateAccount,
    DeleteAccount = crate::commands::accounts::delete::DeleteAccount,
    ImportChart = crate::commands::chart::import::ImportChart,
    CreateParty = crate::commands::parties::create::CreateParty,
    UpdateParty = crate::commands::parties::update::UpdateParty,
    MergeParty = crate::commands::parties::merge::MergeParty,
    DeleteParty = crate::commands::parties::delete::DeleteParty,
    CreateCurrency = crate::commands::currencies::create::CreateCurrency,
    UpdateCurrency = crate::commands::currencies::update::UpdateCurrency,
    DeleteCurrency = crate::commands::currencies::delete::DeleteCurrency,
    CreateExchangeRate = crate::commands::exchange_rates::create::CreateExchangeRate,
    ImportExchangeRates = crate::commands::exchange_rates::import::ImportExchangeRates,
    UpdateJournal = crate::commands::journals::update::UpdateJournal,
    CreateJournal = crate::commands::journals::create::CreateJournal,
    CreateApprovalPolicy = crate::commands::approval_policies::create::CreateApprovalPolicy,
    UpdateApprovalPolicy = crate::commands::approval_policies::update::UpdateApprovalPolicy,
    DeleteApprovalPolicy = crate::commands::approval_policies::delete::DeleteApprovalPolicy,
    ApproveControlChange = crate::commands::control_changes::approve::ApproveControlChange,
    RejectControlChange = crate::commands::control_changes::reject::RejectControlChange,
    WithdrawControlChange = crate::commands::control_changes::withdraw::WithdrawControlChange,
    CreateStatementMapping = crate::commands::statement_mappings::create::CreateStatementMapping,
    UpdateStatementMapping = crate::commands::statement_mappings::update::UpdateStatementMapping,
    DeleteStatementMapping = crate::commands::statement_mappings::delete::DeleteStatementMapping,
    CreateDimension = crate::commands::dimensions::create::CreateDimension,
    UpdateDimension = crate::commands::dimensions::update::UpdateDimension,
    DeleteDimension = crate::commands::dimensions::delete::DeleteDimension,
    CreateDimensionValue = crate::commands::dimension_values::create::CreateDimensionValue,
    UpdateDimensionValue = crate::commands::dimension_values::update::UpdateDimensionValue,
    DeleteDimensionValue = crate::commands::dimension_values::delete::DeleteDimensionValue,
    CreateFiscalYear = crate::commands::fiscal_years::create::CreateFiscalYear,
    AddAdjustmentPeriod = crate::commands::fiscal_years::add_period::AddAdjustmentPeriod,
    DeleteFiscalYear = crate::commands::fiscal_years::delete::DeleteFiscalYear,
    CloseFiscalYear = crate::commands::fiscal_years::close::CloseFiscalYear,
    ReopenFiscalYear = crate::commands::fiscal_years::reopen::ReopenFiscalYear,
    CreateEntry = crate::commands::journal_entries::create::CreateEntry,
    PostEntry = crate::commands::journal_entries::post::PostEntry,
    UpdateEntry = crate::commands::journal_entries::update::UpdateEntry,
    DeleteEntry = crate::commands::journal_entries::delete::DeleteEntry,
    SubmitEntry = crate::commands::journal_entries::submit::SubmitEntry,
    WithdrawEntry = crate::commands::journal_entries::withdraw::WithdrawEntry,
    ApproveEntry = crate::commands::journal_entries::approve::ApproveEntry,
    RejectEntry = crate::commands::journal_entries::reject::RejectEntry,
    SoftClosePeriod = crate::commands::periods::soft_close::SoftClosePeriod,
    ClosePeriod = crate::commands::periods::close::ClosePeriod,
    ReopenPeriod = crate::commands::periods::reopen::ReopenPeriod,
    VoidEntry = crate::commands::journal_entries::void::VoidEntry,
    ReverseEntry = crate::commands::journal_entries::reverse::ReverseEntry,
    AutoReverseEntry = crate::commands::journal_entries::auto_reverse::AutoReverseEntry,
    CorrectEntry = crate::commands::journal_entries::correct::CorrectEntry,
    RunRevaluation = crate::commands::revaluations::run::RunRevaluation,
    MatchLines = crate::commands::matches::create::MatchLines,
    UnmatchLines = crate::commands::matches::unmatch::UnmatchLines,
    CreateEntryTemplate = crate::commands::entry_templates::create::CreateEntryTemplate,
    UpdateEntryTemplate = crate::commands::entry_templates::update::UpdateEntryTemplate,
    DeleteEntryTemplate = crate::commands::entry_templates::delete::DeleteEntryTemplate,
    CreateRecurringEntry = crate::commands::recurring_entries::create::CreateRecurringEntry,
    UpdateRecurringEntry = crate::commands::recurring_entries::update::UpdateRecurringEntry,
    DeleteRecurringEntry = crate::commands::recurring_entries::delete::DeleteRecurringEntry,
    RunOccurrence = crate::commands::recurring_entries::run::RunOccurrence,
    SkipOccurrence = crate::commands::recurring_entries::skip::SkipOccurrence,
    NoteFailedRun = crate::commands::recurring_entries::note_failed_run::NoteFailedRun,
    CreateWarehouse = crate::commands::warehouses::create::CreateWarehouse,
    UpdateWarehouse = crate::commands::warehouses::update::UpdateWarehouse,
    DeleteWarehouse = crate::commands::warehouses::delete::DeleteWarehouse,
    CreateItemCategory = crate::commands::item_categories::create::CreateItemCategory,
    UpdateItemCategory = crate::commands::item_categories::update::UpdateItemCategory,
    DeleteItemCategory = crate::commands::item_categories::delete::DeleteItemCategory,
    CreateItem = crate::commands::items::create::CreateItem,
    UpdateItem = crate::commands::items::update::UpdateItem,
    DeleteItem = crate::commands::items::delete::DeleteItem,
    ImportItems = crate::commands::items::import::ImportItems,
    CreateLocation = crate::commands::locations::create::CreateLocation,
    UpdateLocation = crate::commands::locations::update::UpdateLocation,
    DeleteLocation = crate::commands::locations::delete::DeleteLocation,
    CreateLot = crate::commands::lots::create::CreateLot,
    UpdateLot = crate::commands::lots::update::UpdateLot,
    DeleteLot = crate::commands::lots::delete::DeleteLot,
    CreateSerial = crate::commands::serials::create::CreateSerial,
    UpdateSerial = crate::commands::serials::update::UpdateSerial,
    DeleteSerial = crate::commands::serials::delete::DeleteSerial,
    CreateReasonCode = crate::commands::reason_codes::create::CreateReasonCode,
    UpdateReasonCode = crate::commands::reason_codes::update::UpdateReasonCode,
    DeleteReasonCode = crate::commands::reason_codes::delete::DeleteReasonCode,
    CreateMovement = crate::commands::movements::create::CreateMovement,
    PostMovement = crate::commands::movements::post::PostMovement,
    UpdateMovement = crate::commands::movements::update::UpdateMovement,
    CostMovement = crate::commands::movements::cost::CostMovement,
    SubmitMovement = crate::commands::movements::submit::SubmitMovement,
    WithdrawMovement = crate::commands::movements::withdraw::WithdrawMovement,
    ApproveMovement = crate::commands::movements::approve::ApproveMovement,
    RejectMovement = crate::commands::movements::reject::RejectMovement,
    DeleteMovement = crate::commands::movements::delete::DeleteMovement,
    VoidMovement = crate::commands::movements::void::VoidMovement,
    ReceiveTransfer = crate::commands::movements::receive::ReceiveTransfer,
    CloseTransfer = crate::commands::movements::close::CloseTransfer,
    SetStock = crate::commands::stock::set::SetStock,
    ReclassifyWarehouse = crate::commands::warehouses::reclassify::ReclassifyWarehouse,
    ChangeCostingScope = crate::commands::warehouses::change_costing_scope::ChangeCostingScope,
    CreateReservation = crate::commands::reservations::create::CreateReservation,
    UpdateReservation = crate::commands::reservations::update::UpdateReservation,
    ReleaseReservation = crate::commands::reservations::release::ReleaseReservation,
    ReleaseReservations = crate::commands::reservations::release_by_reference::ReleaseReservations,
    ExpireReservation = crate::commands::reservations::expire::ExpireReservation,
    FreezePool = crate::commands::frozen_pools::freeze::FreezePool,
    ReleasePool = crate::commands::frozen_pools::release::ReleasePool,
    OpenCount = crate::commands::counts::open::OpenCount,
    RecordCount = crate::commands::counts::record::RecordCount,
    SubmitCount = crate::commands::counts::submit::SubmitCount,
    ApproveCount = crate::commands::counts::approve::ApproveCount,
    SendBackCount = crate::commands::counts::send_back::SendBackCount,
    CancelCount = crate::commands::counts::cancel::CancelCount,
    PostCount = crate::commands::counts::post::PostCount,
    AcknowledgeOverruns = crate::commands::counts::acknowledge_overruns::AcknowledgeOverruns,
}
