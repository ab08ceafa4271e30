//! The one table from code to status, title and what to do; documents and pages are made from it.

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

/// What one code means.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The HTTP status; the same for every answer with this code.
    pub status: StatusCode,
    /// A short title, the same for every answer with this code.
    pub title: &'static str,
    /// What to do about it.
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
        Code::ValidationFailed => (400, "The request breaks its schema", "Each item of `errors` points at one field and says what would be right. Correct all of them and send the request again."),
        Code::NotFound => (404, "Nothing here with this id", "Check the id. An unknown id, a malformed one, another organization's and one that you may not see are all answered like this."),
        Code::Forbidden => (403, "Your role does not allow this", "`context.permission` names the permission that is missing. Ask an administrator of the organization for a role that has it."),
        Code::VersionMismatch => (412, "It changed since you read it", "Read the resource again, look at what changed, and repeat the change with the new `ETag` in `If-Match`."),
        Code::IdempotencyKeyReused => (422, "The idempotency key belongs to another request", "Use a new key for a new request. To repeat a request, send exactly the same method, path, query and body."),
        Code::CodeTaken => (409, "The code is taken", "Choose another code, or use the one that has it: `context` has its id."),
        Code::DuplicateExternalId => (409, "The external id is taken", "Something with this external id exists already: `context` has its id. If this was a retry, it succeeded before."),
        Code::UnknownReference => (422, "An id in the body names nothing", "`errors` points at the id. Look it up again; it may belong to another organization."),
        Code::LimitReached => (422, "A limit was reached", "`context` names the limit. Split the work, or remove what is no longer used."),
        Code::AmountOutOfRange => (422, "The amount is out of range", "Amounts go up to 10^15 minor units per line. Split the amount, or check the decimals."),
        Code::AmountPrecision => (422, "The amount has too many decimals", "Amounts have at most the decimals of their currency: `errors` points at the amount. Round it where it is made."),
        Code::EntryUnbalanced => (422, "Debits and credits differ", "`context` has both sums and the difference. Correct a line or add the missing one."),
        Code::EntryIncomplete => (422, "The entry is not complete", "An entry that is posted needs at least two lines with amounts. Add what `errors` points at."),
        Code::EntryNotPosted => (409, "The entry is not posted", "Only posted entries can be voided, reversed or corrected. Delete a draft, or withdraw an entry that waits for approval."),
        Code::EntryNotDraft => (409, "The entry is no draft any more", "Posted entries never change. Void it and post it again, or correct it."),
        Code::EntryAlreadyVoided => (409, "The entry is voided already", "There is nothing to do: `context` says who voided it, when, and the id of the mirror. A retry may treat this as done."),
        Code::EntryAlreadyReversed => (409, "The entry was reversed", "Void the reversal first; its id is in `context`."),
        Code::EntryAlreadyCorrected => (409, "The entry was corrected", "Work with the newest correction; its id is in `context`."),
        Code::NothingToCorrect => (422, "The replacement changes nothing", "Send what the entry should have been. In a closed period only amounts per account, currency, party and dimension can be corrected."),
        Code::DateBeforeEntry => (422, "The date lies before the entry", "A reversal is dated on the entry's own date or later, a scheduled one later. `context.entryDate` is the entry's date."),
        Code::EntryIsVoid => (409, "The entry is the mirror of a void", "A mirror cannot be voided. Post the original again as a new entry."),
        Code::EntryOwnedBySource => (409, "The entry belongs to another document", "Void or undo the document that made it; `resolutions` links to it."),
        Code::EntrySystemGenerated => (409, "The entry was made by a closing or revaluation", "Reopen the year, or run the revaluation again; both replace their own entries."),
        Code::LinesNotMatchable => (422, "The lines do not settle one another", "A match takes posted lines of both sides, of one account that keeps open items, one currency and one party, each once: `errors` says which differs."),
        Code::MatchUnbalanced => (422, "The matched debits and credits differ", "Leave the `amount` of some line out, so that as much is taken of it as the other side has, or write the difference off."),
        Code::LineNotOpen => (409, "Nothing of the line is open", "It was matched already, perhaps just now. Read the open items again; `resolutions` leads to its matches."),
        Code::AmountExceedsOpen => (409, "Less of the line is open", "`context.openAmount` is what is open now. Ask for that or less, or leave `amount` out."),
        Code::WriteOffExceedsTolerance => (422, "The difference is too large to write off", "`context` has the difference and the tolerance. Match in part, post an entry of your own, or let an administrator raise `writeOffTolerance` in the settings."),
        Code::MatchNotActive => (409, "The match was undone", "Nothing is left to do; `context` says when and by whom."),
        Code::MatchSystemGenerated => (409, "The match came with a void or a reversal", "It cannot be undone by itself. Void the reversal, and its match goes with it; a void stays."),
        Code::EntryHasMatchedLines => (409, "A line of the entry is matched", "Remove the matches first; their ids are in `context`."),
        Code::ApprovalRequired => (409, "The entry needs approval", "A policy of the organization asks for it: `context` names the policy. Submit a draft of the entry, and let someone with the permission `journalEntries:approve` approve it."),
        Code::EntryNotPending => (409, "The entry does not wait for approval", "Submit a draft before it is approved, rejected or withdrawn. `context` has the state that it is in."),
        Code::PersonRequired => (403, "Only a person may do this", "Service accounts never approve, whatever their roles. Let someone sign in and look at the entry."),
        Code::SeparationOfDuties => (409, "Another person must do this", "Who prepared an entry does not approve it, who posted it does not void it, and who proposed a change of controls does not approve it; a service account counts as the person who answers for it. `context.rule` says which rule it was. Ask someone else with the permission."),
        Code::SecondPersonNeeded => (409, "Too few persons could decide", "At least two active members who act in all warehouses need `controlChanges:approve` before changes of controls take a second person. Make somebody a controller or an administrator first."),
        Code::ControlChangeNotOpen => (409, "Nothing waits for a decision", "It was made, rejected or withdrawn, or its time is over: `context` says what became of it. Propose it again where it is still wanted."),
        Code::ControlChangeOutdated => (409, "The proposal is out of date", "What it changes is no longer what it was when it was proposed, or who proposed it may not do so any more. Reject or withdraw it, and propose it anew."),
        Code::NoPeriod => (422, "No period holds this date", "Choose a date inside an existing period, or create the fiscal year. `context` has what exists."),
        Code::PeriodClosed => (409, "The period is closed", "Use the first open date in `context`; `resolutions` has a prepared call. Reopening a period needs its own permission."),
        Code::PeriodSoftClosed => (409, "The period is soft-closed", "Ask someone with the permission `periods:override`, or use the first open date in `context`."),
        Code::PeriodState => (409, "The period's state does not allow this", "`context` has the state that it is in. Periods close in order and reopen from the last."),
        Code::PeriodNotReady => (409, "The period cannot close yet", "`context.blocking` lists what blocks it, and `resolutions` where to look. Finish or remove each, then close again."),
        Code::PeriodOverlap => (409, "Periods overlap", "Choose dates that touch but do not overlap; `context` has the period in the way."),
        Code::FiscalYearDates => (422, "The dates make no fiscal year", "A fiscal year runs from its first to its last day and at most 18 months. Correct the dates `errors` points at."),
        Code::FiscalYearGap => (409, "Days would have no period", "Fiscal years touch: begin on `context.nextStartDate`, or end on the day before the first year begins."),
        Code::FiscalYearState => (409, "The fiscal year's state does not allow this", "`context` has the state that it is in; `resolutions` may have the call that changes it. Years close in order and reopen from the last."),
        Code::FiscalYearNotReady => (409, "The fiscal year cannot close yet", "`context.blocking` lists what blocks it, and `resolutions` where to look. Finish or remove each, then close again."),
        Code::RetainedEarningsNeeded => (422, "No account takes the result", "Name the equity account in `retainedEarningsAccountId`, or give one account the subtype `retainedEarnings`."),
        Code::FxGainLossAccountNeeded => (422, "No account takes gains and losses of exchange", "Name it in `fxGainLossAccountId` of the organization, or give one active account the subtype `fxGainLoss`."),
        Code::RoundingAccountNeeded => (422, "No account takes what rounding leaves over", "Name it in `roundingAccountId` of the organization, or give one active account the subtype `rounding`."),
        Code::ControlAccount => (409, "Only inventory posts to this account", "Post a stock movement instead, or choose another account."),
        Code::AccountNotUsable => (422, "The account takes no such posting", "It is a group, inactive, of another type or in another currency: `context` says which. Choose another account."),
        Code::AccountInUse => (409, "The account is in use", "It has postings, children or references. Deactivate it instead of deleting it."),
        Code::AccountFrozen => (409, "The field is frozen after the first posting", "Create another account with the wanted properties and move the balance."),
        Code::PartyRequired => (422, "The line needs a party", "Lines on receivable and payable accounts name a customer or supplier: send `partyId` or `partyName`."),
        Code::DimensionRequired => (422, "The line needs a dimension", "The account wants a value of this dimension on every line: give it in `dimensions` of the line or of the entry, or give the account a default."),
        Code::DimensionNotUsable => (422, "The dimension takes no such line", "The dimension or its value is inactive, a group, or not for this day: `errors` says which. Choose another value or date."),
        Code::DimensionInUse => (409, "The dimension is in use", "Posted lines have it, values are below it, or an account names it. Deactivate it instead, or change the account first."),
        Code::AccountClaimedTwice => (422, "Two sections claim the same account", "`errors` names both sections and what both claim. Leave it in one of them; what is named more closely (code, range, group, subtype, type) goes before."),
        Code::SectionInvalid => (422, "A section cannot be", "`errors` says which section and why: its key, the section above it, types of another statement, a range that ends before it begins. Correct it and send the mapping again."),
        Code::JournalNotUsable => (422, "The journal takes no such entry", "It is inactive or of another type. Choose another journal."),
        Code::JournalInUse => (409, "The journal has entries", "Deactivate it instead of deleting it."),
        Code::OccurrenceNotDue => (409, "Nothing is due on this day", "The day was run or skipped before, is none of the days of this recurring entry, or it is paused. `context.entryId` is what was made; the list of its occurrences shows which days are due."),
        Code::RecurringEntryInUse => (409, "The recurring entry has made entries", "It stays, so that its entries can be traced to it. Pause it with `isActive: false` instead."),
        Code::CurrencyNotUsable => (422, "The currency cannot be used here", "`context` says which currencies can."),
        Code::CurrencyInUse => (409, "The currency is in use", "Balances, accounts, parties or rates have it: `context` says which. Retire it with `isActive: false` instead."),
        Code::RateMissing => (422, "A rate is missing", "`context.missingRates` names pair, type and day of each; `resolutions` has the calls that record them. Or give `exchangeRate` or a base amount on the line."),
        Code::ConversionConflict => (422, "Amount, rate and base amount contradict each other", "`errors` points at the field. Give the rate or the base amount, on the side of the amount; a line in base currency needs neither."),
        Code::ParentCycle => (422, "The parent lies below its child", "Choose a parent that is not among the descendants."),
        Code::ParentTooDeep => (422, "The tree would be too deep", "Move the branch higher: `context` has the allowed depth."),
        Code::ParentNotUsable => (422, "This cannot be a parent", "Choose an active parent of the same type that may have children."),
        Code::WarehouseInUse => (409, "The warehouse is in use", "Deactivate it instead of deleting it."),
        Code::WarehouseNotEmpty => (409, "The warehouse holds stock", "Move or write off what `context` lists, then try again; `resolutions` may have a prepared transfer."),
        Code::WarehouseHasOpenWork => (409, "The warehouse has open work", "Finish or cancel the drafts, counts, reservations and transfers that `context` lists."),
        Code::WarehouseIsDefault => (409, "The warehouse is the default", "Make another warehouse the default first."),
        Code::WarehouseIsLastActive => (409, "The warehouse is the last active one", "Activate or create another warehouse first."),
        Code::ItemCategoryInUse => (409, "The category is not empty", "Move its items and the categories below it first: `context` has how many there are."),
        Code::ItemInUse => (409, "The item is in use", "Deactivate it instead, with `status: inactive`; `context` says what holds it."),
        Code::ItemNotTracked => (422, "The item is not tracked so", "Lots belong to items with `tracking: lot`, serial numbers to items with `tracking: serial`. Change the item first, or name another."),
        Code::LotInUse => (409, "The lot is in use", "Movements name it: set its status instead."),
        Code::SerialInUse => (409, "The piece is in use", "Movements name it: set its status instead."),
        Code::ReasonCodeInUse => (409, "The reason is in use", "Movements name it: deactivate it instead, with `status: inactive`."),
        Code::OccurredInFuture => (422, "The moment has not come", "Goods do not move in the future. Give a moment that has come, or keep the movement as a draft."),
        Code::PostingDateDerived => (422, "The posting date is derived", "Leave `postingDate` out: it is the day on which goods moved, or the first open one. `context.postingDate` is that day."),
        Code::MovementIncomplete => (422, "The movement lacks something", "`errors` points at what its kind needs."),
        Code::MovementNotDraft => (409, "The movement is no draft", "Only drafts are posted or deleted. Void a posted movement instead."),
        Code::MovementNotPending => (409, "The movement does not wait for approval", "Submit a draft before it is approved, rejected or withdrawn. `context` has the state that it is in."),
        Code::MovementNotPosted => (409, "The movement was not posted", "Post it first, or delete the draft."),
        Code::MovementAlreadyVoided => (409, "The movement was voided before", "Nothing is left to do; `context` says who voided it, when and why."),
        Code::MovementHasDependents => (409, "Others have their value from it", "Void those that `context.movementIds` lists first, the last one first."),
        Code::MovementNotVoidable => (409, "It is not undone by a void", "Record what shall be from now on, as the message says."),
        Code::NothingInTransit => (409, "Nothing is in transit", "Look at the transfer: it was done in one step, has come, was closed or voided."),
        Code::NothingToValue => (422, "None of the item ever came there", "Choose the item and warehouse that have stock, or change the item itself."),
        Code::CountOverlaps => (409, "Another open count has these goods", "Goods in one place are counted by one count at a time. Post or cancel the one in `context.id`, or name other locations, items or categories."),
        Code::CountState => (409, "The count's status does not allow this", "`context.status` is where it stands; `resolutions` are the steps from there."),
        Code::CountIncomplete => (422, "Lines were not counted", "Count what `context.lines` lists, or send `uncountedAsZero: true` where nothing is there."),
        Code::NotInCount => (422, "It is not what the count is of", "The count names other locations, items or categories. Count these goods in another one."),
        Code::QuantityNotUsable => (422, "The quantity cannot be", "Quantities are above 0; only adjustments take out below 0. One piece with a serial number is 1."),
        Code::ItemNotUsable => (422, "The item is inactive", "Reactivate it, or choose another."),
        Code::WarehouseNotUsable => (422, "The warehouse takes no such movement", "Activate it, or choose another."),
        Code::LocationNotUsable => (422, "The location takes no goods", "Name a bin of the warehouse that is in use."),
        Code::ReasonNotUsable => (422, "The reason cannot be used here", "Choose an active reason that is meant for this kind of movement."),
        Code::StockNotAvailable => (409, "The goods are not free", "The lot or piece is on hold, recalled or expired: release it, or take another."),
        Code::SerialInStock => (409, "The piece is in stock already", "One piece is in one place only: move it, or check the number."),
        Code::TransferToItself => (422, "The transfer goes nowhere", "Name another warehouse or location."),
        Code::CostRequired => (422, "A cost is needed", "Give `totalCost` on the line (`0.00` is a cost), or the item a `fallbackCost`."),
        Code::CostNotAllowed => (422, "The cost follows from what came before", "Leave `totalCost` out."),
        Code::WouldGoNegative => (409, "Goods would be lacking", "`context` says how much there is, when, and which later movements would lack something. Receive goods first, or take less."),
        Code::InsufficientStock => (409, "Less is available than is asked for", "`context` says how much is on hand, held and reserved, and lists the first reservations in the way. Take less, name your own reservation, release one, or receive goods."),
        Code::ReservationNotActive => (409, "The reservation holds nothing any more", "`context.status` says whether it was consumed, released or has expired. Reserve the goods anew."),
        Code::ReservationTooSmall => (409, "Less is left of the reservation", "`context.left` is what is left of it. Take the rest on a line without the reservation."),
        Code::ExpiryPassed => (422, "The reservation would have ended already", "Give a later `expiresAt`, or leave it out for a reservation that does not expire."),
        Code::NoKnownCost => (422, "Nothing says what it costs", "Give the item a `fallbackCost`, or receive goods first."),
        Code::PoolFrozen => (409, "The goods are frozen", "Something is wrong with what is stored of them, or somebody stopped them: `context` says what and since when. Nothing moves them and nothing changes their worth until they are released; all else goes on. Find out what is wrong, set it right (a backup, or a rebuild from the log), and release them."),
        Code::PoolNotFrozen => (409, "The goods are not frozen", "They were released: `context` says when. Nothing is left to do."),
        Code::InvariantBroken => (409, "What froze the goods is so still", "`context.invariants` names what does not hold. Set right what is stored: compare it with a backup, or rebuild it from the log. Then release the goods."),
        Code::PoolTooLarge => (422, "Too much of one item", "A pool holds at most 10^15 of quantity and of value in minor units. Split the item."),
        Code::ReplayTooLarge => (422, "Too much lies after it", "Record it as of a later day."),
        Code::TakesTooMuch => (422, "More is taken than is left", "`context.left` is what is left of that line."),
        Code::BeforeScopeChange => (422, "Goods were valued in another scope since", "Have it costed now (`costing: prospective`), or give a later `occurredAt`."),
        Code::BeforeItsSource => (422, "It would come back before it left", "Give a later `occurredAt`."),
        Code::StockAccountNeeded => (409, "An account is not named", "`detail` says which one and where it can be named."),
        Code::NotTraceable => (422, "The costs of that day cannot be traced", "Trace them without `asOf`; or with `knownAt`, which answers what the books knew then."),
        Code::StoredDataDamaged => (503, "What is stored cannot be read", "Nothing was written. `detail` names the row. Run `countinghouse verify` and restore a backup."),
        Code::LocationInUse => (409, "The location is in use", "Move or delete what is in it first, and let its warehouse name another default; or deactivate it, with `status: inactive`."),
        Code::FieldsConflict => (422, "Fields contradict each other", "`errors` points at each of them and says what would fit."),
        Code::QuantityPrecision => (422, "The quantity has too many decimals", "A quantity has at most the decimals of its item: `errors` points at it. Round it where it is counted."),
        Code::UnitConversionInexact => (422, "The quantity is not exact in the item's unit", "`context.nearest` is the nearest quantity that is. Count again, or give the quantity in the item's own unit."),
        Code::StockIsNegative => (409, "Stock is below zero", "Receive the goods that `context.stock` lists, or set their quantity right; then forbid it."),
        Code::ValuationAccountInUse => (409, "Stock is valued on the account", "Reclassify the stock to the new account: `resolutions` has the call that posts and switches in one step. Receive what is in transit, or close its transfers, first."),
        Code::LastAdmin => (409, "The last administrator cannot go", "Make someone else an administrator first."),
        Code::WarehouseNotAssigned => (403, "The warehouse is not yours", "`context.warehouseId` is the warehouse in which you do not act. Choose one that is assigned to you, or ask an administrator to assign it."),
        Code::GrantExceedsRights => (403, "Nobody grants what they lack", "Ask someone who has the permissions that `context` lists."),
        Code::RoleInUse => (409, "The role is assigned", "Give its members another role first."),
        Code::RoleBuiltIn => (409, "A built-in role cannot be changed", "Create a role of your own with the permissions that you want."),
    }
}

#[rustfmt::skip]
fn server(code: ServerCode) -> (u16, &'static str, &'static str) {
    match code {
        ServerCode::MalformedJson => (400, "The body is not one JSON value", "`errors` points at the place. Send UTF-8, no duplicate keys, no trailing data, at most 32 levels deep."),
        ServerCode::BadRequest => (400, "The request cannot be read", "`detail` says what is wrong with it."),
        ServerCode::OrganizationRequired => (400, "Name an organization", "You belong to several organizations: send `organizationId`; `context.organizations` lists them."),
        ServerCode::Unauthenticated => (401, "Authentication is needed", "Send `Authorization: Bearer <token>`. `POST /api/v1/auth/token` gives you a token; in the API page use Authorize with the bare token."),
        ServerCode::TokenInvalid => (401, "The token is not valid", "`detail` says why. Send the token exactly once, without quotes and with a single `Bearer` before it, or get a new one."),
        ServerCode::TokenExpired => (401, "The token has expired", "Get a new access token with your refresh token, or log in again."),
        ServerCode::TokenRevoked => (401, "The token is no longer accepted", "The session was ended, or the account was disabled. Log in again."),
        ServerCode::InvalidCredentials => (401, "These credentials do not fit", "Check the name and the password. After several failures each further attempt has to wait longer."),
        ServerCode::CsrfFailed => (403, "The request lacks its proof of origin", "Requests that change something and use the session cookie need `X-CSRF-Token` and an `Origin` of this server. Scripts use a bearer token instead."),
        ServerCode::RouteNotFound => (404, "No such path", "Check the path against the API's document at `/openapi.json`, shown at `/docs`."),
        ServerCode::MethodNotAllowed => (405, "The path has no such method", "`Allow` lists the methods that it has."),
        ServerCode::NotAcceptable => (406, "Nothing that you accept can be made", "Accept `application/json`."),
        ServerCode::RequestTimeout => (408, "The request came too slowly", "Send it again; nothing was done."),
        ServerCode::FeedRewound => (409, "The feed began again", "The books were restored from a backup. Read again from the start or from the cursor in `context`, and compare."),
        ServerCode::PayloadTooLarge => (413, "The body is too long", "`context.limitBytes` is what is read here. Split the request; many entries fit in a batch or an import."),
        ServerCode::UriTooLong => (414, "Path and query are too long", "Use fewer or shorter filters."),
        ServerCode::UnsupportedMediaType => (415, "The body is of another type", "Send `Content-Type: application/json`, without `Content-Encoding`."),
        ServerCode::ReportTooLong => (422, "The report is too long for its format", "`context.maxRows` is what the format takes. Ask for fewer days, one account or a dimension, or read the report as JSON page by page."),
        ServerCode::HeadersTooLarge => (431, "The header fields are too long", "Send fewer or shorter header fields."),
        ServerCode::TooManyStreams => (429, "Too many streams", "One principal has a limited number of event streams and waiting polls at a time: `context.limit`. Close one, share one among several readers, or use another service account."),
        ServerCode::TooManyDocuments => (429, "Too many documents", "One principal takes a limited number of documents at a time: `context.limit`. Read those that are on their way to their end, then ask again."),
        ServerCode::TooManyRequests => (429, "Too many requests", "Wait as long as `Retry-After` says; `RateLimit` shows what is left. A batch request counts once."),
        ServerCode::Internal => (500, "The server made a mistake", "This should not happen. The log has the details under the request id; report it with the id. A write may be repeated with the same `Idempotency-Key`."),
        ServerCode::Overloaded => (503, "Too much to do", "Nothing was written. Wait as long as `Retry-After` says and repeat with the same `Idempotency-Key`."),
        ServerCode::StorageFull => (503, "The disk is full", "Nothing was written; reading still works. Make room on the server, then repeat."),
        ServerCode::OutcomeUnknown => (503, "Whether it was written is not known", "The storage failed at the last moment. Repeat with the same `Idempotency-Key`: what was written is not written again."),
        ServerCode::Unavailable => (503, "Not available now", "`detail` says why. Wait as long as `Retry-After` says and try again."),
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
