//! The accounts of entries, the first of them where there is room for few: in a list, and beside a line.

use std::collections::BTreeMap;

use domain::rows::entry_drafts::decode_drafts;
use domain::rows::{Entry, Side};
use domain::value::id::{AccountId, OrganizationId};
use store::Snapshot;
use store::read::entry_accounts;

use crate::http::called::{Names, Naming, Wanted};
use crate::http::output::{Id, Named};
use crate::http::problem::Problem;

/// The accounts that are shown of an entry.
pub const SHOWN: usize = 3;

crate::output! {
    /// An account of an entry, with the side on which the entry has it.
    pub struct EntryAccount {
        pub account_id: Id<AccountId>,
        /// Null for callers who may not read accounts, like `name`.
        pub code: Option<String>,
        pub name: Option<String>,
        pub side: Named<Side>,
    }
}

impl Naming for EntryAccount {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.accounts.insert(self.account_id.0);
    }

    fn name(&mut self, names: &Names) {
        let called = names.accounts.of(self.account_id);
        (self.code, self.name) = (called.code, called.name);
    }
}

/// All accounts of an entry, in the order of their first lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Touched(Vec<Part>);

/// An account in an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    account: AccountId,
    first_line: i64,
    side: Side,
}

impl Touched {
    /// How many they are.
    #[must_use]
    pub fn count(&self) -> i64 {
        i64::try_from(self.0.len()).unwrap_or(i64::MAX)
    }

    /// The first ones: an account that is debited, one that is credited, then the others in the order of their lines.
    #[must_use]
    pub fn shown(&self) -> Vec<EntryAccount> {
        let first = |side: Side| self.0.iter().position(|part| part.side == side);
        let both = [first(Side::Debit), first(Side::Credit)];
        let others = (0..self.0.len()).filter(|place| !both.contains(&Some(*place)));
        let places = both.iter().copied().flatten().chain(others);
        places.filter_map(|place| self.0.get(place)).take(SHOWN).map(Part::view).collect()
    }

    /// Those opposite a line on this account and side: the accounts of the other side first. Also how many there are.
    #[must_use]
    pub fn opposite(&self, account: AccountId, side: Side) -> (Vec<EntryAccount>, i64) {
        let others = || self.0.iter().filter(move |part| part.account != account);
        let (opposite, same) = (others().filter(|part| part.side != side), others().filter(|part| part.side == side));
        let shown = opposite.chain(same).take(SHOWN).map(Part::view).collect();
        (shown, i64::try_from(others().count()).unwrap_or(i64::MAX))
    }

    fn of(mut parts: Vec<Part>) -> Self {
        parts.sort_by_key(|part| part.first_line);
        Self(parts)
    }
}

impl Part {
    fn view(&self) -> EntryAccount {
        EntryAccount { account_id: Id(self.account), code: None, name: None, side: Named(self.side) }
    }
}

/// The accounts of posted entries, by their places in the series.
pub async fn of_posted(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    sequences: &[i64],
) -> Result<BTreeMap<i64, Touched>, Problem> {
    let mut parts: BTreeMap<i64, Vec<Part>> = BTreeMap::new();
    for found in entry_accounts::of_entries(snapshot, organization, sequences).await? {
        let side = if found.net < 0 { Side::Credit } else { Side::Debit };
        let part = Part { account: found.account, first_line: found.first_line, side };
        parts.entry(found.sequence).or_default().push(part);
    }
    Ok(parts.into_iter().map(|(sequence, parts)| (sequence, Touched::of(parts))).collect())
}

/// The accounts that the lines of a draft name.
pub fn of_draft(entry: &Entry) -> Result<Touched, Problem> {
    let lines = decode_drafts(&entry.draft_lines).map_err(|bad| Problem::unreadable("entries", entry.id, &bad))?;
    let mut nets: BTreeMap<AccountId, (i64, i128)> = BTreeMap::new();
    for (number, line) in (1..).zip(lines) {
        let Some(account) = line.account_id else { continue };
        let (debit, credit) = line.base_only().unwrap_or((line.debit, line.credit));
        nets.entry(account).or_insert((number, 0)).1 += i128::from(debit) - i128::from(credit);
    }
    let part = |(account, (first_line, net)): (AccountId, (i64, i128))| {
        let side = if net < 0 { Side::Credit } else { Side::Debit };
        Part { account, first_line, side }
    };
    Ok(Touched::of(nets.into_iter().map(part).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touched(parts: &[(u8, Side)]) -> Touched {
        let part = |(line, (account, side)): (i64, &(u8, Side))| Part {
            account: AccountId([*account; 16]),
            first_line: line,
            side: *side,
        };
        Touched::of((1..).zip(parts).map(part).collect())
    }

    fn ids(shown: &[EntryAccount]) -> Vec<u8> {
        shown.iter().map(|account| account.account_id.0.0[0]).collect()
    }

    #[test]
    fn a_list_shows_an_account_of_each_side_first_and_three_at_most() {
        use Side::{Credit, Debit};
        for (parts, wanted) in [
            (&[(1, Debit), (2, Credit)][..], &[1, 2][..]),
            (&[(1, Credit), (2, Debit)], &[2, 1]),
            (&[(1, Debit), (2, Debit), (3, Debit), (4, Credit)], &[1, 4, 2]),
            (&[(1, Debit)], &[1]),
            (&[], &[]),
        ] {
            let touched = touched(parts);
            assert_eq!(
                (ids(&touched.shown()).as_slice(), touched.count()),
                (wanted, i64::try_from(parts.len()).unwrap())
            );
        }
    }

    #[test]
    fn opposite_a_line_stand_the_accounts_of_the_other_side_and_then_those_of_its_own() {
        use Side::{Credit, Debit};
        let touched = touched(&[(1, Debit), (2, Debit), (3, Credit), (4, Credit), (5, Credit)]);
        for (account, side, wanted, count) in
            [(1, Debit, [3, 4, 5], 4), (3, Credit, [1, 2, 4], 4), (4, Debit, [3, 5, 1], 4)]
        {
            let (shown, all) = touched.opposite(AccountId([account; 16]), side);
            assert_eq!((ids(&shown).as_slice(), all), (&wanted[..], count));
        }
    }
}
