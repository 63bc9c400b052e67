//! /titles/{id}.

use super::Reader;
use crate::one;
use crate::support::Sandbox;

one! {
    async fn a_title_says_what_it_is_and_how_to_get_it(sandbox: Sandbox) {
        let path = format!("/titles/{}", sandbox.title("publicDomain"));
        let page = Reader::guest(sandbox).read(&path).await;
        for expected in ["Get this book", "Download as EPUB", "Download as Braille (BRF)", "Languages", "Similar books"] {
            assert!(page.contains(expected), "{expected}: {page}");
        }
        assert!(page.contains("<h1 lang=\"en\" dir=\"ltr\">"), "{page}");
    }

    async fn a_closed_title_leads_a_guest_to_the_sign_in_and_back(sandbox: Sandbox) {
        let id = sandbox.title("copyright");
        let page = Reader::guest(sandbox).read(&format!("/titles/{id}")).await;
        assert!(page.contains("Sign in to get this book."), "{page}");
        assert!(page.contains(&format!("href=\"/sign-in?back=%2Ftitles%2F{id}\"")));
        assert!(!page.contains("Read in the browser"));
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
