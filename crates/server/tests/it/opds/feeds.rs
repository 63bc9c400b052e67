//! Feeds: their versions, facets, searches and pages.

use std::collections::HashSet;

use reqwest::{Method, Url};
use serde_json::Value;

use super::App;
use super::app::link;
use crate::one;
use crate::support::Sandbox;

/// The feeds with related titles, each with its name.
fn related_feeds(publication: &Value) -> Vec<(String, String)> {
    let links = publication["links"].as_array().unwrap().iter().filter(|link| link["rel"] == "related");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    links.map(|link| (text(&link["title"]), text(&link["href"]))).collect()
}

/// The titles of a feed of one page, sorted.
fn titles(feed: &Value) -> Vec<String> {
    let publications = feed["publications"].as_array().into_iter().flatten();
    let mut all: Vec<String> =
        publications.map(|one| one["metadata"]["title"].as_str().unwrap().to_owned()).collect();
    assert_eq!(feed["metadata"]["numberOfItems"], all.len(), "all of them");
    all.sort();
    all
}

one! {
    async fn a_title_leads_to_those_of_its_authors_and_of_its_series(sandbox: Sandbox) {
        let mut series_seen = 0;
        for user in ["individual", "minor"] {
            let app = App::with_new_device(sandbox, user);
            let all = app.json("/opds/all").await;
            let seen = all["publications"].as_array().unwrap();
            assert_eq!(all["metadata"]["numberOfItems"], seen.len(), "one page, so that all are known");
            let with = |fits: &dyn Fn(&Value) -> bool| -> Vec<String> {
                let fitting = seen.iter().map(|one| &one["metadata"]).filter(|metadata| fits(metadata));
                let mut all: Vec<String> =
                    fitting.map(|metadata| metadata["title"].as_str().unwrap().to_owned()).collect();
                all.sort();
                all
            };
            let has_author = |metadata: &Value, name: &str| {
                metadata["author"].as_array().into_iter().flatten().any(|author| author["name"] == name)
            };
            let mut followed = HashSet::new();
            for (name, address) in seen.iter().flat_map(related_feeds) {
                if !followed.insert(address.clone()) {
                    continue;
                }
                if let Some(author) = name.strip_prefix("Books by ") {
                    let expected = with(&|metadata| has_author(metadata, author));
                    assert_eq!(titles(&app.json(&address).await), expected, "{user}: {name}");
                } else if let Some(series) = name.strip_prefix("The series ") {
                    let feed = app.json(&address).await;
                    let expected = with(&|metadata| metadata["belongsTo"]["series"]["name"] == series);
                    assert_eq!(titles(&feed), expected, "{user}: {name}");
                    let places = feed["publications"].as_array().unwrap().iter();
                    let places = places.map(|one| one["metadata"]["belongsTo"]["series"]["position"].as_f64());
                    assert!(places.is_sorted(), "by their numbers");
                    assert_eq!(feed["metadata"]["title"], series);
                    let order = feed["facets"].as_array().unwrap().iter().find(|of| of["metadata"]["title"] == "Order");
                    let active = order.unwrap()["links"].as_array().unwrap().iter().find(|link| link["rel"] == "self");
                    assert_eq!(active.unwrap()["title"], "By number in the series");
                    let atom = app.get(&address.replace("/opds/", "/opds/v1.2/")).await.expect_status(200).text();
                    assert!(expected.iter().all(|title| atom.contains(&format!(">{title}</title>"))), "{atom}");
                    series_seen += 1;
                }
            }
            assert!(followed.len() > seen.len(), "each has similar titles, and authors");
        }
        assert!(series_seen >= 2, "the demo has a series");
        // What metadata say leads there, too; and so do the links of OPDS 1.2.
        let app = App::guest(sandbox);
        let found = app.json("/opds/search?title=chairs").await;
        let volume = &found["publications"][0];
        let own = &volume["metadata"]["belongsTo"]["series"]["links"][0]["href"];
        assert!(related_feeds(volume).iter().any(|(_, address)| address == own), "{volume}");
        let number = link(volume, "self", None).unwrap().rsplit('/').next().unwrap().to_owned();
        let entry = app.get(&format!("/opds/v1.2/titles/{number}")).await.expect_status(200).text();
        assert!(entry.matches("rel=\"related\"").count() >= 3, "{entry}");
    }

    async fn the_version_is_chosen_by_the_address_or_by_what_the_app_accepts(sandbox: Sandbox) {
        let guest = App::guest(sandbox);
        let kind = async |path: &str, accept: &str| {
            let reply = guest.call(Method::GET, path).header("accept", accept).send().await.expect_status(200);
            reply.header("content-type").to_owned()
        };
        let atom = "application/atom+xml;profile=opds-catalog";
        assert_eq!(kind("/opds", "*/*").await, "application/opds+json");
        assert_eq!(kind("/opds", atom).await, "application/atom+xml;profile=opds-catalog;kind=navigation");
        assert_eq!(kind("/opds/all", atom).await, "application/atom+xml;profile=opds-catalog;kind=acquisition");
        assert_eq!(kind("/opds/v1.2/all", "application/opds+json").await, "application/atom+xml;profile=opds-catalog;kind=acquisition");
        let entry = format!("/opds/v1.2/titles/{}", sandbox.title("publicDomain"));
        assert_eq!(kind(&entry, "*/*").await, "application/atom+xml;type=entry;profile=opds-catalog");
        let vary = guest.get("/opds").await.headers.get_all("vary").iter().any(|v| v == "Accept, Accept-Language, Authorization");
        assert!(vary, "a cache must not mix them");
    }

    async fn every_count_is_exact(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let mut checked = 0;
        for feed in ["/opds/all", "/opds/search?query=the", "/opds/all?language=eng"] {
            for group in app.json(feed).await["facets"].as_array().unwrap() {
                for facet in group["links"].as_array().unwrap() {
                    let Some(count) = facet["properties"]["numberOfItems"].as_u64() else { continue };
                    let found = app.json(facet["href"].as_str().unwrap()).await;
                    assert_eq!(found["metadata"]["numberOfItems"], count, "{facet}");
                    checked += 1;
                }
            }
        }
        for ways in ["/opds/categories", "/opds/languages", "/opds/formats", "/opds/popular"] {
            let feed = app.json(ways).await;
            let entries = feed["navigation"].as_array().unwrap();
            assert_eq!(feed["metadata"]["numberOfItems"], entries.len(), "{ways}");
            for rel in ["first", "last"] {
                assert_eq!(link(&feed, rel, None), link(&feed, "self", None), "{ways}: {rel}");
            }
            let atom = app.get(&ways.replace("/opds/", "/opds/v1.2/")).await.expect_status(200).text();
            let total = format!("<opensearch:totalResults>{}</opensearch:totalResults>", entries.len());
            assert!(atom.contains(&total) && atom.contains("rel=\"last\""), "{atom}");
            for entry in entries.iter().filter(|_| ways != "/opds/popular") {
                let found = app.json(entry["href"].as_str().unwrap()).await;
                assert_eq!(found["metadata"]["numberOfItems"], entry["properties"]["numberOfItems"], "{entry}");
                checked += 1;
            }
        }
        assert!(checked > 30, "{checked}");
    }

    async fn a_shelf_is_searched_and_narrowed(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let empty = app.json("/opds/shelf").await;
        assert!(empty["facets"].is_null() && empty["metadata"]["description"].is_string(), "{empty}");
        let blank = app.json("/opds/shelf?query=%20").await;
        assert_eq!(blank["metadata"]["description"], empty["metadata"]["description"], "no words, no search");
        for name in ["copyright", "publicDomain", "mending"] {
            app.get(&format!("/opds/titles/{}/EPUB3", sandbox.title(name))).await.expect_status(200);
        }
        let series = sandbox.demo["periodical"]["seriesId"].as_str().unwrap();
        let editions = app.json(&format!("/opds/periodicals/{series}")).await;
        let edition = link(&editions["publications"][0], "http://opds-spec.org/acquisition", Some("application/epub+zip"));
        app.get(edition.unwrap()).await.expect_status(200);

        let shelf = app.json("/opds/shelf").await;
        assert_eq!(shelf["metadata"]["numberOfItems"], 4);
        let mut checked = 0;
        for group in shelf["facets"].as_array().unwrap() {
            for facet in group["links"].as_array().unwrap() {
                let count = facet["properties"]["numberOfItems"].as_u64().unwrap();
                let found = app.json(facet["href"].as_str().unwrap()).await;
                assert_eq!(titles(&found).len() as u64, count, "{facet}");
                checked += 1;
            }
        }
        assert!(checked > 4, "formats and languages: {shelf}");
        let both = app.json("/opds/shelf?format=EPUB3&language=eng").await;
        assert_eq!(titles(&both), titles(&app.json("/opds/shelf?language=eng").await), "each has an EPUB");

        // The search of the shelf finds nothing else.
        let search = link(&shelf, "search", None).unwrap();
        assert_eq!(search, format!("{}{{?query}}", link(&shelf, "self", None).unwrap()));
        let own = titles(&shelf);
        let asked = |title: &str| {
            let address = search.replace("{?query}", "");
            Url::parse_with_params(&address, [("query", title)]).unwrap().to_string()
        };
        for title in &own {
            let found = app.json(&asked(title)).await;
            assert!(titles(&found).contains(title), "{found}");
            assert!(titles(&found).iter().all(|one| own.contains(one)), "{found}");
        }
        let all = titles(&app.json("/opds/all").await);
        let other = all.iter().find(|title| !own.contains(title)).unwrap();
        let nothing = app.json(&asked(other)).await;
        assert_eq!((nothing["metadata"]["numberOfItems"].as_u64(), &nothing["publications"]), (Some(0), &Value::Null));
        app.get("/opds/shelf?language=zz").await.expect_status(400);

        let older = app.get("/opds/v1.2/shelf").await.expect_status(200).text();
        assert!(older.contains("opds:facetGroup=\"Formats\"") && older.contains("/opds/v1.2/shelf/search.xml\""), "{older}");
        let description = app.get("/opds/v1.2/shelf/search.xml").await.expect_status(200).text();
        assert!(description.contains("/opds/v1.2/shelf?query={searchTerms}"), "{description}");
    }

    async fn titles_are_narrowed_by_accessibility(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let all = app.json("/opds/all").await;
        let groups = all["facets"].as_array().unwrap().iter().map(|group| group["metadata"]["title"].as_str().unwrap());
        let groups: Vec<&str> = groups.collect();
        let older = app.get("/opds/v1.2/all").await.expect_status(200).text();
        for title in ["Can be read without sight", "Text and colors can be changed", "The book has"] {
            assert!(groups.contains(&title), "{groups:?}");
            assert!(older.contains(&format!("opds:facetGroup=\"{title}\"")), "{title}");
        }
        let total = |feed: &serde_json::Value| feed["metadata"]["numberOfItems"].as_u64().unwrap();
        for query in ["nonvisualReading=yes", "accessibilityFeature=tableOfContents", "brailleGrade=contracted"] {
            let feed = app.json(&format!("/opds/all?{query}")).await;
            let path = format!("/v2/titles?{query}");
            let found = sandbox.call_signed_in("individual", &path).await.send().await.expect_status(200);
            assert_eq!(Some(total(&feed)), found.json["totalResults"].as_u64(), "{query}");
        }
        let nowhere = app.json("/opds/all?nonvisualReading=yes&accessibilityFeature=signLanguage").await;
        assert!(total(&nowhere) == 0 && total(&all) > 0, "both hold at the same time");
        let refused = app.get("/opds/all?narration=loud").await.expect_status(400);
        assert!(refused.json["detail"].as_str().unwrap().contains("narration: must be one of human"), "{}", refused.json);
    }

    async fn a_search_finds_words_and_reports_when_nothing_matches(sandbox: Sandbox) {
        let guest = App::guest(sandbox);
        let start = guest.json("/opds").await;
        let templates: Vec<_> = start["links"].as_array().unwrap().iter().filter(|l| l["rel"] == "search").collect();
        assert!(templates[0]["href"].as_str().unwrap().ends_with("/search{?query}"), "an app replaces it as a text");
        for (template, variables) in templates.iter().zip(["{?query}", "{?query,title,author}"]) {
            assert_eq!(template["templated"], true);
            let address = template["href"].as_str().unwrap().replace(variables, "?query=tide");
            let found = guest.json(&address).await;
            assert_eq!(found["publications"][0]["metadata"]["title"], "Reading the Tide");
        }
        let by_title = guest.json("/opds/search?title=tide").await;
        assert_eq!(by_title["metadata"]["numberOfItems"], 1);
        let nothing = guest.json("/opds/search?query=qqqqzz").await;
        assert_eq!(nothing["metadata"]["numberOfItems"], 0);
        assert!(nothing["metadata"]["description"].is_string(), "says so");
        assert!(nothing["publications"].is_null() && nothing["navigation"].is_array(), "leads back");
        let older = guest.get("/opds/v1.2/search?query=qqqqzz").await.expect_status(200).text();
        assert!(older.contains("/opds/v1.2/search?query={searchTerms}\" type=\"application/atom+xml\""), "{older}");
        let description = guest.get("/opds/v1.2/search.xml").await.expect_status(200);
        assert!(description.text().contains("/opds/v1.2/search?query={searchTerms}"));
    }

    async fn an_app_that_takes_the_first_type_it_knows_gets_an_epub_or_a_pdf(sandbox: Sandbox) {
        let feed = App::guest(sandbox).json("/opds/all").await;
        let order = [
            "application/epub+zip",
            "application/pdf",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "application/zip",
            "application/x-brf+zip",
        ];
        let (mut seen, mut closed) = (0, 0);
        for publication in feed["publications"].as_array().unwrap() {
            let links = publication["links"].as_array().unwrap();
            let types: Vec<&str> = links.iter().filter(|link| link["rel"].as_str().unwrap().starts_with("http://opds-spec.org/acquisition")).map(|link| link["type"].as_str().unwrap()).collect();
            if types.contains(&"application/epub+zip") {
                assert_eq!((types[0], types[types.len() - 1]), ("application/epub+zip", "application/webpub+json"), "{types:?}");
                let place = |of: &str| types.iter().position(|one| *one == of);
                assert!(place("application/zip").is_none_or(|daisy| place("application/pdf").is_none_or(|pdf| pdf < daisy)), "{types:?}");
                seen += 1;
            }
            for link in links {
                let indirect = link["properties"]["indirectAcquisition"].as_array().into_iter().flatten();
                let places: Vec<_> = indirect.map(|of| order.iter().position(|one| of["type"] == *one).unwrap()).collect();
                assert!(places.is_sorted_by(|a, b| a < b), "{link}");
                closed += usize::from(places.len() > 1);
            }
        }
        assert!(seen > 0 && closed > 0);
    }

    async fn every_entry_of_the_start_has_a_relation_that_koreader_follows(sandbox: Sandbox) {
        let start = App::with_new_device(sandbox, "individual").get("/opds/v1.2").await.expect_status(200);
        let text = start.text();
        let document = roxmltree::Document::parse(&text).unwrap();
        let entries = document.root_element().children().filter(|node| node.has_tag_name("entry"));
        let rels: Vec<&str> = entries.map(|entry| {
            let link = entry.children().find(|node| node.has_tag_name("link")).unwrap();
            link.attribute("rel").unwrap()
        }).collect();
        let followed = ["subsection", "http://opds-spec.org/sort/new", "http://opds-spec.org/sort/popular"];
        assert!(rels.len() > 8 && rels.iter().all(|rel| followed.contains(rel)), "{rels:?}");
        assert!(followed.iter().all(|rel| rels.contains(rel)), "{rels:?}");
        let links = document.root_element().children().filter(|node| node.has_tag_name("link"));
        let own: Vec<&str> = links.filter_map(|link| link.attribute("rel")).collect();
        assert!(["shelf", "recommended"].iter().all(|name| own.contains(&format!("http://opds-spec.org/{name}").as_str())), "{own:?}");
    }

    async fn readers_have_their_own_titles_first(sandbox: Sandbox) {
        let groups = |feed: &serde_json::Value| -> Vec<String> {
            feed["groups"].as_array().unwrap().iter().map(|g| g["metadata"]["title"].as_str().unwrap().to_owned()).collect()
        };
        let member = App::with_new_device(sandbox, "orgMember").json("/opds").await;
        assert!(groups(&member).contains(&"Assigned to me".to_owned()), "{:?}", groups(&member));
        let guest = App::guest(sandbox);
        let start = guest.json("/opds").await;
        assert_eq!(groups(&start), ["New in the library", "Most popular in the last year"]);
        // A group is the beginning of the feed that it links.
        for group in start["groups"].as_array().unwrap() {
            let whole = guest.json(link(group, group["links"][0]["rel"].as_str().unwrap(), None).unwrap()).await;
            assert_eq!(whole["metadata"]["numberOfItems"], group["metadata"]["numberOfItems"], "{group}");
            let first = |of: &Value| of["publications"][0]["metadata"]["title"].clone();
            assert_eq!(first(&whole), first(group));
        }
        for path in ["/opds/shelf", "/opds/assigned", "/opds/reading", "/opds/recommended", "/opds/lists", "/opds/members"] {
            guest.get(path).await.expect_status(401);
        }
    }

    async fn a_publication_has_all_known_metadata(sandbox: Sandbox) {
        let guest = App::guest(sandbox);
        let id = sandbox.title("publicDomain");
        let publication = guest.json(&format!("/opds/titles/{id}")).await;
        let record = sandbox.guest(&format!("/v2/titles/{id}")).send().await.expect_status(200).json;
        let metadata = &publication["metadata"];
        assert_eq!(metadata["title"], record["title"]);
        assert_eq!(metadata["author"][0]["name"], record["contributors"][0]["name"]["displayName"]);
        assert_eq!(metadata["language"][0], "en");
        // Plain text, as in the record; Atom has a field for HTML.
        assert_eq!(metadata["description"], record["synopsis"]);
        let entry = guest.get(&format!("/opds/v1.2/titles/{id}")).await.expect_status(200).text();
        let entry = roxmltree::Document::parse(&entry).unwrap();
        let said = |name: &str| {
            let node = entry.root_element().children().find(|node| node.has_tag_name(name)).unwrap();
            (node.attribute("type").unwrap().to_owned(), node.text().unwrap().to_owned())
        };
        assert_eq!(said("summary"), ("text".into(), record["synopsis"].as_str().unwrap().into()));
        let (kind, html) = said("content");
        assert!(kind == "html" && html.starts_with("<p"), "{kind}: {html}");
        assert!(metadata["modified"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok());
        assert!(metadata["subject"].as_array().unwrap().iter().any(|s| s["scheme"] == "https://www.bisg.org/#bisac"));
        for image in publication["images"].as_array().unwrap() {
            guest.get(image["href"].as_str().unwrap()).await.expect_status(200);
        }
        let similar = related_feeds(&publication).into_iter().find(|(title, _)| title == "Similar books").unwrap();
        let similar = guest.json(&similar.1).await;
        let own = |p: &serde_json::Value| link(p, "self", None) == link(&publication, "self", None);
        assert!(!similar["publications"].as_array().into_iter().flatten().any(own), "another than itself");
    }
}
