//! In which language a page is: that of the account, or else the one that the app asks for, or else the one
//! that the browser prefers.

use domain::ids::AccountId;
use store::{confirmations, password_resets};

use crate::house::{Answer, Browser, House, PASSWORD};

/// The heading of the sign-in in each language.
const SIGN_IN: [(&str, &str); 4] =
    [("en", "Sign in"), ("fr", "Se connecter"), ("es", "Iniciar sesión"), ("de", "Anmelden")];

/// Asserts the language of a page, and that it has these words.
#[track_caller]
fn speaks(page: &Answer, language: &str, words: &str) {
    let start = format!("<html lang=\"{language}\" dir=\"ltr\" ");
    assert!(page.body.contains(&start) && page.body.contains(words), "{language}, {words}: {}", page.body);
}

/// Gives Ann a language, as her account keeps it.
async fn teach(house: &House, language: &str) {
    let mut tx = house.db.begin().await.unwrap();
    let mut ann = store::accounts::for_update(&mut tx, &AccountId::from("ann")).await.unwrap().unwrap();
    ann.language = Some(language.to_owned());
    store::accounts::update(&mut tx, &ann).await.unwrap();
    tx.commit().await.unwrap();
}

/// The hidden value of this name in the first form that has one.
fn hidden(page: &Answer, name: &str) -> String {
    let (_, rest) = page.body.split_once(&format!("name=\"{name}\" value=\"")).expect("a hidden field");
    rest.split_once('"').unwrap().0.to_owned()
}

store::db_test! {
    async fn a_guest_reads_the_language_that_the_browser_prefers(db: Db) {
        let house = House::new(db).await;
        for (language, heading) in SIGN_IN {
            let mut browser = Browser::speaking(&house, language);
            let page = browser.open("/sign-in").await;
            speaks(&page, language, &format!("<h1>{heading}</h1>"));
            let wrong = browser.submit_to("/sign-in", &page, &[("username", "ann"), ("password", "no")]).await;
            speaks(&wrong, language, &format!(" {heading} – Main</title>"));
            assert_eq!(wrong.status, 400);
            speaks(&browser.authorize(&[]).await, language, "<bdi class=\"name\">Reader &#60;b&#62;App&#60;");
        }
        let page = Browser::speaking(&house, "de").authorize(&[("redirect_uri", "https://evil.example/")]).await;
        speaks(&page, "de", "Diese App kann Sie hier nicht anmelden");
        assert!(page.body.contains("<dl class=\"facts\" lang=\"en\">"), "what is for developers is English");
        let stale = Browser::speaking(&house, "es").post("/oauth/authorize", &[("flow", "x")]).await;
        speaks(&stale, "es", "Esta página ya no es válida");
        let forgot = Browser::speaking(&house, "fr").open("/oauth/forgot-password").await;
        speaks(&forgot, "fr", "<h1>Mot de passe oublié ?</h1>");
        house.db.close().await;
        speaks(&Browser::speaking(&house, "de").open("/sign-in").await, "de", "Anmelden");
    }

    async fn an_app_asks_for_a_language_and_the_account_has_the_last_word(db: Db) {
        let house = House::new(db).await;
        let mut browser = Browser::speaking(&house, "fr");
        let page = browser.authorize(&[("ui_locales", "ja de-CH es")]).await;
        speaks(&page, "de", "möchte diese Bibliothek für Sie benutzen");
        let wrong = browser.sign_in(&page, "ann", "wrong horse 2").await;
        speaks(&wrong, "de", "<title>Fehler: Anmelden");
        let (_, rest) = wrong.body.split_once("href=\"/oauth/forgot-password?").unwrap();
        let query = rest.split_once('"').unwrap().0.replace("&#38;", "&");
        speaks(&browser.open(&format!("/oauth/forgot-password?{query}")).await, "de", "Passwort vergessen?");
        speaks(&browser.sign_in(&wrong, "ann", PASSWORD).await, "de", "Zustimmen");

        teach(&house, "spa").await;
        let consent = browser.sign_in(&wrong, "ann", PASSWORD).await;
        speaks(&consent, "es", "use la biblioteca por usted?");
        assert!(consent.body.contains("<bdi class=\"name\">Ann O&#39;Reader &#38; Co</bdi>"));
        speaks(&browser.decide(&consent, "switch").await, "de", "Anmelden");
        let unknown = browser.authorize(&[("ui_locales", "ja")]).await;
        speaks(&unknown, "fr", "souhaite utiliser cette bibliothèque");
    }

    async fn a_signed_in_user_reads_the_language_of_the_account(db: Db) {
        let house = House::new(db).await;
        teach(&house, "ger").await;
        let mut browser = Browser::speaking(&house, "en");
        let page = browser.open("/sign-in?back=/account/devices").await;
        browser.submit_to("/sign-in", &page, &[("username", "ann"), ("password", PASSWORD)]).await;
        let list = browser.open("/account/devices").await;
        speaks(&list, "de", "Es gibt noch keine Geräte.");
        let token = hidden(&list, "token");
        let post = "/account/devices";
        let empty = browser.post(post, &[("token", &token), ("name", "")]).await;
        speaks(&empty, "de", "<a href=\"#name\">Geben Sie einen Namen für das Gerät ein</a>");
        let long = browser.post(post, &[("token", &token), ("name", &"x".repeat(61))]).await;
        speaks(&long, "de", "Name des Geräts: höchstens 60 Zeichen");
        let made = browser.post(post, &[("token", &token), ("name", "Kobo")]).await;
        speaks(&made, "de", "<h1 dir=\"auto\">Kobo ist bereit</h1>");
        let list = browser.open("/account/devices").await;
        speaks(&list, "de", "<dd>21. November 2026</dd>");
        let revoke = format!("/account/devices/revoke?device={}", hidden(&list, "device"));
        speaks(&browser.open(&revoke).await, "de", "wurde am 21. November 2026 angelegt und noch nie benutzt");
        speaks(&browser.open("/account/devices/revoke?device=none").await, "de", "Dieses Gerät gibt es nicht.");
        speaks(&browser.open("/account/members").await, "de", "Sie haben hier keinen Zugang");
        speaks(&browser.post(post, &[("token", "x"), ("name", "Kobo")]).await, "de", "Dieses Formular ist nicht mehr");
        speaks(&browser.post("/sign-out", &[("token", &token)]).await, "de", "<h1>Sie sind abgemeldet</h1>");
    }

    async fn the_owner_of_an_account_reads_its_language_and_who_confirms_that_of_the_browser(db: Db) {
        let house = House::new(db).await;
        teach(&house, "fre").await;
        let mut tx = house.db.begin().await.unwrap();
        let key = oauth::tokens::hash("k1");
        assert!(password_resets::insert(&mut tx, &key, &"ann".into(), 1, house.now()).await.unwrap());
        tx.commit().await.unwrap();
        let mut browser = Browser::speaking(&house, "es");
        let path = "/oauth/new-password/k1";
        let page = browser.open(path).await;
        speaks(&page, "fr", "<h1>Choisissez un nouveau mot de passe</h1>");
        let short = browser.submit_to(path, &page, &[("password", "short")]).await;
        speaks(&short, "fr", "Choisissez un mot de passe de 8 à 32 caractères");
        let fields = [("password", "another horse 2"), ("repeated", "another horse 2")];
        speaks(&browser.submit_to(path, &page, &fields).await, "fr", "Votre mot de passe est changé");
        speaks(&browser.open(path).await, "es", "Este enlace ya no es válido");

        let asked = confirmation_of_ann(&house).await;
        let page = browser.open(&asked).await;
        speaks(&page, "es", "</bdi> quiere leer con esta biblioteca.");
        let empty = browser.submit_to(&asked, &page, &[]).await;
        speaks(&empty, "es", "<a href=\"#visual\">Elija al menos una discapacidad</a>");
    }

    async fn text_is_shown_as_its_reader_has_chosen(db: Db) {
        let house = House::new(db).await;
        let mut browser = Browser::new(&house);
        browser.cookies.insert("display".into(), "300.wide.usual.usual.yellow".into());
        let page = browser.open("/sign-in").await;
        assert!(page.body.contains(" data-size=\"300\" data-spacing=\"wide\" "), "{}", page.body);
        assert!(page.body.contains(" data-colors=\"yellow\""), "{}", page.body);
        for path in ["/docs", "/docs/records"] {
            let usual = house.get(path).await;
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
        let house = House::new(db).await;
        speaks(&Browser::speaking(&house, "de").open("/docs").await, "en", "<h1>API reference</h1>");
    }
}

/// The page for an authority that Ann named.
async fn confirmation_of_ann(house: &House) -> String {
    let asked = domain::confirmations::Confirmation {
        id: "c1".into(),
        account: "ann".into(),
        email: "lund@clinic.example".into(),
        authority: None,
        message: None,
        requested: house.now(),
    };
    confirmations::insert(&house.db, &asked).await.unwrap();
    confirmations::add_key(&house.db, "c1", &oauth::tokens::hash("k2")).await.unwrap();
    "/confirm/k2".to_owned()
}
