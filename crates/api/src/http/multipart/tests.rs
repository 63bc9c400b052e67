use std::io::Read as _;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use bytes::Bytes;
use domain::peers::Peer;
use futures_util::{StreamExt as _, stream};
use proptest::prelude::*;
use transport::incoming::Incoming;

use super::{FileParts, Reading, Until, media};
use crate::http::input::Input;

const FILES: FileParts = FileParts { names: &["file", "cover"], largest: 1000 };

/// A body in pieces of this size.
fn body(bytes: &[u8], size: usize) -> Incoming {
    let pieces: Vec<_> = bytes
        .chunks(size.max(1))
        .map(|piece| Ok::<_, std::io::Error>(Bytes::copy_from_slice(piece)))
        .collect();
    FILES.incoming(Body::from_stream(stream::iter(pieces)))
}

fn reading(bytes: &[u8], size: usize) -> Reading {
    Reading::new(body(bytes, size), Some("B"), FILES, Arc::default(), Peer::of(None, None))
}

async fn read(bytes: &[u8], size: usize) -> Input {
    let mut input = Input::default();
    reading(bytes, size).read(&mut input, Until::End).await.unwrap();
    input
}

fn content(input: &Input, name: &str) -> Vec<Option<Vec<u8>>> {
    let files = input.files(name).map(|file| {
        file.map(|upload| {
            let mut bytes = Vec::new();
            upload.open().unwrap().read_to_end(&mut bytes).unwrap();
            bytes
        })
    });
    files.collect()
}

fn part(name: &str, more: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("--B\r\nContent-Disposition: form-data; name=\"{name}\"{more}\r\n\r\n");
    [head.as_bytes(), data, b"\r\n"].concat()
}

fn whole(parts: &[Vec<u8>]) -> Vec<u8> {
    [parts.concat(), b"--B--\r\n".to_vec()].concat()
}

#[tokio::test]
async fn texts_and_files_are_distinguished_by_name() {
    let bytes = whole(&[
        part("name", "", "Größe".as_bytes()),
        part("file", "; filename=\"a.pdf\"", b"one\r\n--A"),
        part("other", "; filename=\"b\"", b"passed over"),
        part("cover", "", b"no name"),
        part("name", "", b"second"),
    ]);
    for size in [1, 2, 7, 4096] {
        let input = read(&bytes, size).await;
        assert!(input.fault().is_none());
        assert_eq!(input.all("name").collect::<Vec<_>>(), ["Größe", "second"]);
        assert_eq!(content(&input, "file"), [Some(b"one\r\n--A".to_vec())]);
        assert_eq!(content(&input, "cover"), [Some(b"no name".to_vec())]);
        assert_eq!(input.first("other"), None);
    }
}

#[tokio::test]
async fn reading_waits_at_the_first_file() {
    let bytes = whole(&[part("a", "", b"1"), part("file", "", b"f"), part("b", "", b"2")]);
    let (mut reading, mut input) = (reading(&bytes, 5), Input::default());
    for _ in 0..2 {
        reading.read(&mut input, Until::File).await.unwrap();
        assert_eq!((input.first("a"), input.first("b"), reading.is_over()), (Some("1"), None, false));
        assert_eq!(content(&input, "file").len(), 0);
    }
    reading.read_in_turn(&mut input, None).await.unwrap();
    assert_eq!((input.first("b"), reading.is_over()), (Some("2"), true));
    assert_eq!(content(&input, "file").len(), 1);
    reading.read(&mut input, Until::End).await.unwrap();
    assert_eq!(content(&input, "file").len(), 1, "nothing is read twice");
}

#[tokio::test]
async fn a_file_that_is_too_large_is_recorded_and_later_parts_are_read() {
    let bytes = whole(&[part("file", "", &[7; 1001]), part("file", "", &[7; 1000]), part("a", "", b"1")]);
    let input = read(&bytes, 64).await;
    assert!(input.fault().is_none());
    assert_eq!(content(&input, "file"), [None, Some(vec![7; 1000])]);
    assert_eq!(input.first("a"), Some("1"));
}

#[tokio::test]
async fn a_refused_body_is_read_to_its_end_unless_the_client_expects_100_continue() {
    let bytes = whole(&[part("file", "", &[7; 900])]);
    for (expects, ended) in [(false, true), (true, false)] {
        let incoming = body(&bytes, 100);
        incoming.clone().drain(expects).await;
        let mut rest = incoming;
        assert_eq!(rest.next().await.is_none(), ended);
    }
}

#[test]
fn other_bodies_are_not_ours() {
    let is_ours = |value: &'static str| {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(value));
        media(&headers) == Some(value)
    };
    for ours in
        ["multipart/form-data; boundary=B", "Multipart/Form-Data;boundary=\"a b\"", "multipart/form-data"]
    {
        assert!(is_ours(ours), "{ours}");
    }
    for other in ["multipart/mixed; boundary=B", "application/json", "multipart/form-database"] {
        assert!(!is_ours(other), "{other}");
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_pieces_of_a_body_do_not_matter(
        texts in prop::collection::vec(("[a-z]{1,8}", "[^\r\n]{0,40}"), 0..5),
        data in prop::collection::vec(any::<u8>(), 0..300),
        size in 1usize..200,
    ) {
        // A file that contains the boundary by chance would end there.
        prop_assume!(!data.windows(5).any(|bytes| bytes == b"\r\n--B"));
        let mut parts: Vec<_> = texts.iter().map(|(name, text)| part(name, "", text.as_bytes())).collect();
        parts.insert(parts.len() / 2, part("file", "; filename=\"x\"", &data));
        let input = block_on(read(&whole(&parts), size));
        prop_assert!(input.fault().is_none());
        for (name, text) in &texts {
            prop_assert!(name == "file" || name == "cover" || input.sent(name).any(|value| value == text));
        }
        let expected = if data.is_empty() { vec![] } else { vec![Some(data)] };
        prop_assert_eq!(content(&input, "file"), expected);
    }

    #[test]
    fn any_bytes_end_in_a_response(mut bytes in prop::collection::vec(any::<u8>(), 0..400), start in 0usize..4, size in 1usize..50) {
        let starts: [&[u8]; 4] = [b"", b"--B\r\n", b"--B\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n", b"--B--"];
        bytes.splice(0..0, starts[start].iter().copied());
        let mut input = Input::default();
        let mut reading = reading(&bytes, size);
        block_on(reading.read(&mut input, Until::End)).unwrap();
        prop_assert!(reading.is_over());
    }
}
