//! How many movements were costed or gone over, for tests of how often that is begun anew.

use std::cell::Cell;

thread_local!(static COSTED: Cell<usize> = const { Cell::new(0) });
thread_local!(static WALKED: Cell<usize> = const { Cell::new(0) });

pub fn begin() {
    COSTED.set(0);
    WALKED.set(0);
}

pub fn walk() {
    WALKED.set(WALKED.get() + 1);
}

pub fn walked() -> usize {
    WALKED.get()
}

pub fn one() {
    COSTED.set(COSTED.get() + 1);
}

pub fn done() -> usize {
    COSTED.get()
}
