//! The real program as a process, for what only a process can show: signals, locks, restarts.
