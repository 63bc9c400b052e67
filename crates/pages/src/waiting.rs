//! A page about work in progress. It reloads by itself: with script it puts only what has changed into
//! place; without, it loads itself again and continues at the status. A link stops that.

use layout::WAITING_PATH;

use crate::paging::add_parameter;
use crate::{Fields, Link, Page};

/// Query parameter that counts the reloads.
const POLL_PARAM: &str = "look";
/// Value of the parameter on a page that does not reload by itself.
const POLL_OFF: &str = "never";
/// Number of reloads at short intervals; after these, the page explains that the work takes long, and
/// reloads less often.
const SHORT_POLLS: u32 = 12;
/// Seconds between the first reloads.
const POLL_SECONDS: u32 = 5;
/// Seconds between later reloads.
const SLOW_POLL_SECONDS: u32 = 15;
const MAX_POLLS: u32 = 1000;

/// State of a page that reloads until work is done.
pub(crate) struct PagePolling {
    path: String,
    /// Reloads so far. `None` if the page does not reload by itself.
    polls: Option<u32>,
}

impl PagePolling {
    /// Reads the state from the fields of an address.
    pub(crate) fn from_fields(fields: &Fields, here: &str) -> Self {
        let polls = match fields.get(POLL_PARAM) {
            Some(POLL_OFF) => None,
            polls => Some(polls.and_then(|polls| polls.parse().ok()).unwrap_or(0).min(MAX_POLLS)),
        };
        Self { path: here.to_owned(), polls }
    }

    /// Reads the state from path and query of a page, whose further parameters are kept.
    pub(crate) fn from_address(address: &str) -> Self {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let is_poll = |pair: &&str| pair.starts_with(&format!("{POLL_PARAM}="));
        let kept: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty() && !is_poll(pair)).collect();
        let here = if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) };
        Self::from_fields(&Fields::parse(query.as_bytes()), &here)
    }

    /// The message about the status of the work: `id`, or `id-long` if it takes long.
    pub(crate) fn status_text(&self, page: &Page<'_>, id: &str) -> String {
        let is_long = self.polls.is_some_and(|polls| polls >= SHORT_POLLS);
        if is_long { page.text(&format!("{id}-long")) } else { page.text(id) }
    }

    /// The address of the next reload, without a fragment. It differs for each reload, because a browser
    /// does not load an address again that differs only in its fragment. `None` if the page does not reload
    /// by itself.
    pub(crate) fn next_path(&self) -> Option<String> {
        self.polls.map(|polls| self.with_poll(&(polls + 1).to_string()))
    }

    /// Seconds until the next reload.
    pub(crate) fn poll_seconds(&self) -> u32 {
        if self.polls.is_some_and(|polls| polls >= SHORT_POLLS) { SLOW_POLL_SECONDS } else { POLL_SECONDS }
    }

    pub(crate) fn page_path(&self) -> &str {
        &self.path
    }

    /// The address of a reload that the visitor asks for.
    pub(crate) fn reload_path(&self) -> String {
        if self.polls.is_some() { self.path.clone() } else { self.with_poll(POLL_OFF) }
    }

    /// The link that pauses or resumes reloading.
    pub(crate) fn toggle_link(&self, page: &Page<'_>) -> Link {
        match self.polls {
            Some(_) => Link::new(self.with_poll(POLL_OFF), page.text("waiting-stop")),
            None => Link::new(&self.path, page.text("waiting-resume")),
        }
    }

    #[expect(clippy::unused_self, reason = "templates call it")]
    pub(crate) fn script_path(&self) -> &str {
        &WAITING_PATH
    }

    fn with_poll(&self, value: &str) -> String {
        add_parameter(&self.path, POLL_PARAM, value)
    }
}

#[cfg(test)]
mod tests {
    use super::PagePolling;
    use crate::fields::Fields;

    fn parse_polling(query: &str) -> PagePolling {
        PagePolling::from_fields(&Fields::parse(query.as_bytes()), "/titles/1/downloads/BRF?for=mia")
    }

    #[test]
    fn every_reload_has_an_address_of_its_own() {
        let next = |query| parse_polling(query).next_path().unwrap();
        assert_eq!(next(""), "/titles/1/downloads/BRF?for=mia&look=1");
        assert_eq!(next("look=7"), "/titles/1/downloads/BRF?for=mia&look=8");
        assert_eq!(next("look=-1"), next(""));
        assert_eq!(next("look=99999999999"), next(""));
        assert_eq!(next("look=4000000000"), "/titles/1/downloads/BRF?for=mia&look=1001");
        assert_eq!(
            PagePolling::from_fields(&Fields::default(), "/documents/1").next_path().unwrap(),
            "/documents/1?look=1"
        );
    }

    #[test]
    fn the_other_parameters_of_an_address_are_kept() {
        let next = |address| PagePolling::from_address(address).next_path().unwrap();
        assert_eq!(next("/read/1"), "/read/1?look=1");
        assert_eq!(next("/read/1?look=4"), "/read/1?look=5");
        assert_eq!(next("/read/1/search?words=a%26b&look=4"), "/read/1/search?words=a%26b&look=5");
    }

    #[test]
    fn long_work_is_checked_less_often() {
        assert_eq!(
            (
                parse_polling("").poll_seconds(),
                parse_polling("look=11").poll_seconds(),
                parse_polling("look=12").poll_seconds()
            ),
            (5, 5, 15)
        );
    }

    #[test]
    fn a_page_that_was_stopped_stays_that_way() {
        let stopped = parse_polling("look=never");
        assert_eq!(stopped.next_path(), None);
        assert_eq!(stopped.reload_path(), "/titles/1/downloads/BRF?for=mia&look=never");
        assert_eq!(parse_polling("look=3").reload_path(), "/titles/1/downloads/BRF?for=mia");
    }
}
