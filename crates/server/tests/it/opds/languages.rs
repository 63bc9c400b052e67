//! The languages of the catalog: that of the account, or else the one that the app prefers.

use std::collections::BTreeSet;

use reqwest::Method;
use roxmltree::Document;
use serde_json::Value;

use super::App;
use crate::one;
use crate::support::{Reply, Sandbox, User};

const XML: &str = "http://www.w3.org/XML/1998/namespace";

async fn asking(app: &App<'_>, path: &str, languages: &str) -> Reply {
    app.call(Method::GET, path).header("accept-language", languages).send().await
}

/// Checks that a response states its language, and what it depends on.
fn is_in(reply: &Reply, language: &str) {
    assert_eq!(reply.header("content-language"), language);
    let vary =
        reply.headers.get_all("vary").iter().any(|value| value == "Accept, Accept-Language, Authorization");
    assert!(vary, "no cache may send it to somebody who reads another language");
}

fn titles<'a>(of: &'a Value, list: &str) -> Vec<&'a str> {
    let all = of[list].as_array().into_iter().flatten();
    all.map(|one| one["title"].as_str().or(one["metadata"]["title"].as_str()).unwrap()).collect()
}

one! {
    async fn an_app_gets_feeds_in_the_language_that_it_prefers(sandbox: Sandbox) {
        let guest = App::guest(sandbox);
        let start = asking(&guest, "/opds", "fr-CA, en;q=0.5").await.expect_status(200);
        is_in(&start, "fr");
        assert_eq!(titles(&start.json, "groups"), ["Nouveautés de la bibliothèque", "Les plus demandés depuis un an"]);
        assert!(titles(&start.json, "navigation").contains(&"Tous les titres"), "{}", start.json);
        is_in(&asking(&guest, "/opds", "ja").await.expect_status(200), "en");

        let all = asking(&guest, "/opds/all", "es").await.expect_status(200);
        let facets = titles(&all.json, "facets");
        assert!(facets.contains(&"Idioma") && facets.contains(&"Se puede leer sin ver"), "{facets:?}");
        let nothing = asking(&guest, "/opds/search?query=qqqqzz", "fr").await.expect_status(200).json;
        assert!(nothing["metadata"]["description"].as_str().unwrap().starts_with("Aucun titre"), "{nothing}");
        assert_eq!(titles(&nothing, "navigation"), ["Retour au début"]);
        let free = format!("/opds/titles/{}", sandbox.title("publicDomain"));
        let publication = asking(&guest, &free, "fr").await.expect_status(200).json;
        assert!(titles_of_links(&publication).contains(&"Lire sans télécharger"), "{publication}");

        // In Atom the document says its language, and a book in another says its own.
        let older = asking(&guest, "/opds/v1.2/all?language=eng", "de").await.expect_status(200);
        is_in(&older, "de");
        let text = older.text();
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute((XML, "lang")), Some("de"));
        let entry = root.children().find(|node| node.tag_name().name() == "entry").unwrap();
        let title = entry.children().find(|node| node.tag_name().name() == "title").unwrap();
        assert_eq!(title.attribute((XML, "lang")), Some("en"));
        assert!(text.contains("opds:facetGroup=\"Sprache\""), "{text}");
        let entry = asking(&guest, &format!("/opds/v1.2/titles/{}", sandbox.title("publicDomain")), "fr").await;
        assert!(entry.expect_status(200).text().contains("xml:lang=\"fr\""));
        let search = asking(&guest, "/opds/v1.2/search.xml", "fr").await.expect_status(200);
        is_in(&search, "fr");
        assert!(search.text().contains("<ShortName>Bibliothèque</ShortName>"), "{}", search.text());
    }

    async fn errors_and_the_sign_in_document_are_translated(sandbox: Sandbox) {
        let guest = App::guest(sandbox);
        for path in ["/opds/authentication", "/opds/shelf"] {
            let document = asking(&guest, path, "fr").await;
            is_in(&document, "fr");
            let flows = document.json["authentication"].as_array().unwrap();
            let basic = flows.iter().find(|flow| flow["type"] == "http://opds-spec.org/auth/basic").unwrap();
            assert_eq!(basic["labels"]["password"], "Mot de passe de l’appareil");
            assert!(document.json["description"].as_str().unwrap().starts_with("Connectez-vous"), "{}", document.json);
        }
        for (path, status, detail) in [
            ("/opds/nothing", 404, "Il n’y a rien à cette adresse."),
            ("/opds/titles/999999", 404, "Ce titre n’existe pas."),
            ("/opds/all?sort=color", 400, "sort : doit être l’une de ces valeurs : relevance, title, author, new, year, series."),
            ("/opds/lists/a%00", 404, "Il n’y a rien à cette adresse."),
            ("/opds/lists/a%FF", 404, "Il n’y a rien à cette adresse."),
            ("/opds/all?after=a&after=b", 400, "L’adresse ne peut pas être lue. Un paramètre ne peut y figurer qu’une fois."),
            ("/opds/all?after=a", 400, "L’adresse de cette page ne peut pas être lue. Revenez à la première page."),
            ("/opds/all?language=xx", 400, "language : cette langue n’existe pas."),
        ] {
            let problem = asking(&guest, path, "fr").await.expect_status(status);
            is_in(&problem, "fr");
            assert_eq!(problem.json["detail"], detail, "{path}");
            let mut said = BTreeSet::from([(problem.json["title"].to_string(), detail.to_owned())]);
            for language in ["en", "es", "de"] {
                let problem = asking(&guest, path, language).await.expect_status(status);
                is_in(&problem, language);
                let text = |member: &str| problem.json[member].as_str().unwrap().to_owned();
                said.insert((text("title"), text("detail")));
            }
            assert_eq!(said.len(), 4, "{said:?}");
        }
        let method = guest.call(Method::DELETE, "/opds/all").header("accept-language", "de").send().await.expect_status(405);
        is_in(&method, "de");
        assert_eq!(method.json["detail"], "Diese Adresse unterstützt diese Methode nicht.");
    }

    async fn the_language_of_an_account_wins(sandbox: Sandbox) {
        let reader = User::sign_in(sandbox, "unqualified").await;
        let app = App::with_new_device(sandbox, "unqualified");
        let borrow = format!("/opds/titles/{}/borrow", sandbox.title("copyright"));
        let refused = asking(&app, &borrow, "es").await.expect_status(403);
        is_in(&refused, "en");
        assert_eq!(refused.json["title"], "Not available to you");
        reader.put("/v2/myAccount/preferences", &[("language", "deu")]).await.expect_status(200);
        let refused = asking(&app, &borrow, "es").await.expect_status(403);
        is_in(&refused, "de");
        assert_eq!(refused.json["title"], "Für Sie nicht verfügbar");
        let reasons = refused.json["detail"].as_str().unwrap();
        assert!(reasons.contains("Nachweis"), "{reasons}");
        let shelf = asking(&app, "/opds/shelf", "es").await.expect_status(200);
        assert_eq!(shelf.json["metadata"]["title"], "Mein Regal");
        is_in(&shelf, "de");
    }
}

fn titles_of_links(of: &Value) -> Vec<&str> {
    of["links"].as_array().unwrap().iter().filter_map(|link| link["title"].as_str()).collect()
}
