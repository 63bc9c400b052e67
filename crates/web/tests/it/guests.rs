//! Guests while all their turns are taken: what is in memory, the page that says so, and the way to sign in.

use axum::http::{StatusCode, header};
use domain::peers::Network;
use transport::guests::{GuestTurn, WorkCost};

use crate::server::{Browser, TestServer, USER_PASSWORD};

fn take_all_turns(server: &TestServer) -> GuestTurn {
    server.guests.try_take(WorkCost::for_search(u64::MAX)).expect("nobody else has a turn")
}

/// Signs in at the site's own page.
async fn sign_in(browser: &mut Browser<'_>) {
    let page = browser.open("/sign-in?back=%2F").await;
    assert_eq!(page.status, 200, "{}", page.body);
    let fields = [("username", "ann"), ("password", USER_PASSWORD)];
    let sent = browser.submit_to("/sign-in", &page, &fields).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.body);
}

store::db_test! {
    async fn guests_beyond_the_turns_get_a_page_from_which_signing_in_works(db: Db) {
        let server = TestServer::new(db).await;
        let turn = take_all_turns(&server);
        for (language, words) in [
            ("en", "The library is busy"),
            ("de", "In der Bibliothek ist gerade viel los"),
            ("fr", "La bibliothèque est très sollicitée"),
            ("es", "La biblioteca está muy ocupada"),
        ] {
            let mut guest = Browser::with_language(&server, language);
            for path in ["/", "/search?words=sea&language=eng", "/titles/1", "/periodicals", "/sitemap.xml"] {
                let busy = guest.open(path).await;
                assert_eq!(busy.status, 503, "{path}: {}", busy.body);
                assert_eq!(busy.header(header::RETRY_AFTER), "10");
                assert!(busy.body.contains(words) && busy.body.contains("/sign-in?back="), "{}", busy.body);
            }
            let search = guest.open("/join/organization/find?name=alder").await;
            assert!(search.status == 503 && search.body.contains(words), "{}", search.body);
            assert_eq!(search.header(header::RETRY_AFTER), "10");
            for path in ["/display", "/apps", "/robots.txt"] {
                assert_eq!(guest.open(path).await.status, 200, "{path} costs nothing");
            }
        }
        let mut reader = Browser::new(&server);
        sign_in(&mut reader).await;
        for path in ["/", "/search?words=sea", "/periodicals", "/shelf"] {
            assert_eq!(reader.open(path).await.status, 200, "{path}: readers do not wait");
        }
        drop(turn);
        assert_eq!(Browser::new(&server).open("/").await.status, 200);
    }

    async fn a_guests_page_is_shown_again_from_memory_and_only_to_guests_for_whom_it_is_alike(db: Db) {
        let server = TestServer::new(db).await;
        let first = Browser::with_language(&server, "en").open("/").await;
        assert_eq!(first.status, 200, "{}", first.body);
        let mut german = Browser::with_language(&server, "de");
        let mut wide = Browser::with_language(&server, "en");
        wide.cookies.insert("display".into(), "150.wide.usual.usual.dark".into());
        let mut reader = Browser::with_language(&server, "en");
        sign_in(&mut reader).await;
        let _turn = take_all_turns(&server);

        let again = Browser::with_language(&server, "en").open("/").await;
        assert_eq!((again.status, &again.body), (StatusCode::OK, &first.body));
        assert_eq!(again.header(header::CACHE_CONTROL), "private, no-store", "browsers and proxies keep none");
        assert_eq!(again.header(header::CONTENT_SECURITY_POLICY), first.header(header::CONTENT_SECURITY_POLICY));
        assert_eq!(german.open("/").await.status, 503, "in another language");
        assert_eq!(wide.open("/").await.status, 503, "with other letters");
        assert_eq!(Browser::with_language(&server, "en").open("/?a=b").await.status, 503, "at another address");
        let own = reader.open("/").await;
        assert!(own.status == 200 && own.body.contains("/sign-out"), "{}", own.body);
    }

    async fn a_refusal_and_the_page_of_a_reader_are_not_kept(db: Db) {
        let server = TestServer::new(db).await;
        let turn = take_all_turns(&server);
        assert_eq!(Browser::new(&server).open("/").await.status, 503);
        let mut reader = Browser::new(&server);
        sign_in(&mut reader).await;
        assert!(reader.open("/").await.body.contains("/sign-out"));
        drop(turn);
        let page = Browser::new(&server).open("/").await;
        assert!(page.status == 200 && !page.body.contains("/sign-out"), "{}", page.body);
    }

    async fn the_network_of_a_reader_is_remembered_for_covers(db: Db) {
        let server = TestServer::new(db).await;
        let network = |address: &str| Some(Network::from(address.parse::<std::net::IpAddr>().unwrap()));
        let mut reader = Browser::with_address(&server, "2001:db8:1:2::7");
        reader.open("/").await;
        assert!(!server.guests.is_of_reader(network("2001:db8:1:2::7")), "a guest is no reader");
        sign_in(&mut reader).await;
        reader.open("/").await;
        assert!(server.guests.is_of_reader(network("2001:db8:1:2:3::8")));
        assert!(!server.guests.is_of_reader(network("2001:db8:1:3::7")));
    }
}
