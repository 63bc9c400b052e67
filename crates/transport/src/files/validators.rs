//! Identification of a delivered file's bytes, and of those that a client already has (RFC 9110, 8.8 and 13):
//! `ETag`, `Last-Modified`, and the conditions `If-Match`, `If-Unmodified-Since`, `If-None-Match`,
//! `If-Modified-Since` and `If-Range`. The crate `headers` parses each of them, but what follows from several
//! of them is here.

use std::time::SystemTime;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use jiff::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Validators {
    /// Quoted, without `W/`.
    tag: String,
    weak: bool,
    /// Seconds since 1970; `None` for a date that HTTP cannot represent.
    modified: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConditionOutcome {
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
    pub(super) fn from_tag(tag: &str, modified: Timestamp, coded: bool) -> Self {
        let modified = modified.as_second();
        Self { tag: format!("\"{tag}\""), weak: coded, modified: (modified >= 0).then_some(modified) }
    }

    /// Writes `ETag` and `Last-Modified`.
    pub(super) fn write_headers(&self, headers: &mut HeaderMap) {
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
    pub(super) fn evaluate(&self, headers: &HeaderMap, now: Timestamp) -> ConditionOutcome {
        let unmet = match condition_tags(headers, header::IF_MATCH) {
            Some(tags) => !tags.matches_any(|tag| self.is_strongly(tag)),
            None => parse_date(headers, header::IF_UNMODIFIED_SINCE)
                .is_some_and(|since| self.modified.is_some_and(|at| at > since)),
        };
        if unmet {
            return ConditionOutcome::Failed;
        }
        let has_it = match condition_tags(headers, header::IF_NONE_MATCH) {
            Some(tags) => tags.matches_any(|tag| tag.strip_prefix("W/").unwrap_or(tag) == self.tag),
            None => parse_date(headers, header::IF_MODIFIED_SINCE)
                .is_some_and(|since| self.modified.is_some_and(|at| at <= since)),
        };
        if has_it {
            return ConditionOutcome::NotModified;
        }
        if self.is_of_this_file(headers, now) { ConditionOutcome::Send } else { ConditionOutcome::SendWhole }
    }

    /// Returns true if a part may be sent: `If-Range` is absent, or is a strong validator of this file. A
    /// date is strong if the file was not written within that second.
    fn is_of_this_file(&self, headers: &HeaderMap, now: Timestamp) -> bool {
        let Some(value) = headers.get(header::IF_RANGE) else { return true };
        let Ok(text) = value.to_str().map(str::trim) else { return false };
        if text.starts_with('"') || text.starts_with("W/") {
            return self.is_strongly(text);
        }
        self.modified.is_some_and(|at| to_second(text) == Some(at) && at < now.as_second())
    }

    fn is_strongly(&self, tag: &str) -> bool {
        !self.weak && tag == self.tag
    }
}

/// The entity tags of a condition; `None` if the header is absent.
fn condition_tags(headers: &HeaderMap, name: HeaderName) -> Option<EntityTags> {
    let mut lines = headers.get_all(name).iter().peekable();
    lines.peek()?;
    let text: Vec<&str> = lines.filter_map(|value| value.to_str().ok()).collect();
    Some(EntityTags(text.join(",")))
}

struct EntityTags(String);

impl EntityTags {
    /// Returns true if one of the tags matches; `*` matches any existing file.
    fn matches_any(&self, is: impl Fn(&str) -> bool) -> bool {
        self.0.split(',').map(str::trim).any(|tag| tag == "*" || is(tag))
    }
}

fn parse_date(headers: &HeaderMap, name: HeaderName) -> Option<i64> {
    to_second(headers.get(name)?.to_str().ok()?.trim())
}

fn to_second(text: &str) -> Option<i64> {
    Timestamp::try_from(httpdate::parse_http_date(text).ok()?).ok().map(Timestamp::as_second)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

    use super::{ConditionOutcome, Validators};

    const SECOND_BEFORE: &str = "Sun, 06 Nov 1994 08:49:36 GMT";
    const MODIFIED_DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";
    const SECOND_AFTER: &str = "Sun, 06 Nov 1994 08:49:38 GMT";

    fn new_validators(coded: bool) -> Validators {
        Validators::from_tag("5f70bf18", "1994-11-06T08:49:37.5Z".parse().unwrap(), coded)
    }

    fn evaluate_conditions(coded: bool, conditions: &[(HeaderName, &str)]) -> ConditionOutcome {
        let headers =
            conditions.iter().map(|(name, text)| (name.clone(), HeaderValue::from_str(text).unwrap()));
        new_validators(coded).evaluate(&headers.collect(), "1994-11-06T09:00:00Z".parse().unwrap())
    }

    #[test]
    fn conditions_follow_the_standard() {
        let tag = new_validators(false).tag;
        let (weak, several) = (format!("W/{tag}"), format!("\"other\", {tag}"));
        let cases: [(&[(HeaderName, &str)], ConditionOutcome); 21] = [
            (&[], ConditionOutcome::Send),
            (&[(header::IF_MATCH, &tag)], ConditionOutcome::Send),
            (&[(header::IF_MATCH, "*")], ConditionOutcome::Send),
            (&[(header::IF_MATCH, &several)], ConditionOutcome::Send),
            (&[(header::IF_MATCH, &weak)], ConditionOutcome::Failed),
            (&[(header::IF_MATCH, "\"other\"")], ConditionOutcome::Failed),
            (&[(header::IF_UNMODIFIED_SINCE, MODIFIED_DATE)], ConditionOutcome::Send),
            (&[(header::IF_UNMODIFIED_SINCE, SECOND_BEFORE)], ConditionOutcome::Failed),
            (
                &[(header::IF_MATCH, &tag), (header::IF_UNMODIFIED_SINCE, SECOND_BEFORE)],
                ConditionOutcome::Send,
            ),
            (&[(header::IF_NONE_MATCH, &weak)], ConditionOutcome::NotModified),
            (&[(header::IF_NONE_MATCH, &several)], ConditionOutcome::NotModified),
            (&[(header::IF_NONE_MATCH, "*")], ConditionOutcome::NotModified),
            (
                &[(header::IF_NONE_MATCH, "\"other\""), (header::IF_MODIFIED_SINCE, SECOND_AFTER)],
                ConditionOutcome::Send,
            ),
            (&[(header::IF_MODIFIED_SINCE, MODIFIED_DATE)], ConditionOutcome::NotModified),
            (&[(header::IF_MODIFIED_SINCE, SECOND_BEFORE)], ConditionOutcome::Send),
            (&[(header::IF_MODIFIED_SINCE, "yesterday")], ConditionOutcome::Send),
            (&[(header::IF_RANGE, &tag)], ConditionOutcome::Send),
            (&[(header::IF_RANGE, &weak)], ConditionOutcome::SendWhole),
            (&[(header::IF_RANGE, MODIFIED_DATE)], ConditionOutcome::Send),
            (&[(header::IF_RANGE, SECOND_AFTER)], ConditionOutcome::SendWhole),
            (&[(header::IF_RANGE, "nonsense")], ConditionOutcome::SendWhole),
        ];
        for (conditions, outcome) in cases {
            assert_eq!(evaluate_conditions(false, conditions), outcome, "{conditions:?}");
        }
    }

    #[test]
    fn a_file_that_may_be_coded_has_a_weak_tag() {
        let tag = new_validators(true).tag;
        let mut headers = HeaderMap::new();
        new_validators(true).write_headers(&mut headers);
        assert_eq!(headers[header::ETAG], format!("W/{tag}"));
        assert_eq!(headers[header::LAST_MODIFIED], MODIFIED_DATE);
        assert_eq!(
            evaluate_conditions(true, &[(header::IF_NONE_MATCH, &format!("W/{tag}"))]),
            ConditionOutcome::NotModified
        );
        assert_eq!(evaluate_conditions(true, &[(header::IF_RANGE, &tag)]), ConditionOutcome::SendWhole);
        assert_eq!(evaluate_conditions(true, &[(header::IF_MATCH, &tag)]), ConditionOutcome::Failed);
    }
}
