//! GET and PUT /v2/myOrganization/members/{userIdentifier}/preferences.

use serde_json::{Value, json};

use super::member;
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn a_sponsor_sets_how_a_member_reads(sandbox: Sandbox) {
        let (sponsor, olive) = (User::sign_in(sandbox, "sponsor").await, User::sign_in(sandbox, "orgMember").await);
        let path = format!("{}/preferences", member(sandbox, "orgMember"));
        let before = sponsor.get(&path).await.expect_status(200);
        assert_eq!(before.link("self"), format!("{}{path}", sandbox.base()));
        assert_eq!((&before.json["format"], &before.json["allowAdultContent"]), (&Value::Null, &json!(false)));
        assert_eq!(before.json["allows"], json!(["PUT"]));
        let form = [
            ("format", "EPUB3"), ("brailleFormat", "embossable"), ("brailleCellLineWidth", "28"), ("useUeb", "true"),
            ("language", "deu"), ("showAllBooks", "false"),
        ];
        let after = sponsor.put(&path, &form).await.expect_status(200);
        assert_eq!((&after.json["brailleCellLineWidth"], &after.json["useUeb"]), (&json!(28), &json!(true)));
        assert_eq!(sponsor.get(&path).await.expect_status(200).json, after.json);
        let mut own = olive.get("/v2/myAccount/preferences").await.expect_status(200).json;
        own["links"] = after.json["links"].clone();
        assert_eq!(own, after.json, "the member's own are the same");
        let summary = sponsor.get(&member(sandbox, "orgMember")).await.expect_status(200).json;
        assert_eq!((&summary["preferredFormat"]["formatId"], &summary["language"]), (&json!("EPUB3"), &json!("deu")));
        sponsor.put(&path, &[("brailleFormat", "refreshable")]).await.expect_error(400, "CONFLICTING_PARAMETERS");
        sponsor.put(&path, &[("format", "HTML")]).await.expect_error(400, "INVALID_FORMAT");
        olive.get(&path).await.expect_error(403, "NOT_SPONSOR");
        sponsor.get(&format!("{}/preferences", member(sandbox, "individual"))).await.expect_error(404, "USER_NOT_FOUND");
    }
}
