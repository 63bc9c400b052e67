//! `openshelf admin users`.

use reqwest::Method;

use crate::each;
use crate::support::{Backend, Library, People, READER, Served, field};

/// The status of a sign-in with this password.
async fn sign_in(server: &Served, people: &People, password: &str) -> u16 {
    let form = [("grant_type", "password"), ("username", READER), ("password", password)];
    let call = server.call(Method::POST, "/oauth/token").basic(&people.key, &people.secret);
    call.form(&form).send().await.status
}

each! {
    async fn a_reader_is_made_locked_and_unlocked(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let server = library.serve(&[], &[]).await;
        let token = server.token(&people).await;
        let search = || server.get("/v2/titles").query(&[("api_key", &people.key)]).bearer(&token);
        search().send().await.expect_status(200);
        let list = library.command(&["admin", "users", "list"]);
        for word in [people.account.as_str(), READER, "Jo Reader", "active", "individual", "service"] {
            assert!(list.contains(word), "{word}: {list}");
        }
        assert!(!list.contains(&people.password), "shown once");

        // By name in any case, by address, by identifier.
        for name in ["JO.READER@example.org", &people.account] {
            library.command(&["admin", "users", "disable", name]);
            search().send().await.expect_error(401, "UNAUTHORIZED");
            assert_eq!(sign_in(&server, &people, &people.password).await, 400);
            assert!(library.command(&["admin", "users", "list"]).contains("locked"));
            library.command(&["admin", "users", "enable", name]);
            search().send().await.expect_status(200);
        }
        assert!(library.refuse(&["admin", "users", "disable", "nobody"]).contains("no user nobody"));

        let fresh = field(&library.command(&["admin", "users", "reset-password", READER]), "password");
        assert_eq!(sign_in(&server, &people, &people.password).await, 400, "the old one is gone");
        assert_eq!(sign_in(&server, &people, &fresh).await, 200);
        server.program.terminate();
    }

    async fn what_cannot_be_an_account_is_said(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let create = |email: &str, more: &[&str]| {
            let names = ["admin", "users", "create", email, "--first-name", "Al", "--last-name", "Berg"];
            library.refuse(&[&names, more].concat())
        };
        create("JO.READER@EXAMPLE.ORG", &[]);
        create("no address", &[]);
        create("al@example.org", &["--role", "king"]);
        create("al@example.org", &["--site", "nowhere"]);
        create("al@example.org", &["--country", "Utopia"]);
        create("al@example.org", &["--date-of-birth", "1999-02-30"]);
        assert_eq!(library.command(&["admin", "users", "list"]).lines().count(), 1);
        library.command(&[
            "admin", "users", "create", "al@example.org", "--first-name", "Al", "--last-name", "Berg",
            "--role", "collectionAssistant", "--role", "individual", "--date-of-birth", "1999-02-28",
        ]);
        let list = library.command(&["admin", "users", "list"]);
        assert!(list.lines().any(|line| line.contains("collectionAssistant") && line.contains("Al Berg")), "{list}");
        assert_eq!(library.command(&["admin", "users", "list", "--site", "other"]), "");
    }
}
