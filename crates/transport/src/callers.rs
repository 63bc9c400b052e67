//! Counts requests by class of caller (docs/operations.md). All labels come from closed sets.

use axum::http::{HeaderMap, HeaderValue, header};
use metrics::counter;

/// Maximum length of a user agent's name that is read, in bytes.
const MAX_AGENT_BYTES: usize = 512;
/// Words in the names of robots that say what they are.
const ROBOT_WORDS: [&str; 4] = ["bot", "crawl", "spider", "slurp"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interface {
    Pages,
    /// The catalog for reading apps.
    Opds,
    Api,
    Covers,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallerClass {
    /// Somebody is signed in.
    Reader,
    /// Nobody is signed in.
    Guest,
    /// Nobody is signed in, and the user agent says that it is a robot.
    Robot,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestOutcome {
    /// The handler ran.
    Served,
    /// The page was in memory.
    Cached,
    /// There was no turn for a guest in time: 503.
    Busy,
    /// The caller's requests per minute were used up: 429.
    Limited,
}

pub fn count(interface: Interface, class: CallerClass, outcome: RequestOutcome) {
    let interface = match interface {
        Interface::Pages => "pages",
        Interface::Opds => "opds",
        Interface::Api => "api",
        Interface::Covers => "covers",
    };
    let caller = match class {
        CallerClass::Reader => "reader",
        CallerClass::Guest => "guest",
        CallerClass::Robot => "robot",
    };
    let outcome = match outcome {
        RequestOutcome::Served => "served",
        RequestOutcome::Cached => "cached",
        RequestOutcome::Busy => "busy",
        RequestOutcome::Limited => "limited",
    };
    counter!("openshelf_callers_total", "interface" => interface, "caller" => caller, "outcome" => outcome)
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
