//! GET /v2/titles/{serviceId} (docs/rules/records.md#rule-9, docs/rules/records.md#rule-10).

use serde_json::{Value, json};

use crate::one;
use crate::support::{Sandbox, link};

/// Members of the summary (docs/rules/records.md#rule-9).
const SUMMARY: [&str; 37] = [
    "allows", "serviceId", "title", "subtitle", "synopsis", "authors", "editors", "composers", "lyricists",
    "arrangers", "translators", "contributors", "isbn13", "seriesTitle", "seriesNumber", "instruments",
    "vocalParts", "copyrightDate", "publishDate", "dateAdded", "formats", "formatStatuses",
    "titleContentType", "available", "languages", "contentWarnings", "categories", "readingAgeMinimum",
    "readingAgeMaximum", "numImages", "lexileCode", "lexileNumber", "nimac", "owner", "site",
    "titleAccessAlerts", "links",
];

/// The members that the detail adds (docs/rules/records.md#rule-10).
const DETAIL: [&str; 25] = [
    "adultContent", "allowRecommend", "marrakeshAvailable", "marrakeshPODException", "artifacts",
    "copyright", "copyrightHolder", "edition", "externalCategoryCode", "key", "movementNumber",
    "movementTitle", "musicScoreType", "notes", "opus", "originCountry", "publisher", "seriesSubtitle",
    "countries", "grades", "hasChordSymbols", "numPages", "relatedIsbns", "replacementId",
    "usageRestriction",
];

/// The members that the complete record adds (docs/rules/records.md#rule-11).
const COMPLETE: [&str; 7] =
    ["dtbookSize", "lastUpdated", "proofreader", "status", "submitter", "titleSource", "withdrawalDate"];

fn path(sandbox: &Sandbox, title: &str) -> String {
    format!("/v2/titles/{}", sandbox.title(title))
}

fn codes(record: &Value) -> Vec<&str> {
    record["titleAccessAlerts"].as_array().unwrap().iter().map(|a| a["code"].as_str().unwrap()).collect()
}

one! {
    async fn every_member_is_there_and_no_other(sandbox: Sandbox) {
        let reply = sandbox.guest(&path(sandbox, "publicDomain")).send().await.expect_status(200);
        let record = reply.json.as_object().unwrap();
        for name in SUMMARY.iter().chain(&DETAIL) {
            assert!(record.contains_key(*name), "{name} is missing");
        }
        for name in record.keys() {
            assert!(SUMMARY.contains(&name.as_str()) || DETAIL.contains(&name.as_str()), "{name} is not in the spec");
        }
    }

    async fn values_have_the_types_that_clients_read(sandbox: Sandbox) {
        let reply = sandbox.guest(&path(sandbox, "publicDomain")).send().await.expect_status(200);
        let title = &reply.json;
        assert_eq!(title["serviceId"], json!(sandbox.title("publicDomain")));
        assert_eq!(title["title"], "The Count at Anstey Ferry");
        assert_eq!(title["copyrightDate"], "1911");
        assert_eq!(title["isbn13"], "9799900000012");
        assert_eq!(title["languages"], json!(["eng"]));
        assert_eq!(title["usageRestriction"]["name"], "Public Domain");
        assert_eq!(title["usageRestriction"]["restrictionCode"], "publicDomain");
        assert_eq!(title["usageRestriction"]["usageRestrictionId"], "2");
        assert_eq!(title["authors"][0]["firstName"], "Margery");
        assert_eq!(title["authors"][0]["lastName"], "Hale");
        assert_eq!(title["contributors"][0]["type"], "author");
        assert_eq!(title["contributors"][0]["name"]["displayName"], "Margery Tolland Hale");
        let ids: Vec<&str> = title["formats"].as_array().unwrap().iter().map(|f| f["formatId"].as_str().unwrap()).collect();
        assert!(ids.contains(&"EPUB3") && ids.contains(&"DAISY"), "{ids:?}");
        let categories = title["categories"].as_array().unwrap();
        assert_eq!(categories[0]["categoryType"], "Service");
        assert_eq!(categories.last().unwrap()["categoryType"], "BISAC");
        assert!(categories.last().unwrap()["code"].is_string());
        assert!(title["countries"].as_array().unwrap().len() > 200, "worldwide is all codes");
        let date = title["publishDate"].as_str().unwrap();
        assert!(date.len() == 20 && date.ends_with('Z'), "{date}");
        assert!(title.get("externalFormats").is_none() && title.get("musicLayout").is_none());
    }

    async fn links_are_absolute_and_typed(sandbox: Sandbox) {
        let reply = sandbox.guest(&path(sandbox, "publicDomain")).send().await.expect_status(200);
        for each in reply.json["links"].as_array().unwrap() {
            assert!(each["href"].as_str().unwrap().starts_with(sandbox.base()), "{each}");
            let image = ["coverimage", "thumbnail"].contains(&each["rel"].as_str().unwrap());
            assert_eq!(each.get("type").and_then(Value::as_str), image.then_some("image/jpeg"), "{each}");
        }
        for rel in ["coverimage", "thumbnail"] {
            let image = sandbox.get(&reply.link(rel)).send().await.expect_status(200);
            assert_eq!(image.header("content-type"), "image/jpeg");
            assert_eq!(&image.bytes[..3], [0xff, 0xd8, 0xff], "{rel}");
        }
    }

    async fn a_reader_in_order_may_have_a_copyright_title(sandbox: Sandbox) {
        let reply = sandbox.call_signed_in("individual", &path(sandbox, "copyright")).await.send().await.expect_status(200);
        assert_eq!(reply.json["available"], true);
        assert_eq!(reply.json["allows"], json!(["GET"]));
        assert_eq!(reply.json["titleAccessAlerts"], json!([]));
        assert!(reply.link("download").ends_with("/{format}"));
    }

    async fn alerts_say_what_is_missing(sandbox: Sandbox) {
        let reply = sandbox.call_signed_in("unqualified", &path(sandbox, "copyright")).await.send().await.expect_status(200);
        assert_eq!(reply.json["available"], false);
        assert_eq!(codes(&reply.json), ["AGREEMENT_MISSING", "SUBSCRIPTION_MISSING", "POD_MISSING"]);
        let alert = &reply.json["titleAccessAlerts"][0];
        assert_eq!(alert["level"], "error");
        assert!(alert["message"].as_str().unwrap().len() > 10);
        assert_eq!(alert["links"], json!([]));
        assert!(link(&reply.json, "download").is_none());
    }

    async fn each_closed_title_says_why(sandbox: Sandbox) {
        for (user, title, code) in [
            ("minor", "adult", "ADULT_CONTENT"),
            ("individual", "nimac", "NIMAC_RESTRICTED"),
            ("individual", "countryRestricted", "COUNTRY_RESTRICTED"),
            ("individual", "withdrawn", "TITLE_NOT_LIVE"),
            ("volunteer", "copyright", "ROLE_NOT_ALLOWED"),
        ] {
            let reply = sandbox.call_signed_in(user, &path(sandbox, title)).await.send().await.expect_status(200);
            assert_eq!(reply.json["available"], false, "{user} {title}");
            assert!(codes(&reply.json).contains(&code), "{user} {title}: {:?}", codes(&reply.json));
        }
        let reply = sandbox.guest(&path(sandbox, "copyright")).send().await.expect_status(200);
        assert!(codes(&reply.json).contains(&"LOGIN_REQUIRED"));
    }

    async fn a_sponsors_download_link_asks_for_the_member(sandbox: Sandbox) {
        let reply = sandbox.call_signed_in("sponsor", &path(sandbox, "copyright")).await.send().await.expect_status(200);
        assert_eq!(reply.json["available"], true);
        assert!(reply.link("download").ends_with("/{format}?forUser={userAccountId}"));
    }

    async fn an_assigned_title_opens_for_the_member(sandbox: Sandbox) {
        let reply = sandbox.call_signed_in("orgMember", &path(sandbox, "copyright")).await.send().await.expect_status(200);
        assert_eq!(reply.json["available"], true, "{}", reply.json["titleAccessAlerts"]);
        let other = sandbox.call_signed_in("orgMember", &path(sandbox, "mending")).await.send().await.expect_status(200);
        assert_eq!(other.json["available"], false);
        assert!(codes(&other.json).contains(&"NOT_ASSIGNED"));
    }

    async fn collection_staff_get_the_complete_record(sandbox: Sandbox) {
        for user in ["collectionAssistant", "administrator"] {
            let reply = sandbox.call_signed_in(user, &path(sandbox, "withdrawn")).await.send().await.expect_status(200);
            for name in SUMMARY.iter().chain(&DETAIL).chain(&COMPLETE) {
                assert!(reply.json.get(*name).is_some(), "{user}: {name} is missing");
            }
            assert_eq!(reply.json["status"], "withdrawn");
            assert!(reply.json["lastUpdated"].is_string());
            assert!(reply.json["withdrawalDate"].is_string());
            assert!(reply.link("history").ends_with("/history") && reply.link("titleSource").ends_with("/source"));
            assert_eq!(reply.json["allows"], json!(["GET", "PUT", "DELETE"]), "{user}");
        }
        let reply = sandbox.call_signed_in("labAssistant", &path(sandbox, "labShared")).await.send().await.expect_status(200);
        assert!(reply.json.get("status").is_some());
        let reply = sandbox.call_signed_in("collectionAssistant", &path(sandbox, "labShared")).await.send().await;
        assert!(reply.expect_status(200).json.get("status").is_none(), "another site's title");
    }

    async fn unknown_titles_are_404(sandbox: Sandbox) {
        for path in ["/v2/titles/999999999", "/v2/titles/nothing", "/v2/titles/0", "/v2/titles/-1", "/v2/titles/1e3"] {
            sandbox.guest(path).send().await.expect_error(404, "TITLE_NOT_FOUND");
        }
    }
}
