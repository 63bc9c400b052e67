use serde::Serialize;
use utoipa::ToSchema;

use crate::http::Link;

/// A user name that is taken (docs/rules/records.md#rule-36).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserNameRecord {
    /// As in the request.
    pub user_name: String,
    /// self.
    pub links: Vec<Link>,
}
