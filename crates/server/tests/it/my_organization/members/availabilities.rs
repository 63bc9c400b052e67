//! GET /v2/myOrganization/titleAvailabilities/{serviceId}.

use serde_json::{Value, json};

use super::{MEMBERS, account, add, admin, member, names, walk};
use crate::one;
use crate::support::{Sandbox, User, link};

const LIST: &str = "memberTitleAvailabilities";

fn title(sandbox: &Sandbox, name: &str) -> String {
    format!("/v2/myOrganization/titleAvailabilities/{}", sandbox.title(name))
}

/// Family name and codes of the alerts of each member of a page.
fn alerts(page: &Value) -> Vec<(&str, Vec<&str>)> {
    let mut rows = Vec::new();
    for item in page[LIST].as_array().unwrap() {
        let codes =
            item["titleAccessAlerts"].as_array().unwrap().iter().map(|alert| alert["code"].as_str().unwrap());
        rows.push((item["name"]["lastName"].as_str().unwrap(), codes.collect()));
    }
    rows
}

one! {
    async fn every_member_has_a_row_with_the_reasons(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "sponsor").await;
        let unproven = add(&sponsor, &[("lastName", "Aaron"), ("onQuickList", "false")]).await.expect_status(201);
        let page = sponsor.get(&title(sandbox, "copyright")).await.expect_status(200);
        assert_eq!((&page.json["totalResults"], &page.json["allows"]), (&json!(9), &Value::Null));
        let rows = alerts(&page.json);
        assert_eq!(rows[0], ("Aaron", vec!["POD_MISSING"]));
        assert!(rows[1..].iter().all(|(_, codes)| codes.is_empty()), "{rows:?}");
        let (aaron, olive) = (&page.json[LIST][0], &page.json[LIST][7]);
        assert_eq!(link(aaron, "download"), None);
        let mine = format!("{}/v2/titles/{}/{{format}}?forUser={}", sandbox.base(), sandbox.title("copyright"), account(sandbox, "orgMember"));
        assert_eq!(link(olive, "download"), Some(mine));
        assert_eq!(link(olive, "self"), Some(format!("{}{}", sandbox.base(), member(sandbox, "orgMember"))));
        let mut members: Vec<&str> = olive.as_object().unwrap().keys().map(String::as_str).collect();
        members.sort_unstable();
        let all = [
            "allows", "assigned", "dateOfBirth", "disabilities", "emailAddress", "grade", "links", "name", "onQuickList",
            "plans", "preferredFormat", "roles", "titleAccessAlerts", "userAccountId", "userName",
        ];
        assert_eq!(members, all);
        assert_eq!((&olive["grade"], &olive["plans"], &olive["disabilities"]), (&json!("6"), &json!(["iep"]), &json!(["learning"])));
        let alert = &aaron["titleAccessAlerts"][0];
        assert_eq!((&alert["level"], &alert["links"]), (&json!("error"), &json!([])));

        // A download responds with what the rows say.
        for (item, status) in [(aaron, 403), (olive, 202)] {
            let path = format!("/v2/titles/{}/EPUB3?forUser={}", sandbox.title("copyright"), item["userAccountId"].as_str().unwrap());
            sponsor.get(&path).await.expect_status(status);
        }
        let proof = [("disabilityType", "visual")];
        sponsor.put(&format!("{MEMBERS}/{}", unproven.json["userAccountId"].as_str().unwrap()), &proof).await.expect_status(200);
        let page = sponsor.get(&title(sandbox, "copyright")).await.expect_status(200);
        assert_eq!(alerts(&page.json)[0], ("Aaron", vec![]));
    }

    async fn titles_block_whom_they_must(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let all_of = async |name: &str| {
            let page = sponsor.get(&format!("{}?limit=100", title(sandbox, name))).await.expect_status(200);
            let rows = alerts(&page.json);
            assert_eq!(rows.len(), 8, "{name}");
            let blocked: Vec<(String, String)> =
                rows.iter().filter(|(_, codes)| !codes.is_empty()).map(|(last, codes)| ((*last).to_owned(), codes.join(" "))).collect();
            blocked
        };
        assert_eq!(all_of("publicDomain").await, []);
        assert!(all_of("adult").await.iter().all(|(_, codes)| codes == "ADULT_CONTENT"), "all are minors");
        assert_eq!(all_of("adult").await.len(), 8);
        let nimac = all_of("nimac").await;
        assert!(nimac.iter().all(|(last, codes)| last != "Marsh" && codes == "NIMAC_RESTRICTED"), "she has a plan: {nimac:?}");
        assert!(nimac.iter().any(|(last, _)| last == "Reyes"), "section 504 alone does not count");
        assert!(all_of("countryRestricted").await.iter().all(|(_, codes)| codes == "COUNTRY_RESTRICTED"));
        assert_eq!(all_of("countryRestricted").await.len(), 8);
        assert_eq!(all_of("labShared").await, []);
    }

    async fn assigned_ones_are_distinguished(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let (path, id) = (title(sandbox, "audio"), account(sandbox, "orgMember2"));
        let assign = format!("/v2/assignedTitles/{id}");
        sponsor.post(&assign, &[("serviceId", &sandbox.title("audio").to_string())]).await.expect_status(200);
        let page = sponsor.get(&format!("{path}?limit=100")).await.expect_status(200);
        for item in page.json[LIST].as_array().unwrap() {
            assert_eq!(item["assigned"], item["userAccountId"] == id, "{item}");
            assert_eq!(item["titleAccessAlerts"], json!([]), "what is only worth knowing does not block");
        }
    }

    async fn rows_are_sorted_and_narrowed_like_members(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        sponsor.put(&member(sandbox, "orgMember"), &[("onQuickList", "true")]).await.expect_status(200);
        let tags = sponsor.get("/v2/myOrganization/rosterTags").await.expect_status(200);
        let tag = |school: &str| {
            let tags = tags.json["rosterTags"].as_array().unwrap();
            tags.iter().find(|tag| tag["schoolName"] == school).unwrap()["rosterTagId"].to_string()
        };
        let (main, annex) = (tag("Main building"), tag("Riverside annex"));
        let path = title(sandbox, "copyright");
        for (query, expected) in [
            ("direction=desc&grade=7".to_owned(), vec!["Larsen", "Fairchild"]),
            (format!("schoolId={main}"), vec!["Brandt", "Fairchild", "Jung"]),
            (format!("schoolId={annex}&grade=6"), vec!["Delgado"]),
            (format!("districtId={main}"), vec!["Brandt", "Delgado", "Fairchild", "Haddad", "Jung", "Larsen"]),
            ("districtId=99999".to_owned(), vec![]),
            ("sponsorList=myQuickList".to_owned(), vec!["Marsh"]),
            ("sortOrder=school&sponsorList=orgMembers".to_owned(), vec!["Brandt", "Fairchild", "Jung", "Delgado", "Haddad", "Larsen", "Marsh", "Reyes"]),
        ] {
            assert_eq!(walk(&sponsor, &format!("{path}?limit=2&{query}"), LIST).await, expected, "{query}");
        }
        for bad in ["districtId=x", "schoolId=", "grade=18", "sponsorList=x"] {
            let reply = sponsor.get(&format!("{path}?{bad}")).await;
            if bad == "schoolId=" { reply.expect_status(200); } else { reply.expect_error(400, "INVALID_PARAMETER"); }
        }
        let page = sponsor.get(&format!("{path}?limit=2")).await.expect_status(200);
        assert_eq!(names(&page.json, LIST).len(), 2);
        let start = page.json["next"].as_str().unwrap();
        let other = title(sandbox, "audio");
        sponsor.get(&format!("{other}?start={start}")).await.expect_error(400, "INVALID_START");
        sponsor.get(&format!("{MEMBERS}?start={start}")).await.expect_error(400, "INVALID_START");
    }

    async fn a_title_that_is_not_there_has_no_rows(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        sponsor.get(&title(sandbox, "labOnly")).await.expect_error(404, "TITLE_NOT_FOUND");
        for bad in ["1", "x", "999999999999999"] {
            let path = format!("/v2/myOrganization/titleAvailabilities/{bad}");
            sponsor.get(&path).await.expect_error(404, "TITLE_NOT_FOUND");
        }
        User::sign_in(sandbox, "membershipAssistant").await.get(&title(sandbox, "copyright")).await.expect_error(403, "NOT_SPONSOR");
    }
}
