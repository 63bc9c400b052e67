//! Devices that sign in by themselves.

use domain::devices::Scope;
use domain::fixtures::{days_ago, individual, lab, noon, site, with_change};
use domain::{AccountId, Client, Device};
use jiff::SignedDuration;
use store::{Backend, Conn as _, Db, Sql, clients, db_test, devices};

use crate::world;

async fn set_up(db: &Db) {
    world::create_sites(db).await;
    for name in ["ada", "bob"] {
        let reader = with_change(individual(name), |reader| {
            reader.account.username = Some(format!("{name}.reads"));
            reader.account.email = Some(format!("{name}@harbor.example"));
        });
        world::settle(db, &reader).await;
    }
}

fn device_with_id(id: &str, account: &str) -> Device {
    Device {
        id: id.into(),
        account: account.into(),
        name: "Kobo".into(),
        sign_in: format!("{id}-41"),
        scope: Scope::Read,
        created: noon(),
        last_used: None,
        last_app: None,
        revoked: None,
    }
}

async fn add(db: &Db, device: &Device) {
    assert!(devices::insert(db, device, &format!("hash of {}", device.id)).await.unwrap());
}

/// The devices and hashes that a name means.
async fn find_by_name(db: &Db, name: &str) -> Vec<(String, String)> {
    let found = devices::list_by_sign_in(db, name).await.unwrap();
    found.into_iter().map(|(device, hash)| (device.id.0, hash)).collect()
}

db_test! {
    async fn a_device_is_found_by_its_name_and_by_those_of_its_account(db: Db) {
        set_up(&db).await;
        let (otter, heron, other) = (device_with_id("otter", "ada"), device_with_id("heron", "ada"), device_with_id("lynx", "bob"));
        for device in [&otter, &heron, &other] {
            add(&db, device).await;
        }
        let hash = |id: &str| (id.to_owned(), format!("hash of {id}"));
        assert_eq!(devices::list_by_sign_in(&db, "otter-41").await.unwrap(), [(otter, "hash of otter".into())]);
        assert_eq!(find_by_name(&db, " Otter-41 ").await, [hash("otter")]);
        assert_eq!(find_by_name(&db, "ADA.reads").await, [hash("heron"), hash("otter")]);
        assert_eq!(find_by_name(&db, "ada@harbor.example").await, [hash("heron"), hash("otter")]);
        assert_eq!(find_by_name(&db, "ada").await, []);
    }

    async fn a_revoked_device_is_not_listed_and_its_name_stays_taken(db: Db) {
        set_up(&db).await;
        let (otter, heron) = (device_with_id("otter", "ada"), Device { created: days_ago(1), ..device_with_id("heron", "ada") });
        add(&db, &otter).await;
        add(&db, &heron).await;
        let (ada, bob) = (AccountId::from("ada"), AccountId::from("bob"));
        assert_eq!(devices::list(&db, &ada).await.unwrap(), [otter.clone(), heron.clone()]);
        assert!(!devices::revoke(&db, &bob, &otter.id, noon()).await.unwrap());
        assert!(devices::revoke(&db, &ada, &otter.id, noon()).await.unwrap());
        assert!(!devices::revoke(&db, &ada, &otter.id, noon()).await.unwrap());
        assert_eq!(find_by_name(&db, "otter-41").await, []);
        assert_eq!(devices::list(&db, &ada).await.unwrap(), [heron]);
        assert_eq!(devices::count(&db, &ada).await.unwrap(), 1);
        let again = Device { id: "new".into(), ..otter };
        assert!(!devices::insert(&db, &again, "hash").await.unwrap());
        assert_eq!(devices::purge(&db, noon()).await.unwrap(), 0);
        assert_eq!(devices::purge(&db, noon() + SignedDuration::from_secs(1)).await.unwrap(), 1);
        assert!(devices::insert(&db, &again, "hash").await.unwrap());
    }

    async fn all_devices_of_an_account_are_revoked_together(db: Db) {
        set_up(&db).await;
        for device in [device_with_id("otter", "ada"), device_with_id("heron", "ada"), device_with_id("lynx", "bob")] {
            add(&db, &device).await;
        }
        let ada = AccountId::from("ada");
        assert_eq!(devices::revoke_account(&db, &ada, noon()).await.unwrap(), 2);
        assert_eq!(devices::revoke_account(&db, &ada, noon()).await.unwrap(), 0);
        assert_eq!(find_by_name(&db, "lynx-41").await.len(), 1);
    }

    async fn use_is_noted_once_in_an_hour(db: Db) {
        set_up(&db).await;
        add(&db, &device_with_id("otter", "ada")).await;
        let read = async || devices::list(&db, &"ada".into()).await.unwrap().pop().unwrap();
        let touch = async |app: &str, minutes: i64| {
            let at = noon() + SignedDuration::from_mins(minutes);
            let before = db.statement_count();
            let noted = devices::touch(&db, &read().await, Some(app), at).await.unwrap();
            // One statement reads the device.
            (noted, db.statement_count() - before - 1)
        };
        assert_eq!(touch("KOReader/1", 0).await, (true, 1));
        assert_eq!(touch("Readest", 59).await, (false, 0));
        let used = read().await;
        assert_eq!((used.last_used, used.last_app.as_deref()), (Some(noon()), Some("KOReader/1")));
        assert_eq!(touch("Readest", 60).await, (true, 1));
        assert_eq!(read().await.last_app.as_deref(), Some("Readest"));
    }

    async fn of_racing_requests_one_notes_the_use(db: Db) {
        set_up(&db).await;
        let otter = device_with_id("otter", "ada");
        add(&db, &otter).await;
        let touch = async || devices::touch(&db, &otter, None, noon()).await.unwrap();
        let (a, b, c) = tokio::join!(touch(), touch(), touch());
        assert_eq!([a, b, c].into_iter().filter(|noted| *noted).count(), 1);
    }

    async fn sites_that_are_older_get_the_client_of_reading_apps(db: Db) {
        world::create_sites(&db).await;
        (&db).execute(Sql::new("DELETE FROM clients")).await.unwrap();
        let migration = match db.backend() {
            Backend::Sqlite => include_str!("../../migrations/sqlite/0031_devices.sql"),
            Backend::Postgres => include_str!("../../migrations/postgres/0031_devices.sql"),
        };
        let (_, inserts) = migration.split_once("INSERT INTO clients").unwrap();
        (&db).execute(Sql::new(format!("INSERT INTO clients{inserts}"))).await.unwrap();
        let expected = [Client::reading_apps(&site()), Client::reading_apps(&lab())];
        assert_eq!(clients::list(&db).await.unwrap(), expected);
    }
}
