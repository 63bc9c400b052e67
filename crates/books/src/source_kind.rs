//! The kinds of books that are read.

/// The kinds of source books.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// An EPUB 2 or 3 container.
    Epub,
    /// A DAISY 3 book, with text or with navigation alone.
    Daisy,
    /// A DAISY 2.02 book, with text or with navigation alone.
    Daisy2,
    /// A text (`DTBook`) by itself, or with its pictures.
    Dtbook,
    /// A score (`MusicXML`), plain or compressed.
    Score,
}

impl SourceKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Epub, Self::Daisy, Self::Daisy2, Self::Dtbook, Self::Score];

    /// The display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Epub => "EPUB",
            Self::Daisy => "DAISY 3",
            Self::Daisy2 => "DAISY 2.02",
            Self::Dtbook => "DTBook",
            Self::Score => "MusicXML",
        }
    }
}
