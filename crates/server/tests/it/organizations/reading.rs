//! GET /v2/organizations/{organizationId}.

use serde_json::{Value, json};

use super::{ORGANIZATIONS, account, lab_library, lab_staff, record_without, school, staff};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn the_whole_organization_is_returned(sandbox: Sandbox) {
        let reply = staff(sandbox, "membershipAssistant").await.get(&school(sandbox)).await.expect_status(200);
        let address = format!("{}{}", sandbox.base(), school(sandbox));
        let expected = json!({
            "organizationName": sandbox.demo["organization"]["name"],
            "organizationId": sandbox.demo["organization"]["organizationId"],
            "address": {
                "address1": "1 Pier Road", "address2": null, "city": "Astoria", "state": "US-OR", "country": "US",
                "postalCode": "97103",
            },
            "phoneNumber": "+1 503 555 0199",
            "webSite": "https://school.sandbox.example",
            "organizationType": "school",
            "subscriptionType": "organization",
            "site": "service",
            "hasOrgAgreement": true,
            "hasServicePlus": true,
            "hasReadingCompanion": false,
            "safeSearch": false,
            "allowSearchDownloads": false,
            "links": [{"rel": "self", "href": address}, {"rel": "members", "href": format!("{address}/members")}],
            "allows": ["PUT"],
        });
        assert_eq!(record_without(&reply.json, &["primaryContact"]), expected);
        let contact = &reply.json["primaryContact"];
        let known = json!({
            "userAccountId": account(sandbox, "primaryContact"), "title": "Librarian",
            "emailAddress": sandbox.user("primaryContact")["username"], "phoneNumber": "+1 503 555 0134",
            "roles": ["organizationSponsor"], "site": "service", "hasAgreement": true, "locked": false, "deleted": false,
            "canDownload": true, "allowAdultContent": true, "allows": ["PUT"], "language": contact["language"],
        });
        assert_eq!(record_without(contact, &["name", "links"]), known);
        assert_eq!((&contact["name"]["firstName"], &contact["name"]["lastName"]), (&json!("Petra"), &json!("Vance")));
        let own = format!("{}/v2/accounts/{}", sandbox.base(), account(sandbox, "primaryContact"));
        assert_eq!(contact["links"], json!([{"rel": "self", "href": own}]));
    }

    async fn an_organization_may_have_nobody_to_speak_for_it(sandbox: Sandbox) {
        let library = format!("{ORGANIZATIONS}/demo-library");
        let reply = staff(sandbox, "membershipAssistant").await.get(&library).await.expect_status(200);
        assert_eq!(reply.json["primaryContact"], Value::Null);
    }

    async fn a_contact_who_is_locked_is_shown_so(sandbox: Sandbox) {
        sandbox.command(&["admin", "users", "disable", sandbox.user("primaryContact")["username"].as_str().unwrap()]);
        let reply = staff(sandbox, "membershipAssistant").await.get(&school(sandbox)).await.expect_status(200);
        let contact = &reply.json["primaryContact"];
        assert_eq!((&contact["locked"], &contact["canDownload"]), (&json!(true), &json!(false)));
    }

    async fn those_of_another_site_do_not_exist(sandbox: Sandbox) {
        let lab = lab_library(sandbox).await;
        let (assistant, there) = (staff(sandbox, "membershipAssistant").await, lab_staff(sandbox).await);
        assistant.get(&lab).await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        there.get(&school(sandbox)).await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        assert_eq!(there.get(&lab).await.expect_status(200).json["site"], "lab");
        let admin = staff(sandbox, "administrator").await;
        for path in [lab, school(sandbox)] {
            assert_eq!(admin.get(&path).await.expect_status(200).json["allows"], json!(["PUT"]));
        }
        for unknown in ["nothing", "demo-school%00", "%F0%9F%93%9A"] {
            let reply = admin.get(&format!("{ORGANIZATIONS}/{unknown}")).await;
            assert_eq!(reply.status, 404, "{unknown}: {}", reply.text());
        }
        admin.get(&format!("{ORGANIZATIONS}/nothing")).await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        let sponsor = User::sign_in(sandbox, "primaryContact").await.with_key_of("privileged");
        sponsor.get(&school(sandbox)).await.expect_error(403, "FORBIDDEN");
    }
}
