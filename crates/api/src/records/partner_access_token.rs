use jiff::Timestamp;
use services::drive::DriveTokens;

use crate::http::Link;
use crate::{Api, routes};

/// A token for the partner's drive (docs/rules/documents.md#rule-5).
#[endpoint::record]
pub struct PartnerAccessToken {
    /// For the drive's own API.
    pub access_token: String,
    /// Remaining validity in seconds.
    pub expires_in: i64,
    /// self.
    pub links: Vec<Link>,
}

impl PartnerAccessToken {
    pub fn new(api: &Api, tokens: &DriveTokens, now: Timestamp) -> Self {
        Self {
            access_token: tokens.access.clone(),
            expires_in: tokens.expires.duration_since(now).as_secs().max(0),
            links: vec![Link::new("self", api.absolute_url(routes::PARTNER_ACCESS_TOKEN))],
        }
    }
}
