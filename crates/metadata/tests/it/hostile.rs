//! Reading any bytes ends without a panic: the same property that `fuzz/` tests for longer.

use metadata::{Kind, read_records};
use proptest::prelude::*;

const SEED_FILES: [(Kind, &[u8]); 5] = [
    (Kind::Onix, include_bytes!("../../seeds/reference.onix.xml")),
    (Kind::Onix, include_bytes!("../../seeds/short.onix.xml")),
    (Kind::MarcXml, include_bytes!("../../seeds/records.marcxml")),
    (Kind::Marc, include_bytes!("../../seeds/records.mrc")),
    (Kind::Csv, include_bytes!("../../seeds/titles.csv")),
];

/// Reads to the end; returns the number of records.
fn count_records(kind: Kind, bytes: &[u8]) -> usize {
    read_records(kind, bytes).map_or(0, |entries| entries.flatten().count())
}

#[test]
fn reads_the_seeds_themselves() {
    for (kind, seed) in SEED_FILES {
        assert_eq!(Kind::detect("titles.csv", seed), Some(kind));
        assert!(count_records(kind, seed) > 0, "{kind:?}");
        assert!(read_records(kind, seed).unwrap().all(|entry| entry.is_ok()), "{kind:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_changed_file_is_read_or_refused(
        which in 0..SEED_FILES.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..4), 1..12),
    ) {
        let (kind, seed) = SEED_FILES[which];
        let mut bytes = seed.to_vec();
        for (at, byte, what) in changes {
            let at = at.index(bytes.len().max(1));
            match what {
                0 if !bytes.is_empty() => bytes[at] = byte,
                1 => bytes.insert(at.min(bytes.len()), byte),
                2 if !bytes.is_empty() => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        count_records(kind, &bytes);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..600), which in 0..SEED_FILES.len()) {
        count_records(SEED_FILES[which].0, &bytes);
    }
}
