//! What a catalog says of a title in a second script.

use serde::{Deserialize, Serialize};

use crate::Contributor;

/// Texts in another script than those of the record, which has them in transcription: readers find the title
/// by both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct OtherScript {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series_title: Option<String>,
    /// Names of people, with their roles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contributors: Vec<Contributor>,
}

impl OtherScript {
    /// Returns true if there are no such texts.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
