//! /system/organization-types and /system/reference-organizations: the library's lists about organizations.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Parts, Reply, Sandbox, post_form_parts};

const TYPES: &str = "/system/organization-types";
const LIST: &str = "/system/reference-organizations";

/// Uploads a file of organizations.
pub(super) async fn upload_list(sandbox: &Sandbox, administrator: &mut Reader<'_>, rows: &[u8]) -> Reply {
    let path = format!("{LIST}/import");
    let token = hidden_field(&administrator.read(&path).await, "token");
    let parts = Parts::default().text("token", &token).text("organizationType", "school");
    let call = post_form_parts(sandbox, &path, parts.file("file", "list.csv", rows).end());
    administrator.send(call).await
}

one! {
    async fn a_file_of_organizations_is_imported_after_a_preview(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let rows = b"referenceOrgId,name,organizationType,state,country\nf-1,Quartz School,,OR,US\nf-2,,castle,ZZ,US\n";
        let reply = upload_list(sandbox, &mut administrator, rows).await.expect_status(303);
        let preview = reply.header("location").to_owned();
        let page = administrator.read(&preview).await;
        assert!(page.contains("One new organization") && page.contains("line 3: "), "{page}");
        assert!(page.contains("name: is required; state: must be an ISO 3166-2 code of the country"), "{page}");
        let found = format!("{LIST}?words=quartz+school");
        assert!(administrator.read(&found).await.contains("There are no such organizations"));
        let (token, kind) = (hidden_field(&page, "token"), hidden_field(&page, "organizationType"));
        let form = [("token", token.as_str()), ("organizationType", kind.as_str())];
        let path = preview.split('?').next().unwrap();
        let mut assistant = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        assistant.get(path).await.expect_status(403);
        let imported = administrator.post(path, &form).await.expect_status(303);
        assert_eq!(imported.header("location"), LIST);
        assert!(administrator.read(LIST).await.contains("except for the rows with faults"));
        assert!(administrator.read(&found).await.contains("One organization"));
        let again = administrator.post(path, &form).await.expect_status(303);
        assert_eq!(again.header("location"), format!("{LIST}/import"));
        assert!(administrator.read(again.header("location")).await.contains("imported already"));
        let audit = administrator.read("/desk/audit?kind=changeReferenceOrganizations").await;
        assert!(audit.contains("POST /system/reference-organizations/import/{id}"), "{audit}");
    }

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
