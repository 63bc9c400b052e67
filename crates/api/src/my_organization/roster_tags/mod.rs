//! Districts and schools by which a roster is sorted (document 2, "Roster tag").

pub mod create;
pub mod list;
