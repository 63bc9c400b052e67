//! What subscriptions a site offers (document 3; spec 4, 1.7).

pub mod list;
