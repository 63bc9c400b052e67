//! The reader's profile (OPDS User Profile 1.0): the name, where it is changed, and how many books the reader
//! may still download.

use axum::response::Response;
use domain::readers::Reader;
use jiff::Timestamp;
use serde::Serialize;
use services::roles::{FromCaller as _, SignedIn};
use services::subscriptions::own::quota;

use crate::answer::written;
use crate::json::{self, Link};
use crate::media_types;
use crate::problem::Result;
use crate::stated::stated;
use crate::visitor::Visitor;

/// GET /profile: 401 for guests. Members' catalogs have none: they are read by sponsors.
pub(crate) async fn get(visitor: Visitor) -> Result<Response> {
    visitor.require_own_catalog()?;
    let user = SignedIn::from_caller(&visitor.caller)?;
    let profile = Profile::of(&user.reader, user.now(), visitor.root());
    Ok(written(json::written(&profile, 0)?, media_types::PROFILE))
}

/// A reader's profile.
#[derive(Serialize)]
struct Profile {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    links: [Link<'static, String>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    loans: Option<Loans>,
}

/// How many books the subscription allows in its time frame.
#[derive(Serialize)]
struct Loans {
    total: u32,
    available: u32,
}

impl Profile {
    fn of(reader: &Reader, now: Timestamp, root: &str) -> Self {
        let quota = quota(reader, now);
        let loans = quota.and_then(|quota| quota.allowed.zip(quota.left()));
        Self {
            name: Some(reader.account.display_name()).filter(|name| stated(name).is_some()),
            links: [Link::new(format!("{root}/account"), "edit", "text/html")],
            loans: loans.map(|(total, available)| Loans { total, available }),
        }
    }
}
