//! The filter of the search for titles.

use domain::{ContentType, Format, TitleStatus};
use services::catalog::TitleNeed;
use services::titles::{Conditions, Criteria, Query as TitleQuery, Sort};

use super::START_PATH;
use crate::Fields;
use crate::paging::add_query;

/// Maximum length of the words, in characters; further ones are ignored.
const MAX_WORDS_CHARS: usize = 255;

/// The search of an address or a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TitleFilter {
    pub(super) words: String,
    pub(super) status: Option<TitleStatus>,
    pub(super) format: Option<Format>,
    pub(super) kind: Option<ContentType>,
    pub(super) need: Option<TitleNeed>,
}

impl TitleFilter {
    pub(super) fn from_fields(fields: &Fields) -> Self {
        Self {
            words: fields.get("words").unwrap_or_default().chars().take(MAX_WORDS_CHARS).collect(),
            status: fields.get("status").and_then(|value| value.parse().ok()),
            format: fields.get("format").and_then(Format::from_path),
            kind: fields.get("kind").and_then(|value| value.parse().ok()),
            need: fields.get("need").and_then(|value| value.parse().ok()),
        }
    }

    /// With words the best matches first, otherwise those that were changed last.
    pub(super) fn to_query(&self) -> TitleQuery {
        let has_words = !self.words.is_empty();
        let criteria = if has_words { Criteria::Keyword(self.words.clone()) } else { Criteria::None };
        let conditions = Conditions {
            criteria,
            formats: self.format.into_iter().collect(),
            content_type: self.kind,
            ..Conditions::default()
        };
        let sort = if has_words { Sort::Relevance } else { Sort::UpdatedDate };
        TitleQuery { status: self.status, descending: !has_words, ..TitleQuery::new(conditions, sort) }
    }

    /// Names and values of the fields that are not empty.
    pub(super) fn to_hidden_fields(&self) -> Vec<(&'static str, String)> {
        let values = [
            ("words", self.words.as_str()),
            ("status", self.status.map_or("", TitleStatus::as_str)),
            ("format", self.format.map_or("", Format::as_str)),
            ("kind", self.kind.map_or("", ContentType::as_str)),
            ("need", self.need.map_or("", TitleNeed::as_str)),
        ];
        let values = values.into_iter().filter(|(_, value)| !value.is_empty());
        values.map(|(name, value)| (name, value.to_owned())).collect()
    }

    /// The address of the first page.
    pub(super) fn to_path(&self) -> String {
        add_query(START_PATH, self.to_hidden_fields())
    }
}
