//! The number of a download record, signed and written in two ways.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The key that signs fingerprints and verifies them.
#[derive(Clone)]
pub struct Key(Hmac<Sha256>);

impl Key {
    /// A key of any length; 32 random bytes are a good one.
    pub fn new(bytes: &[u8]) -> Self {
        // Created once, because half of the work of a fingerprint is processing the key.
        Self(Hmac::new_from_slice(bytes).expect("HMAC takes keys of any length"))
    }

    fn compute_mac(&self, purpose: &[u8], place: u16, record: u64) -> [u8; 32] {
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
const FINGERPRINT_BYTES: usize = 16;
/// Characters of a fingerprint written as a word: a first letter, which makes it a valid XML name, and five
/// bits each.
pub(crate) const WORD_CHARS: usize = 27;
/// Characters of a fingerprint written as spaces and tabs: one bit each.
const WHITE_SPACE_CHARS: usize = FINGERPRINT_BYTES * 8;
/// Lines of braille that carry one fingerprint: one that begins it, and one for each two bits.
pub(crate) const BRAILLE_LINES: usize = 1 + FINGERPRINT_BYTES * 4;
/// Spaces at the end of the line that begins a fingerprint in braille.
const START_LINE_SPACES: u8 = 5;
const FIRST_WORD_CHAR: u8 = b'm';
const BASE32_ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// Writes the fingerprints of one copy; each is different.
#[derive(Debug)]
pub(crate) struct FingerprintWriter<'k> {
    key: &'k Key,
    record: u64,
    next: u16,
}

impl<'k> FingerprintWriter<'k> {
    pub(crate) fn new(key: &'k Key, record: u64) -> Self {
        Self { key, record, next: 0 }
    }

    /// Returns the next fingerprint as a word that is a valid XML name.
    pub(crate) fn next_word(&mut self) -> String {
        let mut out = String::with_capacity(WORD_CHARS);
        out.push(char::from(FIRST_WORD_CHAR));
        let (mut bits, mut count) = (0_u32, 0_u32);
        for byte in self.next_bytes() {
            bits = (bits << 8) | u32::from(byte);
            count += 8;
            while count >= 5 {
                count -= 5;
                out.push(char::from(BASE32_ALPHABET[(bits >> count & 31) as usize]));
            }
        }
        out.push(char::from(BASE32_ALPHABET[(bits << (5 - count) & 31) as usize]));
        out
    }

    /// Returns the next fingerprint as spaces and tabs.
    pub(crate) fn next_white_space(&mut self) -> String {
        let bytes = self.next_bytes();
        let bits = bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
        bits.map(|bit| if bit == 1 { '\t' } else { ' ' }).collect()
    }

    /// Returns the next fingerprint as the number of spaces at the end of each line.
    pub(crate) fn next_line_spaces(&mut self) -> Vec<u8> {
        let bytes = self.next_bytes();
        let pairs = bytes.iter().flat_map(|byte| [6, 4, 2, 0].map(|shift| 1 + (byte >> shift & 3)));
        std::iter::once(START_LINE_SPACES).chain(pairs).collect()
    }

    fn next_bytes(&mut self) -> [u8; FINGERPRINT_BYTES] {
        let place = self.next;
        self.next = self.next.wrapping_add(1);
        let mask = self.key.compute_mac(b"openshelf copy mask", place, 0);
        let tag = self.key.compute_mac(b"openshelf copy tag", place, self.record);
        let mut out = [0; FINGERPRINT_BYTES];
        out[..2].copy_from_slice(&place.to_be_bytes());
        for (n, byte) in self.record.to_be_bytes().into_iter().enumerate() {
            out[2 + n] = byte ^ mask[n];
        }
        out[10..].copy_from_slice(&tag[..6]);
        out
    }
}

/// Returns the record of a fingerprint; `None` if this key did not sign the bytes.
fn verify_record(key: &Key, bytes: [u8; FINGERPRINT_BYTES]) -> Option<u64> {
    let place = u16::from_be_bytes([bytes[0], bytes[1]]);
    let mask = key.compute_mac(b"openshelf copy mask", place, 0);
    let mut record = [0; 8];
    for (n, byte) in record.iter_mut().enumerate() {
        *byte = bytes[2 + n] ^ mask[n];
    }
    let record = u64::from_be_bytes(record);
    (key.compute_mac(b"openshelf copy tag", place, record)[..6] == bytes[10..]).then_some(record)
}

/// Returns the records of all fingerprints in a text, in the order of the text.
pub(crate) fn find_records(key: &Key, text: &[u8]) -> Vec<u64> {
    let mut found = Vec::new();
    for candidate in text.split(|byte| !BASE32_ALPHABET.contains(byte)) {
        found.extend(decode_word(candidate).and_then(|bytes| verify_record(key, bytes)));
    }
    for candidate in text.split(|byte| !matches!(byte, b' ' | b'\t')) {
        if candidate.len() < WHITE_SPACE_CHARS {
            continue;
        }
        // Indentation may have been put before or after the run.
        let (head, tail) =
            (&candidate[..WHITE_SPACE_CHARS], &candidate[candidate.len() - WHITE_SPACE_CHARS..]);
        found.extend(
            verify_record(key, decode_white_space(head))
                .or_else(|| verify_record(key, decode_white_space(tail))),
        );
    }
    found.extend(decode_line_spaces(text).filter_map(|bytes| verify_record(key, bytes)));
    found
}

/// Candidates for fingerprints at the ends of lines. Lines with no spaces or too many are skipped.
fn decode_line_spaces(text: &[u8]) -> impl Iterator<Item = [u8; FINGERPRINT_BYTES]> {
    // Two bits of each line since the last beginning; none before the first.
    let mut pairs: Option<Vec<u8>> = None;
    text.split(|byte| *byte == b'\n').filter_map(move |line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let spaces = line.iter().rev().take_while(|byte| **byte == b' ').take(7).count();
        match (u8::try_from(spaces).unwrap_or_default(), &mut pairs) {
            (START_LINE_SPACES, pairs) => *pairs = Some(Vec::new()),
            (spaces @ 1..START_LINE_SPACES, Some(pairs)) => pairs.push(spaces - 1),
            _ => {}
        }
        let full = pairs.take_if(|pairs| pairs.len() == FINGERPRINT_BYTES * 4)?;
        let mut out = [0; FINGERPRINT_BYTES];
        full.iter().enumerate().for_each(|(n, pair)| out[n / 4] |= pair << (6 - 2 * (n % 4)));
        Some(out)
    })
}

fn decode_word(text: &[u8]) -> Option<[u8; FINGERPRINT_BYTES]> {
    if text.len() != WORD_CHARS || text[0] != FIRST_WORD_CHAR {
        return None;
    }
    let mut out = [0; FINGERPRINT_BYTES];
    let (mut bits, mut count, mut at) = (0_u32, 0_u32, 0);
    for letter in &text[1..] {
        let value = BASE32_ALPHABET.iter().position(|known| known == letter)?;
        bits = (bits << 5) | u32::try_from(value).ok()?;
        count += 5;
        if count >= 8 && at < FINGERPRINT_BYTES {
            count -= 8;
            out[at] = (bits >> count & 0xFF) as u8;
            at += 1;
        }
    }
    Some(out)
}

fn decode_white_space(text: &[u8]) -> [u8; FINGERPRINT_BYTES] {
    let mut out = [0; FINGERPRINT_BYTES];
    for (n, byte) in text.iter().take(WHITE_SPACE_CHARS).enumerate() {
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
        fn written_fingerprints_are_found(record: u64, key: [u8; 16]) {
            let key = Key::new(&key);
            let mut prints = FingerprintWriter::new(&key, record);
            let text = format!("<p id=\"{}\">a</p>\n{}\n  <p class='b {} c'/>\n{}  <p>", prints.next_word(), prints.next_white_space(), prints.next_word(), prints.next_white_space());
            prop_assert_eq!(find_records(&key, text.as_bytes()), vec![record; 4]);
        }

        #[test]
        fn another_key_and_a_changed_letter_find_nothing(record: u64, at in 1_usize..27) {
            let key = Key::new(b"one");
            let word = FingerprintWriter::new(&key, record).next_word();
            prop_assert!(find_records(&Key::new(b"two"), word.as_bytes()).is_empty());
            let mut changed = word.into_bytes();
            changed[at] = if changed[at] == b'a' { b'q' } else { b'a' };
            // The last letter holds two bits that say nothing.
            prop_assert!(at == 26 || find_records(&key, &changed).is_empty());
        }

        #[test]
        fn any_bytes_are_searched_without_panic(bytes: Vec<u8>) {
            find_records(&Key::new(b"k"), &bytes);
        }
    }

    #[test]
    fn each_fingerprint_of_a_copy_differs() {
        let key = Key::new(b"k");
        let mut prints = FingerprintWriter::new(&key, 7);
        assert_ne!(prints.next_word(), prints.next_word());
    }
}
