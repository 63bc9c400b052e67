//! Copies that a sponsor ordered for several members.

use domain::downloads::COPY_BATCH_LIFETIME;
use domain::fixtures::{member, noon, school, sponsor};
use domain::formats::Format;
use domain::ids::{AccountId, CopyBatchId, DownloadId, TitleId};
use domain::settings::CopySettings;
use jiff::SignedDuration;
use store::copy_batches::{self, CopyBatch, OrderOutcome};
use store::downloads::{NewDownload, QuotaCharge};
use store::{Db, closing, db_test, downloads};

use crate::world;

/// A school with a sponsor and two members, and a title.
async fn settle_school(db: &Db) {
    world::create_sites(db).await;
    world::insert_titles(db, 1).await;
    let school = school();
    world::settle(db, &sponsor("tess", &school)).await;
    for name in ["mia", "bo"] {
        world::settle(db, &member(name, &school)).await;
    }
}

/// A copy for mia is recorded, and none for bo.
async fn insert_batch(db: &Db) -> (CopyBatch, DownloadId) {
    let (tess, mia) = (AccountId::from("tess"), AccountId::from("mia"));
    let new = NewDownload {
        caller: Some(&tess),
        recipient: Some(&mia),
        item: TitleId(1001).into(),
        format: Format::Epub3,
        artifact_version: 1,
        settings: CopySettings::None,
        charge: QuotaCharge::Nobody,
        day: None,
    };
    let (download, _) = committed!(db, tx => downloads::find_or_create(&mut tx, &new, noon()));
    let batch = CopyBatch {
        id: CopyBatchId::from("batch"),
        sponsor: tess.clone(),
        title: TitleId(1001),
        format: Format::Epub3,
        ordered: noon(),
    };
    let members = [
        (mia, OrderOutcome::Copy(download.id)),
        (AccountId::from("bo"), OrderOutcome::Refusal("POD_MISSING".to_owned())),
    ];
    committed!(db, tx => copy_batches::insert(&mut tx, &batch, &members));
    (batch, download.id)
}

db_test! {
    async fn an_order_is_its_sponsors_until_it_expires(db: Db) {
        settle_school(&db).await;
        let (batch, download) = insert_batch(&db).await;
        let (tess, mia) = (AccountId::from("tess"), AccountId::from("mia"));
        assert_eq!(copy_batches::get(&db, &tess, &batch.id, noon()).await.unwrap(), Some(batch.clone()));
        assert_eq!(copy_batches::get(&db, &mia, &batch.id, noon()).await.unwrap(), None);
        let before = db.statement_count();
        let members = copy_batches::list_members(&db, &batch.id).await.unwrap();
        assert_eq!(db.statement_count() - before, 2);
        let names: Vec<&str> = members.iter().map(|member| member.account.id.as_str()).collect();
        assert_eq!(names, ["mia", "bo"], "in their order");
        assert_eq!(members[0].download.as_ref().map(|download| download.id), Some(download));
        assert_eq!((&members[1].download, members[1].refusal.as_deref()), (&None, Some("POD_MISSING")));

        let last = noon() + COPY_BATCH_LIFETIME - SignedDuration::from_secs(1);
        assert_eq!(copy_batches::purge(&db, last).await.unwrap(), 0);
        assert_eq!(copy_batches::get(&db, &tess, &batch.id, noon() + COPY_BATCH_LIFETIME).await.unwrap(), None);
        assert_eq!(copy_batches::purge(&db, noon() + COPY_BATCH_LIFETIME).await.unwrap(), 1);
        assert!(copy_batches::list_members(&db, &batch.id).await.unwrap().is_empty());
    }

    async fn a_canceled_copy_and_a_closed_account_leave_the_others(db: Db) {
        settle_school(&db).await;
        let (batch, download) = insert_batch(&db).await;
        assert!(committed!(db, tx => downloads::cancel(&mut tx, download, noon())));
        let members = copy_batches::list_members(&db, &batch.id).await.unwrap();
        assert_eq!((members.len(), &members[0].download, &members[0].refusal), (2, &None, &None));
        let mia = store::accounts::get(&db, &"mia".into()).await.unwrap().unwrap();
        committed!(db, tx => closing::close(&mut tx, &mia, noon()));
        assert_eq!(copy_batches::list_members(&db, &batch.id).await.unwrap().len(), 1);
        let tess = store::accounts::get(&db, &"tess".into()).await.unwrap().unwrap();
        committed!(db, tx => closing::close(&mut tx, &tess, noon()));
        assert_eq!(copy_batches::get(&db, &tess.id, &batch.id, noon()).await.unwrap(), None);
    }
}
