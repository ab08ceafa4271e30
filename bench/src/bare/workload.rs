//! The parts of one two-line entry, without any rule: the rows that both bare databases write.

use sha2::{Digest, Sha256};

use crate::failure::Failure;
use crate::random::Random;

pub const ACCOUNTS: u64 = 500;
pub const PAYLOAD_BYTES: usize = 500;

/// The head of the books: the last number given, and the last link of the chain.
pub struct Head {
    pub seq: i64,
    pub hash: [u8; 32],
}

pub struct Entry {
    pub seq: i64,
    pub id: [u8; 16],
    pub number: String,
    pub day: String,
    pub debit_account: i64,
    pub credit_account: i64,
    pub amount_minor: i64,
    pub description: String,
    pub payload: Vec<u8>,
    pub previous_hash: [u8; 32],
    pub hash: [u8; 32],
    pub receipt_key: [u8; 16],
}

pub struct Workload {
    random: Random,
    days: u64,
}

impl Workload {
    /// Entries on random days out of `days` (1–28), between random accounts.
    pub fn new(days: u64) -> Result<Self, Failure> {
        if !(1..=28).contains(&days) {
            return Err(Failure::unusable(format!("--days {days}"), "give 1 to 28"));
        }
        Ok(Self { random: Random::seeded()?, days })
    }

    /// The next `count` entries after `head`, which moves on with them.
    pub fn next_batch(&mut self, head: &mut Head, count: usize) -> Vec<Entry> {
        (0..count).map(|_| self.next(head)).collect()
    }

    fn next(&mut self, head: &mut Head) -> Entry {
        let seq = head.seq + 1;
        let (debit_account, credit_account) = self.random.two_below(ACCOUNTS);
        let amount_minor = 1 + self.random.below(1_000_000) as i64;
        let number = format!("GJ-2010-{seq:06}");
        let description = format!("Invoice {seq}");
        let mut payload =
            format!("{number}|{description}|{debit_account}|{credit_account}|{amount_minor}|").into_bytes();
        payload.resize(PAYLOAD_BYTES, b'.');
        let previous_hash = head.hash;
        let hash = Sha256::new()
            .chain_update(seq.to_be_bytes())
            .chain_update(&payload)
            .chain_update(previous_hash)
            .finalize()
            .into();
        *head = Head { seq, hash };

        let mut id = self.random.key();
        // As in a UUIDv7 the leading bytes follow time, so the primary key is appended to.
        id[..8].copy_from_slice(&seq.to_be_bytes());
        Entry {
            seq,
            id,
            number,
            day: format!("2010-12-{:02}", 1 + self.random.below(self.days)),
            debit_account: debit_account as i64,
            credit_account: credit_account as i64,
            amount_minor,
            description,
            payload,
            previous_hash,
            hash,
            receipt_key: self.random.key(),
        }
    }
}
