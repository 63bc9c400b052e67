//! What every way in over HTTP shares: sending a file of the library, counting requests, and where a request
//! comes from. The operations themselves are in `services`, which knows no HTTP.

mod address;
mod cors;
pub mod files;
mod limits;

pub use address::{ClientAddress, peer};
pub use cors::cors;
pub use limits::Limits;
