//! Sites, clients and secrets.

use std::collections::BTreeSet;

use domain::fixtures::{lab, site};
use domain::{Client, ClientId, Privilege};
use futures_util::future::join_all;
use rand::SeedableRng;
use rand::rngs::StdRng;
use store::{clients, db_test, secrets, sites};

use crate::world;

fn client_with_id(id: &str) -> Client {
    Client {
        id: id.into(),
        name: "Reader".into(),
        site: site(),
        secret_hash: None,
        redirect_uris: vec!["https://app.example/back".into(), "app://back".into()],
        privileges: BTreeSet::from([Privilege::PasswordGrant, Privilege::Membership]),
        disabled: false,
    }
}

db_test! {
    async fn sites_are_found_and_listed(db: Db) {
        world::create_sites(&db).await;
        let ids: Vec<_> = sites::list(&db).await.unwrap().into_iter().map(|s| s.id).collect();
        assert_eq!(ids, [lab(), site()]);
        assert_eq!(sites::get(&db, &lab()).await.unwrap().unwrap().country, "DE");
        assert_eq!(sites::get(&db, &"nowhere".into()).await.unwrap(), None);
        let again = sites::get(&db, &lab()).await.unwrap().unwrap();
        assert!(sites::insert(&db, &again).await.unwrap_err().conflicts_with("sites_pkey"));
    }

    async fn each_site_has_a_client_for_reading_apps(db: Db) {
        world::create_sites(&db).await;
        for id in [site(), lab()] {
            let apps = Client::reading_apps(&id);
            assert_eq!(clients::get(&db, &apps.id).await.unwrap(), Some(apps));
        }
    }

    async fn clients_come_back_as_registered(db: Db) {
        world::create_sites(&db).await;
        clients::insert(&db, &client_with_id("key-b")).await.unwrap();
        clients::insert(&db, &client_with_id("key-a")).await.unwrap();
        assert_eq!(clients::get(&db, &"key-a".into()).await.unwrap(), Some(client_with_id("key-a")));
        let of_apps = [Client::reading_apps(&site()), Client::reading_apps(&lab())];
        let all = [of_apps.as_slice(), &[client_with_id("key-a"), client_with_id("key-b")]].concat();
        assert_eq!(clients::list(&db).await.unwrap(), all);
        assert_eq!(clients::get(&db, &"key-c".into()).await.unwrap(), None);
        assert_eq!(clients::get(&db, &"key-a\0".into()).await.unwrap(), None);
        let error = clients::insert(&db, &client_with_id("key-a")).await.unwrap_err();
        assert!(error.conflicts_with("clients_pkey"), "{error}");
    }

    async fn a_key_can_be_disabled_and_its_secret_replaced(db: Db) {
        world::create_sites(&db).await;
        let id = ClientId::from("key");
        clients::insert(&db, &client_with_id("key")).await.unwrap();
        assert!(clients::set_disabled(&db, &id, true).await.unwrap());
        assert!(clients::set_secret(&db, &id, Some("hash")).await.unwrap());
        let changed = Client { disabled: true, secret_hash: Some("hash".into()), ..client_with_id("key") };
        assert_eq!(clients::get(&db, &id).await.unwrap(), Some(changed));
        assert!(clients::set_disabled(&db, &id, false).await.unwrap());
        assert!(clients::set_secret(&db, &id, None).await.unwrap());
        assert_eq!(clients::get(&db, &id).await.unwrap(), Some(client_with_id("key")));
        assert!(!clients::set_disabled(&db, &"other".into(), true).await.unwrap());
        assert!(!clients::set_secret(&db, &"other".into(), None).await.unwrap());
    }

    async fn a_secret_is_made_once(db: Db) {
        let asked = (0..8).map(|seed| {
            let db = db.clone();
            async move {
                let mut rng = StdRng::seed_from_u64(seed);
                secrets::get_or_create(&db, "tickets", &mut rng).await.unwrap()
            }
        });
        let answers: BTreeSet<_> = join_all(asked).await.into_iter().collect();
        assert_eq!(answers.len(), 1);
        let mut rng = StdRng::seed_from_u64(99);
        let other = secrets::get_or_create(&db, "fingerprints", &mut rng).await.unwrap();
        assert!(!answers.contains(&other));
    }
}
