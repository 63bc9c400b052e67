//! `openshelf admin users`.

use reqwest::Method;

use crate::support::{
    Backend, Library, People, Program, READER, Sandbox, ServedLibrary, field, read_zip, text,
};
use crate::{each, one};

/// The status of a sign-in with this password.
async fn sign_in(server: &ServedLibrary, people: &People, password: &str) -> u16 {
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

    async fn invalid_accounts_are_reported(backend: Backend) {
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
        for list in ["users", "organizations", "problems", "conversion-reports"] {
            assert!(library.refuse(&["admin", list, "list", "--site", "other"]).contains("no site other"));
        }
    }
}

one! {
    async fn personal_data_is_exported_as_one_file(sandbox: Sandbox) {
        let (user, id) = (sandbox.user("individual")["username"].as_str().unwrap(), sandbox.title("copyright"));
        let token = sandbox.token("individual").await;
        let call = sandbox.call(Method::POST, "/v2/myBookmarks").query(&[("api_key", sandbox.key("app"))]);
        let form = [("serviceId", id.to_string()), ("location", "p1".into()), ("text", "Where the tide turns".into())];
        let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        call.bearer(&token).form(&form).send().await.expect_status(200);
        let out = sandbox.library.dir.path().join("person.zip");
        let path = out.display().to_string();
        let said = sandbox.command(&["admin", "users", "export", user, "--out", &path]);
        assert!(said.contains("records"), "{said}");

        let files: std::collections::BTreeMap<_, _> =
            read_zip(&std::fs::read(&out).unwrap()).unwrap().into_iter().collect();
        let json = |name: &str| -> serde_json::Value { serde_json::from_slice(&files[name]).unwrap() };
        assert_eq!(json("account.json")[0]["email"], user);
        let bookmarks = json("bookmarks.json");
        let bookmark = bookmarks.as_array().unwrap().iter().find(|bookmark| bookmark["location"] == "p1").unwrap();
        assert_eq!((&bookmark["titleId"], &bookmark["text"]), (&id.into(), &"Where the tide turns".into()));
        let titles = json("titles.json");
        let title = titles.as_array().unwrap().iter().find(|title| title["titleId"] == id).unwrap();
        let record = sandbox.guest(&format!("/v2/titles/{id}")).send().await.expect_status(200);
        assert_eq!(title["title"], record.json["title"]);
        for (name, least) in [("agreements", 1), ("subscriptions", 1), ("proofs-of-disability", 1),
            ("reading-lists", 1), ("reading-list-titles", 2), ("sign-ins", 1)]
        {
            let records = json(&format!("{name}.json"));
            assert!(records.as_array().unwrap().len() >= least, "{name}: {records}");
        }
        let everything: Vec<u8> = files.values().flatten().copied().collect();
        let everything = String::from_utf8_lossy(&everything);
        let password = sandbox.user("individual")["password"].as_str().unwrap();
        for secret in ["$argon2", &token, password] {
            assert!(!everything.contains(secret), "{secret}");
        }
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&out).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);

        // The audit and the archive itself record who exported it.
        let audit = sandbox.command(&["admin", "audit", "list", "--user", user]);
        assert!(audit.contains("command line") && audit.contains("openshelf admin users export"), "{audit}");
        assert!(everything.contains("openshelf admin users export"));
        let flags = sandbox.flags();
        let other = format!("{path}.other");
        for (args, reason) in [([user, path.as_str()], "exists already"), (["nobody", &other], "no user nobody")] {
            let all = ["admin", "users", "export", args[0], "--out", args[1]].into_iter();
            let all: Vec<&str> = all.chain(flags.iter().map(String::as_str)).collect();
            let output = Program::run(&all);
            assert!(!output.status.success() && text(&output.stderr).contains(reason), "{}", text(&output.stderr));
        }
    }
}
