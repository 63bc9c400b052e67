//! Competent authorities confirm disabilities (spec 4, 1.3 and 2.9). They have no account: who has the identifier that
//! went out in the letter is the authority.

pub mod confirm;
pub mod get;
