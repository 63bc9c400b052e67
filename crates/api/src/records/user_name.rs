use crate::http::Link;

/// A user name that is taken (docs/rules/records.md#rule-36).
#[endpoint::record]
pub struct UserNameRecord {
    /// As in the request.
    pub user_name: String,
    /// self.
    pub links: Vec<Link>,
}
