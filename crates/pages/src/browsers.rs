//! Names of browsers and systems, in words.

use domain::sessions::{Browser, BrowserFamily, SystemFamily};

use crate::Page;

/// Browser and system in words, as far as they are known.
pub(crate) fn browser_text(page: &Page<'_>, browser: Browser) -> String {
    let (family, system) =
        (browser.family.map(BrowserFamily::as_str), browser.system.map(SystemFamily::as_str));
    match (family, system) {
        (Some(name), Some(system)) => {
            page.format("session-browser-on", &[("name", name.into()), ("system", system.into())])
        }
        (Some(name), None) => page.with_name("session-browser", name),
        (None, Some(system)) => page.with_name("session-system", system),
        (None, None) => page.text("session-unknown"),
    }
}
