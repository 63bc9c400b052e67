//! Sign-ins are throttled by account and by address (docs/rules/authentication.md#rule-12, status 429).

use axum::http::header;
use jiff::SignedDuration;

use crate::server::{Browser, ResponseText, TestServer, USER_PASSWORD};

/// Fails until the page asks to wait; at most 50 times.
async fn fail_until_throttled(
    browser: &mut Browser<'_>,
    mut page: ResponseText,
    name: impl Fn(usize) -> String,
) -> ResponseText {
    for attempt in 0..50 {
        page = browser.sign_in(&page, &name(attempt), "wrong horse 2").await;
        if page.status == 429 {
            return page;
        }
        assert_eq!(page.status, 400);
    }
    panic!("never throttled");
}

store::db_test! {
    async fn an_account_that_failed_too_often_has_to_wait(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        let page = fail_until_throttled(&mut browser, page, |_| "Ann".into()).await;
        let seconds: i64 = page.header(header::RETRY_AFTER).parse().unwrap();
        assert!(seconds > 0);
        assert!(page.body.contains("Too many attempts. Wait ") && page.body.contains("<title>Error: "));

        // Even the right password, from elsewhere, and by the password grant, which reports it in its own
        // way.
        let mut elsewhere = Browser::with_address(&server, "192.0.2.200");
        let fresh = elsewhere.authorize(&[]).await;
        assert_eq!(elsewhere.sign_in(&fresh, "ann", USER_PASSWORD).await.status, 429);
        let fields = [("grant_type", "password"), ("username", "ann"), ("password", USER_PASSWORD)];
        let answer = server.post_as_client("/oauth/token", ("trusted", ""), &fields).await;
        assert_eq!(answer.token_error(), (429, "temporarily_unavailable".to_owned()));
        assert!(!answer.header(header::RETRY_AFTER).is_empty());

        server.advance_clock(SignedDuration::from_secs(seconds));
        assert!(browser.sign_in(&page, "ann", USER_PASSWORD).await.body.contains("Approve"));
    }
}

store::db_test! {
    async fn an_address_that_tries_many_names_has_to_wait(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let mut page = browser.authorize(&[]).await;
        for attempt in 0..200 {
            page = browser.sign_in(&page, &format!("name{attempt}"), "wrong horse 2").await;
            if page.status == 429 {
                break;
            }
        }
        assert_eq!(page.status, 429);
        let mut neighbor = Browser::with_address(&server, "198.51.100.7");
        let fresh = neighbor.authorize(&[]).await;
        assert!(neighbor.sign_in(&fresh, "ann", USER_PASSWORD).await.body.contains("Approve"), "others are let in");
    }
}

store::db_test! {
    async fn concurrent_attempts_cannot_outrun_the_count(db: Db) {
        let server = TestServer::new(db).await;
        let attempt = || async {
            let fields = [("grant_type", "password"), ("username", "ann"), ("password", "wrong horse 2")];
            server.post_as_client("/oauth/token", ("trusted", ""), &fields).await.status.as_u16()
        };
        let all = [(); 40].map(|()| attempt());
        let mut statuses = Vec::new();
        // Polled together: each requests its slot before the first has failed.
        let mut pending: Vec<_> = all.into_iter().map(Box::pin).collect();
        std::future::poll_fn(|cx| {
            pending.retain_mut(|future| match future.as_mut().poll(cx) {
                std::task::Poll::Ready(status) => {
                    statuses.push(status);
                    false
                }
                std::task::Poll::Pending => true,
            });
            if pending.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
        let checked = statuses.iter().filter(|status| **status == 400).count();
        assert!(checked < 20, "{checked} of 40 passwords were checked");
        assert!(statuses.contains(&429));
    }
}
