//! `openshelf admin sites` and `openshelf admin clients`.

use reqwest::Method;

use crate::each;
use crate::support::{Backend, Library, People, READER, ServedLibrary, eventually, field, text};

/// The status of a password grant with this secret.
async fn grant(server: &ServedLibrary, people: &People, secret: &str) -> u16 {
    let form = [("grant_type", "password"), ("username", READER), ("password", &people.password)];
    server.call(Method::POST, "/oauth/token").basic(&people.key, secret).form(&form).send().await.status
}

/// Waits until a search with this key has this status.
async fn wait_for_status(server: &ServedLibrary, key: &str, status: u16) {
    eventually(&format!("status {status}"), async || {
        let reply = server.get("/v2/titles").query(&[("api_key", key)]).send().await;
        if reply.status == status { Ok(()) } else { Err(format!("{}: {}", reply.status, reply.text())) }
    })
    .await;
}

each! {
    async fn a_client_is_made_turned_off_and_on(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let server = library.serve(&[], &[]).await;
        assert!(people.secret.len() >= 20, "{people:?}");
        assert_eq!(grant(&server, &people, &people.secret).await, 200);
        assert_eq!(grant(&server, &people, "").await, 401, "the secret is needed");
        let list = library.command(&["admin", "clients", "list"]);
        assert!(list.contains(&people.key) && list.contains("enabled") && list.contains("passwordGrant"), "{list}");
        assert!(!list.contains(&people.secret), "shown once");

        let fresh = field(&library.command(&["admin", "clients", "new-secret", &people.key]), "secret");
        assert_eq!(grant(&server, &people, &people.secret).await, 401, "the old one is gone");
        assert_eq!(grant(&server, &people, &fresh).await, 200);

        let token = server.token(&People { secret: fresh.clone(), ..people.clone() }).await;
        library.command(&["admin", "clients", "disable", &people.key]);
        wait_for_status(&server, &people.key, 403).await;
        let reply = server.get("/v2/titles").query(&[("api_key", &people.key)]).bearer(&token).send().await;
        reply.expect_error(403, "INVALID_API_KEY");
        assert_eq!(grant(&server, &people, &fresh).await, 401);
        assert!(library.command(&["admin", "clients", "list"]).contains("disabled"));
        library.command(&["admin", "clients", "enable", &people.key]);
        wait_for_status(&server, &people.key, 200).await;
        assert!(library.refuse(&["admin", "clients", "disable", "nobody"]).contains("the key does not exist"));
        server.program.terminate();
    }

    async fn doctor_names_keys_whose_privileges_anybody_can_use(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main"]);
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("public.toml");
        std::fs::write(&config, "base_url = 'https://library.example.org'\n").unwrap();
        let public = ["doctor", "--config", config.to_str().unwrap()];
        let doctor = |args: &[&str]| text(&library.run(args).stdout);
        let create = |privilege: &str, more: &[&str]| {
            let command = [&["admin", "clients", "create", "App", "--secret", "--privilege", privilege], more].concat();
            field(&library.command(&command), "key")
        };
        let redirect = ["--redirect-uri", "https://app.example/back"];
        let (hidden, trusted) = (create("competentAuthority", &[]), create("passwordGrant", &redirect));
        let report = doctor(&public);
        assert!(report.contains("none with privileges and redirect addresses"), "{report}");
        let exposed = create("competentAuthority", &redirect);
        let report = doctor(&public);
        let line = report.lines().find(|line| line.contains("anybody can use")).unwrap_or_default();
        assert!(line.contains(&exposed) && !line.contains(&hidden) && !line.contains(&trusted), "{report}");
        // As in the sandbox: nobody else reaches the server.
        assert!(!doctor(&["doctor"]).contains("anybody can use"));
    }

    async fn invalid_clients_are_reported(backend: Backend) {
        let library = Library::new(&backend);
        assert!(library.refuse(&["admin", "clients", "create", "App"]).contains("admin sites create"));
        for (id, name, country) in [("Bad Name", "x", "US"), ("service", "x", "Utopia")] {
            library.refuse(&["admin", "sites", "create", id, "--name", name, "--country", country]);
        }
        library.command(&["admin", "sites", "create", "service", "--name", "Main", "--country", "ca"]);
        assert!(library.refuse(&["admin", "sites", "create", "service", "--name", "Again"]).contains("service"));
        library.command(&["admin", "sites", "create", "lab", "--name", "Laboratory", "--private-label"]);
        let sites = library.command(&["admin", "sites", "list"]);
        let lines: Vec<&str> = sites.lines().collect();
        assert_eq!(lines.len(), 2, "{sites}");
        assert!(lines.iter().any(|line| line.starts_with("service") && line.contains("CA") && line.contains("Main")));
        assert!(lines.iter().any(|line| line.starts_with("lab") && line.contains("private label")));

        for uri in ["not an address", "https://app.example/back#part", "javascript:alert(1)", "data:text/html,x"] {
            library.refuse(&["admin", "clients", "create", "App", "--redirect-uri", uri]);
        }
        library.refuse(&["admin", "clients", "create", "App", "--privilege", "everything"]);
        let list = library.command(&["admin", "clients", "list"]);
        let clients: Vec<&str> = list.lines().map(|line| line.split_once(' ').unwrap().0).collect();
        let of_apps = "http://opds-spec.org/auth/client";
        assert_eq!(clients, [of_apps, &format!("{of_apps}#lab")], "those of reading apps alone");
        let made = library.command(&[
            "admin", "clients", "create", "App", "--redirect-uri", "https://app.example/back",
            "--redirect-uri", "app.example:/back",
        ]);
        assert!(made.contains("secret  (blank)"), "{made}");
    }
}
