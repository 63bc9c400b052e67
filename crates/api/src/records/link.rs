use serde::Serialize;
use utoipa::ToSchema;

/// A link (document 1, "Link"). `title` and `type` are absent unless useful (spec 4, 2.11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Link {
    /// Relationship, for example `self`.
    pub rel: &'static str,
    /// Absolute address.
    pub href: String,
    /// Suggested text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Media type when it is not JSON.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
}

impl Link {
    /// A link to JSON.
    pub fn new(rel: &'static str, href: impl Into<String>) -> Self {
        Self { rel, href: href.into(), title: None, media_type: None }
    }

    /// A link to something else.
    pub fn typed(rel: &'static str, href: impl Into<String>, media_type: impl Into<String>) -> Self {
        Self { media_type: Some(media_type.into()), ..Self::new(rel, href) }
    }
}
