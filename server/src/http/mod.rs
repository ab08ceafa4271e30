//! The HTTP edge.

pub mod body;
pub mod context;
pub mod input;
pub mod json;
pub mod landing;
pub mod layers;
pub mod problem;
pub mod schema;
pub mod transport;
