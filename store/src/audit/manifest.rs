//! The manifest of a copy: what it holds, so that who restores it can tell.
