//! Containers.

use super::{FileMaker, HostileReader, repeat_numbered};
use crate::testkit::{EpubBuilder, zip_files};

pub(super) const CONTAINER_MAKERS: &[FileMaker] = &[
    ("ratio", HostileReader::Epub, || {
        EpubBuilder::new("Hostile")
            .chapter("One", "")
            .raw_file("OEBPS/chapter1.xhtml", &vec![b' '; 64 << 20])
            .build()
    }),
    ("ratio of a picture", HostileReader::Epub, || {
        let zeros = vec![0; 64 << 20];
        EpubBuilder::new("Hostile")
            .chapter("One", "<img src='a.png' alt='a'/>")
            .file("a.png", "image/png", &zeros)
            .build()
    }),
    ("overlap", HostileReader::Epub, || overlapping_entries(2000)),
    ("overlap", HostileReader::Daisy, || overlapping_entries(2000)),
    ("entries", HostileReader::Epub, || zip_with_entries(25_000)),
    ("directory", HostileReader::Epub, || directory_only(400_000)),
    ("directory that does not end", HostileReader::Epub, endless_directory),
    ("headers without a directory", HostileReader::Epub, || {
        let mut out = zip_with_entries(25_000);
        out.truncate(out.windows(4).position(|word| word == b"PK\x01\x02").unwrap_or_default());
        out
    }),
    ("sizes that never follow", HostileReader::Epub, || {
        // A header that leaves its sizes to what follows, then signs of sizes that do not fit.
        let mut out = b"PK\x03\x04\x14\0\x08\0\x08\0\0\0\0\0".to_vec();
        out.extend([0; 12]);
        out.extend(b"\x01\0\0\0f");
        out.extend(b"PK\x07\x08".repeat(4 << 20));
        out
    }),
    ("long names", HostileReader::Epub, || {
        let name = "a/".repeat(30_000);
        zip_files((0..50).map(|n| (format!("{name}{n}"), b"a")))
    }),
    ("ratio", HostileReader::Score, || {
        let container = "<container><rootfiles><rootfile full-path='a.musicxml'/></rootfiles></container>";
        let text = format!("<score-partwise>{}</score-partwise>", " ".repeat(64 << 20));
        zip_files([("META-INF/container.xml", container), ("a.musicxml", &text)])
    }),
];

fn zip_with_entries(count: usize) -> Vec<u8> {
    zip_files((0..count).map(|n| (format!("f{n}"), b"")))
}

/// A container whose entries have all their bytes in common.
fn overlapping_entries(count: usize) -> Vec<u8> {
    let packed = zip_files([("f", vec![b' '; 200_000])]);
    let end = packed.windows(4).rposition(|word| word == b"PK\x05\x06").unwrap_or_default();
    let start = packed.windows(4).rposition(|word| word == b"PK\x01\x02").unwrap_or_default();
    let entry = &packed[start..end];
    let mut out = packed[..start].to_vec();
    for n in 0..count {
        // A name of seven letters where there was one of one.
        let name = format!("f{n:06}");
        let mut header = entry[..46].to_vec();
        header[28..30].copy_from_slice(&7_u16.to_le_bytes());
        out.extend(&header);
        out.extend(name.as_bytes());
        out.extend(&entry[47..]);
    }
    close_container(out, start, count)
}

/// A directory of many entries, and nothing else.
fn directory_only(count: usize) -> Vec<u8> {
    let packed = zip_files([("f", b"a")]);
    let end = packed.windows(4).rposition(|word| word == b"PK\x05\x06").unwrap_or_default();
    let start = packed.windows(4).rposition(|word| word == b"PK\x01\x02").unwrap_or_default();
    let mut out = packed[..start].to_vec();
    for _ in 0..count {
        out.extend(&packed[start..end]);
    }
    close_container(out, start, count)
}

/// Ends a container whose directory begins at `start`.
fn close_container(mut out: Vec<u8>, start: usize, count: usize) -> Vec<u8> {
    let length = u32::try_from(out.len() - start).unwrap_or(u32::MAX);
    let count = u16::try_from(count).unwrap_or(u16::MAX - 1);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(length.to_le_bytes());
    out.extend(u32::try_from(start).unwrap_or_default().to_le_bytes());
    out.extend([0, 0]);
    out
}

/// A directory that states more entries than it has, all in one comment.
fn endless_directory() -> Vec<u8> {
    let mut out = zip_files([("f", repeat_numbered(10, |n| n.to_string()))]);
    let end = out.windows(4).rposition(|word| word == b"PK\x05\x06").unwrap_or_default();
    out[end + 8..end + 12].copy_from_slice(&[0xFE, 0xFF, 0xFE, 0xFF]);
    out
}
