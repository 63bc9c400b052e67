//! A page about work in progress. It looks again by itself: with script it puts only what has changed into
//! place; without, it loads itself again and continues at the status. A link stops that.

use layout::WAITING_PATH;

use crate::fields::Fields;
use crate::page::Link;
use crate::page::Page;

/// The name of the parameter that counts the looks.
const LOOK: &str = "look";
/// Its value on a page that does not look again by itself.
const NEVER: &str = "never";
/// Looks at short intervals; after these, a page says that the work takes long, and looks less often.
const SHORT: u32 = 12;
/// Seconds between two looks at first.
const SECONDS: u32 = 5;
/// Seconds between later looks.
const SELDOM: u32 = 15;
/// Looks that are counted.
const MOST: u32 = 1000;

/// How a page looks again.
pub(crate) struct Waiting {
    /// Its address.
    here: String,
    /// The looks so far. `None` if it does not look again by itself.
    look: Option<u32>,
}

impl Waiting {
    /// Reads it from the address of a page.
    pub(crate) fn read(fields: &Fields, here: &str) -> Self {
        let look = match fields.get(LOOK) {
            Some(NEVER) => None,
            look => Some(look.and_then(|look| look.parse().ok()).unwrap_or(0).min(MOST)),
        };
        Self { here: here.to_owned(), look }
    }

    /// Reads it from path and query of a page, whose further parameters are kept.
    pub(crate) fn at(address: &str) -> Self {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let is_look = |pair: &&str| pair.starts_with(&format!("{LOOK}="));
        let kept: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty() && !is_look(pair)).collect();
        let here = if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) };
        Self::read(&Fields::parse(query.as_bytes()), &here)
    }

    /// The message about the status of the work: `id`, or `id-long` if it takes long.
    pub(crate) fn said(&self, page: &Page<'_>, id: &str) -> String {
        let is_long = self.look.is_some_and(|look| look >= SHORT);
        if is_long { page.text(&format!("{id}-long")) } else { page.text(id) }
    }

    /// The address of the next look, without its place in the page. Every look has another one, because a
    /// browser does not load an address again that differs only in its place. `None` if the page does not
    /// look by itself.
    pub(crate) fn next(&self) -> Option<String> {
        self.look.map(|look| self.with(&(look + 1).to_string()))
    }

    /// Seconds until the next look.
    pub(crate) fn seconds(&self) -> u32 {
        if self.look.is_some_and(|look| look >= SHORT) { SELDOM } else { SECONDS }
    }

    /// The address of the page.
    pub(crate) fn here(&self) -> &str {
        &self.here
    }

    /// The address of a look that the visitor asks for.
    pub(crate) fn now(&self) -> String {
        if self.look.is_some() { self.here.clone() } else { self.with(NEVER) }
    }

    /// Stops the looks, or begins them again.
    pub(crate) fn switch(&self, page: &Page<'_>) -> Link {
        match self.look {
            Some(_) => Link::new(self.with(NEVER), page.text("waiting-stop")),
            None => Link::new(&self.here, page.text("waiting-resume")),
        }
    }

    /// The address of the script.
    #[expect(clippy::unused_self, reason = "templates call it")]
    pub(crate) fn script(&self) -> &str {
        &WAITING_PATH
    }

    fn with(&self, look: &str) -> String {
        let mark = if self.here.contains('?') { '&' } else { '?' };
        format!("{}{mark}{LOOK}={look}", self.here)
    }
}

#[cfg(test)]
mod tests {
    use super::Waiting;
    use crate::fields::Fields;

    fn waiting(query: &str) -> Waiting {
        Waiting::read(&Fields::parse(query.as_bytes()), "/titles/1/downloads/BRF?for=mia")
    }

    #[test]
    fn every_look_has_an_address_of_its_own() {
        let next = |query| waiting(query).next().unwrap();
        assert_eq!(next(""), "/titles/1/downloads/BRF?for=mia&look=1");
        assert_eq!(next("look=7"), "/titles/1/downloads/BRF?for=mia&look=8");
        assert_eq!(next("look=-1"), next(""));
        assert_eq!(next("look=99999999999"), next(""));
        assert_eq!(next("look=4000000000"), "/titles/1/downloads/BRF?for=mia&look=1001");
        assert_eq!(Waiting::read(&Fields::default(), "/documents/1").next().unwrap(), "/documents/1?look=1");
    }

    #[test]
    fn the_other_parameters_of_an_address_are_kept() {
        let next = |address| Waiting::at(address).next().unwrap();
        assert_eq!(next("/read/1"), "/read/1?look=1");
        assert_eq!(next("/read/1?look=4"), "/read/1?look=5");
        assert_eq!(next("/read/1/search?words=a%26b&look=4"), "/read/1/search?words=a%26b&look=5");
    }

    #[test]
    fn long_work_is_checked_less_often() {
        assert_eq!(
            (waiting("").seconds(), waiting("look=11").seconds(), waiting("look=12").seconds()),
            (5, 5, 15)
        );
    }

    #[test]
    fn a_page_that_was_stopped_stays_that_way() {
        let stopped = waiting("look=never");
        assert_eq!(stopped.next(), None);
        assert_eq!(stopped.now(), "/titles/1/downloads/BRF?for=mia&look=never");
        assert_eq!(waiting("look=3").now(), "/titles/1/downloads/BRF?for=mia");
    }
}
