//! Sound in memory, and reading of WAV.

/// Mono sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sound {
    /// Samples per second.
    pub rate: u32,
    /// The samples.
    pub samples: Vec<i16>,
}

impl Sound {
    /// Reads a WAV file with 16 bits per sample. Several channels are mixed into one. The lengths in the
    /// headers are ignored: programs that write into a pipe do not know them.
    pub(crate) fn from_wav(bytes: &[u8]) -> Result<Self, &'static str> {
        if bytes.get(..4) != Some(b"RIFF") || bytes.get(8..12) != Some(b"WAVE") {
            return Err("it is not a WAV file");
        }
        let mut format = None;
        let mut at = 12;
        while let Some(head) = bytes.get(at..at + 8) {
            let stated = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
            let begin = at + 8;
            let end = begin.saturating_add(stated).min(bytes.len());
            match &head[..4] {
                b"fmt " => format = Some(WavFormat::parse(&bytes[begin..end])?),
                b"data" => {
                    let format = format.ok_or("its format is missing")?;
                    return Ok(format.mix_to_mono(&bytes[begin..end]));
                }
                _ => {}
            }
            at = end + stated % 2;
        }
        Err("it contains no samples")
    }

    /// Removes the silence at both ends.
    #[must_use]
    pub(crate) fn trim_silence(mut self) -> Self {
        let end = self.samples.iter().rposition(|sample| *sample != 0).map_or(0, |last| last + 1);
        self.samples.truncate(end);
        let begin = self.samples.iter().position(|sample| *sample != 0).unwrap_or_default();
        self.samples.drain(..begin);
        self
    }

    pub(crate) fn add_silence(&mut self, milliseconds: u32) {
        let count = u64::from(self.rate) * u64::from(milliseconds) / 1000;
        let length = self.samples.len() + usize::try_from(count).unwrap_or_default();
        self.samples.resize(length, 0);
    }

    /// Converts the sound to another rate, by linear interpolation: good enough for speech that comes in
    /// two rates from one engine.
    #[must_use]
    pub(crate) fn resample(self, rate: u32) -> Self {
        if self.rate == rate || self.samples.is_empty() {
            return Self { rate, ..self };
        }
        let (from, to) = (u64::from(self.rate), u64::from(rate));
        let count = self.samples.len() as u64 * to / from;
        let sample = |n: u64| {
            let at = n * from;
            let (whole, part) = (usize::try_from(at / to).unwrap_or(usize::MAX), at % to);
            let here = self.samples.get(whole).copied().unwrap_or_default();
            let next = self.samples.get(whole + 1).copied().unwrap_or(here);
            let step = (i64::from(next) - i64::from(here)) * i64::try_from(part).unwrap_or_default();
            let step = step / i64::from(rate).max(1);
            i16::try_from(i64::from(here) + step).unwrap_or(here)
        };
        Self { rate, samples: (0..count).map(sample).collect() }
    }
}

/// The header of a WAV file of mono sound of unknown length.
pub(crate) fn wav_header(rate: u32) -> Vec<u8> {
    let mut head = b"RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
    head.extend(rate.to_le_bytes());
    head.extend((2 * rate).to_le_bytes());
    head.extend(b"\x02\0\x10\0data\xff\xff\xff\xff");
    head
}

#[derive(Debug, Clone, Copy)]
struct WavFormat {
    rate: u32,
    channels: u16,
}

impl WavFormat {
    fn parse(chunk: &[u8]) -> Result<Self, &'static str> {
        let chunk: &[u8; 16] =
            chunk.get(..16).and_then(|c| c.try_into().ok()).ok_or("its format is cut off")?;
        let short = |at: usize| u16::from_le_bytes([chunk[at], chunk[at + 1]]);
        let rate = u32::from_le_bytes([chunk[4], chunk[5], chunk[6], chunk[7]]);
        // 0xFFFE is PCM with a longer description.
        if !matches!(short(0), 1 | 0xFFFE) || short(14) != 16 {
            return Err("it is not 16-bit PCM");
        }
        if !(8_000..=48_000).contains(&rate) {
            return Err("its rate is not between 8 and 48 kHz");
        }
        match short(2) {
            0 => Err("it has no channels"),
            channels => Ok(Self { rate, channels }),
        }
    }

    fn mix_to_mono(self, data: &[u8]) -> Sound {
        if self.channels == 1 {
            let samples = data.chunks_exact(2).map(|sample| i16::from_le_bytes([sample[0], sample[1]]));
            return Sound { rate: self.rate, samples: samples.collect() };
        }
        let frames = data.chunks_exact(2 * usize::from(self.channels));
        let samples = frames.map(|frame| {
            let sum: i32 = frame.chunks_exact(2).map(|s| i32::from(i16::from_le_bytes([s[0], s[1]]))).sum();
            i16::try_from(sum / i32::from(self.channels)).unwrap_or_default()
        });
        Sound { rate: self.rate, samples: samples.collect() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wav_file(channels: u16, stated: u32, data: &[i16]) -> Vec<u8> {
        let mut out =
            b"RIFF\xff\xff\xff\x7fWAVELIST\x03\x00\x00\x00abc\x00fmt \x10\x00\x00\x00\x01\x00".to_vec();
        out.extend(channels.to_le_bytes());
        out.extend(22_050_u32.to_le_bytes());
        out.extend([0; 6]);
        out.extend(16_u16.to_le_bytes());
        out.extend(b"data");
        out.extend(stated.to_le_bytes());
        out.extend(data.iter().flat_map(|sample| sample.to_le_bytes()));
        out
    }

    #[test]
    fn a_wav_file_of_unknown_length_is_read_to_its_end() {
        let sound = Sound::from_wav(&wav_file(1, 0x7fff_f000, &[1, -2, 3])).unwrap();
        assert_eq!(sound, Sound { rate: 22_050, samples: vec![1, -2, 3] });
    }

    #[test]
    fn samples_after_a_header_are_a_wav_file() {
        let mut file = wav_header(16_000);
        file.extend([1, 0, 254, 255]);
        assert_eq!(Sound::from_wav(&file).unwrap(), Sound { rate: 16_000, samples: vec![1, -2] });
    }

    #[test]
    fn channels_are_mixed_and_trailing_data_is_ignored() {
        let sound = Sound::from_wav(&wav_file(2, 8, &[10, 20, -10, -20, 99, 99])).unwrap();
        assert_eq!(sound.samples, [15, -15]);
    }

    #[test]
    fn another_rate_keeps_the_length_and_the_shape() {
        let sound = Sound { rate: 16_000, samples: (0..1_600).collect() };
        let other = sound.resample(22_050);
        assert_eq!(other.samples.len(), 2_205);
        assert!(other.samples.is_sorted());
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..80), channels in any::<u16>()) {
            let _ = Sound::from_wav(&bytes);
            let mut all = wav_file(channels, 0, &[]);
            all.extend(bytes);
            let _ = Sound::from_wav(&all);
        }
    }
}
