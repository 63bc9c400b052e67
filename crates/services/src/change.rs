//! What a request changes of one field.

pub use domain::change::Change;
