//! Listing and extracting the files of a package.

#![expect(clippy::cast_precision_loss, reason = "counts of some thousand samples")]

use std::io::Write as _;

use bytes::Bytes;
use conversion::Speed;
use domain::{CopySettings, Format, Item, TitleId};
use futures_util::TryStreamExt as _;
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

use crate::resources::ArtifactVersion;
use crate::{Config, Delivery, Error, Files, Key, Limits};

const VERSION: ArtifactVersion = ArtifactVersion {
    item: Item::Title(TitleId(1001)),
    format: Format::Epub3,
    version: 1,
    settings: CopySettings::None,
};

const CONTAINER: &str = r#"<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;

const PACKAGE: &str = r#"<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x</dc:identifier>
<dc:title>Wind</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="a" href="audio/one.mp3" media-type="audio/mpeg"/></manifest>
<spine><itemref idref="one"/></spine></package>"#;

fn epub_page(text: &str) -> String {
    format!(
        r#"<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en"><head><title>Wind</title></head><body>{text}</body></html>"#
    )
}

/// A small EPUB with these bytes as its narration.
fn sample_epub(audio: &[u8]) -> Bytes {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let packed = SimpleFileOptions::default();
    let nav = epub_page(r#"<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav>"#);
    let one = epub_page(&"<p>The wind rose.</p>".repeat(20_000));
    for (name, options, content) in [
        ("mimetype", stored, b"application/epub+zip".as_slice()),
        ("META-INF/container.xml", packed, CONTAINER.as_bytes()),
        ("OEBPS/nav.xhtml", packed, nav.as_bytes()),
        ("OEBPS/one.xhtml", packed, one.as_bytes()),
        ("OEBPS/audio/one.mp3", stored, audio),
        ("OEBPS/package.opf", packed, PACKAGE.as_bytes()),
    ] {
        zip.start_file(name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner().into()
}

fn delivery_over(files: Files, config: &Config) -> Delivery {
    Delivery::with_engine(files, config, std::sync::Arc::new(speech::Command::espeak()))
}

async fn delivery_with(package: Bytes) -> (tempfile::TempDir, Delivery, Key) {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::local(folder.path()).unwrap();
    let config = Config { ticket_key: [1; 32], fingerprint_key: [2; 32], limits: Limits::default() };
    let key = Key::parse("packages/7-abc.epub").unwrap();
    files.put(&key, package).await.unwrap();
    (folder, delivery_over(files, &config), key)
}

async fn file_content(delivery: &Delivery, key: &Key) -> Vec<u8> {
    let parts: Vec<Bytes> =
        delivery.files().read(key, None).await.unwrap().stream.try_collect().await.unwrap();
    parts.concat()
}

#[tokio::test]
async fn the_list_names_every_file_with_its_type_and_begins_with_the_package_document() {
    let (_folder, delivery, key) = delivery_with(sample_epub(b"not really audio")).await;
    let list = delivery.list_resources(&key, &VERSION).await.unwrap();
    assert_eq!(list[0].path, "OEBPS/package.opf");
    let audio = list.iter().find(|r| r.path == "OEBPS/audio/one.mp3").unwrap();
    assert_eq!((audio.media_type.as_str(), audio.size), ("audio/mpeg", 16));
    assert!(audio.can_change_speed());
    let text = list.iter().find(|r| r.path == "OEBPS/one.xhtml").unwrap();
    assert_eq!(text.media_type, "application/xhtml+xml");
    assert!(!text.can_change_speed());
}

#[tokio::test]
async fn ids_are_the_same_in_all_copies_of_a_version_and_differ_between_versions() {
    let (_folder, delivery, key) = delivery_with(sample_epub(b"x")).await;
    let other = Key::parse("packages/8-def.epub").unwrap();
    delivery.files().put(&other, sample_epub(b"yy")).await.unwrap();
    let ids = async |key: &Key, version: &ArtifactVersion| -> Vec<String> {
        delivery.list_resources(key, version).await.unwrap().iter().map(|r| r.id.clone()).collect()
    };
    let first = ids(&key, &VERSION).await;
    assert_eq!(first, ids(&other, &VERSION).await);
    assert!(first.iter().all(|id| id.len() == 16), "{first:?}");
    let third = Key::parse("packages/9-ghi.epub").unwrap();
    delivery.files().put(&third, sample_epub(b"x")).await.unwrap();
    let next = ids(&third, &ArtifactVersion { version: 2, ..VERSION }).await;
    assert!(next.iter().all(|id| !first.contains(id)));
}

#[tokio::test]
async fn one_file_is_extracted_unchanged() {
    let (_folder, delivery, key) = delivery_with(sample_epub(b"not really audio")).await;
    let id = VERSION.resource_id("OEBPS/one.xhtml");
    let taken = delivery.extract_resource(&key, &VERSION, &id, Speed::NORMAL).await.unwrap().unwrap();
    assert_eq!((taken.name.as_str(), taken.media_type.as_str()), ("one.xhtml", "application/xhtml+xml"));
    let text = file_content(&delivery, &taken.key).await;
    assert_eq!(text.len() as u64, taken.size);
    assert_eq!(text, epub_page(&"<p>The wind rose.</p>".repeat(20_000)).into_bytes());
    assert_eq!(delivery.extract_resource(&key, &VERSION, &id, Speed::NORMAL).await.unwrap(), Some(taken));
}

#[tokio::test]
async fn a_file_is_extracted_from_a_package_in_an_object_store() {
    let config = Config { ticket_key: [1; 32], fingerprint_key: [2; 32], limits: Limits::default() };
    let delivery = delivery_over(Files::in_memory(), &config);
    let key = Key::parse("packages/7-abc.epub").unwrap();
    // Larger than one fetch, so that the reader seeks back and forth.
    let audio: Vec<u8> = (0..700_000_u32).map(|n| u8::try_from(n % 251).unwrap()).collect();
    delivery.files().put(&key, sample_epub(&audio)).await.unwrap();
    let id = VERSION.resource_id("OEBPS/audio/one.mp3");
    let taken = delivery.extract_resource(&key, &VERSION, &id, Speed::NORMAL).await.unwrap().unwrap();
    assert!(file_content(&delivery, &taken.key).await == audio);
}

#[tokio::test]
async fn an_unknown_id_is_none_and_speed_is_for_audio_only() {
    let (_folder, delivery, key) = delivery_with(sample_epub(b"x")).await;
    assert_eq!(
        delivery.extract_resource(&key, &VERSION, "AAAAAAAAAAAAAAAA", Speed::NORMAL).await.unwrap(),
        None
    );
    let text = VERSION.resource_id("OEBPS/one.xhtml");
    let fast = Speed::parse("2").unwrap();
    assert!(matches!(delivery.extract_resource(&key, &VERSION, &text, fast).await, Err(Error::NoSpeed)));
}

#[tokio::test]
async fn pages_that_an_earlier_version_has_written_are_made_again() {
    let (_folder, delivery, key) = delivery_with(sample_epub(b"x")).await;
    let current = web_reader::PAGES_VERSION;
    for earlier in ["pages".to_owned(), format!("pages-{}", current - 1)] {
        let old = Key::parse(&format!("resources/7-abc/{earlier}")).unwrap();
        delivery.files().put(&old, Bytes::from_static(b"0000000000000002{}")).await.unwrap();
    }
    let book = delivery.open_web_book(&key, None).await.unwrap();
    assert_eq!(book.outline.chapters.len(), 1);
    let html = delivery.read_web_part(&book, book.outline.chapters[0].html).await.unwrap();
    assert!(std::str::from_utf8(&html).unwrap().contains("The wind rose."));
    let made = Key::parse(&format!("resources/7-abc/pages-{current}")).unwrap();
    assert!(delivery.files().head(&made).await.unwrap().is_some(), "kept for the next reader of the copy");
}

#[tokio::test]
async fn a_damaged_package_leaves_no_partial_file() {
    let whole = sample_epub(&vec![9; 1 << 20]);
    let (_folder, delivery, key) = delivery_with(whole.clone()).await;
    let list = delivery.list_resources(&key, &VERSION).await.unwrap();
    // The list is cached; then a bit of the stored audio flips.
    let mut damaged = whole.to_vec();
    let at = damaged.windows(64).position(|w| w == [9; 64]).unwrap() + 1000;
    damaged[at] ^= 1;
    delivery.files().put(&key, damaged.into()).await.unwrap();
    let audio = list.iter().find(|r| r.can_change_speed()).unwrap();
    assert!(delivery.extract_resource(&key, &VERSION, &audio.id, Speed::NORMAL).await.is_err());
    let left: Vec<_> = delivery.files().list("resources").try_collect().await.unwrap();
    assert_eq!(left, []);
}

#[tokio::test]
async fn narration_at_another_speed_has_scaled_duration_and_the_same_pitch() {
    if Speed::check_program().is_err() {
        let required = ["OPENSHELF_TEST_REQUIRE", "CI"].iter().any(|name| std::env::var_os(name).is_some());
        assert!(!required, "ffmpeg is missing");
        eprintln!("skipped: ffmpeg is not installed");
        return;
    }
    let (_folder, delivery, key) = delivery_with(sample_epub(&mp3_tone(4).await)).await;
    let id = VERSION.resource_id("OEBPS/audio/one.mp3");
    for (speed, seconds) in [("0.5", 8.0), ("1", 4.0), ("2", 2.0), ("3.5", 4.0 / 3.5)] {
        let taken = delivery
            .extract_resource(&key, &VERSION, &id, Speed::parse(speed).unwrap())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(taken.media_type, "audio/mpeg");
        let samples = decode_mp3(file_content(&delivery, &taken.key).await).await;
        let length = samples.len() as f64 / 8_000.0;
        assert!((length - seconds).abs() < 0.15, "{speed}: {length} s");
        assert!((middle_pitch(&samples) - 440.0).abs() < 15.0, "{speed}: {} Hz", middle_pitch(&samples));
    }
}

/// A tone of 440 Hz as MP3.
async fn mp3_tone(seconds: u32) -> Vec<u8> {
    let source = format!("sine=frequency=440:duration={seconds}");
    run_ffmpeg(&["-f", "lavfi", "-i", &source, "-f", "mp3", "-"], Vec::new()).await
}

/// Samples at 8 kHz.
async fn decode_mp3(mp3: Vec<u8>) -> Vec<i16> {
    let raw = run_ffmpeg(&["-f", "mp3", "-i", "-", "-ac", "1", "-ar", "8000", "-f", "s16le", "-"], mp3).await;
    raw.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// Pitch in the middle of a tone: upward zero crossings per second.
fn middle_pitch(samples: &[i16]) -> f64 {
    let middle = &samples[samples.len() / 4..samples.len() * 3 / 4];
    let passages = middle.windows(2).filter(|w| w[0] < 0 && w[1] >= 0).count();
    passages as f64 / (middle.len() as f64 / 8_000.0)
}

async fn run_ffmpeg(arguments: &[&str], input: Vec<u8>) -> Vec<u8> {
    use tokio::io::AsyncWriteExt as _;
    let mut child = tokio::process::Command::new("ffmpeg")
        .args(["-hide_banner", "-loglevel", "error"])
        .args(arguments)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writing = tokio::spawn(async move { stdin.write_all(&input).await });
    let output = child.wait_with_output().await.unwrap();
    let _ = writing.await;
    assert!(output.status.success());
    output.stdout
}
