//! Change of one field by a request.

pub use domain::change::Change;
