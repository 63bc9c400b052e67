//! GET /v2/myRecommendations (docs/rules/recommendations.md#rule-3).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::one;
use crate::support::{Reply, Sandbox, User, package};

const PATH: &str = "/v2/myRecommendations?limit=100";
const PROFILE: &str = "/v2/myAccount/recommendationProfile";

/// The titles that `individual2` of the sandbox has read.
const READ: [&str; 3] = ["mending", "copyright", "creativeCommons"];

async fn list_recommended(user: &User<'_>) -> Vec<Value> {
    titles(&user.get(PATH).await.expect_status(200))
}

fn titles(reply: &Reply) -> Vec<Value> {
    reply.json["recommendedTitles"].as_array().unwrap().clone()
}

fn ids(titles: &[Value]) -> Vec<i64> {
    titles.iter().map(|title| title["serviceId"].as_i64().unwrap()).collect()
}

/// Names of categories, contributors and the series.
fn features(title: &Value) -> BTreeSet<String> {
    let names = |list: &Value, name: fn(&Value) -> &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|item| name(item).as_str().unwrap().to_owned()).collect()
    };
    let mut features = names(&title["categories"], |category| &category["name"]);
    features.extend(names(&title["contributors"], |person| &person["name"]["displayName"]));
    features.extend(title["seriesTitle"].as_str().map(str::to_owned));
    features.into_iter().collect()
}

async fn detail(sandbox: &Sandbox, id: i64) -> Value {
    sandbox.guest(&format!("/v2/titles/{id}")).send().await.expect_status(200).json
}

/// The combined features of these titles.
async fn features_of(sandbox: &Sandbox, titles: &[i64]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for id in titles {
        all.extend(features(&detail(sandbox, *id).await));
    }
    all
}

/// The last month's popular titles, as the user sees them.
async fn popular(user: &User<'_>) -> Vec<Value> {
    let lists = user.get("/v2/popularLists").await.expect_status(200).json;
    let month = lists["popularLists"][1]["id"].as_str().unwrap().to_owned();
    let reply = user.get(&format!("/v2/popularLists/{month}?limit=100")).await.expect_status(200);
    reply.json["popularTitles"].as_array().unwrap().clone()
}

one! {
    async fn a_reader_gets_open_titles_that_share_something_with_what_was_read(sandbox: Sandbox) {
        let reader = User::sign_in(sandbox, "individual2").await;
        let reply = reader.get(PATH).await.expect_status(200);
        let members: Vec<&str> = reply.json.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = [
            "allows", "authorFacets", "categoryFacets", "limit", "links", "message", "next", "recommendedTitles",
            "totalResults",
        ];
        assert_eq!(members, expected);
        let recommended = titles(&reply);
        assert_eq!(reply.json["totalResults"], json!(recommended.len()));
        assert!(recommended.len() >= 5, "{:?}", ids(&recommended));
        let history = sandbox.call_signed_in("individual2", "/v2/myAccount/history").await.send().await.json;
        assert_eq!(history["totalResults"], json!(READ.len()), "its downloads are in the history");
        let read = READ.map(|name| sandbox.title(name));
        let known = features_of(sandbox, &read).await;
        for title in &recommended {
            let id = title["serviceId"].as_i64().unwrap();
            assert!(!read.contains(&id), "{id} was read");
            assert_eq!(title["available"], true, "{id}");
            assert!(!features(title).is_disjoint(&known), "{id} shares nothing");
            assert_eq!(detail(sandbox, id).await["allowRecommend"], true, "{id}");
        }
        let closed = ["adult", "nimac", "countryRestricted", "withdrawn", "labOnly"];
        assert!(closed.iter().all(|name| !ids(&recommended).contains(&sandbox.title(name))));
        assert_eq!(ids(&self::list_recommended(&reader).await), ids(&recommended), "the same each time");
    }

    async fn without_history_the_last_months_popular_titles_are_recommended(sandbox: Sandbox) {
        for name in ["individual", "unqualified", "minor", "labIndividual"] {
            let user = User::sign_in(sandbox, name).await;
            let mut expected = Vec::new();
            for title in popular(&user).await {
                let id = title["serviceId"].as_i64().unwrap();
                let alerts = title["titleAccessAlerts"].to_string();
                let closed = ["COUNTRY", "ADULT", "NIMAC", "SITE"].iter().any(|code| alerts.contains(code));
                let detail = user.get(&format!("/v2/titles/{id}")).await.json;
                // Titles of others are left out on a site with a label of its own.
                let foreign = name.starts_with("lab") && title["site"] != "lab";
                if !closed && !foreign && detail["allowRecommend"] == true {
                    expected.push(id);
                }
            }
            assert_eq!(ids(&list_recommended(&user).await), expected, "{name}");
            assert!(!expected.is_empty(), "{name}");
        }
    }

    async fn downloads_determine_recommendations_and_are_not_recommended(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "minor").await;
        let token = sandbox.token("minor").await;
        let mut had = Vec::new();
        for name in ["winter-twigs", "publicDomain"] {
            let id = sandbox.title(name);
            let before = list_recommended(&user).await;
            package(sandbox, Some(&token), &format!("/v2/titles/{id}/EPUB3")).await;
            had.push(id);
            let after = list_recommended(&user).await;
            assert!(!after.is_empty() && ids(&after) != ids(&before));
            assert!(ids(&after).iter().all(|id| !had.contains(id)));
            let known = features_of(sandbox, &had).await;
            assert!(after.iter().all(|title| !features(title).is_disjoint(&known)));
        }
    }

    async fn the_profile_removes_and_raises(sandbox: Sandbox) {
        let reader = User::sign_in(sandbox, "individual2").await;
        let all = list_recommended(&reader).await;
        let last = all.last().unwrap().clone();
        let display = last["contributors"][0]["name"]["displayName"].as_str().unwrap().to_owned();
        let place = |titles: &[Value]| ids(titles).iter().position(|id| json!(id) == last["serviceId"]);

        reader.put(PROFILE, &[("includedAuthors", &display)]).await.expect_status(200);
        let raised = list_recommended(&reader).await;
        assert_eq!(raised.len(), all.len());
        assert!(place(&raised) < place(&all), "{:?} {:?}", place(&raised), place(&all));
        reader.put(PROFILE, &[("includedAuthors", ""), ("excludedAuthors", &display)]).await.expect_status(200);
        let without = list_recommended(&reader).await;
        assert_eq!(place(&without), None);
        assert!(!without.is_empty() && without.len() < all.len());
        reader.put(PROFILE, &[("excludedAuthors", ""), ("excludedCategories", "literature and fiction")]).await.expect_status(200);
        let without = list_recommended(&reader).await;
        assert!(without.len() < all.len());
        assert!(without.iter().all(|title| !features(title).contains("Literature and Fiction")));
        reader.put(PROFILE, &[("excludedCategories", ""), ("includeGlobalCollection", "false")]).await.expect_status(200);
        let own = list_recommended(&reader).await;
        assert!(ids(&all).contains(&sandbox.title("labShared")), "it shares How-To and Hobbies");
        assert!(own.iter().all(|title| title["site"] == "service"));
        let warnings = all.iter().flat_map(|title| title["contentWarnings"].as_array().unwrap().clone());
        for warning in warnings.collect::<Vec<_>>() {
            let warning = warning.as_str().unwrap();
            reader.put(PROFILE, &[("excludedContentWarnings", warning)]).await.expect_status(200);
            let left = list_recommended(&reader).await;
            assert!(left.iter().all(|title| !title["contentWarnings"].as_array().unwrap().contains(&json!(warning))));
        }
        reader.put(PROFILE, &[("excludedContentWarnings", ""), ("readingAge", "6")]).await.expect_status(200);
        for title in list_recommended(&reader).await {
            let age = |name: &str| title[name].as_i64();
            assert!(age("readingAgeMinimum").is_none_or(|from| from <= 6), "{title}");
            assert!(age("readingAgeMaximum").is_none_or(|to| to >= 6), "{title}");
        }
    }

    async fn a_reader_who_does_not_want_recommendations_gets_none(sandbox: Sandbox) {
        let reader = User::sign_in(sandbox, "individual2").await;
        for (shown, some) in [("false", false), ("true", true)] {
            reader.put("/v2/myAccount/preferences", &[("showRecommendations", shown)]).await.expect_status(200);
            let reply = reader.get(PATH).await.expect_status(200);
            assert_eq!(!titles(&reply).is_empty(), some);
            assert_eq!(reply.json["totalResults"].as_u64().unwrap() > 0, some);
        }
    }

    async fn a_pupil_is_recommended_what_is_open_and_not_assigned(sandbox: Sandbox) {
        let pupil = User::sign_in(sandbox, "orgMember").await;
        let recommended = list_recommended(&pupil).await;
        assert!(!recommended.is_empty());
        assert!(recommended.iter().all(|title| title["available"] == true));
        assert!(!ids(&recommended).contains(&sandbox.title("copyright")), "it is assigned");
        // A free title that a teacher assigns is not news any more.
        let free = recommended[0]["serviceId"].as_i64().unwrap();
        let member = sandbox.user("orgMember")["userAccountId"].as_str().unwrap().to_owned();
        let teacher = User::sign_in(sandbox, "sponsor").await;
        let form = [("serviceId", free.to_string())];
        let form = form.each_ref().map(|(name, value)| (*name, value.as_str()));
        teacher.post(&format!("/v2/assignedTitles/{member}"), &form).await.expect_status(200);
        assert!(!ids(&self::list_recommended(&pupil).await).contains(&free));
    }

    async fn following_next_visits_every_title_once(sandbox: Sandbox) {
        for name in ["individual", "individual2"] {
            let user = User::sign_in(sandbox, name).await;
            let whole = ids(&list_recommended(&user).await);
            let mut reply = user.get("/v2/myRecommendations?limit=2").await.expect_status(200);
            let mut seen = Vec::new();
            loop {
                assert_eq!(reply.json["totalResults"], json!(whole.len()));
                seen.extend(ids(&titles(&reply)));
                if reply.json["next"] == Value::Null {
                    break;
                }
                reply = user.get(&reply.link("next")).await.expect_status(200);
            }
            assert_eq!(seen, whole, "{name}");
        }
    }

    async fn guests_and_bad_values_are_refused(sandbox: Sandbox) {
        sandbox.guest(PATH).send().await.expect_error(401, "UNAUTHORIZED");
        let user = User::sign_in(sandbox, "individual").await;
        for (query, key) in [("limit=0", "INVALID_LIMIT"), ("start=x", "INVALID_START")] {
            user.get(&format!("/v2/myRecommendations?{query}")).await.expect_error(400, key);
        }
        // A token is its owner's.
        let next = user.get("/v2/myRecommendations?limit=1").await.json["next"].as_str().unwrap().to_owned();
        user.get(&format!("/v2/myRecommendations?start={next}")).await.expect_status(200);
        let other = User::sign_in(sandbox, "individual2").await;
        other.get(&format!("/v2/myRecommendations?start={next}")).await.expect_error(400, "INVALID_START");
    }
}
