//! Links are absolute (docs/rules/records.md) and self-contained: `self` and `next` of a list keep every
//! parameter of the request, including the key (docs/rules/requests.md#rule-11).

use axum::extract::{FromRequestParts, OriginalUri};
use axum::http::request::Parts;
use serde::Serialize;
use transport::bounds::MAX_ADDRESS_BYTES;
use utoipa::ToSchema;

use crate::Api;
use crate::http::{ApiError, ErrorKey, Input, Result};

/// A link (docs/rules/records.md#rule-1). `title` and `type` are absent unless useful
/// (docs/rules/records.md#rule-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Link {
    /// Relationship, for example `self`.
    pub rel: &'static str,
    /// Absolute URL.
    pub href: String,
    /// Suggested text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Media type when it is not JSON.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
}

impl Link {
    pub fn new(rel: &'static str, href: impl Into<String>) -> Self {
        Self { rel, href: href.into(), title: None, media_type: None }
    }

    /// A link to something else.
    pub fn with_type(rel: &'static str, href: impl Into<String>, media_type: impl Into<String>) -> Self {
        Self { media_type: Some(media_type.into()), ..Self::new(rel, href) }
    }
}

/// The URL that a list was requested at.
#[derive(Debug, Clone)]
pub struct ListAddress {
    base: String,
    path: String,
    query: Vec<QueryPair>,
}

/// A parameter of a URL.
#[derive(Debug, Clone)]
struct QueryPair {
    name: String,
    /// Name and value as in the URL.
    text: String,
}

impl QueryPair {
    fn new(name: &str, value: &str) -> Self {
        let text = url::form_urlencoded::Serializer::new(String::new()).append_pair(name, value).finish();
        Self { name: name.to_owned(), text }
    }

    /// A sent parameter, which stays verbatim: `self` is the request's own URL
    /// (docs/rules/requests.md#rule-9).
    fn parse_verbatim(text: &str) -> Option<Self> {
        let (name, _) = url::form_urlencoded::parse(text.as_bytes()).next()?;
        Some(Self { name: name.into_owned(), text: text.to_owned() })
    }
}

impl ListAddress {
    #[cfg(test)]
    pub(crate) fn for_test(path: &str) -> Self {
        Self { base: String::new(), path: path.to_owned(), query: Vec::new() }
    }

    /// The URL itself.
    pub fn self_link(&self) -> Link {
        Link::new("self", self.page_href(None))
    }

    /// The URL of another list with the same key: a list returned by POST, PUT or DELETE has the GET URL of
    /// that list (docs/rules/requests.md#rule-9).
    #[must_use]
    pub fn with_path(mut self, path: &str, query: &[(&str, &str)]) -> Self {
        self.query.retain(|pair| pair.name == "api_key");
        self.query.splice(0..0, query.iter().map(|(name, value)| QueryPair::new(name, value)));
        path.clone_into(&mut self.path);
        self
    }

    /// Links of a page: `self`, and `next` if there is another page.
    pub fn page_links(&self, next: Option<&str>) -> Vec<Link> {
        let mut links = vec![self.self_link()];
        links.extend(next.map(|start| Link::new("next", self.page_href(Some(start)))));
        links
    }

    /// The list from its beginning, narrowed by one parameter, which replaces equivalent ones. Without
    /// key and token, like all links except those of the list itself.
    pub fn narrow_href(&self, parameter: &str, value: &str) -> String {
        let several = format!("{}ies", parameter.strip_suffix('y').unwrap_or(parameter));
        let replaced = [parameter, several.as_str(), "start", "api_key", "access_token"];
        self.build_url(|name| !replaced.contains(&name), Some(&QueryPair::new(parameter, value)))
    }

    fn page_href(&self, start: Option<&str>) -> String {
        let next = start.map(|start| QueryPair::new("start", start));
        self.build_url(|name| start.is_none() || name != "start", next.as_ref())
    }

    /// The URL with some of its parameters, and another one appended.
    fn build_url(&self, keep: impl Fn(&str) -> bool, more: Option<&QueryPair>) -> String {
        let kept = self.query.iter().filter(|pair| keep(&pair.name)).chain(more);
        let query: Vec<&str> = kept.map(|pair| pair.text.as_str()).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("{}{}{mark}{}", self.base, self.path, query.join("&"))
    }
}

impl FromRequestParts<Api> for ListAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self> {
        let uri = parts.extensions.get::<OriginalUri>().map_or(&parts.uri, |original| &original.0);
        let sent = uri.query().unwrap_or_default();
        // Each facet of a list repeats the query.
        if sent.len() > MAX_ADDRESS_BYTES {
            let reason = format!("The address is longer than {MAX_ADDRESS_BYTES} bytes.");
            return Err(ApiError::new(ErrorKey::BadRequest, vec![reason]));
        }
        let mut query: Vec<QueryPair> = sent.split('&').filter_map(QueryPair::parse_verbatim).collect();
        let input = parts.extensions.get::<Input>().ok_or(ErrorKey::InternalError)?;
        if let Some(key) =
            input.first_value("api_key").filter(|_| query.iter().all(|pair| pair.name != "api_key"))
        {
            query.push(QueryPair::new("api_key", key));
        }
        Ok(Self { base: api.settings.base_url.clone(), path: uri.path().to_owned(), query })
    }
}
