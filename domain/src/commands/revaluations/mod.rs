//! Commands on revaluations.

pub mod run;
