//! The conventions of the interface (documents 1 and 4, 4.9 to 4.12), each in its own room.

pub mod caller;
pub mod created;
pub mod errors;
pub mod gate;
pub mod input;
pub mod json;
pub mod limits;
pub mod links;
pub mod normalize;
pub mod paging;
pub mod params;
pub mod path;
pub mod roles;
pub mod values;
