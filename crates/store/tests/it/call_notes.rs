//! Notes about people who were served by telephone.

use domain::AccountId;
use domain::call_notes::{CallNote, NOTE_RETENTION};
use domain::fixtures::{days_ago, member, noon, school, sponsor};
use jiff::{SignedDuration, Timestamp};
use store::{Db, accounts, call_notes, closing, db_test};

use crate::world;

fn note(author: &str, text: &str, noted: Timestamp) -> CallNote {
    CallNote {
        id: 0,
        account: "mia".into(),
        author: Some(author.into()),
        organization: None,
        text: text.to_owned(),
        noted,
    }
}

async fn add(db: &Db, new: CallNote) -> CallNote {
    let id = committed!(db, tx => call_notes::insert(&mut tx, &new));
    CallNote { id, ..new }
}

async fn settle_school(db: &Db) {
    world::create_sites(db).await;
    let school = school();
    for reader in [member("mia", &school), member("max", &school), sponsor("tess", &school)] {
        world::settle(db, &reader).await;
    }
}

db_test! {
    async fn notes_are_read_by_those_who_wrote_them(db: Db) {
        settle_school(&db).await;
        let mia = AccountId::from("mia");
        let id = school().organization.id;
        let first = add(&db, note("tess", "Asked for braille.", days_ago(2))).await;
        let second = add(&db, note("tess", "Called again.\nIs happy.", days_ago(1))).await;
        let of_school = CallNote { organization: Some(id.clone()), ..note("tess", "New password.", noon()) };
        let of_school = add(&db, of_school).await;
        add(&db, CallNote { account: "max".into(), ..note("tess", "Max called.", noon()) }).await;
        let of_desk = call_notes::list(&db, &mia, None, 50).await.unwrap();
        assert_eq!(of_desk, [second.clone(), first]);
        assert_eq!(call_notes::list(&db, &mia, None, 1).await.unwrap(), [second]);
        assert_eq!(call_notes::list(&db, &mia, Some(&id), 50).await.unwrap(), [of_school]);
        assert_eq!(call_notes::list(&db, &mia, Some(&"other".into()), 50).await.unwrap(), []);
    }

    async fn notes_are_purged_after_two_years(db: Db) {
        settle_school(&db).await;
        add(&db, note("tess", "Old.", noon() - NOTE_RETENTION - SignedDuration::from_secs(1))).await;
        let kept = add(&db, note("tess", "Not yet.", noon() - NOTE_RETENTION)).await;
        assert_eq!(call_notes::purge(&db, noon()).await.unwrap(), 1);
        assert_eq!(call_notes::list(&db, &"mia".into(), None, 50).await.unwrap(), [kept]);
    }

    async fn notes_go_with_the_person_and_outlive_the_author(db: Db) {
        settle_school(&db).await;
        let kept = add(&db, note("tess", "Called.", noon())).await;
        for (id, left) in [("tess", vec![CallNote { author: None, ..kept }]), ("mia", Vec::new())] {
            let mut tx = db.begin().await.unwrap();
            let account = accounts::get_for_update(&mut tx, &id.into()).await.unwrap().unwrap();
            closing::close(&mut tx, &account, noon()).await.unwrap();
            tx.commit().await.unwrap();
            assert_eq!(call_notes::list(&db, &"mia".into(), None, 50).await.unwrap(), left, "{id}");
        }
    }
}
