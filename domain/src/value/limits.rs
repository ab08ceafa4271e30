//! Every limit of the engine, by name. Exceeding one is an answer, never a slow request.

use crate::value::Date;

/// The last day that four digits of a year can say: days are ISO text in the database, which orders only those.
pub const LAST_DAY: Date = jiff::civil::date(9999, 12, 31);

/// Lines of one journal entry.
pub const LINES_PER_ENTRY: usize = 10_000;

/// Lines of one movement of goods.
pub const LINES_PER_MOVEMENT: usize = 10_000;

/// Lines of one count, so that one movement holds all its differences.
pub const LINES_PER_COUNT: usize = LINES_PER_MOVEMENT;

/// Lines of a count that one request records.
pub const LINES_PER_RECORDING: usize = 1_000;

/// Quantities that are kept of one line that is counted again and again.
pub const RECORDINGS_PER_LINE: usize = 100;

/// Locations, items or categories that a count names.
pub const COUNT_SCOPE: usize = 200;

/// Movements since the instant of a count of the past: its quantities are those of now, less all of these.
pub const MOVEMENTS_SINCE_COUNT: i64 = 20_000;

/// Counts of one warehouse that are open at a time.
pub const OPEN_COUNTS: usize = 500;

/// Pools with goods that a change of accounts looks at: beyond, it is refused.
pub const POOLS_LOOKED_AT: usize = 10_000;

/// Times that posting is tried without what was refused before, to find out what stands in the way of a count.
pub const BLOCKER_ROUNDS: usize = 50;

/// Obstacles to the posting of a count that are told.
pub const BLOCKERS_TOLD: usize = 200;

/// Lines or items that a refusal lists.
pub const LISTED: usize = 20;

/// Ways out that a refusal of several fields offers.
pub const WAYS_OUT: usize = 10;

/// Lines that one match settles.
pub const LINES_PER_MATCH: usize = 1_000;

/// Largest amount of one line, in minor units: 10^15.
pub const LINE_AMOUNT_MINOR: i64 = 1_000_000_000_000_000;

/// Characters of a void, reopen or reject reason after trimming.
pub const REASON_CHARACTERS: usize = 500;

/// Depth of the tree of accounts, warehouses and the like.
pub const TREE_DEPTH: usize = 8;

/// Accounts that one chart brings in.
pub const CHART_ACCOUNTS: usize = 1_000;

/// Warehouses of one organization.
pub const WAREHOUSES: usize = 5_000;

/// Item categories of one organization.
pub const ITEM_CATEGORIES: usize = 2_000;

/// Zones and bins of one warehouse.
pub const LOCATIONS: usize = 20_000;

/// Reason codes of one organization.
pub const REASON_CODES: usize = 1_000;

/// Units of one item in addition to its base unit.
pub const UNITS_PER_ITEM: usize = 50;

/// Items that one request imports.
pub const ITEMS_PER_IMPORT: usize = 1_000;

/// GTINs of one item.
pub const GTINS_PER_ITEM: usize = 50;

/// Decimals that the quantity of an item may have.
pub const QUANTITY_DECIMALS: u8 = 6;

/// Days between ordering an item and having it.
pub const LEAD_TIME_DAYS: i64 = 3_650;

/// Fiscal years of one organization.
pub const FISCAL_YEARS: usize = 200;

/// Periods of one fiscal year.
pub const PERIODS_PER_YEAR: usize = 54;

/// Journals of one organization.
pub const JOURNALS: usize = 1_000;

/// Recurring entries of one organization.
pub const RECURRING_ENTRIES: usize = 1_000;

/// Entry templates of one organization.
pub const ENTRY_TEMPLATES: usize = 200;

/// Days of one recurring entry.
pub const OCCURRENCES: usize = 1_000;

/// Approval policies of one organization.
pub const APPROVAL_POLICIES: usize = 200;

/// Changes of controls that wait for a second person at a time.
pub const OPEN_CONTROL_CHANGES: usize = 100;

/// Days for which a proposed change of controls is open.
pub const CONTROL_CHANGE_DAYS: i64 = 30;

/// Statement mappings of one organization.
pub const STATEMENT_MAPPINGS: usize = 100;

/// Sections of one statement mapping.
pub const SECTIONS_PER_MAPPING: usize = 100;

/// Codes that one section of a statement mapping names.
pub const CODES_PER_SECTION: usize = 200;

/// Ranges of codes that one section of a statement mapping names.
pub const RANGES_PER_SECTION: usize = 20;

/// Days that payment terms may run.
pub const PAYMENT_TERMS_DAYS: i64 = 3_650;

/// Currencies of one organization that ISO 4217 does not list.
pub const CURRENCIES: usize = 200;

/// Exchange rates that one request records.
pub const RATES_PER_IMPORT: usize = 1_000;

/// Days for which a rate is good, where the organization says nothing else.
pub const RATE_AGE_DAYS_AT_FIRST: i64 = 7;

/// Days for which a rate may be good at most.
pub const RATE_AGE_DAYS: i64 = 366;

/// Custom roles of one organization.
pub const ROLES: usize = 200;

/// Invitations of an organization that are kept, those that are over among them.
pub const INVITATIONS: usize = 1_000;

/// Days for which an invitation is open.
pub const INVITATION_DAYS: i64 = 90;

/// Goods that are frozen one by one; beyond, all are.
pub const FROZEN_POOLS: usize = 200;

/// Overrun counts that one answer lists; all are kept, and their number is given, too.
pub const OVERRUNS_TOLD: usize = 100;

/// The largest cost in one document that may be stated by somebody who may not see costs, in minor units: 10^12. That
/// is so far below [`POOL_VALUE_MINOR`] that the check for room in a pool reveals nothing of its value.
pub const UNSEEN_COST_MINOR: i64 = 1_000_000_000_000;

/// Quantity of one movement or pool, in the smallest unit of its item: 10^15.
pub const POOL_QUANTITY: i64 = 1_000_000_000_000_000;

/// Posted value of one pool, in minor units: 10^15, so that extended value times quantity fits 128 bits.
pub const POOL_VALUE_MINOR: i64 = 1_000_000_000_000_000;

/// Movements that one change of the past may replay.
pub const REPLAY_MOVEMENTS: usize = 200_000;

/// Movements of a pool that are looked over by their quantities, where some are costed prospectively.
pub const LOOKED_OVER_MOVEMENTS: usize = 1_000_000;

/// Movements that one trace of a cost looks at, over all pools.
pub const TRACE_MOVEMENTS: usize = 200_000;

/// Parts that one trace keeps: goods of many receipts that cannot be told apart leave as parts of each.
pub const TRACE_PARTS: usize = 1_000_000;

/// Rows of one trace; the rest is shown as one.
pub const TRACE_ROWS: usize = 10_000;

/// Levels of one trace below its line; deeper rows are marked.
pub const TRACE_LEVELS: u32 = 20;

/// Movements that one page of stock by age as of a day looks at.
pub const AGED_MOVEMENTS: usize = 200_000;

/// Movements of a pool between two checkpoints.
pub const CHECKPOINT_MOVEMENTS: u32 = 1_000;

/// Later movements that a refusal lists, where they would lack goods.
pub const LACKS_LISTED: usize = 20;

/// Reservations that a refusal lists, where goods are promised to others.
pub const RESERVATIONS_LISTED: usize = 20;

/// Lines that a refusal tells of, where they ask for more goods than there are.
pub const SHORTAGES_TOLD: usize = 100;

/// Reservations that one request releases by their reference.
pub const RELEASED_TOGETHER: usize = 1_000;

/// Views that a member of an organization saves.
pub const VIEWS: usize = 200;

/// Bytes of a metadata object as JSON.
pub const METADATA_BYTES: usize = 16_384;

/// Dimensions of one organization.
pub const DIMENSIONS: usize = 100;

/// Values of one dimension.
pub const DIMENSION_VALUES: usize = 10_000;

/// Characters of a dimension's code.
pub const DIMENSION_CODE_CHARACTERS: usize = 32;

/// Dimensions on one line.
pub const DIMENSIONS_PER_LINE: usize = 20;

/// Rows of one report as a file; a spreadsheet takes little more.
pub const DOCUMENT_ROWS: u32 = 1_000_000;

/// Rows of one report as a page to print.
pub const PRINTED_ROWS: u32 = 50_000;

/// Organizations of one combined report.
pub const COMBINED_ORGANIZATIONS: usize = 20;

/// Commands of one batch request.
pub const BATCH_ITEMS: usize = 1_000;

/// Bytes of one fact's payload; a longer one is split into consecutive parts.
pub const FACT_PART_BYTES: usize = 65_536;

/// Microseconds that the clock may lie behind the last commit before writes stop: 5 minutes.
pub const CLOCK_BEHIND_US: i64 = 300_000_000;
