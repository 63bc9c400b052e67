//! A page as it looks: lines of words in their places, before their meaning is determined.

/// A rectangle; x grows to the right, y downwards. The unit is that of the page.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Rect {
    pub(super) x0: f32,
    pub(super) y0: f32,
    pub(super) x1: f32,
    pub(super) y1: f32,
}

impl Rect {
    pub(super) fn width(self) -> f32 {
        (self.x1 - self.x0).max(0.0)
    }

    pub(super) fn height(self) -> f32 {
        (self.y1 - self.y0).max(0.0)
    }

    pub(super) fn center(self) -> (f32, f32) {
        (f32::midpoint(self.x0, self.x1), f32::midpoint(self.y0, self.y1))
    }

    pub(super) fn contains(self, (x, y): (f32, f32)) -> bool {
        self.x0 <= x && x <= self.x1 && self.y0 <= y && y <= self.y1
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }
}

/// Number of letters and digits.
pub(super) fn count_alphanumeric(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// The position of a word relative to its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum WordLevel {
    #[default]
    OnLine,
    /// Small and above the line, as an exponent.
    Raised,
    /// Small and below the line, as an index.
    Lowered,
}

/// A word and how it looks.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct PageWord {
    pub(super) text: String,
    pub(super) rect: Rect,
    pub(super) bold: bool,
    pub(super) italic: bool,
    /// Set in letters of one width, as code is.
    pub(super) mono: bool,
    /// Set in a font of signs, such as Wingdings.
    pub(super) symbol: bool,
    /// An address that it links to.
    pub(super) link: Option<String>,
    pub(super) level: WordLevel,
    /// True if no space is before it.
    pub(super) is_joined: bool,
}

impl PageWord {
    /// The size of its letters: its height, or its width if it is turned, as in the margin of a page.
    pub(super) fn letter_size(&self) -> f32 {
        let is_turned = self.text.chars().count() > 3 && self.rect.height() > self.rect.width() * 1.5;
        if is_turned { self.rect.width() } else { self.rect.height() }
    }
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct PageLine {
    pub(super) rect: Rect,
    pub(super) size: f32,
    pub(super) words: Vec<PageWord>,
    /// An entry of a printed table of contents, whose dots have been taken out.
    pub(super) entry: bool,
}

impl PageLine {
    /// Makes a line of these words; `None` if there are none.
    pub(super) fn from_words(words: Vec<PageWord>, size: f32) -> Option<Self> {
        let rect = words.iter().map(|word| word.rect).reduce(Rect::union)?;
        Some(Self { rect, size, words, entry: false })
    }

    pub(super) fn text(&self) -> String {
        self.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Returns true if its letters are turned, as those of a stamp along the edge of a page are.
    pub(super) fn is_turned(&self) -> bool {
        let letters: usize = self.words.iter().map(|word| word.text.chars().count()).sum();
        letters > 3 && self.rect.height() > self.rect.width() * 1.5
    }

    /// Number of letters and digits.
    pub(super) fn count_alphanumeric(&self) -> usize {
        self.words.iter().map(|word| count_alphanumeric(&word.text)).sum()
    }

    /// Returns true if it is set in letters of one width.
    pub(super) fn is_monospaced(&self) -> bool {
        self.words.iter().all(|word| word.mono)
    }

    pub(super) fn is_bold(&self) -> bool {
        self.words.iter().all(|word| word.bold)
    }
}

/// Lines that are together.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct TextBlock {
    pub(super) lines: Vec<PageLine>,
}

impl TextBlock {
    pub(super) fn bounding_rect(&self) -> Rect {
        self.lines.iter().map(|line| line.rect).reduce(Rect::union).unwrap_or_default()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlacedPicture {
    pub(super) rect: Rect,
    /// Path of the file in the book.
    pub(super) path: String,
    pub(super) alt: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct DocumentPage {
    /// The number or name that is printed on it or that the document states; empty for none.
    pub(super) label: String,
    pub(super) width: f32,
    pub(super) height: f32,
    /// Blocks in reading order.
    pub(super) blocks: Vec<TextBlock>,
    pub(super) pictures: Vec<PlacedPicture>,
    /// Texts that are written across the page, which are in no block.
    pub(super) diagonal: Vec<PageLine>,
    /// Number of pictures that cannot be read.
    pub(super) lost_pictures: usize,
    /// Number of characters whose meaning the document does not tell.
    pub(super) unreadable: usize,
}

impl DocumentPage {
    pub(super) fn lines(&self) -> impl Iterator<Item = &PageLine> {
        self.blocks.iter().flat_map(|block| &block.lines)
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &PageWord> {
        self.lines().flat_map(|line| &line.words)
    }

    pub(super) fn count_alphanumeric(&self) -> usize {
        self.lines().map(PageLine::count_alphanumeric).sum()
    }

    /// Removes lines without words, and blocks without lines.
    pub(super) fn remove_empty(&mut self) {
        for block in &mut self.blocks {
            block.lines.retain(|line| !line.words.is_empty());
        }
        self.blocks.retain(|block| !block.lines.is_empty());
    }
}
