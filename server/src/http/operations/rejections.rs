//! Rules that several operations may say no by, as named groups.
//!
//! An operation names the groups that it falls under, and its own rules beside them:
//! `Operation::of::<VoidEntry>().rejects(TAKES_BACK).rejects(&[Code::ApprovalRequired])`.

use domain::Code;

/// Declares groups of rules; a group may take others in.
///
/// ```text
/// groups! {
///     /// It posts on a day.
///     POSTS = [NoPeriod, PeriodClosed];
///     /// It posts a movement.
///     MOVEMENT = POSTS + [OccurredInFuture];
/// }
/// ```
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident = $($other:ident +)* [$($code:ident),* $(,)?];)*) => { $(
        $(#[$doc])*
        pub const $name: &[Code] = {
            const OWN: &[Code] = &[$(Code::$code),*];
            &joined::<{ OWN.len() $(+ $other.len())* }>(&[$($other,)* OWN])
        };
    )* };
}

groups! {
    /// It posts on a day.
    POSTS = [NoPeriod, PeriodClosed, PeriodSoftClosed, AmountOutOfRange];
    /// It posts to accounts, in their currencies, in a journal.
    ACCOUNTS = [AccountNotUsable, CurrencyNotUsable, JournalNotUsable];
    /// Its lines have dimensions.
    DIMENSIONS = [DimensionNotUsable, DimensionRequired];
    /// It makes something with a code of its own.
    NEW = [CodeTaken, LimitReached, NotFound];
    /// What it makes or changes has a code and a place in a tree.
    IN_TREE = [CodeTaken, ParentTooDeep, UnknownReference];
    /// It concerns a warehouse.
    IN_WAREHOUSE = [WarehouseNotAssigned, WarehouseNotUsable];
    /// It posts an entry that somebody wrote.
    ENTRY = POSTS + ACCOUNTS + [
        UnknownReference, LimitReached, EntryUnbalanced, EntryIncomplete, ControlAccount, PartyRequired,
        RateMissing, RoundingAccountNeeded,
    ];
    /// It takes the fields and lines of an entry.
    ENTRY_FIELDS = ACCOUNTS + [
        NoPeriod, UnknownReference, LimitReached, AmountOutOfRange, AmountPrecision, DateBeforeEntry,
        OpeningInsideYear,
        DuplicateExternalId, InvoiceNumberTaken, ConversionConflict,
    ];
    /// It makes an entry, as a draft or posted.
    NEW_ENTRY = ENTRY + ENTRY_FIELDS + DIMENSIONS + [ApprovalRequired];
    /// The entry, or the one that a draft takes back, was taken back already or is matched.
    ENTRY_TAKEN_BACK = [EntryAlreadyVoided, EntryAlreadyReversed, EntryAlreadyCorrected, EntryHasMatchedLines];
    /// Lines of a template.
    TEMPLATE_LINES = ACCOUNTS + DIMENSIONS + [
        UnknownReference, LimitReached, EntryIncomplete, AmountPrecision, AmountOutOfRange, ConversionConflict,
    ];
    /// It takes a posted entry back.
    TAKES_BACK = POSTS + ENTRY_TAKEN_BACK + [EntryNotPosted, EntryIsVoid, EntryOwnedBySource, EntrySystemGenerated];
    /// It changes what lies in stock, and so what goods cost.
    COSTS = [
        WarehouseNotUsable, InsufficientStock, WouldGoNegative, SerialInStock, CostRequired, NoKnownCost,
        StockAccountNeeded, BeforeScopeChange, PoolFrozen, ReplayTooLarge,
    ];
    /// It takes quantities of items.
    QUANTITIES = [
        UnknownReference, ItemNotTracked, QuantityNotUsable, QuantityPrecision, UnitConversionInexact,
        MovementIncomplete, AmountOutOfRange,
    ];
    /// It takes what a movement says, or looks at it again.
    MOVEMENT = IN_WAREHOUSE + [
        UnknownReference, MovementIncomplete, ItemNotTracked, ItemNotUsable, QuantityNotUsable,
        FieldsConflict, CostNotAllowed, CostRequired, ReasonNotUsable, LocationNotUsable, StockNotAvailable,
        TransferToItself, AmountOutOfRange,
    ];
    /// It posts a movement.
    POSTED_MOVEMENT = MOVEMENT + QUANTITIES + COSTS + POSTS + ACCOUNTS + DIMENSIONS + [
        MovementNotPosted, MovementAlreadyVoided, OccurredInFuture, BeforeItsSource, TakesTooMuch,
        NothingInTransit, NothingToValue, ReservationNotActive, ReservationTooSmall, PoolTooLarge,
        ValuationAccountInUse, AmountPrecision, RateMissing, ConversionConflict, FxGainLossAccountNeeded,
        LimitReached,
    ];
    /// It makes a movement, or posts one.
    NEW_MOVEMENT = POSTED_MOVEMENT + [
        MovementNotDraft, PostingDateDerived, DuplicateExternalId, InvoiceNumberTaken, ApprovalRequired,
    ];
    /// It reserves goods.
    RESERVATION = QUANTITIES + IN_WAREHOUSE + [
        ItemNotUsable, StockNotAvailable, InsufficientStock, ExpiryPassed, DuplicateExternalId,
    ];
    /// It takes the fields of an item.
    ITEM = [CodeTaken, UnknownReference, FieldsConflict, QuantityPrecision, AmountOutOfRange, LimitReached];
}

/// The codes of several lists as one; `N` is how many they are together.
const fn joined<const N: usize>(lists: &[&[Code]]) -> [Code; N] {
    let mut codes = [Code::ValidationFailed; N];
    let (mut list, mut at, mut filled) = (0, 0, 0);
    while filled < N {
        if at == lists[list].len() {
            (list, at) = (list + 1, 0);
        } else {
            codes[filled] = lists[list][at];
            (at, filled) = (at + 1, filled + 1);
        }
    }
    codes
}
