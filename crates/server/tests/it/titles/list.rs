//! GET /v2/titles (docs/rules/search.md#rule-1).

use serde_json::Value;

use crate::both;
use crate::support::{Reply, Sandbox};

/// Titles of a page, by name.
fn names(reply: &Reply) -> Vec<String> {
    let titles = reply.json["titles"].as_array().expect("titles is a list");
    titles.iter().map(|title| title["title"].as_str().unwrap().to_owned()).collect()
}

async fn search(sandbox: &Sandbox, query: &str) -> Vec<String> {
    names(&sandbox.guest(&format!("/v2/titles?limit=100&{query}")).send().await.expect_status(200))
}

both! {
    async fn the_envelope_has_every_member(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/titles").send().await.expect_status(200);
        let mut members: Vec<&str> = reply.json.as_object().unwrap().keys().map(String::as_str).collect();
        members.sort_unstable();
        let all = ["allows", "authorFacets", "categoryFacets", "limit", "links", "message", "next", "titles", "totalResults"];
        assert_eq!(members, all);
        assert_eq!(reply.json["allows"], Value::Null);
        assert_eq!(reply.json["message"], Value::Null);
        assert_eq!(reply.json["limit"], 10);
        assert_eq!(reply.json["titles"].as_array().unwrap().len(), 10);
    }

    async fn without_criteria_the_whole_collection_is_listed_by_title(sandbox: Sandbox) {
        let names = search(sandbox, "").await;
        assert_eq!(names.first().map(String::as_str), Some("After the Harvest"));
        // The article of the title's language does not count: The Count, The Restless, The Snail ...
        let place = |name: &str| names.iter().position(|n| n == name).unwrap_or_else(|| panic!("{name} in {names:?}"));
        assert!(place("Bread in Five Mornings") < place("The Count at Anstey Ferry"));
        assert!(place("The Count at Anstey Ferry") < place("Five Tunes for a Small Room"));
        assert!(place("La banda de Valdeolivos") < place("Between Floors"));
    }

    async fn withdrawn_titles_and_other_sites_titles_are_left_out(sandbox: Sandbox) {
        let names = search(sandbox, "").await;
        assert!(!names.contains(&"Inspector Amarante and the Sleeping Porter".to_owned()));
        assert!(!names.contains(&"Protocol for Watering".to_owned()));
        assert!(names.contains(&"Bread in Five Mornings".to_owned()), "shared to all");
    }

    async fn a_keyword_looks_at_title_author_series_and_isbn(sandbox: Sandbox) {
        for query in ["anstey", "keyword FERRY", "hale margery", "Margery HALE", "9799900000012", "979-99-0000001-2"] {
            let query = query.trim_start_matches("keyword ").replace(' ', "%20");
            assert_eq!(search(sandbox, &format!("keyword={query}")).await, ["The Count at Anstey Ferry"], "{query}");
        }
        assert_eq!(search(sandbox, "keyword=amarante%20cases").await, ["Inspector Amarante Counts the Chairs"]);
        assert!(search(sandbox, "keyword=anstey%20harvest").await.is_empty(), "all words must match");
    }

    async fn accents_and_case_are_folded(sandbox: Sandbox) {
        assert_eq!(search(sandbox, "keyword=sinead").await, ["Between Floors"]);
        assert_eq!(search(sandbox, "author=SOLENE").await, ["Le Registre des neiges"]);
        assert_eq!(search(sandbox, "keyword=Sin%C3%A9ad%20V%C3%A1rghese").await, ["Between Floors"]);
    }

    async fn words_are_stemmed_in_the_titles_language(sandbox: Sandbox) {
        assert_eq!(search(sandbox, "title=floor").await, ["Between Floors"]);
        assert_eq!(search(sandbox, "title=neige").await, ["Le Registre des neiges"]);
    }

    async fn one_typing_error_in_a_longer_word_is_forgiven(sandbox: Sandbox) {
        assert_eq!(search(sandbox, "keyword=harvset").await, ["After the Harvest"]);
        assert!(search(sandbox, "keyword=xqzvkj").await.is_empty());
    }

    async fn with_a_keyword_the_other_words_are_ignored_and_named(sandbox: Sandbox) {
        let path = "/v2/titles?keyword=anstey&title=floors&isbn=9799900000036";
        let reply = sandbox.guest(path).send().await.expect_status(200);
        assert_eq!(names(&reply), ["The Count at Anstey Ferry"]);
        assert_eq!(reply.json["message"]["key"], "PARAMETER_IGNORED");
        let text = reply.json["message"]["messages"][0].as_str().unwrap();
        assert!(text.contains("title") && text.contains("isbn") && !text.contains("narrator"), "{text}");
        assert!(reply.json.get("messages").is_none());
    }

    async fn an_isbn_is_read_in_every_spelling(sandbox: Sandbox) {
        for isbn in ["9799900000036", "979-99000-0003-6", "979%20990000003%206"] {
            assert_eq!(search(sandbox, &format!("isbn={isbn}")).await, ["Between Floors"], "{isbn}");
        }
        sandbox.guest("/v2/titles?isbn=9799900000037").send().await.expect_error(400, "INVALID_ISBN");
    }

    async fn filters_narrow_the_list(sandbox: Sandbox) {
        assert_eq!(search(sandbox, "language=spa").await, ["La banda de Valdeolivos"]);
        assert_eq!(search(sandbox, "category=Poetry").await, ["Small Weather"]);
        let any = search(sandbox, "categories=Poetry&categories=Romance").await;
        assert_eq!(any, ["After the Harvest", "Small Weather"]);
        assert_eq!(search(sandbox, "authorFilter=Wilfred%20Nance").await, ["Reading the Tide"]);
        assert_eq!(search(sandbox, "titleContentType=musicScore").await, ["Five Tunes for a Small Room"]);
        assert_eq!(search(sandbox, "includedBisacCodes=POE").await, ["Small Weather"]);
        assert_eq!(search(sandbox, "includedBisacCodes=poe000000").await, ["Small Weather"]);
        assert_eq!(search(sandbox, "composer=brandsma").await, ["Five Tunes for a Small Room"]);
        assert_eq!(search(sandbox, "includedContentWarnings=sex").await, ["After the Harvest"]);
        assert!(!search(sandbox, "excludedContentWarnings=sex").await.contains(&"After the Harvest".to_owned()));
        assert!(search(sandbox, "format=BRF").await.contains(&"Between Floors".to_owned()));
        assert!(search(sandbox, "format=PDF").await.contains(&"Between Floors".to_owned()));
        assert!(search(sandbox, "format=epub3&format=PDF").await.contains(&"Between Floors".to_owned()));
        assert!(!search(sandbox, "excludeGlobalCollection=True").await.contains(&"Bread in Five Mornings".to_owned()));
        assert!(!search(sandbox, "includeShared=false").await.contains(&"Bread in Five Mornings".to_owned()));
        assert_eq!(search(sandbox, "readingAge=4").await, ["The Snail Who Was Expected"]);
        assert_eq!(search(sandbox, "originCountry=IE").await, ["Small Weather"]);
        assert_eq!(search(sandbox, "narratorType=human").await, search(sandbox, "narratorType=human&maxDuration=PT10H").await);
    }

    async fn bisac_headings_match_by_their_beginning(sandbox: Sandbox) {
        let poems = search(sandbox, "includedBisacHeadings=poetry").await;
        assert_eq!(poems, ["Small Weather"]);
        let rest = search(sandbox, "excludedBisacHeadings=POETRY").await;
        assert!(!rest.contains(&"Small Weather".to_owned()) && !rest.is_empty());
    }

    async fn facets_count_the_whole_result(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/titles?limit=1&language=eng").send().await.expect_status(200);
        for facet in ["authorFacets", "categoryFacets"] {
            let values = reply.json[facet].as_array().unwrap();
            assert!(!values.is_empty() && values.len() <= 10);
            let counts: Vec<u64> = values.iter().map(|v| v["count"].as_u64().unwrap()).collect();
            assert!(counts.is_sorted_by(|a, b| a >= b), "{facet}: {counts:?}");
            for value in values {
                let parameter = if facet == "authorFacets" { "authorFilter" } else { "category" };
                let name = value["name"].as_str().unwrap();
                let query = format!("language=eng&{parameter}={}", name.replace(' ', "%20").replace('&', "%26"));
                assert_eq!(search(sandbox, &query).await.len() as u64, value["count"].as_u64().unwrap(), "{name}");
                assert_eq!(value["links"][0]["rel"], "search");
            }
        }
    }

    async fn facets_narrow_the_search_that_they_belong_to(sandbox: Sandbox) {
        for search in ["keyword=river", "language=eng&format=EPUB3", "limit=2", "category=FICTION%20%2F%20Literary"] {
            let reply = sandbox.guest(&format!("/v2/titles?{search}")).send().await.expect_status(200);
            for facet in ["authorFacets", "categoryFacets"] {
                for value in reply.json[facet].as_array().unwrap() {
                    let link = value["links"][0]["href"].as_str().unwrap();
                    assert!(link.starts_with(&format!("{}/v2/titles?", sandbox.base())), "{link}");
                    assert!(!link.contains("api_key"), "{link}");
                    // Another category replaces the first one: more may be in it.
                    if search.starts_with("category") && facet == "categoryFacets" {
                        assert_eq!(link.matches("category=").count(), 1, "{link}");
                        continue;
                    }
                    let found = sandbox.get(&format!("{link}&api_key={}", sandbox.key("app"))).send().await.expect_status(200);
                    assert_eq!(found.json["totalResults"], value["count"], "{link}");
                }
            }
        }
    }

    async fn nothing_found_is_200_with_empty_lists(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/titles?keyword=zzzzzz").send().await.expect_status(200);
        assert_eq!(reply.json["totalResults"], 0);
        for list in ["titles", "authorFacets", "categoryFacets"] {
            assert_eq!(reply.json[list].as_array().map(Vec::len), Some(0), "{list}");
        }
    }

    async fn minors_do_not_find_adult_titles(sandbox: Sandbox) {
        let of_minor = sandbox.call_signed_in("minor", "/v2/titles?limit=100").await.send().await.expect_status(200);
        assert!(!names(&of_minor).contains(&"After the Harvest".to_owned()));
        let of_adult = sandbox.call_signed_in("individual", "/v2/titles?limit=100").await.send().await.expect_status(200);
        assert!(names(&of_adult).contains(&"After the Harvest".to_owned()));
    }

    async fn only_collection_staff_may_ask_for_titles_that_are_not_live(sandbox: Sandbox) {
        let path = "/v2/titles?titleStatus=withdrawn";
        sandbox.guest(path).send().await.expect_error(403, "FORBIDDEN");
        sandbox.call_signed_in("individual", path).await.send().await.expect_error(403, "FORBIDDEN");
        for user in ["collectionAssistant", "administrator"] {
            let reply = sandbox.call_signed_in(user, path).await.send().await.expect_status(200);
            assert_eq!(names(&reply), ["Inspector Amarante and the Sleeping Porter"], "{user}");
        }
        let reply = sandbox.call_signed_in("labAssistant", path).await.send().await.expect_status(200);
        assert_eq!(reply.json["totalResults"], 0);
    }

    async fn guests_get_a_download_link_on_free_titles_only(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/titles?limit=100").send().await.expect_status(200);
        for title in reply.json["titles"].as_array().unwrap() {
            let link = crate::support::link(title, "download");
            assert_eq!(link.is_some(), title["available"].as_bool().unwrap(), "{}", title["title"]);
            assert_eq!(title["allows"], Value::Null, "guests: null everywhere");
            if let Some(link) = link {
                assert!(link.ends_with("/{format}"), "{link}");
            }
        }
        let available = |name: &str| {
            let titles = reply.json["titles"].as_array().unwrap();
            titles.iter().find(|t| t["title"] == name).unwrap()["available"].as_bool().unwrap()
        };
        assert!(available("The Count at Anstey Ferry") && available("Small Weather"));
        assert!(!available("Between Floors"));
    }
}
