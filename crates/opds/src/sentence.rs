//! A sentence that is noted where its reason is known, and written once the language of the response is.

use std::borrow::Cow;

use domain::quotas::NextBook;
use layout::{MessageValue, Wording};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sentence {
    Message(Cow<'static, str>, Vec<(&'static str, MessageArg)>),
    /// The time from which the next book may be downloaded.
    Next(NextBook),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MessageArg {
    Text(String),
    Number(u64),
}

impl Sentence {
    pub(crate) fn with_texts(
        id: &'static str,
        values: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Self {
        let values = values.into_iter().map(|(name, text)| (name, MessageArg::Text(text)));
        Self::Message(id.into(), values.collect())
    }

    /// A message with a number, `$count`.
    pub(crate) fn with_count(id: &'static str, count: u64) -> Self {
        Self::Message(id.into(), vec![("count", MessageArg::Number(count))])
    }

    pub(crate) fn format(&self, words: Wording<'_>) -> String {
        match self {
            Self::Message(id, values) => {
                let values: Vec<(&str, MessageValue<'_>)> =
                    values.iter().map(|(name, noted)| (*name, noted.as_value())).collect();
                words.format(id, &values)
            }
            Self::Next(next) => layout::reasons::next_book_text(words, *next),
        }
    }
}

impl MessageArg {
    fn as_value(&self) -> MessageValue<'_> {
        match self {
            Self::Text(text) => text.as_str().into(),
            Self::Number(number) => (*number).into(),
        }
    }
}

/// A message without values.
impl From<&'static str> for Sentence {
    fn from(id: &'static str) -> Self {
        Self::Message(id.into(), Vec::new())
    }
}
