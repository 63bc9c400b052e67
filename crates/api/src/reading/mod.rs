//! Reading activity of the caller (document 2, "Reading activity"): open to every user who can see the title
//! (spec 4, 1.4).

pub mod position;
pub mod record;
