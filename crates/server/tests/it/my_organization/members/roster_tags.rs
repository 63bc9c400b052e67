//! GET and POST /v2/myOrganization/rosterTags.

use serde_json::{Value, json};

use super::TAGS;
use crate::one;
use crate::support::{Reply, Sandbox, User};

fn schools(reply: &Reply) -> Vec<&Value> {
    reply.json["rosterTags"].as_array().unwrap().iter().map(|tag| &tag["schoolName"]).collect()
}

one! {
    async fn tags_are_added_and_listed_newest_first(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let north = sponsor.post(TAGS, &[("districtName", " North ")]).await.expect_status(201);
        assert_eq!((&north.json["districtName"], &north.json["schoolName"]), (&json!("North"), &Value::Null));
        assert!(north.json["rosterTagId"].is_i64());
        let location = north.header("location").to_owned();
        assert_eq!(north.link("self"), location);
        let both = [("districtName", "North"), ("schoolName", "High")];
        sponsor.post(TAGS, &both).await.expect_status(201);
        let all = sponsor.get(TAGS).await.expect_status(200);
        assert_eq!(schools(&all)[..2], [&json!("High"), &Value::Null]);
        assert_eq!((&all.json["totalResults"], &all.json["limit"], &all.json["allows"]), (&json!(4), &json!(10), &json!(["POST"])));
        let up = sponsor.get(&format!("{TAGS}?direction=asc&limit=2")).await.expect_status(200);
        assert!(schools(&up).contains(&&json!("Main building")));
        let rest = sponsor.get(&up.link("next")).await.expect_status(200);
        assert_eq!((schools(&rest), &rest.json["next"]), (vec![&Value::Null, &json!("High")], &Value::Null));
        let one = sponsor.get(location.strip_prefix(sandbox.base()).unwrap()).await.expect_status(200);
        assert_eq!(one.json["rosterTags"], json!([north.json]));
        assert_eq!(one.json["totalResults"], 1);
    }

    async fn bad_tags_are_refused(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        sponsor.post(TAGS, &[]).await.expect_error(400, "MISSING_PARAMETER");
        sponsor.post(TAGS, &[("schoolName", "")]).await.expect_error(400, "MISSING_PARAMETER");
        sponsor.post(TAGS, &[("schoolName", &"x".repeat(256))]).await.expect_error(400, "INVALID_PARAMETER");
        let same = [("districtName", "Clatsop"), ("schoolName", "Main building")];
        sponsor.post(TAGS, &same).await.expect_error(409, "ROSTER_TAG_EXISTS");
        sponsor.get(&format!("{TAGS}?direction=up")).await.expect_error(400, "INVALID_PARAMETER");
        sponsor.get(&format!("{TAGS}?start=x")).await.expect_error(400, "INVALID_START");
        let other = User::sign_in(sandbox, "orgMember").await;
        other.get(TAGS).await.expect_error(403, "NOT_SPONSOR");
        other.post(TAGS, &[]).await.expect_error(403, "NOT_SPONSOR");
    }
}
