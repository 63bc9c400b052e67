//! Counts requests by class of caller (docs/operations.md). All labels come from closed sets.

use axum::http::{HeaderMap, HeaderValue, header};
use domain::wire_enum;
use metrics::counter;

/// Maximum length of a user agent's name that is read, in bytes.
const MAX_AGENT_BYTES: usize = 512;
/// Words in the names of robots that say what they are.
const ROBOT_WORDS: [&str; 4] = ["bot", "crawl", "spider", "slurp"];

wire_enum! {
    pub enum Interface {
        Pages = "pages",
        /// The catalog for reading apps.
        Opds = "opds",
        Api = "api",
        Covers = "covers",
    }
}

wire_enum! {
    pub enum CallerClass {
        /// Somebody is signed in.
        Reader = "reader",
        /// Nobody is signed in.
        Guest = "guest",
        /// Nobody is signed in, and the user agent says that it is a robot.
        Robot = "robot",
    }
}

wire_enum! {
    pub enum RequestOutcome {
        /// The handler ran.
        Served = "served",
        /// The page was in memory.
        Cached = "cached",
        /// There was no turn for a guest in time: 503.
        Busy = "busy",
        /// The caller's requests per minute were used up: 429.
        Limited = "limited",
    }
}

impl CallerClass {
    /// The class of a caller who is not signed in.
    pub fn for_guest(headers: &HeaderMap) -> Self {
        let agent = headers.get(header::USER_AGENT).map(HeaderValue::as_bytes).unwrap_or_default();
        let agent = &agent[..agent.len().min(MAX_AGENT_BYTES)];
        let is_robot = ROBOT_WORDS
            .iter()
            .any(|word| agent.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word.as_bytes())));
        if is_robot { Self::Robot } else { Self::Guest }
    }
}

pub fn count(interface: Interface, class: CallerClass, outcome: RequestOutcome) {
    counter!(
        "openshelf_callers_total", "interface" => interface.as_str(), "caller" => class.as_str(),
        "outcome" => outcome.as_str()
    )
    .increment(1);
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::CallerClass;

    #[test]
    fn declared_robots_are_a_class_of_their_own() {
        let class = |agent: &str| {
            let agent = HeaderValue::from_str(agent).unwrap();
            CallerClass::for_guest(&HeaderMap::from_iter([(header::USER_AGENT, agent)]))
        };
        assert_eq!(
            class("Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.org)"),
            CallerClass::Robot
        );
        assert_eq!(class("ia_archiver Crawler"), CallerClass::Robot);
        assert_eq!(class("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"), CallerClass::Guest);
        assert_eq!(class(&format!("{}bot", "x".repeat(600))), CallerClass::Guest);
        assert_eq!(CallerClass::for_guest(&HeaderMap::new()), CallerClass::Guest);
    }
}
