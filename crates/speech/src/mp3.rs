//! Computes the duration of an MP3 file from its frames.

use std::time::Duration;

/// Samples per frame by version: MPEG 1 has 1152, the others half of that.
const SAMPLES_PER_FRAME: [u64; 2] = [1152, 576];
/// kbit/s of layer III by version and index.
const KBITS_PER_SECOND: [[u32; 16]; 2] = [
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
];
/// Hz of MPEG 1 by index.
const SAMPLE_RATES_HERTZ: [u32; 3] = [44_100, 48_000, 32_000];

/// Returns the duration of a file; `None` if it is not MP3. The encoder's padding is excluded if its tag
/// states the size.
pub fn length(bytes: &[u8]) -> Option<Duration> {
    let mut at = skip_id3(bytes);
    let (mut samples, mut rate, mut frames) = (0_u64, 0_u32, 0_u32);
    let mut left_out = 0;
    while let Some(head) = bytes.get(at..at + 4) {
        let Some(frame) = FrameHeader::parse(head) else {
            // Damage, or a tag: searches for the next frame.
            at += 1;
            if frames == 0 && at > 64 << 10 {
                return None;
            }
            continue;
        };
        if frames > 0 && frame.rate != rate {
            at += 1;
            continue;
        }
        let body = bytes.get(at..(at + frame.size).min(bytes.len()))?;
        if frames == 0
            && let Some(delay) = read_padding(body)
        {
            left_out = delay;
        } else {
            samples += frame.samples;
        }
        rate = frame.rate;
        frames += 1;
        at += frame.size;
    }
    if frames == 0 || rate == 0 {
        return None;
    }
    let played = samples.saturating_sub(left_out);
    Some(Duration::from_micros(played * 1_000_000 / u64::from(rate)))
}

/// Silence of at least `milliseconds`, and its duration: frames without sound (MPEG 2, 24 kHz, mono), which
/// need no encoder.
pub fn encode_silence(milliseconds: u64) -> (Vec<u8>, u64) {
    /// Milliseconds of a frame: 576 samples.
    const FRAME_MILLISECONDS: u64 = 24;
    // Layer III without a checksum, 8 kbit/s. No bit of the frame's body belongs to sound.
    let mut frame = [0; 24];
    frame[..4].copy_from_slice(&[0xFF, 0xF3, 0x14, 0xC0]);
    let frames = milliseconds.div_ceil(FRAME_MILLISECONDS);
    (frame.repeat(usize::try_from(frames).unwrap_or_default()), frames * FRAME_MILLISECONDS)
}

struct FrameHeader {
    rate: u32,
    samples: u64,
    size: usize,
}

impl FrameHeader {
    fn parse(head: &[u8]) -> Option<Self> {
        let (sync, version, layer) =
            (head[0] == 0xFF && head[1] & 0xE0 == 0xE0, (head[1] >> 3) & 3, (head[1] >> 1) & 3);
        if !sync || version == 1 || layer != 1 {
            return None;
        }
        let low = usize::from(version != 3);
        let kbits = KBITS_PER_SECOND[low][usize::from(head[2] >> 4)];
        let base = *SAMPLE_RATES_HERTZ.get(usize::from((head[2] >> 2) & 3))?;
        let rate = match version {
            3 => base,
            2 => base / 2,
            _ => base / 4,
        };
        let samples = SAMPLES_PER_FRAME[low];
        let size = samples / 8 * u64::from(kbits) * 1000 / u64::from(rate) + u64::from((head[2] >> 1) & 1);
        let size = usize::try_from(size).ok().filter(|size| *size > 4)?;
        Some(Self { rate, samples, size })
    }
}

/// Reads the number of padding samples before and after the sound, from the silent frame that an encoder
/// writes first.
fn read_padding(frame: &[u8]) -> Option<u64> {
    let at = [b"Xing", b"Info"].iter().find_map(|name| frame.windows(4).position(|four| four == *name))?;
    // Optional frames, bytes, table and quality; then nine bytes of a name, and delays at the 21st.
    let flags = u32::from_be_bytes(frame.get(at + 4..at + 8)?.try_into().ok()?);
    let mut lame = at + 8;
    for (bit, bytes) in [(1, 4), (2, 4), (4, 100), (8, 4)] {
        lame += if flags & bit == 0 { 0 } else { bytes };
    }
    let Some(three) = frame.get(lame + 21..lame + 24) else { return Some(0) };
    let delay = u64::from(three[0]) << 4 | u64::from(three[1]) >> 4;
    let padding = (u64::from(three[1]) & 15) << 8 | u64::from(three[2]);
    Some(delay + padding)
}

fn skip_id3(bytes: &[u8]) -> usize {
    let Some(head) = bytes.get(..10).filter(|head| head.starts_with(b"ID3")) else { return 0 };
    10 + head[6..10].iter().fold(0, |size, byte| size << 7 | usize::from(byte & 0x7F))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A silent frame of MPEG 2, 22.05 kHz, 32 kbit/s, mono.
    fn silent_frame() -> Vec<u8> {
        let mut frame = vec![0xFF, 0xF3, 0x40, 0xC0];
        frame.resize(104, 0);
        frame
    }

    #[test]
    fn frames_are_counted_after_tags() {
        let mut file = b"ID3\x03\x00\x00\x00\x00\x00\x05abcde".to_vec();
        (0..100).for_each(|_| file.extend(silent_frame()));
        file.extend(b"TAGtitle");
        // 100 frames of 576 samples at 22.05 kHz.
        assert_eq!(length(&file), Some(Duration::from_micros(57_600 * 1_000_000 / 22_050)));
        assert_eq!(length(b"no sound at all"), None);
        assert_eq!(length(b""), None);
    }

    #[test]
    fn the_encoders_padding_is_excluded() {
        let mut first = silent_frame();
        first[21..25].copy_from_slice(b"Info");
        let delay = 21 + 8 + 21;
        first[delay..delay + 3].copy_from_slice(&[0x48, 0x01, 0x2C]);
        let mut file = first;
        (0..10).for_each(|_| file.extend(silent_frame()));
        assert_eq!(length(&file), Some(Duration::from_micros((5_760 - 1_152 - 300) * 1_000_000 / 22_050)));
    }

    #[test]
    fn silence_has_the_duration_that_it_states() {
        for wanted in [1, 24, 480, 3_600_000] {
            let (bytes, length_of_it) = encode_silence(wanted);
            assert!((wanted..wanted + 24).contains(&length_of_it));
            assert_eq!(length(&bytes), Some(Duration::from_millis(length_of_it)));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(prop_oneof![Just(0xFF_u8), Just(0xF3), any::<u8>()], 0..400)) {
            let _ = length(&bytes);
        }
    }
}
