//! The conventions of the interface (documents 1 and 4, 4.9 to 4.12), each in its own room.

pub mod caller;
pub mod cors;
pub mod created;
pub mod description;
pub mod errors;
pub mod faults;
pub mod input;
pub mod json;
pub mod limits;
pub mod links;
pub mod listing;
pub mod multipart;
pub mod normalize;
pub mod paging;
pub mod params;
pub mod patch;
pub mod path;
pub mod roles;
pub mod upload;
pub mod values;
