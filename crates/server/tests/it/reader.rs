//! Reading in the browser (docs/reading.md): who may, what a page carries, what it counts, and when it ends.

use reqwest::Method;
use serde_json::Value;

use crate::oauth::Browser;
use crate::one;
use crate::site::{Reader, hidden_field};
use crate::support::{Reply, Sandbox, User};

/// A browser in which a user of the sandbox is signed in.
async fn sign_in<'a>(sandbox: &'a Sandbox, user: &str) -> Browser<'a> {
    let mut browser = Browser::new(sandbox);
    let page = browser.open("/sign-in").await.expect_status(200);
    let user = sandbox.user(user);
    let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
    browser
        .submit_to("/sign-in", &page, &[("username", name), ("password", password)])
        .await
        .expect_status(303);
    browser
}

fn path(sandbox: &Sandbox, title: &str) -> String {
    format!("/read/{}", sandbox.title(title))
}

/// Opens a page as soon as the book is prepared.
async fn open(browser: &mut Browser<'_>, path: &str) -> Reply {
    loop {
        let reply = browser.open(path).await;
        if !crate::site::looks_again(&reply) {
            return reply;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
}

/// The lines of a title in the history of `individual`.
async fn lines(sandbox: &Sandbox, title: &str) -> Vec<Value> {
    let user = User::sign_in(sandbox, "individual").await;
    let history = user.get("/v2/myAccount/history?limit=100").await.expect_status(200).json;
    let id = sandbox.title(title).to_string();
    let lines = history["titleDownloads"].as_array().unwrap();
    lines.iter().filter(|line| line["serviceId"] == id.as_str()).cloned().collect()
}

one! {
    async fn a_guest_reads_a_free_book_and_is_led_to_the_sign_in_for_another(sandbox: Sandbox) {
        let mut guest = Browser::new(sandbox);
        let free = path(sandbox, "publicDomain");
        let contents = open(&mut guest, &free).await.expect_status(200);
        let beginning = format!("<a class=\"button primary\" href=\"{free}/3\"");
        assert!(contents.text().contains(&beginning), "{}", contents.text());
        let page = open(&mut guest, &format!("{free}/1")).await.expect_status(200);
        assert_eq!(page.text().matches("<h1").count(), 1);
        assert_eq!(page.header("cache-control"), "private, no-store");
        assert!(page.header("content-security-policy").contains("script-src 'self';"));
        assert!(!page.text().contains("data-copy"), "a free title is not marked");
        for beyond in [
            "/0", "/x", "/999", "/files/mimetype", "/files/META-INF/container.xml", "/drawings/9", "/1/pictures/99",
        ] {
            guest.open(&format!("{free}{beyond}")).await.expect_status(404);
        }
        let closed = path(sandbox, "copyright");
        for part in ["", "/1", "/search?words=a", "/files/EPUB/cover.jpg", "/1/clips", "/1/pictures/1"] {
            let reply = guest.open(&format!("{closed}{part}")).await.expect_status(303);
            assert!(reply.header("location").starts_with("/sign-in?back="), "{part}");
        }
    }

    async fn a_chapter_carries_the_notice_and_the_mark_and_is_one_download(sandbox: Sandbox) {
        let mut browser = sign_in(sandbox, "individual").await;
        let book = path(sandbox, "copyright");
        open(&mut browser, &book).await.expect_status(200);
        assert!(lines(sandbox, "copyright").await.iter().all(|line| line["dateDownloaded"].is_null()));
        for chapter in 1..=3 {
            let page = open(&mut browser, &format!("{book}/{chapter}")).await.expect_status(200);
            assert!(page.text().contains("This copy was made for"), "{chapter}: {}", page.text());
            assert!(page.text().contains("data-copy=\"m"), "{chapter}");
        }
        let lines = lines(sandbox, "copyright").await;
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert_eq!(lines[0]["downloadStatus"]["key"], "DOWNLOADED");
        // The place is that of reading apps.
        let user = User::sign_in(sandbox, "individual").await;
        let position = user.get(&format!("/v2/myReadingPosition/{}/EPUB3", sandbox.title("copyright"))).await;
        assert_eq!(position.expect_status(200).json["location"], "epubcfi(/6/6!/4)");
        let contents = open(&mut browser, &book).await.expect_status(200);
        assert!(contents.text().contains(&format!("href=\"{book}/3")), "{}", contents.text());
    }

    async fn a_link_on_another_site_asks_before_a_book_counts(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let user = User::sign_in(sandbox, "individual").await;
        let remaining = async || {
            let own = user.get("/v2/myAccount/subscription").await.expect_status(200).json;
            own["booksRemaining"].as_i64().unwrap()
        };
        let from_elsewhere = |path: &str| {
            sandbox.call(Method::GET, path).header("sec-fetch-site", "cross-site")
        };
        let (before, book) = (remaining().await, format!("{}/1", path(sandbox, "copyright")));
        let page = reader.send(from_elsewhere(&book)).await.expect_status(200).text();
        assert!(page.contains("Open this book?") && page.contains(&format!("href=\"{book}\"")), "{page}");
        assert_eq!((remaining().await, lines(sandbox, "copyright").await.len()), (before, 0));
        // A free book opens, and so does one that the reader has opened.
        let free = path(sandbox, "publicDomain");
        assert!(!reader.send(from_elsewhere(&free)).await.text().contains("Open this book?"));
        reader.open_until_complete(&book).await.expect_status(200);
        assert_eq!(remaining().await, before - 1);
        let page = reader.send(from_elsewhere(&book)).await.expect_status(200).text();
        assert!(!page.contains("Open this book?"), "{page}");
    }

    async fn addresses_and_forms_that_lead_nowhere_open_no_book(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let book = path(sandbox, "copyright");
        let token = hidden_field(&reader.read("/shelf").await, "token");
        for form in ["bookmarks", "highlights", "place"] {
            for chapter in ["", "0", "x"] {
                let fields = [("token", token.as_str()), ("chapter", chapter)];
                reader.post(&format!("{book}/{form}"), &fields).await.expect_status(404);
            }
        }
        for beyond in ["0", "x/highlight", "x/clips", "drawings/x", "x/pictures/1", "1/pictures/0"] {
            reader.get(&format!("{book}/{beyond}")).await.expect_status(404);
        }
        assert_eq!(lines(sandbox, "copyright").await.len(), 0);
    }

    async fn a_revoked_right_ends_reading(sandbox: Sandbox) {
        let mut browser = sign_in(sandbox, "individual").await;
        let page = format!("{}/1", path(sandbox, "copyright"));
        open(&mut browser, &page).await.expect_status(200);
        let db = sandbox.database().await;
        let own = store::subscriptions::get(&db, &"demo-individual-subscription".into()).await.unwrap().unwrap();
        let ended = domain::subscriptions::Subscription { end: Some(own.start), ..own };
        assert!(store::subscriptions::update(&db, &ended).await.unwrap());
        db.close().await;
        browser.open(&page).await.expect_status(403);
    }

    async fn forms_of_other_sites_change_nothing(sandbox: Sandbox) {
        let book = path(sandbox, "copyright");
        for form in ["bookmarks", "place", "highlights", "bookmarks/remove", "highlights/remove", "speech"] {
            let call = sandbox.call(Method::POST, &format!("{book}/{form}"));
            let reply = call.header("origin", "https://elsewhere.example").form(&[("chapter", "1")]).send().await;
            assert_eq!(reply.status, 403, "{form}");
        }
    }
}
