use std::io::Read as _;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use bytes::Bytes;
use domain::Peer;
use futures_util::{StreamExt as _, stream};
use proptest::prelude::*;
use transport::incoming::Incoming;

use super::{BodyReader, FileParts, ReadUntil, multipart_type};
use crate::http::input::Input;

const FILES: FileParts = FileParts { names: &["file", "cover"], largest: 1000 };

/// A body in pieces of this size.
fn body_in_pieces(bytes: &[u8], size: usize) -> Incoming {
    let pieces: Vec<_> = bytes
        .chunks(size.max(1))
        .map(|piece| Ok::<_, std::io::Error>(Bytes::copy_from_slice(piece)))
        .collect();
    FILES.incoming_body(Body::from_stream(stream::iter(pieces)))
}

fn reader_of(bytes: &[u8], size: usize) -> BodyReader {
    BodyReader::new(
        body_in_pieces(bytes, size),
        Some("B"),
        FILES,
        Arc::default(),
        Peer::from_request(None, None),
    )
}

async fn read_all(bytes: &[u8], size: usize) -> Input {
    let mut input = Input::default();
    reader_of(bytes, size).read(&mut input, ReadUntil::End).await.unwrap();
    input
}

fn file_contents(input: &Input, name: &str) -> Vec<Option<Vec<u8>>> {
    let files = input.files(name).map(|file| {
        file.map(|upload| {
            let mut bytes = Vec::new();
            upload.open().unwrap().read_to_end(&mut bytes).unwrap();
            bytes
        })
    });
    files.collect()
}

fn encode_part(name: &str, more: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("--B\r\nContent-Disposition: form-data; name=\"{name}\"{more}\r\n\r\n");
    [head.as_bytes(), data, b"\r\n"].concat()
}

fn encode_body(parts: &[Vec<u8>]) -> Vec<u8> {
    [parts.concat(), b"--B--\r\n".to_vec()].concat()
}

#[tokio::test]
async fn texts_and_files_are_distinguished_by_name() {
    let bytes = encode_body(&[
        encode_part("name", "", "Größe".as_bytes()),
        encode_part("file", "; filename=\"a.pdf\"", b"one\r\n--A"),
        encode_part("other", "; filename=\"b\"", b"passed over"),
        encode_part("cover", "", b"no name"),
        encode_part("name", "", b"second"),
    ]);
    for size in [1, 2, 7, 4096] {
        let input = read_all(&bytes, size).await;
        assert!(input.body_fault().is_none());
        assert_eq!(input.non_empty_values("name").collect::<Vec<_>>(), ["Größe", "second"]);
        assert_eq!(file_contents(&input, "file"), [Some(b"one\r\n--A".to_vec())]);
        assert_eq!(file_contents(&input, "cover"), [Some(b"no name".to_vec())]);
        assert_eq!(input.first_value("other"), None);
    }
}

#[tokio::test]
async fn reading_waits_at_the_first_file() {
    let bytes =
        encode_body(&[encode_part("a", "", b"1"), encode_part("file", "", b"f"), encode_part("b", "", b"2")]);
    let (mut reading, mut input) = (reader_of(&bytes, 5), Input::default());
    for _ in 0..2 {
        reading.read(&mut input, ReadUntil::File).await.unwrap();
        assert_eq!(
            (input.first_value("a"), input.first_value("b"), reading.is_over()),
            (Some("1"), None, false)
        );
        assert_eq!(file_contents(&input, "file").len(), 0);
    }
    reading.read_in_turn(&mut input, None).await.unwrap();
    assert_eq!((input.first_value("b"), reading.is_over()), (Some("2"), true));
    assert_eq!(file_contents(&input, "file").len(), 1);
    reading.read(&mut input, ReadUntil::End).await.unwrap();
    assert_eq!(file_contents(&input, "file").len(), 1, "nothing is read twice");
}

#[tokio::test]
async fn a_file_that_is_too_large_is_recorded_and_later_parts_are_read() {
    let bytes = encode_body(&[
        encode_part("file", "", &[7; 1001]),
        encode_part("file", "", &[7; 1000]),
        encode_part("a", "", b"1"),
    ]);
    let input = read_all(&bytes, 64).await;
    assert!(input.body_fault().is_none());
    assert_eq!(file_contents(&input, "file"), [None, Some(vec![7; 1000])]);
    assert_eq!(input.first_value("a"), Some("1"));
}

#[tokio::test]
async fn a_refused_body_is_read_to_its_end_unless_the_client_expects_100_continue() {
    let bytes = encode_body(&[encode_part("file", "", &[7; 900])]);
    for (expects, ended) in [(false, true), (true, false)] {
        let incoming = body_in_pieces(&bytes, 100);
        incoming.clone().drain_body(expects).await;
        let mut rest = incoming;
        assert_eq!(rest.next().await.is_none(), ended);
    }
}

#[test]
fn other_bodies_are_not_ours() {
    let is_ours = |value: &'static str| {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(value));
        multipart_type(&headers) == Some(value)
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
        let mut parts: Vec<_> = texts.iter().map(|(name, text)| encode_part(name, "", text.as_bytes())).collect();
        parts.insert(parts.len() / 2, encode_part("file", "; filename=\"x\"", &data));
        let input = block_on(read_all(&encode_body(&parts), size));
        prop_assert!(input.body_fault().is_none());
        for (name, text) in &texts {
            prop_assert!(name == "file" || name == "cover" || input.all_values(name).any(|value| value == text));
        }
        let expected = if data.is_empty() { vec![] } else { vec![Some(data)] };
        prop_assert_eq!(file_contents(&input, "file"), expected);
    }

    #[test]
    fn any_bytes_end_in_a_response(mut bytes in prop::collection::vec(any::<u8>(), 0..400), start in 0usize..4, size in 1usize..50) {
        let starts: [&[u8]; 4] = [b"", b"--B\r\n", b"--B\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n", b"--B--"];
        bytes.splice(0..0, starts[start].iter().copied());
        let mut input = Input::default();
        let mut reading = reader_of(&bytes, size);
        block_on(reading.read(&mut input, ReadUntil::End)).unwrap();
        prop_assert!(reading.is_over());
    }
}
