//! GET /v2/periodicals and GET /v2/periodicals/{seriesId}.

use serde_json::{Value, json};

use super::{edition, editions_path, series, series_path};
use crate::both;
use crate::support::{Sandbox, link};

fn titles(reply: &Value) -> Vec<&str> {
    reply["periodicals"].as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap()).collect()
}

async fn find_titles(sandbox: &Sandbox, query: &str) -> Vec<String> {
    let reply = sandbox.guest(&format!("/v2/periodicals?{query}")).send().await.expect_status(200);
    let found = titles(&reply.json);
    assert_eq!(reply.json["totalResults"], found.len());
    found.into_iter().map(str::to_owned).collect()
}

both! {
    async fn a_guest_reads_the_list(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/periodicals").send().await.expect_status(200);
        assert_eq!(titles(&reply.json), ["The Merrow Weekly", "Slow Knowledge"], "without the article");
        let members = ["allows", "limit", "links", "message", "next", "periodicals", "totalResults"];
        let mut names: Vec<_> = reply.json.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, members);
        assert_eq!((&reply.json["limit"], &reply.json["allows"], &reply.json["message"]), (&json!(10), &Value::Null, &Value::Null));
        let down = sandbox.guest("/v2/periodicals?sortOrder=title&direction=desc").send().await.expect_status(200);
        assert_eq!(titles(&down.json), ["Slow Knowledge", "The Merrow Weekly"]);
    }

    async fn the_record_has_every_member(sandbox: Sandbox) {
        let list = sandbox.guest("/v2/periodicals").send().await.expect_status(200);
        let one = sandbox.guest(&series_path(sandbox)).send().await.expect_status(200);
        assert_eq!(list.json["periodicals"][0], one.json);
        let mut names: Vec<_> = one.json.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        let members = [
            "allows", "categories", "countries", "description", "editionCount", "externalCategoryCode", "issn",
            "languages", "latestEdition", "links", "publisher", "seriesId", "seriesType", "title",
        ];
        assert_eq!(names, members);
        assert_eq!(one.json["seriesId"], series(sandbox));
        assert_eq!((&one.json["seriesType"], &one.json["issn"]), (&json!("newspaper"), &json!("9999-0016")));
        assert_eq!((&one.json["languages"], &one.json["countries"]), (&json!(["eng"]), &json!([])));
        assert_eq!(one.json["categories"][0]["name"], "News and Current Affairs");
        assert_eq!(one.json["editionCount"], 3);
        let latest = json!({"editionId": edition(sandbox), "editionName": "18 September 2026"});
        assert_eq!(one.json["latestEdition"], latest);
        assert_eq!(link(&one.json, "self").unwrap(), format!("{}{}", sandbox.base(), series_path(sandbox)));
        assert_eq!(link(&one.json, "editions").unwrap(), format!("{}{}", sandbox.base(), editions_path(sandbox)));
        assert_eq!(one.json["allows"], Value::Null);
        let staff = sandbox.call_signed_in("collectionAssistant", &series_path(sandbox)).await.send().await;
        assert_eq!(staff.expect_status(200).json["allows"], json!(["PUT"]));
    }

    async fn words_issn_and_language_narrow_it(sandbox: Sandbox) {
        const BOTH_SERIES: [&str; 2] = ["The Merrow Weekly", "Slow Knowledge"];
        for (query, expected) in [
            ("title=merrow", &BOTH_SERIES[..1]),
            ("title=MERR%C3%96W%20weekly", &BOTH_SERIES[..1]),
            ("title=weekly+the", &BOTH_SERIES[..1]),
            ("title=know", &BOTH_SERIES[1..]),
            ("title=nowledge", &[]),
            ("title=slow+weekly", &[]),
            ("title=%25", &BOTH_SERIES[..]),
            ("issn=9999-0016", &BOTH_SERIES[..1]),
            ("issn=99990024", &BOTH_SERIES[1..]),
            ("issn=0378-5955", &[]),
            // Nobody has this number, whose check digit is wrong.
            ("issn=9999-0017", &[]),
            ("language=eng", &BOTH_SERIES[..]),
            ("language=ENG&title=slow", &BOTH_SERIES[1..]),
            ("language=fra", &[]),
        ] {
            assert_eq!(find_titles(sandbox, query).await, expected, "{query}");
        }
    }

    async fn bad_parameters_are_named(sandbox: Sandbox) {
        for (query, key) in [
            ("issn=9999-001", "INVALID_PARAMETER"),
            ("issn=abc", "INVALID_PARAMETER"),
            ("language=english", "INVALID_LANGUAGE"),
            ("sortOrder=author", "INVALID_PARAMETER"),
            ("direction=up", "INVALID_PARAMETER"),
            ("limit=0", "INVALID_LIMIT"),
            ("start=nonsense", "INVALID_START"),
        ] {
            let reply = sandbox.guest(&format!("/v2/periodicals?{query}")).send().await.expect_error(400, key);
            let name = query.split('=').next().unwrap();
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with(name), "{}", reply.json);
        }
    }

    async fn pages_follow_each_other(sandbox: Sandbox) {
        for direction in ["asc", "desc"] {
            let query = format!("/v2/periodicals?limit=1&direction={direction}");
            let first = sandbox.guest(&query).send().await.expect_status(200);
            let next = link(&first.json, "next").unwrap();
            assert!(next.contains("api_key=") && next.contains(&format!("start={}", first.json["next"].as_str().unwrap())));
            let second = sandbox.get(&next).send().await.expect_status(200);
            assert_eq!(second.json["next"], Value::Null);
            assert_ne!(first.json["periodicals"], second.json["periodicals"]);
            let start = first.json["next"].as_str().unwrap();
            let other = format!("/v2/periodicals?start={start}&title=slow&direction={direction}");
            sandbox.guest(&other).send().await.expect_error(400, "INVALID_START");
        }
    }

    async fn periodicals_of_another_site_are_not_listed(sandbox: Sandbox) {
        let lab = sandbox.call_signed_in("labIndividual", "/v2/periodicals").await.send().await.expect_status(200);
        assert_eq!(lab.json["totalResults"], 0);
        let key = sandbox.key("otherSite");
        for path in [series_path(sandbox), editions_path(sandbox), "/v2/periodicals/nothing".into()] {
            let reply = sandbox.get(&path).query(&[("api_key", key)]).send().await;
            reply.expect_error(404, "PERIODICAL_NOT_FOUND");
        }
        // Users see their own site, whichever key they come with; administrators see all.
        let token = sandbox.token("individual").await;
        let path = series_path(sandbox);
        let foreign = sandbox.get(&path).query(&[("api_key", key)]).bearer(&token).send().await;
        foreign.expect_status(200);
        let all = sandbox.call_signed_in("administrator", "/v2/periodicals").await.send().await.expect_status(200);
        assert_eq!(all.json["totalResults"], 2);
    }
}
