//! Shared parts of the HTTP interfaces: sending and receiving files, counting requests, and client addresses.
//! The operations themselves are in `services`, which is independent of HTTP.

mod address;
pub mod bounds;
mod cors;
mod encoding;
pub mod files;
pub mod incoming;
mod limits;
mod offload;
pub mod places;

pub use address::{ClientAddress, peer};
pub use cors::cors;
pub use encoding::encoded;
pub use limits::Limits;
pub use offload::compose;
