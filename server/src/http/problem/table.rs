//! The one table from code to status, title and advice; documents and pages are made from it.

use axum::http::StatusCode;
use domain::Code;

use super::codes::ServerCode;

/// Any code that a problem can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ProblemCode {
    /// A rule said no.
    Rule(Code),
    /// The edge said no.
    Server(ServerCode),
}

impl From<Code> for ProblemCode {
    fn from(code: Code) -> Self {
        Self::Rule(code)
    }
}

impl From<ServerCode> for ProblemCode {
    fn from(code: ServerCode) -> Self {
        Self::Server(code)
    }
}

/// The meaning of one code.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The HTTP status; the same for every answer with this code.
    pub status: StatusCode,
    /// A short title, the same for every answer with this code.
    pub title: &'static str,
    /// The next step.
    pub advice: &'static str,
}

impl ProblemCode {
    /// All codes, those of the rules first.
    pub fn all() -> impl Iterator<Item = Self> {
        let rules = Code::ALL.iter().copied().map(Self::Rule);
        rules.chain(ServerCode::ALL.iter().copied().map(Self::Server))
    }

    /// The code with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Code::parse(name).map(Self::Rule).or_else(|| ServerCode::parse(name).map(Self::Server))
    }

    /// Its stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rule(code) => code.name(),
            Self::Server(code) => code.name(),
        }
    }

    /// Its row of the table.
    #[must_use]
    pub fn row(self) -> Row {
        let (status, title, advice) = match self {
            Self::Rule(code) => rule(code),
            Self::Server(code) => server(code),
        };
        // Every status in the table is a valid one; a test reads all rows.
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Row { status, title, advice }
    }
}

#[rustfmt::skip]
fn rule(code: Code) -> (u16, &'static str, &'static str) {
    match code {
        Code::ValidationFailed => (400, "The request does not match its schema", "Each item of `errors` points to one field and says what is expected. Correct all of them and send the request again."),
        Code::NotFound => (404, "Not found", "Check the id. An unknown id, a malformed one, one of another organization and one that you may not see all get this answer."),
        Code::Forbidden => (403, "Your role does not allow this", "`context.permission` names the missing permission, `context.heldBy` the roles that have it. Ask an administrator of the organization for one of them."),
        Code::VersionMismatch => (412, "The resource has changed since you read it", "Read the resource again, see what changed, and repeat your change with the new `ETag` in `If-Match`."),
        Code::IdempotencyKeyReused => (422, "The idempotency key belongs to another request", "Use a new key for a new request. To repeat a request, send the same method, path and query, and a body that says the same. `context` names the first request and what it made."),
        Code::CodeTaken => (409, "The code is taken", "Choose another code, or use the record that has it: `context` has its id."),
        Code::DuplicateExternalId => (409, "The external id is taken", "A record with this external id exists already: `context` has its id. If this was a retry, the first attempt succeeded."),
        Code::InvoiceNumberTaken => (409, "The supplier's invoice has been entered", "Another document in effect has this number of the same supplier: `context` has its id. Send `allowDuplicateReference` if the supplier used the number twice."),
        Code::UnknownReference => (422, "The body refers to an unknown id", "`errors` points to the id. Look it up again; it may belong to another organization."),
        Code::LimitReached => (422, "A limit was reached", "`context` names the limit. Split the work, or remove records that are no longer used."),
        Code::AmountOutOfRange => (422, "The amount is out of range", "Amounts go up to 10^15 minor units per line. Split the amount, or check the decimals."),
        Code::AmountPrecision => (422, "The amount has too many decimals", "An amount has at most the decimals of its currency: `errors` points to the amount. Round it at its source."),
        Code::EntryUnbalanced => (422, "Debits and credits differ", "`context` has both sums and the difference. Correct a line or add the missing one."),
        Code::EntryIncomplete => (422, "The entry is incomplete", "A posted entry needs at least two lines with amounts. Add what `errors` points to."),
        Code::EntryNotPosted => (409, "The entry is not posted", "Only posted entries can be voided, reversed or corrected. Delete a draft, or withdraw an entry that waits for approval."),
        Code::EntryNotDraft => (409, "The entry is no longer a draft", "Posted entries never change. Void the entry and post it again, or correct it."),
        Code::EntryAlreadyVoided => (409, "The entry is already voided", "Nothing is left to do: `context` says who voided it and when, and has the id of the mirror entry. A retry may count this as success."),
        Code::EntryAlreadyReversed => (409, "The entry has been reversed", "Void the reversal first; its id is in `context`."),
        Code::EntryAlreadyCorrected => (409, "The entry has been corrected", "Work with the latest correction; its id is in `context`."),
        Code::NothingToCorrect => (422, "The replacement changes nothing", "Send the entry as it should have been. In a closed period, a correction changes only amounts per account, currency, party and dimension."),
        Code::OpeningInsideYear => (422, "Opening balances inside a year", "Date opening balances on the first day of their fiscal year, `context.firstDay`. An entry of any other day is of the type `standard`."),
        Code::DateBeforeEntry => (422, "The date is before the entry's date", "Date a reversal on the entry's own date or later, a scheduled reversal on a later date. `context.entryDate` is the entry's date."),
        Code::EntryIsVoid => (409, "The entry is the mirror of a void", "A mirror entry cannot be voided. Post the original again as a new entry."),
        Code::EntryOwnedBySource => (409, "The entry belongs to another document", "Void or undo the document that made it; `resolutions` links to it."),
        Code::EntrySystemGenerated => (409, "The entry was made by a closing or revaluation", "Reopen the year, or run the revaluation again; both replace their own entries."),
        Code::LinesNotMatchable => (422, "The lines cannot be matched", "A match takes posted debit and credit lines of one account that keeps open items, one currency and one party, each line once: `errors` says which line differs."),
        Code::MatchUnbalanced => (422, "The matched debits and credits differ", "Leave out the `amount` of a line to match only as much of it as the other side has, or write off the difference."),
        Code::LineNotOpen => (409, "The line has no open amount", "It has been matched, perhaps just now. Read the open items again; `resolutions` leads to its matches."),
        Code::AmountExceedsOpen => (409, "The amount exceeds the line's open amount", "`context.openAmount` is the open amount. Match that or less, or leave `amount` out."),
        Code::WriteOffExceedsTolerance => (422, "The difference is too large to write off", "`context` has the difference and the tolerance. Match in part, post an entry for the difference, or ask an administrator to raise `writeOffTolerance` in the settings."),
        Code::MatchNotActive => (409, "The match has been undone", "Nothing is left to do; `context` says who undid it and when."),
        Code::MatchSystemGenerated => (409, "The match belongs to a void or a reversal", "It cannot be undone on its own. Void the reversal to undo its match; the match of a void stays."),
        Code::EntryHasMatchedLines => (409, "The entry has matched lines", "Undo the matches first; their ids are in `context`."),
        Code::ApprovalRequired => (409, "The entry needs approval", "A policy of the organization requires it: `context` names the policy. Submit a draft of the entry, and let someone with the permission `journalEntries:approve` approve it."),
        Code::EntryNotPending => (409, "The entry is not waiting for approval", "Submit a draft before you approve, reject or withdraw it. `context` has its current state."),
        Code::PersonRequired => (403, "Only a person can do this", "Service accounts cannot approve, whatever their roles. Ask a person to sign in and review the entry."),
        Code::SeparationOfDuties => (409, "Another person must do this", "The person who prepared an entry cannot approve it, the person who posted it cannot void it, and the person who proposed a change of controls cannot approve it. A service account counts as the person responsible for it. `context.rule` names the rule. Ask someone else with the permission."),
        Code::SecondPersonNeeded => (409, "Too few people could decide", "Before changes of controls can require a second person, at least two active members with access to all warehouses need `controlChanges:approve`. Make someone a controller or an administrator first."),
        Code::ControlChangeNotOpen => (409, "The proposal is no longer open", "It was made, rejected or withdrawn, or it has expired: `context` says which. Propose the change again if it is still wanted."),
        Code::ControlChangeOutdated => (409, "The proposal is out of date", "The controls have changed since the proposal, or the proposer may no longer make this change. Reject or withdraw it, and propose it again."),
        Code::NoPeriod => (422, "No period contains this date", "Choose a date inside an existing period, or create the fiscal year. `context` shows which periods exist."),
        Code::PeriodClosed => (409, "The period is closed", "Use the first open date in `context`; `resolutions` has a prepared call. Reopening a period needs its own permission."),
        Code::PeriodSoftClosed => (409, "The period is soft-closed", "Ask someone with the permission `periods:override`, or use the first open date in `context`."),
        Code::PeriodState => (409, "The period's state does not allow this", "`context` has its current state. Periods close in order and reopen from the last."),
        Code::PeriodNotReady => (409, "The period cannot be closed yet", "`context.blocking` lists the obstacles, and `resolutions` where to look. Finish or remove each of them, then close again."),
        Code::PeriodOverlap => (409, "Periods overlap", "Choose dates that follow on from the other periods without overlapping them; `context` has the period in the way."),
        Code::FiscalYearDates => (422, "The dates do not make a fiscal year", "A fiscal year begins before it ends and lasts at most 18 months. Correct the dates that `errors` points to."),
        Code::FiscalYearGap => (409, "The fiscal year would leave a gap", "Fiscal years follow one another without a gap: begin on `context.nextStartDate`, or end on the day before the first year begins."),
        Code::FiscalYearState => (409, "The fiscal year's state does not allow this", "`context` has its current state; `resolutions` may have the call that changes it. Years close in order and reopen from the last."),
        Code::FiscalYearNotReady => (409, "The fiscal year cannot be closed yet", "`context.blocking` lists the obstacles, and `resolutions` where to look. Finish or remove each of them, then close again."),
        Code::RetainedEarningsNeeded => (422, "No account for the result of the year", "Name the equity account in `retainedEarningsAccountId`, or give one account the subtype `retainedEarnings`."),
        Code::FxGainLossAccountNeeded => (422, "No account for exchange gains and losses", "Name it in `fxGainLossAccountId` of the organization, or give one active account the subtype `fxGainLoss`."),
        Code::RoundingAccountNeeded => (422, "No account for rounding differences", "Name it in `roundingAccountId` of the organization, or give one active account the subtype `rounding`."),
        Code::ControlAccount => (409, "Only inventory posts to this account", "Post a stock movement instead, or choose another account."),
        Code::AccountNotUsable => (422, "The account does not accept this posting", "It is a group, inactive, of another type or in another currency: `context` says which. Choose another account."),
        Code::AccountInUse => (409, "The account is in use", "It has postings, child accounts or references. Deactivate it instead of deleting it."),
        Code::AccountFrozen => (409, "The field is frozen after the first posting", "Create another account with the properties that you want, and move the balance."),
        Code::PartyMerged => (409, "The party was merged into another one", "`context.mergedIntoId` is the party to use, and to change. A merge stays."),
        Code::PartyNotUsable => (422, "No party can be merged into this one", "It is the same party, inactive, or merged itself. Name an active party that stands."),
        Code::PartyInUse => (409, "The party is in use", "Lines, drafts or documents have named it. Merge it into another party, or deactivate it with `isActive: false`."),
        Code::PartyRequired => (422, "The line needs a party", "Lines on receivable and payable accounts need a customer or supplier: send `partyId` or `partyName`."),
        Code::DimensionRequired => (422, "The line needs a dimension", "The account requires a value of this dimension on every line: give it in `dimensions` of the line or of the entry, or give the account a default."),
        Code::DimensionNotUsable => (422, "The dimension cannot be used on this line", "The dimension or its value is inactive, a group, or not valid on this day: `errors` says which. Choose another value or date."),
        Code::DimensionInUse => (409, "The dimension is in use", "Posted lines have it, it has values below it, or an account refers to it. Deactivate it instead, or change the account first."),
        Code::AccountClaimedTwice => (422, "Two sections claim the same account", "`errors` names both sections and their common claim. Remove it from one of them. The more specific claim wins: code, range, group, subtype, type."),
        Code::SectionInvalid => (422, "A section is not valid", "`errors` says which section and why: its key, its parent section, types of another statement, or a range that ends before it begins. Correct it and send the mapping again."),
        Code::JournalNotUsable => (422, "The journal does not accept this entry", "It is inactive or of another type, or the entry names none and several would do. Choose a journal with `journalId` or `journalCode`."),
        Code::JournalInUse => (409, "The journal has entries", "Deactivate it instead of deleting it."),
        Code::NotSpreadable => (422, "The amounts cannot be spread", "With `amounts: total`, the amounts of the lines are those of all days together. The lines must be in one currency, without base amounts, and each must leave an amount on each day; the rule must give two days or more."),
        Code::SpreadHasBegun => (409, "The amounts are being spread", "Entries were made of amounts that are spread over all days, or would be spread from now on: with other days or amounts they would not add up to the total. Pause the recurring entry, and make another one for the rest."),
        Code::OccurrenceNotDue => (409, "Nothing is due on this day", "The day was already run or skipped, is not one of the days of this recurring entry, or the recurring entry is paused. `context.entryId` is the entry made for the day, if any; the list of occurrences shows which days are due."),
        Code::RecurringEntryInUse => (409, "The recurring entry has made entries", "It stays so that its entries can be traced to it. Pause it with `isActive: false` instead."),
        Code::CurrencyNotUsable => (422, "The currency cannot be used here", "`context` says which currencies can."),
        Code::BaseCurrenciesDiffer => (422, "The organizations have different base currencies", "`context.currencies` has the base currency of each. Name only organizations of one currency; books of others must be translated first (IAS 21), which is more than a sum."),
        Code::CurrencyInUse => (409, "The currency is in use", "Balances, accounts, parties or rates use it: `context` says which. Retire it with `isActive: false` instead."),
        Code::RateMissing => (422, "An exchange rate is missing", "`context.missingRates` has the pair, type and day of each; `resolutions` has the calls that record them. An entry can give `exchangeRate`, or a base amount on the line, instead."),
        Code::ConversionConflict => (422, "Amount, rate and base amount contradict each other", "`errors` points to the field. Give the rate or the base amount, on the side of the amount; a line in base currency needs neither."),
        Code::ParentCycle => (422, "The parent is below its own child", "Choose a parent that is not one of the descendants."),
        Code::ParentTooDeep => (422, "The tree would be too deep", "Move the branch higher up: `context` has the allowed depth."),
        Code::ParentNotUsable => (422, "This cannot be a parent", "Choose an active parent of the same type that can have children."),
        Code::WarehouseInUse => (409, "The warehouse is in use", "Deactivate it instead of deleting it."),
        Code::WarehouseNotEmpty => (409, "The warehouse holds stock", "Move or write off the stock that `context` lists, then try again; `resolutions` may have a prepared transfer."),
        Code::WarehouseHasOpenWork => (409, "The warehouse has open work", "Finish or cancel the drafts, counts, reservations and transfers that `context` lists."),
        Code::WarehouseIsDefault => (409, "The warehouse is the default", "Make another warehouse the default first."),
        Code::WarehouseIsLastActive => (409, "The warehouse is the last active one", "Activate or create another warehouse first."),
        Code::ItemCategoryInUse => (409, "The category is not empty", "Move its items and the categories below it first: `context` has their number."),
        Code::ItemInUse => (409, "The item is in use", "Deactivate it instead, with `status: inactive`; `context` says what uses it."),
        Code::ItemNotTracked => (422, "The item is not tracked in this way", "Lots belong to items with `tracking: lot`, serial numbers to items with `tracking: serial`. Change the item first, or name another."),
        Code::LotInUse => (409, "The lot is in use", "Movements refer to it: set its status instead."),
        Code::SerialInUse => (409, "The piece is in use", "Movements refer to it: set its status instead."),
        Code::ReasonCodeInUse => (409, "The reason is in use", "Movements refer to it: deactivate it instead, with `status: inactive`."),
        Code::OccurredInFuture => (422, "The date is in the future", "Goods cannot move in the future. Give a moment that has passed, or keep the movement as a draft."),
        Code::PostingDateDerived => (422, "The posting date is derived", "Leave `postingDate` out: it is the day on which the goods moved, or the first open day. `context.postingDate` is that day."),
        Code::MovementIncomplete => (422, "The movement is incomplete", "`errors` points to the fields that its kind needs."),
        Code::MovementNotDraft => (409, "The movement is not a draft", "Only drafts can be posted or deleted. Void a posted movement instead."),
        Code::MovementNotPending => (409, "The movement is not waiting for approval", "Submit a draft before you approve, reject or withdraw it. `context` has its current state."),
        Code::MovementNotPosted => (409, "The movement is not posted", "Post it first, or delete the draft."),
        Code::MovementAlreadyVoided => (409, "The movement is already voided", "Nothing is left to do; `context` says who voided it, when and why."),
        Code::MovementHasDependents => (409, "Other movements depend on it", "Void the movements in `context.movementIds` first, beginning with the last."),
        Code::MovementNotVoidable => (409, "This movement cannot be voided", "Record a new movement that sets things right; `detail` says which."),
        Code::NothingInTransit => (409, "Nothing is in transit", "Look at the transfer: it was done in one step, has arrived, or was closed or voided."),
        Code::NothingToValue => (422, "The item has never been in stock there", "Choose an item and warehouse with stock, or change the item itself."),
        Code::CountOverlaps => (409, "Another open count includes these goods", "Goods in one place can be in only one open count. Post or cancel the count in `context.id`, or choose other locations, items or categories."),
        Code::CountState => (409, "The count's status does not allow this", "`context.status` is its current status; `resolutions` has the next steps."),
        Code::CountIncomplete => (422, "Lines have not been counted", "Count the lines that `context.lines` lists, or send `uncountedAsZero: true` if nothing is there."),
        Code::NotInCount => (422, "The goods are not part of this count", "The count is of other locations, items or categories. Count these goods in another one."),
        Code::QuantityNotUsable => (422, "The quantity is not valid", "A quantity is above 0; only an adjustment may have one below 0. A piece with a serial number has the quantity 1."),
        Code::ItemNotUsable => (422, "The item is inactive", "Reactivate it, or choose another."),
        Code::WarehouseNotUsable => (422, "The warehouse does not accept this movement", "Activate it, or choose another."),
        Code::LocationNotUsable => (422, "The location cannot hold goods", "Name an active bin of the warehouse."),
        Code::ReasonNotUsable => (422, "The reason cannot be used here", "Choose an active reason for this kind of movement."),
        Code::StockNotAvailable => (409, "The goods are not available", "The lot or piece is on hold, recalled or expired: release it, or take another."),
        Code::SerialInStock => (409, "The piece is already in stock", "A piece is in one place only: move it, or check the serial number."),
        Code::TransferToItself => (422, "The transfer ends where it begins", "Name another warehouse or location."),
        Code::CostRequired => (422, "A cost is needed", "Give `totalCost` on the line (`0.00` is a cost), or give the item a `fallbackCost`. If you do not know it, keep a draft and submit it for somebody who does."),
        Code::CostNotAllowed => (422, "The cost cannot be given here", "Leave `totalCost` out: the cost follows from earlier movements."),
        Code::WouldGoNegative => (409, "Not enough stock for a later movement", "The goods are there on that day, but a movement that was posted for later needs them; `context` names it. Take less, or void that one first."),
        Code::StockNotAsExpected => (409, "The stock is not as you expect", "Somebody moved these goods since you looked: `context.onHand` says how much is there. Look again, and send the quantity that is right now, or leave `expectedQuantity` out."),
        Code::InsufficientStock => (409, "Not enough stock is available", "`context` says how much is on hand, held and reserved, and lists the first reservations in the way. Take less, name your own reservation, release one, or receive goods."),
        Code::ReservationNotActive => (409, "The reservation is no longer active", "`context.status` says whether it was consumed or released, or has expired. Reserve the goods again."),
        Code::ReservationTooSmall => (409, "The reservation does not cover the quantity", "`context.left` is what is left of it. Take the rest on a line without the reservation."),
        Code::ExpiryPassed => (422, "The reservation would already have expired", "Give a later `expiresAt`, or leave it out for a reservation that does not expire."),
        Code::NoKnownCost => (422, "The cost is not known", "Give the item a `fallbackCost`, or receive goods first."),
        Code::PoolFrozen => (409, "The goods are frozen", "Their stored data is damaged, or someone froze them: `context` says why and since when. They cannot be moved or revalued until they are released; everything else goes on. Find the cause, repair it (from a backup, or by a rebuild from the log), and release them."),
        Code::PoolNotFrozen => (409, "The goods are not frozen", "They have been released: `context` says when. Nothing is left to do."),
        Code::InvariantBroken => (409, "The reason for the freeze persists", "`context.invariants` names the broken invariants. Repair the stored data: compare it with a backup, or rebuild it from the log. Then release the goods."),
        Code::PoolTooLarge => (422, "Too much of one item", "A pool holds a quantity of at most 10^15 and a value of at most 10^15 minor units. Split the item."),
        Code::ReplayTooLarge => (422, "Too many later movements depend on it", "Record it as of a later day."),
        Code::TakesTooMuch => (422, "The line has less left", "`context.left` is what is left of that line."),
        Code::BeforeScopeChange => (422, "The valuation scope has changed since", "Have it costed now (`costing: prospective`), or give a later `occurredAt`."),
        Code::BeforeItsSource => (422, "It would be back before it left", "Give a later `occurredAt`."),
        Code::StockAccountNeeded => (409, "An account is not set", "`detail` says which one and where to set it."),
        Code::NotTraceable => (422, "The costs of that day cannot be traced", "Trace them without `asOf`, or with `knownAt`, which answers as the books were known then."),
        Code::StoredDataDamaged => (503, "Stored data cannot be read", "Nothing was written. `detail` names the row. Run `countinghouse verify` and restore a backup."),
        Code::LocationInUse => (409, "The location is in use", "Move its contents or delete the locations in it first, and give its warehouse another default; or deactivate it, with `status: inactive`."),
        Code::FieldsConflict => (422, "Fields contradict one another", "`errors` points to each of them and says what is expected."),
        Code::QuantityPrecision => (422, "The quantity has too many decimals", "A quantity has at most the decimals of its item: `errors` points to it. Round it at its source."),
        Code::UnitConversionInexact => (422, "The quantity does not convert exactly to the item's unit", "`context.nearest` is the nearest quantity that does. Count again, or give the quantity in the item's own unit."),
        Code::StockIsNegative => (409, "Stock is below zero", "Receive the goods that `context.stock` lists, or adjust their quantity; then forbid negative stock."),
        Code::ValuationAccountInUse => (409, "Stock is valued on the account", "Reclassify the stock to the new account: `resolutions` has the call that posts and switches in one step. Receive the goods in transit, or close their transfers, first."),
        Code::LastAdmin => (409, "The last administrator must stay", "Make someone else an administrator first."),
        Code::WarehouseNotAssigned => (403, "You have no access to this warehouse", "`context.warehouseId` is the warehouse. Choose one that is assigned to you, or ask an administrator to assign it."),
        Code::GrantExceedsRights => (403, "You cannot grant rights you do not have", "Ask someone who has the permissions that `context` lists."),
        Code::RoleInUse => (409, "The role is assigned", "Give its members another role first."),
        Code::RoleBuiltIn => (409, "A built-in role cannot be changed", "Create a role of your own with the permissions that you want."),
    }
}

#[rustfmt::skip]
fn server(code: ServerCode) -> (u16, &'static str, &'static str) {
    match code {
        ServerCode::MalformedJson => (400, "The body is not valid JSON", "`errors` points to the place. Send one JSON value as UTF-8, with no duplicate keys, no trailing data and at most 32 levels."),
        ServerCode::BadRequest => (400, "The request cannot be read", "`detail` says what is wrong with it."),
        ServerCode::OrganizationRequired => (400, "Name an organization", "You belong to several organizations: send `organizationId`; `context.organizations` lists them."),
        ServerCode::Unauthenticated => (401, "Authentication is required", "Send `Authorization: Bearer <token>`. `POST /api/v1/auth/token` gives you a token; on the API page, enter the bare token under Authorize."),
        ServerCode::TokenInvalid => (401, "The token is not valid", "`detail` says why. Send the token exactly once, without quotes and after a single `Bearer`, or get a new one."),
        ServerCode::TokenExpired => (401, "The token has expired", "Get a new access token with your refresh token, or log in again."),
        ServerCode::TokenRevoked => (401, "The token is no longer accepted", "The session was ended, or the account was disabled. Log in again."),
        ServerCode::InvalidCredentials => (401, "The credentials are wrong", "Check the name and the password. After several failures, each further attempt has to wait longer."),
        ServerCode::CsrfFailed => (403, "The request lacks proof of its origin", "A request that makes changes with the session cookie needs `X-CSRF-Token` and an `Origin` of this server. Scripts use a bearer token instead."),
        ServerCode::RouteNotFound => (404, "No such path", "Compare the path with the API document at `/openapi.json`, shown at `/docs`."),
        ServerCode::MethodNotAllowed => (405, "The path does not have this method", "`Allow` lists its methods."),
        ServerCode::NotAcceptable => (406, "No acceptable format", "Accept `application/json`."),
        ServerCode::RequestTimeout => (408, "The request came too slowly", "Send it again; nothing was done."),
        ServerCode::OrganizationMismatch => (409, "You act for another organization", "`X-Organization-Id` names `context.expected`, and you act for `context.actual`: another window may have led the session there. Nothing was done. Lead the session back with `PUT /api/v1/auth/session`, or show the other books; with a token, get one of that organization."),
        ServerCode::FeedRewound => (409, "The feed has restarted", "The books were restored from a backup. Read again from the start or from the cursor in `context`, and compare."),
        ServerCode::PayloadTooLarge => (413, "The body is too large", "`context.limitBytes` is the limit here. Split the request; many entries fit in a batch or an import."),
        ServerCode::UriTooLong => (414, "Path and query are too long", "Use fewer or shorter filters."),
        ServerCode::UnsupportedMediaType => (415, "The body has an unsupported type", "Send `Content-Type: application/json`, without `Content-Encoding`."),
        ServerCode::ReportTooLong => (422, "The report is too long for its format", "`context.maxRows` is the limit of the format. Ask for fewer days, one account or one dimension, or read the report as JSON page by page."),
        ServerCode::HeadersTooLarge => (431, "The header fields are too large", "Send fewer or shorter header fields."),
        ServerCode::TooManyStreams => (429, "Too many streams", "A principal has a limited number of event streams and waiting polls at a time: `context.limit`. Close one, share one among several readers, or use another service account."),
        ServerCode::TooManyDocuments => (429, "Too many documents", "A principal can download a limited number of documents at a time: `context.limit`. Finish the downloads that are running, then ask again."),
        ServerCode::TooManyRequests => (429, "Too many requests", "Wait as long as `Retry-After` says; `RateLimit` shows what is left. A batch counts as one request."),
        ServerCode::Internal => (500, "The server made a mistake", "This should not happen. The log has the details under the request id; report it with the id. You may repeat a write with the same `Idempotency-Key`."),
        ServerCode::Overloaded => (503, "The server is overloaded", "Nothing was written. Wait as long as `Retry-After` says, and repeat with the same `Idempotency-Key`."),
        ServerCode::StorageFull => (503, "The disk is full", "Nothing was written; reading still works. Free space on the server, then repeat."),
        ServerCode::ItemsConflict => (422, "The items cannot be written together", "Two rows of the batch would have the same code or number on the way, as when two accounts exchange their codes. Nothing was written: send these items one after another."),
        ServerCode::OutcomeUnknown => (503, "It is not known whether the write happened", "The storage failed at the last moment. Repeat with the same `Idempotency-Key`: a write that happened is not repeated."),
        ServerCode::Unavailable => (503, "Not available at present", "`detail` says why. Wait as long as `Retry-After` says and try again."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_error_status_and_words() {
        for code in ProblemCode::all() {
            let row = code.row();
            assert!(row.status.is_client_error() || row.status.is_server_error(), "{}", code.name());
            assert!(!row.title.is_empty() && row.advice.ends_with('.') && !row.title.ends_with('.'), "{}", code.name());
            assert_eq!(ProblemCode::parse(code.name()), Some(code));
        }
        let only_internal: Vec<&str> =
            ProblemCode::all().filter(|code| code.row().status == 500).map(ProblemCode::name).collect();
        assert_eq!(only_internal, ["internal"]);
    }

    #[test]
    fn no_two_codes_share_a_name() {
        let mut names: Vec<&str> = ProblemCode::all().map(ProblemCode::name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn the_given_statuses_hold() {
        for (name, status) in [
            ("validation_failed", 400),
            ("not_found", 404),
            ("version_mismatch", 412),
            ("idempotency_key_reused", 422),
            ("entry_already_voided", 409),
            ("period_closed", 409),
            ("entry_unbalanced", 422),
            ("no_period", 422),
            ("code_taken", 409),
            ("control_account", 409),
            ("party_required", 422),
            ("unknown_reference", 422),
        ] {
            assert_eq!(ProblemCode::parse(name).unwrap().row().status.as_u16(), status, "{name}");
        }
    }
}
