//! The generator's coverage: accepted commands, codes of rejections, and their counts.

mod goods;

use std::collections::BTreeMap;

use domain::Code;
use domain::batch::{Envelope, Outcome};
use domain::command::Command;
use domain::rows::EntryType;
use domain::rows::replies::Item;

use goods::Goods;

/// Every kind of command; a new one must be generated, or this count tells.
pub const COMMANDS: &[&str] = &[
    "CreateOrganization",
    "UpdateOrganization",
    "SetMembership",
    "TakeSecret",
    "CreateRole",
    "UpdateRole",
    "DeleteRole",
    "CreateAccount",
    "UpdateAccount",
    "DeleteAccount",
    "ImportChart",
    "CreateParty",
    "UpdateParty",
    "MergeParty",
    "DeleteParty",
    "CreateCurrency",
    "UpdateCurrency",
    "DeleteCurrency",
    "CreateExchangeRate",
    "ImportExchangeRates",
    "UpdateJournal",
    "CreateJournal",
    "CreateApprovalPolicy",
    "UpdateApprovalPolicy",
    "DeleteApprovalPolicy",
    "ApproveControlChange",
    "RejectControlChange",
    "WithdrawControlChange",
    "CreateStatementMapping",
    "UpdateStatementMapping",
    "DeleteStatementMapping",
    "CreateDimension",
    "UpdateDimension",
    "DeleteDimension",
    "CreateDimensionValue",
    "UpdateDimensionValue",
    "DeleteDimensionValue",
    "CreateFiscalYear",
    "AddAdjustmentPeriod",
    "DeleteFiscalYear",
    "CloseFiscalYear",
    "ReopenFiscalYear",
    "CreateEntry",
    "PostEntry",
    "UpdateEntry",
    "DeleteEntry",
    "SubmitEntry",
    "WithdrawEntry",
    "ApproveEntry",
    "RejectEntry",
    "SoftClosePeriod",
    "ClosePeriod",
    "ReopenPeriod",
    "VoidEntry",
    "ReverseEntry",
    "AutoReverseEntry",
    "CorrectEntry",
    "RunRevaluation",
    "MatchLines",
    "UnmatchLines",
    "CreateEntryTemplate",
    "UpdateEntryTemplate",
    "DeleteEntryTemplate",
    "CreateRecurringEntry",
    "UpdateRecurringEntry",
    "DeleteRecurringEntry",
    "RunOccurrence",
    "SkipOccurrence",
    "NoteFailedRun",
    "CreateWarehouse",
    "UpdateWarehouse",
    "DeleteWarehouse",
    "CreateItemCategory",
    "UpdateItemCategory",
    "DeleteItemCategory",
    "CreateItem",
    "UpdateItem",
    "DeleteItem",
    "ImportItems",
    "CreateLocation",
    "UpdateLocation",
    "DeleteLocation",
    "CreateLot",
    "UpdateLot",
    "DeleteLot",
    "CreateSerial",
    "UpdateSerial",
    "DeleteSerial",
    "CreateReasonCode",
    "UpdateReasonCode",
    "DeleteReasonCode",
    "CreateMovement",
    "PostMovement",
    "UpdateMovement",
    "CostMovement",
    "DeleteMovement",
    "VoidMovement",
    "ReceiveTransfer",
    "CloseTransfer",
    "SubmitMovement",
    "WithdrawMovement",
    "ApproveMovement",
    "RejectMovement",
    "ReclassifyWarehouse",
    "ChangeCostingScope",
    "CreateReservation",
    "UpdateReservation",
    "ReleaseReservation",
    "ReleaseReservations",
    "SetStock",
    "ExpireReservation",
    "FreezePool",
    "ReleasePool",
    "OpenCount",
    "RecordCount",
    "SubmitCount",
    "ApproveCount",
    "SendBackCount",
    "CancelCount",
    "PostCount",
    "AcknowledgeOverruns",
];

/// Codes that no command gives yet, each with the reason.
pub const NOT_YET: &[(Code, &str)] = &[
    (Code::PoolTooLarge, "takes more goods than the generator brings"),
    (Code::ReplayTooLarge, "takes more movements than a run has"),
    (Code::NotTraceable, "given by a read"),
    (Code::BaseCurrenciesDiffer, "given by a read"),
    (Code::StoredDataDamaged, "nothing is damaged here"),
];

/// Accepted commands of a hundred, at least: refused ones teach less.
const LEAST_ACCEPTED: usize = 43;
/// Accepted new movements of a hundred, at least, so that goods move. It is 48 in the mean of many seeds, and some less where chance
/// makes a policy of approval early.
const LEAST_OF_MOVEMENTS: usize = 42;

/// Counts of a run.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Commands that were decided.
    pub commands: usize,
    /// Requests that were answered from their receipt.
    pub replays: usize,
    /// Accepted commands by name.
    pub accepted: BTreeMap<&'static str, usize>,
    /// Accepted entries of other books.
    pub imported: usize,
    /// Rejections by code.
    pub rejected: BTreeMap<&'static str, usize>,
    /// New movements that were decided for themselves.
    pub new_movements: usize,
    /// Those of them that were accepted.
    pub accepted_movements: usize,
    /// The movements.
    pub goods: Goods,
}

impl Coverage {
    /// Counts a decided request.
    pub fn count(&mut self, envelope: &Envelope, outcome: &Outcome) {
        let commands = envelope.work.commands();
        match outcome {
            Outcome::Done { replayed: true, .. } => self.replays += 1,
            Outcome::Done { items, .. } => {
                for (command, item) in commands.into_iter().zip(items) {
                    self.commands += 1;
                    let is_accepted = matches!(item, Item::Done(_));
                    self.count_movement(command, is_accepted);
                    match item {
                        Item::Done(_) => {
                            *self.accepted.entry(command.name()).or_default() += 1;
                            self.imported += usize::from(is_import(command));
                        }
                        Item::Rejected(rejection) => *self.rejected.entry(rejection.code.name()).or_default() += 1,
                        Item::RejectedBefore(_) => {}
                    }
                }
            }
            Outcome::Rejected(rejection) => {
                self.commands += 1;
                *self.rejected.entry(rejection.code.name()).or_default() += 1;
                if let [command] = commands[..] {
                    self.count_movement(command, false);
                }
            }
            Outcome::Broken(why) => panic!("a command broke: {why}: {envelope:#?}"),
        }
    }

    fn count_movement(&mut self, command: &Command, is_accepted: bool) {
        if matches!(command, Command::CreateMovement(_)) {
            self.new_movements += 1;
            self.accepted_movements += usize::from(is_accepted);
        }
    }

    /// Adds another run's counts.
    pub fn add(&mut self, other: &Self) {
        self.commands += other.commands;
        self.replays += other.replays;
        self.imported += other.imported;
        self.new_movements += other.new_movements;
        self.accepted_movements += other.accepted_movements;
        self.goods.add_all(&other.goods);
        for (name, count) in &other.accepted {
            *self.accepted.entry(name).or_default() += count;
        }
        for (name, count) in &other.rejected {
            *self.rejected.entry(name).or_default() += count;
        }
    }

    /// Accepted commands of a hundred.
    #[must_use]
    pub fn share_accepted(&self) -> usize {
        self.accepted.values().sum::<usize>() * 100 / self.commands.max(1)
    }

    /// Accepted new movements of a hundred.
    #[must_use]
    pub fn share_of_movements(&self) -> usize {
        self.accepted_movements * 100 / self.new_movements.max(1)
    }

    /// Cases that a long run must have met and has not.
    #[must_use]
    pub fn gaps(&self) -> Vec<String> {
        let mut gaps = Vec::new();
        if !(LEAST_ACCEPTED..=90).contains(&self.share_accepted()) {
            gaps.push(format!(
                "{} % of the commands were accepted, not {LEAST_ACCEPTED} to 90 %",
                self.share_accepted()
            ));
        }
        if self.share_of_movements() < LEAST_OF_MOVEMENTS {
            gaps.push(format!(
                "{} % of the new movements were accepted, not {LEAST_OF_MOVEMENTS} %",
                self.share_of_movements()
            ));
        }
        gaps.extend(self.goods.gaps());
        if self.replays == 0 {
            gaps.push("no request was answered from its receipt".to_owned());
        }
        if self.imported == 0 {
            gaps.push("no entry of the type import was accepted".to_owned());
        }
        for name in COMMANDS.iter().filter(|name| !self.accepted.contains_key(**name)) {
            gaps.push(format!("{name} was never accepted"));
        }
        for name in self.accepted.keys().filter(|name| !COMMANDS.contains(name)) {
            gaps.push(format!("{name} is not among the listed commands"));
        }
        for code in Code::ALL {
            let exempt = NOT_YET.iter().any(|(other, _)| other == code);
            match (self.rejected.contains_key(code.name()), exempt) {
                (false, false) => gaps.push(format!("{} was never met", code.name())),
                (true, true) => gaps.push(format!("{} was met: take it off the list of exceptions", code.name())),
                _ => {}
            }
        }
        gaps
    }
}

/// Whether it posts balances of other books, with a difference of base currency alone in it.
fn is_import(command: &Command) -> bool {
    let Command::CreateEntry(made) = command else { return false };
    let is_base_only = made.lines.iter().any(|line| line.debit.or(line.credit).is_none());
    made.entry_type == EntryType::Import && made.post && is_base_only
}
