//! GET and POST /oauth/authorize (docs/rules/authentication.md#rule-3).

use axum::http::header;
use jiff::SignedDuration;

use crate::server::{Browser, CALLBACK_URL, CUSTOM_CALLBACK_URL, ISSUER_URL, TestServer, USER_PASSWORD};

store::db_test! {
    async fn approving_leads_back_with_code_state_and_issuer(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        assert_eq!(page.status, 200);
        assert!(page.asks_password());
        let page = browser.sign_in(&page, "ann", USER_PASSWORD).await;
        assert_eq!(page.status, 200);
        assert!(!page.asks_password() && page.body.contains("Approve") && page.body.contains("Deny"));
        let answer = browser.submit_decision(&page, "approve").await;
        assert_eq!(answer.status, 303);
        let (address, query) = answer.redirect_target();
        assert_eq!(address, CALLBACK_URL);
        assert_eq!(query["state"], "s t&te=1/ü");
        assert_eq!(query["iss"], ISSUER_URL);
        assert_eq!(server.redeem_code(&query["code"]).await.status, 200);
    }
}

store::db_test! {
    async fn a_custom_scheme_is_an_address_too(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[("redirect_uri", CUSTOM_CALLBACK_URL), ("state", "")]).await;
        assert!(page.header(header::CONTENT_SECURITY_POLICY).contains("form-action 'self' openshelf-test:;"));
        let page = browser.sign_in(&page, "ann", USER_PASSWORD).await;
        assert!(page.header(header::CONTENT_SECURITY_POLICY).contains("form-action 'self' openshelf-test:;"));
        let (address, query) = browser.submit_decision(&page, "approve").await.redirect_target();
        assert_eq!(address, CUSTOM_CALLBACK_URL);
        assert!(query.contains_key("code") && !query.contains_key("state"));
    }
}

store::db_test! {
    async fn denying_leads_back_with_access_denied(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let first = browser.authorize(&[]).await;
        let page = browser.sign_in(&first, "ann", USER_PASSWORD).await;
        let (address, query) = browser.submit_decision(&page, "deny").await.redirect_target();
        assert_eq!(address, CALLBACK_URL);
        assert_eq!(query["error"], "access_denied");
        assert!(!query["error_description"].is_empty() && !query.contains_key("code"));
        assert_eq!((query["state"].as_str(), query["iss"].as_str()), ("s t&te=1/ü", ISSUER_URL));
        assert!(browser.cookies.is_empty());

        let page = browser.authorize(&[]).await;
        let (_, query) = browser.submit_decision(&page, "deny").await.redirect_target();
        assert_eq!(query["error"], "access_denied", "before signing in, too");
    }
}

store::db_test! {
    async fn nothing_is_remembered_after_the_redirect(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        let consent = browser.sign_in(&page, "ann", USER_PASSWORD).await;
        assert_eq!(browser.cookies.len(), 1);
        let kept = browser.cookies.clone();
        browser.submit_decision(&consent, "approve").await.redirect_target();
        assert!(browser.cookies.is_empty());
        assert!(browser.authorize(&[]).await.asks_password());

        // The consent page, reopened from the browser's history, is worthless without its cookie.
        browser.cookies.retain(|name, _| !kept.contains_key(name));
        let again = browser.submit_decision(&consent, "approve").await;
        assert_eq!(again.status, 403);
        assert!(!again.headers.contains_key(header::LOCATION));
    }
}

store::db_test! {
    async fn unknown_client_or_redirect_is_a_token_error_and_no_redirect(db: Db) {
        let server = TestServer::new(db).await;
        for (query, code) in [
            ("", "invalid_request"),
            ("client_id=nobody&redirect_uri=http://127.0.0.1:8765/callback", "unauthorized_client"),
            ("client_id=disabled&redirect_uri=http://127.0.0.1:8765/callback", "unauthorized_client"),
            ("client_id=app", "invalid_request"),
            ("client_id=app&redirect_uri=https://evil.example/", "invalid_request"),
            ("client_id=app&redirect_uri=http://127.0.0.1:8765/callback/", "invalid_request"),
            ("client_id=app&redirect_uri=http://127.0.0.1:8765/callback?a=b", "invalid_request"),
            ("client_id=app&client_id=app&redirect_uri=http://127.0.0.1:8765/callback", "invalid_request"),
        ] {
            let path = format!("/oauth/authorize?response_type=code&scope=basic&state=s&{query}");
            let answer = server.get(&path).await;
            assert_eq!(answer.token_error(), (400, code.to_owned()), "{query}");
            assert!(!answer.headers.contains_key(header::LOCATION), "{query}");
        }
        let page = Browser::new(&server).authorize(&[("redirect_uri", "https://evil.example/")]).await;
        assert_eq!(page.status, 400);
        assert!(page.header(header::CONTENT_TYPE).starts_with("text/html"));
        assert!(page.body.contains("invalid_request") && page.body.contains("<title>Error: "));
    }
}

store::db_test! {
    async fn other_faults_redirect_with_error_and_state(db: Db) {
        let server = TestServer::new(db).await;
        for (change, code) in [
            (("response_type", "token"), "unsupported_response_type"),
            (("response_type", ""), "invalid_request"),
            (("scope", "admin"), "invalid_scope"),
            (("scope", ""), "invalid_scope"),
            (("code_challenge", "abc"), "invalid_request"),
            (("code_challenge_method", "S256"), "invalid_request"),
        ] {
            let answer = Browser::new(&server).authorize(&[change]).await;
            assert_eq!(answer.status, 302);
            let (address, query) = answer.redirect_target();
            assert_eq!((address.as_str(), query["error"].as_str()), (CALLBACK_URL, code), "{change:?}");
            assert!(!query["error_description"].is_empty());
            assert_eq!((query["state"].as_str(), query["iss"].as_str()), ("s t&te=1/ü", ISSUER_URL));
        }
    }
}

store::db_test! {
    async fn user_names_and_addresses_match_in_any_case(db: Db) {
        let server = TestServer::new(db).await;
        for name in ["ann", "ANN", "  Ann ", "ann@example.org", "Ann@EXAMPLE.ORG"] {
            let mut browser = Browser::new(&server);
            let page = browser.authorize(&[]).await;
            let page = browser.sign_in(&page, name, USER_PASSWORD).await;
            assert!(page.body.contains("Ann O&#39;Reader &#38; Co"), "{name}: {}", page.body);
        }
    }
}

store::db_test! {
    async fn a_refused_sign_in_shows_the_form_again_and_tells_nothing(db: Db) {
        let server = TestServer::new(db).await;
        let mut texts = Vec::new();
        for (name, password) in
            [("ann", "wrong horse 2"), ("nobody", USER_PASSWORD), ("locked", USER_PASSWORD), ("gone", USER_PASSWORD), ("silent", USER_PASSWORD)]
        {
            let mut browser = Browser::new(&server);
            let page = browser.authorize(&[]).await;
            let page = browser.sign_in(&page, name, password).await;
            assert_eq!(page.status, 400, "{name}");
            assert!(page.asks_password() && page.body.contains("<title>Error: Sign in"));
            assert!(page.body.contains("<a href=\"#username\">") && page.body.contains("aria-invalid=\"true\""));
            let flow = page.flow_value();
            texts.push(page.body.replace(&flow, "").replace(&format!("value=\"{name}\""), ""));
            // The second attempt, from the page with the error, works like the first.
            let page = browser.sign_in(&page, "ann", USER_PASSWORD).await;
            assert!(page.body.contains("Approve"));
        }
        assert!(texts.iter().all(|text| text == &texts[0]), "the pages differ");
    }
}

store::db_test! {
    async fn empty_fields_are_named(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        let page = browser.sign_in(&page, " ", "").await;
        assert_eq!(page.status, 400);
        assert!(page.body.contains("<a href=\"#username\">Enter your user name"));
        assert!(page.body.contains("<a href=\"#password\">Enter your password"));
    }
}

store::db_test! {
    async fn a_form_of_another_browser_or_none_is_refused(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        let mut stranger = Browser::new(&server);
        let refused = stranger.sign_in(&page, "ann", USER_PASSWORD).await;
        assert_eq!(refused.status, 403, "no cookie");
        stranger.authorize(&[]).await;
        assert_eq!(stranger.sign_in(&page, "ann", USER_PASSWORD).await.status, 403, "another cookie");

        let consent = browser.sign_in(&page, "ann", USER_PASSWORD).await;
        let forced = stranger.submit_decision(&consent, "approve").await;
        assert_eq!(forced.status, 403, "the consent of one browser sent by another");
        assert!(!forced.headers.contains_key(header::LOCATION));

        let form = "flow=abc.def&username=ann&password=correct+horse+1";
        let request = axum::http::Request::post("/oauth/authorize")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        assert_eq!(server.send(request.body(form.into()).unwrap()).await.status, 403, "no flow of ours");
    }
}

store::db_test! {
    async fn approving_without_signing_in_asks_for_the_password(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        let page = browser.submit_decision(&page, "approve").await;
        assert!(page.asks_password() && !page.headers.contains_key(header::LOCATION));
    }
}

store::db_test! {
    async fn a_form_ends_after_an_hour(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        server.advance_clock(SignedDuration::from_mins(59));
        let consent = browser.sign_in(&page, "ann", USER_PASSWORD).await;
        assert!(consent.body.contains("Approve"));
        server.advance_clock(SignedDuration::from_mins(61));
        assert_eq!(browser.submit_decision(&consent, "approve").await.status, 403);
    }
}

store::db_test! {
    async fn changes_between_the_pages_take_effect(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        let consent = browser.sign_in(&page, "ann", USER_PASSWORD).await;
        server.lock_account("ann", true).await;
        assert_eq!(browser.submit_decision(&consent, "approve").await.status, 403, "locked meanwhile");
        server.lock_account("ann", false).await;
        store::clients::set_disabled(&server.db, &"app".into(), true).await.unwrap();
        let answer = browser.submit_decision(&consent, "approve").await;
        assert_eq!(answer.status, 400, "disabled meanwhile");
        assert!(!answer.headers.contains_key(header::LOCATION));
    }
}

store::db_test! {
    async fn someone_else_may_sign_in(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        let page = browser.sign_in(&page, "ann", USER_PASSWORD).await;
        let page = browser.submit_decision(&page, "switch").await;
        assert!(page.asks_password());
        let page = browser.sign_in(&page, "bob", USER_PASSWORD).await;
        assert!(page.body.contains("Approve"));
        assert_eq!(browser.submit_decision(&page, "approve").await.status, 303);
    }
}

store::db_test! {
    async fn two_windows_do_not_disturb_each_other(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let one = browser.authorize(&[("state", "one")]).await;
        let two = browser.authorize(&[("state", "two")]).await;
        let one = browser.sign_in(&one, "ann", USER_PASSWORD).await;
        let two = browser.sign_in(&two, "bob", USER_PASSWORD).await;
        assert_eq!(browser.submit_decision(&one, "approve").await.redirect_target().1["state"], "one");
        assert_eq!(browser.submit_decision(&two, "approve").await.redirect_target().1["state"], "two");
    }
}

store::db_test! {
    async fn pages_have_strict_headers(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let first = browser.authorize(&[]).await;
        let consent = browser.sign_in(&first, "ann", USER_PASSWORD).await;
        let refused = browser.authorize(&[("redirect_uri", "https://evil.example/")]).await;
        for (page, forms) in [(&first, " http://127.0.0.1:8765"), (&consent, " http://127.0.0.1:8765"), (&refused, "")] {
            assert_eq!(
                page.header(header::CONTENT_SECURITY_POLICY),
                format!(
                    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'{forms}; \
                     frame-ancestors 'none'; base-uri 'none'"
                )
            );
            assert_eq!(page.header(header::X_FRAME_OPTIONS), "DENY");
            assert_eq!(page.header(header::REFERRER_POLICY), "no-referrer");
            assert_eq!(page.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
            assert_eq!(page.header(header::CACHE_CONTROL), "no-store");
            assert!(!page.body.contains("<script") && !page.body.contains("style=") && !page.body.contains("<b>"));
            assert!(page.body.contains("<html lang=\"en\" dir=\"ltr\" "));
        }
        assert!(consent.body.contains("Reader &#60;b&#62;App"), "the app's name is escaped");
        let cookie = first.header(header::SET_COOKIE);
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        let echo = browser.sign_in(&first, "\"><script>alert(1)</script>", "x").await;
        assert!(!echo.body.contains("<script"));
    }
}

store::db_test! {
    async fn over_https_the_cookie_is_a_secure_one(db: Db) {
        let server = TestServer::with_settings(db, |settings| settings.auth_url = "https://library.example".into()).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        let cookie = page.header(header::SET_COOKIE);
        assert!(cookie.starts_with("__Host-") && cookie.contains("; Secure") && cookie.contains("Path=/;"), "{cookie}");
        let page = browser.sign_in(&page, "ann", USER_PASSWORD).await;
        let (_, query) = browser.submit_decision(&page, "approve").await.redirect_target();
        assert_eq!(query["iss"], "https://library.example");
        assert!(browser.cookies.is_empty());
    }
}

store::db_test! {
    async fn a_long_state_comes_back_whole_and_a_longer_one_is_refused(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let state = "\"ü%".repeat(1000);
        let page = browser.authorize(&[("state", &state)]).await;
        let page = browser.sign_in(&page, "ann", USER_PASSWORD).await;
        assert_eq!(browser.submit_decision(&page, "approve").await.redirect_target().1["state"], state);
        assert_eq!(browser.authorize(&[("state", &"a".repeat(17_000))]).await.status, 414);
    }
}

store::db_test! {
    async fn other_methods_and_bodies_are_refused(db: Db) {
        let server = TestServer::new(db).await;
        let delete = axum::http::Request::delete("/oauth/authorize").body(axum::body::Body::empty()).unwrap();
        let answer = server.send(delete).await;
        assert_eq!(answer.status, 405);
        assert_eq!(answer.header(header::ALLOW), "GET,HEAD,POST");
        let json = axum::http::Request::post("/oauth/authorize").header(header::CONTENT_TYPE, "application/json");
        let answer = server.send(json.body("{}".into()).unwrap()).await;
        assert_eq!(answer.token_error(), (400, "invalid_request".to_owned()));
        let long = format!("flow={}", "a".repeat(70_000));
        let request = axum::http::Request::post("/oauth/authorize")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        assert_eq!(server.send(request.body(long.into()).unwrap()).await.token_error().0, 400);
    }
}

store::db_test! {
    async fn a_consent_page_that_was_open_before_a_password_change_yields_no_code(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        let consent = browser.sign_in(&page, "ann", USER_PASSWORD).await;
        let other_page = browser.authorize(&[]).await;
        let others = browser.sign_in(&other_page, "bob", USER_PASSWORD).await;
        server.replace_password("ann").await;
        let answer = browser.submit_decision(&consent, "approve").await;
        assert_eq!(answer.status, 403);
        assert!(!answer.headers.contains_key(header::LOCATION));
        let (_, query) = browser.submit_decision(&others, "approve").await.redirect_target();
        assert!(query.contains_key("code"), "other people are not concerned");
    }
}
