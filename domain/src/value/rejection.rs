//! Rejections: every expected "no", with its values and the way out.
//!
//! A rejection is part of the API. Its code is stable; the server's status table gives each code
//! its HTTP status and title (`server/src/http/problem/table.rs`).

mod as_json;

use crate::named_enum;
use crate::value::cell::IsoDate;
use crate::value::{Date, Instant, Json, limits};

named_enum! {
    /// The stable code of a rejection.
    Code {
        /// The request breaks its schema; `errors` says where.
        ValidationFailed = "validation_failed",
        /// Unknown, malformed or another organization's id.
        NotFound = "not_found",
        /// The caller lacks a permission.
        Forbidden = "forbidden",
        /// `If-Match` names another version.
        VersionMismatch = "version_mismatch",
        /// The key was used for another request.
        IdempotencyKeyReused = "idempotency_key_reused",
        /// A unique code is taken.
        CodeTaken = "code_taken",
        /// A name or external id is taken.
        DuplicateExternalId = "duplicate_external_id",
        /// Another document has the number of this supplier's invoice.
        InvoiceNumberTaken = "invoice_number_taken",
        /// An id in the body names nothing that the caller may see.
        UnknownReference = "unknown_reference",
        /// A limit of the books was reached.
        LimitReached = "limit_reached",
        /// A sum leaves the range of amounts.
        AmountOutOfRange = "amount_out_of_range",
        /// An amount has more decimals than its currency.
        AmountPrecision = "amount_precision",
        /// Debits and credits differ.
        EntryUnbalanced = "entry_unbalanced",
        /// An entry needs lines.
        EntryIncomplete = "entry_incomplete",
        /// The entry was not posted.
        EntryNotPosted = "entry_not_posted",
        /// The entry is no draft any more.
        EntryNotDraft = "entry_not_draft",
        /// The entry was voided.
        EntryAlreadyVoided = "entry_already_voided",
        /// The entry was reversed.
        EntryAlreadyReversed = "entry_already_reversed",
        /// The entry was corrected.
        EntryAlreadyCorrected = "entry_already_corrected",
        /// The replacement equals the entry already.
        NothingToCorrect = "nothing_to_correct",
        /// A date that must not lie before the entry's own does.
        DateBeforeEntry = "date_before_entry",
        OpeningInsideYear = "opening_inside_year",
        /// The entry is the mirror of a void.
        EntryIsVoid = "entry_is_void",
        /// The entry belongs to a movement, match or run.
        EntryOwnedBySource = "entry_owned_by_source",
        /// The entry was made by a year close or a revaluation.
        EntrySystemGenerated = "entry_system_generated",
        /// A line of the entry is matched.
        EntryHasMatchedLines = "entry_has_matched_lines",
        /// Lines that cannot settle one another: of other accounts, parties or currencies, or of one side only.
        LinesNotMatchable = "lines_not_matchable",
        /// The matched debits and credits differ.
        MatchUnbalanced = "match_unbalanced",
        /// Nothing of the line is open.
        LineNotOpen = "line_not_open",
        /// More is asked for than is open of the line.
        AmountExceedsOpen = "amount_exceeds_open",
        /// The difference is larger than a write-off may be.
        WriteOffExceedsTolerance = "write_off_exceeds_tolerance",
        /// The match was undone.
        MatchNotActive = "match_not_active",
        /// The match belongs to a void or a reversal.
        MatchSystemGenerated = "match_system_generated",
        /// A policy asks for approval before the entry is posted.
        ApprovalRequired = "approval_required",
        /// The entry does not wait for approval.
        EntryNotPending = "entry_not_pending",
        /// Only a person may do this, never a service account.
        PersonRequired = "person_required",
        /// Who prepared an entry may not approve it, or who posted it may not void it.
        SeparationOfDuties = "separation_of_duties",
        /// Too few persons could approve changes of controls.
        SecondPersonNeeded = "second_person_needed",
        /// The change of controls was decided, or its time is over.
        ControlChangeNotOpen = "control_change_not_open",
        /// The subject of the change of controls has changed since, or its proposer may no longer change it.
        ControlChangeOutdated = "control_change_outdated",
        /// No period holds the date.
        NoPeriod = "no_period",
        /// The period is closed.
        PeriodClosed = "period_closed",
        /// The period is soft-closed and the caller may not override.
        PeriodSoftClosed = "period_soft_closed",
        /// The period's state does not allow this change.
        PeriodState = "period_state",
        /// The period cannot close yet; the context lists the obstacles.
        PeriodNotReady = "period_not_ready",
        /// Periods or years overlap.
        PeriodOverlap = "period_overlap",
        /// A fiscal year ends before it begins, or is too long.
        FiscalYearDates = "fiscal_year_dates",
        /// A fiscal year would leave days without a period between itself and the others.
        FiscalYearGap = "fiscal_year_gap",
        /// The fiscal year's status does not allow this change.
        FiscalYearState = "fiscal_year_state",
        /// The fiscal year cannot close yet; the context lists the obstacles.
        FiscalYearNotReady = "fiscal_year_not_ready",
        /// Which account takes the year's result is not plain.
        RetainedEarningsNeeded = "retained_earnings_needed",
        /// Which account takes gains and losses of exchange is not plain.
        FxGainLossAccountNeeded = "fx_gain_loss_account_needed",
        /// The account for the rest of rounding is not unique.
        RoundingAccountNeeded = "rounding_account_needed",
        /// Only inventory posts to this account.
        ControlAccount = "control_account",
        /// The account takes no postings: a group, inactive, or in another currency.
        AccountNotUsable = "account_not_usable",
        /// The account has postings, children or references.
        AccountInUse = "account_in_use",
        /// A field is frozen after the first posting.
        AccountFrozen = "account_frozen",
        /// The party was merged into another one.
        PartyMerged = "party_merged",
        /// No party can be merged into this one: it is the same, inactive, or merged itself.
        PartyNotUsable = "party_not_usable",
        /// A line or document names the party, or another one was merged into it.
        PartyInUse = "party_in_use",
        /// A receivable or payable line needs a party.
        PartyRequired = "party_required",
        /// A line lacks a dimension that its account asks for.
        DimensionRequired = "dimension_required",
        /// A dimension or value that takes no such line: inactive, a group, or outside of its days.
        DimensionNotUsable = "dimension_not_usable",
        /// The dimension or value is on posted lines, has values below it, or an account names it.
        DimensionInUse = "dimension_in_use",
        /// Two sections of a statement mapping claim the same account.
        AccountClaimedTwice = "account_claimed_twice",
        /// A section of a statement mapping contradicts another one or its statement.
        SectionInvalid = "section_invalid",
        /// The journal is inactive or of another type.
        JournalNotUsable = "journal_not_usable",
        /// The journal has entries.
        JournalInUse = "journal_in_use",
        /// The day of a recurring entry was run or skipped, is not one of its days, or it is paused.
        OccurrenceNotDue = "occurrence_not_due",
        NotSpreadable = "not_spreadable",
        SpreadHasBegun = "spread_has_begun",
        /// The recurring entry has made entries.
        RecurringEntryInUse = "recurring_entry_in_use",
        /// A currency that the books cannot take here.
        CurrencyNotUsable = "currency_not_usable",
        /// Organizations to be combined have different base currencies.
        BaseCurrenciesDiffer = "base_currencies_differ",
        /// The currency is on balances, accounts, parties or rates.
        CurrencyInUse = "currency_in_use",
        /// No rate of a pair is in effect on the day.
        RateMissing = "rate_missing",
        /// Amount, rate and base amount contradict each other.
        ConversionConflict = "conversion_conflict",
        /// A parent below itself.
        ParentCycle = "parent_cycle",
        /// A tree deeper than allowed.
        ParentTooDeep = "parent_too_deep",
        /// A parent that cannot be one.
        ParentNotUsable = "parent_not_usable",
        /// The warehouse is in use.
        WarehouseInUse = "warehouse_in_use",
        /// The warehouse holds stock.
        WarehouseNotEmpty = "warehouse_not_empty",
        /// The warehouse has open work.
        WarehouseHasOpenWork = "warehouse_has_open_work",
        /// The warehouse is the default.
        WarehouseIsDefault = "warehouse_is_default",
        /// The warehouse is the last active one.
        WarehouseIsLastActive = "warehouse_is_last_active",
        /// Items or categories are in the category.
        ItemCategoryInUse = "item_category_in_use",
        /// The item is in use.
        ItemInUse = "item_in_use",
        /// The item is not tracked by lot, or not by serial number.
        ItemNotTracked = "item_not_tracked",
        /// A movement names the lot.
        LotInUse = "lot_in_use",
        /// A movement names the piece.
        SerialInUse = "serial_in_use",
        /// A movement names the reason.
        ReasonCodeInUse = "reason_code_in_use",
        /// Goods do not move in the future.
        OccurredInFuture = "occurred_in_future",
        /// The posting date of a movement is derived, and another one was sent.
        PostingDateDerived = "posting_date_derived",
        /// A movement lacks a field that its kind needs.
        MovementIncomplete = "movement_incomplete",
        /// The movement is no draft any more.
        MovementNotDraft = "movement_not_draft",
        /// The movement does not wait for approval.
        MovementNotPending = "movement_not_pending",
        /// The movement was not posted.
        MovementNotPosted = "movement_not_posted",
        /// The movement was voided.
        MovementAlreadyVoided = "movement_already_voided",
        /// Other movements have their value from this one.
        MovementHasDependents = "movement_has_dependents",
        /// The movement's effect is undone by another one, not by a void.
        MovementNotVoidable = "movement_not_voidable",
        /// Nothing of the transfer is in transit.
        NothingInTransit = "nothing_in_transit",
        /// None of the item ever came there.
        NothingToValue = "nothing_to_value",
        /// A quantity that cannot be: 0, or below 0 where goods have a direction.
        QuantityNotUsable = "quantity_not_usable",
        /// The item is inactive.
        ItemNotUsable = "item_not_usable",
        /// The warehouse takes no such movement.
        WarehouseNotUsable = "warehouse_not_usable",
        /// The location holds no goods, or takes none.
        LocationNotUsable = "location_not_usable",
        /// The reason code is inactive, or for other movements.
        ReasonNotUsable = "reason_not_usable",
        /// The lot or piece is on hold, recalled or expired.
        StockNotAvailable = "stock_not_available",
        /// The piece is in stock already.
        SerialInStock = "serial_in_stock",
        /// A transfer that goes nowhere.
        TransferToItself = "transfer_to_itself",
        /// Goods come without a cost, and no cost of them is known.
        CostRequired = "cost_required",
        /// A cost was sent though it follows from earlier movements.
        CostNotAllowed = "cost_not_allowed",
        /// More would leave than there is, now or at some time after.
        WouldGoNegative = "would_go_negative_at",
        /// Less is available than is asked for: the rest is held or reserved.
        InsufficientStock = "insufficient_stock",
        /// Another quantity is on hand than the caller expects.
        StockNotAsExpected = "stock_not_as_expected",
        /// The reservation was consumed or released, or its time is over.
        ReservationNotActive = "reservation_not_active",
        /// A line takes more than is left of its reservation.
        ReservationTooSmall = "reservation_too_small",
        /// A reservation would end before it begins.
        ExpiryPassed = "expiry_passed",
        /// Goods leave that are not there, and no cost of them is known.
        NoKnownCost = "no_known_cost",
        /// A pool would hold more than can be reckoned with.
        PoolTooLarge = "pool_too_large",
        /// The goods are frozen.
        PoolFrozen = "pool_frozen",
        /// The goods were released.
        PoolNotFrozen = "pool_not_frozen",
        /// The invariant that froze the goods is still broken.
        InvariantBroken = "invariant_broken",
        /// A change of the past would replay too many movements.
        ReplayTooLarge = "replay_too_large",
        /// More is taken back than the movement moved.
        TakesTooMuch = "takes_too_much",
        /// A movement cannot be before the one that it takes back.
        BeforeItsSource = "before_its_source",
        /// It would stand before a change of costing scope that it cannot stand before.
        BeforeScopeChange = "before_scope_change",
        /// No account is named for one side of a movement.
        StockAccountNeeded = "stock_account_needed",
        /// Another open count has the same place and item.
        CountOverlaps = "count_overlaps",
        /// The count's status does not allow this.
        CountState = "count_state",
        /// Lines of the count were not counted.
        CountIncomplete = "count_incomplete",
        /// The goods or their place are not among those that the count is of.
        NotInCount = "not_in_count",
        /// The postings until a day do not make one history.
        NotTraceable = "not_traceable",
        /// Stored data cannot be read.
        StoredDataDamaged = "stored_data_damaged",
        /// Something is in the location.
        LocationInUse = "location_in_use",
        /// Fields of a resource contradict each other.
        FieldsConflict = "fields_conflict",
        /// A quantity has more decimals than its item.
        QuantityPrecision = "quantity_precision",
        /// A quantity of one unit is no quantity of another.
        UnitConversionInexact = "unit_conversion_inexact",
        /// Stock is below zero, and was to be forbidden.
        StockIsNegative = "stock_is_negative",
        /// Stock is valued on the account now.
        ValuationAccountInUse = "valuation_account_in_use",
        /// The last administrator cannot go.
        LastAdmin = "last_admin",
        /// The caller does not act in the warehouse.
        WarehouseNotAssigned = "warehouse_not_assigned",
        /// Nobody grants a right that they lack.
        GrantExceedsRights = "grant_exceeds_rights",
        /// A role is assigned to someone.
        RoleInUse = "role_in_use",
        /// A built-in role cannot be changed.
        RoleBuiltIn = "role_built_in",
    }
}

/// A value in a problem's context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// No value.
    Null,
    /// A whole number.
    Int(i64),
    /// Yes or no.
    Bool(bool),
    /// Text, ids and decimals.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// An object.
    Object(Vec<(&'static str, Value)>),
    /// What a caller sent.
    Json(Json),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Self::Bool(yes)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Date> for Value {
    fn from(date: Date) -> Self {
        Self::Text(IsoDate(date).to_string())
    }
}

impl From<Instant> for Value {
    fn from(at: Instant) -> Self {
        Self::Text(at.to_string())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(list: Vec<T>) -> Self {
        Self::List(list.into_iter().map(Into::into).collect())
    }
}

/// One field at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// JSON pointer into the request body (`/lines/0/debit`), or the parameter's name.
    pub pointer: String,
    /// The kind of fault (`required`, `too_long`, `unknown_field` …).
    pub code: &'static str,
    /// The fault, and the expected value.
    pub message: String,
}

/// A broken rule at a field, before it becomes a rejection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// JSON pointer into the request body.
    pub pointer: String,
    /// The broken rule.
    pub code: Code,
    /// The fault, and the expected value.
    pub message: String,
    /// The values for machines.
    pub context: Vec<(&'static str, Value)>,
    /// The ways out.
    pub resolutions: Vec<Resolution>,
}

impl Fault {
    /// A broken rule at a field.
    #[must_use]
    pub fn new(pointer: impl Into<String>, code: Code, message: impl Into<String>) -> Self {
        let (pointer, message) = (pointer.into(), message.into());
        Self { pointer, code, message, context: Vec::new(), resolutions: Vec::new() }
    }

    /// Adds a value for machines.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.context.push((name, value.into()));
        self
    }

    /// Adds a call that leads out.
    #[must_use]
    pub fn offer(mut self, rel: &'static str, title: &str, method: &'static str, path: impl Into<String>) -> Self {
        self.resolutions.push(Resolution {
            rel,
            title: title.to_owned(),
            method,
            path: path.into(),
            body: None,
            repeats: false,
        });
        self
    }

    /// Gives the way out added last a body.
    #[must_use]
    pub fn body(mut self, fields: Vec<(&'static str, Value)>) -> Self {
        if let Some(last) = self.resolutions.last_mut() {
            last.body = Some(Value::Object(fields));
        }
        self
    }
}

/// A call that leads out of the rejection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolution {
    /// Its kind (`reverse`, `open-period`).
    pub rel: &'static str,
    /// Its effect, for a button.
    pub title: String,
    /// The HTTP method.
    pub method: &'static str,
    /// The path below `/api/v1`, for example `/accounting/journal-entries/je_…/reverse`.
    pub path: String,
    /// A body that would do, where the call has one.
    pub body: Option<Value>,
    /// Whether it is the caller's own request, with these fields changed.
    pub repeats: bool,
}

/// An expected "no".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// The stable code.
    pub code: Code,
    /// The event, with the values in it, and the next step.
    pub detail: String,
    /// The fields at fault.
    pub errors: Vec<Violation>,
    /// The values for machines.
    pub context: Vec<(&'static str, Value)>,
    /// The ways out.
    pub resolutions: Vec<Resolution>,
}

impl Rejection {
    /// A rejection with its sentence: lower-case start, no full stop, values in it, and the next step.
    #[must_use]
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), errors: Vec::new(), context: Vec::new(), resolutions: Vec::new() }
    }

    /// Unknown, malformed and foreign ids are all the same answer: nothing leaks.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(Code::NotFound, "there is nothing with this id here, or you may not see it")
    }

    /// Several fields at fault: the first one's code and context are the rejection's, the ways out are those of all, each
    /// once. `None` where there are none.
    #[must_use]
    pub fn of_errors(errors: Vec<Fault>) -> Option<Self> {
        let first = errors.first()?;
        let detail = match errors.len() {
            1 => first.message.clone(),
            many => format!("{} (and {} more: see errors)", first.message, many - 1),
        };
        let mut rejection = Self::new(first.code, detail);
        rejection.context.clone_from(&first.context);
        for way in errors.iter().flat_map(|fault| &fault.resolutions) {
            let is_it = |one: &Resolution| (one.rel, &one.path, &one.body) == (way.rel, &way.path, &way.body);
            let is_known = rejection.resolutions.iter().any(is_it);
            if !is_known && rejection.resolutions.len() < limits::WAYS_OUT {
                rejection.resolutions.push(way.clone());
            }
        }
        rejection.errors = errors
            .into_iter()
            .map(|fault| Violation { pointer: fault.pointer, code: fault.code.name(), message: fault.message })
            .collect();
        Some(rejection)
    }

    /// Points at the field at fault, with the rejection's own code and sentence.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        let violation = Violation { pointer: pointer.into(), code: self.code.name(), message: self.detail.clone() };
        self.errors.push(violation);
        self
    }

    /// Adds a value for machines.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.context.push((name, value.into()));
        self
    }

    /// Adds a way out.
    #[must_use]
    pub fn offer(
        mut self,
        rel: &'static str,
        title: impl Into<String>,
        method: &'static str,
        path: impl Into<String>,
    ) -> Self {
        self.resolutions.push(Resolution {
            rel,
            title: title.into(),
            method,
            path: path.into(),
            body: None,
            repeats: false,
        });
        self
    }

    /// The way out added last is what the caller sent, with these fields changed.
    #[must_use]
    pub fn repeating(self, fields: Vec<(&'static str, Value)>) -> Self {
        let mut rejection = self.body(fields);
        if let Some(last) = rejection.resolutions.last_mut() {
            last.repeats = true;
        }
        rejection
    }

    /// Gives the way out added last a body that says why. Where the caller gave a reason for what they asked, theirs takes
    /// its place.
    #[must_use]
    pub fn with_reason(self, reason: impl Into<String>) -> Self {
        self.body(vec![("reason", Value::Text(reason.into()))])
    }

    /// Gives the way out added last a body.
    #[must_use]
    pub fn body(mut self, fields: Vec<(&'static str, Value)>) -> Self {
        if let Some(last) = self.resolutions.last_mut() {
            last.body = Some(Value::Object(fields));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_faults_have_the_context_of_the_first_and_the_ways_out_of_all_each_once() {
        let fault = |line: i64, path: &str| {
            let fault = Fault::new(format!("/lines/{line}"), Code::UnknownReference, "not there: name another");
            fault.with("line", line).offer("list", "List those available", "GET", path)
        };
        let told = Rejection::of_errors(vec![fault(0, "/items"), fault(1, "/items"), fault(2, "/lots")]).expect("told");
        assert_eq!(told.context, [("line", Value::Int(0))]);
        let paths: Vec<&str> = told.resolutions.iter().map(|way| way.path.as_str()).collect();
        assert_eq!((paths, told.errors.len()), (vec!["/items", "/lots"], 3));
        let many = (0..50).map(|line| fault(line, &format!("/items/{line}"))).collect();
        assert_eq!(Rejection::of_errors(many).expect("told").resolutions.len(), limits::WAYS_OUT);
        assert_eq!(Rejection::of_errors(Vec::new()), None);
    }
}
