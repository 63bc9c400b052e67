//! Identification of a delivered file's bytes, and of those that a client already has (RFC 9110, 8.8 and 13):
//! `ETag`, `Last-Modified`, and the conditions `If-Match`, `If-Unmodified-Since`, `If-None-Match`,
//! `If-Modified-Since` and `If-Range`. The crate `headers` parses each of them, but what follows from several
//! of them is here.

use std::time::SystemTime;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use jiff::Timestamp;

/// The validators of one file for one caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Validators {
    /// Quoted, without `W/`.
    tag: String,
    weak: bool,
    /// Seconds since 1970; `None` for a date that HTTP cannot represent.
    modified: Option<i64>,
}

/// The result of a request's conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The file, or the part in `Range`.
    Send,
    /// The whole file, ignoring `Range`: the client's part is of another version.
    SendWhole,
    /// 304: the client has it.
    NotModified,
    /// 412: it is not the version that the client expects.
    Failed,
}

impl Validators {
    /// The validators of a file whose bytes `tag` identifies. `coded`: the response may be compressed, so the
    /// same tag may represent other bytes, and is weak.
    pub(super) fn of(tag: &str, modified: Timestamp, coded: bool) -> Self {
        let modified = modified.as_second();
        Self { tag: format!("\"{tag}\""), weak: coded, modified: (modified >= 0).then_some(modified) }
    }

    /// Writes `ETag` and `Last-Modified`.
    pub(super) fn write(&self, headers: &mut HeaderMap) {
        let tag = if self.weak { format!("W/{}", self.tag) } else { self.tag.clone() };
        headers.extend(HeaderValue::try_from(tag).ok().map(|value| (header::ETAG, value)));
        let date = self
            .modified
            .and_then(|second| Timestamp::from_second(second).ok())
            .and_then(|at| HeaderValue::try_from(httpdate::fmt_http_date(SystemTime::from(at))).ok());
        headers.extend(date.map(|value| (header::LAST_MODIFIED, value)));
    }

    /// Evaluates the conditions in the order of RFC 9110, 13.2.2, for GET and HEAD. Invalid dates are
    /// ignored.
    pub(super) fn judge(&self, headers: &HeaderMap, now: Timestamp) -> Outcome {
        let unmet = match tags(headers, header::IF_MATCH) {
            Some(tags) => !tags.any(|tag| self.is_strongly(tag)),
            None => date(headers, header::IF_UNMODIFIED_SINCE)
                .is_some_and(|since| self.modified.is_some_and(|at| at > since)),
        };
        if unmet {
            return Outcome::Failed;
        }
        let has_it = match tags(headers, header::IF_NONE_MATCH) {
            Some(tags) => tags.any(|tag| tag.strip_prefix("W/").unwrap_or(tag) == self.tag),
            None => date(headers, header::IF_MODIFIED_SINCE)
                .is_some_and(|since| self.modified.is_some_and(|at| at <= since)),
        };
        if has_it {
            return Outcome::NotModified;
        }
        if self.is_of_this_file(headers, now) { Outcome::Send } else { Outcome::SendWhole }
    }

    /// Whether a part may be sent: `If-Range` is absent, or is a strong validator of this file. A date is
    /// strong if the file was not written within that second.
    fn is_of_this_file(&self, headers: &HeaderMap, now: Timestamp) -> bool {
        let Some(value) = headers.get(header::IF_RANGE) else { return true };
        let Ok(text) = value.to_str().map(str::trim) else { return false };
        if text.starts_with('"') || text.starts_with("W/") {
            return self.is_strongly(text);
        }
        self.modified.is_some_and(|at| second(text) == Some(at) && at < now.as_second())
    }

    fn is_strongly(&self, tag: &str) -> bool {
        !self.weak && tag == self.tag
    }
}

/// The entity tags of a condition; `None` if the header is absent.
fn tags(headers: &HeaderMap, name: HeaderName) -> Option<Tags> {
    let mut lines = headers.get_all(name).iter().peekable();
    lines.peek()?;
    let text: Vec<&str> = lines.filter_map(|value| value.to_str().ok()).collect();
    Some(Tags(text.join(",")))
}

struct Tags(String);

impl Tags {
    /// Whether one of the tags matches; `*` matches any existing file.
    fn any(&self, is: impl Fn(&str) -> bool) -> bool {
        self.0.split(',').map(str::trim).any(|tag| tag == "*" || is(tag))
    }
}

fn date(headers: &HeaderMap, name: HeaderName) -> Option<i64> {
    second(headers.get(name)?.to_str().ok()?.trim())
}

fn second(text: &str) -> Option<i64> {
    Timestamp::try_from(httpdate::parse_http_date(text).ok()?).ok().map(Timestamp::as_second)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

    use super::{Outcome, Validators};

    const BEFORE: &str = "Sun, 06 Nov 1994 08:49:36 GMT";
    const WRITTEN: &str = "Sun, 06 Nov 1994 08:49:37 GMT";
    const AFTER: &str = "Sun, 06 Nov 1994 08:49:38 GMT";

    fn validators(coded: bool) -> Validators {
        Validators::of("5f70bf18", "1994-11-06T08:49:37.5Z".parse().unwrap(), coded)
    }

    fn judge(coded: bool, conditions: &[(HeaderName, &str)]) -> Outcome {
        let headers =
            conditions.iter().map(|(name, text)| (name.clone(), HeaderValue::from_str(text).unwrap()));
        validators(coded).judge(&headers.collect(), "1994-11-06T09:00:00Z".parse().unwrap())
    }

    #[test]
    fn conditions_follow_the_standard() {
        let tag = validators(false).tag;
        let (weak, several) = (format!("W/{tag}"), format!("\"other\", {tag}"));
        let cases: [(&[(HeaderName, &str)], Outcome); 21] = [
            (&[], Outcome::Send),
            (&[(header::IF_MATCH, &tag)], Outcome::Send),
            (&[(header::IF_MATCH, "*")], Outcome::Send),
            (&[(header::IF_MATCH, &several)], Outcome::Send),
            (&[(header::IF_MATCH, &weak)], Outcome::Failed),
            (&[(header::IF_MATCH, "\"other\"")], Outcome::Failed),
            (&[(header::IF_UNMODIFIED_SINCE, WRITTEN)], Outcome::Send),
            (&[(header::IF_UNMODIFIED_SINCE, BEFORE)], Outcome::Failed),
            (&[(header::IF_MATCH, &tag), (header::IF_UNMODIFIED_SINCE, BEFORE)], Outcome::Send),
            (&[(header::IF_NONE_MATCH, &weak)], Outcome::NotModified),
            (&[(header::IF_NONE_MATCH, &several)], Outcome::NotModified),
            (&[(header::IF_NONE_MATCH, "*")], Outcome::NotModified),
            (&[(header::IF_NONE_MATCH, "\"other\""), (header::IF_MODIFIED_SINCE, AFTER)], Outcome::Send),
            (&[(header::IF_MODIFIED_SINCE, WRITTEN)], Outcome::NotModified),
            (&[(header::IF_MODIFIED_SINCE, BEFORE)], Outcome::Send),
            (&[(header::IF_MODIFIED_SINCE, "yesterday")], Outcome::Send),
            (&[(header::IF_RANGE, &tag)], Outcome::Send),
            (&[(header::IF_RANGE, &weak)], Outcome::SendWhole),
            (&[(header::IF_RANGE, WRITTEN)], Outcome::Send),
            (&[(header::IF_RANGE, AFTER)], Outcome::SendWhole),
            (&[(header::IF_RANGE, "nonsense")], Outcome::SendWhole),
        ];
        for (conditions, outcome) in cases {
            assert_eq!(judge(false, conditions), outcome, "{conditions:?}");
        }
    }

    #[test]
    fn a_file_that_may_be_coded_has_a_weak_tag() {
        let tag = validators(true).tag;
        let mut headers = HeaderMap::new();
        validators(true).write(&mut headers);
        assert_eq!(headers[header::ETAG], format!("W/{tag}"));
        assert_eq!(headers[header::LAST_MODIFIED], WRITTEN);
        assert_eq!(judge(true, &[(header::IF_NONE_MATCH, &format!("W/{tag}"))]), Outcome::NotModified);
        assert_eq!(judge(true, &[(header::IF_RANGE, &tag)]), Outcome::SendWhole);
        assert_eq!(judge(true, &[(header::IF_MATCH, &tag)]), Outcome::Failed);
    }
}
