//! Waiting for accepted changes, and what their history must say.

use serde_json::Value;

use crate::support::{User, eventually};

/// A title's history, the oldest event first.
pub async fn history(user: &User<'_>, title: i64) -> Vec<Value> {
    let reply = user.get(&format!("/v2/titles/{title}/history")).await.expect_status(200);
    let mut events = reply.json["titleEvents"].as_array().unwrap().clone();
    events.reverse();
    events
}

/// The events with one of these actions.
pub fn events_with_actions<'a>(events: &'a [Value], actions: &[&str]) -> Vec<&'a Value> {
    events.iter().filter(|event| actions.contains(&event["action"].as_str().unwrap())).collect()
}

/// Waits until `count` changes of a title's metadata have been applied, and returns the whole history.
pub async fn wait_for_history(user: &User<'_>, title: i64, count: usize) -> Vec<Value> {
    eventually(&format!("{count} changes of {title} are applied"), async || {
        let events = history(user, title).await;
        let applied = events_with_actions(&events, &["metadataUpdated", "artifactUpdated"]).len();
        if applied >= count { Ok(events) } else { Err(Value::from(events)) }
    })
    .await
}

/// Waits until `count` changes of a title's metadata have been applied, and returns the title.
pub async fn wait_for_title(user: &User<'_>, title: i64, count: usize) -> Value {
    wait_for_history(user, title, count).await;
    user.get(&format!("/v2/titles/{title}")).await.expect_status(200).json
}
