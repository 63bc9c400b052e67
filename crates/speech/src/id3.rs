//! ID3v2.3 tags, which players display.

/// Contents of an ID3 tag.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    /// The chapter.
    pub title: String,
    /// The book.
    pub album: String,
    /// The author.
    pub artist: String,
    /// The number of the file, from 1, and the number of all files.
    pub track: Option<(usize, usize)>,
}

impl Tags {
    /// The encoded tag, to be placed before the first frame.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut frames = Vec::new();
        let track = self.track.map(|(track, of)| format!("{track}/{of}")).unwrap_or_default();
        for (id, text) in
            [(b"TIT2", &self.title), (b"TALB", &self.album), (b"TPE1", &self.artist), (b"TRCK", &track)]
        {
            if text.is_empty() {
                continue;
            }
            // UTF-16 with a byte order mark, which every player reads.
            let mut body = vec![1, 0xFF, 0xFE];
            body.extend(text.chars().take(250).collect::<String>().encode_utf16().flat_map(u16::to_le_bytes));
            frames.extend(id);
            frames.extend(u32::try_from(body.len()).unwrap_or_default().to_be_bytes());
            frames.extend([0, 0]);
            frames.extend(body);
        }
        let mut out = b"ID3\x03\x00\x00".to_vec();
        // Seven bits of each byte are used.
        out.extend(
            [21, 14, 7, 0].map(|shift| u8::try_from(frames.len() >> shift & 0x7F).unwrap_or_default()),
        );
        out.extend(frames);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_contains_its_texts() {
        let tags = Tags { title: "Été".into(), track: Some((2, 11)), ..Tags::default() };
        let bytes = tags.to_bytes();
        assert_eq!(&bytes[..10], b"ID3\x03\x00\x00\x00\x00\x00\x28");
        assert_eq!(bytes.len(), 10 + 40);
        assert_eq!(&bytes[10..23], b"TIT2\x00\x00\x00\x09\x00\x00\x01\xFF\xFE");
        assert_eq!(&bytes[23..29], &[0xC9, 0, 0x74, 0, 0xE9, 0]);
    }
}
