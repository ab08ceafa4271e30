//! The service around the core: HTTP, authentication, the commit queue, the command line.

pub mod app;
pub mod auth;
pub mod charts;
pub mod cli;
pub mod commit;
pub mod config;
pub mod csv_file;
pub mod csv_text;
pub mod demo;
pub mod documents;
pub mod engine;
pub mod http;
pub mod identity;
pub mod import;
pub mod jobs;
pub mod observe;
pub mod plaintext;
pub mod proving;
pub mod recurrence;
pub mod run;
pub mod seeds;
pub mod sheet_file;
pub mod today;
pub mod verifying;
