//! In which language a page is: that of the account, or else the one that the app asks for, or else the one
//! that the browser prefers.

use domain::ids::AccountId;
use store::confirmations;
use store::password_resets::{self, GOOD_FOR, NewResetKey};

use crate::server::{Browser, ResponseText, TestServer, USER_PASSWORD};

/// The heading of the sign-in in each language.
const SIGN_IN: [(&str, &str); 4] =
    [("en", "Sign in"), ("fr", "Se connecter"), ("es", "Iniciar sesión"), ("de", "Anmelden")];

/// Asserts the language of a page, and that it has these words.
#[track_caller]
fn assert_language(page: &ResponseText, language: &str, words: &str) {
    let start = format!("<html lang=\"{language}\" dir=\"ltr\" ");
    assert!(page.body.contains(&start) && page.body.contains(words), "{language}, {words}: {}", page.body);
}

/// Sets Ann's language in her account.
async fn set_language(server: &TestServer, language: &str) {
    let mut tx = server.db.begin().await.unwrap();
    let mut ann = store::accounts::get_for_update(&mut tx, &AccountId::from("ann")).await.unwrap().unwrap();
    ann.language = Some(language.to_owned());
    store::accounts::update(&mut tx, &ann).await.unwrap();
    tx.commit().await.unwrap();
}

/// The hidden value of this name in the first form that has one.
fn hidden_value(page: &ResponseText, name: &str) -> String {
    let (_, rest) = page.body.split_once(&format!("name=\"{name}\" value=\"")).expect("a hidden field");
    rest.split_once('"').unwrap().0.to_owned()
}

store::db_test! {
    async fn a_guest_reads_the_language_that_the_browser_prefers(db: Db) {
        let server = TestServer::new(db).await;
        for (language, heading) in SIGN_IN {
            let mut browser = Browser::with_language(&server, language);
            let page = browser.open("/sign-in").await;
            assert_language(&page, language, &format!("<h1>{heading}</h1>"));
            let wrong = browser.submit_to("/sign-in", &page, &[("username", "ann"), ("password", "no")]).await;
            assert_language(&wrong, language, &format!(" {heading} – Main</title>"));
            assert_eq!(wrong.status, 400);
            assert_language(&browser.authorize(&[]).await, language, "<bdi class=\"name\">Reader &#60;b&#62;App&#60;");
        }
        let page = Browser::with_language(&server, "de").authorize(&[("redirect_uri", "https://evil.example/")]).await;
        assert_language(&page, "de", "Diese App kann Sie hier nicht anmelden");
        assert!(page.body.contains("<dl class=\"facts\" lang=\"en\">"), "what is for developers is English");
        let stale = Browser::with_language(&server, "es").post("/oauth/authorize", &[("flow", "x")]).await;
        assert_language(&stale, "es", "Esta página ya no es válida");
        let forgot = Browser::with_language(&server, "fr").open("/oauth/forgot-password").await;
        assert_language(&forgot, "fr", "<h1>Mot de passe oublié ?</h1>");
        server.db.close().await;
        assert_language(&Browser::with_language(&server, "de").open("/sign-in").await, "de", "Anmelden");
    }

    async fn an_app_asks_for_a_language_and_the_account_has_the_last_word(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::with_language(&server, "fr");
        let page = browser.authorize(&[("ui_locales", "ja de-CH es")]).await;
        assert_language(&page, "de", "möchte diese Bibliothek für Sie benutzen");
        let wrong = browser.sign_in(&page, "ann", "wrong horse 2").await;
        assert_language(&wrong, "de", "<title>Fehler: Anmelden");
        let (_, rest) = wrong.body.split_once("href=\"/oauth/forgot-password?").unwrap();
        let query = rest.split_once('"').unwrap().0.replace("&#38;", "&");
        assert_language(&browser.open(&format!("/oauth/forgot-password?{query}")).await, "de", "Passwort vergessen?");
        assert_language(&browser.sign_in(&wrong, "ann", USER_PASSWORD).await, "de", "Zustimmen");

        set_language(&server, "spa").await;
        let consent = browser.sign_in(&wrong, "ann", USER_PASSWORD).await;
        assert_language(&consent, "es", "use la biblioteca por usted?");
        assert!(consent.body.contains("<bdi class=\"name\">Ann O&#39;Reader &#38; Co</bdi>"));
        assert_language(&browser.submit_decision(&consent, "switch").await, "de", "Anmelden");
        let unknown = browser.authorize(&[("ui_locales", "ja")]).await;
        assert_language(&unknown, "fr", "souhaite utiliser cette bibliothèque");
    }

    async fn a_signed_in_user_reads_the_language_of_the_account(db: Db) {
        let server = TestServer::new(db).await;
        set_language(&server, "ger").await;
        let mut browser = Browser::with_language(&server, "en");
        let page = browser.open("/sign-in?back=/account/devices").await;
        browser.submit_to("/sign-in", &page, &[("username", "ann"), ("password", USER_PASSWORD)]).await;
        let list = browser.open("/account/devices").await;
        assert_language(&list, "de", "Es gibt noch keine Geräte.");
        let token = hidden_value(&list, "token");
        let post = "/account/devices";
        let empty = browser.post(post, &[("token", &token), ("name", "")]).await;
        assert_language(&empty, "de", "<a href=\"#name\">Geben Sie einen Namen für das Gerät ein</a>");
        let long = browser.post(post, &[("token", &token), ("name", &"x".repeat(61))]).await;
        assert_language(&long, "de", "Name des Geräts: höchstens 60 Zeichen");
        let made = browser.post(post, &[("token", &token), ("name", "Kobo")]).await;
        assert_language(&made, "de", "<h1 dir=\"auto\">Kobo ist bereit</h1>");
        let list = browser.open("/account/devices").await;
        assert_language(&list, "de", "<dd>21. November 2026</dd>");
        let revoke = format!("/account/devices/revoke?device={}", hidden_value(&list, "device"));
        assert_language(&browser.open(&revoke).await, "de", "wurde am 21. November 2026 angelegt und noch nie benutzt");
        assert_language(&browser.open("/account/devices/revoke?device=none").await, "de", "Dieses Gerät gibt es nicht.");
        assert_language(&browser.open("/account/members").await, "de", "Sie haben hier keinen Zugang");
        assert_language(&browser.post(post, &[("token", "x"), ("name", "Kobo")]).await, "de", "Dieses Formular ist nicht mehr");
        assert_language(&browser.post("/sign-out", &[("token", &token)]).await, "de", "<h1>Sie sind abgemeldet</h1>");
    }

    async fn the_owner_of_an_account_reads_its_language_and_who_confirms_that_of_the_browser(db: Db) {
        let server = TestServer::new(db).await;
        set_language(&server, "fre").await;
        let mut tx = server.db.begin().await.unwrap();
        let key = secrets::hash_token("k1");
        let new = NewResetKey { hash: &key, account: &"ann".into(), request: 1, lifetime: GOOD_FOR };
        assert!(password_resets::insert(&mut tx, &new, server.current_time()).await.unwrap());
        tx.commit().await.unwrap();
        let mut browser = Browser::with_language(&server, "es");
        let path = "/oauth/new-password/k1";
        let page = browser.open(path).await;
        assert_language(&page, "fr", "<h1>Choisissez un nouveau mot de passe</h1>");
        let short = browser.submit_to(path, &page, &[("password", "short")]).await;
        assert_language(&short, "fr", "Choisissez un mot de passe de 8 à 32 caractères");
        let fields = [("password", "another horse 2"), ("repeated", "another horse 2")];
        assert_language(&browser.submit_to(path, &page, &fields).await, "fr", "Votre mot de passe est changé");
        assert_language(&browser.open(path).await, "es", "Este enlace ya no es válido");

        let asked = confirmation_of_ann(&server).await;
        let page = browser.open(&asked).await;
        assert_language(&page, "es", "</bdi> quiere leer con esta biblioteca.");
        let empty = browser.submit_to(&asked, &page, &[]).await;
        assert_language(&empty, "es", "<a href=\"#visual\">Elija al menos una discapacidad</a>");
    }

    async fn text_is_shown_as_its_reader_has_chosen(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        browser.cookies.insert("display".into(), "300.wide.usual.usual.yellow".into());
        let page = browser.open("/sign-in").await;
        assert!(page.body.contains(" data-size=\"300\" data-spacing=\"wide\" "), "{}", page.body);
        assert!(page.body.contains(" data-colors=\"yellow\""), "{}", page.body);
        for path in ["/docs", "/docs/records"] {
            let usual = server.get(path).await;
            assert!(usual.body.contains("<html lang=\"en\" dir=\"ltr\" data-size=\"100\" "), "{}", usual.body);
            let chosen = browser.open(path).await;
            assert_eq!(chosen.header("vary"), "Cookie");
            let attributes = [
                (" data-size=\"100\" data-spacing=\"usual\" ", " data-size=\"300\" data-spacing=\"wide\" "),
                (" data-colors=\"usual\"", " data-colors=\"yellow\""),
            ];
            let expected = attributes.iter().fold(usual.body, |body, (one, other)| body.replacen(one, other, 1));
            assert_eq!(chosen.body, expected, "{path}");
        }
    }

    async fn the_description_of_the_interface_is_english(db: Db) {
        let server = TestServer::new(db).await;
        assert_language(&Browser::with_language(&server, "de").open("/docs").await, "en", "<h1>API reference</h1>");
    }
}

/// The page for an authority that Ann named.
async fn confirmation_of_ann(server: &TestServer) -> String {
    let asked = domain::confirmations::Confirmation {
        id: "c1".into(),
        account: "ann".into(),
        email: "lund@clinic.example".into(),
        authority: None,
        message: None,
        requested: server.current_time(),
    };
    confirmations::insert(&server.db, &asked).await.unwrap();
    confirmations::add_key(&server.db, "c1", &secrets::hash_token("k2")).await.unwrap();
    "/confirm/k2".to_owned()
}
