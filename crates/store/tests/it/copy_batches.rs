//! Copies that a sponsor ordered for several members.

use domain::downloads::COPY_BATCH_LIFETIME;
use domain::fixtures::{member, noon, school, sponsor};
use domain::{AccountId, CopyBatchId, CopySettings, DownloadId, Format, TitleId};
use jiff::SignedDuration;
use store::copy_batches::{self, CopyBatch};
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
    let bo = AccountId::from("bo");
    committed!(db, tx => copy_batches::insert(&mut tx, &batch, &[mia.clone(), bo.clone()]));
    assert!(committed!(db, tx => copy_batches::set_copy(&mut tx, &batch.id, &mia, download.id)));
    copy_batches::set_refusals(db, &batch.id, &[(bo, "POD_MISSING")]).await.unwrap();
    (batch, download.id)
}

/// For which members no copy was asked for yet, in their order.
async fn list_open(db: &Db, batch: &CopyBatch) -> Vec<bool> {
    let members = copy_batches::list_members(db, &batch.id).await.unwrap();
    members.iter().map(|member| member.is_open).collect()
}

async fn find(db: &Db, draft: &CopyBatch, members: &[AccountId]) -> Option<CopyBatchId> {
    copy_batches::find_unfinished(db, draft, members).await.unwrap()
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

    async fn an_order_is_found_until_it_is_decided_for_all(db: Db) {
        settle_school(&db).await;
        let (mia, bo, tess) = (AccountId::from("mia"), AccountId::from("bo"), AccountId::from("tess"));
        let batch = CopyBatch {
            id: CopyBatchId::from("open"),
            sponsor: tess.clone(),
            title: TitleId(1001),
            format: Format::Epub3,
            ordered: noon(),
        };
        let both = [mia.clone(), bo.clone()];
        committed!(db, tx => copy_batches::insert(&mut tx, &batch, &both));
        assert_eq!(list_open(&db, &batch).await, [true, true]);
        let draft = CopyBatch { id: CopyBatchId::from("draft"), ..batch.clone() };
        assert_eq!(find(&db, &draft, &[bo.clone(), mia.clone()]).await, Some(batch.id.clone()), "in any order");
        assert_eq!(find(&db, &draft, &both[..1]).await, None);
        assert_eq!(find(&db, &CopyBatch { format: Format::Brf, ..draft.clone() }, &both).await, None);
        assert_eq!(find(&db, &CopyBatch { sponsor: mia.clone(), ..draft.clone() }, &both).await, None);
        let late = CopyBatch { ordered: noon() + COPY_BATCH_LIFETIME, ..draft.clone() };
        assert_eq!(find(&db, &late, &both).await, None);

        copy_batches::set_refusals(&db, &batch.id, &[(bo.clone(), "POD_MISSING")]).await.unwrap();
        copy_batches::set_refusals(&db, &batch.id, &[(bo.clone(), "ADULT_CONTENT")]).await.unwrap();
        assert_eq!(list_open(&db, &batch).await, [true, false]);
        assert!(committed!(db, tx => copy_batches::set_copy(&mut tx, &batch.id, &mia, DownloadId(7))));
        assert!(!committed!(db, tx => copy_batches::set_copy(&mut tx, &batch.id, &mia, DownloadId(8))));
        copy_batches::set_refusals(&db, &batch.id, &[(mia.clone(), "POD_MISSING")]).await.unwrap();
        let members = copy_batches::list_members(&db, &batch.id).await.unwrap();
        assert_eq!((list_open(&db, &batch).await, members[0].refusal.as_deref()), (vec![false, false], None));
        assert_eq!(members[1].refusal.as_deref(), Some("POD_MISSING"), "what was decided first");
        assert_eq!(find(&db, &draft, &both).await, None);
        // A copy counts more than a refusal.
        assert!(committed!(db, tx => copy_batches::set_copy(&mut tx, &batch.id, &bo, DownloadId(9))));

        committed!(db, tx => copy_batches::insert(&mut tx, &CopyBatch { ordered: noon() + SignedDuration::from_mins(1), ..draft.clone() }, &both));
        let recent = copy_batches::list_recent(&db, &tess, TitleId(1001), noon()).await.unwrap();
        let ids: Vec<&str> = recent.iter().map(|order| order.id.as_str()).collect();
        assert_eq!(ids, ["draft", "open"]);
        assert_eq!(copy_batches::list_recent(&db, &mia, TitleId(1001), noon()).await.unwrap(), []);
        assert_eq!(copy_batches::list_recent(&db, &tess, TitleId(1002), noon()).await.unwrap(), []);
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
