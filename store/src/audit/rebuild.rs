//! Rebuilding.
