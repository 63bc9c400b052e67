//! Paths of requests in the log (docs/logging.md). Segments that identify people, open something or name a
//! disability are replaced by their parameter in braces, as in
//! `/v2/accounts/{userIdentifier}/pod/{disabilityType}`.

use std::borrow::Cow;

/// Parameters that identify no person and open nothing. All others, including new ones, are hidden.
const PLAIN_PARAMS: [&str; 12] = [
    "serviceId", "format", "resourceId", "seriesId", "editionId", "readingListId", "popularListId",
    "organizationId", "subscriptionId", "id", "name", "title",
];

/// Segments after which a parameter names a person, whatever it is called.
const PEOPLE_SEGMENTS: [&str; 4] = ["people", "members", "sponsors", "staff"];

/// Longest segment of a path in the log, in bytes.
const MAX_SEGMENT_BYTES: usize = 64;

/// The path for the log. `route` is the router's, with parameters in braces; `None` for an unknown path, of
/// which only the beginning is logged.
pub fn loggable_path<'a>(route: Option<&'a str>, path: &'a str) -> Cow<'a, str> {
    let Some(route) = route else { return first_two_words(path) };
    if !route.contains('{') {
        return Cow::Borrowed(route);
    }
    let mut logged = String::with_capacity(route.len());
    let mut values = path.split('/').skip(1);
    let mut previous = "";
    for part in route.split('/').skip(1) {
        let value = values.next().unwrap_or_default();
        let name = part.strip_prefix('{').and_then(|part| part.strip_suffix('}'));
        let shown = match name {
            Some(_) if PEOPLE_SEGMENTS.contains(&previous) => part,
            Some(name) if PLAIN_PARAMS.contains(&name) && is_plain(value) => value,
            _ => part,
        };
        previous = part;
        logged.push('/');
        logged.push_str(shown);
    }
    Cow::Owned(logged)
}

/// Two words of an unknown path: enough to see which address is wrong.
fn first_two_words(path: &str) -> Cow<'_, str> {
    let mut logged = String::new();
    for (n, value) in path.split('/').skip(1).enumerate() {
        if n == 2 || !is_plain(value) {
            logged.push_str("/...");
            break;
        }
        logged.push('/');
        logged.push_str(value);
    }
    Cow::Owned(logged)
}

/// Returns true if a segment is logged verbatim. Bounds the length of log lines for arbitrary requests.
fn is_plain(value: &str) -> bool {
    value.len() <= MAX_SEGMENT_BYTES
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::loggable_path;

    #[test]
    fn titles_and_lists_are_logged_but_people_are_not() {
        for (route, asked, logged) in [
            ("/v2/titles", "/v2/titles", "/v2/titles"),
            ("/v2/titles/{serviceId}/{format}", "/v2/titles/1001/EPUB3", "/v2/titles/1001/EPUB3"),
            ("/titles/{title}", "/titles/1001", "/titles/1001"),
            ("/delivery/{ticket}", "/delivery/abc", "/delivery/{ticket}"),
            ("/oauth/new-password/{key}", "/oauth/new-password/abc", "/oauth/new-password/{key}"),
            (
                "/v2/accounts/{userIdentifier}/pod/{disabilityType}",
                "/v2/accounts/uma@sandbox.example/pod/learning",
                "/v2/accounts/{userIdentifier}/pod/{disabilityType}",
            ),
            (
                "/v2/lists/{readingListId}/members/{userIdentifier}",
                "/v2/lists/7/members/uma",
                "/v2/lists/7/members/{userIdentifier}",
            ),
            (
                "/desk/people/{id}/disabilities", "/desk/people/uma/disabilities",
                "/desk/people/{id}/disabilities",
            ),
            ("/school/sponsors/{id}/remove", "/school/sponsors/uma/remove", "/school/sponsors/{id}/remove"),
            ("/desk/organizations/{id}", "/desk/organizations/7", "/desk/organizations/7"),
            ("/v2/titles/{serviceId}", "/v2/titles/uma@sandbox.example", "/v2/titles/{serviceId}"),
            ("/v2/titles/{serviceId}", "/v2/titles/uma%40sandbox", "/v2/titles/{serviceId}"),
        ] {
            assert_eq!(loggable_path(Some(route), asked), logged);
        }
    }

    #[test]
    fn the_beginning_of_an_unknown_path_is_logged() {
        let long = format!("/{}/titles", "a".repeat(1000));
        for (asked, logged) in [
            ("/v2/nothing", "/v2/nothing"),
            ("/v2/accounts/uma@sandbox.example/pods/learning", "/v2/accounts/..."),
            ("/v2/uma@sandbox.example", "/v2/..."),
            ("/", "/"),
            (long.as_str(), "/..."),
        ] {
            assert_eq!(loggable_path(None, asked), logged);
        }
    }
}
