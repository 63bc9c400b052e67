//! /titles/{id}.

use std::time::Duration;

use tokio::time::sleep;

use super::Reader;
use super::browser::{links, titles};
use crate::one;
use crate::support::staff::{moved, until};
use crate::support::{Sandbox, User};

one! {
    async fn a_title_says_what_it_is_and_how_to_get_it(sandbox: Sandbox) {
        let path = format!("/titles/{}", sandbox.title("publicDomain"));
        let page = Reader::guest(sandbox).read(&path).await;
        assert!(page.contains("alt=\"Cover\">"), "{page}");
        for expected in ["Get this book", "Download as EPUB", "Download as Braille (BRF)", "Languages", "Similar books"] {
            assert!(page.contains(expected), "{expected}: {page}");
        }
        assert!(page.contains("<h1 lang=\"en\" dir=\"ltr\">"), "{page}");
    }

    async fn what_is_in_another_language_says_in_which(sandbox: Sandbox) {
        let path = format!("/titles/{}", sandbox.title("publicDomain"));
        let page = Reader::guest(sandbox).speaking("fr").read(&path).await;
        assert!(page.contains("<bdi lang=\"en\">FICTION / "), "headings of BISAC are English: {page}");
        assert!(page.contains("<div lang=\"en\" dir=\"auto\">\n<p>In 1909 the county"), "the synopsis is English: {page}");
        assert!(page.contains("<bdi>anglais</bdi>"), "languages of the site have names in each of them: {page}");
        let page = Reader::guest(sandbox).read(&path).await;
        assert!(page.contains("<div dir=\"auto\">\n<p>In 1909 the county"), "like this page: {page}");
    }

    async fn a_series_leads_to_its_titles_by_number_and_an_old_edition_to_the_newer_one(sandbox: Sandbox) {
        let staff = User::of(sandbox, "administrator").await;
        let (first, second) = (sandbox.title("countryRestricted"), sandbox.title("withdrawn"));
        moved(&staff, second, "live").await;
        let mut reader = Reader::of(sandbox, "administrator").await;
        let page = reader.read(&format!("/titles/{second}")).await;
        let series = "/search?series=The%20Amarante%20Cases";
        assert!(links(&page).contains(&series.to_owned()), "{page}");
        let named = "<bdi lang=\"en\">The Amarante Cases</bdi></a>, <bdi>number ";
        assert!(page.contains(named), "{page}");
        let found = loop {
            let found = reader.read(series).await;
            if titles(&found).len() > 1 {
                break found;
            }
            sleep(Duration::from_millis(50)).await;
        };
        assert_eq!(titles(&found), [first, second], "by number; by title it would be the other way round");
        assert!(found.contains("<option value=\"series\" selected>By number in the series</option>"), "{found}");
        assert!(found.contains("<h1>Series: The Amarante Cases</h1>"), "{found}");
        assert!(found.contains("name=\"series\" value=\"The Amarante Cases\""), "other filters narrow the same");
        assert!(titles(&reader.read("/search?series=Amarante").await).is_empty(), "the whole name");
        assert!(!reader.read("/search").await.contains("By number in the series"));

        let free = sandbox.title("publicDomain").to_string();
        let form = [("status", "withdrawn"), ("replacementId", free.as_str())];
        staff.put(&format!("/v2/titles/{second}/status"), &form).await.expect_status(202);
        until(&staff, second, "withdrawn", |reply| reply.json["status"] == "withdrawn").await;
        let page = Reader::of(sandbox, "individual").await.read(&format!("/titles/{second}")).await;
        let way = format!("<a class=\"button\" href=\"/titles/{free}\">Newer edition: The Count at Anstey Ferry</a>");
        assert!(page.contains(&format!("There is a newer edition of this book. {way}")), "{page}");
    }

    async fn a_closed_title_leads_a_guest_to_the_sign_in_and_back(sandbox: Sandbox) {
        let id = sandbox.title("copyright");
        let page = Reader::guest(sandbox).read(&format!("/titles/{id}")).await;
        assert!(page.contains("Sign in to get this book."), "{page}");
        assert!(page.contains(&format!("href=\"/sign-in?back=%2Ftitles%2F{id}\"")));
        assert!(!page.contains("Read in the browser"));
    }

    async fn each_reason_has_the_way_that_helps(sandbox: Sandbox) {
        let path = format!("/titles/{}", sandbox.title("copyright"));
        let page = Reader::of(sandbox, "unqualified").await.read(&path).await;
        let (_, reasons) = page.split_once("id=\"standing\"").expect("reasons");
        let (reasons, _) = reasons.split_once("</section>").unwrap();
        assert_eq!(links(reasons), ["/account/agreement", "/account/subscription", "/account/proof"], "{reasons}");
        assert!(reasons.contains(">Sign the member agreement</a>") && !reasons.contains("What is missing"), "{reasons}");
        // What a page that is closed to an account says.
        let page = Reader::of(sandbox, "individual").await.get("/staff/problems").await.expect_status(403).text();
        assert!(page.contains("sign out and sign in with that one") && page.contains("ask the library’s staff"), "{page}");
    }

    async fn addresses_of_nothing_are_pages_for_browsers_and_json_for_programs(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        for path in ["/titles/1", "/nothing/here", "/nothing"] {
            let reply = guest.get(path).await;
            assert_eq!((reply.status, reply.header("content-type")), (404, "text/html; charset=utf-8"), "{path}");
            assert!(reply.text().contains("This page does not exist"));
        }
        let reply = sandbox.get("/nothing").header("accept", "application/json").send().await;
        assert_eq!((reply.status, reply.header("content-type")), (404, "application/json"));
        let reply = guest.get("/v2/nothing").await;
        assert_eq!((reply.status, reply.header("content-type")), (404, "application/json"));
    }

    async fn statements_on_accessibility_are_in_the_page_s_language(sandbox: Sandbox) {
        let path = format!("/titles/{}", sandbox.title("publicDomain"));
        for (language, whole, heading) in [
            ("en", "Accessibility claims", "Ways of reading"),
            ("fr", "Déclarations d’accessibilité", "Lisibilité"),
            ("es", "Declaraciones de accesibilidad", "Modos de lectura"),
            ("de", "Angaben zur Barrierefreiheit", "Lesarten"),
        ] {
            let page = Reader::guest(sandbox).speaking(language).read(&path).await;
            let (_, section) = page.split_once("id=\"accessibility\"").expect("statements");
            assert!(section.starts_with(&format!(">{whole}</h2>")) && section.contains(heading), "{language}: {section}");
        }
    }
}
