//! The reader's profile (OPDS User Profile 1.0): the name, where it is changed, and how many books the reader
//! may still download.

use domain::Reader;
use jiff::Timestamp;
use serde::Serialize;
use services::subscriptions::own::active_quota;

use crate::answer::document_response;
use crate::json::{self, Link};
use crate::non_blank::non_blank;
use crate::{Result, Visitor, media_types};

/// GET /profile: 401 for guests. Members' catalogs have none, because they are read by sponsors.
pub(crate) async fn show_profile(visitor: Visitor) -> Result {
    visitor.require_own_catalog()?;
    let reader = visitor.op.reader()?;
    let profile = ReaderProfile::from_reader(reader, visitor.op.now, visitor.root_url());
    Ok(document_response(json::to_bytes(&profile, 0)?, media_types::PROFILE))
}

#[derive(Serialize)]
struct ReaderProfile {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    links: [Link<'static, String>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    loans: Option<LoanAllowance>,
}

/// The number of books that the subscription allows in its time frame.
#[derive(Serialize)]
struct LoanAllowance {
    total: u32,
    available: u32,
}

impl ReaderProfile {
    fn from_reader(reader: &Reader, now: Timestamp, root: &str) -> Self {
        let quota = active_quota(reader, now);
        let loans = quota.and_then(|quota| quota.allowed.zip(quota.books_left()));
        Self {
            name: Some(reader.account.display_name()).filter(|name| non_blank(name).is_some()),
            links: [Link::new(format!("{root}/account"), "edit", "text/html")],
            loans: loans.map(|(total, available)| LoanAllowance { total, available }),
        }
    }
}
