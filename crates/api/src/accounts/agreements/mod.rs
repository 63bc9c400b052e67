//! The signed agreements of an account, as membership staff keep them (document 3).

pub mod create;
pub mod expire;
pub mod get;
pub mod list;
