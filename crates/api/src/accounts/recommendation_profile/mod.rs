//! What somebody wants to be recommended, as membership staff read and set it (document 3; spec 4, 1.7).

pub mod get;
pub mod put;
