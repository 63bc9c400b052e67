//! Addresses outside the interface that deliver bytes: packages and single files by signed ticket, covers
//! by name (spec 4, 4.1 point 4). They need no key and no token.

pub mod cover;
pub mod fetch;
pub mod range;
pub mod validators;
