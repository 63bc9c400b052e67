//! The fields of an address or of a form.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use url::form_urlencoded;

use crate::{Pages, Problem, Visitor};

pub(crate) const MAX_FORM_BYTES: usize = 64 * 1024;

/// Names and values, in the order in which they were sent. A NUL cannot be in any text that the library
/// keeps, so it is dropped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Parses URL-encoded text.
    pub(crate) fn parse(text: &[u8]) -> Self {
        let pairs = form_urlencoded::parse(text);
        Self(pairs.map(|(name, value)| (name.into_owned(), value.replace('\0', ""))).collect())
    }

    pub(crate) fn from_pairs(pairs: Vec<(String, String)>) -> Self {
        Self(pairs.into_iter().map(|(name, value)| (name, value.replace('\0', ""))).collect())
    }

    /// Names and values, in the order in which they were sent.
    pub(crate) fn into_pairs(self) -> impl Iterator<Item = (String, String)> {
        self.0.into_iter()
    }

    /// The first value of a field, without spaces around it. `None` if it is empty or was not sent.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(found, _)| found == name)?;
        Some(value.trim()).filter(|value| !value.is_empty())
    }

    /// The first value of a field with its spaces, for passwords.
    pub(crate) fn get_untrimmed(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// All values of a field that are not empty.
    pub(crate) fn get_all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let pairs = self.0.iter().filter(move |(found, _)| found == name);
        pairs.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }
}

pub(crate) struct Query(pub(crate) Fields);

impl FromRequestParts<Pages> for Query {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Pages) -> Result<Self, Problem> {
        Ok(Self(Fields::parse(parts.uri.query().unwrap_or_default().as_bytes())))
    }
}

/// The fields of a form that was sent from a page of this server; with the token of the session, if the
/// visitor is signed in.
pub(crate) struct Form(pub(crate) Fields);

impl FromRequest<Pages> for Form {
    type Rejection = Problem;

    async fn from_request(request: Request, pages: &Pages) -> Result<Self, Problem> {
        let visitor = Visitor::from_request(&request)?;
        if !layout::origin::is_own(request.headers(), &pages.settings.base_url) {
            return Err(Problem::Stale);
        }
        let body = Bytes::from_request(request, pages).await.map_err(|_| Problem::Unreadable)?;
        let fields = Fields::parse(&body);
        let sent = fields.get("token").unwrap_or_default();
        let known = visitor.token.as_deref();
        match known {
            Some(token) if !layout::session::is_form_token(sent, token) => Err(Problem::Stale),
            _ => Ok(Self(fields)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn fields_are_read() {
        let fields = Fields::parse(b"words=+a%00b+&format=BRF&format=&format=PDF&empty=");
        assert_eq!(fields.get("words"), Some("ab"));
        assert_eq!(fields.get_untrimmed("words"), Some(" ab "));
        assert_eq!(fields.get("empty"), None);
        assert_eq!(fields.get("none"), None);
        assert_eq!(fields.get_all("format").collect::<Vec<_>>(), ["BRF", "PDF"]);
    }
}
