//! Any bytes, read as a table of members.

#![no_main]

use roster_files::{RosterLimits, read_roster};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = read_roster(bytes, &RosterLimits::default());
});
