//! /system/organization-types and /system/reference-organizations: the library's lists about organizations.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::Sandbox;

const TYPES: &str = "/system/organization-types";
const LIST: &str = "/system/reference-organizations";

one! {
    async fn types_and_organizations_are_added_changed_and_removed(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let token = hidden_field(&administrator.read(TYPES).await, "token");
        let token = ("token", token.as_str());
        let form = [token, ("name", "two words"), ("description", "")];
        let wrong = administrator.post(TYPES, &form).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong), "{wrong}");
        for description in ["Eye clinic", "Clinic"] {
            let form = [token, ("name", "clinic"), ("description", description)];
            administrator.post(TYPES, &form).await.expect_status(303);
            let page = administrator.read(TYPES).await;
            assert!(page.contains("The type is saved.") && page.contains(description), "{page}");
        }
        let filled = administrator.read(&format!("{TYPES}?name=clinic")).await;
        assert!(filled.contains("value=\"clinic\"") && filled.contains("value=\"Clinic\""), "{filled}");

        // An organization of this type.
        let new = format!("{LIST}/new");
        let form = [
            token, ("referenceOrgId", "x/1 & 2"), ("name", "Harbor Eye Clinic"), ("organizationType", "clinic"),
            ("city", "Astoria"), ("state", "or"), ("country", "US"), ("locationCity", "Warrenton"),
        ];
        let added = administrator.post(&new, &form).await.expect_status(303).header("location").to_owned();
        let page = administrator.read(&added).await;
        assert!(page.contains("The organization is added.") && page.contains("value=\"US-OR\""), "{page}");
        let again = administrator.post(&new, &form).await.expect_status(400).text();
        assert!(has_tied_errors(&again) && again.contains("in the list already"), "{again}");
        let entry = format!("{LIST}/entry");
        let form = [
            token, ("referenceOrgId", "x/1 & 2"), ("name", "Harbor Clinic"), ("organizationType", "clinic"),
            ("state", "BY"), ("country", "US"),
        ];
        let wrong = administrator.post(&entry, &form).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong) && wrong.contains("ISO 3166-2 code of a state"), "{wrong}");
        let right = form.map(|(name, value)| (name, if name == "state" { "US-WA" } else { value }));
        administrator.post(&entry, &right).await.expect_status(303);
        let found = administrator.read(&format!("{LIST}?words=harbor+clinic")).await;
        assert!(found.contains("One organization") && found.contains("US-WA"), "{found}");

        // Both are removed after a question.
        for (path, field, value) in [(LIST, "id", "x/1 & 2"), (TYPES, "name", "clinic")] {
            let remove = format!("{path}/remove");
            let query = format!("{remove}?{field}={}", value.replace('&', "%26").replace(' ', "%20"));
            let question = administrator.read(&query).await;
            assert_eq!(hidden_field(&question, field).replace("&#38;", "&"), value);
            administrator.post(&remove, &[token, (field, value)]).await.expect_status(303);
            administrator.get(&query).await.expect_status(404);
            administrator.post(&remove, &[token, (field, value)]).await.expect_status(404);
        }
        let audit = administrator.read("/desk/audit?kind=changeReferenceOrganizations").await;
        assert!(audit.contains("POST /system/reference-organizations/remove"), "{audit}");

        let mut assistant = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let token = hidden_field(&assistant.read("/display").await, "token");
        let form = [("token", token.as_str()), ("name", "school"), ("description", "Mine"), ("id", "1")];
        for path in [TYPES, &new, &entry, &format!("{TYPES}/remove"), &format!("{LIST}/remove")] {
            assistant.post(path, &form).await.expect_status(403);
        }
    }
}
