//! The shim: SQLite's own files, with sums in the pages of databases.
//!
//! SQLite is given a virtual file system that is the default one but for opening. The file is opened by the default one in the memory
//! that SQLite gives; behind it, in the same memory, stands our [`Own`]: the file's table of functions with five of them replaced,
//! and the table that they go on to. Nothing is allocated or freed by us, and a file ends with SQLite's memory for it.

use std::cell::Cell;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use rusqlite::{Connection, ffi};

use crate::sum;

/// The name of the file system.
pub const NAME: &CStr = c"countinghouse-pages";

/// A control of ours, above all of SQLite's: pages of this file get sums even if its header does not say so yet.
pub const KEEP_SUMS: c_int = 0x4353_554d;

thread_local! {
    /// The page that this thread met last without its sum.
    pub static MET: Cell<Option<u64>> = const { Cell::new(None) };
}

/// The default file system, which opens files for ours. Set once, and never freed by SQLite.
static DEFAULT: AtomicPtr<ffi::sqlite3_vfs> = AtomicPtr::new(ptr::null_mut());

/// The memory after the default file system's own part of an open file.
struct Own {
    /// The functions of this file that SQLite calls.
    functions: ffi::sqlite3_io_methods,
    /// Those of the default file system.
    below: *const ffi::sqlite3_io_methods,
    /// Whether pages have sums.
    has_sums: bool,
    /// Bytes of a page, once one was written.
    page_bytes: usize,
}

/// The size of the buffer for writing: pages have this size unless somebody chose another one.
const USUAL_PAGE: usize = 4_096;

/// Makes the file system known to SQLite, once.
pub fn register() -> Result<(), c_int> {
    static DONE: OnceLock<c_int> = OnceLock::new();
    let code = *DONE.get_or_init(|| {
        // SAFETY: both may be called at any time; the answer is null or lives as long as the process.
        let default = unsafe {
            ffi::sqlite3_initialize();
            ffi::sqlite3_vfs_find(ptr::null())
        };
        if default.is_null() {
            return ffi::SQLITE_ERROR;
        }
        // SAFETY: not null, and of SQLite's own, which it does not change any more.
        let mut ours = unsafe { *default };
        let Some(bytes) = own_place(ours.szOsFile).and_then(|place| c_int::try_from(place + size_of::<Own>()).ok())
        else {
            return ffi::SQLITE_ERROR;
        };
        ours.szOsFile = bytes;
        ours.pNext = ptr::null_mut();
        ours.zName = NAME.as_ptr();
        ours.xOpen = Some(open);
        DEFAULT.store(default, Ordering::Release);
        // SAFETY: SQLite keeps the pointer for as long as the process lives, and so does its target.
        unsafe { ffi::sqlite3_vfs_register(Box::leak(Box::new(ours)), 0) }
    });
    if code == ffi::SQLITE_OK { Ok(()) } else { Err(code) }
}

/// Asks the main file of a connection something, with a whole number that goes and comes.
pub fn file_control(connection: &Connection, what: c_int, value: c_int) -> rusqlite::Result<c_int> {
    let mut value = value;
    // SAFETY: the handle is used while its connection is borrowed; the controls that we send take a pointer to a `c_int`.
    let code = unsafe {
        ffi::sqlite3_file_control(
            connection.handle(),
            c"main".as_ptr(),
            what,
            ptr::from_mut(&mut value).cast::<c_void>(),
        )
    };
    if code == ffi::SQLITE_OK { Ok(value) } else { Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)) }
}

/// Where our part of a file begins, behind this many bytes of the default file system's.
fn own_place(bytes_below: c_int) -> Option<usize> {
    Some(usize::try_from(bytes_below).ok()?.next_multiple_of(align_of::<Own>()))
}

/// Our part of an open file.
///
/// # Safety
/// The file was opened by [`open`] as a database, and nobody else looks at its part now: SQLite uses a file on one thread at a time.
unsafe fn own_of<'f>(file: *mut ffi::sqlite3_file) -> Option<&'f mut Own> {
    // SAFETY: stored before anything could be opened, and never freed.
    let below = unsafe { DEFAULT.load(Ordering::Acquire).as_ref() }?;
    let place = own_place(below.szOsFile)?;
    // SAFETY: `open` has written it there, in memory that SQLite made for `szOsFile` of our file system and aligns for any value.
    unsafe { file.cast::<u8>().add(place).cast::<Own>().as_mut() }
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    flags_out: *mut c_int,
) -> c_int {
    let default = DEFAULT.load(Ordering::Acquire);
    // SAFETY: stored before ours was registered.
    let Some(below) = (unsafe { default.as_ref() }) else { return ffi::SQLITE_ERROR };
    let (Some(open_below), Some(place)) = (below.xOpen, own_place(below.szOsFile)) else { return ffi::SQLITE_ERROR };
    // SAFETY: SQLite's arguments go on unchanged; the memory at `file` is larger than the default file system needs.
    let code = unsafe { open_below(default, name, file, flags, flags_out) };
    // SAFETY: SQLite gave us a file.
    let functions = unsafe { (*file).pMethods };
    if code != ffi::SQLITE_OK || functions.is_null() || flags & ffi::SQLITE_OPEN_MAIN_DB == 0 {
        return code;
    }
    // SAFETY: the functions of an open file live for as long as it is open.
    let mut ours = unsafe { *functions };
    // Below 3 there is no mapping of the file into memory, which would go around us.
    ours.iVersion = ours.iVersion.min(2);
    ours.xRead = Some(read);
    ours.xWrite = Some(write);
    ours.xTruncate = Some(truncate);
    ours.xFileControl = Some(control);
    ours.xDeviceCharacteristics = Some(characteristics);
    // SAFETY: the memory behind the default file system's part is ours, large enough and aligned.
    unsafe {
        let own = file.cast::<u8>().add(place).cast::<Own>();
        own.write(Own { functions: ours, below: functions, has_sums: false, page_bytes: USUAL_PAGE });
        (*own).has_sums = says_sums(&*own, file);
        (*file).pMethods = &raw const (*own).functions;
    }
    ffi::SQLITE_OK
}

/// Whether the file says that its pages have sums: in its header, or, should that be damaged, by the mark on its first page.
///
/// # Safety
/// `file` is open.
unsafe fn says_sums(own: &Own, file: *mut ffi::sqlite3_file) -> bool {
    let mut head = [0; 100];
    // SAFETY: as our caller promises.
    unsafe { read_below(own, file, &mut head, 0) };
    if sum::is_declared(&head) {
        return true;
    }
    // 1 stands for 65,536, which two bytes cannot hold.
    let declared = match u16::from_be_bytes([head[16], head[17]]) {
        1 => 65_536,
        size => i64::from(size),
    };
    [declared, 4_096].into_iter().filter(|size| *size >= 512).any(|size| {
        let mut tail = [0; sum::BYTES];
        // SAFETY: as our caller promises.
        let code = unsafe { read_below(own, file, &mut tail, size - 8) };
        code == ffi::SQLITE_OK && sum::is_marked(&tail)
    })
}

/// Reads with the default file system.
///
/// # Safety
/// `file` is open.
unsafe fn read_below(own: &Own, file: *mut ffi::sqlite3_file, into: &mut [u8], offset: i64) -> c_int {
    // SAFETY: as in `open`.
    let read_below = unsafe { own.below.as_ref() }.and_then(|below| below.xRead);
    let (Some(read_below), Ok(amount)) = (read_below, c_int::try_from(into.len())) else {
        return ffi::SQLITE_IOERR_READ;
    };
    // SAFETY: the buffer is as long as we say.
    unsafe { read_below(file, into.as_mut_ptr().cast::<c_void>(), amount, offset) }
}

unsafe extern "C" fn read(file: *mut ffi::sqlite3_file, into: *mut c_void, amount: c_int, offset: i64) -> c_int {
    // SAFETY: SQLite calls this for files that `open` opened.
    let Some(own) = (unsafe { own_of(file) }) else { return ffi::SQLITE_IOERR_READ };
    let Ok(bytes) = usize::try_from(amount) else { return ffi::SQLITE_IOERR_READ };
    // SAFETY: SQLite's buffer is as long as it says, and nobody else uses it meanwhile.
    let page = unsafe { std::slice::from_raw_parts_mut(into.cast::<u8>(), bytes) };
    // SAFETY: the file is open.
    let code = unsafe { read_below(own, file, page, offset) };
    let number = u64::try_from(offset).ok().and_then(|offset| sum::page_number(bytes, offset));
    let Some(number) = number else { return code };
    if number == 1 && code == ffi::SQLITE_OK {
        // Another connection may have written the file anew, with sums.
        own.has_sums |= sum::is_declared(page) || sum::is_marked(page);
    }
    let is_whole = code == ffi::SQLITE_OK && sum::holds(page, number);
    // A file that ends within or before a page that SQLite counts on was cut; before its first page it is only empty.
    let is_cut = code == ffi::SQLITE_IOERR_SHORT_READ && number > 1;
    if own.has_sums && !is_whole && (code == ffi::SQLITE_OK || is_cut) {
        MET.set(Some(number));
        return ffi::SQLITE_IOERR_DATA;
    }
    code
}

unsafe extern "C" fn write(file: *mut ffi::sqlite3_file, from: *const c_void, amount: c_int, offset: i64) -> c_int {
    // SAFETY: SQLite calls this for files that `open` opened.
    let Some(own) = (unsafe { own_of(file) }) else { return ffi::SQLITE_IOERR_WRITE };
    // SAFETY: as in `open`.
    let write_below = unsafe { own.below.as_ref() }.and_then(|below| below.xWrite);
    let (Some(write_below), Ok(bytes)) = (write_below, usize::try_from(amount)) else { return ffi::SQLITE_IOERR_WRITE };
    let number = u64::try_from(offset).ok().and_then(|offset| sum::page_number(bytes, offset));
    if let Some(number) = number {
        // SAFETY: SQLite's buffer is as long as it says.
        let page = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), bytes) };
        if number == 1 {
            own.has_sums = sum::is_declared(page);
        } else if !own.has_sums {
            let mut head = [0; 100];
            // Another connection may have written the file anew, with sums.
            // SAFETY: the file is open.
            own.has_sums = unsafe { read_below(own, file, &mut head, 0) } == ffi::SQLITE_OK && sum::is_declared(&head);
        }
        if own.has_sums {
            own.page_bytes = bytes;
            // SAFETY: the file is open.
            let filled = unsafe { fill_to(own, file, offset) };
            if filled != ffi::SQLITE_OK {
                return filled;
            }
            // SAFETY: the file is open.
            return unsafe { write_summed(own, file, page, number) };
        }
    }
    // SAFETY: SQLite's arguments go on unchanged.
    unsafe { write_below(file, from, amount, offset) }
}

/// Writes a page with its sum. The page is SQLite's own and stays as it is.
///
/// # Safety
/// `file` is open.
unsafe fn write_summed(own: &Own, file: *mut ffi::sqlite3_file, page: &[u8], number: u64) -> c_int {
    let (mut usual, mut large) = ([0; USUAL_PAGE], Vec::new());
    let summed = match usual.get_mut(..page.len()) {
        Some(summed) => summed,
        None => {
            large.resize(page.len(), 0);
            &mut large[..]
        }
    };
    summed.copy_from_slice(page);
    sum::put(summed, number);
    // SAFETY: as in `open`.
    let write_below = unsafe { own.below.as_ref() }.and_then(|below| below.xWrite);
    let offset = i64::try_from((number - 1) * summed.len() as u64);
    let (Some(write_below), Ok(amount), Ok(offset)) = (write_below, c_int::try_from(summed.len()), offset) else {
        return ffi::SQLITE_IOERR_WRITE;
    };
    // SAFETY: the buffer is as long as we say.
    unsafe { write_below(file, summed.as_ptr().cast::<c_void>(), amount, offset) }
}

/// Writes empty pages with sums between the end of the file and this place. SQLite leaves pages out that were free again before
/// they were ever written; the system would put zeros there, and a copy of the file reads them.
///
/// # Safety
/// `file` is open.
unsafe fn fill_to(own: &Own, file: *mut ffi::sqlite3_file, offset: i64) -> c_int {
    // SAFETY: as in `open`.
    let Some(ask_size) = unsafe { own.below.as_ref() }.and_then(|below| below.xFileSize) else { return ffi::SQLITE_OK };
    let mut end = 0;
    // SAFETY: the file is open, and the number is ours.
    let code = unsafe { ask_size(file, &raw mut end) };
    if code != ffi::SQLITE_OK || end >= offset {
        return code;
    }
    let size = own.page_bytes as u64;
    let (Ok(end), Ok(offset)) = (u64::try_from(end), u64::try_from(offset)) else { return ffi::SQLITE_IOERR_WRITE };
    let empty = vec![0; own.page_bytes];
    for number in end.div_ceil(size)..offset / size {
        // SAFETY: the file is open.
        let code = unsafe { write_summed(own, file, &empty, number + 1) };
        if code != ffi::SQLITE_OK {
            return code;
        }
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: i64) -> c_int {
    // SAFETY: SQLite calls this for files that `open` opened.
    let Some(own) = (unsafe { own_of(file) }) else { return ffi::SQLITE_IOERR_TRUNCATE };
    if own.has_sums {
        // It makes files longer, too.
        // SAFETY: the file is open.
        let filled = unsafe { fill_to(own, file, size) };
        if filled != ffi::SQLITE_OK {
            return filled;
        }
    }
    // SAFETY: as in `open`.
    match unsafe { own.below.as_ref() }.and_then(|below| below.xTruncate) {
        // SAFETY: the file is open.
        Some(truncate_below) => unsafe { truncate_below(file, size) },
        None => ffi::SQLITE_IOERR_TRUNCATE,
    }
}

unsafe extern "C" fn control(file: *mut ffi::sqlite3_file, what: c_int, value: *mut c_void) -> c_int {
    // SAFETY: SQLite calls this for files that `open` opened.
    let Some(own) = (unsafe { own_of(file) }) else { return ffi::SQLITE_ERROR };
    if what == KEEP_SUMS {
        own.has_sums = true;
        return ffi::SQLITE_OK;
    }
    // SAFETY: as in `open`.
    match unsafe { own.below.as_ref() }.and_then(|below| below.xFileControl) {
        // SAFETY: SQLite's arguments go on unchanged.
        Some(control_below) => unsafe { control_below(file, what, value) },
        None => ffi::SQLITE_NOTFOUND,
    }
}

unsafe extern "C" fn characteristics(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: SQLite calls this for files that `open` opened.
    let below = unsafe { own_of(file).and_then(|own| own.below.as_ref()) };
    match below.and_then(|below| below.xDeviceCharacteristics) {
        // Pieces of pages have no sum: whole pages are asked for.
        // SAFETY: the file is open.
        Some(ask_below) => unsafe { ask_below(file) & !ffi::SQLITE_IOCAP_SUBPAGE_READ },
        None => 0,
    }
}
