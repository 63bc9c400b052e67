//! /titles/{id}.

use std::time::Duration;

use tokio::time::sleep;

use super::Reader;
use super::browser::{hidden_field, links, titles};
use crate::one;
use crate::support::staff::{change_status, new_book, publish_free, wait_until};
use crate::support::{Sandbox, User};

/// The section with the reasons why a title is closed.
fn reasons(page: &str) -> &str {
    let (_, reasons) = page.split_once("id=\"standing\"").unwrap_or_else(|| panic!("no reasons: {page}"));
    reasons.split_once("</section>").unwrap().0
}

one! {
    async fn a_title_says_what_it_is_and_how_to_get_it(sandbox: Sandbox) {
        let path = format!("/titles/{}", sandbox.title("publicDomain"));
        let page = Reader::guest(sandbox).read(&path).await;
        assert!(page.contains("alt=\"Cover\" width=\"208\" height=\"291\">"), "{page}");
        for expected in ["Get this book", "Download as EPUB", "Download as Braille (BRF)", "Languages", "Similar books"] {
            assert!(page.contains(expected), "{expected}: {page}");
        }
        assert!(page.contains("<h1><bdi lang=\"en\" dir=\"ltr\">"), "{page}");
        let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part}: {page}"));
        assert!(place("<h1>") < place("alt=\"Cover\"") && place("id=\"about\"") < place("id=\"formats\""), "{page}");
    }

    async fn the_reader_s_own_format_comes_first_and_lists_name_no_other(sandbox: Sandbox) {
        let (open, path) = (sandbox.title("publicDomain"), format!("/titles/{}", sandbox.title("publicDomain")));
        let mut reader = Reader::sign_in_as(sandbox, "individual2").await;
        let page = reader.read(&path).await;
        assert!(!page.contains("class=\"own\"") && !page.contains("class=\"others\""), "nothing was chosen: {page}");
        let facts = |page: &str| {
            let (_, entry) = page.split_once(&format!("href=\"/titles/{open}\"")).expect("the title is listed");
            let (_, facts) = entry.split_once("<p class=\"quiet\">").unwrap();
            facts.split_once("</p>").unwrap().0.to_owned()
        };
        let several = facts(&reader.read("/search?words=ferry").await);
        assert!(several.contains(" · In ") && several.ends_with(" formats"), "{several}");
        let user = User::sign_in(sandbox, "individual2").await;
        user.put("/v2/myAccount/preferences", &[("format", "BRF")]).await.expect_status(200);
        let page = reader.read(&path).await;
        let (_, own) = page.split_once("<div class=\"own\">").expect("the own format");
        let (own, others) = own.split_once("<details class=\"others\">").expect("the others are folded");
        assert!(own.contains("<button class=\"primary\" type=\"submit\">Download as Braille (BRF)</button>"), "{own}");
        assert_eq!(own.matches("/downloads/").count(), 1, "{own}");
        assert!(others.contains("Download as EPUB") && !others.contains("Download as Braille"), "{others}");
        assert!(facts(&reader.read("/search?words=ferry").await).ends_with(" · Braille (BRF)"));
    }

    async fn the_age_closes_adult_books_to_minors_and_no_page_opens_them(sandbox: Sandbox) {
        let path = format!("/titles/{}", sandbox.title("adult"));
        let mut minor = Reader::sign_in_as(sandbox, "minor").await;
        for page in [minor.read(&path).await, minor.get(&format!("{path}/downloads/BRF")).await.expect_status(403).text()] {
            let said = reasons(&page);
            assert!(said.contains("It is for readers aged 18 and over.") && !said.contains("preferences"), "{said}");
        }
        let preferences = minor.read("/account/preferences").await;
        assert!(!preferences.contains("adult"), "{preferences}");
        let token = hidden_field(&preferences, "token");
        let open = [("token", token.as_str()), ("adult", "yes")];
        minor.post("/account/preferences", &open).await.expect_status(400);
        assert!(minor.read(&path).await.contains("aged 18 and over"));
        // Content that a guardian has allowed stays allowed when other preferences are saved.
        let user = User::sign_in(sandbox, "minor").await;
        user.put("/v2/myAccount/preferences", &[("allowAdultContent", "true")]).await.expect_status(200);
        assert!(!minor.read(&path).await.contains("aged 18 and over"));
        minor.post("/account/preferences", &[("token", &token), ("format", "BRF")]).await.expect_status(303);
        assert!(!minor.read(&path).await.contains("aged 18 and over"));
        // An adult has closed them, and can open them again.
        let mut adult = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&adult.read("/account/preferences").await, "token");
        adult.post("/account/preferences", &[("token", &token)]).await.expect_status(303);
        let page = adult.read(&path).await;
        let said = reasons(&page);
        assert!(said.contains("which your preferences leave out") && links(said) == ["/account/preferences"], "{said}");
        adult.post("/account/preferences", &[("token", &token), ("adult", "yes")]).await.expect_status(303);
        assert!(!adult.read(&path).await.contains("your preferences leave out"));
    }

    async fn texts_in_another_language_state_it(sandbox: Sandbox) {
        let path = format!("/titles/{}", sandbox.title("publicDomain"));
        let page = Reader::guest(sandbox).speaking("fr").read(&path).await;
        assert!(page.contains("<bdi lang=\"en\">FICTION / "), "headings of BISAC are English: {page}");
        assert!(page.contains("<div lang=\"en\" dir=\"auto\">\n<p>In 1909 the county"), "the synopsis is English: {page}");
        assert!(page.contains("<bdi>anglais</bdi>"), "languages of the site have names in each of them: {page}");
        let page = Reader::guest(sandbox).read(&path).await;
        assert!(page.contains("<div dir=\"auto\">\n<p>In 1909 the county"), "like this page: {page}");
    }

    async fn a_series_leads_to_its_titles_by_number_and_an_old_edition_to_the_newer_one(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "administrator").await;
        let (first, second) = (sandbox.title("countryRestricted"), sandbox.title("withdrawn"));
        change_status(&staff, second, "live").await;
        let mut reader = Reader::sign_in_as(sandbox, "administrator").await;
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
        wait_until(&staff, second, "withdrawn", |reply| reply.json["status"] == "withdrawn").await;
        let page = Reader::sign_in_as(sandbox, "individual").await.read(&format!("/titles/{second}")).await;
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
        let page = Reader::sign_in_as(sandbox, "unqualified").await.read(&path).await;
        let (_, reasons) = page.split_once("id=\"standing\"").expect("reasons");
        let (reasons, _) = reasons.split_once("</section>").unwrap();
        assert_eq!(links(reasons), ["/account/agreement", "/account/subscription", "/account/proof"], "{reasons}");
        assert!(reasons.contains(">Sign the member agreement</a>") && !reasons.contains("What is missing"), "{reasons}");
        // The text of a page that is closed to an account.
        let page = Reader::sign_in_as(sandbox, "individual").await.get("/staff/problems").await.expect_status(403).text();
        assert!(page.contains("sign out and sign in with that one") && page.contains("ask the library’s staff"), "{page}");
    }

    async fn a_refusal_names_all_reasons_with_the_ways_that_help(sandbox: Sandbox) {
        let title = format!("/titles/{}", sandbox.title("copyright"));
        let read = format!("/read/{}", sandbox.title("copyright"));
        let mut reader = Reader::sign_in_as(sandbox, "unqualified").await;
        let page = reader.read(&title).await;
        let said = reasons(&page);
        assert!(said.matches("<li>").count() >= 3, "{said}");
        for path in [read.clone(), format!("{read}/1"), format!("{title}/downloads/BRF")] {
            let refused = reader.get(&path).await.expect_status(403).text();
            assert_eq!(reasons(&refused), said, "{path}");
            assert!(refused.contains("<h1>This is closed to you</h1>"), "{path}: {refused}");
            assert!(refused.contains(" dir=\"ltr\">Between Floors</span>"), "{path}: {refused}");
            assert!(links(&refused).contains(&title), "{path}: {refused}");
        }
        let token = hidden_field(&page, "token");
        let form = format!("{title}/downloads/BRF");
        let refused = reader.post(&form, &[("token", &token)]).await.expect_status(403).text();
        assert_eq!(reasons(&refused), said);
        // The member's missing requirements, if the copy is for one.
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let stranger = sandbox.user("individual")["userAccountId"].as_str().unwrap();
        let refused = sponsor.get(&format!("{title}/downloads/BRF?for={stranger}")).await.expect_status(403).text();
        assert!(refused.contains("The person is not a member of your organization."), "{refused}");
    }

    async fn a_closed_title_leads_to_other_books_and_to_the_library(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let ask = "Ask the library’s staff, or the teacher or contact person of your organization.";
        for (name, reason) in [
            ("withdrawn", "This book is not in the collection at this time."),
            ("countryRestricted", "The rights holder does not allow this book in your country or state."),
        ] {
            let id = sandbox.title(name);
            let page = reader.read(&format!("/titles/{id}")).await;
            assert!(reasons(&page).contains(&format!("<li>{reason} {ask}")), "{page}");
            let refused = reader.get(&format!("/read/{id}")).await.expect_status(403).text();
            assert!(reasons(&refused).contains(&format!("<li>{reason} {ask}")), "{refused}");
            // The way to similar books is there if there are any.
            let similar = page.contains("<h2 id=\"similar\">");
            assert_eq!(links(reasons(&page)).contains(&"#similar".to_owned()), similar, "{name}: {page}");
            let there = format!("/titles/{id}#similar");
            assert_eq!(links(reasons(&refused)).contains(&there), similar, "{name}: {refused}");
            assert!(similar || name == "withdrawn", "it shares a category with others");
        }
    }

    async fn a_withdrawn_edition_leads_to_another_one(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "administrator").await;
        let old = publish_free(&staff, "The Merrow Lights", &new_book("The Merrow Lights")).await;
        let new = publish_free(&staff, "The Merrow Lights", &new_book("The Merrow Lights, again")).await;
        let search = "/search?title=The+Merrow+Lights&author=Ada+Harbor";
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        while titles(&reader.read(search).await).len() < 2 {
            sleep(Duration::from_millis(50)).await;
        }
        assert!(!reader.read(&format!("/titles/{old}")).await.contains("Find another edition"), "it is open");
        change_status(&staff, old, "withdrawn").await;
        while titles(&reader.read(search).await) != [new] {
            sleep(Duration::from_millis(50)).await;
        }
        for (path, status) in [(format!("/titles/{old}"), 200), (format!("/read/{old}"), 403)] {
            let page = reader.get(&path).await.expect_status(status).text();
            assert!(links(reasons(&page)).contains(&search.to_owned()), "{path}: {page}");
        }
        // A search that finds nothing helps nobody.
        change_status(&staff, new, "withdrawn").await;
        while !titles(&reader.read(search).await).is_empty() {
            sleep(Duration::from_millis(50)).await;
        }
        assert!(!reader.read(&format!("/titles/{old}")).await.contains("Find another edition"));
    }

    async fn names_of_categories_say_their_language(sandbox: Sandbox) {
        let title = format!("/titles/{}", sandbox.title("copyright"));
        for (path, name) in [
            ("/", "<bdi lang=\"en\">Poetry</bdi> <span class=\"count\">"),
            (title.as_str(), "<bdi lang=\"en\">Literature and Fiction</bdi>"),
            ("/search?category=Poetry", " </span>Catégorie : <bdi lang=\"en\">Poetry</bdi> <span"),
        ] {
            let page = Reader::guest(sandbox).speaking("fr").read(path).await;
            assert!(page.contains(name), "{path}: {page}");
            let page = Reader::guest(sandbox).read(path).await;
            assert!(!page.contains(name), "like the page: {page}");
        }
        let mut french = Reader::guest(sandbox).speaking("fr");
        let home = french.read("/").await;
        let lists: Vec<String> = links(&home).into_iter().filter(|href| href.starts_with("/popular/")).collect();
        let mut headings = Vec::new();
        for list in &lists {
            let page = french.read(list).await;
            headings.push(page.split_once("<h1>").unwrap().1.split_once("</h1>").unwrap().0.to_owned());
        }
        assert!(headings.iter().any(|heading| heading.contains("<bdi lang=\"en\">")), "{headings:?}");
    }

    async fn addresses_of_nothing_are_pages_for_browsers_and_json_for_programs(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        // The last ones are where programs have addresses, too.
        let nowhere = [
            "/titles/1", "/nothing/here", "/nothing", "/oauth", "/oauth/nothing", "/oauth/sites/lab/nothing",
            "/covers", "/assets/nothing", "/.well-known/nothing",
        ];
        for path in nowhere {
            let reply = guest.get(path).await;
            assert_eq!((reply.status, reply.header("content-type")), (404, "text/html; charset=utf-8"), "{path}");
            assert!(reply.text().contains("This page does not exist"));
            let reply = sandbox.get(path).header("accept", "application/json").send().await;
            let kind = if path == "/titles/1" { "text/html; charset=utf-8" } else { "application/json" };
            assert_eq!((reply.status, reply.header("content-type")), (404, kind), "{path}");
        }
        let reply = sandbox.get("/nothing").header("accept", "application/json").send().await;
        assert_eq!((reply.status, reply.header("content-type")), (404, "application/json"));
        // Addresses of other interfaces keep their form.
        for (path, status, kind) in [
            ("/v2/nothing", 404, "application/json"),
            ("/opds/nothing", 404, "application/problem+json"),
            ("/kosync/nothing", 404, "application/json"),
            ("/oauth/token", 405, "application/json"),
            ("/oauth/revocations", 405, "application/json"),
            ("/covers/1", 404, "application/json"),
        ] {
            let reply = guest.get(path).await;
            assert_eq!((reply.status, reply.header("content-type")), (status, kind), "{path}");
        }
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
