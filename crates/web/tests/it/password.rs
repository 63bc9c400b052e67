//! New passwords for people who have forgotten theirs: the email, and the page that it links to.

use axum::http::{StatusCode, header};
use jiff::SignedDuration;
use serde_json::{Value, json};
use store::password_resets::{self, GOOD_FOR, NewResetKey};

use crate::server::{Browser, ResponseText, TestServer, USER_PASSWORD};

const FORGOT_PATH: &str = "/oauth/forgot-password";
const NEW_PASSWORD: &str = "another horse 2";

async fn request_email(browser: &mut Browser<'_>, name: &str) -> ResponseText {
    let page = browser.open(FORGOT_PATH).await;
    assert_eq!(page.status, 200);
    browser.submit_to(FORGOT_PATH, &page, &[("username", name)]).await
}

/// The address of the page for a key sent to an account.
async fn page_path(server: &TestServer, account: &str, key: &str) -> String {
    let mut tx = server.db.begin().await.unwrap();
    let hash = secrets::hash_token(key);
    let new = NewResetKey { hash: &hash, account: &account.into(), request: 1, lifetime: GOOD_FOR };
    assert!(password_resets::insert(&mut tx, &new, server.current_time()).await.unwrap());
    tx.commit().await.unwrap();
    format!("/oauth/new-password/{key}")
}

fn assert_strict_headers(page: &ResponseText) {
    let policy = page.header(header::CONTENT_SECURITY_POLICY);
    assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self';"), "{policy}");
    assert_eq!(page.header(header::REFERRER_POLICY), "no-referrer");
    assert_eq!(page.header(header::CACHE_CONTROL), "no-store");
    assert!(!page.body.contains("<script"));
}

store::db_test! {
    async fn the_response_is_the_same_for_every_name(db: Db) {
        let server = TestServer::new(db).await;
        let mut pages = Vec::new();
        for name in ["ANN", "ann@example.org", "nobody", "locked", "gone", &"x".repeat(255)] {
            let page = request_email(&mut Browser::new(&server), name).await;
            assert_eq!(page.status, 200, "{name}");
            assert_strict_headers(&page);
            pages.push(page.body);
        }
        assert!(pages[0].contains("<h1>Check your email</h1>"));
        assert!(pages.iter().all(|page| *page == pages[0]), "the same to the letter");
        let reset = |account: Value| json!({"about": "passwordReset", "account": account});
        let [ann, again, rest @ ..] = &server.queued_emails().await[..] else { panic!("an email for each") };
        assert_eq!([ann, again], [&reset(json!("ann")); 2]);
        assert_eq!(rest, vec![reset(Value::Null); 4], "the same work for somebody unknown");
    }

    async fn the_way_back_leads_to_the_same_sign_in(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let sign_in = browser.authorize(&[]).await;
        let (_, rest) = sign_in.body.split_once("href=\"/oauth/forgot-password?").unwrap();
        let query = rest.split_once('"').unwrap().0.replace("&#38;", "&");
        let page = browser.open(&format!("{FORGOT_PATH}?{query}")).await;
        let page = browser.submit_to(FORGOT_PATH, &page, &[("username", "ann")]).await;
        let (_, rest) = page.body.split_once("href=\"/oauth/authorize?").unwrap();
        let back = rest.split_once('"').unwrap().0.replace("&#38;", "&");
        assert_eq!(back, query);
        let again = browser.open(&format!("/oauth/authorize?{back}")).await;
        assert!(again.asks_password());
        let injected = browser.open(&format!("{FORGOT_PATH}?x=%22onfocus='y")).await;
        assert!(!injected.body.contains("\"onfocus"), "{}", injected.body);
    }

    async fn an_empty_name_is_asked_for_again(db: Db) {
        let server = TestServer::new(db).await;
        let page = request_email(&mut Browser::new(&server), "  ").await;
        assert_eq!(page.status, 400);
        assert!(page.body.contains("<title>Error: ") && page.body.contains("aria-describedby=\"username-error\""));
        assert!(server.queued_emails().await.is_empty());
    }

    async fn asking_again_and_again_has_to_wait(db: Db) {
        let server = TestServer::new(db).await;
        for name in ["Ann", "nobody"] {
            let mut browser = Browser::new(&server);
            let mut page = request_email(&mut browser, name).await;
            for _ in 0..20 {
                if page.status == 429 {
                    break;
                }
                page = request_email(&mut browser, name).await;
            }
            assert_eq!(page.status, 429, "{name}");
            assert!(page.body.contains("Too many emails were requested. Wait "));
            let seconds: i64 = page.header(header::RETRY_AFTER).parse().unwrap();
            server.advance_clock(SignedDuration::from_secs(seconds));
            assert_eq!(request_email(&mut browser, name).await.status, 200);
        }
        // It does not count as a failed sign-in.
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        assert!(browser.sign_in(&page, "ann", USER_PASSWORD).await.body.contains("Approve"));
    }

    async fn a_form_from_elsewhere_does_nothing(db: Db) {
        let server = TestServer::new(db).await;
        let page = Browser::new(&server).open(FORGOT_PATH).await;
        let mut other = Browser::new(&server);
        let answer = other.submit_to(FORGOT_PATH, &page, &[("username", "ann")]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert!(answer.body.contains("href=\"/sign-in\""), "the page leads to a new form: {}", answer.body);
        let path = page_path(&server, "ann", "k1").await;
        let page = Browser::new(&server).open(&path).await;
        let fields = [("password", NEW_PASSWORD), ("repeated", NEW_PASSWORD)];
        assert_eq!(other.submit_to(&path, &page, &fields).await.status, StatusCode::FORBIDDEN);
        // Neither does the form of another key's page.
        let mut browser = Browser::new(&server);
        let bobs = page_path(&server, "bob", "k2").await;
        let page = browser.open(&bobs).await;
        assert_eq!(browser.submit_to(&path, &page, &fields).await.status, StatusCode::FORBIDDEN);
        assert!(server.queued_emails().await.is_empty());
        server.token_pair("ann").await;
        server.token_pair("bob").await;
    }

    async fn the_key_of_the_email_changes_the_password_once(db: Db) {
        let server = TestServer::new(db).await;
        let (access, _) = server.token_pair("ann").await;
        let path = page_path(&server, "ann", "k1").await;
        let mut browser = Browser::new(&server);
        let page = browser.open(&path).await;
        assert_eq!(page.status, 200);
        assert_strict_headers(&page);
        assert!(page.body.contains("ann@Example.org"));
        let fields = [("password", NEW_PASSWORD), ("repeated", NEW_PASSWORD)];
        let done = browser.submit_to(&path, &page, &fields).await;
        assert_eq!(done.status, 200, "{}", done.body);
        assert!(done.body.contains("<h1>Your password is changed</h1>") && browser.cookies.is_empty());
        assert_eq!(server.queued_emails().await, [json!({"about": "passwordChanged", "account": "ann"})]);
        assert_eq!(server.check_token(&access).await, "revoked");
        let sign_in = |password: &'static str| {
            let fields = [("grant_type", "password"), ("username", "ANN@example.org"), ("password", password)];
            let server = &server;
            async move { server.post_as_client("/oauth/token", ("trusted", ""), &fields).await.status.as_u16() }
        };
        assert_eq!((sign_in(USER_PASSWORD).await, sign_in(NEW_PASSWORD).await), (400, 200));

        let again = browser.submit_to(&path, &page, &fields).await;
        assert_eq!(again.status, StatusCode::FORBIDDEN, "the form is used up");
        let again = browser.open(&path).await;
        assert_eq!(again.status, StatusCode::NOT_FOUND, "and so is the key");
        assert!(again.body.contains("This link is no longer valid"));
    }

    async fn a_password_keeps_the_rules(db: Db) {
        let server = TestServer::new(db).await;
        let path = page_path(&server, "ann", "k1").await;
        let mut browser = Browser::new(&server);
        let mut page = browser.open(&path).await;
        for (password, repeated, field) in [
            ("", "", "password"),
            ("short1", "short1", "password"),
            ("no number here", "no number here", "password"),
            (NEW_PASSWORD, "another horse 3", "repeated"),
            (NEW_PASSWORD, "", "repeated"),
        ] {
            page = browser.submit_to(&path, &page, &[("password", password), ("repeated", repeated)]).await;
            assert_eq!(page.status, 400, "{password}");
            assert!(page.body.contains(&format!("href=\"#{field}\"")), "{password}: {}", page.body);
            assert!(!page.body.contains(NEW_PASSWORD), "what was typed is not shown");
        }
        let page = browser.submit_to(&path, &page, &[("password", NEW_PASSWORD), ("repeated", NEW_PASSWORD)]).await;
        assert_eq!(page.status, 200);
    }

    async fn a_key_ends_with_its_hour_and_with_its_account(db: Db) {
        let server = TestServer::new(db).await;
        let (anns, bobs) = (page_path(&server, "ann", "k1").await, page_path(&server, "bob", "k2").await);
        let mut browser = Browser::new(&server);
        let page = browser.open(&bobs).await;
        server.lock_account("bob", true).await;
        let fields = [("password", NEW_PASSWORD), ("repeated", NEW_PASSWORD)];
        assert_eq!(browser.submit_to(&bobs, &page, &fields).await.status, StatusCode::NOT_FOUND);
        server.advance_clock(GOOD_FOR);
        assert_eq!(browser.open(&anns).await.status, StatusCode::NOT_FOUND);
        assert_eq!(browser.open("/oauth/new-password/made-up").await.status, StatusCode::NOT_FOUND);
    }

    async fn a_user_locked_out_by_guesses_may_sign_in_immediately(db: Db) {
        let server = TestServer::new(db).await;
        let guess = [("grant_type", "password"), ("username", "ann"), ("password", "wrong horse 2")];
        for _ in 0..12 {
            server.post_as_client("/oauth/token", ("trusted", ""), &guess).await;
        }
        let path = page_path(&server, "ann", "k1").await;
        let mut browser = Browser::with_address(&server, "192.0.2.77");
        let page = browser.open(&path).await;
        browser.submit_to(&path, &page, &[("password", NEW_PASSWORD), ("repeated", NEW_PASSWORD)]).await;
        let page = browser.authorize(&[]).await;
        assert!(browser.sign_in(&page, "ann", NEW_PASSWORD).await.body.contains("Approve"));
    }

    async fn a_library_without_mail_promises_no_email(db: Db) {
        let server = TestServer::with_settings(db, |settings| settings.sends_mail = false).await;
        let page = Browser::new(&server).open(FORGOT_PATH).await;
        assert_eq!(page.status, 200);
        assert!(page.body.contains("ask its staff") && !page.body.contains("<form"));
    }
}
