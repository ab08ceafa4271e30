//! A look at the write-ahead log before SQLite opens it.
//!
//! SQLite takes the first frame with a wrong sum for the end of the log: so a commit that was being written when the
//! power failed never happened. A frame that was damaged later ends the log, too, and silently takes every later commit
//! along. The following frames show the difference: after an unfinished commit there is no other one. And if only the
//! process was killed, not the machine, the index next to the log still knows the length of the log.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// Bytes of the part of the index that tells of the log; it is there twice.
const INDEX_HEADER: usize = 48;
/// Pages are of this size where the header does not tell any more.
const USUAL_PAGE: usize = 4_096;

/// The fault in the log of a database that nobody has open; `None` if there is none.
///
/// Commits must have waited for the disk. Otherwise several of them may be on their way when the power fails, and come
/// there in any order.
pub fn find_damage(database: &Path) -> io::Result<Option<String>> {
    let path = beside(database, "-wal");
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut log = BufReader::with_capacity(1 << 20, file);
    let mut header = [0; HEADER];
    if read_whole(&mut log, &mut header)?.is_none() {
        return Ok(None);
    }
    let index = Index::read(&beside(database, "-shm"));
    let frames = Frames::after(&header, log);
    Ok(frames.damage(index.as_ref())?.map(|what| format!("the write-ahead log {} is damaged: {what}", path.display())))
}

fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = database.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The state of the log by the index next to it.
struct Index {
    frames: u32,
    salts: [u8; 8],
}

impl Index {
    /// `None` where it says nothing that can be relied upon: it is never synced.
    fn read(path: &Path) -> Option<Self> {
        let mut both = [0; 2 * INDEX_HEADER];
        File::open(path).and_then(|mut file| file.read_exact(&mut both)).ok()?;
        let (first, second) = both.split_at(INDEX_HEADER);
        let word = |at: usize| first.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_ne_bytes);
        let sum = Sum::default().with(first.get(..40)?, u32::from_ne_bytes);
        let is_sound = first == second && first[12] == 1 && Some(sum.0) == word(40) && Some(sum.1) == word(44);
        let salts = first.get(32..40)?.try_into().ok()?;
        word(16).filter(|_| is_sound).map(|frames| Self { frames, salts })
    }
}

/// SQLite's running sum over a log.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Sum(u32, u32);

impl Sum {
    fn with(self, bytes: &[u8], word: fn([u8; 4]) -> u32) -> Self {
        bytes.as_chunks::<8>().0.iter().fold(self, |Self(one, two), pair| {
            let [a, b, c, d, e, f, g, h] = *pair;
            let one = one.wrapping_add(word([a, b, c, d])).wrapping_add(two);
            Self(one, two.wrapping_add(word([e, f, g, h])).wrapping_add(one))
        })
    }
}

/// The frames of a log, in order.
struct Frames<R> {
    log: R,
    page_bytes: usize,
    word: fn([u8; 4]) -> u32,
    /// The sum to which the next frame adds: that of the frame before as it stands there.
    sum: Sum,
    /// Those of the log; of its first frame where the header is damaged.
    salts: Option<[u8; 8]>,
    is_header_sound: bool,
}

/// One frame.
struct Frame {
    salts: [u8; 8],
    is_commit: bool,
    /// Whether it holds if the one before it is unchanged.
    follows: bool,
}

impl<R: Read> Frames<R> {
    fn after(header: &[u8; HEADER], log: R) -> Self {
        let at = |place: usize| word_at(header, place);
        let (magic, page_bytes) = (at(0), usize::try_from(at(8)).unwrap_or(0));
        let word = if magic == 0x377f_0683 { u32::from_be_bytes } else { u32::from_le_bytes };
        let sum = Sum::default().with(&header[..24], word);
        let is_header_sound =
            matches!(magic, 0x377f_0682 | 0x377f_0683) && sum == Sum(at(24), at(28)) && page_bytes.is_power_of_two();
        let mut salts = [0; 8];
        salts.copy_from_slice(&header[16..24]);
        Self {
            log,
            page_bytes: if is_header_sound { page_bytes } else { USUAL_PAGE },
            word,
            sum,
            salts: is_header_sound.then_some(salts),
            is_header_sound,
        }
    }

    fn damage(mut self, index: Option<&Index>) -> io::Result<Option<String>> {
        let mut number: u32 = 0;
        // The first frame that does not hold, and whether a commit stands behind it or in it.
        let mut broken = (!self.is_header_sound).then_some(0);
        let mut has_commit = false;
        let mut is_committed_behind = false;
        while let Some(frame) = self.next()? {
            number += 1;
            let is_ours = *self.salts.get_or_insert(frame.salts) == frame.salts;
            let holds = is_ours && frame.follows;
            is_committed_behind |= broken.is_some() && has_commit && holds && number > 1;
            if broken.is_none() && !holds {
                broken = Some(number);
                has_commit = is_ours && frame.is_commit;
            } else if broken.is_some() && is_ours {
                has_commit |= (holds || number == 1) && frame.is_commit;
            }
        }
        let held = broken.map_or(number, |broken| broken.saturating_sub(1));
        let known = index.filter(|index| Some(index.salts) == self.salts).map_or(0, |index| index.frames);
        let place = match broken {
            Some(0) => "its header does not hold".to_owned(),
            Some(broken) => format!("frame {broken} of {number} does not hold"),
            None => format!("it ends after {number} frames"),
        };
        Ok(if held < known {
            Some(format!("{place}, and {known} frames were committed"))
        } else if is_committed_behind {
            Some(format!("{place}, and commits stand behind it"))
        } else {
            None
        })
    }

    fn next(&mut self) -> io::Result<Option<Frame>> {
        let mut frame = vec![0; FRAME_HEADER + self.page_bytes];
        if read_whole(&mut self.log, &mut frame)?.is_none() {
            return Ok(None);
        }
        let (header, page) = frame.split_at(FRAME_HEADER);
        let sum = self.sum.with(&header[..8], self.word).with(page, self.word);
        self.sum = Sum(word_at(header, 16), word_at(header, 20));
        let mut salts = [0; 8];
        salts.copy_from_slice(&header[8..16]);
        Ok(Some(Frame { salts, is_commit: word_at(header, 4) != 0, follows: sum == self.sum }))
    }
}

fn word_at(bytes: &[u8], place: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[place..place + 4]);
    u32::from_be_bytes(word)
}

/// `None` where the file ends before.
fn read_whole(from: &mut impl Read, into: &mut [u8]) -> io::Result<Option<()>> {
    match from.read_exact(into) {
        Ok(()) => Ok(Some(())),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}
