//! Files that were tampered with: they are searched and marked without a panic.

use std::io::Cursor;

use books::testkit::small_book;
use books::{Format, Limits};
use marks::{mark_package, prepare, trace_copy};
use proptest::prelude::*;

use crate::{mark_copy, test_key, watermark_for};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn bytes_changed_in_a_copy_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let one = watermark_for("Jane Doe", 42);
        let mut bytes = mark_copy(Format::Epub3, &small_book(), &one);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let limits = Limits { total_size: 64 << 20, entry_size: 16 << 20, ..Limits::default() };
        let _ = trace_copy(&bytes.clone().into(), &test_key(), &limits);
        let _ = mark_package(Format::Epub3, Cursor::new(&bytes), Cursor::new(Vec::new()), &one, &test_key());
        let _ = prepare(Format::Epub3, Cursor::new(&bytes), Vec::new());
    }
}
