//! Files that were tampered with: they are searched and marked without a panic.

use std::io::Cursor;

use books::testkit::small_book;
use books::{Format, Limits};
use marks::{mark, prepare, trace};
use proptest::prelude::*;

use crate::{key, marked, one};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn bytes_changed_in_a_copy_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let one = one("Jane Doe", 42);
        let mut bytes = marked(Format::Epub3, &small_book(), &one);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let limits = Limits { total_size: 64 << 20, entry_size: 16 << 20, ..Limits::default() };
        let _ = trace(&bytes.clone().into(), &key(), &limits);
        let _ = mark(Format::Epub3, Cursor::new(&bytes), Cursor::new(Vec::new()), &one, &key());
        let _ = prepare(Format::Epub3, Cursor::new(&bytes), Vec::new());
    }
}
