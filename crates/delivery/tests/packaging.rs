//! From a source to the recipients' copies (docs/rules/downloads.md#rule-2, docs/rules/downloads.md#rule-6).

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

use std::sync::Arc;

use books::testkit::{small_book, unzip, unzip_text, zip_files};
use bytes::Bytes;
use conversion::{Workshop, Writers};
use delivery::packages::{FinishedPackage, PackageOrder, Recipient};
use delivery::{Config, Delivery, Error, Files, Key, Limits};
use domain::{CopySettings, DownloadId, Format};
use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use jiff::civil::date;

fn new_delivery() -> (tempfile::TempDir, Delivery) {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::local(folder.path()).unwrap();
    let config = Config { ticket_key: [1; 32], fingerprint_key: [2; 32], limits: Limits::default() };
    let writers = Writers { pdf: Some(Arc::new(typeset::Pdf)), ..Writers::default() };
    let workshop = Workshop::in_this_process(Arc::new(speech::Command::espeak()), writers);
    (folder, Delivery::new(files, &config, workshop))
}

fn new_order(download: i64, source: &Key, format: Format) -> PackageOrder {
    PackageOrder {
        download: DownloadId(download),
        source: source.clone(),
        format,
        settings: CopySettings::None,
        modified: Timestamp::UNIX_EPOCH,
        recipient: Some(Recipient { name: "Ada Reed".into(), date: date(2026, 11, 21) }),
        nonce: [u8::try_from(download % 256).unwrap(); 12],
    }
}

/// The artifact on first use, then its copy.
async fn make_package(delivery: &Delivery, order: &PackageOrder) -> Result<FinishedPackage, Error> {
    let artifact =
        delivery.find_or_convert(&order.source, order.format, order.settings, order.modified).await?;
    if let Some(map) = artifact.map().cloned() {
        map.wait_for_size().await.unwrap();
    }
    delivery.make_package(order, &artifact).await
}

async fn file_content(delivery: &Delivery, key: &Key) -> Bytes {
    delivery.files().get(key, 1 << 30).await.unwrap()
}

/// Artifacts, each of which has its plan and its map.
async fn count_artifacts(delivery: &Delivery) -> usize {
    let listed: Vec<_> = delivery.files().list("artifacts").try_collect().await.unwrap();
    let (others, artifacts): (Vec<_>, Vec<_>) =
        listed.into_iter().map(|file| file.key).partition(|key| ["plan", "map"].contains(&key.extension()));
    let whole = |key: &Key| others.contains(&key.plan()) && others.contains(&key.map());
    assert!(artifacts.iter().all(whole) && others.len() == 2 * artifacts.len());
    artifacts.len()
}

fn all_text(package: &[u8]) -> String {
    unzip(package).iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_requests_make_an_artifact_once() {
    let (_folder, delivery) = new_delivery();
    let (source, _) = delivery.put_source(small_book().into(), "epub").await.unwrap();
    let asked = (0..12)
        .map(|_| delivery.find_or_convert(&source, Format::Daisy, CopySettings::None, Timestamp::UNIX_EPOCH));
    let made = futures_util::future::try_join_all(asked).await.unwrap();
    assert!(made.iter().all(|artifact| artifact.key == made[0].key && artifact.size == made[0].size));
    let again = delivery
        .find_or_convert(&source, Format::Daisy, CopySettings::None, Timestamp::UNIX_EPOCH)
        .await
        .unwrap();
    assert!(again.conversion.is_none() && again.key == made[0].key);
    assert_eq!(count_artifacts(&delivery).await, 1);
    assert_eq!(file_content(&delivery, &again.key).await.len() as u64, again.size);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copyright_title_is_watermarked_for_exactly_one_recipient() {
    for format in [Format::Epub3, Format::Daisy, Format::Docx] {
        let (_folder, delivery) = new_delivery();
        let (source, _) = delivery.put_source(small_book().into(), "epub").await.unwrap();
        let package = make_package(&delivery, &new_order(4711, &source, format)).await.unwrap();
        assert_eq!(package.key.top_folder(), "packages");
        let copy = file_content(&delivery, &package.key).await;
        assert_eq!(copy.len() as u64, package.size);
        let text = all_text(&copy);
        assert!(text.contains("Ada Reed") && text.contains("2026-11-21"), "{format}: the visible notice");
        let traced = delivery.trace_file(&copy[..]).await.unwrap().expect("a fingerprint");
        assert_eq!(traced.download, DownloadId(4711));
        assert!(traced.places > 1, "{format}: in several places");

        let other = make_package(&delivery, &new_order(4712, &source, format)).await.unwrap();
        assert_ne!(other.key, package.key);
        let traced =
            delivery.trace_file(&file_content(&delivery, &other.key).await[..]).await.unwrap().unwrap();
        assert_eq!(traced.download, DownloadId(4712));
        assert_eq!(count_artifacts(&delivery).await, 1, "{format}: one artifact for both");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_without_a_matching_plan_is_equivalent() {
    for format in [Format::Epub3, Format::Daisy, Format::Docx, Format::Pdf] {
        let (_folder, delivery) = new_delivery();
        let (source, _) = delivery.put_source(small_book().into(), "epub").await.unwrap();
        let by_plan = make_package(&delivery, &new_order(4711, &source, format)).await.unwrap();
        let by_plan = file_content(&delivery, &by_plan.key).await;
        let artifact = delivery
            .find_or_convert(&source, format, CopySettings::None, Timestamp::UNIX_EPOCH)
            .await
            .unwrap();
        let (plan, files) = (artifact.key.plan(), delivery.files());
        let own = file_content(&delivery, &plan).await;
        let map = file_content(&delivery, &artifact.key.map()).await;
        let sidecars = (own.len() + map.len()) as u64;
        assert_eq!(delivery.measure_artifact(&artifact).await.unwrap(), artifact.size + sidecars);
        let other = delivery.put_source(zip_files([("a", "b")]).into(), "epub").await.unwrap().0;
        let longer = [&own[..], b"\0"].concat();
        for wrong in [
            None,
            Some(Bytes::new()),
            Some(own.slice(1..)),
            Some(longer.into()),
            Some(file_content(&delivery, &other).await),
        ] {
            match wrong {
                None => files.delete(&plan).await.unwrap(),
                Some(wrong) => files.put(&plan, wrong).await.unwrap(),
            }
            let slow = make_package(&delivery, &new_order(4711, &source, format)).await.unwrap();
            let slow = file_content(&delivery, &slow.key).await;
            if format == Format::Pdf {
                assert_eq!(slow, by_plan);
            } else {
                assert_eq!(unzip(&slow), unzip(&by_plan), "{format}");
            }
        }
        // A plan whose artifact was replaced by another one of the same size.
        files.put(&plan, own).await.unwrap();
        let bytes = file_content(&delivery, &artifact.key).await;
        let other = [&bytes[..bytes.len() - 1], b"?"].concat();
        files.put(&artifact.key, other.into()).await.unwrap();
        let slow = make_package(&delivery, &new_order(4711, &source, format)).await;
        assert!(
            slow.is_err()
                || delivery
                    .trace_file(&file_content(&delivery, &slow.unwrap().key).await[..])
                    .await
                    .unwrap()
                    .is_some()
        );
        delivery.remove_artifact(&artifact.key).await.unwrap();
        assert_eq!(count_artifacts(&delivery).await, 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_single_text_of_a_copy_is_enough_to_trace_it_and_another_library_cannot() {
    let (_folder, delivery) = new_delivery();
    let (source, _) = delivery.put_source(small_book().into(), "epub").await.unwrap();
    let package = make_package(&delivery, &new_order(4711, &source, Format::Epub3)).await.unwrap();
    let copy = file_content(&delivery, &package.key).await;
    let opf = unzip(&copy).into_iter().find(|(name, _)| name.rsplit('.').next() == Some("opf")).unwrap().0;
    let text = unzip_text(&copy, &opf);
    let traced = delivery.trace_file(text.as_bytes()).await.unwrap().unwrap();
    assert_eq!((traced.download, traced.places), (DownloadId(4711), 1));

    let config = Config { ticket_key: [1; 32], fingerprint_key: [9; 32], limits: Limits::default() };
    let elsewhere =
        Delivery::with_engine(delivery.files().clone(), &config, Arc::new(speech::Command::espeak()));
    assert_eq!(elsewhere.trace_file(&copy[..]).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_free_title_is_delivered_without_watermark_and_not_copied() {
    let (_folder, delivery) = new_delivery();
    let (source, _) = delivery.put_source(small_book().into(), "epub").await.unwrap();
    let order = PackageOrder { recipient: None, ..new_order(1, &source, Format::Epub3) };
    let package = make_package(&delivery, &order).await.unwrap();
    assert_eq!(package.key.top_folder(), "artifacts");
    let copy = file_content(&delivery, &package.key).await;
    assert_eq!(delivery.trace_file(&copy[..]).await.unwrap(), None);
    delivery.discard_package(&package.key).await.unwrap();
    assert!(delivery.files().head(&package.key).await.unwrap().is_some(), "it serves others too");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_copy_is_deleted() {
    let (_folder, delivery) = new_delivery();
    let (source, _) = delivery.put_source(small_book().into(), "epub").await.unwrap();
    let package = make_package(&delivery, &new_order(1, &source, Format::Epub3)).await.unwrap();
    delivery.discard_package(&package.key).await.unwrap();
    assert_eq!(delivery.files().head(&package.key).await.unwrap(), None);
    delivery.discard_package(&package.key).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_book_fails_permanently_and_a_missing_one_temporarily() {
    let (_folder, delivery) = new_delivery();
    let broken = zip_files([("mimetype", "application/epub+zip"), ("a.txt", "no book")]);
    let (source, _) = delivery.put_source(broken.into(), "epub").await.unwrap();
    let error = make_package(&delivery, &new_order(1, &source, Format::Daisy)).await.unwrap_err();
    assert!(error.is_permanent(), "{error}");
    assert_eq!(count_artifacts(&delivery).await, 0);

    let gone = Key::parse(&source.as_str().replace(source.content_hash().unwrap(), &"0".repeat(64))).unwrap();
    let error = make_package(&delivery, &new_order(1, &gone, Format::Daisy)).await.unwrap_err();
    assert!(matches!(error, Error::Missing(_)) && !error.is_permanent(), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_artifact_has_a_map_as_long_as_it_is_kept() {
    let (_folder, delivery) = new_delivery();
    let (source, _) = delivery.put_source(small_book().into(), "epub").await.unwrap();
    let map = async |format| delivery.read_map(&source, format, CopySettings::None).await.unwrap();
    assert_eq!(map(Format::Epub3).await, None, "nothing was made yet");
    let made = async |format| {
        delivery.find_or_convert(&source, format, CopySettings::None, Timestamp::UNIX_EPOCH).await.unwrap()
    };
    let (epub, daisy) = (made(Format::Epub3).await, made(Format::Daisy).await);
    let (from, to) = (map(Format::Epub3).await.unwrap(), map(Format::Daisy).await.unwrap());
    assert!(from.has_same_text(&to));
    delivery.files().put(&daisy.key.map(), Bytes::from_static(b"no map")).await.unwrap();
    assert_eq!(map(Format::Daisy).await, None, "a damaged one");
    for damaged in [None, Some(Bytes::from_static(b"no map"))] {
        match damaged {
            None => delivery.files().delete(&epub.key.map()).await.unwrap(),
            Some(damaged) => delivery.files().put(&epub.key.map(), damaged).await.unwrap(),
        }
        assert_eq!(map(Format::Epub3).await.as_ref(), Some(&from), "that of an EPUB is made again");
    }
    delivery.remove_artifact(&epub.key).await.unwrap();
    assert_eq!(map(Format::Epub3).await, None);
    assert!(delivery.files().head(&epub.key.map()).await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_map_of_an_epub_follows_it() {
    let (_folder, delivery) = new_delivery();
    let (source, _) = delivery.put_source(small_book().into(), "epub").await.unwrap();
    let made = async |format| {
        delivery.find_or_convert(&source, format, CopySettings::None, Timestamp::UNIX_EPOCH).await.unwrap()
    };
    assert!(made(Format::Daisy).await.map().is_none(), "written with the book");
    let epub = made(Format::Epub3).await;
    let before = epub.size + file_content(&delivery, &epub.key.plan()).await.len() as u64;
    assert_eq!(delivery.measure_artifact(&epub).await.unwrap(), before);
    let size = epub.map().cloned().unwrap().wait_for_size().await.unwrap();
    assert_eq!(file_content(&delivery, &epub.key.map()).await.len() as u64, size);
    let again = made(Format::Epub3).await;
    assert!(again.map().is_none());
    assert_eq!(delivery.measure_artifact(&again).await.unwrap(), before + size);
}
