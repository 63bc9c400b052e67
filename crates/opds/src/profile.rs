//! The reader's profile (OPDS User Profile 1.0): the name, where it is changed, and how many books the reader
//! may still download.

use axum::response::Response;
use domain::readers::Reader;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use services::roles::{FromCaller as _, SignedIn};
use services::subscriptions::own::quota;

use crate::answer::written;
use crate::json::put;
use crate::media_types;
use crate::problem::{Problem, Result};
use crate::visitor::Visitor;

/// GET /profile: 401 for guests. Members' catalogs have none: they are read by sponsors.
pub(crate) async fn get(visitor: Visitor) -> Result<Response> {
    if visitor.base.member.is_some() {
        return Err(Problem::not_found());
    }
    let user = SignedIn::from_caller(&visitor.caller)?;
    Ok(written(document(&user.reader, user.now(), visitor.root()).to_string(), media_types::PROFILE))
}

fn document(reader: &Reader, now: Timestamp, root: &str) -> Value {
    let mut all = Map::new();
    put(&mut all, "name", Some(&reader.account.display_name()));
    all.insert(
        "links".into(),
        json!([{"rel": "edit", "href": format!("{root}/account"), "type": "text/html"}]),
    );
    let quota = quota(reader, now);
    if let Some((total, available)) = quota.and_then(|quota| quota.allowed.zip(quota.left())) {
        all.insert("loans".into(), json!({"total": total, "available": available}));
    }
    all.into()
}
