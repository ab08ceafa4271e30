//! The sum of a page: CRC-32 of its number and its content, and a mark that says that there is one.

/// Bytes at the end of each page that hold its sum.
pub const BYTES: usize = 8;

/// Stands after the sum, so that a page that lost it differs from one that never had one.
const MARK: [u8; 4] = *b"Csum";

/// Whether this many bytes at this place can be a page; returns its number, from 1.
#[must_use]
pub fn page_number(bytes: usize, offset: u64) -> Option<u64> {
    let size = u64::try_from(bytes).ok()?;
    let is_page = (512..=65_536).contains(&bytes) && bytes.is_power_of_two() && offset.is_multiple_of(size);
    is_page.then(|| offset / size + 1)
}

/// Whether the page says in its header, which only the first one has, that pages have sums.
#[must_use]
pub fn is_declared(first_page: &[u8]) -> bool {
    first_page.starts_with(b"SQLite format 3\0") && first_page.get(20).copied().map(usize::from) == Some(BYTES)
}

/// Whether the page ends with the mark.
#[must_use]
pub fn is_marked(page: &[u8]) -> bool {
    page.ends_with(&MARK)
}

/// Puts the sum to the end of a page.
pub fn put(page: &mut [u8], number: u64) {
    let Some(end) = page.len().checked_sub(BYTES) else { return };
    let (content, tail) = page.split_at_mut(end);
    tail.copy_from_slice(&tail_of(content, number));
}

/// Whether the page has the sum of its content and its number.
#[must_use]
pub fn holds(page: &[u8], number: u64) -> bool {
    let Some(end) = page.len().checked_sub(BYTES) else { return false };
    let (content, tail) = page.split_at(end);
    tail == tail_of(content, number)
}

fn tail_of(content: &[u8], number: u64) -> [u8; BYTES] {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&number.to_le_bytes());
    sum.update(content);
    let mut tail = [0; BYTES];
    tail[..4].copy_from_slice(&sum.finalize().to_le_bytes());
    tail[4..].copy_from_slice(&MARK);
    tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_holds_for_its_page_in_its_place_alone() {
        let mut page = vec![7; 4_096];
        put(&mut page, 3);
        assert!(holds(&page, 3) && is_marked(&page));
        assert!(!holds(&page, 4), "another place");
        for bit in 0..page.len() * 8 {
            page[bit / 8] ^= 1 << (bit % 8);
            assert!(!holds(&page, 3), "bit {bit}");
            page[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(!holds(&[0; 4_096], 3), "zeros");
    }

    #[test]
    fn pages_are_told_from_other_pieces_of_a_file() {
        for (bytes, offset, number) in [
            (4_096, 0, Some(1)),
            (4_096, 8_192, Some(3)),
            (65_536, 65_536, Some(2)),
            (100, 0, None),
            (4_096, 100, None),
            (4_000, 0, None),
        ] {
            assert_eq!(page_number(bytes, offset), number, "{bytes} at {offset}");
        }
    }
}
