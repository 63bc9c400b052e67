//! GET /v2/catalog (docs/rules/search.md#rule-9).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::both;
use crate::support::{Reply, Sandbox, User, eventually, next_second};
use crate::titles::{wait_for_history, wait_for_title};

/// Every member of the complete record, as docs/rules/records.md#rule-11 lists them, with `dateAdded` of the
/// summary.
const COMPLETE: &str = "adultContent allowRecommend allows arrangers artifacts authors available serviceId categories \
     composers contentWarnings contributors copyright copyrightDate copyrightHolder countries dateAdded dtbookSize \
     edition editors externalCategoryCode formatStatuses formats grades hasChordSymbols instruments isbn13 key languages \
     lastUpdated lexileCode lexileNumber links lyricists marrakeshAvailable marrakeshPODException movementNumber \
     movementTitle musicScoreType nimac notes numImages numPages opus originCountry owner proofreader publishDate \
     publisher readingAgeMaximum readingAgeMinimum relatedIsbns replacementId seriesNumber seriesSubtitle seriesTitle \
     site status submitter subtitle synopsis title titleAccessAlerts titleContentType titleSource translators \
     usageRestriction vocalParts withdrawalDate";

fn ids(reply: &Reply) -> Vec<i64> {
    titles(reply).iter().map(|title| title["serviceId"].as_i64().unwrap()).collect()
}

fn titles(reply: &Reply) -> &Vec<Value> {
    reply.json["titles"].as_array().unwrap()
}

fn texts<'a>(reply: &'a Reply, member: &str) -> Vec<&'a str> {
    titles(reply).iter().map(|title| title[member].as_str().unwrap_or_default()).collect()
}

async fn catalog(user: &User<'_>, query: &str) -> Reply {
    user.get(&format!("/v2/catalog?{query}")).await.expect_status(200)
}

both! {
    async fn staff_see_every_title_of_their_site_whatever_its_state(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let all = catalog(&staff, "limit=100").await;
        assert_eq!((&all.json["totalResults"], &all.json["limit"]), (&json!(16), &json!(100)));
        assert_eq!((&all.json["next"], &all.json["message"], &all.json["allows"]), (&Value::Null, &Value::Null, &Value::Null));
        assert!(texts(&all, "site").iter().all(|site| *site == "service"));
        let shown: BTreeSet<i64> = ids(&all).into_iter().collect();
        assert_eq!(shown.len(), 16);
        // Readers do not find the withdrawn one, nor adult titles unless they want to.
        let found = sandbox.guest("/v2/titles?limit=100").send().await.expect_status(200);
        let found: BTreeSet<i64> = ids(&found).into_iter().collect();
        assert!(shown.contains(&sandbox.title("withdrawn")) && !found.contains(&sandbox.title("withdrawn")));
        assert!(shown.contains(&sandbox.title("adult")));
        assert!(!shown.contains(&sandbox.title("labShared")), "what another site shares is managed there");

        let lab = User::sign_in(sandbox, "labAssistant").await;
        let own: BTreeSet<i64> = ids(&catalog(&lab, "").await).into_iter().collect();
        assert_eq!(own, BTreeSet::from([sandbox.title("labOnly"), sandbox.title("labShared")]));
        let administrator = User::sign_in(sandbox, "administrator").await;
        assert_eq!(catalog(&administrator, "").await.json["totalResults"], 18);
    }

    async fn records_are_complete(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let all = catalog(&staff, "limit=100").await;
        let expected: BTreeSet<&str> = COMPLETE.split_whitespace().collect();
        for title in titles(&all) {
            let members: BTreeSet<&str> = title.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(members, expected);
            assert!(title["lastUpdated"].as_str().unwrap().ends_with('Z'));
            assert!(title["serviceId"].is_i64() && title["status"].is_string());
            let verbs = title["allows"].as_array().unwrap();
            assert!(verbs.contains(&json!("PUT")) && verbs.contains(&json!("DELETE")), "{verbs:?}");
            let rels: BTreeSet<&str> = title["links"].as_array().unwrap().iter().map(|l| l["rel"].as_str().unwrap()).collect();
            assert!(rels.is_superset(&BTreeSet::from(["self", "history", "titleSource"])), "{rels:?}");
            assert!(title["artifacts"].as_array().unwrap().iter().all(|artifact| artifact["allows"] == json!(["GET", "PUT"])));
            // The record equals that of the title alone.
            let one = staff.get(&format!("/v2/titles/{}", title["serviceId"])).await.expect_status(200);
            assert_eq!(&one.json, title);
        }
    }

    async fn filters_and_words(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let only = |names: &[&str]| -> BTreeSet<i64> { names.iter().map(|name| sandbox.title(name)).collect() };
        for (query, names) in [
            ("titleStatus=withdrawn", &["withdrawn"][..]),
            ("titleStatus=new", &[]),
            ("titleStatus=removed", &[]),
            ("isbn=979-99-00000-03-6", &["copyright"]),
            ("isbn=9799900000135&titleStatus=live", &["mending"]),
            ("isbn=9799900000135&titleStatus=withdrawn", &[]),
            ("title=floors", &["copyright"]),
            ("author=Varghese%20Sin%C3%A9ad", &["copyright"]),
            ("authorFilter=Moira+Castellane", &["mending"]),
            ("category=Essays+and+Memoir&author=castellane", &["mending"]),
            ("category=Music+Scores", &["music"]),
            ("keyword=brandsma&country=de", &["music"]),
            ("title=floors&author=castellane", &[]),
        ] {
            let found = catalog(&staff, query).await;
            assert_eq!(ids(&found).into_iter().collect::<BTreeSet<_>>(), only(names), "{query}");
            assert_eq!(found.json["totalResults"], names.len(), "{query}");
            assert_eq!(found.json["message"], Value::Null, "{query}");
        }
        let said = catalog(&staff, "keyword=floors&isbn=9799900000135&author=x").await;
        assert_eq!(ids(&said), [sandbox.title("copyright")]);
        assert_eq!(said.json["message"]["key"], "PARAMETER_IGNORED");
        let message = said.json["message"]["messages"][0].as_str().unwrap();
        assert!(message.contains("author") && message.contains("isbn") && !message.contains("title"), "{message}");
    }

    async fn facets_narrow_the_search_that_they_belong_to(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let withdrawn = catalog(&staff, "titleStatus=withdrawn").await;
        let facet = &withdrawn.json["categoryFacets"][0];
        let link = facet["links"][0]["href"].as_str().unwrap();
        let found = staff.get(&format!("{link}&api_key={}", sandbox.key("trusted"))).await.expect_status(200);
        assert_eq!(found.json["totalResults"], facet["count"], "{link}");
    }

    async fn the_last_day_of_the_calendar_ends_a_search(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let all = catalog(&staff, "").await.json["totalResults"].clone();
        assert_eq!(catalog(&staff, "endUpdatedDate=9999-12-31").await.json["totalResults"], all);
        assert_eq!(catalog(&staff, "endUpdatedDate=9999-12-31T23:59:59Z").await.json["totalResults"], all);
        assert_eq!(catalog(&staff, "startUpdatedDate=9999-12-31").await.json["totalResults"], 0);
    }

    /// A walk by days meets days with more titles than a page holds: `next` leads past them.
    async fn a_walk_back_in_time_passes_a_day_with_more_titles_than_a_page(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let order = "sortOrder=updatedDate&direction=desc&limit=2";
        let (mut seen, mut end, mut stalled) = (BTreeSet::new(), String::new(), 0);
        loop {
            let window = if end.is_empty() { order.to_owned() } else { format!("{order}&endUpdatedDate={end}T23:59:59Z") };
            let mut page = catalog(&staff, &window).await;
            let last = |page: &Reply| texts(page, "lastUpdated").last().unwrap()[..10].to_owned();
            seen.extend(ids(&page));
            while last(&page) == end && page.json["next"] != Value::Null {
                stalled += 1;
                page = staff.get(&page.link("next")).await.expect_status(200);
                seen.extend(ids(&page));
            }
            if last(&page) == end || page.json["next"] == Value::Null {
                break;
            }
            end = last(&page);
        }
        assert_eq!(seen.len(), 16);
        assert!(stalled > 0, "titles of the sandbox share a day");
    }

    async fn a_removed_title_is_found_with_its_history_and_source(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let id = sandbox.title("audio");
        for status in ["withdrawn", "removed"] {
            let path = format!("/v2/titles/{id}/status");
            staff.put(&path, &[("status", status)]).await.expect_status(202);
            eventually(status, async || {
                let found = catalog(&staff, &format!("titleStatus={status}")).await;
                if ids(&found).contains(&id) { Ok(()) } else { Err(found.json) }
            })
            .await;
        }
        let found = catalog(&staff, "titleStatus=removed").await;
        let title = titles(&found).iter().find(|title| title["serviceId"] == id).unwrap();
        for (rel, status) in [("history", 200), ("titleSource", 302)] {
            let link = crate::support::link(title, rel).unwrap();
            let path = format!("{link}?api_key={}", sandbox.key("trusted"));
            assert_eq!(staff.get(&path).await.status, status, "{rel}");
        }
        // A record names itself, and says by its status why it cannot be read alone (docs/rules/access.md).
        assert_eq!(title["status"], "removed");
        staff.get(&format!("/v2/titles/{id}")).await.expect_error(404, "TITLE_NOT_FOUND");
        let others = User::sign_in(sandbox, "labAssistant").await;
        others.get(&format!("/v2/titles/{id}/history")).await.expect_error(404, "TITLE_NOT_FOUND");
        let reader = User::sign_in(sandbox, "individual").await;
        reader.get(&format!("/v2/titles/{id}/history")).await.expect_error(403, "FORBIDDEN");
    }

    async fn facets_lead_back_into_the_catalog(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let all = catalog(&staff, "limit=1").await;
        for facets in ["authorFacets", "categoryFacets"] {
            let list = all.json[facets].as_array().unwrap();
            assert!((1..=10).contains(&list.len()), "{facets}");
            for facet in list {
                let link = facet["links"][0]["href"].as_str().unwrap();
                assert!(link.starts_with(&format!("{}/v2/catalog?", sandbox.base())), "{link}");
                let found = staff.get(&format!("{link}&api_key={}", sandbox.key("trusted"))).await.expect_status(200);
                assert_eq!(found.json["totalResults"], facet["count"], "{link}");
            }
        }
    }

    async fn every_order_in_both_directions(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let member = |sort| match sort {
            "updatedDate" => Some("lastUpdated"),
            "copyrightDate" => Some("copyrightDate"),
            _ => None,
        };
        for sort in ["title", "relevance", "author", "updatedDate", "copyrightDate"] {
            for direction in ["asc", "desc"] {
                let reply = catalog(&staff, &format!("limit=100&sortOrder={sort}&direction={direction}")).await;
                assert_eq!(ids(&reply).len(), 16, "{sort} {direction}");
                if let Some(member) = member(sort) {
                    let values: Vec<&str> = texts(&reply, member).into_iter().filter(|value| !value.is_empty()).collect();
                    let ordered = if direction == "asc" { values.is_sorted() } else { values.is_sorted_by(|a, b| a >= b) };
                    assert!(ordered, "{sort} {direction}: {values:?}");
                }
            }
        }
        let by_title = catalog(&staff, "limit=100").await;
        assert_eq!(ids(&by_title), ids(&catalog(&staff, "limit=100&sortOrder=title&direction=asc").await), "the default");
        let mut back = ids(&catalog(&staff, "limit=100&direction=desc").await);
        back.reverse();
        assert_eq!(ids(&by_title), back);
    }

    async fn the_catalog_is_walked_back_in_time(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        // Three titles that change later than the others, each in a second of its own.
        for name in ["mending", "music", "withdrawn"] {
            next_second().await;
            let path = format!("/v2/titles/{}", sandbox.title(name));
            staff.put(&path, &[("notes", "walked")]).await.expect_status(202);
            wait_for_title(&staff, sandbox.title(name), 1).await;
        }
        let newest = ["withdrawn", "music", "mending"].map(|name| sandbox.title(name));
        let order = "sortOrder=updatedDate&direction=desc";

        // By `next`: every title once, the newest first.
        let mut reply = catalog(&staff, &format!("{order}&limit=3")).await;
        assert_eq!(ids(&reply), newest);
        let (mut walked, mut dates) = (Vec::new(), Vec::new());
        loop {
            walked.extend(ids(&reply));
            dates.extend(texts(&reply, "lastUpdated").into_iter().map(str::to_owned));
            assert_eq!(reply.json["totalResults"], 16);
            if reply.json["next"] == Value::Null {
                break;
            }
            let link = reply.link("next");
            for part in ["sortOrder=updatedDate", "direction=desc", "api_key="] {
                assert!(link.contains(part), "{part} in {link}");
            }
            reply = staff.get(&link).await.expect_status(200);
        }
        assert_eq!(walked.iter().collect::<BTreeSet<_>>().len(), 16);
        assert_eq!(walked.len(), 16);
        assert!(dates.is_sorted_by(|newer, older| newer >= older), "{dates:?}");

        // By `endUpdatedDate`: both ends are inclusive, and what one walk has seen the next can leave out.
        for (nth, date) in dates.iter().take(3).enumerate() {
            let until = catalog(&staff, &format!("{order}&limit=100&endUpdatedDate={date}")).await;
            assert_eq!(ids(&until), walked[nth..], "until {date}");
            let since = catalog(&staff, &format!("{order}&limit=100&startUpdatedDate={date}")).await;
            assert_eq!(ids(&since), walked[..=nth], "since {date}");
            let then = catalog(&staff, &format!("startUpdatedDate={date}&endUpdatedDate={date}&notes=unknown")).await;
            assert_eq!(ids(&then), [walked[nth]], "at {date}");
        }
        let nothing = catalog(&staff, "startUpdatedDate=2126-01-01").await;
        assert_eq!((&nothing.json["totalResults"], &nothing.json["titles"]), (&json!(0), &json!([])));
        assert_eq!(catalog(&staff, "endUpdatedDate=2126-01-01").await.json["totalResults"], 16);

        // A position belongs to its order and filters.
        let next = catalog(&staff, &format!("{order}&limit=3")).await.json["next"].as_str().unwrap().to_owned();
        assert_eq!(ids(&catalog(&staff, &format!("{order}&limit=2&start={next}")).await), walked[3..5]);
        for other in ["sortOrder=updatedDate", "sortOrder=title&direction=desc", &format!("{order}&titleStatus=live")] {
            staff.get(&format!("/v2/catalog?{other}&start={next}")).await.expect_error(400, "INVALID_START");
        }
    }

    async fn applied_changes_are_found_by_the_next_request(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let id = sandbox.title("mending");
        for round in 1..=12 {
            let word = format!("stitch{round}");
            staff.put(&format!("/v2/titles/{id}"), &[("subtitle", &word)]).await.expect_status(202);
            wait_for_history(&staff, id, round).await;
            let found = catalog(&staff, &format!("title={word}")).await;
            assert_eq!((ids(&found), texts(&found, "subtitle")), (vec![id], vec![word.as_str()]));
        }
    }

    async fn all_faults_are_reported_together(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let bad = [
            ("isbn", "9799900000137", "INVALID_ISBN"),
            ("country", "Atlantis", "INVALID_COUNTRY"),
            ("titleStatus", "available", "INVALID_PARAMETER"),
            ("startUpdatedDate", "soon", "INVALID_DATE"),
            ("endUpdatedDate", "2026-13-01", "INVALID_DATE"),
            ("limit", "0", "INVALID_LIMIT"),
            ("sortOrder", "dateAdded", "INVALID_PARAMETER"),
            ("direction", "down", "INVALID_PARAMETER"),
        ];
        for (name, value, key) in bad {
            let reply = staff.get(&format!("/v2/catalog?{name}={value}")).await.expect_error(400, key);
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with(&format!("{name}: ")), "{}", reply.json);
        }
        let all: Vec<String> = bad.iter().map(|(name, value, _)| format!("{name}={value}")).collect();
        let reply = staff.get(&format!("/v2/catalog?{}", all.join("&"))).await.expect_error(400, "INVALID_ISBN");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), bad.len());
        staff.get("/v2/catalog?start=nowhere").await.expect_error(400, "INVALID_START");
        let long = catalog(&staff, "limit=1000").await;
        assert_eq!(long.json["limit"], 100);
    }

    async fn the_catalog_is_for_collection_staff(sandbox: Sandbox) {
        sandbox.get("/v2/catalog").send().await.expect_error(403, "INVALID_API_KEY");
        sandbox.guest("/v2/catalog").send().await.expect_error(401, "UNAUTHORIZED");
        for user in ["individual", "sponsor", "primaryContact", "orgMember", "membershipAssistant", "volunteer", "labIndividual"] {
            // Missing rights are reported before invalid parameters.
            User::sign_in(sandbox, user).await.get("/v2/catalog?limit=0").await.expect_error(403, "FORBIDDEN");
        }
    }
}
