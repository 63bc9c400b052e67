//! Containers.

use super::{Maker, Way, each};
use crate::testkit::{EpubBuilder, zip_of};

pub(super) const ALL: &[Maker] = &[
    ("ratio", Way::Epub, || {
        EpubBuilder::new("Hostile")
            .chapter("One", "")
            .raw("OEBPS/chapter1.xhtml", &vec![b' '; 64 << 20])
            .build()
    }),
    ("ratio of a picture", Way::Epub, || {
        let zeros = vec![0; 64 << 20];
        EpubBuilder::new("Hostile")
            .chapter("One", "<img src='a.png' alt='a'/>")
            .file("a.png", "image/png", &zeros)
            .build()
    }),
    ("overlap", Way::Epub, || overlapping(2000)),
    ("overlap", Way::Daisy, || overlapping(2000)),
    ("entries", Way::Epub, || many(25_000)),
    ("directory", Way::Epub, || directory(400_000)),
    ("directory that does not end", Way::Epub, endless),
    ("long names", Way::Epub, || {
        let name = "a/".repeat(30_000);
        zip_of((0..50).map(|n| (format!("{name}{n}"), b"a")))
    }),
    ("ratio", Way::Score, || {
        let container = "<container><rootfiles><rootfile full-path='a.musicxml'/></rootfiles></container>";
        let text = format!("<score-partwise>{}</score-partwise>", " ".repeat(64 << 20));
        zip_of([("META-INF/container.xml", container), ("a.musicxml", &text)])
    }),
];

fn many(count: usize) -> Vec<u8> {
    zip_of((0..count).map(|n| (format!("f{n}"), b"")))
}

/// A container whose entries have all their bytes in common.
fn overlapping(count: usize) -> Vec<u8> {
    let packed = zip_of([("f", vec![b' '; 200_000])]);
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
    close(out, start, count)
}

/// A directory of many entries, and nothing else.
fn directory(count: usize) -> Vec<u8> {
    let packed = zip_of([("f", b"a")]);
    let end = packed.windows(4).rposition(|word| word == b"PK\x05\x06").unwrap_or_default();
    let start = packed.windows(4).rposition(|word| word == b"PK\x01\x02").unwrap_or_default();
    let mut out = packed[..start].to_vec();
    for _ in 0..count {
        out.extend(&packed[start..end]);
    }
    close(out, start, count)
}

/// Ends a container whose directory begins at `start`.
fn close(mut out: Vec<u8>, start: usize, count: usize) -> Vec<u8> {
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
fn endless() -> Vec<u8> {
    let mut out = zip_of([("f", each(10, |n| n.to_string()))]);
    let end = out.windows(4).rposition(|word| word == b"PK\x05\x06").unwrap_or_default();
    out[end + 8..end + 12].copy_from_slice(&[0xFE, 0xFF, 0xFE, 0xFF]);
    out
}
