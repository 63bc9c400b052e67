//! The paragraphs of the document, and the sentences with which they begin.

#[derive(Debug, Default)]
pub(super) struct ParagraphCount {
    count: usize,
    /// The number of the sentence with which the next paragraph begins; 0 if it is not known.
    pub(super) sentence: u32,
    begins: Vec<(u32, usize)>,
}

impl ParagraphCount {
    /// Counts a paragraph of the document, and records the sentence that waits for one.
    pub(super) fn begin(&mut self) {
        self.count += 1;
        self.begins.push((std::mem::take(&mut self.sentence), self.count));
    }

    /// The number of paragraphs so far.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Removes and returns the sentences so far, each with its paragraph, from 1.
    pub(super) fn take_sentences(&mut self) -> Vec<(u32, usize)> {
        std::mem::take(&mut self.begins)
    }
}
