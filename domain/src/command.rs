//! Commands: every write there is, each in its own file.

use crate::access::Permission;
use crate::book::{Book, Key};
use crate::context::Context;
use crate::reply::Reply;
use crate::stop::Stop;

/// What every command can do.
pub trait Decide {
    /// What the caller must be allowed to do.
    fn permission(&self) -> Permission;

    /// What is certainly needed. Anything forgotten here costs a round, never correctness.
    fn hint(&self, _book: &Book, _keys: &mut Vec<Key>) {}

    /// Decides on the book: changes it and replies, or stops.
    ///
    /// # Errors
    /// `Missing` where something must be loaded first, `Rejected` with the broken rule.
    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop>;
}

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

            fn inner(&self) -> &dyn Decide {
                match self { $(Self::$name(command) => command),* }
            }
        }
    };
}

commands! {
    CreateOrganization = crate::settings::create_organization::CreateOrganization,
    UpdateOrganization = crate::settings::update_organization::UpdateOrganization,
    SetMembership = crate::access::set_membership::SetMembership,
    TakeSecret = crate::access::take_secret::TakeSecret,
    CreateRole = crate::access::create_role::CreateRole,
    UpdateRole = crate::access::update_role::UpdateRole,
    DeleteRole = crate::access::delete_role::DeleteRole,
    CreateAccount = crate::ledger::create_account::CreateAccount,
    UpdateAccount = crate::ledger::update_account::UpdateAccount,
    DeleteAccount = crate::ledger::delete_account::DeleteAccount,
    ImportChart = crate::ledger::import_chart::ImportChart,
    CreateParty = crate::ledger::create_party::CreateParty,
    UpdateParty = crate::ledger::update_party::UpdateParty,
    CreateCurrency = crate::ledger::currencies::create::CreateCurrency,
    UpdateCurrency = crate::ledger::currencies::update::UpdateCurrency,
    DeleteCurrency = crate::ledger::currencies::delete::DeleteCurrency,
    CreateExchangeRate = crate::ledger::exchange_rates::create::CreateExchangeRate,
    ImportExchangeRates = crate::ledger::exchange_rates::import::ImportExchangeRates,
    UpdateJournal = crate::ledger::update_journal::UpdateJournal,
    CreateJournal = crate::ledger::create_journal::CreateJournal,
    CreateApprovalPolicy = crate::approvals::create_policy::CreateApprovalPolicy,
    UpdateApprovalPolicy = crate::approvals::update_policy::UpdateApprovalPolicy,
    DeleteApprovalPolicy = crate::approvals::delete_policy::DeleteApprovalPolicy,
    ApproveControlChange = crate::controls::approve::ApproveControlChange,
    RejectControlChange = crate::controls::reject::RejectControlChange,
    WithdrawControlChange = crate::controls::withdraw::WithdrawControlChange,
    CreateStatementMapping = crate::ledger::statement_mappings::create::CreateStatementMapping,
    UpdateStatementMapping = crate::ledger::statement_mappings::update::UpdateStatementMapping,
    DeleteStatementMapping = crate::ledger::statement_mappings::delete::DeleteStatementMapping,
    CreateDimension = crate::ledger::dimensions::create::CreateDimension,
    UpdateDimension = crate::ledger::dimensions::update::UpdateDimension,
    DeleteDimension = crate::ledger::dimensions::delete::DeleteDimension,
    CreateDimensionValue = crate::ledger::dimensions::create_value::CreateDimensionValue,
    UpdateDimensionValue = crate::ledger::dimensions::update_value::UpdateDimensionValue,
    DeleteDimensionValue = crate::ledger::dimensions::delete_value::DeleteDimensionValue,
    CreateFiscalYear = crate::ledger::create_fiscal_year::CreateFiscalYear,
    AddAdjustmentPeriod = crate::ledger::add_adjustment_period::AddAdjustmentPeriod,
    CloseFiscalYear = crate::ledger::close_fiscal_year::CloseFiscalYear,
    ReopenFiscalYear = crate::ledger::reopen_fiscal_year::ReopenFiscalYear,
    CreateEntry = crate::ledger::create_entry::CreateEntry,
    PostEntry = crate::ledger::post_entry::PostEntry,
    UpdateEntry = crate::ledger::update_entry::UpdateEntry,
    DeleteEntry = crate::ledger::delete_entry::DeleteEntry,
    SubmitEntry = crate::ledger::submit_entry::SubmitEntry,
    WithdrawEntry = crate::ledger::withdraw_entry::WithdrawEntry,
    ApproveEntry = crate::ledger::approve_entry::ApproveEntry,
    RejectEntry = crate::ledger::reject_entry::RejectEntry,
    SoftClosePeriod = crate::ledger::change_period::SoftClosePeriod,
    ClosePeriod = crate::ledger::change_period::ClosePeriod,
    ReopenPeriod = crate::ledger::change_period::ReopenPeriod,
    VoidEntry = crate::ledger::void_entry::VoidEntry,
    ReverseEntry = crate::ledger::reverse_entry::ReverseEntry,
    AutoReverseEntry = crate::ledger::auto_reverse_entry::AutoReverseEntry,
    CorrectEntry = crate::ledger::correct_entry::CorrectEntry,
    RunRevaluation = crate::ledger::revaluations::run::RunRevaluation,
    MatchLines = crate::ledger::matching::match_lines::MatchLines,
    UnmatchLines = crate::ledger::matching::unmatch_lines::UnmatchLines,
    CreateRecurringEntry = crate::ledger::recurring::create::CreateRecurringEntry,
    UpdateRecurringEntry = crate::ledger::recurring::update::UpdateRecurringEntry,
    DeleteRecurringEntry = crate::ledger::recurring::delete::DeleteRecurringEntry,
    RunOccurrence = crate::ledger::recurring::run::RunOccurrence,
    SkipOccurrence = crate::ledger::recurring::skip::SkipOccurrence,
    NoteFailedRun = crate::ledger::recurring::note_failed_run::NoteFailedRun,
    CreateWarehouse = crate::warehouses::create::CreateWarehouse,
    UpdateWarehouse = crate::warehouses::update::UpdateWarehouse,
    DeleteWarehouse = crate::warehouses::delete::DeleteWarehouse,
    CreateItemCategory = crate::inventory::categories::create::CreateItemCategory,
    UpdateItemCategory = crate::inventory::categories::update::UpdateItemCategory,
    DeleteItemCategory = crate::inventory::categories::delete::DeleteItemCategory,
    CreateItem = crate::inventory::items::create::CreateItem,
    UpdateItem = crate::inventory::items::update::UpdateItem,
    DeleteItem = crate::inventory::items::delete::DeleteItem,
    ImportItems = crate::inventory::items::import::ImportItems,
    CreateLocation = crate::inventory::locations::create::CreateLocation,
    UpdateLocation = crate::inventory::locations::update::UpdateLocation,
    DeleteLocation = crate::inventory::locations::delete::DeleteLocation,
    CreateLot = crate::inventory::lots::create::CreateLot,
    UpdateLot = crate::inventory::lots::update::UpdateLot,
    DeleteLot = crate::inventory::lots::delete::DeleteLot,
    CreateSerial = crate::inventory::serials::create::CreateSerial,
    UpdateSerial = crate::inventory::serials::update::UpdateSerial,
    DeleteSerial = crate::inventory::serials::delete::DeleteSerial,
    CreateReasonCode = crate::inventory::reason_codes::create::CreateReasonCode,
    UpdateReasonCode = crate::inventory::reason_codes::update::UpdateReasonCode,
    DeleteReasonCode = crate::inventory::reason_codes::delete::DeleteReasonCode,
    CreateMovement = crate::inventory::movements::create::CreateMovement,
    PostMovement = crate::inventory::movements::post::PostMovement,
    UpdateMovement = crate::inventory::movements::update::UpdateMovement,
    SubmitMovement = crate::inventory::movements::submit::SubmitMovement,
    WithdrawMovement = crate::inventory::movements::withdraw::WithdrawMovement,
    ApproveMovement = crate::inventory::movements::approve::ApproveMovement,
    RejectMovement = crate::inventory::movements::reject::RejectMovement,
    DeleteMovement = crate::inventory::movements::delete::DeleteMovement,
    VoidMovement = crate::inventory::movements::void::VoidMovement,
    ReceiveTransfer = crate::inventory::movements::transit::ReceiveTransfer,
    CloseTransfer = crate::inventory::movements::transit::CloseTransfer,
    ReclassifyWarehouse = crate::inventory::movements::reclassify::ReclassifyWarehouse,
    ChangeCostingScope = crate::inventory::movements::change_scope::ChangeCostingScope,
    CreateReservation = crate::inventory::reservations::create::CreateReservation,
    UpdateReservation = crate::inventory::reservations::update::UpdateReservation,
    ReleaseReservation = crate::inventory::reservations::release::ReleaseReservation,
    ExpireReservation = crate::inventory::reservations::expire::ExpireReservation,
    FreezePool = crate::inventory::frozen_pools::freeze::FreezePool,
    ReleasePool = crate::inventory::frozen_pools::release::ReleasePool,
    OpenCount = crate::inventory::counts::open::OpenCount,
    RecordCount = crate::inventory::counts::record::RecordCount,
    SubmitCount = crate::inventory::counts::submit::SubmitCount,
    ApproveCount = crate::inventory::counts::approve::ApproveCount,
    SendBackCount = crate::inventory::counts::send_back::SendBackCount,
    CancelCount = crate::inventory::counts::cancel::CancelCount,
    PostCount = crate::inventory::counts::post::PostCount,
    AcknowledgeOverruns = crate::inventory::counts::acknowledge_overruns::AcknowledgeOverruns,
}

impl Decide for Command {
    fn permission(&self) -> Permission {
        self.inner().permission()
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        self.inner().hint(book, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        self.inner().decide(book, ctx)
    }
}
