//! Each page shows the name of its site: that of the app, or of the account that an email went to.

use domain::clients::Client;
use domain::ids::{AccountId, ClientId, SiteId};
use domain::sites::Site;
use store::password_resets::{self, GOOD_FOR, NewResetKey};

use crate::server::{Browser, CALLBACK_URL, ResponseText, TestServer, USER_PASSWORD, encode_form};

/// A library with a second site, `branch`: its app has the key `branchApp`, and `bob` belongs to it.
async fn with_branch(db: store::Db) -> TestServer {
    let server = TestServer::new(db).await;
    let id = SiteId::from("branch");
    let site = Site { id: id.clone(), name: "The Branch".into(), country: "GB".into(), private_label: true };
    store::sites::insert(&server.db, &site).await.unwrap();
    let client = Client {
        id: ClientId::from("branchApp"),
        name: "Branch Reader".into(),
        site: id.clone(),
        secret_hash: None,
        redirect_uris: vec![CALLBACK_URL.into()],
        privileges: std::collections::BTreeSet::new(),
        disabled: false,
    };
    store::clients::insert(&server.db, &client).await.unwrap();
    let mut tx = server.db.begin().await.unwrap();
    let mut bob = store::accounts::get_for_update(&mut tx, &AccountId::from("bob")).await.unwrap().unwrap();
    bob.site = id;
    store::accounts::update(&mut tx, &bob).await.unwrap();
    tx.commit().await.unwrap();
    server
}

/// Asserts the library's name on a page: in its title and its header.
#[track_caller]
fn assert_site_name(page: &ResponseText, name: &str) {
    for text in [format!(" – {name}</title>"), format!("<bdi>{name}</bdi>")] {
        assert!(page.body.contains(&text), "{text}: {}", page.body);
    }
}

store::db_test! {
    async fn the_pages_of_a_sign_in_bear_the_name_of_the_apps_site(db: Db) {
        let server = with_branch(db).await;
        for (key, name) in [("app", "Main"), ("branchApp", "The Branch")] {
            let mut browser = Browser::new(&server);
            let page = browser.authorize(&[("client_id", key)]).await;
            assert_site_name(&page, name);
            let page = browser.sign_in(&page, "ann", "wrong horse 2").await;
            assert_site_name(&page, name);
            let page = browser.sign_in(&page, "ann", USER_PASSWORD).await;
            assert!(page.body.contains("approve"), "the consent page");
            assert_site_name(&page, name);
            let fault = browser.authorize(&[("client_id", key), ("redirect_uri", "app://elsewhere")]).await;
            assert_eq!(fault.status, 400);
            assert_site_name(&fault, name);
        }
        assert_site_name(&Browser::new(&server).authorize(&[("client_id", "nobody")]).await, "Main");
    }

    async fn the_way_to_a_new_password_bears_the_name_of_its_site(db: Db) {
        let server = with_branch(db).await;
        let forgot = "/oauth/forgot-password";
        assert_site_name(&Browser::new(&server).open(forgot).await, "Main");
        let mut browser = Browser::new(&server);
        let page = browser.open(&format!("{forgot}?{}", encode_form(&[("client_id", "branchApp")]))).await;
        assert_site_name(&page, "The Branch");
        assert_site_name(&browser.submit_to(forgot, &page, &[("username", "")]).await, "The Branch");
        assert_site_name(&browser.submit_to(forgot, &page, &[("username", "bob")]).await, "The Branch");

        for (account, key, name) in [("ann", "k1", "Main"), ("bob", "k2", "The Branch")] {
            let mut tx = server.db.begin().await.unwrap();
            let hash = secrets::hash_token(key);
            let new = NewResetKey { hash: &hash, account: &account.into(), request: 1, lifetime: GOOD_FOR };
            assert!(password_resets::insert(&mut tx, &new, server.current_time()).await.unwrap());
            tx.commit().await.unwrap();
            let (path, mut browser) = (format!("/oauth/new-password/{key}"), Browser::new(&server));
            let page = browser.open(&path).await;
            assert_site_name(&page, name);
            assert_site_name(&browser.submit_to(&path, &page, &[("password", "short")]).await, name);
            let chosen = [("password", "another horse 2"), ("repeated", "another horse 2")];
            assert_site_name(&browser.submit_to(&path, &page, &chosen).await, name);
        }
    }

    async fn other_pages_bear_the_name_of_the_main_site(db: Db) {
        let server = with_branch(db).await;
        assert_site_name(&Browser::new(&server).open("/sign-in").await, "Main");
        assert_site_name(&Browser::new(&server).open("/oauth/new-password/none").await, "Main");
    }
}
