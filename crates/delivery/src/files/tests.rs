//! The file store on a local folder, and as an object store.

use std::io;

use bytes::Bytes;
use futures_util::{TryStreamExt as _, stream};
use jiff::Timestamp;

use super::Files;
use crate::keys::Hash;
use crate::{Error, Key};

fn local_files() -> (tempfile::TempDir, Files) {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::local(&folder.path().join("files")).unwrap();
    (folder, files)
}

fn parse_key(text: &str) -> Key {
    Key::parse(text).unwrap()
}

#[tokio::test]
async fn a_file_reads_back_whole_and_in_part() {
    let (_folder, files) = local_files();
    let key = parse_key("packages/1-a.epub");
    files.put(&key, Bytes::from_static(b"0123456789")).await.unwrap();
    assert_eq!(files.get(&key, 10).await.unwrap(), "0123456789");
    assert!(matches!(files.get(&key, 9).await, Err(Error::TooLarge { size: 10, limit: 9, .. })));

    let reading = files.read(&key, Some(3..6)).await.unwrap();
    assert_eq!((reading.meta.size, reading.range.clone()), (10, 3..6));
    let parts: Vec<Bytes> = reading.stream.try_collect().await.unwrap();
    assert_eq!(parts.concat(), b"345");
    let all: Vec<Bytes> = files.read(&key, None).await.unwrap().stream.try_collect().await.unwrap();
    assert_eq!(all.concat(), b"0123456789");
    let cut = files.read(&key, Some(8..100)).await.unwrap();
    assert_eq!(cut.range, 8..10);
}

#[tokio::test]
async fn a_missing_file_is_reported_and_deleting_it_is_not_an_error() {
    let (_folder, files) = local_files();
    let key = parse_key("sources/a.epub");
    assert_eq!(files.head(&key).await.unwrap(), None);
    assert!(matches!(files.get(&key, 1).await, Err(Error::Missing(_))));
    assert!(matches!(files.read(&key, None).await, Err(Error::Missing(_))));
    files.delete(&key).await.unwrap();
}

#[tokio::test]
async fn an_interrupted_upload_leaves_no_partial_file() {
    let (folder, files) = local_files();
    let key = parse_key("packages/1-a.zip");
    // More than one part, so that data has reached the disk before the fault.
    let part = Bytes::from(vec![7_u8; super::BYTES_PER_PART + 1]);
    let broken = stream::iter([Ok(part.clone()), Ok(part.clone()), Err(io::Error::other("gone"))]);
    assert!(files.put_stream(&key, broken).await.is_err());
    assert_eq!(files.head(&key).await.unwrap(), None);
    let left: Vec<_> = files.list("packages").try_collect().await.unwrap();
    assert_eq!(left, []);

    let whole = stream::iter([Ok(part.clone()), Ok(part)]);
    assert_eq!(files.put_stream(&key, whole).await.unwrap(), 2 * (super::BYTES_PER_PART as u64 + 1));
    assert_eq!(files.head(&key).await.unwrap().unwrap().size, 2 * (super::BYTES_PER_PART as u64 + 1));
    drop(folder);
}

#[tokio::test]
async fn remains_of_a_killed_writer_are_not_listed_and_are_cleaned_when_old() {
    let (folder, files) = local_files();
    let key = parse_key("packages/1-a.zip");
    files.put(&key, Bytes::from_static(b"whole")).await.unwrap();
    let half = folder.path().join("files/packages/2-b.zip#1");
    std::fs::write(&half, b"hal").unwrap();

    let listed: Vec<_> = files.list("packages").map_ok(|l| l.key).try_collect().await.unwrap();
    assert_eq!(listed, std::slice::from_ref(&key));
    assert_eq!(files.clean_unfinished(Timestamp::UNIX_EPOCH).await.unwrap(), 0, "too young");
    assert_eq!(files.clean_unfinished(Timestamp::MAX).await.unwrap(), 1);
    assert!(!half.exists());
    assert!(files.head(&key).await.unwrap().is_some());
}

#[tokio::test]
async fn a_folder_lists_its_own_files_only() {
    let (_folder, files) = local_files();
    for name in ["resources/a/1.mp3", "resources/a/2.mp3", "sources/a.epub"] {
        files.put(&parse_key(name), Bytes::from_static(b"x")).await.unwrap();
    }
    let mut listed: Vec<_> =
        files.list("resources").map_ok(|l| l.key.to_string()).try_collect().await.unwrap();
    listed.sort();
    assert_eq!(listed, ["resources/a/1.mp3", "resources/a/2.mp3"]);
    let none: Vec<_> = files.list("covers").try_collect().await.unwrap();
    assert_eq!(none, []);
}

#[tokio::test]
async fn an_object_store_behaves_the_same() {
    let files = Files::in_memory();
    let large = parse_key("packages/1-a.zip");
    // Uploaded in parts.
    let content: Vec<u8> =
        (0..super::MAX_SINGLE_UPLOAD_BYTES + 5).map(|n| u8::try_from(n % 251).unwrap()).collect();
    files.put(&large, content.clone().into()).await.unwrap();
    files.put(&parse_key("sources/b.epub"), Bytes::from_static(b"small")).await.unwrap();
    assert_eq!(files.get(&large, 1 << 30).await.unwrap(), content);
    let reading = files.read(&large, Some(1000..3000)).await.unwrap();
    assert_eq!((reading.meta.size, reading.range.clone()), (content.len() as u64, 1000..3000));
    let parts: Vec<Bytes> = reading.stream.try_collect().await.unwrap();
    assert_eq!(parts.concat(), content[1000..3000]);
    let listed: Vec<_> = files.list("packages").map_ok(|l| l.key).try_collect().await.unwrap();
    assert_eq!(listed, std::slice::from_ref(&large), "keys without the path inside the bucket");

    let broken =
        stream::iter([Ok(Bytes::from(vec![1; super::BYTES_PER_PART + 1])), Err(io::Error::other("gone"))]);
    assert!(files.put_stream(&parse_key("packages/2-b.zip"), broken).await.is_err());
    assert_eq!(files.head(&parse_key("packages/2-b.zip")).await.unwrap(), None);

    files.delete(&large).await.unwrap();
    files.delete(&large).await.unwrap();
    assert!(matches!(files.get(&large, 1).await, Err(Error::Missing(_))));
    assert_eq!(files.clean_unfinished(Timestamp::MAX).await.unwrap(), 0);
}

#[tokio::test]
async fn a_copy_to_another_store_is_the_same_file_and_returns_its_hash() {
    let (_folder, from) = local_files();
    let (folder, to) = local_files();
    let key = parse_key("sources/a.epub");
    // More than one part.
    let bytes = Bytes::from((0..=250).cycle().take(super::BYTES_PER_PART + 7).collect::<Vec<u8>>());
    let hash = Hash::of_bytes(&bytes);
    from.put(&key, bytes.clone()).await.unwrap();
    for expected in [None, Some(hash)] {
        assert_eq!(to.copy_from(&from, &key, expected).await.unwrap(), (bytes.len() as u64, hash));
        assert_eq!(to.get(&key, 1 << 30).await.unwrap(), bytes);
        assert_eq!(to.hash_file(&key).await.unwrap(), hash);
        to.delete(&key).await.unwrap();
    }
    let error = to.copy_from(&from, &key, Some(Hash::of_bytes(b"other"))).await.unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");
    assert_eq!(to.head(&key).await.unwrap(), None, "nothing appears that is not what was expected");
    assert_eq!(std::fs::read_dir(folder.path().join("files/sources")).unwrap().count(), 0);
    let remote = Files::in_memory();
    assert_eq!(remote.copy_from(&from, &key, Some(hash)).await.unwrap(), (bytes.len() as u64, hash));
    assert!(matches!(
        to.copy_from(&from, &self::parse_key("sources/b.epub"), None).await,
        Err(Error::Missing(_))
    ));
}
