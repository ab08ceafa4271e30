//! The HTTP edge.

pub mod body;
pub mod conditional;
pub mod context;
pub mod idempotency;
pub mod input;
pub mod json;
pub mod landing;
pub mod layers;
pub mod page;
pub mod path;
pub mod prefer;
pub mod problem;
pub mod query;
pub mod schema;
pub mod transport;
