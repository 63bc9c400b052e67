//! Who is signed in (spec 4, 1.3).

pub mod get;
