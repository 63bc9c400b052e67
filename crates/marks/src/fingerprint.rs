//! The number of a download record, signed and written in two ways.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The key that signs fingerprints. Without it none can be made or read.
#[derive(Clone)]
pub struct Key(Hmac<Sha256>);

impl Key {
    /// A key of any length; 32 random bytes are a good one.
    pub fn new(bytes: &[u8]) -> Self {
        // Made once: half of the work of a fingerprint is taking in the key.
        Self(Hmac::new_from_slice(bytes).expect("HMAC takes keys of any length"))
    }

    fn mac(&self, purpose: &[u8], place: u16, record: u64) -> [u8; 32] {
        let mut mac = self.0.clone();
        mac.update(purpose);
        mac.update(&place.to_be_bytes());
        mac.update(&record.to_be_bytes());
        mac.finalize().into_bytes().into()
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// Bytes of a fingerprint: place (2), record under a mask (8), signature (6).
const BYTES: usize = 16;
/// Letters of a word: a first letter, so that it is a name in XML, and five bits each.
pub(crate) const WORD: usize = 27;
/// Characters of a run: one bit each.
const RUN: usize = BYTES * 8;
/// Lines that carry one in braille: one that begins it, and one for each two bits.
pub(crate) const STEPS: usize = 1 + BYTES * 4;
/// Spaces at the end of the line that begins one.
const BEGIN: u8 = 5;
const FIRST: u8 = b'm';
const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// Makes the fingerprints of one copy; each is different.
#[derive(Debug)]
pub(crate) struct Fingerprints<'k> {
    key: &'k Key,
    record: u64,
    next: u16,
}

impl<'k> Fingerprints<'k> {
    pub(crate) fn new(key: &'k Key, record: u64) -> Self {
        Self { key, record, next: 0 }
    }

    /// The next one as a word: a name in XML.
    pub(crate) fn word(&mut self) -> String {
        let mut out = String::with_capacity(WORD);
        out.push(char::from(FIRST));
        let (mut bits, mut count) = (0_u32, 0_u32);
        for byte in self.bytes() {
            bits = (bits << 8) | u32::from(byte);
            count += 8;
            while count >= 5 {
                count -= 5;
                out.push(char::from(LETTERS[(bits >> count & 31) as usize]));
            }
        }
        out.push(char::from(LETTERS[(bits << (5 - count) & 31) as usize]));
        out
    }

    /// The next one as a run of spaces and tabs.
    pub(crate) fn run(&mut self) -> String {
        let bytes = self.bytes();
        let bits = bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
        bits.map(|bit| if bit == 1 { '\t' } else { ' ' }).collect()
    }

    /// The next one as spaces at the ends of lines: how many on each.
    pub(crate) fn steps(&mut self) -> Vec<u8> {
        let bytes = self.bytes();
        let pairs = bytes.iter().flat_map(|byte| [6, 4, 2, 0].map(|shift| 1 + (byte >> shift & 3)));
        std::iter::once(BEGIN).chain(pairs).collect()
    }

    fn bytes(&mut self) -> [u8; BYTES] {
        let place = self.next;
        self.next = self.next.wrapping_add(1);
        let mask = self.key.mac(b"openshelf copy mask", place, 0);
        let tag = self.key.mac(b"openshelf copy tag", place, self.record);
        let mut out = [0; BYTES];
        out[..2].copy_from_slice(&place.to_be_bytes());
        for (n, byte) in self.record.to_be_bytes().into_iter().enumerate() {
            out[2 + n] = byte ^ mask[n];
        }
        out[10..].copy_from_slice(&tag[..6]);
        out
    }
}

/// The record of a fingerprint; `None` for bytes that this key did not sign.
fn read(key: &Key, bytes: [u8; BYTES]) -> Option<u64> {
    let place = u16::from_be_bytes([bytes[0], bytes[1]]);
    let mask = key.mac(b"openshelf copy mask", place, 0);
    let mut record = [0; 8];
    for (n, byte) in record.iter_mut().enumerate() {
        *byte = bytes[2 + n] ^ mask[n];
    }
    let record = u64::from_be_bytes(record);
    (key.mac(b"openshelf copy tag", place, record)[..6] == bytes[10..]).then_some(record)
}

/// The records of all fingerprints in a text, in the order of the text.
pub(crate) fn find(key: &Key, text: &[u8]) -> Vec<u64> {
    let mut found = Vec::new();
    for candidate in text.split(|byte| !LETTERS.contains(byte)) {
        found.extend(word(candidate).and_then(|bytes| read(key, bytes)));
    }
    for candidate in text.split(|byte| !matches!(byte, b' ' | b'\t')) {
        if candidate.len() < RUN {
            continue;
        }
        // Indentation may have been put before or after the run.
        let (head, tail) = (&candidate[..RUN], &candidate[candidate.len() - RUN..]);
        found.extend(read(key, run(head)).or_else(|| read(key, run(tail))));
    }
    found.extend(steps(text).filter_map(|bytes| read(key, bytes)));
    found
}

/// What may be a fingerprint at the ends of lines. Lines without spaces at their end, or with more, say
/// nothing.
fn steps(text: &[u8]) -> impl Iterator<Item = [u8; BYTES]> {
    // Two bits of each line since the last beginning; none before the first.
    let mut pairs: Option<Vec<u8>> = None;
    text.split(|byte| *byte == b'\n').filter_map(move |line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let spaces = line.iter().rev().take_while(|byte| **byte == b' ').take(7).count();
        match (u8::try_from(spaces).unwrap_or_default(), &mut pairs) {
            (BEGIN, pairs) => *pairs = Some(Vec::new()),
            (spaces @ 1..BEGIN, Some(pairs)) => pairs.push(spaces - 1),
            _ => {}
        }
        let full = pairs.take_if(|pairs| pairs.len() == BYTES * 4)?;
        let mut out = [0; BYTES];
        full.iter().enumerate().for_each(|(n, pair)| out[n / 4] |= pair << (6 - 2 * (n % 4)));
        Some(out)
    })
}

fn word(text: &[u8]) -> Option<[u8; BYTES]> {
    if text.len() != WORD || text[0] != FIRST {
        return None;
    }
    let mut out = [0; BYTES];
    let (mut bits, mut count, mut at) = (0_u32, 0_u32, 0);
    for letter in &text[1..] {
        let value = LETTERS.iter().position(|known| known == letter)?;
        bits = (bits << 5) | u32::try_from(value).ok()?;
        count += 5;
        if count >= 8 && at < BYTES {
            count -= 8;
            out[at] = (bits >> count & 0xFF) as u8;
            at += 1;
        }
    }
    Some(out)
}

fn run(text: &[u8]) -> [u8; BYTES] {
    let mut out = [0; BYTES];
    for (n, byte) in text.iter().take(RUN).enumerate() {
        if *byte == b'\t' {
            out[n / 8] |= 0x80 >> (n % 8);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(record: u64, key: [u8; 16]) {
            let key = Key::new(&key);
            let mut prints = Fingerprints::new(&key, record);
            let text = format!("<p id=\"{}\">a</p>\n{}\n  <p class='b {} c'/>\n{}  <p>", prints.word(), prints.run(), prints.word(), prints.run());
            prop_assert_eq!(find(&key, text.as_bytes()), vec![record; 4]);
        }

        #[test]
        fn another_key_and_a_changed_letter_find_nothing(record: u64, at in 1_usize..27) {
            let key = Key::new(b"one");
            let word = Fingerprints::new(&key, record).word();
            prop_assert!(find(&Key::new(b"two"), word.as_bytes()).is_empty());
            let mut changed = word.into_bytes();
            changed[at] = if changed[at] == b'a' { b'q' } else { b'a' };
            // The last letter holds two bits that say nothing.
            prop_assert!(at == 26 || find(&key, &changed).is_empty());
        }

        #[test]
        fn any_bytes_are_searched_without_panic(bytes: Vec<u8>) {
            find(&Key::new(b"k"), &bytes);
        }
    }

    #[test]
    fn each_fingerprint_of_a_copy_differs() {
        let key = Key::new(b"k");
        let mut prints = Fingerprints::new(&key, 7);
        assert_ne!(prints.word(), prints.word());
    }
}
