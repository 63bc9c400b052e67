//! Documents from the partner's drive, with a stand-in for it.

use reqwest::Method;
use serde_json::json;

use super::stand_in::StandIn;
use super::{MAX_DOCUMENT_BYTES, PATH, PPTX, two_slides};
use crate::support::{Backend, Library, People, READER, Reply, Sandbox, ServedLibrary, eventually, field};
use crate::{each, one};

const TOKEN: &str = "/v2/partnerAccessToken";

/// A library with a drive, a key for it, and a reader who is signed in.
struct DriveLibrary {
    library: Library,
    served: ServedLibrary,
    people: People,
    /// A key with the privilege.
    key: String,
    token: String,
    drive: StandIn,
}

impl DriveLibrary {
    async fn start(backend: &Backend) -> Self {
        let library = Library::new(backend);
        let people = library.people();
        let app =
            library.command(&["admin", "clients", "create", "Drive app", "--privilege", "partnerDrive"]);
        let files = [
            ("my slides", two_slides()),
            ("a/b?c=d", two_slides()),
            ("text", b"plain text".to_vec()),
            ("large", vec![b' '; MAX_DOCUMENT_BYTES + 1]),
        ];
        let drive = StandIn::start(&files).await;
        let environment = drive.environment();
        let environment: Vec<_> = environment.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let served = library.serve(&[], &environment).await;
        let token = served.token(&people).await;
        Self { key: field(&app, "key"), library, served, people, token, drive }
    }

    async fn send(&self, method: Method, path: &str, form: &[(&str, &str)]) -> Reply {
        let call = self.served.call(method, path).query(&[("api_key", &self.key)]).bearer(&self.token);
        call.form(form).send().await
    }

    async fn connect(&self) -> Reply {
        let form = [("authorizationCode", "a good code"), ("redirectUri", "app://drive")];
        self.send(Method::POST, TOKEN, &form).await.expect_status(200)
    }

    async fn token(&self) -> Reply {
        self.send(Method::POST, TOKEN, &[]).await
    }

    async fn take(&self, file: &str) -> Reply {
        let form = [("name", "From the drive"), ("mimeType", PPTX), ("partnerDriveFileId", file)];
        self.send(Method::POST, PATH, &form).await
    }
}

each! {
    async fn a_user_connects_gets_tokens_and_disconnects(backend: Backend) {
        let with = DriveLibrary::start(&backend).await;
        with.token().await.expect_error(404, "RECORD_NOT_FOUND");
        let bad = with.send(Method::POST, TOKEN, &[("authorizationCode", "a bad code")]).await;
        let bad = bad.expect_error(400, "INVALID_PARAMETER");
        assert!(bad.json["messages"][0].as_str().unwrap().starts_with("authorizationCode: "));
        let first = with.connect().await.json;
        assert_eq!(first["accessToken"], "access 1");
        assert!((3500..=3600).contains(&first["expiresIn"].as_i64().unwrap()), "{first}");
        assert_eq!(first["links"], json!([{"rel": "self", "href": format!("{}{TOKEN}", with.served.base)}]));
        assert_eq!(first.as_object().unwrap().len(), 3);
        let form = with.drive.last_form();
        assert_eq!((form["grant_type"].as_str(), form["redirect_uri"].as_str()), ("authorization_code", "app://drive"));
        // Kept while it is good.
        let grants = with.drive.grants();
        assert_eq!(with.token().await.expect_status(200).json["accessToken"], "access 1");
        assert_eq!(with.drive.grants(), grants);
        // The database only contains encrypted tokens.
        let sealed = with.library.database.is_none().then(|| std::fs::read(with.library.dir.path().join("library.db")).unwrap());
        assert!(sealed.is_none_or(|bytes| !bytes.windows(8).any(|part| part == b"access 1")));
        for _ in 0..2 {
            with.send(Method::DELETE, TOKEN, &[]).await.expect_status(204);
            assert_eq!(with.drive.revoked_tokens(), ["refresh 1"]);
            with.token().await.expect_error(404, "RECORD_NOT_FOUND");
        }
        with.take("my slides").await.expect_error(400, "INVALID_PARAMETER");
    }

    async fn tokens_are_renewed_when_they_end(backend: Backend) {
        let with = DriveLibrary::start(&backend).await;
        with.drive.set_lifetime(30);
        with.connect().await;
        // Less than a minute counts as zero.
        assert_eq!(with.token().await.expect_status(200).json["accessToken"], "access 2");
        let form = with.drive.last_form();
        assert_eq!((form["grant_type"].as_str(), form["refresh_token"].as_str()), ("refresh_token", "refresh 1"));
        assert_eq!(form["scope"], "files.read");
        with.drive.set_lifetime(3600);
        assert_eq!(with.token().await.json["accessToken"], "access 3");
        assert_eq!(with.token().await.json["accessToken"], "access 3");
        // The drive ends the token before its time: the file is fetched with a new one.
        with.drive.end_tokens(false);
        with.take("my slides").await.expect_status(201);
        assert_eq!(with.token().await.json["accessToken"], "access 4");
        // The reader has withdrawn the consent at the drive.
        with.drive.end_tokens(true);
        with.take("my slides").await.expect_error(400, "INVALID_PARAMETER");
        with.token().await.expect_error(404, "RECORD_NOT_FOUND");
        with.connect().await;
    }

    async fn a_document_comes_from_the_drive(backend: Backend) {
        let with = DriveLibrary::start(&backend).await;
        with.connect().await;
        let made = with.take("my slides").await.expect_status(201);
        assert_eq!((&made.json["available"], &made.json["title"]), (&json!(false), &json!("From the drive")));
        // An identifier is never more than one segment of an address.
        with.take("a/b?c=d").await.expect_status(201);
        for (file, key) in [("nothing", "INVALID_PARAMETER"), ("text", "INVALID_FILE_TYPE"), ("large", "FILE_TOO_LARGE")] {
            with.take(file).await.expect_error(400, key);
        }
        let list = with.send(Method::GET, PATH, &[]).await.expect_status(200);
        assert_eq!(list.json["totalResults"], 2);
        let path = format!("/v2/titles/{}", made.json["serviceId"]);
        eventually("the document is converted", async || {
            let title = with.send(Method::GET, &path, &[]).await.json;
            if title["available"] == true { Ok(()) } else { Err(title) }
        })
        .await;
    }

    async fn redirects_of_the_drive_are_not_followed(backend: Backend) {
        let with = DriveLibrary::start(&backend).await;
        with.connect().await;
        let other = with.drive.base.replace("127.0.0.1", "localhost");
        with.drive.set_elsewhere(&format!("{other}/moved"));
        with.take("elsewhere").await.expect_error(500, "INTERNAL_ERROR");
        // On its own host it may; but the file is not a presentation.
        with.drive.set_elsewhere(&format!("{}/moved", with.drive.base));
        with.take("elsewhere").await.expect_error(400, "INVALID_FILE_TYPE");
    }

    async fn the_drive_is_for_users_with_its_key(backend: Backend) {
        let with = DriveLibrary::start(&backend).await;
        for method in [Method::POST, Method::DELETE] {
            let call = |key: &str| with.served.call(method.clone(), TOKEN).query(&[("api_key", key)]);
            call("nobody").bearer(&with.token).send().await.expect_error(403, "INVALID_API_KEY");
            call(&with.key).send().await.expect_error(401, "UNAUTHORIZED");
            call(&with.key).bearer("no-token").send().await.expect_error(401, "UNAUTHORIZED");
            call(&with.people.key).send().await.expect_error(401, "UNAUTHORIZED");
            call(&with.people.key).bearer(&with.token).send().await.expect_error(403, "CLIENT_NOT_ALLOWED");
        }
        with.served.call(Method::GET, TOKEN).query(&[("api_key", with.key.as_str())]).send().await.expect_error(405, "METHOD_NOT_ALLOWED");
        // Tokens belong to one user.
        with.connect().await;
        let other = with.library.command(&["admin", "users", "create", "other@example.org", "--first-name", "O", "--last-name", "R"]);
        assert_ne!(field(&other, "account"), with.people.account, "{READER}");
        let people = People { password: field(&other, "password"), ..with.people.clone() };
        let form = [("grant_type", "password"), ("username", "other@example.org"), ("password", &people.password)];
        let call = with.served.call(Method::POST, "/oauth/token").basic(&people.key, &people.secret);
        let token = call.form(&form).send().await.expect_status(200).json["access_token"].as_str().unwrap().to_owned();
        let call = with.served.call(Method::POST, TOKEN).query(&[("api_key", with.key.as_str())]).bearer(&token);
        call.send().await.expect_error(404, "RECORD_NOT_FOUND");
    }
}

one! {
    async fn a_library_without_a_drive_connects_no_user(sandbox: Sandbox) {
        let token = sandbox.token("individual").await;
        let call = |method| sandbox.call(method, TOKEN).query(&[("api_key", sandbox.key("privileged"))]).bearer(&token);
        call(Method::POST).send().await.expect_error(404, "RECORD_NOT_FOUND");
        call(Method::POST).form(&[("authorizationCode", "x")]).send().await.expect_error(400, "INVALID_PARAMETER");
        call(Method::DELETE).send().await.expect_status(204);
    }
}
