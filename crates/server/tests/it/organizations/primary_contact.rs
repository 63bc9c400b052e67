//! PUT /v2/organizations/{organizationId}/primaryContact.

use serde_json::json;

use super::{account, lab_library, record_without, school, staff};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn staff_name_another_sponsor(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let (path, id) = (format!("{}/primaryContact", school(sandbox)), account(sandbox, "sponsor"));
        let reply = assistant.put(&path, &[("userIdentifier", id)]).await.expect_status(200).json;
        let known = json!({
            "userAccountId": id, "title": "Teacher", "emailAddress": sandbox.user("sponsor")["username"],
            "phoneNumber": reply["phoneNumber"], "language": reply["language"], "allowAdultContent": true,
            "roles": ["organizationSponsor"], "site": "service", "hasAgreement": true, "locked": false, "deleted": false,
            "canDownload": true, "allows": ["PUT"],
            "links": [{"rel": "self", "href": format!("{}/v2/accounts/{id}", sandbox.base())}],
        });
        assert_eq!(record_without(&reply, &["name"]), known);
        assert_eq!((&reply["name"]["firstName"], &reply["name"]["lastName"]), (&json!("Sam"), &json!("Whitlock")));
        assert_eq!(assistant.get(&school(sandbox)).await.json["primaryContact"], reply);

        let (old, new) = (User::sign_in(sandbox, "primaryContact").await, User::sign_in(sandbox, "sponsor").await);
        old.put("/v2/myOrganization", &[("city", "Bend")]).await.expect_error(403, "NOT_PRIMARY_CONTACT");
        new.put("/v2/myOrganization", &[("city", "Bend")]).await.expect_status(200);
    }

    async fn the_sponsor_may_be_called_by_user_name(sandbox: Sandbox) {
        let admin = staff(sandbox, "administrator").await;
        let path = format!("{}/primaryContact", school(sandbox));
        let name = sandbox.user("sponsor")["username"].as_str().unwrap().to_uppercase();
        let reply = admin.put(&path, &[("userIdentifier", &name)]).await.expect_status(200);
        assert_eq!(reply.json["userAccountId"], account(sandbox, "sponsor"));
    }

    async fn only_sponsors_of_the_organization_speak_for_it(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let path = format!("{}/primaryContact", school(sandbox));
        for name in ["individual", "orgMember", "membershipAssistant", "labIndividual"] {
            let form = [("userIdentifier", account(sandbox, name))];
            assistant.put(&path, &form).await.expect_error(404, "USER_NOT_FOUND");
        }
        assistant.put(&path, &[("userIdentifier", "nobody")]).await.expect_error(404, "USER_NOT_FOUND");
        assistant.put(&path, &[]).await.expect_error(400, "MISSING_PARAMETER");
        let contact = &assistant.get(&school(sandbox)).await.json["primaryContact"];
        assert_eq!(contact["userAccountId"], account(sandbox, "primaryContact"), "nothing has changed");
        let form = [("userIdentifier", account(sandbox, "sponsor"))];
        for elsewhere in ["/v2/organizations/demo-library/primaryContact", "/v2/organizations/nothing/primaryContact"] {
            let reply = assistant.put(elsewhere, &form).await;
            assert_eq!(reply.status, 404, "{elsewhere}");
        }
        let lab = lab_library(sandbox).await;
        let reply = assistant.put(&format!("{lab}/primaryContact"), &form).await;
        reply.expect_error(404, "ORGANIZATION_NOT_FOUND");
    }
}
