//! Shared parts of the HTTP interfaces: sending and receiving files, counting requests, bounding the
//! work for guests, and the networks of clients. The operations themselves are in `services`, which is
//! independent of HTTP.

mod address;
pub mod bounds;
pub mod callers;
mod cors;
mod encoding;
pub mod files;
pub mod guests;
pub mod incoming;
mod items;
mod limits;
mod network_counts;
mod offload;
pub mod places;

pub use address::{request_network, request_peer};
pub use cors::add_cors_headers;
pub use encoding::percent_encode;
pub use guests::Guests;
pub use items::{item_address, path_param};
pub use limits::RequestLimits;
pub use network_counts::{CountedNetwork, NetworkCounts};
pub use offload::compose_response;
