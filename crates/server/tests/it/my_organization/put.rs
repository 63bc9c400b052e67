//! PUT /v2/myOrganization.

use serde_json::{Value, json};

use super::ORGANIZATION;
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn the_primary_contact_changes_what_is_sent(sandbox: Sandbox) {
        let (contact, sponsor) = (User::sign_in(sandbox, "primaryContact").await, User::sign_in(sandbox, "sponsor").await);
        let form = [
            ("organizationName", " Harbor Academy "), ("address1", "9 Dock Street"), ("address2", "Floor 2"),
            ("city", "Seaside"), ("state", "wa"), ("postalCode", "97138"), ("phoneNumber", "555 0100"),
            ("website", "https://harbor.example"), ("safeSearch", "True"), ("allowSearchDownloads", "1"),
        ];
        let before = contact.get(ORGANIZATION).await.json;
        let after = contact.put(ORGANIZATION, &form).await.expect_status(200).json;
        assert_eq!(after["organizationName"], "Harbor Academy");
        let address = json!({
            "address1": "9 Dock Street", "address2": "Floor 2", "city": "Seaside", "state": "US-WA", "country": "US",
            "postalCode": "97138",
        });
        assert_eq!(after["address"], address);
        assert_eq!((&after["phoneNumber"], &after["webSite"]), (&json!("555 0100"), &json!("https://harbor.example")));
        assert_eq!((&after["safeSearch"], &after["allowSearchDownloads"]), (&json!(true), &json!(true)));
        for same in ["organizationType", "primaryContact", "links", "hasServicePlus", "allows"] {
            assert_eq!(after[same], before[same], "{same}");
        }
        let seen = sponsor.get(ORGANIZATION).await.json;
        assert_eq!(seen["organizationName"], "Harbor Academy");
        let nothing = contact.put(ORGANIZATION, &[]).await.expect_status(200).json;
        assert_eq!(nothing, after);
    }

    async fn an_empty_value_clears_a_nullable_field(sandbox: Sandbox) {
        let contact = User::sign_in(sandbox, "primaryContact").await;
        let before = contact.get(ORGANIZATION).await.expect_status(200).json["address"].clone();
        let names = ["address2", "state", "phoneNumber", "website"];
        let form: Vec<(&str, &str)> = names.iter().map(|name| (*name, "")).collect();
        let cleared = contact.put(ORGANIZATION, &form).await.expect_status(200).json;
        for name in ["address2", "state"] {
            assert_eq!(cleared["address"][name], Value::Null, "{name}");
        }
        for name in ["address1", "city", "postalCode"] {
            assert!(before[name].is_string() && cleared["address"][name] == before[name], "{name}");
        }
        assert_eq!((&cleared["phoneNumber"], &cleared["webSite"]), (&Value::Null, &Value::Null));
        assert_eq!(cleared["address"]["country"], "US");
        // Fields that a new organization requires (docs/rules/organizations.md#rule-10) stay.
        let names =
            ["organizationName", "address1", "city", "postalCode", "country", "safeSearch", "allowSearchDownloads"];
        let form: Vec<(&str, &str)> = names.iter().map(|name| (*name, "")).collect();
        let reply = contact.put(ORGANIZATION, &form).await.expect_error(400, "INVALID_PARAMETER");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), names.len(), "all together");
    }

    async fn a_state_is_of_the_country(sandbox: Sandbox) {
        let contact = User::sign_in(sandbox, "primaryContact").await;
        let moved = contact.put(ORGANIZATION, &[("country", "ca")]).await.expect_status(200).json;
        assert_eq!((&moved["address"]["country"], &moved["address"]["state"]), (&json!("CA"), &Value::Null));
        contact.put(ORGANIZATION, &[("state", "OR")]).await.expect_error(400, "INVALID_PARAMETER");
        contact.put(ORGANIZATION, &[("country", "Canada")]).await.expect_error(400, "INVALID_COUNTRY");
        contact.put(ORGANIZATION, &[("website", "javascript:alert(1)")]).await.expect_error(400, "INVALID_PARAMETER");
        contact.put(ORGANIZATION, &[("safeSearch", "maybe")]).await.expect_error(400, "INVALID_PARAMETER");
        let home = contact.put(ORGANIZATION, &[("country", "US"), ("state", "US-OR")]).await.expect_status(200).json;
        assert_eq!(home["address"]["state"], "US-OR");
    }

    async fn only_sponsors_change_their_organization(sandbox: Sandbox) {
        let form = [("organizationName", "Mine")];
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        sponsor.put(ORGANIZATION, &form).await.expect_error(403, "NOT_PRIMARY_CONTACT");
        sponsor.put(ORGANIZATION, &[("country", "x")]).await.expect_error(403, "NOT_PRIMARY_CONTACT");
        for user in ["individual", "orgMember", "membershipAssistant", "administrator"] {
            User::sign_in(sandbox, user).await.put(ORGANIZATION, &form).await.expect_error(403, "NOT_SPONSOR");
        }
        assert_eq!(sponsor.get(ORGANIZATION).await.json["organizationName"], sandbox.demo["organization"]["name"]);
    }
}
