//! Converted books stay within their space, on both databases.

use delivery::Limits;
use domain::downloads::{DELIVERY_LIFETIME, Download, DownloadStatus, PACKAGE_LIFETIME};
use domain::formats::Format;
use domain::settings::Settings;
use domain::titles::{Title, UsageRestriction};
use jiff::SignedDuration;
use store::downloads::{self, Charge, NewDownload};
use store::jobs::JobState;
use store::{Db, artifacts, db_test};

use super::{IN_USE, TrimArtifacts};
use crate::expire_packages::ExpirePackages;
use crate::package;
use crate::testing::Bench;

/// With room for so many bytes of converted books.
async fn bench(db: Db, artifacts: u64) -> Bench {
    Bench::with_limits(db, Limits { artifacts, ..Limits::default() }).await
}

/// A guest's request.
fn asked(title: &Title, format: Format) -> NewDownload<'static> {
    NewDownload {
        caller: None,
        recipient: None,
        item: title.id.into(),
        format,
        artifact_version: 1,
        settings: Settings::None,
        charge: Charge::Nobody,
        day: None,
    }
}

/// A record that asks for a package, made now.
async fn packaged(bench: &Bench, title: &Title, format: Format) -> Download {
    packaged_as(bench, &asked(title, format)).await
}

async fn packaged_as(bench: &Bench, new: &NewDownload<'_>) -> Download {
    let mut tx = bench.db().begin().await.unwrap();
    let (record, _) = downloads::find_or_create(&mut tx, new, bench.now()).await.unwrap();
    tx.commit().await.unwrap();
    package::make(&bench.ctx, &record).await.unwrap();
    downloads::get(bench.db(), record.id).await.unwrap().unwrap()
}

async fn trim(bench: &Bench) {
    assert_eq!(bench.work(&TrimArtifacts::default()).await, JobState::Done);
}

db_test! {
    async fn the_longest_unused_goes_first_and_is_made_again(db: Db) {
        let mut bench = bench(db, 0).await;
        let title = bench.book(UsageRestriction::PublicDomain, |_| {}).await;
        let epub = packaged(&bench, &title, Format::Epub3).await;
        bench.wait(SignedDuration::from_mins(1));
        packaged(&bench, &title, Format::Daisy).await;
        let both = bench.files("artifacts").await;
        // Each with its plan.
        assert_eq!(both.len(), 4);
        let sizes = artifacts::total_size(bench.db()).await.unwrap();
        let mut stored = 0;
        for file in &both {
            stored += bench.ctx.delivery().files().head(&delivery::Key::parse(file).unwrap()).await.unwrap().unwrap().size;
        }
        assert_eq!(sizes, stored, "plans count too");

        // Everything has expired, and no address points to a file any more.
        let all = PACKAGE_LIFETIME + SignedDuration::from_mins(1);
        bench.wait(all);
        assert_eq!(bench.work(&ExpirePackages::default()).await, JobState::Done);
        bench.wait(DELIVERY_LIFETIME * 2 + SignedDuration::from_mins(1));
        assert_eq!(bench.work(&ExpirePackages::default()).await, JobState::Done);

        // Without a bound nothing goes; with one a byte too small, the one that was used first.
        trim(&bench).await;
        assert_eq!(bench.files("artifacts").await, both);
        bench.limit(Limits { artifacts: sizes - 1, ..Limits::default() });
        trim(&bench).await;
        let left = bench.files("artifacts").await;
        assert_eq!(left.len(), 2);
        assert!(left.iter().all(|key| key.contains("/DAISY-")), "{left:?}");
        assert!(artifacts::total_size(bench.db()).await.unwrap() < sizes);

        // Who asks for it has it again.
        let mut tx = bench.db().begin().await.unwrap();
        assert!(downloads::restart(&mut tx, epub.id, bench.now()).await.unwrap());
        tx.commit().await.unwrap();
        let again = packaged(&bench, &title, Format::Epub3).await;
        assert_eq!((again.id, again.status), (epub.id, DownloadStatus::Available));
        assert_eq!(bench.files("artifacts").await, both);
        assert_eq!(artifacts::total_size(bench.db()).await.unwrap(), sizes);
    }

    async fn a_size_that_was_never_noted_is_noted_at_the_next_use(db: Db) {
        let bench = bench(db, 0).await;
        let title = bench.book(UsageRestriction::PublicDomain, |_| {}).await;
        let record = packaged(&bench, &title, Format::Epub3).await;
        let size = artifacts::total_size(bench.db()).await.unwrap();
        assert!(size > 0);
        // A worker that was killed between the file and its note leaves the file alone.
        let key = record.package.unwrap();
        assert_eq!(artifacts::remove_many(bench.db(), &[&key]).await.unwrap(), 1);
        let next = NewDownload { artifact_version: 2, ..asked(&title, Format::Epub3) };
        let sent = bench.db().statements();
        packaged_as(&bench, &next).await;
        let unknown = bench.db().statements() - sent;
        assert_eq!(artifacts::total_size(bench.db()).await.unwrap(), size);
        // Once it is known, a use is noted with one statement.
        let next = NewDownload { artifact_version: 3, ..asked(&title, Format::Epub3) };
        let sent = bench.db().statements();
        packaged_as(&bench, &next).await;
        assert_eq!(bench.db().statements() - sent, unknown - 1);
        assert_eq!(artifacts::total_size(bench.db()).await.unwrap(), size);
    }

    async fn what_is_in_use_stays(db: Db) {
        let bench = bench(db, 1).await;
        let title = bench.book(UsageRestriction::PublicDomain, |_| {}).await;
        packaged(&bench, &title, Format::Epub3).await;
        let files = bench.files("artifacts").await;
        // Just used; then named by a record that readers fetch; then perhaps still being fetched.
        trim(&bench).await;
        assert_eq!(bench.files("artifacts").await, files);
        bench.wait(IN_USE + SignedDuration::from_mins(1));
        trim(&bench).await;
        assert_eq!(bench.files("artifacts").await, files);
        bench.wait(PACKAGE_LIFETIME);
        assert_eq!(bench.work(&ExpirePackages::default()).await, JobState::Done);
        trim(&bench).await;
        assert_eq!(bench.files("artifacts").await, files);
        bench.wait(DELIVERY_LIFETIME * 2 + SignedDuration::from_mins(1));
        assert_eq!(bench.work(&ExpirePackages::default()).await, JobState::Done);
        trim(&bench).await;
        assert_eq!(bench.files("artifacts").await, [] as [&str; 0]);
        assert_eq!(artifacts::total_size(bench.db()).await.unwrap(), 0);
    }
}
