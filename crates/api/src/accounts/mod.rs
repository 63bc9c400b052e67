//! Accounts, as membership staff manage them (document 3, "User accounts"; spec 4, 1.7).

mod lookup;

pub use lookup::{held, named};
