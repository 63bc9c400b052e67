//! PUT /v2/titles/{serviceId} (docs/rules/titles.md#rule-7).

use reqwest::Method;
use serde_json::{Value, json};

use super::changes::{events_with_actions, history, wait_for_history, wait_for_title};
use crate::one;
use crate::support::{Sandbox, User};

fn path(id: i64) -> String {
    format!("/v2/titles/{id}")
}

/// Every field of the form but those that are numbers of something else, with a value for each.
const ALL_FIELDS: [(&str, &str); 73] = [
    ("title", "  The Wrong Box "),
    ("subtitle", "A Comedy"),
    ("synopsis", "Two brothers,\none bet."),
    ("seriesTitle", "Tontines"),
    ("seriesSubtitle", "Old Bets"),
    ("seriesNumber", "2a"),
    ("copyrightHolder", "Holder & Sons"),
    ("edition", "Second edition"),
    ("publisher", "Longbox"),
    ("externalCategoryCode", "X-1"),
    ("notes", "Scanned twice.\nPage 9 is missing."),
    ("comments", "after the erratum"),
    ("productIdentifier", "P-100"),
    ("lexileCode", "HL"),
    ("lexileNumber", "820"),
    ("isbn13", "0-306-40615-2"),
    ("authors", "Lloyd Osbourne"),
    ("authors", "Stevenson, Robert Louis"),
    ("abridgers", "Abe Ridger"),
    ("adapters", "Ada Pter"),
    ("arrangers", "Arr Anger"),
    ("composers", "Com Poser"),
    ("coWriters", "Co Writer"),
    ("editors", "Ed Itor"),
    ("editors", "Martin King, Jr."),
    ("epilogueBys", "Epi Logue"),
    ("forewardBys", "Fore Word"),
    ("illustrators", "Ill Ustrator"),
    ("introductionBys", "Intro Duction"),
    ("lyricists", "Ly Ricist"),
    ("transcribers", "Trans Criber"),
    ("translators", "Trans Lator"),
    ("copyrightDate", "1889"),
    ("readingAgeMinimum", "9"),
    ("readingAgeMaximum", "12"),
    ("numPages", "283"),
    ("adultContent", "TRUE"),
    ("allowRecommend", "false"),
    ("hasChordSymbols", "1"),
    ("marrakeshEligible", "true"),
    ("marrakeshPODException", "true"),
    ("availableToDemo", "true"),
    ("availableWorldwide", "false"),
    ("hasEmbeddedImageDescriptions", "true"),
    ("nimacRestricted", "true"),
    ("categories", "humor of the sea"),
    ("categories", "essays AND memoir"),
    ("bisacCategories", "lco010000"),
    ("bisacCategories", "FICTION / Literary"),
    ("themaCategories", "ffc"),
    ("themaCategories", "1DDU-GB-ESL"),
    ("countries", "gb"),
    ("countries", "CA"),
    ("languages", "eng"),
    ("languages", "FRE"),
    ("grades", "5"),
    ("grades", "K"),
    ("relatedIsbns", "9780306406157"),
    ("relatedIsbns", "979-99-00000-13-5"),
    ("instruments", "Viola"),
    ("instruments", "Harp"),
    ("states", "ON"),
    ("states", "GB-SCT"),
    ("contentWarnings", "violence"),
    ("contentWarnings", "drugs"),
    ("usageRestriction", "creativeCommons"),
    ("musicScoreType", "openScore"),
    ("quality", "good"),
    ("key", "D minor"),
    ("movementNumber", "3"),
    ("movementTitle", "Presto"),
    ("opus", "12"),
    ("originCountry", "gb"),
];

/// The scheme of Thema codes in the catalog for reading apps.
const THEMA: &str = "https://ns.editeur.org/thema/";

/// The record after that.
fn expected_record() -> Value {
    json!({
        "title": "The Wrong Box", "subtitle": "A Comedy", "synopsis": "Two brothers,\none bet.",
        "seriesTitle": "Tontines", "seriesSubtitle": "Old Bets", "seriesNumber": "2a",
        "copyrightHolder": "Holder & Sons", "edition": "Second edition", "publisher": "Longbox",
        "externalCategoryCode": "X-1", "notes": "Scanned twice.\nPage 9 is missing.", "lexileCode": "HL",
        "lexileNumber": "820", "isbn13": "9780306406157", "copyrightDate": "1889", "readingAgeMinimum": 9,
        "readingAgeMaximum": 12, "numPages": 283, "adultContent": true, "allowRecommend": false,
        "hasChordSymbols": true, "marrakeshAvailable": true, "marrakeshPODException": true, "nimac": true,
        "countries": ["CA", "GB"], "languages": ["eng", "fra"], "relatedIsbns": ["9799900000135"],
        "instruments": "Viola, Harp", "contentWarnings": ["violence", "drugs"], "musicScoreType": "openScore",
        "key": "D minor", "movementNumber": "3", "movementTitle": "Presto", "opus": "12", "originCountry": "GB",
        "vocalParts": "SAB", "copyright": "1889 Holder & Sons",
        "usageRestriction": {"name": "Creative Commons", "restrictionCode": "creativeCommons", "usageRestrictionId": "3"},
    })
}

fn names(list: &Value, member: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|one| one[member].as_str().unwrap().to_owned()).collect()
}

fn contributors(title: &Value) -> Vec<(String, String)> {
    let list = title["contributors"].as_array().unwrap();
    list.iter()
        .map(|one| {
            (
                one["type"].as_str().unwrap().to_owned(),
                one["name"]["displayName"].as_str().unwrap().to_owned(),
            )
        })
        .collect()
}

one! {
    async fn every_field_is_changed(sandbox: Sandbox) {
        let (staff, id) = (User::sign_in(sandbox, "collectionAssistant").await, sandbox.title("mending"));
        let form: Vec<_> = ALL_FIELDS.into_iter().chain([("vocalParts", "sab")]).collect();
        let reply = staff.put(&path(id), &form).await.expect_status(202).json;
        assert_eq!((&reply["key"], &reply["links"]), (&json!("SUCCESS"), &json!([])));
        assert!(reply["messages"][0].is_string());
        let title = wait_for_title(&staff, id, 1).await;
        for (name, value) in expected_record().as_object().unwrap() {
            assert_eq!(&title[name], value, "{name}");
        }
        let people = contributors(&title);
        let of_type = |kind: &str| -> Vec<&str> {
            people.iter().filter(|(one, _)| one == kind).map(|(_, name)| name.as_str()).collect()
        };
        assert_eq!(of_type("author"), ["Lloyd Osbourne", "Robert Louis Stevenson"]);
        assert_eq!(of_type("editor"), ["Ed Itor", "Martin King, Jr."]);
        for (kind, name) in [
            ("abridger", "Abe Ridger"), ("adapter", "Ada Pter"), ("arranger", "Arr Anger"), ("composer", "Com Poser"),
            ("coWriter", "Co Writer"), ("epilogueBy", "Epi Logue"), ("forwardBy", "Fore Word"),
            ("illustrator", "Ill Ustrator"), ("introductionBy", "Intro Duction"), ("lyricist", "Ly Ricist"),
            ("transcriber", "Trans Criber"), ("translator", "Trans Lator"),
        ] {
            assert_eq!(of_type(kind), [name], "{kind}");
        }
        assert_eq!(people.len(), 16);
        let categories = title["categories"].as_array().unwrap();
        assert_eq!(names(&title["categories"], "name")[..2], ["humor of the sea", "Essays and Memoir"]);
        let codes: Vec<&str> = categories.iter().filter_map(|one| one["code"].as_str()).filter(|code| !code.is_empty()).collect();
        assert_eq!(codes, ["LCO010000", "FIC019000"]);
        assert_eq!(names(&title["grades"], "gradeCode"), ["5", "K"]);

        // Thema codes are in the catalog for reading apps; no field of /v2 shows them.
        let catalog = |path: &str| sandbox.call(Method::GET, &format!("/opds{path}/titles/{id}"));
        let publication = catalog("").send().await.expect_status(200).json;
        let subjects = publication["metadata"]["subject"].as_array().unwrap().iter();
        let thema: Vec<Value> = subjects.filter(|one| one["scheme"] == THEMA).cloned().collect();
        let subject = |code: &str| json!({"name": code, "code": code, "scheme": THEMA});
        assert_eq!(thema, [subject("FFC"), subject("1DDU-GB-ESL")]);
        let older = catalog("/v1.2").send().await.expect_status(200).text();
        assert!(older.contains(&format!("<category term=\"FFC\" scheme=\"{THEMA}\" label=\"FFC\"/>")), "{older}");

        // The history says who, what, when and why.
        let events = history(&staff, id).await;
        let two = events_with_actions(&events, &["metadataUpdateRequested", "metadataUpdated"]);
        assert_eq!(two.len(), 2);
        for event in two {
            assert_eq!(event["comment"], "after the erratum");
            assert_eq!(event["personName"], event["personName"].as_str().unwrap().trim());
            assert_eq!(event["format"], Value::Null);
        }
        assert_eq!(title["lastUpdated"], events.last().unwrap()["date"]);

        // Readers find it by what it says now, and the new category is there.
        let found = staff.get("/v2/catalog?keyword=tontines").await.expect_status(200).json;
        assert_eq!(found["titles"][0]["serviceId"], id);
        let found = staff.get("/v2/catalog?category=humor+of+the+sea").await.expect_status(200).json;
        assert_eq!(found["totalResults"], 1);
    }

    async fn omitted_fields_stay_and_an_empty_value_clears(sandbox: Sandbox) {
        let (staff, id) = (User::sign_in(sandbox, "administrator").await, sandbox.title("music"));
        let before = staff.get(&path(id)).await.expect_status(200).json;
        staff.put(&path(id), &ALL_FIELDS).await.expect_status(202);
        let full = wait_for_title(&staff, id, 1).await;
        assert_eq!(full["synopsis"], "Two brothers,\none bet.");

        // A JSON body is accepted like a form; null is empty.
        let body = json!({
            "api_key": sandbox.key("app"), "subtitle": null, "synopsis": "", "isbn13": null, "copyrightDate": "",
            "authors": [""], "editors": ["Only One"], "categories": [], "bisacCategories": [""], "numPages": null,
            "musicScoreType": "", "instruments": [""], "readingAgeMinimum": null, "grades": "", "contentWarnings": [""],
            "states": [""], "relatedIsbns": null, "productIdentifier": "", "hasChordSymbols": "", "opus": null,
            "copyrightHolder": "", "lexileCode": "", "key": null, "quality": "", "originCountry": "", "adultContent": false,
        });
        let call = sandbox.call(Method::PUT, &path(id)).bearer(staff.token());
        call.json(&body).send().await.expect_status(202);
        let title = wait_for_title(&staff, id, 2).await;
        for member in ["subtitle", "synopsis", "isbn13", "copyrightDate", "numPages", "musicScoreType", "instruments",
            "readingAgeMinimum", "hasChordSymbols", "opus", "copyrightHolder", "copyright", "lexileCode", "key", "originCountry"] {
            assert_eq!(title[member], Value::Null, "{member}");
        }
        for member in ["authors", "grades", "contentWarnings", "relatedIsbns"] {
            assert_eq!(title[member], json!([]), "{member}");
        }
        // An empty JSON list clears, too.
        assert_eq!(names(&title["categories"], "name"), Vec::<String>::new());
        assert_eq!(title["adultContent"], false);
        let people = contributors(&title);
        assert!(people.contains(&("editor".into(), "Only One".into())) && !people.iter().any(|(kind, _)| kind == "author"));
        assert!(people.contains(&("composer".into(), "Com Poser".into())));
        for member in ["title", "seriesTitle", "lexileNumber", "movementTitle", "languages", "countries", "readingAgeMaximum"] {
            assert_eq!(title[member], full[member], "{member}");
        }
        for member in ["serviceId", "site", "status", "publishDate", "titleContentType", "formatStatuses", "artifacts"] {
            assert_eq!(title[member], before[member], "{member}");
        }
    }

    async fn countries_that_are_named_are_the_only_ones(sandbox: Sandbox) {
        let (staff, id) = (User::sign_in(sandbox, "collectionAssistant").await, sandbox.title("publicDomain"));
        let all = staff.get(&path(id)).await.expect_status(200).json["countries"].as_array().unwrap().len();
        assert!(all > 200, "it may go everywhere");
        staff.put(&path(id), &[("countries", "CA")]).await.expect_status(202);
        assert_eq!(wait_for_title(&staff, id, 1).await["countries"], json!(["CA"]));
        sandbox.guest(&format!("{}/EPUB3", path(id))).send().await.expect_error(403, "COUNTRY_RESTRICTED");
        staff.put(&path(id), &[("availableWorldwide", "true")]).await.expect_status(202);
        assert_eq!(wait_for_title(&staff, id, 2).await["countries"].as_array().unwrap().len(), all);
        sandbox.guest(&format!("{}/EPUB3", path(id))).send().await.expect_status(202);
    }

    async fn all_faults_are_reported_together_and_nothing_is_changed(sandbox: Sandbox) {
        let (staff, id) = (User::sign_in(sandbox, "collectionAssistant").await, sandbox.title("mending"));
        let before = staff.get(&path(id)).await.json;
        let long = "x".repeat(256);
        let bad = [
            ("title", "", "INVALID_PARAMETER"),
            ("publisher", long.as_str(), "INVALID_PARAMETER"),
            ("isbn13", "9780306406158", "INVALID_ISBN"),
            ("relatedIsbns", "123", "INVALID_ISBN"),
            ("lexileCode", "ZZ", "INVALID_PARAMETER"),
            ("authors", "two\nlines", "INVALID_PARAMETER"),
            ("copyrightDate", "911", "INVALID_PARAMETER"),
            ("readingAgeMinimum", "-1", "INVALID_PARAMETER"),
            ("readingAgeMaximum", "old", "INVALID_PARAMETER"),
            ("numPages", "many", "INVALID_PARAMETER"),
            ("adultContent", "perhaps", "INVALID_PARAMETER"),
            ("allowRecommend", "", "INVALID_PARAMETER"),
            ("marrakeshPODException", "x", "INVALID_PARAMETER"),
            ("hasChordSymbols", "x", "INVALID_PARAMETER"),
            ("countries", "Atlantis", "INVALID_COUNTRY"),
            ("originCountry", "XX", "INVALID_COUNTRY"),
            ("languages", "english", "INVALID_LANGUAGE"),
            ("grades", "99", "INVALID_PARAMETER"),
            ("themaCategories", "FICTION / Literary", "INVALID_PARAMETER"),
            ("contentWarnings", "boredom", "INVALID_PARAMETER"),
            ("usageRestriction", "free", "INVALID_PARAMETER"),
            ("musicScoreType", "quartet", "INVALID_PARAMETER"),
            ("quality", "poor", "INVALID_PARAMETER"),
            ("vocalParts", "SATX", "INVALID_PARAMETER"),
        ];
        // Those that are looked up, or are next to others, are judged when each value can be read.
        let looked_up = [
            ("languages", "", "INVALID_PARAMETER"),
            ("countries", "", "INVALID_PARAMETER"),
            ("bisacCategories", "ABC999999", "INVALID_PARAMETER"),
            ("states", "ZZ", "INVALID_PARAMETER"),
            ("states", "US-ZZ", "INVALID_PARAMETER"),
        ];
        for (name, value, key) in bad.into_iter().chain(looked_up) {
            let form = [(name, value), ("edition", "Never")];
            let reply = staff.put(&path(id), &form).await.expect_error(400, key);
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with(&format!("{name}: ")), "{}", reply.json);
        }
        for forms in [&bad[..], &looked_up[..4]] {
            let form: Vec<_> = forms.iter().map(|(name, value, _)| (*name, *value)).collect();
            let reply = staff.put(&path(id), &form).await.expect_status(400).json;
            let said: Vec<&str> = reply["messages"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
            assert_eq!(said.len(), form.len(), "{said:#?}");
            for (name, _) in form {
                assert!(said.iter().any(|message| message.starts_with(&format!("{name}: "))), "{name} in {said:#?}");
            }
        }
        let call = sandbox.call(Method::PUT, &path(id)).bearer(staff.token());
        let nested = json!({"api_key": sandbox.key("app"), "title": {"a": 1}});
        call.json(&nested).send().await.expect_error(400, "BAD_REQUEST");
        assert_eq!(staff.get(&path(id)).await.json, before);
        assert_eq!(events_with_actions(&history(&staff, id).await, &["metadataUpdateRequested"]).len(), 0);
    }

    async fn reading_ages_are_judged_by_all_that_was_accepted(sandbox: Sandbox) {
        let (staff, id) = (User::sign_in(sandbox, "collectionAssistant").await, sandbox.title("mending"));
        let put = async |form: &[(&str, &str)]| staff.put(&path(id), form).await;
        put(&[("readingAgeMinimum", "9"), ("readingAgeMaximum", "8")]).await.expect_error(400, "INVALID_PARAMETER");
        // One after the other, without waiting: each is judged as if those before it had been applied.
        put(&[("readingAgeMaximum", "15")]).await.expect_status(202);
        put(&[("readingAgeMinimum", "15")]).await.expect_status(202);
        put(&[("readingAgeMaximum", "14")]).await.expect_error(400, "INVALID_PARAMETER");
        put(&[("readingAgeMinimum", "7")]).await.expect_status(202);
        put(&[("readingAgeMaximum", "8")]).await.expect_status(202);
        let title = wait_for_title(&staff, id, 4).await;
        assert_eq!((&title["readingAgeMinimum"], &title["readingAgeMaximum"]), (&json!(7), &json!(8)));
    }

    async fn a_product_identifier_belongs_to_one_title_of_a_collection(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let (first, second) = (sandbox.title("mending"), sandbox.title("music"));
        let put = async |id: i64, product: &str| staff.put(&path(id), &[("productIdentifier", product)]).await;
        put(first, "P-7").await.expect_status(202);
        // At once, whether it has been applied or not.
        put(second, "P-7").await.expect_error(409, "PRODUCT_IDENTIFIER_EXISTS");
        put(first, "P-7").await.expect_status(202);
        put(first, "P-8").await.expect_status(202);
        put(second, "P-7").await.expect_status(202);
        put(first, "P-7").await.expect_error(409, "PRODUCT_IDENTIFIER_EXISTS");
        put(second, "").await.expect_status(202);
        put(first, "P-7").await.expect_status(202);
        // Another collection has its own.
        let lab = User::sign_in(sandbox, "labAssistant").await;
        lab.put(&path(sandbox.title("labOnly")), &[("productIdentifier", "P-7")]).await.expect_status(202);
        assert_eq!(events_with_actions(&wait_for_history(&staff, first, 4).await, &["metadataUpdated"]).len(), 4);
        wait_for_history(&staff, second, 2).await;
        // A refused change has left nothing.
        assert_eq!(events_with_actions(&history(&staff, first).await, &["metadataUpdateRequested"]).len(), 4);
    }

    async fn titles_in_any_state_are_changed_by_their_own_staff_alone(sandbox: Sandbox) {
        let (withdrawn, shared, lab) = (sandbox.title("withdrawn"), sandbox.title("labShared"), sandbox.title("labOnly"));
        let form = [("notes", "changed")];
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        staff.put(&path(withdrawn), &form).await.expect_status(202);
        let title = wait_for_title(&staff, withdrawn, 1).await;
        assert_eq!((&title["notes"], &title["status"]), (&json!("changed"), &json!("withdrawn")));

        let call = || sandbox.call(Method::PUT, &path(withdrawn));
        call().form(&form).send().await.expect_error(403, "INVALID_API_KEY");
        call().query(&[("api_key", sandbox.key("app"))]).form(&form).send().await.expect_error(401, "UNAUTHORIZED");
        for user in ["individual", "sponsor", "primaryContact", "orgMember", "membershipAssistant", "volunteer"] {
            // Missing rights are reported before invalid parameters.
            let user = User::sign_in(sandbox, user).await;
            user.put(&path(withdrawn), &[("title", "")]).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        }
        staff.put(&path(lab), &form).await.expect_error(404, "TITLE_NOT_FOUND");
        staff.put(&path(shared), &form).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        staff.put("/v2/titles/999999999", &form).await.expect_error(404, "TITLE_NOT_FOUND");
        staff.put("/v2/titles/nothing", &form).await.expect_error(404, "TITLE_NOT_FOUND");
        User::sign_in(sandbox, "labAssistant").await.put(&path(shared), &form).await.expect_status(202);
        let administrator = User::sign_in(sandbox, "administrator").await;
        administrator.put(&path(lab), &form).await.expect_status(202);
        assert_eq!(wait_for_title(&administrator, lab, 1).await["notes"], "changed");
        let text = sandbox.call(Method::PUT, &path(lab)).query(&[("api_key", sandbox.key("app"))]).bearer(staff.token());
        text.header("content-type", "text/plain").body("notes=x").send().await.expect_error(415, "UNSUPPORTED_MEDIA_TYPE");
    }
}
