//! Ids: 16 bytes inside, a type prefix and 26 base32 characters outside (TypeID, UUIDv7).

use std::cmp::Ordering;
use std::fmt;

/// Crockford's base32 alphabet in lower case, as the TypeID specification asks.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// An id of one kind: a prefix on the wire, 16 bytes in the core and in the database.
pub trait TypedId: Copy + Ord + fmt::Debug {
    /// The text before the underscore on the wire, for example `je`.
    const PREFIX: &'static str;
    /// The name of the type, under which the API's document describes it.
    const NAME: &'static str;
    /// The id with these bytes.
    fn from_bytes(bytes: [u8; 16]) -> Self;
    /// Its bytes.
    fn bytes(self) -> [u8; 16];

    /// `prefix_base32`.
    #[must_use]
    fn text(self) -> IdText {
        IdText::new(Self::PREFIX, self.bytes())
    }

    /// Reads `prefix_base32`; anything else is `None`, and a caller answers as for an unknown id.
    #[must_use]
    fn parse(text: &str) -> Option<Self> {
        let suffix = text.strip_prefix(Self::PREFIX)?.strip_prefix('_')?;
        decode(suffix).map(Self::from_bytes)
    }
}

/// The digit of each byte; 255 for bytes that are no digit.
const DIGITS: [u8; 256] = {
    let mut digits = [255; 256];
    let mut digit = 0;
    while digit < ALPHABET.len() {
        digits[ALPHABET[digit] as usize] = digit as u8;
        digit += 1;
    }
    digits
};

/// Characters that 128 bits take.
const DIGITS_OF_ID: usize = 26;

/// The longest prefix with its underscore and the digits.
const TEXT_BYTES: usize = 40;

/// An id as text, in place: ids are written by the dozen into every answer.
#[derive(Clone, Copy)]
pub struct IdText {
    bytes: [u8; TEXT_BYTES],
    length: usize,
}

impl IdText {
    fn new(prefix: &str, id: [u8; 16]) -> Self {
        let mut bytes = [0; TEXT_BYTES];
        let start = prefix.len() + 1;
        bytes[..prefix.len()].copy_from_slice(prefix.as_bytes());
        bytes[prefix.len()] = b'_';
        bytes[start..start + DIGITS_OF_ID].copy_from_slice(&digits(id));
        Self { bytes, length: start + DIGITS_OF_ID }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // It is ASCII.
        str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

/// 128 bits as 26 characters.
#[must_use]
pub fn encode(bytes: [u8; 16]) -> String {
    digits(bytes).map(char::from).iter().collect()
}

fn digits(bytes: [u8; 16]) -> [u8; DIGITS_OF_ID] {
    let mut rest = u128::from_be_bytes(bytes);
    let mut digits = [0; DIGITS_OF_ID];
    for digit in digits.iter_mut().rev() {
        *digit = ALPHABET[(rest & 31) as usize];
        rest >>= 5;
    }
    digits
}

/// 26 characters as 128 bits; `None` where a character or the range is wrong.
#[must_use]
pub fn decode(text: &str) -> Option<[u8; 16]> {
    if text.len() != 26 || !matches!(text.as_bytes()[0], b'0'..=b'7') {
        return None;
    }
    let mut number: u128 = 0;
    for byte in text.bytes() {
        let digit = DIGITS[usize::from(byte)];
        if digit == 255 {
            return None;
        }
        number = (number << 5) | u128::from(digit);
    }
    Some(number.to_be_bytes())
}

/// Declares an id type with its wire prefix.
macro_rules! typed_id {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(pub [u8; 16]);

        // As one number: the books look up by ids above all, and comparing 16 bytes takes a call.
        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                u128::from_be_bytes(self.0).cmp(&u128::from_be_bytes(other.0))
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Some(self.cmp(other)) }
        }

        impl TypedId for $name {
            const PREFIX: &'static str = $prefix;
            const NAME: &'static str = stringify!($name);
            fn from_bytes(bytes: [u8; 16]) -> Self { Self(bytes) }
            fn bytes(self) -> [u8; 16] { self.0 }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.text().as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { fmt::Display::fmt(self, f) }
        }
    )*};
}

typed_id! {
    /// One organization: one set of books, one log, one lock.
    OrganizationId = "org";
    /// The actor: a user, a service account or a foreign subject.
    PrincipalId = "prn";
    /// An invitation of a login to an organization.
    InvitationId = "inv";
    /// A view of a screen that a member saved.
    ViewId = "view";
    /// A verification of an organization's books.
    VerificationId = "ver";
    /// A named set of permissions.
    RoleId = "role";
    /// An account of the chart.
    AccountId = "acc";
    /// A customer, supplier or other party.
    PartyId = "pty";
    /// A journal (book) with its number series.
    JournalId = "jnl";
    /// A rule that entries need approval.
    ApprovalPolicyId = "pol";
    /// A change of policies, duties or rights, proposed or made.
    ControlChangeId = "ccg";
    /// How a statement is laid out.
    StatementMappingId = "map";
    /// An exchange rate.
    ExchangeRateId = "xr";
    /// A run that revalued foreign balances.
    RevaluationId = "rv";
    /// A fiscal year.
    FiscalYearId = "fy";
    /// A period of a fiscal year.
    PeriodId = "per";
    /// A journal entry.
    EntryId = "je";
    /// A dimension.
    DimensionId = "dim";
    /// One value of a dimension.
    DimensionValueId = "dv";
    /// The values of all dimensions that some line has together.
    DimensionSetId = "dset";
    /// One line of a journal entry.
    LineId = "jel";
    /// A recurring entry.
    RecurringEntryId = "rec";
    /// Lines that entries begin with.
    EntryTemplateId = "tpl";
    /// A match of lines that settle one another.
    MatchId = "mat";
    /// A warehouse.
    WarehouseId = "wh";
    /// A category of items.
    ItemCategoryId = "icat";
    /// An item.
    ItemId = "item";
    /// A zone or a bin of a warehouse.
    LocationId = "loc";
    /// A lot of an item.
    LotId = "lot";
    /// One piece of an item.
    SerialId = "ser";
    /// A reason for movements.
    ReasonCodeId = "rsn";
    /// A movement of goods: one document.
    MovementId = "mov";
    /// Goods that are promised.
    ReservationId = "rsv";
    /// A count of stock.
    CountId = "cnt";
    /// Goods that are valued together.
    PoolId = "pool";
    /// Goods that are frozen.
    FrozenPoolId = "frz";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_from_its_text_and_nothing_else_does() {
        let id = EntryId(0x0193_0000_0000_7000_8000_0000_0000_00ff_u128.to_be_bytes());
        let text = id.to_string();
        assert_eq!(EntryId::parse(&text), Some(id));
        assert_eq!(AccountId::parse(&text), None);
        for wrong in ["", "je_", "je", "je_zzzzzzzzzzzzzzzzzzzzzzzzzz", &text[..text.len() - 1], &text.to_uppercase()] {
            assert_eq!(EntryId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn ids_come_in_the_order_of_their_bytes_as_in_the_database() {
        let mut bytes = [[0, 1], [0x80, 0], [0x7f, 0xff], [0, 0xff], [0xff, 0]].map(|[first, last]| {
            let mut bytes = [0; 16];
            (bytes[0], bytes[15]) = (first, last);
            bytes
        });
        let mut ids = bytes.map(ItemId);
        ids.sort();
        bytes.sort_unstable();
        assert_eq!(ids.map(|id| id.0), bytes);
    }

    #[test]
    fn the_text_is_the_typeid_of_the_specification() {
        // From the TypeID specification's valid.json: "prefix_01h455vb4pex5vsknk084sn02q".
        let bytes = 0x0189_0a5d_ac96_774b_bcce_b302_099a_8057_u128.to_be_bytes();
        assert_eq!(encode(bytes), "01h455vb4pex5vsknk084sn02q");
    }
}
